"""The picker: every game, or every preset of one, with a small table that plays by itself, and what it takes."""

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
from textual.widgets import Static

from clockspades.engine.game import Offer
from clockspades.engine.phrases import capital, players
from clockspades.games.catalogue import find_game, lesson, listed_offers, offers, table_rules
from clockspades.language import N_, _, headed, listed, ngettext
from clockspades.routes import DealRoute, FriendsRoute, PickerRoute, RulesRoute, SetupRoute, TitleRoute
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


PICKS: Final = tuple(
    Command(str(number), f"pick({number - 1})", N_("Play it by number"), listed=False, name=f"picker.choose_{number}")
    for number in range(1, 10)
)
"""The first offers each have a digit; the arrows and the mouse reach the others."""
OPEN: Final = Command(
    "right", "unfold", N_("Show the rules to choose from"), when=lambda self: self.opens(self.pointed)
)
SHUT: Final = Command("left", "fold", N_("Back to the games"), when=lambda self: self.among is not None)
DEAL: Final = ENTER_DEAL._replace(when=lambda self: not self.hosts)
RULES: Final = Command("r", "rules", N_("Rules of the game"), N_("rules"))


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

        #about {
            width: 1fr;
            height: 100%;
            padding: 1 2 2 2;
            align: center middle;
        }

        #name, #summary, #facts { text-align: center; }
        #facts { color: $quiet; }

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
        CHOOSE._replace(now=lambda self: N_("open") if self.opens(self.pointed) else N_("choose")),
        NEXT_ITEM._replace(words=N_("game")), LEARN, RULES, DEAL, PALETTE, HELP, BACK,
    )  # fmt: skip

    def __init__(self, hosts: str = "", title: str = "", game_name: str = "") -> None:
        """The arguments are as in :class:`PickerRoute`."""
        super().__init__()
        self.hosts = hosts
        self.among = find_game(game_name)
        """The game whose presets are listed; None for all games."""
        self._offers = listed_offers() if self.among is None else self.among.offers
        self._title = title
        """The title of the preset that has the focus at first; empty for the last one."""
        self._offer = self.pointed = self._offers[0]
        """What is described, and the line that has the focus."""
        self._exhibition: Exhibition | None = None
        self._timer: Timer | None = None
        self._records: Sequence[KindRecord] | None = None
        """The results of the saved games; None while they are being counted."""
        self._learned: Collection[str] = ()
        """The titles of the games whose lesson was played to its end."""

    def compose(self) -> ComposeResult:
        yield from super().compose()
        with Vertical(id="games"):
            for number, offer in enumerate(self._offers):
                hot = label(terminal(), PICKS[number]) if number < len(PICKS) else ""
                title = offer.preset.title if self.among is None else self.among.short_title(offer.preset)
                title += f" {glyphs().points_right}" * self.opens(offer)
                item = MenuItem(f"{hot:1}  {title}", f"pick({number})", hot=hot, id=f"offer-{number}")
                item.disabled = bool(self.hosts) and not is_for_several(offer)
                yield item
            if self.among is not None:
                yield MenuItem(f"{glyphs().points_left}  {_('All games')}", "fold", id="fold")
        with Vertical(id="about"):
            yield Banner(Words(self._offer.preset.title, "$gold"), single=30, id="name")
            yield Static(id="summary", markup=False)
            yield Miniature(id="small")
            yield Dial(id="dial")
            yield Static(id="facts", markup=False)

    def fill(self) -> None:
        """Start at the preset that was chosen before, or at the last game played."""
        archive = self.app.archive.at_a_glance
        title = self._title or next((saved_game(last, archive.find_game).title for last in archive.entries(most=1)), "")
        if self.among is not None and not self._title:
            title = self.among.title_of(recall(self.among).options)
        found = next((offer for offer in offers() if offer.preset.title == title), self._offer)
        self.query_one(f"#offer-{self._offers.index(found.listed if self.among is None else found)}").focus()
        look = partial(_look, self.app.archive)
        self.call_after_refresh(run_in_thread, self, look, self._found, exit_on_error=False)

    def _found(self, found: tuple[Sequence[KindRecord], Collection[str]]) -> None:
        self._records, self._learned = found
        self._tell()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Show the game that has the focus; of one that opens, the preset that was chosen last."""
        if isinstance(event.widget, MenuItem) and event.widget.id != "fold":
            self.pointed = game, _ = self._offers[list(self.query(MenuItem)).index(event.widget)]
            self._show(Offer(game, game.preset(recall(game).options)) if self.opens(self.pointed) else self.pointed)
            self.refresh_keys()

    def opens(self, offer: Offer) -> bool:
        """Whether the line of an offer opens to the presets of its game."""
        return offer.game.opens and self.among is None

    def _show(self, offer: Offer) -> None:
        game, preset = self._offer = offer
        self.query_one(Banner).lines = (Words(preset.title, "$gold"),)
        self.query_one("#summary", Static).update(glyphs().words(_(preset.summary)))
        self._tell()
        options = game.configure(preset.options)
        self._exhibition = Exhibition(game, options, Random(self.app.rng.random()))
        for _step in range(BEFORE):
            self._exhibition.step()
        self._draw()
        if self._timer is not None:
            self._timer.stop()
        self._timer = None if self.app.animation_level == "none" else self.set_interval(STEP, self._tick)

    def _tell(self) -> None:
        self.query_one("#facts", Static).update(Content("\n").join(self._facts(self._offer)))

    def _facts(self, offer: Offer) -> Iterator[Content]:
        """How many play and how long, what it takes, who plays, and your results so far."""
        minutes = ngettext("about {number} minute", "about {number} minutes", offer.preset.minutes)
        playing = players(offer.game.player_counts(offer.preset.options))
        yield Content.styled(glyphs().words(f"{playing} · {minutes}"), "$text-bright")
        if self.opens(self.pointed):
            yield Content(_("One of {number} sets of rules", number=len(offer.game.presets)))
        if not self.has_class("-short"):
            yield Content(glyphs().words(_(offer.preset.nature)))
        yield from self._players(offer)
        learned = _("Lesson done.") if offer.preset.title in self._learned else ""
        yield Content("" if self._records is None else f"{so_far(offer, self._records)} {learned}".rstrip())

    def _players(self, offer: Offer) -> Iterator[Content]:
        """The bots, and how well each plays if that was measured in this form of the game; each figure once."""
        game, options = offer.game, offer.game.configure(offer.preset.options)
        unmeasured = [bot for bot in game.bots if not (game.sees_all(bot) or game.is_measured(bot, options))]
        if unmeasured and game.seats(options) > 1:
            yield Content(capital(listed([*map(game.level, unmeasured)])))
        for bot, character in game.bots.items():
            strength = character.strength
            if bot not in unmeasured and strength is not None and not strength.is_below_rival:
                yield Content.styled(capital(character.level), "$text") + Content(headed("", character.brief))

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
        self.call_after_refresh(self._tell)
        self.call_after_refresh(self._draw)

    def follow_view(self) -> None:
        if self._timer is not None and self.is_in_view:
            self._timer.resume()
        elif self._timer is not None:
            self._timer.pause()

    def action_pick(self, number: int) -> None:
        """Open the setup of the game with this number, or offer its lesson, or list its presets."""
        if number >= len(self._offers):
            return
        game, preset = offer = self._offers[number]
        if self.opens(offer):
            self.app.open(PickerRoute(self.hosts, game_name=game.name))
        elif not self.hosts:
            self.app.set_up(offer)
        elif is_for_several(offer):
            self.app.open(SetupRoute(game.name, preset, hosts=self.hosts))
        else:
            words = _("{game} is for one player: choose another game.", game=preset.title)
            self.notify(words, markup=False)

    def action_unfold(self) -> None:
        self.action_pick(self._offers.index(self.pointed))

    def action_fold(self) -> None:
        self.app.open(PickerRoute(self.hosts, self._offer.listed.preset.title))

    def action_learn(self) -> None:
        self.app.begin_lesson(self._offer)

    @property
    def has_lesson(self) -> bool:
        return lesson(self._offer.game.name) is not None

    def action_rules(self) -> None:
        self.app.lay(RulesRoute(self._offer.preset.name))

    def action_enter_deal(self) -> None:
        """Ask for a share code, or the number of a deal, at first of the game that has the focus."""
        self.app.lay(DealRoute(self._offer))

    @property
    def help_game(self) -> str:
        return self._offer.preset.name

    def action_back(self) -> None:
        if self.among is not None:
            self.action_fold()
        else:
            self.app.open(FriendsRoute() if self.hosts else TitleRoute())


def _look(archive: Archive) -> tuple[Sequence[KindRecord], Collection[str]]:
    """The results of the saved games, and the titles of the games whose lesson was played to its end."""
    learned = archive.entries("lesson AND finished")
    return records(archive), {saved_game(entry, archive.find_game).title for entry in learned}


def is_for_several(offer: Offer) -> bool:
    return max(offer.game.player_counts(offer.preset.options)) > 1


def so_far(offer: Offer, kept: Iterable[KindRecord]) -> str:
    game, preset = offer
    found = [
        record
        for record in kept
        if record.kind.game == game.name
        and game.title_of(game.configure(dict(record.kind.options))) == preset.title
    ]  # fmt: skip
    played = sum(record.played for record in found)
    if not played:
        return _("You haven't played this yet.")
    won = sum(record.won for record in found)
    return ngettext("You have won {won} of {number} game.", "You have won {won} of {number} games.", played, won=won)
