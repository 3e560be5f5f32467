"""A host that wants to choose the cards: whatever it sends, no share leaves a client that it could use for that."""

import json
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clockspades.cards import Suit
from clockspades.cli import main
from clockspades.engine.deal_proof import Contribution, Proof
from clockspades.engine.fair_deal import commit_of, doubts_of, fair_deal
from clockspades.games.catalogue import find_game
from clockspades.network.client import client as my
from clockspades.network.client.client import NO_LEDGER, Client, Link, Pledge, Ticket
from clockspades.network.client.received_log import keep_log
from clockspades.network.table.kept import log_text
from clockspades.network.table.served_table import TimeUp
from clockspades.network.table.serving import begun as first_message
from clockspades.network.wire import messages as say
from clockspades.network.wire.messages import ToClient
from clockspades.saved.log import load
from clockspades.table.effects import MakeDeal
from tests.network.served import CODE, KEYS, Served, begun, opened
from tests.network.test_client import Seated, Shell, seated

DEALS: Final = (0, 27, 54)
"""The points at which the deals of :func:`script` are due."""
GROUND: Final = b"g" * 32
"""The promise of a share that the host has chosen to its liking."""


@cache
def script() -> tuple[Served, tuple[ToClient, ...]]:
    """A game of three deals between two people, and its points as Ana sees them."""
    served = begun("ana", "ben", name="clogs", options={"players": 2, "target": 20})
    served.play_until_over()
    return served, tuple(message for message in served.heard["ana"] if isinstance(message, say.NextPoint))


def _sha256(text: str) -> bytes:
    return sha256(text.encode()).digest()


@dataclass
class Victim(Shell):
    """Ana's client, with a host that sends what it likes."""

    watches: bool = False

    def __post_init__(self) -> None:
        self.start()

    def start(self) -> None:
        """Start the program, perhaps after it was killed, and sit down."""
        ticket = Ticket(CODE, "" if self.watches else KEYS["ana"], "Ana", watch=self.watches)
        self.client = Client(ticket, "program", ledger=self.disk, safe=self.disk)
        self.give(my.Started())
        self.sit()

    def sit(self) -> None:
        """Connect, and sit down."""
        self.give(my.Connected())
        self.hear(say.Joined("T1", None if self.watches else 0, not self.watches, "clogs", {}, ()))

    def come_back(self) -> None:
        self.give(my.Disconnected("The connection was cut.", 1.0))
        self.give(my.PauseOver())
        self.sit()

    def hear(self, *messages: ToClient) -> None:
        for message in messages:
            self.give(my.Got(message))

    def begin(self, deal: int = 0, number: int = 0, table: str = "") -> None:
        """Begin a game, and bring it to the point at which a deal is due."""
        served, points = script()
        header = first_message(served.kept, None if self.watches else 0, 0)
        self.hear(replace(header, table=table or f"T1-{number + 1}", number=number, epoch=number + 1, until=0))
        self.hear(*points[: DEALS[deal] + 1])

    def shuffle(self, deal: int = 0, table: str = "T1-1", *, committed: tuple[int, ...] = ()) -> None:
        self.give(MakeDeal())
        self.hear(say.Shuffle(table, deal, committed))

    def show(self, deal: int = 0, table: str = "T1-1", *, own: bytes | None = b"", host: bytes = b"") -> None:
        """Show promises: by default with the one that Ana made last for this deal."""
        made = [each.commit for each in self.commits if (each.table, each.deal) == (table, deal)]
        own, host = [GROUND, *made][-1] if own == b"" else own, host or _sha256(f"host {table} {deal}")
        self.hear(say.Commits(table, deal, (own, _sha256(f"Ben {table} {deal}")), host))

    def deal(self, deal: int = 0) -> None:
        """Deal, and bring the game to where the next deal is due."""
        self.hear(*script()[1][DEALS[deal] + 1 : DEALS[deal + 1] + 1])

    @property
    def commits(self) -> list[say.Commit]:
        return [each for each in self.posted if isinstance(each, say.Commit)]

    @property
    def shares(self) -> list[say.Share]:
        return [each for each in self.posted if isinstance(each, say.Share)]

    def doubts(self, *due: str) -> bool:
        """Whether these are the doubts that are told, and kept."""
        return self.client.doubts == self.disk.doubts == due


def promised(deal: int = 0) -> Victim:
    """A client that has promised its share for a deal."""
    victim = Victim()
    victim.begin()
    for number in range(deal):
        victim.shuffle(number)
        victim.show(number)
        victim.deal(number)
    victim.shuffle(deal)
    assert len(victim.commits) == deal + 1
    assert len(victim.shares) == deal
    assert victim.doubts()
    return victim


def test_an_honest_host_gets_a_share_that_was_promised_for_each_deal() -> None:
    victim = promised(2)
    victim.show(2)
    assert [commit_of(each.share) for each in victim.shares] == [each.commit for each in victim.commits]
    assert len({each.share for each in victim.shares}) == 3
    assert victim.doubts()


# -- promises again --------------------------------------------------------------------------------------------


def test_promises_that_come_again_with_a_ground_one_are_a_doubt_and_no_share_is_sent() -> None:
    victim = promised()
    victim.show()
    before = victim.disk.promises
    assert len(victim.shares) == 1
    for _ in range(2):
        victim.show(host=GROUND)
    assert len(victim.shares) == 1
    assert victim.doubts(my.CHANGED.format(number=1))
    assert victim.disk.promises == before


@pytest.mark.parametrize("comes_back", [Victim.start, Victim.come_back])
def test_the_first_promises_are_final_after_a_restart_too(comes_back: Any) -> None:
    victim = promised()
    victim.show()
    for host, shares in ((GROUND, 1), (b"", 2)):
        comes_back(victim)
        victim.begin()
        victim.shuffle(committed=(0, 1))
        victim.show(host=host)
        assert len(victim.shares) == shares
    assert len({each.share for each in victim.shares}) == 1, "a host that had not got it gets it again"
    assert victim.doubts(my.CHANGED.format(number=1))


@pytest.mark.parametrize(("own", "doubt"), [(None, my.NO_PROMISE), (GROUND, my.NOT_MINE)])
def test_promises_without_ones_own_get_no_share_even_if_others_follow(own: bytes | None, doubt: str) -> None:
    victim = promised()
    victim.hear(say.Shuffle("T1-1", 0, (0, 1)))
    victim.show(own=own)
    victim.show()
    assert victim.shares == []
    assert victim.doubts(doubt.format(number=1), my.CHANGED.format(number=1))


def test_a_promise_that_was_used_before_gets_no_share() -> None:
    victim = promised(1)
    ben = victim.disk.promises[0].seats[1]
    assert ben is not None
    victim.show(1, host=ben.commit)
    assert len(victim.shares) == 1
    assert victim.doubts(my.USED.format(number=2))
    again = promised()
    again.show(host=again.commits[0].commit)
    assert again.shares == []
    assert again.doubts(my.USED.format(number=1))


# -- shares that are not due -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("table", "deal"), [("T1-1", 1), ("T1-1", 5), ("T1-2", 0), ("T2", 0)])
def test_nothing_is_promised_ahead_of_time(table: str, deal: int) -> None:
    victim = promised()
    victim.shuffle(deal, table)
    victim.show(deal, table)
    assert len(victim.commits) == 1
    assert victim.shares == []
    assert victim.doubts(my.NOT_DUE)
    victim.show()
    assert len(victim.shares) == 1


def test_promises_before_any_game_are_nothing_that_a_host_can_send() -> None:
    victim = Victim()
    victim.show()
    assert victim.client.link is Link.ENDED


def test_no_share_is_sent_for_a_game_that_begins_again() -> None:
    victim = promised()
    victim.show()
    victim.begin(number=1)
    victim.shuffle(table="T1-2")
    assert victim.doubts(my.UNPROVED.format(number=1))
    victim.begin(number=2, table="T1-1")
    victim.shuffle()
    victim.show(host=GROUND)
    assert [(each.table, each.deal) for each in victim.commits] == [("T1-1", 0), ("T1-2", 0)]
    assert len(victim.shares) == 1
    assert my.SAME_GAME in victim.disk.doubts


def test_who_looks_on_sends_nothing_and_sees_what_changes() -> None:
    victim = Victim(watches=True)
    victim.begin()
    victim.shuffle()
    victim.show()
    victim.show(host=GROUND)
    assert [type(each) for each in victim.posted] == [say.Join]
    assert victim.doubts(my.CHANGED.format(number=1))


def test_a_host_that_deals_without_ones_share_is_told_of() -> None:
    victim = promised()
    victim.deal()  # no promises were shown
    assert victim.doubts(my.LEFT_OUT.format(number=1))
    other = promised()
    other.hear(say.Shuffle("T1-1", 0, (0,)))
    other.deal()
    assert other.doubts(my.NO_PROMISE.format(number=1))
    third = Victim()
    third.begin()
    third.deal()  # it did not even ask
    assert third.doubts(my.LEFT_OUT.format(number=1))


def proof_of(victim: Victim, *, own: bool) -> say.Proved:
    """The proof of the first deal, with Ana's share or without it."""
    (known,) = victim.disk.promises
    seats = [None if each is None else Contribution(each.commit) for each in known.seats]
    assert seats[0] is not None
    if own:
        seats[0] = Contribution(seats[0].commit, victim.shares[0].share)
    host = b"Z" * 32
    return say.Proved(replace(known, seats=tuple(seats), host=Contribution(commit_of(host), host)))


LATE: Final = (my.MISSED.format(number=1),)
NOT_THERE: Final = ("Deal 1: the share that Ana sent is not in the proof.",)


@pytest.mark.parametrize(
    ("limit", "seat", "due"),
    [
        (None, {}, NOT_THERE),
        (20, {}, LATE),
        (None, {"idle": True, "here": False}, LATE),
        (None, {"replaced": True}, LATE),
        (None, {"replace": (1,)}, LATE),
    ],
)
def test_a_share_that_was_sent_and_is_missing_is_told_of_and_may_be_late_if_its_time_or_seat_is_taken(
    limit: int | None, seat: dict[str, Any], due: tuple[str, ...]
) -> None:
    victim = promised()
    victim.hear(say.Joined("T1", 0, True, "clogs", {}, (), limit))
    victim.hear(say.Seats((say.SeatShown("Ana", "human", **{"here": True, **seat}),)))
    victim.shuffle(committed=(0, 1))
    victim.show(host=commit_of(b"Z" * 32))
    victim.deal()
    for _ in range(2):
        victim.hear(proof_of(victim, own=False))
    assert victim.doubts(*due)
    if due == LATE:
        return
    victim.start()
    victim.begin()
    victim.hear(proof_of(victim, own=False))
    assert victim.doubts(*due, *LATE), "a program that was started again can't know"


def test_a_share_that_was_shown_and_is_then_left_out_did_not_come_too_late() -> None:
    victim = promised()
    victim.show(host=commit_of(b"Z" * 32))
    victim.deal()
    victim.hear(proof_of(victim, own=True))
    assert victim.doubts()
    victim.hear(proof_of(victim, own=False))
    assert victim.doubts(*NOT_THERE)


# -- the disk --------------------------------------------------------------------------------------------------


def test_nothing_is_promised_that_the_disk_does_not_keep() -> None:
    victim = Victim(disk_is_full=True)
    victim.begin()
    victim.shuffle()
    victim.give(MakeDeal())  # the table asks for the deal while it waits
    assert victim.commits == []
    assert victim.client.link is Link.WAITING
    assert victim.client.farewell == my.NOT_KEPT.format(fault="No space left on device")
    assert victim.client.pause == my.LONGEST_PAUSE
    victim.disk_is_full = False
    victim.give(my.PauseOver())
    victim.sit()
    victim.begin()
    victim.shuffle()
    victim.show()
    assert len(victim.shares) == len(victim.commits) == 1


def test_the_share_of_another_program_with_the_same_key_is_not_known() -> None:
    victim = promised()
    victim.disk = NO_LEDGER  # a copy of the seat, from before
    victim.start()
    victim.begin()
    victim.shuffle(committed=(0, 1))
    victim.show()
    assert victim.shares == []
    assert victim.doubts(my.NOT_MINE.format(number=1))


def test_an_answer_for_another_deal_or_a_second_one_changes_nothing() -> None:
    victim = promised()
    for late in (my.Drawn("T1-1", 0, bytes(32)), my.Drawn("T1-1", 1, bytes(32)), my.Drawn("T2", 0, bytes(32))):
        victim.give(late)
    pledge = victim.disk.pledge
    assert pledge is not None
    assert victim.client.ledger == victim.disk
    assert commit_of(pledge.share) == victim.commits[0].commit


# -- whatever a host sends -------------------------------------------------------------------------------------

TABLES: Final = st.sampled_from(["T1-1", "T1-1", "T1-1", "T1-2"])
NUMBERS: Final = st.integers(0, 2)
PROMISES: Final = st.sampled_from([b"", b"", b"", None, GROUND])
STEPS: Final = st.one_of(
    st.tuples(st.just("begin"), NUMBERS, st.integers(0, 1), TABLES),
    st.tuples(st.just("shuffle"), NUMBERS, TABLES, st.sampled_from([(), (), (0,), (0, 1)])),
    st.tuples(st.just("shuffle"), NUMBERS, TABLES, st.just(())),
    st.tuples(st.just("show"), NUMBERS, TABLES, PROMISES, st.sampled_from([b"", b"", GROUND])),
    st.tuples(st.just("show"), NUMBERS, TABLES, st.just(b""), st.sampled_from([b"", GROUND])),
    st.tuples(st.just("deal"), st.integers(0, 1)),
    st.tuples(st.just("back"), st.sampled_from(DEALS), st.integers(1, 9)),
    st.tuples(st.sampled_from(["come_back", "start", "fill", "free", "moved"])),
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(st.lists(STEPS, max_size=25))
def test_whatever_a_host_sends_it_gets_one_share_for_a_deal_and_final_promises(steps: list[Any]) -> None:
    victim = Victim()
    victim.begin()
    final: dict[tuple[str, int], tuple[bytes | None, ...]] = {}
    given: dict[tuple[str, int], bytes] = {}
    for word, *arguments in steps:
        before, shown = len(victim.posted), None
        match word, arguments:
            case "begin", [deal, number, table]:
                victim.begin(deal, number, table)
            case "shuffle", [deal, table, committed]:
                victim.shuffle(deal, table, committed=committed)
            case "show", [deal, table, own, host]:
                shown = table, deal, host or _sha256(f"host {table} {deal}")
                victim.show(deal, table, own=own, host=host)
            case "deal", [deal]:
                victim.deal(deal)
            case "back", [to, epoch]:
                victim.hear(say.Back(to, epoch))
            case "fill", _:
                victim.disk_is_full = True
            case "free", _:
                victim.disk_is_full = False
            case "moved", _:
                victim.hear(say.Joined("T1", 1, True, "clogs", {}, ()))
            case _:
                getattr(victim, word)()
        if victim.client.link is Link.ENDED:  # it sent what makes no sense
            victim.start()
        for share in (each for each in victim.posted[before:] if isinstance(each, say.Share)):
            deal = share.table, share.deal
            commit = commit_of(share.share)
            assert commit in [each.commit for each in victim.commits if (each.table, each.deal) == deal]
            assert given.setdefault(deal, share.share) == share.share, "a second share for a deal"
            assert victim.disk.pledge == Pledge(*deal, share.share)
            (known,) = (each for each in victim.disk.promises if (each.table, each.number) == deal)
            assert final.setdefault(deal, known.commits) == known.commits, "other promises than the first time"
            assert commit in known.commits
            assert shown is not None, "a share that nobody asked for"
            assert (*shown[:2], shown[2]) == (*deal, known.host.commit)


# -- the log ---------------------------------------------------------------------------------------------------


def rigged(monkeypatch: pytest.MonkeyPatch, *, tells: bool) -> Seated:
    """A game of a person against bots whose host deals with the best of 300 shares for itself."""
    table: list[Seated] = []

    def complete(kept: Any) -> Proof:
        def with_share(number: int) -> Any:
            share = sha256(f"{number}".encode()).digest()
            return replace(kept.shuffle, host=Contribution(commit_of(share), share))

        def hearts(proof: Proof) -> int:
            dealt = fair_deal(kept.game.rules, kept.state, proof)
            return sum(card.suit is Suit.HEARTS for card in dealt.cards[::2])

        proof: Proof = max([with_share(number) for number in range(300)], key=hearts)
        if tells:
            given = tuple(None if each is None else each.commit for each in proof.seats)
            table[0].give(my.Got(say.Commits(proof.table, proof.number, given, proof.host.commit)))
        return proof

    monkeypatch.setattr("clockspades.network.table.kept.completed", complete)
    table.append(Seated(served=opened(open_seats=1)))  # a game of few moves
    table[0].give(my.Started())
    table[0].give(my.Want(say.Start()))
    table[0].play_until_over()
    return table[0]


@pytest.mark.parametrize("tells", [True, False])
def test_the_deals_of_a_host_that_rigs_them_are_found_out_by_clients_and_by_verify(
    tells: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = rigged(monkeypatch, tells=tells)
    changed = "Deal 1: what the host had promised was changed."
    assert changed in table.client.doubts
    assert (my.CHANGED.format(number=1) in table.client.doubts) == tells
    game = table.client.game
    assert game is not None
    text = log_text(table.served.kept)
    path, fault = keep_log(text, game, tmp_path, table.client.ledger_of_game)
    assert fault == changed
    assert main(["verify", str(path)]) == 2
    assert changed in capsys.readouterr().err
    assert doubts_of(load(path, find_game).header) == table.client.doubts
    (tmp_path / "host.cslog").write_text(text, encoding="utf-8")
    assert main(["verify", str(tmp_path / "host.cslog")]) == 0, "the file alone does not show it"


def finished() -> tuple[Seated, str]:
    """A game of a person against bots, and its log."""
    table = seated("clogs", options={"target": 20})
    table.play_until_over()
    return table, log_text(table.served.kept)


def test_doubts_stand_in_the_log_and_verify_tells_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table, text = finished()
    table.give(my.Got(say.Shuffle("T9", 0)))
    game = table.client.game
    assert game is not None
    path, fault = keep_log(text, game, tmp_path, table.client.ledger_of_game)
    assert fault == ""
    assert main(["verify", str(path)]) == 0
    assert my.NOT_DUE in capsys.readouterr().out


def test_a_share_that_is_on_its_way_when_the_time_is_up_is_no_fault_of_the_log(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = Seated(served=opened("clogs", open_seats=1, options={"target": 20}, limit=20))

    def be_late(message: ToClient) -> ToClient:
        if isinstance(message, say.Commits) and not message.deal:
            table.served.give(TimeUp(1, 0, is_closed=True))
        return message

    table.forge = be_late
    table.give(my.Started())
    table.give(my.Want(say.Start()))
    table.play_until_over()
    game = table.client.game
    assert game is not None
    assert table.client.doubts == (my.MISSED.format(number=1),)
    path, fault = keep_log(log_text(table.served.kept), game, tmp_path, table.client.ledger_of_game)
    assert fault == ""
    assert main(["verify", str(path)]) == 0
    late = "Deal 1: Ana promised a share, but it did not come in time."
    assert [line.partition(": ")[2] for line in capsys.readouterr().out.splitlines()] == [
        my.MISSED.format(number=1),
        late,
    ]


@pytest.mark.parametrize("leaves", ["no proof", "another proof"])
def test_a_log_without_the_proofs_that_were_shown_is_found_out(leaves: str, tmp_path: Path) -> None:
    table, text = finished()
    lines = [json.loads(line) for line in text.splitlines()]
    for line in lines:
        if "proof" in line and leaves == "no proof":
            del line["proof"]
        elif "proof" in line and line["proof"]["deal"] == 1:
            line["proof"]["seats"][0] = None
    game = table.client.game
    assert game is not None
    forged = "".join(json.dumps(line) + "\n" for line in lines)
    _, fault = keep_log(forged, game, tmp_path, table.client.ledger_of_game)
    due = {
        "no proof": "Deal 1 has no proof, although shares were promised for it.",
        "another proof": "Deal 2: the proof leaves out Ana, who had promised a share.",
    }
    assert fault == due[leaves]
