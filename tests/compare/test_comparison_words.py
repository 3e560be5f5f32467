"""What is said of two games of the same deal."""

from pathlib import Path

import pytest

from clockspades.compare import Comparison, bots_words, compare, describe, gain_words, result_words, verdict, words_at
from clockspades.engine.game import AnyGame
from clockspades.engine.header import Header, Seat
from clockspades.engine.session import AnySession
from clockspades.games.catalogue import GAMES
from clockspades.review.review import Gain
from clockspades.saved.log import LoadedLog
from tests.compare.same_deal import STARTED, played
from tests.pseudo import faults, spoken

CLOCKWORK = GAMES[0]
BETTER = Gain((0.4, 0.5), (0.01, 0.01), 0.1, 0.012, 3.4, 0.5)


def compared(one: AnySession, other: AnySession) -> Comparison:
    def loaded(session: AnySession) -> LoadedLog:
        session.header = Header(session.game.name, session.options, session.seats, STARTED)
        return LoadedLog(Path("game.cslog"), session, [], [], finished=True, fault=None)

    return compare(loaded(one), loaded(other))


@pytest.fixture
def parted() -> Comparison:
    return compared(played(CLOCKWORK, "Ana"), played(CLOCKWORK, "Ben", 1))


def test_everything_is_told_line_by_line(parted: Comparison) -> None:
    parting = parted.partings[0]
    step = parting.points[0] + 1
    chosen = [
        game.words.describe(game_event, names)
        for session in parted.games
        for game, names in [(session.game, session.names)]
        for game_event in session.position(step).events
        if type(game_event).__name__ == "Took"
    ]
    wide = max(map(len, chosen))
    assert [*describe(parted, {parting: BETTER})] == [
        "Clockwork Spades: two games of the same deal.",
        "",
        f"  Ana: {result_words(parted, 0)}",
        f"  Ben: {result_words(parted, 1)}",
        "",
        verdict(parted),
        f"The games parted at step {step}.",
        "",
        f"  Ana, step {step}: {chosen[0]:{wide}}  win chance 40.0%",
        f"  Ben, step {step}: {chosen[1]:{wide}}  win chance 50.0%",
        "  Ben's choice was better: win chance +10.0%, +3 points.",
    ]


def test_without_an_evaluation_the_choices_are_told_alone(parted: Comparison) -> None:
    told = [*describe(parted, {})]
    assert "win chance" not in "".join(told)
    assert told[-1].startswith("  Ben, step ")


@pytest.mark.parametrize(
    ("gain", "words"),
    [
        (BETTER, "Ben's choice was better: win chance +10.0%, +3 points."),
        (
            BETTER._replace(chance=-0.1, points=-3.4),
            "Ana's choice was better: win chance +10.0%, +3 points.",
        ),
        (BETTER._replace(points=None), "Ben's choice was better: win chance +10.0%."),
        (
            BETTER._replace(chance=-0.02, error=0.01, points=None),
            "No clear difference. Ana's choice: win chance +2.0%.",
        ),
        (BETTER._replace(chance=0.0, error=0.0), "Both choices were worth the same."),
    ],
)
def test_what_a_choice_gained(parted: Comparison, gain: Gain, words: str) -> None:
    assert gain_words(parted, parted.partings[0], gain) == words


def test_other_seats_and_other_bots_are_said() -> None:
    found = compared(played(CLOCKWORK, "Ana"), played(CLOCKWORK, "Ben", seat=1))
    told = "Ana had seat 0 and Ben seat 1. They held different cards, so the results don't say who played better."
    assert verdict(found) == told
    one, other = played(CLOCKWORK, "Ana"), played(CLOCKWORK, "Ben")
    other.seats = (other.seats[0], Seat("Pip", "bot:random"))
    words = "The bots were not the same: seat 1 was a strong bot in the first game and an easy bot in the second."
    assert bots_words(compared(one, other)) == words


@pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])
def test_equal_games_never_part(game: AnyGame) -> None:
    told = [*describe(compared(played(game, "Ana"), played(game, "Ben")), {})]
    assert told[-2:] == ["Both did equally well.", "The games never parted: every step is the same."]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_it_is_told_in_every_language(game: AnyGame) -> None:
    comparison = compared(played(game, "Ana"), played(game, "Ben", 1))
    people = {name for session in comparison.games for each in session.names for name in each.split()}
    with spoken():
        gains = dict(zip(comparison.partings, (BETTER, BETTER._replace(chance=-0.1), BETTER._replace(error=0.2))))
        told = [*describe(comparison, gains), *(words_at(comparison, each) for each in (*comparison.partings, None))]
        assert [fault for line in told for fault in faults(line, people)] == []
