"""``daily --plain``: the deals of a day and the streak in lines of text."""

from datetime import date

from clockspades.cli.output import say
from clockspades.engine.archive import Archive
from clockspades.engine.daily import DailyDeal, Played, played, streak
from clockspades.games.catalogue import GAMES
from clockspades.table.daily_model import day_words, next_words, offers, streak_words


def list_deals(archive: Archive, day: date, today: date) -> int:
    """List the deals of a day with what became of each; the exit status."""
    found = played(archive)
    say(f"Deals of {day}{f', {next_words(today)}' if day == today else ''}")
    for game, preset in offers(GAMES):
        say(f"  {day_words(found, (game, preset), day, today)} Name: {preset.name}")
    say(f"{streak_words(streak([*found.values()], today))}.")
    say("Play one with: clockspades daily NAME --plain")
    return 0


def heading(deal: DailyDeal, found: Played | None, today: date) -> str:
    """The line above a deal of the day: its game, its day and its state."""
    games = {} if found is None else {deal.key: found}
    return f"Deal of the day. {day_words(games, (deal.game, deal.preset), deal.day, today)}"
