"""What each widget of a game of tricks draws, which is never anything of another's hand."""

from random import Random
from typing import Any, Final

import pytest
from rich.cells import cell_len
from textual.geometry import Size

from clockspades.cards import UNKNOWN, Card, Suit, parse_card, parse_cards
from clockspades.engine.characters import LEVELS
from clockspades.engine.session import AnySession, Session
from clockspades.engine.wording import NamesForYou
from clockspades.games import trick_table_rules
from clockspades.games.clogs.clogs_game import ClogsGame
from clockspades.games.clogs.clogs_rules import TurnClog
from clockspades.games.clogs.clogs_table import ClogsTableRules
from clockspades.games.spades import spades_table
from clockspades.games.spades.scoring import Bid, ScoreLine, Sheet
from clockspades.games.spades.spades_game import SpadesGame
from clockspades.games.spades.spades_state import GotCards, MakeBid, SpadesPhase
from clockspades.games.spades.spades_table import SpadesTableRules
from clockspades.games.tricks import CardPlayed, DealBegan, Play, Trick
from clockspades.language import numeral, signed
from clockspades.table import log_view
from clockspades.table.model import AnyTableModel, PlayerView, Selection, TableModel, Target, TargetKind, player_view
from clockspades.table.parts import prompt
from clockspades.table.trick_widget_models import PlayerBadgeModel
from clockspades.table.widget_models import Light, Mark
from clockspades.tui.layout.panel import WIDEST, panel_layout
from clockspades.tui.layout.round_layout import NARROWEST_BADGE
from clockspades.tui.widgets.round_table import badge_rows
from tests.games.clogs.tables import table as clogs_table
from tests.games.spades import tables as spades_tables
from tests.games.trick_games import CLOGS, NAMES, SPADES, seated_at

CLOGS_TABLE: Final = ClogsTableRules()
SPADES_TABLE: Final = SpadesTableRules()


def model(
    game: ClogsGame | SpadesGame,
    state: Any,
    *,
    seat: int = 0,
    active: bool | None = None,
    selection: Selection = Selection(),  # noqa: B008 (it never changes)
    history: tuple[tuple[Any, ...], ...] = (),
) -> AnyTableModel:
    """The model of a state as ``seat`` observes it."""
    names = NAMES[: len(state.hands)]
    is_turn = game.rules.to_act(state) == seat if active is None else active
    player: PlayerView[Any, Any] = PlayerView(
        game, game.rules.observe(state, seat), seat, names, ("",) * len(names), history
    )
    return TableModel(player.deciding(is_turn), selection)


def holding(hand: str, state: Any = None) -> Any:
    """A deal of Spades in which Ana has this hand."""
    return spades_tables.dealt(spades_tables.hands_with(spades_tables.suits(hand), 0), state)


def symbols(cards: tuple[Card, ...]) -> list[str]:
    return [card.symbol for card in cards]


FOLLOWING: Final = clogs_table(
    "9H 4C 4D KS", "KH", "TS", "2H", trick="8H 3H 7H", leader=1, clogs=("AS 5D", "- 6C", "2C 3C", "- -")
)
"""Ana is last to play, holds a heart, and has two clogs."""


# -- the trick ---------------------------------------------------------------------------------------------


def test_each_card_lies_before_its_player_and_the_winning_one_is_marked() -> None:
    for near in range(4):
        shown = CLOGS_TABLE.round_model(model(CLOGS, FOLLOWING, seat=near))
        by_seat = {(near + place) % 4: face for place, face in enumerate(shown.plays) if face is not None}
        assert {seat: face.card for seat, face in by_seat.items()} == {
            seat: parse_card(text) for seat, text in ((1, "8H"), (2, "3H"), (3, "7H"))
        }
        assert [seat for seat, face in by_seat.items() if face.light is Light.LIVE] == [2]
        assert [face.label for face in by_seat.values()].count(trick_table_rules.WINS) == 1
        assert [badge.name for badge in shown.badges if badge] == [NAMES[(near + place) % 4] for place in range(4)]


def test_a_card_on_its_way_is_not_there_yet_and_wins_nothing_yet() -> None:
    turned = FOLLOWING._replace(trick=(*FOLLOWING.trick, Play(0, parse_card("2H"))), seat=1)
    in_flight = model(CLOGS, turned, selection=Selection(in_flight=True))
    trick = CLOGS_TABLE.shown_trick(in_flight)
    assert symbols(tuple(play.card for play in trick.plays)) == ["8♥", "3♥", "7♥"]
    assert trick.winning == Play(2, parse_card("3H"))
    assert prompt(in_flight).text == ""


def test_a_trick_that_is_looked_at_lies_in_the_place_of_the_one_being_played() -> None:
    over = Trick(tuple(map(Play, (3, 0, 1, 2), parse_cards("9D 2D JD 4S"))), 0)
    state = FOLLOWING._replace(tricks=(over,))
    looked = model(CLOGS, state, selection=Selection(shown_trick=0))
    shown = CLOGS_TABLE.round_model(looked)
    assert [face and face.card for face in shown.plays] == list(parse_cards("2D JD 4S 9D"))
    assert [face.label for face in shown.plays if face] == [trick_table_rules.WON, "", "", ""]
    assert "took the trick" in CLOGS_TABLE.explain_play(looked, 0)
    assert "took" not in CLOGS_TABLE.explain_play(looked, 3)


# -- the hand ----------------------------------------------------------------------------------------------


def test_what_can_be_played_stands_out_and_what_cannot_stands_back() -> None:
    faces = CLOGS_TABLE.fan_model(model(CLOGS, FOLLOWING)).cards
    assert [(face.card, face.light) for face in faces] == list(
        zip(parse_cards("KS 9H 4C 4D"), (Light.DIM, Light.LIVE, Light.DIM, Light.DIM))
    )
    waiting = CLOGS_TABLE.fan_model(model(CLOGS, FOLLOWING, active=False)).cards
    assert {face.light for face in waiting} == {Light.PLAIN}


def test_a_digit_stands_on_each_card_that_it_chooses() -> None:
    state = holding("A2.KQ.J98.765432")
    playing = state._replace(
        phase=SpadesPhase.PLAY, bids=(Bid(3),) * 4, seat=0, leader=3, trick=(Play(3, parse_card("3H")),)
    )
    faces = SPADES_TABLE.fan_model(model(SPADES, playing)).cards
    assert [(face.card, face.label) for face in faces if face.label] == [
        (parse_card("KH"), "1"),
        (parse_card("QH"), "2"),
    ]


def test_suits_stand_where_they_stood_as_another_runs_out() -> None:
    state = holding("A.KQJ.T987.65432")._replace(phase=SpadesPhase.PLAY, bids=(Bid(3),) * 4, seat=0, leader=0)
    hand = SPADES_TABLE.near_hand(model(SPADES, state))
    played = tuple(card for card in hand if card.suit is Suit.CLUBS)
    left = tuple(card for card in hand if card.suit is not Suit.CLUBS)
    later = state._replace(hands=(left, *state.hands[1:]))
    history = ((DealBegan(1, 3),), *((CardPlayed(0, card), CardPlayed(1, card)) for card in played))
    assert SPADES_TABLE.near_hand(model(SPADES, later, history=history)) == left
    fresh = SPADES_TABLE.near_hand(model(SPADES, later, history=(*history, (DealBegan(2, 0),))))
    assert fresh != left, "what was played in the deal before does not count"
    assert {*fresh} == {*left}


# -- clogs -------------------------------------------------------------------------------------------------


def test_clogs_lie_face_down_by_place_and_those_turned_up_are_gone() -> None:
    fan = CLOGS_TABLE.fan_model(model(CLOGS, FOLLOWING, seat=1))
    assert [(face.card, face.label) for face in fan.beside] == [(None, ""), (UNKNOWN, "B")]
    badges = [CLOGS_TABLE.badge(model(CLOGS, FOLLOWING), seat) for seat in range(4)]
    said = ["".join(text for text, _ in badge.details[-1]) for badge in badges]
    assert said[1:3] == ["· B", "A B"]
    assert len(badges[3].details) == 1


def test_a_clog_can_be_turned_up_only_by_who_cannot_follow() -> None:
    free = FOLLOWING._replace(hands=(parse_cards("4C 4D"), *FOLLOWING.hands[1:]))
    can = CLOGS_TABLE.fan_model(model(CLOGS, free)).beside
    assert [face.light for face in can if face] == [Light.LIVE, Light.LIVE]
    cannot = CLOGS_TABLE.fan_model(model(CLOGS, FOLLOWING)).beside
    assert [face.light for face in cannot if face] == [Light.PLAIN, Light.PLAIN]
    assert "so you can't turn up a clog" in CLOGS_TABLE.explain_clog(model(CLOGS, FOLLOWING), 0)
    assert CLOGS_TABLE.explain_clog(model(CLOGS, free), 0) == "Clog A: nobody has seen it. You can turn it up."
    assert CLOGS_TABLE.explain_clog(model(CLOGS, free, seat=1), 0) == ""


def turned(action: TurnClog, state: Any) -> AnyTableModel:
    step = CLOGS.rules.reduce(state, action)
    return model(CLOGS, step.state, history=(step.events,))


def test_what_a_clog_did_is_said_in_words() -> None:
    free = FOLLOWING._replace(hands=(parse_cards("4C 4D"), *FOLLOWING.hands[1:]), clogs=(parse_cards("3C 5D"),) * 4)
    assert CLOGS_TABLE.remark(turned(TurnClog(0), free).player) == (
        "Ana turns up clog A: the 3♣. The 3♣ matches the 3♥: Ana is winning the trick."
    )
    assert CLOGS_TABLE.remark(turned(TurnClog(1), free).player) == ("Ana turns up clog B: the 5♦, which cannot win.")


def test_the_log_and_the_marks_tell_nothing_of_a_clog_that_is_on_its_way() -> None:
    free = FOLLOWING._replace(hands=(parse_cards("4C 4D"), *FOLLOWING.hands[1:]), clogs=(parse_cards("3C 5D"),) * 4)
    told = turned(TurnClog(0), free)
    assert any("3♣" in line.words for line in log_view.log_lines(told, CLOGS_TABLE.log_style))
    in_flight = TableModel(told.player, Selection(in_flight=True))
    assert not any("3♣" in line.words for line in log_view.log_lines(in_flight, CLOGS_TABLE.log_style))
    assert CLOGS_TABLE.marks(told.player.history) == (Mark(1, "·", 0), Mark(1, "♣", 0))


def test_a_deal_of_clogs_is_summed_up_with_the_first_player_first() -> None:
    session = played_out(CLOGS, players=3, target=100)
    view: Any = session.state
    panel = CLOGS_TABLE.panel(TableModel(player_view(session, 0, 0, active=False), Selection()))
    assert panel is not None
    assert [int(figures.split()[-1]) for _, figures in panel.rows] == sorted(view.scores, reverse=True)
    assert panel.title == "Deal 1"
    sheet = CLOGS_TABLE.sheet(TableModel(player_view(session, 0, 0, active=False), Selection()))
    assert sheet.rows == (("1", *map(str, view.taken)), ("total", *map(str, view.scores)))


# -- spades ------------------------------------------------------------------------------------------------


def test_a_badge_tells_tricks_against_the_bid_score_and_bags() -> None:
    state = holding("A2.KQ.J98.765432")
    tricks = tuple(Trick((Play(0, parse_card("AS")),), winner) for winner in (1, 1, 1, 2))
    playing = spades_tables.scored(
        state._replace(phase=SpadesPhase.PLAY, bids=(Bid(3), Bid(2), Bid(0), Bid(0, blind=True)), tricks=tricks),
        (120, -40),
        (3, 14),
    )
    said = [
        ["".join(text for text, _ in row) for row in SPADES_TABLE.badge(model(SPADES, playing), seat).details]
        for seat in range(4)
    ]
    assert said == [
        ["0 of 3", "Side 0 of 3 · 120 · 3 bags", "Others 3 of 2 · −40 · 4 bags"],
        ["3 of 2"],
        ["nil took 1"],
        ["blind nil"],
    ]
    own = SPADES_TABLE.badge(model(SPADES, playing), 0)
    assert "".join(text for text, _ in own.short[1]) == "Side 0/3 · 120", "so that the others find room beside it"


@pytest.mark.parametrize(
    ("bags", "told", "warning"),
    [
        (0, "7 points", ""),
        (7, "7 · 7 bags", ""),
        (18, "7 · 8 bags", ": 2 more bags cost 100"),
        (9, "7 · 9 bags", ": 1 more bag costs 100"),
    ],
)
def test_the_last_bags_before_a_penalty_stand_out_and_are_warned_of_before_a_bid(
    bags: int, told: str, warning: str
) -> None:
    dealt = holding("A2.KQ.J98.765432", spades_tables.start(mode="cutthroat"))
    alone = spades_tables.scored(dealt, (7,) * 4, (bags,) * 4)
    (row,) = SPADES_TABLE.badge(model(SPADES, alone), 1).details
    assert "".join(text for text, _ in row) == told
    assert ("badge--turn" in {role for _, role in row}) == bool(warning)
    mine = alone._replace(seat=0, phase=SpadesPhase.BID, looked=(True,) * 4)
    assert SPADES.words.task(mine, NamesForYou(NAMES, 0)) == f"Your turn to bid{warning}."


def test_the_sum_of_the_bids_stands_in_one_place() -> None:
    state = holding("A2.KQ.J98.765432", spades_tables.start(dealer=0))
    bidding = state._replace(bids=(None, Bid(3), Bid(4), Bid(2)), seat=0)
    playing = state._replace(phase=SpadesPhase.PLAY, bids=(Bid(3), Bid(3), Bid(4), Bid(2)), seat=0)
    asked = model(SPADES, bidding)
    assert SPADES_TABLE.facts(asked) == ("to 500",), "the panel sums the bids up"
    assert SPADES_TABLE.facts(model(SPADES, playing)) == ("bids 12 of 13", "to 500")
    assert asked.player.prompt == "Ana's turn to bid.", "the badges have the bids"


def test_the_partner_is_named_and_shares_the_ink_of_the_near_player() -> None:
    playing = holding("A2.KQ.J98.765432")._replace(phase=SpadesPhase.PLAY, bids=(Bid(3),) * 4, seat=1)
    inks = []
    for seat in range(4):
        face = SPADES_TABLE.badge(model(SPADES, playing), seat)
        (first, *_) = badge_rows(face, Size(40, 3), "left")
        inks.append(next(role for text, role in first if NAMES[seat] in text))
        assert ("partner" in "".join(text for text, _ in first)) == (seat == 2)
    assert inks[0] == inks[2] != inks[1]
    assert inks[1] != "badge--gold" != inks[3]
    (narrow,) = badge_rows(SPADES_TABLE.badge(model(SPADES, playing), 2)._replace(name="Cyd" * 5), Size(15, 1), "left")
    assert "…" in "".join(text for text, _ in narrow)
    assert "".join(text for text, _ in narrow).rstrip().endswith(" +")


def level_on(name: str, width: int, *, turn: bool = False, dealer: bool = False) -> str:
    """The first row of a steady bot's badge."""
    face = PlayerBadgeModel(name, turn, dealer, level="steady", tint=3)
    (row,) = badge_rows(face, Size(width, 1), "left")
    assert (name, "badge--name-3") in row
    return "".join(text for text, _ in row).strip()


def test_a_badge_says_the_level_behind_the_name_where_there_is_room() -> None:
    assert level_on("Verge", 18) == "Verge · steady"
    assert level_on("Verge", 17) == "Verge", "on turn there would be none"
    assert level_on("Verge", 18, turn=True) == "▸ Verge · steady"
    assert level_on("Verge", 18, dealer=True) == "Verge · dealer"
    assert level_on("Verge", 28, dealer=True, turn=True) == "▸ Verge · steady · dealer"


@pytest.mark.parametrize("name", [name for level in LEVELS.values() for name in level])
def test_every_character_has_room_for_its_name_on_the_narrowest_badge(name: str) -> None:
    assert level_on(name, NARROWEST_BADGE, dealer=True, turn=True).startswith(f"▸ {name} ")


def test_what_partners_took_together_is_shortened_before_anything_is_left_out() -> None:
    playing = holding("A2.KQ.J98.765432")._replace(phase=SpadesPhase.PLAY, bids=(Bid(3),) * 4, seat=1)
    face = SPADES_TABLE.badge(model(SPADES, playing), 0)._replace(dealer=False)
    whole = "Ana  0 of 3  Side 0 of 6 · 0  Others 0 of 6 · 0"
    short = "Ana  0 of 3  Side 0/6 · 0  Others 0/6 · 0"
    for room, words in ((len(whole), whole), (len(whole) - 1, short), (len(short) - 1, short[: short.index("  O")])):
        (row,) = badge_rows(face, Size(room + 2, 1), "middle")
        assert "".join(text for text, _ in row).strip() == words


def test_the_first_detail_of_a_badge_stands_beside_the_name_if_the_rest_has_no_room_with_it() -> None:
    details = tuple(((words, ""),) for words in ("3 of 5", "We 5/8 · 358 · 8 bags", "They 8/6 · 529 · 9 bags"))
    face = PlayerBadgeModel("Ana", False, True, details=details)
    own, *sides = ("".join(text for text, _ in detail) for detail in details)
    for room, told in (
        (54, ["Ana · dealer", f"{own}  {'  '.join(sides)}"]),
        (52, [f"Ana · dealer  {own}", "  ".join(sides)]),
    ):
        rows = badge_rows(face, Size(room + 2, 2), "middle")
        assert ["".join(text for text, _ in row).strip() for row in rows] == told


def test_bids_are_offered_from_nil_on_with_what_they_come_to() -> None:
    state = holding("A2.KQ.J98.765432", spades_tables.start(dealer=0))
    mine = state._replace(bids=(None, Bid(3), Bid(4), Bid(2)), seat=0)
    actions = SPADES_TABLE.choices(model(SPADES, mine))
    assert actions == tuple(map(MakeBid, range(14)))
    panel = SPADES_TABLE.panel(model(SPADES, mine))
    assert panel is not None
    assert panel.choices == ("nil", *map(str, range(1, 14)))
    assert (panel.words, panel.foot) == ((), "Bids 9 of 13")
    pointed = SPADES_TABLE.panel(model(SPADES, mine, selection=Selection(Target(TargetKind.CHOICE, 3))))
    assert pointed is not None
    assert (pointed.chosen, pointed.foot) == (3, "Side 7 · bids 12 of 13")
    assert SPADES_TABLE.panel(model(SPADES, mine, seat=1)) is None


def test_what_the_partner_gave_is_said_until_a_card_is_played() -> None:
    state = holding("A2.KQ.J98.765432")._replace(phase=SpadesPhase.PLAY, bids=(Bid(3),) * 4, seat=0, leader=1)
    got = ((DealBegan(1, 3),), (GotCards(2, 0, ()), GotCards(0, 2, parse_cards("AS KH QH"))))
    elsewhere = (CardPlayed(1, parse_card("3D")),)
    assert SPADES_TABLE.remark(model(SPADES, state, history=got).player) == "Ana gets A♠ K♥ Q♥ from Cyd."
    assert SPADES_TABLE.remark(model(SPADES, state, history=(*got, elsewhere)).player) == "Ana gets A♠ K♥ Q♥ from Cyd."
    mine = (*got, elsewhere, (CardPlayed(0, parse_card("9D")),))
    assert SPADES_TABLE.remark(model(SPADES, state, history=mine).player) == ""


def test_a_deal_of_spades_is_summed_up_and_stands_on_the_sheet() -> None:
    session = played_out(SPADES)
    view: Any = session.state
    shown = TableModel(player_view(session, 0, 0, active=False), Selection())
    panel = SPADES_TABLE.panel(shown)
    assert panel is not None
    heading, *lines = (figures for _, figures in panel.rows)
    nil = ["nil"] * any(bid.is_nil for bid in view.sheets[0].bids)
    assert heading.split() == ["bid", "took", *nil, "bags", "points", "score"]
    for side, line in enumerate(lines):
        assert line.split()[-2:] == [signed(view.sheets[0].lines[side].points), numeral(view.scores[side])]
    sheet = SPADES_TABLE.sheet(shown)
    assert sheet.columns[-2:] == ("score", "bags")
    assert [row[-2] for row in sheet.rows] == [numeral(score) for score in view.scores]
    assert [row[1] for row in sheet.rows] == ["Ana and Cyd", "Ben and Dot"]
    assert sheet.ruled == {0}
    signs = {mark.sign for mark in SPADES_TABLE.marks(shown.player.history)}
    failed = any(not line.is_made for line in view.sheets[0].lines)
    assert (spades_table.FAILED in signs) >= failed


def test_after_a_nil_the_sum_of_a_deal_tells_what_it_and_the_bags_brought_in_the_room_there_is() -> None:
    lines = (ScoreLine(10, 10, 100, -200, 2, 100, -1098, 10), ScoreLine(1, 1, 10, 0, 0, 0, 10, 0))
    deal = Sheet(3, 0, (Bid(10), Bid(1), Bid(0, blind=True), Bid(0)), (10, 1, 2, 0), lines)
    state = spades_tables.start()._replace(number=3, phase=SpadesPhase.DEAL, sheets=(deal,))
    shown = model(SPADES, state, active=False)
    player = shown.player._replace(names=("Anastasia", "Ben", "Cyd", "Dot"))
    panel = SPADES_TABLE.panel(TableModel(player, Selection()))
    assert panel is not None
    heading, first, second = texts = [
        text.text for text in panel_layout(panel, Size(80, 24)).texts if text.kind == "words"
    ]
    assert heading.split() == ["bid", "took", "nil", "bags", "points", "score"]
    assert first.split()[-6:] == ["10+nil", "12", "−200", "−98", "−198", "−1098"]
    assert second == "Ben and Dot    1+nil    1    0    0    +10    10"
    assert {cell_len(text) for text in texts} == {WIDEST}


def test_the_deal_in_play_stands_on_the_sheet() -> None:
    state = spades_tables.scored(holding("A2.KQ.J98.765432"), (120, -40), (3, 14))
    tricks = (Trick((Play(0, parse_card("AS")),), 1),)
    bids = (Bid(3), Bid(2), Bid(0, blind=True), None)
    playing = state._replace(number=2, phase=SpadesPhase.PLAY, bids=bids, tricks=tricks)
    rows = SPADES_TABLE.sheet(model(SPADES, playing)).rows[-2:]
    assert rows == (
        ("2", "Ana and Cyd", "3+blind", "0+0", "", "so far", "", ""),
        ("", "Ben and Dot", "2+-", "1+0", "", "so far", "", ""),
    )
    before = playing._replace(phase=SpadesPhase.BID, bids=(None,) * 4, tricks=())
    assert SPADES_TABLE.sheet(model(SPADES, before)).rows[-1][0:2] == ("", "Ben and Dot")
    assert not any("so far" in row for row in SPADES_TABLE.sheet(model(SPADES, before)).rows)


# -- all of them -------------------------------------------------------------------------------------------


def played_out(game: ClogsGame | SpadesGame, **options: Any) -> AnySession:
    """A seeded game at the end of its first deal."""
    session: AnySession = Session(game, game.configure(options), seated_at(game, **options))
    rng = Random(6)
    session.deal(rng)
    while not game.rules.deal_due(session.state):
        session.act(rng.choice(session.game.rules.legal_actions(session.state)))
    return session
