"""What a host tells friends of the ways to a table, and what a friend hears whose way leads nowhere."""

from collections.abc import Mapping
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from clockspades.network.meeting.invitation import Invitation, Reach, reach_of
from clockspades.network.meeting.short_codes import CodeShown, code_line

NEARBY: Final = "In this home, friends open clockspades, Play with friends, Tables nearby:"
NEARBY_TOO: Final = "In this home: Play with friends, Tables nearby, and the code {code}."
PASTE: Final = "Your friends paste this line into a terminal; {copy} copies it."
PASTE_TOO: Final = "Or paste a line in a terminal: {copy} copies it."
ELSEWHERE: Final = "Elsewhere: a friend types this into a terminal; {copy} copies it. It lets one in."
MEANWHILE: Final = "{why} Until then you can send this line; {copy} copies it."
MORE_CODES: Final = "Friends elsewhere? {another} makes a short code."
WAY_BACK: Final = "Friends come back with: clockspades join. If that fails, with a new code."
PAGE: Final = "Phones and browsers: {link}\n{needs}"
OPEN_PAGE: Final = "It is not encrypted."
NO_PAGE: Final = "Phones and browsers: run `clockspades browser --here` in another terminal."
LINE_USE: Final = "Send it to your friends."
CODE_USE: Final = "It lets one person in."

WORKS: Final[Mapping[Reach, str]] = {
    Reach.MACHINE: "It works only on this machine, or through a tunnel that leads here.",
    Reach.LINK: "It works only on the same cable or Wi-Fi.",
    Reach.HOME: "It works only inside your home.",
    Reach.SHARED: "It works only inside one private network, such as Tailscale.",
    Reach.WORLD: "From elsewhere it needs port {port} open on your router.",
    Reach.NAME: "",
}
"""What an address needs, in a sentence."""
UNREACHED: Final[Mapping[Reach, str]] = {
    Reach.LINK: "The address {host} works only on the host's cable or Wi-Fi: elsewhere, ask for a short code.",
    Reach.HOME: "The address {host} works only inside the host's home: elsewhere, ask for a short code.",
    Reach.SHARED: "The address {host} works only in the host's private network: elsewhere, ask for a short code.",
}


class Told(NamedTuple):
    """What the lobby shows of the ways to a table, from top to bottom."""

    does: str = ""
    """What a friend does."""
    large: tuple[str, ...] = ()
    """The code that they type, in lines of large letters."""
    use: str = ""
    """What the line is for, if that is the second way."""
    line: str = ""
    """The line that they paste or type."""
    more: tuple[str, ...] = ()
    """The other ways."""


def tell(
    invitation: Invitation | None,
    shown: CodeShown | None,
    *,
    is_nearby: bool,
    more_codes: str,
    page: str | None,
    copy: str,
) -> Told:
    """What to show of an invitation, which a host at a club has once they are there, and a short code.

    ``more_codes`` says how to get a short code. ``page`` is the link of the page that is served; None if there can't be
    any, empty if none is. ``copy`` is the key that copies the line.
    """
    if invitation is None:
        return Told()
    code = f"{invitation.code[:5]}-{invitation.code[5:]}"
    too = [NEARBY_TOO.format(code=code)] if is_nearby else []
    if shown is not None and shown.code:
        number, first, *others = shown.code.split("-")
        large = f"{number}-{first}-", "-".join(others)
        ways = [*too, *([_page_words(page)] if page else []), WAY_BACK]
        return Told(ELSEWHERE.format(copy=copy), large, "", code_line(shown.code), tuple(ways))
    works = what_works(invitation.host, invitation.port)
    if shown is not None:
        does = MEANWHILE.format(why=shown.words, copy=copy)
        return Told(f"{does} {works}".rstrip(), (), "", invitation.line, tuple(too))
    ways = [*([] if page is None else [_page_words(page)]), *filter(None, [more_codes])]
    if is_nearby:
        return Told(NEARBY, (code,), f"{PASTE_TOO.format(copy=copy)} {works}".rstrip(), invitation.line, tuple(ways))
    return Told(f"{PASTE.format(copy=copy)} {works}".rstrip(), (), "", invitation.line, tuple(ways))


def what_works(host: str, port: int | None) -> str:
    """What an address needs, in a sentence; empty for a name that leads there."""
    return WORKS[reach_of(host)].format(port=port)


def page_needs(link: str) -> str:
    """What the link of a page needs, in sentences; empty if it works from everywhere."""
    parts = urlsplit(link)
    host = parts.hostname or ""
    is_open = parts.scheme == "http" and reach_of(host) is not Reach.MACHINE
    return " ".join(filter(None, (what_works(host, parts.port), OPEN_PAGE if is_open else "")))


def _page_words(page: str) -> str:
    return PAGE.format(link=page, needs=page_needs(page)).rstrip() if page else NO_PAGE


def unreached(host: str) -> str:
    """Why a host at a private address may not be reached from here, in a sentence; empty for any other address."""
    return UNREACHED.get(reach_of(host), "").format(host=host)
