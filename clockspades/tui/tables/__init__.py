"""The tables: how what a game says of its table comes to stand on the screen, and how it is played there.

They know no game: a game says in its rules for the table what is on it. The rules are imported when the table is first
shown, and with them the kind of table that they need, so that no game waits for another's.
"""

from clockspades.games.catalogue import table_rules
from clockspades.table.parts import Kind, each_part
from clockspades.tui.tables.table import DialTable, Table


def table_of(game_name: str) -> Table:
    """A table for a game: round for one of tricks, otherwise with a dial or rows of cards."""
    rules = table_rules(game_name)
    if any(part.kind is Kind.ROUND for part in each_part(rules.parts)):
        from clockspades.tui.tables.trick_table import TrickTable

        return TrickTable(game_name, rules)
    return DialTable(game_name, rules)
