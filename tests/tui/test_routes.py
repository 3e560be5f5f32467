from inspect import signature
from typing import Any, get_args, get_type_hints

import pytest

from clockspades.compare import Comparison
from clockspades.duel.duel_words import DuelModel
from clockspades.network.client.elsewhere import Elsewhere
from clockspades.routes import (
    FriendsRoute,
    HelpRoute,
    LobbyRoute,
    RemoteResultRoute,
    RemoteTableRoute,
    Route,
    RulesRoute,
    TableRoute,
    TitleRoute,
)  # fmt: skip
from clockspades.tui.app import LESSON, ROUTES, screen_class
from clockspades.tui.navigator import FOR_GUESTS


@pytest.mark.parametrize(("route", "where"), [(route, ROUTES.get(route)) for route in get_args(Route)])
def test_the_screen_of_each_route_takes_its_fields(route: type[Any], where: tuple[str, str] | None) -> None:
    assert where is not None, "no screen shows it"
    made = screen_class(*where)
    named = {each.__name__: each for each in (Comparison, DuelModel, Elsewhere)}
    fields, taken = get_type_hints(route, localns=named), get_type_hints(made.__init__)
    assert fields == {name: taken.get(name) for name in fields}
    signature(made).bind(**dict.fromkeys(fields))


def test_the_screen_of_the_lesson_takes_the_lesson_beside_the_fields_of_its_route() -> None:
    signature(screen_class(*LESSON)).bind(**dict.fromkeys([*get_type_hints(TableRoute), "lesson"]))


def test_a_guest_opens_a_table_elsewhere_or_all_else_but_never_both() -> None:
    assert {*FOR_GUESTS} == {LobbyRoute, TitleRoute}
    both = {HelpRoute, RulesRoute}
    assert {*FOR_GUESTS[LobbyRoute]} == {LobbyRoute, RemoteTableRoute, RemoteResultRoute, *both}
    assert {*FOR_GUESTS[TitleRoute]} == {*get_args(Route)} - {FriendsRoute, *FOR_GUESTS[LobbyRoute]} | both
