"""``daily --plain``: the deals of a day and the streak in lines of text."""

from datetime import date

from clockspades.cli.output import say
from clockspades.daily.daily import DailyDeal, Played, played, streak
from clockspades.daily.daily_model import day_words, next_words, streak_words
from clockspades.engine.game import Offer
from clockspades.games.catalogue import offers
from clockspades.saved.archive import Archive


def list_deals(archive: Archive, day: date, today: date) -> int:
    """List the deals of a day with what became of each; the exit status."""
    found = played(archive)
    say(f"Deals of {day}{f', {next_words(today)}' if day == today else ''}")
    for offer in offers():
        say(f"  {day_words(found, offer, day, today)} Name: {offer.preset.name}")
    say(f"{streak_words(streak([*found.values()], today))}.")
    say("Play one with: clockspades daily NAME --plain")
    return 0


def heading(deal: DailyDeal, found: Played | None, today: date) -> str:
    """The line above a deal of the day: its game, its day and its state."""
    games = {} if found is None else {deal.key: found}
    return f"Deal of the day. {day_words(games, Offer(deal.game, deal.preset), deal.day, today)}"
