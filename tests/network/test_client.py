"""The client of a network table: how it comes back, what it sends again, and how it finds out a host that cheats."""

from dataclasses import dataclass, field, replace
from pathlib import Path
from secrets import token_bytes
from typing import Any

import pytest

from clockspades.engine.deal_proof import Contribution
from clockspades.engine.fair_deal import commit_of
from clockspades.engine.header import Seat
from clockspades.games.catalogue import find_game
from clockspades.network.client import client as my
from clockspades.network.client.client import NO_LEDGER, Client, Ledger, Link, Ticket, update
from clockspades.network.client.received_log import doubts_about
from clockspades.network.table.kept import log_text
from clockspades.network.table.served_table import Left, Received, Send
from clockspades.network.table.serving import begun as games_begun
from clockspades.network.table.serving import joined
from clockspades.network.table.table_server import serve
from clockspades.network.wire import messages as say
from clockspades.network.wire.messages import TO_CLIENT, ToClient, ToHost
from clockspades.saved.log import load
from clockspades.table.effects import Act, MakeDeal
from tests.network.served import CODE, KEYS, Served, begun, opened


@dataclass
class Seated:
    """A client at a table, over a transport that loses nothing unless it is told to."""

    served: Served
    name: str = "ana"
    client: Client = field(init=False)
    connections: int = 0
    is_cut: bool = False
    posted: list[ToHost] = field(default_factory=list)
    effects: list[my.ClientEffect] = field(default_factory=list)
    forge: Any = None
    """Changes what the host sends."""
    disk: Ledger = NO_LEDGER
    """What is kept."""
    disk_fault: str = ""
    """Why the disk refuses."""

    def __post_init__(self) -> None:
        ticket = Ticket(CODE, KEYS[self.name], self.name.capitalize())
        self.client = Client(ticket, "program")

    @property
    def connection(self) -> str:
        return f"{self.name} {self.connections}"

    def give(self, given: my.ClientInput) -> None:
        self.client, effects = update(self.client, given)
        self.effects.extend(effects)
        for effect in effects:
            match effect:
                case my.Connect():
                    self.connections += 1
                    self.is_cut = False
                    self.give(my.Connected())
                case my.Post(message):
                    self.posted.append(message)
                    if not self.is_cut:
                        self.served.now += 2
                        self.served.give(Received(self.connection, message))
                        self.hear()
                case my.DrawShare(table, deal):
                    self.give(my.Drawn(table, deal, token_bytes(32)))
                case my.KeepLedger(ledger):
                    self.disk = self.disk if self.disk_fault else ledger
                    self.give(my.LedgerNotKept(self.disk_fault) if self.disk_fault else my.LedgerKept(ledger))
                case _:
                    pass

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
    found = Seated(opened(name, open_seats=1, **more))
    found.give(my.Started())
    found.give(my.Want(say.Start()))
    return found


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


def test_an_action_whose_answer_was_lost_is_sent_again_and_done() -> None:
    table = seated()
    while table.served.kept.to_act != 0:
        table.served.act()
        table.hear()
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
    table = seated()
    while table.served.kept.to_act != 0:
        table.served.act()
        table.hear()
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
    table = seated()
    while table.served.kept.to_act != 0:
        table.served.act()
        table.hear()
    table.is_cut = True
    table.choose(table.served.action())
    pending = table.client.pending
    table.choose(table.served.action(1))
    assert table.client.pending == pending


def test_an_action_that_was_taken_back_meanwhile_is_not_sent_again() -> None:
    table = seated()
    while table.served.kept.to_act != 0:
        table.served.act()
        table.hear()
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
        say.NextPoint({}),
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


# -- hosts that cheat ------------------------------------------------------------------------------------------


def cheated(forge: Any) -> Seated:
    """A game whose host changes what it sends."""
    found = Seated(opened(open_seats=1))
    found.forge = forge
    found.give(my.Started())
    found.give(my.Want(say.Start()))
    return found


def test_no_share_is_sent_to_a_host_that_announces_another_promise_in_ones_name() -> None:
    def forge(message: ToClient) -> ToClient:
        return replace(message, seats=(b"a" * 32, None)) if isinstance(message, say.Commits) else message

    table = cheated(forge)
    assert table.client.doubts == (my.NOT_MINE.format(1),)
    assert not any(isinstance(message, say.Share) for message in table.posted)


def test_a_host_that_leaves_out_a_seat_is_found_out() -> None:
    def forge(message: ToClient) -> ToClient:
        return replace(message, seats=(None, None)) if isinstance(message, say.Commits) else message

    table = cheated(forge)
    assert table.client.doubts == ("The host left your share out of the shuffle of deal 1.",)
    assert not any(isinstance(message, say.Share) for message in table.posted)


def test_a_host_that_chooses_its_share_last_is_found_out() -> None:
    share = bytes(32)

    def forge(message: ToClient) -> ToClient:
        if isinstance(message, say.Proved):
            return say.Proved(replace(message.proof, host=Contribution(commit_of(share), share)))
        return message

    table = cheated(forge)
    table.play_until_over()
    assert table.client.doubts == ("Deal 1: what the host had promised was changed.",)


def test_a_host_that_drops_a_share_that_it_got_is_found_out_by_a_client_that_was_never_cut_off() -> None:
    def forge(message: ToClient) -> ToClient:
        if not isinstance(message, say.Proved):
            return message
        seats = tuple(None if each is None else Contribution(each.commit) for each in message.proof.seats)
        return say.Proved(replace(message.proof, seats=seats))

    table = cheated(forge)
    table.play_until_over()
    assert table.client.doubts == ("Deal 1: the share that Ana sent is not in the proof.",)


def test_a_client_that_is_killed_still_knows_the_promises() -> None:
    table = seated()
    (kept,) = table.disk.promises
    assert kept.seats[0] is not None
    assert kept.seats[0].share is not None
    again = Seated(table.served)
    again.connections = 7
    again.client = Client(again.client.ticket, "another program", ledger=table.disk, safe=table.disk)
    again.forge = lambda message: (
        replace(message, proof=replace(message.proof, seats=(None, None)))
        if isinstance(message, say.Proved)
        else message
    )
    again.give(my.Started())
    again.play_until_over()
    assert again.client.doubts == ("Deal 1: the proof leaves out Ana, who had promised a share.",)


# -- the log ---------------------------------------------------------------------------------------------------


def finished(tmp_path: Path, change: Any = None) -> tuple[Any, Any]:
    """The log of a game of two people and a bot, perhaps changed, and the game as its client saw it."""
    table = seated("clogs", options={"target": 5})
    table.play_until_over()
    text = "".join(table.client.log)
    path = tmp_path / "game.cslog"
    path.write_text(text if change is None else change(text), encoding="utf-8")
    return load(path, find_game), table.client.game


def test_the_log_is_what_the_archive_reads_and_verify_accepts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from clockspades.cli import main

    loaded, game = finished(tmp_path)
    assert loaded.fault is None
    assert loaded.finished
    assert [*doubts_about(loaded, game)] == []
    log = tmp_path / "game.cslog"
    assert main(["verify", str(log)]) == 0
    share = loaded.session.position(1).action.proof.host.share.hex()
    log.write_text(log.read_text(encoding="utf-8").replace(share, "0" * 64), encoding="utf-8")
    assert main(["verify", str(log)]) == 2
    assert "the share of the host does not fit" in capsys.readouterr().err


def test_a_log_that_is_not_what_was_seen_is_found_out(tmp_path: Path) -> None:
    loaded, game = finished(tmp_path, lambda text: text.replace('"name": "Ana"', '"name": "Eve"'))
    assert [*doubts_about(loaded, game)] == ["The host's log is of another game."]
    loaded, game = finished(tmp_path, lambda text: "".join(text.splitlines(keepends=True)[:-3]))
    assert [*doubts_about(loaded, game)] == ["The host's log is longer or shorter than the game that you saw."]
    loaded, game = finished(tmp_path, lambda text: text + "?\n")
    assert next(doubts_about(loaded, game)).startswith("The host's log can't be read: ")
    loaded, game = finished(tmp_path)
    first = game.points[1]._replace(events=())
    other = game._replace(points=(game.points[0], first, *game.points[2:]))
    assert [*doubts_about(loaded, other)] == ["The host's log differs from what you saw, first at point 1."]


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


def test_no_promise_is_taken_twice() -> None:
    served = begun("ana", "ben", dealt=False)
    served.promise("ana")
    shuffle = served.kept.shuffle
    assert shuffle is not None
    ana = shuffle.seats[0]
    assert ana is not None
    for commit in (ana.commit, shuffle.host.commit):
        served.send("ben", say.Commit(shuffle.table, 0, commit))
        assert served.refused == "This promise was made before at this table: draw another share."


def test_what_a_client_is_sent_never_has_a_key_or_the_code() -> None:
    served = begun("ana", "ben", name="clockwork-spades")
    served.play_until_over()
    frames = [TO_CLIENT.write_text(message) for messages in served.heard.values() for message in messages]
    for secret in (CODE, *KEYS.values(), "5a" * 32):
        assert not any(secret in frame for frame in frames)


def test_serving_changes_nothing_of_the_table_before() -> None:
    served = begun("ana")
    before, points, seats = served.table, [*served.kept.positions], repr((served.kept.seats, served.kept.notes))
    served.act()
    assert [*before.kept.positions] == points
    assert repr((before.kept.seats, before.kept.notes)) == seats
    assert served.table is not before
    _, effects = serve(before, Received("eye", say.Join(CODE, watch=True)), 0.0, 0.0)
    assert any(isinstance(effect, Send) for effect in effects)
