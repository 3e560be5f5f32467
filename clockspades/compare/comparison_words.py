"""Two games of the same deal in words: how both ended, where they parted, and what that gained."""

from collections.abc import Iterator, Mapping

from clockspades.compare.comparison import Comparison, Parting
from clockspades.engine.phrases import listed
from clockspades.engine.seating import bots_in_words
from clockspades.review.review import Gain
from clockspades.review.review_words import amounts, percent


def describe(comparison: Comparison, gains: Mapping[Parting, Gain]) -> Iterator[str]:
    """A comparison line by line; ``gains`` has what each parting gained."""
    title = comparison.games[0].title
    choices = comparison.games[0].game.choices(comparison.games[0].options)
    yield f"{', '.join((title, *choices))}: two games of the same deal."
    yield ""
    names = [f"{player.name}:" for player in comparison.players]
    for number, name in enumerate(names):
        yield f"  {name:{max(map(len, names))}} {result_words(comparison, number)}"
    yield ""
    yield from filter(None, (verdict(comparison), bots_words(comparison), parting_words(comparison)))
    for parting in comparison.partings:
        yield ""
        yield from _describe_parting(comparison, parting, gains.get(parting))


def result_words(comparison: Comparison, number: int) -> str:
    """How one of the games ended for its player, in a few words with the game's units."""
    session, player = comparison.games[number], comparison.players[number]
    history = [event for position in session.positions for event in position.events]
    return session.game.words.recap(history, session.end, player.seat)


def verdict(comparison: Comparison) -> str:
    first, second = comparison.players
    if not comparison.same_seat:
        seats = f"{first.name} had seat {first.seat} and {second.name} seat {second.seat}"
        return f"{seats}. They held different cards, so the results don't say who played better."
    if comparison.better is None:
        return "Both did equally well."
    return f"{comparison.players[comparison.better].name} did better."


def bots_words(comparison: Comparison) -> str:
    """Which seats were played by other bots, in a sentence; empty if none was."""
    one, other = comparison.games
    words = [
        f"seat {seat} was {bots_in_words(one.game, one.seats[seat].bot, 1)} in the first game"
        f" and {bots_in_words(other.game, other.seats[seat].bot, 1)} in the second"
        for seat in comparison.other_bots
    ]
    return f"The bots were not the same: {listed(words)}." if words else ""


def parting_words(comparison: Comparison) -> str:
    """How far the games are the same, in a sentence."""
    if not comparison.partings:
        return "The games never parted: every step is the same."
    return f"The games parted at step {comparison.shared + 1}."


def _describe_parting(comparison: Comparison, parting: Parting, gain: Gain | None) -> Iterator[str]:
    """The choice in each game, one a line, with its chance to win, and then what was gained."""
    if parting.seat is None:
        yield "From here on the cards are different."
        return
    done = [choice_words(comparison, parting, number) for number in (0, 1)]
    for number, words in enumerate(done):
        chance = ""
        if gain is not None:
            chance = f"  win chance {percent(round(1000 * gain.shares[number]))}"
        step = f"step {parting.points[number] + 1}"
        yield f"  {comparison.players[number].name}, {step}: {words:{max(map(len, done))}}{chance}".rstrip()
    if gain is not None:
        yield f"  {gain_words(comparison, parting, gain)}"


def choice_words(comparison: Comparison, parting: Parting, number: int) -> str:
    """What was chosen in one of the games where they parted, without a full stop."""
    session = comparison.games[number]
    events = session.position(parting.points[number] + 1).events
    return session.game.words.describe_first((each for each in events if not each.starts_section), session.names)


def words_at(comparison: Comparison, parting: Parting | None) -> str:
    """Where the games parted, and what was chosen there in each, as short as it can be said."""
    if parting is None:
        return parting_words(comparison)
    first, second = (point + 1 for point in parting.points)
    if parting == comparison.partings[0]:
        where = f"The games parted at step {first}."
    else:
        where = f"The same choice again at {f'step {first}' if first == second else f'steps {first} and {second}'}."
    if parting.seat is None:
        return f"{where} Other cards were dealt."
    return f"{where} {choice_in_short(comparison, parting, 0)} {choice_in_short(comparison, parting, 1)}"


def choice_in_short(comparison: Comparison, parting: Parting, number: int) -> str:
    """What was chosen in one of the games where they parted, and who chose it: ``Ana: take 7♠.``"""
    session, player = comparison.games[number], comparison.players[number]
    who = player.name
    if parting.seat is not None and parting.seat != player.seat:
        who = f"{session.names[parting.seat]} in {player.name}'s game"
    return f"{who}: {session.game.words.phrase(comparison.actions(parting)[number])}."


def gain_words(comparison: Comparison, parting: Parting, gain: Gain) -> str:
    """Which choice was better, and by how much."""
    if not gain.chance and not gain.error:
        return "Both choices were worth the same."
    better = int(gain.chance > 0)
    sign = 1 if better else -1
    points = None if gain.points is None else (sign * gain.points, gain.points_error)
    worth = amounts(sign * gain.chance, gain.error, points, with_errors=False)
    player = comparison.players[better]
    choice = f"{player.name}'s choice"
    if parting.seat != player.seat:
        choice = f"{comparison.games[better].names[parting.seat or 0]}'s choice in {player.name}'s game"
    if not gain.is_certain:
        return f"No clear difference. {choice}: win chance {worth}."
    return f"{choice} was better: win chance {worth}."
