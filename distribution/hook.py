"""Hatch's hooks: put shell completion, languages and man pages into each wheel, and the project's page and addresses.

With ``CLOCKSPADES_COMPILED=1`` a wheel has compiled modules too, and is for one version of Python and one system.
"""

import os
import re
import sys
import tomllib
from gettext import GNUTranslations
from io import BytesIO
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


def is_compiled() -> bool:
    return os.environ.get("CLOCKSPADES_COMPILED", "0") not in ("", "0")


PICTURE: Final = re.compile(r'(!\[[^]]*\]\(|<img [^>]*src=")([^:)"]+)(?=[)"])')
LINK: Final = re.compile(r"(?<!!)\[([^]]*)\]\(([^:)#][^:)]*)\)")
"""A picture, and a link, to a file of this folder. Addresses have a colon."""


def index_page(readme: str, version: str) -> str:
    """The README for a page elsewhere, such as that on PyPI, which has no files beside it.

    Pictures and links lead to the files of the release. While it is not known where those are, there are no such links,
    and a line with a picture is left out.
    """
    repository = addresses().get("Source")
    if repository is None:
        lines = [line for line in readme.splitlines(keepends=True) if not PICTURE.search(line)]
        return LINK.sub(r"\1", "".join(lines))
    _, _, path = repository.partition("github.com/")
    readme = PICTURE.sub(rf"\1https://raw.githubusercontent.com/{path}/v{version}/\2", readme)
    return LINK.sub(rf"[\1]({repository}/blob/v{version}/\2)", readme)


class Metadata(MetadataHookInterface):
    """Says what the project is, and where."""

    def update(self, metadata: dict[str, Any]) -> None:
        readme = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["urls"] = {**addresses(), **self.config["urls"]}
        metadata["readme"] = {"content-type": "text/markdown", "text": index_page(readme, metadata["version"])}


class Hook(BuildHookInterface[Any]):
    """Writes the files when a wheel is built, to be installed below ``share``. ``completion`` prints its own copies."""

    def dependencies(self) -> list[str]:
        needed: list[str] = SETTINGS["project"]["optional-dependencies"]["compile"]
        return needed if is_compiled() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        sys.path.insert(0, self.root)
        try:
            from clockspades.cli.completion import COPY, SCRIPTS
            from clockspades.language import BUILT, SOURCE, use
            from distribution.compiler import compile_modules
            from distribution.completion import script
            from distribution.man_page import file_of, man_page
            from distribution.messages import complete
        finally:
            sys.path.remove(self.root)
        self._written = TemporaryDirectory(prefix="clockspades-")
        folder = Path(self._written.name)
        for language, catalogue in ((SOURCE, b""), *complete()):
            if catalogue:
                file = folder / f"{language}.mo"
                file.write_bytes(catalogue)
                build_data["force_include"][str(file)] = f"clockspades/locale/{language}/{BUILT.as_posix()}"
                use(language, GNUTranslations(BytesIO(catalogue)))
            page = folder / f"man.{language}"
            page.write_text(man_page(), encoding="utf-8")
            build_data["shared_data"][str(page)] = file_of(language)
        use(SOURCE)
        for shell, path in SCRIPTS.items():
            file = folder / COPY.format(shell=shell)
            file.write_text(script(shell), encoding="utf-8")
            build_data["shared_data"][str(file)] = path
            build_data["force_include"][str(file)] = f"clockspades/cli/{file.name}"
        if is_compiled() and version == "standard":
            build_data |= {"pure_python": False, "infer_tag": True}
            modules = folder / "modules"
            compile_modules(modules, Path(self.root))
            for module in filter(Path.is_file, modules.rglob("*")):
                build_data["force_include"][str(module)] = module.relative_to(modules).as_posix()

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        self._written.cleanup()
