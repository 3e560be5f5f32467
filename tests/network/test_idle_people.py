"""People who are connected and hold up a table: those who do nothing, and those whom the host does not want."""

import pytest

from clockspades.engine.fair_deal import commit_of, missing_shares
from clockspades.network.client import client as my
from clockspades.network.client import company
from clockspades.network.client.client import Client, Link, Ticket
from clockspades.network.table.kept import REPLACED, RETURNED, TablePhase, session_of
from clockspades.network.table.people import REMOVED
from clockspades.network.table.served_table import IDLE_AFTER, JUST_CAME, REMOVED_FOR, SILENT_AFTER, Ticked
from clockspades.network.wire import messages as say
from tests.network.served import CODE, KEYS, Served, begun, opened
from tests.network.test_client import Seated


def waits(served: Served, seconds: float = IDLE_AFTER) -> None:
    """Let time pass at the table."""
    served.now += seconds
    served.give(Ticked())


def at_turn_of(served: Served, name: str) -> int:
    """Play until a person has to move; their seat."""
    (seat,) = [line.seat for connection, line in served.table.live.lines.items() if connection == name]
    assert seat is not None
    while served.kept.to_act != seat:
        served.act()
    return seat


def seats(served: Served) -> tuple[say.SeatShown, ...]:
    return served.last(say.Seats, "ana").seats


def test_who_does_nothing_for_long_counts_as_gone() -> None:
    served = begun("ana", "ben", "cy")
    seat = at_turn_of(served, "ben")
    waits(served, IDLE_AFTER - 10)
    served.send("ana", say.Vote(seat, True))
    assert served.refused == "Ben is here."
    waits(served, 20)
    assert (seats(served)[seat].here, seats(served)[seat].idle) == (False, True)
    served.send("ana", say.Vote(seat, True))
    assert not served.stored
    served.send("cy", say.Vote(seat, True))
    assert "replaced" in served.stored
    assert served.kept.notes[-1].text == REPLACED.format(name="Ben")
    assert not seats(served)[seat].idle
    assert served.asked.seat == seat


def test_nobody_is_told_of_time_that_changes_nothing() -> None:
    served = begun("ana", "ben")
    at_turn_of(served, "ben")
    waits(served, IDLE_AFTER - 20)
    assert not served.effects
    waits(served)
    assert served.sent(say.Seats)
    waits(served)
    assert not served.effects


def test_a_move_in_time_ends_the_wait_and_the_votes() -> None:
    served = begun("ana", "ben", "cy")
    seat = at_turn_of(served, "ben")
    waits(served)
    served.send("ana", say.Vote(seat, True))
    served.act()
    assert not served.table.live.votes
    assert (seats(served)[seat].here, seats(served)[seat].idle) == (True, False)


@pytest.mark.parametrize("comes_back", [say.Say("oops"), "vote", "act", "join"])
def test_who_does_something_again_plays_on(comes_back: say.ToHost | str) -> None:
    served = begun("ana", "ben")
    seat = at_turn_of(served, "ben")
    waits(served)
    served.send("ana", say.Vote(seat, True))
    assert seat not in served.kept.people
    if comes_back == "join":
        served.join("again", "ben")
    else:
        message = {"vote": say.Vote(seat, False), "act": say.ActAt(1, served.kept.last, served.action())}.get(
            str(comes_back), comes_back
        )
        served.send("ben", message)  # type: ignore[arg-type]
    assert seat in served.kept.people
    assert RETURNED.format(name="Ben") in [note.text for note in served.kept.notes]
    assert not seats(served)[seat].replaced


def test_a_share_that_does_not_fit_holds_nobody_up_for_ever() -> None:
    served = begun("ana", "ben", dealt=False)
    served.promise("ana")
    served.send("ben", say.Commit("T1-1", 0, commit_of(b"once" * 8)))
    served.share("ana")
    for _ in range(10):
        served.now += IDLE_AFTER / 10
        served.share("ben")
        assert served.sent(say.Refused, "ben")
    waits(served, 1)
    seat = served.table.live.idle[0]
    assert served.kept.shuffle is not None
    served.send("ana", say.Vote(seat, True))
    assert served.kept.phase is TablePhase.PLAYING
    given = served.proof.seats[seat]
    assert given is not None
    assert given.share is None


def test_who_has_just_come_can_still_send_what_is_on_its_way() -> None:
    served = begun("ana", "ben")
    seat = at_turn_of(served, "ben")
    waits(served, IDLE_AFTER)
    served.leave("ben")
    served.join("again", "ben")
    served.leave("again")
    served.now += IDLE_AFTER
    served.join("third", "ben")
    served.send("ana", say.Vote(seat, True))
    assert seat in served.kept.people
    waits(served, JUST_CAME)
    assert seat not in served.kept.people


def test_who_comes_again_and_again_ends_no_vote() -> None:
    served = begun("ana", "ben", "cy")
    seat = at_turn_of(served, "ben")
    waits(served, IDLE_AFTER)
    for number, voter in enumerate(("ana", "cy")):
        served.leave("ben" if number == 0 else f"ben {number - 1}")
        served.join(f"ben {number}", "ben")
        waits(served, JUST_CAME / 2 if number else IDLE_AFTER)
        served.send("cy", say.Say("oops"))
        served.send(voter, say.Vote(seat, True))
    assert seat in served.kept.people
    served.leave("ben 1")
    assert seat not in served.kept.people


def test_who_comes_back_late_has_some_time_for_their_move() -> None:
    served = begun("ana", "ben")
    at_turn_of(served, "ben")
    served.leave("ben")
    waits(served, 2 * IDLE_AFTER)
    served.join("again", "ben")
    waits(served, IDLE_AFTER / 2)
    assert not served.table.live.idle
    waits(served)
    assert served.table.live.idle


def test_the_silence_of_others_is_no_vote() -> None:
    served = begun("ana", "ben", "cy")
    seat = at_turn_of(served, "ben")
    waits(served)
    served.send("cy", say.Say("oops"))
    served.send("ana", say.Vote(seat, True))
    assert seat in served.kept.people
    waits(served, SILENT_AFTER)
    assert seat not in served.kept.people


def test_who_wants_to_wait_is_heard_however_long_ago_they_said_so() -> None:
    served = begun("ana", "ben", "cy")
    seat = at_turn_of(served, "ben")
    waits(served)
    served.send("cy", say.Vote(seat, False))
    served.send("ana", say.Vote(seat, True))
    waits(served, 10 * SILENT_AFTER)
    assert seat in served.kept.people


def test_where_moves_have_a_limit_nobody_is_idle() -> None:
    served = begun("ana", "ben", limit=3600)
    at_turn_of(served, "ben")
    waits(served, 2 * IDLE_AFTER)
    assert not served.table.live.idle


# -- a share that nobody can give --------------------------------------------------------------------------------


def alone() -> Seated:
    """Ana alone with bots, at a deal for which another copy of her seat has promised a share."""
    served = opened("clogs", open_seats=1, options={"target": 20})
    served.join("ana")
    served.send("ana", say.Start())
    served.promise("ana")
    table = Seated(served=served)
    table.give(my.Started())
    assert served.kept.phase is TablePhase.SHUFFLING
    assert table.client.doubts == (my.NOT_MINE.format(number=1),)
    return table


def test_who_plays_alone_can_go_on_without_a_share_that_their_program_does_not_have() -> None:
    table = alone()
    waits(table.served, 10 * IDLE_AFTER)
    table.hear()
    asked = company.question(table.client)
    assert asked is not None
    assert (asked.words, asked.agrees, asked.refuses) == (company.ASK_ABOUT_SHARE, say.Vote(0, replace=True), None)
    table.give(my.Want(say.Vote(0, False)))
    assert table.served.kept.phase is TablePhase.SHUFFLING
    table.give(my.Want(say.Vote(0, True)))
    assert table.served.kept.last == 1
    assert company.question(table.client) is None
    table.play_until_over()
    assert [*missing_shares(session_of(table.served.kept))] == [
        "Deal 1: Ana promised a share, but it did not come in time."
    ]
    assert table.client.doubts == (my.NOT_MINE.format(number=1),)
    assert [note.text for note in table.served.kept.notes] == []


def test_nobody_goes_on_without_their_share_where_others_play_or_before_all_promises_are_there() -> None:
    served = begun("ana", "ben", dealt=False)
    for _ in range(2):
        served.promise("ana")
        served.send("ana", say.Vote(0, True))
        assert served.refused == "You can't replace yourself."
        served.promise("ben")
    assert served.kept.phase is TablePhase.SHUFFLING
    other = opened("clogs", open_seats=1)
    other.join("ana")
    other.send("ana", say.Start())
    other.send("ana", say.Vote(0, True))
    assert other.refused == "You can't replace yourself."


# -- what is said of it ------------------------------------------------------------------------------------------


def client_at(served: Served, connection: str) -> Client:
    """What a client at a connection knows by all that it was sent."""
    client = Client(Ticket(CODE, KEYS[connection], connection))
    client = my.update(my.update(client, my.Started()).client, my.Connected()).client
    for message in served.heard[connection]:
        client = my.update(client, my.Got(message)).client
    return client


def test_the_others_are_asked_and_who_is_idle_hears_that_they_wait() -> None:
    served = begun("ana", "ben")
    seat = at_turn_of(served, "ben")
    waits(served)
    ana = client_at(served, "ana")
    asked = company.question(ana)
    assert asked is not None
    assert (asked.agrees, asked.refuses) == (say.Vote(seat, replace=True), say.Vote(seat, replace=False))
    assert asked.words == company.ASK_ABOUT_IDLE.format(name="Ben")
    assert company.presence(ana.shown[seat]) == "idle"
    ben = client_at(served, "ben")
    assert company.question(ben) is None
    served.send("ana", say.Vote(seat, True))
    asked = company.question(client_at(served, "ben"))
    assert asked is not None
    assert (asked.words, asked.agrees, asked.refuses) == (company.ASK_YOU, say.Vote(seat, replace=False), None)
    assert client_at(served, "ben").link is Link.HERE


# -- the lobby -------------------------------------------------------------------------------------------------


def test_a_seat_is_kept_for_the_host() -> None:
    served = opened("spades")
    for person in ("ben", "cy", "di"):
        served.join(person)
    served.join("eva")
    assert served.closed == {"eva": "The last seat is the host's. You can watch instead."}
    served.join("ana")
    assert served.last(say.Joined, "ana").is_host
    served.join("eva 2", "eva")
    assert served.closed == {"eva 2": "All seats are taken. You can watch instead."}


def test_a_host_who_leaves_the_lobby_finds_a_seat_again() -> None:
    served = opened("spades", open_seats=2)
    served.join("ana")
    served.send("ana", say.Leave())
    served.join("ben")
    served.join("cy")
    assert list(served.closed) == ["cy"]
    served.join("ana again", "ana")
    assert served.last(say.Joined, "ana again").is_host


def test_whom_the_host_removes_does_not_sit_down_again_at_once() -> None:
    served = opened("spades")
    served.join("ana")
    served.join("ben")
    served.send("ana", say.PlaceBot(served.last(say.Joined, "ben").seat or 0))
    assert served.closed == {"ben": REMOVED}
    served.join("ben 2", "ben")
    assert served.closed == {"ben 2": REMOVED}
    served.watch("ben 3")
    assert served.last(say.Joined, "ben 3").seat is None
    served.now += REMOVED_FOR
    served.join("ben 4", "ben")
    assert served.last(say.Joined, "ben 4").seat is not None
