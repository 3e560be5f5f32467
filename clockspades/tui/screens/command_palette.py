"""The command palette: every action of the screen that it is opened on, the most useful first."""

from asyncio import create_task
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Final, NamedTuple, cast

from textual import events, on
from textual.command import CommandList, DiscoveryHit, Hit, Hits, Provider
from textual.content import Content
from textual.fuzzy import Matcher
from textual.geometry import Offset
from textual.types import IgnoreReturnCallbackType
from textual.widgets import Input

from clockspades import routes
from clockspades.engine.days import local_now
from clockspades.games.catalogue import GAMES, lesson, offers
from clockspades.language import _, pgettext
from clockspades.review.review import can_be_reviewed
from clockspades.saved.saved_games import Heading, read_headings
from clockspades.table.commands import Command
from clockspades.table.keys import key_name, keys_of, terminal
from clockspades.tui.bindings import LEARN, PALETTE, QUIT
from clockspades.tui.command_screen import CommandScreen
from clockspades.tui.navigator import Navigator
from clockspades.tui.screens.sized import fits
from clockspades.tui.screens.title import TitleScreen
from clockspades.tui.textual_fixes.lists_and_fields import FoundPalette, cell_of_field, row_of
from clockspades.tui.threads import OTHERS, in_thread
from clockspades.tui.widgets.form_row import LONGEST

CURSOR: Final = {"up", "down", "left", "right", "home", "end", "pageup", "pagedown"}
"""Keys that only move the cursor or scroll: a palette is no help with those."""
NEWEST: Final = 5
"""The saved games that are listed before anything is typed."""
HERE: Final = 1.5
"""The factor by which a command of the screen outweighs other entries in a search."""


class ActionPalette(CommandScreen, FoundPalette):
    """The palette. However many keys were on their way to close it, it closes itself and no screen under it.

    It also closes if the terminal becomes too small for the screen under it.
    """

    CSS = """
    ActionPalette {
        #--container { max-width: 78; margin: 2 0 0 0; background: $felt 0%; }
        #--input { height: 3; background: $rail; border: round $gold; }
        #--input.--list-visible { border-bottom: round $gold; }

        CommandInput, CommandInput:focus { height: 1; padding: 0 2; border: none; background: $rail; color: $text; }

        CommandList {
            min-width: 12;  /* Textual cannot wrap an option in no columns */
            max-height: 70h;
            padding: 0 0 0 1;
            background: $rail;
            border: round $gold;
        }

        & > .command-palette--help-text { color: transparent; text-style: not bold; }

        CommandList > .option-list--option { padding: 0 1; color: $text; }
        CommandList > .option-list--option-highlighted { background: $pointed; color: $pointed-edge; }
    }
    """

    def on_mount(self) -> None:
        """Limit what can be typed, or pasted, into the search."""
        self.query_one(Input).max_length = LONGEST

    async def speak(self) -> None:
        """Leave what was found as it is: it is there for a moment."""

    @property
    def cursor_screen_offset(self) -> Offset:
        """The command that is pointed at; while the first one is, the field."""
        commands = self.query_one(CommandList)
        if not commands.highlighted:
            return cell_of_field(self.query_one(Input))
        indent = commands.get_component_styles("option-list--option").padding.left
        return commands.content_region.offset + Offset(indent, row_of(commands, commands.highlighted))

    @on(events.Resize)
    def _fit(self, event: events.Resize) -> None:
        if not fits(event.size):
            self.dismiss()


class PaletteEntry(NamedTuple):
    """An entry of the palette: its words, what it does, the keys that do the same, and a line below."""

    words: str
    run: IgnoreReturnCallbackType
    keys: str = ""
    explanation: str = ""
    is_rare: bool = False
    """Whether it is only listed when it is searched for."""

    @property
    def data(self) -> str | None:
        """The explanation as data. The palette takes content as it is, but reads a string as markup."""
        return cast(str, Content(self.explanation)) if self.explanation else None

    def shown(self, words: Content) -> Content:
        return Content.assemble(words, "  ", (self.keys, "bold")) if self.keys else words


class Entries(Provider):
    """All that can be found: the commands of the screen, then the other screens, the games, saved games, the themes.

    Saved games are read in a thread. Before anything is typed only the newest are listed.
    """

    async def startup(self) -> None:
        self._saved = create_task(in_thread(OTHERS, partial(read_headings, self._navigator.archive)))

    async def shutdown(self) -> None:
        self._saved.cancel()

    @property
    def _navigator(self) -> Navigator:
        app = self.app
        assert isinstance(app, Navigator), "the palette is this application's"
        return app

    def _commands(self) -> Iterator[PaletteEntry]:
        """Those of the key line, the screen's others, the settings, help and quit."""
        screen = self.screen
        assert isinstance(screen, CommandScreen), "every screen has commands"
        for command in by_usefulness(screen):
            keys = " ".join(key_name(terminal(), key) for key in keys_of(terminal(), command))
            yield PaletteEntry(_(command.description), partial(screen.run_action, command.action), keys)

    def _screens(self) -> Iterator[PaletteEntry]:
        """Every screen that can be opened from everywhere, and every game. A guest at a table has only the rules."""
        app = self._navigator
        if not app.may_open(routes.TitleRoute()):
            yield from self._rules()
            return
        ways: dict[str, IgnoreReturnCallbackType] = {
            "play": partial(app.open, routes.PickerRoute()),
            "daily": partial(app.open, routes.DailyRoute()),
            "saved": partial(app.lay, routes.SavedRoute()),
            "practice": partial(app.open, routes.PracticeRoute()),
            "statistics": partial(app.lay, routes.StatisticsRoute()),
            "learn": app.begin_first_game,
            "enter_deal": partial(app.lay, routes.DealRoute()),
        }
        yield PaletteEntry(_("Title screen"), partial(app.open, routes.TitleRoute()))
        for command in TitleScreen.commands:
            if command.action in ways:
                yield PaletteEntry(_(command.description), ways[command.action])
        yield PaletteEntry(_("Milestones"), partial(app.lay, routes.MilestonesRoute()))
        for offer in offers():
            game, preset = offer
            is_rare = offer != offer.listed
            opens = game.opens and not is_rare
            play = partial(app.open, routes.PickerRoute("", "", game.name)) if opens else partial(app.set_up, offer)
            words, about = _("Play {game}", game=preset.title), _((game if opens else preset).summary)
            yield PaletteEntry(words, play, "", about, is_rare)
        for offer in offers():
            if lesson(offer.game.name) is not None:
                learn, is_rare = partial(app.begin_lesson, offer), offer != offer.listed
                words = _("Learn {game}", game=offer.preset.title)
                yield PaletteEntry(words, learn, "", _(LEARN.description), is_rare)
        yield from self._rules()

    def _rules(self) -> Iterator[PaletteEntry]:
        for game in GAMES:
            words = _("Rules: {game}", game=game.title)
            yield PaletteEntry(words, partial(self._navigator.lay, routes.RulesRoute(game.name)))

    def _themes(self) -> Iterator[PaletteEntry]:
        for name in self._navigator.available_themes:
            words = _("Theme: {name}", name=pgettext("value of a setting", name))
            yield PaletteEntry(words, partial(self._navigator.keep_settings, theme=name))

    def _games(self, headings: Iterable[Heading]) -> Iterator[PaletteEntry]:
        """What can be done with each saved game, but for the one that is open."""
        app, now = self._navigator, local_now()
        for heading in headings if app.may_open(routes.SavedRoute()) else ():
            words, path = heading.words(now), heading.entry.path
            if app.is_open(path):
                continue
            if not heading.entry.finished:
                yield PaletteEntry(_("Continue {game}", game=words), partial(app.carry_on, path))
            yield PaletteEntry(_("Replay {game}", game=words), partial(app.watch_again, path))
            if heading.entry.finished and can_be_reviewed(heading.game):
                yield PaletteEntry(_("Review {game}", game=words), partial(app.review_game, path, heading.seat))

    def _found_at_once(self) -> Iterator[PaletteEntry]:
        seen = set()
        for entry in (*self._commands(), *self._screens()):
            if entry.words not in seen:
                seen.add(entry.words)
                yield entry

    async def discover(self) -> Hits:
        for entry in (*self._found_at_once(), *self._themes()):
            if not entry.is_rare:
                yield DiscoveryHit(entry.shown(Content(entry.words)), entry.run, entry.words, entry.data)
        for entry in self._games((await self._saved)[:NEWEST]):
            yield DiscoveryHit(entry.shown(Content(entry.words)), entry.run, entry.words, entry.data)

    async def search(self, query: str) -> Hits:
        """What matches the text that was typed: what the screen offers counts more than the rest."""
        matcher, here = self.matcher(query), {entry.words for entry in self._commands()}

        def matches(entries: Iterable[PaletteEntry]) -> Iterator[Hit]:
            for entry in entries:
                if (score := matcher.match(entry.words)) > 0:
                    score *= HERE if entry.words in here else 1
                    shown = entry.shown(highlighted(matcher, entry.words))
                    yield Hit(score, shown, entry.run, entry.words, entry.data)

        for hit in matches((*self._found_at_once(), *self._themes())):
            yield hit
        for hit in matches(self._games(await self._saved)):
            yield hit


def highlighted(matcher: Matcher, words: str) -> Content:
    """Words with what matches standing out. They are data: the matcher's own way reads them as markup."""
    shown = Content(words)
    for at in matcher.fuzzy_search.match(matcher.query, words)[1]:
        if not words[at].isspace():
            shown = shown.stylize(matcher.match_style, at, at + 1)
    return shown


def by_usefulness(screen: CommandScreen) -> list[Command]:
    """The commands to list: what the key line offers now first, help and the ways out last, and no cursor keys."""
    line = screen.keys_now
    offered = [key.action for key in line if not key.stays]
    last = {QUIT.action, *(key.action for key in line if key.stays)}

    def rank(command: Command) -> tuple[int, int]:
        if command.action in last:
            return 3, 0
        if command.action.startswith("app."):
            return 2, 0
        return (0, offered.index(command.action)) if command.action in offered else (1, 0)

    listed = (
        command for command in screen.there if command.listed and not CURSOR.issuperset(keys_of(terminal(), command))
    )
    return sorted((command for command in listed if command.action != PALETTE.action), key=rank)
