"""Line mode names all that the screen shows: each card, pile and number of every table stands in its description."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any, Final

import pytest

from clockspades.cards import UNKNOWN, Card
from clockspades.engine.header import Seat
from clockspades.engine.session import AnySession, Session
from clockspades.games.catalogue import find_game, game_names, table_rules
from clockspades.plain.plain_table import describe_table
from clockspades.table.model import AnyPlayerView, Selection, TableModel, player_view
from clockspades.table.parts import Kind, each_part
from clockspades.table.trick_widget_models import ChoicePanelModel, PlayerBadgeModel
from clockspades.table.widget_models import CountModel, Face, LineModel, TallyModel
from tests.conformance.playing import NAMES, some

KINDS: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    "pagat": ("clockwork-spades", {}),
    "gamerules": ("clockwork-spades", {"rules": "gamerules"}),
    "clock": ("clock", {}),
    "watch": ("clock", {"variant": "watch"}),
    "german clock": ("german-clock", {}),
    "clogs": ("clogs", {"target": 12}),
    "spades": ("spades", {"target": 100}),
    "spades with passes": ("spades", {"target": 100, "blind_nil": "always"}),
    "cutthroat": ("spades", {"target": 100, "mode": "cutthroat"}),
    "spades for three": ("spades", {"target": 100, "players": 3}),
    "spades for two": ("spades", {"target": 100, "players": 2}),
}


def new_game(kind: str) -> AnySession:
    """A game of Ana against bots, before the deal."""
    name, options = KINDS[kind]
    game = find_game(name)
    assert game is not None
    chosen = game.configure(options)
    names = NAMES[: game.seats(chosen)]
    return Session(game, chosen, [Seat(name, "bot:random" if at else "human") for at, name in enumerate(names)])


def choices(kind: str) -> list[tuple[AnyPlayerView, str]]:
    """What Ana sees at some of her choices in a game, and what line mode says of it then."""
    session, rng = new_game(kind), Random(4)
    session.deal(rng)
    bots = [session.game.make_bot(session.game.quickest_bot, Random(seat)) for seat, _ in enumerate(session.seats)]
    found = []
    while (seat := session.to_act) is not None:
        if seat == 0:
            found.append((player_view(session, 0, 0, active=True), "\n".join(describe_table(session, 0))))
        session.act(bots[seat].choose(session.view(seat)))
        session.deal(rng)
    return [*some(found)][::4]


def cards_of(face: Face) -> Iterator[Card]:
    """The cards that a face shows: its own, and those that lie on it, of which the suits are seen."""
    if face.card is not None and face.card is not UNKNOWN:
        yield face.card
        yield from (Card(face.card.rank, suit) for suit in face.covers)


def faces(value: Any) -> Iterator[Face]:
    """The faces in a model."""
    if isinstance(value, Face):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from faces(part)


def numbers(value: Any) -> Iterator[str]:
    """The numbers in the texts of a model that say how the game stands."""
    texts: tuple[str, ...] = ()
    match value:
        case LineModel(text, _, quiet):
            texts = (text, *quiet)
        case CountModel(number, words):
            texts = (str(number), *words)
        case TallyModel(groups):
            texts = tuple(text for group in groups for text in group)
        case PlayerBadgeModel():
            texts = tuple(text for row in value.details for text, _ in row)
        case ChoicePanelModel():
            return
        case Face(card) if card is UNKNOWN:
            texts = (value.label,)
        case tuple():
            for part in value:
                yield from numbers(part)
    for text in texts:
        yield from re.findall(r"\d+", text)


def numbers_in(words: str) -> set[str]:
    """The numbers that a text says: in digits, by the number of cards in a line, or by ``no`` and ``empty``."""
    counted = {str(len(re.findall("[♣♦♥♠]", line))) for line in words.splitlines()}
    none = {"0"} if re.search(r"\b(no|none|empty)\b", words) else set()
    return {*re.findall(r"\d+", words)} | counted | none


def test_every_game_is_looked_at() -> None:
    assert {name for name, _ in KINDS.values()} == {*game_names()}


@pytest.mark.parametrize("kind", KINDS)
def test_all_that_a_table_shows_is_said(kind: str) -> None:
    parts = [part for part in each_part(table_rules(KINDS[kind][0]).parts) if part.kind is not Kind.LOG]
    seen = 0
    for player, words in choices(kind):
        said = numbers_in(words)
        for part in parts:
            assert part.selector is not None
            model = part.selector(TableModel(player, Selection()))
            for face in faces(model):
                for card in cards_of(face):
                    assert card.symbol in words, f"{part.id}: the {card.symbol} is not in:\n{words}"
                    seen += 1
            missing = {*numbers(model)} - said
            assert not missing, f"{part.id}: {missing} of {model} is not in:\n{words}"
    assert seen > 10
