"""Invitations: the line that a friend pastes to join a table, ``wss://192.0.2.7:7420/#CODE.FINGERPRINT``.

The code opens the table. The fingerprint is that of the host's certificate, so that nobody can pose as the host. Both
stand behind the ``#``: a program never sends that part of an address, so no server, proxy or tunnel logs it.
"""

import re
from collections.abc import Mapping
from enum import Enum
from hashlib import sha256
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from itertools import takewhile
from secrets import choice
from typing import Final, NamedTuple
from urllib.parse import SplitResult, unquote, urlsplit

from clockspades.engine.share import ALPHABET
from clockspades.engine.text import UserError, bare, pasted
from clockspades.language import N_, _, marked, pgettext
from clockspades.network.wire.secrecy import CODE_LENGTH

PATH: Final = "/clockspades/1"
"""The path of the server. It names the version of the protocol, and nothing secret."""
COMMAND: Final = "clockspades join"
"""What stands before an invitation in a line to paste into a shell."""
PORT: Final = 7420
"""The port that a table is at unless its host chooses another one."""
FINGERPRINT_LENGTH: Final = 26
"""Characters of a fingerprint: the first 130 bits of the SHA-256 of a certificate."""
LONGEST: Final = 400
"""Characters of an invitation at most."""
LONGEST_PASTE: Final = 4000
"""Characters of a text with an invitation in it, at most."""
MOST_PIECES: Final = 8
"""Pieces that wraps make of what stands behind the ``#``, at most."""

_LOOKALIKES: Final = str.maketrans("OIL", "011")
_BETWEEN: Final = str.maketrans("", "", "- ")
_PORTS: Final = {"ws": 80, "wss": 443}
_HOST: Final = re.compile(r"[A-Za-z0-9._-]+")
_PATH: Final = re.compile(r"[!-&(-~]*")
_LOCAL: Final = "localhost"
_SHARED: Final = ip_network("100.64.0.0/10")
SCHEME: Final = re.compile(r"(?<![a-z])w ?s ?(?:s ?)?: ?/ ?(?:/ ?)?", re.IGNORECASE)
_PIECE: Final = "-*".join(["[0-9A-Za-z]"] * CODE_LENGTH), "-*".join(["[0-9A-Za-z]"] * FINGERPRINT_LENGTH)
_WHOLE: Final = re.compile(rf"((?:{_PIECE[0]})?)-*\.-*({_PIECE[1]})(?![0-9A-Za-z])")
_CODE_ALONE: Final = re.compile(rf"({_PIECE[0]})(?![0-9A-Za-z])(?!\.-*[0-9A-Za-z])(\.?)")
_BEHIND: Final = " \"'“”‘’»>`*_).,;!?"
"""What may stand behind an address without a code."""
_CODE, _FINGERPRINT = marked(
    "part of an invitation, as a subject", "the code of the table", "the fingerprint behind the dot"
)


class InvitationError(UserError, ValueError):
    """A text that is no invitation, or one that leads nowhere. The message is one sentence for the person."""


class Reach(Enum):
    """From where an address can be reached, in a sentence for whoever gives it to others."""

    MACHINE = N_("It works only on this machine, or through a tunnel that leads here.")
    LINK = N_("It works only on the same cable or Wi-Fi.")
    HOME = N_("It works only inside your home.")
    SHARED = N_("It works only inside one private network, such as Tailscale.")
    WORLD = N_("From elsewhere it needs port {port} open on your router.")
    NAME = ""


class Invitation(NamedTuple):
    """Where a table is and what opens it."""

    host: str
    """A domain name or an IP address, IPv6 without brackets."""
    port: int
    code: str
    fingerprint: str = ""
    """That of the host's certificate; empty where the usual check of certificates applies."""
    is_encrypted: bool = True
    """Whether the connection is over TLS."""
    path: str = PATH
    """The path of the server. A tunnel can have one of its own in front of it."""

    @property
    def url(self) -> str:
        """The address that the client connects to, without the code and the fingerprint."""
        return f"{self._origin}{self.path}"

    @property
    def is_local(self) -> bool:
        """Whether the table is on this machine."""
        return is_loopback(self.host)

    @property
    def _origin(self) -> str:
        scheme = "wss" if self.is_encrypted else "ws"
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{scheme}://{host}" if self.port == _PORTS[scheme] else f"{scheme}://{host}:{self.port}"

    def __str__(self) -> str:
        """The invitation as a URL; :func:`read` reads it back."""
        path = "/" if self.path == PATH else self.path
        opens = f"{self.code}.{self.fingerprint}" if self.fingerprint else self.code
        return f"{self._origin}{path}#{opens}" if opens else f"{self._origin}{path}"

    def __repr__(self) -> str:
        """The address alone: the code must not get into a traceback."""
        return f"Invitation({self._origin!r})"

    @property
    def line(self) -> str:
        """The line for a friend to paste into a terminal. Some shells read a ``#`` that is not quoted as a pattern."""
        return f"{COMMAND} '{self}'"

    def require_encryption(self, *, allow_open: bool) -> None:
        """InvitationError if others can read the connection: it is not encrypted, nor to this machine or allowed."""
        if not (self.is_encrypted or self.is_local or allow_open):
            read = pgettext("what everyone could read", "your cards and the code" if self.code else "your cards")
            words = N_(
                "the address begins with ws://, so everyone on the way could read {read}:"
                " ask for one that begins with wss://, or add --insecure"
            )
            raise InvitationError(_(words, read=read))


def read(text: str, *, allow_open: bool = False, needs_code: bool = True) -> Invitation:
    """The invitation in a pasted text: a URL, with or without words around it. InvitationError if there is none.

    It may be wrapped or quoted, as :func:`pasted` undoes. An address that begins with ``ws://`` is not encrypted, and
    refused unless it is this machine or ``allow_open``. The address of a club is an invitation whose code is the club's
    access word, or has none.
    """
    plain = pasted(text)
    plain = unquote(plain) if "%23" in plain else plain
    found = SCHEME.search(plain)
    if found is None:
        raise InvitationError(_("an invitation begins with wss://: paste the whole line that your friend sent you"))
    address, mark, opens = plain[found.end() :][:LONGEST_PASTE].partition("#")
    if not mark:
        if " " in address and not needs_code:
            raise InvitationError(_("the address has blanks in it"))
        address = address.rstrip(_BEHIND)
    scheme = re.sub("[^a-z]", "", found[0].casefold())  # the path of a file has one slash
    parts, host, port = _split(f"{scheme}://{address}".replace(" ", ""))
    code, fingerprint = _read_fragment(opens) if mark else ("", "")
    if not code and (needs_code or (mark and not fingerprint)):
        raise InvitationError(_("the invitation has no code: it stands behind the #, so paste the whole line"))
    path = PATH if parts.path.casefold() in ("", "/", PATH) else parts.path
    invitation = Invitation(host, port, code, fingerprint, parts.scheme == "wss", path)
    if len(str(invitation)) > LONGEST:
        raise InvitationError(_("the invitation is too long: one looks like {example}", example=EXAMPLE))
    if not invitation.is_encrypted and invitation.fingerprint:
        raise InvitationError(_("the invitation begins with ws:// but has a fingerprint: it should begin with wss://"))
    invitation.require_encryption(allow_open=allow_open)
    return invitation


def _read_fragment(opens: str) -> tuple[str, str]:
    """The code and the fingerprint behind the ``#``, wrapped or not, with other words behind them or none."""
    words = opens.split()[:MOST_PIECES]
    for number in range(1, len(words) + 1):
        if whole := _WHOLE.match("".join(words[:number])):
            return read_code(whole[1]) if whole[1] else "", _characters(whole[2], FINGERPRINT_LENGTH)
    for number in range(1, len(words) + 1):
        code = _CODE_ALONE.match("".join(words[:number]))
        if code and not (code[2] and any(map(str.isdigit, "".join(words[number : number + 1])))):
            return read_code(code[1]), ""
    likely = "".join(takewhile(lambda word: any(map(str.isdigit, word)), words)) or "".join(words[:1])
    told, dot, fingerprint = likely.partition(".")
    return read_code(told) if told else "", _characters(fingerprint, FINGERPRINT_LENGTH) if dot else ""


def read_code(text: str) -> str:
    """The code of a table as it is typed or pasted, alone or in an invitation; InvitationError if it is none."""
    return _characters(bare(pasted(text).rpartition("#")[2].partition(".")[0]), CODE_LENGTH)


def draw_code() -> str:
    """A new code with 50 random bits."""
    return "".join(choice(ALPHABET) for _place in range(CODE_LENGTH))


def fingerprint_of(certificate: bytes) -> str:
    """The fingerprint of a certificate in DER form."""
    bits = int.from_bytes(sha256(certificate).digest()) >> (256 - 5 * FINGERPRINT_LENGTH)
    return "".join(ALPHABET[bits >> 5 * at & 31] for at in reversed(range(FINGERPRINT_LENGTH)))


def read_address(text: str, usual: int = PORT, option: str = "--listen") -> tuple[str, int]:
    """The address and port to listen at: ``192.0.2.7:7420``, ``[::1]:7420``, ``:7420`` or an address alone.

    InvitationError if it is none, which names the ``option``. Without an address it is empty, which means all of this
    machine. Without a port it is the ``usual`` one.
    """
    words = {"option": option, "example": f"{option} 192.0.2.7:{usual}", "text": repr(text)}
    host, colon, digits = text.rpartition(":")
    if text.endswith("]") or not colon or _is_ip(text):
        host, digits = text, str(usual)
    if host.startswith("[") and host.endswith("]"):
        host = host[1:-1]
    elif ":" in host and not _is_ip(host):
        raise InvitationError(_("{option} needs ADDRESS:PORT, as in {example}, not {text}", **words))
    if not digits.isdecimal() or not digits.isascii() or int(digits[:6]) > 65535:
        raise InvitationError(_("{option} needs a port from 0 to 65535, as in {example}, not {text}", **words))
    if host and host != _LOCAL and not _is_ip(host):
        fault = N_("{option} needs an IP address of this machine, as in {example}, not {text}")
        raise InvitationError(_(fault, **words))
    return host, int(digits)


def is_loopback(host: str) -> bool:
    """Whether an address is this machine's own, which nobody else can reach."""
    ip = as_ip(host)
    return host == _LOCAL or (ip is not None and ip.is_loopback)


def reach_of(host: str) -> Reach:
    """From where the address, or the name, of a computer can be reached, as far as it tells."""
    ip = as_ip(host)
    if is_loopback(host) or (ip is not None and ip.is_unspecified):
        return Reach.MACHINE
    if ip is None:
        _, dot, last = host.casefold().rstrip(".").rpartition(".")
        return Reach.NAME if dot and last not in ("arpa", "home", "internal", "lan", "local") else Reach.HOME
    if ip.is_link_local:
        return Reach.LINK
    if ip.version == 4 and ip in _SHARED:
        return Reach.SHARED
    return Reach.WORLD if ip.is_global else Reach.HOME


def _split(text: str) -> tuple[SplitResult, str, int]:
    """The parts of an address, its computer and its port."""
    try:
        parts = urlsplit(text)
    except ValueError:
        raise InvitationError(
            _("the address of the invitation can't be read: one looks like {example}", example=EXAMPLE)
        ) from None
    if parts.scheme not in _PORTS:
        raise InvitationError(_("an invitation begins with wss://: paste the whole line that your friend sent you"))
    if parts.query or parts.username is not None or parts.password is not None:
        raise InvitationError(
            _("the invitation has parts that do not belong there: one looks like {example}", example=EXAMPLE)
        )
    try:
        host, port = parts.hostname, parts.port
    except ValueError:
        raise InvitationError(_("the port of the invitation is not a number from 1 to 65535")) from None
    if not host:
        raise InvitationError(_("the invitation names no computer: one looks like {example}", example=EXAMPLE))
    if port == 0:
        raise InvitationError(_("the port of the invitation is not a number from 1 to 65535"))
    if ":" in host or "[" in parts.netloc:
        if not _is_ip(host):
            raise InvitationError(_("the address between [ and ] of the invitation is no IPv6 address"))
    elif not _HOST.fullmatch(host) or not _PATH.fullmatch(parts.path):
        raise InvitationError(_("the address in the invitation has a character that no such address has"))
    return parts, host, port or _PORTS[parts.scheme]


def _characters(text: str, length: int) -> str:
    """The characters of a code, or of a fingerprint, which is longer."""
    part = _CODE if length == CODE_LENGTH else _FINGERPRINT
    told = {"what": pgettext("part of an invitation, as a subject", part), "length": length}
    found = text.translate(_BETWEEN).upper().translate(_LOOKALIKES)
    if len(found) != length:
        words = _("{what} has {length} characters, not {number}: paste the whole line", **told, number=len(found))
        raise InvitationError(words)
    if not set(found) <= set(ALPHABET):
        raise InvitationError(_("{what} has a character that no invitation has: copy the line again", **told))
    return found


def _is_ip(text: str) -> bool:
    return as_ip(text) is not None


def as_ip(text: str) -> IPv4Address | IPv6Address | None:
    """The IP address that a text is, one of IPv4 within IPv6 as it is without; None for a name."""
    try:
        ip = ip_address(text)
    except ValueError:
        return None
    return ip if isinstance(ip, IPv4Address) else ip.ipv4_mapped or ip


CUSTOMER: Final = {4: 32, 6: 64}
"""By the version of IP how many bits of an address one customer has to themselves."""
NETWORK: Final = {4: 24, 6: 48}
"""The same for the widest network that one customer usually gets."""


def network_of(address: str, bits: Mapping[int, int] = CUSTOMER) -> str:
    """The network of an address, such as ``192.0.2.0/24``; what is no IP address stays as it is."""
    ip = as_ip(address)
    if ip is None:
        return address
    return str(ip_network((ip, bits[ip.version]), strict=False))


EXAMPLE: Final = Invitation("192.0.2.7", PORT, "K7M2QX9RTA", "H4VNC0S8ZB2WJ5YD7GKQ3E1XMP")
"""An invitation to show how one looks; nobody is there."""
EXAMPLE_CLUB: Final = Invitation("club.example.org", 443, "R4NDW0RDAX")
"""The address of a club to show how one looks; none is there."""
