"""The bots of Spades. Each is given what its seat observes, and a random generator of its own."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from random import Random
from typing import Final

from clockspades.bots.evaluation import Evaluation
from clockspades.bots.open_cards import OpenCardsBot
from clockspades.bots.sampling import SamplingBot
from clockspades.engine.game import MakeBot, PolicyBot
from clockspades.games.spades import spades_playouts as playouts
from clockspades.games.spades import spades_state as spades
from clockspades.games.spades.core import bits_of
from clockspades.games.spades.hand_evaluation import promise, usual_bid
from clockspades.games.spades.spades_rules import RULES
from clockspades.games.spades.spades_sampling import Knowledge
from clockspades.games.spades.spades_state import SpadesAction, SpadesPhase, SpadesState
from clockspades.games.tricks import PlayCard

# All are set by hand: how bold the random bot is to taste, how many deals are imagined by the time that takes.
HABIT: Final = 0.003
"""How much better than the policy's card another must be in an even game: sampling errs by less."""
CAUTION: Final = 0.005
"""How much better than the usual bid another must be in an even game: sampling gets less than that wrong."""
BATCHES: Final = 6
"""Parts in which deals are imagined, choices that are clearly behind being dropped after each."""
DOUBT: Final = 3.0
"""Standard errors of the difference by which a choice is clearly behind."""
SWAPS: Final = 4
"""Pairs of cards that are exchanged in a deal like the true one, by the bot that sees all cards."""


class SpadesRandomBot:
    """Plays and passes at random, but bids what its cards promise, and now and then a nil on hardly a trick.

    With bids at random hardly a contract would be made, and hardly a game come to its end. For the same reason it draws
    its cards by the policy, and plays by it while its side has a nil to make.
    """

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def choose(self, view: SpadesState) -> SpadesAction:
        """One of the legal actions."""
        if view.phase is not SpadesPhase.BID:
            mine = [view.seat, spades.partner_of(view.settings, view.seat)]
            is_nil_open = any(
                bid and bid.is_nil and not taken and seat in mine
                for seat, (bid, taken) in enumerate(zip(view.bids, view.taken))
            )
            if view.phase is SpadesPhase.DRAW or (view.phase is SpadesPhase.PLAY and is_nil_open):
                return playouts.usual_choice(view)
            return self._rng.choice(RULES.legal_actions(view))
        bold = self._rng.random()
        if not view.looked[view.seat]:
            return spades.MakeBid(0, blind=True) if bold < 0.03 else spades.LookAtCards()
        usual = usual_bid(bits_of(view.hands[view.seat]), view.settings.players, view.settings.trumps)
        if usual == 1 and bold < 0.1 and spades.MakeBid(0) in RULES.legal_actions(view):
            return spades.MakeBid(0)
        return playouts.nearest_bid(view, usual)


class SpadesSteadyBot(SamplingBot[SpadesState, SpadesAction]):
    """Chooses what wins the most games, over deals that fit all it has seen and that the rollout policy plays out.

    It passes and draws by the policy alone.
    """

    rules = RULES

    def __init__(self, rng: Random, effort: float = 1.0) -> None:
        """``effort`` is how many deals are imagined, as a share of those that the time for a choice allows."""
        super().__init__(rng)
        self._effort = effort

    def choose(self, view: SpadesState) -> SpadesAction:
        """The action with the highest share, the policy's choice counting a little more."""
        sensible = playouts.sensible_actions(view)
        if len(sensible) == 1:
            return sensible[0]
        usual = playouts.usual_choice(view)
        if view.phase in (SpadesPhase.DRAW, SpadesPhase.PASS):
            return usual
        return self._best(view, sensible, usual)

    def _best(self, view: SpadesState, sensible: tuple[SpadesAction, ...], usual: SpadesAction) -> SpadesAction:
        """The best of some actions; those that are clearly behind are not played out in every sample."""
        sample, samples = self.sampler(view), max(1, round(self.samples(view) * self._effort / BATCHES))
        habit = HABIT if view.phase is SpadesPhase.PLAY else CAUTION
        left, best = sensible, usual
        worths: dict[SpadesAction, list[float]] = {action: [] for action in sensible}
        for _ in range(BATCHES):
            for _ in range(samples):
                for action, worth in playouts.worth_of_choices(sample(self._rng), among=left).items():
                    worths[action].append(worth)
            found = Evaluation({action: worths[action] for action in left})
            shares = dict(found.shares)
            if usual in shares:
                shares[usual] += _margin(shares[usual], habit)
            best = max(left, key=lambda action: (shares[action], self.prefer(view, action)))
            errors = {action: found.error(best, action) for action in left}
            left = tuple(action for action in left if shares[best] - shares[action] <= DOUBT * errors[action])
            if not any(errors[action] for action in left):
                break
        return best

    def samples(self, view: SpadesState) -> int:
        match view.phase:
            case SpadesPhase.DEAL:
                return 1
            case SpadesPhase.PLAY:
                return 100 + 400 // (view.settings.hand - len(view.tricks))  # and about 400 tricks are played out
            case SpadesPhase.PASS:
                return 6  # there are 286 passes
            case _:
                return 160 if view.looked[view.seat] else 120

    def sampler(self, view: SpadesState, seat: int | None = None) -> Callable[[Random], SpadesState]:
        return (lambda _: view) if view.phase is SpadesPhase.DEAL else Knowledge(view, seat).deal

    def evaluate_open(self, state: SpadesState, actions: Sequence[SpadesAction]) -> Mapping[SpadesAction, float]:
        return playouts.chances_of_choices(state, actions)

    def all_alike(self, view: SpadesState) -> bool:
        return view.phase is SpadesPhase.PLAY and playouts.all_alike(view)

    def play_on(self, deals: Sequence[SpadesState], seat: int) -> Sequence[float]:
        return [playouts.chance_if_played_on(deal, seat) for deal in deals]

    def points(
        self, view: SpadesState, actions: Sequence[SpadesAction], effort: float = 1.0
    ) -> Mapping[SpadesAction, Sequence[float]]:
        deals = self._deals(view, view.seat, effort) if actions else []
        points = [playouts.worth_of_choices(deal, playouts.lead_of_deal, actions) for deal in deals]
        return {action: [found[action] for found in points] for action in actions}

    def prefer(self, view: SpadesState, action: SpadesAction) -> float:
        match action:
            case PlayCard(card):
                return -bits_of((card,))
            case spades.MakeBid(tricks) if view.looked[view.seat]:
                return -abs(
                    tricks - promise(bits_of(view.hands[view.seat]), view.settings.players, view.settings.trumps)
                )
            case _:
                return 0.0


def _margin(share: float, even: float) -> float:
    """How far a share may be off: ``even`` where it is a half, and less the nearer it is to nothing or to all."""
    return 4 * even * share * (1 - share)


class NearlyOpenBot(SpadesSteadyBot):
    """Imagines deals that differ from the true one in a few cards, so that it relies on no single course of play."""

    def sampler(self, view: SpadesState, seat: int | None = None) -> Callable[[Random], SpadesState]:
        """``view`` is the whole state."""
        return partial(nearly, view)


def nearly(state: SpadesState, rng: Random) -> SpadesState:
    """The state with a few cards exchanged between the hands of the others, if there are several."""
    hands = [[*hand] for hand in state.hands]
    others = [seat for seat in range(len(hands)) if seat != state.seat]
    for _ in range(SWAPS if len(others) > 1 else 0):
        one, other = (hands[seat] for seat in rng.sample(others, 2))
        here, there = rng.randrange(len(one)), rng.randrange(len(other))
        one[here], other[there] = other[there], one[here]
    return state._replace(hands=tuple(map(spades.in_order, hands)))


class SpadesOpenBot(OpenCardsBot[SpadesState, SpadesAction]):
    """Sees all cards. It bids for deals like the true one, and searches that once cards are played."""

    def __init__(self, rng: Random) -> None:
        super().__init__(RULES, rng)
        self._bidder = NearlyOpenBot(rng)

    def choose(self, state: SpadesState) -> SpadesAction:
        """What the search finds, once cards are played."""
        return super().choose(state) if state.phase is SpadesPhase.PLAY else self._bidder.choose(state)

    def play_out(self, state: SpadesState, rng: Random) -> Sequence[float]:
        return playouts.chances_by_seat(state)


BOTS: Final[Mapping[str, MakeBot[SpadesState, SpadesAction]]] = {
    "random": SpadesRandomBot,
    "quick": lambda _: PolicyBot(playouts.usual_choice),
    "steady": SpadesSteadyBot,
    "open": SpadesOpenBot,
}
"""Every bot by its id, in the order of ``Game.bots``."""
