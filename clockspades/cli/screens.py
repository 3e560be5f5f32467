"""The commands that open a screen: the title, ``play``, ``resume``, ``replay``, ``daily``, ``duel`` and ``practice``.

All but the title and ``replay`` also do without one, in lines of text.

What only some of them need is imported there, so that a table opens soon. The screens are imported last: whatever is
wrong with what was typed, or with the place it was typed in, is said before that, and before a log is begun.
"""

import gc
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random, SystemRandom
from typing import TYPE_CHECKING, Final

from clockspades import routes
from clockspades.cli import arguments
from clockspades.cli.arguments import UsageError
from clockspades.cli.output import complain, forget_size, say
from clockspades.engine.days import local_today
from clockspades.engine.header import Seat
from clockspades.engine.seating import fill_seats, person
from clockspades.engine.session import AnySession
from clockspades.engine.share import draw_number
from clockspades.engine.text import is_dumb, quoted
from clockspades.games.catalogue import find_game
from clockspades.language import N_, _, either, headed, listed, locale
from clockspades.saved.archive import TO_CONTINUE, Archive, announcement
from clockspades.saved.log import SUFFIX, LogError, load_whole
from clockspades.saved.series import new_series, series_after
from clockspades.saved.settings import LoadedSettings, Settings, speak
from clockspades.saved.settings import load as load_settings

if TYPE_CHECKING:
    from clockspades.network.client.elsewhere import Elsewhere

GO_ON: Final = N_("Press Enter to play it again, or type quit.")
LONGEST_PATH: Final = 250
"""The longest path of a saved game, in characters. Many systems refuse to look for a longer one."""


def title() -> int:
    require_terminal(_plain("play"))
    return _open(Archive(find_game), SystemRandom(), routes.TitleRoute(), load_settings())


def play(
    game_name: str | None,
    options: Sequence[str],
    seats: Sequence[str],
    *,
    seed: int | None = None,
    code: str | None = None,
    deal: str | None = None,
    best_of: int = 1,
    bot_limit: int,
    plain: bool = False,
) -> int:
    """Begin a game, or a series of several, and open its table or play it in lines of text.

    If the deal of a code or number was played before, that is said first, and a person at a terminal can still leave.
    """
    offer = arguments.parse_game(game_name)
    given = [name for name, value in (("--seed", seed), ("--code", code), ("--deal", deal)) if value is not None]
    if len(given) > 1:
        raise UsageError(_("{options} set the deal: use only one of them", options=listed(given)))
    if code is None:
        number = None if deal is None else arguments.parse_number(deal)
        game, configured = offer.game, arguments.parse_options(offer, options)
    else:
        game, configured, number = arguments.parse_code(code, game_name, options)
    named = [*arguments.find_programs(game, map(arguments.parse_seat, seats), bot_limit, is_heard=plain)]
    seated = fill_seats(game, configured, [seat for seat, _ in named] or [Seat(person())])
    if best_of > 1 and len(seated) == 1:
        raise UsageError(_("--best-of needs at least two players, and {game} is for one", game=game.name))
    series = new_series(len(seated), best_of) if best_of > 1 else None
    if not plain:
        require_terminal(_plain("play"))
    loaded = load_settings()
    if not seats and loaded.settings.name:
        seated = fill_seats(game, configured, [Seat(loaded.settings.name)])
    archive, rng = Archive(find_game), SystemRandom() if seed is None else Random(seed)
    if code is None and deal is None:
        if seed is not None:
            number = draw_number(rng)  # before any lot: to choose what a lot would decide changes no card
        configured = arguments.settle(game, configured, options, rng)
    earlier = None if number is None or seed is not None else archive.earlier(game, configured, number)
    if earlier is not None and not _agrees(announcement(earlier, local_today()), _(GO_ON)):
        return 0
    session = archive.begin(game, configured, seated, rng, number=number, series=series)
    session.programs = dict(named)
    return _sit_down(archive, session, rng, loaded, plain=plain)


def _agrees(said: str, question: str) -> bool:
    """Say something, and ask a person at a terminal whether to go on; whether to do so."""
    if _is_served():
        return True
    say(said)
    if sys.stdin is None or not sys.stdin.isatty():
        return True
    from clockspades.plain.typed_lines import standard_input

    say(question)
    return standard_input().ask(question.rstrip("."), say) == ""


def resume(path: Path | None, seats: Sequence[str], *, bot_limit: int, plain: bool = False) -> int:
    """Carry on with an unfinished game, the one last played if none is named, at its table or in lines of text.

    After a finished game whose series nobody has won yet, the next one begins.
    """
    archive = Archive(find_game)
    if path is None:
        arguments.require_home(archive)
    chosen = path or archive.newest_unfinished()
    if chosen is None:
        branch = next((entry.path for entry in archive.entries("NOT finished", 1)), None)
        if branch is not None:
            complaint = N_("every unfinished game was played on from a replay: continue the last one with `{command}`")
            raise UsageError(_(complaint, command=f"clockspades resume {quoted(branch)}"))
        complaint = N_("there is no unfinished game in {folder}: start one with `clockspades play`")
        raise UsageError(_(complaint, folder=archive.directory))
    if not plain:
        require_terminal(_plain("resume", path, chosen))
    from clockspades.branches.branches import check_branch

    check_branch(chosen, find_game)
    rng = SystemRandom()
    try:
        session = archive.take_up(chosen, rng)
    except LogError as error:
        if path is not None:
            raise
        message = locale().semicolon.join([error.message, *_other_ways(archive, error, chosen)])
        raise LogError(error.path, error.line, message) from error
    typed = map(arguments.parse_seat, seats)
    session.programs = dict(arguments.find_programs(session.game, typed, bot_limit, is_heard=plain))
    for seat, program in session.programs.items():
        if program is None or seat not in session.seats:
            raise UsageError(_("no program plays {seat} in this game", seat=repr("=".join(seat))))
    if session.outcome is not None:
        if series_after(session).goes_on:
            session = archive.rematch(session, rng)
        elif not plain or not session.humans:
            command = f"clockspades replay {quoted(chosen)}"
            raise UsageError(_("{path} is finished: look at it with `{command}`", path=chosen, command=command))
    return _sit_down(archive, session, rng, load_settings(), plain=plain)


def replay(path: Path, other: Path | None = None) -> int:
    """Open a saved game to step through, up to its first error, or two finished games of the same deal side by side."""
    from clockspades.branches.branches import load_to_show

    loaded = load_to_show(path, find_game)
    if other is None:
        require_terminal(_("`{command}` prints a saved game as text", command=_show(path)))
        return _open(Archive(find_game), SystemRandom(), routes.ReplayRoute(loaded), load_settings())
    from clockspades.compare import compare

    comparison = compare(loaded, load_to_show(other, find_game))
    command = f"clockspades compare {quoted(path)} {quoted(other)}"
    require_terminal(_("`{command}` compares the games as text", command=command))
    return _open(Archive(find_game), SystemRandom(), routes.CompareRoute(comparison), load_settings())


def practice(*, plain: bool = False) -> int:
    archive = Archive(find_game)
    if plain:
        gc.enable()  # lines of text load nothing more
        from clockspades.cli.plain import talk

        return talk(archive)
    require_terminal(_("`clockspades practice --plain` practices as lines of text"))
    return _open(archive, SystemRandom(), routes.PracticeRoute(), load_settings())


def daily(game_name: str | None, date: str | None, *, plain: bool = False) -> int:
    """Open the calendar, or an extra deal of the day under a name; in lines of text, play the deal of the day."""
    from clockspades.daily.daily import begin, deal_of, own_deal, played, played_in, utc_today

    offer, today = None if game_name is None else arguments.parse_game(game_name), utc_today()
    day = today if date is None else arguments.parse_day(date, today)
    archive, rng, loaded = Archive(find_game), SystemRandom(), load_settings()
    if not plain:
        require_terminal(_("`clockspades daily --plain` plays it as lines of text"))
        if offer is None:
            return _open(archive, rng, routes.DailyRoute(None if date is None else day), loaded)
    found = played(archive)
    deal = own_deal(day, found.values()) if offer is None else deal_of(day, *offer)
    one = found.get(deal.key)
    if one is None:
        session = begin(archive, deal, Seat(loaded.settings.own_name), rng)
    else:
        session = archive.take_up(one.path, rng)
    if plain:
        from clockspades.cli.plain import heading

        one = played_in(session) if session.standing.is_repeat else one
        say(heading(deal, found if one is None else {**found, deal.key: one}, today))
    return _sit_down(archive, session, rng, loaded, plain=plain)


def duel(words: Sequence[Path], *, plain: bool = False) -> int:
    """Print the line of a finished game, or do what the line of a duel is for.

    A challenge begins its game, and goes on with it if it was begun before. An answer or an opening shows both games
    side by side, or in lines of text. DuelError if a game or a line is not fit for it.
    """
    from clockspades.duel.duel import begin, line_of, open_line, taken_up
    from clockspades.duel.duel_lines import Challenge, DuelLine
    from clockspades.duel.duel_words import challenge_words, opened_model
    from clockspades.pasting import misplaced, read_pasted

    archive, rng, text = Archive(find_game), SystemRandom(), " ".join(map(str, words))
    if len(words) == 1 and (words[0].suffix == SUFFIX or (len(text) < LONGEST_PATH and words[0].exists())):
        say(line_of(archive, words[0]))
        return 0
    line = read_pasted(text)
    if not isinstance(line, DuelLine):
        raise misplaced(line)
    if not plain:
        require_terminal(_("`clockspades duel --plain LINE` does without one"))
    loaded = load_settings()
    if not isinstance(line, Challenge):
        opened = open_line(archive, line)
        if plain:
            gc.enable()  # lines of text load nothing more
            from clockspades.cli.compare import tell_duel

            return tell_duel(opened)
        return _open(archive, rng, routes.CompareRoute(opened.comparison, opened_model(opened)), loaded)
    path = taken_up(archive, line)
    if path is None:
        if not _agrees(challenge_words(line), _("Press Enter to play, or type quit.")):
            return 0
        session = begin(archive, line, Seat(loaded.settings.own_name), rng)
    else:
        session = archive.take_up(path, rng)
    return _sit_down(archive, session, rng, loaded, plain=plain)


def open_elsewhere(table: "Elsewhere") -> int:
    """Open the lobby of a table elsewhere, or the table if its game has begun; end what runs for it afterwards."""
    try:
        return _open(Archive(find_game), SystemRandom(), routes.LobbyRoute(table), load_settings())
    finally:
        table.close_server()


def open_for_guest(route: routes.Route) -> int:
    """Open a screen for a guest, who can open nothing that is not for guests.

    Guests share the processors. So choices are compared when they ask for a hint, and not beside play unless they
    want that.
    """
    loaded = load_settings(otherwise=Settings(stakes="off"))
    speak(loaded.settings, os.environ)
    return _open(Archive(find_game), SystemRandom(), route, loaded, is_guest=True)


def require_terminal(otherwise: str) -> None:
    """UsageError if a screen cannot be drawn here; ``otherwise`` is what can be done without one."""
    if _is_served():
        return
    streams = {
        N_("the full screen needs a terminal, but standard input is not one"): sys.stdin,
        N_("the full screen needs a terminal, but standard output is not one"): sys.stdout,
        N_("the full screen needs a terminal, but standard error is not one"): sys.stderr,
    }
    what = next((words for words, stream in streams.items() if stream is None or not stream.isatty()), "")
    term = os.environ.get("TERM", "")
    if not what and sys.platform != "win32" and is_dumb(os.environ):
        what = N_("the full screen needs a terminal, but TERM is {term}")
        what = what if term else N_("the full screen needs a terminal, but TERM is not set")
    if what:
        raise UsageError(headed(_(what, term=repr(term)), otherwise))


def _is_served() -> bool:
    """Whether the program is shown in a browser: Textual brings the terminal then."""
    return bool(os.environ.get("TEXTUAL_DRIVER"))


def _plain(command: str, path: Path | None = None, chosen: Path | None = None) -> str:
    """Name the commands that play and show a game without a screen."""
    plain, show = f"clockspades {command} --plain{f' {quoted(path)}' if path else ''}", _show(chosen)
    words = N_("`{plain}` plays as lines of text, and `{show}` prints a saved game as text")
    return _(words, plain=plain, show=show)


def _show(path: Path | None) -> str:
    """The command that prints a saved game."""
    return f"clockspades show {quoted(path) if path else 'FILE'}"


def _sit_down(archive: Archive, session: AnySession, rng: Random, loaded: LoadedSettings, *, plain: bool) -> int:
    if plain:
        if loaded.complaint:
            complain(f"clockspades: {loaded.complaint}")
        session.may_peek = loaded.settings.take_back
        gc.enable()  # lines of text load nothing more
        from clockspades.cli.plain import converse

        return converse(archive, session, rng)
    is_over = session.outcome is not None
    return _open(archive, rng, routes.ResultRoute(session) if is_over else routes.TableRoute(session), loaded)


def _open(archive: Archive, rng: Random, route: routes.Route, loaded: LoadedSettings, *, is_guest: bool = False) -> int:
    """Run the screens from ``route`` and print their farewell; the exit status."""
    if not _is_served():
        forget_size()
    from clockspades.cli.leaving import run
    from clockspades.tui.app import Clockspades

    try:
        app = Clockspades(archive, rng, route, loaded, is_guest=is_guest)
    except Exception as error:
        variables = [name for name in os.environ if name.startswith("TEXTUAL_")]
        if not variables:
            raise
        complaint = N_("can't open a screen: check the value of {variables}")
        raise UsageError(_(complaint, variables=either(variables))) from error
    return run(app)


def _other_ways(archive: Archive, error: LogError, refused: Path) -> Iterator[str]:
    """What can be done where the game to resume is refused. It stays as it is."""
    if error.line:
        yield _("`{command}` shows it up to the error", command=f"clockspades replay {quoted(refused)}")
    for entry in archive.entries(TO_CONTINUE):
        with suppress(LogError):
            if entry.path != refused and load_whole(entry.path, find_game):
                command = f"clockspades resume {quoted(entry.path)}"
                yield _("`{command}` continues the unfinished game before it", command=command)
                return
