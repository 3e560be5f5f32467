"""What guests in browsers take: ``python tests/bench/browser.py --guests 3``. It needs Linux and Chromium.

It opens a table of Spades with a page, lets guests sit down in Chromium, and prints the memory of each process: the
proportional set size, in which what processes share is divided among them.
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep


def memory(process: int) -> str:
    """The proportional and the private memory of a process."""
    text = Path(f"/proc/{process}/smaps_rollup").read_text()
    found = dict(re.findall(r"^(\w+): +(\d+) kB", text, re.MULTILINE))
    private = int(found["Private_Clean"]) + int(found["Private_Dirty"])
    return f"{int(found['Pss']) / 1024:.1f} MiB, private {private / 1024:.1f} MiB"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--guests", type=int, default=3, choices=range(1, 5))
    guests = parser.parse_args().guests
    from tests.browser.chromium import GuestPage, chromium

    bots = [word for seat in range(guests, 4) for word in ("--seat", f"{seat}=bot:random")]
    program = [sys.executable, "-m", "clockspades"]
    host = subprocess.Popen(
        [*program, "host", "spades", "--headless", "--insecure", "--listen", "127.0.0.1:0", *bots],
        stdout=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
    )
    page = subprocess.Popen(
        [*program, "browser", "--listen", "127.0.0.1:0"], stdin=host.stdout, stdout=subprocess.PIPE, text=True
    )
    try:
        assert page.stdout is not None
        address = page.stdout.readline().strip()
        with chromium() as browser:
            shown = [GuestPage(browser) for _ in range(guests)]
            for number, each in enumerate(shown):
                each.come_in(address, f"Guest {number}")
            for each in shown:
                each.see("You are dealt")
            shown[0].page.wait_for_timeout(5000)
            children = Path(f"/proc/{page.pid}/task/{page.pid}/children").read_text().split()
            print("page:", memory(page.pid))
            for child in children:
                print("guest:", memory(int(child)))
        since = monotonic()
        while any(Path(f"/proc/{child}").exists() for child in children):
            sleep(0.01)
        print(f"all have ended {monotonic() - since:.2f} s after the browser")
    finally:
        for process in (page, host):
            process.terminate()
            process.wait()


if __name__ == "__main__":
    main()
