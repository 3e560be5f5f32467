"""``join``: sit down at the table of a friend, or watch it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from clockspades.cli.arguments import UsageError
from clockspades.cli.output import complain
from clockspades.cli.screens import open_elsewhere, require_terminal
from clockspades.engine.seating import check_name
from clockspades.network.meeting.invitation import Invitation
from clockspades.network.meeting.short_codes import ShortCode
from clockspades.pasting import misplaced, read_pasted
from clockspades.saved.settings import load as load_settings

NO_TERMINAL: Final = "a program can join as docs/network.md says"
LOOKING: Final = "looking for the table…"

if TYPE_CHECKING:
    from clockspades.network.client.kept_seats import KeptSeat


def join(words: Sequence[str], name: str | None, *, watch: bool, insecure: bool) -> int:
    """Sit down at the table of an invitation, or without one where this user sat last; the exit status."""
    if name is not None:
        check_name(name)
    invitation = None
    if words:
        found = read_pasted(" ".join(words))
        if isinstance(found, ShortCode):
            return _join_by_code(found, name, watch=watch)
        if not isinstance(found, Invitation):
            raise misplaced(found)
        invitation = found
        invitation.require_encryption(allow_open=insecure)
    kept = _find_seat(invitation, name, watch=watch, insecure=insecure)
    try:
        require_terminal(NO_TERMINAL)
        from clockspades.network.client.elsewhere import Elsewhere

        return open_elsewhere(Elsewhere(kept))
    finally:
        kept.close()


def _join_by_code(code: ShortCode, name: str | None, *, watch: bool) -> int:
    """Sit down at the table of a short code, which is used up by that."""
    require_terminal(NO_TERMINAL)
    from clockspades.network.client.elsewhere import join_table

    complain(f"clockspades: {LOOKING}")
    table = join_table(code, name or load_settings(sets_aside=False).settings.own_name, watch=watch)
    try:
        return open_elsewhere(table)
    finally:
        table.close_server()


def _find_seat(invitation: Invitation | None, name: str | None, *, watch: bool, insecure: bool) -> "KeptSeat":
    """The seat to sit down in; UsageError if there is none."""
    from clockspades.network.client.kept_seats import sit_down, sit_down_again, sweep_seats

    if invitation is None:
        if watch or name is not None or insecure:
            raise UsageError("--watch, --name and --insecure need an invitation: `clockspades join INVITATION`")
        sweep_seats()
        kept = sit_down_again()
        if kept is None:
            raise UsageError("you have no seat at a table: paste the invitation after `clockspades join`")
        return kept
    return sit_down(invitation, name or load_settings(sets_aside=False).settings.own_name, watch=watch)
