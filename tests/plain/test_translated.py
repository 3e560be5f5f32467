"""Line mode in another language: what is typed has words of both, and cards are said as the language says them."""

from collections.abc import Iterator, Mapping
from io import BytesIO
from random import Random

import pytest

from clockspades import language
from clockspades.cards import Rank, Suit, use_faces
from clockspades.engine import share
from clockspades.engine.header import Seat
from clockspades.engine.session import AnySession, Session
from clockspades.games.catalogue import GAMES
from clockspades.plain.choices import ALIASES, WORDS, Phrases, command_of, find_choice, numbered, shown, what_to_type
from clockspades.plain.conversation import Conversation
from clockspades.plain.plain_voice import Voice, in_words
from clockspades.plain.talk import phrases_of
from clockspades.plain.typed_lines import Lines

GERMAN: Mapping[str, str] = {
    "ace": "Ass", "jack": "Bube", "queen": "Dame", "king": "König",
    "clubs": "Kreuz", "diamonds": "Karo", "hearts": "Herz", "spades": "Pik",
    "seven": "sieben", "ten": "zehn",
    "{ranks} of {suit}": "{suit} {ranks}",
    "on {ranks}": "auf {ranks}", "{hour} o'clock": "{hour} Uhr",
    "the and or of at card o'clock": "die der das und oder Karte",
    "hint": "Tipp", "quit": "Ende", "table": "Hint", "yes": "ja", "no": "nein",
    "back": "zurück", "clock": "Uhr", "log": "help",
    "take the {spade}": "nimm die {spade}",
    "bid {bid}": "sag {bid} an",
    "play the {card}": "spiel die {card}",
}  # fmt: skip


class German:
    """A German of a few words, and English where it has none."""

    def gettext(self, message: str, /) -> str:
        return GERMAN.get(message, message)

    def ngettext(self, one: str, several: str, number: int, /) -> str:
        return self.gettext(one if number == 1 else several)

    def pgettext(self, context: str, message: str, /) -> str:
        return self.gettext(message)

    def npgettext(self, context: str, one: str, several: str, number: int, /) -> str:
        return self.gettext(one if number == 1 else several)


@pytest.fixture(autouse=True)
def german() -> Iterator[None]:
    language.use("de", German())
    use_faces("de")
    yield
    language.use(language.SOURCE)
    use_faces(language.SOURCE)


def test_a_command_is_said_in_both_languages_and_typed_in_either() -> None:
    assert (shown("hint"), shown("undo")) == ("hint (Tipp)", "undo")
    assert [command_of(typed) for typed in ("hint", "HINT", "Tipp", "tipp", "h")] == ["hint"] * 5
    assert (command_of("ja"), command_of("Ende"), command_of("Uhr")) == ("yes", "quit", "clock")


@pytest.mark.parametrize("typed", ["zurück", "zuruck", "ZURÜCK", "zuru\u0308ck"])
def test_accents_may_be_left_out(typed: str) -> None:
    assert command_of(typed) == "back"
    assert find_choice("Pik Konig", ("play K♠", "play D♠"), ("spiel K♠", "spiel D♠")) == 0


def test_english_wins_where_words_clash() -> None:
    """ "Hint" would be the table, and "help" the log."""
    assert (command_of("hint"), command_of("help")) == ("hint", "help")
    assert all(command_of(word) == ALIASES.get(word, word) for word in (*WORDS, *ALIASES))


@pytest.mark.parametrize(
    ("typed", "place"),
    [
        ("play d♠", 0), ("spiel die d♠", 0), ("Spiel die Pik Dame", 0), ("pik dame", 0), ("D♠", 0), ("ds", 0),
        ("q♠", 0), ("qs", 0), ("queen of spades", 0), ("play queen of spades", 0), ("Dame Pik", 0), ("Pik-Dame", 0),
        ("b♥", 1), ("bh", 1), ("Herz Bube", 1), ("jack of hearts", 1), ("spiel Herz Bube", 1),
        ("zehn", None), ("Karo zehn", 2), ("10d", 2), ("td", 2), ("spiel die 10♦", 2), ("Karo", None), ("die", None),
        ("1", 0), ("4", 3), ("5", None), ("Karo 7", 3),
    ],
)  # fmt: skip
def test_a_choice_is_typed_in_either_language(typed: str, place: int | None) -> None:
    cards = [f"{Rank(rank).symbol}{Suit(suit).symbol}" for rank, suit in ((12, 3), (11, 2), (10, 1), (7, 1))]
    phrases = Phrases([f"play {card}" for card in cards], [f"spiel die {card}" for card in cards])
    assert find_choice(typed, *phrases) == place


def test_the_verb_may_be_left_out_where_it_is_the_last_word() -> None:
    phrases = Phrases(("bid nil", "bid blind nil", "bid 1"), ("Null ansagen", "blind Null ansagen", "1 ansagen"))
    assert [find_choice(typed, *phrases) for typed in ("null", "blind null", "ansagen", "nil")] == [0, 1, None, 0]


def test_several_cards_are_typed_in_either_language() -> None:
    phrases = Phrases(("pass 7♥ 4♠ D♠", "pass 7♥ 4♠ 2♦"), ("gib 7♥ 4♠ D♠ weiter", "gib 7♥ 4♠ 2♦ weiter"))
    for typed in ("pass 7h 4s qs", "Pik 4 und Dame, Herz 7", "gib Pik Dame und 4; Herz 7 weiter", "7♥ 4♠ D♠"):
        assert find_choice(typed, *phrases) == 0


def test_choices_are_said_in_both_languages() -> None:
    phrases = Phrases(("bid 2", "bid nil"), ("sag 2 an", "sag null an"))
    assert [*numbered(phrases)] == ["0: bid nil (sag null an)", "2: bid 2 (sag 2 an)"]
    assert what_to_type(phrases) == "0 oder 2, or words such as bid 2 (sag 2 an)"
    alike = Phrases(("clog A", "clog B"), ("einen Clog aufdecken", "einen Clog aufdecken"))
    assert [*numbered(alike)] == ["1: clog A", "2: clog B"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Ana spielt die 10♠.", "Ana spielt die Pik 10."),
        ("Ana hat A♠ 8♠ 4♠ 8♥ K♣.", "Ana hat Pik Ass, 8 und 4; Herz 8; Kreuz König."),
        ("D♣, B♦", "Kreuz Dame, Karo Bube"),
        ("Zug 1: Ana spielt auf B D A", "Zug 1: Ana spielt auf Bube, Dame, Ass"),
        ("♣ ♥ ♠ ♦.", "Kreuz, Herz, Pik, Karo."),
    ],
)
def test_cards_are_said_as_the_language_says_them(text: str, words: str) -> None:
    assert in_words(text) == words


def test_a_sentence_begins_with_a_capital_where_it_began_with_a_card() -> None:
    language.use(language.SOURCE)
    assert in_words("K♦ is up.") == "King of diamonds is up."
    assert in_words("K♦ 7♦") == "king and 7 of diamonds"


def dealt(name: str) -> AnySession:
    game = next(each for each in GAMES if each.name == name)
    seats = (Seat("Ana"), *(Seat(f"B{seat}", f"bot:{game.quickest_bot}") for seat in range(1, game.seats({}))))
    session: AnySession = Session(game, game.configure({}), seats)
    session.deal(share.generator(share.draw_number(Random(5))))
    return session


def test_a_game_is_played_in_the_words_of_the_language() -> None:
    session = dealt("clockwork-spades")
    typed = "Uhr\n7 Uhr\nTipp\nnonsense\nEnde\n"
    said: list[str] = []
    Conversation(session, Random(1), Lines(BytesIO(typed.encode())), Voice(said.append), "The rules.", 24).hold()
    assert "Type help for a list of commands." in said
    assert any("1 o'clock" in line for line in said)
    assert [line for line in said if "is not one" in line] == [said[-1]]
    assert said[-1].startswith('"nonsense" is not one of the choices: type ')
    phrases = phrases_of(session, 0)
    assert len(phrases.here) == len(phrases.english)
