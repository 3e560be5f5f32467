"""The settings: what each is for, what it can be, and the file that keeps them.

:data:`TABLE` describes them all, for the comments in the file, the settings screen and its help. A game in line
mode has its player's settings too.
"""

import errno
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from clockspades.cards import use_faces
from clockspades.engine.seating import SeatError, check_name, person
from clockspades.engine.text import reason_of
from clockspades.language import N_, SOURCE, _, either, locale, marked, offered, pgettext, preferred, use, wrong
from clockspades.locale_data import LOCALES
from clockspades.saved.toml import Toml, TomlError, lines_of_keys, read, written, written_key
from clockspades.saved.writing import SETTINGS, held, read_start, set_aside, write_whole
from clockspades.saved.writing import settings_path as settings_path

Value: TypeAlias = "bool | str"

FILE: Final = SETTINGS
KEYS: Final = "keys"
"""The table of a settings file that gives commands other keys."""

LARGEST: Final = 1 << 16
"""The most bytes that a settings file can have."""
DEEPEST: Final = 16
"""How deep arrays and tables can be nested in a settings file."""
LONGEST_NUMBER: Final = 1 << 64
"""Whole numbers in a settings file are smaller than this: Python may refuse to write huge ones."""
LONGEST_QUOTE: Final = 60
"""How many characters of a wrong value a message shows."""


class SettingsError(ValueError):
    """An unknown setting, a wrong value, or settings that cannot be saved."""


ForcedPlays: TypeAlias = Literal["last card", "automatic", "ask"]
"""Which of a person's forced moves the game makes for them, against bots: the last card of a hand, all, or none."""


class Settings(NamedTuple):
    """The values of all settings, with their defaults."""

    theme: str = ""
    """Empty until somebody chooses one: until then it is the first, or the one for a terminal of sixteen colours."""
    four_colour: bool = False
    card_size: Literal["largest", "medium", "small"] = "largest"
    animation: Literal["off", "quick", "full"] = "full"
    bot_pace: Literal["at once", "quick", "calm"] = "quick"
    confirm: bool = False
    forced_plays: ForcedPlays = "last card"
    take_back: bool = False
    trick_beat: Literal["short", "long", "key"] = "short"
    name: str = ""
    sound: bool = False
    notify: Literal["off", "away", "always"] = "away"
    cursor: Literal["hidden", "shown"] = "hidden"
    line_cards: Literal["symbols", "words"] = "symbols"
    stakes: Literal["off", "choices", "win chance"] = "choices"
    language: str = ""
    """Empty for the one that the system asks for."""
    faces: Literal["language", "English"] = "language"

    @property
    def own_name(self) -> str:
        """What the person at the keyboard is called: as they chose, or else by their login name."""
        return self.name or person()

    @property
    def tempo(self) -> float:
        """The factor on the duration of an animation; 0 if nothing moves."""
        return {"off": 0.0, "quick": 0.5, "full": 1.0}[self.animation]

    @property
    def bot_seconds(self) -> float:
        """The least time that a bot's turn takes, in seconds."""
        return {"at once": 0.0, "quick": 0.6, "calm": 1.6}[self.bot_pace]

    @property
    def forced_seconds(self) -> float:
        """How long a forced move is announced before it is played, so that it can be read."""
        return {"at once": 0.6, "quick": 1.5, "calm": 2.5}[self.bot_pace]

    @property
    def trick_seconds(self) -> float | None:
        """How long a trick that was taken stays on the table; None until a key is pressed."""
        return {"short": 1.2, "long": 2.5, "key": None}[self.trick_beat]


class Setting(NamedTuple):
    """One setting: its key in the file, its name on the screen, and what it is for in one sentence."""

    key: str
    title: str
    words: str
    meanings: Mapping[Value, str] = {}
    renamed: Mapping[str, Value] = {}
    """Values that older versions wrote, and what they are called now."""

    @property
    def values(self) -> Mapping[Value, str]:
        """Its values, each with a sentence; empty for a name, which is free text."""
        if self.key != "language":
            return self.meanings
        return {**self.meanings} | {language: f"{LOCALES[language].name}." for language in offered()}

    @property
    def default(self) -> Value:
        at_first = self.of(_DEFAULTS)
        return at_first if at_first in self.values or not self.values else next(iter(self.values))

    def of(self, settings: Settings) -> Value:
        value: Value = getattr(settings, self.key)
        return value

    def label(self, value: Value) -> str:
        if self.key == "language" and value:
            return LOCALES[str(value)].name
        return pgettext("value of a setting", (value or "system") if isinstance(value, str) else ("off", "on")[value])

    def check(self, value: Toml) -> Value:
        """The value, if it is valid; SettingsError otherwise."""
        if not self.values and isinstance(value, str):
            name = value.strip()
            try:
                if name:
                    check_name(name)
            except SeatError as error:
                raise SettingsError(f"{self.key}: {error}") from error
            return name
        if isinstance(value, str):
            value = self.renamed.get(value, value)
        for allowed in self.values:
            if type(allowed) is type(value) and allowed == value:
                return allowed
        told = written(value)
        told = told if len(told) <= LONGEST_QUOTE else told[: LONGEST_QUOTE - 1] + "…"
        if not self.values:
            raise SettingsError(wrong("{key} cannot be {value}: use text in quotes", key=self.key, value=told))
        allowed = either([written(value) for value in self.values])
        raise SettingsError(wrong("{key} cannot be {value}: use {allowed}", key=self.key, value=told, allowed=allowed))


_DEFAULTS: Final = Settings()
_LABELS: Final = marked(
    "value of a setting",
    "off", "on", "system", "baize", "midnight", "walnut", "claret", "paper", "contrast", "sixteen", "largest",
    "medium", "small", "quick", "full", "at once", "calm", "last card", "automatic", "ask", "choices", "win chance",
    "short", "long", "key", "away", "always", "hidden", "shown", "symbols", "words", "language", "English",
)  # fmt: skip

TABLE: Final = (
    Setting("theme", N_("Theme"), N_("The colours of the table."), {
        "baize": N_("Green cloth and ivory cards."),
        "midnight": N_("A dark blue room and red card backs."),
        "walnut": N_("Brown wood and green card backs."),
        "claret": N_("Wine-red cloth and blue card backs."),
        "paper": N_("Ink on light paper."),
        "contrast": N_("Black and white, with highlights in yellow."),
        "sixteen": N_("The sixteen colours of your terminal."),
    }),
    Setting("four_colour", N_("Four colours"), N_("Give each suit its own colour."), {
        False: N_("Clubs and spades are black, diamonds and hearts red."),
        True: N_("Clubs are green, diamonds blue and hearts orange."),
    }),
    Setting("card_size", N_("Card size"), N_("How large cards can get."), {
        "largest": N_("As large as the window allows."),
        "medium": N_("At most seven columns by five rows."),
        "small": N_("Always five columns by three rows."),
    }),
    Setting("animation", N_("Animation"), N_("How cards and the clock hand move."), {
        "off": N_("No movement."), "quick": N_("At double speed."), "full": N_("Slow enough to follow."),
    }),
    Setting("bot_pace", N_("Bot pace"), N_("How long a bot's turn takes at least."), {
        "at once": N_("No pause."), "quick": N_("About half a second."), "calm": N_("More than a second."),
    }),
    Setting("confirm", N_("Confirm"), N_("Ask before a card is played or taken."), {
        False: N_("A digit, a click or Enter does it."), True: N_("Enter or a second click does it."),
    }),
    Setting("forced_plays", N_("Forced moves"), N_("Who plays your only legal move, in games against bots."), {
        "last card": N_("You do. The game plays the last card of a hand."),
        "automatic": N_("The game does, after a moment."),
        "ask": N_("You do, the last card too."),
    }, renamed={"beat": N_("automatic")}),
    Setting("stakes", N_("What counts"), N_("Say which choices count, but not what to choose."), {
        "off": N_("You find out yourself."),
        "choices": N_("It is said where a choice counts, and where any will do."),
        "win chance": N_("Your win chance is shown, too."),
    }),
    Setting("take_back", N_("Undo cards"), N_("Undo after new cards were shown, against bots."), {
        False: N_("Not allowed."), True: N_("Allowed; another move then makes it practice."),
    }),
    Setting("trick_beat", N_("Trick pause"), N_("How long a finished trick stays on the table."), {
        "short": N_("About a second; any key or click skips the rest."),
        "long": N_("Over two seconds; any key or click skips the rest."),
        "key": N_("Until you press a key or click."),
    }),
    Setting("name", N_("Your name"), N_("Your name in new games. Leave it empty to use your login name.")),
    Setting(
        "sound", N_("Sound"), N_("Ring the bell when it is your turn after a bot's, and for a king, a nil or the end."),
        {False: N_("No bell."), True: N_("The bell rings.")},
    ),
    Setting("language", N_("Language"), N_("The language of what you read."), {"": N_("As your system says.")}),
    Setting("faces", N_("Card letters"), N_("The letters on aces, kings, queens and jacks."), {
        "language": N_("Those of your language."), "English": N_("A, K, Q and J."),
    }),
    Setting("notify", N_("Notification"), N_("Tell you on the desktop that it is your turn at a friend's table."), {
        "off": N_("No notification."),
        "away": N_("While another window is in front."),
        "always": N_("At each of your turns."),
    }),
    Setting("cursor", N_("Cursor"), N_("The terminal's own cursor, on what has the focus."), {
        "hidden": N_("Screen readers and braille displays find it."),
        "shown": N_("You see it too, and so do magnifiers."),
    }),
    Setting("line_cards", N_("Card names"), N_("How cards are named in line mode and by show, review and compare."), {
        "symbols": N_("As 7♥."), "words": N_("As 7 of hearts."),
    }),
)  # fmt: skip
"""Every setting, in the order shown."""


def change(settings: Settings, **changes: Toml) -> Settings:
    """The settings with these changes; SettingsError for an unknown setting or a wrong value."""
    known = {setting.key: setting for setting in TABLE}
    for key in changes:
        if key not in known:
            words = wrong("there is no setting {key}; the settings are {known}", key=repr(key), known=", ".join(known))
            raise SettingsError(words)
    checked: dict[str, Any] = {key: known[key].check(value) for key, value in changes.items()}
    return settings._replace(**checked)


def speak(settings: Settings, environment: Mapping[str, str], asked: str = "") -> None:
    """Speak the language that was asked for, or that of the settings or the system, and show its letters on cards."""
    language = asked or settings.language or preferred(environment)
    use_faces(language if settings.faces == "language" else SOURCE)
    use(language)


def changes(before: Settings, after: Settings) -> dict[str, Value]:
    """What is set differently."""
    return {setting.key: setting.of(after) for setting in TABLE if setting.of(after) != setting.of(before)}


# -- the file ----------------------------------------------------------------------------------------------


class KeyChange(NamedTuple):
    """Other keys for a command, as the file has them, whether or not there are such a command and such keys."""

    command: str
    """The full name of the command: ``table.undo``."""
    keys: Toml
    """Its keys: text, with commas between them, or a list."""
    line: int = 0
    """The line in the file; 0 if that is not known."""


class LoadedSettings(NamedTuple):
    """The content of a settings file."""

    settings: Settings = _DEFAULTS
    others: Mapping[str, Toml] = {}
    """Keys in the file that this version does not know."""
    complaint: str = ""
    """What is wrong with the file, in one sentence; empty if nothing is."""
    keys: tuple[KeyChange, ...] = ()
    """The commands that have other keys, in the order of the file."""


def load(path: Path | None = None, otherwise: Settings = _DEFAULTS, *, sets_aside: bool = True) -> LoadedSettings:
    """The settings in a file, the user's if none is named. What is missing or wrong is as in ``otherwise``.

    A file that is not TOML, or too large or too deep to be written again, is set aside under another name, for the
    next one to be written in its place. With ``sets_aside`` off it stays.
    """
    path = path or settings_path()
    try:
        content = read_start(path, LARGEST + 1)
    except (FileNotFoundError, NotADirectoryError):
        return LoadedSettings(otherwise)
    except OSError as error:
        return LoadedSettings(otherwise, complaint=_(_UNREAD, path=path, fault=reason_of(error)))
    try:
        told = _parse(content)
    except ValueError as error:
        fault = _(_UNREAD, path=path, fault=error)
        with suppress(OSError):
            if sets_aside:
                fault += " " + _("The file is now called {name}.", name=_set_aside(path).name)
        return LoadedSettings(otherwise, complaint=fault)
    keys: tuple[KeyChange, ...] = ()
    if isinstance(told.get(KEYS), dict):
        keys = _key_changes(told.pop(KEYS), content.decode("utf-8-sig"))
    return _kept(path, told, otherwise)._replace(keys=keys)


_UNREAD: Final = N_("Can't read {path}, so defaults are used: {fault}.")


def _key_changes(table: Toml, text: str) -> tuple[KeyChange, ...]:
    """What the table of keys says, each with its line in the text of the file."""
    lines = lines_of_keys(text)

    def read(name: tuple[str, ...], value: Toml) -> Iterator[KeyChange]:
        if isinstance(value, dict):
            for part, inner in value.items():
                yield from read((*name, part), inner)
        else:
            paths = ((KEYS, *name)[:length] for length in range(len(name) + 1, 0, -1))
            yield KeyChange(".".join(name), value, next((lines[path] for path in paths if path in lines), 0))

    return tuple({change.command: change for change in read((), table)}.values())


def _parse(content: bytes) -> dict[str, Toml]:
    """The content of a settings file; ValueError, saying why, if it is not TOML or could not be written again."""
    if len(content) > LARGEST:
        raise ValueError(wrong("it is larger than {size} KiB", size=LARGEST >> 10))
    try:
        told = read(content.decode("utf-8-sig"))
        _check(told, DEEPEST)
    except TomlError:
        raise
    except UnicodeDecodeError as error:
        raise ValueError(wrong("it is not UTF-8 text")) from error
    except (ValueError, RecursionError) as error:
        raise ValueError(wrong("a number is too large, or tables are nested too deeply")) from error
    return told


def _check(value: Toml, levels: int) -> None:
    """ValueError if tables are nested deeper than ``levels``, or a whole number is too large."""
    if isinstance(value, int) and abs(value) >= LONGEST_NUMBER:
        raise ValueError
    if isinstance(value, list | dict):
        if not levels:
            raise ValueError
        for part in value.values() if isinstance(value, dict) else value:
            _check(part, levels - 1)


def _kept(path: Path, told: Mapping[str, Toml], otherwise: Settings) -> LoadedSettings:
    """What TOML from a file says: each setting that it does not set rightly is as in ``otherwise``."""
    chosen: dict[str, Any] = {}
    faults = []
    for setting in TABLE:
        if setting.key in told:
            try:
                chosen[setting.key] = setting.check(told[setting.key])
            except SettingsError as error:
                faults.append(f"{error} {_('(now {value})', value=written(setting.default))}")
    if KEYS in told:
        value = written(told[KEYS])[:LONGEST_QUOTE]
        faults.append(wrong("{key} cannot be {value}: use a table [{key}]", key=KEYS, value=value))
    keys = {setting.key for setting in TABLE}
    others = {key: value for key, value in told.items() if key not in keys}
    complaint = f"{pgettext('place', 'In {path}', path=path)}, {locale().semicolon.join(faults)}." if faults else ""
    return LoadedSettings(otherwise._replace(**chosen), others, complaint)


def save(settings: Settings, before: Settings, path: Path | None = None) -> None:
    """Keep what is not as it was ``before`` in a file, the user's if none is named, and all else that is in it.

    Another program may have written there since: what it changed stays, unless it is changed here too. A file that
    something is wrong with is set aside first. SettingsError if the file cannot be written.
    """
    path = path or settings_path()
    changed: dict[str, Any] = changes(before, settings)
    try:
        with held(path.parent):
            found = load(path, before)
            if found.complaint and path.is_file():
                _set_aside(path)
            text = text_of(found.settings._replace(**changed), found.others, found.keys)
            try:
                _parse(text.encode())
            except ValueError as error:  # it could not be read again
                raise OSError(errno.EFBIG, f"{error}") from None
            write_whole(path, text, follows=True)
    except OSError as error:
        words = N_("Can't save the settings in {path}, so they last until you quit: {fault}.")
        raise SettingsError(_(words, path=path, fault=reason_of(error))) from error


def _set_aside(path: Path) -> Path:
    """Set the file aside that a path leads to: a link to it stays, for the next file to be written there."""
    return set_aside(Path(os.path.realpath(path)))


KEYS_EXPLAINED: Final = (
    N_('Keys. Commands can have other keys, as: table.undo = "z, backspace"'),
    N_("The help (F1, then n) shows the name of every command."),
)


def text_of(settings: Settings, others: Mapping[str, Toml] = {}, keys: Iterable[KeyChange] = ()) -> str:
    """The text of a file: these settings with what each of them means, what this version does not know, and the keys.

    It is written anew each time: edits in place, as with tomlkit, would leave explanations of an older version.
    """
    lines = [f"# {_('Clockspades settings. A star marks the default of each setting.')}"]
    for setting in TABLE:
        lines += ["", f"# {_(setting.title)}. {_(setting.words)}"]
        for value, words in setting.values.items():
            mark = "*" if value == setting.default else " "
            lines.append(f"#  {mark} {written(value)}: {_(words)}")
        value = setting.of(settings)
        if value in setting.values or not setting.values:  # a theme that nobody chose is not there the next time either
            lines.append(f"{setting.key} = {written(value)}")
    if others:
        lines += ["", f"# {_('Not used by this version.')}"]
        lines += [f"{written_key(key)} = {written(value)}" for key, value in others.items()]
    changes = {change.command: change.keys for change in keys}
    lines += ["", *(f"# {_(each)}" for each in KEYS_EXPLAINED), f"{'' if changes else '# '}[{KEYS}]"]
    has_scopes = all(re.fullmatch(r"[\w-]+\.[\w-]+", name, re.ASCII) for name in changes)
    lines += [f"{name if has_scopes else written(name)} = {written(value)}" for name, value in changes.items()]
    return "\n".join(lines) + "\n"
