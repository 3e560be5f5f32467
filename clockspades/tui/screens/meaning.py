"""What an action shows: by convention, and in a replay what its bot reckoned with."""

from collections.abc import Callable
from functools import partial
from typing import Final

from textual.app import ComposeResult
from textual.content import Content
from textual.reactive import reactive
from textual.widgets import Static

from clockspades.bots.reckoning import Reckoning, Weighed
from clockspades.engine.wording import said
from clockspades.language import N_, _, ngettext
from clockspades.table.commands import MEANING, Command, closing
from clockspades.table.glyphs import glyphs
from clockspades.table.model import AnyPlayerView, action_words, points_explained
from clockspades.tui.drawing.cell_text import card_text
from clockspades.tui.screens.kinds import SCROLL, Page, ScrollingOverlay, panel
from clockspades.tui.threads import run_in_thread

CLOSE_MEANING: Final = closing(MEANING)
ANEW: Final = N_("Computed again from what was seen then, so the chances can differ a little from those in the game.")
BEFORE: Final = Command("left", "step(-1)", N_("The action before"), name="before")
_AFTER: Final = Command("right", "step(1)", N_("The action after"), N_("step"), name="after")
AFTER: Final = _AFTER._replace(shown=(BEFORE, _AFTER))


class MeaningScreen(ScrollingOverlay):
    """One action in words; the arrow keys go to the action before and after it."""

    commands: tuple[Command, ...] = (CLOSE_MEANING, BEFORE, AFTER)
    KEY_LINE: tuple[Command, ...] = (AFTER._replace(now=lambda self: len(self._points) > 1), SCROLL, CLOSE_MEANING)

    point: reactive[int] = reactive(0, init=False)

    def __init__(self, player: AnyPlayerView, point: int, reckoning: Callable[[int], Reckoning | None]) -> None:
        """``reckoning`` gives what a bot reckoned with, where that is no secret."""
        super().__init__()
        self._player, self._reckoning = player, reckoning
        self._points = points_explained(player)
        self._weighed: dict[int, tuple[Weighed, ...]] = {}
        self._is_weighing = False
        self.set_reactive(MeaningScreen.point, point)

    def compose(self) -> ComposeResult:
        with panel(_("What it shows"), Page, id="meaning"):
            yield Static(id="action")
            yield Static(id="shows")
            yield Static(id="hand")
            yield Static(id="choices")

    def watch_point(self) -> None:
        self.fill()
        self.query_one("#meaning", Page).scroll_home(animate=False)

    def action_step(self, step: int) -> None:
        later = [point for point in self._points if (point > self.point if step > 0 else point < self.point)]
        if later:
            self.point = later[0] if step > 0 else later[-1]

    def fill(self) -> None:
        meaning = self._player.meanings[self.point - 1]
        assert meaning is not None, "only what can be explained is shown"
        self._put("#action", card_text(action_words(self._player, self.point), "bold $bright"))
        self._put("#shows", card_text("\n".join(meaning.words)))
        reckoning = self._reckoning(self.point)
        names, seat = self._player.names, meaning.seat
        saw = said(names, seat, "What [you|{name}] saw")
        hand = Content() if reckoning is None else _under(saw, card_text("\n".join(reckoning.hand)))
        self._put("#hand", hand)
        self._show_choices(reckoning, said(names, seat, "What [you|{name}] reckoned"))

    def _show_choices(self, reckoning: Reckoning | None, title: str) -> None:
        weighed = self._weighed.get(self.point)
        if reckoning is None or (reckoning.weigh is None and reckoning.choices > 1):
            self._put("#choices", Content())
        elif reckoning.weigh is None:
            self._put("#choices", _under(title, Content(_("There was no other choice."))))
        elif weighed is None:
            comparing = ngettext("Comparing {number} choice…", "Comparing {number} choices…", reckoning.choices)
            self._put("#choices", _under(title, Content(comparing)))
            if not self._is_weighing:  # a thread cannot be stopped, so there is only one, however fast the keys come
                self._is_weighing = True
                run_in_thread(self, reckoning.weigh, partial(self._found_out, self.point))
        else:
            lines = [*map(_choice, weighed), Content.styled(_(ANEW), "$quiet")]
            self._put("#choices", _under(title, Content("\n").join(lines)))

    def _put(self, where: str, content: Content) -> None:
        part = self.query_one(where, Static)
        part.update(content)
        part.display = bool(content)

    def _found_out(self, point: int, weighed: tuple[Weighed, ...]) -> None:
        self._weighed[point] = weighed
        self._is_weighing = False
        self.fill()


def _under(title: str, text: Content) -> Content:
    return Content.assemble((title, "bold $gold"), "\n", text)


def _choice(weighed: Weighed) -> Content:
    mark, style = (glyphs().points_right, "bold") if weighed.is_chosen else (" ", "")
    return card_text(f"{mark} {weighed.words}. {weighed.advice.words}", style)
