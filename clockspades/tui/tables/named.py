"""Things of this package by the name of a game, each imported when it is first asked for."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TypeVar

ThingT = TypeVar("ThingT")


class Named(Mapping[str, ThingT]):
    """For each name the module in this package and what is meant in it, as ``clogs:ClogsTable``."""

    def __init__(self, where: Mapping[str, str]) -> None:
        self._where = where

    def __getitem__(self, name: str) -> ThingT:
        module, _, thing = self._where[name].partition(":")
        found: ThingT = getattr(import_module(f"{__package__}.{module}"), thing)
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._where)

    def __len__(self) -> int:
        return len(self._where)
