"""A table in front of its server reducer, without clients: tests give messages and look at what is sent and stored."""

from dataclasses import dataclass, field
from random import Random
from typing import Any, Final, TypeVar

from clockspades.engine.deal_proof import Proof
from clockspades.engine.fair_deal import commit_of
from clockspades.engine.rules import Deal
from clockspades.games.catalogue import find_game
from clockspades.network.table.kept import RECORDS, KeptTable, OpenedTable, Record, restore
from clockspades.network.table.served_table import (
    BotAnswered,
    CallBot,
    Close,
    GiveLater,
    Left,
    Received,
    Restored,
    Send,
    ServedTable,
    ServerEffect,
    ServerInput,
    Store,
)
from clockspades.network.table.table_server import serve
from clockspades.network.wire import messages as say
from clockspades.network.wire.messages import OPEN, TO_CLIENT, TO_HOST, ToClient, ToHost
from clockspades.network.wire.secrecy import digest, share_of

CODE: Final = "K7Q2M9X4TB"
KEYS: Final = {name: f"{number:032x}" for number, name in enumerate(("ana", "ben", "cy", "di", "eva"), 1)}
"""The key of each person, by the name of their first connection."""
SECRETS: Final = {name: bytes([number]) * 32 for number, name in enumerate(KEYS)}

MessageT = TypeVar("MessageT", bound=ToClient)


@dataclass
class Served:
    """A table and what came of each input."""

    table: ServedTable
    records: list[Record]
    now: float = 1_800_000_000.0
    effects: tuple[ServerEffect, ...] = ()
    """Those of the last input."""
    heard: dict[str, list[ToClient]] = field(default_factory=dict)
    """By connection all that it was sent."""

    @property
    def kept(self) -> KeptTable:
        return self.table.kept

    def give(self, given: ServerInput) -> tuple[ServerEffect, ...]:
        """Give an input. What is stored must make the table that there is then."""
        self.table, self.effects = serve(self.table, given, self.now, self.now)
        for effect in self.effects:
            match effect:
                case Store(record):
                    self.records.append(RECORDS.read_text(RECORDS.write_text(record)))
                case Send(to, message):
                    for name in to:
                        self.heard.setdefault(name, []).append(TO_CLIENT.read_text(TO_CLIENT.write_text(message)))
        assert restore(self.records) == self.kept
        return self.effects

    def send(self, connection: str, message: ToHost) -> tuple[ServerEffect, ...]:
        self.now += 2
        return self.give(Received(connection, TO_HOST.read_text(TO_HOST.write_text(message))))

    def join(self, connection: str, who: str = "", name: str = "", **more: Any) -> tuple[ServerEffect, ...]:
        """Join over a connection, with the key of a person, who is called like the connection if nothing is said."""
        who = who or connection
        return self.send(connection, say.Join(CODE, KEYS[who], name or who.capitalize(), **more))

    def watch(self, connection: str, **more: Any) -> tuple[ServerEffect, ...]:
        return self.send(connection, say.Join(CODE, watch=True, **more))

    def leave(self, connection: str) -> tuple[ServerEffect, ...]:
        return self.give(Left(connection))

    # -- what came of it -------------------------------------------------------------------------------

    def sent(self, kind: type[MessageT], to: str | None = None) -> list[MessageT]:
        """The messages of a kind in the last effects, to one connection or any."""
        sends = [each for each in self.effects if isinstance(each, Send) and (to is None or to in each.to)]
        return [each.message for each in sends if isinstance(each.message, kind)]

    def last(self, kind: type[MessageT], to: str) -> MessageT:
        """The last message of a kind that a connection was ever sent."""
        return [message for message in self.heard[to] if isinstance(message, kind)][-1]

    @property
    def refused(self) -> str:
        """Why the last message was refused; the last effects have nothing else in them then."""
        (effect,) = self.effects
        assert isinstance(effect, Send)
        assert isinstance(effect.message, say.Refused)
        return effect.message.words

    @property
    def closed(self) -> dict[str, str]:
        """The connections that ended with the last input, and why."""
        return {each.connection: each.words for each in self.effects if isinstance(each, Close)}

    @property
    def stored(self) -> list[str]:
        """The words of the records that were stored with the last input."""
        return [each.record.word for each in self.effects if isinstance(each, Store)]

    @property
    def asked(self) -> CallBot:
        (asked,) = [each for each in self.effects if isinstance(each, CallBot)]
        return asked

    @property
    def timer(self) -> GiveLater:
        (timer,) = [each for each in self.effects if isinstance(each, GiveLater)]
        return timer

    @property
    def proof(self) -> Proof:
        """That of the last deal."""
        deals = [position.action for position in self.kept.positions if isinstance(position.action, Deal)]
        proof = deals[-1].proof
        assert proof is not None
        return proof

    # -- play ------------------------------------------------------------------------------------------

    def connection(self, seat: int) -> str:
        return next(name for name, line in self.table.live.lines.items() if line.seat == seat)

    def promise(self, connection: str) -> tuple[ServerEffect, ...]:
        shuffle = self.kept.shuffle
        assert shuffle is not None
        share = share_of(SECRETS[connection], shuffle.table, shuffle.number)
        return self.send(connection, say.Commit(shuffle.table, shuffle.number, commit_of(share)))

    def share(self, connection: str) -> tuple[ServerEffect, ...]:
        shuffle = self.kept.shuffle
        assert shuffle is not None
        share = share_of(SECRETS[connection], shuffle.table, shuffle.number)
        return self.send(connection, say.Share(shuffle.table, shuffle.number, share))

    def deal(self) -> None:
        """Let everyone promise and share."""
        people = [self.connection(seat) for seat in self.kept.people]
        for connection in people:
            self.promise(connection)
        for connection in people:
            self.share(connection)

    def action(self, seed: int = 0) -> dict[str, Any]:
        """A legal action of the seat to act, as a log has it."""
        actions = self.kept.game.rules.legal_actions(self.kept.state)
        chosen: dict[str, Any] = Random(seed).choice(actions).as_json()
        return chosen

    def act(self, seed: int = 0) -> say.ActAt:
        """Let the seat to act do something: a person by a message, a bot by its answer. Return what a person sent."""
        seat, act = self.kept.to_act, say.ActAt(self.kept.epoch, self.kept.last, self.action(seed))
        assert seat is not None
        if seat in self.kept.people and self.kept.ending is None:
            self.send(self.connection(seat), act)
        else:
            rules = self.kept.game.rules
            arguments = {**act.action}
            chosen = rules.parse_action(arguments.pop("do"), arguments)  # type: ignore[arg-type]
            self.give(BotAnswered(self.kept.epoch, self.kept.last, chosen))
        return act

    def play_until_over(self) -> None:
        while self.kept.outcome is None:
            if self.kept.shuffle is not None:
                self.deal()
            else:
                self.act(self.kept.last)


def opened(
    name: str = "clockwork-spades",
    *,
    open_seats: int | None = None,
    host: str | None = "ana",
    options: dict[str, Any] | None = None,
    **terms: Any,
) -> Served:
    """A table that was just opened: with so many open seats, or all open, and bots on the others."""
    game = find_game(name)
    assert game is not None
    configured = game.configure(options or {})
    seats = game.seats(configured)
    people = seats if open_seats is None else open_seats
    kinds = (*[OPEN] * people, *[f"bot:{game.quickest_bot}"] * (seats - people))
    key = None if host is None else digest(KEYS[host])
    record = OpenedTable(
        "T1", name, configured, b"Z" * 32, digest(CODE), key, kinds, terms.pop("bot", game.quickest_bot), **terms
    )
    served = Served(ServedTable(restore([record])), [record])
    served.give(Restored())
    return served


def begun(*people: str, name: str = "spades", dealt: bool = True, **more: Any) -> Served:
    """A game that has begun between these people, and bots on the other seats; the first is the host."""
    served = opened(name, open_seats=len(people), **more)
    for person in people:
        served.join(person)
    if served.kept.header is None:
        served.send(people[0], say.Start())
    if dealt:
        served.deal()
    return served
