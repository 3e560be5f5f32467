"""Every text that a person can read, with sample values, so that all of it can be read in one sitting.

    python tests/bench/texts.py [--section screens|games|errors|cli|unseen]

The texts come from the running program: bots play seeded games of every option set, the screens are opened at
120x40, and each command runs with good and bad input. Cards, numbers and names do not make a text a new one, so each
appears once. The section `unseen` lists the texts of the source code that the other sections did not produce.
"""

import argparse
import ast
import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

ROOT: Final = Path(__file__).parents[2]
NAMES: Final = ("Ana", "Bo", "Cyd", "Dov", "Eva", "Fay")
SIZE: Final = (120, 40)
SEEDS: Final = 4
"""Games of each option set that random bots play."""
POINTS: Final = 12
"""Points of a game at which every action is tried, legal or not."""
REFUSED: Final = 40
"""Illegal actions of one kind that are tried at a point."""

_NAME: Final = re.compile(rf"\b(?:{'|'.join(NAMES)})\b")
_CARDS: Final = re.compile(r"(?:10|[2-9TJQKA])[♠♥♦♣](?:(?:,? and |,? or |, | )(?:10|[2-9TJQKA])[♠♥♦♣])*")
_RANKS: Final = re.compile(r"\b(?:10|[2-9TJQKA])(?:(?: and | or |, | )(?:10|[2-9TJQKA]))+\b")
_SUIT: Final = re.compile(r"\b(?:clubs|diamonds|hearts|spades)\b")
_NUMBER: Final = re.compile(r"[+−-]?(?:\d[\d,.]*\d|\d)(?:(?:, | and |; )[+−-]?\d+)*")
_MARKS: Final = re.compile(r" [♠-]+$")
"""The last word of a recap: a mark for each turn or deal."""
_TEMPLATE: Final = re.compile(r"[\[|\]]|{[\w.]*}")
"""Where a template says one thing or another, or has a value."""
_SENTENCE: Final = re.compile(r"(?<=[.!?]) +(?=[A-Z♠♥♦♣+−\d])")


def shape(text: str) -> str:
    """A text without its cards, numbers and names: two with the same shape are one template."""
    for pattern, mark in ((_NAME, "N"), (_CARDS, "C"), (_RANKS, "R"), (_SUIT, "S"), (_NUMBER, "#"), (_MARKS, "")):
        text = pattern.sub(mark, text)
    return re.sub(r"N(?:(?:, | and )N)+", "N", text)


class Texts:
    """The texts of a section, each template once, under headings in the order in which they came."""

    def __init__(self) -> None:
        self.found: dict[str, dict[str, str]] = {}
        self._seen: set[str] = set()

    def add(self, heading: str, text: object) -> None:
        """Keep each sentence of a text that is not there yet, under any heading."""
        kept = self.found.setdefault(heading, {})
        for line in str(text).splitlines():
            for sentence in _SENTENCE.split(line.strip()):
                if sentence and (key := shape(sentence)) not in self._seen:
                    self._seen.add(key)
                    kept[key] = sentence

    def whole(self, heading: str, text: str) -> None:
        """Keep a page as it is."""
        self.found[heading] = {text: text.rstrip()}

    def lines(self) -> Iterator[str]:
        for heading, kept in self.found.items():
            if kept:
                yield from ("", f"== {heading}", "")
                yield from kept.values()


# -- games -------------------------------------------------------------------------------------------------


def games() -> Texts:
    """What the games say: their pages of rules, and every sentence of seeded games."""
    from clockspades.games.catalogue import GAMES

    texts = Texts()
    for game in GAMES:
        _describe_game(texts, game)
    for game in GAMES:
        _play_game(texts, game)
    for game in GAMES:
        texts.whole(f"{game.title}: rules page", game.rules_text())
    return texts


def _describe_game(texts: Texts, game: Any) -> None:
    from clockspades.engine.options import OptionError

    about = f"{game.title}: choices"
    texts.add(about, game.summary)
    for preset in game.presets:
        for words in (preset.title, preset.summary, preset.nature):
            texts.add(about, words)
    for known in game.bots.values():
        texts.add(about, f"{known.name}: {known.words}")
        texts.add(about, f"{known.name} {known.brief}")
    for option in game.options:
        texts.add(about, f"{option.key}: {option.words}")
        for value in option.values:
            texts.add(about, f"{option.key} {option.label(value)}")
        for chosen in ({option.key: value} for value in option.values):
            try:
                expectation = game.expectation(game.configure(chosen))
            except OptionError as error:
                texts.add(about, f"{error}")
            else:
                texts.add(about, expectation.words if expectation else "")


def _play_game(texts: Texts, game: Any) -> None:
    """Play games of every option set, and keep what is said at every point to everyone."""
    from tests.conformance.action_space import action_space
    from tests.conformance.playing import bot_game, option_sets, random_game

    said = f"{game.title}: "
    for options in option_sets(game):
        sessions = [random_game(game, options, seed) for seed in range(SEEDS)]
        if game.name != "spades":
            sessions.append(bot_game(game, options, game.best_bot, 1))
        for session in sessions:
            _read_session(texts, said, session)
        session = sessions[0]
        deals = [position.action for position in session.positions[:2] if position.action is not None]
        actions = action_space(game, deals)
        Random(1).shuffle(actions)
        step = max(1, session.last // POINTS)
        for position in session.positions[::step]:
            _read_refusals(texts, f"{said}refusals", game, position.state, actions)


def _read_session(texts: Texts, said: str, session: Any) -> None:
    from clockspades.engine.story import meaning

    game, names = session.game, NAMES[: len(session.seats)]
    rng = Random(0)
    for position in session.positions:
        state = position.state
        to_act = game.rules.to_act(state)
        for seat in (*range(len(names)), None):
            view = game.rules.observe(state, seat)
            texts.add(f"{said}prompts", game.words.prompt(view, names))
            texts.add(f"{said}prompts", game.words.task(view, names))
            for event in position.events:
                texts.add(f"{said}events", game.words.describe(game.rules.observe_event(event, seat), names))
            survey = game.words.survey(view, seat, names)
            for line in (*survey.hand, *survey.table):
                texts.add(f"{said}what is on the table", line)
        if state.outcome is None:
            texts.add(f"{said}progress", game.words.progress(state))
        if to_act is not None:
            view = game.rules.observe(state, to_act)
            for hint in game.words.hints(view, names):
                texts.add(f"{said}hints", hint.words)
            legal = game.rules.legal_actions(view)
            for action in game.rules.offered(view):
                texts.add(f"{said}choices", game.words.phrase(action))
            if len(legal) > 1:
                made, best = rng.sample(legal, 2)
                texts.add(f"{said}regrets", game.words.regret(view, made, best, names))
    for point in range(1, session.last + 1):
        if shown := meaning(session, point, session.names):
            for line in shown.words:
                texts.add(f"{said}what actions show", line)
    texts.add(f"{said}verdicts", game.words.verdict(session.state, names))
    for remark in game.words.review([position.state for position in session.positions], names):
        texts.add(f"{said}reviews", remark.words)
    events = [event for position in session.positions for event in position.events]
    for seat in (*range(len(names)), None):
        texts.add(f"{said}recaps", game.words.recap(events, session.state, seat))


def _read_refusals(texts: Texts, heading: str, game: Any, state: Any, actions: Iterable[Any]) -> None:
    from clockspades.engine.rules import IllegalActionError

    to_act = game.rules.to_act(state)
    tried: dict[str, int] = {}
    for action in actions:
        tried[action.do] = tried.get(action.do, 0) + 1
        if tried[action.do] > REFUSED:
            continue
        try:
            game.rules.reduce(state, action)
        except IllegalActionError as error:
            texts.add(heading, error)
        if to_act is not None:
            texts.add(heading, game.rules.why_not(game.rules.observe(state, to_act), action))


# -- screens -----------------------------------------------------------------------------------------------

MENUS: Final[Mapping[str, Sequence[str]]] = {
    "title": (),
    "picker": ("p",),
    "setup": ("p", "enter"),
    "setup for one": ("p", "2"),
    "setup for several": ("p", "5"),
    "saved games": ("g",),
    "settings": ("s",),
    "first game": ("l",),
    "rules": ("r",),
}
"""The keys from the title screen to each screen that needs no game."""
PLAYED: Final[Mapping[str, Mapping[str, Any]]] = {
    "clockwork-spades": {},
    "clock": {"variant": "watch"},
    "german-clock": {},
    "clogs": {"target": 12},
    "spades": {"target": 60},
}
"""The games that are shown, and their options."""


def screens() -> Texts:
    """What every screen shows, its help and its palette, and what a table says of each thing on it."""
    os.environ["TEXTUAL_ANIMATIONS"] = "none"
    os.environ["LOGNAME"] = "ana"
    texts = Texts()
    _settings(texts)
    for name, keys in MENUS.items():
        asyncio.run(_menu(texts, name, keys))
    for name, options in PLAYED.items():
        asyncio.run(_table(texts, name, options))
    return texts


def _settings(texts: Texts) -> None:
    from clockspades.saved import settings

    texts.whole("settings file", settings.text_of(settings.Settings(), {"wine": 1}))


async def _menu(texts: Texts, name: str, keys: Sequence[str]) -> None:
    from clockspades.routes import TitleRoute

    with tempfile.TemporaryDirectory() as home:
        app = _app(home, TitleRoute())
        async with app.run_test(size=SIZE) as pilot:
            await pilot.press(*keys)
            await _look(texts, name, pilot)
            if name.startswith(("setup", "picker", "settings")):
                for _ in range(16):
                    await pilot.press("down")
                    _read_screen(texts, name, app)
                    for _ in range(8 if name != "picker" else 0):
                        await pilot.press("right")
                        _read_screen(texts, name, app)
            await _read_ways(texts, name, pilot)


async def _table(texts: Texts, name: str, options: Mapping[str, Any]) -> None:
    """A table through a whole game, what is laid over it, and its result and replay."""
    from clockspades.compare import compare
    from clockspades.engine.header import Seat
    from clockspades.engine.session import Session
    from clockspades.games.catalogue import find_game
    from clockspades.routes import CompareRoute, ReplayRoute, ResultRoute, TableRoute
    from clockspades.saved.archive import Archive
    from clockspades.saved.log import load
    from tests.compare.same_deal import logged, played

    game = find_game(name)
    assert game is not None, "the catalogue has it"
    with tempfile.TemporaryDirectory() as home:
        os.environ["CLOCKSPADES_HOME"] = home
        chosen = game.configure(options)
        seats = [Seat(person, "human" if not number else f"bot:{game.quickest_bot}")
                 for number, person in enumerate(NAMES[: game.seats(chosen)])]  # fmt: skip
        archive, rng = Archive(find_game), Random(2)
        bot = game.make_bot(game.quickest_bot, rng)
        session: Any = Session(game, chosen, seats)
        session.deal(rng)
        for opened in ("first turn", "later turn"):
            while session.to_act != 0 and session.outcome is None:
                _step(session, bot, rng)
            app = _app(home, TableRoute(archive.fork(session, seats)))
            async with app.run_test(size=SIZE) as pilot:
                where = f"{game.title}: table, {opened}"
                await _look(texts, where, pilot)
                shown = app.screen
                _read_table(texts, game, shown.table)
                for key in ("h", "l", "s", "x"):
                    if app.screen is shown:
                        await pilot.press(key)
                        await _look(texts, f"{game.title}: key {key}, {opened}", pilot)
                    if app.screen is not shown:
                        await _read_ways(texts, f"{game.title}: key {key}", pilot)
                        await pilot.press("escape")
                await _read_ways(texts, where, pilot)
                for key in ("left", "right", "space", "enter", "u", "U", "r", "1", "9", "p", "t", "enter"):
                    if app.screen is shown:
                        await pilot.press(key)
                        await pilot.pause(0.05)
                    _read_screen(texts, where, app)
            for _ in range(3 * len(seats)):
                if session.outcome is None:
                    _step(session, bot, rng)
        while session.outcome is None:
            _step(session, bot, rng)
        kept = archive.fork(session, seats)
        app = _app(home, ResultRoute(kept))
        async with app.run_test(size=SIZE) as pilot:
            await _look(texts, f"{game.title}: result", pilot)
            await _read_ways(texts, f"{game.title}: result", pilot)
        one, other = (logged(Path(home), played(game, person, way)) for way, person in enumerate(NAMES[:2]))
        app = _app(home, CompareRoute(compare(one, other)))
        async with app.run_test(size=SIZE) as pilot:
            await app.workers.wait_for_complete()
            await _look(texts, f"{game.title}: comparison", pilot)
            await _read_ways(texts, f"{game.title}: comparison", pilot)
        assert kept.journal is not None, "the archive keeps it"
        app = _app(home, ReplayRoute(load(kept.journal.path, find_game)))
        async with app.run_test(size=SIZE) as pilot:
            for key in ("home", "right", "right", "end", "v", "space", "space"):
                await pilot.press(key)
                await pilot.pause(0.05)
                _read_screen(texts, f"{game.title}: replay", app)
            await _read_ways(texts, f"{game.title}: replay", pilot)
            for keys in (("n",), ("d",), ("home", "right", "b"), ("c",), ("o",)):
                await pilot.press(*keys)
                await _look(texts, f"{game.title}: replay, key {keys[-1]}", pilot)
                await _read_ways(texts, f"{game.title}: replay, key {keys[-1]}", pilot)
                await pilot.press("escape")
            await pilot.press("e")
            await app.workers.wait_for_complete()
            await _look(texts, f"{game.title}: review", pilot)
            await pilot.press("escape", "escape")
            await _look(texts, f"{game.title}: title screen after it", pilot)
            await pilot.press("a")
            await app.workers.wait_for_complete()
            await _look(texts, f"{game.title}: practice", pilot)
            await pilot.press("m")
            await _look(texts, f"{game.title}: drill", pilot)
            await _read_ways(texts, f"{game.title}: drill", pilot)
            await pilot.press("space", "1", "enter")
            await app.workers.wait_for_complete()
            await _look(texts, f"{game.title}: drill, an answer", pilot)
            await pilot.press("escape", "escape", "escape", "g")
            await _look(texts, f"{game.title}: saved games after it", pilot)


def _step(session: Any, bot: Any, rng: Random) -> None:
    """Let a bot act, and deal what is due then."""
    session.act(bot.choose(session.view(session.to_act)))
    session.deal(rng)


def _read_table(texts: Texts, game: Any, table: Any) -> None:
    """What a table says of each thing on it, at every point of some games."""
    from clockspades.engine.header import Seat
    from clockspades.engine.session import Session
    from clockspades.table.keys import label, terminal
    from clockspades.table.log_view import log_lines
    from clockspades.table.model import Selection, TableModel, player_view

    for seed in range(2):
        options = game.configure(PLAYED[game.name])
        session: Any = Session(game, options, [Seat(name) for name in NAMES[: game.seats(options)]])
        rng = Random(seed)
        bot = game.make_bot(game.quickest_bot, rng)
        session.deal(rng)
        while True:
            near = session.to_act or 0
            for active in (True, False):
                player = player_view(session, near, near, active=active and session.outcome is None)
                model = TableModel(player, Selection())
                for target in table.rules.targets(model):
                    texts.add(f"{game.title}: explanations", table.rules.explain(model, target))
            for key in table.rules.keys(model, is_running=False):
                texts.add(f"{game.title}: keys", f"{label(terminal(), key)}: {key.words}")
            if session.outcome is not None:
                break
            _step(session, bot, rng)
        for line in log_lines(model, table.rules.log_style):
            texts.add(f"{game.title}: log", f"{line.margin} {line.words}" if hasattr(line, "margin") else line)
        for mark in table.rules.marks(player.history):
            texts.add(f"{game.title}: marks", " ".join(str(part) for part in mark if isinstance(part, str)))


def _app(home: str, opening: Any) -> Any:
    """The application with its files in a folder of its own."""
    from clockspades.games.catalogue import find_game
    from clockspades.saved.archive import Archive
    from clockspades.saved.settings import LoadedSettings, Settings
    from clockspades.tui.app import Clockspades

    os.environ["CLOCKSPADES_HOME"] = home
    app: Any = Clockspades(Archive(find_game), Random(1), opening, LoadedSettings(Settings(forced_plays="ask")))
    app.animation_level = "none"
    return app


async def _look(texts: Texts, name: str, pilot: Any) -> None:
    """Keep what a screen says."""
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()
    _read_screen(texts, name, pilot.app)


def _read_screen(texts: Texts, name: str, app: Any) -> None:
    """Keep what is new on the screen, and its notifications."""
    for strip in app.screen._compositor.render_strips():
        line = strip.text.strip()
        for part in re.split(r"\s{2,}|[│╭╮╰╯─━▸◂▏▕]+", line):
            if len(re.findall("[a-z]", part)) > 2:
                texts.add(name, part)
    for notice in app._notifications:
        texts.add(f"{name}: notifications", notice.message)


async def _read_ways(texts: Texts, name: str, pilot: Any) -> None:
    """Keep the help that a screen opens, and every entry of its palette."""
    from clockspades.tui.screens.command_palette import Entries
    from clockspades.tui.screens.help import HelpScreen

    app = pilot.app
    provider = Entries(app.screen)
    await provider.startup()
    async for hit in provider.discover():
        texts.add(f"{name}: palette", f"{hit.text} [{hit.help}]")
    await pilot.press("f1")
    await pilot.pause()
    if isinstance(app.screen, HelpScreen):
        from textual.widgets import Static

        for row in app.screen.query(Static).results(Static):
            texts.add(f"{name}: help", row.render())
        await pilot.press("escape")
        await pilot.pause()


# -- commands ----------------------------------------------------------------------------------------------


def run(home: str, *arguments: str, typed: str = "", **variables: str) -> str:
    """What a command prints, its errors included, and its exit status where that is neither 0 nor 2."""
    done = subprocess.run(
        [sys.executable, "-m", "clockspades", *arguments],
        input=typed, capture_output=True, text=True, cwd=ROOT, timeout=120, check=False, errors="replace",
        env={**os.environ, "CLOCKSPADES_HOME": home, "COLUMNS": "100", "LOGNAME": "ana", **variables},
    )  # fmt: skip
    status = f"(exit status {done.returncode})\n" if done.returncode not in (0, 2) else ""
    return (done.stdout + done.stderr + status).replace(home, "HOME")


def cli() -> Texts:
    """The help of every command, what each prints, and a game in line mode."""
    from clockspades.cli.parser import make_parsers
    from clockspades.games.catalogue import GAMES

    texts = Texts()
    with tempfile.TemporaryDirectory() as home:
        for command in ("", *make_parsers()[1]):
            texts.whole(f"clockspades {command} --help", run(home, *filter(None, [command]), "--help"))
        texts.whole("clockspades games", run(home, "games"))
        texts.whole("clockspades stats, nothing played", run(home, "stats"))
        for game in GAMES:
            typed = ["help", "hint", "hand", "table", "what", "99", "undo", "redo", "save", "1", "undo", "redo", "log"]
            typed += ["1", "2"] * 40
            said = run(home, "play", game.name, "--plain", "--seed", "3", typed="\n".join([*typed, "quit", ""]))
            for line in said.splitlines():
                texts.add(f"{game.title} in line mode", line)
        two = run(home, "play", "--plain", "--seat", "Ana", "--seat", "Bo", "--seed", "3",
                  typed="\nhand\nundo\n1\n\nhelp\n1\nx\n\n" + "1\n\n" * 60 + "quit\n")  # fmt: skip
        for line in two.splitlines():
            texts.add("two people in line mode", line)
        for line in run(home, "practice", "--plain", typed="what\n1\n99\n1\n\nskip\nback\nquit\n").splitlines():
            texts.add("practice in line mode", line)
        texts.whole("clockspades stats", run(home, "stats"))
        for number, log in enumerate(sorted((ROOT / "tests" / "logs").glob("*/*.cslog"))[::5]):
            for line in run(home, "show", str(log)).splitlines()[: 400 if number < 5 else 60]:
                texts.add("clockspades show", line)
        for game in GAMES:
            options = ["--option", "target=12"] if game.name == "clogs" else []
            told = run(home, "simulate", game.name, "--games", "3", "--seed", "1", "--bots",
                       ",".join([game.quickest_bot] * game.seats(game.configure({}))), *options)  # fmt: skip
            texts.whole(f"clockspades simulate {game.name}", told)
    return texts


# -- errors ------------------------------------------------------------------------------------------------

BAD_ARGUMENTS: Final = (
    "frobnicate", "play nonesuch", "play --option", "play --option rules", "play --option rules=other",
    "play --option colour=red", "play clogs --option players=9", "play clogs --option dealer=5",
    "play spades --option mode=cutthroat --option players=2 --option blind_nil=always", "play --seat",
    "play --seat =bot:steady", "play --seat Ana=bot:best", "play --seat Ana=robot", "play --seat Ana --seat Ana",
    "play --seat A --seat B --seat C", "play clock --seat A --seat B", "play --seed x", "play --best-of 4",
    "play --best-of x", "play clock --best-of 3", "play --code 1", "play --code ???", "play --code K13J-Z9J7-Q8C7",
    "play clock --code K13J-Z9J7-Q8C6", "play --code K13J-Z9J7-Q8C6 --seed 3",
    "play --code K13J-Z9J7-Q8C6 --option rules=gamerules", "play", "play --seat Ana=bot:random --seat Bo=bot:random",
    "resume", "resume nothing.cslog", "resume --plain", "replay", "replay nothing.cslog", "replay .", "show",
    "show nothing.cslog", "show .", "review",
    "review nothing.cslog", "compare", "compare nothing.cslog .", "verify", "verify nothing.cslog", "verify .",
    "stats nonesuch", "rules nonesuch",
    "rules clock extra", "games extra", "simulate", "simulate nonesuch --games 1", "simulate clock --games 0",
    "simulate clock --games x", "simulate clock --games 99999999999", "simulate clock --games 1 --jobs 0",
    "simulate clock --games 1 --jobs x", "simulate clock --games 1 --seed x",
    "simulate clogs --games 1 --bots random", "simulate clogs --games 1 --bots random random",
    "simulate clock --games 1 --bots nobody", "simulate clock --games 1 --save /dev/null/x", "--colour", "--version x",
)  # fmt: skip
"""Commands that are wrong."""
BAD_SETTINGS: Final = (
    'theme = "plaid"', "four_colour = 3", 'name = "' + "x" * 99 + '"', "theme = ", "nonsense", "\x00", "a.b = 1",
    'forced_plays = "never"\ntheme = "red"',
)  # fmt: skip
"""Settings files that something is wrong with."""


def errors() -> Texts:
    """What bad commands, logs, share codes and settings are answered with."""
    texts = Texts()
    with tempfile.TemporaryDirectory() as home:
        told = [f"$ clockspades {arguments}\n{run(home, *arguments.split())}" for arguments in BAD_ARGUMENTS]
        texts.whole("commands", "".join(told))
        log = Path(home, "bad.cslog")
        for text in _bad_logs():
            log.write_text(text, encoding="utf-8")
            for line in run(home, "verify", str(log)).splitlines():
                texts.add("logs", line.replace("bad.cslog", "LOG"))
        log.write_bytes(b"\xff\xfe\n")
        texts.add("logs", run(home, "show", str(log)))
        for settings in BAD_SETTINGS:
            Path(home, "settings.toml").write_text(settings, encoding="utf-8")
            for line in run(home, "play", "--plain", typed="quit\n").splitlines():
                if "settings" in line:
                    texts.add("settings", line)
        Path(home, "settings.toml").unlink(missing_ok=True)
        for setting, value in (("name", "A\x1bB"), ("name", "x" * 99), ("theme", "x"), ("nothing", 1)):
            texts.add("settings", _complaint(lambda s=setting, v=value: _change(s, v)))  # type: ignore[misc]
    return texts


def _change(setting: str, value: Any) -> None:
    from clockspades.saved import settings

    settings.change(settings.Settings(), **{setting: value})


def _complaint(act: Callable[[], None]) -> str:
    try:
        act()
    except ValueError as error:
        return str(error)
    return ""


def _bad_logs() -> Iterator[str]:
    """Golden logs with one thing wrong."""
    for name in ("clockwork-spades", "clock", "german-clock", "clogs", "spades"):
        path = min((ROOT / "tests" / "logs" / name).glob("*.cslog"), key=lambda path: path.stat().st_size)
        lines = path.read_text(encoding="utf-8").splitlines()
        header, result = json.loads(lines[0]), json.loads(lines[-1])
        changes: tuple[dict[str, Any], ...] = (
            {"clockspades": 99}, {"clockspades": "x"}, {"game": "bridge"}, {"game": 3}, {"options": 1},
            {"options": {"x": 1}}, {"options": {**header["options"], next(iter(header["options"])): "x"}},
            {"seats": []},
            {"seats": [1] * len(header["seats"])}, {"seats": [{"name": "", "kind": "human"}] * len(header["seats"])},
            {"seats": [{"name": "A", "kind": "cat"}] * len(header["seats"])}, {"started": 1},
        )  # fmt: skip
        for change in changes:
            yield "\n".join([json.dumps({**header, **change}), *lines[1:]]) + "\n"
        yield "\n".join([*lines[:-1], json.dumps({"result": {**result["result"], "reason": "luck"}})]) + "\n"
        yield "\n".join([*lines, lines[1]]) + "\n"
        yield "\n".join([lines[0], *lines[2:]]) + "\n"
        yield "\n".join([*lines[:2], lines[-1]]) + "\n"
        middle = len(lines) // 2
        wrong: list[Any] = [1, {}, {"do": "fly"}, {"do": 1}, {"note": 1}, {"seat": 9, "do": "play"}, {"do": "play"}]
        wrong += [{**json.loads(lines[middle]), "extra": 1}, {"seat": 0, "do": json.loads(lines[middle])["do"]}]
        for line in (*map(json.dumps, wrong), "{", lines[1], lines[1].replace('"cards": "', '"cards": "XX '), "NaN"):
            yield "\n".join([*lines[:middle], line, *lines[middle:]]) + "\n"
        deal = json.loads(lines[1])["cards"].split()
        for cards in (deal[1:], [deal[1], *deal[1:]], [*deal, "KS"], [card.lower() for card in deal]):
            yield "\n".join([lines[0], json.dumps({"do": "deal", "cards": " ".join(cards)}), *lines[2:]]) + "\n"
        rng = Random(name)
        for at in range(2, len(lines) - 1, max(1, len(lines) // 20)):
            entry = json.loads(lines[at])
            if "card" in entry:
                entry["card"] = rng.choice(["AS", "2C", "KD", "9H"])
            for key in ("rank", "pile", "depth", "place", "tricks"):
                if key in entry:
                    entry[key] = rng.choice([13, "Q", 1, 5])
            yield "\n".join([*lines[:at], json.dumps(entry), *lines[at + 1 :]]) + "\n"
    yield ""
    yield "hello\n"
    yield "[" * 100_000 + "\n"


# -- what was not seen -------------------------------------------------------------------------------------


def unseen(seen: str) -> Texts:
    """The texts in the source that are not part of ``seen``, where an f-string's values match anything."""
    texts = Texts()
    flat = " ".join(seen.split())
    for path in sorted((ROOT / "clockspades").rglob("*.py")):
        for line, parts in _literals(ast.parse(path.read_text(encoding="utf-8"))):
            words = " ".join("".join("…" if part is None else part for part in parts).split())
            if len(re.findall("[A-Za-z]{2,}", words)) < 2 or " " not in words:
                continue
            pieces = [" ".join(part.split()) for part in parts if part is not None and len(part.strip()) > 3]
            if not all(piece in flat for piece in pieces):
                texts.add(str(path.relative_to(ROOT)), f"{line}: {words}")
    return texts


def _literals(tree: ast.Module) -> Iterator[tuple[int, list[str | None]]]:
    """Each text in a module that is no docstring, with its line; None stands for a value in it."""
    silent = {
        id(part)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr | ast.Assert)
        for part in ast.walk(node if isinstance(node, ast.Assert) else node.value)
        if isinstance(node, ast.Assert) or isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr) and id(node) not in silent:
            silent |= {id(value) for value in node.values}
            parts = [value.value if isinstance(value, ast.Constant) else None for value in node.values]
            yield node.lineno, [str(part) if part is not None else None for part in parts]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in silent:
            yield node.lineno, [*_TEMPLATE.split(node.value)]


SECTIONS: Final[Mapping[str, Callable[[], Texts]]] = {"games": games, "screens": screens, "cli": cli, "errors": errors}


def main(arguments: Sequence[str]) -> None:
    assert __doc__ is not None
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--section", choices=[*SECTIONS, "unseen"], help="print one section; default: all of them")
    section = parser.parse_args(arguments).section
    sys.path.insert(0, str(ROOT))
    seen = []
    for name, gather in SECTIONS.items():
        if section in (name, "unseen", None):
            seen += [f"#### {name.upper()}", *gather().lines(), ""]
    if section != "unseen":
        print("\n".join(seen))
    if section in ("unseen", None):
        print("\n".join(["#### UNSEEN", *unseen("\n".join(seen)).lines()]))


if __name__ == "__main__":
    main(sys.argv[1:])
