"""Where the binary begins, in the program itself and in every process that it starts.

A binary has no Python. So each process is the binary again: ``multiprocessing`` starts those in which bots choose, and
``hosted_server`` starts the server of a table with ``-m``, as it would a Python.
"""

import os
import sys
from importlib import import_module
from multiprocessing import freeze_support

LIBRARIES = "LD_LIBRARY_PATH"
"""Where the system's loader looks first. PyInstaller points it to the libraries in the binary."""


def main() -> int:
    """Run what the arguments say; the exit status."""
    freeze_support()
    _leave_libraries_to_the_binary()
    if sys.argv[1:2] == ["-m"] and sys.argv[2:] and sys.argv[2].startswith("clockspades."):
        status: int = import_module(sys.argv[2]).main()
        return status
    from clockspades.cli import main as run_command

    return run_command()


def _leave_libraries_to_the_binary() -> None:
    """Give other programs, such as the pager, the libraries of their own system."""
    before = os.environ.pop(f"{LIBRARIES}_ORIG", None)
    os.environ.pop(LIBRARIES, None)
    if before is not None:
        os.environ[LIBRARIES] = before


if __name__ == "__main__":
    raise SystemExit(main())
