"""A whole duel between two data folders, and what does not fit in one."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from random import Random
from time import sleep

import pytest

from clockspades import compare
from clockspades.duel import duel
from clockspades.duel.duel import (
    Answering,
    OpenedDuel,
    Sealed,
    answer,
    begin,
    challenge,
    open_answer,
    open_challenge,
    part_of,
    taken_up,
    why_not,
)
from clockspades.duel.duel_lines import Challenge, DuelAnswer, Opening, read_line, write_line
from clockspades.duel.duel_words import better_words, bots_words, challenge_words, opened_model
from clockspades.duel.packing import DuelError, pack
from clockspades.engine.game import AnyGame
from clockspades.engine.header import Seat
from clockspades.engine.standing import BRANCH_KEY, DUEL_KEY
from clockspades.games.catalogue import GAMES, find_game
from clockspades.saved.archive import TO_CONTINUE, Archive
from clockspades.saved.log import LogError, load
from clockspades.saved.saved_games import saved_game
from clockspades.statistics.records import own_games, records
from tests.duel.duel_games import CLOCKWORK, finish, folder, play, read

SKILLED = tuple(game for game in GAMES if game.name != "clock")
every_game = pytest.mark.parametrize("game", SKILLED, ids=[game.name for game in SKILLED])


@pytest.fixture
def ana(tmp_path: Path) -> Archive:
    return folder(tmp_path / "ana")


@pytest.fixture
def ben(tmp_path: Path) -> Archive:
    return folder(tmp_path / "ben")


def taken(archive: Archive, line: str) -> Challenge:
    """A challenge that nobody took up here before."""
    found = read_line(line, GAMES)
    assert isinstance(found, Challenge)
    assert taken_up(archive, found) is None
    return found


def answered(archive: Archive, line: str, way: int = 1, name: str = "Ben") -> Path:
    """The log of the game that answers a challenge."""
    return finish(begin(archive, taken(archive, line), Seat(name), Random(4)), way)


def opened(archive: Archive, line: str) -> OpenedDuel:
    """Both games, from an answer or an opening."""
    found = read_line(line, GAMES)
    assert not isinstance(found, Challenge)
    return open_answer(archive, found) if isinstance(found, DuelAnswer) else open_challenge(archive, found)


def moves(path: Path) -> list[object]:
    return [at.action for at in read(path).session.positions]


# -- a whole duel --------------------------------------------------------------------------------------------


@every_game
@pytest.mark.parametrize("seat", [0, 1])
def test_two_friends_play_one_deal_and_see_both_games(game: AnyGame, seat: int, ana: Archive, ben: Archive) -> None:
    if seat >= game.seats(game.configure({})):
        pytest.skip("it has one seat")
    own = play(ana, game=game, seat=seat)
    line = challenge(ana, own)
    theirs = answered(ben, line)
    for_ana = opened(ana, answer(ben, theirs))
    for_ben = opened(ben, for_ana.line)
    assert [moves(log.path) for log in for_ana.comparison.logs] == [moves(own), moves(theirs)]
    assert [moves(log.path) for log in for_ben.comparison.logs] == [moves(theirs), moves(own)]
    for found, friend in ((for_ana, "Ben"), (for_ben, "Ana")):
        assert found.friend == friend
        assert found.comparison.same_seat
        assert not compare.bots_words(found.comparison)
        assert found.other_bot_move() is None
        assert {log.path.parent for log in found.comparison.logs} == {found.comparison.logs[0].path.parent}
    assert not for_ben.line
    one, other = for_ana.comparison.better, for_ben.comparison.better
    assert (one, other) in ((None, None), (0, 1), (1, 0))
    assert read(theirs).session.humans == (seat,)


def test_the_challenge_is_the_same_each_time_and_shows_no_move(ana: Archive) -> None:
    path = play(ana)
    line = challenge(ana, path)
    assert challenge(ana, path) == line
    found = read_line(line, GAMES)
    assert isinstance(found, Challenge)
    assert (found.name, found.seat, found.bots) == ("Ana", 0, (CLOCKWORK.quickest_bot,))
    assert challenge_words(found) == "Ana challenges you: Clockwork Spades, against an easy bot."
    again = play(folder(ana.directory.parent / "again"))
    assert moves(again) == moves(path)
    assert challenge(folder(ana.directory.parent / "again"), again) != line, "the same game has another salt"


def test_a_friends_game_counts_in_nothing_and_its_lines_are_kept_once(ana: Archive, ben: Archive) -> None:
    own = play(ana)
    line = challenge(ana, own)
    before, records_before = [each.path for each in own_games(ana)], records(ana)
    reply = answer(ben, answered(ben, line))
    first, again = opened(ana, reply), opened(ana, reply)
    assert first.line == again.line
    received = first.comparison.logs[1].path
    assert received == again.comparison.logs[1].path
    assert len(ana.entries()) == 2
    assert [each.path for each in own_games(ana)] == before == [own]
    assert records(ana) == records_before
    entry = next(each for each in ana.entries() if each.path == received)
    assert entry not in ana.entries(TO_CONTINUE)
    listed = saved_game(entry, find_game)
    assert listed.status.startswith("friend's: ")
    assert listed.sentence.endswith("A friend's game, received in a duel: it does not count.")
    assert why_not(read(received).session)
    assert len([*own_games(ben)]) == 1, "the game of who was challenged counts"


def test_programs_that_make_a_challenge_or_enter_a_line_at_once_keep_one(ana: Archive, ben: Archive) -> None:
    own = play(ana)
    with ThreadPoolExecutor(4) as several:
        made = {*several.map(lambda _: challenge_or_wait(ana, own), range(4))}
    (line,) = made
    reply = answer(ben, answered(ben, line))
    with ThreadPoolExecutor(4) as several:
        found = {*several.map(lambda _: opened(ana, reply).comparison.logs[1].path, range(4))}
    assert len(found) == 1
    assert len(ana.entries()) == 2


def challenge_or_wait(archive: Archive, path: Path) -> str:
    """The challenge, once no other program holds the log."""
    for _ in range(1000):
        with suppress(LogError):
            return challenge(archive, path)
        sleep(0.005)
    raise AssertionError("the log is never free")


# -- who did better, in words ----------------------------------------------------------------------------------


def test_who_did_better_is_one_sentence_for_both(ana: Archive, ben: Archive) -> None:
    line = challenge(ana, play(ana, way=1))
    for_ana = opened(ana, answer(ben, answered(ben, line, 2)))
    for_ben = opened(ben, for_ana.line)
    expected = {
        0: ("You did better than Ben.", "Ana did better than you."),
        1: ("Ben did better than you.", "You did better than Ana."),
        None: ("You and Ben did equally well.", "You and Ana did equally well."),
    }
    assert (better_words(for_ana), better_words(for_ben)) == expected[for_ana.comparison.better]
    assert opened_model(for_ana).line == for_ana.line
    assert "proves that it is the one you sealed" in opened_model(for_ana).sentences[1]
    assert opened_model(for_ben).sentences[1] == "The seal fits: Ana has changed nothing since the challenge."


def test_bots_that_were_helped_are_noticed(ana: Archive, ben: Archive) -> None:
    line = challenge(ana, play(ana))
    own = begin(ben, taken(ben, line), Seat("Ben"), Random(4))
    while own.outcome is None:  # as if somebody chose for the bots too
        own.act(own.game.rules.legal_actions(own.state)[-1])
    own.close()
    assert own.journal is not None
    found = opened(ana, answer(ben, own.journal.path))
    step = found.other_bot_move()
    assert step is not None
    assert read(own.journal.path).session.position(step).seat == 1
    assert bots_words(found, step).startswith(f"Step {step} of the game of Ben is not the bot's move in clockspades ")
    assert bots_words(found, None) == "Every bot moved as it does in this version."


# -- what does not fit -----------------------------------------------------------------------------------------


def test_another_game_under_the_same_seal_is_noticed(ana: Archive, ben: Archive, tmp_path: Path) -> None:
    line = challenge(ana, play(ana, way=1))
    found = opened(ana, answer(ben, answered(ben, line)))
    opening = read_line(found.line, GAMES)
    assert isinstance(opening, Opening)
    other = read(play(folder(tmp_path / "other"), way=3)).session
    forged = opening._replace(moves=pack(other), mark=duel.mark_of(other))
    with pytest.raises(DuelError, match="the seal does not fit: this is not the game that Ana sealed"):
        open_challenge(ben, forged)
    with pytest.raises(DuelError, match="the seal does not fit"):
        open_challenge(ben, opening._replace(salt=bytes(16)))
    assert len(ben.entries()) == 1, "nothing that does not fit is kept"


def test_own_game_that_was_changed_is_noticed_before_it_is_sent(ana: Archive, ben: Archive, tmp_path: Path) -> None:
    own = play(ana, way=1)
    reply = answer(ben, answered(ben, challenge(ana, own)))
    header, *_ = own.read_text().splitlines(keepends=True)
    _, *others = play(folder(tmp_path / "other"), way=3).read_text().splitlines(keepends=True)
    own.write_text(header + "".join(others))
    with pytest.raises(DuelError, match="not the game that Ana sealed"):
        opened(ana, reply)


def test_a_line_for_somebody_else_is_refused(ana: Archive, ben: Archive, tmp_path: Path) -> None:
    cleo = folder(tmp_path / "cleo")
    line = challenge(ana, play(ana))
    reply = answer(ben, answered(ben, line))
    opening = opened(ana, reply).line
    found = read_line(line, GAMES)
    assert isinstance(found, Challenge)
    with pytest.raises(DuelError, match="this is your own challenge: send it to a friend"):
        taken_up(ana, found)
    for archive in (ben, cleo):
        with pytest.raises(DuelError, match="the line answers a challenge that was not made here"):
            opened(archive, reply)
    for archive in (ana, cleo):
        with pytest.raises(DuelError, match="the line opens a challenge that you have not taken up here"):
            opened(archive, opening)


def test_nobody_sees_the_challengers_game_before_the_end_of_their_own(ana: Archive, ben: Archive) -> None:
    path = play(ana)
    line = challenge(ana, path)
    session, part = read(path).session, part_of(read(path).header)
    begin(ben, taken(ben, line), Seat("Ben"), Random(4)).close()
    assert isinstance(part, Sealed)
    early = write_line(Opening(part.seal[:5], duel.mark_of(session), part.salt, pack(session)), "Clockwork Spades")
    with pytest.raises(DuelError, match="finish your game first: the line shows the game of Ana"):
        opened(ben, early)


def test_the_answer_to_one_challenge_makes_no_other(ana: Archive, ben: Archive) -> None:
    path = answered(ben, challenge(ana, play(ana)))
    with pytest.raises(DuelError, match="this game is in another duel already"):
        challenge(ben, path)
    with pytest.raises(DuelError, match="this game answers no challenge"):
        answer(ana, next(each.path for each in ana.entries()))


def test_a_game_of_the_deal_that_cannot_answer_is_said(ana: Archive, ben: Archive, tmp_path: Path) -> None:
    line = challenge(ana, play(ana))
    found = read_line(line, GAMES)
    assert isinstance(found, Challenge)
    play(ben, "Ben", seat=1)
    with pytest.raises(DuelError, match="you have played this deal before, in a game that cannot answer Ana"):
        taken_up(ben, found)
    cleo = folder(tmp_path / "cleo")
    begun = cleo.begin(*found.deal[:2], duel._seats(found, Seat("Cleo")), Random(1), number=found.deal.number)
    begun.close()
    with pytest.raises(DuelError, match="you have begun a game of this deal: finish it, then enter the line again"):
        taken_up(cleo, found)


def _repeat(archive: Archive) -> Path:
    play(archive)
    return play(archive, way=1)


def _two_people(archive: Archive) -> Path:
    seats = [Seat("Ana"), Seat("Ben")]
    return finish(archive.begin(CLOCKWORK, CLOCKWORK.configure({}), seats, Random(3), number=7))


def _open_bot(archive: Archive) -> Path:
    seats = [Seat("Ana"), Seat("Eye", "bot:open")]
    return finish(archive.begin(CLOCKWORK, CLOCKWORK.configure({}), seats, Random(3), number=7))


def _branch(archive: Archive) -> Path:
    session = read(play(archive)).session
    session.go_to(3)
    return finish(archive.fork(session, session.seats, marks={BRANCH_KEY: True}))


def _unfinished(archive: Archive) -> Path:
    seats = [Seat("Ana"), Seat("Tick", "bot:random")]
    begun = archive.begin(CLOCKWORK, CLOCKWORK.configure({}), seats, Random(3), number=7)
    begun.close()
    assert begun.journal is not None
    return begun.journal.path


def _other_cards(archive: Archive) -> Path:
    path = play(archive)
    path.write_text(path.read_text().replace('"deal": "', '"deal": "X', 1))
    return path


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (_repeat, "you had played this deal before"),
        (_two_people, "a duel needs a game that one person played"),
        (_open_bot, "this game is practice"),
        (_branch, "only a game of your own from its first move on"),
        (_unfinished, "this game is not finished"),
        (_other_cards, "the cards of this game have no share code"),
        (lambda archive: play(archive, game=GAMES[1]), "you could not choose anything in this game"),
    ],
)
def test_a_game_that_is_fit_for_no_duel_says_why(make: Callable[[Archive], Path], why: str, ana: Archive) -> None:
    path = make(ana)
    before = path.read_bytes()
    with pytest.raises(DuelError, match=why):
        challenge(ana, path)
    assert path.read_bytes() == before


def test_a_game_that_is_open_elsewhere_is_said(ana: Archive) -> None:
    path = play(ana)
    held = ana.resume(path)
    with pytest.raises(LogError, match="another clockspades is playing this game"):
        challenge(ana, path)
    held.session.close()
    assert challenge(ana, path)


@pytest.mark.parametrize(
    "told",
    [
        True, 1, "x", [], {}, {"seal": 1, "salt": 2}, {"seal": "z" * 40, "salt": "z" * 32}, {"seal": "", "salt": ""},
        {"answers": "00" * 20}, {"answers": "é" * 40, "from": "Ana"}, {"received": "00" * 20, "mark": 7},
        {"answers": "00" * 20, "from": 7},
    ],
)  # fmt: skip
def test_a_header_that_says_anything_has_no_part_and_can_get_one(told: object, ana: Archive) -> None:
    path = play(ana, marks={DUEL_KEY: told})
    assert part_of(read(path).header) is None
    if not read(path).session.standing.is_received:
        assert challenge(ana, path)
        assert isinstance(part_of(read(path).header), Sealed)
    assert load(path, find_game).fault is None
    assert DUEL_KEY in read(path).header.extra


def test_a_challenge_that_is_entered_again_leads_to_its_game(ana: Archive, ben: Archive) -> None:
    line = challenge(ana, play(ana))
    begun = begin(ben, taken(ben, line), Seat("Ben"), Random(4))
    begun.close()
    found = read_line(line, GAMES)
    assert isinstance(found, Challenge)
    assert begun.journal is not None
    assert taken_up(ben, found) == begun.journal.path
    path = finish(ben.resume(begun.journal.path).session)
    assert taken_up(ben, found) == path
    assert part_of(read(path).header) == Answering(found.seal, "Ana")
