"""What is public is what docs/library.md says, and its examples run as they stand there."""

import doctest
from pathlib import Path

import pytest

from clockspades import library
from clockspades.engine.options import OptionError
from clockspades.engine.seating import SeatError
from clockspades.engine.text import UserError
from distribution.library_page import PAGE, library_page


def test_the_examples_say_what_happens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    found = doctest.testfile(str(PAGE), module_relative=False)
    assert found.attempted > 30
    assert not found.failed


def test_the_page_lists_what_is_public() -> None:
    """A changed name, argument or attribute is a change for others: docs/library.md says when it may come."""
    page = PAGE.read_text(encoding="utf-8")
    assert library_page(page) == page, "run python -m distribution.library_page, and say in CHANGELOG.md what changed"
    assert len({*library.__all__}) == len(library.__all__)
    assert library.__all__ == sorted(library.__all__, key=lambda name: (not name.isupper(), name.islower(), name))


@pytest.mark.parametrize(("game", "number"), [("clogs", 3), ("spades-whiz", 4), ("german-clock", 5)])
def test_a_number_brings_the_same_game(game: str, number: int) -> None:
    one, other = (library.begin(game, number=number) for _ in range(2))
    assert one.moves == other.moves
    assert one.names == other.names
    assert library.deal_code(library.code_of(one)).moves == one.moves
    assert library.begin(game).moves != one.moves


def test_bots_play_on_to_the_next_person_or_to_the_end(tmp_path: Path) -> None:
    people = [library.Seat("Ana"), library.Seat("Bo", "bot:quick"), library.Seat("Cyd", "bot:quick")]
    game = library.begin("clogs", people, 7, players=3, target=12)
    while game.outcome is None:
        library.play_on(game)
        if game.outcome is None:
            assert game.to_act == 0
            game.act(game.game.rules.legal_actions(game.view(0))[-1])
    library.save(game, tmp_path / "clogs.cslog")
    again = library.load(str(tmp_path / "clogs.cslog"))
    assert (again.moves, again.names, again.outcome) == (game.moves, game.names, game.outcome)
    assert library.code_of(again) == library.code_of(game) != ""


def test_what_is_wrong_is_said_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="there is no game 'whist'"):
        library.begin("whist")
    with pytest.raises(OptionError, match="players cannot be 9"):
        library.begin("clogs", players=9)
    with pytest.raises(SeatError, match="has no bot 'best'"):
        library.begin("clogs", [library.Seat("Ana", "bot:best")])
    with pytest.raises(library.CodeError, match="is not a share code"):
        library.deal_code("K1")
    broken = tmp_path / "broken.cslog"
    broken.write_bytes(b"\xff\x00")
    with pytest.raises(library.LogError, match=r"broken\.cslog:1: the header is missing"):
        library.load(broken)
