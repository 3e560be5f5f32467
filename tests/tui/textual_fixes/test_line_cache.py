"""The drawn lines of a widget go when it goes."""

import gc
from weakref import ref

import pytest
from textual._styles_cache import StylesCache
from textual.color import Color

from clockspades.tui.textual_fixes.mounted import AS_IT_WAS, let_go


def is_kept() -> bool:
    """Whether a cache of drawn lines outlives its widget."""
    cache = StylesCache()
    cache.get_inner_outer(Color(1, 2, 3), Color(3, 2, 1))
    kept = ref(cache)
    del cache
    gc.collect()
    return kept() is not None


def test_only_textual_keeps_the_lines_of_a_widget_that_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(StylesCache, "get_inner_outer", AS_IT_WAS)
    assert is_kept()
    AS_IT_WAS.cache_clear()
    let_go()
    assert not is_kept()


def test_styles_are_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(StylesCache, "get_inner_outer", AS_IT_WAS)
    colours = Color(1, 2, 3), Color(3, 2, 1)
    before = StylesCache().get_inner_outer(*colours)
    AS_IT_WAS.cache_clear()
    let_go()
    let_go()
    assert StylesCache().get_inner_outer(*colours) == before
