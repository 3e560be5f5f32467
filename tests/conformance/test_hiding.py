"""What a seat cannot see changes nothing in what it is shown, is offered, is hinted, or (a bot) chooses."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import copy
from functools import cache
from itertools import pairwise
from random import Random, getstate
from typing import Any, Final

import pytest

from clockspades.cards import PACK, Card
from clockspades.engine.game import SEES_ALL, Game
from clockspades.engine.header import BOT, Seat
from clockspades.engine.options import OptionValue
from clockspades.engine.rules import Action, Deal, IllegalActionError
from clockspades.engine.session import AnySession
from clockspades.games.catalogue import GAMES, find_game
from clockspades.games.tricks import hands_seen
from tests.conformance.playing import NAMES, option_sets, random_game, some
from tests.conformance.structure import Path, cards_in, hidden, with_cards

GAMES_OF_A_KIND = 12
"""Games of each game, shared among its option sets; of each of those at least two."""
PERMUTATIONS = 2
"""Other places for the hidden cards, at each point that is looked at."""
STORIES = 20
"""Other deals that are played for each game and seat."""
BOT_POSITIONS = 2
"""Choices of each bot that are looked at in each form of a game; a bot may take a third of a second for one."""

every_game = pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])
BOTS: Final = [(game, bot) for game in GAMES for bot in game.bots]
every_bot = pytest.mark.parametrize(("game", "bot"), BOTS, ids=[f"{game.name}/{bot}" for game, bot in BOTS])


def games_of(game: Game[Any, Any, Any]) -> Iterator[tuple[AnySession, Random]]:
    """The games that are looked at, the same for every test, each with a generator of its own."""
    yield from ((session, Random(f"hiding {seed}")) for session, seed in _played(game))


@cache
def _played(game: Game[Any, Any, Any]) -> Sequence[tuple[AnySession, int]]:
    sets = option_sets(game)
    seeds = range(max(2, GAMES_OF_A_KIND // len(sets)))
    return [(random_game(game, options, f"hiding {seed}"), seed) for options in sets for seed in seeds]


def onlookers(session: AnySession) -> tuple[int | None, ...]:
    """Each seat, and who sees only what all see."""
    return (*range(len(session.seats)), None)


def permuted(state: Any, places: dict[Path, Card], rng: Random) -> Any:
    """The state with the cards that are hidden in these places in others of them."""
    return with_cards(state, dict(zip(places, rng.sample(list(places.values()), len(places)))))


@every_game
def test_a_view_is_the_state_with_unknown_cards_in_the_place_of_hidden_ones(game: Game[Any, Any, Any]) -> None:
    hides: set[int | None] = set()
    for session, _ in games_of(game):
        for position in some(session.positions):
            for seat in onlookers(session):
                view = game.rules.observe(position.state, seat)
                if hidden(position.state, view):
                    hides.add(seat)
                assert game.rules.observe(view, seat) == view, "looking twice shows no less and no more"
        assert hides >= set(onlookers(session)), "every game has cards that lie face down"


@every_game
def test_what_is_not_public_one_seat_sees_at_most(game: Game[Any, Any, Any]) -> None:
    for session, _ in games_of(game):
        for position in some(session.positions):
            unseen = [hidden(position.state, game.rules.observe(position.state, seat)) for seat in onlookers(session)]
            secret = unseen.pop()
            assert all(places.keys() <= secret.keys() for places in unseen), "who has a seat sees what all see"
            for place in secret:
                assert sum(place not in places for places in unseen) <= 1, f"two seats see {place}"


@every_game
def test_a_view_shows_no_card_that_no_event_has_shown(game: Game[Any, Any, Any]) -> None:
    assert_shown_by_events(session for session, _ in games_of(game))


def assert_shown_by_events(sessions: Iterable[AnySession]) -> None:
    """AssertionError if a view has a dealt card that no event since the deal has shown to whoever sees the view."""
    for session in sessions:
        for seat in onlookers(session):
            dealt: set[Card] = set()
            shown: set[Card] = set()
            for number, position in enumerate(session.positions):
                if isinstance(position.action, Deal):
                    dealt, shown = {*position.action.cards}, set()
                shown |= cards_in(session.events(number, seat))
                leaked = cards_in(session.game.rules.observe(position.state, seat)) & dealt - shown
                assert not leaked, f"seat {seat} sees {leaked} at point {number}, which no event has shown"


def opened(view: tuple[Any, ...], state: tuple[Any, ...], place: int) -> tuple[Any, ...]:
    """What is seen of cards, with those in one place shown as they are."""
    return tuple(there if at == place % len(view) else seen for at, (seen, there) in enumerate(zip(view, state)))


LEAKS: Final[Mapping[str, tuple[str, dict[str, OptionValue], Callable[[Any, Any, int | None], dict[str, Any]]]]] = {
    "the other hand": ("clockwork-spades", {}, lambda view, state, seat: {"hands": state.hands}),
    "the next card": ("clockwork-spades", {}, lambda view, state, seat: {"stock": opened(view.stock, state.stock, 0)}),
    "a pile": ("clock", {}, lambda view, state, seat: {"face_down": opened(view.face_down, state.face_down, 3)}),
    "the last card": ("german-clock", {}, lambda view, state, seat: {"stock": opened(view.stock, state.stock, -1)}),
    "clogs of one's own": (
        "clogs",
        {},
        lambda view, state, seat: {"clogs": opened(view.clogs, state.clogs, seat or 0)},
    ),
    "discards": ("spades", {"players": 2, "target": 100}, lambda view, state, seat: {"discards": state.discards}),
    "a hand before its bid": (
        "spades",
        {"blind_nil": "always"},
        lambda view, state, seat: {"hands": hands_seen(state.hands, seat)},
    ),
    "a partner's hand": ("spades", {}, lambda view, state, seat: {"hands": opened(view.hands, state.hands, 2)}),
    "passed cards": ("spades", {"blind_nil": "always"}, lambda view, state, seat: {"given": state.given}),
    "received cards": ("spades", {"blind_nil": "always"}, lambda view, state, seat: {"received": state.received}),
}
"""Views that show too much: of which game, with which options, and what they show of the state."""


@pytest.mark.parametrize("leak", LEAKS)
def test_a_view_that_shows_too_much_is_caught(leak: str) -> None:
    name, options, shows = LEAKS[leak]
    game = find_game(name)
    assert game is not None
    observe = game.rules.observe

    class LeakyRules(type(game.rules)):  # type: ignore[misc]
        def observe(self, state: Any, seat: int | None) -> Any:
            view = observe(state, seat)
            return view._replace(**shows(view, state, seat))

    class Leaky(type(game)):  # type: ignore[misc]
        rules = LeakyRules()

    sessions = [random_game(game, game.configure(options), f"leak {seed}") for seed in range(3)]
    for session in sessions:
        session.game = Leaky()
    with pytest.raises(AssertionError, match="which no event has shown"):
        assert_shown_by_events(sessions)


@every_game
def test_the_legal_actions_of_a_view_are_those_of_the_state(game: Game[Any, Any, Any]) -> None:
    for session, _ in games_of(game):
        for position in some(session.positions):
            seat = game.rules.to_act(position.state)
            assert game.rules.legal_actions(game.rules.observe(position.state, seat)) == game.rules.legal_actions(
                position.state
            )


@every_game
def test_hidden_cards_in_other_places_change_nothing_that_is_shown(game: Game[Any, Any, Any]) -> None:
    moved = 0
    for session, rng in games_of(game):
        for position in some(session.positions):
            to_act = game.rules.to_act(position.state)
            for seat in onlookers(session):
                view = game.rules.observe(position.state, seat)
                places = hidden(position.state, view)
                acts = seat is not None and seat == to_act
                legal = game.rules.legal_actions(position.state) if acts else ()
                again = view
                for _ in range(PERMUTATIONS):
                    other = permuted(position.state, places, rng)
                    moved += other != position.state
                    assert game.rules.scores(other) == game.rules.scores(position.state)
                    assert game.words.progress(other) == game.words.progress(position.state)
                    again = game.rules.observe(other, seat)
                    assert again == view
                    assert not acts or game.rules.legal_actions(other) == legal
                assert hash(again) == hash(view)
                assert not acts or told(session, again, seat) == told(session, view, seat)
    assert moved


def told(session: AnySession, view: Any, seat: int | None) -> list[Any]:
    """What a seat is told of a view."""
    words, names = session.game.words, NAMES[: len(session.seats)]
    return [words.prompt(view, names), words.survey(view, seat, names), words.hints(view, names)]


@every_game
def test_what_an_action_shows_does_not_change_with_hidden_cards(game: Game[Any, Any, Any]) -> None:
    for session, rng in games_of(game):
        for before, after in some([*pairwise(session.positions)]):
            if after.seat is not None:
                places = hidden(before.state, game.rules.observe(before.state, None))
                events, words = shown(session, before.state, after.action)
                for _ in range(PERMUTATIONS):
                    with suppress(IllegalActionError):
                        looks, said = shown(session, permuted(before.state, places, rng), after.action)
                        assert looks != events or said == words


def shown(session: AnySession, state: Any, action: Any) -> tuple[list[Any], tuple[str, ...]]:
    """What everyone sees of an action, and what it shows them."""
    rules = session.game.rules
    events = [rules.observe_event(event, None) for event in rules.reduce(state, action).events]
    return events, session.game.words.meaning(rules.observe(state, None), events, session.names)


@every_game
def test_hidden_cards_of_an_event_change_nothing_that_is_shown(game: Game[Any, Any, Any]) -> None:
    for session, rng in games_of(game):
        for position in some(session.positions):
            for event in position.events:
                for seat in onlookers(session):
                    view = game.rules.observe_event(event, seat)
                    others = {place: rng.choice(PACK) for place in hidden(event, view)}
                    assert game.rules.observe_event(with_cards(event, others), seat) == view
                    assert game.rules.observe_event(view, seat) == view
                    words = game.words.describe(view, NAMES)
                    assert all(card.symbol not in words for card in hidden(event, view).values())


@every_game
def test_another_deal_that_looks_the_same_so_far_looks_the_same_in_everything(game: Game[Any, Any, Any]) -> None:
    """Two cards that a seat has not seen change places in the deal, and the same actions follow.

    As long as each event looks the same to the seat, each view must, and the other way round: else a state or an
    event tells of cards that it hides.
    """
    compared = 0
    for session, rng in games_of(game):
        deals = [number for number, at in enumerate(session.positions) if isinstance(at.action, Deal)]
        for seat in onlookers(session):
            for _ in range(STORIES):
                end = rng.randrange(deals[0], session.last + 1)
                state = session.positions[end].state
                unseen = hidden(state, game.rules.observe(state, seat))
                if len(unseen) >= 2:
                    first = max(number for number in deals if number <= end)
                    compared += same_story(session, first, end, seat, two_of(unseen, rng))
    assert compared > STORIES


def two_of(unseen: dict[Path, Card], rng: Random) -> list[Card]:
    """Two hidden cards, the one from any hand or pile, each as likely: a short hand as soon as a long stock."""
    place = rng.choice(sorted({path[:-1] for path in unseen}, key=str))
    one = rng.choice([card for path, card in unseen.items() if path[:-1] == place])
    return [one, rng.choice([card for card in unseen.values() if card is not one])]


def same_story(session: AnySession, first: int, end: int, seat: int | None, swapped: list[Card]) -> int:
    """Play the actions from a deal on with two of its cards swapped; the number of points that look the same."""
    game, (one, two) = session.game, swapped
    swap = {one: two, two: one}
    deal = session.positions[first].action
    assert isinstance(deal, Deal)
    action: Action | None = Deal(tuple(swap.get(card, card) for card in deal.cards))
    state = session.positions[first - 1].state
    for number in range(first, end + 1):
        position = session.positions[number]
        if number > first:
            action = position.action
        try:
            state, events = game.rules.reduce(state, action)
        except IllegalActionError:
            return number - first
        same_view = game.rules.observe(state, seat) == game.rules.observe(position.state, seat)
        same_events = [game.rules.observe_event(event, seat) for event in events] == [
            game.rules.observe_event(event, seat) for event in position.events
        ]
        assert same_view == same_events, f"seat {seat} at point {number} with {one!r} and {two!r} swapped"
        if not same_view or game.rules.to_act(state) != game.rules.to_act(position.state):
            return number - first
    return end + 1 - first


@every_bot
def test_a_bot_draws_from_its_own_generator_alone_and_looks_at_no_more_than_its_seat_sees(
    game: Game[Any, Any, Any], bot: str
) -> None:
    """It chooses the same again, where it is given a whole state that differs in what its seat cannot see."""
    before, sees_all, moved = getstate(), game.sees_all(bot), 0
    for state, places, rng in choices_of(game):
        view = state if sees_all else game.rules.observe(state, game.rules.to_act(state))
        chosen = game.make_bot(bot, Random(7)).choose(view)
        assert chosen in game.rules.legal_actions(state)
        other = state if sees_all else permuted(state, places, rng)
        moved += other != state
        assert game.make_bot(bot, Random(7)).choose(other) == chosen
    assert getstate() == before
    assert sees_all or moved


@every_bot
def test_only_a_bot_that_is_labelled_so_is_shown_all_cards(game: Game[Any, Any, Any], bot: str) -> None:
    sees_all = game.bots[bot].sees_all
    assert (SEES_ALL in game.bots[bot].words) is sees_all
    honest = BOT + game.quickest_bot
    compared = 0
    for played, rng in games_of(game):
        whole, seat = copy(played), rng.randrange(len(played.seats))
        whole.go_to(whole.last)
        kinds = [BOT + bot if number == seat else honest for number in range(len(played.seats))]
        session = whole.fork([*map(Seat, played.names, kinds)])
        assert session.standing.is_practice is sees_all
        for point in some(range(1, session.last + 1)):
            session.go_to(point)
            for other in range(len(kinds)):
                shown, view = session.sight(other), session.view(other)
                assert shown == (session.state if sees_all and other == seat else view)
                compared += view != session.state
    assert compared


def choices_of(game: Game[Any, Any, Any]) -> Iterator[tuple[Any, dict[Path, Card], Random]]:
    """A few states of each form of a game in which a seat has a choice, each with what that seat does not see.

    Where there is never a choice, states in which it acts.
    """
    rng = Random("bots")
    for session in _played_by_bots(game):
        legal = [(at.state, len(game.rules.legal_actions(at.state))) for at in session.positions]
        choices = [state for state, count in legal if count > 1] or [state for state, count in legal if count]
        for state in rng.sample(choices, min(BOT_POSITIONS, len(choices))):
            yield state, hidden(state, game.rules.observe(state, game.rules.to_act(state))), rng


@cache
def _played_by_bots(game: Game[Any, Any, Any]) -> Sequence[AnySession]:
    return [random_game(game, game.configure(dict(preset.options)), "bots") for preset in game.presets]
