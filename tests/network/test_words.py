"""Words that go over the wire: each side reads its own language, and nothing that a stranger sends is formatted."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from clockspades import language
from clockspades.engine.codec import CodecError
from clockspades.games.catalogue import find_game
from clockspades.network.client import client as my
from clockspades.network.wire.messages import TO_CLIENT, Goodbye, PlaceBot, Refused
from clockspades.network.wire.words import LONGEST, Says, heard, nworded, says_of, worded
from tests import pseudo
from tests.network.memory import MemoryHost

CATALOGUE = {
    "{name} sits there: open the seat first.": "Da sitzt {name}.",
    "You are {name}": "{name.__class__} {0} {name!r:>999999999} {other}",
}
TEMPLATES = st.sampled_from([*CATALOGUE, "{x.__class__}", "{x:>999999999}", "{", "}", "{}", "{0}", "%s", ""])
PLAIN = st.integers(-(2**53), 2**53) | st.text(max_size=20) | st.booleans() | st.none() | st.floats()
MADE = st.fixed_dictionaries(
    {},
    optional={
        "message": TEMPLATES | PLAIN,
        "several": TEMPLATES | PLAIN,
        "arguments": st.dictionaries(
            st.sampled_from(["name", "number", "x"]) | st.text(max_size=9), PLAIN, max_size=20
        ),
    },
)


class _German:
    """A catalogue of a few messages, two of them as no translator may write them."""

    def gettext(self, message: str, /) -> str:
        return CATALOGUE.get(message, message)

    def ngettext(self, one: str, several: str, number: int, /) -> str:
        return CATALOGUE.get(one, one if number == 1 else several)

    def pgettext(self, context: str, message: str, /) -> str:
        return message

    def npgettext(self, context: str, one: str, several: str, number: int, /) -> str:
        return several


@contextmanager
def in_german() -> Iterator[None]:
    language.use("de", _German())
    try:
        yield
    finally:
        language.use(language.SOURCE)


@given(st.text(max_size=40) | TEMPLATES, MADE | PLAIN | st.lists(PLAIN))
def test_whatever_a_stranger_sends_is_shown_as_text(words: str, says: Any) -> None:
    with in_german():
        frame = {"goodbye": {"words": words, "final": True, "says": says}}
        try:
            read = TO_CLIENT.read(frame)
        except CodecError:
            return
        assert isinstance(read, Goodbye)
        assert read.told.isprintable()
        assert len(read.told) <= max(len(words), 2 * LONGEST)
        assert TO_CLIENT.read(TO_CLIENT.write(read)) == read


def test_a_message_is_said_in_the_language_of_whoever_reads_it() -> None:
    words = worded("{name} sits there: open the seat first.", name="Ana {x}")
    assert words == "Ana {x} sits there: open the seat first."
    assert heard(words, says_of(words)) == words
    with pseudo.spoken():
        told = heard(words, says_of(words))
        assert told.startswith("⟦Ana {x} ")
        assert not pseudo.faults(told, {"Ana"})
        three = nworded("{number} table is open.", "{number} tables are open.", 3)
        assert (three, heard(three, says_of(three))) == ("3 tables are open.", pseudo.pseudo(three))
        assert says_of("It is not your turn.") is None
        assert heard("It is not your turn.", None) == pseudo.pseudo("It is not your turn.")


def test_what_is_too_long_or_lacks_an_argument_leaves_the_words() -> None:
    with pseudo.spoken():
        assert heard("Ana is here.", Says("{name} is here.", {})) == "Ana is here."
    long = {"message": "{name} is here.", "arguments": {"name": "x" * (LONGEST + 1)}}
    read = TO_CLIENT.read({"refused": {"what": "vote", "words": "Ana is here.", "says": long}})
    assert isinstance(read, Refused)
    assert (read.says, read.told) == (None, "Ana is here.")


def test_a_table_tells_english_words_and_what_they_were_made_of() -> None:
    game = find_game("clockwork-spades")
    assert game is not None
    host = MemoryHost(game)
    ana, ben = host.seat("Ana", hosts=True), host.seat("Ben")
    for each in (ana, ben):
        each.give(my.Started())
    with pseudo.spoken():
        host.hear(ana.name, PlaceBot(1, game.best_bot))
    refused = TO_CLIENT.read_text(host.sent[-1][1])
    made = Says("{name} sits there: open the seat first.", {"name": "Ben"})
    assert refused == Refused("place", "Ben sits there: open the seat first.", says=made)
