"""The setup of a game as a pure reducer: who plays, with which options, and which deal if a certain one is wanted.

:func:`update` returns the next state and the effects, which the screen runs. :func:`rows` says what the form shows.
"""

from dataclasses import replace
from typing import Any, Final, NamedTuple, TypeAlias

from clockspades.engine import seating
from clockspades.engine.game import AnyGame, Preset
from clockspades.engine.header import BOT, HUMAN, Seat
from clockspades.engine.options import Option, Options, OptionValue
from clockspades.engine.phrases import capital, sentence, within
from clockspades.engine.share import EXAMPLE, SharedDeal, read_number
from clockspades.engine.text import LONGEST_LINE, UserError
from clockspades.forms import form_rows
from clockspades.language import N_, NC_, _, listed, marked, ngettext, pgettext
from clockspades.routes import SetupRoute
from clockspades.saved.series import LENGTHS, Series, new_series
from clockspades.saved.setup_choices import SetupChoices
from clockspades.table.commands import Command
from clockspades.table.glyphs import USUAL, Terminal
from clockspades.table.keys import spoken

HERE: Final = N_("A person at this keyboard. Hands stay hidden between turns.")
ELSEWHERE: Final = N_("Joins from their own terminal, with the line that you send them.")
OWN: Final = NC_("kind of a game", "Your own")
SERIES: Final = (None, *LENGTHS)
"""The lengths of a series, the first of a single game."""
HINTS: Final = marked("hints", "allowed", "none")
HINT_WORDS: Final = (
    N_("Whoever plays can ask for hints."),
    N_("Programs show no hints, no win chance and no unseen cards: on your honour."),
)
"""The answers on hints at a table for people elsewhere, and what they mean."""
CODE: Final = N_("Deals the same cards as the game that this code is from.")
NUMBER: Final = N_("Deals the same cards to everyone who types this number, with these options.")

DEAL: Final = Command(
    "enter", "play", N_("Deal the cards"), N_("play"), name="setup.play",
    now=lambda self: N_("open" if self.form.hosts else "play"),
)  # fmt: skip


class SetupForm(NamedTuple):
    """What is chosen, and what is known of the deal that is typed."""

    game: AnyGame
    chosen: SetupChoices
    """Everything that is remembered, with names as they are typed. An option that lots are drawn for has its first
    value."""
    other_names: tuple[str, ...]
    """For each seat the name that was given to the bot if a person has it now, or to the person if a bot has it."""
    code: str
    """The text in the field for a deal."""
    asks_for_deal: bool
    """Whether it was opened for a certain deal, whose row then is one of the first."""
    shows_more: bool
    """Whether the rows under "More" are shown."""
    looked_for: SharedDeal | None = None
    """The typed deal, whose earlier games are looked for."""
    news: str | None = None
    """What is said of the last game of that deal; empty if there is none, and None until that is known."""
    waits_to_play: bool = False
    """Whether to begin as soon as that is known."""
    repeats: SharedDeal | None = None
    """The deal that begins although it was played before, if it is asked for again."""
    is_refused: bool = False
    """Whether the game was just not begun because of what is typed: a code is then said to be wrong, not unfinished."""
    hosts: bool = False
    """Whether people other than the player sit elsewhere."""
    no_hints: bool = False
    """Whether no hints are shown at their table."""
    changing: tuple[str, Options, Options] = ("", {}, {})
    """The option that was set last, all options as they were before that, and as they then were."""
    terminal: Terminal = USUAL


# -- what happens, and what comes of it ------------------------------------------------------------------------


class AskedToPlay(NamedTuple):
    """The player wants to begin."""


class SearchEnded(NamedTuple):
    """The search for earlier games of a deal has ended."""

    deal: SharedDeal
    news: str
    """What is said of the last of them; empty if there is none."""


SetupInput: TypeAlias = form_rows.AnswerChange | AskedToPlay | SearchEnded


class LookFor(NamedTuple):
    """Look for earlier games of this deal, and for no other any more. :class:`SearchEnded` is the answer."""

    deal: SharedDeal | None


class FocusOn(NamedTuple):
    """Move the focus to an answer."""

    key: str


class Begin(NamedTuple):
    """Remember what is chosen, and begin the game."""

    chosen: SetupChoices
    seats: tuple[Seat, ...]
    """Those who play with these options."""
    series: Series | None
    number: int | None
    """That of the deal; None for a random one."""


SetupEffect: TypeAlias = LookFor | FocusOn | Begin | SetupRoute
SetupStep: TypeAlias = tuple[SetupForm, tuple[SetupEffect, ...]]


def start(
    game: AnyGame,
    last_time: SetupChoices,
    preset: Preset | None = None,
    code: str | None = None,
    *,
    hosts: bool = False,
    terminal: Terminal = USUAL,
) -> SetupStep:
    """The form as it was last time, with the options of a preset, or of a share code, which may be a number.

    With ``hosts`` friends elsewhere have all other seats at first.
    """
    if hosts:
        friends = (Seat(f"{seating.FRIEND} {number}") for number in range(2, len(last_time.seats) + 1))
        last_time = replace(last_time, seats=(last_time.seats[0], *friends))
    if preset is not None and game.preset(last_time.options) != preset:
        last_time = _by_the_rules(game, preset, last_time)
    form = SetupForm(
        game,
        last_time,
        other_names=("",) * len(last_time.seats),
        code="",
        asks_for_deal=code is not None,
        shows_more=False,
        hosts=hosts,
        terminal=terminal,
    )
    form = form._replace(shows_more=_has_changes_below(form))
    if code is None:
        return form, ()
    form, effects = _look(_type_code(form, code))
    return form, (FocusOn("code"), *effects)


def update(form: SetupForm, input: SetupInput) -> SetupStep:
    """The form after an input, and what the screen has to do."""
    match input:
        case AskedToPlay():
            return _play(form)
        case SearchEnded(deal, news):
            if deal != form.looked_for:
                return form, ()
            form = form._replace(news=news, is_refused=False)
            return _play(form) if form.waits_to_play else (form, ())
        case form_rows.Picked(key, number):
            changed = _choose(form, key, number)
        case form_rows.Typed("code", text):
            changed = _type_code(form, text)
        case form_rows.Typed(key, text):
            number = int(key.removeprefix("name-"))
            changed = _sit(form, number, form.chosen.seats[number]._replace(name=text))
    return _look(changed._replace(is_refused=False))


def _choose(form: SetupForm, key: str, number: int) -> SetupForm:
    kind, _, which = key.partition("-")
    match kind:
        case "kind":
            return _sit_down(form, int(which), _kinds(form.game)[number])
        case "option":
            return _drop_other_code(_set(form, form.game.option(which), number))
        case "rules":
            game, (labels, at) = form.game, _rules(form)
            if number == at:
                return form
            preset = game.presets[number - (len(labels) > len(game.presets) and number > at)]
            return _drop_other_code(form._replace(chosen=_by_the_rules(game, preset, form.chosen)))
        case "series":
            return _with(form, best_of=[*SERIES][number])
        case "hints":
            return form._replace(no_hints=bool(number))
        case _:
            return form._replace(shows_more=bool(number))


def _with(form: SetupForm, **changes: Any) -> SetupForm:
    """The form with some other choices."""
    return form._replace(chosen=replace(form.chosen, **changes))


# -- who plays -------------------------------------------------------------------------------------------------


def _kinds(game: AnyGame) -> tuple[str, ...]:
    """From the best bot to the weakest, then those that see all cards, then a person."""
    bots = [*game.bots][::-1]
    return (*(BOT + bot for bot in sorted(bots, key=game.sees_all)), HUMAN)


def _seats(form: SetupForm) -> tuple[Seat, ...]:
    """All seats with trimmed names, also those these options don't use."""
    return tuple(seat._replace(name=seat.name.strip()) for seat in form.chosen.seats)


def _players(form: SetupForm) -> tuple[Seat, ...]:
    """The seats of those who play with these options."""
    return _seats(form)[: form.game.seats(form.chosen.options)]


def _sit(form: SetupForm, number: int, seat: Seat) -> SetupForm:
    seats = form.chosen.seats
    return _with(form, seats=(*seats[:number], seat, *seats[number + 1 :]))


def _sit_down(form: SetupForm, number: int, kind: str) -> SetupForm:
    """Give a seat to a bot or a person, with a name of their own unless it was given another."""
    seats = _seats(form)
    before, usual = seats[number], seating.usual_name(form.game, kind, (*seats[:number], *seats[number + 1 :]))
    is_usual = seating.is_usual_name(form.game, before)
    name, others = form.chosen.seats[number].name, [*form.other_names]
    if (kind == HUMAN) != before.is_human:
        name, others[number] = others[number] or usual, "" if is_usual else before.name
    elif is_usual and kind != before.kind:
        name = usual
    return _sit(form._replace(other_names=tuple(others)), number, Seat(name, kind))


def _complaint(form: SetupForm) -> tuple[int | None, str]:
    """The first seat that is wrong, and why in a sentence; None and nothing if all are right."""
    seats = _players(form)
    for number in range(len(seats)):
        try:
            seating.check_seats(form.game, seats[: number + 1])
        except seating.SeatError as error:
            return number, sentence(str(error))
    return None, ""


# -- the options -----------------------------------------------------------------------------------------------


def _by_the_rules(game: AnyGame, preset: Preset, chosen: SetupChoices) -> SetupChoices:
    """The choices with the options of a preset, and lots as its rules draw them."""
    options = game.configure(preset.options)
    return replace(chosen, options=options, by_lot=game.lots(options))


def _rules(form: SetupForm) -> tuple[tuple[str, ...], int]:
    """The presets by their short titles, and which is chosen. Own rules stand behind the preset that they change."""
    game, options = form.game, form.chosen.options
    labels, at = [*map(game.short_title, game.presets)], game.presets.index(game.preset(options))
    if game.changed(options):
        at += 1
        labels.insert(at, pgettext("kind of a game", OWN))
    return tuple(labels), at


def _set(form: SetupForm, option: Option, number: int) -> SetupForm:
    """Set an option, and the others to values that go with it. After the last seat, lots are drawn for one.

    What only a value on the way changed is as it was before.
    """
    chosen = form.chosen
    is_lot = option.seat and number == form.game.seats(chosen.options)
    start = form.changing[1] if form.changing[::2] == (option.key, chosen.options) else chosen.options
    options = form.game.adjust(start, option.key, option.values[0 if is_lot else number])
    before, after = form.game.lots(chosen.options), form.game.lots(options)
    by_lot = (chosen.by_lot - (before - after)) | (frozenset() if _own_deal(form) else after - before)
    by_lot = by_lot | {option.key} if is_lot else by_lot - {option.key}
    if (options, by_lot) == (chosen.options, chosen.by_lot):
        return form  # the answer follows what was chosen elsewhere
    return _with(form._replace(changing=(option.key, start, options)), options=options, by_lot=by_lot)


def _changed_too(form: SetupForm, option: Option) -> str:
    """Which options changed with the one that was set last, as a sentence after another."""
    (key, before, after), options = form.changing, form.chosen.options
    if (key, after) != (option.key, options):
        return ""
    others = [each for each in form.game.options if each != option and before[each.key] != after[each.key]]
    changed = ((each.name, each.short(after[each.key])) for each in others)
    told = [pgettext("change", "{option} to {value}", option=name, value=value) for name, value in changed]
    return " " + _("This changes {changes}.", changes=listed(told)) if told else ""


# -- the deal that is typed ------------------------------------------------------------------------------------


def _deal(form: SetupForm) -> SharedDeal | UserError | None:
    """What the typed code or number deals, or what is wrong with it; None if nothing is typed."""
    if not form.code.strip():
        return None
    from clockspades.pasting import misplaced, read_pasted  # most games have no code

    try:
        match read_pasted(form.code):
            case int(number):
                return SharedDeal(form.game, dict(form.chosen.options), number)
            case SharedDeal() as shared:
                return shared
            case other:
                return misplaced(other)
    except UserError as error:
        return error


def _own_deal(form: SetupForm) -> SharedDeal | None:
    """The typed deal, if it is one of this game."""
    deal = _deal(form)
    return deal if isinstance(deal, SharedDeal) and deal.game is form.game else None


def _type_code(form: SetupForm, text: str) -> SetupForm:
    """Set the options that a complete code of this game contains. With a number, nothing is left to chance."""
    if text == form.code:
        return form
    form = form._replace(code=text)
    deal = _own_deal(form)
    return form if deal is None else _with(form, options=deal.options, by_lot=frozenset())


def _drop_other_code(form: SetupForm) -> SetupForm:
    """Clear the code when the options are changed to others than it contains. A number goes with any options."""
    deal, chosen = _own_deal(form), form.chosen
    if deal is None or read_number(form.code) is not None:
        return form
    return form._replace(code="") if chosen.by_lot or deal.options != chosen.options else form


def _look(form: SetupForm) -> SetupStep:
    """Look for saved games of the typed deal if it has changed. Nobody waits any more to play the deal before."""
    deal = _deal(form)
    shared = deal if isinstance(deal, SharedDeal) else None
    if shared == form.looked_for:
        return form, ()
    return form._replace(looked_for=shared, news=None, waits_to_play=False), (LookFor(shared),)


def _play(form: SetupForm) -> SetupStep:
    """Begin the game. If a name or the code is wrong, move the focus there instead.

    A deal waits until it is known whether it was played before: that is said first.
    """
    form = form._replace(waits_to_play=False)
    wrong, _ = _complaint(form)
    if wrong is not None:
        return form, (FocusOn(f"name-{wrong}"),)
    deal = _deal(form)
    if isinstance(deal, UserError):
        return _refuse(form)
    if deal is not None and deal.game is not form.game:
        return form, (SetupRoute(deal.game.name, code=form.code.strip()),)
    if deal is not None and deal != form.repeats:
        if form.news is None:
            return form._replace(waits_to_play=True), ()
        if form.news:
            return _refuse(form._replace(repeats=deal))
    seats, best_of = _players(form), form.chosen.best_of
    series = new_series(len(seats), best_of) if best_of and len(seats) > 1 else None
    chosen = replace(form.chosen, seats=_seats(form))
    return form, (Begin(chosen, seats, series, None if deal is None else deal.number),)


def _refuse(form: SetupForm) -> SetupStep:
    """Say why the typed deal does not begin, with the focus on it."""
    return form._replace(is_refused=True, shows_more=form.shows_more or not form.asks_for_deal), (FocusOn("code"),)


def _deal_note(form: SetupForm) -> tuple[str, bool]:
    """What to say about the typed code, and whether it is an error; one that was not refused may grow."""
    match _deal(form):
        case None:
            return "", False
        case UserError() as error:
            typed = form.code.strip()
            grows = not typed.isdigit() and sum(map(str.isalnum, typed)) < sum(map(str.isalnum, EXAMPLE))
            return (_(CODE), False) if grows and not form.is_refused else (sentence(str(error)), True)
        case SharedDeal(game) if game is not form.game:
            key = spoken(form.terminal, DEAL)
            return _("This code deals {game}. Press {key} to set that up.", game=game.title, key=key), False
    if form.news:
        again = _("Press {key} again to play it.", key=spoken(form.terminal, DEAL)) if form.is_refused else ""
        return f"{form.news} {again}".rstrip(), False
    return _(CODE if read_number(form.code) is None else NUMBER), False


# -- what the form shows ---------------------------------------------------------------------------------------


def rows(form: SetupForm) -> tuple[tuple[form_rows.AnswerRow, ...], tuple[form_rows.AnswerRow, ...]]:
    """The rows before the start of the game, and those after it: "More", and what that shows.

    A game without rare options has all its rows before the start.
    """
    named = _named_rows(form)
    rules = (_rules_row(form),) if form.game.opens else ()
    first = (*rules, *_seat_rows(form), *(row for is_below, row in named if not is_below))
    below = [row for is_below, row in named if is_below]
    if not below:
        return first, ()
    asked = [row.heading or row.label for row in below if row.is_shown and (row.heading or not rules)]
    labels = pgettext("rows", "hidden"), pgettext("rows", "shown")
    more = form_rows.OneOf("more", labels, int(form.shows_more))
    note = "" if form.shows_more else sentence(capital(within(listed(asked))))
    return first, (
        form_rows.AnswerRow(_("More"), (more,), note),
        *(row._replace(is_shown=row.is_shown and form.shows_more) for row in below),
    )


def _named_rows(form: SetupForm) -> list[tuple[bool, form_rows.AnswerRow]]:
    """Whether it is below "More", and the row: for every option, the series and the deal."""
    options, heading = form.game.options, ""
    has_more = any(option.rare for option in options)
    rows = []
    for option in options:
        heading, row = option.heading or heading, _option_row(form, option)
        rows.append((option.rare, row._replace(heading=_(heading) if row.is_shown else "")))
        heading = "" if row.is_shown else heading
    rows.append((has_more, _series_row(form)))
    if form.hosts:
        hints = form_rows.OneOf("hints", tuple(pgettext("hints", each) for each in HINTS), int(form.no_hints))
        notes = tuple(map(_, HINT_WORDS))
        rows.append((False, form_rows.AnswerRow(_("Hints"), (hints,), notes[hints.chosen], notes=notes)))
    note, is_wrong = _deal_note(form)
    code = form_rows.Text(
        "code", form.code, pgettext("a number or a code", "12345 or {code}", code=EXAMPLE), LONGEST_LINE
    )
    deal = form_rows.AnswerRow(_("Deal"), (code,), note, is_wrong, is_shown=not form.hosts)
    return [*rows, (has_more and not form.asks_for_deal, deal)]


def _has_changes_below(form: SetupForm) -> bool:
    """Whether something below "More" is chosen otherwise than in a new installation."""
    game, chosen = form.game, form.chosen
    options = game.configure(game.preset(chosen.options).options)
    usual = SetupChoices(chosen.seats, options, game.lots(options))
    rows = zip(_named_rows(form), _named_rows(form._replace(chosen=usual)))
    return any(is_below and row.is_shown and row != other for (is_below, row), (_, other) in rows)


def _seat_rows(form: SetupForm) -> tuple[form_rows.AnswerRow, ...]:
    """The player's name, then for each other seat who plays it and their name."""
    game, options = form.game, form.chosen.options
    kinds, count = _kinds(game), game.seats(options)
    labels = (*(capital(game.level(kind.removeprefix(BOT))) for kind in kinds[:-1]), pgettext("player", "A friend"))
    styles = (_person(form), *(known.words for known in game.bots.values()))
    wrong, complaint = _complaint(form)
    deal, others = _deal(form), ("",) * (len(form.chosen.seats) - count)
    likely = seating.likely_names(game, _players(form), deal.number if isinstance(deal, SharedDeal) else None) + others
    found = []
    for number, seat in enumerate(form.chosen.seats):
        kind = form_rows.OneOf(f"kind-{number}", labels, kinds.index(seat.kind)) if number else None
        name = form_rows.Text(
            f"name-{number}", seat.name, likely[number], seating.LONGEST_NAME, _("Name" if number else "")
        )
        is_said = number == 0 or any(seat.kind == other.kind for other in form.chosen.seats[1:number])
        found.append(
            form_rows.AnswerRow(
                _called(form, number),
                (name,) if kind is None else (kind,) if form.hosts else (kind, name),
                complaint if number == wrong else "" if is_said else _style(form, seat.kind),
                is_wrong=number == wrong,
                notes=styles if number else (),
                is_shown=number < count,
            )
        )
    return tuple(found)


def _called(form: SetupForm, number: int) -> str:
    """The label of a seat, which depends on the options."""
    game, options = form.game, form.chosen.options
    if not number:
        return pgettext("player", "You")
    if game.seats(options) == 2:
        return pgettext("player", "Opponent")
    partner = game.partner(options, 0)
    if partner is None:
        return pgettext("player", "Player {number}", number=number + 1)
    if number == partner:
        return pgettext("player", "Partner")
    return pgettext("player", "Left opponent" if number < partner else "Right opponent")


def _person(form: SetupForm) -> str:
    """The note under a seat that another person has."""
    return _(ELSEWHERE if form.hosts else HERE)


def _style(form: SetupForm, kind: str) -> str:
    """How a bot plays and how well, or a person."""
    if kind == HUMAN:
        return _person(form)
    bot = kind.removeprefix(BOT)
    known = form.game.bots[bot]
    return known.words if form.game.is_measured(bot, form.chosen.options) else _(known.manner)


def _rules_row(form: SetupForm) -> form_rows.AnswerRow:
    """The presets of a game with many, and what is changed."""
    game, options = form.game, form.chosen.options
    preset, changed = game.preset(options), [option.name for option in game.changed(options)]
    note = _(preset.summary)
    if changed:
        words = N_("{game}, but for what is marked *: {changes}. One step left undoes that.")
        note = _(words, game=preset.title, changes=listed(changed))
    notes = tuple(_(each.summary) for each in game.presets)
    return form_rows.AnswerRow(_("Rules"), (form_rows.OneOf("rules", *_rules(form)),), note, notes=notes)


def _option_row(form: SetupForm, option: Option) -> form_rows.AnswerRow:
    """An option with the short names of its values, and a mark if it is not as usual."""
    key, value, is_lot = f"option-{option.key}", form.chosen.options[option.key], option.key in form.chosen.by_lot
    at = option.values.index(value)
    answer: form_rows.FormAnswer
    if option.seat:
        players = _player_labels(form)
        answer = form_rows.OneOf(key, (*players, pgettext("player", "random")), len(players) if is_lot else at)
    elif isinstance(option.values, range) and len(option.values) > form_rows.MOST_LISTED:
        answer = form_rows.InRange(key, option.values, at)
    else:
        answer = form_rows.OneOf(key, tuple(map(option.short, option.values)), at)
    is_marked = form.game.opens and option in form.game.changed(form.chosen.options)
    return form_rows.AnswerRow(
        capital(option.name) + " *" * is_marked,
        (answer,),
        _meaning(option, value) + _changed_too(form, option),
        notes=tuple(dict.fromkeys(_meaning(option, value) for value in (*option.labels, option.default))),
        is_shown=form.game.matters(option.key, form.chosen.options),
    )


def _player_labels(form: SetupForm) -> tuple[str, ...]:
    """Each player by name; the only person at this terminal is "You"."""
    players = _players(form)
    labels = [seat.name or ("?" if seat.is_human else _called(form, number)) for number, seat in enumerate(players)]
    if form.hosts or sum(seat.is_human for seat in players) == 1:
        labels[0] = pgettext("player", "You")
    if form.hosts and len(players) == 2 and players[1].is_human:
        labels[1] = pgettext("player", "Your friend")
    return tuple(labels)


def _meaning(option: Option, value: OptionValue) -> str:
    """What a value of an option means, or else what the option is for, in one sentence."""
    return sentence(option.label(value).partition(": ")[2] or _(option.words))


def _series_row(form: SetupForm) -> form_rows.AnswerRow:
    labels, notes = [_("One game")], [_("Rematches keep the score.")]
    for length in LENGTHS:
        labels.append(_("Best of {number}", number=length))
        more = ngettext(
            "{number} win decides it. Players take turns to begin.",
            "{number} wins decide it. Players take turns to begin.", length // 2 + 1,
        )  # fmt: skip
        notes.append(more)
    answer = form_rows.OneOf("series", tuple(labels), SERIES.index(form.chosen.best_of))
    row = form_rows.AnswerRow(_("Series"), (answer,), notes[answer.chosen], notes=tuple(notes))
    return row._replace(is_shown=len(_players(form)) > 1)
