"""A duel in words: what a challenge says, what is done with each line, and who did better."""

from typing import Final, NamedTuple

from clockspades import __version__
from clockspades.duel.duel import OpenedDuel
from clockspades.duel.duel_lines import Challenge, DuelLine, Opening
from clockspades.engine.seating import bots_in_words
from clockspades.language import listed

CHECKING: Final = "Checking the bots' moves…"
BOTS_FIT: Final = "Every bot moved as it does in this version."


class DuelModel(NamedTuple):
    """The sentences about a stage of a duel, and the line to send, if there is one."""

    title: str
    sentences: tuple[str, ...]
    line: str = ""
    opened: OpenedDuel | None = None
    """Both games, if they are open."""


def challenge_words(challenge: Challenge) -> str:
    """Who challenges to what, in a sentence."""
    game, options, _ = challenge.deal
    what = ", ".join([game.title_of(options), *game.choices(options)])
    if not challenge.bots:
        return f"{challenge.name} challenges you: {what}."
    bots = listed([bots_in_words(game, bot, challenge.bots.count(bot)) for bot in dict.fromkeys(challenge.bots)])
    how = "against" if game.partner(options, challenge.seat) is None else "with"
    return f"{challenge.name} challenges you: {what}, {how} {bots}."


def line_words(line: DuelLine) -> str:
    """A sentence about a line that was pasted: whose it is, and what it is for."""
    if isinstance(line, Challenge):
        return challenge_words(line)
    if isinstance(line, Opening):
        return "This line shows the game of your challenger, and checks its seal."
    return f"{line.name} has answered your challenge: this line shows both games."


def waits_words(challenger: str, key: str) -> str:
    """What the result of a game says that answers a challenge; ``key`` shows the line."""
    return f"{challenger} challenged you to this deal: {key} shows the line to send back."


def to_send_words(friend: str, line: str) -> str:
    """Which line to send, where it is told in lines of text."""
    return f"Send this line to {friend}: {line}"


def challenge_model(line: str, key: str) -> DuelModel:
    """A challenge that was just made; ``key`` is where lines are entered on the title screen."""
    return DuelModel(
        "Challenge a friend",
        (
            "Send this line to a friend. It deals them the same cards, and seals your game: it shows none of your"
            " moves, and you can't change them any more.",
            f"The friend sends you a line back. Enter it with {key} on the title screen to see both games.",
        ),
        line,
    )


def answer_model(line: str, challenger: str, key: str) -> DuelModel:
    """An answer that is ready; ``key`` as in :func:`challenge_model`."""
    return DuelModel(
        f"Your answer to {challenger}",
        (
            f"Send this line to {challenger}. It has your whole game.",
            f"{challenger} sends you a line back. Enter it with {key} on the title screen to see both games.",
        ),
        line,
    )


def opened_model(opened: OpenedDuel) -> DuelModel:
    friend = opened.friend
    if opened.line:
        then = f"Send this line to {friend}: it shows your game, and proves that it is the one you sealed."
    else:
        then = f"The seal fits: {friend} has changed nothing since the challenge."
    return DuelModel(f"Duel with {friend}", (better_words(opened), then), opened.line, opened)


def better_words(opened: OpenedDuel) -> str:
    match opened.comparison.better:
        case 0:
            return f"You did better than {opened.friend}."
        case 1:
            return f"{opened.friend} did better than you."
    return f"You and {opened.friend} did equally well."


def bots_words(opened: OpenedDuel, other_move: int | None) -> str:
    """A sentence about the bots of the friend's game; ``other_move`` is the first step that is none of this version."""
    if other_move is None:
        return BOTS_FIT
    return (
        f"Step {other_move} of the game of {opened.friend} is not the bot's move in clockspades {__version__};"
        " it may be in another version."
    )
