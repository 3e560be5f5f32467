"""What people paste to get to a game: one reader for every field and command, whatever a message has around it."""

import re
from typing import Final, NamedTuple, TypeAlias, TypeVar
from urllib.parse import unquote

from clockspades.daily.daily import DailyDeal, deal_told
from clockspades.duel.duel_lines import COMMAND, Challenge, DuelLine, read_line
from clockspades.duel.duel_words import line_words
from clockspades.duel.packing import DuelError
from clockspades.engine import share
from clockspades.engine.share import SharedDeal, read_number
from clockspades.engine.text import LONGEST_LINE, UserError, bare, pasted, unadorned
from clockspades.games.catalogue import GAMES
from clockspades.language import NC_, _, grouped, pgettext, wrong
from clockspades.network.meeting import invitation, short_codes
from clockspades.network.meeting.invitation import SCHEME, Invitation
from clockspades.network.meeting.short_codes import EXAMPLE_CODE, ShortCode

T = TypeVar("T")

_AT: Final = re.compile(r"-[ -]*at[ =]\W*$", re.IGNORECASE)
"""What stands before the address of a club in a command."""
NOTHING: Final = NC_(
    "fault", "this is no invitation, code or line of a game: paste the whole line that your friend sent you"
)
_OTHER_CODES: Final = (
    (
        re.compile(r"^(?=.*[0-9])[0-9A-Za-z]{5}-?[0-9A-Za-z]{5}$"),
        NC_(
            "fault",
            "this is the code of a table in your home: choose the table under “Tables nearby”, and type it there",
        ),
    ),
    (
        re.compile(r"^[0-9]{1,6}[- ]+[A-Za-z]{3,20}-?$"),
        NC_("fault", "this is half a short code: it has a number and two words, such as {code}"),
    ),
)
"""What looks like a share code, and is none."""
_FOREIGN: Final = (
    *_OTHER_CODES,
    (re.compile(r"https?: ?/ ?/", re.IGNORECASE), NC_("fault", "this is a link: open it in a web browser")),
    (
        re.compile(r"\b(?:ssh|pipx|uvx?|clockspades) (?!join$)[\w-]"),
        NC_("fault", "this is a command: type it into a terminal"),
    ),
)
"""What leads somewhere, but not from a field of this program, and where it does."""


class ClubAddress(NamedTuple):
    """The address of a club."""

    address: Invitation


Pasted: TypeAlias = Invitation | ShortCode | ClubAddress | DuelLine | DailyDeal | SharedDeal | int
"""A whole number is that of a deal of any game."""


def read_pasted(text: str) -> Pasted:
    """What was typed or pasted, alone, in a command or in a message; UserError if it leads to no game, or is damaged.

    Invitations that are not encrypted are read, too: :meth:`Invitation.require_encryption` refuses them.
    """
    plain = pasted(text[: LONGEST_LINE + 1])
    if max(len(text), len(plain)) > LONGEST_LINE:  # one character can stand for eighteen
        words = NC_("fault", "this text has more than {number} characters: paste only the line for the game")
        raise UserError(wrong(words, number=grouped(LONGEST_LINE)))
    alone, address = bare(plain), unquote(plain) if "%23" in plain else plain
    if not alone:
        raise UserError(wrong("this is empty: paste the whole line that your friend sent you"))
    if found := SCHEME.search(address):
        where = invitation.read(address, allow_open=True, needs_code=False)
        return ClubAddress(where) if not where.code or _AT.search(address[: found.start()]) else where
    try:
        return read_line(plain, GAMES)
    except DuelError:
        if COMMAND in unadorned(plain):
            raise
    if (day := deal_told(plain)) is not None:
        return day
    if (number := read_number(alone)) is not None:
        return number
    short, code = short_codes.find_code(plain), share.find_code(plain)
    if any(form.match(alone) for form, _ in _OTHER_CODES):
        code = None
    if short is not None and (code is None or share.unseal(code) is None or invitation.COMMAND in plain.casefold()):
        return ShortCode(short)
    if code is not None:
        return share.read_code(code, GAMES)
    words = next((words for form, words in _FOREIGN if form.search(alone)), NOTHING)
    raise UserError(wrong(words, code=EXAMPLE_CODE))


def read_as(text: str, kind: type[T]) -> T:
    """What was typed or pasted, if it is of this kind; UserError that says what else it is, or what is wrong."""
    found = read_pasted(text)
    if not isinstance(found, kind):
        raise misplaced(found)
    return found


def read_club(text: str, *, allow_open: bool = False) -> Invitation:
    """The address of a club in what was pasted: an invitation whose code is the access word. UserError if none."""
    found = read_pasted(text)
    club = found if isinstance(found, Invitation) else read_as(text, ClubAddress).address
    club.require_encryption(allow_open=allow_open)
    return club


def kind_of(found: Pasted) -> tuple[str, str, str]:
    """What was pasted, in words, what Enter does with it, and what takes it on the command line."""
    match found:
        case ClubAddress():
            return pgettext("pasted", "the address of a club"), "", "host GAME --at ADDRESS"
        case Invitation() | ShortCode():
            return pgettext("pasted", "an invitation to a table"), _("join"), "join"
        case SharedDeal(game):
            return pgettext("pasted", "a share code of {game}", game=game.title), _("set up"), "play --code"
        case int():
            number = grouped(found)
            return pgettext("pasted", "the number of a deal, {number}", number=number), _("set up"), "play --deal"
        case DailyDeal(day, _game, preset):
            words = NC_("pasted", "the deal of the day of {day}, {game}")
            return pgettext("pasted", words, day=day, game=preset.title), _("play"), "daily"
    line = pgettext("pasted", "the line of a duel")
    return line, _("play" if isinstance(found, Challenge) else "both games"), "duel"


def told(found: Pasted) -> str:
    """A sentence on what was pasted."""
    return line_words(found) if isinstance(found, DuelLine) else _("This is {what}.", what=kind_of(found)[0])


def misplaced(found: Pasted) -> UserError:
    """The error that says what was pasted where something else belongs, and what takes it."""
    what, _does, command = kind_of(found)
    words = NC_("fault", "this is {what}: enter it with e on the title screen, or with `clockspades {command}`")
    if isinstance(found, ClubAddress):
        words = NC_(
            "fault", "this is {what}: enter it with c under “Play with friends”, or with `clockspades {command}`"
        )
    return UserError(wrong(words, what=what, command=command))
