"""The settings: what each is for, what it can be, and the file that keeps them.

:data:`TABLE` is all there is to say of them. The file explains itself with it, and the screen and its help show it.
No Textual here: a game in line mode has its player's settings too.
"""

import json
import os
import re
from collections.abc import Mapping
from datetime import date, datetime, time
from itertools import count
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from clockspades.engine.archive import home_directory
from clockspades.engine.phrases import listed
from clockspades.engine.seating import SeatError, check_name
from clockspades.engine.writing import write_whole

Value: TypeAlias = "bool | str"
Toml: TypeAlias = "bool | int | float | str | date | time | datetime | list[Toml] | dict[str, Toml]"

FILE: Final = "settings.toml"
BROKEN: Final = ".broken"
"""What is added to the name of a file of settings that is set aside."""


class SettingsError(ValueError):
    """A setting that there is not, a value that it cannot have, or settings that cannot be kept."""


class Settings(NamedTuple):
    """What is set, each at its default where nothing else is chosen."""

    theme: str = ""
    """Empty until somebody chooses one: until then it is the first, or the one for a terminal of sixteen colours."""
    four_colour: bool = False
    card_size: Literal["largest", "medium", "small"] = "largest"
    animation: Literal["off", "quick", "full"] = "full"
    bot_pace: Literal["at once", "quick", "calm"] = "quick"
    confirm: bool = False
    forced_plays: Literal["automatic", "ask"] = "automatic"
    take_back: bool = False
    trick_beat: Literal["short", "long", "key"] = "short"
    name: str = ""
    sound: bool = False

    @property
    def tempo(self) -> float:
        """The share of its full duration that a movement takes; 0 where nothing moves."""
        return {"off": 0.0, "quick": 0.5, "full": 1.0}[self.animation]

    @property
    def bot_seconds(self) -> float:
        """How long a bot takes at the least, so that what it does can be seen."""
        return {"at once": 0.0, "quick": 0.6, "calm": 1.6}[self.bot_pace]

    @property
    def forced_seconds(self) -> float:
        """How long a forced move is announced before it is played, so that it can be read."""
        return {"at once": 0.6, "quick": 1.2, "calm": 2.4}[self.bot_pace]

    @property
    def trick_seconds(self) -> float | None:
        """How long a trick that was taken stays on the table; None until a key is pressed."""
        return {"short": 1.2, "long": 2.5, "key": None}[self.trick_beat]


class Setting(NamedTuple):
    """One setting: its key in the file, its name on the screen, and what it is for in one sentence."""

    key: str
    title: str
    words: str
    values: Mapping[Value, str] = {}
    """What it can be, each with a sentence; empty for a name, which can be any."""
    renamed: Mapping[str, Value] = {}
    """Values that older versions wrote, and what they are called now."""

    @property
    def default(self) -> Value:
        """What it is at first; of what nobody chose, the first value."""
        at_first = self.of(_DEFAULTS)
        return at_first if at_first in self.values or not self.values else next(iter(self.values))

    def of(self, settings: Settings) -> Value:
        """What it is in ``settings``."""
        value: Value = getattr(settings, self.key)
        return value

    def label(self, value: Value) -> str:
        """What a value is called on the screen."""
        return value if isinstance(value, str) else ("off", "on")[value]

    def check(self, value: Toml) -> Value:
        """The value if the setting can have it; SettingsError otherwise."""
        if not self.values and isinstance(value, str):
            try:
                return _checked_name(value)
            except SeatError as error:
                raise SettingsError(f"{self.key}: {error}") from error
        if isinstance(value, str):
            value = self.renamed.get(value, value)
        for allowed in self.values:
            if type(allowed) is type(value) and allowed == value:
                return allowed
        raise SettingsError(f"{self.key} cannot be {_written(value)}: it is {self._allowed()}")

    def _allowed(self) -> str:
        return listed([_written(value) for value in self.values], "or") if self.values else "a text"


def _checked_name(name: str) -> str:
    """A name as a seat can have it, or none; SeatError otherwise."""
    stripped = name.strip()
    if stripped:
        check_name(stripped)
    return stripped


_DEFAULTS: Final = Settings()

TABLE: Final = (
    Setting(
        "theme",
        "Theme",
        "The colours of the table.",
        {
            "baize": "Green cloth, and cards of ivory board.",
            "midnight": "A dark blue room, and red backs.",
            "walnut": "Brown wood, and green backs.",
            "claret": "Wine-red cloth, and blue backs.",
            "paper": "Ink on light paper.",
            "contrast": "Black and white, and what matters in yellow.",
            "sixteen": "The sixteen colours of the terminal, as it has them.",
        },
    ),
    Setting(
        "four_colour",
        "Four colours",
        "Whether each suit has a colour of its own.",
        {False: "Clubs and spades are black, diamonds and hearts red.", True: "Clubs are green, and diamonds blue."},
    ),
    Setting(
        "card_size",
        "Cards",
        "The largest size that cards are drawn in.",
        {
            "largest": "As large as the window has room for.",
            "medium": "No larger than seven columns by five rows.",
            "small": "Five columns by three rows in every window.",
        },
    ),
    Setting(
        "animation",
        "Movement",
        "How cards travel and the hand of the clock turns.",
        {"off": "They are there at once.", "quick": "In half the time.", "full": "So that the eye can follow."},
    ),
    Setting(
        "bot_pace",
        "Bots",
        "How long a bot takes over its turn at the least.",
        {"at once": "As long as it has to think.", "quick": "About half a second.", "calm": "Over a second."},
    ),
    Setting(
        "confirm",
        "Ask again",
        "Whether what you take, exchange or play is asked for again.",
        {False: "It is done at once.", True: "The second Enter or click does it."},
    ),
    Setting(
        "forced_plays",
        "Forced moves",
        "Who plays when there is only one legal move, in games against others.",
        {"automatic": "It is played for you after a moment.", "ask": "You play it yourself."},
        renamed={"beat": "automatic"},
    ),
    Setting(
        "take_back",
        "Taking back",
        "Whether undo turns down cards that were turned up.",
        {False: "It does not.", True: "It does, and the game is marked as assisted."},
    ),
    Setting(
        "trick_beat",
        "Tricks",
        "How long a trick that was taken stays on the table.",
        {
            "short": "About a second; a key or a click goes on.",
            "long": "Over two seconds; a key or a click goes on.",
            "key": "Until you press a key or click.",
        },
    ),
    Setting("name", "Your name", "What you are called in a new game; if it is empty, by your login name."),
    Setting(
        "sound",
        "Sound",
        "Whether the bell of the terminal rings when it is your turn after a bot's.",
        {False: "It is quiet.", True: "It rings."},
    ),
)
"""Every setting, in the order shown."""


def change(settings: Settings, **changes: Toml) -> Settings:
    """The settings with some of them changed; SettingsError where a setting or a value cannot be."""
    known = {setting.key: setting for setting in TABLE}
    for key in changes:
        if key not in known:
            raise SettingsError(f"there is no setting {key!r}: there are {', '.join(known)}")
    checked: dict[str, Any] = {key: known[key].check(value) for key, value in changes.items()}
    return settings._replace(**checked)


# -- the file ----------------------------------------------------------------------------------------------


class Kept(NamedTuple):
    """What a file of settings holds."""

    settings: Settings = _DEFAULTS
    others: Mapping[str, Toml] = {}
    """What is in the file and no setting of this version."""
    complaint: str = ""
    """What is wrong with the file, in one sentence; empty where all is well."""


def settings_path() -> Path:
    """Where the settings are: under ``CLOCKSPADES_HOME`` if that is set, else the user's directory for them."""
    home = home_directory()
    if home is not None:
        return home / FILE
    from platformdirs import user_config_path

    return user_config_path("clockspades", appauthor=False) / FILE


def load(path: Path | None = None, otherwise: Settings = _DEFAULTS) -> Kept:
    """What is kept in a file, the user's if none is named; ``otherwise`` where that is nothing, or wrong.

    A file that is no TOML is set aside under another name, for the next one to be written in its place.
    """
    path = path or settings_path()
    try:
        if not path.is_file():
            return Kept(otherwise)
        content = path.read_bytes()
    except OSError as error:
        fault = f"The settings in {path} cannot be read, and the defaults are used: {error.strerror}."
        return Kept(otherwise, complaint=fault)
    import tomllib  # only where there is something to be read with it

    try:
        told = tomllib.loads(content.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        fault = f"The settings in {path} are not TOML, and the defaults are used: {error}"
        try:
            return Kept(otherwise, complaint=f"{fault}. The file is now called {_set_aside(path).name}.")
        except OSError:
            return Kept(otherwise, complaint=f"{fault}.")
    return _kept(path, told, otherwise)


def _kept(path: Path, told: Mapping[str, Toml], otherwise: Settings) -> Kept:
    """What TOML from a file says: each setting that it does not set rightly is as in ``otherwise``."""
    chosen: dict[str, Any] = {}
    faults = []
    for setting in TABLE:
        if setting.key in told:
            try:
                chosen[setting.key] = setting.check(told[setting.key])
            except SettingsError as error:
                faults.append(f"{error}; {_written(setting.default)} is used")
    keys = {setting.key for setting in TABLE}
    others = {key: value for key, value in told.items() if key not in keys}
    complaint = f"In {path}, {'; '.join(faults)}." if faults else ""
    return Kept(otherwise._replace(**chosen), others, complaint)


def save(settings: Settings, before: Settings, path: Path | None = None) -> None:
    """Keep what is not as it was ``before`` in a file, the user's if none is named, and all else that is in it.

    Another program may have written there since: what it changed stays, unless it is changed here too. A file that
    something is wrong with is set aside first. SettingsError if the file cannot be written.
    """
    path = path or settings_path()
    changes: dict[str, Any] = {
        setting.key: setting.of(settings) for setting in TABLE if setting.of(settings) != setting.of(before)
    }
    try:
        found = load(path, before)
        if found.complaint and path.exists():
            _set_aside(path)
        write_whole(path, text_of(found.settings._replace(**changes), found.others))
    except OSError as error:
        raise SettingsError(
            f"The settings cannot be kept in {path}, and hold until you leave: {error.strerror}."
        ) from error


def _set_aside(path: Path) -> Path:
    """Give a file the first name for broken ones that is free, and tell it; OSError if that cannot be done."""
    names = (f"{path.name}{BROKEN}{f'-{number}' * (number > 1)}" for number in count(1))
    return path.rename(next(free for name in names if not os.path.lexists(free := path.with_name(name))))


def text_of(settings: Settings, others: Mapping[str, Toml]) -> str:
    """The file of these settings, with what each of them means, and of other keys."""
    lines = ["# The settings of Clockspades. One that is not here is what is marked with a star."]
    for setting in TABLE:
        lines += ["", f"# {setting.title}. {setting.words}"]
        for value, words in setting.values.items():
            mark = "*" if value == setting.default else " "
            lines.append(f"#  {mark} {_written(value)}: {words}")
        value = setting.of(settings)
        if value in setting.values or not setting.values:  # a theme that nobody chose is not there the next time either
            lines.append(f"{setting.key} = {_written(value)}")
    if others:
        lines += ["", "# Not settings of this version."]
        lines += [f"{_key(key)} = {_written(value)}" for key, value in others.items()]
    return "\n".join(lines) + "\n"


def _written(value: Toml) -> str:
    """A value in TOML, on one line."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():  # JSON escapes what TOML does, but for one character
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case int() | float():
            return repr(value)
        case date() | time():
            return value.isoformat()
        case list():
            return f"[{', '.join(map(_written, value))}]"
        case dict():
            return "{" + ", ".join(f"{_key(key)} = {_written(inner)}" for key, inner in value.items()) + "}"


def _key(key: str) -> str:
    return key if re.fullmatch("[A-Za-z0-9_-]+", key) else _written(key)
