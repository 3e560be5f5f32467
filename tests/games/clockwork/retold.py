"""Clockwork Spades told a second time, from its two source texts and in another manner: texts, lists, one step after
another. The rules that the program plays by are compared with it, action by action.
"""

HOURS = "A23456789TJQ"


class RetoldGame:
    """A game that has been dealt; :meth:`play` and :meth:`take` go on with it."""

    def __init__(self, kings_count: bool, refill_at_once: bool, first: int, deal: str) -> None:
        self.kings_count = kings_count
        self.refill_at_once = refill_at_once
        self.deck = deal.split()
        self.on_clock: dict[str, list[str]] = {hour: [] for hour in HOURS}
        self.hands: list[list[str]] = [[], []]
        self.penalties: list[list[str]] = [[], []]
        self.kings: list[list[str]] = [[], []]
        self.discarded: list[str] = []
        self.next_hour = 0
        self.mover = first
        self.winner: int | None = None
        self.end = ""
        self.draw(first)
        self.draw(1 - first)
        self.start_turn()

    def draw(self, player: int) -> None:
        while len(self.hands[player]) < 3 and not self.end:
            if not self.deck:
                self.kings[player].append("KS")
                if len(self.kings[player]) == 4:
                    self.end, self.winner = "four-kings", player
                elif self.kings_count:
                    self.end, self.winner = "king-of-spades", 1 - player
                else:
                    self.count_up("fewest-spades")
            elif self.deck[0][0] == "K":
                self.kings[1 - player].append(self.deck.pop(0))
            else:
                self.hands[player].append(self.deck.pop(0))

    def start_turn(self) -> None:
        hours_in_order = HOURS[self.next_hour :] + HOURS[: self.next_hour]
        self.window = [hour for hour in hours_in_order if hour in self.on_clock][:3]
        dead = self.dead_cards()
        for card in dead:
            self.hands[self.mover].remove(card)
        self.discarded += dead
        if self.refill_at_once:
            self.draw(self.mover)

    def dead_cards(self) -> list[str]:
        return [card for card in self.hands[self.mover] if card[0] not in self.on_clock]

    def playable(self) -> list[str]:
        return [card for card in self.hands[self.mover] if card[0] in self.window]

    def play(self) -> None:
        for card in self.playable():
            self.hands[self.mover].remove(card)
            self.on_clock[card[0]].append(card)
        self.end_turn()

    def take(self, hour: str) -> None:
        self.discarded += self.on_clock.pop(hour)
        self.penalties[self.mover].append(hour + "S")
        if self.on_clock:
            self.end_turn()
            return
        self.count_up("last-spade")

    def count_up(self, reason: str) -> None:
        mine, theirs = self.score(0), self.score(1)
        self.end = "drawn" if mine == theirs else reason
        self.winner = None if mine == theirs else int(theirs < mine)

    def end_turn(self) -> None:
        self.draw(self.mover)
        if not self.end:
            self.next_hour = (HOURS.index(self.window[-1]) + 1) % 12
            self.mover = 1 - self.mover
            self.start_turn()

    def score(self, player: int) -> int:
        kings = [king for king in self.kings[player] if king != "KS"]
        return len(self.penalties[player]) + (len(kings) if self.kings_count else 0)
