"""German Clock told a second time, in another manner: texts and lists, and every order of suits that is still possible.

The rules that the program plays by are compared with it, action by action.
"""

RED = "DH"


class RetoldGame:
    """A game that has been dealt; :meth:`turn`, :meth:`place` and :meth:`redeal` go on with it."""

    def __init__(self, redeals: int, deal: str) -> None:
        self.stock = deal.split()[::-1]
        self.waste: list[str] = []
        self.redeals_left = redeals
        self.foundations: dict[str, str] = dict.fromkeys("A23456789TJQK", "")
        self.orders = [
            a + b + c + d
            for a in "CDHS"
            for b in "CDHS"
            for c in "CDHS"
            for d in "CDHS"
            if len({a, b, c, d}) == 4 and (a in RED) == (c in RED)
        ]
        """The orders that fit the cards placed so far: the suits of every foundation begin as they do."""

    def fitting(self) -> list[str]:
        """The orders that remain if the top card of the waste is placed."""
        card = self.waste[-1]
        return [order for order in self.orders if order.startswith(self.foundations[card[0]] + card[1])]

    def can_place(self) -> bool:
        return bool(self.waste) and bool(self.fitting())

    def can_redeal(self) -> bool:
        return not self.stock and bool(self.waste) and self.redeals_left > 0

    def turn(self) -> None:
        self.waste.append(self.stock.pop())

    def place(self) -> None:
        self.orders = self.fitting()
        card = self.waste.pop()
        self.foundations[card[0]] += card[1]

    def redeal(self) -> None:
        while self.waste:
            self.stock.append(self.waste.pop())
        self.redeals_left -= 1

    def is_over(self) -> bool:
        return not (self.stock or self.can_place() or self.can_redeal())
