"""The voice of line mode on standard output, with cards named as the player's settings say."""

from clockspades.cli.output import complain, say
from clockspades.plain.voice import Cards, Voice
from clockspades.saved.settings import SettingsError, load, save


def reader() -> Voice:
    """What reads a saved game to the player, with cards named as the settings say. It changes no settings file."""
    return Voice(say, load(sets_aside=False).settings.line_cards)


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
