"""Which of several processes serves a table; ``python -m tests.network.owner_games`` plays many games of it."""

import pytest

from clockspades.network.stores.ownership import (
    ASKED_AGAIN_AFTER,
    AWAY,
    LEASE,
    RENEWED_AFTER,
    Admit,
    Claim,
    Claimed,
    Created,
    Direct,
    Drop,
    LeaseDue,
    LeaseLost,
    Load,
    Loaded,
    OwnerEffect,
    OwnerInput,
    Ownership,
    Renew,
    Renewed,
    RequestFailed,
    TakenBy,
    TurnBack,
    Wanted,
    own,
)
from tests.network.owner_games import play


class Owner:
    """A reducer, and a clock."""

    def __init__(self, *given: OwnerInput) -> None:
        self.state: Ownership = AWAY
        self.now = 100.0
        for each in given:
            self.give(each)

    def give(self, given: OwnerInput, after: float = 0.0) -> tuple[OwnerEffect, ...]:
        self.now += after
        self.state, effects = own(self.state, given, self.now)
        return effects

    @property
    def is_sure(self) -> bool:
        return self.state.is_sure(self.now)


def test_a_table_that_nobody_owns_is_claimed_read_and_served() -> None:
    owner = Owner()
    assert owner.give(Wanted()) == (Claim(),)
    assert owner.give(Wanted()) == ()
    assert owner.give(Claimed(7, owner.now)) == (Load(7),)
    assert not owner.is_sure
    assert owner.give(Loaded(7)) == (Admit(),)
    assert owner.is_sure
    assert owner.give(Wanted()) == (Admit(),)


def test_who_comes_to_a_table_of_another_process_is_led_there() -> None:
    owner = Owner(Wanted())
    assert owner.give(TakenBy("ws://other", 1.5)) == (Direct("ws://other", 1.5),)
    assert owner.give(Wanted()) == (Claim(),)


@pytest.mark.parametrize(
    ("begin", "given"), [((Wanted(),), RequestFailed(Claim())), ((Wanted(), Claimed(7, 100)), RequestFailed(Load(7)))]
)
def test_who_waits_comes_again_if_the_store_does_not_answer(begin: tuple[OwnerInput, ...], given: OwnerInput) -> None:
    owner = Owner(*begin)
    assert owner.give(given)[0] == TurnBack()
    assert owner.give(Wanted()) == (Claim(),)


def test_a_lease_counts_from_when_it_was_asked_for_and_is_renewed_in_time() -> None:
    owner = Owner(Created(7, 99.5))
    assert owner.give(LeaseDue(), RENEWED_AFTER - 0.6) == ()
    assert owner.give(LeaseDue(), 0.2) == (Renew(7, owner.now),)
    asked = owner.now
    assert owner.give(LeaseDue(), 0.1) == ()
    owner.give(Renewed(asked), 0.3)
    assert owner.state.until == asked + LEASE


def test_after_the_lease_nothing_is_taken_until_it_is_renewed() -> None:
    owner = Owner(Created(7, 100.0))
    owner.now += LEASE
    assert not owner.is_sure
    assert owner.give(Wanted()) == (Renew(7, owner.now),)
    assert owner.give(Renewed(owner.now - 10)) == ()  # it is not the one that was asked for
    asked = owner.now
    assert owner.give(Renewed(asked), LEASE) == ()  # the answer took as long as the lease
    assert not owner.is_sure
    assert owner.give(Wanted()) == (Renew(7, owner.now),)
    assert owner.give(Renewed(owner.now), LEASE / 2) == (Admit(),)
    assert owner.is_sure


def test_a_renewal_that_was_not_answered_is_tried_again() -> None:
    owner = Owner(Created(7, 100.0))
    owner.give(LeaseDue(), RENEWED_AFTER)
    owner.give(RequestFailed(Renew(7, owner.now)))
    assert owner.give(LeaseDue()) == ()
    assert owner.give(LeaseDue(), ASKED_AGAIN_AFTER) == (Renew(7, owner.now),)


def test_an_owner_that_lost_its_table_drops_it_but_not_a_later_lease() -> None:
    owner = Owner(Created(7, 100.0))
    assert owner.give(LeaseLost(6)) == ()
    assert owner.give(LeaseLost(7)) == (Drop(),)
    assert owner.state == AWAY
    assert owner.give(Renewed(100.0)) == ()


@pytest.mark.parametrize("seed", range(40))
def test_whatever_fails_one_process_at_a_time_writes_and_nothing_is_lost_or_doubled(seed: int) -> None:
    play(seed)
