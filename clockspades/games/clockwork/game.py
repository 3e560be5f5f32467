"""Clockwork Spades as the engine knows it: its options, and its rules, words and bots put together."""

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
from clockspades.games.clockwork import rules, words
from clockspades.games.clockwork.rules import ClockworkAction, ClockworkEvent, RuleSet, State


def _random_bot(rng: Random) -> Bot[State, Any]:
    from clockspades.games.clockwork.bots import RandomBot

    return RandomBot(rng)


def _steady_bot(rng: Random) -> Bot[State, Any]:
    from clockspades.games.clockwork.bots import SteadyBot  # with its solver only where it plays

    return SteadyBot(rng)


class ClockworkSpades(Game[State, ClockworkAction, ClockworkEvent]):
    """The two-player game by Jamie Masculine (sources 000 and 001)."""

    name = "clockwork-spades"
    letter = "K"
    title = "Clockwork Spades"
    summary = "Cover the spades on the clock as your window comes round, and take no more of them than you must."
    options = (
        Option(
            "rules",
            "Which of the two published rule sets is played",
            "pagat",
            ("pagat", "gamerules"),
            MappingProxyType(
                {
                    "pagat": "Pagat: kings count as penalties, dead cards are replaced at the end of the turn",
                    "gamerules": "Game Rules: only spades count, dead cards are replaced at once",
                }
            ),
        ),
        Option("first", "Which seat begins", 0, (0, 1), seat=True),
    )
    presets = (
        Preset(title, summary, MappingProxyType({}), "Skill and luck: few choices, and each of them counts.", 10),
    )
    actions: ClassVar[tuple[type[Action], ...]] = (Deal, rules.Play, rules.Take)
    bots: ClassVar[Mapping[str, Callable[[Random], Bot[State, Any]]]] = MappingProxyType(
        {"random": _random_bot, "steady": _steady_bot}
    )
    bot_words: ClassVar[Mapping[str, str]] = MappingProxyType(
        {
            "random": "Takes any spade of the window, each as likely.",
            "steady": "Imagines the hidden cards many times, and plays each game to its end.",
        }
    )

    def seats(self, options: Options) -> int:
        return 2

    def initial(self, options: Options) -> State:
        return rules.initial(RuleSet(options["rules"]), 1 if options["first"] else 0)

    def deal_due(self, state: State) -> bool:
        return not state.turn

    def deal(self, state: State, rng: Random) -> Deal:
        return Deal(shuffled(rules.STOCK, rng))

    def to_act(self, state: State) -> int | None:
        return state.seat if state.turn and state.outcome is None else None

    def legal_actions(self, state: State) -> tuple[ClockworkAction, ...]:
        return rules.legal_actions(state)

    def reduce(self, state: State, action: ClockworkAction) -> Step[State, ClockworkEvent]:
        return rules.reduce(state, action)

    def observe(self, state: State, seat: int | None) -> State:
        return rules.observe(state, seat)

    def observe_event(self, event: ClockworkEvent, seat: int | None) -> ClockworkEvent:
        return rules.observe_event(event, seat)

    def scores(self, state: State) -> tuple[int, ...]:
        return rules.penalties(state)

    def outcome(self, state: State) -> Outcome | None:
        return state.outcome

    def describe(self, event: ClockworkEvent, names: Names) -> str:
        return words.describe(event, names)

    def prompt(self, view: State, names: Names) -> str:
        return words.verdict(view, names) if view.outcome else words.prompt(view, names)

    def hints(self, view: State, names: Names) -> tuple[Hint[ClockworkAction], ...]:
        return tuple(Hint(hint.action, hint.words) for hint in words.hints(view, names))

    def phrase(self, action: ClockworkAction) -> str:
        return words.phrase(action)

    def survey(self, view: State, seat: int | None, names: Names) -> Survey:
        return words.survey(view, seat, names)

    def verdict(self, state: State, names: Names) -> str:
        return words.verdict(state, names)

    def regret(self, view: State, regret: Regret[ClockworkAction], names: Names) -> str:
        return words.regret(view, regret, names)

    def recap(self, history: Sequence[ClockworkEvent], state: State, seat: int | None) -> str:
        return words.recap(history, state, seat)

    def rules(self) -> str:
        from importlib.resources import files

        return files(__package__).joinpath("rules.md").read_text(encoding="utf-8")
