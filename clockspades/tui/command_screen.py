"""What every screen is: its commands have full names and the keys of the settings, and each says when it is there."""

from collections.abc import Awaitable, Mapping
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar, Final

from textual import events

from clockspades.language import _
from clockspades.table.commands import Command
from clockspades.tui.bindings import EVERYWHERE, bind, named, remapped
from clockspades.tui.textual_fixes.bindings_map import bindings_of, replace_bindings
from clockspades.tui.textual_fixes.fixed_screens import AnyScreen, FixedScreen
from clockspades.tui.widgets.key_line import KeyLine

if TYPE_CHECKING:
    from textual.widget import Widget


KEPT: Final = (("Input", "value"), ("Choice", "chosen"), ("Rows", "pointed"))
"""What a person changed in widgets, which stays when they are made anew."""


class CommandScreen(FixedScreen, AnyScreen):
    """A screen with commands: its keys, its line of keys, its help and the palette have them from here.

    Mix it in first.
    """

    SCOPED_CSS = False  # a screen's own rules begin with its name already

    commands: tuple[Command, ...] = ()
    """Its commands, in the order of the help. Those of its parent classes follow by themselves."""

    KEY_LINE: tuple[Command, ...] = ()
    """What its line of keys can show, in that order."""

    ABSENT: ClassVar[tuple[Command, ...]] = ()
    """Commands of its parent classes that a screen does not have."""

    FOCUSED: "ClassVar[tuple[type[Widget], ...]]" = ()
    """Widgets with commands of their own that have the focus."""

    def __init_subclass__(cls, **options: Any) -> None:
        """Give the commands of a screen their full names, and bind them."""
        own = [named(command, cls) for command in vars(cls).get("commands", ())]
        cls.BINDINGS = bind(*own)
        cls.commands = (*own, *chain.from_iterable(getattr(base, "commands", ()) for base in cls.__bases__))
        cls.KEY_LINE = tuple(named(command, cls) for command in cls.KEY_LINE)
        super().__init_subclass__(**options)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._own_bindings = bindings_of(self)
        """The bindings with the keys of the commands themselves."""
        self.rebind()
        self._key_line = KeyLine()
        if self.KEY_LINE:
            self.compose_add_child(self._key_line)

    @property
    def escape_leaves(self) -> bool:
        """Whether Escape now leaves something that would have to be begun again: then it waits longer for an arrow key.

        The thread of the keyboard asks.
        """
        return False

    def rebind(self) -> None:
        replace_bindings(self, remapped(self._own_bindings))

    @property
    def there(self) -> tuple[Command, ...]:
        """The commands that can be given here, in the order of the help, and then those of the application."""
        return tuple(command for command in (*self.commands, *EVERYWHERE) if self._has(command))

    @property
    def offered(self) -> tuple[Command, ...]:
        return self.KEY_LINE

    @property
    def keys_now(self) -> tuple[Command, ...]:
        said = ((command, command.now(self)) for command in self.offered if self._has(command))
        return tuple(command._replace(words=now) if isinstance(now, str) else command for command, now in said if now)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether it has the command with an action. Actions of no command, as of rows to click, are always there."""
        arguments = ", ".join(map(repr, parameters))
        command = self._by_action.get(f"{action}({arguments})" if arguments else action)
        return command is None or self._has(command)

    @cached_property
    def _by_action(self) -> Mapping[str, Command]:
        return {command.action: command for command in reversed(self.commands)}

    def _has(self, command: Command) -> bool:
        """Whether a command is there, as its key says if it has one."""
        bound = self._by_action.get(command.action, command)
        return bound.when(self) and bound.name not in {absent.name for absent in self.ABSENT}

    def refresh_keys(self) -> None:
        """Show in the line of keys what can be done now; to be called whenever that changes."""
        self._key_line.keys = tuple(each._replace(words=_(each.words), label=_(each.label)) for each in self.keys_now)

    def on_mount(self) -> Awaitable[None] | None:
        """Fill the screen and its line of keys. Textual calls this after the ``on_mount`` of the screen's own class."""
        self.fill()
        self.refresh_keys()
        return None

    def fill(self) -> None:
        """Show what its widgets show, once they are there: at first, and again in another language."""

    async def speak(self) -> None:
        """Show all of it in the language that is spoken now, with the same answers, and the focus where it was."""
        focused = self.focused
        place = 0 if focused is None else [*self.query(type(focused))].index(focused)
        kept = [(kind, name, [getattr(each, name) for each in self.query(kind)]) for kind, name in KEPT]
        await self.recompose()
        self.fill()
        for kind, name, values in kept:
            for each, value in zip(self.query(kind), values):
                setattr(each, name, value)
        if focused is not None and place < len(same := self.query(type(focused))):
            self.set_focus(same[place], scroll_visible=False)
        self.refresh_keys()
        self.post_message(events.Resize(self.app.size, self.app.size))  # it may lie below others, and is laid out so
