"""Hatch's hooks: put shell completion and the man page into each wheel, and the project's addresses into it."""

import sys
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

SETTINGS: Final[dict[str, Any]] = tomllib.loads(
    Path(__file__).parents[1].joinpath("pyproject.toml").read_text(encoding="utf-8")
)
DESCRIPTION: Final[str] = SETTINGS["project"]["description"]


def addresses() -> dict[str, str]:
    """By name the project's addresses, which follow from that of its repository, and none while that is empty."""
    repository: str = SETTINGS["tool"]["clockspades"]["repository"].rstrip("/")
    if not repository:
        return {}
    _, _, _, owner, name = repository.split("/")
    return {
        "Homepage": repository,
        "Documentation": f"https://{owner.lower()}.github.io/{name}/",
        "Source": repository,
        "Issues": f"{repository}/issues",
        "Changelog": f"{repository}/blob/main/CHANGELOG.md",
    }


class Addresses(MetadataHookInterface):
    """Says where the project is."""

    def update(self, metadata: dict[str, Any]) -> None:
        metadata["urls"] = {**addresses(), **self.config["urls"]}


class Hook(BuildHookInterface[Any]):
    """Writes the files when a wheel is built, to be installed below ``share``. ``completion`` prints its own copies."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        sys.path.insert(0, self.root)
        try:
            from clockspades.cli.completion import COPY, SCRIPTS
            from distribution.completion import script
            from distribution.man_page import FILE, man_page
        finally:
            sys.path.remove(self.root)
        self._written = TemporaryDirectory(prefix="clockspades-")
        folder = Path(self._written.name)
        page = folder / "man"
        page.write_text(man_page(), encoding="utf-8")
        build_data["shared_data"][str(page)] = FILE
        for shell, path in SCRIPTS.items():
            file = folder / COPY.format(shell=shell)
            file.write_text(script(shell), encoding="utf-8")
            build_data["shared_data"][str(file)] = path
            build_data["force_include"][str(file)] = f"clockspades/cli/{file.name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        self._written.cleanup()
