"""``join``: sit down at the table of a friend, or watch it."""

from collections.abc import Sequence

from clockspades.cli.arguments import UsageError
from clockspades.cli.output import complain
from clockspades.cli.screens import open_elsewhere, require_terminal
from clockspades.engine.seating import check_name
from clockspades.language import _
from clockspades.network.meeting.invitation import Invitation
from clockspades.network.meeting.short_codes import ShortCode
from clockspades.pasting import misplaced, read_pasted
from clockspades.saved.settings import load as load_settings


def join(words: Sequence[str], name: str | None, *, watch: bool, insecure: bool) -> int:
    """Sit down at the table of an invitation, or without one where this user sat last; the exit status."""
    if name is not None:
        check_name(name)
    found = read_pasted(" ".join(words)) if words else None
    if isinstance(found, Invitation):
        found.require_encryption(allow_open=insecure)
    elif found is not None and not isinstance(found, ShortCode):
        raise misplaced(found)
    elif found is None and (watch or name is not None or insecure):
        raise UsageError(_("--watch, --name and --insecure need an invitation: `clockspades join INVITATION`"))
    from clockspades.network.client.elsewhere import Elsewhere, join_table
    from clockspades.network.client.kept_seats import sit_down_again, sweep_seats

    if found is None:
        sweep_seats()
        kept = sit_down_again()
        if kept is None:
            raise UsageError(_("you have no seat at a table: paste the invitation after `clockspades join`"))
        table = Elsewhere(kept)
    require_terminal(_("a program can join as docs/network.md says"))
    if found is not None:
        if isinstance(found, ShortCode):
            complain(f"clockspades: {_('looking for the table…')}")
        table = join_table(found, name or load_settings(sets_aside=False).settings.own_name, watch=watch)
    return open_elsewhere(table)
