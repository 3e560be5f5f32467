"""What the table of every game must be like: it shows nothing hidden, and a key or a click does what can be done."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from clockspades.cards import ALL_CARDS, RANK, Card
from clockspades.engine.game import Game
from clockspades.engine.rules import Deal
from clockspades.engine.session import AnySession
from clockspades.games.catalogue import GAMES, table_rules
from clockspades.table.log_view import log_lines
from clockspades.table.model import AnyTableModel, Selection, TableModel, Target, player_view
from clockspades.table.parts import each_part
from clockspades.table.table_rules import AnyTableRules, Choose, Response, Select
from tests.conformance.playing import BRIEF, random_game, some
from tests.conformance.structure import cards_in

every_game = pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])


@cache
def _played(game: Game[Any, Any, Any]) -> tuple[AnySession, ...]:
    brief = BRIEF.get(game.name, {})
    return tuple(random_game(game, game.configure({**preset.options, **brief}), "table") for preset in game.presets)


def points(game: Game[Any, Any, Any]) -> Iterator[AnySession]:
    """Some points of a random game of each preset: of its first deal, as the log shows the cards of earlier ones."""
    for session in _played(game):
        deals = [point for point, at in enumerate(session.positions) if isinstance(at.action, Deal)]
        for point in some(range(deals[1] if len(deals) > 1 else session.last + 1))[::2]:
            session.go_to(point)
            yield session


def models(session: AnySession, **shown: Any) -> Iterator[AnyTableModel]:
    """What each seat has before it."""
    for seat in range(len(session.seats)):
        yield TableModel(player_view(session, seat, seat, active=session.to_act == seat, **shown), Selection())


def everything(rules: AnyTableRules, model: AnyTableModel) -> tuple[Any, ...]:
    """What the parts of a table draw, the log, the score sheet, the small table, and what is said of each target."""
    parts = tuple(part.selector(model) for part in each_part(rules.parts) if part.selector is not None)
    explained = tuple(rules.explain(model, target) for target in rules.targets(model))
    return (parts, log_lines(model, rules.log_style), rules.sheet(model), rules.miniature(model), explained)


def named(value: Any) -> set[Card]:
    """Every card in a value, as a card or in words."""
    text = repr(value)
    found = {*re.findall(f"{RANK}[♣♦♥♠]|<[A2-9TJQKBLDS][CDHS]>", text)}
    return {card for card in ALL_CARDS if {card.symbol, repr(card)} & found}


def unseen(session: AnySession, seat: int) -> set[Card]:
    """The cards of the deal that neither an event nor its view has shown to a seat."""
    actions = (position.action for position in session.positions[: session.at + 1])
    dealt = {card for action in actions if isinstance(action, Deal) for card in action.cards}
    return dealt.difference(
        cards_in(session.view(seat)), *(cards_in(session.events(at, seat)) for at in range(session.at + 1))
    )


@every_game
def test_nothing_on_the_table_shows_a_card_that_its_player_has_not_seen(game: Game[Any, Any, Any]) -> None:
    rules, hidden, found = table_rules(game.name), 0, set[Card]()
    for session in points(game):
        for model in models(session):
            shown, secret = named(everything(rules, model)), unseen(session, model.player.seat)
            assert session.outcome is not None or not shown & secret
            hidden += len(secret)
            found |= shown
    assert hidden
    assert len(found) > 20, "cards are found where they are"


def responses(rules: AnyTableRules, model: AnyTableModel, targets: tuple[Target, ...]) -> Iterator[Response]:
    """What keys and clicks lead to, with the cursor nowhere and on each target."""
    yield from (rules.confirm(model), rules.space(model))
    for target in targets:
        pointed = model._replace(selection=Selection(target))
        yield from (pressed := rules.press(model, target), rules.confirm(pointed), rules.space(pointed))
        if isinstance(pressed, Select):
            yield rules.confirm(model._replace(selection=pressed.selection))


@every_game
def test_a_key_or_a_click_chooses_something_wherever_something_can_be_chosen(game: Game[Any, Any, Any]) -> None:
    rules = table_rules(game.name)
    for session in points(game):
        for model in models(session):
            if model.player.active:
                found = {type(response) for response in responses(rules, model, rules.targets(model))}
                assert Choose in found or any(action.do == "pass" for action in game.rules.offered(model.player.view))
            said = [rules.explain(model, target) for target in rules.targets(model)]
            assert all(words.endswith((".", "!", "?")) for words in said if words)
