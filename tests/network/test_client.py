"""The client of a network table: how it comes back, what it sends again, and how it finds out a host that cheats."""

from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any

import pytest

from clockspades.engine.header import Seat
from clockspades.network.client import client as my
from clockspades.network.client.client import NO_LEDGER, Client, Ledger, Link, Ticket, update
from clockspades.network.client.company import JOINING, link_words
from clockspades.network.table.kept import log_text
from clockspades.network.table.served_table import Left, Received
from clockspades.network.table.serving import begun as games_begun
from clockspades.network.table.serving import joined
from clockspades.network.wire import messages as say
from clockspades.network.wire.messages import ToClient, ToHost
from clockspades.table.effects import Act, MakeDeal
from tests.network.served import CODE, KEYS, Served, begun, opened


@dataclass
class Shell:
    """What runs the effects of a client. It posts to nobody."""

    client: Client = field(init=False)
    posted: list[ToHost] = field(default_factory=list)
    effects: list[my.ClientEffect] = field(default_factory=list)
    disk: Ledger = NO_LEDGER
    """What is kept."""
    disk_is_full: bool = False
    drawn: int = 0

    def give(self, given: my.ClientInput) -> None:
        self.client, effects = update(self.client, given)
        self.effects.extend(effects)
        for effect in effects:
            match effect:
                case my.Connect():
                    self.connect()
                case my.Post(message):
                    self.posted.append(message)
                    self.post(message)
                case my.DrawShare(table, deal):
                    self.drawn += 1
                    self.give(my.Drawn(table, deal, sha256(f"{self.drawn}".encode()).digest()))
                case my.KeepLedger() if self.disk_is_full:
                    self.give(my.LedgerNotKept("No space left on device"))
                case my.KeepLedger(ledger):
                    self.disk = ledger
                    self.give(my.LedgerKept(ledger))

    def connect(self) -> None:
        """Open a connection."""

    def post(self, message: ToHost) -> None:
        """Let the host have a message."""


@dataclass
class Seated(Shell):
    """A client at a table, over a transport that loses nothing unless it is told to."""

    served: Served = field(default_factory=opened)
    connections: int = 0
    is_cut: bool = False
    forge: Any = None
    """Changes what the host sends."""

    def __post_init__(self) -> None:
        self.client = Client(Ticket(CODE, KEYS["ana"], "Ana"), "program")

    @property
    def connection(self) -> str:
        return f"ana {self.connections}"

    def connect(self) -> None:
        self.connections += 1
        self.is_cut = False
        self.give(my.Connected())

    def post(self, message: ToHost) -> None:
        if not self.is_cut:
            self.served.now += 2
            self.served.give(Received(self.connection, message))
            self.hear()

    def hear(self) -> None:
        """Hear what the host has sent since."""
        while not self.is_cut and (waiting := self.served.heard.get(self.connection)):
            message: ToClient | None = waiting.pop(0)
            if self.forge is not None:
                message = self.forge(message)
            if message is not None:
                self.give(my.Got(message))

    def cut(self) -> None:
        self.is_cut = True
        self.served.give(Left(self.connection))
        self.give(my.Disconnected("The connection was cut.", 1.0))

    def come_back(self) -> None:
        self.give(my.PauseOver())

    def choose(self, action: dict[str, Any]) -> None:
        arguments = {**action}
        game = self.served.kept.game
        self.give(Act(game.rules.parse_action(arguments.pop("do"), arguments)))

    def play_until_over(self) -> None:
        while self.served.kept.outcome is None:
            if self.served.kept.shuffle is not None:
                self.give(MakeDeal())
            elif self.served.kept.to_act == self.client.seat:
                self.choose(self.served.action(self.served.kept.last))
            else:
                self.served.act(self.served.kept.last)
            self.hear()


def seated(name: str = "clockwork-spades", **more: Any) -> Seated:
    """The host alone at a table with bots, in a game that was dealt."""
    found = Seated(served=opened(name, open_seats=1, **more))
    found.give(my.Started())
    found.give(my.Want(say.Start()))
    return found


def to_move() -> Seated:
    """The same when the person has to move."""
    table = seated()
    while table.served.kept.to_act != 0:
        table.served.act()
        table.hear()
    return table


def test_a_client_joins_promises_and_plays() -> None:
    table = seated()
    assert table.client.link is Link.HERE
    assert table.served.kept.last == 1
    table.play_until_over()
    assert table.client.has_log
    assert "".join(table.client.log) == log_text(table.served.kept)
    assert table.client.doubts == ()
    (known,) = table.client.ledger.promises
    assert known == table.served.proof
    assert table.client.ledger == table.client.safe == table.disk


def test_pauses_grow_up_to_the_longest_and_begin_anew_when_it_is_here() -> None:
    client = Client(Ticket(CODE, KEYS["ana"], "Ana"))
    pauses = []
    for _ in range(8):
        client, effects = update(replace(client, link=Link.CONNECTING), my.Disconnected("No route.", 1.0))
        pauses += [effect.seconds for effect in effects if isinstance(effect, my.Pause)]
    assert pauses == [0.5, 1, 2, 4, 8, 15, 15, 15]
    assert client.farewell == "No route."
    here = say.Joined("T1", 0, False, "clock", {}, ())
    client, _ = update(replace(client, link=Link.JOINING), my.Got(here))
    client, effects = update(client, my.Disconnected("The connection was cut.", 0.0))
    assert effects == (my.Pause(0.25),)


def test_a_host_that_answers_late_is_told_of_while_it_is_tried_and_no_more_once_it_is_here() -> None:
    client, effects = update(Client(Ticket(CODE, KEYS["ana"], "Ana")), my.Late("Ask for a short code."))
    assert effects == ()
    assert link_words(client, 0, "Enter") == "Ask for a short code. Still trying to connect…"
    client, _ = update(client, my.Connected())
    assert link_words(client, 0, "Enter") == JOINING
    client, _ = update(client, my.Got(say.Joined("T1", 0, False, "clock", {}, ())))
    assert (link_words(client, 0, "Enter"), client.farewell) == ("", "")
    assert update(client, my.Late("Ask for a short code.")) == (client, ())


def test_an_action_whose_answer_was_lost_is_sent_again_and_done() -> None:
    table = to_move()
    table.forge = lambda _: None  # the host hears, and nothing comes back
    point = table.served.kept.last
    table.choose(table.served.action())
    assert table.served.kept.last == point + 1
    assert table.client.pending is not None
    table.cut()
    table.forge = None
    table.come_back()
    assert [type(message) for message in table.posted].count(say.ActAt) == 2
    assert table.client.pending is None
    assert table.client.last == table.served.kept.last


def test_an_action_chosen_before_the_host_says_where_the_game_is_goes_out_once() -> None:
    table = to_move()
    table.cut()
    kept, points = table.served.kept, table.client.last + 1
    client = update(update(table.client, my.PauseOver()).client, my.Connected()).client
    client = update(client, my.Got(joined(kept, 0))).client
    client, effects = update(client, Act(kept.game.rules.legal_actions(kept.state)[0]))
    pending = client.pending
    assert pending is not None
    assert effects == (my.Post(pending),)
    client, effects = update(client, my.Got(games_begun(kept, 0, points)))
    assert not [effect for effect in effects if isinstance(effect, my.Post)]
    client = update(update(client, my.Disconnected("The connection was cut.", 1.0)).client, my.PauseOver()).client
    client = update(update(client, my.Connected()).client, my.Got(joined(kept, 0))).client
    assert my.Post(pending) in update(client, my.Got(games_begun(kept, 0, points))).effects


def test_a_second_choice_waits_for_the_answer_to_the_first() -> None:
    table = to_move()
    table.is_cut = True
    table.choose(table.served.action())
    pending = table.client.pending
    table.choose(table.served.action(1))
    assert table.client.pending == pending


def test_an_action_that_was_taken_back_meanwhile_is_not_sent_again() -> None:
    table = to_move()
    table.is_cut = True
    table.choose(table.served.action())
    table.is_cut = False
    table.give(my.Got(say.Back(1, table.client.epoch + 1)))
    assert table.client.pending is None
    assert table.client.last == 1


def test_a_person_is_ready_for_the_first_deal_and_goes_on_to_the_others() -> None:
    table = seated("clogs", options={"target": 50})
    while table.served.kept.shuffle is None:
        if table.served.kept.to_act == 0:
            table.choose(table.served.action())
        else:
            table.served.act()
        table.hear()
    assert table.client.shuffle is not None
    assert table.client.shuffle.deal == 1
    assert table.client.shuffle.committed == ()
    table.give(MakeDeal())
    assert table.served.kept.shuffle is None
    assert table.client.shuffle is None
    assert not table.client.is_ready


def test_a_client_whose_seat_was_taken_from_elsewhere_ends() -> None:
    table = seated()
    table.served.join("other", "ana")
    table.give(my.Got(say.Goodbye("You sat down from somewhere else.", True)))
    assert table.client.link is Link.ENDED
    assert table.client.farewell == "You sat down from somewhere else."
    assert update(table.client, my.Disconnected("cut", 0.0)) == (table.client, ())


def test_why_the_host_said_goodbye_is_kept_while_it_connects_again() -> None:
    table = seated()
    table.give(my.Got(say.Goodbye("The host has closed the table for now.", False)))
    table.cut()
    assert table.client.farewell == "The host has closed the table for now."


@pytest.mark.parametrize(
    "message",
    [
        say.NextPoint({}), say.Said(4, "hello"), say.Said(-1, "hello"), say.Seats(()),
        say.Seats((say.SeatShown("A", "human"),)),
        say.Joined("T", 7, False, "spades", {}, ()),
        say.NextPoint({"n": 99, "seat": None, "events": [], "view": {}, "legal": [], "result": None}),
        say.Back(-1, 2), say.Commits("T1-1", 0, (b"x",), b"0"), say.Commits("T1-1", 0, (), bytes(32)),
        say.Begun("no-such-game", {}, (), 0, None, "T", 0, 0, 0, 1),
        say.Begun("clockwork-spades", {}, (), 0, None, "T", 0, 0, 0, 1),
        say.Begun("clockwork-spades", {}, (Seat("A"),) * 2, 0, None, "T", 0, 0, 0, 1),
        say.Begun("clockwork-spades", {"rules": 3}, (), 0, None, "T", 0, 0, 0, 1),
    ],
)  # fmt: skip
def test_a_host_that_makes_no_sense_is_left(message: ToClient) -> None:
    table = seated()
    table.give(my.Got(message))
    assert table.client.link is Link.ENDED
    assert table.client.farewell == my.BAD_HOST
    assert isinstance(table.effects[-1], my.HangUp)


def test_takebacks_end_when_the_promises_are_all_there() -> None:
    served = begun("ana", "ben", name="clogs", options={"target": 50})
    while served.kept.shuffle is None:
        served.act(served.kept.last)
    last = max(n for n, position in enumerate(served.kept.positions) if position.seat in served.kept.people)
    asker = served.kept.positions[last].seat
    assert asker is not None
    served.send(served.connection(asker), say.AskTakeback(served.kept.epoch, last - 1))
    assert served.table.live.question is not None
    for person in ("ana", "ben"):
        served.promise(person)
    assert served.sent(say.TakebackEnded)
    assert served.table.live.question is None
    served.send(served.connection(asker), say.AskTakeback(served.kept.epoch, last - 1))
    assert served.refused == "This move can't be taken back any more."
