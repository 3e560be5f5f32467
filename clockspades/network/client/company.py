"""What is said of the people at a table elsewhere: who is here, who is waited for, and what they are asked."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from clockspades.engine.session import Takeback
from clockspades.engine.text import printable
from clockspades.engine.wording import Names, nsaid, said, told
from clockspades.language import N_, _, listed, ngettext, pgettext
from clockspades.network.client.client import Client, Link
from clockspades.network.client.following import Following
from clockspades.network.client.remote_game import remote_point
from clockspades.network.wire import messages as say

SAID: Final = {
    "well played": N_("Well played"), "thanks": N_("Thanks"), "oops": N_("Oops"), "one moment": N_("One moment"),
    "nice bid": N_("Nice bid"), "sorry, partner": N_("Sorry, partner"), "no problem": N_("No problem"),
    "hello": N_("Hello"), "good luck": N_("Good luck"), "good game": N_("Good game"),
}  # fmt: skip
"""What each of :data:`~clockspades.network.wire.messages.PHRASES` says here."""
CONNECTING: Final = N_("Connecting to the host…")
JOINING: Final = N_("Sitting down…")
ASK_ABOUT: Final = N_("{name} left. Wait, or let a bot fill in?")
ASK_ABOUT_IDLE: Final = N_("{name} has been away for minutes. Wait, or let a bot fill in?")
ASK_YOU: Final = N_("The others stopped waiting, so a bot plays for you. Take over?")
ASK_ABOUT_SHARE: Final = N_("Another program holds your part of the shuffle. Deal without it? The log will say so.")
ASKED_BACK: Final = N_("You asked to take back your move. Waiting for {names}.")
ASKED_TO_FINISH: Final = N_("You asked to play out the rest. Waiting for {names}. You can play on.")
FINISH_IT: Final = {
    say.FinishReason.SETTLED: N_("{name} can prove who wins, whatever is played. Play out the rest?"),
    say.FinishReason.CONCEDE: N_("{name} gives up this deal. Let bots play the rest for all?"),
    say.FinishReason.CLAIM: N_("{name} can prove who takes the rest. Play it out?"),
}
"""What the others are asked. A host asks nobody about a claim."""
PROVED: Final = N_("[You prove|{name} proves] who takes the rest: it is played out.")
WAITS_FOR_IDLE: Final = N_("{name} has been away for minutes. Their seat is kept.")
LEFT: Final = N_("{name} left. Their seat is kept.")
LATE: Final = 15
"""Seconds after which the table says how long somebody has been thinking."""


class Question(NamedTuple):
    """What a person is asked by the others at the table."""

    words: str
    answers: tuple[str, str]
    """The words for agreeing, and for not agreeing."""
    agrees: say.ToHost
    refuses: say.ToHost | None = None
    """The same if they don't; None if nothing has to be told then."""


def said_words(said: say.Said) -> str:
    """What somebody said, as it can be shown. A phrase of a newer program stays as it is."""
    return printable(_(SAID[said.words]) if said.words in SAID else said.words[: say.LONGEST_WORDS])


def phrases(client: Client) -> tuple[str, ...]:
    return say.PHRASES if client.takes(say.ReadyMark) else say.FIRST_PHRASES


def question(client: Client) -> Question | None:
    """What the person of a client is asked now; None if nothing."""
    near, game = client.seat, client.game
    if near is None or game is None or client.link is not Link.HERE or client.has_log:
        return None
    asked = client.asked
    if asked is not None and near in asked.waiting:
        told = (say.AnswerTakeback(client.epoch, asked.point, agree) for agree in (True, False))
        if isinstance(asked, say.FinishAsked):
            words = _(FINISH_IT[asked.about], name=game.names[asked.seat])
            return Question(words, (_("Yes, play it out"), _("No, play on")), *told)
        words = Takeback(asked.seat, asked.point).question(tuple(map(str, game.names)), near, client.last)
        return Question(words, (_("Yes, take it back"), _("No, it stands")), *told)
    for seat, shown in enumerate(client.shown):
        if is_gone(shown) and near not in (seat, *shown.replace, *shown.wait):
            words = _(ASK_ABOUT_IDLE if shown.idle else ASK_ABOUT, name=game.names[seat])
            votes = (say.Vote(seat, wants) for wants in (True, False))
            return Question(words, (_("Let a bot play"), _("Wait")), *votes)
    if near < len(client.shown) and client.shown[near].replaced:
        return Question(_(ASK_YOU), (_("Play on"), _("Let the bot play")), say.Vote(near, replace=False))
    if client.lacks_share and people(client) == (near,):
        return Question(_(ASK_ABOUT_SHARE), (_("Deal without it"), _("Wait")), say.Vote(near, replace=True))
    return None


def is_gone(shown: say.SeatShown) -> bool:
    """Whether the person of a seat is away, or counts as that, while no bot plays for them."""
    return shown.is_person and not shown.here and not shown.replaced


def presence(shown: say.SeatShown) -> str:
    """What is said beside a person's name; empty if they are simply here."""
    if shown.replaced:
        return pgettext("beside a name", "bot")
    if shown.idle:
        return pgettext("beside a name", "idle")
    return pgettext("beside a name", "gone") if is_gone(shown) else ""


def link_words(client: Client, seconds: int, key: str) -> str:
    """How the client is connected, in a sentence; empty while it simply is.

    ``seconds`` are left until it tries again, and ``key`` is what tries now.
    """
    match client.link:
        case Link.CONNECTING:
            return f"{client.farewell} {_('Still trying to connect…')}" if client.farewell else _(CONNECTING)
        case Link.JOINING:
            return _(JOINING)
        case Link.WAITING:
            tries = _("Trying again in {seconds} s… {key} tries now.", seconds=seconds, key=key)
            return f"{client.farewell} {tries}"
        case Link.ENDED:
            return client.farewell
    return ""


def waiting_words(following: Following) -> str:
    """A sentence on whom the table waits for; empty if it simply waits for a move."""
    client, game = following.client, following.game
    if game is None or client.has_log:
        return ""
    names = game.names
    asked = client.asked
    if asked is not None and client.seat == asked.seat:
        words = ASKED_TO_FINISH if isinstance(asked, say.FinishAsked) else ASKED_BACK
        return _(words, names=_listed(names, asked.waiting))
    if following.ending is not None:
        return said(names, following.ending.seat, PROVED) if following.ending.about is say.FinishReason.CLAIM else ""
    to_act = remote_point(game).to_act
    for seat, shown in enumerate(client.shown):
        if shown.idle and seat == client.seat:
            return _("The others are waiting for you. A bot may fill in.")
        if is_gone(shown) and (shown.idle or seat == to_act or client.seat in shown.replace):
            return _gone_words(client, names, seat, shown)
    if client.shuffle is not None and client.is_ready and not following.is_behind:
        missing = [seat for seat in people(client) if seat not in client.shuffle.committed and seat != client.seat]
        if missing:
            return _("Waiting for {names} to go on.", names=_listed(names, missing))
    return ""


def _gone_words(client: Client, names: Names, seat: int, shown: say.SeatShown) -> str:
    if client.seat in shown.replace:
        undecided = [
            other for other in people(client) if other not in (seat, *shown.replace) and is_here(client, other)
        ]
        if undecided:
            others = _listed(names, undecided)
            return _("A bot will fill in for {name}. Waiting for {others} to agree.", name=names[seat], others=others)
    return _(WAITS_FOR_IDLE if shown.idle else LEFT, name=names[seat])


def people(client: Client) -> tuple[int, ...]:
    """The seats of people for whom no bot plays."""
    return tuple(number for number, shown in enumerate(client.shown) if shown.is_person and not shown.replaced)


def is_here(client: Client, seat: int) -> bool:
    return client.seats is not None and client.shown[seat].here


def thinking_words(following: Following, seconds: int) -> str:
    """A sentence on who is thinking, and for how long or how much of the host's limit is left; empty if there is none.

    ``seconds`` have passed since the turn began.
    """
    client, game = following.client, following.game
    if game is None or following.is_behind or client.joined is None:
        return ""
    seat = remote_point(game).to_act
    if seat is None or seat not in people(client):
        return ""
    limit, names = client.joined.limit, game.names
    if limit is not None:
        return nsaid(
            names, seat, "[You have|{name} has] {number} second left.", "[You have|{name} has] {number} seconds left.",
            max(0, limit - seconds),
        )  # fmt: skip
    if seat == client.seat or seconds < LATE or not is_here(client, seat):
        return ""
    return ngettext(
        "Still {name}'s turn ({number} second).", "Still {name}'s turn ({number} seconds).", seconds // LATE * LATE,
        name=names[seat],
    )  # fmt: skip


def leavers(client: Client) -> tuple[int, ...]:
    """The seats that keep another game waiting as their people left, unless this person wants a bot there."""
    return tuple(
        seat
        for seat, shown in enumerate(client.shown)
        if is_gone(shown) and seat not in client.again and client.seat not in shown.replace
    )


def again_words(client: Client, key: str = "") -> str:
    """Who agrees to another game; empty while nobody does. ``key`` agrees too, or lets bots play for those who left."""
    if client.game is None or not client.again:
        return ""
    names = client.game.names
    missing = [seat for seat in people(client) if seat not in client.again]
    if not missing:
        return _("Another game begins.")
    you_first = sorted(client.again, key=lambda seat: seat != client.seat)
    you, first, number = pgettext("first in a list of names", "You"), you_first[0], len(you_first)
    agreed = listed([told(names, seat, you, names[seat]) for seat in you_first])
    gone = leavers(client) if key and client.seat in client.again else ()
    awaited = [seat for seat in missing if seat not in gone]
    words = [
        nsaid(
            names, first, "Another game? [You|{name}] agreed.", "Another game? {agreed} agreed.", number, agreed=agreed
        )
    ]
    if awaited:
        others = [names[seat] for seat in awaited if seat != client.seat]
        others += [pgettext("last of those who are waited for", "you")] * (client.seat in awaited)
        words = [nsaid(
            names, first, "Another game? [You|{name}] agreed, waiting for {others}.",
            "Another game? {agreed} agreed, waiting for {others}.", number, agreed=agreed, others=listed(others),
        )]  # fmt: skip
        if client.seat in awaited and key:
            words.append(_("{key} agrees, too.", key=key))
    if gone:
        words.append(_("{key} lets bots fill in for {names}.", key=key, names=_listed(names, gone)))
    voted = [(seat, client.shown[seat]) for seat in missing if client.seat in client.shown[seat].replace]
    words += [_gone_words(client, names, seat, shown) for seat, shown in voted]
    return " ".join(words)


def _listed(names: Names, seats: Sequence[int]) -> str:
    return listed([names[seat] for seat in seats])
