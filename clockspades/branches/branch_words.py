"""The branches of a game in words: where each leaves it, and how they and the game went on."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from clockspades.branches.branches import BranchLine, GameAndBranches, leaves_at
from clockspades.engine.phrases import sentence
from clockspades.engine.session import last_shared
from clockspades.engine.text import printable
from clockspades.engine.wording import Names
from clockspades.language import N_, _, headed, listed, ngettext
from clockspades.replay import View, caption, events_seen, first_event, same_view, views_of
from clockspades.saved.log import LoadedLog, LogError
from clockspades.saved.saved_games import status_of
from clockspades.table.commands import PLAY_ON
from clockspades.table.glyphs import Terminal
from clockspades.table.keys import spoken

GAME: Final = N_("The game")


class LineInWords(NamedTuple):
    line: BranchLine
    left: int
    status: str
    sentences: tuple[str, ...]
    """Where it leaves the game, and how both ended."""
    goes_on: bool


def assists(terminal: Terminal) -> str:
    """The warning before the first branch of an unfinished game."""
    told = N_("A branch shows cards to come: your game will not count. Press {key} again to play on.")
    return _(told, key=spoken(terminal, PLAY_ON))


def line_in_words(branches: GameAndBranches, view: View, line: BranchLine) -> LineInWords:
    """The game or one of its branches. The hands that a view hides stay hidden.

    A log of many moves takes a moment to read.
    """
    try:
        loaded = branches.read(line.path)
    except LogError as error:
        fault = sentence(printable(error.message))
        return LineInWords(line, line.left, _("can't be read"), (fault,), goes_on=False)
    session, game = loaded.session, branches.game
    sentences = [headed(line.name or _(GAME), _ending(branches, loaded))]
    left = 0
    if line.name and game is not None:
        shared = last_shared(session.moves, game.session.moves)
        left = leaves_at(shared, loaded.header, game.path)
        sentences = [
            _parting(branches, loaded, game, shared, view),
            *sentences,
            headed(_(GAME), _ending(branches, game)),
        ]
    goes_on = loaded.fault is None and not session.is_over
    return LineInWords(line, left, status_of(session), tuple(sentences), goes_on=goes_on)


def point_caption(
    branches: GameAndBranches, names: Names, view: View, point: int, said: Iterable[tuple[int, str]], instead: str = ""
) -> str:
    """What happened at a point of the game or branch shown, what is said of points, and which branches leave here.

    ``instead``, if there are such words, is said in place of what happened.
    """
    shown, name = branches.shown, branches.name
    remarks = " ".join(filter(None, (*(words for at, words in said if at == point), _fork(branches, view, point))))
    if instead:
        words = f"{instead} {remarks}".rstrip()
    else:
        words = caption(shown, names, point, events_seen(shown.session, view, point), remarks)
    return headed(name, words) if name else words


def ending_in_short(branches: GameAndBranches) -> str:
    """The name of the branch shown; of the game, whether it is finished."""
    shown = branches.shown
    if branches.name:
        return branches.name
    if shown.fault is not None:
        return _("error: line {line}", line=shown.fault.line)
    return _("finished" if shown.session.is_over else "not finished")


def _fork(branches: GameAndBranches, view: View, point: int) -> str:
    """Which branches leave at a point, and what happened in the game where the branch shown has left it."""
    here = [line.name for line in branches.others if line.left == point and line.name]
    begins = ""
    if here:
        begins = ngettext("{branches} leaves here.", "{branches} leave here.", len(here), branches=listed(here))
    game = branches.game if branches.name else None
    if game is None or last_shared(branches.shown.session.moves, game.session.moves) + 1 != point:
        return begins
    return f"{_in_the_game(_done(branches, game, point, view))} {begins}".strip()


def _parting(branches: GameAndBranches, branch: LoadedLog, game: LoadedLog, shared: int, view: View) -> str:
    """The first difference between a branch and the game, with which it shares the points up to one."""
    if shared == branch.session.last:
        return _("Step {step}: nothing is different yet.", step=shared)
    ours, theirs = (_done(branches, each, shared + 1, view) for each in (branch, game))
    return f"{_('Step {step}:', step=shared + 1)} {ours} {_in_the_game(theirs)}".rstrip()


def _done(branches: GameAndBranches, loaded: LoadedLog, point: int, view: View) -> str:
    """The action at a point of a game or branch, in this view; empty beyond the end."""
    session = loaded.session
    if point > session.last:
        return ""
    views = views_of(session, over=session.is_over)
    seen = events_seen(session, same_view(views, view) or views[-1], point)
    return first_event(loaded, branches.names_in(loaded), seen)


def _in_the_game(done: str) -> str:
    return f"{_('In the game:')} {done}" if done else ""


def _ending(branches: GameAndBranches, loaded: LoadedLog) -> str:
    """The end of a game or a branch in a sentence; if it goes on, how far it has come."""
    session = loaded.session
    if not session.is_over:
        return f"{session.game.words.progress(session.end)}, {_('not finished')}."
    return session.game.words.verdict(session.end, branches.names_in(loaded))
