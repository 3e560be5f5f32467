"""A game: its facts and options, its rules and its words."""

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from random import Random
from types import MappingProxyType
from typing import Any, ClassVar, Final, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from clockspades.cards import RANK, rank_of
from clockspades.engine.characters import LEVEL_WORDS, LEVELS
from clockspades.engine.goals import GameMilestone
from clockspades.engine.options import Option, OptionError, Options, OptionValue
from clockspades.engine.phrases import capital, sentence
from clockspades.engine.rules import Action, ActionT, EventT, Outcome, Rules, StateT
from clockspades.engine.wording import Wording
from clockspades.language import N_, _, headed, in_markdown, marked, npgettext, pgettext, signed, wrong

StateContraT = TypeVar("StateContraT", contravariant=True)
ActionCoT = TypeVar("ActionCoT", bound=Action, covariant=True)


class Bot(Protocol[StateContraT, ActionCoT]):
    """A player that is a program. It gets what its seat observes, unless its :class:`Character` sees all cards."""

    def choose(self, view: StateContraT) -> ActionCoT:
        """A legal action of the seat to act, which sees ``view``."""
        ...


class Program(Bot[Any, Action], Protocol):
    """A program outside that plays a seat, one game at a time (docs/bots.md). A choice of it can raise UserError."""

    def end(self, outcome: Outcome | None) -> None: ...


MakeBot: TypeAlias = Callable[[Random], Bot[StateContraT, ActionCoT]]
"""Makes a bot with a random generator of its own."""


class RandomBot(Generic[StateT, ActionT]):
    """Any legal action, all equally likely."""

    def __init__(self, legal_actions: Callable[[StateT], Sequence[ActionT]], rng: Random) -> None:
        self._legal_actions, self._rng = legal_actions, rng

    def choose(self, view: StateT) -> ActionT:
        """One of the legal actions."""
        return self._rng.choice(self._legal_actions(view))


class PolicyBot(Generic[StateT, ActionT]):
    """Does what a function of the view says, and nothing by chance."""

    def __init__(self, policy: Callable[[StateT], ActionT]) -> None:
        self.choose = policy


class Strength(NamedTuple):
    """How well a bot plays, as measured: ``beats random play 56 in 100``."""

    figure: float
    """The percentage of games that it wins."""
    error: float
    """The standard error of the figure; 0 if it was calculated."""
    rival: str = ""
    """The name of the bot that it was measured against; empty in a game for one player."""
    where: str = ""
    """In which form of the game, by its title, if not in the usual one: ``Watch``."""
    in_points: bool = False
    """Whether the figure is in points: how many more it scores in a deal than its rival."""

    @property
    def words(self) -> str:
        """The strength in a few plain words."""
        number, rival = round(abs(self.figure)), self._rival
        if self.in_points:
            return npgettext(
                "bot",
                "scores {number} point a deal less than {rival}" if self.figure < 0
                else "scores {number} point a deal more than {rival}",
                "scores {number} points a deal less than {rival}" if self.figure < 0
                else "scores {number} points a deal more than {rival}",
                number, rival=rival,
            )  # fmt: skip
        if not number:
            return pgettext("bot", "hardly ever wins")
        if rival:
            return pgettext("bot", "beats {rival} {number} in 100", rival=rival, number=number)
        if self.where:
            game = pgettext("game", self.where)
            return npgettext(
                "bot", "wins {number} game in 100 in {game}", "wins {number} games in 100 in {game}", number, game=game
            )
        return npgettext("bot", "wins {number} game in 100", "wins {number} games in 100", number)

    @property
    def is_below_rival(self) -> bool:
        """Whether its rival plays better: the rival's own figure then says the same."""
        return bool(self.rival) and self.figure < (0 if self.in_points else 50)

    @property
    def brief(self) -> str:
        """The strength of a bot that is above its rival, in a line of 32 characters."""
        if self.in_points:
            return pgettext("bot", "{points} a deal over {rival}", points=signed(round(self.figure)), rival=self._rival)
        return self.words

    @property
    def _rival(self) -> str:
        return self.rival and pgettext("rival of a bot", RIVALS.get(self.rival, self.rival))


class Character(NamedTuple):
    """A bot as people get to know it. The same level has the same name in all games."""

    name: str
    """The first name of its level (:func:`characters`)."""
    manner: str
    """How it plays, in one sentence."""
    strength: Strength | None = None
    """None if it was not measured."""
    sees_all: bool = False
    """Whether it sees all cards. Games with it are practice: they do not count."""

    @property
    def words(self) -> str:
        """How it plays and how well, in up to three sentences."""
        return f"{_(self.manner)} {'' if self.strength is None else sentence(self.strength.words)}".rstrip()

    @property
    def level(self) -> str:
        """What people call its level: ``strong``; its own name if it has none."""
        return pgettext("level of a bot", LEVEL_WORDS[self.name]) if self.name in LEVEL_WORDS else self.name

    @property
    def brief(self) -> str:
        """How well it plays, in a few words; empty if not measured. After its level it has at most 37 characters."""
        if self.sees_all:
            return pgettext("bot", "sees all cards, for practice")
        return "" if self.strength is None else self.strength.brief


RIVALS: Final = dict(zip(LEVELS, marked("rival of a bot", "random play", "quick bots", "strong bots", "X-ray bots")))
"""By level, the name of the bots that others were measured against."""
BEGINNER, MIDDLE, BEST, SEER = LEVELS
"""The names of the levels, the last that of the bots that see all cards: each is that of its first character."""
SEES_ALL: Final = N_("Sees all cards: practice, not counted.")
"""The manner of those bots, or how it begins."""
ONLY_BOT: Final[Mapping[str, Character]] = MappingProxyType(
    {"random": Character(BEGINNER, N_("Plays any legal move."))}
)
"""The bots of a game that has none of its own: one that needs to know no more than the rules."""


class Preset(NamedTuple):
    """A game as the picker offers it: some of its options, under a title."""

    name: str
    """Its name on the command line and in the deal of the day; no other preset has it.

    Never change it: the cards of each day follow from it.
    """
    called: str
    """Its title in English."""
    summary: str
    """One sentence that says what it is."""
    options: Options
    """The options that make it this game."""
    nature: str
    """What it takes: luck, memory or skill, in one honest sentence."""
    minutes: int
    """About how long a person needs for a game."""

    @property
    def title(self) -> str:
        return pgettext("game", self.called)


class Expectation(NamedTuple):
    """How often a game can be won."""

    share: float
    """The share of games, 0 to 1."""
    words: str
    """How we know, in a few words: ``exactly 1 in 13``."""


class Game(Generic[StateT, ActionT, EventT]):
    """The facts about one game, and its rules and words. The defaults suit one player."""

    name: ClassVar[str]
    """Its name in logs and on the command line."""
    letter: ClassVar[str]
    """The first character of its share codes: a capital or a digit that no other game has."""
    called: ClassVar[str]
    """Its name on the screen, in English."""
    summary: ClassVar[str]
    """One sentence that says what it is."""
    rules: Rules[StateT, ActionT, EventT]
    words: Wording[StateT, ActionT, EventT]
    options: ClassVar[tuple[Option, ...]] = ()
    """What people choose before a game, in the order shown."""
    shared_options: ClassVar[tuple[Mapping[str, Sequence[OptionValue]], ...]] = ({},)
    """For each version of its share codes, from version 1: the options in them, and the values that each can have.

    Never change a version that was released: a code counts through these values in their order, so the codes that
    people have would deal other cards. When an option changes, add a version, and name a new option in the old
    versions too, with the one value that their games had.
    """
    added_options: ClassVar[Options] = MappingProxyType({})
    """The options that older programs do not know, with the values that their games have: those are not written."""
    bots: ClassVar[Mapping[str, Character]] = ONLY_BOT
    """Each bot by its id: from the weakest and quickest to the best, then those that see all cards."""
    presets: ClassVar[tuple[Preset, ...]]
    """How the picker offers it. At least one fits any options; of those that fit, :meth:`preset` is the title."""
    goal: ClassVar[int | None] = None
    """The score of a game that is won, if scores say how far a player came."""
    milestones: ClassVar[tuple[GameMilestone, ...]] = ()
    """Its own milestones, in the order shown. Those that every game has are not among them."""

    @property
    def title(self) -> str:
        return pgettext("game", self.called)

    @property
    def opens(self) -> bool:
        """Whether the game has so many presets that lists of games show one line, which opens to them."""
        return len(self.presets) > 3

    @property
    def offers(self) -> "tuple[Offer, ...]":
        """Each of its presets."""
        return tuple(Offer(self, preset) for preset in self.presets)

    # -- players ---------------------------------------------------------------------------------------

    def seats(self, options: Options) -> int:
        return 1

    def partner(self, options: Options, seat: int) -> int | None:
        """The partner of ``seat`` with these options; None if everyone plays alone."""
        return None

    def opponents(self, options: Options, seat: int) -> tuple[int, ...]:
        """Who plays against ``seat`` with these options."""
        side = (seat, self.partner(options, seat))
        return tuple(other for other in range(self.seats(options)) if other not in side)

    def make_bot(self, bot: str, rng: Random) -> Bot[StateT, ActionT]:
        """The bot of :attr:`bots` with this id, with a random generator of its own; KeyError for any other.

        It comes from ``BOTS`` in the module ``NAME_bots`` beside ``NAME_game``, which is imported only now.
        """
        if self.bots is ONLY_BOT:
            return {"random": RandomBot(self.rules.legal_actions, rng)}[bot]
        makers: Mapping[str, MakeBot[StateT, ActionT]] = import_module(
            f"{type(self).__module__.removesuffix('game')}bots"
        ).BOTS
        return makers[bot](rng)

    @property
    def quickest_bot(self) -> str:
        return next(iter(self.bots))

    @property
    def best_bot(self) -> str:
        """The id of the last of :attr:`bots` that does not see all cards."""
        return [bot for bot, character in self.bots.items() if not character.sees_all][-1]

    def sees_all(self, bot: str) -> bool:
        """Whether this is a bot that sees all cards; a game with it is practice."""
        return bot in self.bots and self.bots[bot].sees_all

    def is_measured(self, bot: str, options: Options) -> bool:
        strength = self.bots[bot].strength
        if strength is None:
            return False
        where = strength.where or self.preset(self.configure({})).called
        return self.preset(options).called == where and not self.choices(options)

    def sight(self, state: StateT, seat: int, bot: str) -> StateT:
        """What a bot in a seat chooses by: what the seat observes, or the state itself if the bot sees all cards.

        Nowhere else does a player get more than the seat observes.
        """
        return state if self.sees_all(bot) else self.rules.observe(state, seat)

    def bot_name(self, bot: str) -> str:
        """The first name of a bot's level: the id itself if it is not one of :attr:`bots`."""
        return self.bots[bot].name if bot in self.bots else bot

    def level(self, bot: str) -> str:
        """The name of a bot's level, such as ``strong``; the id itself if it is not one of :attr:`bots`."""
        return self.bots[bot].level if bot in self.bots else bot

    # -- texts -----------------------------------------------------------------------------------------

    def summary_of(self, options: Options) -> str:
        """One sentence or two that say what the game is about with these options."""
        return _(self.preset(options).summary)

    def rules_text(self, preset: Preset | None = None) -> str:
        """The rules for players, as Markdown: ``rules.md`` in the game's folder, else the docstring of its module.

        If a section has the title of the preset, it comes first.
        """
        from importlib.resources import files

        module = type(self).__module__
        file = files(module.rpartition(".")[0]).joinpath("rules.md")
        if not file.is_file():
            return in_markdown(f"# {self.called}\n\n{sys.modules[module].__doc__}")
        first, *sections = re.split(r"\n(?=## )", file.read_text(encoding="utf-8"))
        own = [each for each in sections if preset is not None and each.startswith(f"## {preset.called}\n")]
        others = (each for each in sections if each not in own)
        text = in_markdown("\n".join([*(each[1:] for each in own), "#" * len(own) + first, *others]))
        return re.sub(rf"(?<!\w){RANK}(?=[♠♥♦♣])", lambda found: getattr(rank_of(found[0]), "symbol", found[0]), text)

    def rule_changes(self, options: Options) -> str:
        """A sentence for a log that breaks the rules, if these have changed since; empty if they have not."""
        return ""

    def expectation(self, options: Options) -> Expectation | None:
        """How often a person who plays well wins with these options, if that is known."""
        return None

    # -- options ---------------------------------------------------------------------------------------

    def configure(self, chosen: Mapping[str, object]) -> dict[str, OptionValue]:
        """A value for every option: those that are chosen, and defaults for the others.

        OptionError if there is no such option or value, or the options do not go together.
        """
        checked = {key: self.option(key).check(value) for key, value in chosen.items()}
        options = {**self.defaults(checked), **checked}
        if conflict := self.conflict(options):
            raise OptionError(conflict)
        return options

    def defaults(self, chosen: Options) -> dict[str, OptionValue]:
        """The default of every option; a game can make it depend on what is chosen."""
        return {option.key: option.default for option in self.options}

    def conflict(self, options: Options) -> str:
        """Why these values do not go together, without a full stop; empty if they do.

        An option that names a seat can name only one of a player. A game can have more such rules.
        """
        seats = self.seats(options)
        for option in self.options:
            seat = options[option.key]
            if option.seat and isinstance(seat, int) and seat >= seats:
                return npgettext(
                    "fault",
                    "{key} cannot be {seat}: with {number} player, use a number from 0 to {last}",
                    "{key} cannot be {seat}: with {number} players, use a number from 0 to {last}",
                    seats, key=option.key, seat=seat, last=seats - 1,
                )  # fmt: skip
        return ""

    def lots(self, options: Options) -> frozenset[str]:
        """The options that lots are drawn for in a new game with these options, unless somebody chose."""
        drawn = ((option.key, option.by_lot) for option in self.options if option.by_lot is not None)
        return frozenset(key for key, needed in drawn if needed.items() <= options.items())

    def matters(self, key: str, options: Options) -> bool:
        """Whether the value of an option makes a difference, given the values of the others."""
        return True

    def adjust(self, options: Options, key: str, value: OptionValue) -> dict[str, OptionValue]:
        """The options with ``key`` set to ``value``. The others keep their values, in order, if they go together."""
        kept = {key: value}
        for other in options:
            if other != key:
                with suppress(OptionError):
                    self.configure({**kept, other: options[other]})
                    kept[other] = options[other]
        return self.configure({**kept})

    def can_end(self, options: Options, outcome: Outcome) -> bool:
        """Whether an outcome, which may come from a file, has the form of one with these options.

        It has a score for each seat or side, and those who won are one side or nobody. Where scores say how far a
        player came, none is above :attr:`goal`, and only that one wins.
        """
        winners, scores, _ = outcome
        if len(scores) != len(self.rules.scores(self.rules.initial(options))):
            return False
        if self.goal is not None:
            return 0 <= scores[0] <= self.goal and winners == (0,) * (scores[0] == self.goal)
        return not winners or winners in self.sides(options)

    def sides(self, options: Options) -> tuple[tuple[int, ...], ...]:
        """The seats of each side, in the order of their first ones."""
        seats = range(self.seats(options))
        against = (self.opponents(options, seat) for seat in seats)
        return tuple(dict.fromkeys(tuple(seat for seat in seats if seat not in others) for others in against))

    def player_counts(self, chosen: Options | None = None) -> tuple[int, ...]:
        """The numbers of players, in rising order, with these options chosen and at most one more."""
        return _player_counts(self, tuple({} if chosen is None else chosen.items()))

    def option(self, key: str) -> Option:
        """The option with this key; OptionError if there is none."""
        for option in self.options:
            if option.key == key:
                return option
        known = ", ".join(option.key for option in self.options)
        raise OptionError(
            wrong("{game} has no option {key}; its options are {known}", game=self.name, key=repr(key), known=known)
        )

    def preset(self, options: Options) -> Preset:
        """The one of :attr:`presets` that fits these options most closely, the last of several."""
        return max(
            (each for each in reversed(self.presets) if each.options.items() <= options.items()),
            key=lambda each: len(each.options),
        )

    def title_of(self, options: Options) -> str:
        return self.preset(options).title

    def short_title(self, preset: Preset) -> str:
        """The title of a preset without the name of its game: ``Quick``, ``For three``, ``Classic``."""
        return pgettext("kind of a game", capital(preset.called.replace(self.called, "").strip()) or "Classic")

    def changed(self, options: Options) -> tuple[Option, ...]:
        """The options that differ from those of the preset and make a difference. Seats are left out."""
        usual = self.configure(self.preset(options).options)
        return tuple(
            option
            for option in self.options
            if not option.seat and options[option.key] != usual[option.key] and self.matters(option.key, options)
        )

    def choices(self, options: Options) -> tuple[str, ...]:
        """The options that differ from those of the preset, in words: ``blind nil: Off``."""
        return tuple(headed(option.name, option.short(options[option.key])) for option in self.changed(options))


AnyGame: TypeAlias = Game[Any, Any, Any]


class Offer(NamedTuple):
    """A game and one of its presets."""

    game: AnyGame
    preset: Preset

    @property
    def listed(self) -> "Offer":
        """What lists of games have for it: the first preset of a game that opens to its presets."""
        return Offer(self.game, self.game.presets[0]) if self.game.opens else self

    @property
    def settled(self) -> Options:
        """The options that its name settles: none if that is the name of the game itself, in any form."""
        return {} if self.preset.name == self.game.name else self.preset.options

    def covers(self, game: AnyGame, options: Options) -> bool:
        """Whether a game with these options is called by this name."""
        return game.name == self.game.name and all(options[key] == value for key, value in self.settled.items())


@cache
def _player_counts(game: AnyGame, choices: tuple[tuple[str, OptionValue], ...]) -> tuple[int, ...]:
    """:meth:`Game.player_counts`, kept: it tries every value of every option."""
    chosen = dict(choices)
    counts = {game.seats(game.configure(chosen))}
    for option in game.options:
        if option.key not in chosen and not option.seat:  # who begins does not say how many play
            for value in option.values:
                with suppress(OptionError):
                    counts.add(game.seats(game.configure({**chosen, option.key: value})))
    return tuple(sorted(counts))
