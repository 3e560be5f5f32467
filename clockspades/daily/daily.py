"""The deal of the day: the same game and cards for everyone, from the date in UTC alone (docs/daily.md).

A game of it counts for the day if it was begun on that day, is finished and not practice, and is the first with the
number of that deal. One that was begun later is caught up: it is an ordinary game, and counts for no streak. So are
those of the extra deals, which a day has for every other game.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, date, datetime
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Final, NamedTuple, TypeAlias

from clockspades import __version__
from clockspades.engine import share
from clockspades.engine.days import read_day, time_of
from clockspades.engine.game import AnyGame, Preset
from clockspades.engine.header import Header, Seat
from clockspades.engine.options import Options, OptionValue
from clockspades.engine.players import first_other_move
from clockspades.engine.rules import Outcome
from clockspades.engine.seating import fill_seats, name_bots
from clockspades.engine.session import AnySession
from clockspades.engine.standing import DAILY_KEY, Standing
from clockspades.engine.text import UserError, bare, unadorned
from clockspades.games.catalogue import find_game, find_offer, offers
from clockspades.language import N_, NC_, _, marked, pgettext, speaking
from clockspades.review.review import Review, review
from clockspades.saved.archive import Archive
from clockspades.saved.log import actions_of

CAUGHT_UP, EXTRA, _PRACTICE, _REPEAT = marked(
    "why a deal does not count", "caught up", "an extra deal", "practice", "a repeat"
)
"""Why a game does not count for its day; a line says so in English of one that was begun after its day."""
EXAMPLE: Final = "Clockspades daily 2026-12-06 · Watch · lost, 49 of 52 · piles ■■■□■■■■■■□□■ · C304-9297"
ALONE: Final = date(2026, 11, 27)
"""The first day whose own deal alone counts. Before it every deal of a day did."""
WEEK: Final[Sequence[tuple[str, str, str, Options]]] = (
    ("spades", "spades-hand", NC_("game", "Spades, one hand"), {"target": 50}),
    ("clockwork-spades", "clockwork-spades", NC_("game", "Clockwork Spades"), {}),
    ("german-clock", "german-clock", NC_("game", "German Clock"), {}),
    ("clogs", "clogs-hand", NC_("game", "Clogs, one hand"), {"players": 3, "target": 5}),
    ("spades", "spades-hand", NC_("game", "Spades, one hand"), {"target": 50}),
    ("clockwork-spades", "fewest-spades", NC_("game", "Fewest Spades"), {"rules": "gamerules"}),
    ("clock", "watch", NC_("game", "Watch"), {}),
)
"""From Monday to Sunday: the game of the day's own deal, the name and title of its form, and its options.

Never change it: past days would get other deals, and streaks and lines with them.
"""
EXTRAS: Final = ("cutthroat", "spades-for-three", "spades-for-two")
"""Presets with an extra deal on each day beside those of the list of games."""

_MOST: Final = 40
"""The squares of a picture, at most: a longer game has none."""
_HEADING: Final = "Clockspades daily"
_TOLD: Final = re.compile(
    rf"{_HEADING.casefold()} (?:([a-z][a-z-]*) )?(?:-+ ?date[ =])?(\d{{4}}- ?\d\d- ?\d\d)(?: · ([^·]+) ·)?"
)
"""The beginning of a line, or the command that plays its deal: the name of the game, the day, and its title."""
_MARK: Final = share.OF_A_LINE - 1
"""Characters of a fingerprint before its check."""

DayKey: TypeAlias = tuple[date, str, str]
"""A day, the name of a game, and the name of one of its presets."""


class DailyError(UserError, ValueError):
    """A game without a line of the day, or a line that is not the game's. The message says why, in a clause."""


class DailyDeal(NamedTuple):
    """The deal of a game on a day."""

    day: date
    game: AnyGame
    preset: Preset
    options: Mapping[str, OptionValue]
    """Those of the preset; who begins or deals is drawn with the cards."""
    number: int
    """The number that shuffles, from 0 to :data:`share.DEALS`."""

    @property
    def key(self) -> DayKey:
        return self.day, self.game.name, self.preset.name

    @property
    def is_own(self) -> bool:
        """Whether this deal can count for its day. From :data:`ALONE` on, each day has one such deal."""
        return self.day < ALONE or self.key == own_deal(self.day).key

    def seats(self, person: Seat) -> tuple[Seat, ...]:
        """A person in the first seat, and the best bot, named as the deal has it, in every other."""
        return name_bots(self.game, fill_seats(self.game, self.options, [person]), self.number)


def begin(archive: Archive, deal: DailyDeal, person: Seat, rng: Random) -> AnySession:
    """Begin the game of a deal of the day, with a person in the first seat; LogError if it cannot be saved."""
    marks = {DAILY_KEY: str(deal.day)}
    return archive.begin(deal.game, deal.options, deal.seats(person), rng, number=deal.number, marks=marks)


class PlayedDaily(NamedTuple):
    """A saved game of a deal of the day."""

    deal: DailyDeal
    path: Path
    header: Header
    standing: Standing
    outcome: Outcome | None = None

    @property
    def counts(self) -> bool:
        return self.outcome is not None and not self.why_not

    @property
    def why_not(self) -> str:
        """Why it does not count for its day, even once it is finished, in a word or two; empty if it does."""
        if not self.standing.counts:
            why = _REPEAT if self.standing.is_repeat else _PRACTICE
        elif day_begun(self.header) != self.deal.day:
            why = CAUGHT_UP
        else:
            why = "" if self.deal.is_own else EXTRA
        return why and pgettext("why a deal does not count", why)

    def words(self) -> str:
        """Its result in a few words: ``won``, ``lost``, ``drawn``, ``31 of 52``."""
        if self.outcome is None:
            return pgettext("in eight characters", "in progress")
        winners, scores, goal = self.outcome.winners, self.outcome.scores, self.deal.game.goal
        if 0 in winners:
            return pgettext("in eight characters", "won")
        if goal is not None and scores:
            return pgettext("in eight characters", "{score} of {goal}", score=scores[0], goal=goal)
        return pgettext("in eight characters", "lost" if winners or len(scores) < 2 else "drawn")


class Streak(NamedTuple):
    """Days in a row on which a deal of the day counts."""

    current: int
    """Those up to today, or up to yesterday if none counts today yet."""
    best: int


# -- deals -------------------------------------------------------------------------------------------------


def deal_of(day: date, game: AnyGame, preset: Preset) -> DailyDeal:
    """The deal of a day for a game as the picker offers it."""
    text = f"clockspades daily {day.isoformat()} {game.name} {preset.name}"
    rest, number = divmod(int.from_bytes(sha256(text.encode()).digest(), "big"), share.DEALS)
    options = game.configure(preset.options)
    for option in game.options:
        if option.seat:
            rest, options[option.key] = divmod(rest, game.seats(options))
    return DailyDeal(day, game, preset, options, number)


def own_deal(day: date, found: Iterable[PlayedDaily] = ()) -> DailyDeal:
    """The deal that a day is about: its own, or before :data:`ALONE` the one of those found that was played then."""
    before = (each for each in found if each.deal.day == day < ALONE)
    if played_then := min(before, key=_order, default=None):
        return played_then.deal
    name, form, title, options = WEEK[day.weekday()]
    game = find_game(name)
    assert game is not None, "the catalogue has the games of the week"
    preset = next((preset for preset in game.presets if preset.name == form), game.presets[0])
    return deal_of(day, game, preset._replace(name=form, called=title, options={**preset.options, **options}))


def deals(day: date, found: Mapping[DayKey, PlayedDaily]) -> tuple[DailyDeal, ...]:
    """The deal that a day is about, and then the extra ones. Those of other presets are played by name alone."""
    own = own_deal(day, found.values())
    extra = (deal_of(day, *offer) for offer in offers() if offer == offer.listed or offer.preset.name in EXTRAS)
    return (own, *(deal for deal in extra if deal.key != own.key))


def deal_in(header: Header, game: AnyGame) -> DailyDeal | None:
    """The deal of the day in a header, played by one person in the first seat; None if its code is another."""
    day = Standing.of(header.extra).day
    shared = None if day is None else share.shared_deal(header, game)
    if day is None or shared is None or [seat.is_human for seat in header.seats].count(True) != 1:
        return None
    name, *_ = WEEK[day.weekday()]
    own = (own_deal(day),) if name == game.name else ()
    every = (*own, *(deal_of(day, game, preset) for preset in game.presets))
    found = (deal for deal in every if (deal.options, deal.number) == (shared.options, shared.number))
    return next(found, None) if header.seats[0].is_human else None


def utc_today() -> date:
    """The day in UTC, which is the day of the deal everywhere."""
    return datetime.now(UTC).date()


def day_begun(header: Header) -> date | None:
    """The day on which a game began, in UTC; None if its header does not tell."""
    time = time_of(header.started)
    return None if time is None else time.date()


# -- what was played ---------------------------------------------------------------------------------------


def played(archive: Archive, day: date | None = None) -> dict[DayKey, PlayedDaily]:
    """By deal of the day, the game of it that was played here: the one that counts, or the first.

    A repeat is only taken if there is nothing else. With ``day``, only the games of that day are read.
    """
    found: dict[DayKey, PlayedDaily] = {}
    wanted = "" if day is None else day.isoformat()
    for entry, game, header, standing, outcome in archive.skim("day != '' AND ? IN ('', day)", wanted):
        if entry.finished and outcome is None:
            continue  # its result is wrong: it does not go on, and nobody knows how it ended
        if each := _played(entry.path, header, game, standing, outcome):
            before = found.get(each.deal.key)
            if before is None or _order(each) < _order(before):
                found[each.deal.key] = each
    return found


def _order(each: PlayedDaily) -> tuple[bool, bool, str, str]:
    return not each.counts, each.standing.is_repeat, each.header.started, each.path.name


def played_in(session: AnySession) -> PlayedDaily | None:
    """The game of a session, if it is one of a deal of the day and no branch."""
    return _played(session.path or Path(), session.header, session.game, session.standing, session.outcome)


def _played(
    path: Path, header: Header, game: AnyGame, standing: Standing, outcome: Outcome | None
) -> PlayedDaily | None:
    deal = deal_in(header, game) if standing.is_recorded else None
    return deal and PlayedDaily(deal, path, header, standing, outcome)


def streak(games: Collection[PlayedDaily], today: date) -> Streak:
    """The days in a row on which one of these games counts."""
    days = {each.deal.day.toordinal() for each in games if each.counts}
    best = max((run_up_to(day, days) for day in days if day + 1 not in days), default=0)
    now = today.toordinal()
    return Streak(run_up_to(now if now in days else now - 1, days), best)


def run_up_to(day: int, days: Collection[int]) -> int:
    """The length of the run of days that ends with ``day``. All days are ordinals; 0 if ``day`` is not among them."""
    first = day
    while first in days:
        first -= 1
    return day - first


# -- the line to paste -------------------------------------------------------------------------------------


def line_of(session: AnySession, found: Review | None = None) -> str:
    """A finished deal of the day in one line: it names nobody and no card. DailyError if it has none.

    With its review, the line says how many choices were right. It is in English: other versions compare its words.
    """
    deal, line = _line(session)
    name = "" if deal.key == own_deal(deal.day).key else f" {deal.preset.name}"
    with speaking():
        return share.to_paste(str(line._replace(right=_right(found))), command=f"daily{name} --date {deal.day}")


def deal_told(text: str) -> DailyDeal | None:
    """The deal of the last day in a text: a line, or the command that plays it; None if there is none.

    DailyError if it can't be played, or not yet.
    """
    found = [*_TOLD.finditer(_plain(text))]
    if not found:
        return None
    name, written, title = found[-1].groups()
    day, today = read_day(written.replace(" ", "")), utc_today()
    if day is None or day > today:
        raise DailyError(_("the deal of {day} can't be played: today is {today} in UTC", day=written, today=today))
    own, given = own_deal(day), name or title or ""
    offer = None if given in ("", unadorned(own.preset.called)) else find_offer(given)
    return own if offer is None else deal_of(day, *offer)


def line_to_paste(session: AnySession, found: Review | None = None) -> str:
    """A finished game in one line for others: with the day if it has a deal of the day, else with its code."""
    with suppress(DailyError):
        return line_of(session, found)
    return share.line_to_paste(session)


def check_line(line: str, session: AnySession) -> DailyDeal:
    """The deal of the game that produced a line; DailyError if this game did not.

    What chat programs change in a line makes no difference: blanks, dashes, dots, coloured signs, capitals.
    """
    told = _read(line)
    if told is None:
        raise DailyError(_("that is not the line of a deal of the day; one looks like {line}", line=EXAMPLE))
    if told.mark is None:
        raise DailyError(_("the code at the end of the line has a typo: a character is wrong, missing or swapped"))
    deal, true = _line(session)
    if told.day != true.day:
        raise DailyError(_("the line is for {day}, but this game is for {own}", day=told.day, own=true.day))
    if told.title != unadorned(true.title):
        raise DailyError(_("the line is for another game than {game}", game=deal.preset.title))
    if told.result not in map(_plain, _results(session)):
        raise DailyError(_("the line has another result: this game says {result}", result=repr(true.result)))
    if told.caught_up != true.caught_up:
        if told.caught_up:
            says = N_("the line says that the game was caught up, but it was begun on {day}")
        else:
            says = N_("the line says that the game was played on its day, but it was begun on {day}")
        raise DailyError(_(says, day=day_begun(session.header)))
    if told.mark != true.mark:
        raise DailyError(_("the line is from other moves with the same deal and the same result"))
    return deal


def check_choices(line: str, session: AnySession) -> None:
    """DailyError if a line says how many choices were right, and the review in this version says otherwise."""
    told = _read(line)
    if told is not None and told.right and told.right != (right := _right(review(session, 0))):
        says = repr(right or "nothing")
        raise DailyError(
            _("the line has other choices: clockspades {version} says {right}", version=__version__, right=says)
        )


def check_bots(deal: DailyDeal, session: AnySession, tell: Callable[[int], object]) -> None:
    """DailyError if a move of a bot in a game of this deal is not the one that it makes there in this version.

    It takes as long as the bots took in play. ``tell`` is told how many points are done.
    """
    point = first_other_move(session, deal.number, tell)
    if point is not None:
        told = session.game.words.describe_first(session.position(point).events, session.names)
        here = N_("step {point} is not the bot's move in clockspades {version}, though it may be in another version:")
        raise DailyError(f"{_(here, point=point, version=__version__)} {told}")


class _Line(NamedTuple):
    day: date
    title: str
    result: str
    caught_up: bool
    mark: tuple[int, ...] | None
    """The fingerprint; None if it has a typo."""
    right: str = ""
    """How many choices were right; empty if it does not say."""

    def __str__(self) -> str:
        caught_up = CAUGHT_UP if self.caught_up else ""
        seal = share.seal(self.mark or ())
        return share.to_paste(f"{_HEADING} {self.day}", self.title, self.result, caught_up, self.right, seal)


def _right(found: Review | None) -> str:
    """How many of the choices that mattered were right, as a line says it; empty if there were none."""
    number = 0 if found is None else len(found.own.counted)
    return f"{found.own.right} of {number} {'choice' if number == 1 else 'choices'} right" if found and number else ""


def _results(session: AnySession) -> list[str]:
    """The ways to say how a game went: a picture in squares if the game was short, and the words of older lines.

    Both are in English, whatever is spoken.
    """
    one, words, state = played_in(session), session.game.words, session.state
    history = [event for position in session.positions for event in position.events]
    with speaking():
        results = [words.recap(history, state, 0)]
        steps, went_well = words.picture(history, state, 0)
        if one is not None and 0 < len(went_well) <= _MOST:
            told = one.words()
            ended = words.ended(state, 0) if session.game.goal is None else told if told == "won" else f"lost, {told}"
            results.insert(0, f"{ended} · {steps} {''.join('■' if well else '□' for well in went_well)}")
    return results


def _plain(text: str) -> str:
    """A text as chat programs may leave it, with one sign between its parts: terminals without dots write a dash."""
    return unadorned(text).replace(" - ", " · ")


def _read(text: str) -> _Line | None:
    """What a line says, in plain text; None if it is not the line of a deal of the day."""
    first, *parts = (part.strip() for part in _plain(text).split("·"))
    heading, _, day = first.rpartition(" ")
    when = read_day(day)
    if when is None or not heading.endswith(unadorned(_HEADING)) or len(parts) < 3:
        return None
    title, *results, last = parts
    right = results.pop() if results[-1].endswith(" right") else ""
    caught_up = results[-1:] == [CAUGHT_UP]
    result = " · ".join(results[:-1] if caught_up else results)
    return _Line(when, title, result, caught_up, share.unseal(bare(last.partition(" ")[0])), right)


def _line(session: AnySession) -> tuple[DailyDeal, _Line]:
    """The deal of a finished game, and its line; DailyError if it has none."""
    game, header = session.game, session.header
    deal = deal_in(header, game)
    if deal is None:
        if DAILY_KEY in header.extra:
            raise DailyError(_("this game does not have the deal of the day that its header names"))
        raise DailyError(_("this game is not a deal of the day"))
    if session.standing.is_apart:
        raise DailyError(_("this game was played on from a replay"))
    if session.outcome is None:
        raise DailyError(_("this game is not finished"))
    if session.standing.is_assisted:
        raise DailyError(_("this game is practice: its player had seen cards that were still to come"))
    if session.standing.is_repeat:
        raise DailyError(_("the player of this game had played its deal before"))
    if any(seat.bot != game.best_bot for seat in header.seats[1:]):
        raise DailyError(_("this game was not played against {level} bots", level=game.level(game.best_bot)))
    if not share.code_of(session):
        raise DailyError(_("this game does not have the cards of its day"))
    began = day_begun(header)
    if began is None or began < deal.day:
        raise DailyError(_("this game was not begun on its day or later"))
    return deal, _Line(deal.day, deal.preset.called, _results(session)[0], began > deal.day, _mark(deal, session))


def _mark(deal: DailyDeal, session: AnySession) -> tuple[int, ...]:
    """The fingerprint of all actions of a game: numbers from 0 to 31."""
    lines = [f"{deal.day} {deal.game.name} {deal.preset.name}\n", *actions_of(session)]
    digest = sha256("".join(lines).encode()).digest()
    return tuple(byte % len(share.ALPHABET) for byte in digest[:_MARK])
