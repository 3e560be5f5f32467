"""Whom sentences say "you" to."""

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from clockspades.engine.header import Seat
from clockspades.engine.phrases import capital
from clockspades.engine.session import Session
from clockspades.engine.wording import NamesForYou, each, labels, said, told
from clockspades.games.clogs.clogs_game import ClogsGame

ANA, BEN, TICK = Seat("Ana"), Seat("Ben"), Seat("Tick", "bot:random")


@pytest.mark.parametrize(
    ("seats", "called"),
    [
        ((ANA, TICK), ("You", "Tick")),
        ((TICK, ANA), ("Tick", "You")),
        ((ANA, BEN), ("Ana", "Ben")),
        ((TICK, TICK._replace(name="Arbor")), ("Tick", "Arbor")),
    ],
)
def test_only_who_plays_alone_is_you_at_the_table(seats: tuple[Seat, ...], called: tuple[str, ...]) -> None:
    game = ClogsGame()
    session = Session(game, game.configure({"players": 2}), seats)
    assert labels(session.names_at_table) == called
    assert labels(session.names) == tuple(seat.name for seat in seats)


def test_each_player_hears_their_own_sentence() -> None:
    names = NamesForYou(("Ana", "Bo"), 1)
    assert [told(names, seat, "You lead.", f"{names[seat]} leads.") for seat in (0, 1)] == ["Ana leads.", "You lead."]
    assert each(names) == ("Ana", "you")


def test_a_template_has_a_sentence_for_each_and_takes_names_and_words_as_they_are() -> None:
    names = NamesForYou(("{x}[a|b]", "Bo"), 1)
    template = "So [you draw|{name} draws] {what} and [keep|keeps] it."
    assert said(names, 1, template, what="[the|{name}]") == "So you draw [the|{name}] and keep it."
    assert said(names, 0, template, what="a {card}") == "So {x}[a|b] draws a {card} and keeps it."


def test_a_spanish_question_has_its_capital_after_the_sign_that_opens_it() -> None:
    assert [*map(capital, ("¿qué pica?", "¡uno!", "which spade?", "¿", ""))] == [
        "¿Qué pica?",
        "¡Uno!",
        "Which spade?",
        "¿",
        "",
    ]


def templates() -> Iterator[tuple[str, set[str], set[str]]]:
    """Every template that is said, the values that it has, and those that are given to it."""
    for path in sorted((Path(__file__).parents[2] / "clockspades").rglob("*.py")):
        text = path.read_text("utf-8")
        for node in ast.walk(ast.parse(text)) if "said(" in text else ():
            match node:
                case ast.Call(func=ast.Name("said"), args=[_, _, ast.Constant(str(template))], keywords=keywords):
                    fields = {str(field).split(".")[0] for _, field, _, _ in Formatter().parse(template) if field}
                    yield f"{path.name}: {template}", fields - {"name"}, {str(keyword.arg) for keyword in keywords}


def test_every_template_gets_the_values_that_it_has() -> None:
    found = list(templates())
    assert len(found) > 40
    assert not [called for called, fields, given in found if fields != given]
