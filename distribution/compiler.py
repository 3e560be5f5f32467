"""Compile the modules where bots spend their time: ``python -m distribution.compiler OUT`` makes a package with them.

``pyproject.toml`` lists the modules, and CONTRIBUTING.md says what they must be like. mypyc needs a C compiler, and the
headers of Python. What it makes stands beside the modules, and is for one version of Python: any other takes the
modules as they are.
"""

import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from distribution.hook import SETTINGS

ROOT: Final = Path(__file__).parents[1]
MODULES: Final[list[str]] = SETTINGS["tool"]["clockspades"]["compiled"]
LIBRARY: Final = "clockspades__mypyc"
"""The module, beside the package, with the code of all others."""
SETUP: Final = f"""\
import sys
from setuptools import setup
from mypyc.build import mypycify

out, level, *paths = sys.argv[1:]
checks = ["--config-file=", "--follow-imports=silent", "--ignore-missing-imports", "--cache-dir=cache"]
modules = mypycify([*checks, *paths], opt_level=level, debug_level="0", group_name={LIBRARY.partition("__")[0]!r})
for module in modules:
    module.extra_compile_args.append("-ffp-contract=off")  # on ARM too, floats are to be those of plain Python
arguments = ["--quiet", "build_ext", "--build-lib", out, "--build-temp", "temp"]
setup(name="clockspades", packages=[], ext_modules=modules, script_args=arguments)
"""


class CompileError(Exception):
    """What is wrong, in one sentence."""


def compile_modules(out: Path, root: Path = ROOT, level: int = 2) -> None:
    """Compile the modules of a checkout into a folder, where they stand as in the package; CompileError if not.

    The higher the level, up to 3, the faster is the code, and the longer takes the compiler.
    """
    with TemporaryDirectory() as folder:
        shutil.copytree(root / "clockspades", Path(folder, "clockspades"), ignore=shutil.ignore_patterns("__pycache__"))
        command = [sys.executable, "-c", SETUP, str(out.absolute()), str(level), *MODULES]
        done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        raise CompileError(f"the modules cannot be compiled, which needs mypy and a C compiler:\n{done.stdout}")


def compiled_package(out: Path, root: Path = ROOT, level: int = 2) -> None:
    """Make a copy of the package of a checkout in a new folder, with its modules compiled."""
    compile_modules(out, root, level)
    package = Path("clockspades")
    shutil.copytree(root / package, out / package, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))


if __name__ == "__main__":
    try:
        compiled_package(Path(sys.argv[1]))
    except CompileError as error:
        sys.exit(f"distribution.compiler: {error}")
