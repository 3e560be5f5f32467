"""The language that nobody speaks finds what was not translated, what is glued, and what is cut."""

import pytest

from clockspades.engine.wording import said
from clockspades.language import _, pgettext
from tests.pseudo import faults, is_cut, pseudo, spoken


def test_it_is_longer_and_keeps_arguments_and_wordings() -> None:
    assert pseudo("[You play|{name} plays] the {card}.") == "⟦[Ýóóúú þļááý|{name} þļááýš] ţħéé {card}.⟧"
    with spoken():
        assert _("{name} is there.", name="Ana") == "⟦Ana íš ţħééřéé.⟧"
        assert (
            said(("Ana",), 0, "[You play|{name} plays] {suit}", suit=pgettext("suit", "clubs"))
            == "⟦Ana þļááýš ‹çļúḅš›⟧"
        )
    assert _("{name} is there.", name="Ana") == "Ana is there."


def test_what_is_wrong_with_a_text_is_found() -> None:
    assert faults("⟦Ana íš ţħééřé.⟧ 7♠ ‹çļúḅš› h", {"Ana"}) == []
    assert faults("⟦Ana íš there.⟧") == ["Ana", "there"]
    assert faults("‹çļúḅ›s") == ["‹çļúḅ›s is glued"]
    assert faults("⟦Á: ⟦ḃ⟧.⟧") == ["⟦Á: ⟦ḃ⟧ holds another"]
    assert [is_cut(text) for text in ("⟦Á⟧ ⟦‹ḃ›⟧", "⟦Á…", "Á⟧")] == [False, True, True]
    with spoken(), pytest.raises(AssertionError, match="holds"):
        _("{what} again", what=_("Press Enter"))
    with spoken(), pytest.raises(AssertionError, match="holds"):
        said(("Ana",), 0, "{name}: {what}", what=_("Press Enter"))
