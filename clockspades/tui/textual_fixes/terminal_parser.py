"""What the terminal sends, read one whole sequence at a time: none ends the program, and an unknown one does nothing.

Faults, all in ``XTermParser`` of Textual 8.2.8:

- It raises an error, which ends the program, at kitty's event types and alternate keys (``int("1:3")``), at code points
  beyond Unicode, and at a click once a size of 0 pixels was reported.
- A sequence that it does not know, that is longer than 32 characters, or whose end comes late, is read as single keys:
  the answer to a question of the program before, or the rest of what began with Escape 100 ms ago (``ESCDELAY``).
- A pasted text without its end swallows all keys for ever. A size of a billion cells is laid out.
- Alt and an arrow key is Escape, too; Shift alone is a key; Alt and a letter is the letter with ``modifyOtherKeys``;
  "back" and "forward" of a mouse are its left and middle buttons.
- It does not know kitty's base layout, so letter keys do nothing under a Cyrillic or Greek layout.

``TerminalParser`` cuts what comes into whole sequences. Each is given to ``XTermParser`` alone, which must read all of
it at its end, else it is dropped. What was cut in two waits for its other half for :data:`SLOW` seconds at most.

Can go: once ``XTermParser`` drops what it does not know, survives the rest, and lets an application choose how long
Escape waits.
"""

import re
import sys
import unicodedata
from collections.abc import Callable, Iterator
from time import monotonic
from typing import Final

from textual import constants, events
from textual._keyboard_protocol import MODIFIER_FUNCTIONAL_KEYS
from textual._xterm_parser import BRACKETED_PASTE_END, BRACKETED_PASTE_START, XTermParser
from textual.driver import Driver
from textual.message import Message

from clockspades.table.keys import terminal

SLOW: Final = 2.0
"""Seconds that the rest of a sequence, or of a pasted text, may take. After that, what came of it is dropped.

So long after an Escape, the rest of a sequence still counts as that.
"""
LONGEST: Final = 256
"""Characters of a sequence beyond which it means nothing. Answers in text have no bound, and are not kept."""
MOST_PASTED: Final = 1 << 16
"""Characters of a pasted text. The rest is dropped."""

FURTHER_BUTTONS: Final = 128
"""The lowest code of a mouse button beyond the first seven: back, forward, and others at the thumb."""

ESC: Final = "\x1b"
_WHOLE: Final = re.compile(
    r"""\x1b?\x1b\[ (?: M[^\x1b]{3}             # the mouse of very old terminals, which Textual ignores
                      | \[[ -~]                 # a function key of Linux's console
                      | ITERM2\ [\d.]*n         # the version of iTerm2
                      | \d\d?\$(?![@-~])       # a key of rxvt with Shift
                      | (?![M[]|IT)[ -?]*[@-~] )
      | \x1b?\x1bO[0-9;]*[@-~]
      | \x1b[^\x1b\[OPX\]^_]                    # Alt and a key
    """,
    re.VERBOSE,
)
_BEGUN: Final = re.compile(r"\x1b?\x1b(?:\[(?:M[^\x1b]{0,2}|\[|IT[ERM2]*[ \d.]*|[ -?]*)|O[0-9;]*)?")
_TEXT: Final = re.compile(r"\x1b?\x1b[PX\]^_]")
"""The beginning of a text of any length from the terminal: DCS, SOS, OSC, PM, APC."""
_TEXT_END: Final = re.compile(r"\x07|\x1b\\|(?=[\x03\x11]|\x1b[^\\])|[\x18\x1a]")
"""Its end, or the key or sequence that breaks it off."""
_LATE_REST: Final = re.compile(
    r"\[[0-?A-Z~]|\[\[[A-E]|O[A-DFHMP-S]|\]\d|\][lL].*[\x07\x1b]|P[\d>!$+|]|_G|[\[O\]P_]\Z", re.DOTALL
)
"""What is more likely the rest of a sequence than keys that were typed after Escape."""
_BEGINS: Final = tuple("[OPX]^_")
"""What follows Escape in a sequence."""
_ONE_BYTE: Final = re.compile(
    r"(?<!\x1b\[M)(?<!\x1b\[M.)(?<!\x1b\[M..)"
    r"(?:[\x8f\x90\x98\x9b-\x9f]|(?<![\udc80-\udcff])[\udc8f\udc90\udc98\udc9b-\udc9f])",
    re.DOTALL,
)
"""Escape and the next character in one, as text, or as a byte that is no UTF-8 and no part of a broken character.

What follows ``ESC [ M`` is the place of a mouse.
"""
_ALWAYS: Final = "\x03\x11"
"""Ctrl+C and Ctrl+Q, which always leave."""
_UNWANTED: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
"""Control characters, and bytes that are no UTF-8."""
_SIZE: Final = re.compile(r"\x1b\[(?:48;.*t|\?2048;.*y)")
_HUGE: Final = re.compile(r"\d{8}")
"""A number that no terminal means."""
_KITTY: Final = re.compile(
    r"\x1b\[(?P<key>\d*)(?::\d*(?::(?P<base>\d+))?)?(?:;(?P<modifiers>\d*)(?::(?P<event>\d*))?)?(?:;(?P<text>[\d:]*))?"
    r"(?P<end>[u~A-FHPQRS])"
)
"""https://sw.kovidgoyal.net/kitty/keyboard-protocol/"""
_RELEASED: Final = "3"
_OTHER_KEYS: Final = ("27", "~")
"""The number and the end with which xterm's ``modifyOtherKeys`` sends all keys; the key itself stands for the text."""
_SHIFT: Final = 1
_CAPS_LOCK: Final = 64
_HELD_ALONE: Final = MODIFIER_FUNCTIONAL_KEYS | {"caps_lock", "scroll_lock", "num_lock"}
"""Keys that other terminals don't send: Shift before a letter is no key of its own."""
_FIRST_FOREIGN: Final = 0x370
"""Where Greek begins. Letters before it are Latin ones."""


class TerminalParser(XTermParser):
    """Reads what a terminal sends, whatever that is, as messages."""

    def __init__(self, debug: bool = False, escape_waits: Callable[[], float] = lambda: 0.0) -> None:
        """``escape_waits`` is how many seconds Escape waits now for the rest of a sequence, if not ``ESCDELAY``."""
        super().__init__(debug)
        self._escape_waits = escape_waits
        self._rest = ""
        """The beginning of a sequence."""
        self._is_late = False
        """Whether that follows an Escape that was given as a key."""
        self._in_text = False
        self._pasted: str | None = None
        """The text being pasted; None outside of one."""
        self._came = 0.0
        self._due: float | None = None
        self._late_until = 0.0

    @property
    def seconds_left(self) -> float | None:
        """Seconds until :meth:`tick` has something to do, if nothing comes before; None if it has nothing."""
        return None if self._due is None else max(0.0, self._due - monotonic())

    def feed(self, data: str) -> Iterator[Message]:
        """What new characters mean; bytes that are no UTF-8 are lone surrogates. No characters are the end of all."""
        if not data:
            yield from super().feed(data)
            return
        now, data = monotonic(), _ONE_BYTE.sub(lambda one: ESC + chr((ord(one[0]) & 0xFF) - 0x40), data)
        if self._is_escape and now - self._came >= constants.ESCAPE_DELAY and not data.startswith(_BEGINS):
            yield from self._given_up()  # nobody holds Alt so long before the key
        elif self._is_at_rest and now < self._late_until and _LATE_REST.match(data):
            self._rest, self._is_late = ESC, True
        self._came, self._late_until = now, 0.0
        text, self._rest = self._rest + data, ""
        while text:
            if self._pasted is not None:
                read, text = self._read_pasted(text)
            elif self._in_text:
                read, text = self._skip_text(text)
            else:
                read, text = self._read(text)
            yield from read
            if text and text == self._rest:
                break
        self._due = None if self._is_at_rest else now + self._patience

    def tick(self) -> Iterator[Message]:
        """What it means that nothing more has come; to be called now and then."""
        if self._due is not None and monotonic() >= self._due:
            self._due = None
            yield from self._given_up()

    @property
    def _is_at_rest(self) -> bool:
        return not self._rest and not self._in_text and self._pasted is None

    @property
    def _is_escape(self) -> bool:
        """Whether what has begun may be the key Escape."""
        return self._rest in (ESC, ESC + ESC) and not self._in_text and self._pasted is None

    @property
    def _patience(self) -> float:
        """Seconds to wait for the rest of what has begun."""
        if self._is_escape and self._rest == ESC:
            return max(constants.ESCAPE_DELAY, self._escape_waits())
        is_short = self._is_escape or (self._is_late and len(self._rest) == 2)
        return constants.ESCAPE_DELAY if is_short else SLOW

    def _given_up(self) -> Iterator[Message]:
        """Read what has begun, and does not go on, as far as it means something."""
        rest, is_escape, is_late, in_text = self._rest, self._is_escape, self._is_late, self._in_text
        self._rest, self._is_late, self._in_text = "", False, False
        if self._pasted is not None:
            yield from self._end_pasted()
        elif is_escape:
            yield from [events.Key("escape", ESC) for _ in rest]
            self._late_until = monotonic() + SLOW
        elif len(rest) == 2 and not in_text:
            yield from self._keys(rest[1]) if is_late else self._alt(rest)

    def parse_mouse_code(self, code: str) -> Message | None:
        """What the mouse did; nothing for a button that the left and the middle one would be taken for."""
        sent = self._re_sgr_mouse.match(code)
        return None if sent is not None and int(sent[1]) >= FURTHER_BUTTONS else super().parse_mouse_code(code)

    def _read(self, text: str) -> tuple[list[Message], str]:
        """What the first part of a text means, and what is left of it; the beginning of a sequence stays."""
        plain = text.partition(ESC)[0]
        if plain:
            return [key for character in plain for key in self._keys(character)], text[len(plain) :]
        if whole := _WHOLE.match(text):
            self._is_late = False
            return self._sequence(whole[0]), text[whole.end() :]
        if begun := _TEXT.match(text):
            self._in_text, self._is_late = True, False
            return [], text[begun.end() :]
        begun = _BEGUN.match(text)
        assert begun is not None, "the text begins with Escape"
        if begun.end() == len(text):
            self._rest = text if len(text) <= LONGEST else ESC + "[="  # nothing that begins so is known
            return [], self._rest
        if begun[0] == ESC + ESC:
            return [events.Key("escape", ESC)], text[1:]
        self._is_late = False
        return [], text[begun.end() :]  # what comes breaks it off

    def _skip_text(self, text: str) -> tuple[list[Message], str]:
        """Drop a text from the terminal up to its end."""
        end = _TEXT_END.search(text)
        self._in_text = end is None
        if end is not None:
            return [], text[end.end() :]
        self._rest = ESC if text.endswith(ESC) else ""  # the end may be cut in two
        return [], self._rest

    def _read_pasted(self, text: str) -> tuple[list[Message], str]:
        """Keep a pasted text up to its end."""
        assert self._pasted is not None, "a text is being pasted"
        piece, end, after = text.partition(BRACKETED_PASTE_END)
        if not end:
            cut = (at for at in range(len(BRACKETED_PASTE_END) - 1, 0, -1) if piece.endswith(BRACKETED_PASTE_END[:at]))
            self._rest = BRACKETED_PASTE_END[: next(cut, 0)]
            piece = piece.removesuffix(self._rest)
        self._pasted += piece[: MOST_PASTED - len(self._pasted)]
        return (self._end_pasted(), after) if end else ([], self._rest)

    def _end_pasted(self) -> list[Message]:
        pasted, self._pasted = _UNWANTED.sub("", self._pasted or ""), None
        return [events.Paste(pasted)] if pasted else []

    def _keys(self, character: str) -> list[Message]:
        return [] if "\x80" <= character <= "\x9f" or _is_byte(character) else self._known(character)

    def _alt(self, sequence: str) -> list[Message]:
        """A key with Alt, or one after Escape at the same time: neither key alone, but for those that always leave."""
        known, keys = self._known(sequence), self._keys(sequence[1])
        if known or sequence[1] in _ALWAYS:
            return known or keys
        names = [key.key for key in keys if isinstance(key, events.Key)]
        return [events.Key(f"alt+{f'shift+{name.lower()}' if name.isupper() else name}", None) for name in names]

    def _sequence(self, sequence: str) -> list[Message]:
        """What a whole sequence means; nothing if that is not known."""
        if sequence == BRACKETED_PASTE_START:
            self._pasted = ""
            return []
        if _SIZE.fullmatch(sequence) or _HUGE.search(sequence) or sequence.startswith(ESC + ESC):
            return []
        if len(sequence) == 2:
            return self._alt(sequence)
        kitty = _KITTY.fullmatch(sequence)
        return self._known(sequence) if kitty is None else self._kitty(kitty)

    def _kitty(self, sequence: re.Match[str]) -> list[Message]:
        """A key from a terminal with kitty's protocol, or any key with a number."""
        key, base, modifiers, event, text, end = sequence.group("key", "base", "modifiers", "event", "text", "end")
        if (key, end) == _OTHER_KEYS and text and int(modifiers or 1) - 1 > _SHIFT:
            if not text.isdecimal():
                return []
            key, text, end = text, "", "u"
        codes = (key, base, *(text or "").split(":"))
        if event == _RELEASED or not all(_is_character(int(code)) for code in codes if code):
            return []
        typed = chr(int(text)) if text and text.isdecimal() else None
        if base and is_foreign(chr(int(key or 0))) and 0x20 < int(base) < 0x7F and (typed or not text):
            held = int(modifiers or 1) - 1
            latin = chr(int(base))
            if bool(held & _SHIFT) != bool(held & _CAPS_LOCK):
                latin = latin.upper()
            key, text = base, typed and str(ord(latin))
        parts = [key or "", modifiers or "", text or ""]
        while parts and not parts[-1]:
            parts.pop()
        found = self._known(f"{ESC}[{';'.join(parts)}{end}")
        if any(isinstance(each, events.Key) and each.key in _HELD_ALONE for each in found):
            return []
        if text and typed and len(found) == 1 and isinstance(found[0], events.Key) and ord(typed) != int(text):
            return [events.Key(found[0].key, typed)]
        return found

    def _known(self, sequence: str) -> list[Message]:
        """What Textual reads in a whole sequence or one character; nothing unless it reads all of it."""
        found: list[Message] = []
        is_read = False
        try:
            for at, character in enumerate(sequence, start=1):
                found.extend(super().feed(character))
                is_read = self._awaiting.timeout is None and at == len(sequence)
                if self._awaiting.timeout is None:
                    break
        except Exception:  # whatever a sequence does to Textual, it does to this one alone
            is_read = False
        if not is_read:
            self._gen = self.parse(self._tokens.append)
            self._awaiting = next(self._gen)
            self._tokens.clear()
        return found if is_read else []


def _is_byte(character: str) -> bool:
    """Whether a character stands for a byte that is no UTF-8, or is half a character."""
    return "\ud800" <= character <= "\udfff"


def _is_character(code: int) -> bool:
    return code <= sys.maxunicode and not _is_byte(chr(code))


def is_foreign(letter: str) -> bool:
    """Whether a letter or digit is none of the Latin ones, and the settings have no key of that name."""
    return (
        ord(letter) >= _FIRST_FOREIGN
        and unicodedata.category(letter)[0] in "LMN"
        and not unicodedata.name(letter, "LATIN").startswith("LATIN")
        and not any(letter in keys for keys in terminal().keymap.values())
    )


def use_parser(driver: type[Driver]) -> None:
    """Let the drivers of Windows and of browsers read with ``TerminalParser``, too."""
    for name in (driver.__module__, "textual.drivers.win32"):
        if hasattr(module := sys.modules.get(name), "XTermParser"):
            setattr(module, "XTermParser", TerminalParser)  # noqa: B010
