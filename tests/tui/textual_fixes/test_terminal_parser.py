"""What a terminal sends, as Textual's parser takes it and as ours does: no byte does harm."""

from codecs import getincrementaldecoder
from collections.abc import Iterable
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from textual import constants, events
from textual._xterm_parser import XTermParser
from textual.drivers import web_driver
from textual.message import Message

from clockspades.table.keys import use_keymap
from clockspades.tui.textual_fixes import terminal_parser
from clockspades.tui.textual_fixes.terminal_parser import LONGEST, MOST_PASTED, SLOW, TerminalParser, use_parser

STRANGE: Final = (
    "\x1b[?61;4;6;22c",  # the answers to what a program before asked: its device attributes, …
    "\x1b[>41;354;0c",
    "\x1b[?1;2;4c",
    "\x1b[0n",
    "\x1b[?62;22;52c",
    "\x1b[8;24;80t",
    "\x1b[?2031;1$y",
    "\x1b[?997;1n",
    "\x1b[?29u",
    "\x1b[2;4\x24r",
    "\x1b]11;rgb:1e1e/1e1e/2e2e\x1b\\",  # … its colours, …
    "\x1b]11;rgb:1e1e/1e1e/2e2e\x07",
    "\x1b]4;1;rgb:cccc/0000/0000\x07",
    "\x1b]52;c;aGVsbG8gcXFxMTIz\x07",  # … its clipboard, …
    "\x1b]lqqq\x1b\\",
    "\x1bP>|xterm(390)\x1b\\",  # … its name, …
    "\x1bP1+r544e=787465726d\x1b\\",
    "\x1bP!|00000000\x1b\\",
    "\x1b_Gi=31;OK\x1b\\",  # … whether it draws pictures
    "\x1b^q1\r\x1b\\",
    "\x1bXq1\r\x1b\\",
    "\x1b[?1;0;256S",
    "\x1b[I",
    "\x1b[O",
    "\x1b[12;40R",
    "\x1b[48;24;80;0;0t",
    "\x1b[48;99999;99999;99999;99999t",
    "\x1b[?2048;1$y",
    "\x1b[M q1",
    "\x1b[57441u",  # Shift, or Caps Lock, alone
    "\x1b[57358;65u",
    "\x1b[0;5;6M",
    "\x1b[<0;99999999999999999;5M",
    "\x1b[<35;-3;-1M",
    "\x1b[1 2 q",
    "\x1b[104;1:3u",
    "\x1b[1;1:3A",
    "\x1b[5;1:3~",
    "\x1b[1114112u",
    "\x1b[55296;;55296u",
    "\x1b[97;;55296u",
    "\x1b[97;;113:55296u",
    "\x1b[9999999::97~",
    "\x1b[27;5;9999999~",
    "\x1b[27;5;10:~",
    "\x1b[27;5;:97:~",
    "\x1b[" + "9" * 5000 + "u",
    "\x1b[" + "1;" * 5000 + "q",
    "\x1bOz",
    "\x1b\x1b[C",
    "\x1b\x1bOC",
    "\x9b?61;4;6;22c",
    "\x9d11;rgb:1e1e/1e1e/2e2e\x9c",
    "\x90>|xterm(390)\x9c",
)
"""Sequences that are no key of anybody."""
KNOWN: Final = {
    "\x1b[C": "right", "\x1bOC": "right", "\x1b[1;5C": "ctrl+right", "\x1bOP": "f1", "\x1b[5~": "pageup",
    "\x1b[Z": "shift+tab", "\x1b[[A": "f1", "\x1b[15~": "f5", "\x1b[3$": "shift+delete", "\x1b[27u": "escape",
    "\x1b[13u": "enter", "\x1b[104;;104u": "h", "\x1b[104:72;2;72u": "H", "\x1b[99;5u": "ctrl+c",
    "\x1b[104;1:1;104u": "h", "\x1b[104;1:2;104u": "h", "\x1b[1;1:1C": "right", "\x1b[5;1:2~": "pageup",
    "\x1b[27;5;106~": "ctrl+j", "\x1b[27;3;113~": "alt+q", "\x1b[27;2;72~": "H",
    "\r": "enter", " ": "space", "?": "question_mark", "h": "h", "\x03": "ctrl+c",
    "\x7f": "backspace", "\t": "tab",
}  # fmt: skip
SEQUENCES: Final = [text.encode() for text in (*STRANGE, *KNOWN) if len(text) < 100] + [
    b"\x1b[<0;12;7M", b"\x1b[<0;12;7m", b"\x1b[<35;1;1M", b"\x1b[<64;200;60M", b"\x1b[200~a line\r\x1b[201~",
    b"\x1b[1089::99;5u", b"\x1b[1081:1049:113;2;1049u", "ü♠й".encode(), b"\xfc", b"\xe2\x99", b"\x1b", b"\x1b\x1b",
]  # fmt: skip


def shown(sequence: str) -> str:
    """A sequence as the name of a test."""
    return ascii(sequence)[1:25]


class Keyboard:
    """What a parser reads, in a time of its own."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch | None = None, escape_waits: float = 0.0) -> None:
        self.now = 100.0
        self.parser = TerminalParser(escape_waits=lambda: escape_waits)
        self._decode = getincrementaldecoder("utf-8")("surrogateescape").decode
        if monkeypatch is not None:
            monkeypatch.setattr(terminal_parser, "monotonic", lambda: self.now)

    def types(self, data: bytes | str, seconds: float = 0.0) -> list[Message]:
        """What comes of it, and of so many seconds of silence after it."""
        characters = self._decode(data.encode() if isinstance(data, str) else data)
        found = [*self.parser.feed(characters)] if characters else []
        if seconds:
            self.now += seconds
            found += self.parser.tick()
        return found


@pytest.fixture
def keyboard(monkeypatch: pytest.MonkeyPatch) -> Keyboard:
    return Keyboard(monkeypatch)


def keys(messages: Iterable[Message]) -> list[str]:
    return [message.key for message in messages if isinstance(message, events.Key)]


@pytest.mark.parametrize(("sequence", "error"), [("\x1b[104;1:3u", ValueError), ("\x1b[1114112u", ValueError)])
def test_textual_fails_at_a_sequence_and_then_at_everything(sequence: str, error: type[Exception]) -> None:
    parser = XTermParser()
    with pytest.raises(error):
        list(parser.feed(sequence))
    with pytest.raises(RuntimeError):
        list(parser.feed("h"))


def test_textual_fails_at_a_click_after_a_size_of_no_pixels() -> None:
    parser = XTermParser()
    assert list(parser.feed("\x1b[48;24;80;0;0t"))
    with pytest.raises(ZeroDivisionError):
        list(parser.feed("\x1b[<0;5;5M"))


def test_textual_reads_an_unknown_sequence_as_keys_and_lays_out_any_size(monkeypatch: pytest.MonkeyPatch) -> None:
    parser, now = XTermParser(), 0.0
    monkeypatch.setattr("textual._parser.get_time", lambda: now)
    found = list(parser.feed("\x1b[?61;4;6;22c"))
    now = 1.0
    assert "question_mark" in keys([*found, *parser.tick()])
    (size,) = parser.feed("\x1b[48;99999;99999;1;1t")
    assert isinstance(size, events.Resize)
    assert not list(parser.feed("\x1b[200~" + "q" * 1000))
    assert not list(parser.tick())


@pytest.mark.parametrize("sequence", STRANGE, ids=shown)
def test_a_sequence_that_is_no_key_gives_none_however_it_is_cut(sequence: str, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Keyboard(monkeypatch, escape_waits=1.0)
    assert keys(whole.types(sequence)) == []
    assert keys(whole.types("h")) == ["h"]
    for at in range(1, min(len(sequence), 40)):
        for gap in (0.05, 0.15, 0.9, 1.9):
            if sequence[:at].strip("\x1b") or gap < 1.0:
                cut = Keyboard(monkeypatch, escape_waits=1.0)
                found = cut.types(sequence[:at], gap) + cut.types(sequence[at:])
                is_double = sequence.startswith("\x1b\x1b") and at < 3
                assert is_double or keys(found) == [], (at, gap)
                assert keys(cut.types("h")) == ["h"], (at, gap)


def test_the_version_of_iterm2_is_no_key_though_it_begins_as_the_focus_does(keyboard: Keyboard) -> None:
    version = "\x1b[ITERM2 3.5.0n"
    for at in (0, 2, *range(4, len(version))):
        assert keys(keyboard.types(version[:at], 0.05) + keyboard.types(version[at:])) == []
        assert keys(keyboard.types("T")) == ["T"]
    assert [type(each) for each in keyboard.types("\x1b[I\x1b[O")] == [events.AppFocus, events.AppBlur]
    assert keys(keyboard.types("\x1b[ITh")) == ["h"]


def test_a_click_of_a_very_old_mouse_takes_no_key_with_it_wherever_it_is(keyboard: Keyboard) -> None:
    for place in (b"!!", b"\x9b!", b"!\x9d", b"\x90\x9f", b"\xff\xff", b"[\x9b"):
        assert keys(keyboard.types(b"\x1b[M " + place)) == []
        assert keys(keyboard.types("h")) == ["h"]


@pytest.mark.parametrize(("sequence", "name"), KNOWN.items(), ids=[*map(shown, KNOWN)])
def test_a_key_is_read_however_it_is_cut(sequence: str, name: str, keyboard: Keyboard) -> None:
    assert keys(keyboard.types(sequence, SLOW)) == [name]
    for at in range(1, len(sequence)):
        for gap in (0.05, SLOW - 0.1):
            if at > 1 or gap < constants.ESCAPE_DELAY:
                assert keys(keyboard.types(sequence[:at], gap) + keyboard.types(sequence[at:], SLOW)) == [name]


@pytest.mark.parametrize("rest", ["[C", "OC", "[1;5C", "[5~", "OP", "[A", "[[A"])
def test_the_rest_of_an_arrow_key_that_comes_late_is_no_escape_where_that_waits(
    rest: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain, now = XTermParser(), 0.0
    monkeypatch.setattr("textual._parser.get_time", lambda: now)
    assert list(plain.feed("\x1b")) == []
    now = 0.15
    assert keys(plain.tick()) == ["escape"]
    for gap in (0.15, 0.3, 0.6):
        table = Keyboard(monkeypatch, escape_waits=0.7)
        assert keys(table.types("\x1b", gap) + table.types(rest)) == [KNOWN[f"\x1b{rest}"] if rest != "[A" else "up"]
    for gap in (0.15, 0.3, 0.6):
        panel = Keyboard(monkeypatch)
        assert keys(panel.types("\x1b", gap)) == ["escape"]
        assert keys(panel.types(rest)) == [KNOWN[f"\x1b{rest}"] if rest != "[A" else "up"]


@pytest.mark.parametrize("sequence", [text for text in STRANGE if text[0] == "\x1b" and text[1] in "[]P"], ids=shown)
def test_the_rest_of_an_answer_after_an_escape_is_no_key(sequence: str, keyboard: Keyboard) -> None:
    assert keys(keyboard.types("\x1b", 0.3)) == ["escape"]
    keyboard.now += 1.2
    assert keys(keyboard.types(sequence[1:], SLOW)) == []


def test_keys_after_an_escape_count(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Keyboard(monkeypatch, escape_waits=0.7)
    assert table.types("\x1b", 0.3) == []
    assert keys(table.types("h")) == ["escape", "h"]
    assert keys(table.types("\x1b", 0.3) + table.types("\x1b")) == ["escape"]
    assert keys(table.types("", 0.7)) == ["escape"]
    assert keys(table.types("\x1b\x1b", 0.1)) == ["escape", "escape"]
    assert keys(table.types("[", 0.05)) == []
    assert keys(table.types("", 0.06)) == ["left_square_bracket"]
    assert keys(table.types("\x1b", 0.8)) == ["escape"]
    assert keys(table.types("]x")) == ["right_square_bracket", "x"]
    assert keys(table.types("\x1b", 0.8)) == ["escape"]
    assert keys(table.types("Otto, OK")) == ["O", "t", "t", "o", "comma", "space", "O", "K"]
    assert keys(table.types("\x1b", 0.8) + table.types("", SLOW)) == ["escape"]
    assert keys(table.types("[C")) == ["left_square_bracket", "C"]


def test_a_key_with_alt_is_no_other_key(keyboard: Keyboard) -> None:
    typed = {"\x1bh": "alt+h", "\x1bA": "alt+shift+a", "\x1b?": "alt+question_mark", "\x1b\r": "alt+enter", "\x1b[": ""}
    for sequence, name in typed.items():
        found = keyboard.types(sequence, SLOW)
        assert keys(found) == [name or "alt+left_square_bracket"]
        assert not any(message.is_printable for message in found if isinstance(message, events.Key))
    assert keys(keyboard.types("\x1b\x03")) == ["ctrl+c"]


def test_what_has_no_end_holds_up_the_keys_for_a_while_only(keyboard: Keyboard) -> None:
    for begun in (
        "\x1b[",
        "\x1b[1;",
        "\x1bO",
        "\x1b]11;rgb",
        "\x1bP",
        "\x1b_",
        "\x1b[M",
        "\x1b[200~",
        "\x1b[" + "1" * 9999,
    ):
        keyboard.types(begun, SLOW)
        assert keys(keyboard.types("h", SLOW)) == ["h"]
        keyboard.types(begun)
        if not begun.endswith("M"):
            assert keys(keyboard.types("\x03")) == (["ctrl+c"] if begun != "\x1b[200~" else [])
        keyboard.types("", SLOW)


def test_memory_is_bounded(keyboard: Keyboard) -> None:
    def held() -> int:
        return len(keyboard.parser._rest) + len(keyboard.parser._pasted or "")

    for begun, most in (("\x1bP", 1), ("\x1b[", LONGEST), ("\x1b[200~", MOST_PASTED)):
        assert keyboard.types(begun) == []
        for _ in range(200):
            assert keyboard.types("1" * 4096) == []
            assert held() <= most
        keyboard.types("", SLOW)
        assert held() == 0


def test_a_pasted_text_is_whole_and_harmless(keyboard: Keyboard) -> None:
    def pasted(*pieces: str) -> list[str]:
        found = [message for piece in pieces for message in keyboard.types(piece)]
        assert keys(found) == []
        return [message.text for message in found if isinstance(message, events.Paste)]

    for text in ("two\rlines\t♠", "q", "\x1b[A", "\x1b[201"):
        start = f"\x1b[200~{text}"
        assert pasted(f"{start}\x1b[201~") == [text.replace("\x1b", "")]
        assert pasted(*start, *"\x1b[201~") == [text.replace("\x1b", "")]
    assert keyboard.types(b"\x1b[200~a\x00b\xfcc\x1b[201~")[0].text == "abc"  # type: ignore[attr-defined]
    assert pasted("\x1b[200~\x1b[201~") == []
    assert pasted("\x1b[201~") == []
    assert pasted("\x1b[200~" + "x" * 3 * MOST_PASTED + "\x1b[201~") == ["x" * MOST_PASTED]
    keyboard.types("\x1b[200~half")
    assert [message.text for message in keyboard.types("", SLOW) if isinstance(message, events.Paste)] == ["half"]


def test_a_letter_of_another_layout_is_the_key_at_its_place(keyboard: Keyboard) -> None:
    def read(sequence: str) -> tuple[str, str | None]:
        (found,) = keyboard.types(sequence)
        assert isinstance(found, events.Key)
        return found.key, found.character

    assert read("\x1b[1081::113;;1081u") == ("q", "й")
    assert read("\x1b[1081:1049:113;2;1049u") == ("Q", "Й")
    assert read("\x1b[1081:1049:113;65;1049u") == ("Q", "Й")
    assert read("\x1b[1081::113;1:2;1081u") == ("q", "й")
    assert read("\x1b[1093::91;;1093u") == ("left_square_bracket", "х")
    assert read("\x1b[961::114;;961u") == ("r", "ρ")
    assert read("\x1b[1089::99;5u") == ("ctrl+c", None)
    assert read("\x1b[246::59;;246u") == ("ö", "ö")
    assert read("\x1b[1081;;1081u") == ("й", "й")
    use_keymap({"table.undo": ["й"]})
    try:
        assert read("\x1b[1081::113;;1081u") == ("й", "й")
    finally:
        use_keymap({})


def test_bytes_that_are_no_text_are_nothing(keyboard: Keyboard) -> None:
    assert keys(keyboard.types(b"a\xfcb\xff\xfe\xc0\x80c\xe9d\xf0\x9f\x83e")) == [*"abcde"]
    assert keys(keyboard.types("\u0085\u009a")) == []
    assert keys(keyboard.types("\ufffd")) == ["replacement_character"]


@some.composite
def mutated(draw: some.DrawFn) -> list[bytes]:
    """Pieces of what terminals send: sequences one after another, with bytes changed, left out, added and cut."""
    data = bytearray(b"".join(draw(some.lists(some.sampled_from(SEQUENCES), max_size=6))))
    for _ in range(draw(some.integers(0, 4))):
        at = draw(some.integers(0, len(data)))
        data[at : at + draw(some.integers(0, 2))] = draw(
            some.binary(max_size=2) | some.sampled_from((b"\x1b", b";", b"9" * 30))
        )
    cuts = sorted(draw(some.lists(some.integers(0, len(data)), max_size=3)))
    return [bytes(data[start:end]) for start, end in zip([0, *cuts], [*cuts, len(data)], strict=True)]


NUMBERS: Final = some.sampled_from(
    [
        "",
        "0",
        "1",
        "2",
        "3",
        "4",
        "27",
        "32",
        "48",
        "97",
        "200",
        "201",
        "255",
        "1081",
        "55296",
        "1114112",
        "9999999",
        "-5",
    ]
)
MADE_UP: Final = some.builds(
    "\x1b{}{}{}".format,
    some.sampled_from(["[", "[<", "[?", "[>", "O", "[[", "]", "P"]),
    some.lists(some.tuples(NUMBERS, some.sampled_from(";:$")), max_size=7).map(
        lambda parts: "".join(text for part in parts for text in part)[:-1]
    ),
    some.sampled_from("~uABCDEFHIMPQRScmnqtxyzZ$"),
).map(str.encode)
"""Sequences of the right form."""


@settings(max_examples=200)
@given(mutated() | some.lists(some.binary(max_size=40), max_size=5) | some.lists(MADE_UP, max_size=9), some.data())
def test_no_bytes_do_harm(pieces: list[bytes], data: some.DataObject) -> None:
    with pytest.MonkeyPatch.context() as monkeypatch:
        keyboard = Keyboard(monkeypatch, escape_waits=data.draw(some.sampled_from((0.0, 0.7))))
        for piece in pieces:
            for message in keyboard.types(piece, data.draw(some.sampled_from((0.0, 0.01, 0.15, 1.0, 3.0)))):
                check(message)
        for _ in range(3):
            keyboard.types("", SLOW)
        assert keyboard.parser.seconds_left is None
        assert keys(keyboard.types("h\x1b[C\x1b[<0;3;4Mq")) in (["h", "right", "q"], ["right", "q"])


def check(message: Message) -> None:
    """Whether a message is one that the application can take."""
    match message:
        case events.Key(key=key, character=character):
            for text in filter(None, (key, character)):
                text.encode()
        case events.Paste(text=text):
            text.encode()
            assert len(text) <= MOST_PASTED
        case events.MouseEvent():
            assert 0 <= message.x < 10**8
            assert 0 <= message.y < 10**8
        case _:
            assert not isinstance(message, events.Resize)


def test_textual_takes_nothing_after_the_end(keyboard: Keyboard) -> None:
    assert list(keyboard.parser.feed("")) == []
    assert keyboard.parser.is_eof


def test_the_driver_of_a_browser_reads_with_it_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web_driver, "XTermParser", XTermParser)
    use_parser(web_driver.WebDriver)
    assert vars(web_driver)["XTermParser"] is TerminalParser


@pytest.mark.parametrize(("code", "in_textual"), [(0, 1), (1, 2), (2, 3), (128, 1), (129, 2), (130, 3), (132, 1)])
def test_back_and_forward_are_left_and_middle_only_in_textual(code: int, in_textual: int) -> None:
    for parser, wanted in ((XTermParser(), [in_textual] * 2), (TerminalParser(), [in_textual] * 2 * (code < 128))):
        sent = [*parser.feed(f"\x1b[<{code};5;6M"), *parser.feed(f"\x1b[<{code};5;6m")]
        assert [event.button for event in sent if isinstance(event, events.MouseEvent)] == wanted
        assert len(sent) == len(wanted)
