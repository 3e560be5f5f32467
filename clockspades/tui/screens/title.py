"""The title screen: a clock, the name, and the main menu."""

from collections.abc import Iterator
from typing import Final

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from clockspades import routes
from clockspades.cards import PACK, Card, Rank, Suit
from clockspades.engine.days import local_now
from clockspades.games.catalogue import game_names
from clockspades.language import N_, _
from clockspades.saved.archive import TO_CONTINUE, Archive
from clockspades.saved.index import Entry
from clockspades.saved.saved_games import SavedGame, saved_game, when
from clockspades.table.commands import STATISTICS, Command
from clockspades.table.glyphs import glyphs
from clockspades.table.widget_models import DialModel, Face, Light
from clockspades.tui.bindings import COLOURS, ENTER_DEAL, HELP, PALETTE, QUIT, SETTINGS
from clockspades.tui.drawing.cell_text import card_text
from clockspades.tui.screens.kinds import CHOOSE, MenuScreen
from clockspades.tui.threads import run_in_thread
from clockspades.tui.widgets.banner import Banner, Words
from clockspades.tui.widgets.dial import SWEEP, Dial
from clockspades.tui.widgets.menu_item import MenuItem
from clockspades.tui.widgets.scroller import Scroller

SPADES: Final = tuple(card for card in PACK if card.suit is Suit.SPADES)
"""The thirteen spades, the king last."""
FRIENDS: Final = Command(
    "f", "friends", N_("Play with friends who sit elsewhere"),
    when=lambda self: self.app.may_open(routes.FriendsRoute()),
)  # fmt: skip
LEAST: Final = 25
"""The columns of the menu at least; beside a large clock it has those that its words need, and :data:`ASIDE`."""
ASIDE: Final = 6
MIDDLE: Final = 3
"""The hour that points at the middle of the menu."""


class TitleScreen(MenuScreen):
    """The first screen. The hand of its clock points at the menu item that has the focus."""

    CSS = """
    TitleScreen {
        layout: horizontal;
        align: center middle;

        #entrance { width: 1fr; max-width: 66; scrollbar-size-vertical: 0; }
        #motto { margin: 1 0; color: $quiet; }
        #menu { height: auto; }

        &.-short #motto, &.-medium #motto { margin: 0 0 1 0; }

        &.-medium #entrance { padding: 0 1; }
        &.-tall #motto, &.-high #motto { margin: 1 0 2 0; }
        &.-large #entrance { padding: 0 1 1 3; }
        &.-high #dial { padding: 1 0; }
        &.-high MenuItem { margin: 0 0 1 0; }
    }
    """
    commands: tuple[Command, ...] = (
        Command("c", "carry_on", N_("Continue your last game")),
        Command("p", "play", N_("Start a new game")),
        FRIENDS,
        Command("d", "daily", N_("Deal of the day: the same cards for everyone")),
        Command("l", "learn", N_("Learn Clockwork Spades as you play")),
        Command("g", "saved", N_("Saved games: replay or continue one")),
        Command("a", "practice", N_("Practice: your mistakes, and puzzles")),
        STATISTICS, ENTER_DEAL, Command("r", "rules", N_("Rules")), SETTINGS._replace(keys="s", name=""), COLOURS,
        HELP, QUIT,
    )  # fmt: skip
    KEY_LINE: tuple[Command, ...] = (CHOOSE, ENTER_DEAL, PALETTE, HELP, QUIT)

    def __init__(self) -> None:
        super().__init__()
        self._unfinished: SavedGame | None = None
        self._newest: tuple[bool, Entry | None] = (False, None)
        """Whether there are saved games, and the one to continue."""

    def compose(self) -> ComposeResult:
        yield from super().compose()
        yield Dial(id="dial")
        with Scroller(id="entrance", classes="column"):
            yield Banner(Words("CLOCK", "$text-bright"), Words("SPADES", "$gold"), between="", single=24, id="name")
            yield Static(card_text("♣ ♦ ♥ ♠") + Content.styled(f"  {_('card games')}", "$quiet"), id="motto")
            with Vertical(id="menu"):
                self._newest = self._find(self.app.archive.at_a_glance)
                yield from self._menu()

    def _find(self, archive: Archive) -> tuple[bool, Entry | None]:
        unfinished = archive.entries(TO_CONTINUE, 1)
        return bool(unfinished or archive.entries(most=1)), next(iter(unfinished), None)

    def _look(self) -> tuple[tuple[bool, Entry | None], int]:
        """Look at all files: for the newest games, and for the streak of the deal of the day."""
        from clockspades.daily.daily import played, streak, utc_today  # not before the first frame

        archive = self.app.archive
        return self._find(archive), streak([*played(archive).values()], utc_today()).current

    async def _found(self, told: tuple[tuple[bool, Entry | None], int]) -> None:
        """Make the menu anew if a look at all files tells of another game than a glance at them."""
        newest, days = told
        if newest != self._newest:
            self._newest = newest
            menu, focused = self.query_one("#menu"), self.focused
            action = focused.action if isinstance(focused, MenuItem) and focused != self.query(MenuItem).first() else ""
            async with self.batch():
                await menu.remove_children()
                await menu.mount_all(self._menu())
            items = self.query(MenuItem)
            next((item for item in items if item.action == action), items.first()).focus()
        if days:
            self.query_one("#daily", MenuItem).call(glyphs().words(f"{_('Deal of the day')} · {days}"), "D")

    def _menu(self) -> Iterator[MenuItem]:
        """The items. Somebody who has never played is offered the lesson first."""
        has_games, entry = self._newest
        self._unfinished = None
        learn = MenuItem(_("Learn as you play"), "learn", hot="L")
        if not has_games:
            yield learn
        if entry is not None:
            saved = self._unfinished = saved_game(entry, self.app.archive.find_game)
            last = when(entry.changed, local_now())
            status = saved.status if saved.broken else saved.title
            yield MenuItem(_("Continue"), "carry_on", hot="C", details=(status, saved.company, last))
        yield MenuItem(_("Play"), "play", hot="P")
        if self.app.may_open(routes.FriendsRoute()):
            yield MenuItem(_("Play with friends"), "friends", hot="f")
        if has_games:
            yield learn
        yield MenuItem(_("Deal of the day"), "daily", hot="D", id="daily")
        yield MenuItem(_("Saved games"), "saved", hot="g")
        yield MenuItem(_("Practice"), "practice", hot="a")
        if has_games:
            yield MenuItem(_("Statistics"), "statistics", hot="t")
        yield MenuItem(_("Rules"), "rules", hot="R")
        yield MenuItem(_("Settings"), "app.settings", hot="S")
        yield MenuItem(_("Quit"), "app.leave", hot="Q")

    def fill(self) -> None:
        widest = max(item.get_content_width(self.size, self.size) for item in self.query(MenuItem)) + ASIDE
        self.query_one("#entrance").styles.min_width = LEAST if self.has_class("-compact") else max(LEAST, widest)
        self._point(0, at_once=True)
        self.call_after_refresh(run_in_thread, self, self._look, self._found)

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        items = list(self.query(MenuItem))
        if event.widget in items:
            self._point(items.index(event.widget), at_once=False)

    def _point(self, line: int, *, at_once: bool) -> None:
        """Show the hour of a menu item; the items lie around three o'clock."""
        hour = MIDDLE - len(self.query(MenuItem)) // 2 + line
        dial = self.query_one(Dial)
        dial.model = clock(hour)
        if at_once:
            dial.angle = 30.0 * hour
        elif dial.angle != 30.0 * hour:
            seconds = SWEEP * self.app.settings.tempo
            dial.animate("angle", 30.0 * hour, duration=seconds, easing="out_back", level="basic")

    def action_carry_on(self) -> None:
        if self._unfinished is not None:
            self.app.carry_on(self._unfinished.path)

    def action_play(self) -> None:
        self.app.open(routes.PickerRoute())

    def action_friends(self) -> None:
        self.app.open(routes.FriendsRoute())

    def action_learn(self) -> None:
        self.app.begin_first_game()

    def action_daily(self) -> None:
        self.app.open(routes.DailyRoute())

    def action_saved(self) -> None:
        self.app.lay(routes.SavedRoute())

    def action_practice(self) -> None:
        self.app.open(routes.PracticeRoute())

    def action_statistics(self) -> None:
        self.app.lay(routes.StatisticsRoute())

    def action_rules(self) -> None:
        self.app.lay(routes.RulesRoute(game_names()[0]))

    def action_enter_deal(self) -> None:
        self.app.lay(routes.DealRoute())


def clock(hour: int) -> DialModel:
    """The twelve spades, the one at ``hour`` highlighted, round the king of spades; hour 0 is twelve."""
    shown = hour % 12 or 12
    hours = tuple(Face(card, Light.LIVE if card.rank == shown else Light.PLAIN) for card in SPADES[:12])
    king = Face(Card(Rank.KING, Suit.SPADES))
    return DialModel(hours, king, window=(shown,), angle=30.0 * hour)
