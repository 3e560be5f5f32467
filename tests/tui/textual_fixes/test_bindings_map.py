"""A screen with bindings of its own."""

from textual.app import App
from textual.binding import Binding, BindingsMap
from textual.dom import DOMNode
from textual.screen import Screen

from clockspades.tui.textual_fixes.bindings_map import bindings_of, bindings_of_class, replace_bindings

TURN, CLOSE = Binding("space", "turn", id="turn"), Binding("escape", "close", id="close")


class Page(Screen[None]):
    BINDINGS = [TURN, CLOSE]  # noqa: RUF012 (Textual declares it)
    turned = 0

    def action_turn(self) -> None:
        self.turned += 1


def actions(bindings: BindingsMap, key: str) -> list[str]:
    return [binding.action for binding in bindings.key_to_bindings.get(key, ())]


def test_in_textual_only_the_application_can_bind_a_key_later() -> None:
    assert hasattr(App, "bind")
    assert not hasattr(DOMNode, "bind")
    assert not hasattr(Page, "bind")


def test_in_textual_the_map_of_a_screen_shares_its_lists_with_the_class() -> None:
    class Own(Page):
        BINDINGS = [Binding("space", "turn")]  # noqa: RUF012

    bindings_of(Own()).bind("space", "close")
    assert actions(bindings_of(Own()), "space") == ["turn", "close"]


def test_in_textual_a_keymap_takes_a_key_away_from_other_commands() -> None:
    bindings = BindingsMap([TURN, CLOSE])
    bindings.apply_keymap({"close": "space"})
    assert actions(bindings, "space") == ["close"]


async def test_only_one_screen_gets_other_bindings() -> None:
    async with App[None]().run_test() as pilot:
        changed, other = Page(), Page()
        replace_bindings(changed, BindingsMap([TURN.with_key("t")]))
        for screen, key in ((changed, "t"), (changed, "space"), (other, "space"), (other, "t")):
            if pilot.app.screen is not screen:
                await pilot.app.push_screen(screen)
            await pilot.press(key)
        assert (changed.turned, other.turned) == (1, 1)
        assert actions(bindings_of_class(Page), "space") == ["turn"]
