"""A duel in words: what a challenge says, what is done with each line, and who did better."""

from typing import Final, NamedTuple

from clockspades import __version__
from clockspades.duel.duel import OpenedDuel
from clockspades.duel.duel_lines import Challenge, DuelLine, Opening
from clockspades.engine.seating import bots_in_words
from clockspades.language import N_, _, listed

CHECKING: Final = N_("Checking the bots' moves…")
BOTS_FIT: Final = N_("Every bot moved as it does in this version.")


class DuelModel(NamedTuple):
    """The sentences about a stage of a duel, and the line to send, if there is one."""

    title: str
    sentences: tuple[str, ...]
    line: str = ""
    opened: OpenedDuel | None = None


def challenge_words(challenge: Challenge) -> str:
    game, options = challenge.deal[:2]
    name, what = challenge.name, ", ".join([game.title_of(options), *game.choices(options)])
    if not challenge.bots:
        return _("{name} challenges you: {game}.", name=name, game=what)
    bots = listed([bots_in_words(game, bot, challenge.bots.count(bot)) for bot in dict.fromkeys(challenge.bots)])
    if game.partner(options, challenge.seat) is None:
        return _("{name} challenges you: {game}, against {bots}.", name=name, game=what, bots=bots)
    return _("{name} challenges you: {game}, with {bots}.", name=name, game=what, bots=bots)


def line_words(line: DuelLine) -> str:
    """A sentence about a line that was pasted: whose it is, and what it is for."""
    if isinstance(line, Challenge):
        return challenge_words(line)
    if isinstance(line, Opening):
        return _("This line shows the game of your challenger, and checks its seal.")
    return _("{name} has answered your challenge: this line shows both games.", name=line.name)


def waits_words(challenger: str, key: str) -> str:
    """What the result of a game says that answers a challenge; ``key`` shows the line."""
    return _("{name} challenged you to this deal: {key} shows the line to send back.", name=challenger, key=key)


def to_send_words(friend: str, line: str) -> str:
    return f"{_('Send this line to {name}:', name=friend)} {line}"


def challenge_model(line: str, key: str) -> DuelModel:
    """A challenge that was just made; ``key`` is where lines are entered on the title screen."""
    return DuelModel(
        _("Challenge a friend"),
        (
            _(
                "Send this line to a friend. It deals them the same cards, and seals your game: it shows none of your"
                " moves, and you can't change them any more."
            ),
            _("The friend sends you a line back. Enter it with {key} on the title screen to see both games.", key=key),
        ),
        line,
    )


def answer_model(line: str, challenger: str, key: str) -> DuelModel:
    return DuelModel(
        _("Your answer to {name}", name=challenger),
        (
            _("Send this line to {name}. It has your whole game.", name=challenger),
            _(
                "{name} sends you a line back. Enter it with {key} on the title screen to see both games.",
                name=challenger,
                key=key,
            ),
        ),
        line,
    )


def opened_model(opened: OpenedDuel) -> DuelModel:
    if opened.line:
        then = N_("Send this line to {name}: it shows your game, and proves that it is the one you sealed.")
    else:
        then = N_("The seal fits: {name} has changed nothing since the challenge.")
    sentences = (better_words(opened), _(then, name=opened.friend))
    return DuelModel(_("Duel with {name}", name=opened.friend), sentences, opened.line, opened)


def better_words(opened: OpenedDuel) -> str:
    match opened.comparison.better:
        case 0:
            return _("You did better than {name}.", name=opened.friend)
        case 1:
            return _("{name} did better than you.", name=opened.friend)
    return _("You and {name} did equally well.", name=opened.friend)


def bots_words(opened: OpenedDuel, other_move: int | None) -> str:
    """A sentence about the bots of the friend's game; ``other_move`` is the first step that is none of this version."""
    if other_move is None:
        return _(BOTS_FIT)
    return _(
        "Step {step} of the game of {name} is not the bot's move in clockspades {version};"
        " it may be in another version.",
        step=other_move, name=opened.friend, version=__version__,
    )  # fmt: skip
