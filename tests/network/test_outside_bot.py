"""Bots that are programs outside: they play every game, fail in one sentence, and are started by nothing but a command.

Every test but those of the secrecy starts real processes.
"""

import json
import os
import re
import signal
import subprocess
import sys
import time
from contextlib import closing
from itertools import islice
from pathlib import Path
from random import Random
from shlex import quote
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clockspades.engine.game import AnyGame
from clockspades.engine.header import Seat
from clockspades.engine.players import Bots
from clockspades.engine.session import AnySession, Session
from clockspades.engine.text import UserError
from clockspades.games.catalogue import GAMES, find_game
from clockspades.network.outside_bot import LONGEST, OutsideBot
from clockspades.routes import TableRoute
from clockspades.saved.archive import Archive
from clockspades.saved.log import load, load_whole
from clockspades.simulation.simulate import Simulation, SimulationError
from tests.cli.conftest import logged
from tests.conformance.structure import hidden
from tests.conformance.test_hiding import games_of, permuted
from tests.network.choosing import SHORT
from tests.network.network_games import every_game
from tests.programs import installed

DOCS: Final = Path(__file__).parents[2] / "docs"
PYTHON: Final = quote(sys.executable)
GAME: Final = GAMES[0]
ACTIONS: Final = 300
"""Those that are played of a game: one of Spades between players at random may have no end."""
ANA, ROBO = Seat("Ana"), Seat("Robo", "bot:./robo.py")
FIRST: Final = """
import json, sys
for line in sys.stdin:
    told = json.loads(line)
    if "choose" in told:
        print(json.dumps(told["choose"]["legal"][0]), flush=True)
"""
"""A program that takes the first legal action."""


def outside(command: str, game: AnyGame = GAME, seconds: int = 60) -> OutsideBot:
    return OutsideBot(game, command, seconds, is_heard=True)


def script(folder: Path, code: str, name: str = "robo.py") -> str:
    """The command that runs this Python program."""
    (folder / name).write_text(f"#!{sys.executable}\n{code}", encoding="utf-8")
    (folder / name).chmod(0o700)
    return quote(str(folder / name))


def view_of(game: AnyGame = GAME, seed: int = 1) -> Any:
    """What a seat sees at its first choice."""
    state, _ = game.rules.reduce(game.rules.initial(game.configure({})), game.rules.deal(
        game.rules.initial(game.configure({})), Random(seed)
    ))  # fmt: skip
    seat = game.rules.to_act(state)
    return game.rules.observe(state, seat)


@pytest.fixture(scope="module")
def in_c(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The example in C, compiled."""
    program = tmp_path_factory.mktemp("c") / "mybot"
    subprocess.run([installed("cc"), "-Wall", "-Werror", "-o", program, DOCS / "examples" / "bot.c"], check=True)
    return str(program)


@pytest.fixture(params=["python", "c"])
def example(request: pytest.FixtureRequest) -> str:
    """The command of an example in the documents."""
    in_python = f"{PYTHON} {quote(str(DOCS / 'examples' / 'bot.py'))}"
    return in_python if request.param == "python" else str(request.getfixturevalue("in_c"))


# -- playing -----------------------------------------------------------------------------------------------


@every_game
def test_the_examples_play_from_every_seat(game: AnyGame, example: str) -> None:
    options = game.configure({**SHORT.get(game.name, {})})
    seats, chosen = game.seats(options), 0
    for seat in range(seats):
        bots = tuple(game.quickest_bot for _ in range(seats))
        simulation = Simulation(game, options, bots, 1, programs={seat: outside(example, game)})
        with closing(simulation.positions(seat)) as positions:  # type: ignore[type-var]
            chosen += sum(position.seat == seat for position in islice(positions, ACTIONS))
    assert chosen > 2 * seats


def test_the_examples_keep_to_the_protocol_whatever_else_they_are_told(example: str) -> None:
    lines = [
        {"hello": {"protocol": 1, "game": "chess"}},
        {"news": [1, {"legal": [{"do": "nothing"}]}]},
        {"choose": {"seat": 0, "view": {"legal-ish": "}]\\\""}, "legal": [{"do": "}{", "rank": "\\\"]"}]}},
        {"result": None},
    ]  # fmt: skip
    text = "".join(f"{json.dumps(line)}\n" for line in lines)
    words = [word.strip("'") for word in example.split()]
    done = subprocess.run(words, input=text, capture_output=True, text=True, check=True)
    assert [json.loads(line) for line in done.stdout.splitlines()] == [{"do": "}{", "rank": '\\"]'}]


@pytest.mark.parametrize(("name", "bot"), [("german-clock", "watchful"), ("spades", "quick")])
def test_our_bot_plays_the_same_as_a_program(name: str, bot: str) -> None:
    """These are the bots that do nothing by chance."""
    game = find_game(name)
    assert game is not None
    options = game.configure({})
    seats = game.seats(options)
    programs = {seat: outside(f"{PYTHON} -m clockspades bot {name} {bot}", game) for seat in range(seats)}
    played = []
    for chosen in ({}, programs):
        with closing(Simulation(game, options, (bot,) * seats, 5, programs=chosen).positions(0)) as positions:  # type: ignore[type-var]
            played.append([position.action for position in islice(positions, ACTIONS)])
    assert played[0] == played[1]


def test_the_session_in_the_docs_is_a_real_one(tmp_path: Path) -> None:
    told = re.search(r"```\n(> .*?)```", (DOCS / "bots.md").read_text(encoding="utf-8"), re.DOTALL)
    assert told is not None
    log = tmp_path / "session"
    code = f"""
import json, sys
with open({str(log)!r}, "w") as log:
    for line in sys.stdin:
        print("> " + line, end="", file=log)
        if "choose" in json.loads(line):
            answer = json.dumps(json.loads(line)["choose"]["legal"][0])
            print("< " + answer, file=log)
            print(answer, flush=True)
"""
    simulation = Simulation(
        GAME, GAME.configure({}), ("steady", "./robo.py"), 1, programs={1: outside(script(tmp_path, code))}
    )
    assert simulation.play(0).is_over
    pattern = re.escape(told[1]).replace("…", "(?s:.*)")
    assert re.fullmatch(pattern, log.read_text(encoding="utf-8"))


def test_a_program_is_started_anew_for_each_game_and_ended_with_it(tmp_path: Path) -> None:
    numbers = tmp_path / "numbers"
    code = f"import os\nwith open({str(numbers)!r}, 'a') as file: print(os.getpid(), file=file)\n{FIRST}"
    programs = {0: outside(script(tmp_path, code))}
    simulation = Simulation(GAME, GAME.configure({}), ("./robo.py", "random"), 1, programs=programs)
    for index in range(2):
        simulation.play(index)
        assert len(numbers.read_text().split()) == index + 1
        assert not any(is_running(int(number)) for number in numbers.read_text().split())


def is_running(process: int) -> bool:
    """Whether a process is there, and not only waits to be noticed."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except FileNotFoundError:
        return False


# -- failing -----------------------------------------------------------------------------------------------

FAULTS: Final = {
    "./nobody --at home": r"\./nobody can't be started: No such file or directory",
    "sh -c 'exit 3'": r"\./sh ended without an answer, with exit status 3",
    "sh -c 'exec >&-; sleep 100'": r"\./sh ended without an answer, with exit status -9",
    "sh -c 'read line; echo hello; cat'": r"\./sh said `hello`: it is not JSON: it goes wrong at character 1",
    "echo '{}'": r'\./echo said `\{\}`: it must say in "do" what a player does',
    """echo '{"do": "play"}'""": r'\./echo said `\{"do": "play"\}`: that is no legal action',
    """echo '{"do": "take", "rank": "A", "rank": "A"}'""": r'.*: it has the key "rank" twice in one object',
    "yes [": r"\./yes said `\[`: it is not JSON: it ends too early.*",
    "cat /dev/zero": rf"\./cat said `▯+`: it has more than {LONGEST} bytes",
    "echo": r"\./echo said ``: it is not JSON.*",
    "printf '\\33[2J\\377'": r"\./printf said `▯\[2J�`: it is not UTF-8 text \(byte 5\)",
}


@pytest.mark.parametrize("command", FAULTS)
def test_each_failure_is_one_sentence(command: str) -> None:
    with pytest.raises(UserError) as caught:
        outside(command).choose(view_of())
    assert re.fullmatch(FAULTS[command], str(caught.value))


def test_a_silent_program_is_killed_with_all_that_it_has_started(tmp_path: Path) -> None:
    numbers = tmp_path / "numbers"
    silent = outside(f"sh -c 'sleep 1000 & echo $! $$ > {quote(str(numbers))}; trap \"\" TERM; wait'", seconds=1)
    start = time.monotonic()
    with pytest.raises(UserError, match=r"\./sh did not answer in 1 second"):
        silent.choose(view_of())
    assert time.monotonic() - start < 30
    assert not any(is_running(int(number)) for number in numbers.read_text().split())


def test_a_program_that_outlives_its_input_is_killed(tmp_path: Path) -> None:
    numbers = tmp_path / "numbers"
    code = f"{FIRST}    with open({str(numbers)!r}, 'w') as file: print(__import__('os').getpid(), file=file)\n"
    stubborn = outside(script(tmp_path, f"{code}import time; time.sleep(1000)"))
    stubborn.choose(view_of())
    stubborn.end()
    assert not is_running(int(numbers.read_text()))


def test_a_program_ends_with_ours_even_if_nobody_ends_it(tmp_path: Path) -> None:
    numbers = tmp_path / "numbers"
    code = f"""
from random import Random
from clockspades.games.catalogue import find_game
from clockspades.network.outside_bot import OutsideBot
game = find_game("clockwork-spades")
start = game.rules.initial(game.configure({{}}))
state = game.rules.reduce(start, game.rules.deal(start, Random(1))).state
command = "sh -c 'echo $$ > {numbers}; read hello; read choose; echo \\"$ANSWER\\"; sleep 1000'"
bot = OutsideBot(game, command, 60, is_heard=True)
bot.choose(game.rules.observe(state, game.rules.to_act(state)))
raise SystemExit
"""
    answer = json.dumps({"do": "take", "rank": "A"})
    subprocess.run([sys.executable, "-c", code], env={**os.environ, "ANSWER": answer}, check=True)
    assert not is_running(int(numbers.read_text()))


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_leaves_no_program_behind(tmp_path: Path, jobs: str) -> None:
    numbers = tmp_path / "numbers"
    code = f"import os\nwith open({str(numbers)!r}, 'a') as file: print(os.getpid(), file=file)\n{FIRST}"
    stubborn = script(tmp_path, f"{code}import time; time.sleep(1000)")
    typed = ["simulate", "clock", "--games", "500", "--seed", "1", "--jobs", jobs, "--bots", stubborn]
    process = subprocess.Popen(
        [sys.executable, "-m", "clockspades", *typed], stdout=subprocess.DEVNULL, start_new_session=True
    )  # fmt: skip
    while process.poll() is None and not (numbers.exists() and len(numbers.read_text().split()) >= int(jobs)):
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGINT)
    assert process.wait() == 130
    assert not any(is_running(int(number)) for number in numbers.read_text().split())


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (("simulate", "clock", "--games", "1", "--bots", "./bot '"), "./bot ' is not a command"),
        (("simulate", "clock", "--games", "1", "--bots", "mybot"), "clock has no bot 'mybot'"),
        (("play", "clock", "--plain", "--seat", "Robo=bot: "), "Clock has no bot ' '"),
        (("play", "clock", "--plain", "--bot-limit", "0", "--seat", "Robo=bot:./x"), "'0' is not a number"),
        (("host", "spades", "--headless", "--seat", "1=bot:./x"), "Spades has no bot './x'"),
    ],
)  # fmt: skip
def test_what_cannot_be_a_program_is_refused(typed: tuple[str, ...], said: str) -> None:
    from tests import commands

    ran = commands.run(typed, b"")
    assert (ran.status, ran.out) == (2, "")
    assert said in ran.err


def test_what_is_no_command_is_said() -> None:
    with pytest.raises(UserError, match=r"\./bot ' is not a command: No closing quotation"):
        outside("./bot '")


JSON: Final = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(), lambda part: st.lists(part) | st.dictionaries(
        st.sampled_from(["do", "rank", "card", "seat", "cards"]) | st.text(), part
    )
)  # fmt: skip
ACTION: Final = st.fixed_dictionaries({"do": st.sampled_from(["take", "play", "deal", "bid"])}, optional={
    "rank": st.sampled_from("A23Z") | JSON, "seat": JSON, "cards": JSON,
})  # fmt: skip


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(said=st.binary() | (JSON | ACTION).map(lambda said: json.dumps(said).encode() + b"\n"))
def test_whatever_a_program_says_is_a_legal_action_or_one_sentence(tmp_path: Path, said: bytes) -> None:
    (tmp_path / "said").write_bytes(said)
    view, bot = view_of(), outside(f"cat {quote(str(tmp_path / 'said'))}")
    try:
        chosen, fault = bot.choose(view), "./said "
    except UserError as error:
        chosen, fault = GAME.rules.legal_actions(view)[0], str(error)
    bot.end()
    assert chosen in GAME.rules.legal_actions(view)
    assert fault.startswith("./said ")
    assert fault.isprintable()


def test_a_simulation_says_in_which_game_and_seat_a_program_failed(tmp_path: Path) -> None:
    code = FIRST.replace("if ", "if 'result' in told: open('over', 'w')\n    if os.path.exists('over'): break\n    if ")
    command = script(tmp_path, f"import os; os.chdir({str(tmp_path)!r})\n{code}")
    simulation = Simulation(GAME, GAME.configure({}), ("random", "./robo.py"), 1, programs={1: outside(command)})
    assert simulation.play(0).is_over
    with pytest.raises(SimulationError, match=r"game 1, seat 1: \./robo\.py ended without an answer"):
        simulation.play(1)


# -- secrets -----------------------------------------------------------------------------------------------


@every_game
def test_what_a_program_is_told_does_not_change_with_what_its_seat_cannot_see(game: AnyGame, tmp_path: Path) -> None:
    log = tmp_path / "told"
    code = FIRST.replace("    told =", f"    with open({str(log)!r}, 'a') as log: log.write(line)\n    told =")
    bot = outside(script(tmp_path, code), game)
    changed = 0
    for session, rng in games_of(game):
        for position in session.positions[1 : -1 : max(1, session.last // 4)]:
            state, seat = position.state, game.rules.to_act(position.state)
            if seat is not None and (places := hidden(state, game.rules.observe(state, seat))):
                changed += 1
                choose(session, state, seat, bot)
                choose(session, permuted(state, places, rng), seat, bot)
    bot.end()
    hello, *told = log.read_text(encoding="utf-8").splitlines()
    assert json.loads(hello) == {"hello": {"protocol": 1, "game": game.name}}
    assert len(told) == 2 * changed > 0
    assert told[::2] == told[1::2]


def choose(session: AnySession, state: Any, seat: int, bot: OutsideBot) -> None:
    """Let a program choose in this state, as a table does."""
    seats = [Seat(f"Robo {number}", ROBO.kind) for number in range(len(session.seats))]
    there: AnySession = Session(
        session.game, session.options, seats, positions=[session.position(0)._replace(state=state)]
    )
    there.programs = {seats[seat]: bot}
    assert Bots(there, Random(1))[seat].choose(there.sight(seat)) in session.game.rules.legal_actions(there.view(seat))
    assert not there.fault


# -- at the table ------------------------------------------------------------------------------------------


def begun(bot: OutsideBot | None = None) -> AnySession:
    """A game of Ana against a program, kept in the archive."""
    session = Archive(find_game).begin(GAME, GAME.configure({}), (ANA, ROBO), Random(7))
    session.programs = {ROBO: bot}
    return session


def play_on(session: AnySession, actions: int) -> list[str]:
    """Play so many more actions as a table does, Ana at random; what is said meanwhile."""
    bots, rng = Bots(session, Random(1)), Random(1)
    news: list[str] = []
    for _ in range(actions):
        if (seat := session.to_act) is not None:
            legal = session.game.rules.legal_actions(session.state)
            session.act(bots[seat].choose(session.sight(seat)) if seat else rng.choice(legal))
            news += filter(None, [session.take_news()])
    return news


PLAYS_ON: Final = "From now on, a strong bot plays for Robo."


def test_the_best_bot_plays_on_for_a_program_that_fails_and_the_log_says_so(tmp_path: Path) -> None:
    code = FIRST.replace("if ", "if 'choose' in told and len(told['choose']['view']['taken'][1]) > 1: break\n    if ")
    session = begun(outside(script(tmp_path, code)))
    news = play_on(session, 1000)
    sentence = f"./robo.py ended without an answer, with exit status 0. {PLAYS_ON}"
    assert news == [sentence]
    assert session.outcome is not None
    session.close()
    assert session.path is not None
    assert json.dumps({"note": sentence}) in session.path.read_text(encoding="utf-8").splitlines()
    assert load_whole(session.path, find_game).session.outcome == session.outcome
    again = Archive(find_game).again(session, Random(1), other_side=True)
    assert again.programs == session.programs, "the program is started again in the next game"
    again.close()
    again = Archive(find_game).rematch(session, Random(1))
    assert again.programs == session.programs
    again.close()


def test_a_resumed_game_goes_on_without_its_program_and_with_it(tmp_path: Path) -> None:
    bot = outside(script(tmp_path, FIRST))
    session = begun(bot)
    assert play_on(session, 4) == []
    session.close()
    assert session.path is not None
    without = Archive(find_game).take_up(session.path, Random(1))
    assert without.programs == {}, "a log names none"
    assert play_on(without, 4) == [f"./robo.py is not here. {PLAYS_ON}"]
    without.close()
    once_more = Archive(find_game).take_up(session.path, Random(1))
    once_more.programs = {ROBO: bot}
    assert play_on(once_more, 1000) == []
    assert once_more.outcome is not None
    once_more.close()
    assert load(session.path, find_game).fault is None


async def test_a_person_in_the_full_screen_is_told_and_the_game_goes_on(tmp_path: Path) -> None:
    from tests.tui.seated import opened

    session = begun(outside(script(tmp_path, "")))
    async with opened(Archive(find_game), TableRoute(session)) as me:
        point = session.at
        while session.position(session.at).seat != 1:
            await me.turn()
            await me.press("enter")
            await me.turn()
        assert session.at > point
        await me.until(lambda: PLAYS_ON in str(me.said), "a word about it")


async def test_a_program_that_thinks_while_its_table_is_left_is_ended(tmp_path: Path) -> None:
    from tests.tui.seated import opened

    numbers = tmp_path / "numbers"
    code = f"import os, time\nwith open({str(numbers)!r}, 'w') as file: print(os.getpid(), file=file)\ntime.sleep(1000)"
    session = begun(outside(script(tmp_path, code)))
    async with opened(Archive(find_game), TableRoute(session)) as me:
        while session.to_act == 0:
            await me.press("enter")
        await me.until(lambda: numbers.exists() and numbers.read_text() != "", "the start of the program")
        await me.press("q")
        await me.farewell()
        assert not is_running(int(numbers.read_text()))
        assert PLAYS_ON not in str(me.said)


# -- safety ------------------------------------------------------------------------------------------------

KINDS: Final = ("bot:./evil", "bot:evil", "bot:/tmp/evil --now", "bot:sh -c './evil'", "bot:./sh -c './evil'")


@pytest.mark.parametrize("kind", KINDS)
def test_no_log_starts_a_program(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    from tests import commands

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    for name in ("evil", "mine"):
        (tmp_path / name).write_text(f"#!/bin/sh\ntouch {quote(str(tmp_path / 'started'))}\n")
        (tmp_path / name).chmod(0o700)
    robo = Seat("Robo", kind)
    session: AnySession = Session(GAME, GAME.configure({}), (ANA, robo))
    session.deal(Random(7))
    rng = Random(3)
    while session.to_act == 0:
        session.act(rng.choice(GAME.rules.legal_actions(session.state)))
    path = tmp_path / "theirs.cslog"
    path.write_text(logged(session), encoding="utf-8")
    tried: tuple[list[str | Path], ...] = (
        ["resume", "--plain", path], ["verify", path], ["show", path], ["export", path, "--cast", "-"],
        ["resume", "--plain", path, "--seat", "Robo=bot:./mine"], ["play", "--plain", str(path)], [str(path)],
        ["duel", "--plain", path], ["simulate", "clock", "--games", "1", "--seed", "1", "--bots", "evil"],
    )  # fmt: skip
    for arguments in tried:
        commands.run(arguments, b"1\n1\nquit\n")
    while session.outcome is None:
        session.act(rng.choice(GAME.rules.legal_actions(session.state)))
    path.write_text(logged(session), encoding="utf-8")
    for command in ("verify", "show", "review", "export --cast -"):
        assert commands.run([*command.split()[:1], path, *command.split()[1:]], b"").status == 0
    assert commands.run(["duel", path], b"").status == 2, "a friend would need the program"
    assert not (tmp_path / "started").exists()
    with pytest.raises(UserError):
        outside("./evil").choose(view_of())
    assert (tmp_path / "started").exists(), "it is there, and can be started"


def test_only_the_seat_and_the_file_that_the_log_has_can_be_named_to_go_on(tmp_path: Path) -> None:
    from tests import commands

    session = begun()
    session.close()
    assert session.path is not None
    for named, said in {
        "Robo=bot:./other.py": "'Robo=bot:./other.py'", "Ana=bot:./robo.py": "'Ana=bot:./robo.py'",
        "Robo": "'Robo=human'", "Robo=bot:steady": "'Robo=bot:steady'",
    }.items():  # fmt: skip
        ran = commands.run(["resume", "--plain", session.path, "--seat", named], b"")
        assert (ran.status, ran.out) == (2, "")
        assert ran.err == f"clockspades: no program plays {said} in this game\n"
    typed: list[str | Path] = ["resume", "--plain", session.path, "--seat", f"Robo=bot:{script(tmp_path, FIRST)}"]
    ran = commands.run(typed, b"1\n" * 9)
    assert ran.status == 0
    assert "plays for Robo" not in ran.out
    assert "Turn 4" in ran.out


def test_a_log_tells_of_a_program_no_more_than_the_name_of_its_file(tmp_path: Path) -> None:
    from tests import commands

    command = f"{script(tmp_path, FIRST)} --token SECRET"
    ran = commands.run(["play", "--plain", "--seat", "Ana", "--seat", f"Robo=bot:{command}"], b"1\n")
    assert ran.status == 0
    (path,) = (Path(os.environ["CLOCKSPADES_HOME"]) / "games").glob("*.cslog")
    told = path.read_text(encoding="utf-8")
    assert '{"name": "Robo", "kind": "bot:./robo.py"}' in told
    assert "SECRET" not in told
    assert str(tmp_path) not in told


def test_a_simulation_with_a_program_that_fails_exits_with_status_2(tmp_path: Path) -> None:
    from tests import commands

    typed: list[str | Path] = [
        "simulate",
        "clock",
        "--games",
        "2",
        "--seed",
        "1",
        "--save",
        tmp_path / "logs",
        "--bots",
    ]
    ran = commands.run([*typed, script(tmp_path, FIRST)], None)
    assert (ran.status, ran.err) == (0, "")
    assert "seat 0, ./robo.py: " in ran.out
    assert commands.run(["verify", *(tmp_path / "logs").iterdir()], None).status == 0
    for jobs in "12":
        ran = commands.run([*typed, "sh -c 'exit 3'", "--jobs", jobs], None)
        assert (ran.status, ran.out) == (2, "")
        assert re.fullmatch(
            r"clockspades: game [01], seat 0: \./sh ended without an answer, with exit status 3\n", ran.err
        )


@pytest.mark.parametrize(
    ("typed", "status", "said"),
    [
        (b"", 0, ""),
        (b'{"hello": {"protocol": 1, "game": "clock"}}\n{"news": 1}\n{"result": {}}\n', 0, ""),
        (b"x\n", 2, "clockspades: the line is not JSON: it goes wrong at character 1\n"),
        (b'{"choose": {"view": 3}}\n', 2, 'clockspades: "view" must be an object\n'),
        (b"[[\xff", 2, "clockspades: the line is not UTF-8 text (byte 3)\n"),
    ],
)
def test_our_bot_says_what_is_wrong_with_a_line(typed: bytes, status: int, said: str) -> None:
    from tests import commands

    ran = commands.run(["bot", "clock"], typed)
    assert (ran.status, ran.out, ran.err) == (status, "", said)


def test_our_bot_that_sees_all_cards_is_no_program() -> None:
    from tests import commands

    ran = commands.run(["bot", "clockwork-spades", "open"], b"")
    assert ran.status == 2
    assert "clockwork-spades has no bot 'open'; its bots are random" in ran.err
