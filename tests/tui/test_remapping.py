"""Other keys for commands: what the settings can give, what is wrong with its line, and what every screen does then."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from textual.screen import Screen
from textual.widgets import Static

from clockspades.engine.session import AnySession
from clockspades.games.trick_table_rules import how_to_confirm
from clockspades.routes import TableRoute, TitleRoute
from clockspades.saved.archive import Archive
from clockspades.saved.settings import FILE, LoadedSettings, load
from clockspades.table.commands import ENTER, RIGHT, numbers
from clockspades.table.inputs import Cancel, Confirm, Input, KeyPressed
from clockspades.table.keys import arrow_keys, label, symbol, terminal, typed, use_keymap
from clockspades.tui.app import Clockspades
from clockspades.tui.bindings import LEAVING
from clockspades.tui.remapping import places, remap
from clockspades.tui.screens.help import HelpScreen
from clockspades.tui.screens.log_screen import LogScreen
from clockspades.tui.screens.picker import PickerScreen
from clockspades.tui.screens.settings_screen import SettingsScreen
from clockspades.tui.screens.table_screen import TableScreen
from clockspades.tui.screens.title import TitleScreen
from clockspades.tui.widgets.key_line import KeyLine
from clockspades.tui.widgets.menu_item import MenuItem
from clockspades.tui.written_keys import read_key
from tests.command_table import KEYS, command_table, document
from tests.tui.seated import Seated, opened


@pytest.fixture(autouse=True)
def _own_keys() -> Iterator[None]:
    """Give every command its own keys again."""
    yield
    use_keymap({})


def loaded(home: Path, text: str) -> LoadedSettings:
    """The settings of a file with this text."""
    home.mkdir(exist_ok=True)
    (home / FILE).write_text(text)
    return load()


def remapped(home: Path, text: str) -> tuple[dict[str, tuple[str, ...]], str]:
    """What a table of keys makes of the keys, and what is said of it; it begins on the second line."""
    keymap, complaint = remap(loaded(home, f"[keys]\n{text}").keys, Clockspades.BINDINGS, LEAVING)
    return dict(keymap), complaint


# -- what can be written -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "key"),
    [
        ("z", "z"), ("Z", "Z"), ("?", "question_mark"), ("[", "left_square_bracket"), (",", "comma"), (" ", "space"),
        ("F5", "f5"), ("Esc", "escape"), ("escape", "escape"), ("PgUp", "pageup"), ("Ctrl+P", "ctrl+p"),
        ("ctrl+shift+left", "ctrl+shift+left"), ("shift+a", "A"), ("Ctrl+I", "tab"), ("ctrl+[", "escape"),
        ("question_mark", "question_mark"), ("ü", "ü"), ("ctrl++", "ctrl+plus"),
        ("foo", ""), ("ctrl+", ""), ("+z", ""), ("strg+z", ""), ("", ""), ("\x1b", ""), ("zz", ""),
    ],
)  # fmt: skip
def test_keys_are_named_as_people_or_textual_do(written: str, key: str) -> None:
    assert read_key(written) == key


@pytest.mark.parametrize(
    ("value", "keys"),
    [
        ('"z"', ("z",)), ('"z, Backspace"', ("z", "backspace")), ('["z", ","]', ("z", "comma")), ('","', ("comma",)),
        ('"z,z"', ("z",)),
    ],
)  # fmt: skip
def test_a_command_has_one_key_or_several(home: Path, value: str, keys: tuple[str, ...]) -> None:
    assert remapped(home, f"title.play = {value}") == ({"title.play": keys}, "")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('tabel.undo = "z"', "there is no command tabel.undo (did you mean table.undo?)"),
        ('"" = "z"', "there is no command "),
        ("table.undo = 5", 'table.undo needs keys in quotes, such as "z" or "z, backspace"'),
        ("table.undo = []", 'table.undo needs keys in quotes, such as "z" or "z, backspace"'),
        ('table.undo = ""', "table.undo needs a key"),
        ('table.undo = "z,"', "table.undo needs a key"),
        ('table.undo = "strg+z"', "table.undo can't have 'strg+z', which is no key"),
        ('table.undo = "ctrl+q"', "table.undo can't have Ctrl+Q, which always quits"),
        ('table.undo = ["z", "Ctrl+C"]', "table.undo can't have Ctrl+C, which always quits"),
        ("sound = true", "sound is no command but a setting: move it above [keys]"),
        ('table.undo = "l"', "table.undo and game.log both use l; table.undo keeps u"),
        ('table.undo = "f3"', "table.undo and app.commands both use F3; table.undo keeps u"),
        ('title.play = "Q, q"', "title.play and app.quit both use q; title.play keeps p"),
        ('clogs.a = "7"', "clogs.a and table.choose_7 both use 7; clogs.a keeps a"),
        ('saved.newest = "c"', "saved.newest and saved.carry_on both use c; saved.newest keeps Home"),
        (
            'same_deal.other_file = "end"',
            "same_deal.other_file and saved.oldest both use End; same_deal.other_file keeps f",
        ),
        ('app.help = "r, f1"', "app.help and table.redo both use r; app.help keeps ? and F1"),
    ],
)
def test_what_is_wrong_is_said_with_its_line_and_the_rest_holds(home: Path, line: str, words: str) -> None:
    keymap, complaint = remapped(home, f'# mine\n\n{line}\nreplay.view = "j"\n')
    assert keymap == {"replay.view": ("j",)}
    assert complaint.startswith(f"{FILE}, line 4: {words.removesuffix(' ')}")
    assert complaint.endswith(".")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('[keys]\ntable.undo = "l"', 2),
        ('[keys]\n"table.undo" = "l"', 2),
        ('[keys]\n"table" . undo = "l"', 2),
        ('sound = true\n\n[keys.table]\n# undo\n  undo="l" # ours', 5),
        ('keys.table.undo = "l"', 1),
        ('\nkeys = { table = { undo = "l" } }', 2),
        ('[keys]\nreplay.view = [\n  "j",\n]\ntable.undo = [\n  "l",\n]', 5),
        ('sound = true\r\n[keys]\r\ntable.undo = "l"\r\n', 3),
    ],
)
def test_the_line_is_found_however_toml_is_written(home: Path, text: str, line: int) -> None:
    keys = loaded(home, text).keys
    assert remap(keys, Clockspades.BINDINGS, LEAVING).complaint.startswith(f"{FILE}, line {line}: table.undo and")


@pytest.mark.parametrize(
    ("text", "keymap", "wrong"),
    [
        # of two that were changed the later one gives way
        (
            'table.undo = "z"\ntable.redo = "z"',
            {"table.undo": ("z",)},
            ["line 3: table.redo and table.undo both use z; table.redo keeps r."],
        ),
        # keys can be exchanged, and one that gave way can be in the way of another
        ('table.undo = "r"\ntable.redo = "u"', {"table.undo": ("r",), "table.redo": ("u",)}, []),
        (
            'table.undo = "l"\ntable.redo = "u"',
            {},
            [
                "line 2: table.undo and game.log both use l; table.undo keeps u.",
                "line 3: table.redo and table.undo both use u; table.redo keeps r.",
            ],
        ),
        # a command keeps a key that another takes from it on some screens
        ('panel.close = "escape, space, j"', {"panel.close": ("escape", "space", "j")}, []),
        # the result scrolls by a key of its menu where it is longer than the window
        ('menu.next = "down, j"', {"menu.next": ("down", "j")}, []),
        # two commands of different screens can have the same key: a drill has no undo
        ('title.play = "n"\ndrill.skip = "u"', {"title.play": ("n",), "drill.skip": ("u",)}, []),
    ],
)
def test_a_key_is_that_of_one_command_on_each_screen(
    home: Path, text: str, keymap: dict[str, tuple[str, ...]], wrong: list[str]
) -> None:
    assert remapped(home, text) == (keymap, "\n".join(f"{FILE}, {words}" for words in wrong))


def test_a_command_is_known_by_the_name_that_it_had_before(home: Path) -> None:
    assert remapped(home, 'clock.finish = "z"') == ({"table.finish": ("z",)}, "")


def test_only_some_of_many_mistakes_are_told(home: Path) -> None:
    complaint = remapped(home, "\n".join(f"a.b{number} = 1" for number in range(9)))[1]
    assert complaint.count(FILE) == 4
    assert complaint.endswith("There are 5 more mistakes in the table [keys].")


# -- every screen ------------------------------------------------------------------------------------------


def test_every_command_has_a_name_of_its_own() -> None:
    keys: dict[str, set[tuple[str, ...]]] = {}
    for place in places():
        for name, own in place.items():
            assert re.fullmatch(r"[a-z][a-z_-]*\.[a-z][a-z0-9_-]*", name), name
            keys.setdefault(name, set()).add(tuple(sorted(own)))
    several = {name for name, found in keys.items() if len(found) > 1}
    assert several == {"panel.close", "table.space", "menu.previous", "menu.next"}, (
        "another command of the screen has one of their keys, or S does the same"
    )
    assert len(keys) > 100


def test_no_two_commands_of_a_screen_have_the_same_key() -> None:
    for place in places():
        keys = [key for own in place.values() for key in own]
        shared = {key for key in keys if keys.count(key) > 1}
        assert shared <= {"up", "down"}, place
        assert not shared or {"panel.up", "menu.previous"} <= place.keys(), "a page passes on what cannot scroll it"


def test_the_list_of_commands_is_that_of_the_code() -> None:
    written = document(command_table())
    assert KEYS.read_text("utf-8") == written, "write it again with: python -m tests.command_table"
    assert re.findall(r"`(\S+)` \| `x`", written) == ["game.explain"], "x explains, on every screen"


# -- on the screens ----------------------------------------------------------------------------------------


async def read_help(seated: Seated) -> str:
    """The help of the screen, which it opens with F1."""
    await seated.press("f1")
    assert isinstance(seated.app.screen, HelpScreen)
    text = "\n".join(
        " ".join(str(part.render()) for part in row.query(Static).results(Static))
        for row in seated.app.screen.query_one(".panel").children
    )
    await seated.press("escape")
    return text


def shown(seated: Seated, words: str) -> str:
    """What the line of keys shows for a command."""
    screen = seated.app.screen
    return next(label(terminal(), key) for key in screen.query_one(KeyLine).keys if key.words == words)


async def after(seated: Seated, *keys: str) -> type[Screen[Any]]:
    """The kind of screen that is shown after some keys."""
    await seated.press(*keys)
    return type(seated.app.screen)


async def test_on_the_table(
    home: Path, archive: Archive, saved_session: AnySession, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = loaded(
        home,
        '[keys]\ntable.undo = "z"\ngame.log = "F9"\ntable.hint = "i"\ntable.confirm = "F10"\ntable.back = "m"\n'
        'table.left = "j"\ntable.right = "k"\n',
    )
    async with opened(archive, TableRoute(saved_session), loaded=settings) as seated:
        await seated.turn()
        assert not seated.said
        assert await after(seated, "l", "h") is TableScreen
        assert await after(seated, "f9") is LogScreen
        assert shown(seated, "close") == "F9"
        assert await after(seated, "f9") is TableScreen
        assert await after(seated, "i") is TableScreen
        assert seated.screen.state.advice is not None
        assert await after(seated, "i") is TableScreen
        assert seated.screen.state.advice is None
        assert (shown(seated, "log"), shown(seated, "hint")) == ("F9", "i")
        at = seated.session.at
        await seated.press("enter", "1", "enter")
        assert seated.session.at == at, "Enter is no key any more"
        await seated.press("f10")
        await seated.moved_on(at)
        await seated.turn()
        before = seated.session.at
        await seated.press("u")
        assert seated.session.at == before
        await seated.press("z")
        await seated.until(lambda: seated.session.at < before, "the undo")
        text = await read_help(seated)
        assert {"z Undo", "F9 Show the log", "i Show a hint"} <= {*text.split("\n")}
        assert await after(seated, "escape") is TableScreen
        given: list[Input] = []
        with monkeypatch.context() as patched:
            patched.setattr(seated.screen, "dispatch", given.append)
            await seated.press("f10", "m", "enter", "y")
        gives = [type(each.gives) for each in given if isinstance(each, KeyPressed)]
        assert gives == [Confirm, Cancel, type(None), type(None)], "what clears a trick or stops a move"
        assert await after(seated, "m", "m") is TitleScreen


def test_texts_name_the_keys_as_they_are() -> None:
    three = numbers((1, 2, 3), "card")
    on = terminal()
    told = f"{how_to_confirm(on)} {arrow_keys(on)} {typed(on, 12)} {label(on, three)} {label(on, RIGHT)}"
    told += f" {symbol(on, ENTER)}"
    assert told == "Enter or a click confirms, Escape cancels. the arrow keys 12 1-3 ←→ ⏎"
    use_keymap({"table.confirm": ("f5",), "table.back": ("escape",), "table.left": ("j",), "table.choose_1": ("w",)})
    on = terminal()
    told = f"{how_to_confirm(on)} {arrow_keys(on)} {typed(on, 12)} {label(on, three)} {label(on, RIGHT)}"
    told += f" {symbol(on, ENTER)}"
    assert told == "F5 or a click confirms, Escape cancels. j → ↑ ↓ w2 w 2 3 j → F5"
    use_keymap({f"table.choose_{digit}": (key,) for digit, key in enumerate("qabc")})
    assert label(terminal(), three) == "a-c"


async def test_on_the_title_where_brackets_are_keys_and_no_markup(home: Path, archive: Archive) -> None:
    free = "".join(f'{screen}.slower = "f7"\n{screen}.faster = "f10"\n' for screen in ("replay", "compare"))
    settings = loaded(
        home,
        '[keys]\ntitle.play = "/"\napp.settings = "f9"\napp.help = "f1, H"\nmenu.next = "j"\n'
        f'app.commands = ["[", "]"]\n{free}',
    )
    async with opened(archive, TitleRoute(), loaded=settings) as seated:
        items = [str(item.render()).split("\n")[0].strip(" ▸") for item in seated.app.screen.query(MenuItem)]
        assert "Play  /" in items
        assert "Rules" in items
        assert "Play  /" in seated.text
        assert shown(seated, "help") == "F1"
        said = await read_help(seated)
        assert {"/ Start a new game", "s F9 Settings", "F1 H Help", "j Next item"} <= {*said.split("\n")}
        assert "[ ] All commands" in said
        title = seated.app.screen
        await seated.press("f1")
        aside = str(seated.app.screen.query_one(".aside").render())
        assert aside.splitlines()[-1] == "[ or ] lists all commands and finds one as you type."
        await seated.press("escape", "p", "f2")
        assert seated.app.screen is title
        first = title.focused
        await seated.press("j")
        assert title.focused is not first
        await seated.press("f9")
        assert isinstance(seated.app.screen, SettingsScreen)
        await seated.press("f9")
        assert seated.app.screen is title
        await seated.press("/")
        await seated.shows(PickerScreen)


async def test_mistakes_are_told_when_the_program_opens(home: Path, archive: Archive) -> None:
    settings = loaded(home, 'sound = 3\n[keys]\ntitle.play = "l"\n')
    async with opened(archive, TitleRoute(), loaded=settings) as seated:
        await seated.until(lambda: f"{FILE}, line" in "".join(seated.said), "the complaint")
        (said,) = seated.said
        assert "sound cannot be 3" in said
        assert said.endswith(f"{FILE}, line 3: title.play and title.learn both use l; title.play keeps p.")
        assert "Play  l" not in seated.text
        await seated.press("p")
        await seated.shows(PickerScreen)
