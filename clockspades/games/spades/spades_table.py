"""How Spades is played at a table: what its widgets draw, and what a key or a click does."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Final, TypeAlias

from clockspades.cards import BIG_JOKER, HIGH_TWO, HIGH_TWO_OF_DIAMONDS, LITTLE_JOKER
from clockspades.engine.phrases import capital, cards_words, symbols
from clockspades.engine.rules import Action
from clockspades.engine.wording import is_you, label, said
from clockspades.games import trick_table_rules as tables
from clockspades.games.spades import spades_state as spades
from clockspades.games.spades.scoring import TRICK_POINTS, Bid, Sheet, is_counted, tricks_towards
from clockspades.games.spades.spades_rules import RULES
from clockspades.games.spades.spades_state import SpadesEvent, SpadesPhase, SpadesState
from clockspades.games.spades.spades_words import (
    NOBODY_BIDS,
    TIED,
    bags_taken,
    bags_warning,
    bid_name,
    bids_made,
    bids_sum,
    cards_passed,
    deal_name,
    goal,
    is_tied,
    points_words,
    side_name,
    trick_count,
)
from clockspades.games.trick_table_rules import Fact, styled, this_deal
from clockspades.games.tricks import CardPlayed, DealBegan, TrickTaken
from clockspades.language import N_, _, headed, marked, ngettext, numeral, pgettext, signed
from clockspades.table import log_view
from clockspades.table.commands import DIGITS, DOWN, ENTER, LEFT, RIGHT, SPACE, UP, Command, described, numbers
from clockspades.table.glyphs import USUAL, Terminal
from clockspades.table.keys import typed
from clockspades.table.model import Direction, PlayerView, TableModel, Target, TargetKind
from clockspades.table.moments import COUNT_SECONDS, Moment, parts_of, rolled
from clockspades.table.table_rules import Choose, Nothing, Response, Select
from clockspades.table.trick_widget_models import (
    FEW,
    ChoicePanelModel,
    PlayerBadgeModel,
    RoundTableModel,
    Row,
    ScoreSheetModel,
)
from clockspades.table.widget_models import Face, LineModel, Mark, ResultModel, Trophy


def moment(player: PlayerView[SpadesState, SpadesEvent]) -> Moment | None:
    """What is celebrated of the last action."""
    facts, counts = tuple(_facts(player)), tables.count_up(player.happened)
    parts = (*facts, counts) if counts is not None else facts
    return Moment(tables.FACT_SECONDS if facts else COUNT_SECONDS, parts, rings=bool(facts)) if parts else None


def _facts(player: PlayerView[SpadesState, SpadesEvent]) -> Iterator[Fact]:
    """Nils made or broken, contracts out of reach, and bags that cost their points (spades 10, 12 and 14)."""
    view = player.view
    for event in player.happened:
        match event:
            case TrickTaken(winner):
                if _breaks_nil(player, winner):
                    nils = (bid_name(bid) for bid in (view.bids[winner] or NIL, NIL))
                    long, short = (pgettext("on a badge", "{nil} broken", nil=nil) for nil in nils)
                    yield Fact(winner, (long, short), is_good=False)
                for seat in _set_by(view, winner):
                    bid = sum(made.tricks for made in _bids_beside(view, seat))
                    short = pgettext("on a badge", "{bid} failed", bid=bid)
                    yield Fact(seat, (pgettext("on a badge", "bid of {bid} failed", bid=bid), short), is_good=False)
            case spades.NilSettled(seat, nil, 0, points):
                won = signed(points)
                made = pgettext("on a badge", "{nil} made {points}", nil=bid_name(nil), points=won)
                yield Fact(seat, (made, f"{bid_name(NIL)} {won}"))
            case spades.SideScored(_, seats, line) if line.penalty:
                words = f"{bags_taken(view.settings.scoring.bags)} {signed(-line.penalty)}"
                yield from (Fact(seat, (words, words), is_good=False) for seat in seats)


NIL: Final = Bid(0)


def _bids_beside(view: SpadesState, seat: int) -> list[Bid]:
    mates = spades.seats_of(view.sides, view.sides[seat])
    return [bid for mate in mates if (bid := view.bids[mate]) is not None]


def _set_by(view: SpadesState, winner: int) -> Iterator[int]:
    """The seats whose contract is out of reach since ``winner`` took the last trick (spades 10).

    A contract that never could be made counts as lost at the first trick.
    """
    left, helps = max(map(len, view.hands)), view.settings.scoring.failed_nil_helps
    for seat, bid in () if None in view.bids else enumerate(view.bids):
        mates = spades.seats_of(view.sides, view.sides[seat])
        bids = _bids_beside(view, seat)
        taken = tricks_towards(bids, [view.taken[mate] for mate in mates], helps)
        counted = winner in mates and is_counted(bids[mates.index(winner)].tricks, helps)
        short = sum(each.tricks for each in bids) - taken - left
        is_new = sum(view.taken) == 1 or (short == 1 and not counted)
        if bid is not None and bid.tricks and short > 0 and is_new:
            yield seat


def _breaks_nil(player: PlayerView[SpadesState, SpadesEvent], winner: int) -> bool:
    """Whether the seat that has just taken a trick bid nil, and it is its first of the deal."""
    taken = 0
    for _point, event in this_deal(player):
        match event:
            case TrickTaken(seat) if seat == winner:
                taken += 1
            case spades.BidMade(seat, bid) if seat == winner:
                return bid.is_nil and taken == 1
    return False


SpadesTableModel: TypeAlias = TableModel[SpadesState, SpadesEvent]
SpadesPlayerView: TypeAlias = PlayerView[SpadesState, SpadesEvent]

MADE, FAILED = "N", "x"
"""What marks a nil that was made, and a nil or a contract that failed."""


def badge(model: SpadesTableModel, seat: int) -> PlayerBadgeModel:
    """A player's name, and the tricks taken against the bid; then the score.

    Partners have theirs on the near badge alone: how both sides stand, one beside the other.
    """
    view, near = model.view, model.player.seat
    partners, side = view.settings.partners, view.sides[seat]
    details: list[Row] = []
    short: list[Row] = []
    bid = view.bids[seat]
    if bid is not None:
        details.append(_against(view, bid, view.taken[seat]))
        short.append(_against(view, bid._replace(blind=False), view.taken[seat]) if view.taken[seat] else details[0])
    elif view.phase is SpadesPhase.DRAW and seat != near:
        details.append(((cards_words(len(view.hands[seat])), "badge--quiet"),))
    elif view.nobody_bids:
        details.append(((trick_count(view.taken[seat]), "badge--gold"),))
        short.append(details[0])
    if partners and seat == near:
        for name, number in zip(_sides(model), (side, 1 - side)):
            details.append(_side(model, name, number))
            short.append(_side(model, name, number, brief=True))
    elif not partners:
        details.append(_score(model, side))
    return PlayerBadgeModel(
        label(model.player.names, seat),
        tables.is_turn(model, seat),
        view.number > 0 and seat == view.dealer,
        ours=partners and side == view.sides[near],
        partner=seat == spades.partner_of(view.settings, near),
        details=tuple(details),
        short=tuple(short),
    )


def _sides(model: SpadesTableModel) -> tuple[str, str]:
    """What the near side and the other one are called where there is little room."""
    if is_you(model.player.names, model.player.seat):
        return pgettext("side", "We"), pgettext("side", "They")
    return pgettext("side", "Side"), pgettext("side", "Others")


def _side(model: SpadesTableModel, name: str, side: int, *, brief: bool = False) -> Row:
    """What partners took towards what they bid together, and their score."""
    both = spades.together(model.view, spades.seats_of(model.view.sides, side)[0])
    start: Row = ((f"{name} ", "badge--name"),)
    if both is None or not both.bid:
        return (*start, *_score(model, side, in_points=not brief, brief=brief))
    against = _of(both.taken, both.bid, "{taken}/{bid}" if brief else "")
    dot = (model.terminal.glyphs.words(" · "), "badge--quiet")
    return (*start, *against, dot, *_score(model, side, in_points=False, brief=brief))


def _of(taken: int, bid: int, message: str = "") -> Row:
    message = message or pgettext("on a badge", "{taken} of {bid}")
    return styled(message, "badge--quiet", taken=(f"{taken}", "badge--gold"), bid=(f"{bid}", "badge--quiet"))


def _score(model: SpadesTableModel, side: int, *, in_points: bool = True, brief: bool = False) -> Row:
    """The score, and the bags on the way to the next penalty: they stand out when few are left, in brief only then."""
    view, moment, words = model.view, model.moment, model.terminal.glyphs.words
    scoring = view.settings.scoring
    score, bags = tables.score_shown(moment, side, view.scores[side]), scoring.bags_running(view.bags[side])
    if moment is not None and any(parts_of(moment, tables.CountUp)):
        before = scoring.bags_running(view.bags[side] - view.sheets[-1].lines[side].bags)
        bags = rolled(before, bags, moment.share)
    is_close = bool(bags_warning(scoring, bags))
    shown = (words(numeral(score)), "badge--gold")
    if bags and (is_close or not brief):
        return (shown, (words(f" · {bags_taken(bags)}"), "badge--turn" if is_close else "badge--quiet"))
    return styled(points_words(view.scores[side], "{score}") if in_points else "{score}", "badge--quiet", score=shown)


def _against(view: SpadesState, bid: Bid, taken: int) -> Row:
    """The bid; once cards are played, the tricks taken against it."""
    name = (bid_name(bid), "badge--gold")
    if bid.is_nil and taken:
        return styled(pgettext("on a badge", "{bid} took {taken}"), "badge", bid=name, taken=(f"{taken}", "badge"))
    if bid.is_nil:
        return (name,)
    if view.phase in (SpadesPhase.BID, SpadesPhase.PASS):
        return styled(pgettext("on a badge", "bids {bid}"), "badge--quiet", bid=name)
    return _of(taken, bid.tricks)


def explain_badge(model: SpadesTableModel, place: int) -> str:
    view, seat, names = model.view, tables.seat_at(model, place), model.player.names
    bid, taken, side = view.bids[seat], view.taken[seat], view.sides[seat]
    who, points = side_name(spades.seats_of(view.sides, side), names), points_words(view.scores[side])
    standing = headed(who, f"{points}.")
    if view.settings.scoring.bags:
        standing = headed(who, f"{points}, {bags_taken(view.bags[side])}.")
    if view.nobody_bids:
        told = said(names, seat, "[You|{name}] took {tricks}.", tricks=trick_count(taken))
    elif bid is None:
        told = said(names, seat, "[You have|{name} has] not bid yet.")
    elif (pair := spades.together(view, seat)) is None:
        told = said(names, seat, "[You|{name}] bid {bid} and took {taken}.", bid=bid_name(bid), taken=taken)
    else:
        words = N_("[You|{name}] bid {bid} and took {taken}, {both} of {sum} together.")
        told = said(names, seat, words, bid=bid_name(bid), taken=taken, both=pair.taken, sum=pair.bid)
    return f"{told} {standing}"


def choices(model: SpadesTableModel) -> tuple[Action, ...]:
    """The actions that are chosen on a panel, in its order: of the bids the nil first."""
    if model.view.phase is SpadesPhase.PASS and model.player.active:
        placed = model.selection.placed
        return (spades.PassCards(spades.in_order(placed)),) if len(placed) == _to_pass(model) else ()
    panelled = [
        action for action in model.legal if isinstance(action, (spades.LookAtCards, spades.MakeBid, spades.DrawCard))
    ]
    return tuple(sorted(panelled, key=lambda action: action.tricks if isinstance(action, spades.MakeBid) else 0))


def question(model: SpadesTableModel) -> ChoicePanelModel | None:
    cursor = model.cursor
    chosen = cursor.number if cursor is not None and cursor.kind is TargetKind.CHOICE else None
    match model.view.phase:
        case SpadesPhase.BID if not model.view.looked[model.player.seat]:
            points = model.view.settings.scoring.nil_points(blind=True)
            made = _("{points} with no tricks,", points=signed(points))
            words = (made, _("{points} with any.", points=signed(-points)))
            looks = (isinstance(action, spades.LookAtCards) for action in choices(model))
            answers = _numbered(model, (_("Look" if each else "Blind nil") for each in looks))
            return ChoicePanelModel(_("Blind nil?"), words=words, choices=answers, chosen=chosen)
        case SpadesPhase.BID:
            labels = tuple(bid_name(action.bid) for action in choices(model) if isinstance(action, spades.MakeBid))
            return ChoicePanelModel(_("Your bid"), (), (), labels, chosen, _bid_foot(model, chosen))
        case SpadesPhase.PASS:
            return _passing(model, chosen)
        case SpadesPhase.DRAW:
            top = Face(model.view.stock[0])
            seat, names = model.player.seat, model.player.names
            number, hand = len(model.view.hands[seat]) + 1, model.view.settings.hand
            turn = said(names, seat, "[Your|{name}'s] draw {number} of {hand}", number=number, hand=hand)
            answers = _numbered(model, (_("Keep"), _("Discard")))
            return ChoicePanelModel(_("The top card"), (top,), (), answers, chosen, turn)
    return None


def _numbered(model: SpadesTableModel, labels: Iterable[str]) -> tuple[str, ...]:
    """A few answers, each with the digit that it is chosen by."""
    return tuple(f"{typed(model.terminal, number)} {label}" for number, label in enumerate(labels, 1))


def _bid_foot(model: SpadesTableModel, chosen: int | None) -> str:
    """The sum of all bids with the one that is pointed at, and of the partners' two: always in one row."""
    view, partner = model.view, spades.partner_of(model.view.settings, model.player.seat)
    made = None if partner is None or chosen is None else view.bids[partner]
    bid = 0 if chosen is None else _bids(choices(model))[chosen]
    bids = _bids_of(view, bid)
    we, _ = _sides(model)
    return capital(bids) if made is None else f"{we} {bid + made.tricks} · {bids}"


def _bids_of(view: SpadesState, more: int = 0) -> str:
    """The sum of all bids against the tricks of a deal."""
    return pgettext("on a panel", "bids {bids} of {tricks}", bids=bids_sum(view) + more, tricks=view.settings.hand)


def _passing(model: SpadesTableModel, chosen: int | None) -> ChoicePanelModel:
    partner = spades.partner_of(model.view.settings, model.player.seat)
    assert partner is not None, "only partners pass cards"
    placed, number = model.selection.placed, _to_pass(model)
    left, title = number - len(placed), _("For {name}", name=model.player.names[partner])
    faces = (*(Face(card) for card in placed), *(Face(None),) * left)
    if not left:
        return ChoicePanelModel(title, faces, (), (_("Pass them"),), 0)
    more = ngettext("{number} card more.", "{number} cards more.", left)
    foot = more if placed else _("Choose {cards} to pass.", cards=cards_passed(number))
    return ChoicePanelModel(title, faces, (), (), chosen, foot)


def summary(model: SpadesTableModel) -> ChoicePanelModel:
    view = model.view
    sheet, names = view.sheets[-1], model.player.names
    sides = range(len(view.scores))
    came_to = (_came_to(sheet, view, side, model.moment) for side in sides)
    rows = [_columns("bid", "took", "nil", "bags", "points", "score"), *came_to]
    columns = [column for column in zip(*rows) if any(column[1:])]  # that of nils only after a nil
    figures = [
        " ".join(text.rjust(max(map(len, column))) for text, column in zip(row, columns)) for row in zip(*columns)
    ]
    names_column = ("", *(side_name(spades.seats_of(view.sides, side), names) for side in sides))
    table = tuple(zip(names_column, figures, strict=True))
    foot = _(TIED) if is_tied(view) else ""
    return ChoicePanelModel(capital(deal_name(view)), (), (), (_("Next deal"),), 0, foot, wide=True, rows=table)


def _columns(*names: str) -> tuple[str, ...]:
    return tuple(pgettext("column", name) for name in names)


COLUMNS: Final = marked("column", "deal", "who", "bid", "took", "nil", "points", "score", "bags")
"""Those of the score sheet."""


def _came_to(sheet: Sheet, view: SpadesState, side: int, moment: Moment | None) -> tuple[str, ...]:
    """What a side bid and took, what its nils and its bags brought, the points of the deal, and the score after it.

    The score counts up while that is shown.
    """
    line, seats, scoring = sheet.lines[side], spades.seats_of(view.sides, side), view.settings.scoring
    has_nil = any(bid is not None and bid.is_nil for bid in map(sheet.bids.__getitem__, seats))
    bids = [f"{line.contract}"] * bool(line.contract or not has_nil) + [bid_name(NIL)] * has_nil
    bid = "+".join(bids) if line.is_bid else ""
    nil, cost = signed(line.nil_points) if has_nil else "", signed(line.bags * line.bag_points - line.penalty)
    bags = "" if not scoring.bags else cost if scoring.bag_points == 1 else f"{line.bags} ({cost})"
    score = tables.score_shown(moment, side, line.score)
    return bid, f"{sum(sheet.taken[seat] for seat in seats)}", nil, bags, signed(line.points), numeral(score)


def sheet(model: SpadesTableModel) -> ScoreSheetModel:
    """Every deal that was played out, and the one in play so far, with a row for each side."""
    view = model.view
    rows: list[tuple[str, ...]] = []
    ruled = set()
    for deal in view.sheets:
        ruled.add(len(rows))
        for line, (side, row) in zip(deal.lines, enumerate(_bid_and_taken(deal, view.sides, model.player.names))):
            has_nil = any(
                (bid := deal.bids[seat]) is not None and bid.is_nil for seat in spades.seats_of(view.sides, side)
            )
            nil = signed(line.nil_points) if has_nil else ""
            bags = f"{line.total_bags}" if not line.penalty else f"{line.total_bags} {signed(-line.penalty)}"
            rows.append((*row, nil, signed(line.points), numeral(line.score), bags))
    if view.phase in (SpadesPhase.BID, SpadesPhase.PASS, SpadesPhase.PLAY) and (any(view.bids) or view.nobody_bids):
        ruled.add(len(rows))
        so_far = ("", pgettext("column", "so far"), "", "")
        rows += [(*row, *so_far) for row in _bid_and_taken(view, view.sides, model.player.names)]
    scoring, to = view.settings.scoring, capital(goal(view.settings.scoring))
    notes = [f"{to}."]
    if scoring.bags:
        words = N_("{goal}; every {bags} bags cost {points}.")
        notes = [_(words, goal=to, bags=scoring.bags, points=scoring.bag_penalty)]
    if scoring.bags and scoring.bag_points != 1:
        notes.append(_("Each bag costs a point." if scoring.bag_points else "Each bag is worth no point."))
    if scoring.floor is not None:
        notes.append(_("A side at {floor} loses.", floor=numeral(scoring.floor)))
    foot, columns = " ".join(notes), _columns(*COLUMNS)
    if not rows:
        named = _bid_and_taken(view, view.sides, model.player.names)
        standing = tuple((number, who, numeral(score)) for (number, who, *_), score in zip(named, view.scores))
        return ScoreSheetModel(_columns("deal", "who", "score"), standing, foot, names=frozenset({1}))
    shown = len(columns) if scoring.bags else -1
    return ScoreSheetModel(columns[:shown], tuple(row[:shown] for row in rows), foot, frozenset(ruled), frozenset({1}))


def _bid_and_taken(
    deal: Sheet | SpadesState, sides: Sequence[int], names: Sequence[str]
) -> Iterator[tuple[str, str, str, str]]:
    """The number of a deal, and each side with what it bid and took."""
    for side in range(max(sides) + 1):
        seats = spades.seats_of(sides, side)
        bids = "+".join(_short_bid(deal.bids[seat]) for seat in seats) if any(deal.bids) else ""
        took = "+".join(str(deal.taken[seat]) for seat in seats)
        yield ("" if side else str(deal.number), side_name(seats, names), bids, took)


def _short_bid(bid: Bid | None) -> str:
    """A bid in the narrow column of the sheet."""
    return "-" if bid is None else pgettext("column", "blind") if bid.blind else bid_name(bid)


def remark(player: SpadesPlayerView) -> str:
    """What else to say: cards drawn or got, spades broken, and bids that nobody chose (spades 21 and 23)."""
    broke = (event for event in player.happened if isinstance(event, spades.SpadesBroken))
    told: Iterator[SpadesEvent] = chain(_drew(player), _got(player), broke)
    words = [f"{player.game.words.describe(event, player.names)}." for event in told]
    if any(isinstance(event, DealBegan) for event in player.happened):
        words += [_(NOBODY_BIDS)] * player.view.nobody_bids
    if sum(isinstance(event, spades.BidMade) for event in player.happened) > 1:
        words.append(_("The bids: {bids}.", bids=bids_made(player.view, player.names)))
    return " ".join(words)


def _drew(player: SpadesPlayerView) -> Iterator[spades.CardKept]:
    """What the near side kept and discarded last, as long as nobody has bid."""
    for _point, event in this_deal(player):
        match event:
            case spades.CardKept(player.seat):
                yield event
                return
            case spades.BidMade():
                return


def _got(player: SpadesPlayerView) -> Iterator[spades.GotCards]:
    """The cards that the near side got from the partner, as long as it has played none of this deal."""
    for _point, event in this_deal(player):
        match event:
            case spades.GotCards(player.seat):
                yield event
            case CardPlayed(player.seat):
                return


RANKING: Final = {
    BIG_JOKER: N_("The big joker is the highest spade."),
    LITTLE_JOKER: N_("The little joker is the second highest spade."),
    HIGH_TWO_OF_DIAMONDS: N_("This two of diamonds is a spade, the third highest."),
    HIGH_TWO: N_("This two is the fourth highest spade."),
}
"""What is said of the high spades."""


class SpadesTableRules(tables.TrickTableRules[SpadesState, SpadesEvent]):
    """Bids and answers are typed or clicked; cards to pass are chosen one by one, then passed together."""

    commands = (
        *described(N_("Play a card, bid or answer by its number"), *DIGITS[1:]),
        DIGITS[0]._replace(description=N_("Bid nil; also the second digit of 10")),
        *described(N_("Move along the cards or choices"), LEFT, RIGHT),
        UP._replace(description=N_("Pick up the card; among choices, move up")),
        DOWN._replace(description=N_("Put it back; among choices, move down")),
        ENTER._replace(description=N_("Play, bid, answer, or pass the chosen cards")),
        SPACE._replace(description=N_("Play without asking again; when passing, choose a card or put it back")),
        *tables.LOOKING,
    )
    ranks = spades.RANKS
    beats = staticmethod(spades.beats)
    log_style = tables.log_style(spades.SpadesBroken, spades.NilSettled, spades.SideScored)
    badge = staticmethod(badge)
    sheet = staticmethod(sheet)
    summary = staticmethod(summary)
    question = staticmethod(question)
    choices = staticmethod(choices)
    remark = staticmethod(remark)
    moment = staticmethod(moment)
    explain_badge = staticmethod(explain_badge)

    def marks(self, history: Sequence[Sequence[SpadesEvent]], terminal: Terminal = USUAL) -> tuple[Mark, ...]:
        """The tricks and the deals, and above them nils and the contracts that failed."""
        found = [*super().marks(history, terminal)]
        for point, event in log_view.by_point(history):
            match event:
                case spades.SideScored(_, seats, line) if not line.is_made:
                    found += [Mark(point, FAILED, seat) for seat in seats]
                case spades.NilSettled(seat):
                    found.append(Mark(point, MADE if event.points > 0 else FAILED, seat))
        return tuple(found)

    def result(self, state: SpadesState, happened: Sequence[SpadesEvent]) -> ResultModel:
        winners = () if state.outcome is None else state.outcome.winners
        is_blind = any(nil.blind for seat in winners for nil in spades.nils_made(state, seat))
        return super().result(state, happened)._replace(trophy=Trophy.BLIND_NIL if is_blind else None)

    def facts(self, model: SpadesTableModel) -> tuple[str, ...]:
        """The sum of the bids comes first, unless the panel has it; then how far the game goes."""
        view = model.view
        to = goal(view.settings.scoring)
        if view.nobody_bids:
            return (pgettext("fact", "no bids: {points} a trick", points=TRICK_POINTS), to)
        is_over = view.outcome is not None or self.sums_up(model.player)
        is_told = any(view.bids) and not is_over and not _bids(self.choices(model))
        return (*(_bids_of(view),) * is_told, to)

    def heading(self, model: SpadesTableModel, *, is_apart: bool = False) -> LineModel:
        """Without how many deals there are: the facts say that, and there is little room."""
        line, deal = super().heading(model, is_apart=is_apart), deal_name(model.view)
        brief = pgettext("progress", "deal {number}", number=model.view.number)
        return line._replace(quiet=tuple(each.replace(deal, brief) for each in line.quiet))

    def round_model(self, model: SpadesTableModel) -> RoundTableModel:
        """With a sign that spades are broken, in a place of its own: it changes what may be led."""
        is_broken = model.view.broken and model.view.phase is SpadesPhase.PLAY
        sign = pgettext("on the table", "♠ broken") if is_broken and not model.view.settings.lead_any else ""
        return super().round_model(model)._replace(sign=sign)

    def targets(self, model: SpadesTableModel) -> tuple[Target, ...]:
        return self.cards(model) if _passes(model) else super().targets(model)

    def first_target(self, model: SpadesTableModel) -> Target | None:
        """Among bids the nearest to an even share of the tricks: a nil bid by accident costs too much."""
        if bids := _bids(self.choices(model)):
            share = model.view.settings.hand // len(model.player.names)
            nearest = min(bids, key=lambda bid: (not bid, abs(bid - share)))
            return Target(TargetKind.CHOICE, bids.index(nearest))
        return super().first_target(model)

    def explain(self, model: SpadesTableModel, target: Target) -> str:
        if target.kind is TargetKind.CHOICE:
            action = self.action_for(model, target)
            if isinstance(action, spades.PassCards):
                return _("Pass {cards}.", cards=symbols(action.cards))
            hints = model.player.game.words.hints(model.view, model.player.names) if action is not None else ()
            return next((hint.words for hint in hints if hint.action == action), "")
        return "" if target.kind is TargetKind.HAND and _passes(model) else super().explain(model, target)

    def explain_card(self, model: SpadesTableModel, number: int) -> str:
        """With what a joker or a high two is, which their faces cannot say."""
        told, hand = super().explain_card(model, number), self.near_hand(model)
        return f"{told} {_(RANKING[hand[number]])}" if told and hand[number] in RANKING else told

    def targets_of(self, model: SpadesTableModel, action: Action) -> tuple[Target, ...]:
        if not isinstance(action, spades.PassCards):
            return super().targets_of(model, action)
        hand = self.near_hand(model)
        return tuple(Target(TargetKind.HAND, hand.index(card)) for card in action.cards)

    def announce(self, player: SpadesPlayerView, action: Action) -> str:
        if not isinstance(action, spades.MakeBid):
            return super().announce(player, action)
        return _("You bid {bid}.", bid=bid_name(action.bid))

    def point_of(self, model: SpadesTableModel, target: Target) -> int | None:
        """Where a card on the trick was played, or where the player of a badge bid in this deal."""
        if target.kind is TargetKind.BADGE:
            seat = tables.seat_at(model, target.number)
            bids = (
                at for at, event in this_deal(model.player) if isinstance(event, spades.BidMade) and event.seat == seat
            )
            return next(bids, None)
        return super().point_of(model, target)

    def digit(self, model: SpadesTableModel, number: int) -> Response:
        """A bid, of two digits by one after the other; or another choice or a card, by its number."""
        offered = self.choices(model)
        if bids := _bids(offered):
            first = self.typed_before(model)
            before = bids[first.number] if first is not None and first.kind is TargetKind.CHOICE else 0
            tens = 10 * before if before < 10 else before // 10 * 10
            bid = tens + number if tens and tens + number in bids else number
            if bid not in bids and (why := RULES.why_not(model.view, spades.MakeBid(bid))) and 10 * bid not in bids:
                return self.refuse(model, why)
            place = bids.index(bid if bid in bids else 10 * bid)
            return self.type_at(model, Target(TargetKind.CHOICE, place), bid, bids[-1])
        if offered and 0 < number <= len(offered):
            return self.use(model, Target(TargetKind.CHOICE, number - 1), asks=True)
        return super().digit(model, number)

    def move(self, model: SpadesTableModel, direction: Direction, nearest: Target | None) -> Response:
        """Move the cursor; among a few answers each arrow leads to the next or the one before, however they stand."""
        cursor, offered = model.cursor, self.choices(model)
        if cursor is not None and cursor.kind is TargetKind.CHOICE and 0 < len(offered) <= FEW:
            number = cursor.number + (1 if direction in ("right", "down") else -1)
            return self.point_at(model, Target(TargetKind.CHOICE, min(max(number, 0), len(offered) - 1)))
        return super().move(model, direction, nearest)

    def confirm(self, model: SpadesTableModel) -> Response:
        """Pass the chosen cards if they are enough; otherwise choose the card at the cursor, but put none back."""
        if _passes(model):
            if ready := self.choices(model):
                return Choose(ready[0])
            if (at := model.cursor) is None or (self._is_to_pass(model, at) and self._is_chosen(model, at)):
                return self.refuse(model, _("Choose {cards} first.", cards=cards_passed(_to_pass(model))))
        return super().confirm(model)

    def use(self, model: SpadesTableModel, target: Target, *, asks: bool = False) -> Response:
        if self._is_to_pass(model, target):
            return self._toggle(model, target)
        return super().use(model, target, asks=asks)

    def pick_up(self, model: SpadesTableModel, target: Target) -> Response:
        if not self._is_to_pass(model, target):
            return super().pick_up(model, target)
        return Nothing() if self._is_chosen(model, target) else self._toggle(model, target)

    def put_down(self, model: SpadesTableModel, target: Target) -> Response:
        if self._is_to_pass(model, target) and self._is_chosen(model, target):
            return self._toggle(model, target)
        return super().put_down(model, target)

    def _is_to_pass(self, model: SpadesTableModel, target: Target) -> bool:
        return _passes(model) and target in self.cards(model)

    def _is_chosen(self, model: SpadesTableModel, target: Target) -> bool:
        return self.near_hand(model)[target.number] in model.selection.placed

    def _toggle(self, model: SpadesTableModel, target: Target) -> Select:
        placed, card = model.selection.placed, self.near_hand(model)[target.number]
        words = _("{card} chosen.", card=card.symbol)
        if card in placed:
            placed = tuple(each for each in placed if each is not card)
            words = _("The {card} stays in your hand.", card=card.symbol)
        elif len(placed) == _to_pass(model):
            words = _("You have chosen {cards}: put one back first.", cards=symbols(placed))
        else:
            placed = (*placed, card)
        return Select(model.selection._replace(cursor=target, placed=placed, note=words, typed=False))

    def keys_now(self, model: SpadesTableModel, *, is_running: bool) -> tuple[Command, ...]:
        move, player = RIGHT._replace(words=N_("move")), model.player
        match player.view.phase:
            case SpadesPhase.BID if player.view.looked[player.seat]:
                bids = _bids(self.choices(model))
                return (numbers(bids, N_("bid")), move, *self.on_cursor(model, N_("bid")))
            case SpadesPhase.PASS:
                ready = (ENTER._replace(words=N_("pass")),) if self.choices(model) else ()
                return (RIGHT._replace(words=N_("card")), SPACE._replace(words=N_("choose")), *ready)
            case SpadesPhase.BID | SpadesPhase.DRAW:
                choose = N_("choose")
                return (numbers(range(1, len(model.legal) + 1), choose), move, *self.on_cursor(model, choose))
        return super().keys_now(model, is_running=is_running)


def _to_pass(model: SpadesTableModel) -> int:
    return spades.cards_to_pass(model.view.settings, model.view.bids, model.player.seat)


def _passes(model: SpadesTableModel) -> bool:
    """Whether the player on the near side chooses cards to pass."""
    return model.view.phase is SpadesPhase.PASS and model.player.active


def _bids(offered: tuple[Action, ...]) -> list[int]:
    return [action.tricks for action in offered if isinstance(action, spades.MakeBid) and not action.blind]
