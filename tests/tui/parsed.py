"""Style sheets that are parsed once for all the applications of a test run, not anew for each."""

from functools import cache
from typing import Any

from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet

_parse_rules = Stylesheet._parse_rules


def parse_rules(sheet: Stylesheet, *source: Any, **more: Any) -> list[RuleSet]:
    """The rules of a source; as in one application, widgets of several share them."""
    return _parsed(tuple(sheet._variables.items()), source, tuple(more.items()))


@cache
def _parsed(
    variables: tuple[tuple[str, str], ...], source: tuple[Any, ...], more: tuple[tuple[str, Any], ...]
) -> list[RuleSet]:
    return _parse_rules(Stylesheet(variables=dict(variables)), *source, **dict(more))
