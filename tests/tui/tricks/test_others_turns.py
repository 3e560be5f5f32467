"""While somebody else is to play: whatever is pressed or clicked, nothing is done, and it is said who is to play."""

from collections.abc import Callable
from random import Random
from threading import Event
from typing import Any, Final

import pytest

from clockspades.cards import PACK, Card
from clockspades.engine.session import AnySession, Session
from clockspades.games import trick_selectors
from clockspades.games.clogs import selectors as clogs_selectors
from clockspades.games.clogs.game import ClogsGame
from clockspades.games.clogs.rules import CLOG_NAMES
from clockspades.games.spades.game import SpadesGame
from clockspades.games.spades.state import Phase
from clockspades.table.model import Selection, TableModel, TargetKind, player_view
from clockspades.tui.tables import table_of
from tests.tui.tricks.tables import CLOGS, NAMES, SPADES, Player, at_tricks, game_where, seated_at

KEYS: Final = (
    "left",
    "right",
    "up",
    "down",
    "enter",
    "space",
    *"1234567890",
    "enter",
    "space",
    "up",
    "h",
    "left",
    "enter",
)


def is_anothers(session: AnySession) -> bool:
    return session.to_act not in (None, 0)


def in_phase(phase: Phase) -> Callable[[AnySession], bool]:
    return lambda session: is_anothers(session) and session.state.phase is phase


def to_follow(session: AnySession) -> bool:
    """Whether somebody else is to play to a trick, and Ana has cards to play to it after that."""
    return is_anothers(session) and bool(session.state.trick) and len(session.state.hands[0]) > 2


OTHERS_TURNS: Final = (
    pytest.param(CLOGS, {"players": 4}, to_follow, id="clogs"),
    pytest.param(SPADES, {"blind_nil": "always"}, in_phase(Phase.PASS), id="pass"),
)
others_turns = pytest.mark.parametrize(("game", "options", "holds"), OTHERS_TURNS)


def hidden_cards(session: AnySession) -> list[Card]:
    """The cards that Ana does not see: in the hands of others, face down as clogs, and in the stock."""
    state = session.state
    clogs = [clog for row in getattr(state, "clogs", ()) for clog in row if clog is not None]
    return [*(card for hand in state.hands[1:] for card in hand), *clogs, *getattr(state, "stock", ())]


def is_untouched(me: Player) -> bool:
    """Whether no card is picked up or chosen."""
    faces = (*me.fan.model.cards, *me.fan.model.beside)
    return me.selection.confirming is None and not me.selection.placed and not any(face.picked for face in faces)


@others_turns
async def test_no_key_does_anything_and_the_cursor_tells_of_the_cards(
    stuck_bot: Event, game: ClogsGame | SpadesGame, options: dict[str, Any], holds: Any
) -> None:
    session = game_where(game, holds, **options)
    async with at_tricks(session) as me:
        point, whose = session.last, f"{NAMES[session.to_act or 0]} is thinking."
        await me.press("enter")
        assert me.prompt.startswith(whose)
        pointed_at = set()
        for key in KEYS:
            await me.press(key)
            assert me.app.screen is me.screen
            assert is_untouched(me), key
            assert whose in me.prompt, key
            if me.selection.cursor is not None and me.selection.cursor.kind is TargetKind.HAND:
                card = me.hand[me.selection.cursor.number]
                pointed_at.add(card)
                assert key == "enter" or me.prompt.startswith(f"The {card.symbol}. {whose}"), key
        assert len(pointed_at) > 1 or not session.state.hands[0]
        assert session.at == session.last == point
        stuck_bot.set()
        await me.moved_on(point)
        assert session.positions[point + 1].seat != 0


@others_turns
async def test_no_click_does_anything(
    stuck_bot: Event, game: ClogsGame | SpadesGame, options: dict[str, Any], holds: Any
) -> None:
    session = game_where(game, holds, **options)
    async with at_tricks(session, (120, 40)) as me:
        point, whose = session.last, f"{NAMES[session.to_act or 0]} is thinking."
        for number, card in enumerate(me.hand):
            for _ in range(2):
                await me.click(me.fan.place(number))
                assert is_untouched(me)
                assert me.prompt.startswith(f"The {card.symbol}. {whose}")
        for place, clog in enumerate(me.fan.model.beside):
            for _ in range(2 if clog.card is not None else 0):
                await me.click(me.fan.place(place, beside=True))
                assert is_untouched(me)
                assert me.prompt.startswith(f"Clog {CLOG_NAMES[place]}: nobody has seen it. {whose}")
        for place in range(len(session.seats)):
            await me.click(me.round.badge(place))
            await me.click(me.round.play(place))
        assert not me.panel.display
        assert session.at == session.last == point
        stuck_bot.set()
        await me.moved_on(point)
        assert session.positions[point + 1].seat != 0


@pytest.mark.parametrize("game", [CLOGS, SPADES], ids=["clogs", "spades"])
@pytest.mark.parametrize("players", [2, 4])
def test_nothing_that_is_said_names_a_card_that_is_not_seen(game: ClogsGame | SpadesGame, players: int) -> None:
    ranks = table_of(game.name).rules.ranks  # type: ignore[attr-defined]
    session: AnySession = Session(game, game.configure({"players": players}), seated_at(game, players=players))
    rng, checked = Random(2), 0
    session.deal(rng)
    while session.outcome is None and session.last < 120:
        if is_anothers(session):
            model = TableModel(player_view(session, 0, 0, active=False), Selection())
            said = [trick_selectors.explain_card(model, ranks, number) for number in range(len(PACK))]
            if game is CLOGS:
                said += [clogs_selectors.explain_clog(model, place) for place in range(5)]
            said = [words for words in said if words]
            hidden = hidden_cards(session)
            for words in said:
                assert NAMES[session.to_act or 0] in words
                assert not [card for card in hidden if card.symbol in words]
            checked += len(said)
        session.act(rng.choice(session.game.rules.legal_actions(session.state)))
        session.deal(rng)
    assert checked > 100
