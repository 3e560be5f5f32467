"""The words of a game: its events, prompts, hints and verdicts."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from types import MappingProxyType
from typing import Any, ClassVar, Final, Generic, NamedTuple, TypeAlias, overload

from clockspades.cards import UNKNOWN
from clockspades.engine.phrases import capital, cards_words, sentence, symbols
from clockspades.engine.rules import ActionT, Ended, EventT, Moved, Rules, StateT, Zone
from clockspades.language import N_, SOURCE, _, filled, headed, listed, npgettext, pgettext, plural, spoken

Names: TypeAlias = Sequence[str]
"""Display names by seat. Where they are :class:`NamesForYou`, sentences say "you" to one of the players."""


@dataclass(frozen=True, slots=True)
class NamesForYou(Sequence[str]):
    """Display names at a table where one person plays, to whom sentences say "you"."""

    names: tuple[str, ...]
    you: int
    """The person's seat."""

    @overload
    def __getitem__(self, seat: int) -> str: ...
    @overload
    def __getitem__(self, seat: slice) -> tuple[str, ...]: ...
    def __getitem__(self, seat: int | slice) -> str | tuple[str, ...]:
        return self.names[seat]

    def __len__(self) -> int:
        return len(self.names)


def told(names: Names, seat: int, you: str, other: str) -> str:
    """A sentence about a player: ``you`` says it to that player, ``other`` to everyone else."""
    return you if is_you(names, seat) else other


def said(names: Names, seat: int, template: str, /, other: int | None = None, **words: object) -> str:
    """A message about a player, such as ``[You play|{name} plays] the {card}``.

    Of two wordings in brackets, the first says it to that player, the second to everyone else. Brackets whose second
    wording has ``{other}``, and no ``{name}``, are about the player in ``other``.
    """
    return _said(names, seat, _(template), other, words)


def nsaid(
    names: Names, seat: int, one: str, several: str, number: int, /, other: int | None = None, **words: object
) -> str:
    """What :func:`said` says, for one thing or for several, with ``number`` among the words."""
    return _said(names, seat, plural(one, several, number), other, {"number": number, **words})


def _said(names: Names, seat: int, template: str, other: int | None, words: dict[str, object]) -> str:
    wording = _wording(template, is_you(names, seat), other is not None and is_you(names, other))
    return filled(wording, {"name": names[seat], "other": "" if other is None else names[other], **words})


@cache
def _wording(template: str, you: bool, other: bool) -> str:
    """A template with one wording of each pair in brackets: ``you`` and ``other`` say who is "you"."""

    def chosen(found: re.Match[str]) -> str:
        is_about_other = "{other}" in found[2] and "{name}" not in found[2]
        return found[1 if (other if is_about_other else you) else 2]

    return _EITHER.sub(chosen, template)


_EITHER: Final = re.compile(r"\[([^|]*)\|([^]]*)]")


def is_you(names: Names, seat: int) -> bool:
    """Whether sentences say "you" to a player."""
    return isinstance(names, NamesForYou) and names.you == seat


def whom(names: Names, seat: int) -> str:
    """A player within a sentence, not as its subject: ``you``, ``Ana``."""
    return told(names, seat, pgettext("player in a sentence", "you"), names[seat])


def label(names: Names, seat: int) -> str:
    """What stands for a player in a list or on a plate: ``You``, ``Ana``."""
    return told(names, seat, pgettext("player", "You"), names[seat])


def each(names: Names) -> tuple[str, ...]:
    """Every player within a sentence, by seat: ``you``, ``Ana``."""
    return tuple(whom(names, seat) for seat in range(len(names)))


def labels(names: Names) -> tuple[str, ...]:
    """What stands for each player in a list or on a plate, by seat."""
    return tuple(label(names, seat) for seat in range(len(names)))


class Hint(NamedTuple, Generic[ActionT]):
    """A legal action, and what it leads to in words."""

    action: ActionT
    words: str
    odds: float | None = None
    """The win chance, if the words give it, so that nobody has to calculate it."""
    group: str = ""
    """Choices that no player can tell apart share a group, and a hint names one of them. Empty if it is the only one.
    """


class Stakes(Enum):
    """What hangs on a choice, without a word on which is the best."""

    MUCH = N_("This choice counts.")
    NOTHING = N_("Any will do.")


class Survey(NamedTuple):
    """What one seat sees of a game, one fact a sentence."""

    hand: tuple[str, ...]
    """The cards in its hand; empty for a spectator."""
    parts: Mapping[str, tuple[str, ...]]
    """Everything else, by the part of the table. The names of the parts are what a player types to hear one."""
    places: Mapping[str, str] = MappingProxyType({})
    """Lines of the parts that can be heard alone, by what a player types to hear one: ``7 o'clock``."""
    place: str = ""
    """Their name, with an example: ``an hour, such as 7 o'clock``. Empty if there are none."""

    @property
    def table(self) -> tuple[str, ...]:
        """All parts of the table, one after the other."""
        return tuple(line for lines in self.parts.values() for line in lines)


class Meaning(NamedTuple):
    """What an action showed everyone about the hand and the plans of its player."""

    seat: int
    words: tuple[str, ...]
    """Short sentences without a subject, which is the player: ``Has no hearts.`` A "usually" marks a convention."""


class Remark(NamedTuple):
    """A remark on one point of a finished game."""

    point: int
    words: str
    """One sentence or more, which also says when it was."""


class Wording(Generic[StateT, ActionT, EventT]):
    """How a game speaks. Views are what a seat observed. The defaults tell of zones, the cards in them, and scores."""

    rules: ClassVar[Rules[Any, Any, Any]]
    """The rules of the game, for the defaults."""
    unproved: ClassVar[str] = N_("Not yet: a choice can still change the end.")
    """Why the rest is not played out where nothing is proved to be certain."""
    went_well: ClassVar[str] = ""
    """A sentence to a player about the steps that :meth:`picture` has: ``good`` of ``all`` went well."""

    def describe(self, event: EventT, names: Names) -> str:
        """What happened, without a full stop; empty if an event needs no words.

        Of the cards that move, those that are turned up are worth telling.
        """
        if isinstance(event, Ended):
            return _("The game is over")
        if isinstance(event, Moved) and event.turned:
            card, owner = event.card.symbol, event.end.owner
            if owner is None:
                return _("The {card} turns up", card=card)
            return said(names, owner, "[You turn|{name} turns] up the {card}", card=card)
        return ""

    def describe_first(self, events: Iterable[EventT], names: Names) -> str:
        """What an action was: the first of its events that needs words; empty if none does."""
        return next(filter(None, (self.describe(event, names) for event in events)), "")

    def prompt(self, view: StateT, names: Names) -> str:
        """Who has to do what now, and why, in one or two sentences; the verdict if the game is over."""
        if view.outcome is not None:
            return self.verdict(view, names)
        seat = self.rules.to_act(view)
        return _("The cards are being dealt.") if seat is None else self.asked(view, seat, names)

    def asked(self, view: StateT, seat: int, names: Names) -> str:
        """The prompt in the middle of a game: what ``seat``, whose turn it is, can do now, and why."""
        match self.rules.offered(view):
            case (only,):
                return said(names, seat, "[Your|{name}'s] turn: {what}.", what=self.doing(only))
        return said(names, seat, "[Your|{name}'s] turn: {what}", what=self.question(view))

    def task(self, view: StateT, names: Names) -> str:
        """Who has to do what now: the start of the prompt, for screens that show the rest of it."""
        return self.prompt(view, names)

    def key_rule(self, view: StateT) -> str:
        """The one rule that a puzzle needs, for somebody who never played the game; empty if it has no puzzles."""
        return ""

    def outlook(self, view: StateT, names: Names) -> str:
        """What the choice is about as things stand, which screens show on the table; empty if there is nothing."""
        return ""

    def settled(self, view: StateT) -> str:
        """What is proved to be certain, whatever the seat to act does now, in a sentence; empty if nothing is."""
        return _("Nothing can change any more.") if self.rules.is_settled(view) else ""

    def question(self, view: StateT) -> str:
        """What the seat to act in ``view`` has to choose, in a few words: ``which spade?``"""
        return pgettext("question", "what now?")

    def hints(self, view: StateT, names: Names) -> tuple[Hint[ActionT], ...]:
        """The legal actions of the seat to act in ``view``, each with what it leads to; the best first if known."""
        return tuple(Hint(action, sentence(self.doing(action))) for action in self.rules.legal_actions(view))

    def phrase(self, action: ActionT) -> str:
        """An action as players type it in English: its kind, then its arguments if any, as ``take 7♠``."""
        return action.do

    def in_short(self, action: ActionT) -> str:
        """An action as lists name it: as it is typed, or in a sentence of another language."""
        return self.phrase(action) if spoken() == SOURCE else self.doing(action)

    def doing(self, action: ActionT) -> str:
        """An action in a sentence about its player: ``exchange the king for the second card at 7 o'clock``."""
        return self.phrase(action)

    def chosen(self, action: ActionT) -> str:
        """What an action chooses, after "you chose": ``the 2nd card at 7 o'clock``."""
        return pgettext("what was chosen", "to {do}", do=self.doing(action))

    def reason(self, view: StateT, action: ActionT) -> str:
        """Why an action may be good, in a sentence to the player; empty where the game can say nothing certain."""
        return ""

    def meaning(self, view: StateT, events: Sequence[EventT], names: Names) -> tuple[str, ...]:
        """What an action shows by convention, as :class:`Meaning` has it; empty if it shows nothing.

        ``view`` is what everyone saw before the action, and ``events`` are what everyone saw of it. So the words are
        the same for every seat.
        """
        return ()

    def unseen(self, view: StateT, seat: int) -> str:
        """The cards that a seat has not seen, by suit, in a sentence; empty in games in which nobody counts them."""
        return ""

    def hand_in_short(self, view: StateT, seat: int) -> str:
        """The strengths and the short suits of a hand that ``view`` shows, in a sentence; empty in other games."""
        return ""

    def survey(self, view: StateT, seat: int | None, names: Names) -> Survey:
        """Everything that ``seat`` sees in ``view``: its own zones, then the others by their names."""
        own: list[str] = []
        parts: dict[str, tuple[str, ...]] = {}
        for zone in self.rules.zones(view):
            if zone.owner is not None and zone.owner == seat:
                own.append(zone_words(zone, names))
            else:
                parts[zone.name] = (*parts.get(zone.name, ()), zone_words(zone, names))
        return Survey(tuple(own), parts)

    def points(self, score: int) -> str:
        """A score in words: ``8 points``."""
        return (
            npgettext("score", "{number} point", "{number} points", score) if score else pgettext("score", "no points")
        )

    def progress(self, state: StateT) -> str:
        """How far a game has come, in a few words without secrets, as ``turn 4``."""
        return self._from(0, self.rules.scores(state))

    def verdict(self, state: StateT, names: Names) -> str:
        """Who won a finished game, and why, in one sentence."""
        if state.outcome is None:
            return _("The game is not over.")
        winners, scores = state.outcome[:2]
        if not winners and len(scores) > 1:
            return _("A draw: {scores}.", scores=listed([*map(self.points, scores)]))
        first = winners[0] if winners else 0
        end = N_("[You win|{name} wins]: {scores}." if winners else "[You lose|{name} loses]: {scores}.")
        return said(names, first, end, scores=self._from(first, scores))

    def praise(self, history: Sequence[EventT], state: StateT, seat: int) -> str:
        """What went well for ``seat`` in a finished game, in a sentence; empty if nothing did."""
        steps = self.picture(history, state, seat)[1]
        return _(self.went_well, good=sum(steps), all=len(steps)) if any(steps) else ""

    def ending(self, history: Sequence[EventT], state: StateT, names: Names, seat: int) -> str:
        """The verdict; if the "you" in ``seat`` lost, what went well comes first."""
        verdict, outcome = self.verdict(state, names), state.outcome
        if outcome is None or not is_you(names, seat) or seat in outcome.winners:
            return verdict
        return f"{self.praise(history, state, seat)} {verdict}".lstrip()

    def kind_of_choice(self, view: StateT) -> str:
        """What the seat to act in ``view`` chooses, as a heading: ``bids``. Empty if all choices are of one kind."""
        return ""

    def regret(self, view: StateT, made: ActionT, best: ActionT, names: Names) -> str:
        """What the seat to act in ``view`` did, when, and what was better, without a full stop."""
        seat, chose = self.rules.to_act(view), N_("[You|{name}] chose {made}; {best} was better")
        assert seat is not None, "somebody chose"
        return said(names, seat, chose, made=self.chosen(made), best=self.chosen(best))

    def review(self, states: Sequence[StateT], names: Names) -> tuple[Remark, ...]:
        """Remarks on a finished game, in the order of its points. ``states`` has the state at each point."""
        return ()

    def recap(self, history: Sequence[EventT], state: StateT, seat: int | None) -> str:
        """How a finished game went for ``seat``, or for all, in a few words without names and cards."""
        return self.progress(state) if state.outcome is None or seat is None else self.ended(state, seat)

    def picture(self, history: Sequence[EventT], state: StateT, seat: int) -> tuple[str, Sequence[bool]]:
        """How a finished game went for ``seat``, step by step: what the steps are, and which went well."""
        return "", ()

    def ended(self, state: StateT, seat: int) -> str:
        """How a finished game ended for ``seat``: ``won, 8 points to 3``."""
        assert state.outcome is not None, "the game is over"
        winners, scores = state.outcome[:2]
        is_draw = not winners and len(scores) > 1
        return pgettext(
            "result",
            "won, {scores}" if seat in winners else "drawn, {scores}" if is_draw else "lost, {scores}",
            scores=self._from(seat, scores),
        )

    def _from(self, seat: int, scores: tuple[int, ...]) -> str:
        """The scores in words, that of a seat first: ``8 points to 3``."""
        told = self.points(scores[seat])
        for score in (*scores[:seat], *scores[seat + 1 :]):
            told = pgettext("score", "{one} to {other}", one=told, other=score)
        return told


def zone_words(zone: Zone, names: Names) -> str:
    """The cards of a zone in a sentence, or their number where they are hidden: ``Your hand: 7♠ 8♦.``"""
    hidden = UNKNOWN in zone.cards or not zone.cards
    cards, name = symbols(zone.cards), zone.name.replace("_", " ")
    if hidden:
        cards = cards_words(len(zone.cards))
    if zone.owner is None:
        return headed(capital(name), f"{cards}.")
    return said(names, zone.owner, "[Your|{name}'s] {zone}: {cards}.", zone=name, cards=cards)
