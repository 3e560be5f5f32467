"""The way from screen to screen, and the game that is open on one of them."""

import gc
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from random import Random
from typing import TYPE_CHECKING, Final

from textual.screen import Screen

from clockspades import routes
from clockspades.engine.game import AnyGame, Offer
from clockspades.engine.header import Seat
from clockspades.engine.options import Options
from clockspades.engine.session import AnySession
from clockspades.engine.standing import AGAIN, LESSON_KEY, OTHER_SIDE
from clockspades.engine.text import printable
from clockspades.language import _
from clockspades.saved.archive import Archive
from clockspades.saved.log import LoadedLog, LogError, load
from clockspades.saved.log_writer import NOT_SAVED, LostGameError
from clockspades.saved.series import Series
from clockspades.saved.settings import LoadedSettings
from clockspades.table.keys import use_keymap
from clockspades.tui.bindings import LEAVING, remapped
from clockspades.tui.textual_fixes.bindings_map import bindings_of, replace_bindings
from clockspades.tui.themed_app import ThemedApp
from clockspades.tui.threads import run_in_thread
from clockspades.tui.written_keys import readable

if TYPE_CHECKING:
    from clockspades.daily.daily import DailyDeal
    from clockspades.network.client.elsewhere import Elsewhere
    from clockspades.pasting import Pasted

FOR_GUESTS: Final[Mapping[type[routes.Route], tuple[type[routes.Route], ...]]] = {
    routes.LobbyRoute: (
        routes.LobbyRoute, routes.RemoteTableRoute, routes.RemoteResultRoute, routes.HelpRoute, routes.RulesRoute,
    ),
    routes.TitleRoute: (
        routes.TitleRoute, routes.PickerRoute, routes.SetupRoute, routes.TableRoute, routes.LessonOfferRoute,
        routes.ResultRoute, routes.ReplayRoute, routes.CompareRoute, routes.DuelRoute, routes.PracticeRoute,
        routes.DailyRoute, routes.HelpRoute, routes.RulesRoute, routes.DealRoute, routes.SavedRoute,
        routes.StatisticsRoute, routes.MilestonesRoute, routes.ReviewRoute,
    ),
}  # fmt: skip
"""What a guest can open, by what their program opens with: the table of an invitation, or the games against bots.

The process of a guest has bounds of its own as well: :mod:`clockspades.guests.bounds`.
"""
MOST_LAID = 40
"""Screens that lie over one another: Textual draws each over those below, and fails at some hundred."""
NEWS_SECONDS = 30.0
"""How long it is shown that a game is saved elsewhere, or what was copied."""


class Navigator(ThemedApp):
    """The part of the application that its screens know. The whole of it extends this one, and knows their classes.

    One screen lies at the bottom, in a mode of its own: the title, a setup, a table, a result or a replay. What is
    opened from it and closed again (help, rules, the log, a hint, the curtain) is pushed onto it.
    """

    DEFAULT_MODE = "first"

    def __init__(
        self,
        archive: Archive,
        rng: Random,
        route: routes.Route,
        loaded: LoadedSettings | None = None,
        *,
        is_guest: bool = False,
    ) -> None:
        """``is_guest``: a stranger uses this machine, and can only open what is in :data:`FOR_GUESTS`."""
        super().__init__(loaded)
        use_keymap(readable(self.loaded_settings.keys, LEAVING))
        self._own_bindings = bindings_of(self)
        """The bindings with the keys of the commands themselves."""
        replace_bindings(self, remapped(self._own_bindings))
        self.archive, self.rng, self.route, self.is_guest = archive, rng, route, is_guest
        self._session: AnySession | None = None
        self._laid_table: Screen[None] | None = None
        """The table of the open game if it lies over a replay."""
        self._elsewhere: Elsewhere | None = None
        self._was_warned = False
        """Whether it was said what leaving now does: that the open game is lost, or its table closes."""
        self.left: SimpleQueue[None] = SimpleQueue()
        """Gets an item when the program is about to be left; safe to use in a signal handler."""
        self._opened = 0
        self._opens_plainly = isinstance(route, routes.TableRoute) and not route.session.standing.is_lesson
        """Whether what opens needs no stylesheet but the application's."""
        if not self._opens_plainly:
            self.add_mode(self.DEFAULT_MODE, self.get_default_screen)

    def get_default_screen(self) -> Screen[None]:
        """The table, if that is what opens: its rules are in the application's stylesheet, which is made once."""
        return self._enter(self.route)

    def on_mount(self) -> None:
        """Let the first table be a mode like the others, which can be removed."""
        if self._opens_plainly:
            self.add_mode(self.DEFAULT_MODE, self.get_default_screen)

    @abstractmethod
    def screen_of(self, route: routes.Route) -> Screen[None]:
        """A new screen that shows what is opened."""

    @abstractmethod
    def tell_desktop(self, words: str) -> None:
        """Show a notification on the desktop, if the terminal can."""

    def may_open(self, route: routes.Route) -> bool:
        """Whether this person may open it. No guest hosts a table."""
        allowed = FOR_GUESTS.get(type(self.route), ())
        return not self.is_guest or (isinstance(route, allowed) and not getattr(route, "hosts", False))

    @property
    def folder(self) -> str:
        """Where games are saved; empty for a guest, who can't go there."""
        return "" if self.is_guest else printable(str(self.archive.directory))

    def open(self, route: routes.Route) -> None:
        """Put a screen in the place of all that is open, and close the game that was.

        The journal of a game on a table is closed when the table is left. What is not for guests ends their program.
        """
        if not self.may_open(route):
            self.leave()
            return
        session = self._session
        fault = self.close_game()
        before, self._opened = self.current_mode, self._opened + 1
        after = f"{self.DEFAULT_MODE}-{self._opened}"
        self.add_mode(after, partial(self._enter, route))
        self.switch_mode(after)
        self.remove_mode(before)
        left, self._elsewhere = self._elsewhere, getattr(route, "elsewhere", None)
        if left is not None and left is not self._elsewhere:
            left.leave()
        gc.unfreeze()  # the screen that the program opened with was frozen, and is garbage now
        self._tell_closed(session, fault)

    def lay(self, route: routes.Route, closed: Callable[[None], None] | None = None) -> None:
        """Lay a screen over the one shown, if this person may and few lie there; call ``closed`` when it is closed."""
        if not self.may_open(route) or len(self.screen_stack) >= MOST_LAID:
            return
        self.push_screen(self.screen_of(route), closed)

    def _tell_closed(self, session: AnySession | None, fault: LogError | None) -> None:
        """Say what became of a game that was closed, if it was not simply saved."""
        if fault is not None:
            self.complain(fault)
        elif session is not None:
            self.tell_news(session)

    def _enter(self, route: routes.Route) -> Screen[None]:
        """The screen of what is opened; the game on a table is open from then on."""
        if isinstance(route, routes.TableRoute):
            self._session = route.session
        self._elsewhere = self._elsewhere or getattr(route, "elsewhere", None)
        return self.screen_of(route)

    def lay_table(self, session: AnySession, left: Callable[[AnySession], None]) -> None:
        """Lay the table of a branch over the replay shown. To leave it leads back to that, and calls ``left``."""
        self._laid_table = self._enter(routes.TableRoute(session))
        self.push_screen(self._laid_table, lambda _: left(session))

    def leave_table(self) -> None:
        session, table = self._session, self._laid_table
        if table is None:
            self.open(routes.TitleRoute())
            return
        fault = self.close_game()
        while self.screen is not table:  # something may lie over the table
            self.pop_screen()
        table.dismiss()
        self._tell_closed(session, fault)

    def begin_first_game(self) -> None:
        from clockspades.games.catalogue import GAMES, lesson

        game = next(game for game in GAMES if lesson(game.name) is not None)
        self.begin_lesson(Offer(game, game.presets[0]))

    def begin_lesson(self, offer: Offer) -> None:
        """Begin the lesson of a game that has one, and show its table; as in :meth:`begin` if it cannot be."""
        from clockspades.games.catalogue import lesson

        taught = lesson(offer.game.name)
        assert taught is not None, "only what has a lesson is learned"
        dealt = taught.begin(offer.game, Seat(self.settings.own_name), offer.preset)
        self._sit_down(partial(self.archive.fork, dealt, dealt.seats, marks={LESSON_KEY: True}))

    def set_up(self, offer: Offer) -> None:
        """Open the setup of a game. Before the first game of its kind, offer the lesson.

        The saved games are read in a thread: nothing happens if another screen is shown once that is done.
        """
        screen = self.screen

        def found(is_new: bool) -> None:
            if self.screen is not screen:
                return
            if is_new:
                self.lay(routes.LessonOfferRoute(offer))
            else:
                self.open(routes.SetupRoute(offer.game.name, offer.preset))

        run_in_thread(screen, partial(self._is_new, offer), found)

    def _is_new(self, offer: Offer) -> bool:
        """Whether a game has a lesson, and nothing of that kind was played or learned."""
        from clockspades.games.catalogue import lesson

        game, preset = offer
        taught = lesson(game.name)
        if taught is None:
            return False
        played = (entry.header.get("options") for entry in self.archive.logs_of(game))
        kind = taught.kind(game.configure(preset.options))
        return not any(taught.kind(options) == kind for options in played if isinstance(options, dict))

    def show_result(self, session: AnySession) -> None:
        """Show how a finished game ended; of a branch, the replay under its table does."""
        if self.has_open(session) and self._laid_table is not None:
            self.leave_table()
        else:
            self.open(routes.ResultRoute(session))

    def begin(
        self,
        game: AnyGame,
        options: Options,
        seats: Sequence[Seat],
        series: Series | None = None,
        number: int | None = None,
    ) -> None:
        """Begin a game and show its table; if it cannot be saved, say so and stay on this screen.

        ``number`` is the deal's, from a share code; a random one if there is none.
        """
        self._sit_down(partial(self.archive.begin, game, options, seats, self.rng, number=number, series=series))

    def play_daily(self, deal: "DailyDeal") -> None:
        """Begin a deal of the day; if it was begun before, show that game's table or result."""
        from clockspades.daily.daily import begin, played

        found = played(self.archive, deal.day).get(deal.key)
        if found is not None:
            self.carry_on(found.path)
        else:
            name = Seat(self.settings.own_name)
            self._sit_down(partial(begin, self.archive, deal, name, self.rng))

    def take(self, found: "Pasted") -> None:
        """Go where something leads that was pasted; where a game cannot be read or saved, that is said.

        UserError if it leads nowhere from here, or no more. A challenge begins its game, or shows that game if it was
        begun before. Other lines of a duel show both games.
        """
        from clockspades.daily.daily import DailyDeal
        from clockspades.duel.duel import begin, open_line, taken_up
        from clockspades.duel.duel_lines import Challenge, DuelAnswer, Opening
        from clockspades.duel.duel_words import challenge_words, opened_model
        from clockspades.engine.share import SharedDeal, write_code
        from clockspades.network.meeting.invitation import Invitation
        from clockspades.network.meeting.short_codes import ShortCode
        from clockspades.pasting import misplaced

        match found:
            case Invitation() | ShortCode() if self.may_open(routes.FriendsRoute()):
                self.open(routes.FriendsRoute(str(found)))
            case SharedDeal(game, options):
                self.open(routes.SetupRoute(game.name, game.preset(options), code=write_code(*found)))
            case DailyDeal():
                self.play_daily(found)
            case DuelAnswer() | Opening():
                with self.complaining():
                    opened = open_line(self.archive, found)
                    self.open(routes.CompareRoute(opened.comparison, opened_model(opened)))
            case Challenge():
                with self.complaining():
                    if (path := taken_up(self.archive, found)) is not None:
                        self.carry_on(path)
                    elif self._sit_down(partial(begin, self.archive, found, Seat(self.settings.own_name), self.rng)):
                        self.call_after_refresh(self.notify, challenge_words(found), markup=False)  # at the table
            case _:
                raise misplaced(found)

    def rematch(self, session: AnySession) -> None:
        """Begin the next game between the players of a finished one, as in :meth:`begin`."""
        self._sit_down(partial(self.archive.rematch, session, self.rng))

    def deal_again(self, session: AnySession, *, other_side: bool = False) -> None:
        """Begin the deal of a finished game once more, as in :meth:`begin`, and say that it does not count."""
        if self._sit_down(partial(self.archive.again, session, self.rng, other_side=other_side)):
            self.notify(_(OTHER_SIDE if other_side else AGAIN), markup=False)

    def _sit_down(self, begin: Callable[[], AnySession]) -> bool:
        """Show the table of a game that is begun; whether it could be."""
        with self.complaining():
            self.open(routes.TableRoute(begin()))
            return True
        return False

    def carry_on(self, path: Path, left: Callable[[AnySession], None] | None = None) -> None:
        """Show the table of a saved game, or its result; where it cannot be played on, that is said.

        With ``left`` it is a branch: its table is laid over the replay shown, as in :meth:`lay_table`.
        """
        with self.complaining():
            session = self.archive.take_up(path, self.rng)
            if session.outcome is not None:
                (left or self.show_result)(session)
            elif left is not None:
                self.lay_table(session, left)
            else:
                self.open(routes.TableRoute(session))

    def watch_again(self, path: Path, point: int = 0, remark: str = "") -> None:
        """Show the replay of a saved game, as in :meth:`read_game`, with a remark at its first point.

        It lies over the screen shown, but takes the place of a table with an open game.
        """
        loaded = self.read_game(path)
        if loaded is None:
            return
        if self._session is None:
            self.lay(routes.ReplayRoute(loaded, point, remark=remark))
        else:
            self.open(routes.ReplayRoute(loaded, point))

    def read_game(self, path: Path) -> LoadedLog | None:
        """Read a saved game up to its first error; if it can't be read at all, say why and return None."""
        with self.complaining():
            return load(path, self.archive.find_game)
        return None

    def compare_games(self, one: Path, other: Path) -> None:
        """Lay two saved games of the same deal over the screen shown; where they can't be compared, say why."""
        from clockspades.compare import compare

        with self.complaining():
            comparison = compare(load(one, self.archive.find_game), load(other, self.archive.find_game))
            self.lay(routes.CompareRoute(comparison))

    def review_game(self, path: Path, seat: int) -> None:
        """Show the review of a saved game; where it cannot be read as a finished one, that is said."""
        with self.complaining():
            loaded = load(path, self.archive.find_game)
            if loaded.session.outcome is None:
                raise loaded.fault or LogError(path, 0, _("this game is not finished"))
            self.lay(routes.ReviewRoute(loaded, seat))

    def action_leave(self) -> None:
        """Save the game that is open and the settings, and leave the program, saying how to carry on.

        A game that cannot be saved anywhere is left only when this is asked for again, as is a table that then closes.
        """
        session = self._session
        if self.warns_of_leaving():
            return
        if session is not None and not self._was_warned:
            try:
                session.secure()
            except LostGameError as error:
                self._was_warned = True
                words = f"{error}. {_('Quit again to leave without saving.')}"
                self.notify(words, severity="error", markup=False)
                return
            except LogError:
                pass  # closing says it
        self.leave()

    def warns_of_leaving(self) -> bool:
        """Warn, once, of what becomes of the table elsewhere if the person leaves it; return whether it did."""
        if self._elsewhere is None or not self._elsewhere.warning or self._was_warned:
            return False
        self._was_warned = True
        self.notify(self._elsewhere.warning, severity="warning", markup=False)
        return True

    def leave(self) -> None:
        """Leave without asking, as when the terminal is closed: nobody is there to ask again.

        It is the door that tells guests how they come back.
        """
        if self.is_leaving:
            return
        self.left.put(None)
        self.keep_settings()
        session, fault = self._session, self.close_game()
        if isinstance(fault, LostGameError):
            self.exit(f"{fault}. {_('The game is not saved.')}")
        elif fault is not None:
            self.exit(f"{fault}. {_('The moves you took back are still in the saved game.')}")
        elif session is not None and session.outcome is None and session.path is None:
            self.exit(_(NOT_SAVED))
        elif session is not None and session.outcome is None:
            news = session.take_news() or _("The game is saved.")
            way = _("Continue with: {command}", command=self.archive.way_back(session))
            self.exit("" if self.is_guest else f"{news} {way}")
        elif self._elsewhere is not None:
            self.exit("" if self.is_guest else self._elsewhere.farewell)
            self._elsewhere.leave()
        else:
            self.exit()

    def copy(self, text: str, use: str, seconds: float = NEWS_SECONDS) -> None:
        """Send a text to the terminal's clipboard, and show it: many a terminal or tmux drops it, and none says so.

        ``use`` is a sentence on what it is for.
        """
        self.copy_to_clipboard(text)
        sent, select = _("Sent to your terminal's clipboard."), _("Or select it here with Shift and the mouse:")
        said = f"{_('Copied, if your browser allows that.')} {use}" if self.is_web else f"{sent} {use} {select}"
        self.notify(f"{said}\n{text}", timeout=seconds, markup=False)

    def tell_news(self, session: AnySession) -> None:
        """Say it if a game is not saved, or had to be saved anew."""
        news = session.take_news()
        if news:
            self.notify(news, severity="warning", timeout=NEWS_SECONDS, markup=False)

    def has_open(self, session: AnySession) -> bool:
        """Whether a game is open still: what its table does after it was left counts no more."""
        return self._session is session

    def is_open(self, path: Path) -> bool:
        return self._session is not None and self._session.path == path

    def close_game(self) -> LogError | None:
        """Close the game that is open; return the error if its log does not have all of it, or has too much."""
        session, self._session, self._laid_table, self._was_warned = self._session, None, None, False
        try:
            if session is not None:
                session.close()
        except LogError as error:
            return error
        return None
