"""How Clockwork Spades is played at a table: what is on it, what a key or click does, and how cards move."""

import math
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from typing import Final, NamedTuple, TypeAlias, TypeVar

from clockspades.cards import UNKNOWN, Card, Rank, Suit
from clockspades.engine.phrases import symbols
from clockspades.engine.rules import Action
from clockspades.engine.wording import Names, said
from clockspades.games.clockwork import clockwork_rules as rules
from clockspades.games.clockwork.clockwork_fuse import Fuse, fuse
from clockspades.games.clockwork.clockwork_rules import RULES, ClockworkEvent, ClockworkState
from clockspades.games.clockwork.clockwork_words import covering, drawing_the_king, penalty_count, spade_at, taking
from clockspades.games.dial_table_rules import DialTableRules, at_hour, beam, beside, in_light
from clockspades.language import N_, _, ngettext, pgettext
from clockspades.table import commands as keys
from clockspades.table import log_view, parts
from clockspades.table.glyphs import Terminal
from clockspades.table.keys import spoken, typed
from clockspades.table.model import PlayerView, TableModel, Target, TargetKind
from clockspades.table.moments import LONGEST, SECONDS, Moment, parts_of, within
from clockspades.table.parts import InPart, Kind, Move, Part, Place, heading_line, prompt
from clockspades.table.table_rules import Choose, Nothing, Response
from clockspades.table.widget_models import (
    CardRowModel,
    DialModel,
    Face,
    Light,
    LineModel,
    ResultModel,
    StyledPart,
    TallyModel,
    Trophy,
)

STOCK: Final = at_hour(0)
BETWEEN: Final = 0.08
"""Seconds from one of several cards that are played to the next."""
LATER: Final = 0.12
"""Seconds after what was played or taken that what follows from it sets off."""
KING_SECONDS: Final = 1.2
REST: Final = 1.0
"""How long the last card rests face down; the cards drawn before it arrive meanwhile."""
DRAW_SECONDS: Final = 0.4
"""How long each of the last cards is on its way from the stock."""
CAME: Final = (
    N_("[One of four!|{name} has one king.]"),
    N_("[Two of four!|{name} has two kings.]"),
    N_("[Three of four!|{name} has three kings.]"),
)
"""What is said of a king that comes to a seat, by how many it has then."""
CHOOSE_FIRST: Final = N_("Choose a spade first.")
FEW: Final = 8
"""How many cards are in the stock when each draw begins to take its time."""


class KingCrosses(NamedTuple):
    """A king is on its way to a seat."""

    owner: int
    kings: tuple[Card, ...]
    """The kings that the seat then has."""
    start: float
    """The share of the moment when it sets off."""
    end: float


class LastCard(NamedTuple):
    """The last card lies there face down, and is turned up."""

    seat: int


SeenT = TypeVar("SeenT")

ClockworkTableModel: TypeAlias = TableModel[ClockworkState, ClockworkEvent]


def dial_model(model: ClockworkTableModel) -> DialModel:
    """The clock with the cards played on it, the window, and the stock on the king of spades."""
    view = model.view
    window = () if view.outcome else tuple(int(rank) for rank in view.window)
    hours = tuple(
        None if pile is None else _spade_face(model, spade, tuple(card.suit for card in pile), window)
        for spade, pile in zip(rules.SPADES, view.clock)
    )
    angle = hand_angle(window) if window else None
    is_drawn = any(rules.KING_OF_SPADES in kings for kings in view.kings)
    considered = _considered(model)
    last_cards = fuse(view, considered)
    caption = ""
    if view.discard and not is_drawn:
        caption = pgettext("under the clock", "{number} discarded", number=len(view.discard))
    if last_cards is not None:
        caption = drawing_the_king(last_cards, model.player.names, is_so=considered is None)
    below = _row_of(last_cards, model) if last_cards else ()
    dial = DialModel(hours, _centre(view), window, angle, caption, _kings(model), below, is_large=is_drawn)
    return dial if model.moment is None else _celebrated(dial, model.moment, model)


def _spade_face(model: ClockworkTableModel, spade: Card, covers: tuple[Suit, ...], window: tuple[int, ...]) -> Face:
    """A spade on the clock: one of the window stands out, with its digit where it can be taken."""
    at, selection = at_hour(spade.rank), model.selection
    light = Light.LIVE if spade.rank in window else Light.PLAIN
    can_take = rules.TakeSpade(spade.rank) in model.legal
    label = typed(model.terminal, window.index(spade.rank) + 1) if can_take else ""
    return Face(spade, light, selection.cursor == at, selection.confirming == at, covers, label)


def _considered(model: ClockworkTableModel) -> Rank | None:
    """The spade that the pointer or the cursor is on, if it can be taken."""
    at = model.hovered or model.cursor
    is_spade = at is not None and at.kind is TargetKind.HOUR and 0 < at.number <= len(rules.SPADES)
    return Rank(at.number) if at and is_spade and rules.TakeSpade(Rank(at.number)) in model.legal else None


def _row_of(last_cards: Fuse, model: ClockworkTableModel) -> tuple[StyledPart, ...]:
    """Each of the last cards in the colour, and on the side, of who would draw it; then the king of spades."""
    near, signs = model.player.seat, model.terminal.glyphs
    tints = model.player.tints or (0, 0)
    roles = ["fuse--near" if seat == near and not tints[seat] else f"fuse--{tints[seat]}" for seat in (0, 1)]
    cells = tuple((signs.lower if seat == near else signs.upper, roles[seat]) for seat in last_cards.drawers)
    return (*cells, (f" {rules.KING_OF_SPADES.symbol}", roles[last_cards.last]))


def _kings(model: ClockworkTableModel, lit: Sequence[Card] = ()) -> tuple[StyledPart, ...]:
    """The kings that were drawn, some of them lit, and the suits of the others."""
    found: list[StyledPart] = []
    for king in (*rules.KINGS, rules.KING_OF_SPADES):
        role = "card--pointed" if king in lit else f"small--{king.suit.name.lower()}"
        is_drawn = any(king in kings for kings in model.view.kings) and not _is_hidden(king, model)
        gone = f"{model.terminal.glyphs.gone}{king.suit.symbol}"
        found += [(" ", ""), (king.symbol, role) if is_drawn else (gone, "caption")]
    return tuple(found[1:])


def _is_hidden(king: Card, model: ClockworkTableModel) -> bool:
    """Whether a king has not set off yet, or is the last card, which still rests face down."""
    moment = model.moment
    waits = moment is not None and any(
        part.kings[-1] is king and moment.share < part.start for part in parts_of(moment, KingCrosses)
    )
    return waits or (king is rules.KING_OF_SPADES and is_resting(moment))


def _celebrated(dial: DialModel, moment: Moment, model: ClockworkTableModel) -> DialModel:
    """The dial during a moment: the kings of a seat light up one by one; or the last card rests face down.

    If that then wins, light and the hand go round the clock; if it loses, a shadow goes round, the other way.
    """
    names, share = model.player.names, moment.share
    if is_resting(moment):
        drawn = next(parts_of(moment, LastCard)).seat
        words = said(names, drawn, "[You draw|{name} draws] the last card…")
        return dial._replace(centre=Face(UNKNOWN), caption=words, is_large=False)
    for part in moment.parts:
        match part:
            case KingCrosses(owner, kings, start, end) if start <= share <= end:
                lit = kings[: math.ceil(within(share, start, end) * len(kings))]
                return dial._replace(caption=said(names, owner, CAME[len(kings) - 1]), above=_kings(model, lit))
            case rules.ClockworkReason.FOUR_KINGS:
                share = within(share, REST / LONGEST, 1.0)
                hours = in_light(dial.hours, beam(share), Light.LIVE)
                return dial._replace(hours=hours, window=beam(share), angle=360 * share, is_led=True)
            case rules.ClockworkReason.KING_OF_SPADES:
                mirrored = tuple(sorted(12 - hour or 12 for hour in beam(within(share, REST / LONGEST, 1.0))))
                return dial._replace(hours=in_light(dial.hours, mirrored, Light.DIM))
    return dial


def is_resting(moment: Moment | None) -> bool:
    """Whether the last card still rests face down: until then, nothing tells how the game ended."""
    return moment is not None and moment.share < REST / LONGEST and any(parts_of(moment, LastCard))


def hand_angle(hours: tuple[int, ...]) -> float:
    """Where the clock's hand points for a window: degrees clockwise from twelve, in the middle of its hours."""
    east = sum(math.sin(math.radians(30 * hour)) for hour in hours)
    north = sum(math.cos(math.radians(30 * hour)) for hour in hours)
    if math.hypot(east, north) < 1e-6:
        return 30.0 * hours[len(hours) // 2] % 360
    return round(math.degrees(math.atan2(east, north)), 6) % 360


def _centre(view: ClockworkState) -> Face | None:
    if view.stock or not view.turn:
        return Face(UNKNOWN, label=str(len(view.stock)) if view.turn else "")
    drew = next((seat for seat, kings in enumerate(view.kings) if rules.KING_OF_SPADES in kings), None)
    if drew is None or view.outcome is None or not view.outcome.winners:
        return Face(rules.KING_OF_SPADES)
    return Face(rules.KING_OF_SPADES, Light.LIVE if drew in view.outcome.winners else Light.DIM)


def near(selector: Callable[[ClockworkTableModel, int], SeenT]) -> Callable[[ClockworkTableModel], SeenT]:
    """A seat's selector, for the near side of the table."""
    return lambda model: selector(model, model.player.seat)


def far(selector: Callable[[ClockworkTableModel, int], SeenT]) -> Callable[[ClockworkTableModel], SeenT]:
    return lambda model: selector(model, 1 - model.player.seat)


def hand_row(model: ClockworkTableModel, seat: int) -> CardRowModel:
    """A hand: to its owner what can be played stands out, to others it is backs."""
    view, is_near = model.view, seat == model.player.seat
    deciding = model.player.active and is_near
    playable = rules.matches(view) if deciding else ()
    lights = [Light.LIVE if card in playable else Light.DIM if deciding else Light.PLAIN for card in view.hands[seat]]
    pointed = model.cursor.number if is_near and model.cursor and model.cursor.kind is TargetKind.HAND else None
    faces = (Face(card, light, at == pointed) for at, (card, light) in enumerate(zip(view.hands[seat], lights)))
    return CardRowModel(tuple(faces), numbered=bool(playable))


def tally(model: ClockworkTableModel, seat: int) -> TallyModel:
    taken, kings = model.view.taken[seat], model.view.kings[seat]
    spades = ("♠", *(card.rank.symbol for card in taken)) if taken else ()
    given = tuple(king.symbol for king in kings if not _is_hidden(king, model))
    return TallyModel(tuple(group for group in (spades, given) if group))


def name_line(model: ClockworkTableModel, seat: int) -> LineModel:
    """A player's name with a mark if it is their turn, penalties, games won in a series, and its bot."""
    view, series = model.view, model.player.series
    counted = penalty_count(RULES.scores(view)[seat], view.rules)
    won = pgettext("games of a series", "{number} won", number=series.wins[seat]) if series else ""
    return parts.name_line(model, seat, counted, won)


def heading(model: ClockworkTableModel) -> LineModel:
    view, series = model.view, model.player.series
    turn, best_of = pgettext("heading of the table", "turn {turn}", turn=view.turn), ""
    if series and series.best_of:
        best_of = pgettext("heading of the table", "best of {number}", number=series.best_of)
    is_pagat = view.rules is rules.RuleSet.PAGAT
    rule_set = pgettext("heading of the table", "rules of pagat.com" if is_pagat else "rules of gamerules.com")
    return heading_line(model, turn, best_of, rule_set)


def _explain_card(model: ClockworkTableModel, card: Card) -> str:
    view = model.view
    if card is UNKNOWN:
        return ""
    names = {"card": card.symbol, "spade": spade_at(card.rank)}
    if view.outcome:
        return _("The {card} was not played.", **names)
    if card.rank in view.window and model.player.active:
        return _("You must play the {card}: the {spade} is in your window.", **names)
    if view.clock[card.rank - 1] is None:
        return _("The {card} is dead: the {spade} is gone. Your next turn discards it.", **names)
    return f"{_('The {card} goes on the {spade}.', **names)} {_in_window(model, card.rank)}"


def _in_window(model: ClockworkTableModel, rank: Rank) -> str:
    """Whether a spade is in the window, and whose window that is."""
    view, words = model.view, N_("The {spade} isn't in [your|{name}'s] window ({window}).")
    if rank in view.window:
        words = N_("The {spade} is in [your|{name}'s] window ({window}).")
    return said(model.player.names, view.seat, words, spade=spade_at(rank), window=symbols(view.window))


def _explain_stock(view: ClockworkState, names: Names) -> str:
    king = rules.KING_OF_SPADES.symbol
    if view.outcome:
        return _("The stock.")
    if view.stock:
        left = ngettext(
            "{number} card in the stock, then the {king}, which ends the game.",
            "{number} cards in the stock, then the {king}, which ends the game.", len(view.stock), king=king,
        )  # fmt: skip
        last_cards = fuse(view)
        return left if last_cards is None else f"{left} {drawing_the_king(last_cards, names)}"
    end = _("Without the other three kings the fewest spades win.")
    if view.rules is rules.RuleSet.PAGAT:
        end = _("Without the other three kings it loses.")
    return f"{_('The next card is the {king}.', king=king)} {end}"


def _explain_hour(model: ClockworkTableModel, rank: Rank) -> str:
    view, pile, spade = model.view, model.view.clock[rank - 1], spade_at(rank)
    if pile is None:
        return _("The {spade} is gone. This hour is skipped.", spade=spade)
    if view.turn and not view.outcome and (rank not in view.window or not model.player.active):
        return _in_window(model, rank)
    if view.outcome or not view.turn:
        return _("The {spade} with {cards} on it." if pile else "The {spade}.", spade=spade, cards=symbols(pile))
    on_it = pgettext("spade on the clock", "the {spade}", spade=spade)
    if pile:
        on_it = pgettext("spade on the clock", "the {spade} with {cards} on it", spade=spade, cards=symbols(pile))
    matching = rules.matches(view)
    if mine := [card for card in matching if card.rank == rank]:
        return _("You must play {cards} on {spade}.", cards=symbols(mine), spade=on_it)
    if matching:
        return _("You can't take {spade}: you must play the {card}.", spade=on_it, card=matching[0].symbol)
    return taking(view, rank, model.player.names) or _("Take {spade}; its hour is then skipped.", spade=on_it)


class ClockworkTableRules(DialTableRules[ClockworkState, ClockworkEvent]):
    """All matches are played at once; a spade is taken where there is none."""

    commands = (
        *keys.described(N_("Play your matches or take a spade by number"), *keys.DIGITS[1:]),
        *keys.described(N_("Move the cursor"), keys.LEFT, keys.RIGHT, keys.UP, keys.DOWN),
        keys.ENTER._replace(description=N_("Play, or take a spade")),
        keys.SPACE._replace(description=N_("Play your matches")),
        keys.MEANING,
    )

    # -- what is on the table --------------------------------------------------------------------------

    parts = beside(
        Part(Kind.DIAL, "dial", dial_model, TargetKind.HOUR),
        Part(Kind.LINE, "heading", heading),
        Part(Kind.LINE, "far-name", far(name_line)),
        Part(Kind.CARD_ROW, "far-hand", far(hand_row)),
        Part(Kind.TALLY, "far-tally", far(tally)),
        Part(Kind.LOG, "log"),
        Part(Kind.LINE, "prompt", lambda model: LineModel("") if is_resting(model.moment) else prompt(model)),
        Part(Kind.LINE, "near-name", near(name_line)),
        Part(Kind.CARD_ROW, "near-hand", near(hand_row), TargetKind.HAND),
        Part(Kind.TALLY, "near-tally", near(tally)),
    )
    layout = """
    /* The least width leaves a tally room for eight spades and four kings beside the hand. */
    .clockwork-spades #side { min-width: 29; padding: 0 1; grid-columns: 18 1fr; grid-rows: 1 1 3 1fr 5 1 4; }
    .clockwork-spades #side > #near-name, .clockwork-spades #side > #far-name { column-span: 2; }
    .-short .clockwork-spades #side { grid-rows: 1 3 1fr 5 1 4; }

    /* On a small table the cards of a hand stand close, and the prompt has a row more for its narrow lines. */
    .-compact .clockwork-spades #side { min-width: 25; grid-columns: 15 1fr; grid-rows: 1 3 1fr 6 1 4; }
    .-compact.-short .clockwork-spades #side { grid-rows: 1 3 1fr 5 1 4; }
    .-playing.-compact .clockwork-spades #side { padding: 0 0 0 1; }

    .-roomy.-tall .clockwork-spades #side, .-large.-tall .clockwork-spades #side,
    .-roomy.-high .clockwork-spades #side { min-width: 34; grid-columns: 24 1fr; grid-rows: 1 1 5 1fr 5 1 6; }
    .-large.-high .clockwork-spades #side { min-width: 40; grid-columns: 30 1fr; grid-rows: 1 1 7 1fr 5 1 8; }

    /* A setting keeps cards smaller than there is room for. */
    .-cards-medium .-large.-high .clockwork-spades #side {
        min-width: 34; grid-columns: 24 1fr; grid-rows: 1 1 5 1fr 5 1 6;
    }
    .-cards-small .-roomy.-tall .clockwork-spades #side, .-cards-small .-large.-tall .clockwork-spades #side,
    .-cards-small .-roomy.-high .clockwork-spades #side, .-cards-small .-large.-high .clockwork-spades #side {
        min-width: 29; grid-columns: 18 1fr; grid-rows: 1 1 3 1fr 5 1 4;
    }

    /* No keys stand below the cards of a replay; where there is little room, the log is left out. */
    .-stepping .clockwork-spades #side { grid-rows: 1 1 3 1fr 5 1 3; }
    .-stepping.-compact .clockwork-spades #side { grid-rows: 1 3 1fr 5 1 3; }
    .-stepping.-short .clockwork-spades #side { grid-rows: 1 1 3 1fr 1 3; }
    .-stepping.-compact.-short .clockwork-spades #side { grid-rows: 1 3 1fr 1 3; }

    /* Where a lesson has least room, the log has one more row, and the prompt one less. */
    .-teaching.-compact.-short .clockwork-spades {
        & #side { grid-rows: 1 3 1fr 4 1 4; } & #heading { display: none; }
        & #log { margin: 1 0 0 0; } & #prompt { height: 4; }
    }
    """
    log_style = log_view.LogStyle(
        lambda event: isinstance(event, rules.Took | rules.PassedKing | rules.DrewKingOfSpades),
        margin_of=lambda event: str(event.turn) if isinstance(event, rules.TurnBegan) else "",
    )

    def moves(
        self, before: PlayerView[ClockworkState, ClockworkEvent], after: PlayerView[ClockworkState, ClockworkEvent]
    ) -> tuple[Move, ...]:
        moves: list[Move] = []
        near = after.seat
        undealt = [0, 0]
        for event in after.happened:
            if isinstance(event, rules.Drew):
                undealt[event.seat] += len(event.cards)
        for event, at, seconds in timed(after):
            match event:
                case rules.Played(seat, cards):
                    moves += [
                        _move(card, _in_hand(before, seat, card), at_hour(card.rank), number * BETWEEN)
                        for number, card in enumerate(cards)
                    ]
                case rules.Took(seat, spade, covers):
                    moves.append(_move(spade, at_hour(spade.rank), _tally(seat, near)))
                    moves += [_move(card, at_hour(spade.rank), STOCK, LATER) for card in covers]
                case rules.PassedKing(seat, king):
                    moves.append(_move(king, STOCK, _tally(1 - seat, near), at, seconds))
                case rules.Drew(seat, cards):
                    first = max(0, len(after.view.hands[seat]) - undealt[seat])
                    undealt[seat] -= len(cards)
                    each = seconds / len(cards)
                    moves += [
                        _move(card, STOCK, _hand(seat, near, first + number), at + number * each, each or SECONDS)
                        for number, card in enumerate(cards)
                    ]
                case rules.DrewKingOfSpades(seat):
                    moves.append(_move(rules.KING_OF_SPADES, STOCK, _tally(seat, near), REST, LONGEST - REST))
                case rules.Discarded(seat, cards):
                    moves += [_move(card, _in_hand(before, seat, card), STOCK, LATER) for card in cards]
        return tuple(moves)

    def seconds_for(self, player: PlayerView[ClockworkState, ClockworkEvent]) -> float:
        """Kings that move over, the last draws and the last card take their time; nothing else is waited for."""
        if any(isinstance(event, rules.DrewKingOfSpades) for event in player.happened):
            return LONGEST
        return min(LONGEST, max((at + seconds for _, at, seconds in timed(player) if seconds), default=0.0))

    def moment(self, player: PlayerView[ClockworkState, ClockworkEvent]) -> Moment | None:
        parts: list[object] = []
        whole = self.seconds_for(player)
        to_come = [1 - event.seat for event in player.happened if isinstance(event, rules.PassedKing)]
        for event, at, seconds in timed(player):
            match event:
                case rules.PassedKing(seat):
                    owner = to_come.pop(0)
                    kings = [king for king in player.view.kings[owner] if king is not rules.KING_OF_SPADES]
                    kings = kings[: len(kings) - to_come.count(owner)]
                    parts.append(KingCrosses(owner, tuple(kings), at / whole, (at + seconds) / whole))
                case rules.DrewKingOfSpades(seat):
                    assert player.view.outcome is not None, "that ends the game"
                    parts += [LastCard(seat), player.view.outcome.reason]
        tells = REST if any(isinstance(part, LastCard) for part in parts) else 0.0
        return Moment(whole, tuple(parts), with_cards=True, tells=tells) if parts else None

    def mark(self, event: ClockworkEvent, terminal: Terminal) -> tuple[str, int | None] | None:
        match event:
            case rules.Took(seat, spade):
                return spade.suit.symbol, seat
            case rules.PassedKing(seat, king):
                return king.rank.symbol, 1 - seat
            case rules.DrewKingOfSpades(seat):
                return rules.KING_OF_SPADES.rank.symbol, seat
        return None

    def result(self, state: ClockworkState, happened: Sequence[ClockworkEvent]) -> ResultModel:
        """What lies on the table at the end (clockwork 10 and 11)."""
        deciding: dict[StrEnum | None, tuple[Card, ...]] = {
            rules.ClockworkReason.FOUR_KINGS: (*rules.KINGS, rules.KING_OF_SPADES),
            rules.ClockworkReason.KING_OF_SPADES: (rules.KING_OF_SPADES,),
        }
        reason = state.outcome.reason if state.outcome else None
        return ResultModel(
            deciding.get(reason, ()),
            tuple(penalty_count(number, state.rules) for number in RULES.scores(state)),
            tuple((taken, kings) for taken, kings in zip(state.taken, state.kings)), tuple(map(tuple, state.hands)),
            trophy=Trophy.FOUR_KINGS if reason is rules.ClockworkReason.FOUR_KINGS else None,
        )  # fmt: skip

    # -- what can be pointed at ------------------------------------------------------------------------

    def targets(self, model: ClockworkTableModel) -> tuple[Target, ...]:
        hours = (at_hour(hour) for hour, pile in enumerate(model.view.clock, 1) if pile is not None)
        return (*self._hand(model), *hours, STOCK)

    def first_target(self, model: ClockworkTableModel) -> Target | None:
        """Where the first legal action is on the table. If there is none, the first spade of the window."""
        if model.legal:
            return self.targets_of(model, model.legal[0])[0]
        return at_hour(model.view.window[0]) if model.view.window else super().first_target(model)

    def _hand(self, model: ClockworkTableModel) -> tuple[Target, ...]:
        return tuple(Target(TargetKind.HAND, number) for number in range(len(model.view.hands[model.player.seat])))

    def explain(self, model: ClockworkTableModel, target: Target) -> str:
        match target:
            case Target(TargetKind.HAND, number) if number < len(hand := model.view.hands[model.player.seat]):
                return _explain_card(model, hand[number])
            case Target(TargetKind.HOUR, 0):
                return _explain_stock(model.view, model.player.names)
            case Target(TargetKind.HOUR, hour) if hour <= len(rules.SPADES):
                return _explain_hour(model, Rank(hour))
        return ""

    def targets_of(self, model: ClockworkTableModel, action: Action) -> tuple[Target, ...]:
        if isinstance(action, rules.TakeSpade):
            return (at_hour(action.rank),)
        hand = model.view.hands[model.player.seat]
        return tuple(Target(TargetKind.HAND, hand.index(card)) for card in rules.matches(model.view))

    # -- what it means ---------------------------------------------------------------------------------

    def digit(self, model: ClockworkTableModel, number: int) -> Response:
        """A card in hand if one must be played, which plays every match; else a spade of the window."""
        choices = self._hand(model)
        if model.player.active and not rules.matches(model.view):
            choices = tuple(map(at_hour, model.view.window))
        return self.name_at(model, choices[number - 1]) if 0 < number <= len(choices) else Nothing()

    def confirm(self, model: ClockworkTableModel) -> Response:
        cursor = model.cursor
        if rules.matches(model.view):
            return Choose(rules.PlayMatches())
        if cursor is not None and cursor.kind is TargetKind.HOUR and cursor.number:
            return _take(cursor.number)
        return self.refuse(model, _(CHOOSE_FIRST))

    def space(self, model: ClockworkTableModel) -> Response:
        """Play every match; no spade is taken so."""
        if model.cursor is None or rules.matches(model.view):
            return self.confirm(model)
        return self.say(model, self.explain(model, model.cursor))

    def press(self, model: ClockworkTableModel, target: Target) -> Response:
        matching, is_spade = rules.matches(model.view), target.kind is TargetKind.HOUR and target.number > 0
        if is_spade and not matching:
            return _take(target.number)
        spades = (at_hour(card.rank) for card in matching)
        if matching and target in (*self.targets_of(model, rules.PlayMatches()), *spades):
            return Choose(rules.PlayMatches())
        note = self.explain(model, target)
        return self.say(model, note) if note else Nothing()

    # -- what is said ----------------------------------------------------------------------------------

    def reminder(self, model: ClockworkTableModel) -> str:
        if model.selection.confirming is None:
            return ""
        words = N_("Take the {spade}? Press {enter} or click it again. {cancel} cancels.")
        enter, cancel = spoken(model.terminal, keys.ENTER), spoken(model.terminal, keys.CANCEL)
        return _(words, spade=spade_at(model.selection.confirming.number), enter=enter, cancel=cancel)

    def announce(self, player: PlayerView[ClockworkState, ClockworkEvent], action: Action) -> str:
        if isinstance(action, rules.TakeSpade):
            return _("You take the {spade}, the last spade.", spade=spade_at(action.rank))
        return _("You play {cards}.", cards=covering(rules.matches(player.view)))

    def keys_now(self, model: ClockworkTableModel, *, is_running: bool) -> tuple[keys.Command, ...]:
        if matching := rules.matches(model.view):
            words = N_("play" if len(matching) == 1 else "play all")
            return (keys.ENTER._replace(words=words), keys.RIGHT._replace(words=N_("move")))
        take, move = N_("take"), keys.RIGHT._replace(words=N_("move"))
        return (keys.numbers(range(1, len(model.view.window) + 1), take), move, *self.on_cursor(model, take))


def _take(hour: int) -> Choose:
    return Choose(rules.TakeSpade(Rank(hour)), at_hour(hour))


def _hand(seat: int, near: int, number: int) -> InPart:
    return InPart("near-hand" if seat == near else "far-hand", number)


def _tally(seat: int, near: int) -> InPart:
    return InPart("near-tally" if seat == near else "far-tally")


def _in_hand(player: PlayerView[ClockworkState, ClockworkEvent], seat: int, card: Card) -> InPart:
    """Where a card is in a hand; one that is not seen there is in the middle of it."""
    hand = player.view.hands[seat]
    return _hand(seat, player.seat, hand.index(card) if card in hand else len(hand) // 2)


def timed(player: PlayerView[ClockworkState, ClockworkEvent]) -> Iterator[tuple[ClockworkEvent, float, float]]:
    """The last events, when each sets off, and how long the others wait for it; all within a moment's length."""
    ends = any(isinstance(event, rules.DrewKingOfSpades) for event in player.happened)
    room = (REST if ends else LONGEST) - LATER
    tempo = min(1.0, room / (sum(_seconds(event, player.view) for event in player.happened) or room))
    at = LATER
    for event in player.happened:
        seconds = tempo * _seconds(event, player.view)
        yield event, at, seconds
        at += seconds


def _seconds(event: ClockworkEvent, after: ClockworkState) -> float:
    """How long everything else would wait for what an event moves; 0 if it does not."""
    match event:
        case rules.PassedKing():
            return KING_SECONDS
        case rules.Drew(_, cards) if len(after.stock) <= FEW:
            return DRAW_SECONDS * len(cards)
    return 0.0


def _move(card: Card, start: Place, end: Place, delay: float = 0.0, seconds: float = SECONDS) -> Move:
    return Move(Face(card), start, end, delay, seconds=seconds, like=InPart("near-hand", 0))
