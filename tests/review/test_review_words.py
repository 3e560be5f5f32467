"""A review in words: sums that add up, and the lists of mistakes."""

import re
from typing import Any

import pytest

from clockspades.engine.header import Seat
from clockspades.engine.session import AnySession, Session
from clockspades.games.catalogue import find_game
from clockspades.games.clockwork.clockwork_game import ClockworkSpades
from clockspades.review.review import Review, ReviewedChoice, Turn
from clockspades.review.review_words import (
    describe,
    finding,
    kinds_of_choices,
    mistake_words,
    points_words,
    turn_words,
    turning_point_words,
    what_happened,
)
from tests.conformance.playing import random_game
from tests.pseudo import faults, spoken
from tests.review.reviews import LOST, choice, made

TOGETHER: AnySession = Session(ClockworkSpades(), ClockworkSpades().configure({}), (Seat("P0"), Seat("P1")))
ALONE: AnySession = Session(TOGETHER.game, TOGETHER.options, (Seat("P0"), Seat("P1", "bot:random")))


@pytest.mark.parametrize(
    ("values", "losses", "words"),
    [
        ((0.5, 0.0), (), "You lost on luck: there was nothing to decide."),
        ((0.5, 0.0), (0.0,), "You lost, but your one choice was right."),
        ((0.5, 0.4, 0.0), (0.0, 0.0), "You lost, but both choices were right."),
        ((0.5, 0.4, 0.3, 1.0), (0.0, 0.0, 0.0), "You won, and all 3 choices were right."),
        ((0.5, 1.0), (0.0,), "You won, and your one choice was right."),
        ((0.5, 0.5), (0.0,), "You drew, and your one choice was right."),
        ((0.5, 0.0), (0.005,), "You lost, but your one choice was right."),
        ((0.5, 0.0), (0.02,), "You lost, but no choice was clearly wrong."),
        ((0.5, 0.4, 0.3, 0.0), (0.02, 0.02, 0.005), "You lost, but no choice was clearly wrong."),
        ((0.02, 0.01, 0.03, 0.0), (0.02, 0.02, 0.02), "You lost by giving away 6%."),
        ((0.5, 0.4, 0.0), (0.0, 0.04), "You got 1 of 2 choices right. You lost mostly on luck, and gave away only 4%."),
        ((0.5, 1.0), (0.04,), "You won, giving away only 4%."),
        ((0.5, 1.0), (0.16,), "You won despite giving away 16%."),
        ((0.5, 0.5), (0.16,), "You drew despite giving away 16%."),
        ((0.5, 0.0), (0.12,), "You lost mostly on luck, and gave away 12%."),
        ((0.5, 0.4, 0.0), (0.4, 0.0), "You got 1 of 2 choices right. You lost by giving away 40%."),
        ((0.5, 0.0), (0.6,), "You lost by giving away 60%."),
    ],
)
def test_the_first_line_says_what_decided_the_game(
    values: tuple[float, ...], losses: tuple[float, ...], words: str
) -> None:
    review = made([*values], {point: choice(loss) for point, loss in enumerate(losses, 1)})
    assert what_happened(ALONE, review) == words
    assert what_happened(TOGETHER, review) == words.replace("You", "P0").replace("your", "the")


def test_choices_that_made_no_difference_are_no_right_choices() -> None:
    equal, right = choice(0.0)._replace(matters=False), choice(0.0)._replace(matters=True)
    assert what_happened(ALONE, made([0.5, 0.4, 1.0], {1: equal, 2: equal})).endswith(": no choice made a difference.")
    assert (
        what_happened(ALONE, made([0.5, 0.4, 0.0], {1: equal, 2: right})) == "You lost, but your one choice was right."
    )


@pytest.mark.parametrize(
    ("point", "words"),
    [
        (0, "Win chance 50.0%."),
        (1, "Win chance 60.0%, luck +10.0%."),
        (2, "Win chance 44.0%, luck −4.0%, skill −12.0%."),
        (3, "Win chance 30.0%, luck −13.6%, skill −0.4%."),
        (4, "Luck −30.0%."),
    ],
)
def test_each_step_says_what_changed_the_chance(point: int, words: str) -> None:
    assert turn_words(LOST, point) == words


def test_a_step_that_changed_nothing_says_no_more_than_the_chance() -> None:
    assert turn_words(made([0.5, 0.5, 1.0], {}), 1) == "Win chance 50.0%."
    assert turn_words(made([0.5, 1.0, 1.0], {}), 2) == ""


def losses(session: AnySession, seat: int, *costs: float) -> Review:
    """A review in which the choices of a seat cost this much, one after the other, and then nothing."""
    rules, found = session.game.rules, [*costs]
    turns = []
    for point in range(1, session.last + 1):
        state, action = session.position(point - 1).state, session.position(point).action
        choice = None
        if rules.to_act(state) == seat and len(rules.legal_actions(state)) > 1:
            best = next(one for one in rules.legal_actions(state) if one != action)
            choice = ReviewedChoice(seat, action, best, found.pop(0) if found else 0.0, 0.01)
        turns.append(Turn(point, 0.5, 0.0, 0.0, 0.0 if choice is None else -choice.loss, choice))
    return Review(seat, Turn(0, 0.5, 0.0), tuple(turns))


def played(name: str, **options: Any) -> AnySession:
    game = find_game(name)
    assert game is not None
    return random_game(game, game.configure(options), 1)


def test_the_mistakes_are_listed_with_the_costliest_first() -> None:
    review = losses(played("clockwork-spades"), 0, 0.05, 0.31, 0.004)
    (kind,) = kinds_of_choices(played("clockwork-spades"), review, with_errors=True)
    assert kind.heading == "", "there is one kind of choice"
    assert [line.cost for line in kind.mistakes] == ["−31.0% ± 1.0%", " −5.0% ± 1.0%"], "the numbers stand in columns"
    assert [line.point for line in kind.mistakes] == [turn.point for turn in review.mistakes]
    assert all(re.match(r"on turn \d+ .+ took the .+♠ and not the .+♠$", line.words) for line in kind.mistakes)
    (kind,) = kinds_of_choices(played("clockwork-spades"), review)
    assert [line.cost for line in kind.mistakes] == ["−31.0%", " −5.0%"], "errors are for those who ask for them"
    assert finding(review) == "2 mistakes, the costliest first:"
    assert finding(losses(played("clockwork-spades"), 0, 0.05)) == "1 mistake:"
    assert finding(losses(played("clockwork-spades"), 0)) == ""
    assert finding(made([0.5, 1.0], {1: choice(0.06, error=0.04)})) == "No single mistake is certain."


def test_bids_and_plays_of_spades_are_listed_apart_each_with_its_sum() -> None:
    session = played("spades", target=100, blind_nil="off")
    bid, *plays = kinds_of_choices(session, losses(session, 0, 0.08, 0.04), with_errors=True)
    assert bid.heading.startswith("Bids: −8.0% ± ")
    assert [line.words.startswith("in deal 1 ") for line in bid.mistakes] == [True]
    assert [kind.heading.partition(":")[0] for kind in plays] == ["Plays"]
    assert plays[0].heading.startswith("Plays: −4.0% ± ")
    assert [line.words.startswith("in trick ") for line in plays[0].mistakes] == [True]
    kinds = kinds_of_choices(session, losses(session, 0, 0.08, 0.09))
    assert [kind.heading.partition(":")[0] for kind in kinds] == ["Plays", "Bids"], "the costliest kind comes first"


def test_what_choices_won_or_lost_in_points_is_told_too() -> None:
    session = played("spades", target=100, blind_nil="off")
    lost = iter((-12.4, 3.2))

    def in_points(turn: Turn) -> Turn:
        if turn.choice is None:
            return turn
        return turn._replace(choice=turn.choice._replace(points=next(lost, 0.0), points_error=3.0))

    review = losses(session, 0, 0.08, 0.03)
    review = review._replace(turns=tuple(map(in_points, review.turns)))
    bids, plays = kinds_of_choices(session, review, with_errors=True)
    assert bids.heading.startswith("Bids: −8.0% ± ")
    assert ", −12 ± " in bids.heading
    assert bids.mistakes[0].cost == "−8.0% ± 1.0%, −12 ± 3 points"
    assert ", +3 " in plays.heading
    lines = [*describe(session, review)]
    assert "Points are the lead that a choice won or lost in its deal, on average. In all: −9 points." in lines
    lines = [*describe(session, review, with_errors=True)]
    assert any(re.match(r"Points are the lead .+ In all: −9 ± \d+ points\.$", line) for line in lines)
    assert points_words(losses(session, 0, 0.08)) == ""


def test_misses_and_choices_of_a_suit_in_german_clock_are_listed_apart() -> None:
    session = played("german-clock")
    kinds = kinds_of_choices(session, losses(session, 0, *(0.1 for _ in range(100))))
    assert {kind.heading.partition(":")[0] for kind in kinds} == {"Choices of a suit", "Cards that fit"}


def test_a_review_is_described_line_by_line() -> None:
    session = played("spades", target=100, blind_nil="off")
    lines = [*describe(session, losses(session, 0, 0.08, 0.03), with_errors=True)]
    assert lines[0].startswith("Spades: ")
    assert lines[3].startswith(f"{session.names[0]} "), "what happened stands above the sum"
    assert [line.split()[0] for line in lines[5:9]] == ["before", "luck", "skill", "result"]
    bids = next(number for number, line in enumerate(lines) if line.startswith("Bids: "))
    assert lines[bids + 1].startswith("  −8.0% ± 1.0%  in deal 1 ")
    assert lines[bids + 1].endswith(" was better.")
    assert lines[bids + 2].startswith("Plays: ")
    plain = "\n".join(describe(session, losses(session, 0, 0.08, 0.03)))
    assert "\n  −8.0%  in deal 1 " in plain
    assert "±" not in plain


def test_the_turning_point_says_what_it_cost() -> None:
    session = played("clockwork-spades")
    review = losses(session, 0, 0.19)
    words = turning_point_words(session, review, review.mistakes[0], "p")
    assert re.match(r"The choice that counted most \(19%, press p\): on turn \d+ .+\.$", words)
    words = turning_point_words(session, review._replace(seat=1), review.mistakes[0], "p")
    assert words.startswith("The turning point (19%, press p): on turn ")


@pytest.mark.parametrize("name", ["clockwork-spades", "clock", "german-clock", "clogs", "spades"])
def test_a_review_is_told_in_every_language(name: str) -> None:
    session = played(name)
    people = {word for each in session.names for word in re.findall(r"\w+", each)}
    for cost in (0.0, 0.005, 0.08, 0.4):
        review = losses(session, 0, cost, 0.03)
        with spoken():
            told = [
                *describe(session, review, with_errors=True),
                *(turn_words(review, at) for at in range(session.last)),
            ]
            for turn in review.turns:
                if turn.choice is not None:
                    told += [mistake_words(session, turn), turning_point_words(session, review, turn, "m")]
            assert [fault for line in told for fault in faults(line, people)] == []
