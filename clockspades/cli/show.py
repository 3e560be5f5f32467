"""``show``: a saved game as a transcript in words, or as one JSON object per point."""

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from clockspades.branches.branches import goes_on_between_people, load_to_show
from clockspades.cli.output import facts, say_json
from clockspades.cli.voice import reader
from clockspades.engine.days import time_of
from clockspades.engine.fair_deal import deals_with_proof
from clockspades.engine.options import Json, Option
from clockspades.engine.seating import describe_player
from clockspades.engine.session import AnySession
from clockspades.engine.share import deal_of, write_code
from clockspades.engine.standing import RECEIVED, REPEAT, origin_of
from clockspades.engine.story import review, tell
from clockspades.engine.text import printable
from clockspades.games.catalogue import find_game
from clockspades.language import _, locale, ngettext, pgettext
from clockspades.replay import events_seen, first_view, note_words, taken_back, views_of
from clockspades.saved.log import LoadedLog


def show(path: Path, *, as_json: bool) -> int:
    """Print a game as far as its log is true, and then raise the LogError that stopped it; the exit status."""
    loaded = load_to_show(path, find_game)
    if as_json:
        for point in points(loaded.session):
            say_json(point)
    else:
        reader()("\n".join(transcript(loaded)))
    if loaded.fault is not None:
        raise loaded.fault
    return 0


def points(session: AnySession) -> Iterator[dict[str, Json]]:
    game = session.game
    for number, position in enumerate(session.positions):
        state, outcome = position.state, position.state.outcome
        yield {
            "n": number,
            "action": None if position.action is None else position.action.as_json(),
            "next": game.rules.to_act(state),
            "legal": [action.as_json() for action in game.rules.legal_actions(state)],
            "scores": list(game.rules.scores(state)),
            "result": None if outcome is None else outcome._asdict(),
        }


def transcript(loaded: LoadedLog) -> Iterator[str]:
    """A game in words, line by line.

    A finished game is told with all cards open. One that goes on is told as the person at the table sees it,
    or as everyone does where several people play: reading it spoils nothing.
    """
    session = loaded.session
    yield from _heading(loaded)
    view = first_view(views_of(session, over=session.is_over))
    said = defaultdict[int, list[str]](list)
    for remark in review(session, session.names):
        said[remark.point].append(remark.words)
    for undone in loaded.undone:
        said[undone.after].append(taken_back(loaded, session.names, undone, view))
    for note in loaded.notes:
        said[note.after].append(printable(note_words(note.text)))
    for number in range(session.last + 1):
        yield from tell(session, number, events_seen(session, view, number), session.names)
        yield from (f"  {words}" for words in said[number])
    yield ""
    yield from _ending(loaded)


def _heading(loaded: LoadedLog) -> Iterator[str]:
    session = loaded.session
    yield f"{session.title}, {_date(loaded.header.started)}"
    if (origin := origin_of(loaded.header)) is not None:
        names = {"name": printable(origin.name), "other": printable(origin.of)}
        yield f"  {_('{name}, played on from step {step} of {other}', step=origin.point, **names)}"
    if session.standing.is_repeat:
        yield f"  {_(REPEAT)}"
    if session.standing.is_received:
        yield f"  {_(RECEIVED)}"
    yield from facts(_facts(loaded))


def _facts(loaded: LoadedLog) -> Iterator[tuple[str, str]]:
    """Who played, with which options, and which deal it was, each under its label."""
    session = loaded.session
    for number, (seat, name) in enumerate(zip(session.seats, session.names)):
        yield _("Seat {number}", number=number), f"{name} ({printable(describe_player(session.game, seat))})"
    for option in session.game.options:
        yield _(option.words), _choice(session, option)
    deal = None if goes_on_between_people(session) else deal_of(session)
    if deal is not None:  # with the code of a game that goes on, one of the players could look at all hands
        told = _("{code}, deal number: {number}", code=write_code(*deal), number=deal.number)
        yield _("Share code"), told
    if proved := deals_with_proof(session):
        yield (
            _("Proof"),
            ngettext(
                "of {number} deal, which clockspades verify checks",
                "of {number} deals, which clockspades verify checks",
                proved,
            ),
        )


def _choice(session: AnySession, option: Option) -> str:
    """What was chosen before the game, as it is called: a player's name where the option names a seat."""
    value = session.options[option.key]
    if option.seat and isinstance(value, int):
        return session.names[value]
    return option.short(value)


def _ending(loaded: LoadedLog) -> Iterator[str]:
    session = loaded.session
    if session.outcome is not None:
        yield session.game.words.verdict(session.state, session.names)
        return
    if loaded.fault is not None:
        yield _("The file has an error after this point.")
    else:
        yield _("The game is not over yet.")
    reader = session.humans[0] if len(session.humans) == 1 else None
    if prompt := session.game.words.prompt(session.view(reader), session.names):
        yield prompt


def _date(started: str) -> str:
    """When a game began, in words; as it stands in the log if that is no time."""
    began = time_of(started)
    if began is None:
        return printable(started)
    month = locale().months.split()[began.month - 1]
    day, year, time = began.day, began.year, f"{began:%H:%M}"
    return pgettext("when a game began", "{day} {month} {year}, {time} UTC", day=day, month=month, year=year, time=time)
