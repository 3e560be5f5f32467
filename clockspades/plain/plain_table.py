"""The table in line mode: its rules, and what can be asked about it, all of it or one part by its name."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar

from clockspades.engine.rules import Action, Event
from clockspades.engine.seating import describe_player
from clockspades.engine.session import AnySession
from clockspades.engine.story import tell
from clockspades.engine.text import printable
from clockspades.engine.wording import is_you, said
from clockspades.language import _, pgettext
from clockspades.plain.choices import shown
from clockspades.saved.series import series_before
from clockspades.table.commands import Command
from clockspades.table.glyphs import Terminal
from clockspades.table.model import AnyPlayerView, AnyTableModel, Target, only_choice
from clockspades.table.table_rules import TableRules


def described(session: AnySession, seat: int, word: str) -> Iterable[str] | None:
    """What a seat hears of the whole table, its log, or the part of it that a word names; None for other words.

    It names a part, or a place in one. Apostrophes in the name of a place may be left out, or typed as keyboards have
    them.
    """
    match word:
        case "table":
            return describe_table(session, seat)
        case "log":
            return tell_from(session, 1, seat)
    places = session.game.words.survey(session.view(seat), seat, session.names_at_table).places
    by_name = {_without_apostrophes(name): (line,) for name, line in places.items()}
    return by_name.get(_without_apostrophes(word)) or parts_of_table(session, seat).get(word)


def describe_table(session: AnySession, seat: int) -> Iterator[str]:
    """The whole table as a seat sees it, a fact a line: the game, the hand, everything else, and who has to do what."""
    survey = session.game.words.survey(session.view(seat), seat, session.names_at_table)
    yield from describe_game(session)
    yield from survey.hand
    yield from survey.table
    yield session.game.words.prompt(session.view(seat), session.names_at_table)


def parts_of_table(session: AnySession, seat: int) -> Mapping[str, tuple[str, ...]]:
    """The parts of the table by what a player types to hear them."""
    survey = session.game.words.survey(session.view(seat), seat, session.names_at_table)
    hand = {"hand": survey.hand} if survey.hand else {}
    return {**hand, **survey.parts, "game": tuple(describe_game(session)), "players": players(session)}


def _without_apostrophes(name: str) -> str:
    return name.replace("'", "").replace("’", "")


def names_of_parts(session: AnySession, seat: int) -> str:
    """What can be typed to hear a part of the table, as the end of a sentence."""
    place = session.game.words.survey(session.view(seat), seat, session.names_at_table).place
    names = ", ".join(map(shown, parts_of_table(session, seat)))
    return pgettext("parts of the table", "{names}, or {place}", names=names, place=place) if place else names


def describe_game(session: AnySession) -> Iterator[str]:
    """Which game it is, how far it has come, and what it counts for."""
    choices = ", ".join(session.game.choices(session.options))
    yield f"{session.title}, {session.game.words.progress(session.state)}."
    if choices:
        yield _("Options: {choices}.", choices=choices)
    series = series_before(session.header)
    if series is not None:
        yield series.words(session.names_at_table, session.game.sides(session.options))
    yield from session.standing.reasons()


def players(session: AnySession) -> tuple[str, ...]:
    """Who plays, in the order of their turns, and who are partners."""
    names, game = session.names_at_table, session.game
    told = [f"  {name} ({printable(describe_player(game, seat))})" for seat, name in zip(session.seats, session.names)]
    for seat in range(len(names)):
        other = game.partner(session.options, seat)
        if other is not None and (is_you(names, seat) or (len(session.humans) != 1 and seat < other)):
            told.append(said(names, seat, "[Your partner is {other}|{name} and {other} are partners].", other=other))
    return tuple(told)


def tell_from(session: AnySession, first: int, seat: int | None) -> Iterator[str]:
    """What happened from a point on, as a seat saw it."""
    for point in range(first, session.at + 1):
        yield from tell(session, point, events(session, point, seat), session.names_at_table)


def events(session: AnySession, point: int, seat: int | None) -> tuple[Event, ...]:
    """What happened on the way to a point, as a seat saw it; all of it where only bots play."""
    return session.events(point, seat) if session.humans else session.position(point).events


class LineRules(TableRules[Any, Any]):
    """The same for every game: an action is chosen by its name, and all else is told in words."""

    commands: ClassVar[tuple[Command, ...]] = ()
    parts = ()

    def next_turn(self, player: AnyPlayerView) -> Action | None:
        return only_choice(player.game, player.view, 0) if player.active and len(player.names) == 1 else None

    def how(self, terminal: Terminal, command: Command) -> str:
        word = command.name.partition(".")[2]
        return pgettext("how a command is given", "Type {command}", command=shown(word))

    def actions(self, model: AnyTableModel) -> Mapping[Target, Action]:
        return {}
