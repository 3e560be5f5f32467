"""A game of Spades that the program's rules and the reference play at once, compared at every step."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final

from hypothesis import strategies as st

from clockspades.cards import Card
from clockspades.engine.options import OptionError, OptionValue
from clockspades.engine.rules import Deal
from clockspades.games.spades.spades_rules import RULES
from clockspades.games.spades.spades_state import PassCards, SpadesAction, SpadesPhase, SpadesState, in_order
from clockspades.games.tricks import PlayCard
from tests.conformance.structure import hidden
from tests.conformance.test_hiding import permuted
from tests.games.spades import reference
from tests.games.spades.tables import GAME, scored

VALUES: Final[dict[str, Sequence[OptionValue]]] = {
    "mode": ("partners", "cutthroat"),
    "players": (4, 3, 2),
    "target": (500, 50, 150, 250),
    "dealer": (0, 1, 2, 3),
    "deck": ("standard", "jokers", "deuces"),
    "bidding": ("free", "suicide", "mirror", "whiz"),
    "least_bid": (0, 4),
    "sum": ("any", "not-13"),
    "nil": (100, 50, "off"),
    "nil_pass": (0, 1, 2, 3, 4),
    "blind_pass": (3, 0, 1, 2, 4),
    "blind_nil": ("behind", "off", "always"),
    "failed_nil": ("bags", "help"),
    "ten_for_200": ("off", "on"),
    "first_deal": ("bid", "itself"),
    "lead_spades": ("broken", "any"),
    "first_trick": ("any", "clubs"),
    "bags": (10, 5, "off"),
    "bag_points": (1, 0, -1),
    "bag_penalty": (100, 50),
    "deals": (None, 4, 8, 16),
    "floor": (None, -200, -300, -500),
}
"""The options, each with its values, the default first; of the targets a few."""


any_choice = st.fixed_dictionaries({}, optional={key: st.sampled_from(values) for key, values in VALUES.items()})


def options_of(chosen: Mapping[str, Any]) -> dict[str, Any]:
    """All options of a game with these chosen; a choice that does not go with those before it is dropped."""
    kept: dict[str, Any] = {}
    for key, value in chosen.items():
        try:
            GAME.configure({**kept, key: value})
        except OptionError:
            continue
        kept[key] = value
    return GAME.configure(kept)


def random_options(rng: Random) -> dict[str, Any]:
    """Any options that go together; the one that is drawn first has its value for certain."""
    keys = rng.sample([*VALUES], rng.randint(1, len(VALUES)))
    return options_of({key: rng.choice(VALUES[key]) for key in keys})


def play(options: dict[str, Any], rng: Random, deals: int, views: float = 0) -> SpadesState:
    """The end of a game of as many deals at most, in which both are compared, and some views of seats too."""
    state, game = begin(options, rng)
    while state.outcome is None and not (RULES.deal_due(state) and state.number == deals):
        action: SpadesAction | Deal
        if RULES.deal_due(state):
            action = RULES.deal(state, rng)
            assert sorted(texts(action.cards)) == sorted(reference.pack(game["options"]))
            reference.deal(game, texts(action.cards))
        else:
            action = chosen(state, game, rng)
            reference.act(game, action.as_json())
        state = RULES.reduce(state, action).state
        if not state.trick:  # within a trick, the cards that are legal say enough
            compare(state, game)
        if rng.random() < views:
            compare_views(state, game, rng)
    return state


def begin(options: dict[str, Any], rng: Random) -> tuple[SpadesState, reference.Game]:
    """A new game, or as likely one after a deal with scores near what they can lead to."""
    state, game = RULES.initial(options), reference.new_game(options)
    if rng.random() < 0.5:
        near = [0, 0, -100, 100, options["target"] - 60, (options["floor"] or 0) + 60]
        game["scores"] = [rng.choice(near) for _ in game["sides"]]
        game["bags"] = [0 if options["bags"] == "off" else rng.randrange(12) for _ in game["sides"]]
        game["number"] = 1
        state = scored(state, game["scores"], game["bags"])._replace(number=1)
    return state, game


def chosen(state: SpadesState, game: reference.Game, rng: Random) -> SpadesAction:
    """One of the legal actions, which are those of the reference; bids are mostly what a hand may take."""
    actions = RULES.legal_actions(state)
    assert state.seat == game["seat"]
    if state.phase is SpadesPhase.PLAY:
        mine = [action.card.text for action in actions if isinstance(action, PlayCard)]
        assert sorted(mine) == sorted(reference.legal_cards(game))
    elif state.phase is SpadesPhase.PASS:
        some = {frozenset(texts(action.cards)) for action in actions if isinstance(action, PassCards)}
        assert some == {frozenset(action["cards"]) for action in reference.legal(game)}
    else:
        assert sorted(str(action.as_json()) for action in actions) == sorted(map(str, reference.legal(game)))
        if state.phase is SpadesPhase.BID and len(actions) > 4 and rng.random() < 0.9:
            actions = (*actions[:5], *actions[-1:] * 2)  # what a hand may take, or nil, which stands last
    return rng.choice(actions)


def compare(state: SpadesState, game: reference.Game) -> None:
    """AssertionError if the two differ in anything that a table shows."""
    assert state.phase.name.lower() == game["phase"]
    assert (state.number, list(state.scores), list(state.bags)) == (game["number"], game["scores"], game["bags"])
    if state.outcome is None:
        assert state.dealer == game["dealer"]
    else:
        winners, scores, reason = state.outcome
        assert {"winners": [*winners], "scores": [*scores], "reason": str(reason)} == game["outcome"]
    if state.phase in (SpadesPhase.DEAL, SpadesPhase.OVER):
        *before, sheet = state.sheets
        earlier = [line.score for line in before[-1].lines] if before else [0] * len(state.scores)
        assert [line.score - line.points for line in sheet.lines] == earlier
        assert (sheet.number, [*sheet.taken]) == (game["number"], game["taken"])
        return
    bids = [bid and (reference.BLIND if bid.blind else bid.tricks) for bid in state.bids]
    may_lead = game["broken"] or game["options"]["lead_spades"] == "any"
    assert (bids, [*state.taken], state.broken) == (game["bids"], game["taken"], may_lead)
    assert state.hands == tuple(map(in_order, state.hands))
    assert [sorted(texts(hand)) for hand in state.hands] == [sorted(hand) for hand in game["hands"]]


def compare_views(state: SpadesState, game: reference.Game, rng: Random) -> None:
    """AssertionError if a seat sees other cards than in the reference, or what it is shown changes with the rest."""
    for seat in range(state.settings.players):
        view = RULES.observe(state, seat)
        shown = {
            zone: [sorted(texts(cards)) for cards in getattr(view, zone)]
            for zone in ("hands", "given", "received", "discards")
        }
        assert {**shown, "stock": texts(view.stock)} == reference.seen(game, seat)
        other = permuted(state, hidden(state, view), rng)
        assert RULES.observe(other, seat) == view
        assert seat != RULES.to_act(state) or RULES.legal_actions(other) == RULES.legal_actions(view)


def texts(cards: Sequence[Card]) -> list[str]:
    return [card.text for card in cards]
