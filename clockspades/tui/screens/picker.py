"""The picker: every game with a small table that plays by itself, what it takes, and how long it lasts.

A game with many presets is one line, which opens to them.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Final

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.geometry import Size
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Static

from clockspades.engine.game import AnyGame, Offer
from clockspades.engine.phrases import capital, count, listed, span
from clockspades.games.catalogue import GAMES, lesson, listed_offers, offers, table_rules
from clockspades.routes import DealRoute, FriendsRoute, RulesRoute, SetupRoute, TitleRoute
from clockspades.saved.archive import Archive
from clockspades.saved.saved_games import saved_game
from clockspades.saved.setup_choices import recall
from clockspades.simulation.exhibition import Exhibition
from clockspades.statistics.records import KindRecord, records
from clockspades.table.commands import Command
from clockspades.table.glyphs import glyphs
from clockspades.table.keys import label, terminal
from clockspades.table.model import Selection, TableModel, player_view
from clockspades.table.widget_models import DialModel
from clockspades.tui.bindings import BACK, ENTER_DEAL, HELP, LEARN, PALETTE
from clockspades.tui.screens.kinds import CHOOSE, NEXT_ITEM, MenuScreen
from clockspades.tui.threads import run_in_thread
from clockspades.tui.widgets.banner import Banner, Words
from clockspades.tui.widgets.dial import Dial
from clockspades.tui.widgets.menu_item import MenuItem
from clockspades.tui.widgets.miniature import Miniature

STEP: Final = 0.7
"""Seconds between two actions on the small table."""
BEFORE: Final = 14
"""Actions that are played before the table is first drawn."""
ROOMY: Final = Size(100, 33)
"""The size from which the small table draws its cards like the real one."""


LISTS: Final = {
    "": listed_offers(),
    **{game.name: tuple(Offer(game, preset) for preset in game.presets) for game in GAMES if game.opens},
}
"""The games, and by the name of each game that opens its presets."""
PICKS: Final = tuple(
    Command(
        str(number + 1),
        f"pick({number})",
        "Play the game with this number",
        listed=False,
        name=f"picker.choose_{number + 1}",
    )
    for number in range(9)
)
"""The first lines each have a digit; the arrows and the mouse reach the others."""
OPEN: Final = Command("right", "unfold", "Show the rules that a game has", when=lambda self: self.opens)
SHUT: Final = Command("left", "fold", "Back to the games", when=lambda self: bool(self.opened))
DEAL: Final = ENTER_DEAL._replace(when=lambda self: not self.hosts)
RULES: Final = Command("r", "rules", "Rules of the game", "rules")


class PickerScreen(MenuScreen):
    """The games on the left; the one that has the focus on the right."""

    CSS = """
    PickerScreen {
        layout: horizontal;

        #games {
            width: 26;
            height: 100%;
            padding: 1 1 2 1;
            align: left middle;
            background: $rail;
        }

        #games Vertical { height: auto; }

        #about {
            width: 1fr;
            height: 100%;
            padding: 1 2 2 2;
            align: center middle;
        }

        #name { width: 100%; height: auto; text-align: center; }
        #summary { width: 100%; height: auto; text-align: center; color: $text; }
        #facts { width: 100%; height: auto; text-align: center; color: $quiet; }

        #small, #dial { width: 100%; height: 1fr; margin: 1 0; display: none; }
        #small { max-height: 15; }
        #dial { max-height: 40; }
        &.-large-cards #dial { display: block; }
        &.-small-cards #small { display: block; }

        &.-compact #games { width: 21; padding: 1 0; }
        &.-compact #about { padding: 0 1 1 1; }
        &.-large #games { width: 30; padding: 1 3; }
        &.-tall #about, &.-high #about { padding: 2 2 3 2; }
        &.-short #small, &.-medium #small { margin: 0; }
        &.-short #summary { display: none; }
        &.-tall MenuItem, &.-high MenuItem { margin: 0 0 1 0; }
        &.-high #summary { margin: 1 0 0 0; }
    }
    """
    commands: tuple[Command, ...] = (*PICKS, OPEN, SHUT, LEARN, DEAL, RULES, HELP, BACK)
    KEY_LINE: tuple[Command, ...] = (
        CHOOSE._replace(now=lambda self: "open" if self.opens else "choose"), NEXT_ITEM._replace(words="game"),
        LEARN, RULES, DEAL, PALETTE, HELP, BACK,
    )  # fmt: skip

    def __init__(self, hosts: str = "", title: str = "") -> None:
        """``hosts`` says for whom a table is opened, as in :class:`PickerRoute`."""
        super().__init__()
        self.hosts = hosts
        self._chosen = title
        """The title of the preset that has the focus at first; empty for the last game played."""
        self._lines: dict[Widget, tuple[str, Offer]] = {}
        """The list that each line is in, and what it stands for."""
        self._last = {name: listed[0] for name, listed in LISTS.items()}
        """What had the focus last in each list."""
        self.opened = ""
        """The name of the game whose presets are shown; empty while the games are."""
        self._is_whole = False
        """Whether the line that has the focus stands for all presets of its game."""
        self._offer = LISTS[""][0]
        self._exhibition: Exhibition | None = None
        self._timer: Timer | None = None
        self._records: Sequence[KindRecord] | None = None
        """The results of the saved games; None while they are being counted."""
        self._learned: Collection[str] = ()
        """The titles of the games whose lesson was played to its end."""

    def compose(self) -> ComposeResult:
        """An item for each game, and a description of one of them."""
        yield from super().compose()
        with Vertical(id="games"):
            yield MenuItem("", "fold", id="fold")
            for name, listed in LISTS.items():
                with Vertical(id=f"list-{name}"):
                    for number, offer in enumerate(listed):
                        hot = label(terminal(), PICKS[number]) if number < len(PICKS) else ""
                        title = offer.game.short_title(offer.preset) if name else offer.preset.title
                        opens = f" {glyphs().points_right}" if offer.game.opens and not name else ""
                        item = MenuItem(f"{hot:1}  {title}{opens}", f"pick({number})", hot=hot)
                        item.disabled = bool(self.hosts) and not is_for_several(offer)
                        self._lines[item] = name, offer
                        yield item
        with Vertical(id="about"):
            yield Banner(Words(self._offer.preset.title, "$gold"), single=30, id="name")
            yield Static(id="summary", markup=False)
            yield Miniature(id="small")
            yield Dial(id="dial")
            yield Static(id="facts", markup=False)

    def on_mount(self) -> None:
        """Start at the preset that was chosen before, or at the last game played."""
        archive = self.app.archive.at_a_glance
        title = self._chosen or next(
            (saved_game(last, archive.find_game).title for last in archive.entries(most=1)), ""
        )
        first = next((offer for offer in offers() if offer.preset.title == title), self._offer)
        for game in GAMES:
            if game.opens:
                self._last[game.name] = Offer(game, game.preset(recall(game).options))
        self._last |= {"": first.listed, first.game.name: first}
        self._list(first.game.name if self._chosen and first.game.opens else "")
        look = partial(_look, self.app.archive)
        self.call_after_refresh(run_in_thread, self, look, self._found, exit_on_error=False)

    def _found(self, found: tuple[Sequence[KindRecord], Collection[str]]) -> None:
        self._records, self._learned = found
        self._tell()

    # -- the game that has the focus -------------------------------------------------------------------

    def _list(self, name: str) -> None:
        """Show the presets of a game, or the games, with the focus on what had it last."""
        self.opened = name
        way_back = self.query_one("#fold", MenuItem)
        way_back.display = bool(name)
        way_back.call(f"{glyphs().points_left}  {self._last[''].preset.title}")
        for each in LISTS:
            self.query_one(f"#list-{each}").display = each == name
        next(item for item, line in self._lines.items() if line == (name, self._last[name])).focus()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Show the game that has the focus; the way back from its presets stands for it."""
        name, offer = self._lines.get(event.widget, ("", self._last[""]))
        self._last[name] = offer
        self._is_whole = offer.game.opens and not name
        self._show(offer.preset.title, self._last[offer.game.name] if self._is_whole else offer)

    @property
    def opens(self) -> bool:
        """Whether the line that has the focus opens to presets."""
        return self._is_whole and not self.opened

    def _show(self, title: str, offer: Offer) -> None:
        game, preset = self._offer = offer
        self.query_one(Banner).lines = (Words(title, "$gold"),)
        self.query_one("#summary", Static).update(glyphs().words(game.summary if self._is_whole else preset.summary))
        self._tell()
        self.refresh_keys()
        options = game.configure(preset.options)
        self._exhibition = Exhibition(game, options, Random(self.app.rng.random()))
        for _ in range(BEFORE):
            self._exhibition.step()
        self._draw()
        if self._timer is not None:
            self._timer.stop()
        self._timer = None if self.app.animation_level == "none" else self.set_interval(STEP, self._tick)

    def _tell(self) -> None:
        self.query_one("#facts", Static).update(Content("\n").join(self._facts(self._offer)))

    def _facts(self, offer: Offer) -> Iterator[Content]:
        """How many play and how long, what it takes, who plays, and your results so far."""
        game, preset = offer
        form = {} if self._is_whole else preset.options
        more = f"{len(game.presets)} sets of rules" if self._is_whole else f"about {count(preset.minutes, 'minute')}"
        players = span(game.player_counts(form), "player")
        yield Content.styled(glyphs().words(f"{players} · {more}"), "$text-bright")
        if self._is_whole:
            yield Content(glyphs().words(f"The list opens at: {game.short_title(preset)}."))
        elif not self.has_class("-short"):
            yield Content(glyphs().words(preset.nature))
        yield from self._players(offer)
        learned = " Lesson done." if preset.title in self._learned and not self._is_whole else ""
        title = "" if self._is_whole else preset.title
        yield Content("" if self._records is None else so_far(game, self._records, title) + learned)

    def _players(self, offer: Offer) -> Iterator[Content]:
        """The bots, and how well each plays if that was measured in this form of the game; each figure once."""
        game, options = offer.game, offer.game.configure(offer.preset.options)
        unmeasured = [bot for bot in game.bots if not (game.sees_all(bot) or game.is_measured(bot, options))]
        if unmeasured and game.seats(options) > 1:
            yield Content(capital(listed([*map(game.level, unmeasured)])))
        for bot, character in game.bots.items():
            strength = character.strength
            if bot not in unmeasured and strength is not None and not strength.is_below_rival:
                yield Content.styled(capital(character.level), "$text") + Content(f": {character.brief}")

    def _tick(self) -> None:
        if self._exhibition is not None:
            self._exhibition.step()
            self._draw()

    def _draw(self) -> None:
        """Draw the table, on a dial if the game has one and there is room."""
        if self._exhibition is None:
            return
        session = self._exhibition.session
        model = TableModel(player_view(session, 0, 0, active=False), Selection(), terminal=terminal())
        small = table_rules(session.game.name).miniature(model)
        has_room = self.size.width >= ROOMY.width and self.size.height >= ROOMY.height
        dial = small if has_room and isinstance(small, DialModel) else None
        self.set_class(dial is not None, "-large-cards")
        self.set_class(dial is None, "-small-cards")
        if dial is not None:
            self.query_one(Dial).model = dial
        else:
            self.query_one(Miniature).model = small

    def on_resize(self, event: events.Resize) -> None:
        """Redraw the table at its new size, with as many facts as there is room for."""
        self.call_after_refresh(self._tell)
        self.call_after_refresh(self._draw)

    def follow_view(self) -> None:
        """Pause while something covers the screen."""
        if self._timer is not None and self.is_in_view:
            self._timer.resume()
        elif self._timer is not None:
            self._timer.pause()

    # -- actions ---------------------------------------------------------------------------------------

    def action_unfold(self) -> None:
        """Show the presets of the game that has the focus."""
        self._list(self._offer.game.name)

    def action_fold(self) -> None:
        """Go back from the presets of a game to the games."""
        self._list("")

    def action_pick(self, number: int) -> None:
        """Open the setup of a game or offer its lesson, or show its presets."""
        if number >= len(LISTS[self.opened]):
            return
        game, preset = offer = LISTS[self.opened][number]
        if game.opens and not self.opened:
            self._last[""] = offer
            self._list(game.name)
        elif not self.hosts:
            self.app.set_up(offer)
        elif is_for_several(offer):
            self.app.open(SetupRoute(game.name, preset, hosts=self.hosts))
        else:
            self.notify(f"{preset.title} is for one player: choose another game.", markup=False)

    def action_learn(self) -> None:
        self.app.begin_lesson(self._offer)

    @property
    def has_lesson(self) -> bool:
        """Whether the game that has the focus has a lesson."""
        return lesson(self._offer.game.name) is not None

    def action_rules(self) -> None:
        self.app.lay(RulesRoute(self._offer.game.name))

    def action_enter_deal(self) -> None:
        """Ask for a share code, or the number of a deal, at first of the game that has the focus."""
        self.app.lay(DealRoute(self._offer))

    @property
    def help_game(self) -> str:
        return self._offer.game.name

    def action_back(self) -> None:
        """Go back to the games, and from there to the title, or to the ways to play with friends."""
        if self.opened:
            self._list("")
        else:
            self.app.open(FriendsRoute() if self.hosts else TitleRoute())


def _look(archive: Archive) -> tuple[Sequence[KindRecord], Collection[str]]:
    """The results of the saved games, and the titles of the games whose lesson was played to its end."""
    learned = archive.entries("lesson AND finished")
    return records(archive), {saved_game(entry, archive.find_game).title for entry in learned}


def is_for_several(offer: Offer) -> bool:
    """Whether two people or more can play."""
    return max(offer.game.player_counts(offer.preset.options)) > 1


def so_far(game: AnyGame, kept: Iterable[KindRecord], title: str = "") -> str:
    """Your results in a game, or in its preset with this title, with any options."""
    found = [
        record
        for record in kept
        if record.kind.game == game.name and title in ("", game.title_of(game.configure(dict(record.kind.options))))
    ]
    played = sum(record.played for record in found)
    if not played:
        return "You haven't played this yet."
    return f"You have won {sum(record.won for record in found)} of {count(played, 'game')}."
