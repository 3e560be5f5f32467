"""What is being removed handles nothing, and what it put off is not called."""

import asyncio

import pytest
from textual import events
from textual.app import App, ComposeResult
from textual.message import Message
from textual.widget import Widget

from clockspades.tui.textual_fixes.mounted import MountedOnly, is_going


class Probe(Widget):
    """Keeps what reaches it."""

    class Asked(Message):
        pass

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[str] = []

    def on_probe_asked(self) -> None:
        self.heard.append("message")

    def on_resize(self) -> None:
        self.heard.append("resize")

    def hear(self) -> None:
        self.heard.append("call")


class MountedProbe(MountedOnly, Probe):
    """Keeps what reaches it until it is removed."""


class ProbeApp(App[None]):
    def __init__(self, kind: type[Probe]) -> None:
        super().__init__()
        self._kind = kind

    def compose(self) -> ComposeResult:
        yield self._kind()


@pytest.mark.parametrize("late", ["message", "call", "resize", "call after refresh"])
@pytest.mark.parametrize("kind", [Probe, MountedProbe], ids=["textual", "fixed"])
async def test_only_textual_lets_a_widget_handle_what_comes_while_it_is_removed(kind: type[Probe], late: str) -> None:
    """``late`` is what comes just before."""
    app = ProbeApp(kind)
    async with app.run_test() as pilot:
        probe = app.query_one(kind)
        await pilot.pause()
        probe.heard.clear()
        if late == "call after refresh":
            probe.call_after_refresh(probe.hear)
            while not app.screen._callbacks:
                await asyncio.sleep(0)
        elif late == "message":
            probe.post_message(Probe.Asked())
        elif late == "call":
            probe.call_later(probe.hear)
        else:
            probe.post_message(events.Resize(app.size, app.size))
        assert not is_going(probe)
        removed = probe.remove()
        assert is_going(probe)
        await removed
        await pilot.pause()
        assert not app.query(kind)
        assert probe.heard == ([late.partition(" ")[0]] if kind is Probe else [])
