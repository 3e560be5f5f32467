"""Whole games by players who know nothing but the text of line mode: they read it, think, and type."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import pytest

from clockspades import cli
from clockspades.games.catalogue import find_game
from clockspades.plain.plain_voice import in_words as in_words_of
from clockspades.plain.typed_lines import Lines
from clockspades.saved.log import load

RANKS: Final = ("ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king")
SUITS: Final = ("clubs", "diamonds", "hearts", "spades")
SIGNS: Final = dict(zip("♣♦♥♠", SUITS))
LETTERS: Final = {"A": "ace", "J": "jack", "Q": "queen", "K": "king"}
RANK: Final = f"(?:{'|'.join(sorted(RANKS, key=len, reverse=True))})"
HEARD: Final = re.compile(
    rf"(10|[2-9AJQK])([♣♦♥♠])|\b({RANK}(?:(?:, | and ){RANK})*) of ({'|'.join(SUITS)})",
)
"""A card in symbols, or cards of one suit in words."""
Card = tuple[str, str]
"""A rank and a suit, in words."""
Think = Callable[[str, Sequence[str]], str]
"""What is typed after the table and the choices were heard."""


def cards(text: str) -> list[Card]:
    """The cards that a text names, in their order."""
    found = []
    for rank, sign, ranks, suit in HEARD.findall(text):
        if sign:
            found.append((LETTERS.get(rank, rank), SIGNS[sign]))
        found += [(rank, suit) for rank in re.findall(RANK, ranks)]
    return found


def line(text: str, pattern: str) -> str:
    """The first line of a text in which a pattern is found."""
    found = [each for each in text.splitlines() if re.search(pattern, each)]
    assert found, f"no {pattern!r} in:\n{text}"
    return found[0]


def suits(text: str) -> list[str]:
    """The suits that a text names alone, in their order."""
    return [SIGNS.get(suit, suit) for suit in re.findall(rf"[♣♦♥♠]|{'|'.join(SUITS)}", text)]


def high(card: Card) -> int:
    return 14 if card[0] == "ace" else RANKS.index(card[0]) + 1


# -- thinking: from the description of the table and the choices to what is typed -----------------------------------


def clockwork(table: str, choices: Sequence[str]) -> str:
    """Take the spade with the most cards on it, which are discarded with it."""
    ranks = [cards(choice)[0][0] for choice in choices]
    on_it = {rank: len(cards(line(table, f"^{RANKS.index(rank) + 1} o'clock: "))) for rank in ranks}
    return f"take the {max(on_it, key=lambda rank: on_it[rank])} of spades"


def clock(table: str, choices: Sequence[str]) -> str:
    """Exchange the king for the deepest card where the most lie face down."""
    down = {}
    for choice in choices:
        _, pile, depth = choice.split()
        where = "The centre" if pile == "13" else f"{pile} o'clock"
        height = re.match(rf"{where}: (\d) face down", line(table, f"^{where}: "))
        assert height is not None
        down[pile, depth] = int(height[1]), ["top", "2nd", "3rd", "4th"].index(depth)
    pile, depth = max(down, key=lambda place: down[place])
    return f"exchange {pile} {depth.replace('2nd', 'second')}"


def german_clock(table: str, choices: Sequence[str]) -> str:
    """Place the top of the waste if it is next on its pile, which the order of suits tells."""
    other = next(choice for choice in choices if choice != "place")
    waste = cards(line(table, "^Waste, from the top"))
    rank, suit = waste[0]
    hour = RANKS.index(rank) + 1
    pile = cards(line(table, "^In the centre: " if hour == 13 else f"^At {hour} o'clock: "))
    order = suits(line(table, "^The order of suits").partition(", then comes")[0])
    red = suit in ("diamonds", "hearts")
    if len(pile) < len(order):
        fits = order[len(pile)] == suit
    else:
        fits = len(pile) == len(order) and (not order or red is not (order[0] in ("diamonds", "hearts")))
    return "place" if fits else other


def trick(table: str, choices: Sequence[str]) -> str:
    """Beat the winning card as cheaply as possible, or play the lowest card."""
    playable = [card for choice in choices for card in cards(choice)]
    if not playable:
        return choices[0]  # a clog
    winning = [each for each in table.splitlines() if each.endswith(" is winning.")]
    best = cards(winning[0])[0] if winning else None
    better = [card for card in playable if best is not None and card[1] == best[1] and high(card) > high(best)]
    rank, suit = min(better or playable, key=high)
    return f"the {rank} of {suit}"


def spades(table: str, choices: Sequence[str]) -> str:
    """Bid the aces, kings and long spades; pass the lowest cards; keep high cards and spades."""
    if "look" in choices:
        return "look"
    if any(choice.startswith("bid") for choice in choices):
        hand = cards(line(table, "^You hold"))
        tricks = sum(high(card) > 12 for card in hand) + max(0, sum(card[1] == "spades" for card in hand) - 4)
        return f"bid {max(1, tricks)}"
    if choices[0].startswith("pass"):
        low = sorted(cards(line(table, "^You hold")), key=high)[:3]
        return "pass " + " and ".join(f"the {rank} of {suit}" for rank, suit in low)
    if choices[0].startswith("draw"):
        (top,) = cards(line(table, "^On top is"))
        return "keep" if high(top) > 10 or top[1] == "spades" else "discard"
    return trick(table, choices)


# -- listening and typing -------------------------------------------------------------------------------------------


class Listener(Lines):
    """Plays by what was printed alone."""

    def __init__(
        self, printed: pytest.CaptureFixture[str], think: Think, first: str = "", *, reads_review: bool = False
    ) -> None:
        """``first`` is typed before anything else."""
        super().__init__(None)
        self._printed, self._think, self._first, self._reads_review = printed, think, first, reads_review
        self._choices: list[str] = []
        self._typed = ""
        self.heard: list[tuple[str, str]] = []
        """What was typed, and the answer."""

    def read(self) -> str | None:
        text = self._printed.readouterr().out
        assert "is not one of the choices" not in text, (self._typed, text)
        self.heard.append((self._typed, text))
        self._typed = self._answer(text)
        return self._typed

    def hear_the_end(self) -> None:
        """Listen to what is said when nothing more can be typed."""
        self.heard.append((self._typed, self._printed.readouterr().out))

    def said_to(self, typed: str) -> list[str]:
        """All answers to what was typed."""
        return [text for command, text in self.heard if command == typed]

    def _answer(self, text: str) -> str:
        listed = re.findall(r"^\d+: (.*)$", text, re.MULTILINE)
        if listed:
            self._choices = listed
        if self._first:
            first, self._first = self._first, ""
            return first
        if "Pass the keyboard to " in text or (self._typed == "words" and not listed):
            return ""
        if "Type review " in text:
            return "review" if self._reads_review and self._typed != "review" else ""
        if self._typed == "table":
            return self._think(text, self._choices)
        if self._typed not in ("changes", "choices") and len(self.heard) % 3:
            return "changes" if len(self.heard) % 2 else "choices"
        return "" if len(self._choices) == 1 else "table"


def against(number: int, bot: str = "quick") -> tuple[str, ...]:
    """So many bots."""
    return tuple(f"--seat={name}=bot:{bot}" for name in ("Bo", "Cyd", "Dov", "Eva", "Fay")[:number])


GAMES: Final[dict[str, tuple[Think, tuple[str, ...]]]] = {
    "clockwork spades": (clockwork, ("clockwork-spades", *against(1, "random"))),
    "gamerules": (clockwork, ("clockwork-spades", "--option=rules=gamerules", *against(1, "random"))),
    "clock": (clock, ("clock",)),
    "watch": (clock, ("clock", "--option=variant=watch")),
    "german clock": (german_clock, ("german-clock",)),
    "clogs for 2": (trick, ("clogs", "--option=players=2", *against(1))),
    "clogs for 3": (trick, ("clogs", "--option=players=3", *against(2))),
    "clogs for 4": (trick, ("clogs", *against(3))),
    "clogs for 5": (trick, ("clogs", "--option=players=5", *against(4))),
    "clogs for 6": (trick, ("clogs", "--option=players=6", *against(5))),
    "partners": (spades, ("spades", *against(3))),
    "partners who pass cards": (spades, ("spades", "--option=blind_nil=always", *against(3))),
    "cutthroat": (spades, ("spades", "--option=mode=cutthroat", *against(3))),
    "spades for 3": (spades, ("spades", "--option=players=3", *against(2))),
    "spades for 2": (spades, ("spades", "--option=players=2", *against(1))),
    "two people": (clockwork, ("clockwork-spades", "--seat=Bo")),
}
REVIEWED: Final = ("gamerules", "watch", "german clock", "clogs for 2", "partners")
"""The games of which the review is read too, one of each: it takes longer than the game."""
SHORT: Final = {"clogs": "target=5", "spades": "target=50"}


@pytest.mark.parametrize("kind", GAMES)
def test_a_game_is_played_by_its_text_alone(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], kind: str
) -> None:
    """Every other game with cards in words."""
    think, (game, *arguments) = GAMES[kind]
    short = ("--option", SHORT[game]) if game in SHORT else ()
    in_words = [*GAMES].index(kind) % 2
    listener = Listener(capsys, think, "words" if in_words else "", reads_review=kind in REVIEWED)
    monkeypatch.setattr("clockspades.cli.plain.standard_input", lambda: listener)
    for effort in ("CHOICE", "CHANCES"):
        monkeypatch.setattr(f"clockspades.review.review.{effort}", 0.01)  # the review is read, however rough it is
    assert cli.main(["play", game, "--plain", "--seed", "8", "--seat", "Ana", *arguments, *short]) == 0
    listener.hear_the_end()
    (log,) = (home / "games").glob("*.cslog")
    session = load(log, find_game).session
    assert session.outcome is not None
    everything = "\n".join(text for _, text in listener.heard)
    verdict = session.game.words.verdict(session.state, session.names_at_table)
    assert (in_words_of(verdict) if in_words else verdict) in everything
    played = everything.partition("Share this game")[0]
    assert any(sign in played[len(listener.heard[0][1]) :] for sign in SIGNS) != bool(in_words)
    assert len(listener.said_to("changes")) > 1
    if kind in REVIEWED:
        (review,) = listener.said_to("review")
        assert "in chances to win" in review
        assert "  result " in review
