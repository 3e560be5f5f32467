"""Clogs as the engine knows it: its options, and its rules, words and bots put together."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Any, ClassVar

from clockspades.cards import shuffled
from clockspades.engine.game import (
    Action,
    Bot,
    Deal,
    Game,
    Hint,
    Names,
    Option,
    Options,
    Outcome,
    Preset,
    Regret,
    Step,
    Survey,
)
from clockspades.games.clogs import rules, words
from clockspades.games.clogs.rules import LAYOUTS, ClogsAction, ClogsEvent, State, TurnClog
from clockspades.games.tricks import PlayCard


def _random_bot(rng: Random) -> Bot[State, Any]:
    from clockspades.games.clogs.bots import RandomBot

    return RandomBot(rng)


def _steady_bot(rng: Random) -> Bot[State, Any]:
    from clockspades.games.clogs.bots import SteadyBot  # with what plays deals out only where it plays

    return SteadyBot(rng)


class ClogsGame(Game[State, ClogsAction, ClogsEvent]):
    """The game of tricks by Paul Weekes and Blake Vernon (source 003)."""

    name = "clogs"
    letter = "T"
    title = "Clogs"
    summary = "Take tricks with the cards in hand, and with clogs that nobody has seen until they are turned up."
    options = (
        Option("players", "How many play", 4, tuple(LAYOUTS)),
        Option("target", "The points that win, one for each trick", 50, range(5, 501)),
        Option("dealer", "Which seat deals first", 0, tuple(range(6)), seat=True, by_lot=True),
    )
    presets = (
        Preset(
            title,
            summary,
            MappingProxyType({}),
            "Luck and skill: what a clog is nobody knows, when to turn one up is skill.",
            20,
        ),
    )
    actions: ClassVar[tuple[type[Action], ...]] = (Deal, PlayCard, TurnClog)
    bots: ClassVar[Mapping[str, Callable[[Random], Bot[State, Any]]]] = MappingProxyType(
        {"random": _random_bot, "steady": _steady_bot}
    )
    bot_words: ClassVar[Mapping[str, str]] = MappingProxyType(
        {
            "random": "Plays any card that may be played, or any clog.",
            "steady": "Imagines the hidden cards many times, and plays each deal out.",
        }
    )

    def seats(self, options: Options) -> int:
        players = options["players"]
        assert isinstance(players, int), "the values of the option are numbers"
        return players

    def initial(self, options: Options) -> State:
        target, dealer = options["target"], options["dealer"]
        assert isinstance(target, int), "the values of the option are numbers"
        assert isinstance(dealer, int), "the values of the option are numbers"
        return rules.initial(self.seats(options), target, dealer)

    def deal_due(self, state: State) -> bool:
        return state.is_deal_due

    def deal(self, state: State, rng: Random) -> Deal:
        return Deal(shuffled(LAYOUTS[len(state.scores)].pack, rng))

    def to_act(self, state: State) -> int | None:
        return None if state.outcome is not None or state.is_deal_due else state.seat

    def legal_actions(self, state: State) -> tuple[ClogsAction, ...]:
        return rules.legal_actions(state)

    def reduce(self, state: State, action: ClogsAction) -> Step[State, ClogsEvent]:
        return rules.reduce(state, action)

    def observe(self, state: State, seat: int | None) -> State:
        return rules.observe(state, seat)

    def observe_event(self, event: ClogsEvent, seat: int | None) -> ClogsEvent:
        return rules.observe_event(event, seat)

    def scores(self, state: State) -> tuple[int, ...]:
        return state.scores

    def outcome(self, state: State) -> Outcome | None:
        return state.outcome

    def describe(self, event: ClogsEvent, names: Names) -> str:
        return words.describe(event, names)

    def prompt(self, view: State, names: Names) -> str:
        return words.verdict(view, names) if view.outcome else words.prompt(view, names)

    def hints(self, view: State, names: Names) -> tuple[Hint[ClogsAction], ...]:
        return tuple(Hint(hint.action, hint.words) for hint in words.hints(view, names))

    def phrase(self, action: ClogsAction) -> str:
        return words.phrase(action)

    def survey(self, view: State, seat: int | None, names: Names) -> Survey:
        return words.survey(view, seat, names)

    def verdict(self, state: State, names: Names) -> str:
        return words.verdict(state, names)

    def regret(self, view: State, regret: Regret[ClogsAction], names: Names) -> str:
        return words.regret(view, regret, names)

    def recap(self, history: Sequence[ClogsEvent], state: State, seat: int | None) -> str:
        return words.recap(history, state, seat)

    def rules(self) -> str:
        from importlib.resources import files

        return files(__package__).joinpath("rules.md").read_text(encoding="utf-8")
