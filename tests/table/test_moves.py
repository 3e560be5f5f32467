"""How cards move from one point to the next: every card that an event moves, and no face that the seat does not see."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, TypeAlias

import pytest

from clockspades.cards import UNKNOWN, Card
from clockspades.engine.game import AnyGame
from clockspades.engine.session import AnySession
from clockspades.games import tricks
from clockspades.games.catalogue import GAMES, find_game, game_names, table_rules
from clockspades.games.clock import clock_rules as clock
from clockspades.games.clock.clock_table import HAND, LATER
from clockspades.games.clockwork import clockwork_rules as clockwork
from clockspades.games.clogs.clogs_rules import ClogTurned
from clockspades.games.german_clock import german_clock_rules as german
from clockspades.games.german_clock.german_clock_table import STOCK, TOP
from clockspades.saved.log import load
from clockspades.table.model import AnyPlayerView, Selection, TableModel, Target, TargetKind, player_view
from clockspades.table.parts import InPart, Move, Place, each_part
from clockspades.table.widget_models import Face
from tests.conformance.golden import golden_logs


def shortest(game: AnyGame) -> list[Path]:
    """The golden logs of a game, the shortest first."""
    return sorted(golden_logs(game), key=lambda path: path.stat().st_size)


LOGS: Final = [pytest.param(path, id=f"{game.name}-{path.stem}") for game in GAMES for path in shortest(game)[:3]]
FIRST: Final = {
    game.name: (shortest if table_rules(game.name).shows_tricks else golden_logs)(game)[0] for game in GAMES
}
Step: TypeAlias = tuple[AnyPlayerView, AnyPlayerView, tuple[Move, ...]]


def moved(event: Any) -> tuple[Card, ...]:
    """The cards that an event moves over the table, as far as the seat that observes it knows them."""
    match event:
        case clock.PlacedUnderPile(card) | clock.TurnedUp(card) | german.Turned(card) | german.PlacedOnFoundation(card):
            return (card,)
        case clock.Exchanged(king, _, _, card):
            return (king, card)
        case german.PassBegan(number):
            return (UNKNOWN,) if number > 1 else ()
        case clockwork.Played(_, cards) | clockwork.Drew(_, cards) | clockwork.Discarded(_, cards):
            return tuple(cards)
        case clockwork.Took(_, spade, covers):
            return (spade, *covers)
        case clockwork.PassedKing(_, king):
            return (king,)
        case clockwork.DrewKingOfSpades():
            return (clockwork.KING_OF_SPADES,)
        case tricks.CardPlayed(_, card):
            return (card,)
        case ClogTurned():
            return (event.card,)
    return ()


def steps(session: AnySession, seat: int) -> Iterator[tuple[AnyPlayerView, AnyPlayerView]]:
    """The points of a game with the one before each, as a seat sees them."""
    session.go_to(0)
    before = player_view(session, seat, seat, active=False)
    for point in range(1, session.last + 1):
        session.go_to(point)
        after = player_view(session, seat, seat, active=False)
        yield before, after
        before = after


@cache
def read(path: Path) -> AnySession:
    return load(path, find_game).session


@cache
def each_step(name: str) -> tuple[Step, ...]:
    """The steps of the first golden game of a kind, which several tests look at."""
    return tuple(steps_of(FIRST[name]))


def steps_of(path: Path) -> Iterator[Step]:
    """The steps of a golden game as every seat sees them, with how the cards move."""
    session = read(path)
    moves = table_rules(session.game.name).moves
    for seat in range(len(session.seats)):
        for before, after in steps(session, seat):
            yield before, after, moves(before, after)


@pytest.mark.parametrize("path", LOGS)
def test_every_card_that_an_event_moves_goes_its_way_with_a_face_that_the_seat_sees(path: Path) -> None:
    name = path.parent.name
    for number, (_, after, moves) in enumerate(each_step(name) if path == FIRST[name] else steps_of(path)):
        faces = Counter(move.face.card for move in moves)
        assert faces == Counter(card for event in after.happened for card in moved(event)), (after.seat, number)


@pytest.mark.parametrize("name", game_names())
def test_a_card_moves_between_places_that_the_table_has(name: str) -> None:
    parts = list(each_part(table_rules(name).parts))
    ids = {part.id for part in parts}
    on_parts = {part.target for part in parts}
    on_tricks = {TargetKind.HAND, TargetKind.BESIDE, TargetKind.PLAY, TargetKind.BADGE}

    def is_there(place: Place) -> bool:
        if isinstance(place, InPart):
            return place.part in ids
        return place.kind in (on_tricks if table_rules(name).shows_tricks else on_parts)

    for _, _, moves in each_step(name):
        for move in moves:
            assert move.start != move.end
            assert is_there(move.start)
            assert is_there(move.end)
            assert move.like is None or is_there(move.like)


def test_in_clock_the_card_in_hand_sets_off_before_the_one_that_is_turned_up() -> None:
    seen = 0
    for _, after, moves in each_step("clock"):
        if len(moves) == 2:
            first, second = moves
            pile = Target(TargetKind.PILE, int(first.face.card.rank))  # type: ignore[union-attr]
            assert (first.start, first.end, first.delay) == (HAND, pile, 0.0)
            assert (second.start, second.end, second.delay) == (pile, HAND, LATER)
            assert after.view.in_hand == second.face.card
            seen += 1
    assert seen


def test_in_german_clock_cards_go_by_the_waste() -> None:
    ways = {(move.start.kind, move.end.kind) for *_, moves in each_step("german-clock") for move in moves}  # type: ignore[union-attr]
    kinds = TargetKind
    assert ways == {(kinds.STOCK, kinds.WASTE), (kinds.WASTE, kinds.HOUR), (kinds.WASTE, kinds.STOCK)}
    for _, after, (move, *rest) in (step for step in each_step("german-clock") if step[2]):
        assert not rest
        assert TOP in (move.start, move.end)
        if move.start == STOCK:
            assert move.face == Face(after.view.waste[-1])


def test_in_clockwork_spades_a_card_leaves_the_place_in_the_hand_that_it_had() -> None:
    played = {True: 0, False: 0}
    for before, after, moves in each_step("clockwork-spades"):
        for event in after.happened:
            if isinstance(event, clockwork.Played):
                is_near = event.seat == after.seat
                for card in event.cards:
                    (start,) = (move.start for move in moves if move.face == Face(card))
                    assert isinstance(start, InPart)
                    assert start.part == ("near-hand" if is_near else "far-hand")
                    if is_near:
                        assert before.view.hands[event.seat][start.number] is card
                played[is_near] += 1
    assert all(played.values())


def test_in_clockwork_spades_drawn_cards_come_to_the_places_that_they_then_have() -> None:
    seen = 0
    for _, after, moves in each_step("clockwork-spades"):
        drawn = [event for event in after.happened if isinstance(event, clockwork.Drew) and event.seat == after.seat]
        hand = after.view.hands[after.seat]
        for move in moves:
            is_drawn = any(move.face.card in event.cards for event in drawn)
            if is_drawn and isinstance(move.end, InPart) and move.end.part == "near-hand" and move.face.card in hand:
                assert hand[move.end.number] is move.face.card
                seen += 1
    assert seen


@pytest.mark.parametrize("name", ["clogs", "spades"])
def test_in_a_game_of_tricks_a_card_comes_from_its_hand_or_its_players_badge(name: str) -> None:
    rules: Any = table_rules(name)
    origins: set[TargetKind] = set()
    for before, after, moves in each_step(name):
        played = rules.just_played(after)
        for move in moves:
            place = (played.seat - after.seat) % len(after.names)
            assert move.end == Target(TargetKind.PLAY, place)
            assert isinstance(move.start, Target)
            if place:
                assert move.start == Target(TargetKind.BADGE, place)
            elif move.start.kind is TargetKind.HAND:
                hand = rules.near_hand(TableModel(before, Selection()))
                assert hand[move.start.number] is played.card
            assert move.turns == any(isinstance(event, ClogTurned) for event in after.happened)
            origins.add(move.start.kind)
    assert origins == {TargetKind.BADGE, TargetKind.HAND} | ({TargetKind.BESIDE} if name == "clogs" else set())


@pytest.mark.parametrize("name", ["clogs", "spades"])
def test_the_last_trick_goes_to_the_badge_of_its_winner(name: str) -> None:
    rules, gathered = table_rules(name), 0
    for before, after in pairwise(after for _, after, _ in each_step(name)):
        if len(after.view.tricks) > len(before.view.tricks):
            trick = after.view.tricks[-1]
            moves = rules.gathering(TableModel(after, Selection(shown_trick=len(after.view.tricks) - 1)))
            winner = (trick.winner - after.seat) % len(after.names)
            assert {move.end for move in moves} == {Target(TargetKind.BADGE, winner)}
            assert [move.face.card for move in moves] == [play.card for play in trick.plays]
            places = [(play.seat - after.seat) % len(after.names) for play in trick.plays]
            assert [move.start for move in moves] == [Target(TargetKind.PLAY, place) for place in places]
            gathered += 1
    assert gathered
