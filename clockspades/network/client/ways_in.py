"""What a host tells friends of the ways to a table, and what a friend hears whose way leads nowhere."""

from collections.abc import Mapping
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from clockspades.language import N_, _
from clockspades.network.meeting.invitation import Invitation, Reach, is_loopback, reach_of
from clockspades.network.meeting.short_codes import MAKING, CodeShown, code_line

NEARBY: Final = N_("In this home, friends open clockspades, Play with friends, Tables nearby:")
NEARBY_TOO: Final = N_("In this home: Play with friends, Tables nearby, and the code {code}.")
PASTE: Final = N_("Your friends paste this line into a terminal; {copy} copies it.")
PASTE_TOO: Final = N_("Or paste a line in a terminal: {copy} copies it.")
ELSEWHERE: Final = N_("Elsewhere: a friend types this into a terminal; {copy} copies it. It lets one in.")
MEANWHILE: Final = N_("Until then you can send this line; {copy} copies it.")
MORE_CODES: Final = N_("Friends elsewhere? {another} makes a short code.")
WAY_BACK: Final = N_("Friends come back with `clockspades join`, or with a new code.")
PAGE: Final = N_("Phones and browsers: {link}")
OPEN_PAGE: Final = N_("It is not encrypted.")
NO_PAGE: Final = N_("Phones and browsers: run `clockspades browser --here` in another terminal.")
SSH: Final = N_("Without the program: {command}")
SCAN: Final = N_("Phones: scan this code.")
LINE_USE: Final = N_("Send it to your friends.")
CODE_USE: Final = N_("It lets one person in.")

_UNREACHED: Final[Mapping[Reach, str]] = {
    Reach.LINK: N_("The address {host} works only on the host's cable or Wi-Fi: elsewhere, ask for a short code."),
    Reach.HOME: N_("The address {host} works only inside the host's home: elsewhere, ask for a short code."),
    Reach.SHARED: N_("The address {host} works only in the host's private network: elsewhere, ask for a short code."),
}


class Told(NamedTuple):
    """What the lobby shows of the ways to a table, from top to bottom."""

    does: str = ""
    large: tuple[str, ...] = ()
    use: str = ""
    """What the line is for, if that is the second way."""
    line: str = ""
    more: tuple[str, ...] = ()


def tell(
    table: Invitation | None, shown: CodeShown | None, *, is_nearby: bool, more_codes: str, page: str | None, copy: str,
    ssh: int = 0,
) -> Told:  # fmt: skip
    """What to show of an invitation, which a host at a club has once they are there, and a short code.

    ``more_codes`` says how to get a short code. ``page`` is the link of the page that is served; None if there can't be
    any, empty if none is. ``copy`` is the key that copies the line, and ``ssh`` the port of a club for guests over SSH.
    """
    if table is None:
        return Told()
    code, works = f"{table.code[:5]}-{table.code[5:]}", what_works(table.host, table.port)
    too = (_(NEARBY_TOO, code=code),) if is_nearby else ()
    link = () if not page else (f"{_(PAGE, link=page)}\n{page_needs(page)}".rstrip(),)
    if shown is not None and not shown.code:
        return Told(f"{shown.words or _(MAKING)} {_(MEANWHILE, copy=copy)} {works}", line=table.line, more=too)
    if shown is not None:
        number, first, *others = shown.code.split("-")
        large = f"{number}-{first}-", "-".join(others)
        return Told(_(ELSEWHERE, copy=copy), large, line=code_line(shown.code), more=(*too, *link, _(WAY_BACK)))
    more = (*((_(NO_PAGE),) if page == "" else link), *((more_codes,) if more_codes else ()))
    more = (*((_(SSH, command=f"ssh -p {ssh} {table.code}@{table.host}"),) if 0 < ssh < 1 << 16 else ()), *more)
    if is_nearby:
        return Told(_(NEARBY), (code,), f"{_(PASTE_TOO, copy=copy)} {works}", table.line, more)
    return Told(f"{_(PASTE, copy=copy)} {works}", line=table.line, more=more)


def what_works(host: str, port: int | None) -> str:
    """What an address needs, in a sentence; empty for a name that leads there."""
    return _(reach_of(host).value, port=port)


def page_needs(link: str) -> str:
    """What the link of a page needs, in sentences; empty if it works from everywhere."""
    parts = urlsplit(link)
    host = parts.hostname or ""
    is_open = parts.scheme == "http" and not is_loopback(host)
    return f"{what_works(host, parts.port)} {_(OPEN_PAGE) if is_open else ''}".strip()


def unreached(host: str) -> str:
    """Why a host at a private address may not be reached from here, in a sentence; empty for any other address."""
    return _(_UNREACHED.get(reach_of(host), ""), host=host)
