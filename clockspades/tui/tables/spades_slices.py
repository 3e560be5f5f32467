"""The slices of a scene of Spades: pure functions, tested without a screen."""

from collections.abc import Iterator, Sequence
from itertools import chain

from clockspades.cards import Card
from clockspades.engine.game import Action, Event
from clockspades.engine.phrases import count, symbols
from clockspades.games.spades.actions import PASSED, RANKS, DrawCard, Look, MakeBid, PassCards, in_order
from clockspades.games.spades.events import Drew, GotCards, NilSettled, SideScored, SpadesBroken
from clockspades.games.spades.scoring import BLIND_NIL_POINTS, Bid, Sheet, tricks_towards
from clockspades.games.spades.state import Phase, State, partner_of, seats_of
from clockspades.games.spades.words import bid_words, side_name
from clockspades.games.tricks import CardPlayed, DealBegan
from clockspades.tui.drawing.faces import Face
from clockspades.tui.drawing.glyphs import glyphs
from clockspades.tui.layout.panel import PanelFace
from clockspades.tui.tables import telling, tricks_slices
from clockspades.tui.tables.scene import AnySight
from clockspades.tui.tables.tricks_slices import TrickScene, is_turn, legal, name_column, near_hand, seat_at
from clockspades.tui.widgets.game_log import LogLine
from clockspades.tui.widgets.line import LineFace
from clockspades.tui.widgets.mark import Mark
from clockspades.tui.widgets.plate import PlateFace, Row
from clockspades.tui.widgets.sheet import SheetFace

MADE, FAILED = "N", "x"
"""What marks a nil that was made, and a nil or a contract that failed."""


# -- the players -------------------------------------------------------------------------------------------


def plate(scene: TrickScene, seat: int) -> PlateFace:
    """A player's name, tricks taken against the bid, and score and bags of the side."""
    view: State = scene.view
    details: list[Row] = []
    bid = view.bids[seat]
    if bid is not None:
        details.append(_against(bid, view.taken[seat]))
    elif view.phase is Phase.DRAW:
        details.append(((count(len(view.hands[seat]), "card"), "plate--quiet"),))
    elif view.phase is Phase.BID:
        details.append((("no bid yet", "plate--quiet"),))
    side = view.sides[seat]
    bags = view.settings.scoring.bags_running(view.bags[side])
    had = glyphs().words(f" · {count(bags, 'bag')}")
    details.append(((f"{view.scores[side]}", "plate--gold"), (had, "plate--quiet")))
    if bid is not None and bid.tricks:
        details.append(_pips(bid, view.taken[seat]))
    dealer = view.number > 0 and seat == view.dealer
    return PlateFace(scene.sight.names[seat], is_turn(scene, seat), dealer, tuple(details))


def _against(bid: Bid, taken: int) -> Row:
    """The tricks taken, and the bid."""
    if bid.is_nil:
        return ((bid_words(bid).removeprefix("a "), "plate--gold"), (f" took {taken}" if taken else "", "plate"))
    return ((f"{taken}", "plate--gold"), (f" of {bid.tricks}", "plate--quiet"))


def _pips(bid: Bid, taken: int) -> Row:
    """A sign for each trick: taken, or wanted still; those above the bid after a blank."""
    got, over = min(bid.tricks, taken), max(0, taken - bid.tricks)
    return (
        (glyphs().full * got, "plate--gold"),
        (glyphs().hollow * (bid.tricks - got), "plate--quiet"),
        (f" {glyphs().full * over}" if over else "", "plate"),
    )


def together(view: State, seat: int) -> tuple[int, int] | None:
    """What a side of two bid together and has taken towards it; None before both have bid, or without a partner."""
    seats = seats_of(view.sides, view.sides[seat])
    bids = [bid for mate in seats if (bid := view.bids[mate]) is not None]
    if len(seats) == 1 or len(bids) < len(seats):
        return None
    taken = [view.taken[mate] for mate in seats]
    return sum(bid.tricks for bid in bids), tricks_towards(bids, taken, view.settings.scoring.failed_nil_helps)


def explain_plate(scene: TrickScene, place: int) -> str:
    """How a player stands, and the player's side."""
    view, seat, names = scene.view, seat_at(scene, place), scene.sight.names
    bid = view.bids[seat]
    said = "has not bid yet" if bid is None else f"bid {bid_words(bid)} and has taken {view.taken[seat] or 'none'}"
    side = view.sides[seat]
    pair = together(view, seat)
    both = f", {pair[1]} of {pair[0]} together" if pair is not None else ""
    score = f"{side_name(seats_of(view.sides, side), names)}: {view.scores[side]} points"
    return f"{names[seat]} {said}{both}. {score} and {count(view.bags[side], 'bag')}."


def heading(scene: TrickScene) -> LineFace:
    """The game, the deal and whether spades are broken."""
    view = scene.view
    broken = "♠ broken" if view.broken and view.phase is Phase.PLAY else ""
    quiet = (f"deal {view.number}", broken, f"to {view.settings.scoring.target}")
    return LineFace(scene.sight.game.title, bright=True, quiet=tuple(filter(None, quiet)))


# -- what is chosen in the middle of the table -------------------------------------------------------------


def choices(scene: TrickScene) -> tuple[Action, ...]:
    """The actions that are chosen on a panel, in its order: of the bids the nil first."""
    if scene.view.phase is Phase.PASS and scene.sight.active:
        return (PassCards(in_order(scene.attention.placed)),) if len(scene.attention.placed) == PASSED else ()
    panelled = [action for action in legal(scene) if isinstance(action, (Look, MakeBid, DrawCard))]
    return tuple(sorted(panelled, key=lambda action: action.tricks if isinstance(action, MakeBid) else 0))


def panel(scene: TrickScene) -> PanelFace | None:
    """What the player on the near side is to choose, or what a deal that is over came to."""
    if sums_up(scene.sight) and scene.attention.looked is None:
        return _summary(scene)
    if not scene.sight.active:
        return None
    pointed = scene.pointed
    chosen = pointed.number if pointed is not None and pointed.kind == "choice" else None
    match scene.view.phase:
        case Phase.BID if not scene.view.looked[scene.sight.seat]:
            words = (f"{BLIND_NIL_POINTS:+} without a trick,", f"{-BLIND_NIL_POINTS:+} with any.")
            labels = tuple("Look" if isinstance(action, Look) else "Blind nil" for action in choices(scene))
            return PanelFace("A blind nil?", words=words, choices=labels, chosen=chosen)
        case Phase.BID:
            labels = tuple(bid_words(action.bid) for action in choices(scene) if isinstance(action, MakeBid))
            return PanelFace("Your bid", choices=labels, chosen=chosen, foot=_bid_foot(scene, chosen))
        case Phase.PASS:
            return _passing(scene, chosen)
        case Phase.DRAW:
            top = Face(scene.view.stock[0])
            left = len(scene.view.stock) // 2
            return PanelFace(
                "The top card", (top,), (), ("Keep", "Discard"), chosen, f"{left} more to draw from, by turns."
            )
    return None


def _bid_foot(scene: TrickScene, chosen: int | None) -> str:
    """The partner's bid and the sum of all, with the bid that is pointed at."""
    view: State = scene.view
    number = chosen or 0
    said = sum(bid.tricks for bid in view.bids if bid is not None) + number
    in_all = f"{said} of {view.settings.hand}"
    partner = partner_of(view.settings, scene.sight.seat)
    bid = None if partner is None else view.bids[partner]
    if partner is None or bid is None:
        return f"All bids {in_all}"
    if bid.is_nil or not number:
        return f"{scene.sight.names[partner]} {bid_words(bid)} · all {in_all}"
    return f"Side {number + bid.tricks} · all {in_all}"


def _passing(scene: TrickScene, chosen: int | None) -> PanelFace:
    partner = partner_of(scene.view.settings, scene.sight.seat)
    assert partner is not None, "only partners pass cards"
    placed = scene.attention.placed
    ready = len(placed) == PASSED
    told = "Choose three cards of your hand."
    faces = (*(Face(card) for card in placed), *(Face(None),) * (PASSED - len(placed)))
    choice = ("Give them",) if ready else ()
    foot = "" if ready else told if not placed else f"{count(PASSED - len(placed), 'card')} more."
    return PanelFace(f"For {scene.sight.names[partner]}", faces, (), choice, 0 if ready else chosen, foot)


def sums_up(sight: AnySight) -> bool:
    """Whether a deal is over and the next one due."""
    return sight.view.phase is Phase.DEAL and bool(sight.view.sheets)


def _summary(scene: TrickScene) -> PanelFace:
    view: State = scene.view
    sheet, names = view.sheets[-1], scene.sight.names
    column = name_column(["", *(side_name(seats_of(view.sides, side), names) for side in _sides(view))])
    lines = [f"{column[0]} {'bid':>7} {'took':>5} {'points':>7} {'score':>6}"]
    for name, side in zip(column[1:], _sides(view)):
        bid, took, points, score = _came_to(sheet, view.sides, side)
        lines.append(f"{name} {bid:>7} {took:>5} {points:>7} {score:>6}")
    return PanelFace(f"Deal {sheet.number}", words=tuple(lines), choices=("Next deal",), chosen=0, wide=True)


def _sides(view: State) -> range:
    return range(len(view.scores))


def _came_to(sheet: Sheet, sides: Sequence[int], side: int) -> tuple[str, str, str, str]:
    """What a side bid and took, the points of the deal, and the score after it."""
    line, nils = sheet.lines[side], sum(sheet.bids[seat].is_nil for seat in seats_of(sides, side))
    bid = f"{line.contract}" if not nils else "nil" if not line.contract else f"{line.contract}+nil"
    return bid, f"{sum(sheet.taken[seat] for seat in seats_of(sides, side))}", f"{line.points:+}", f"{line.score}"


# -- the score sheet ---------------------------------------------------------------------------------------


def sheet(scene: TrickScene) -> SheetFace:
    """Every deal that was played out, with a row for each side."""
    view: State = scene.view
    rows: list[tuple[str, ...]] = []
    ruled = set()
    for deal in view.sheets:
        ruled.add(len(rows))
        rows += _deal_rows(deal, view.sides, scene.sight.names)
    scoring = view.settings.scoring
    foot = f"To {scoring.target}; every {scoring.bags} bags cost {scoring.bag_penalty}."
    if scoring.floor is not None:
        foot += f" Who falls to {scoring.floor} loses."
    columns = ("deal", "who", "bid", "took", "nil", "bags", "points", "score")
    if not rows:
        return SheetFace(
            ("deal", "who", "score"), tuple(_standing(view, scene.sight.names)), foot, names=frozenset({1})
        )
    return SheetFace(columns, tuple(rows), foot, frozenset(ruled), frozenset({1}))


def _deal_rows(deal: Sheet, sides: Sequence[int], names: Sequence[str]) -> Iterator[tuple[str, ...]]:
    for side, line in enumerate(deal.lines):
        seats = seats_of(sides, side)
        bids = "+".join(bid_words(deal.bids[seat]).removeprefix("a ") for seat in seats)
        took = "+".join(str(deal.taken[seat]) for seat in seats)
        nil = f"{line.nil_points:+}" if any(deal.bids[seat].is_nil for seat in seats) else ""
        bags = f"{line.total_bags}" if not line.penalty else f"{line.total_bags} ({-line.penalty})"
        number = "" if side else str(deal.number)
        yield (number, side_name(seats, names), bids, took, nil, bags, f"{line.points:+}", f"{line.score}")


def _standing(view: State, names: Sequence[str]) -> Iterator[tuple[str, ...]]:
    for side, score in enumerate(view.scores):
        yield ("" if side else str(view.number), side_name(seats_of(view.sides, side), names), str(score))


# -- words -------------------------------------------------------------------------------------------------


def remark(sight: AnySight) -> str:
    """What is worth saying beside what is to be done: cards got, until the first is played, and spades broken."""
    last = sight.history[-1] if sight.history else ()
    drew = (event for event in last if isinstance(event, Drew) and event.seat == sight.seat)
    broke = (event for event in last if isinstance(event, SpadesBroken))
    told: Iterator[Event] = chain(_got(sight), drew, broke)
    return " ".join(f"{sight.game.describe(event, sight.names)}." for event in told)


def _got(sight: AnySight) -> Iterator[GotCards]:
    """The cards that the near side got from the partner, as long as it has played none of this deal."""
    for happened in reversed(sight.history):
        for event in happened:
            match event:
                case GotCards(sight.seat):
                    yield event
                case CardPlayed(sight.seat) | DealBegan():
                    return


def log_lines(scene: TrickScene) -> tuple[LogLine, ...]:
    """The game so far in words; what a deal came to stands out."""
    return tricks_slices.log_lines(scene, (SpadesBroken, NilSettled, SideScored))


def marks(history: Sequence[Sequence[Event]]) -> tuple[Mark, ...]:
    """The tricks and the deals, and above them nils and the contracts that failed."""
    found = list(tricks_slices.marks(history))
    for point, event in telling.by_point(history):
        match event:
            case SideScored(_, seats, line) if not line.is_made:
                found += [Mark(point, FAILED, seat) for seat in seats]
            case NilSettled(seat):
                found.append(Mark(point, MADE if event.points > 0 else FAILED, seat))
    return tuple(found)


def explain_choice(scene: TrickScene, number: int) -> str:
    """What a choice on the panel leads to."""
    action = choices(scene)[number] if number < len(choices(scene)) else None
    if isinstance(action, PassCards):
        return f"Give {symbols(action.cards)} away."
    hints = scene.sight.game.hints(scene.view, scene.sight.names) if action is not None else ()
    return next((hint.words for hint in hints if hint.action == action), "")


def toggled(scene: TrickScene, number: int) -> tuple[tuple[Card, ...], str]:
    """The cards chosen to be passed with one of the hand taken or put back, and what there is to say about that."""
    card = near_hand(scene, RANKS)[number]
    placed = scene.attention.placed
    if card in placed:
        return tuple(other for other in placed if other is not card), f"The {card.symbol} stays in the hand."
    if len(placed) == PASSED:
        return placed, f"Three are chosen already, {symbols(placed)}: to choose another, put one of them back first."
    return (*placed, card), f"The {card.symbol} is chosen."
