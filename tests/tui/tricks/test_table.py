"""A table of tricks as people play at it: what stays to be seen, what flies, and what is said."""

from threading import Event
from typing import Any, Final

import pytest

from clockspades.engine.phrases import numeral
from clockspades.engine.session import AnySession
from clockspades.games.clogs.clogs_rules import TurnClog
from clockspades.games.spades.actions import PASSED
from clockspades.games.spades.state import Phase
from clockspades.games.tricks import PlayCard
from clockspades.saved.settings import Settings
from clockspades.table.trick_widget_models import ScoreSheetModel
from clockspades.table.update import COMPARING
from clockspades.table.widget_models import Tone
from clockspades.tui.screens.help import HelpScreen
from clockspades.tui.screens.sheet import SheetScreen
from clockspades.tui.widgets import flight
from clockspades.tui.widgets.flight import Flyer
from tests.games.trick_games import CLOGS, SPADES, follows, game_where, in_phase, may_turn, plays
from tests.tui.seated import text_on
from tests.tui.tricks.tables import Player, at_tricks

UNTIL_A_KEY: Final = Settings(trick_beat="key")


def ends_the_trick(session: AnySession) -> bool:
    """Whether Ana plays the last card to a trick, and somebody goes on playing after it."""
    state = session.state
    return follows(session) and len(state.trick) == len(session.seats) - 1 and len(state.hands[0]) > 2


# -- a trick that was taken --------------------------------------------------------------------------------


async def play_first(me: Player) -> None:
    await me.choose_by_keys(me.session.game.rules.legal_actions(me.session.state)[0])


async def test_two_clicks_at_once_clear_a_trick_away_and_play_nothing() -> None:
    session = game_where(CLOGS, lambda s: ends_the_trick(s) and len(s.state.hands[0]) > 4, players=4)
    async with at_tricks(session, settings=UNTIL_A_KEY) as me:
        card = next(iter(plays(session)))
        await me.point_at(PlayCard(card))
        await me.press("enter")
        await me.until(lambda: me.shows_trick, "the trick that was taken")
        point = session.at
        for _ in range(2):
            me.tap_at(me.fan.place(0))  # both come before either is answered
        await me.until(lambda: not me.shows_trick, "the table to be cleared")
        await me.settle()
        assert all(position.seat != 0 for position in session.positions[point + 1 : session.at + 1])


# -- cards in the air --------------------------------------------------------------------------------------


def in_the_air(me: Player) -> list[Flyer]:
    return [flyer for flyer in me.screen.query(Flyer).results(Flyer) if not flyer.is_free]


async def test_a_card_that_is_played_flies_to_its_place_and_is_not_there_before(
    stuck_bot: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(flight, "SECONDS", 600.0)
    session = game_where(CLOGS, lambda s: follows(s) and len(s.state.trick) < 3, players=4)
    async with at_tricks(session, moving=True) as me:
        card = next(iter(plays(session)))
        start = me.fan.corner(me.hand.index(card))
        await me.point_at(PlayCard(card))
        me.type("enter")
        await me.until(lambda: bool(in_the_air(me)), "the flight")
        (flyer,) = in_the_air(me)
        assert flyer._flight is not None
        assert flyer._flight.face.card is card
        assert abs(flyer._flight.start.x - start.x) <= start.width
        assert flyer._flight.end == me.round.play(0).offset
        assert me.round.model.plays[0] is None
        assert me.prompt == ""
        await me.press("z")  # it lands
        assert card in [face.card for face in me.round.model.plays[:1] if face is not None]
        stuck_bot.set()


async def test_a_clog_goes_with_its_back_up_and_is_turned_on_the_trick(
    stuck_bot: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(flight, "SECONDS", 0.01)
    monkeypatch.setattr(flight, "WAIT", 600.0)
    monkeypatch.setattr(flight, "TURN", 0.01)
    session = game_where(CLOGS, may_turn, players=4)
    async with at_tricks(session, moving=True) as me:
        action = next(a for a in CLOGS.rules.legal_actions(session.state) if isinstance(a, TurnClog))
        card = session.state.clogs[0][action.place]
        await me.point_at(action)
        me.type("enter")
        await me.until(lambda: bool(in_the_air(me)), "the flight")
        (flyer,) = in_the_air(me)
        await me.until(lambda: bool(flyer.region) and flyer.offset == me.round.play(0).offset, "the clog on the trick")
        drawn = "".join(segment.text for line in range(5) for segment in flyer.render_line(line))
        assert "╱╲" in drawn
        assert card.symbol not in drawn
        assert card.symbol not in me.text.replace(flyer_text(flyer), "")
        assert flyer._flight is not None
        flyer._turn(flyer._flight)
        await me.until(lambda: me.round.model.plays[0] is not None, "it to lie there")
        assert card in [face.card for face in me.round.model.plays[:1] if face is not None]
        assert card.symbol in me.prompt
        stuck_bot.set()


def flyer_text(flyer: Flyer) -> str:
    return "\n".join("".join(segment.text for segment in flyer.render_line(line)) for line in range(flyer.size.height))


async def test_a_trick_goes_to_whoever_took_it(stuck_bot: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flight, "SECONDS", 0.01)
    session = game_where(CLOGS, ends_the_trick, players=4)
    async with at_tricks(session, moving=True, settings=UNTIL_A_KEY) as me:
        await play_first(me)
        await me.until(lambda: me.shows_trick and not in_the_air(me), "the trick that was taken")
        monkeypatch.setattr(flight, "SECONDS", 600.0)
        me.type("enter")
        await me.until(lambda: bool(in_the_air(me)), "the trick on its way")
        winner = session.state.tricks[-1].winner
        badge = me.round.badge(winner)
        ends = [flyer._flight.end for flyer in in_the_air(me) if flyer._flight is not None]
        assert len(ends) == 4
        size = me.round.play(0).size
        for end in ends:
            assert badge.grow((1, 1, 1, 1)).contains(end.x + size.width // 2, end.y + size.height // 2)
        stuck_bot.set()


# -- choosing ----------------------------------------------------------------------------------------------


async def test_of_a_pass_the_best_cards_have_badges() -> None:
    session = game_where(SPADES, in_phase(Phase.PASS), blind_nil="always")
    async with at_tricks(session) as me:
        await me.press("h")
        await me.until(lambda: me.screen.state.advice not in (None, COMPARING), "the advice")
        advice = me.screen.state.advice
        assert advice is not None
        assert [badge.tone for badge in advice.badges] == [Tone.BEST] * PASSED


async def test_bids_say_what_they_are_worth_where_that_has_room() -> None:
    for size, has_room in (((60, 18), False), ((80, 24), True)):
        async with at_tricks(game_where(SPADES, in_phase(Phase.BID)), size) as me:
            await me.press("h")
            await me.until(lambda: me.screen.state.advice not in (None, COMPARING), "the advice")
            assert (text_on(me.app).count("%") > 10) == has_room


# -- what lies over it -------------------------------------------------------------------------------------


async def test_the_score_sheet_opens_and_closes_by_key_and_by_mouse() -> None:
    session = game_where(SPADES, lambda s: s.to_act == 0 and s.state.number == 3)
    async with at_tricks(session) as me:
        for key in ("s", ""):
            await (me.press(key) if key else me.click_key("scores"))
            await me.until(lambda: isinstance(me.app.screen, SheetScreen), "the sheet")
            assert all(numeral(score) in me.text for score in session.state.scores)
            await me.press("s")
            await me.until(lambda: not isinstance(me.app.screen, SheetScreen), "the table")


@pytest.mark.parametrize("size", [(60, 18), (80, 24)])
async def test_the_columns_of_a_long_score_sheet_stay_as_it_scrolls(size: tuple[int, int]) -> None:
    rows = tuple((str(deal), "Anastasia and Benjamin", f"{deal * 10:+}") for deal in range(1, 41))
    model = ScoreSheetModel(("deal", "who", "points"), rows, "To 500.", names=frozenset({1}))
    async with at_tricks(game_where(SPADES, follows), size) as me:
        me.app.push_screen(SheetScreen(model))
        await me.until(lambda: "+400" in me.text, "the newest row")
        for key, row in (("home", "  1  Anastasia"), ("end", " 40  Anastasia")):
            await me.press(key)
            await me.until(lambda: row in me.text, "the row")  # noqa: B023 (waited for here)
            heading = next(line for line in me.text.splitlines() if "points" in line)
            below = next(line for line in me.text.splitlines() if row in line)
            assert heading.index("who") == below.index("Anastasia")
            assert heading.index("points") + len("points") == below.index("+") + len(below.split("+")[1].split()[0]) + 1


@pytest.mark.parametrize("game", [CLOGS, SPADES], ids=["clogs", "spades"])
async def test_the_help_says_nothing_of_another_game(game: Any) -> None:
    async with at_tricks(game_where(game, follows)) as me:
        await me.press("question_mark")
        await me.until(lambda: isinstance(me.app.screen, HelpScreen), "the help")
        text = " ".join(str(widget.render()) for widget in me.app.screen.query(".words"))
        assert not [words for words in ("a spade by", "take a spade", "Play one card") if words in text]
        assert ("when passing" in text) == ("choices" in text) == (game is SPADES)
        assert ("Choose a clog by its letter" in text) == (game is CLOGS)


# -- several people at one keyboard ------------------------------------------------------------------------


async def test_at_the_next_draw_it_is_said_what_was_kept_and_discarded() -> None:
    """Spades 17: whoever draws sees the second card too, which the curtain of the other one covers at once."""

    def draws(session: AnySession) -> bool:
        return session.to_act == 0 and session.state.phase is Phase.DRAW

    session = game_where(SPADES, draws, people=(0, 1), mode="cutthroat", players=2, dealer=1)
    async with at_tricks(session) as me:
        await me.lift_curtain()
        top, second = session.state.stock[:2]
        await me.press("1", "enter")
        await me.lift_curtain()
        assert not any(f"the {card.symbol}" in me.prompt for card in (top, second)), "Ben saw neither"
        await me.press("2", "enter")
        await me.lift_curtain()
        assert me.prompt.startswith(f"Ana keeps the {top.symbol} and discards the {second.symbol}.")
        assert second.symbol in me.text
