"""Texts that people read, in another language than English."""

import re
from concurrent.futures import ThreadPoolExecutor

import pytest

from clockspades import language
from clockspades.cards import use_faces
from clockspades.engine.game import AnyGame
from clockspades.games.catalogue import GAMES
from clockspades.locale_data import LOCALES
from tests.pseudo import spoken

RULES = """\
# A trick that has a heading which is far too long for a single line of the rules

The winner of a trick leads.

A♠ 2♠

1. Follow suit.
2. If you have no card of the suit that was led, play any other card of your hand,
   or turn up a clog.

- Any other card
  cannot win.

    clockspades play
    clockspades rules
"""


def test_each_item_of_a_list_in_markdown_is_a_message() -> None:
    parts = [part for part in language.parts_of(RULES) if any(part)]
    assert parts[2] == ("A♠ 2♠", "")
    assert [start for start, _ in parts[:6]] == ["# ", "", "A♠ 2♠", "1. ", "2. ", "- "]
    assert [message[:13] for _, message in parts[3:6]] == ["Follow suit.", "If you have n", "Any other car"]


def test_the_lines_of_an_item_stand_below_its_words() -> None:
    with spoken():
        lines = language.in_markdown(RULES).splitlines()
    second = next(place for place, line in enumerate(lines) if line.startswith("2. "))
    assert lines[second + 1].startswith("   ")
    assert lines[second - 1].startswith("1. ")


def test_headings_have_a_context_and_a_line_and_commands_keep_theirs() -> None:
    with spoken():
        lines = language.in_markdown(RULES).splitlines()
    assert lines[0].startswith("# ‹")
    assert lines[0].endswith("›")
    assert lines[2].startswith("⟦")
    assert lines[-2:] == ["    clockspades play", "    clockspades rules"]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_rules_of_a_game_are_the_same_blocks_in_every_language(game: AnyGame) -> None:
    with spoken():
        text = game.rules_text()
    starts = re.compile(r"^(?:#+ |- |\d+\. |$)|^.*[♠♥♦♣]\]?$", re.MULTILINE)
    assert starts.findall(text) == starts.findall(game.rules_text())
    assert all(len(line) <= 78 or line.startswith("#") for line in text.split("\n"))


def test_english_for_a_moment_is_spoken_in_one_thread_alone() -> None:
    @language.cached
    def told(number: int) -> str:
        return language.ngettext("{number} trick is left.", "{number} tricks are left.", number)

    with spoken():
        before = told(2)
        with language.speaking():
            assert told(2) == "2 tricks are left."
            with ThreadPoolExecutor() as pool:
                assert pool.submit(told, 2).result() == before
        assert told(2) == before != "2 tricks are left."


@pytest.mark.parametrize(
    ("last", "every", "either"),
    [
        ("Ana", "Tom y Ana", "Tom o Ana"),
        ("Inés", "Tom e Inés", "Tom o Inés"),
        ("Hilda", "Tom e Hilda", "Tom o Hilda"),
        ("hielo", "Tom y hielo", "Tom o hielo"),
        ("Olga", "Tom y Olga", "Tom u Olga"),
        ("8♠", "Tom y 8♠", "Tom u 8♠"),
        ("11", "Tom y 11", "Tom u 11"),
        ("118", "Tom y 118", "Tom o 118"),
    ],
)
def test_spanish_says_e_and_u_before_their_own_sound(
    last: str, every: str, either: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(language, "_spoken", language._Spoken("es", LOCALES["es"], None))
    assert (language.listed(["Tom", last]), language.either(["Tom", last])) == (every, either)


@pytest.mark.parametrize(
    ("template", "name", "said"),
    [
        ("la carte de {name}", "Ana", "la carte d’Ana"),
        ("De {name} à toi", "Étienne", "D’Étienne à toi"),
        ("chez {name} que {name} gagne", "Özlem", "chez Özlem qu’Özlem gagne"),
        ("avant que {name} gagne", "Ida", "avant qu’Ida gagne"),
        ("la carte de {name}", "Tom", "la carte de Tom"),
        ("la carte de {name}", "notes de Ana", "la carte de notes de Ana"),
        ("dame {name}", "Ana", "dame Ana"),
    ],
)
def test_french_leaves_out_a_vowel_before_a_name(
    template: str, name: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(language, "_spoken", language._Spoken("fr", LOCALES["fr"], None))
    assert language._(template, name=name) == said
    assert language.headed("Spades", "5") == "Spades\u00a0: 5"


def test_the_cards_of_the_rules_have_the_letters_that_are_shown() -> None:
    spades = next(game for game in GAMES if game.name == "spades")
    english = spades.rules_text()
    use_faces("de")
    german = spades.rules_text()
    use_faces(language.SOURCE)
    assert "\nA♠ K♠ Q♠ J♠ 10♠ 9♠\n" in english
    assert "\nA♠ K♠ D♠ B♠ 10♠ 9♠\n" in german
    assert "BJ♠ LJ♠ 2♦♠ 2♠ A♠ K♠" in german
    assert english == spades.rules_text()
