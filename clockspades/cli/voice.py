"""The voices of line mode and of reports on standard output, with cards named as the player's settings say.

Line mode is plain on a terminal too: colours say nothing to a screen reader, and some read their codes aloud.
"""

from clockspades.cli.output import complain, present, say
from clockspades.plain.plain_voice import Cards, Voice
from clockspades.saved.settings import SettingsError, load, save


def reader() -> Voice:
    """What prints a report of a saved game, with cards named as the settings say. It changes no settings file.

    Who has cards in words listens: then there are no colours and no pager.
    """
    cards = load(sets_aside=False).settings.line_cards
    return Voice(say if cards == "words" else present, cards)


def voice() -> Voice:
    """What speaks to the player, with cards named as the settings say."""
    loaded = load()
    if loaded.complaint:
        complain(f"clockspades: {loaded.complaint}")

    def keep(cards: Cards) -> str:
        try:
            save(loaded.settings._replace(line_cards=cards), loaded.settings)
        except SettingsError as error:
            return str(error)
        return ""

    return Voice(say, loaded.settings.line_cards, keep)
