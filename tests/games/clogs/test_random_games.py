"""What holds in every state of every game of Clogs, told again from the log alone and in another way."""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clockspades.cards import shuffled
from clockspades.engine.rules import Deal
from clockspades.games.clogs.clogs_rules import LAYOUTS, RULES, ClogsState, TurnClog
from clockspades.games.tricks import PlayCard, TrickTaken
from tests.games.clogs.tables import initial

GAMES = 20
every_number = pytest.mark.parametrize("players", LAYOUTS)


def played(
    players: int, seed: int, target: int = 30
) -> Iterator[tuple[ClogsState, Deal | PlayCard | TurnClog, ClogsState]]:
    """Each state of a random game, with the action taken and the state after it."""
    rng = Random(f"{players} {seed}")
    state = initial(players, target, seed % players)
    while state.outcome is None:
        legal = RULES.legal_actions(state)
        action = rng.choice(legal) if legal else Deal(shuffled(LAYOUTS[players].pack, rng))
        after = RULES.reduce(state, action).state
        yield state, action, after
        state = after


@every_number
def test_every_card_of_a_deal_is_in_one_place(players: int) -> None:
    for seed in range(GAMES):
        for _, _, state in played(players, seed):
            places = [card for hand in state.hands for card in hand]
            places += [clog for row in state.clogs for clog in row if clog is not None]
            places += [play.card for play in state.trick]
            places += [play.card for trick in state.tricks for play in trick.plays]
            assert sorted(map(str, places)) == sorted(map(str, LAYOUTS[players].pack))


@every_number
def test_everyone_plays_in_turn_and_has_played_as_many_cards(players: int) -> None:
    for seed in range(GAMES):
        for state, action, after in played(players, seed):
            if isinstance(action, Deal):
                continue
            assert after.trick == () or after.trick[-1].seat == state.seat
            assert [play.seat for play in state.trick] == [
                (state.leader + turn) % players for turn in range(len(state.trick))
            ]
            left = [len(hand) + sum(clog is not None for clog in row) for hand, row in zip(state.hands, state.clogs)]
            each = LAYOUTS[players].tricks - len(state.tricks)
            out = {play.seat for play in state.trick}
            assert left == [each - (seat in out) for seat in range(players)]


@every_number
def test_points_are_tricks_and_the_first_at_the_target_wins(players: int) -> None:
    for seed in range(GAMES):
        points = [0] * players
        for state, _, after in played(players, seed):
            if sum(after.scores) > sum(state.scores):
                points[after.tricks[-1].winner] += 1
            assert list(after.scores) == points
            assert (after.outcome is not None) == (30 in points)
        assert after.outcome is not None
        assert after.outcome.winners == (points.index(30),)
        assert after.outcome.scores == tuple(points)


def takes(trick: list[str]) -> int:
    """Which card of a trick takes it, by the letters: by rank in the suit led, or by matching the best so far."""
    ranks, suits = "KQJT98765432A", "SHDC"
    best = 0
    for place, text in enumerate(trick):
        rank, suit, best_rank, best_suit = text[0], text[1], trick[best][0], trick[best][1]
        higher_rank = suit == trick[0][1] and ranks.index(rank) > ranks.index(best_rank)
        if higher_rank or (rank == best_rank and suits.index(suit) > suits.index(best_suit)):
            best = place
    return best


@every_number
def test_the_taker_of_each_trick_told_again(players: int) -> None:
    told = 0
    for seed in range(GAMES):
        for state, action, after in played(players, seed):
            if not isinstance(action, Deal) and not after.trick:
                plays, winner = after.tricks[-1]
                assert plays[takes([play.card.text for play in plays])].seat == winner
                (event,) = [event for event in RULES.reduce(state, action).events if isinstance(event, TrickTaken)]
                assert event.card.text == plays[takes([play.card.text for play in plays])].card.text
                told += 1
    assert told > 300


@every_number
def test_who_may_play_what_told_again(players: int) -> None:
    for seed in range(GAMES // 4):
        for state, action, _ in played(players, seed):
            if isinstance(action, Deal):
                continue
            hand = [card.text for card in state.hands[state.seat]]
            led = state.trick[0].card.text[1] if state.trick else ""
            following = [text for text in hand if text[1] == led]
            legal = RULES.legal_actions(state)
            cards = {action.card.text for action in legal if isinstance(action, PlayCard)}
            places = {action.place for action in legal if isinstance(action, TurnClog)}
            there = {place for place, clog in enumerate(state.clogs[state.seat]) if clog is not None}
            assert cards == set(following or hand)
            assert places == (set() if following else there)


@given(st.sampled_from(list(LAYOUTS)), st.integers(5, 40), st.data())
def test_any_game_that_can_be_thought_up_ends(players: int, target: int, data: st.DataObject) -> None:
    rng = Random(data.draw(st.integers(0, 99)))
    state = initial(players, target, data.draw(st.integers(0, players - 1)))
    actions = 0
    while state.outcome is None:
        legal = RULES.legal_actions(state)
        if legal:
            state = RULES.reduce(state, legal[data.draw(st.integers(0, len(legal) - 1)) if actions < 60 else -1]).state
        else:
            state = RULES.reduce(state, Deal(shuffled(LAYOUTS[players].pack, rng))).state
        actions += 1
        assert actions <= (players * (target - 1) + 1) * (players + 1), "tricks enough for everyone are one short of it"
    assert max(state.scores) == target
