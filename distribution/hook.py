"""Hatch's hook: put shell completion and the man page into each wheel."""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Hook(BuildHookInterface[Any]):
    """Writes the files when a wheel is built, to be installed below ``share``."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        sys.path.insert(0, self.root)
        try:
            from clockspades.cli.completion import SCRIPTS
            from distribution.completion import script
            from distribution.man_page import FILE, man_page
        finally:
            sys.path.remove(self.root)
        texts = {FILE: man_page(), **{path: script(shell) for shell, path in SCRIPTS.items()}}
        self._written = TemporaryDirectory(prefix="clockspades-")
        for number, (path, text) in enumerate(texts.items()):
            file = Path(self._written.name) / str(number)
            file.write_text(text, encoding="utf-8")
            build_data["shared_data"][str(file)] = path

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        self._written.cleanup()
