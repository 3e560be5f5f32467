"""What every game must be able to say, at every point and to everyone at the table."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from clockspades.engine.game import Game
from clockspades.engine.phrases import sentence
from clockspades.engine.session import AnySession
from clockspades.engine.story import meaning
from clockspades.engine.wording import NamesForYou
from clockspades.games.catalogue import GAMES
from clockspades.plain.choices import find_choice
from tests.conformance.playing import NAMES, option_sets, random_game, some

COMMANDS = {"table", "choices", "changes", "hint", "explain", "log", "undo", "redo", "rules", "review", "help", "quit"}
"""What is typed in line mode for something else than a part of the table."""
every_game = pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])


@cache
def games_of(game: Game[Any, Any, Any]) -> Sequence[AnySession]:
    """A random game of each option set, for most tests."""
    return [random_game(game, options, "words") for options in option_sets(game)]


def cards_in(words: str) -> list[str]:
    """The cards that a text names."""
    return re.findall(r"(?:10|[2-9JQKA])[♣♦♥♠]", words)


@every_game
def test_there_is_a_prompt_for_everyone_and_a_hint_for_each_legal_action(game: Game[Any, Any, Any]) -> None:
    for session in games_of(game):
        names = NAMES[: len(session.seats)]
        for position in some(session.positions):
            to_act = game.rules.to_act(position.state)
            for seat in (*range(len(names)), None):
                view = game.rules.observe(position.state, seat)
                assert_sentences(game.words.prompt(view, names))
                assert_sentences(game.words.task(view, names))
                assert f"{game.words.prompt(view, names)} ".startswith(f"{game.words.task(view, names)} ")
                if to_act is not None and len(names) > 1:
                    assert names[to_act] in game.words.task(view, names), "it says whose turn it is"
                if seat is not None and seat == to_act:
                    hints = game.words.hints(view, names)
                    assert len(hints) == len(game.rules.legal_actions(view))
                    assert {hint.action for hint in hints} == {*game.rules.legal_actions(view)}
                    for hint in hints:
                        assert_sentences(hint.words)
                    assert len({hint.words for hint in hints}) == len(hints)
                else:
                    assert to_act is not None or not game.words.hints(view, names)
            verdict = game.words.verdict(position.state, names)
            assert (verdict == "The game is not over.") == (position.state.outcome is None)
        assert_sentences(verdict)
        assert game.words.prompt(session.state, names) == verdict


@every_game
def test_who_lost_hears_first_what_went_well(game: Game[Any, Any, Any]) -> None:
    praised, tells = 0, False
    for session in games_of(game):
        state, history = session.end, [event for position in session.positions for event in position.events]
        assert state.outcome is not None
        for seat in range(len(session.seats)):
            names = NamesForYou(NAMES[: len(session.seats)], seat)
            ending, verdict = game.words.ending(history, state, names, seat), game.words.verdict(state, names)
            assert_sentences(ending)
            assert ending.endswith(verdict)
            assert ending == verdict or (seat not in state.outcome.winners and ending.startswith("You"))
            praised += ending != verdict
            tells |= bool(game.words.went_well) and any(game.words.picture(history, state, seat)[1])
    assert praised or not tells


@every_game
def test_each_action_that_is_offered_is_found_by_its_phrase(game: Game[Any, Any, Any]) -> None:
    for session in games_of(game):
        for position in some(session.positions):
            offered = game.rules.offered(position.state)
            phrases = [game.words.phrase(action) for action in offered]
            for place, (action, phrase) in enumerate(zip(offered, phrases)):
                assert phrase.split()[0] == action.do, "a phrase begins with the action's kind"
                assert find_choice(phrase, phrases) == place
                assert find_choice(phrase.upper(), phrases) == place


@every_game
def test_the_cards_of_a_hand_are_offered_in_the_order_in_which_it_is_said(game: Game[Any, Any, Any]) -> None:
    for options in option_sets(game):
        session = random_game(game, options, "order")
        names = NAMES[: len(session.seats)]
        for position in some(session.positions):
            seat = game.rules.to_act(position.state)
            if seat is not None:
                held = [*dict.fromkeys(cards_in(" ".join(game.words.survey(position.state, seat, names).hand)))]
                phrases = map(cards_in, map(game.words.phrase, game.rules.offered(position.state)))
                offered = [*dict.fromkeys(cards[0] for cards in phrases if len(cards) == 1)]
                assert [card for card in offered if card in held] == [card for card in held if card in offered]


@every_game
def test_a_survey_is_in_sentences_and_a_spectator_holds_nothing(game: Game[Any, Any, Any]) -> None:
    for session in games_of(game):
        names = NAMES[: len(session.seats)]
        for position in some(session.positions):
            for seat in (*range(len(names)), None):
                survey = game.words.survey(game.rules.observe(position.state, seat), seat, names)
                assert seat is not None or not survey.hand
                assert survey.table
                for part in survey.parts:
                    assert re.fullmatch("[a-z]+", part), "it can be typed"
                    assert part not in COMMANDS
                assert {*survey.places.values()} <= {*survey.table}
                assert bool(survey.places) == any(survey.place.endswith(f" {place}") for place in survey.places)
                for line in (*survey.hand, *survey.table):
                    assert_sentences(line)


@every_game
def test_how_far_a_game_has_come_is_said_in_a_few_words_that_name_no_card(game: Game[Any, Any, Any]) -> None:
    for session in games_of(game):
        said = [game.words.progress(position.state) for position in session.positions if position.state.outcome is None]
        assert all(0 < len(words) <= 30 and words == words.strip() for words in said)
        assert not any(map(cards_in, said))
        assert len(set(said)) > 1, "the words go on with the game"


@every_game
def test_a_review_is_in_sentences_at_points_of_the_game_in_order(game: Game[Any, Any, Any]) -> None:
    for session in games_of(game):
        remarks = game.words.review([position.state for position in session.positions], NAMES[: len(session.seats)])
        points = [remark.point for remark in remarks]
        assert points == sorted(points)
        assert all(0 <= point <= session.last for point in points)
        for remark in remarks:
            assert_sentences(remark.words)


@every_game
def test_what_an_action_shows_is_in_sentences_without_you(game: Game[Any, Any, Any]) -> None:
    for session in games_of(game):
        for point in range(1, session.last + 1):
            shown = meaning(session, point, session.names)
            for words in shown.words if shown else ():
                assert_sentences(words)
                assert not {"you", "your", "yours"} & set(words.lower().split())
        for position in some(session.positions):
            for seat in range(len(session.seats)):
                if words := game.words.hand_in_short(game.rules.observe(position.state, seat), seat):
                    assert_sentences(words)


@every_game
def test_events_are_told_without_a_full_stop_and_without_you(game: Game[Any, Any, Any]) -> None:
    for session in games_of(game):
        for position in session.positions:
            for seat in (*range(len(session.seats)), None):
                for event in position.events:
                    words = game.words.describe(game.rules.observe_event(event, seat), NAMES)
                    assert words == words.strip()
                    assert not words.endswith(".")
                    assert not {"you", "your", "yours"} & set(words.lower().split())


@every_game
def test_who_plays_alone_is_told_you_and_is_never_named(game: Game[Any, Any, Any]) -> None:
    for options in option_sets(game):
        session = random_game(game, options, "you")
        names = NAMES[: len(session.seats)]
        for you, name in enumerate(names):
            said = {*told_to(session, NamesForYou(names, you), you)}  # most is told many times
            assert any("you" in words.lower().split() for words in said) or len(names) == 1
            for words in said:
                assert name not in words
                assert words[:1] == words[:1].upper(), words
                assert not re.search(r"[^.!?] Your?\b", words), words
                for verb in re.findall(r"\b[Yy]ou (\w+)", words):
                    assert verb in ("pass", "miss") or not re.fullmatch(r"\w*[^s]s", verb), words


def told_to(session: AnySession, names: NamesForYou, you: int) -> Iterator[str]:
    """Everything that is told to one seat in a game, each text with a capital letter."""
    game = session.game
    for point in range(session.last + 1):
        yield from filter(None, (game.words.describe(event, names) for event in session.events(point, you)))
        if point and (shown := meaning(session, point, names)):
            yield from shown.words
    for position in some(session.positions):
        view = game.rules.observe(position.state, you)
        survey = game.words.survey(view, you, names)
        yield from (game.words.prompt(view, names), game.words.task(view, names), *survey.hand, *survey.table)
        if game.rules.to_act(position.state) == you:
            hints = game.words.hints(view, names)
            yield from (hint.words for hint in hints)
            if len(hints) > 1:
                yield sentence(game.words.regret(view, hints[0].action, hints[1].action, names))
    yield game.words.verdict(session.state, names)


@every_game
def test_names_are_said_as_they_are_written(game: Game[Any, Any, Any]) -> None:
    session = random_game(game, game.configure({}), "names")
    odd = ("[b]{0}%s", "\\n </p>", "Dr. {names}", "{{}}: no", "%(a)s, or b.", "$x")
    for position in session.positions:
        view = game.rules.observe(position.state, game.rules.to_act(position.state))
        for say in (game.words.prompt, game.words.task):
            assert say(view, odd) == renamed(say(view, NAMES), odd)
        for event in position.events:
            assert game.words.describe(event, odd) == renamed(game.words.describe(event, NAMES), odd)
    for before, after in pairwise(session.positions):
        if after.seat is not None:
            view = game.rules.observe(before.state, None)
            events = [game.rules.observe_event(event, None) for event in after.events]
            shown = game.words.meaning(view, events, NAMES)
            assert game.words.meaning(view, events, odd) == tuple(renamed(words, odd) for words in shown)


def renamed(words: str, names: Sequence[str]) -> str:
    """What is said with other names in the place of the usual ones."""
    for name, other in zip(NAMES, names, strict=True):
        words = words.replace(name, other)
    return words


@cache
def assert_sentences(words: str) -> None:
    assert words, "nothing is said"
    assert words[-1] in ".!?", words
    assert words == words.strip()
    assert "\n" not in words
    assert not re.search(r"  |\.\.|[?]{2}|(?<!−)\b1 [a-z]+[^s\W]s\b", words), words
