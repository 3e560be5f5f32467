"""The setup screen: who plays, with which options, and which deal if a certain one is wanted."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import PurePath
from typing import ClassVar, Final

from textual import getters, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input, Static
from textual.worker import Worker

from clockspades.cards import PACK, Suit
from clockspades.engine.days import local_today
from clockspades.engine.game import AnyGame, Preset
from clockspades.engine.header import BOT, HUMAN, Seat
from clockspades.engine.options import Option, OptionValue
from clockspades.engine.phrases import sentence
from clockspades.engine.seating import (
    LONGEST_NAME,
    SeatError,
    check_seats,
    is_usual_name,
    likely_names,
    usual_name,
)
from clockspades.engine.share import EXAMPLE, LONGEST, CodeError, Shared, read_deal, read_number
from clockspades.games.catalogue import GAMES, find_game
from clockspades.routes import HelpRoute, SetupRoute, TitleRoute
from clockspades.saved.archive import Earlier, announcement
from clockspades.saved.series import LENGTHS, new_series
from clockspades.saved.setup_choices import Choices, recall, remember
from clockspades.table.commands import Command
from clockspades.table.faces import Face
from clockspades.table.glyphs import glyphs
from clockspades.table.keys import spoken
from clockspades.table.widget_models import CardRowModel
from clockspades.tui.bindings import BACK, PALETTE
from clockspades.tui.navigator import Navigator
from clockspades.tui.screens.sized import SizedScreen
from clockspades.tui.threads import run_in_thread
from clockspades.tui.widgets.banner import Banner, Words
from clockspades.tui.widgets.card_row import CardRow
from clockspades.tui.widgets.choice import Choice
from clockspades.tui.widgets.form_row import FORM_HELP, NEXT_ROW, NEXT_VALUE, ROW_COMMANDS, Field, Form, FormRow
from clockspades.tui.widgets.menu_item import MenuItem
from clockspades.tui.widgets.number import FEWEST, Number

SPREAD: Final = tuple(card for card in PACK if card.suit is Suit.SPADES)
"""The cards above the form, if there is room for them."""
HERE: Final = "A person at this keyboard. Hands stay hidden between turns."
LOT: Final = "random"
SERIES: Final[Mapping[int | None, tuple[str, str]]] = {
    None: ("One game", "Rematches keep the score."),
    **{
        length: (f"Best of {length}", f"{length // 2 + 1} wins decide it. Players take turns to begin.")
        for length in LENGTHS
    },
}
"""The name and the meaning of each length of a series."""
CODE: Final = "Deals the same cards as the game that this code is from."
NUMBER: Final = "Deals the same cards to everyone who types this number, with these options."

DEAL: Final = Command("enter", "play", "Deal the cards", "play", name="setup.play")


class SetupScreen(SizedScreen):
    """A form with a row for each choice, filled in as it was last time."""

    CSS_PATH: ClassVar[list[str | PurePath]] = ["menu.tcss", "form.tcss", "setup.tcss"]
    ALLOW_SELECT = False
    AUTO_FOCUS = "Choice"
    commands: tuple[Command, ...] = (DEAL, *ROW_COMMANDS, BACK)
    KEY_LINE: tuple[Command, ...] = (DEAL, NEXT_ROW, NEXT_VALUE, PALETTE, FORM_HELP, BACK)

    app = getters.app(Navigator)

    def __init__(self, game_name: str, preset: Preset | None = None, code: str | None = None) -> None:
        """The form starts with the options of ``preset``, or of the share code in ``code``, which may be a number."""
        super().__init__()
        self._code = code
        self._repeats: Shared | None = None
        """The deal that begins although it was played before, if Enter is pressed again."""
        self._looked_for: Shared | None = None
        """The typed deal, whose earlier games are looked for in a thread."""
        self._looking: Worker[Earlier | None] | None = None
        self._known: tuple[Shared | None, Earlier | None] = (None, None)
        """The last deal for which that is known, and the last game of it if there is one."""
        self._waits_to_play = False
        """Whether Enter was pressed before it was known if the deal was played before."""
        game = find_game(game_name)
        assert game is not None, "only games of the catalogue have a setup"
        self._game = game
        bots = [*game.bots]
        bots.reverse()
        bots.sort(key=game.sees_all)
        self._kinds = (*(BOT + bot for bot in bots), HUMAN)
        """From the best bot to the weakest, then those that see all cards, then a person."""
        self._last_time = recall(game, self.app.settings.name)
        self._options = dict(self._last_time.options)
        """The value of each option; the first seat where it is chosen at random."""
        for key, value in () if preset is None else preset.options.items():
            self._options = game.adjust(self._options, key, value)
        self._sitting = [seat.kind for seat in self._last_time.seats]
        self._other_names = ["" for _ in self._sitting]
        """For each seat the name that was given to the bot if a person has it now, or to the person if a bot has it."""

    # -- the form --------------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """The game, and a row for each choice."""
        yield from super().compose()
        with Form(id="form"):
            yield CardRow(id="spread")
            yield Banner(single=30, id="game")
            yield Static(id="summary", markup=False)
            with Vertical(id="rows"):
                yield from self._seat_rows()
                yield from self._option_rows()
                labels = [label for label, _ in SERIES.values()]
                choice = Choice(labels, [*SERIES].index(self._last_time.best_of), id="series")
                yield FormRow("Series", choice, notes=[meaning for _, meaning in SERIES.values()])
                field = Field(self._code or "", f"12345 or {EXAMPLE}", max_length=LONGEST, compact=True, id="code")
                yield FormRow("Deal", field)
            yield MenuItem("Deal the cards", "play", id="deal")

    def _seat_rows(self) -> Iterator[FormRow]:
        """The player's name, then for each other seat who plays it and their name."""
        seats = self._last_time.seats
        labels = [*(kind.removeprefix(BOT) for kind in self._kinds[:-1]), "A friend"]
        styles = [HERE, *(known.words for known in self._game.bots.values())]
        for number, seat in enumerate(seats):
            name = Field(seat.name, max_length=LONGEST_NAME, compact=True, id=f"name-{number}")
            if number:
                kind = Choice(labels, self._kinds.index(seat.kind), id=f"kind-{number}")
                yield FormRow(self._called(number), kind, name, notes=styles)
            else:
                yield FormRow("You", name)

    def _called(self, number: int) -> str:
        """The label of a seat, which depends on the options."""
        if self._game.seats(self._options) == 2:
            return "Opponent"
        return "Partner" if self._game.partner(self._options, 0) == number else f"Player {number + 1}"

    def _names(self, seats: Sequence[Seat]) -> tuple[str, ...]:
        """What the seats are called in a choice between them: a bot without a name as its row is."""
        rows = ("?" if seat.is_human else self._called(number) for number, seat in enumerate(seats))
        return tuple(seat.name or row for seat, row in zip(seats, rows))

    def _option_rows(self) -> Iterator[FormRow]:
        """A row for each option, with the short names of its values."""
        last_time = self._last_time
        names = self._names(last_time.seats[: self._game.seats(self._options)])
        for option in self._game.options:
            chosen = option.values.index(self._options[option.key])
            labels = [option.label(value).partition(":")[0] for value in option.values]
            if option.seat:
                labels = [*names, LOT]
                chosen = len(names) if option.key in last_time.by_lot else chosen
            key = f"option-{option.key}"
            choice = Choice(labels, chosen, id=key)
            if isinstance(option.values, range) and len(option.values) > FEWEST:
                choice = Number(option.values, chosen, id=key)
            meanings = dict.fromkeys(_meaning(option, value) for value in option.values)
            yield FormRow(option.key.replace("_", " ").capitalize(), choice, notes=[*meanings])

    def _style(self, kind: str) -> str:
        """How a bot plays and how well, or a person."""
        if kind == HUMAN:
            return HERE
        bot = kind.removeprefix(BOT)
        known = self._game.bots[bot]
        return known.words if self._game.is_measured(bot, self._options) else known.manner

    def on_mount(self) -> None:
        """Fill in the notes, and apply the share code or number if there is one."""
        self.set_class(len(self._sitting) > 2, "-long")
        self.query_one("#spread", CardRow).model = CardRowModel(tuple(map(Face, SPREAD)))
        self._follow()
        if self._code is not None:
            self.query_one("#code", Input).focus()
            self._apply_code()

    # -- the values ------------------------------------------------------------------------------------

    def _choice(self, id: str) -> Choice:
        return self.query_one(f"#{id}", Choice)

    def _field(self, number: int) -> Input:
        return self.query_one(f"#name-{number}", Input)

    def _seats(self) -> tuple[Seat, ...]:
        """The name and kind of every seat in the form, also of those that these options leave out."""
        return tuple(Seat(self._field(number).value.strip(), kind) for number, kind in enumerate(self._sitting))

    def _value(self, option: Option) -> OptionValue:
        chosen = self._choice(f"option-{option.key}").chosen
        return option.values[0 if self._is_lot(option) else chosen]

    def _best_of(self) -> int | None:
        return [*SERIES][self._choice("series").chosen]

    def _is_lot(self, option: Option) -> bool:
        choice = self._choice(f"option-{option.key}")
        return option.seat and choice.chosen == len(choice.labels) - 1

    @on(Input.Changed)
    def _text_changed(self, event: Input.Changed) -> None:
        if event.input.id == "code":
            self._apply_code()
        self._follow()

    def _typed_code(self) -> str:
        return self.query_one("#code", Input).value.strip()

    def _shared(self) -> Shared | None:
        """What the typed code or number deals; None if nothing is typed, CodeError if it is wrong."""
        typed = self._typed_code()
        return read_deal(typed, self._game, self._options, GAMES) if typed else None

    def _number(self) -> int | None:
        """The number of the deal, if it is known already."""
        with suppress(CodeError):
            shared = self._shared()
            return None if shared is None else shared.number
        return None

    def _apply_code(self) -> None:
        """Set the options that a complete code of this game contains. With a number, nothing is left to chance."""
        with suppress(CodeError):
            shared = self._shared()
            if shared is not None and shared.game is self._game:
                self._options = dict(shared.options)
                for option in self._game.options:
                    chosen = option.values.index(self._options[option.key])
                    self._choice(f"option-{option.key}").chosen = chosen

    def _drop_other_code(self) -> None:
        """Clear the code when the options are changed to others than it contains. A number goes with any options."""
        with suppress(CodeError):
            shared = self._shared()
            if shared is not None and shared.game is self._game:
                lots = read_number(self._typed_code()) is None and any(map(self._is_lot, self._game.options))
                if lots or shared.options != self._options:
                    self.query_one("#code", Input).value = ""

    def _code_note(self, *, final: bool = False) -> tuple[str, bool]:
        """What to say about the typed code, and whether it is an error; a code that is not ``final`` may grow."""
        typed = self._typed_code()
        if not typed:
            return "", False
        try:
            shared = self._shared()
        except CodeError as error:
            grows = not typed.isdigit() and sum(map(str.isalnum, typed)) < sum(map(str.isalnum, EXAMPLE))
            return (CODE, False) if grows and not final else (sentence(str(error)), True)
        assert shared is not None, "something is typed"
        if shared.game is not self._game:
            return f"This code deals {shared.game.title}. Press {spoken(DEAL)} to set that up.", False
        known, earlier = self._known
        if known == shared and earlier is not None:
            words = announcement(earlier, local_today())
            return f"{words} Press {spoken(DEAL)} again to play it." if final else words, False
        return CODE if read_number(typed) is None else NUMBER, False

    def _look_for_earlier(self) -> None:
        """Look for saved games of the typed deal if it has changed. A search for the deal before tells nothing more."""
        shared = None
        with suppress(CodeError):
            shared = self._shared()
        if shared == self._looked_for:
            return
        self._looked_for, self._waits_to_play = shared, False
        if self._looking is not None:
            self._looking.cancel()
        if shared is not None:
            search = partial(self.app.archive.earlier, *shared)
            self._looking = run_in_thread(self, search, partial(self._found_earlier, shared))

    def _found_earlier(self, shared: Shared, earlier: Earlier | None) -> None:
        """Say whether a deal was played before, and begin it if that was asked for meanwhile."""
        self._known = shared, earlier
        self._follow()
        if self._waits_to_play:
            self.action_play()

    @on(Choice.Changed)
    def _choice_changed(self, event: Choice.Changed) -> None:
        kind, _, key = (event.choice.id or "").partition("-")
        if kind == "kind":
            self._sit_down(int(key), self._kinds[event.choice.chosen])
        elif kind == "option":
            self._set(self._game.option(key))
            self._drop_other_code()
        self._follow()

    def _set(self, option: Option) -> None:
        """Set an option to the value that its row shows, and the others to values that go with it."""
        value = self._value(option)
        if value != self._options[option.key]:
            self._options = self._game.adjust(self._options, option.key, value)
            for other in self._game.options:
                if not self._is_lot(other):
                    self._choice(f"option-{other.key}").chosen = other.values.index(self._options[other.key])

    def _sit_down(self, number: int, kind: str) -> None:
        """Give a seat to a bot or a person, with a name of their own unless it was given another."""
        seats, field = self._seats(), self._field(number)
        before, usual = seats[number], usual_name(self._game, kind, (*seats[:number], *seats[number + 1 :]))
        is_usual = is_usual_name(self._game, before)
        if (kind == HUMAN) != before.is_human:
            field.value = self._other_names[number] or usual
            self._other_names[number] = "" if is_usual else before.name
        elif is_usual:
            field.value = usual
        self._sitting[number] = kind

    def _follow(self) -> None:
        """Update everything that depends on the values: the title, the rows, names, notes and error messages."""
        self._look_for_earlier()
        preset = self._game.preset(self._options)
        self.query_one(Banner).lines = (Words(preset.title, "$gold"),)
        self.query_one("#summary", Static).update(glyphs().words(preset.summary))
        count = self._game.seats(self._options)
        seats = self._seats()[:count]
        wrong, complaint = _complaint(self._game, seats)
        for number, name in enumerate(likely_names(self._game, seats, self._number())):
            self._field(number).placeholder = name
        for number, kind in enumerate(self._sitting):
            row = self._row(self._field(number))
            row.display = number < count
            if number:
                row.call(self._called(number))
            said = number == 0 or kind in self._sitting[1:number]
            row.note(complaint if number == wrong else "" if said else self._style(kind), wrong=number == wrong)
        for option in self._game.options:
            choice = self._choice(f"option-{option.key}")
            if option.seat:
                lot = self._is_lot(option)
                choice.labels = (*self._names(seats), LOT)
                choice.chosen = count if lot else min(choice.chosen, count - 1)
            row = self._row(choice)
            row.display = self._game.matters(option.key, self._options)
            row.note(_meaning(option, self._value(option)))
        row = self._row(self._choice("series"))
        row.display = count > 1
        row.note(SERIES[self._best_of()][1])
        note, is_wrong = self._code_note()
        self._row(self.query_one("#code", Input)).note(note, wrong=is_wrong)

    def _row(self, answer: Choice | Input) -> FormRow:
        return next(node for node in answer.ancestors if isinstance(node, FormRow))

    # -- actions ---------------------------------------------------------------------------------------

    def action_change(self, by: int) -> None:
        """Choose another value in the row that has the focus."""
        if isinstance(self.focused, Choice):
            self.focused.step(by)

    @on(Input.Submitted)
    def action_play(self) -> None:
        """Begin the game. If a name or the code is wrong, move the focus there instead.

        A deal waits until it is known whether it was played before: that is said first.
        """
        self._waits_to_play = False
        options = self._options
        seats = self._seats()
        count = self._game.seats(options)
        wrong, _ = _complaint(self._game, seats[:count])
        if wrong is not None:
            self._field(wrong).focus()
            return
        note, is_wrong = self._code_note(final=True)
        if is_wrong:
            self._ask_about_code(note, wrong=True)
            return
        shared = self._shared()
        if shared is not None and shared.game is not self._game:
            self.app.open(SetupRoute(shared.game.name, code=self._typed_code()))
            return
        if shared is not None and self._repeats != shared:
            known, earlier = self._known
            if known != shared:
                self._waits_to_play = True
                return
            if earlier is not None:
                self._repeats = shared
                self._ask_about_code(note)
                return
        lots = frozenset(option.key for option in self._game.options if self._is_lot(option))
        choices = Choices(seats, options, lots, self._best_of())
        remember(self._game, choices)
        series = new_series(count, choices.best_of) if choices.best_of and count > 1 else None
        drawn = choices.draw_lots(self._game, self.app.rng)
        self.app.begin(self._game, drawn, seats[:count], series, shared.number if shared else None)

    def _ask_about_code(self, note: str, *, wrong: bool = False) -> None:
        """Move the focus to the code and say something about it."""
        code = self.query_one("#code", Input)
        code.focus()
        self._row(code).note(note, wrong=wrong)

    def action_back(self) -> None:
        """Go back to the title."""
        self.app.open(TitleRoute())

    def action_help(self) -> None:
        """Open the help."""
        self.app.lay(HelpRoute(self._game.name))


def _complaint(game: AnyGame, seats: Sequence[Seat]) -> tuple[int | None, str]:
    """The first seat that is wrong, and why in a sentence; None and nothing if all are right."""
    for number in range(len(seats)):
        try:
            check_seats(game, seats[: number + 1])
        except SeatError as error:
            return number, sentence(str(error))
    return None, ""


def _meaning(option: Option, value: OptionValue) -> str:
    """What a value of an option means, or else what the option is for, in one sentence."""
    words = option.label(value).partition(": ")[2] or option.words
    return sentence(words)
