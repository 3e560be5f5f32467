"""TLS: the certificate of a table, and how a client checks it.

Nobody at home has a certificate that others trust. So the host makes one for the life of the table, the invitation has
its fingerprint, and the client accepts that certificate and no other. An invitation without a fingerprint is for a
tunnel or a domain with a certificate of its own: there the usual check applies.
"""

import ssl
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from secrets import compare_digest
from typing import Final

from clockspades.engine.text import UserError, reason_of
from clockspades.language import N_, _, pgettext
from clockspades.network.meeting.invitation import fingerprint_of
from clockspades.packages import needed
from clockspades.saved.writing import read_start

LIFE: Final = timedelta(days=3650)
"""How long our certificates are valid. Clients check only the fingerprint, so any long time will do."""
LARGEST: Final = 1 << 20
"""Bytes of a file, at most."""
HANDSHAKE_BUFFER: Final = 16 * 1024
"""Bytes that asyncio keeps for each encrypted connection: one record. It takes 16 times as many by itself."""
ANOTHER_HOST: Final = N_(
    "another computer answers at this address: its certificate does not fit the invitation,"
    " so ask the host for a new one"
)


class FingerprintError(ConnectionError):
    """The other side is not the host of the invitation; the message is one sentence for the person."""


def make_certificate() -> bytes:
    """A new private key and a certificate that it signs itself, as one PEM text; UserError if none can be made.

    ``cryptography`` is imported here, in the process of the server alone: that takes longer than all the rest of it.
    """
    try:
        from cryptography import x509
        from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
        from cryptography.hazmat.primitives.hashes import SHA256
        from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
        from cryptography.x509.oid import NameOID
    except ImportError as error:
        raise UserError(
            needed("cryptography", pgettext("what needs a package", "an encrypted table"), error)
        ) from error

    key = generate_private_key(SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "clockspades table")])
    begin = datetime.now(UTC) - timedelta(days=1)  # the other clock may be slow
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(begin)
        .not_valid_after(begin + LIFE)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .sign(key, SHA256())
    )
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return private + certificate.public_bytes(Encoding.PEM)


def server_context(certificate: Path, key: Path | None = None) -> tuple[ssl.SSLContext, str]:
    """The TLS context of a server, and the fingerprint of its certificate. UserError if a file can't be used.

    Both files are PEM. Without ``key``, the first has the private key too.
    """
    for path in (certificate, key):
        if path is not None:
            _check(path)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    try:
        context.load_cert_chain(certificate, key, password=_ask_nobody)
        text = read_start(certificate, LARGEST).decode("ascii")
        begin, end = text.find(ssl.PEM_HEADER), text.find(ssl.PEM_FOOTER) + len(ssl.PEM_FOOTER)
        found = ssl.PEM_cert_to_DER_cert(text[max(begin, 0) : end])  # the first one; ValueError if there is none
    except (ssl.SSLError, ValueError):
        words = N_("{certificate} and {key} are not a certificate and its private key in PEM form")
        raise UserError(_(words, certificate=certificate, key=key or certificate)) from None
    except OSError as error:
        raise UserError(_("the certificate can't be read: {fault}", fault=reason_of(error))) from None
    return context, fingerprint_of(found)


def client_context(fingerprint: str) -> ssl.SSLContext:
    """The TLS context of a client. With a fingerprint, :func:`check` must follow before anything is sent."""
    if not fingerprint:
        return ssl.create_default_context()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def check(shown: bytes | None, fingerprint: str) -> None:
    """FingerprintError unless the certificate that the server has shown, in DER form, has this fingerprint."""
    if shown is None or not compare_digest(fingerprint_of(shown), fingerprint):
        raise FingerprintError(_(ANOTHER_HOST))


def save_memory() -> None:
    """Let each encrypted connection take 16 KiB instead of 256 KiB, in this process."""
    from asyncio import sslproto

    with suppress(AttributeError):
        if sslproto.SSLProtocol.max_size > HANDSHAKE_BUFFER:
            sslproto.SSLProtocol.max_size = HANDSHAKE_BUFFER


def _check(path: Path) -> None:
    """UserError unless there is a file of a size that can be read."""
    try:
        size = len(read_start(path, LARGEST + 1))
    except (FileNotFoundError, NotADirectoryError):
        words = N_("there is no file {path}: --tls-cert and --tls-key each need a PEM file")
        raise UserError(_(words, path=path)) from None
    except OSError as error:
        words = N_("the certificate can't be read from {path}: {fault}")
        raise UserError(_(words, path=path, fault=reason_of(error))) from None
    except ValueError:  # no path has a zero byte
        raise UserError(_("the path of the certificate is none")) from None
    if size > LARGEST:
        raise UserError(_("{path} is too large for a certificate", path=path))


def _ask_nobody() -> str:
    raise UserError(_("the private key has a password: --tls-key needs one without"))
