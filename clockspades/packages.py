"""Packages that this program can lack, and how to add one: that depends on how the program was installed."""

import sys
from pathlib import Path
from typing import Final

from clockspades.language import NC_, wrong

NEEDED: Final = NC_("fault", "{package} is needed for {what}: run `{command}`")
NOT_HERE: Final = NC_(
    "fault",
    "{package} is needed for {what}, and can't be added to this copy of clockspades:"
    " install clockspades in a virtual environment",
)
BROKEN: Final = NC_("fault", "{package} is needed for {what}, but can't be loaded here: {error}")
NO_MODULE: Final = NC_("fault", "{module} is a part of Python that is missing here: install all of Python")


def needed(package: str, what: str, error: ImportError | None = None) -> str:
    """The end of a sentence on a package that is missing: what it is needed for, and the command that adds its extra.

    ``error`` came from importing it, if that was tried.
    """
    name = package.partition("[")[0]
    if error is not None and not isinstance(error, ModuleNotFoundError):
        return wrong(BROKEN, package=name, what=what, error=error)
    command = _command(_requirements(package))
    return wrong(NEEDED if command else NOT_HERE, package=name, what=what, command=command)


def not_imported(error: ImportError) -> str:
    """The end of a sentence on what any part of the program failed to import; empty if that is a module of our own."""
    module = (error.name or "").partition(".")[0]
    if module in ("", "clockspades"):
        return ""
    if module in sys.stdlib_module_names:
        return wrong(NO_MODULE, module=module)
    return needed(module.replace("_", "-"), "clockspades", error)


def _requirements(package: str) -> list[str]:
    """A package, and what else its extra has, with the versions that this program works with, as far as is known."""
    import re
    from importlib.metadata import PackageNotFoundError, requires

    try:
        known = [each.partition(";") for each in requires("clockspades") or []]
    except PackageNotFoundError:  # a checkout that is not installed
        known = []
    is_meant = re.compile(re.escape(package.partition("[")[0]) + r"(?![\w.-])", re.IGNORECASE).match
    extra = next((marker for named, _, marker in known if is_meant(named)), "")
    return [named.strip() for named, _, marker in known if (marker == extra if extra else is_meant(named))] or [package]


def _command(requirements: list[str]) -> str:
    """The command that adds packages to where this program is; empty if nothing can be added there."""
    import shlex
    from importlib.util import find_spec

    if not _is_open():
        return ""
    prefix = Path(sys.prefix)
    if (prefix / "pipx_metadata.json").exists():
        command = ["pipx", "inject", prefix.name]
    elif find_spec("pip") is not None:
        command = [sys.executable, "-m", "pip", "install"]
    else:
        command = ["uv", "pip", "install", "--python", sys.executable]
    return shlex.join([*command, *requirements])


def _is_open() -> bool:
    """Whether packages can be added: not to a ``.pyz`` file, a binary or a Debian package, which bring their own.

    Nor can they to the Python of a system that manages its packages itself.
    """
    import site
    import sysconfig

    if getattr(sys, "frozen", False):
        return False
    if sys.prefix == sys.base_prefix and Path(sysconfig.get_path("stdlib"), "EXTERNALLY-MANAGED").exists():
        return False
    where = Path(__file__).resolve().parents[1]
    folders = [*site.getsitepackages(), site.getusersitepackages()]
    return (where / "pyproject.toml").exists() or where in {Path(folder).resolve() for folder in folders}
