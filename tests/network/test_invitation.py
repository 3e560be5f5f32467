import math
import re
import socket
import ssl
from collections import Counter
from pathlib import Path
from threading import Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clockspades.engine.share import ALPHABET
from clockspades.engine.text import UserError
from clockspades.network.meeting.certificate import (
    FingerprintError,
    check,
    client_context,
    make_certificate,
    server_context,
)
from clockspades.network.meeting.invitation import (
    EXAMPLE,
    FINGERPRINT_LENGTH,
    PATH,
    Invitation,
    InvitationError,
    draw_code,
    fingerprint_of,
    read,
    read_address,
    read_code,
)
from clockspades.network.wire.secrecy import CODE_LENGTH

CODES = st.text(ALPHABET, min_size=CODE_LENGTH, max_size=CODE_LENGTH)
FINGERPRINTS = st.text(ALPHABET, min_size=FINGERPRINT_LENGTH, max_size=FINGERPRINT_LENGTH)
HOSTS = st.one_of(
    st.ip_addresses().map(str),
    st.just("localhost"),
    st.from_regex(r"[a-z][a-z0-9-]{0,10}(\.[a-z][a-z0-9]{0,8}){1,3}", fullmatch=True),
)


@given(HOSTS, st.integers(1, 65535), CODES, FINGERPRINTS | st.just(""))
def test_what_is_written_is_read_back(host: str, port: int, code: str, fingerprint: str) -> None:
    invitation = Invitation(host, port, code, fingerprint)
    assert read(str(invitation)) == invitation
    assert read(f"  $ {invitation.line}\n") == invitation


def test_the_request_has_neither_code_nor_fingerprint() -> None:
    assert EXAMPLE.url == f"wss://192.0.2.7:7420{PATH}"
    assert EXAMPLE.code not in repr(EXAMPLE)
    assert EXAMPLE.fingerprint not in f"{EXAMPLE!r}"


def test_a_tunnel_has_the_usual_port_and_no_fingerprint() -> None:
    invitation = read(f"wss://late-night.example.org/#{EXAMPLE.code}")
    assert (invitation.port, invitation.fingerprint) == (443, "")
    assert invitation.url == f"wss://late-night.example.org{PATH}"
    assert str(invitation) == f"wss://late-night.example.org/#{EXAMPLE.code}"


def test_codes_have_fifty_random_bits() -> None:
    drawn = [draw_code() for _ in range(2000)]
    assert all(len(code) == CODE_LENGTH and set(code) <= set(ALPHABET) for code in drawn)
    assert len(set(drawn)) == len(drawn)
    assert CODE_LENGTH * math.log2(len(ALPHABET)) >= 50
    counts = Counter("".join(drawn))
    assert set(counts) == set(ALPHABET)
    assert max(counts.values()) < 2 * min(counts.values())


def test_a_fingerprint_is_the_beginning_of_the_hash() -> None:
    # SHA-256 of nothing begins e3b0c44298fc1c149afbf4c8996fb924
    found = fingerprint_of(b"")
    bits = 0
    for character in found:
        bits = bits << 5 | ALPHABET.index(character)
    assert f"{bits >> 2:032x}" == "e3b0c44298fc1c149afbf4c8996fb924"


def test_this_machine_needs_no_encryption() -> None:
    for host in ("localhost", "127.0.0.1", "[::1]"):
        assert not read(f"ws://{host}:7420/#{EXAMPLE.code}").is_encrypted
    with pytest.raises(InvitationError, match="add --insecure"):
        read(f"ws://192.0.2.7:7420/#{EXAMPLE.code}")
    assert not read(f"ws://192.0.2.7:7420/#{EXAMPLE.code}", allow_open=True).is_encrypted


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "begins with wss://"),
        (f"wss://{'x' * 500}.example.org/#K7M2QX9RTA", "too long"),
        ("wss://192.0.2.7:7420/#A B", "has 10 characters, not 1"),
        ("wss://192.0.2.7:7420/#\x1b[31m", "has 10 characters"),
        ("192.0.2.7:7420#K7M2QX9RTA", "begins with wss://"),
        ("https://192.0.2.7:7420/#K7M2QX9RTA", "begins with wss://"),
        ("wss:///#K7M2QX9RTA", "names no computer"),
        ("wss://192.0.2.7:99999/#K7M2QX9RTA", "port"),
        ("wss://192.0.2.7:0/#K7M2QX9RTA", "port"),
        ("wss://192.0.2.7:seven/#K7M2QX9RTA", "port"),
        ("wss://[::1:7420/#K7M2QX9RTA", "can't be read"),
        ("wss://[zz::1]:7420/#K7M2QX9RTA", "can't be read|no IPv6 address"),
        ("wss://exa$mple.org/#K7M2QX9RTA", "a character that no such address has"),
        ("wss://ana:secret@192.0.2.7/#K7M2QX9RTA", "do not belong there"),
        ("wss://192.0.2.7:7420/?code=K7M2QX9RTA", "do not belong there"),
        ("wss://192.0.2.7:7420/", "has no code"),
        ("wss://192.0.2.7:7420/#K7M2QX9RT", "has 10 characters, not 9"),
        ("wss://192.0.2.7:7420/#K7M2QX9!RT", "a character that no invitation has"),
        ("wss://192.0.2.7:7420/#K7M2QX9RTA.H4VN", "the fingerprint behind the dot has 26 characters, not 4"),
        ("wss://192.0.2.7:7420/#K7M2QX9RTA.H4VN See you at eight", "has 26 characters, not 4"),
        ("wss://192.0.2.7:7420/#K7M2QX9RTA.\nH4VNC0S8ZB", "has 26 characters, not 10"),
        ("wss://192.0.2.7:7420/#K7M2QX9RTA.H4VNC0S8ZB2WJ\n5YD7GKQ3E1X", "has 26 characters, not 24"),
        ("wss://192.0.2.7:7420/#K7M2QX9RT See you", "has 10 characters, not 9"),
        ("wss://192.0.2.7:7420/#", "has no code"),
        ("ws://127.0.0.1/#K7M2QX9RTA.H4VNC0S8ZB2WJ5YD7GKQ3E1XMP", "should begin with wss://"),
    ],
)  # fmt: skip
def test_each_malformed_invitation_gets_one_sentence(text: str, says: str) -> None:
    with pytest.raises(InvitationError) as caught:
        read(text)
    sentence = str(caught.value)
    assert re.search(says, sentence)
    assert "\n" not in sentence
    assert not sentence.endswith(".")


PLAIN = Invitation("2001:db8::7", 7420, EXAMPLE.code)
TUNNEL = Invitation("late--night.example.org", 443, EXAMPLE.code, path="/To/A/table")
WRAPS = st.sampled_from(["\n", "\r\n", "\n  ", "\n> ", "\n>> ", "\u2028", " \xa0", "\u200b", "\xad", "\u2060", "│\n│ "])


@given(st.sampled_from([EXAMPLE, PLAIN, TUNNEL]), st.data())
def test_it_can_be_wrapped_anywhere(invitation: Invitation, data: st.DataObject) -> None:
    line = invitation.line
    for at in sorted(data.draw(st.sets(st.integers(1, len(line) - 1), max_size=4)), reverse=True):
        line = line[:at] + data.draw(WRAPS) + line[at:]
    assert read(line) == invitation


AROUND = [
    "“{}”", "«{}»", "<{}>", "({}).", "`{}`", "> {}", "$ {}", "Join us: {}, at eight!", "{}\nSee you at eight.", "„{}“;",
    "\ufeff{}\u200b", "{}?", "\u2068{}\u2069…", "**{}**", "[{0}]({0})", "Ana wrote:\n> {}\n> \n> Ana",
]  # fmt: skip


@pytest.mark.parametrize("around", AROUND)
@pytest.mark.parametrize("invitation", [EXAMPLE, PLAIN, TUNNEL], ids=["table", "IPv6", "tunnel"])
def test_what_stands_around_it_makes_no_difference(invitation: Invitation, around: str) -> None:
    assert read(around.format(invitation.line)) == invitation
    assert read(around.format(f"wss{str(invitation).removeprefix('wss')}")) == invitation


def test_neither_do_capitals_and_what_phones_write() -> None:
    assert read(EXAMPLE.line.upper()) == EXAMPLE
    assert read(f"Clockspades Join Wss{str(EXAMPLE).removeprefix('wss').lower()}") == EXAMPLE
    assert read(EXAMPLE.line.replace("#", "%23")) == EXAMPLE
    assert read(EXAMPLE.line.translate({sign: sign + 0xFEE0 for sign in range(0x21, 0x7F)})) == EXAMPLE
    assert read_code("“k7m2‑qx9\u200brta”.") == EXAMPLE.code


@given(st.text(max_size=450) | st.text("wsWS:/#. K7M\n>[]", max_size=60).map("wss://h/#{}".format))
def test_no_text_makes_it_fail_otherwise(text: str) -> None:
    try:
        invitation = read(text)
    except InvitationError:
        return
    assert read(str(invitation)) == invitation


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("192.0.2.7:7420", ("192.0.2.7", 7420)),
        ("192.0.2.7", ("192.0.2.7", 7420)),
        (":8000", ("", 8000)),
        ("[::1]:8000", ("::1", 8000)),
        ("[::1]", ("::1", 7420)),
        ("::1", ("::1", 7420)),
        ("localhost:0", ("localhost", 0)),
    ],
)
def test_where_to_listen(text: str, address: tuple[str, int]) -> None:
    assert read_address(text) == address


@pytest.mark.parametrize("text", ["192.0.2.7:70000", "192.0.2.7:x", "example.org:7420", "1:2:3:4", "192.0.2.7:"])
def test_where_nobody_can_listen(text: str) -> None:
    with pytest.raises(InvitationError, match=r"--listen needs"):
        read_address(text)


# -- certificates -----------------------------------------------------------------------------------------------------


WAIT = 60


@pytest.fixture
def pem(tmp_path: Path) -> Path:
    path = tmp_path / "table.pem"
    path.write_bytes(make_certificate())
    return path


def shown_by(server: ssl.SSLContext, client: ssl.SSLContext) -> bytes | None:
    """The certificate that a client gets in a handshake over a real socket."""
    near, far = socket.socketpair()
    with near, far:
        near.settimeout(WAIT)
        far.settimeout(WAIT)

        def answer() -> None:
            with server.wrap_socket(far, server_side=True) as encrypted:
                encrypted.recv(1)

        thread = Thread(target=answer)
        thread.start()
        with client.wrap_socket(near) as encrypted:
            shown = encrypted.getpeercert(binary_form=True)
            encrypted.send(b".")
        thread.join(WAIT)
    return shown


def test_the_client_accepts_the_certificate_of_the_invitation_and_no_other(pem: Path) -> None:
    context, fingerprint = server_context(pem)
    shown = shown_by(context, client_context(fingerprint))
    check(shown, fingerprint)
    with pytest.raises(FingerprintError, match="another computer answers"):
        check(shown, "0" * len(fingerprint))
    with pytest.raises(FingerprintError):
        check(None, fingerprint)


def test_without_a_fingerprint_the_usual_check_applies() -> None:
    context = client_context("")
    assert context.verify_mode is ssl.CERT_REQUIRED
    assert context.check_hostname


def test_a_certificate_and_its_key_in_two_files(pem: Path, tmp_path: Path) -> None:
    text = pem.read_text()
    begin = text.index(ssl.PEM_HEADER)
    (tmp_path / "key.pem").write_text(text[:begin])
    (tmp_path / "cert.pem").write_text(text[begin:])
    assert server_context(tmp_path / "cert.pem", tmp_path / "key.pem")[1] == server_context(pem)[1]


def test_files_that_are_no_certificate_get_one_sentence(pem: Path, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="there is no file"):
        server_context(tmp_path / "missing.pem")
    (tmp_path / "other.pem").write_bytes(make_certificate())
    (tmp_path / "text.pem").write_text("hello")
    for certificate, key in ((pem, tmp_path / "other.pem"), (tmp_path / "text.pem", pem), (pem, tmp_path / "text.pem")):
        with pytest.raises(UserError, match="are not a certificate and its private key"):
            server_context(certificate, key)
