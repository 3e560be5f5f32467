"""The lessons of all games: that they come to their end, say what is true, and bring up what they are for."""

import re
from collections.abc import Callable, Iterator
from math import ceil
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clockspades.cards import Card, Suit
from clockspades.engine.game import AnyGame, Preset, RandomBot
from clockspades.engine.header import Seat
from clockspades.engine.players import Bots
from clockspades.engine.rules import Action
from clockspades.engine.session import AnySession, Session
from clockspades.engine.text import likeness
from clockspades.games.catalogue import find_game, lesson
from clockspades.games.clock.clock_rules import ExchangeKing, is_exchange_due, kings_up
from clockspades.games.clogs.clogs_rules import RANKS, TurnClog, beats
from clockspades.games.german_clock.german_clock_rules import can_place, is_choice
from clockspades.games.spades.core import bit_of, bits_of
from clockspades.games.spades.hand_evaluation import is_kept, usual_bid
from clockspades.games.spades.spades_state import DrawCard, MakeBid, SpadesPhase
from clockspades.games.tricks import PlayCard
from clockspades.table.glyphs import USUAL, Terminal
from clockspades.table.lesson import AnyLesson, Course, Note, news
from clockspades.table.model import Target, TargetKind
from clockspades.table.parts import InPart

ANA = Seat("Ana")
LONGEST = 90
"""Characters of a note."""
GLANCE, SECONDS_A_LETTER = 1.0, 0.055
"""What a new player takes to find a note, and to read each of its letters."""
SECONDS_A_CHOICE, SECONDS_A_TURN = 2.5, 0.8
"""What a new player takes for a choice, and what a turn without one takes."""


class Taught(NamedTuple):
    """A lesson of a game."""

    name: str
    preset: str = ""

    @property
    def game(self) -> AnyGame:
        game = find_game(self.name)
        assert game is not None
        return game

    @property
    def lesson(self) -> AnyLesson:
        taught = lesson(self.name)
        assert taught is not None
        return taught

    @property
    def chosen(self) -> Preset | None:
        return next((preset for preset in self.game.presets if preset.name == self.preset), None)

    def begin(self, person: Seat = ANA) -> AnySession:
        return self.lesson.begin(self.game, person, self.chosen)

    def said(self, session: AnySession, terminal: Terminal = USUAL) -> tuple[Note, ...]:
        """What there is to say now."""
        return self.lesson.notes(Course(views(session), history(session), 0, session.names, terminal))


def history(session: AnySession) -> list[Any]:
    """What the player saw happen."""
    return [session.events(point, 0) for point in range(1, session.at + 1)]


def views(session: AnySession) -> list[Any]:
    """What the player saw at each point."""
    return [*(session.game.rules.observe(each.state, 0) for each in session.positions[: session.at]), session.view(0)]


WATCH, CLOCK, GERMAN = Taught("clock", "watch"), Taught("clock", "clock"), Taught("german-clock")
CLOGS, SPADES, ALONE = Taught("clogs"), Taught("spades"), Taught("spades", "cutthroat")
THREE, TWO = Taught("spades", "spades-for-three"), Taught("spades", "spades-for-two")
CLOCKWORK = Taught("clockwork-spades")
ALL = (WATCH, CLOCK, GERMAN, CLOGS, SPADES, ALONE, THREE, TWO)
EVERY = (*ALL, CLOCKWORK)


# -- who plays -------------------------------------------------------------------------------------------------


def sensible_clock(view: Any) -> Action:
    if not is_exchange_due(view):
        turn: Action = find("clock").rules.legal_actions(view)[0]
        return turn
    tallest = max(range(12), key=lambda pile: len(view.face_down[pile]))
    return ExchangeKing(tallest + 1, len(view.face_down[tallest]))


def sensible_german_clock(view: Any) -> Action:
    action: Action = find("german-clock").rules.legal_actions(view)[-1]  # what fits is placed
    return action


def sensible_clogs(view: Any) -> Action:
    """Lead high, follow as cheaply as it goes, and otherwise turn up a clog."""
    legal = find("clogs").rules.legal_actions(view)
    clogs = [action for action in legal if isinstance(action, TurnClog)]
    cards = sorted((action.card for action in legal if isinstance(action, PlayCard)), key=lambda c: RANKS.index(c.rank))
    if not cards or (view.trick and clogs):
        return clogs[0]
    if not view.trick:
        return PlayCard(cards[0])
    led = view.trick[0].card.suit
    winning = [card for card in cards if beats(card, view.winning.card, led)]
    return PlayCard(winning[-1] if winning else cards[-1])


def sensible_spades(view: Any) -> Action:
    if view.phase is SpadesPhase.DRAW:
        return DrawCard(is_kept(bit_of(view.stock[0])))
    if view.phase is SpadesPhase.BID:
        return MakeBid(usual_bid(bits_of(view.hands[0]), len(view.hands)))
    action: Action = find("spades").make_bot("quick", Random(0)).choose(view)
    return action


def find(name: str) -> AnyGame:
    return Taught(name).game


SENSIBLE: dict[str, Callable[[Any], Action]] = {
    "clock": sensible_clock, "german-clock": sensible_german_clock, "clogs": sensible_clogs, "spades": sensible_spades,
}  # fmt: skip


def played(taught: Taught, choose: Callable[[Any], Action]) -> Iterator[AnySession]:
    """A lesson at each of its points, up to the end of the game or of its first deal."""
    session = taught.begin()
    bots = Bots(session, Random(1))
    yield session
    while session.to_act is not None:
        seat = session.to_act
        session.act(choose(session.view(0)) if seat == 0 else bots[seat].choose(session.sight(seat)))
        yield session


def told(taught: Taught, terminal: Terminal = USUAL) -> list[str]:
    """All that is said to a sensible player, in order."""
    return [note.words for session in played(taught, SENSIBLE[taught.name]) for note in taught.said(session, terminal)]


# -- by the notes ----------------------------------------------------------------------------------------------


def test_watch_by_its_notes() -> None:
    assert told(WATCH) == [
        "You win if all 52 cards are up before a king ends the game.",
        "Each rank has a pile at its hour. The kings' pile, in the middle, decides.",
        "The Q♦ is up: its pile is at 12 o'clock. Press Space, or click it.",
        "It went there, and the top card of that pile is up: the 5♠.",
        "This one goes to 5 o'clock. Press Space again.",
        "A number counts the cards of a pile that still lie face down.",
        "Press 2: cards turn by themselves, until you press a key.",
        "Kings belong in the middle. The fourth one ends the game, unless you exchange it.",
        "The second king. These four places count them.",
        "Three kings are up: you exchange the next one.",
        "This pile is whole: all four cards of its rank are up.",
        "The fourth king! Once a game, you exchange it for a card that lies face down.",
        "It comes back late if it lies deep in a tall pile, such as this one.",
        "Choose a card with the arrow keys, then press Enter. Or click a pile, then its card.",
        "There your king lies now, the 3rd card. The game ends with it.",
        "What counted was one choice, where your king went: it came up last.",
        "Every card is up: you win. Press Enter, then play a real game.",
    ]


def test_german_clock_by_its_notes() -> None:
    assert told(GERMAN) == [
        "You win if all cards are at their hours: a five at 5 o'clock, a king in the middle.",
        "Press Space, or click the stock, to turn up a card.",
        "The first card may go, whatever it is: press Enter, or click it.",
        "Your first card set it: hearts come first, so every hour must begin with a heart.",
        "Turn up the next card with Space.",
        "The 3♣ can't begin an hour: only a heart can. Turn up the next card.",
        "The K♥ begins its hour: press Enter, or click it.",
        "The 4♦ can't go on the 4♥: the colours alternate.",
        "The 4♣ may go on the 4♥: then clubs come second everywhere.",
        "Now choose: press Enter for that, or wait for a card that makes spades second.",
        "The order is set for every hour: ♥ ♣ ♦ ♠.",
        "The 4♦, which lay below, fits too. Look for that each time.",
        "The Q♥ fits, as hearts begin every hour. From now on nobody tells you: look yourself.",
        "The stock is empty. Once, Space turns the waste over.",
        "The same cards come again in the same order: your last chance to place them.",
        "What counted: the order that two cards set. With ♥ ♠ ♦ ♣ the same cards lose.",
        "The clock is complete: you win. Press Enter, then play a real game.",
    ]


def test_a_missed_card_of_german_clock_is_named() -> None:
    session = GERMAN.begin()
    for do in ("turn", "turn"):
        session.act(GERMAN.game.rules.parse_action(do, {}))
    said = "You passed the 4♥, which fits. It can go when it lies on top again."
    assert said in [note.words for note in GERMAN.said(session)]


def counted(choose: Callable[[Any], Action]) -> str:
    """What the lesson of German Clock says in the end that counted."""
    *_, over = played(GERMAN, choose)
    return GERMAN.said(over)[0].words


def test_german_clock_says_which_order_of_suits_counted() -> None:
    def waits_for_spades(view: Any) -> Action:
        is_club = is_choice(view) and bool(view.suits) and view.waste[-1].suit is Suit.CLUBS
        action: Action = find("german-clock").rules.legal_actions(view)[0 if is_club and view.stock else -1]
        return action

    def misses_a_queen(view: Any) -> Action:
        is_missed = bool(view.waste) and view.waste[-1].symbol == "Q♥" and bool(view.stock)
        action: Action = find("german-clock").rules.legal_actions(view)[0 if is_missed else -1]
        return action

    assert counted(sensible_german_clock).endswith("With ♥ ♠ ♦ ♣ the same cards lose.")
    assert counted(waits_for_spades).endswith("With ♥ ♣ ♦ ♠ the same cards win.")
    assert counted(misses_a_queen) == "What counted: to miss no card that fits. These cards can be won in your order."


def test_clogs_by_its_notes() -> None:
    assert told(CLOGS) == [
        "Each trick is 1 point, and 5 points win this game.",
        "The ace is the highest card, then come the 2, the 3, and so on down.",
        "Your lead: any card. Press its number, or click it.",
        "Your A♣ takes the trick: 1 point. You lead next.",
        "You may lead a clog, too: press its letter. Nobody knows what it is.",
        "East takes the trick with the A♦.",
        "Spades were led, and you hold a spade: you must play one.",
        "West has no spades in hand, and turns up a clog: the 9♣.",
        "You have no spades: throw a card away, or turn up a clog, which may win.",
        "For a clog press its letter, or click it.",
        "Your clog is the 7♠: it does not win this trick.",
        "The A♥ takes over: same rank as the A♠, and a higher suit.",
        "The suits from high to low are ♣ ♦ ♥ ♠.",
        "One more trick, and East wins.",
        "One more trick, and you win.",
        "What counted: high cards to lead, low ones to follow, and a clog for a suit that you lack.",
        "You win with 5 tricks. Press Enter, then play a real game.",
    ]


def test_spades_by_its_notes() -> None:
    assert told(SPADES) == [
        "Bid how many tricks you will take, then take them: 50 points win.",
        "Everyone plays a card to a trick, and the highest takes it. A deal has 13 tricks.",
        "North, your partner, bids nil: not one trick. Worth 100 if it works; costs 100 if not.",
        "Your hand is worth 4: press 4, or click it.",
        "Take at least 4 to score 40. Fall short and you lose 40.",
        "West leads a heart. Whoever has hearts must play one.",
        "You have hearts, so you must play one.",
        "Press the number on a card, or click it.",
        "Your J♥ takes the trick, and you lead the next. You need 3 more.",
        "Your lead: no spade yet. Spades stay closed until one is played on another suit.",
        "East takes the trick: the K♣ is the highest club.",
        "You have no hearts: play any card. A spade wins, unless a higher one comes.",
        "Spades are broken now: from here on they may be led.",
        "Your lead: any bright card. The others must follow its suit.",
        "North is winning this trick, and the nil would fail. Take it over, if you can.",
        "That is trick 4 for you: your bid is made.",
        "A trick above your bid is a bag: 1 point. But every tenth bag costs 100.",
        "You have no spades: throw away a card you don't need.",
        "What counted: your bid and North's nil. You bid 4 and took 6, North took 0.",
        "You two win, 142 to 70. Press Enter, then play a real game.",
    ]


@pytest.mark.parametrize(("taught", "cards"), [(ALONE, 13), (THREE, 17), (TWO, 13)])
def test_where_everyone_plays_alone_nobody_is_taught_the_game_of_partners(taught: Taught, cards: int) -> None:
    said = " ".join(told(taught))
    assert "partner" not in said
    assert "two" not in said
    assert f"A deal has {cards} tricks." in said
    assert ("Everyone plays alone: nobody else's tricks help your bid." in said) == (taught != TWO)
    assert taught.chosen is not None
    session = taught.begin()
    assert taught.chosen.options.items() <= session.options.items()
    assert len(session.seats) == taught.chosen.options["players"]


@pytest.mark.parametrize("taught", ALL)
def test_who_follows_the_notes_wins(taught: Taught) -> None:
    *_, session = played(taught, SENSIBLE[taught.name])
    assert session.outcome is not None
    assert 0 in session.outcome.winners


@pytest.mark.parametrize("taught", ALL)
def test_it_takes_about_as_long_as_it_says(taught: Taught) -> None:
    seconds = 0.0
    for session in played(taught, SENSIBLE[taught.name]):
        seconds += sum(GLANCE + SECONDS_A_LETTER * len(note.words) for note in taught.said(session))
        is_choice = session.to_act == 0 and len(taught.game.rules.legal_actions(session.state)) > 1
        seconds += SECONDS_A_CHOICE if is_choice and taught != GERMAN else SECONDS_A_TURN
    assert ceil(seconds / 60) == taught.lesson.minutes
    assert 90 < seconds < 4 * 60


@pytest.mark.parametrize("taught", EVERY)
def test_nobody_else_has_the_name_of_the_player(taught: Taught) -> None:
    for name in ("west", "North", "EAST", "Ｗest", "No\u200drth"):
        names = [likeness(seat.name) for seat in taught.begin(Seat(name)).seats]
        assert len(set(names)) == len(names)


@pytest.mark.parametrize("taught", EVERY)
def test_a_lesson_knows_its_own_games(taught: Taught) -> None:
    session, other = taught.begin(), Session(taught.game, taught.begin().options, taught.begin().seats)
    other.deal(Random(1))
    assert taught.lesson.teaches(session)
    assert not taught.lesson.teaches(other)


def test_the_notes_name_the_keys_of_the_settings() -> None:
    terminal = Terminal(keymap={"table.confirm": ("f8",), "table.space": ("k",)})
    assert "Press k, or click the stock, to turn up a card." in told(GERMAN, terminal)
    assert "You two win, 142 to 70. Press F8, then play a real game." in told(SPADES, terminal)


# -- whatever is played ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("taught", EVERY)
@settings(max_examples=4)
@given(seed=st.integers(0, 2**32))
def test_whatever_is_played_every_note_is_true_and_said_once(taught: Taught, seed: int) -> None:
    bot = RandomBot(taught.game.rules.legal_actions, Random(seed))
    words: list[str] = []
    over = False
    for session in played(taught, bot.choose):
        notes = taught.said(session)
        assert not (over and notes)
        over = over or taught.lesson.is_over(session.view(0), history(session), 0)
        for note in notes:
            assert len(note.words) <= LONGEST
            assert note.words.endswith(".")
            assert is_there(note.about, session), note
            check(taught, note.words, session)
        words += [note.words for note in notes]
    assert len(words) == len(set(words))
    assert taught.game.rules.deal_due(session.state) or re.search(
        "then play a real game.$|with the other kings.$|Let it be", words[-1]
    )


def is_there(about: Target | InPart, session: AnySession) -> bool:
    """Whether what a note speaks of is on the table."""
    view = session.view(0)
    match about:
        case Target(TargetKind.HAND, number):
            return session.game.name == "clock" or number < len(view.hands[0])
        case Target(TargetKind.BESIDE, place):
            return view.clogs[0][place] is not None
        case Target(TargetKind.PLAY | TargetKind.BADGE, place):
            return place < len(session.seats)
        case Target(TargetKind.PILE | TargetKind.HOUR, number):
            return 0 <= number <= 13
        case Target(TargetKind.WASTE):
            return bool(view.waste)
        case Target(TargetKind.CHOICE, number):
            last: int = {SpadesPhase.BID: view.settings.hand, SpadesPhase.DRAW: 1}.get(view.phase, -1)
            return number <= last
    return True


def mine(session: AnySession) -> tuple[Card, ...]:
    hand: tuple[Card, ...] = session.view(0).hands[0]
    return hand


def suits(session: AnySession) -> set[Suit]:
    """The suits that may be played."""
    legal = session.game.rules.legal_actions(session.view(0))
    return {action.card.suit for action in legal if isinstance(action, PlayCard)}


def led(session: AnySession) -> Suit:
    suit: Suit = session.view(0).trick[0].card.suit
    return suit


def side_tricks(session: AnySession) -> int:
    taken: int = session.view(0).taken[0]
    return taken


def bid(session: AnySession) -> int:
    tricks: int = session.view(0).bids[0].tricks
    return tricks


TRUE: dict[tuple[str, str], Callable[[AnySession], bool]] = {
    ("clockwork-spades", r".*with the other kings"): lambda s: 3 in map(len, s.view(0).kings),
    ("clockwork-spades", r".*Let it be"): lambda s: 3 not in map(len, s.view(0).kings),
    ("clock", r"Kings belong"): lambda s: kings_up(s.state) == 1,
    ("clock", r"The second king"): lambda s: kings_up(s.state) == 2,
    ("clock", r"This pile is whole"): lambda s: any(len(pile) == 4 for pile in s.state.face_up[:12]),
    ("clock", r"Three kings"): lambda s: kings_up(s.state) == 3,
    ("clock", r"Three kings.* decides|Kings .* ends the game\."): lambda s: s.options["variant"] == "clock",
    ("clock", r"The fourth king"): lambda s: is_exchange_due(s.state),
    ("clock", r"What counted.* last"): lambda s: s.outcome is not None and s.state.face_up[12][-1].rank == 13,
    ("clock", r"Every card is up"): lambda s: s.outcome is not None and bool(s.outcome.winners),
    ("clock", r"The king came too early"): lambda s: s.outcome is not None and not s.outcome.winners,
    ("german-clock", r"The .* can't"): lambda s: not can_place(s.state),
    ("german-clock", r"The .* (fits|begins|may go|which lay)"): lambda s: can_place(s.state),
    ("german-clock", r"The stock is empty"): lambda s: not s.view(0).stock and s.view(0).redeals_left == 1,
    ("german-clock", r"The order"): lambda s: len(s.view(0).suits) == 4,
    ("clogs", r".* were led, and you hold"): lambda s: suits(s) == {led(s)},
    ("clogs", r"You have no"): lambda s: led(s) not in {card.suit for card in mine(s)},
    ("clogs", r"Your hand is empty"): lambda s: not mine(s),
    ("clogs", r"Your \S+ (beats|wins)"): lambda s: any(beats(card, s.view(0).winning.card, led(s)) for card in mine(s)),
    ("clogs", r"Your \S+ wins"): lambda s: len(s.view(0).trick) == len(s.seats) - 1,
    ("clogs", r"Your lead"): lambda s: not s.view(0).trick and s.to_act == 0,
    ("clogs", r"One more trick, and you win"): lambda s: s.view(0).scores[0] == 4,
    ("clogs", r"You win"): lambda s: s.outcome is not None and s.outcome.winners == (0,),
    ("clogs", r"(West|East) wins"): lambda s: s.outcome is not None and s.outcome.winners != (0,),
    ("spades", r"It is no spade, ace or king"): lambda s: (
        s.view(0).phase is SpadesPhase.DRAW and not is_kept(bit_of(s.view(0).stock[0]))
    ),
    ("spades", r"Spades, aces and kings"): lambda s: (
        s.view(0).phase is SpadesPhase.DRAW and is_kept(bit_of(s.view(0).stock[0]))
    ),
    ("spades", r"Everyone plays alone"): lambda s: not s.view(0).settings.partners,
    ("spades", r"You have \w+, so you must"): lambda s: suits(s) == {led(s)},
    ("spades", r"You have no"): lambda s: led(s) not in {card.suit for card in mine(s)},
    ("spades", r"You have no .* A spade wins"): lambda s: Suit.SPADES in suits(s),
    ("spades", r"Your lead: no spade"): lambda s: not s.view(0).broken and Suit.SPADES not in suits(s),
    ("spades", r"All bids make .* not every"): lambda s: (
        sum(b.tricks for b in s.view(0).bids) < s.view(0).settings.hand
    ),
    ("spades", r"All bids make \d+ of \d+: every"): (
        lambda s: sum(b.tricks for b in s.view(0).bids) >= s.view(0).settings.hand
    ),
    ("spades", r"Spades are broken"): lambda s: bool(s.view(0).broken),
    ("spades", r"That is trick"): lambda s: side_tricks(s) == bid(s),
    ("spades", r"One trick more"): lambda s: side_tricks(s) > bid(s) > 0,
    ("spades", r"You took a trick: your nil"): lambda s: side_tricks(s) > bid(s) == 0,
    ("spades", r"North takes a trick: the nil"): lambda s: s.view(0).taken[2] > 0,
    ("spades", r"North is winning"): lambda s: s.view(0).winning.seat == 2 and not s.view(0).taken[2],
    ("spades", r"You two win"): lambda s: s.outcome is not None and 0 in s.outcome.winners,
    ("spades", r"You two lose"): lambda s: s.outcome is not None and 0 not in s.outcome.winners,
}
"""What must hold where a note of a game is said."""


def check(taught: Taught, words: str, session: AnySession) -> None:
    for (name, pattern), holds in TRUE.items():
        if name == taught.name and re.match(pattern, words):
            assert holds(session), words


# -- how notes are chosen --------------------------------------------------------------------------------------


def test_a_thing_is_spoken_of_at_the_first_point_only() -> None:
    one, two, three = (Note(words, InPart("log")) for words in ("One.", "Two.", "Three."))
    assert news([[("a", one)]]) == (one,)
    assert news([[("a", one)], [("a", two), ("b", three)]]) == (three,)
    assert news([]) == ()
