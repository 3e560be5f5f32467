"""Search every byte that a table sends for what its receiver must not know, in games over a faulty network.

They have takebacks, kills and people who look on.
"""

import json
from random import Random
from typing import Any
from unittest.mock import patch

from clockspades.cards import Card
from clockspades.engine.game import AnyGame
from clockspades.engine.rules import Deal, IllegalActionError
from clockspades.network.client import remote_game
from clockspades.network.table.kept import KeptTable
from clockspades.network.wire.messages import ActAt
from clockspades.network.wire.secrecy import digest
from tests.conformance.structure import cards_in, hidden
from tests.network.world import CODE, RATES, World, undrawn, world_of


class Watch:
    """Reads every frame that a table sends, before anybody gets it."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.frames = self.bytes = self.cards = self.shares = 0
        """How many frames and bytes were searched, for how many cards and shares."""
        self._known: dict[tuple[int, int, int | None], frozenset[Card]] = {}
        self._deliver = world._frame_to_client
        world._frame_to_client = self.read  # type: ignore[method-assign]

    def read(self, name: str, frame: str) -> None:
        """Search one frame, and let it go; AssertionError if its receiver learns what they must not know."""
        self.frames += 1
        self.bytes += len(frame.encode())
        ((word, told),) = json.loads(frame).items()
        kept = self.world.disk_kept
        for what, text in self._always_secret(kept):
            assert text not in frame, f"{what} is in a frame {word!r}"
        if word not in ("log", "proof"):
            assert '"deal":"' not in frame, f"a share code is in a frame {word!r}"
            for share in _open_shares(kept):
                self.shares += 1
                assert share not in frame, f"a share of a deal that is not over is in a frame {word!r}"
        else:
            self._check_is_over(kept, word, told)
        self._check_cards(kept, name, word, told, frame)
        self._deliver(name, frame)

    def _always_secret(self, kept: KeptTable) -> list[tuple[str, str]]:
        found = [("the code", CODE), ("the digest of the code", digest(CODE)), ("the secret", kept.terms.secret.hex())]
        for person in (*self.world.people, *self.world.watchers):
            if person.ticket.key:
                found += [("a key", person.ticket.key), ("the digest of a key", digest(person.ticket.key))]
        return found

    def _check_is_over(self, kept: KeptTable, word: str, told: dict[str, Any]) -> None:
        """AssertionError if a log, or the proof of a deal, goes out before the game, or the deal, is over."""
        if word == "log":
            assert kept.outcome is not None or told["number"] < kept.number, "a log goes out before the game is over"
            return
        table, number = told["table"], told["deal"]
        dealt = [position for position in kept.positions if isinstance(position.action, Deal)]
        mine = [at for at, position in enumerate(dealt) if (proof := position.action.proof) and proof.table == table]  # type: ignore[union-attr]
        rules = kept.game.rules
        is_over = kept.outcome is not None or rules.deal_due(kept.state) or number < len(dealt) - 1
        assert not mine or is_over, "a proof goes out before its deal is over"

    def _check_cards(self, kept: KeptTable, name: str, word: str, told: dict[str, Any], frame: str) -> None:
        """AssertionError if a card is named that lies somewhere, and that the receiver sees nowhere."""
        if name not in self.world.connections or not kept.positions or self.world.table is None:
            return  # nobody gets it
        if word in ("log", "proof"):
            return
        number = told["n"] if word == "point" else kept.last
        person = self.world.connections[name].person
        line = self.world.table.live.lines.get(name)
        seat = line.seat if line is not None else person.client.seat
        if number > kept.last or (line is None and not person.ticket.watch and seat is None):
            return  # the point was taken back while its frame was waiting
        state = kept.positions[number].state
        if state.outcome is not None and len(kept.seats) > 1:
            return  # all hands are open
        searched, act = frame, person.client.pending
        if word == "refused" and (act is None or told["words"] == _refusal(kept, seat, act)):
            searched = ""  # the words follow from what the receiver sees, or the program that asked is gone
        for card in self._unseen(kept, number, seat):
            self.cards += 1
            assert card.text not in frame, f"{card} is in a frame {word!r} to seat {seat}"
            assert card.symbol not in searched, f"the words {card.symbol} are in a frame {word!r} to seat {seat}"

    def _unseen(self, kept: KeptTable, number: int, seat: int | None) -> frozenset[Card]:
        """The cards that lie somewhere at a point, and that a seat sees nowhere."""
        key = kept.epoch, number, seat
        if key not in self._known:
            state = kept.positions[number].state
            view = kept.game.rules.observe(state, seat)
            self._known[key] = frozenset({*hidden(state, view).values()} - cards_in(view))
        return self._known[key]


def _refusal(kept: KeptTable, seat: int | None, act: ActAt) -> str | None:
    """Why the rules refuse an action of a seat as far as it can see itself; None if it is not its turn, or legal."""
    rules, arguments = kept.game.rules, {**act.action}
    action, view = rules.parse_action(str(arguments.pop("do")), arguments), rules.observe(kept.state, seat)
    if rules.to_act(view) != seat or action in rules.legal_actions(view):
        return None
    try:
        rules.reduce(view, action)
    except IllegalActionError as error:
        return str(error)
    return None


def _open_shares(kept: KeptTable) -> list[str]:
    """The shares of the deal that is due or in play, in hexadecimal digits."""
    proofs = [] if kept.shuffle is None else [kept.shuffle]
    if kept.outcome is None:
        dealt = [position.action.proof for position in kept.positions if isinstance(position.action, Deal)]
        proofs += [proof for proof in dealt[-1:] if proof is not None and not kept.shuffle]
    return [
        given.share.hex()
        for proof in proofs
        for given in proof.contributions
        if given is not None and given.share is not None
    ]


def play(game: AnyGame, seed: int) -> Watch:
    """Play one game, and search every frame; AssertionError if a secret goes out."""
    with undrawn(), patch.object(remote_game, "check_point"):  # what clients check is tested elsewhere
        world = world_of(game, seed)
        watch = Watch(world)
        world.play_with_faults(Random(f"{seed}").choice(RATES))
        world.finish()
    return watch
