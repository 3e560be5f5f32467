"""Playing out the rest of a deal at a table of people: what is proved, and what all agree on."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clockspades.games.catalogue import find_game
from clockspades.games.tricks import taker
from clockspades.network.client.client import BAD_HOST, Got, Link, Want
from clockspades.network.table.kept import (
    PLAYED_OUT,
    KeptTable,
    PlayedOut,
    Record,
    log_text,
    restore,
)
from clockspades.network.table.people import PAUSE_TO_ASK
from clockspades.network.table.served_table import IDLE_AFTER, JUST_CAME, Restored, ServedTable, Ticked
from clockspades.network.wire import messages as say
from clockspades.network.wire.messages import TO_CLIENT, FinishReason
from clockspades.saved.log import load_whole
from tests.network.memory import Machine, MemoryHost
from tests.network.served import Served, begun

PEOPLE = ("ana", "ben", "cy")
SHORT = {"target": 50, "floor": -200}
FOR_TWO = {"players": 2, **SHORT}


def until(served: Served, holds: Callable[[KeptTable], bool]) -> None:
    """Play until somebody's turn is such a one."""
    for _ in range(3000):
        if served.kept.shuffle is not None:
            served.deal()
        elif holds(served.kept):
            return
        else:
            served.act(served.kept.last)
    raise AssertionError("no such turn came")


def seen(kept: KeptTable) -> Any:
    """What whoever decides sees."""
    return kept.game.rules.observe(kept.state, kept.to_act)


def can_claim(kept: KeptTable) -> bool:
    view = seen(kept)
    return len(view.tricks) < 12 and kept.game.rules.settles(view)


def can_give_up(kept: KeptTable) -> bool:
    view = seen(kept)
    return kept.to_act in kept.people and kept.game.rules.throw(view) is not None and not kept.game.rules.settles(view)


def is_settled(kept: KeptTable) -> bool:
    return len(kept.game.rules.legal_actions(kept.state)) > 1 and kept.game.rules.is_settled(seen(kept))


def ask(served: Served, *, concede: bool = False) -> int:
    """Let whoever decides ask that the rest be played out; their seat."""
    seat = served.kept.to_act
    assert seat is not None
    served.send(served.connection(seat), say.AskToFinish(served.kept.epoch, served.kept.last, concede))
    return seat


def answer(served: Served, seat: int, *, agree: bool = True) -> None:
    served.send(served.connection(seat), say.AnswerTakeback(served.kept.epoch, served.kept.last, agree))


def bots_play(served: Served) -> None:
    """Let bots answer for as long as the rest is played out."""
    while served.kept.ending is not None:
        served.act()


def asks(served: Served, to: str) -> say.FinishAsked | None:
    return served.last(say.Seats, to).asks


def check_log(served: Served, note: str, folder: Path) -> None:
    """The log is one of ordinary actions and a note, which every program reads."""
    served.play_until_over()
    file = folder / "game.cslog"
    file.write_text(log_text(served.kept))
    assert note in file.read_text()
    assert load_whole(file, find_game).session.outcome == served.kept.outcome


# -- what is proved --------------------------------------------------------------------------------------------


def test_a_claim_that_is_proved_is_played_out_at_once(tmp_path: Path) -> None:
    served = begun("ana", "ben", options=FOR_TWO)
    until(served, can_claim)
    rules, tricks = served.kept.game.rules, len(served.kept.state.tricks)
    takes = taker(rules.reduce(served.kept.state, rules.claim(seen(served.kept))).state)
    seat = ask(served)
    assert served.stored[0] == "played-out"
    first = served.sent(say.Seats)[0].asks
    assert first is not None
    assert (first.about, first.seat, first.waiting) == (FinishReason.CLAIM, seat, ())
    bots_play(served)
    assert {trick.winner for trick in served.kept.state.tricks[tricks:]} == {takes}
    assert asks(served, "ana") is None
    check_log(served, PLAYED_OUT[FinishReason.CLAIM].format(name=served.kept.seats[seat].name), tmp_path)


def test_a_claim_that_is_not_proved_is_refused_to_a_changed_program_too() -> None:
    served = begun("ana", "ben", options=FOR_TWO)
    until(served, can_give_up)
    ask(served)
    assert served.refused == "Not proved: somebody may still win a trick."
    ask(served)
    assert served.refused == "You have just asked the others something: wait a moment."
    served.now += PAUSE_TO_ASK
    seat = ask(served, concede=True)
    assert asks(served, "ana") == say.FinishAsked(FinishReason.CONCEDE, seat, served.kept.last, (1 - seat,))


def test_who_wins_for_certain_asks_as_the_score_is_open(tmp_path: Path) -> None:
    served = begun("ana", "ben", name="clockwork-spades")
    until(served, is_settled)
    seat = ask(served)
    assert asks(served, "ben") == say.FinishAsked(FinishReason.SETTLED, seat, served.kept.last, (1 - seat,))
    answer(served, 1 - seat)
    bots_play(served)
    assert served.kept.outcome is not None
    check_log(served, PLAYED_OUT[FinishReason.SETTLED].format(name=served.kept.seats[seat].name), tmp_path)


# -- what all agree on -----------------------------------------------------------------------------------------


def test_a_deal_is_given_up_once_all_people_agree_and_bots_have_no_vote(tmp_path: Path) -> None:
    served = begun(*PEOPLE, options=SHORT)
    until(served, can_give_up)
    seat, deal = ask(served, concede=True), len(served.kept.deals)
    one, other = sorted({0, 1, 2} - {seat})
    assert asks(served, "cy") == say.FinishAsked(FinishReason.CONCEDE, seat, served.kept.last, (one, other))
    answer(served, seat)
    assert served.refused == "You asked: the others have to agree."
    answer(served, one)
    assert not served.stored
    answer(served, other)
    assert served.stored[0] == "played-out"
    assert (served.kept.ending is not None) == (len(served.kept.deals) == deal)
    if served.kept.ending is not None:
        served.send("ana", say.ActAt(served.kept.epoch, served.kept.last, served.action()))
        assert isinstance(served.effects[0].message, say.Refused)  # type: ignore[union-attr]
    bots_play(served)
    check_log(served, PLAYED_OUT[FinishReason.CONCEDE].format(name=served.kept.seats[seat].name), tmp_path)


def test_whoever_does_not_agree_or_plays_on_ends_the_question() -> None:
    served = begun(*PEOPLE, options=SHORT)
    until(served, can_give_up)
    seat = ask(served, concede=True)
    one, other = sorted({0, 1, 2} - {seat})
    answer(served, one)
    point = served.kept.last
    answer(served, other, agree=False)
    assert served.sent(say.TakebackEnded) == [say.TakebackEnded(seat, point, other)]
    assert asks(served, "ana") is None
    served.now += PAUSE_TO_ASK
    ask(served, concede=True)
    served.act()
    assert served.sent(say.TakebackEnded) == [say.TakebackEnded(seat, point, None)]
    answer(served, one)
    assert served.refused == "Nobody asks for this any more."


def test_who_is_gone_holds_a_question_up_only_until_a_bot_plays_for_them() -> None:
    served = begun(*PEOPLE, options=SHORT)
    until(served, can_give_up)
    seat = ask(served, concede=True)
    one, other = sorted({0, 1, 2} - {seat})
    gone = served.connection(one)
    served.leave(gone)
    answer(served, other)
    for voter in (seat, other):
        served.send(served.connection(voter), say.Vote(one, replace=True))
    assert "played-out" in served.stored


def test_a_host_that_starts_again_goes_on_playing_out() -> None:
    served = begun("ana", "ben", "cy", "di")
    until(served, can_give_up)
    seat = ask(served, concede=True)
    for other in {0, 1, 2, 3} - {seat}:
        answer(served, other)
    deal = len(served.kept.deals)
    served.table = ServedTable(restore(served.records))
    served.give(Restored())
    served.join("back", "ana")
    if served.kept.ending is not None:
        assert asks(served, "back") == say.FinishAsked(FinishReason.CONCEDE, seat, served.kept.last)
    bots_play(served)
    assert served.kept.shuffle is not None or served.kept.outcome is not None
    assert len(served.kept.deals) == deal


# -- older programs ---------------------------------------------------------------------------------------------


def test_an_older_program_is_sent_nothing_that_it_does_not_know() -> None:
    served = begun("ana", "ben", options=FOR_TWO)
    until(served, can_give_up)
    ask(served, concede=True)
    known = {"seats", "point", "stands", "done", "refused", "shuffle", "proof", "commits"}
    words = {message.word for message in served.heard["ben"][-4:]}
    assert words <= known
    text = TO_CLIENT.write_text(served.last(say.Seats, "ben"))
    assert '"asks":{"about":"concede"' in text
    newer = TO_CLIENT.read_text(text.replace('"about":"concede"', '"about":"shuffled"'))
    assert isinstance(newer, say.Seats)
    assert newer.asks is None  # of a newer host than this
    assert say.AskToFinish.word in served.last(say.Joined, "ben").takes


@pytest.mark.parametrize(
    "message",
    [
        say.TakebackAsked(2, 1, (0,)),
        say.TakebackAsked(1, 1, (7,)),
        say.TakebackEnded(0, 1, 2),
        say.WantAgain((0, -1)),
        say.Seats((say.SeatShown("Ana", "human"),) * 2, asks=say.FinishAsked(FinishReason.CONCEDE, 5, 1, (0,))),
    ],
)
def test_a_question_of_a_seat_that_there_is_not_ends_the_connection_in_a_sentence(message: say.ToClient) -> None:
    game = find_game("clockwork-spades")
    assert game is not None
    host = MemoryHost(game)
    ana, _ = Machine(host.seat("Ana", hosts=True)), Machine(host.seat("Ben"))
    ana.plays = False
    ana.connection.give(Want(say.Start()))
    ana.connection.take(Got(message))
    assert (ana.connection.client.link, ana.connection.client.farewell) == (Link.ENDED, BAD_HOST)


# -- whatever people do ----------------------------------------------------------------------------------------

DOES = (
    *["give up"] * 3,
    *["agree"] * 5,
    "claim",
    "take back",
    "refuse",
    "vote",
    "act",
    "wait",
    "leave",
    "join",
    "join",
)


@cache
def after(moves: int) -> tuple[ServedTable, tuple[Record, ...]]:
    """A table in its first deal after so many moves, at the next turn of a person."""
    served = begun(*PEOPLE, options=SHORT)
    for _ in range(moves):
        served.act(served.kept.last)
    until(served, can_give_up)
    return served.table, tuple(served.records)


@settings(max_examples=30, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from(DOES), st.integers(0, 2)), min_size=12, max_size=40),
    st.sampled_from([4, 20, 36]),
)
def test_nothing_is_played_out_without_all_and_every_table_goes_on(does: list[tuple[str, int]], moves: int) -> None:
    table, records = after(moves)
    served, agreed = Served(table, [*records]), set[int]()
    served.give(Ticked())
    for what, number in does:
        seat = number
        here, before = served.table.live.here, served.table.live.question
        kept, stored = served.kept, len(served.records)
        if what in ("give up", "claim") and kept.to_act in here:
            seat = kept.to_act
        elif what in ("agree", "refuse") and before is not None:
            seat = before.waiting[seat % len(before.waiting)]
        name = served.connection(seat) if seat in here else ""
        if what == "join" and not name:
            served.join(f"{PEOPLE[seat]} {len(served.heard)}", PEOPLE[seat])
        elif what == "wait":
            served.now += IDLE_AFTER
            served.give(Ticked())
        elif what == "act" and kept.ending is None and (kept.to_act in here or kept.to_act not in kept.people):
            if kept.shuffle is None:
                served.act(kept.last)
        elif name and what == "leave":
            served.leave(name)
        elif name and what in ("give up", "claim"):
            served.send(name, say.AskToFinish(kept.epoch, kept.last, what == "give up"))
        elif name and what == "take back":
            own = [point for point in range(kept.last) if kept.positions[point + 1].seat == seat]
            served.send(name, say.AskTakeback(kept.epoch, own[-1] if own else 0))
        elif name and what in ("agree", "refuse") and before is not None:
            served.send(name, say.AnswerTakeback(kept.epoch, before.point, what == "agree"))
            agreed |= {seat} if what == "agree" else set()
        elif name and what == "vote":
            served.now += JUST_CAME
            served.send(name, say.Vote((seat + 1) % 3, replace=True))
        asked = served.table.live.question
        if asked is not None:
            assert asked.waiting
            assert {*asked.waiting} <= {*served.kept.people} - {asked.seat}
            assert not isinstance(asked, say.FinishAsked) or (asked.point, asked.seat) == (
                served.kept.last,
                served.kept.to_act,
            )
        for record in served.records[stored:]:
            if isinstance(record, PlayedOut) and record.about is not FinishReason.CLAIM:
                assert {*served.kept.people} - {record.seat} <= agreed
        if before is None or asked is None or (before.seat, before.point) != (asked.seat, asked.point):
            agreed.clear()
    for person in PEOPLE:
        served.join(f"{person} again", person)
    bots_play(served)
    deal = len(served.kept.deals)
    while served.kept.outcome is None and served.kept.shuffle is None:
        served.act()
    assert len(served.kept.deals) == deal
