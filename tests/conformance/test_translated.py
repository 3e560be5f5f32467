"""What every game says, in the language that nobody speaks: everything is translated, and no sentence holds another."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from random import Random
from typing import Any

import pytest

from clockspades import language
from clockspades.engine import story
from clockspades.engine.game import Game
from clockspades.engine.header import Seat
from clockspades.engine.session import AnySession
from clockspades.engine.wording import NamesForYou
from clockspades.games.catalogue import GAMES, lesson, table_rules
from clockspades.language import _
from clockspades.table.commands import Command
from clockspades.table.lesson import Course
from clockspades.table.log_view import log_lines
from clockspades.table.model import AnyTableModel, Selection, TableModel, player_view
from clockspades.table.parts import each_part
from clockspades.table.table_rules import AnyTableRules
from distribution.messages import messages
from tests import pseudo
from tests.conformance.playing import NAMES, option_sets, random_game

DATA = {*NAMES, "Hora", "West", "East", "BJ", "LJ"}
"""Names, and the jokers."""
ROLE = re.compile(r"[\w-]+--[\w-]+|[a-z]+(-[a-z]+)*")
"""What a stylesheet, a log or the command line calls something."""
POINTS = 1
"""Points of a game that are looked at for each kind of point."""
SETS = 8
"""Sets of options that are played at most, about."""

Said = tuple[str, str]
"""Where something is said, and what."""


def in_words(session: AnySession) -> Iterator[Said]:
    """What the words of a game say at the point of a session."""
    game, at, state = session.game, session.at, session.state
    rules, words, plain = game.rules, game.words, NAMES[: len(session.seats)]
    position = session.position(at)
    yield "progress", words.progress(state)
    for names in (plain, NamesForYou(plain, 0), NamesForYou(plain, len(plain) - 1)):
        for event in position.events:
            yield "describe", words.describe(event, names)
        yield "verdict", words.verdict(state, names)
        meaning = story.meaning(session, at, names) if at else None
        yield from (("meaning", said) for said in (meaning.words if meaning else ()))
        for seat in (*range(len(plain)), None):
            view = rules.observe(state, seat)
            yield "prompt", words.prompt(view, names)
            yield "task", words.task(view, names)
            survey = words.survey(view, seat, names)
            yield from (("survey", line) for line in (*survey.hand, *survey.table, *survey.places.values()))
            yield "place", survey.place
            if seat is not None:
                yield "unseen", words.unseen(view, seat) if position.action is not None else ""
                yield "hand in short", words.hand_in_short(view, seat)
            if seat is None or rules.to_act(state) != seat:
                continue
            yield "outlook", words.outlook(view, names)
            yield "question", words.question(view)
            yield "kind", words.kind_of_choice(view)
            yield "key rule", words.key_rule(view)
            yield "settled", words.settled(view)
            yield from (("hint", hint.words) for hint in words.hints(view, names))
            legal = rules.legal_actions(view)
            for action in legal:
                yield "doing", words.doing(action)
                yield "chosen", words.chosen(action)
                yield "reason", words.reason(view, action)
                if len(legal) > 1:
                    yield "regret", words.regret(view, action, legal[action == legal[0]], names)


def at_the_end(session: AnySession) -> Iterator[Said]:
    game, state, names = session.game, session.state, NAMES[: len(session.seats)]
    history = [event for position in session.positions for event in position.events]
    for seat in (*range(len(names)), None):
        yield "recap", game.words.recap(history, state, seat)
        if seat is not None:
            you = NamesForYou(names, seat)
            if len(game.rules.scores(state)) == len(names):
                yield "ended", game.words.ended(state, seat)
            yield "picture", game.words.picture(history, state, seat)[0]
            yield "praise", game.words.praise(history, state, seat)
            yield "ending", game.words.ending(history, state, you, seat)
            yield from (("review", remark.words) for remark in story.review(session, you))


def refusals(session: AnySession) -> Iterator[Said]:
    """Why the actions of other points cannot be taken at this one."""
    game, seat = session.game, session.to_act
    if seat is None:
        return
    view = session.view(seat)
    others = {repr(position.action): position.action for position in session.positions if position.seat is not None}
    for name in sorted(others)[:: 1 + len(others) // 6]:
        action = others[name]
        yield "why not", game.rules.why_not(view, action)


def strings(value: Any) -> Iterator[str]:
    """The texts in what a part of a table draws."""
    match value:
        case str():
            yield value
        case Command():
            yield from map(_, filter(None, (value.words, value.description)))
        case Mapping():
            for each in value.values():
                yield from strings(each)
        case tuple() | list() | frozenset():
            for each in value:
                yield from strings(each)
        case _ if hasattr(value, "__dataclass_fields__"):
            for name in value.__dataclass_fields__:
                yield from strings(getattr(value, name))


def on_the_table(rules: AnyTableRules, session: AnySession) -> Iterator[Said]:
    for seat in {0, session.to_act or 0}:
        view = player_view(session, seat, seat, active=session.to_act == seat)
        model: AnyTableModel = TableModel(view, Selection())
        for part in each_part(rules.parts):
            if part.selector is not None:
                yield from ((f"part {part.id}", text) for text in strings(part.selector(model)))
        if session.outcome is not None:
            yield from (("log", text) for text in strings(log_lines(model, rules.log_style)))
            yield from (("sheet", text) for text in strings(rules.sheet(model)))
        yield from (("key", text) for text in strings(rules.keys(model, is_running=False)))
        yield from (("key", text) for text in strings(rules.keys(model, is_running=True)))
        for target in rules.targets(model):
            yield "explain", rules.explain(model, target)
            selected = model._replace(selection=Selection(cursor=target))
            yield "reminder", rules.reminder(selected)
            if model.player.active:
                yield from (("key", text) for text in strings(rules.keys(selected, is_running=False)))
        if model.player.active:
            for action in model.legal:
                if len(model.legal) == 1 and len(session.seats) > 1:
                    yield "announce", rules.announce(model.player, action)
                for target in rules.targets_of(model, action) if len(model.legal) > 1 else ():
                    yield "reminder", rules.reminder(model._replace(selection=Selection(confirming=target)))
    if session.outcome is not None:
        yield from (("result", text) for text in strings(rules.result(session.state, session.events(session.at, None))))


def in_the_lesson(game: Game[Any, Any, Any]) -> Iterator[Said]:
    taught = lesson(game.name)
    assert taught is not None, "every game here has one"
    for preset in (None, *game.presets):
        for seed in range(3):
            session = taught.begin(game, Seat("Ana"), preset)
            bot = game.make_bot(game.quickest_bot, Random(seed))
            for _point in range(80):
                views = [game.rules.observe(each.state, 0) for each in session.positions[: session.at + 1]]
                history = [session.events(point, 0) for point in range(1, session.at + 1)]
                notes = taught.notes(Course(views, history, 0, NamesForYou(tuple(session.names), 0)))
                yield from (("note", note.words) for note in notes)
                if session.to_act is None:
                    break
                session.act(bot.choose(session.view(session.to_act)))


def points(session: AnySession) -> Iterator[int]:
    """Some points of each kind: at which the same can be done, and the same has happened."""
    seen = Counter[Any]()
    for point, position in enumerate(session.positions):
        legal = session.game.rules.legal_actions(position.state)
        kind = (frozenset(map(type, legal)), len(legal) > 1, frozenset(map(type, position.events)))
        seen[kind] += 1
        if seen[kind] <= POINTS:
            yield point


def everything(game: Game[Any, Any, Any]) -> Iterator[Said]:
    """What a game says in some random games and its lessons."""
    rules = table_rules(game.name)
    sets = option_sets(game)
    sets = sets[:: 1 + len(sets) // SETS]
    for options in sets:
        session = random_game(game, options, "translated")
        for point in points(session):
            session.go_to(point)
            yield from in_words(session)
            yield from refusals(session)
            yield from on_the_table(rules, session)
        session.go_to(session.last)
        yield from on_the_table(rules, session)
        yield from at_the_end(session)
    yield from in_the_lesson(game)


class Listed(pseudo.Pseudo):
    """The catalogue, which lists the messages that it was asked for."""

    def __init__(self) -> None:
        self.asked = set[tuple[str | None, str]]()

    def gettext(self, message: str, /) -> str:
        self.asked.add((None, message))
        return super().gettext(message)

    def pgettext(self, context: str, message: str, /) -> str:
        self.asked.add((context, message))
        return super().pgettext(context, message)


@cache
def in_the_catalogues() -> frozenset[tuple[str | None, str]]:
    return frozenset((message.context, text) for message in messages() for text in message.texts)


@pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])
def test_everything_that_a_game_says_is_translated(game: Game[Any, Any, Any]) -> None:
    listed = Listed()
    with pseudo.spoken():
        language.use(pseudo.CODE, listed)
        found = {(where, text) for where, text in everything(game) if not ROLE.fullmatch(text)}
    assert not [(where, text, faults) for where, text in sorted(found) if (faults := pseudo.faults(text, DATA))]
    assert not listed.asked - in_the_catalogues(), "they stand in the code where no catalogue finds them"
