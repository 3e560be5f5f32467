"""The lines of a duel: written, read, damaged and made up."""

import json
import re
from base64 import b32encode
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clockspades.duel import duel_lines
from clockspades.duel.duel_lines import (
    LONGEST,
    Challenge,
    DuelAnswer,
    DuelLine,
    Opening,
    read_line,
    write_line,
)
from clockspades.duel.packing import DuelError
from clockspades.engine.game import AnyGame
from clockspades.engine.header import Seat
from clockspades.engine.session import AnySession, Session
from clockspades.engine.share import ALPHABET, SharedDeal
from clockspades.engine.text import printable
from clockspades.games.catalogue import GAMES
from clockspades.language import _
from tests.pseudo import faults, spoken

CLOCKWORK, SPADES = GAMES[0], GAMES[4]
CHALLENGE = Challenge(bytes(range(20)), SharedDeal(CLOCKWORK, CLOCKWORK.configure({}), 7), 1, ("steady",), "Ana")
EACH = (
    CHALLENGE,
    DuelAnswer(b"seal!", b"mark", "Ben", 123456789),
    Opening(b"seal!", b"mark", b"0123456789abcdef", 123456789),
)
every_kind = pytest.mark.parametrize("line", EACH, ids=["challenge", "answer", "opening"])

names = st.text(min_size=1, max_size=40).filter(lambda name: name.strip() != "" and printable(name) == name)
numbers = st.integers(0, 1 << 1000)


def data(length: int) -> st.SearchStrategy[bytes]:
    return st.binary(min_size=length, max_size=length)


@st.composite
def challenges(draw: st.DrawFn) -> Challenge:
    game: AnyGame = draw(st.sampled_from(GAMES))
    options = game.configure(draw(st.sampled_from([preset.options for preset in game.presets])))
    others = game.seats(options) - 1
    bots = tuple(draw(st.sampled_from([bot for bot in game.bots if not game.sees_all(bot)])) for _ in range(others))
    deal = SharedDeal(game, options, draw(st.integers(0, (1 << 40) - 1)))
    return Challenge(draw(data(20)), deal, draw(st.integers(0, others)), bots, draw(names))


every_line = st.one_of(
    challenges(),
    st.builds(DuelAnswer, data(5), data(4), names, numbers),
    st.builds(Opening, data(5), data(4), data(16), numbers),
)


@given(every_line)
def test_a_line_is_read_as_it_was_written(line: DuelLine) -> None:
    text = write_line(line, "Clogs")
    assert len(text.splitlines()) == 1
    assert read_line(text, GAMES) == line


@every_kind
def test_a_line_is_words_and_a_code_that_survives_chat_programs(line: DuelLine) -> None:
    text = write_line(line, "Clockwork Spades")
    words, _, code = text.rpartition(" · ")
    assert words == f"clockspades duel · Clockwork Spades · {type(line).__name__.removeprefix('Duel').lower()}"
    assert {*code} <= {*ALPHABET, "-"}
    for changed in (
        text.lower(),
        f"> {text}.",
        f"“{text}”",
        f"look:\n{text}\n",
        text.replace("-", "–"),
        text.replace("-", "-\n"),
        text.replace("·", "•"),
        text.replace("·", "-"),
        text.replace("0", "O").replace("1", "l"),
        f"  {text.replace(' ', chr(0xA0))}",
    ):
        assert read_line(changed, GAMES) == line, changed


@every_kind
def test_a_line_is_read_in_every_language(line: DuelLine) -> None:
    english = write_line(line, CLOCKWORK.title)
    with spoken():
        text = write_line(line, _(CLOCKWORK.title))
        assert faults(text.removeprefix("clockspades duel").rpartition(" · ")[0]) == []
        assert read_line(english, GAMES) == read_line(text, GAMES) == line
    assert text != english
    assert read_line(text, GAMES) == line


@every_kind
def test_any_change_of_one_character_of_the_code_is_noticed(line: DuelLine) -> None:
    text = write_line(line, "Clogs")
    start = text.rindex(" ") + 1
    for at in range(start, len(text)):
        if text[at] != "-":
            others = {"0", "Z", "U", "?", "é", ""} - {text[at]}
            for other in others:
                with pytest.raises(DuelError, match="damaged"):
                    read_line(text[:at] + other + text[at + 1 :], GAMES)


def sealed(said: bytes) -> str:
    """A line with a true check that says anything."""
    checked = said + sha256(b"Clockspades duel" + said).digest()[:4]
    plain = b32encode(checked).decode().rstrip("=")
    return f"Clockspades duel · Clogs · challenge · {plain.translate(duel_lines._WRITTEN)}"


@given(st.sampled_from([b"C", b"A", b"O", b"Z", b""]), st.binary(max_size=120))
def test_whatever_a_line_says_it_is_read_or_refused_in_one_sentence(kind: bytes, said: bytes) -> None:
    found: DuelLine | str
    try:
        found = read_line(sealed(kind + said), GAMES)
    except DuelError as error:
        found = str(error)
    if isinstance(found, str):
        assert len(found.splitlines()) == 1
        assert len(found) < 200
        assert printable(found) == found
    else:
        assert read_line(write_line(found, "Clogs"), GAMES) == found


SEAL = bytes(20)
CODE = "K13JZ9J7Q8C6"


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (b"Z", "the line of the duel is from a newer version of clockspades"),
        (b"C" + SEAL, duel_lines._INVALID),
        (b"C" + SEAL + f"{CODE} 0 steady".encode(), duel_lines._INVALID),
        (b"C" + SEAL + f"{CODE} 2 steady Ana".encode(), duel_lines._INVALID),
        (b"C" + SEAL + f"{CODE} -1 steady Ana".encode(), duel_lines._INVALID),
        (b"C" + SEAL + f"{CODE} 0 steady,steady,steady Ana".encode(), duel_lines._INVALID),
        (b"C" + SEAL + f"{CODE} 0 - Ana".encode(), duel_lines._INVALID),
        (b"C" + SEAL + f"{'K' * 2000} 0 steady Ana".encode(), duel_lines._INVALID),
        (b"C" + SEAL + f"{CODE} {'9' * 2000} steady Ana".encode(), duel_lines._INVALID),
        (b"C" + SEAL + f"{CODE} 0 steady \x1b[2J".encode(), "has a character that cannot be shown"),
        (b"C" + SEAL + f"{CODE} 0 steady {'n' * 200}".encode(), "is too long"),
        (b"C" + SEAL + f"{CODE} 0 steady  ".encode(), "a name cannot be empty"),
        (b"C" + SEAL + f"{CODE} 0 perfect Ana".encode(), "a bot that this version of Clockwork Spades does not have"),
        (b"C" + SEAL + f"{CODE} 0 open Ana".encode(), "a bot that this version of Clockwork Spades does not have"),
        (b"C" + SEAL + b"K13JZ9J7Q8C7 0 steady Ana", "has a typo"),
        (b"C" + SEAL + b"\xff\xfe", duel_lines._INVALID),
        (b"A" + b"short", duel_lines._INVALID),
        (b"A" + bytes(9) + b"\xffAna", duel_lines._INVALID),
        (b"A" + bytes(9) + b"\x00", "a name cannot be empty"),
        (b"O" + bytes(9) + b"short", duel_lines._INVALID),
    ],
)
def test_a_hostile_line_is_refused(said: bytes, why: str) -> None:
    with pytest.raises(DuelError) as refused:
        read_line(sealed(said), GAMES)
    assert why in str(refused.value)
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "this is not the line of a duel, which begins with `clockspades duel`"),
        ("K13J-Z9J7-Q8C6", "this is not the line of a duel"),
        ("Clockspades daily 2026-11-22 · Clock · lost, 40 of 52 face up · 5KHP-EFBC", "this is not the line of a duel"),
        ("Clockspades duel", "damaged"),
        ("Clockspades duel ·", "damaged"),
        ("Clockspades duel · Clogs · challenge · ☃", "damaged"),
        ("Clockspades duel · " + "A" * LONGEST * 3, "damaged"),
        ("\0" * 10 * LONGEST, "this is not the line of a duel"),
    ],
)
def test_what_is_no_line_is_refused(text: str, why: str) -> None:
    with pytest.raises(DuelError, match=why):
        read_line(text, GAMES)


def test_the_example_of_the_document_is_read_step_by_step() -> None:
    """The line in docs/duel.md as somebody reads it who has only the document, and the rules."""
    document = (Path(__file__).parents[2] / "docs" / "duel.md").read_text(encoding="utf-8")
    (text,) = re.findall("^clockspades duel · .+$", document, re.MULTILINE)
    code = text.rpartition(" · ")[2].replace("-", "")
    bits = "".join(f"{'0123456789ABCDEFGHJKMNPQRSTVWXYZ'.index(each):05b}" for each in code)
    said = bytes(int(bits[at : at + 8], 2) for at in range(0, len(bits) - 7, 8))
    assert not int(bits[8 * len(said) :] or "0", 2)
    assert said[-4:] == sha256(b"Clockspades duel" + said[:-4]).digest()[:4]
    assert (said[:1], said[10], said[11:14]) == (b"A", 3, b"Ben")
    moves = int.from_bytes(said[14:-4], "big")
    session: AnySession = Session(CLOCKWORK, CLOCKWORK.configure({}), (Seat("Ben"), Seat("Verge", "bot:steady")))
    session.deal(Random("clockspades deal 7"))
    written = [json.dumps(session.position(1).action.as_json()) + "\n"]  # type: ignore[union-attr]
    while session.outcome is None:
        legal = {json.dumps(each.as_json()): each for each in CLOCKWORK.rules.legal_actions(session.state)}
        moves, place = divmod(moves, len(legal))
        chosen = legal[sorted(legal)[place]]
        written.append(json.dumps({"seat": session.to_act, **chosen.as_json()}) + "\n")
        session.act(chosen)
    assert moves == 0
    assert said[6:10] == sha256("".join(written).encode()).digest()[:4]
    assert read_line(text, GAMES) == DuelAnswer(said[1:6], said[6:10], "Ben", int.from_bytes(said[14:-4], "big"))
