"""Deals from shares: exact bytes, chance, and what a host who cheats is given away by."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clockspades.cards import PACK
from clockspades.engine.deal_proof import MOST_DEALS, MOST_SEATS, SIZE, Contribution, Proof
from clockspades.engine.fair_deal import (
    _below,
    _bytes,
    _encoding,
    broken_promises,
    commit_of,
    deal_key,
    deals_with_proof,
    fair_deal,
    faults,
    faults_of_game,
    missing_shares,
)
from clockspades.engine.game import AnyGame
from clockspades.engine.header import Header
from clockspades.engine.rules import Deal
from clockspades.engine.session import AnySession, Session
from clockspades.engine.share import KEY, code_of, write_code
from clockspades.games.catalogue import GAMES, find_game
from tests.engine.fair_games import PEOPLE, TABLE, dealt, fair_game, header_of, known_to, proof_of, shares_of

NAMES = tuple(seat.name for seat in PEOPLE)
DOCUMENT = Path(__file__).parents[2] / "docs" / "network.md"
SPADES: AnyGame = next(game for game in GAMES if game.name == "spades")

pieces = st.binary(min_size=SIZE, max_size=SIZE)
tables = st.text("ABCXYZabcxyz0189-_", min_size=1, max_size=64)
numbers = st.integers(0, MOST_DEALS - 1)
kept = pieces.map(lambda share: Contribution(commit_of(share), share))
given_by_seats = st.none() | kept | pieces.map(Contribution)
proofs = st.builds(Proof, tables, numbers, st.lists(given_by_seats, min_size=1, max_size=MOST_SEATS).map(tuple), kept)


# -- exact bytes -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "name", "options"), [(0, "clockwork-spades", {}), (1, "spades", {}), (2, "spades", {"players": 3})]
)
def test_the_vectors_of_the_document_are_dealt(number: int, name: str, options: dict[str, Any]) -> None:
    game = find_game(name)
    assert game is not None
    state = game.rules.initial(game.configure(options))
    text = DOCUMENT.read_text(encoding="utf-8").partition("### Test vectors\n")[2]
    vector = dict(re.findall(r"^\| (.+) \| `(.+)` \|$", text.split("| | |\n")[number + 1], re.MULTILINE))
    whose = [*(f"seat {seat}" for seat in range(game.seats(game.configure(options)))), "the host"]
    shares = [bytes.fromhex(vector[key]) if (key := f"share of {who}") in vector else None for who in whose]
    proof = proof_of(int(vector["deal"]), shares, vector["table"])
    assert proof.host.commit.hex() == vector["commit of the host"]
    assert _encoding(proof).hex() == vector["bytes that are hashed"]
    assert deal_key(proof).hex() == vector["K"]
    assert bytes(islice(_bytes(deal_key(proof)), 32)).hex() == vector["the first 32 bytes of the stream"]
    deal = fair_deal(game.rules, state, proof)
    assert deal.arguments()["cards"] == vector["cards"]
    assert deal.proof == proof
    stream, last = _bytes(deal_key(proof)), len(deal.cards) - 1
    drawn = [str(_below(at + 1, stream)) for at in range(last, last - 8, -1)]
    assert " ".join(drawn) == vector["the first numbers drawn"]


@given(st.sampled_from(GAMES), st.integers(2, 6), proofs)
def test_every_game_gets_its_pack_and_a_proof_that_fits(game: AnyGame, players: int, proof: Proof) -> None:
    takes_players = any(option.key == "players" and players in option.values for option in game.options)
    state = game.rules.initial(game.configure({"players": players} if takes_players else {}))
    deal = fair_deal(game.rules, state, proof)
    assert not deal.fault(game.rules.pack(state))
    assert not [*faults(deal, game.rules, state, ("x",) * len(proof.seats), table=proof.table, number=proof.number)]


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_share_of_another_size_is_refused(size: int) -> None:
    with pytest.raises(ValueError, match=f"a share has 32 bytes, not {size}"):
        commit_of(bytes(size))
    with pytest.raises(ValueError, match="32 bytes each"):
        Contribution(bytes(size))
    with pytest.raises(ValueError, match="32 bytes each"):
        Contribution(bytes(32), bytes(size))


def test_there_is_no_key_before_the_host_has_shown_its_share() -> None:
    proof = proof_of(0, shares_of(0))
    with pytest.raises(ValueError, match="no key without the host's share"):
        deal_key(known_to(0, proof))


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"table": ""}, "1 to 64 letters"),
        ({"table": "x" * 65}, "1 to 64 letters"),
        ({"table": "é"}, "1 to 64 letters"),
        ({"table": "a b"}, "1 to 64 letters"),
        ({"number": -1}, "from 0 to 99,999"),
        ({"number": MOST_DEALS}, "from 0 to 99,999"),
        ({"seats": ()}, "1 to 16 seats"),
        ({"seats": (None,) * 17}, "1 to 16 seats"),
    ],
)
def test_a_proof_that_no_log_can_have_is_refused(changes: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        replace(proof_of(0, shares_of(0)), **changes)


# -- chance ------------------------------------------------------------------------------------------------

Draw = Callable[[int, Iterator[int]], int]


def deviation(counts: Sequence[Sequence[int]], freedom: int) -> float:
    """Chi-squared of rows in which every count should be the same: how many standard deviations above its mean."""
    means = [sum(row) / len(row) for row in counts]
    found = sum((count - mean) ** 2 / mean for row, mean in zip(counts, means) for count in row)
    return float((found - freedom) / (2 * freedom) ** 0.5)


def of_draws(draw: Draw) -> float:
    """How uneven 10,000 numbers are of each size that a pack of 52 cards needs."""
    stream, counts = _bytes(b"key"), [[0] * size for size in range(2, 53)]
    for size, row in enumerate(counts, 2):
        for _ in range(10_000):
            row[draw(size, stream)] += 1
    return deviation(counts, sum(len(row) - 1 for row in counts))


def test_every_number_is_equally_likely_to_be_drawn() -> None:
    assert abs(of_draws(_below)) < 4


# -- the log -----------------------------------------------------------------------------------------------


def test_a_deal_is_the_same_with_and_without_its_proof() -> None:
    session = fair_game(1)
    deal = session.position(1).action
    assert isinstance(deal, Deal)
    bare = Deal(deal.cards)
    assert deal == bare
    assert hash(deal) == hash(bare)
    assert bare.proof is None
    assert Deal.parse(deal.arguments()).proof == deal.proof is not None
    session.go_to(0)
    session.act(bare)  # it is done again
    assert session.position(1).action is deal


def test_a_game_with_proofs_has_no_share_code() -> None:
    def by_code(session: AnySession, proof: Proof) -> Deal:
        return SPADES.rules.deal(session.state, Random("clockspades deal 7"))

    code = write_code(SPADES, SPADES.configure({}), 7)
    plain = fair_game(1, make=by_code)
    plain.header = header_of(plain, **{KEY: code})
    assert code_of(plain) == code
    proved = fair_game(1, make=lambda session, proof: replace(by_code(session, proof), proof=proof))
    proved.header = plain.header
    assert code_of(proved) == ""


# -- what does not fit -------------------------------------------------------------------------------------


def said(session: AnySession, header: Header | None = None) -> list[str]:
    session.header = header or header_of(session)
    return [*faults_of_game(session)]


def with_proof(session: AnySession, number: int, change: Callable[[Proof], Proof | None]) -> AnySession:
    """The game with another proof of a deal, and the same cards."""
    positions, found = [], 0
    for position in session.positions:
        action = position.action
        if isinstance(action, Deal):
            if found == number:
                assert action.proof is not None
                position = position._replace(action=replace(action, proof=change(action.proof)))
            found += 1
        positions.append(position)
    assert found > number
    return Session(session.game, session.options, session.seats, positions=positions)


def test_a_game_in_which_nobody_cheats_has_no_fault() -> None:
    session = fair_game(3)
    assert deals_with_proof(session) == 3
    assert said(session) == [*missing_shares(session)] == []


def test_a_game_without_proofs_has_no_fault() -> None:
    session = fair_game(2, make=lambda session, proof: SPADES.rules.deal(session.state, Random(proof.number)))
    assert deals_with_proof(session) == 0
    assert said(session) == [*missing_shares(session)] == []


GAME = fair_game(1)


@given(st.sampled_from([0, 2, 3, 4]), st.sampled_from(["commit", "share"]), st.integers(0, 31), st.integers(1, 255))
def test_any_changed_byte_is_noticed(at: int, part: str, place: int, change: int) -> None:
    def changed(proof: Proof) -> Proof:
        each = proof.contributions[at]
        assert each is not None
        piece = bytearray(getattr(each, part))
        piece[place] ^= change
        return put(proof, at, replace(each, **{part: bytes(piece)}))

    who = (*NAMES, "the host")[at]
    assert said(with_proof(GAME, 0, changed)) == [f"Deal 1: the share of {who} does not fit what {who} had promised."]


def put(proof: Proof, at: int, given: Contribution | None) -> Proof:
    """The proof with another contribution, the host's behind those of the seats."""
    *seats, host = (given if number == at else each for number, each in enumerate(proof.contributions))
    assert host is not None
    return replace(proof, seats=tuple(seats), host=host)


@given(st.lists(st.integers(0, 51), min_size=2, max_size=2, unique=True))
def test_any_two_cards_in_each_others_place_are_noticed(places: list[int]) -> None:
    deal = GAME.position(1).action
    assert isinstance(deal, Deal)
    cards, (one, other) = [*deal.cards], sorted(places)
    cards[one], cards[other] = cards[other], cards[one]
    told = [
        *faults(replace(deal, cards=tuple(cards)), SPADES.rules, GAME.position(0).state, NAMES, table=TABLE, number=0)
    ]
    assert told == [
        f"Deal 1: card {one + 1} is the {cards[one].symbol}, but the shares deal the {cards[other].symbol} there."
    ]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda proof: replace(proof, number=1), "Deal 1: the proof is of deal 2."),
        (lambda proof: replace(proof, table="another"), "Deal 1: the proof is from another table."),
        (lambda proof: replace(proof, seats=proof.seats[1:]), "Deal 1: the proof is of 3 seats, but 4 play."),
        (lambda proof: replace(proof, host=Contribution(proof.host.commit)), "Deal 1: the host's share is missing."),
        (lambda proof: None, "Deal 1 has no proof, unlike others of this game."),
    ],
)
def test_what_does_not_fit_is_said(change: Callable[[Proof], Proof | None], told: str) -> None:
    deal = GAME.position(1).action
    assert isinstance(deal, Deal)
    assert deal.proof is not None
    other = replace(deal, proof=change(deal.proof))
    first, *_ = faults(other, SPADES.rules, GAME.position(0).state, NAMES, table=TABLE, number=0)
    assert first == told


def test_another_pack_is_noticed() -> None:
    deal = GAME.position(1).action
    assert isinstance(deal, Deal)
    state = SPADES.rules.initial(SPADES.configure({"players": 3}))
    told = [*faults(deal, SPADES.rules, state, NAMES, table=TABLE, number=0)]
    assert told == ["Deal 1: the pack is not the one that is due: the 2♣ does not belong."]


# -- a host who cheats -------------------------------------------------------------------------------------


def host_gets_the_ace(session: AnySession, proof: Proof) -> Deal:
    """The deal with the first host's share that gives the host, who sits in seat 3, the ace of spades."""
    for tried in range(1_000):
        share = tried.to_bytes(32, "big")
        deal = fair_deal(session.game.rules, session.state, put(proof, 4, Contribution(proof.host.commit, share)))
        dealer = session.state.dealer
        if deal.cards.index(PACK[39]) % 4 == (3 - dealer - 1) % 4:
            return deal
    raise AssertionError("a thousand shares are enough")


def promising_anew(session: AnySession, proof: Proof) -> Deal:
    """The same, with the promise that goes with the share: it was made when the others' shares were known."""
    chosen = host_gets_the_ace(session, proof).proof
    assert chosen is not None
    assert chosen.host.share is not None
    return dealt(session, put(proof, 4, Contribution(commit_of(chosen.host.share), chosen.host.share)))


def proofs_in(session: AnySession) -> list[Proof]:
    return [at.action.proof for at in session.positions if isinstance(at.action, Deal) and at.action.proof is not None]


@pytest.mark.parametrize("seat", [0, 2, 3])
def test_a_host_who_also_changes_its_promise_is_noticed_by_everyone_who_saw_it(seat: int) -> None:
    (proof,) = proofs_in(fair_game(1, make=promising_anew))
    known = known_to(seat, proof_of(0, shares_of(0)))
    assert said(fair_game(1, make=promising_anew)) == []  # the file alone cannot show when a promise was made
    assert [*broken_promises(proof, known, NAMES)] == ["Deal 1: what the host had promised was changed."]


@pytest.mark.parametrize("seat", [0, 2, 3])
def test_an_honest_proof_keeps_every_promise(seat: int) -> None:
    proof = proof_of(0, shares_of(0))
    assert [*broken_promises(proof, known_to(seat, proof), NAMES)] == []


def without_ana(session: AnySession, proof: Proof) -> Deal:
    return dealt(session, put(proof, 0, None))


def ana_cut_off(session: AnySession, proof: Proof) -> Deal:
    assert proof.seats[0] is not None
    return dealt(session, put(proof, 0, Contribution(proof.seats[0].commit)))


def test_a_seat_that_is_left_out_is_named_and_notices_it() -> None:
    session = fair_game(1, make=without_ana)
    assert said(session) == []
    assert [*missing_shares(session)] == ["Deal 1: Ana took no part in the shuffle."]
    for seat in (0, 2, 3):
        known = known_to(seat, proof_of(0, shares_of(0)))
        told = [*broken_promises(proofs_in(session)[0], known, NAMES)]
        assert told == ["Deal 1: the proof leaves out Ana, who had promised a share."]


def test_a_seat_whose_share_is_said_to_be_missing_is_named_and_notices_it() -> None:
    session = fair_game(1, make=ana_cut_off)
    assert said(session) == []
    assert [*missing_shares(session)] == ["Deal 1: Ana promised a share, but it did not come in time."]
    known = known_to(0, proof_of(0, shares_of(0)))
    told = [*broken_promises(proofs_in(session)[0], known, NAMES)]
    assert told == ["Deal 1: the share that Ana sent is not in the proof."]


def test_dealing_again_breaks_the_promises_that_everyone_saw() -> None:
    known = known_to(2, proof_of(0, shares_of(0)))
    again = proof_of(0, shares_of(100))
    told = [*broken_promises(again, known, NAMES)]
    assert told == [f"Deal 1: what {who} had promised was changed." for who in ("Ana", "Ben", "Cleo", "the host")]


def test_a_share_that_a_bots_seat_adds_last_is_noticed() -> None:
    known = known_to(0, proof_of(0, shares_of(0)))
    added = put(proof_of(0, shares_of(0)), 1, Contribution(commit_of(bytes(32)), bytes(32)))
    assert [*broken_promises(added, known, NAMES)] == ["Deal 1: the proof has a share of Tick, who had promised none."]


def test_shares_of_an_old_deal_are_noticed() -> None:
    session = fair_game(2, make=lambda session, proof: dealt(session, proof_of(proof.number, shares_of(0))))
    people = ("Ana", "Ben", "Cleo", "the host")
    assert said(session) == [f"Deal 2: the share of {who} was used before in this game." for who in people]


def test_the_deal_of_another_table_is_noticed() -> None:
    def from_elsewhere(session: AnySession, proof: Proof) -> Deal:
        return dealt(session, replace(proof, table="elsewhere" if proof.number else TABLE))

    session = fair_game(2, make=from_elsewhere)
    assert said(session) == ["Deal 2: the proof is from another table."]
    known = known_to(0, proof_of(1, shares_of(1)))
    assert [*broken_promises(proofs_in(session)[1], known, NAMES)] == ["Deal 2: the proof is of another deal."]


def test_a_branch_needs_no_proof_for_the_deals_that_are_its_own() -> None:
    session = with_proof(fair_game(2), 1, lambda proof: None)
    last = session.last
    assert said(session) == ["Deal 2 has no proof, unlike others of this game."]
    for point, told in ((last - 1, []), (last, said(session))):
        branch = header_of(session)._replace(extra={"branch": {"of": "game.cslog", "point": point, "name": "A"}})
        assert said(session, branch) == told
