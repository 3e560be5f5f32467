"""Build what people download: ``python -m distribution.build all --out DIR``.

It needs Linux, Python 3.11 with its headers, a C compiler, and ``pip install '.[download]'``. The same commit makes the
same files on the same system: versions of packages are those of ``pins.txt``, and times are that of the commit, or
``SOURCE_DATE_EPOCH``.
"""

import argparse
import gzip
import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple
from zipfile import ZipFile

from clockspades import __version__
from distribution.compiler import LIBRARY, CompileError, compile_modules
from distribution.hook import DESCRIPTION, addresses

ROOT: Final = Path(__file__).parents[1]
PINS: Final = Path(__file__).with_name("pins.txt")
FORMULA: Final = Path(__file__).with_name("homebrew.rb")
SUMS: Final = "SHA256SUMS"
PYTHONS: Final = ("3.11", "3.12", "3.13", "3.14")
"""The versions of Python that the ``.pyz`` file and the Debian package run with, and bring compiled modules for."""
GLIBC: Final = (28, 17)
"""The GNU C libraries 2.x, the newest first, that compiled modules are made for."""
DEBIAN: Final = {"x86_64": "amd64", "aarch64": "arm64"}
"""What Debian calls a machine."""
INSTALLED: Final = "usr/lib/clockspades"
NOT_BUNDLED: Final = ("_tkinter", "aiohttp", "dask", "distributed", "numpy", "textual_serve", "tkinter")
"""What the program imports only if it is there."""
LAZY: Final = ("clockspades", "textual", "rich", "zeroconf")
"""Packages that import some of their modules by name, which PyInstaller cannot see."""
LAUNCHER: Final = f"""\
#!/usr/bin/python3 -I
import sys

sys.path.insert(0, "/{INSTALLED}")

from clockspades.cli import main

if __name__ == "__main__":  # processes that the program starts read this file too
    raise SystemExit(main())
"""
NEEDS_PYTHON: Final = f"""\
import sys

if sys.version_info < (3, 11):
    sys.exit("clockspades needs Python {PYTHONS[0]} or later, and this is Python %d.%d" % sys.version_info[:2])
"""
CONTROL: Final = """\
Package: clockspades
Version: {version}
Architecture: {architecture}
Maintainer: The Clockspades authors <clockspades@localhost>
Installed-Size: {size}
Depends: python3 (>= {first}), python3 (<< {after}), libc6 (>= 2.{glibc})
Section: games
Priority: optional
{homepage}Description: {description}
 Play alone, against bots that think ahead, or with friends, at one keyboard
 or each at their own. The package brings the Python packages that it needs.
"""
AFTER_INSTALL: Final = f"""\
#!/bin/sh
set -e
if [ "$1" = configure ]; then python3 -m compileall -q /{INSTALLED} || true; fi
"""
BEFORE_REMOVAL: Final = f"""\
#!/bin/sh
set -e
find /{INSTALLED} -depth -type d -name __pycache__ -exec rm -r '{{}}' ';'
"""
DESKTOP_ENTRY: Final = """\
[Desktop Entry]
Type=Application
Name=Clockspades
Comment={description}
Exec=clockspades
Icon=applications-games
Terminal=true
Categories=Game;CardGame;
"""


class BuildError(Exception):
    """What is wrong, in one sentence."""


class Parts(NamedTuple):
    """What every download is made of."""

    wheel: Path
    sdist: Path
    packages: Path
    """A folder with the program and the packages that it needs, for each Python of :data:`PYTHONS`."""
    compiled: Path
    """The same with compiled modules of the program, for those versions of Python that have them."""
    out: Path
    epoch: int
    """The time of everything, in seconds."""


def build_pyz(parts: Parts) -> Path:
    """One file that any Python runs."""
    made = parts.out / f"clockspades-{__version__}-linux-{platform.machine()}.pyz"
    with TemporaryDirectory() as folder:
        preamble = Path(folder) / "needs_python.py"
        preamble.write_text(NEEDS_PYTHON)
        _run(
            *(sys.executable, "-m", "shiv", "--reproducible", "--compressed", "--entry-point", "clockspades.cli:main"),
            *("--python", "/usr/bin/env python3", "--preamble", preamble),
            *("--site-packages", parts.packages, "--output-file", made),
        )
    return made


def build_binary(parts: Parts) -> Path:
    """One file that needs no Python. It needs a GNU C library as new as the one here."""
    made = parts.out / f"clockspades-{__version__}-linux-{platform.machine()}"
    with TemporaryDirectory() as folder:
        _run(
            *(sys.executable, "-m", "PyInstaller", "--onefile", "--name", made.name, "--log-level", "WARN"),
            *("--paths", parts.compiled, "--distpath", parts.out, "--workpath", folder, "--specpath", folder),
            *("--collect-data", "clockspades", "--collect-data", "textual", "--collect-all", "autobahn"),
            *(word for package in LAZY for word in ("--collect-submodules", package)),
            *("--hidden-import", LIBRARY),
            *(word for package in NOT_BUNDLED for word in ("--exclude-module", package)),
            shutil.copy2(
                Path(__file__).with_name("frozen.py"), folder
            ),  # PyInstaller prefers what is beside its package
            PYTHONPATH=str(parts.compiled),
            PYTHONSAFEPATH="1",  # the installed program, not that of this checkout
            PYTHONHASHSEED="0",
        )
    return made


def build_deb(parts: Parts) -> Path:
    """A package for Debian, Ubuntu and their relatives, with everything but Python."""
    architecture = DEBIAN[platform.machine()]
    made = parts.out / f"clockspades_{__version__}_{architecture}.deb"
    with TemporaryDirectory() as folder:
        tree = Path(folder)
        shutil.copytree(parts.compiled, tree / INSTALLED)
        shutil.move(tree / INSTALLED / "share", tree / "usr" / "share")
        share = tree / "usr" / "share"
        # Debian's zsh looks in another folder than that of an environment
        shutil.move(share / "zsh" / "site-functions", share / "zsh" / "vendor-completions")
        for page in [*share.glob("man/**/*.1")]:
            page.with_suffix(".1.gz").write_bytes(gzip.compress(page.read_bytes(), mtime=0))
            page.unlink()
        _write(tree / "usr" / "bin" / "clockspades", LAUNCHER, mode=0o755)
        _write(
            share / "applications" / "clockspades.desktop",
            DESKTOP_ENTRY.format(description=DESCRIPTION.partition(":")[0]),
        )
        _write(share / "doc" / "clockspades" / "copyright", _licences(parts.compiled))
        homepage = addresses().get("Homepage")
        control = CONTROL.format(
            version=__version__,
            architecture=architecture,
            size=sum(path.stat().st_size for path in tree.rglob("*") if path.is_file()) // 1024,
            first=PYTHONS[0],
            after=f"3.{int(PYTHONS[-1].partition('.')[2]) + 1}",
            glibc=GLIBC[0],
            homepage=f"Homepage: {homepage}\n" if homepage else "",
            description=DESCRIPTION.partition(":")[0],
        )
        _write(tree / "DEBIAN" / "control", control)
        _write(tree / "DEBIAN" / "postinst", AFTER_INSTALL, mode=0o755)
        _write(tree / "DEBIAN" / "prerm", BEFORE_REMOVAL, mode=0o755)
        for path in (tree, *tree.rglob("*")):
            path.chmod(0o755 if path.is_dir() or path.stat().st_mode & 0o100 else 0o644)
            os.utime(path, (parts.epoch, parts.epoch))
        _run("dpkg-deb", "--root-owner-group", "-Zxz", "--build", tree, made)
    return made


KINDS: Final[Mapping[str, Callable[[Parts], Path]]] = {"pyz": build_pyz, "binary": build_binary, "deb": build_deb}


def build(kinds: Iterable[str], out: Path, wheels: Path | None) -> None:
    """Build the downloads of these kinds, the wheel and the sdist, with their checksums; BuildError if one fails.

    The compiled modules are those of some wheels, which are downloads too, or are made for this Python.
    """
    epoch = int(os.environ.get("SOURCE_DATE_EPOCH") or _said_by("git", "log", "-1", "--format=%ct"))
    os.environ["SOURCE_DATE_EPOCH"] = str(epoch)
    ready = [] if wheels is None else _compiled_wheels(wheels)
    out = out.absolute()
    if out.exists() and any(out.iterdir()):
        raise BuildError(f"--out: {out} has files already")
    out.mkdir(parents=True, exist_ok=True)
    _run(sys.executable, "-m", "hatchling", "build", "--directory", out, CLOCKSPADES_COMPILED="0")
    (wheel,), (sdist,) = out.glob("*.whl"), out.glob("*.tar.gz")
    with TemporaryDirectory() as folder:
        packages, compiled = Path(folder) / "packages", Path(folder) / "compiled"
        _install(wheel, packages)
        shutil.copytree(packages, compiled)
        for made in ready:
            shutil.copy2(made, out)
            with ZipFile(made) as archive:
                archive.extractall(compiled, [name for name in archive.namelist() if name.endswith(".so")])
        if not ready:
            compile_modules(compiled)
        parts = Parts(wheel, sdist, packages, compiled, out, epoch)
        for kind in kinds:
            KINDS[kind](parts)
    _write_formula(parts)
    sums = [f"{_sum(path)}  {path.name}\n" for path in sorted(out.iterdir())]
    (out / SUMS).write_text("".join(sums))


def _compiled_wheels(folder: Path) -> list[Path]:
    """The wheels in a folder with compiled modules, one for each Python; BuildError if one is missing."""
    found = list[Path]()
    for python in PYTHONS:
        name = f"clockspades-{__version__}-cp{python.replace('.', '')}-*{platform.machine()}.whl"
        for wheel in folder.glob(name):
            found.append(wheel)
            break
        else:
            raise BuildError(f"--wheels: {folder} has no {name}")
    return found


def check_release(tag: str, repository: str) -> None:
    """Check that a tag and a repository are those that the program names; BuildError if not."""
    if tag != f"v{__version__}":
        raise BuildError(f"--release: the tag is {tag}, and the version is {__version__}")
    if repository != addresses().get("Source"):
        raise BuildError(f"--release: {repository} is not the `repository` of pyproject.toml")


def pin(wheel: Path) -> None:
    """Write ``pins.txt`` again, with the newest versions that the program works with."""
    with TemporaryDirectory() as folder:
        _pip(wheel, Path(folder), PYTHONS[0])
        first = "# What the downloads bring, written by `python -m distribution.build pins`.\n"
        PINS.write_text(first + "".join(f"{name}=={version}\n" for name, version in _versions(Path(folder)).items()))


def _install(wheel: Path, packages: Path) -> None:
    """Install a wheel with what it needs for every Python into one folder: they differ in compiled modules only."""
    _pip(wheel, packages, PYTHONS[0], "--constraint", PINS)
    pinned = dict(line.split("==") for line in PINS.read_text().splitlines() if not line.startswith("#"))
    if _versions(packages) != pinned:
        raise BuildError("pins.txt has other packages than the program needs: run `python -m distribution.build pins`")
    for python in PYTHONS[1:]:
        with TemporaryDirectory() as folder:
            _pip(wheel, Path(folder), python, "--constraint", PINS)
            for module in Path(folder).rglob("*.so"):
                target = packages / module.relative_to(folder)
                if not target.exists():
                    shutil.copy2(module, target)
    shutil.rmtree(packages / "bin")
    for record in packages.glob("*.dist-info/RECORD"):
        record.unlink()  # it lists what pip put elsewhere
    for direct in packages.glob("*.dist-info/direct_url.json"):
        direct.unlink()  # it has the name of a folder of this machine


def _pip(wheel: Path, target: Path, python: str, *options: str | Path) -> None:
    machine = platform.machine()
    tags = [f"manylinux_2_{minor}_{machine}" for minor in range(GLIBC[0], GLIBC[1] - 1, -1)] + [
        f"manylinux2014_{machine}"
    ]
    _run(
        *(sys.executable, "-m", "pip", "install", "--quiet", "--no-compile", "--only-binary=:all:", "--target", target),
        *(
            "--implementation",
            "cp",
            "--python-version",
            python,
            *(word for tag in tags for word in ("--platform", tag)),
        ),
        *(*options, f"clockspades[friends] @ {wheel.as_uri()}"),
    )


def _versions(packages: Path) -> dict[str, str]:
    """The packages that were installed with the program, and their versions."""
    found = (path.name.removesuffix(".dist-info").split("-") for path in packages.glob("*.dist-info"))
    return {name.lower().replace("_", "-"): version for name, version in sorted(found) if name != "clockspades"}


def _licences(packages: Path) -> str:
    """The licence of the program, and those of the packages beside it."""
    texts = [(ROOT / "LICENSE").read_text(encoding="utf-8")]
    for info in sorted(packages.glob("*.dist-info")):
        if not info.name.startswith("clockspades-"):
            licences = sorted(path for path in info.rglob("*") if re.match("LICEN[CS]E|COPYING|NOTICE", path.name))
            text = "\n".join(path.read_text(encoding="utf-8") for path in licences if path.is_file())
            texts.append(f"{info.name.removesuffix('.dist-info')}, in /{INSTALLED}:\n\n{textwrap.indent(text, '  ')}")
    return "\n\n".join(texts)


def _write_formula(parts: Parts) -> None:
    """A formula for Homebrew, if the address of the repository is known."""
    source = addresses().get("Source")
    if source is not None:
        url = f"{source}/releases/download/v{__version__}/{parts.sdist.name}"
        text = FORMULA.read_text(encoding="utf-8")
        for name, value in {"HOMEPAGE": source, "URL": url, "SHA256": _sum(parts.sdist), "DESC": DESCRIPTION}.items():
            text = text.replace(f"@{name}@", value)
        (parts.out / "clockspades.rb").write_text(text, encoding="utf-8")


def _sum(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _write(path: Path, text: str, *, mode: int = 0o644) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    path.chmod(mode)


def _run(*command: str | Path, **variables: str) -> None:
    try:
        subprocess.run(command, cwd=ROOT, env={**os.environ, **variables}, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise BuildError(f"{Path(command[0]).name} failed: {error}") from error


def _said_by(*command: str) -> str:
    try:
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError) as error:
        raise BuildError("this is no clone, which has a time: set SOURCE_DATE_EPOCH") from error


def main(argv: Sequence[str] | None = None) -> int:
    """Build what the arguments say; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m distribution.build", description="Build what people download.")
    parser.add_argument("kind", choices=[*KINDS, "all", "pins"], help="what to build; pins writes pins.txt again")
    parser.add_argument("--out", type=Path, default=Path("dist"), metavar="DIR", help="an empty folder (default: dist)")
    parser.add_argument(
        "--wheels",
        type=Path,
        metavar="DIR",
        help="wheels with compiled modules, one for each Python (default: compile for this Python alone)",
    )
    parser.add_argument(
        "--release",
        nargs=2,
        metavar=("TAG", "ADDRESS"),
        help="build nothing unless the program has this tag and address",
    )
    typed = parser.parse_args(argv)
    try:
        if typed.release is not None:
            check_release(*typed.release)
        if sys.platform != "linux" or platform.machine() not in DEBIAN:
            raise BuildError("downloads are built on Linux, for x86_64 and aarch64")
        if typed.kind == "pins":
            with TemporaryDirectory() as folder:
                _run(sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", folder)
                pin(next(Path(folder).glob("*.whl")))
        else:
            build(KINDS if typed.kind == "all" else [typed.kind], typed.out, typed.wheels)
    except (BuildError, CompileError) as error:
        print(f"distribution.build: {error}", file=sys.stderr)  # noqa: T201
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
