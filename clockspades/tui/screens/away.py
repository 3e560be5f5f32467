"""What the screens of a table elsewhere share: they follow its client, and show how it is connected."""

from math import ceil
from time import monotonic
from typing import TYPE_CHECKING, Final

from textual.app import ComposeResult
from textual.timer import Timer

from clockspades.engine.phrases import sentence
from clockspades.language import N_, _
from clockspades.network.client import company
from clockspades.network.client.client import Client, Link, PauseOver, Want
from clockspades.network.client.elsewhere import Elsewhere
from clockspades.network.meeting.short_codes import ShortCodeError
from clockspades.network.wire.messages import Say, ToClient
from clockspades.routes import Route
from clockspades.table.commands import ENTER, Command
from clockspades.table.keys import spoken, terminal
from clockspades.tui.screens.ask import CANCEL
from clockspades.tui.screens.kinds import CHOOSE, NEXT_ITEM, MenuPanel, panel
from clockspades.tui.screens.sized import SizedScreen
from clockspades.tui.widgets.menu_item import MenuItem

SPEAKS: Final = 5.0
"""Seconds for which it is shown what somebody said."""
SAY: Final = Command(
    "slash,f5", "talk", N_("Say something to everyone"), N_("say"), label="/", name="remote.say",
    when=lambda self: self.client.seat is not None,
)  # fmt: skip
_PHRASES: Final = tuple(
    Command(str((number + 1) % 10), f"say({number})", f"Say: {words}", listed=False, name=f"remote.say_{number + 1}")
    for number, words in enumerate(company.SAID.values())
)

if TYPE_CHECKING:
    Base = SizedScreen
else:
    Base = object


class AwayScreen(Base):
    """A screen of a table elsewhere. Mix it in first."""

    def __init__(self, elsewhere: Elsewhere, *arguments: object) -> None:
        super().__init__(*arguments)
        self.elsewhere = elsewhere
        self._tries_at = 0.0
        """When the client tries to connect again, on the clock of ``monotonic``."""
        self._since = monotonic()
        """When the turn began that is thought about."""
        self._clock: Timer | None = None
        self._has_gone = False
        """Whether another screen has taken the place of this one."""

    @property
    def client(self) -> Client:
        return self.elsewhere.client

    def follow_client(self) -> None:
        self.elsewhere.listen(lambda client, message: self.call_later(self._hear, client, message))
        self._hear(self.client, None)

    def _hear(self, client: Client, message: ToClient | None) -> None:
        """Hear of a change, unless another screen has taken the place of this one."""
        if not self._has_gone:
            self.hear(client, message)
            self.call_after_refresh(self._tell_notice)  # a screen that opens clears what was told before

    def _tell_notice(self) -> None:
        """Tell what the server of this program has to say, unless the next screen does."""
        if not self._has_gone and (words := self.elsewhere.take_notice()):
            self.app.notify(words, severity="warning", markup=False)

    def go(self, route: Route) -> None:
        """Put another screen in the place of this one, and hear nothing more."""
        self._has_gone = True
        self.app.open(route)

    def hear(self, client: Client, message: ToClient | None) -> None:
        raise NotImplementedError

    def show_company(self) -> None:
        raise NotImplementedError

    def heard_link(self, client: Client) -> None:
        """Count down to the next attempt to connect."""
        if client.link is Link.WAITING and self._tries_at <= monotonic():
            self._tries_at = monotonic() + client.pause
        elif client.link is not Link.WAITING:
            self._tries_at = 0.0

    @property
    def link_words(self) -> str:
        """How the client is connected, if it is not simply there."""
        seconds = ceil(max(0.0, self._tries_at - monotonic()))
        return company.link_words(self.client, seconds, spoken(terminal(), ENTER))

    def keep_time(self) -> None:
        """Show the company again each second while that tells of seconds, and else not at all."""
        if self.tells_seconds and self._clock is None:
            self._clock = self.set_interval(1.0, self.show_company)
        elif not self.tells_seconds and self._clock is not None:
            self._clock.stop()
            self._clock = None

    @property
    def tells_seconds(self) -> bool:
        return self.client.link is Link.WAITING

    def make_code(self) -> None:
        """Make a short code, or another one; say so if there can't be any."""
        try:
            self.elsewhere.make_code()
        except ShortCodeError as error:
            self.app.notify(sentence(str(error)), severity="error", markup=False)

    def action_talk(self) -> None:
        self.app.push_screen(SayScreen(self.elsewhere))

    def try_now(self) -> bool:
        """Try to connect at once if the client waits to do so; return whether it did."""
        if self.client.link is not Link.WAITING:
            return False
        self._tries_at = 0.0
        self.elsewhere.give(PauseOver())
        return True


class SayScreen(MenuPanel):
    """What can be said to everyone, each by a digit."""

    commands: tuple[Command, ...] = (*_PHRASES, CANCEL)
    KEY_LINE: tuple[Command, ...] = (CHOOSE, NEXT_ITEM, CANCEL)

    def __init__(self, elsewhere: Elsewhere) -> None:
        super().__init__()
        self._elsewhere, self._phrases = elsewhere, company.phrases(elsewhere.client)

    def compose(self) -> ComposeResult:
        with panel(_("Say to everyone")):
            for number, phrase in enumerate(self._phrases):
                digit = _PHRASES[number].keys
                yield MenuItem(f"{digit}  {_(company.SAID[phrase])}", f"say({number})", hot=digit)

    def action_say(self, number: int) -> None:
        if number < len(self._phrases):
            self._elsewhere.give(Want(Say(self._phrases[number])))
            self.dismiss(None)
