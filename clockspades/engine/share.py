"""Share codes: a few characters that deal the same cards, with the same options, to everyone who types them.

A code is the letter of its game, the version of that game's options, the options and a number as one whole number,
and a check character, in groups of four: ``K13J-Z9J7-Q8C6``. Its 32 characters are the digits and the capitals
without I, L, O and U. The check stands last and checks all before it in every version, so a typing error is found in
a code from a newer program too. A code does not say who plays.

The number alone shuffles every deal of a game: ``random.Random("clockspades deal NUMBER")`` the first of them, and
``random.Random("clockspades deal NUMBER.1")`` and so on those that follow when a deal is played out. It is the same
generator in every Python from 3.11.
"""

import re
from collections.abc import Mapping, Sequence
from math import prod
from random import Random
from typing import Final, NamedTuple, TypeAlias

from clockspades.engine.game import AnyGame
from clockspades.engine.header import Header
from clockspades.engine.options import OptionError, Options, OptionValue
from clockspades.engine.session import AnySession
from clockspades.engine.text import UserError, bare, pasted
from clockspades.language import N_, NC_, grouped, speaking, wrong

KEY: Final = "deal"
"""The key under which the header of a log has the game's code."""
DEALS: Final = 1 << 40
"""How many numbers there are, from 0."""
ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""The characters of a code, in the order of their values."""
EXAMPLE: Final = "K13J-Z9J7-Q8C6"
LONGEST: Final = 40
"""Characters of a share code or number, with those between its groups, at most."""
OF_A_LINE: Final = 8
"""Characters of the code in a line of the deal of the day, which is sealed like a share code, and always shorter."""
NO_CODE: Final = N_("This deal has no share code.")
"""What is said of a game whose cards were chosen, as those of the first game are, or dealt by another program."""

OptionTable: TypeAlias = Mapping[str, Sequence[OptionValue]]
"""The options in one version of a game's codes, and their values: one of :attr:`Game.shared_options`."""

_GROUP: Final = 4
_VALUES: Final = {character: value for value, character in enumerate(ALPHABET)} | {"O": 0, "I": 1, "L": 1}
_IN_NUMBER: Final = str.maketrans("", "", ",_' ")
"""What may stand between the digits of a number."""
_BETWEEN: Final = str.maketrans("", "", "- ")
"""What may stand between the groups."""
_CODE: Final = re.compile(r"(?<![\w-])\w{4}(?:- ?\w{4})+- ?\w{1,4}(?![\w-])", re.ASCII)
"""A code within a text, wrapped or not."""
_TYPED: Final = re.compile(r"(?=.*[0-9])[0-9A-Za-z][0-9A-Za-z -]{1,39}", re.ASCII)
"""What is meant as a code if nothing else is typed."""


class CodeError(UserError, ValueError):
    """A text that is no share code, or one that this program cannot deal from."""


class SharedDeal(NamedTuple):
    """What a code says: the game, every option with its value, and the number that shuffles."""

    game: AnyGame
    options: dict[str, OptionValue]
    number: int


def draw_number(rng: Random) -> int:
    return rng.randrange(DEALS)


def generator(number: int, dealt: int = 0) -> Random:
    """The generator that shuffles a deal of the game with this number, ``dealt`` others having gone before it."""
    return Random(f"clockspades deal {number}.{dealt}" if dealt else f"clockspades deal {number}")


def write_code(game: AnyGame, options: Options, number: int) -> str:
    """The code of a game with all its options, in the oldest version that has them; :func:`read_code` reads it back.

    >>> from clockspades.games.catalogue import GAMES
    >>> code = write_code(GAMES[0], GAMES[0].configure({"first": 1}), 42)
    >>> code, read_code(code.lower(), GAMES)[1:]
    ('K100-0000-0591', ({'rules': 'pagat', 'first': 1}, 42))
    """
    version, table = next(
        (version, table)
        for version, table in enumerate(game.shared_options, 1)
        if all(options[key] in room for key, room in table.items())
    )
    whole = number
    for key, room in table.items():
        whole = whole * len(room) + room.index(options[key])
    return seal([ALPHABET.index(game.letter), version, *_digits(whole, _length(table))])


def seal(values: Sequence[int]) -> str:
    """Values from 0 to 31 as characters of :data:`ALPHABET` with a check, in groups of four."""
    characters = "".join(ALPHABET[value] for value in (*values, _remainder([*values, 0])))
    return "-".join(characters[at : at + _GROUP] for at in range(0, len(characters), _GROUP))


def unseal(text: str) -> tuple[int, ...] | None:
    """The values in a text that :func:`seal` made, without the check; None for any other text, or one with a typo."""
    values = [_VALUES.get(character, -1) for character in pasted(text).translate(_BETWEEN).upper()]
    return None if min(values, default=-1) < 0 or _remainder(values) else tuple(values[:-1])


def read_code(text: str, games: Sequence[AnyGame]) -> SharedDeal:
    """What a code says, typed or pasted; CodeError if it is none, or none of these games."""
    text = bare(text)
    values = [_value(character, text) for character in text.translate(_BETWEEN).upper()]
    if len(values) < _GROUP:
        raise _refused("{code} is not a share code; one looks like {example}", repr(text))
    if _remainder(values):
        raise _refused("the share code {code} has a typo: a character is wrong, missing or swapped", text)
    if len(values) == OF_A_LINE:
        words = NC_(
            "fault", "{code} is the code of a finished deal of the day: it stands for the moves and deals no cards"
        )
        raise _refused(words, text)
    letter, version, *digits, _ = values
    game = next((game for game in games if game.letter == ALPHABET[letter]), None)
    if game is None:
        raise _refused("the share code {code} is for a game that this version of clockspades does not have", text)
    if version > len(game.shared_options):
        raise _refused("the share code {code} is from a newer version of clockspades", text)
    table = game.shared_options[version - 1]
    whole = 0
    for digit in digits[: _length(table)]:
        whole = whole * len(ALPHABET) + digit
    if not version or len(digits) != _length(table) or whole >= _wholes(table):
        raise _refused("the share code {code} is not valid for {game}; one looks like {example}", text, game=game.title)
    options: dict[str, OptionValue] = {}
    for key, room in reversed([*table.items()]):
        whole, at = divmod(whole, len(room))
        options[key] = room[at]
    try:
        return SharedDeal(game, game.configure(options), whole)
    except OptionError as error:
        words = NC_("fault", "the share code {code} is not valid for {game}: {fault}")
        raise _refused(words, text, game=game.title, fault=error) from error


def _refused(words: str, code: str, **more: object) -> CodeError:
    return CodeError(wrong(words, code=code, example=EXAMPLE, **more))


def find_code(text: str) -> str | None:
    """The share code in a text, or what is meant as one: the last whole one, else the last; None if there is none."""
    plain = bare(text)
    found = [plain] if _TYPED.fullmatch(plain) else [each for each in _CODE.findall(pasted(text)) if _TYPED.match(each)]
    return next((each for each in reversed(found) if unseal(each) is not None), found[-1] if found else None)


def read_number(text: str) -> int | None:
    """The number of a deal; None for other text, CodeError if it is too large.

    >>> read_number("12345"), read_number(" #1,234,567 "), read_number("five")
    (12345, 1234567, None)
    """
    digits = bare(text).translate(_IN_NUMBER)
    if not (digits.isascii() and digits.isdigit()) or any(sign.isdigit() and not sign.isdecimal() for sign in text):
        return None
    if len(digits) > LONGEST or int(digits) >= DEALS:
        raise CodeError(wrong("the number of a deal is at most {number}", number=grouped(DEALS - 1)))
    return int(digits)


def shared_deal(header: Header, game: AnyGame) -> SharedDeal | None:
    """What the code in the header of a log says; None where there is none, as in older logs, or a wrong one."""
    told = header.extra.get(KEY)
    try:
        shared = read_code(told, [game]) if isinstance(told, str) else None
    except CodeError:
        return None
    return shared if shared is not None and shared.options == header.options else None


def number_of(session: AnySession) -> int | None:
    """The number that shuffles the deals of a session, if its log has a code."""
    shared = shared_deal(session.header, session.game)
    return None if shared is None else shared.number


def code_of(session: AnySession) -> str:
    """The code that deals a saved game again; empty if none does."""
    shared = deal_of(session)
    return "" if shared is None else write_code(*shared)


def deal_of(session: AnySession) -> SharedDeal | None:
    """The deal of a saved game, to play it again; None if its code deals other cards, or is missing.

    A game whose deals have proofs has none: its keys are too long for a code.
    """
    game, shared = session.game, shared_deal(session.header, session.game)
    if shared is None or session.last == 0:
        return None
    same = all(
        deal.proof is None and deal == game.rules.deal(state, generator(shared.number, dealt))
        for dealt, (_, deal, state) in enumerate(session.deals)
    )
    return shared if same else None


def line_to_paste(session: AnySession) -> str:
    """A finished game in one line for a friend who may play it too, in English: it names nobody and no card."""
    game, code, seat = session.game, code_of(session), session.humans[0] if len(session.humans) == 1 else None
    history = [event for position in session.positions for event in position.events]
    with speaking():
        parts = ("Clockspades", session.title, game.words.recap(history, session.state, seat))
    return to_paste(*parts, command=f"play --code {code}" if code else "")


def to_paste(*parts: str, command: str = "") -> str:
    """A line for others: its parts, without those that are empty, and the command that plays the same deal."""
    line = " · ".join(filter(None, parts))
    return f"{line}, play it: clockspades {command}" if command else line


def _value(character: str, text: str) -> int:
    if character not in _VALUES:
        words = NC_("fault", "{code} is not a share code: {character} can't be in one; one looks like {example}")
        raise _refused(words, repr(text), character=repr(character))
    return _VALUES[character]


def _wholes(table: OptionTable) -> int:
    """How many codes there are: one for each deal with each set of options."""
    return DEALS * prod(map(len, table.values()))


def _length(table: OptionTable) -> int:
    """How many characters such a whole number takes."""
    bits, each = (_wholes(table) - 1).bit_length(), (len(ALPHABET) - 1).bit_length()
    return -(-bits // each)


def _digits(whole: int, length: int) -> list[int]:
    digits: list[int] = []
    for _ in range(length):
        whole, digit = divmod(whole, len(ALPHABET))
        digits.append(digit)
    return digits[::-1]


def _remainder(values: Sequence[int]) -> int:
    """What remains of values in a cyclic code over the field of 32 elements: 0 of those that end with their check.

    As ``x`` generates every element but zero, a wrong value among 31, or two in each other's place, always shows.
    """
    remainder = 0
    for value in values:  # times ``x``, whose fifth power is its second power plus 1
        remainder = remainder << 1 ^ (0b100101 if remainder & 0b10000 else 0) ^ value
    return remainder
