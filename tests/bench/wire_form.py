"""How large the points of games are on the wire, and how long it takes to write and to read one.

    python tests/bench/wire_form.py

Every golden log goes to every seat and a spectator, point by point. A line for each form of a game has the bytes of a
point with what changed (the median, the 99th percentile and the most), the most for somebody who has just joined, and
microseconds of processor time.
"""

import argparse
import sys
from collections import defaultdict
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[2]))

from clockspades.games.catalogue import GAMES
from clockspades.network.wire.form import read_point, write_point
from clockspades.network.wire.messages import FRAME, MOST_BYTES
from tests.conformance.golden import golden_logs
from tests.network.network_games import onlookers, read, seen_points


def main() -> None:
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    changes: dict[str, list[int]] = defaultdict(list)
    whole: dict[str, list[int]] = defaultdict(list)
    seconds: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for game in GAMES:
        for session in map(read, golden_logs(game)):
            for eyes in onlookers(session):
                before = None
                for point in seen_points(session, eyes):
                    begin = process_time()
                    frame = FRAME.write({"point": write_point(game, point, eyes, before)})
                    written = process_time()
                    read_point(game, FRAME.read_object(frame)["point"], before)
                    seconds[session.title][0] += written - begin
                    seconds[session.title][1] += process_time() - written
                    changes[session.title].append(len(frame.encode()))
                    joining = FRAME.write({"point": write_point(game, point, eyes)})
                    whole[session.title].append(len(joining.encode()))
                    before = point.view
    print(f"{'':20} {'points':>7} {'median':>7} {'99 %':>7} {'most':>7} {'joining':>8} {'write':>6} {'read':>6}")
    for title, sizes in changes.items():
        sizes.sort()
        write, reading = (each / len(sizes) * 1e6 for each in seconds[title])
        middle, high = sizes[len(sizes) // 2], sizes[len(sizes) * 99 // 100]
        figures = f"{len(sizes):7} {middle:7} {high:7} {sizes[-1]:7} {max(whole[title]):8} {write:6.0f} {reading:6.0f}"
        print(f"{title:20} {figures}")
    print(f"A frame has room for {MOST_BYTES} bytes.")


if __name__ == "__main__":
    main()
