"""The whole way of a guest: a link, a name, a seat, a move with the mouse, the page loaded again, and the end."""

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

import pytest

if sys.platform == "win32":
    pytest.skip("the page is served on Unix only", allow_module_level=True)

from clockspades.guests.bounds import MOST_MEMORY
from tests.guests.chromium import GuestPage, chromium

PATIENCE = 60.0
HOST = ("host", "spades", "--headless", "--insecure", "--listen", "127.0.0.1:0")
BOTS = ("--seat", "1=bot:random", "--seat", "2=bot:random", "--seat", "3=bot:random")


class Server:
    """The process that serves a page, which can be killed and started again."""

    def __init__(self, invitation: str) -> None:
        self._invitation, self._listen = invitation, "127.0.0.1:0"
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "clockspades", "browser", "--listen", self._listen],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(self._invitation)
        self.process.stdin.close()
        self.address = self.process.stdout.readline().strip()
        self._listen = self.address.partition("//")[2].partition("/")[0]

    def end(self, number: int = signal.SIGTERM) -> None:
        self.process.send_signal(number)
        self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()

    @property
    def guests(self) -> list[int]:
        """The processes of guests."""
        number = self.process.pid
        return [int(each) for each in Path(f"/proc/{number}/task/{number}/children").read_text().split()]


@contextmanager
def a_table_in_a_page() -> Iterator[Server]:
    """A page with a table of one person and three bots."""
    host = subprocess.Popen(
        [sys.executable, "-m", "clockspades", *HOST, *BOTS], stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True
    )
    assert host.stdout is not None
    try:
        server = Server(host.stdout.readline())
        try:
            yield server
        finally:
            server.end()
    finally:
        host.terminate()
        host.wait(PATIENCE)
        host.stdout.close()


def gone(process: int) -> None:
    """Wait until a process has ended."""
    end = monotonic() + PATIENCE
    while Path(f"/proc/{process}").exists():
        state = Path(f"/proc/{process}/stat")
        if state.exists() and " Z " in state.read_text():
            return  # who started it has ended, and nobody has asked for its status yet
        assert monotonic() < end, "the process goes on"
        sleep(0.05)


@pytest.mark.skipif(sys.platform != "linux", reason="it looks into /proc")
def test_a_guest_sits_down_plays_and_returns_to_the_same_seat() -> None:
    with a_table_in_a_page() as server, chromium() as browser:
        address, _, code = server.address.partition("#")
        guest = GuestPage(browser, density=2)
        guest.come_in(server.address, "Zoë")

        bids = guest.see(r"nil +1 +2 +(3) ")
        assert guest.canvas == (2.0, 2.0), "the whole table is drawn, in each pixel of the screen"
        hand = _dealt(guest)
        assert len(hand) == 13
        (process,) = server.guests
        _is_bounded(process, code)
        guest.click(bids.start(1))
        guest.see("You bid 3")

        guest.forget()
        guest.page.reload()
        guest.see("You bid 3")
        assert _dealt(guest) == hand
        gone(process)
        (process,) = server.guests
        first = guest.see("[┏╔]..1..[┓╗]").start()
        played = guest.text[first + guest.columns + 2 :][:3].strip()  # in the line below its number
        guest.click(first + 3)
        guest.see(rf"You (?:play|lead) the {played}")

        # another profile has no cookie: whoever sits there sits elsewhere
        stranger = GuestPage(browser)
        stranger.page.add_init_script("navigator.standalone = false")  # as on an iPhone
        stranger.page.goto(address)
        assert stranger.page.get_by_label("The code of the table").is_visible()
        stranger.come_in(server.address, "Ben")
        stranger.see("All seats are taken")
        assert stranger.page.url.endswith(f"#{code}"), "an icon of an iPhone opens this address, with other cookies"
        assert not stranger.page.locator("link[rel=manifest]").count()
        assert code not in guest.page.url
        stranger.page.close()

        guest.page.keyboard.press("q")
        guest.page.get_by_text("You have left the table.").wait_for(timeout=PATIENCE * 1000)
        gone(process)
        guest.forget()
        guest.page.get_by_role("link", name="Return to the table").click()
        guest.see("You bid 3")
        assert _dealt(guest) == hand

        # a guest's process ends with a server that is killed, and the page returns once there is another one
        (process,) = server.guests
        server.end(signal.SIGKILL)
        gone(process)
        guest.page.get_by_text("The connection was cut.").wait_for(timeout=PATIENCE * 1000)
        guest.forget()
        server.start()
        guest.see("You bid 3")
        assert _dealt(guest) == hand
        assert not guest.elsewhere
        assert not stranger.elsewhere


@pytest.mark.skipif(sys.platform != "linux", reason="it needs Chromium")
def test_a_phone_shows_the_whole_table_plays_by_taps_and_returns_after_it_was_offline() -> None:
    with a_table_in_a_page() as server, chromium() as browser:
        guest = GuestPage(browser, 360, 640, density=3, is_phone=True)
        guest.come_in(server.address, "Zoë")
        bids = guest.see(r"nil +1 +2 +(3) ")
        assert guest.canvas == (3.0, 3.0)
        assert guest.fits()
        assert guest.page.evaluate("() => [...document.fonts].every(each => each.status === 'loaded')")
        for button in guest.page.locator("#keys button").all():
            box = button.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 44
        guest.tap(bids.start(1), rows_below=-0.9)  # a finger covers more than the number
        guest.see(r"▸ You[^▸]+of 3 ")
        guest.see("[┏╔].?1.?[━╗┓┏]")
        for width, height in ((640, 360), (740, 170), (320, 568), (360, 640)):
            guest.page.set_viewport_size({"width": width, "height": height})
            guest.until(guest.fits, f"the table at {width}x{height}")
            guest.see(r"\? help .*\Z")
        guest.page.get_by_role("button", name="Help").tap()
        guest.see("All keys of this screen")
        guest.page.get_by_role("button", name="Esc").tap()
        card = guest.see("[┏╔].?1.?[━╗┓┏]").start()
        played = guest.text[card + guest.columns + 2 :][:3].strip()
        guest.tap(card + 1)
        guest.until(lambda: played not in guest.text.splitlines()[-5], "the card leaves the hand")

        guest.page.context.set_offline(True)
        guest.page.get_by_text("You are offline.").wait_for(timeout=PATIENCE * 1000)
        guest.forget()
        guest.page.context.set_offline(False)
        guest.see("of 3 ")
        assert not guest.page.locator("#closed").is_visible()
        assert len(server.guests) == 1


def _is_bounded(process: int, code: str) -> None:
    """Check what a guest's process has, and what others can see of it."""
    place = Path(f"/proc/{process}")
    assert code.encode() not in (place / "cmdline").read_bytes()
    assert code.encode() not in (place / "environ").read_bytes()
    limits = (place / "limits").read_text()
    assert re.search(rf"Max data size +{MOST_MEMORY} ", limits)
    assert re.search(r"Max core file size +0 ", limits)
    used = re.search(r"^Pss: +(\d+) kB", (place / "smaps_rollup").read_text(), re.MULTILINE)
    assert used is not None
    assert int(used[1]) < 100 << 10, "docs/deploy.md says 42 MiB"


def _dealt(guest: GuestPage) -> list[str]:
    """The cards that the log says were dealt, in two lines of it."""
    at = guest.see("You are dealt").start() % (guest.columns + 1)
    lines = guest.text.splitlines()
    first = next(number for number, line in enumerate(lines) if "You are dealt" in line)
    return re.findall(r"(?:10|[2-9JQKA])[♠♥♦♣]", " ".join(line[at:] for line in lines[first : first + 2]))
