import socket
import ssl
import subprocess
import sys
from pathlib import Path
from threading import Thread

import pytest

from clockspades.network.meeting.certificate import (
    CertificateError,
    FingerprintError,
    check,
    client_context,
    make_certificate,
    server_context,
)

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


def test_each_table_has_a_key_of_its_own(tmp_path: Path) -> None:
    found = set()
    for name in "ab":
        (tmp_path / name).write_bytes(make_certificate())
        found.add(server_context(tmp_path / name)[1])
    assert len(found) == 2


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
    with pytest.raises(CertificateError, match="there is no file"):
        server_context(tmp_path / "missing.pem")
    (tmp_path / "other.pem").write_bytes(make_certificate())
    (tmp_path / "text.pem").write_text("hello")
    for certificate, key in ((pem, tmp_path / "other.pem"), (tmp_path / "text.pem", pem), (pem, tmp_path / "text.pem")):
        with pytest.raises(CertificateError, match="are not a certificate and its private key"):
            server_context(certificate, key)


def test_a_key_with_a_password_asks_nobody(tmp_path: Path) -> None:
    from cryptography.hazmat.primitives.serialization import (
        BestAvailableEncryption,
        Encoding,
        PrivateFormat,
        load_pem_private_key,
    )

    pem = make_certificate()
    key = load_pem_private_key(pem, None).private_bytes(
        Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"secret")
    )
    path = tmp_path / "locked.pem"
    path.write_bytes(key + pem[pem.index(ssl.PEM_HEADER.encode()) :])
    with pytest.raises(CertificateError, match="has a password"):
        server_context(path)


def test_checking_a_certificate_needs_no_cryptography() -> None:
    code = (
        "import sys; from clockspades.network.meeting.certificate import client_context, check; client_context('X');"
        " assert 'cryptography' not in sys.modules and 'asyncio' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=WAIT)
