"""Where the binary begins, in the program itself and in every process that it starts.

A binary has no Python. So each process is the binary again: ``multiprocessing`` starts those in which bots choose, and
``own_process`` starts the others with ``-m``, as it would a Python.
"""

import sys
from importlib import import_module
from multiprocessing import freeze_support


def main() -> int:
    """Run what the arguments say; the exit status."""
    freeze_support()
    if sys.argv[1:2] == ["-m"] and sys.argv[2:] and sys.argv[2].startswith("clockspades."):
        status: int = import_module(sys.argv[2]).main()
        return status
    from clockspades.cli import main as run_command

    return run_command()


if __name__ == "__main__":
    raise SystemExit(main())
