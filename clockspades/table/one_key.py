"""Answering with one key: where a digit or a letter points at something, that is chosen at once."""

from clockspades.table.model import AnyTableModel, Selection
from clockspades.table.table_rules import AnyTableRules, Choose

DIGITS = range(10)


def is_chosen(rules: AnyTableRules, model: AnyTableModel) -> bool:
    """Whether what a key has just pointed at can be done at once: no second digit can change it.

    Not where Enter does the same whatever is pointed at: there the key only looks at something.
    """
    untouched = model._replace(selection=Selection())
    if isinstance(rules.confirm(untouched), Choose) or not isinstance(rules.confirm(model), Choose):
        return False
    anew = model._replace(selection=model.selection._replace(typed=False))
    return all(rules.digit(model, digit) == rules.digit(anew, digit) for digit in DIGITS)
