"""The command palette: every action of the screen that it is opened on, in the words of its keys."""

from collections.abc import Iterator
from functools import partial

from textual import events, on
from textual.await_complete import AwaitComplete
from textual.command import CommandPalette, DiscoveryHit, Hit, Hits, Provider
from textual.types import IgnoreReturnCallbackType

from clockspades.tui.look import Look
from clockspades.tui.screens.help import bindings, key_name
from clockspades.tui.widgets.size_guard import fits


class ActionPalette(CommandPalette):
    """The palette, which takes itself away and nothing else, as a :class:`Modal` does.

    It goes where the terminal is too small for the screen under it: its list cannot be paged through in no rows.
    """

    CSS_PATH = "commands.tcss"

    def dismiss(self, result: None = None) -> AwaitComplete:
        return super().dismiss(result) if self.is_active else AwaitComplete()

    @on(events.Resize)
    def _fit(self, event: events.Resize) -> None:
        if not fits(event.size):
            self.dismiss()


class Actions(Provider):
    """What can be done on the screen, and the themes."""

    def _found(self) -> Iterator[tuple[str, str, IgnoreReturnCallbackType]]:
        """The words, the help and the deed of each command; what several keys do comes once."""
        seen: set[str] = set()
        for binding in bindings(self.screen):
            if binding.show and binding.description not in seen:
                seen.add(binding.description)
                keys = " ".join(key_name(key) for key in binding.key.split(","))
                yield binding.description, f"Key: {keys}", partial(self.screen.run_action, binding.action)
        app = self.app
        assert isinstance(app, Look), "the palette is this application's"
        for name in app.available_themes:
            yield (
                f"Theme: {name}",
                "Changes every colour",
                partial(app.keep_settings, theme=name),
            )

    async def discover(self) -> Hits:
        """Every command, before anything is typed."""
        for words, explanation, deed in self._found():
            yield DiscoveryHit(words, deed, help=explanation)

    async def search(self, query: str) -> Hits:
        """The commands that what was typed may mean."""
        matcher = self.matcher(query)
        for words, explanation, deed in self._found():
            if (score := matcher.match(words)) > 0:
                yield Hit(score, matcher.highlight(words), deed, help=explanation)
