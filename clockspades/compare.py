"""Two games of the same deal beside each other: where they parted, and which went better for the person who played."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from clockspades.engine.rules import Deal
from clockspades.engine.seating import bots_in_words
from clockspades.engine.session import AnySession, last_shared
from clockspades.language import N_, _, headed, listed, pgettext
from clockspades.review.review import Gain
from clockspades.review.review_words import amounts, percent
from clockspades.saved.log import LoadedLog, LogError


class Parting(NamedTuple):
    """A choice that a seat made in one way in the first game, and in another way in the second."""

    points: tuple[int, int]
    """The point of each game before the choice."""
    seat: int | None
    """Who chose; None if a later deal of the games has other cards."""


class Player(NamedTuple):
    """The person whose games are compared; of several the first, and of bots alone the first bot."""

    name: str
    """As it can be shown. Where both have the same name, a number follows it."""
    seat: int


class Comparison(NamedTuple):
    """Two finished games that began with the same cards."""

    logs: tuple[LoadedLog, LoadedLog]
    players: tuple[Player, Player]
    partings: tuple[Parting, ...]
    """First where the games parted: until there they are the same, and anybody may have chosen there.

    Then each later choice at which one of the players saw exactly the same in both games and chose otherwise. Empty if
    the games are the same to the end.
    """

    @property
    def games(self) -> tuple[AnySession, AnySession]:
        return self.logs[0].session, self.logs[1].session

    @property
    def shared(self) -> int:
        """The number of steps that both games have in common."""
        return self.partings[0].points[0] if self.partings else self.games[0].last

    @property
    def same_seat(self) -> bool:
        """Whether both had the same cards: then their results say who did better."""
        return self.players[0].seat == self.players[1].seat

    @property
    def better(self) -> int | None:
        """Which of the games went better, 0 or 1: a win, then the lead. None if neither did, or the cards differed."""
        first, second = (
            (game.end.outcome.share(player.seat, len(game.seats)), game.game.rules.lead(game.end, player.seat))
            for game, player in zip(self.games, self.players)
        )
        return None if not self.same_seat or first == second else int(first < second)

    def parting_before(self, step: int) -> Parting | None:
        """The last parting that both games have passed after so many steps, or else the first."""
        passed = (each for each in reversed(self.partings) if max(each.points) < step)
        return next(passed, self.partings[0] if self.partings else None)

    def actions(self, parting: Parting) -> tuple[Any, Any]:
        first, second = (game.position(point + 1).action for game, point in zip(self.games, parting.points))
        return first, second


def compare(one: LoadedLog, other: LoadedLog) -> Comparison:
    """Compare two logs; LogError if one is faulty or not finished, or they are not games of the same deal."""
    for loaded in (one, other):
        if loaded.fault is not None:
            raise loaded.fault
        if not loaded.session.is_over:
            raise LogError(loaded.path, 0, _("this game is not finished, and only finished games can be compared"))
    games = (one.session, other.session)
    difference = _difference(*games)
    if difference:
        raise LogError(other.path, 0, f"{_('cannot be compared with {path}:', path=one.path)} {difference}")
    players = _players(*games)
    return Comparison((one, other), players, tuple(_partings(*games, {player.seat for player in players})))


def _difference(one: AnySession, other: AnySession) -> str:
    """Why two games are not of the same deal; empty if they are."""
    if one.game.name != other.game.name:
        return _("this is a game of {game}, and that one of {other}", game=other.game.title, other=one.game.title)
    for option in one.game.options:
        here, there = (
            "none" if each is None else each for each in (other.options[option.key], one.options[option.key])
        )
        if here != there:
            return _("the option {option} is {here} here, and {there} there", option=option.key, here=here, there=there)
    return _("the first deal has other cards") if one.position(1).action != other.position(1).action else ""


def _players(one: AnySession, other: AnySession) -> tuple[Player, Player]:
    seats = [next(iter(session.humans), 0) for session in (one, other)]
    first, second = (session.names[seat] for session, seat in zip((one, other), seats))
    if first == second:
        first, second = f"{first} (1)", f"{second} (2)"
    return Player(first, seats[0]), Player(second, seats[1])


def _partings(one: AnySession, other: AnySession, seats: set[int]) -> Iterator[Parting]:
    """Where two games parted, and where one of these seats had the same choice again and made another one."""
    shared = last_shared(one.moves, other.moves)
    if shared == one.last:
        return
    made = one.position(shared + 1)
    yield Parting((shared, shared), None if isinstance(made.action, Deal) else made.seat)
    views = {seen: point for point, seen in _choices(one, shared + 1, seats)}
    for there, seen in _choices(other, shared + 1, seats):
        here = views.get(seen)
        if here is not None and one.position(here + 1).action != other.position(there + 1).action:
            yield Parting((here, there), seen[0])


def _choices(session: AnySession, start: int, seats: set[int]) -> Iterator[tuple[int, tuple[int, Any]]]:
    """Each point from ``start`` at which one of these seats has a choice: the seat, and what it sees."""
    rules = session.game.rules
    for point in range(start, session.last):
        state = session.position(point).state
        seat = rules.to_act(state)
        if seat in seats and len(rules.legal_actions(state)) > 1:
            yield point, (seat, rules.observe(state, seat))


def describe(comparison: Comparison, gains: Mapping[Parting, Gain]) -> Iterator[str]:
    """A comparison line by line; ``gains`` has what each parting gained."""
    title = comparison.games[0].title
    choices = comparison.games[0].game.choices(comparison.games[0].options)
    yield headed(", ".join((title, *choices)), _("two games of the same deal."))
    yield ""
    names = [f"{player.name}:" for player in comparison.players]
    for number, name in enumerate(names):
        yield f"  {name:{max(map(len, names))}} {result_words(comparison, number)}"
    yield ""
    yield from filter(None, (verdict(comparison), bots_words(comparison), parting_words(comparison)))
    for parting in comparison.partings:
        yield ""
        yield from _describe_parting(comparison, parting, gains.get(parting))


def result_words(comparison: Comparison, number: int) -> str:
    """How one of the games ended for its player, in a few words with the game's units."""
    session, player = comparison.games[number], comparison.players[number]
    history = [event for position in session.positions for event in position.events]
    return session.game.words.recap(history, session.end, player.seat)


def verdict(comparison: Comparison) -> str:
    first, second = comparison.players
    if not comparison.same_seat:
        return _(
            "{name} had seat {seat} and {other} seat {place}."
            " They held different cards, so the results don't say who played better.",
            name=first.name, seat=first.seat, other=second.name, place=second.seat,
        )  # fmt: skip
    if comparison.better is None:
        return _("Both did equally well.")
    return _("{name} did better.", name=comparison.players[comparison.better].name)


def bots_words(comparison: Comparison) -> str:
    """Which seats different bots played in the two games, in a sentence; empty if there are none."""
    one, other = comparison.games
    words = [
        pgettext(
            "in a list",
            "seat {seat} was {bot} in the first game and {other} in the second",
            seat=seat,
            bot=bots_in_words(one.game, first.bot, 1),
            other=bots_in_words(other.game, second.bot, 1),
        )
        for seat, (first, second) in enumerate(zip(one.seats, other.seats))
        if first.bot and second.bot and first.bot != second.bot
    ]
    return _("The bots were not the same: {bots}.", bots=listed(words)) if words else ""


def parting_words(comparison: Comparison) -> str:
    if not comparison.partings:
        return _("The games never parted: every step is the same.")
    return _("The games parted at step {step}.", step=comparison.shared + 1)


def _describe_parting(comparison: Comparison, parting: Parting, gain: Gain | None) -> Iterator[str]:
    """The choice in each game, one a line, with its chance to win, and then what was gained."""
    if parting.seat is None:
        yield _("From here on the cards are different.")
        return
    done = [choice_words(comparison, parting, number) for number in (0, 1)]
    for number, words in enumerate(done):
        chance = ""
        if gain is not None:
            chance = _("win chance {share}", share=percent(round(1000 * gain.shares[number])))
        who = _("{name}, step {step}:", name=comparison.players[number].name, step=parting.points[number] + 1)
        yield f"  {who} {words:{max(map(len, done))}}  {chance}".rstrip()
    if gain is not None:
        yield f"  {gain_words(comparison, parting, gain)}"


def choice_words(comparison: Comparison, parting: Parting, number: int) -> str:
    """What was chosen in one of the games where they parted, without a full stop."""
    session = comparison.games[number]
    events = session.position(parting.points[number] + 1).events
    return session.game.words.describe_first((each for each in events if not each.starts_section), session.names)


def words_at(comparison: Comparison, parting: Parting | None) -> str:
    """Where the games parted, and what was chosen there in each, as short as it can be said."""
    if parting is None:
        return parting_words(comparison)
    first, second = (point + 1 for point in parting.points)
    if parting == comparison.partings[0]:
        where = parting_words(comparison)
    elif first == second:
        where = _("The same choice again at step {step}.", step=first)
    else:
        where = _("The same choice again at steps {first} and {second}.", first=first, second=second)
    if parting.seat is None:
        return f"{where} {_('Other cards were dealt.')}"
    return f"{where} {choice_in_short(comparison, parting, 0)} {choice_in_short(comparison, parting, 1)}"


def choice_in_short(comparison: Comparison, parting: Parting, number: int) -> str:
    """What was chosen in one of the games where they parted, and who chose it: ``Ana: take 7♠.``"""
    session, player = comparison.games[number], comparison.players[number]
    who = player.name
    if parting.seat is not None and parting.seat != player.seat:
        who = _("{name} in {player}'s game", name=session.names[parting.seat], player=player.name)
    return headed(who, f"{session.game.words.in_short(comparison.actions(parting)[number])}.")


def gain_words(comparison: Comparison, parting: Parting, gain: Gain) -> str:
    if not gain.chance and not gain.error:
        return _("Both choices were worth the same.")
    better = int(gain.chance > 0)
    sign = 1 if better else -1
    points = None if gain.points is None else (sign * gain.points, gain.points_error)
    worth = amounts(sign * gain.chance, gain.error, points, with_errors=False)
    player = comparison.players[better].name
    name = comparison.games[better].names[parting.seat or 0]
    if parting.seat == comparison.players[better].seat:
        told = _CERTAIN if gain.is_certain else _UNCLEAR
    else:
        told = _CERTAIN_OF_OTHER if gain.is_certain else _UNCLEAR_OF_OTHER
    return _(told, name=name, player=player, worth=worth)


_CERTAIN: Final = N_("{player}'s choice was better: win chance {worth}.")
_UNCLEAR: Final = N_("No clear difference. {player}'s choice: win chance {worth}.")
_CERTAIN_OF_OTHER: Final = N_("{name}'s choice in {player}'s game was better: win chance {worth}.")
_UNCLEAR_OF_OTHER: Final = N_("No clear difference. {name}'s choice in {player}'s game: win chance {worth}.")
