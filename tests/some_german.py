"""A small German catalogue for tests, instead of the program's own languages."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from clockspades import language
from distribution.messages import built


@contextmanager
def offered(words: Mapping[str, str], folder: Path, patch: pytest.MonkeyPatch) -> Iterator[None]:
    """Offer English and this German alone, built in a folder."""
    catalogue = Catalog(locale="de")
    for message, translation in words.items():
        catalogue.add(message, translation)
    path = folder / "de" / language.BUILT
    path.parent.mkdir(parents=True)
    path.write_bytes(built(catalogue))
    patch.setattr(language, "FOLDER", folder)
    _forget()
    yield
    language.use(language.SOURCE)
    _forget()


def _forget() -> None:
    language._built.cache_clear()
    language._as_built.cache_clear()
