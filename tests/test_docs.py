"""The documents agree with the code: the cases of the rule book, the log format, the architecture, and every link."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

from clockspades import __version__
from clockspades.cli.command_line import commands
from clockspades.engine import codec, share
from clockspades.engine.game import Game
from clockspades.engine.header import FORMAT, Header
from clockspades.engine.rules import LARGEST_SCORE
from clockspades.engine.standing import ASSISTED, BRANCH_KEY, DAILY_KEY, DUEL_KEY, LESSON_KEY, NETWORK_KEY, REPEAT_KEY
from clockspades.games.catalogue import GAMES
from clockspades.saved import log
from clockspades.saved.log import parse_object
from clockspades.saved.series import KEY as SERIES_KEY
from clockspades.saved.series import SERIES_JSON, new_series
from clockspades.saved.writing import PRIVATE_FILE, PRIVATE_FOLDER
from clockspades.table.state import Phase
from distribution.commands_page import PAGE, commands_page
from distribution.site_pages import game_page, in_site
from tests.bench import ladder
from tests.conformance.golden import LOGS

ROOT = Path(__file__).parents[1]
RULES = ROOT / "docs" / "rules.md"
LOG_FORMAT = ROOT / "docs" / "log-format.md"
ARCHITECTURE = ROOT / "docs" / "architecture.md"
DOCUMENTS = (
    "README.md",
    "CONTRIBUTING.md",
    "docs/rules.md",
    "docs/bots.md",
    "docs/log-format.md",
    "docs/daily.md",
    "docs/data.md",
    "docs/duel.md",
    "docs/keys.md",
    "docs/architecture.md",
    "docs/commands.md",
    "docs/deploy.md",
    "docs/line-mode.md",
    "docs/network.md",
    "docs/strength.md",
)

CASE = re.compile(r"^### ([a-z-]+) (\d+): \S", re.MULTILINE)
"""The heading of a case in the rule book."""
NUMBERS = re.compile(r"\d+")
IN_TEXT = re.compile(r"(?<![\w'-])(german-clock|clockwork|clock|clogs|spades) (\d+(?:(?:, | and | to )\d+)*)\b")
"""A citation in a comment or docstring, as ``clockwork 10 and 11``."""
IN_NAME = re.compile(r"(?:test|and)_(german_clock|clockwork|clock|clogs|spades)_(\d+(?:_(?:and_|to_)?\d+)*)(?=_)")
"""A citation in the name of a test, as ``test_spades_10_to_14_…``."""


def cases() -> list[str]:
    """Every case of the rule book, in its order."""
    return [f"{game} {number}" for game, number in CASE.findall(RULES.read_text(encoding="utf-8"))]


def expanded(numbers: str) -> Iterator[int]:
    """The numbers that a citation lists, with those in between where it has ``to``."""
    start = 0
    for match in NUMBERS.finditer(numbers):
        number = int(match.group())
        is_range = numbers[: match.start()].rstrip(" _").endswith("to")
        yield from range(start + 1 if is_range else number, number + 1)
        start = number


def cited_in_text(text: str) -> set[str]:
    """The cases that a text cites."""
    return {f"{game} {number}" for game, numbers in IN_TEXT.findall(text) for number in expanded(numbers)}


def cited_in_names(code: str) -> set[str]:
    """The cases that the names of tests cite."""
    names = re.findall(r"^ *(?:async )?def (test_\w+)", code, re.MULTILINE)
    return {
        f"{game.replace('_', '-')} {number}"
        for name in names
        for game, numbers in IN_NAME.findall(name)
        for number in expanded(numbers)
    }


def sources(*folders: str) -> dict[Path, str]:
    """The modules in these folders with their text, this one left out, whose examples are no citations."""
    found = (path for folder in folders for path in (ROOT / folder).rglob("*.py"))
    return {path.relative_to(ROOT): path.read_text(encoding="utf-8") for path in found if path != Path(__file__)}


def test_each_game_numbers_its_cases_from_1() -> None:
    numbers: dict[str, list[int]] = {}
    for case in cases():
        game, number = case.split()
        numbers.setdefault(game, []).append(int(number))
    assert list(numbers) == ["clockwork", "clock", "german-clock", "clogs", "spades"]
    for game, found in numbers.items():
        assert found == list(range(1, len(found) + 1)), game


def test_every_case_that_is_cited_is_in_the_rule_book() -> None:
    known = set(cases())
    texts = sources("clockspades", "tests")
    texts |= {Path(name): (ROOT / name).read_text(encoding="utf-8") for name in (*DOCUMENTS, "tests/logs/README.md")}
    unknown = {
        f"{path}: {case}"
        for path, text in texts.items()
        for case in (cited_in_text(text) | cited_in_names(text)) - known
    }
    assert not unknown


def test_every_case_has_a_test_that_names_it() -> None:
    named = set().union(*(cited_in_names(text) for text in sources("tests").values()))
    assert [case for case in cases() if case not in named] == []


def test_every_case_is_cited_with_its_game() -> None:
    bare = re.compile(r"\bcases? \d+\b(?!:)", re.IGNORECASE)
    found = {
        f"{path}: {match}" for path, text in sources("clockspades", "tests").items() for match in bare.findall(text)
    }
    assert not found


# -- the log format --------------------------------------------------------------------------------------


def section(title: str) -> str:
    """A section of the log format, without those under it."""
    text = LOG_FORMAT.read_text(encoding="utf-8")
    _, _, rest = text.partition(f"\n## {title}\n")
    assert rest, f"there is no section {title}"
    return re.split(r"^##", rest, maxsplit=1, flags=re.MULTILINE)[0]


def rows(text: str) -> list[list[str]]:
    """The rows of the tables in a text, without their headings."""
    lines = [line for line in text.splitlines() if line.startswith("| `")]
    return [re.split(r" *\| *", line.strip("| ")) for line in lines]


def words(cell: str) -> list[str]:
    """The words in a cell that are set as code, and that can be keys."""
    return re.findall(r"`([a-z0-9_-]+)`", cell)


def test_the_keys_of_a_header_are_those_that_are_written() -> None:
    optional = [share.KEY, SERIES_KEY, DAILY_KEY, DUEL_KEY, REPEAT_KEY, LESSON_KEY, NETWORK_KEY, BRANCH_KEY]
    written = [*Header("clock", {}, (), "").as_json(), *optional]
    table = {words(key)[0]: value for key, value in rows(section("Header"))}
    assert list(table) == written
    assert re.findall(r'"(\w+)":', table[SERIES_KEY]) == list(SERIES_JSON.write(new_series(2, best_of=3)))


@pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])
def test_the_options_and_actions_of_a_game_are_those_that_it_has(game: Game[Any, Any, Any]) -> None:
    table = {words(name)[0]: (options, actions) for name, options, actions in rows(section("Actions"))}
    assert list(table) == [game.name for game in GAMES]
    options, actions = table[game.name]
    assert words(actions) == [action.do for action in game.rules.actions]
    told = {words(part)[0]: re.sub(r"[`\"]", "", part.partition(": ")[2]) for part in options.split(" · ")}
    assert list(told) == [option.key for option in game.options]
    for option in game.options:
        if len(option.values) > 5 or (option.seat and len(option.values) > 2):
            ends = f"{option.values[0]} to {option.values[-1]}"
            assert told[option.key] in (f"{option.default}, {ends}", ends), option.key
        else:
            values = [option.default, *(value for value in option.values if value != option.default)]
            assert told[option.key] == ", ".join("null" if value is None else str(value) for value in values)


@pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])
def test_the_actions_of_a_game_have_the_keys_that_are_written(game: Game[Any, Any, Any]) -> None:
    text = LOG_FORMAT.read_text(encoding="utf-8")
    tables = {title: rows(part) for title, part in re.findall(r"^### (.+)\n((?:.*\n)*?)(?=^##)", text, re.MULTILINE)}
    table = next(found for title, found in tables.items() if game.title in title.split(" and "))
    assert [words(do)[0] for do, _, _ in table] == [action.do for action in game.rules.actions]
    documented = {words(do)[0]: set(words(keys)) for do, keys, _ in table}
    for path in (LOGS / game.name).glob(f"*{log.SUFFIX}"):
        for line in path.read_bytes().splitlines()[1:-1]:
            action = parse_object(line)
            do = action.pop("do")
            assert isinstance(do, str)
            assert action.keys() - {"seat", "blind"} == documented[do]


def test_the_reasons_of_results_are_those_of_the_games() -> None:
    table = [(words(game)[0], words(reason)[0]) for reason, game, *_ in rows(section("Result"))]
    assert sorted(table) == sorted((game.name, reason.value) for game in GAMES for reason in game.rules.reasons)


def test_limits_modes_and_the_note_are_those_of_the_code() -> None:
    limits = dict(re.findall(r"^\| ([a-z ]+) \| (\d.*) \|$", section("Reading"), re.MULTILINE))
    assert limits == {
        "size of a file": f"{log.LARGEST >> 20} MiB",
        "lines": f"{log.MOST_LINES:,}",
        "length of a line": f"{log.LONGEST_LINE >> 20} MiB",
        "digits of a whole number": f"{codec.LONGEST_NUMBER:,}",
        "a score above or below zero": f"{LARGEST_SCORE:,}",
        "nested arrays and objects": f"{codec.DEEPEST} levels",
    }
    assert re.findall(r"\b0\d00\b", section("Writing")) == [f"0{PRIVATE_FILE:o}", f"0{PRIVATE_FOLDER:o}"]
    assert f"`{ASSISTED}`" in section("Notes")
    assert f"The newest is {FORMAT}." in section("Versions")


# -- the architecture ------------------------------------------------------------------------------------


def defined(path: Path) -> set[str]:
    """The functions and classes of a module, and the methods as ``Class.method``."""
    names: set[str] = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef):
            parts = (part.name for part in node.body if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef))
            names |= {node.name, *(f"{node.name}.{part}" for part in parts)}
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            names.add(node.name)
    return names


def test_the_files_and_functions_of_the_architecture_exist() -> None:
    text = ARCHITECTURE.read_text(encoding="utf-8")
    in_path = re.findall(r"^[ \d]{1,3}(clockspades/\S+\.py) +([\w.]+)", text, re.MULTILINE)
    in_table = re.findall(r"\| `(clockspades/\S+\.py)` \| `([\w.]+)` \|", text)
    assert len(in_path) > 15
    assert len(in_table) > 10
    wrong = [(file, name) for file, name in in_path + in_table if name not in defined(ROOT / file)]
    assert wrong == []
    files = re.findall(r"\b(?:clockspades|tests)/[a-z_/]+(?:\.py)?", text)
    assert [file for file in files if not (ROOT / file).exists()] == []


def test_a_click_passes_through_as_many_files_as_the_architecture_says() -> None:
    text = ARCHITECTURE.read_text(encoding="utf-8")
    numbered = re.findall(r"^ ?(\d+) (clockspades/\S+\.py)", text, re.MULTILINE)
    assert [int(number) for number, _ in numbered] == [*range(1, 8), *range(6, 19)]
    here, elsewhere = ({file for _, file in path} for path in (numbered[:7], numbered[7:]))
    assert (len(here), len(elsewhere)) == (7, 13)
    assert "Seven files run between the widget and the session" in text
    assert "13 more files run\nbetween it and the friend's table" in text


def test_the_architecture_lists_the_layers_of_the_import_contracts() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    layers = [[layer.split(" | ") for layer in each["layers"]] for each in contracts if each["type"] == "layers"]
    text = ARCHITECTURE.read_text(encoding="utf-8").partition("\n## The table")[0]
    parts = re.split(r"layers of (?:their|its) own", text)
    assert [[re.findall(r"`([a-z_]+)`", names) for names, *_ in rows(part)] for part in parts] == layers


def test_the_architecture_lists_every_module_of_the_network() -> None:
    text = ARCHITECTURE.read_text(encoding="utf-8").partition("\n## Tables over a network")[2].partition("\n## ")[0]
    listed = [path for names, *_ in rows(text) for path in re.findall(r"`([a-z_/]+\.py)`", names)]
    modules = (ROOT / "clockspades" / "network").glob("*/*.py")
    assert sorted(listed) == sorted(f"{path.parent.name}/{path.name}" for path in modules if path.stem != "__init__")


def test_the_phases_of_the_architecture_are_those_of_a_table() -> None:
    text = ARCHITECTURE.read_text(encoding="utf-8")
    missing = {phase.__name__ for phase in get_args(Phase) if not re.search(rf"\b{phase.__name__}\b", text)}
    assert not missing


# -- links and checks ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path", [*sorted(ROOT.glob("*.md")), *sorted(ROOT.glob("docs/*.md"))], ids=lambda path: path.name
)
def test_links_lead_to_files_and_headings_that_exist(path: Path) -> None:
    for link in re.findall(r'(?:\]\(|src=")([^)"\s]+)', path.read_text(encoding="utf-8")):
        if "://" in link:
            continue
        file, _, heading = link.partition("#")
        target = path.parent / file if file else path
        assert target.exists(), link
        if heading:
            titles = re.findall(r"^#+ (.+)$", target.read_text(encoding="utf-8"), re.MULTILINE)
            assert heading in {re.sub(r"[^\w -]", "", title).lower().replace(" ", "-") for title in titles}, link


@pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])
def test_the_site_has_a_page_of_each_game_made_of_its_rules_and_leads_there(game: Game[Any, Any, Any]) -> None:
    index = in_site((ROOT / "docs" / "index.md").read_text(encoding="utf-8"))
    assert f"(games/{game.name}.md)" in index
    assert f"\ngames/{game.name}\n" in index
    blocks = [*game_page(game)]
    assert set(game.rules_text().strip().split("\n\n")) <= {block.strip("`") for block in blocks}
    pictures = re.findall(r"\]\(../../(screenshots/\S+)\)", "\n".join(blocks))
    assert pictures
    assert all((ROOT / picture).exists() for picture in pictures)
    assert all(preset.summary in "\n".join(blocks) for preset in game.presets)


def test_the_newest_version_of_the_changelog_is_this_one_and_versions_have_dates() -> None:
    headings = re.findall("^## (.*)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert headings[0].split()[0] == __version__
    assert all(re.fullmatch(r"\d+\.\d+\.\d+ \(.*\d{4}-\d\d-\d\d.*\)", heading) for heading in headings)


def test_the_table_of_players_is_that_of_the_games() -> None:
    assert "\n".join(ladder.table()) in (ROOT / "docs" / "strength.md").read_text(encoding="utf-8")


def test_the_page_of_the_commands_is_what_they_make_of_it() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page == commands_page(page), "write it anew: python -m distribution.commands_page"
    assert commands_page(page.replace("Start a game.", "Another text.")) == page


def test_the_readme_is_read_in_two_minutes_and_names_commands_that_there_are_and_every_document() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert text.count("\n") < 200
    assert "±" not in text, "figures are in docs/strength.md"
    named = re.findall(r"^\| `clockspades ([a-z]+)", text.partition("## Commands")[2], re.MULTILINE)
    assert {"play", "host", "join"} < {*named} < commands().keys()
    assert all(f"]({name}" in text for name in DOCUMENTS if name != "README.md")


def test_the_hooks_run_every_check_of_the_ci() -> None:
    hooks = re.findall(r"entry: \.ci/run (\w+)$", (ROOT / ".pre-commit-config.yaml").read_text(), re.MULTILINE)
    run = (ROOT / ".ci" / "run").read_text()
    assert hooks == re.findall(r"^    check (\w+)\b", run, re.MULTILINE)
    assert [*hooks, "thorough"] == re.findall(r"^        (\w+)\) step", run, re.MULTILINE)
