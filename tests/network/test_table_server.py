"""Each case of the server of a network table, one test a case."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from clockspades.engine.fair_deal import commit_of
from clockspades.network.table.kept import (
    LATE,
    REPLACED,
    RETURNED,
    Began,
    RecordError,
    Sat,
    TablePhase,
    log_text,
    restore,
    session_of,
)
from clockspades.network.table.people import ELSEWHERE, NEWER, PAUSE_TO_ASK
from clockspades.network.table.served_table import (
    MOST_WATCHERS,
    POINTS_AT_ONCE,
    BotAnswered,
    CallBot,
    Close,
    GiveLater,
    More,
    NotStored,
    Received,
    Restored,
    Send,
    ServedTable,
    Store,
    TimeUp,
)
from clockspades.network.table.table_server import JOIN_FIRST
from clockspades.network.wire import messages as say
from clockspades.network.wire.secrecy import digest, share_of
from clockspades.saved.series import Series
from tests.network.served import CODE, KEYS, SECRETS, Served, begun, opened

FAMILY = f"{'A' * 35}👨\u200d👩\u200d👧"


def next_decision(served: Served, seat: int) -> None:
    """Play until a seat has to decide."""
    while served.kept.to_act != seat:
        if served.kept.shuffle is not None:
            served.deal()
        else:
            served.act()


# -- joining ---------------------------------------------------------------------------------------------------


def test_the_first_who_joins_with_the_key_of_the_host_is_the_host() -> None:
    served = opened()
    served.join("ben")
    assert not served.last(say.Joined, "ben").is_host
    served.join("ana")
    assert served.last(say.Joined, "ana").is_host
    assert served.last(say.Joined, "ana").seat == 1


def test_a_wrong_code_ends_the_connection_and_counts_as_a_break_in() -> None:
    served = opened()
    served.send("ben", say.Join("WRONG", KEYS["ben"], "Ben"))
    (close,) = served.effects
    assert isinstance(close, Close)
    assert close.is_break_in
    assert close.words == "No table here has this code: it is mistyped, or the table has ended."
    assert not served.stored


def test_a_seat_is_on_the_disk_before_anyone_hears_of_it() -> None:
    served = opened()
    effects = served.join("ana")
    assert isinstance(effects[0], Store)
    assert all(isinstance(effect, Send) for effect in effects[1:])


def test_only_the_digests_of_the_code_and_of_keys_are_kept() -> None:
    served = opened()
    served.join("ana")
    (sat,) = [record for record in served.records if isinstance(record, Sat)]
    assert sat.key == digest(KEYS["ana"])
    assert not any(secret in repr((served.kept.terms, served.kept.seats)) for secret in (CODE, KEYS["ana"]))


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        (["Ana", "ANA", "Ana"], ["Ana", "ANA II", "Ana III"]),
        (["A" * 40] * 2, ["A" * 40, "A" * 37 + " II"]),
        ([FAMILY, f"{'A' * 35}👨👩👧", FAMILY.lower()], [FAMILY, f"{'A' * 35}👨👩 II", f"{'a' * 35}👨 II"]),
    ],
)
def test_people_whose_names_look_alike_can_be_told_apart(given: list[str], shown: list[str]) -> None:
    served = opened("spades")
    for person, name in zip(("ana", "ben", "cy"), given):
        served.join(person, name=name)
    assert [seat.name for seat in served.kept.seats if seat.name] == shown


def test_who_finds_no_seat_can_look_on() -> None:
    served = opened(host=None)
    for person in ("ana", "ben"):
        assert served.kept.phase is TablePhase.LOBBY
        served.join(person)
    assert served.stored == ["sat", "began"]  # without a host the game begins when all seats are taken
    served.join("cy")
    assert served.closed == {"cy": "All seats are taken. You can watch instead."}
    served.send("di", say.Start())
    assert served.closed == {"di": JOIN_FIRST}


def test_who_joins_again_has_the_same_seat_and_hears_what_is_asked() -> None:
    served = asked()
    served.leave("ben")
    served.join("back", "ben")
    assert served.last(say.Joined, "back").seat == 1
    assert not served.stored
    assert served.last(say.TakebackAsked, "back").waiting == (1,)


def test_a_wish_for_a_seat_is_fulfilled_if_it_is_open() -> None:
    served = opened("spades")
    served.join("ana", seat=2)
    served.join("ben", seat=2)
    assert served.last(say.Joined, "ana").seat == 2
    assert served.last(say.Joined, "ben").seat == 0


def test_the_newest_connection_has_the_seat() -> None:
    served = opened()
    served.join("ana", program="one")
    served.join("second", "ana", program="two")
    assert served.closed == {"ana": ELSEWHERE}
    assert [close.final for close in served.effects if isinstance(close, Close)] == [True]
    served.send("ana", say.Start())
    assert served.closed == {"ana": "The first message on a connection must be join."}


def test_the_late_end_of_an_old_connection_does_not_put_out_the_new_one() -> None:
    served = opened()
    served.join("ana")
    served.join("second", "ana")
    served.leave("ana")
    served.leave("ana")
    assert served.effects == ()
    assert served.table.live.here == (0,)


def test_a_program_that_connects_again_may_do_so_before_its_old_connection_ends() -> None:
    served = opened()
    served.join("ana", program="one", attempt=1)
    served.join("second", "ana", program="one", attempt=2)
    assert served.closed == {"ana": NEWER}
    assert [close.final for close in served.effects if isinstance(close, Close)] == [False]


def test_a_late_join_does_not_end_the_newer_connection_of_its_program() -> None:
    served = opened()
    served.join("ana", program="one", attempt=2)
    served.join("late", "ana", program="one", attempt=1)
    assert served.closed == {"late": NEWER}
    assert served.connection(0) == "ana"


def test_who_looks_on_sees_what_all_see_and_can_do_nothing() -> None:
    served = begun("ana")
    served.watch("eye")
    view = served.last(say.NextPoint, "eye").written["view"]
    assert isinstance(view, dict)
    assert "??" in str(view["hands"])
    assert not any(card.text in str(view["hands"]) for card in served.kept.state.hands[0])
    for message in (say.Start(), say.Say("thanks"), say.ActAt(1, 1, served.action()), say.Vote(0, True), say.Again(0)):
        served.send("eye", message)
        assert served.refused == "You are watching: only players can do this."


def test_only_so_many_can_look_on() -> None:
    served = opened()
    for number in range(MOST_WATCHERS):
        served.watch(f"eye {number}")
        assert not served.closed
    served.watch("one more")
    assert served.closed == {"one more": "At most 16 people can watch a table."}
    served.leave("eye 3")
    served.watch("one more")
    assert not served.closed


def test_who_looks_on_and_connects_again_takes_no_second_place() -> None:
    served = opened()
    for attempt in range(2 * MOST_WATCHERS):
        served.watch(f"eye {attempt}", program="one", attempt=attempt)
    assert [*served.table.live.lines] == [f"eye {2 * MOST_WATCHERS - 1}"]


# -- the lobby -------------------------------------------------------------------------------------------------


def test_only_the_host_starts_the_game_and_only_when_all_seats_are_taken() -> None:
    served = opened("spades")
    served.join("ana")
    served.join("ben")
    served.send("ben", say.Start())
    assert served.refused == "Only the host can do this."
    served.send("ana", say.Start())
    assert served.refused == "A seat is still open: wait for somebody, or put a bot there."
    for seat in (2, 3):
        served.send("ana", say.PlaceBot(seat, "steady"))
    served.send("ana", say.Start())
    assert served.stored == ["began"]
    served.send("ana", say.Start())
    assert served.refused == "The game has begun already."


def test_the_host_can_open_a_seat_that_somebody_has() -> None:
    served = opened()
    for person in ("ana", "ben"):
        served.join(person)
    served.send("ana", say.PlaceBot(1))
    assert served.closed == {"ben": "The host has taken your seat back."}
    assert [seat.kind for seat in served.kept.seats] == ["human", "open"]
    assert [seat.kind for seat in served.last(say.Seats, "ana").seats] == ["human", "open"]


def test_people_move_to_open_seats_before_the_game() -> None:
    served = opened("spades")
    for person in ("ana", "ben"):
        served.join(person)
    served.send("ana", say.Sit(1))
    assert served.refused == "This seat is not open."
    served.send("ana", say.Sit(3))
    assert served.last(say.Joined, "ana").seat == 3
    assert [seat.name for seat in served.kept.seats] == ["", "Ben", "", "Ana"]
    served.join("back", "ana")
    assert served.last(say.Joined, "back").seat == 3
    assert served.last(say.Joined, "back").is_host


def test_the_host_lets_two_seats_change_places_and_all_go_on_with_their_connections() -> None:
    served = lobby()
    served.send("ana", say.PlaceBot(2, "steady"))
    served.send("ana", say.Swap(0, 1))
    assert [seat.name for seat in served.kept.seats] == ["Ben", "Ana", "", ""]
    assert (served.last(say.Joined, "ana").seat, served.last(say.Joined, "ben").seat) == (1, 0)
    served.send("ana", say.Swap(2, 1))
    assert [seat.kind for seat in served.last(say.Seats, "ben").seats] == ["human", "bot:steady", "human", "open"]
    for seats in ((3, 3), (1, 1)):
        assert served.send("ana", say.Swap(*seats)) == ()
    served.send("ben", say.Sit(3))
    assert [served.connection(seat) for seat in (2, 3)] == ["ana", "ben"]


def test_all_see_who_is_ready_and_that_holds_as_long_as_they_sit_there() -> None:
    def ready() -> list[bool]:
        return [seat.ready for seat in served.last(say.Seats, "ana").seats]

    served = lobby()
    served.send("ben", say.ReadyMark(True))
    assert ready() == [False, True, False, False]
    assert served.send("ben", say.ReadyMark(True)) == ()
    served.send("ana", say.Swap(1, 3))
    assert ready() == [False, False, False, True]
    served.leave("ben")
    assert ready() == [False] * 4
    served.join("back", "ben")
    assert ready() == [False, False, False, True]
    served.send("back", say.Leave())
    served.join("ben")
    assert ready() == [False] * 4
    for message in (say.ReadyMark(True), say.ReadyMark(False)):
        served.send("ben", message)
        assert ready() == [False, message.ready, False, False]
    for seat in (2, 3):
        served.send("ana", say.PlaceBot(seat, "steady"))
    served.send("ben", say.ReadyMark(True))
    served.send("ana", say.Start())
    assert ready() == [False] * 4
    assert served.send("ben", say.ReadyMark(True)) == ()  # it was on its way


def test_all_see_the_names_of_those_who_look_on_as_far_as_they_can_be_shown() -> None:
    served = lobby()
    for connection, name in (("eye", "Di"), ("nameless", "")):
        served.watch(connection, name=name)
    for name in ("\x1b[2J", "x" * 41):
        assert "You can't sit down" in say.Join(watch=True, code="", name=name).fault()
    seats = served.last(say.Seats, "ana")
    assert (seats.watching, seats.watchers) == (2, ("Di",))


def test_who_leaves_before_the_game_gives_up_the_seat_and_later_keeps_it() -> None:
    served = opened()
    served.join("ana")
    served.send("ana", say.Leave())
    assert served.closed == {"ana": "You have left the table."}
    assert served.kept.seats[0].kind == "open"
    served = begun("ana", "ben", name="clockwork-spades", dealt=False)
    served.send("ben", say.Leave())
    assert served.closed == {"ben": "You have left the table. Your seat is kept for you."}
    assert served.kept.seats[1].name == "Ben"
    assert not served.last(say.Seats, "ana").seats[1].here


# -- the shuffle -----------------------------------------------------------------------------------------------


def test_no_share_goes_out_before_all_promises_are_there_and_none_before_the_deal_is_over() -> None:
    served = begun("ana", "ben", name="clockwork-spades", dealt=False)
    assert served.last(say.Shuffle, "ana").committed == ()
    served.share("ana")
    assert served.refused == "Keep your share until all promises are there."
    served.promise("ana")
    assert served.last(say.Shuffle, "ben").committed == (0,)
    assert not served.sent(say.Commits)
    served.promise("ben")
    (commits,) = served.sent(say.Commits)
    assert all(commits.seats)
    served.share("ana")
    served.share("ben")
    assert served.kept.last == 1
    shares = [given.share.hex() for given in served.proof.contributions if given and given.share]
    assert len(shares) == 3
    assert not any(share in str(message) for share in shares for message in served.heard["ana"])
    served.play_until_over()
    assert all(share in str(served.heard["ana"]) for share in shares)


def test_a_share_that_comes_again_after_the_deal_is_taken_and_one_that_comes_late_is_not() -> None:
    served = begun("ana", "ben", dealt=False, limit=30)
    for person in ("ana", "ben"):
        served.promise(person)
    served.share("ana")
    given = {person: share_of(SECRETS[person], "T1-1", 0) for person in ("ana", "ben")}
    served.give(TimeUp(1, 0, is_closed=True))
    assert served.kept.phase is TablePhase.PLAYING
    for person, refused in (("ana", None), ("ben", "This deal is made without your share: it came too late.")):
        served.send(person, say.Commit("T1-1", 0, commit_of(given[person])))
        assert served.effects == ()
        served.send(person, say.Share("T1-1", 0, given[person]))
        assert (served.refused if served.effects else None) == refused


def test_a_person_who_returns_is_told_how_far_the_shuffle_has_come() -> None:
    served = begun("ana", "ben", dealt=False)
    served.promise("ana")
    served.leave("ben")
    served.join("back", "ben")
    assert served.last(say.Shuffle, "back").committed == (0,)
    shuffle = served.kept.shuffle
    assert shuffle is not None
    served.heard["back"].clear()
    served.send("back", say.Commit(shuffle.table, 0, commit_of(bytes(32))))
    served.leave("back")
    served.join("again", "ben")
    assert [type(message).word for message in served.heard["again"]].count("commits") == 1


def test_a_deal_is_made_without_the_share_of_a_person_for_whom_a_bot_plays() -> None:
    served = begun("ana", "ben", dealt=False)
    for person in ("ana", "ben"):
        served.promise(person)
    served.leave("ben")
    served.share("ana")
    assert served.kept.phase is TablePhase.SHUFFLING
    served.send("ana", say.Vote(1, True))
    assert served.stored == ["replaced", "acted"]
    ana, ben, *_ = served.proof.seats
    assert ana is not None
    assert ben is not None
    assert ana.share is not None
    assert ben.share is None


def test_each_game_at_a_table_has_deals_of_its_own() -> None:
    served = begun("ana", name="clock")
    served.play_until_over()
    first = served.kept.positions[1].action
    served.send("ana", say.Again(0))
    served.deal()
    assert served.kept.positions[1].action != first


# -- play ------------------------------------------------------------------------------------------------------


def test_an_action_that_is_sent_again_was_taken_also_when_the_game_moved_on() -> None:
    served = at_turn("ana")
    act = served.act()
    for _ in range(3):
        served.act()
    served.join("back", "ana")
    last = served.kept.last
    served.send("back", act)
    assert served.sent(say.Done) == [say.Done(act.epoch, act.at)]
    assert served.kept.last == last
    assert not served.stored


def test_a_refusal_names_the_action_and_says_the_sentence_of_the_rules() -> None:
    served = begun("ana", name="german-clock")
    served.send("ana", say.ActAt(1, 1, {"do": "place"}))
    (refusal,) = served.sent(say.Refused)
    assert (refusal.what, refusal.epoch, refusal.at) == ("act", 1, 1)
    assert refusal.words.endswith(".")


def test_who_returns_gets_the_points_from_where_they_were() -> None:
    served = begun("ana")
    for _ in range(3):
        served.act()
    served.leave("ana")
    served.join("back", "ana", epoch=1, points=2)
    assert served.last(say.Begun, "back").points == 2
    assert [point.written["n"] for point in served.sent(say.NextPoint)] == [*range(2, served.kept.last + 1)]
    served.join("stale", "ana", epoch=7, points=2)
    assert served.last(say.Begun, "stale").points == 0
    served.join("boaster", "ana", epoch=1, points=999)
    assert served.last(say.Begun, "boaster").points == 0


def test_many_points_are_sent_in_portions() -> None:
    served = begun("ana")
    while served.kept.last < 2 * POINTS_AT_ONCE + 5:
        if served.kept.shuffle is not None:
            served.deal()
        else:
            served.act(served.kept.last)
    served.watch("eye")
    assert len(served.sent(say.NextPoint)) == POINTS_AT_ONCE
    assert served.timer == GiveLater(More("eye"), 0.0)
    for _ in range(2):
        served.give(More("eye"))
    points = [message.written["n"] for message in served.heard["eye"] if isinstance(message, say.NextPoint)]
    assert points == [*range(served.kept.last + 1)]


def test_a_bot_is_asked_once_and_an_answer_for_another_point_does_nothing() -> None:
    served = begun("ana")
    while served.kept.to_act == 0:
        served.act()
    asked = served.asked
    served.watch("eye")
    assert not any(isinstance(effect, CallBot) for effect in served.effects)
    bot = served.kept.game.make_bot(asked.bot, Random(asked.seed))
    action = bot.choose(asked.view)
    served.give(BotAnswered(asked.epoch, asked.at - 1, action))
    served.give(BotAnswered(asked.epoch + 1, asked.at, action))
    assert served.effects == ()
    served.give(BotAnswered(asked.epoch, asked.at, action))
    assert served.stored == ["acted"]
    served.give(BotAnswered(asked.epoch, asked.at, action))
    assert served.effects == ()


# -- taking back -----------------------------------------------------------------------------------------------


def with_move(*people: str) -> tuple[Served, int, int]:
    """A game in which the first person has just moved, the point where they did, and what the seat was."""
    served = begun(*people)
    next_decision(served, 0)
    point = served.kept.last
    served.act()
    return served, point, served.kept.epoch


def test_a_move_is_taken_back_when_all_others_agree() -> None:
    served, point, epoch = with_move("ana", "ben", "cy")
    served.send("ana", say.AskTakeback(epoch, point))
    assert served.sent(say.TakebackAsked) == [say.TakebackAsked(0, point, (1, 2))]
    served.send("ben", say.AnswerTakeback(epoch, point, True))
    assert served.sent(say.TakebackAsked) == [say.TakebackAsked(0, point, (2,))]
    served.send("ben", say.AnswerTakeback(epoch, point, True))
    assert served.effects == ()
    served.send("cy", say.AnswerTakeback(epoch, point, True))
    assert served.stored == ["took-back"]
    assert served.sent(say.Back) == [say.Back(point, epoch + 1)]
    assert served.kept.last == point
    assert "Taken back by agreement." in log_text(served.kept)


def test_one_who_refuses_is_enough() -> None:
    served, point, epoch = with_move("ana", "ben", "cy")
    served.send("ana", say.AskTakeback(epoch, point))
    served.send("cy", say.AnswerTakeback(epoch, point, False))
    assert served.sent(say.TakebackEnded) == [say.TakebackEnded(0, point, 2)]
    served.send("ben", say.AnswerTakeback(epoch, point, True))
    assert served.refused == "Nobody asks for this any more."


def test_a_question_ends_when_the_game_goes_past_it() -> None:
    served, point, epoch = with_move("ana", "ben")
    served.send("ana", say.AskTakeback(epoch, point))
    next_decision(served, 0)
    assert served.table.live.question is not None
    served.act()
    assert served.sent(say.TakebackEnded) == [say.TakebackEnded(0, point, None)]


def test_a_question_cannot_be_asked_again_and_again() -> None:
    served, point, epoch = with_move("ana", "ben")
    for _ in range(2):
        served.send("ana", say.AskTakeback(epoch, point))
        assert served.sent(say.TakebackAsked)
        served.send("ben", say.AnswerTakeback(epoch, point, False))
        served.send("ana", say.AskTakeback(epoch, point))
        assert served.refused == "You have just asked the others something: wait a moment."
        served.now += PAUSE_TO_ASK


def test_a_deal_that_is_due_again_after_a_takeback_is_asked_for_again() -> None:
    served = begun("ana", "ben", name="clogs", options={"target": 50})
    while served.kept.shuffle is None:
        served.act(served.kept.last)
    people = served.kept.people
    last = max(number for number, position in enumerate(served.kept.positions) if position.seat in people)
    asker = served.kept.positions[last].seat
    assert asker is not None
    (other,) = set(people) - {asker}
    served.send(served.connection(asker), say.AskTakeback(served.kept.epoch, last - 1))
    served.send(served.connection(other), say.AnswerTakeback(served.kept.epoch, last - 1, True))
    assert served.kept.shuffle is None
    while served.kept.shuffle is None:
        served.act(served.kept.last)
    assert served.sent(say.Shuffle, "ana") == [say.Shuffle("T1-1", 1)]
    assert served.sent(say.Shuffle, "ben") == [say.Shuffle("T1-1", 1)]


# -- people who are gone ---------------------------------------------------------------------------------------


def test_a_bot_plays_for_a_person_who_is_gone_when_all_who_are_here_want_it() -> None:
    served = begun("ana", "ben", "cy")
    served.leave("ben")
    assert not served.last(say.Seats, "ana").seats[1].here
    served.send("ana", say.Vote(1, True))
    assert served.last(say.Seats, "cy").seats[1].replace == (0,)
    served.send("cy", say.Vote(1, False))
    assert served.last(say.Seats, "ana").seats[1].wait == (2,)
    assert not served.kept.seats[1].replaced
    served.send("cy", say.Vote(1, True))
    assert served.stored == ["replaced"]
    assert REPLACED.format(name="Ben") in log_text(served.kept)
    assert served.last(say.Seats, "ana").seats[1].replaced


def test_the_bot_stops_when_its_person_returns() -> None:
    served = begun("ana", "ben")
    served.leave("ben")
    next_decision(served, 1)
    served.send("ana", say.Vote(1, True))
    asked = served.asked
    assert asked.seat == 1
    served.join("back", "ben")
    assert served.stored == ["returned"]
    assert RETURNED.format(name="Ben") in log_text(served.kept)
    action = served.kept.game.rules.legal_actions(served.kept.state)[0]
    served.give(BotAnswered(asked.epoch, asked.at, action))
    assert served.effects == ()
    served.act()
    assert served.stored == ["acted"]
    assert served.kept.positions[-1].seat == 1


def test_votes_are_forgotten_when_the_person_returns_or_the_voter_leaves() -> None:
    served = begun("ana", "ben", "cy")
    served.leave("ben")
    served.send("ana", say.Vote(1, True))
    served.join("back", "ben")
    served.leave("back")
    assert served.last(say.Seats, "ana").seats[1].replace == ()
    served.send("ana", say.Vote(1, False))
    served.send("cy", say.Vote(1, True))
    served.leave("ana")
    assert served.stored == ["replaced"]


# -- time ------------------------------------------------------------------------------------------------------


def test_after_the_limit_a_bot_chooses_one_move() -> None:
    served = begun("ana", name="clock", limit=30)
    assert served.timer.seconds == 30
    served.give(served.timer.timer)
    asked = served.asked
    assert asked.seat == 0
    action = served.kept.game.rules.legal_actions(served.kept.state)[0]
    served.give(BotAnswered(asked.epoch, asked.at, action))
    assert served.stored == ["acted"]
    assert LATE.format(name="Ana") in log_text(served.kept)
    assert served.timer.timer == TimeUp(1, 2)


def test_a_person_who_moves_before_the_bot_has_chosen_is_not_late() -> None:
    served = begun("ana", name="clock", limit=30)
    timer = served.timer.timer
    served.give(timer)
    asked = served.asked
    served.act()
    assert "acted" in served.stored
    last = served.kept.last
    served.give(BotAnswered(asked.epoch, asked.at, asked.view and served.kept.positions[-1].action))  # type: ignore[arg-type]
    served.give(timer)
    assert served.kept.last == last
    assert LATE.format(name="Ana") not in log_text(served.kept)


def test_the_time_is_not_up_while_nobody_is_here() -> None:
    served = begun("ana", name="clock", limit=30)
    timer = served.timer.timer
    served.leave("ana")
    served.give(timer)
    assert not any(isinstance(effect, CallBot) for effect in served.effects)
    served.join("back", "ana")
    assert served.timer == GiveLater(timer, 30)


def test_after_the_limit_the_cards_are_dealt_without_those_who_promised_nothing() -> None:
    served = begun("ana", "ben", dealt=False, limit=30)
    assert served.last(say.Joined, "ana").limit == 30
    served.promise("ana")
    served.give(TimeUp(1, 0))
    assert served.stored == ["closed"]
    served.promise("ben")
    assert served.refused == "This deal is made without your share: your promise came too late."
    served.give(TimeUp(1, 0))  # that of the promises, once more: the shares have a time of their own
    assert served.effects == ()
    served.share("ana")
    assert served.kept.last == 1


# -- words -----------------------------------------------------------------------------------------------------


def test_people_say_fixed_phrases_and_not_too_many_or_anything_where_the_host_allows_it() -> None:
    served = begun("ana", "ben")
    served.send("ana", say.Say("well played"))
    assert served.sent(say.Said, "ben") == [say.Said(0, "well played")]
    served.give(Received("ana", say.Say("thanks")))
    assert served.refused == "You have just said something: wait a moment."
    served = lobby()
    for phrase in say.PHRASES:
        served.send("ben", say.Say(phrase))
        assert served.sent(say.Said, "ana") == [say.Said(1, phrase)]
    served = begun("ana", "ben", free_words=True)
    served.send("ana", say.Say("[b]lead a heart[/b]"))
    assert served.sent(say.Said, "ben") == [say.Said(0, "[b]lead a heart[/b]")]


# -- the end ---------------------------------------------------------------------------------------------------


def test_the_whole_log_comes_after_the_last_point_and_not_before() -> None:
    served = begun("ana", "ben", name="clockwork-spades")
    assert not any(isinstance(message, say.Log) for message in served.heard["ana"])
    served.play_until_over()
    pieces = [message for message in served.heard["ana"] if isinstance(message, say.Log)]
    assert "".join(piece.text for piece in pieces) == log_text(served.kept)
    assert [piece.last for piece in pieces] == [False] * (len(pieces) - 1) + [True]
    assert isinstance(served.heard["ana"][-1 - len(pieces)], say.Proved | say.NextPoint | say.Done)
    served.join("back", "ana", epoch=1, points=served.kept.last + 1)
    assert "".join(piece.text for piece in served.sent(say.Log)) == log_text(served.kept)


def test_another_game_begins_when_all_want_it() -> None:
    served = begun("ana", "ben", name="clockwork-spades", best_of=3)
    assert served.last(say.Begun, "ana").series == Series((0, 0), best_of=3)
    assert served.kept.header is not None
    assert served.kept.header.extra == {"series": {"wins": [0, 0], "drawn": 0, "best_of": 3}}
    served.play_until_over()
    first, options = served.kept.header, session_of(served.kept).options
    served.send("ana", say.Again(0))
    assert served.sent(say.WantAgain) == [say.WantAgain((0,))]
    served.send("ana", say.Again(0))
    assert served.effects == ()
    served.send("ben", say.Again(3))
    assert served.effects == ()
    served.send("ben", say.Again(0))
    assert served.stored == ["began"]
    assert served.last(say.Begun, "ben").number == 1
    assert served.kept.header is not None
    assert first is not None
    assert served.kept.header.seats == first.seats
    assert served.kept.header.options["first"] == 1 - int(options["first"] or 0)
    assert sum(served.kept.header.extra["series"]["wins"]) <= 1  # type: ignore[index, call-overload, arg-type]


def test_another_game_needs_nobody_who_was_replaced() -> None:
    served = begun("ana", "ben", name="clockwork-spades")
    served.play_until_over()
    served.leave("ben")
    served.send("ana", say.Again(0))
    assert served.kept.phase is TablePhase.OVER
    served.send("ana", say.Vote(1, True))
    assert served.stored == ["replaced", "began"]
    assert REPLACED.format(name="Ben") in log_text(served.kept)


# -- the process -----------------------------------------------------------------------------------------------


def test_a_table_that_is_restored_asks_its_bot_again() -> None:
    served = begun("ana")
    while served.kept.to_act == 0:
        served.act()
    asked = served.asked
    served.table = ServedTable(restore(served.records))
    served.give(Restored())
    assert served.asked == asked


def test_when_the_disk_refuses_the_table_goes_back_and_everyone_is_told() -> None:
    served = begun("ana")
    stored = served.kept
    next_decision(served, 0)
    served.act()
    served.records[:] = [*served.records][: len(served.records) - (served.kept.last - stored.last)]
    served.give(NotStored(stored, "No space left on device", ("ana", "put out")))
    assert served.kept == stored
    words = "The host could not save the game (No space left on device): it goes on from before that."
    assert served.closed == {"ana": words, "put out": words}
    assert served.table.live.lines == {}


def test_a_disk_that_refuses_is_not_asked_by_bots_alone_again_and_again() -> None:
    served = begun("ana")
    while served.kept.to_act == 0:
        served.act()
    asked = served.asked
    served.give(NotStored(served.kept, "No space left on device", ("ana",)))
    assert [type(effect) for effect in served.effects] == [Close]
    served.join("ana 2", "ana")
    assert served.asked == asked


def test_records_that_do_not_fit_are_refused() -> None:
    with pytest.raises(RecordError, match="no records"):
        restore([])
    with pytest.raises(RecordError, match="Record 1 "):
        restore([Began("2026-11-23T10:00:00Z")])
    served = begun("ana", name="clock")
    with pytest.raises(RecordError, match=rf"Record {len(served.records) + 1} "):
        restore([*served.records, Began("2026-11-23T10:00:00Z")])


# -- what has no effect ----------------------------------------------------------------------------------------


def lobby() -> Served:
    """Ana, the host, and Ben at a table for four."""
    served = opened("spades")
    for person in ("ana", "ben"):
        served.join(person)
    return served


def promising() -> Served:
    """The first deal waits for Ben's promise."""
    served = begun("ana", "ben", dealt=False)
    served.promise("ana")
    return served


def promised() -> Served:
    served = promising()
    served.promise("ben")
    return served


def at_turn(*people: str) -> Served:
    served = begun(*people)
    next_decision(served, 0)
    return served


def moved(*people: str) -> Served:
    return with_move(*people)[0]


def asked() -> Served:
    """Ana asks Ben to take her last move back."""
    served, point, epoch = with_move("ana", "ben")
    served.send("ana", say.AskTakeback(epoch, point))
    return served


def without_ben() -> Served:
    """A bot plays for Ben since Ana's move."""
    served = moved("ana", "ben")
    served.leave("ben")
    served.send("ana", say.Vote(1, True))
    return served


def over() -> Served:
    served = begun("ana", "ben", name="clockwork-spades")
    served.play_until_over()
    return served


def last_of(served: Served, seat: int) -> say.AskTakeback:
    """Asks to take back the last move of a seat."""
    points = [n for n, position in enumerate(served.kept.positions) if position.seat == seat]
    return say.AskTakeback(served.kept.epoch, points[-1] - 1)


def other_move(served: Served, at: int) -> say.ActAt:
    """Another action than the one at a point."""
    rules = served.kept.game.rules
    made = served.kept.positions[at + 1].action
    other = next(each for each in rules.legal_actions(served.kept.positions[at].state) if each != made)
    return say.ActAt(served.kept.epoch, at, other.as_json())


TAKEN_BACK = "A move was taken back, or a game has begun, since you chose this: choose again."
NOT_NOW = "This move can't be taken back any more."


@pytest.mark.parametrize(
    ("scene", "who", "message", "words"),
    [
        (lobby, "ana", say.Join(CODE, KEYS["ana"], "Ana"), "You have joined already."),
        (lobby, "ben", say.Start(), "Only the host can do this."),
        (lobby, "ana", say.Start(), "A seat is still open: wait for somebody, or put a bot there."),
        (lobby, "ana", say.Sit(1), "This seat is not open."),
        (lobby, "ben", say.PlaceBot(2, "steady"), "Only the host can do this."),
        (lobby, "ana", say.PlaceBot(1, "steady"), "Ben sits there: open the seat first."),
        (lobby, "ana", say.PlaceBot(2, "no-such-bot"), "Spades has no such bot."),
        (lobby, "ana", say.PlaceBot(9), "There is no such seat at this table."),
        (lobby, "ana", say.PlaceBot(0), "You can't put yourself out: leave the table instead."),
        (lobby, "ben", say.Swap(1, 2), "Only the host can do this."),
        (lobby, "ana", say.Swap(1, 9), "There is no such seat at this table."),
        (lobby, "ana", say.Vote(1, True), "The game has not begun."),
        (promising, "ana", say.Swap(0, 1), "The game has begun already."),
        (promising, "ana", say.Start(), "The game has begun already."),
        (promising, "ana", say.Commit("T1-1", 0, bytes(32)), "You have promised another share for this deal."),
        (promising, "ana", say.Share("T1-1", 0, bytes(32)), "Keep your share until all promises are there."),
        (promising, "ben", say.Commit("T1-1", 1, bytes(32)), "This deal is not due."),
        (promising, "ben", say.Commit("T1-2", 0, bytes(32)), "This deal is not due."),
        (promising, "ben", say.Share("other", 0, bytes(32)), "This deal is not due."),
        (promising, "ana", say.ActAt(1, 0, {"do": "play"}), "The cards have not been dealt yet."),
        (promised, "ana", say.Share("T1-1", 0, bytes(32)), "This is not the share that you promised."),
        (lambda: at_turn("ana", "ben"), "ben", lambda s: say.ActAt(1, s.kept.last, s.action()), "It is not your turn."),
        (lambda: at_turn("ana"), "ana", lambda s: say.ActAt(1, s.kept.last + 1, s.action()),
         "The game has not come to this point."),
        (lambda: at_turn("ana"), "ana", lambda s: say.ActAt(0, s.kept.last, s.action()), TAKEN_BACK),
        (lambda: at_turn("ana"), "ana", lambda s: say.ActAt(1, s.kept.last, {"do": "deal", "cards": "AS"}),
         "The game has no such move."),
        (lambda: moved("ana"), "ana", lambda s: other_move(s, s.kept.last - 1),
         "Another move was made for you at this point."),
        (lambda: moved("ana"), "ana", say.ActAt(1, 0, {"do": "play"}), "It was not your turn at this point."),
        (over, "ana", lambda s: say.ActAt(1, s.kept.last, {"do": "play"}), "The game is over."),
        (lambda: moved("ana"), "ana", lambda s: last_of(s, 0), NOT_NOW),
        (lambda: moved("ana", "ben"), "ben", lambda s: last_of(s, 0), NOT_NOW),
        (lambda: moved("ana", "ben"), "ana", lambda s: replace(last_of(s, 0), epoch=2), NOT_NOW),
        (lambda: moved("ana", "ben"), "ana", say.AnswerTakeback(1, 1, True), "Nobody asks for this any more."),
        (asked, "ana", lambda s: say.AnswerTakeback(1, last_of(s, 0).point, True),
         "You asked: the others have to agree."),
        (without_ben, "ana", lambda s: last_of(s, 0),
         "All others must agree to take a move back, and none of them is here."),
        (lambda: moved("ana", "ben"), "ana", say.Vote(1, True), "Ben is here."),
        (lambda: moved("ana", "ben"), "ana", say.Vote(0, True), "You can't replace yourself."),
        (lambda: moved("ana", "ben"), "ana", say.Vote(2, True), "A bot plays there."),
        (promised, "ana", say.Say("lead a heart"), "At this table people can only say the fixed phrases."),
    ],
)  # fmt: skip
def test_what_has_no_effect_is_refused_in_a_sentence(scene: Any, who: str, message: Any, words: str) -> None:
    served = scene()
    before = served.kept
    served.send(who, message(served) if callable(message) else message)
    assert served.refused == words
    assert served.kept == before


def test_no_promise_is_taken_twice() -> None:
    served = promising()
    shuffle = served.kept.shuffle
    assert shuffle is not None
    for given in (shuffle.seats[0], shuffle.host):
        assert given is not None
        served.send("ben", say.Commit(shuffle.table, 0, given.commit))
        assert served.refused == "This promise was made before at this table: draw another share."


@pytest.mark.parametrize(
    "repeat",
    [
        (promising, lambda s: s.promise("ana")),
        (asked, lambda s: s.send("ana", last_of(s, 0))),
        (opened, lambda s: s.leave("nobody")),
        (over, lambda s: s.send("ana", say.Again(3))),
    ],
)
def test_what_was_said_already_or_is_of_nobody_changes_nothing(repeat: Any) -> None:
    scene, again = repeat
    served = scene()
    again(served)
    assert served.effects == ()


def test_a_second_question_waits_for_the_first() -> None:
    served, point, epoch = with_move("ana", "ben")
    next_decision(served, 1)
    served.act()
    served.send("ana", say.AskTakeback(epoch, point))
    served.send("ben", last_of(served, 1))
    assert served.refused == "Another question is open: it has to be answered first."
