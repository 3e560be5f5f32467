"""Clock and Watch told a second time, with lists and card texts, to check the rules against."""

from collections.abc import Sequence

RANKS = "A23456789TJQK"


class RetoldGame:
    """A game as it would be played on a table: thirteen heaps, of which the lowest cards may be face up."""

    def __init__(self, deal: Sequence[str], watch: bool) -> None:
        self.watch = watch
        self.heaps: list[list[tuple[str, bool]]] = [[] for _ in RANKS]
        """Each heap from its top to its bottom: the card, and whether it is face up."""
        for number, card in enumerate(deal):
            self.heaps[number % 13].insert(0, (card, False))
        self.exchanged = False
        self.hand = self.heaps[12].pop(0)[0]

    @property
    def face_down(self) -> list[list[str]]:
        return [[card for card, up in heap if not up] for heap in self.heaps]

    @property
    def left(self) -> int:
        return sum(map(len, self.face_down))

    @property
    def stuck(self) -> bool:
        """Whether the card in hand is a king with nothing to turn up in the centre."""
        return self.hand[0] == "K" and not self.face_down[12]

    @property
    def must_exchange(self) -> bool:
        return self.stuck and self.watch and not self.exchanged and self.left > 0

    @property
    def over(self) -> bool:
        return self.stuck and not self.must_exchange

    def turn(self) -> None:
        heap = self.heaps[RANKS.index(self.hand[0])]
        heap.append((self.hand, True))
        self.hand, up = heap.pop(0)
        assert not up

    def exchange(self, pile: int, depth: int) -> None:
        card, up = self.heaps[pile - 1][depth - 1]
        assert not up
        self.heaps[pile - 1][depth - 1] = (self.hand, False)
        self.hand, self.exchanged = card, True
