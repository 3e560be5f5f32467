"""One game being played: the actions so far and the state after each, with undo, redo and going anywhere.

A session holds whole states. What a person or a bot is shown comes from :meth:`Session.view` and
:meth:`Session.events`, which observe.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias

from clockspades.engine.game import Game, Program
from clockspades.engine.header import Header, Seat
from clockspades.engine.options import OptionValue
from clockspades.engine.rules import Action, ActionT, Deal, EventT, Outcome, StateT
from clockspades.engine.spent import Spent
from clockspades.engine.standing import ASSISTED, Standing
from clockspades.engine.text import printable
from clockspades.engine.wording import Names, NamesForYou, said
from clockspades.language import N_, _, ngettext


class UndoRefusedError(ValueError):
    """An undo or redo that is refused; the message says why."""


class Position(NamedTuple, Generic[StateT, ActionT, EventT]):
    """A point of a game: the state, and the action, its seat and the events that led there."""

    state: StateT
    action: ActionT | Deal | None
    seat: int | None
    events: tuple[EventT, ...]
    is_played_on: bool = False
    """Whether the program played it on after a finish or a claim: undo passes over it."""


SeatAction: TypeAlias = tuple[int | None, Action | None]
"""Who did something, and what."""


class Takeback(NamedTuple):
    """What a person can ask the other people at the table to take back: their last move, and all that came after it."""

    seat: int
    point: int
    """The point at which they made their choice."""

    def question(self, names: Names, asked: int, at: int) -> str:
        """What one of the others is asked at the point ``at``."""
        since = at - self.point - 1
        if not since:
            words = N_("{name} wants to take back their last move. {asked}, do you agree?")
            return _(words, name=names[self.seat], asked=names[asked])
        return ngettext(
            "{name} wants to take back their last move, and the move since. {asked}, do you agree?",
            "{name} wants to take back their last move, and the {number} moves since. {asked}, do you agree?",
            since, name=names[self.seat], asked=names[asked],
        )  # fmt: skip

    def declined(self, names: Names, asked: int) -> str:
        """What the asker is told if one of the others does not agree."""
        return said(names, self.seat, "{other} does not agree: [your|{name}'s] move stands.", other=asked)

    def agreed(self, names: Names) -> str:
        """What the asker is told if all agree."""
        return said(names, self.seat, "[Your|{name}'s] move is taken back.")


def takebacks_among(people: Collection[int], moves: Iterable[tuple[int, int | None]]) -> tuple[Takeback, ...]:
    """The moves of a deal that one of several people can ask to take back, the last mover first.

    ``moves`` are points from the last on, each with the seat that made its choice there; None where cards were dealt.
    """
    found: dict[int, Takeback] = {}
    for point, seat in moves:
        if seat is None or len(people) < 2 or len(found) == len(people):
            break
        if seat in people and seat not in found:
            found[seat] = Takeback(seat, point)
    return tuple(found.values())


class Journal(Protocol):
    """Where a session's actions are kept. Each call returns when what it was given is safe."""

    @property
    def path(self) -> Path:
        """The file that they are kept in; an empty path if they are kept nowhere."""

    def undo(self, actions: int) -> None:
        """Keep that the last ``actions`` actions were taken back."""

    def append(self, seat: int | None, action: Action, outcome: Outcome | None) -> None:
        """Keep one more action, of a seat or of chance, and the result if it ended the game."""

    def note(self, text: str) -> None:
        """Keep an annotation behind the last action."""

    def secure(self) -> None:
        """See that all that was kept is safe; the journal's error if it cannot be."""

    def take_news(self) -> str:
        """A sentence for the player if the game had to be written anew since this was last asked; else empty."""

    def close(self) -> None:
        """Release the journal, so that others may write to it; errors as :meth:`secure`."""


class Session(Generic[StateT, ActionT, EventT]):
    """A game in play. Points are numbered from 0, the one before any action.

    >>> from random import Random
    >>> from clockspades.games.catalogue import GAMES
    >>> game = GAMES[0]
    >>> session = Session(game, game.configure({}), [Seat("Ana"), Seat("Ben")])
    >>> session.deal(Random(1))
    >>> session.to_act, session.view(1).hands[0][0]
    (0, <??>)
    >>> session.act(game.rules.legal_actions(session.state)[0])
    >>> session.at, session.last, session.position(2).seat
    (2, 2, 0)
    """

    def __init__(
        self,
        game: Game[StateT, ActionT, EventT],
        options: Mapping[str, OptionValue],
        seats: Sequence[Seat],
        journal: Journal | None = None,
        positions: Iterable[Position[StateT, ActionT, EventT]] = (),
        header: Header | None = None,
    ) -> None:
        """``positions`` are the points of a game that was played before, the last of which is shown."""
        wanted = game.seats(options)
        if len(seats) != wanted:
            raise ValueError(f"{game.name} with these options has another number of seats than {len(seats)}: {wanted}")
        self.game = game
        self.options = dict(options)
        self.seats = tuple(seats)
        self.journal = journal
        self.header = header or Header(game.name, self.options, self.seats, "", added=game.added_options)
        """The first line of its log, or what that could say."""
        self.standing = Standing.of(self.header.extra, self.seats, game)
        self.may_peek = False
        """Whether cards that were turned up may be taken back in a game against others.

        In a patience they may: that costs nobody else anything.
        """
        self.programs: Mapping[Seat, Program | None] = {}
        """By seat, those that the command line named. They are ended with the session."""
        self.fault = ""
        """Why one of them no longer plays, in a sentence: news, and a note before the next action."""
        self.spent: Spent | None = None
        """What the sittings took that are over; None if none was counted."""
        self.hints = 0
        """Those of this sitting."""
        self._sat_down: float | None = None
        """When this sitting began, on the clock that only goes forward; None if none is counted."""
        self._sat_down_at, self._hinted_at = 0, -1
        self._positions: list[Position[StateT, ActionT, EventT]] = [
            *(positions or [Position(game.rules.initial(self.options), None, None, ())])
        ]
        self._at = self.last

    # -- where the game stands -------------------------------------------------------------------------

    @property
    def at(self) -> int:
        """The number of the point shown."""
        return self._at

    @property
    def last(self) -> int:
        """The number of the farthest point."""
        return len(self._positions) - 1

    @property
    def state(self) -> StateT:
        """The whole state at the point shown; :meth:`view` is what may be shown of it."""
        return self._positions[self._at].state

    @property
    def end(self) -> StateT:
        """The whole state at the farthest point."""
        return self._positions[-1].state

    @property
    def is_over(self) -> bool:
        """Whether the game is finished at the farthest point."""
        return self.end.outcome is not None

    @property
    def positions(self) -> Sequence[Position[StateT, ActionT, EventT]]:
        """Every point, the first before any action."""
        return tuple(self._positions)

    @property
    def moves(self) -> tuple[SeatAction, ...]:
        """Who did what, from the first deal to the last point."""
        return tuple((at.seat, at.action) for at in self._positions[1:])

    def position(self, point: int) -> Position[StateT, ActionT, EventT]:
        """One point; unlike :attr:`positions` it takes no longer in a long game."""
        return self._positions[point]

    @property
    def deals(self) -> list[tuple[int, Deal, StateT]]:
        """The point that each deal leads to, the deal, and the state before it."""
        points = enumerate(pairwise(self._positions), 1)
        return [(point, now.action, was.state) for point, (was, now) in points if isinstance(now.action, Deal)]

    def choosers(self) -> Iterator[int | None]:
        """By point the seat that chooses between several actions there, or None."""
        rules = self.game.rules
        for position in self._positions:
            yield rules.to_act(position.state) if len(rules.legal_actions(position.state)) > 1 else None

    @property
    def title(self) -> str:
        return self.game.title_of(self.options)

    @property
    def names(self) -> Names:
        return tuple(printable(seat.name) for seat in self.seats)

    @property
    def names_at_table(self) -> Names:
        """The names as the table says them while the game is played: if one person plays, it is "you"."""
        names = tuple(self.names)
        return NamesForYou(names, self.humans[0]) if len(self.humans) == 1 else names

    @property
    def to_act(self) -> int | None:
        return self.game.rules.to_act(self.state)

    @property
    def humans(self) -> tuple[int, ...]:
        """The seats that people play here; in the log of a game over a network, that of who keeps it."""
        return self.standing.people

    @property
    def outcome(self) -> Outcome | None:
        return self.state.outcome

    @property
    def would_be_assisted(self) -> bool:
        """Whether there is another choice now that marks the game as assisted: what was undone showed something."""
        return not self.standing.is_assisted and self._peeked() and not self._is_forced()

    def view(self, seat: int | None) -> StateT:
        """The state at the point shown, as ``seat`` observes it; None sees what all see."""
        return self.game.rules.observe(self.state, seat)

    def sight(self, seat: int) -> StateT:
        """What the bot in ``seat`` chooses by: :meth:`Game.sight`."""
        return self.game.sight(self.state, seat, self.seats[seat].bot)

    def events(self, point: int, seat: int | None) -> tuple[EventT, ...]:
        """What happened on the way to a point, as ``seat`` observes it."""
        return tuple(self.game.rules.observe_event(event, seat) for event in self._positions[point].events)

    # -- play ------------------------------------------------------------------------------------------

    def act(self, action: ActionT | Deal, *, is_played_on: bool = False) -> None:
        """Take an action; it is in the journal before the point shown moves.

        After an undo, the same action again is a :meth:`redo`. Another one replaces what was undone.
        IllegalActionError if the rules refuse it, and whatever error the journal raises if it cannot keep it;
        the point shown is then the one before.
        """
        if self._at < self.last and self._positions[self._at + 1].action == action:
            self._go_to_next_decision()
            return
        seat = self.to_act
        step = self.game.rules.reduce(self.state, action)
        self._forget_undone()
        if step.state.outcome is not None:
            self._get_up()
        if self.journal is not None:
            if self.fault:
                self.journal.note(self.fault)
            self.journal.append(seat, action, step.state.outcome)
        self._positions.append(Position(step.state, action, seat, step.events, is_played_on))
        self._at += 1

    def sit_down(self) -> None:
        """Count time and hints from now on, if a person plays: until the game is over, or closed."""
        if self._sat_down is None and self.humans and not self.is_over:
            self._sat_down, self._sat_down_at, self.hints = monotonic(), self.last, 0

    def count_hint(self) -> None:
        """Count a hint at the point shown once; none where there is no choice."""
        if self._hinted_at != self._at and not self._is_forced():
            self.hints, self._hinted_at = self.hints + 1, self._at

    def add_sitting(self, sitting: Spent) -> None:
        """Add what a sitting took to those before it."""
        before = self.spent or Spent(0, 0)
        self.spent = Spent(before.seconds + sitting.seconds, before.hints + sitting.hints)

    def _get_up(self) -> None:
        """End the sitting, and keep what it took."""
        if self._sat_down is not None:
            sitting, self._sat_down = Spent(round(monotonic() - self._sat_down), self.hints), None
            if self.journal is not None:
                self.journal.note(sitting.note)
            self.add_sitting(sitting)

    def deal(self, rng: Random) -> None:
        """Make every deal that is due, shuffled with ``rng``."""
        while self.game.rules.deal_due(self.state):
            self.act(self.game.rules.deal(self.state, rng))

    def undo(self) -> None:
        """Go back to the previous decision, a person's where a person plays.

        UndoRefusedError if there is none, if the game is over, if several people play, or if a card was turned up
        since in a game against others and the session may not peek.
        """
        self._at = self._decision_before()

    @property
    def can_undo(self) -> bool:
        try:
            self._decision_before()
        except UndoRefusedError:
            return False
        return True

    def _decision_before(self) -> int:
        """The point that :meth:`undo` goes to; UndoRefusedError if it must not, or there is none."""
        self._check_may_go_back()
        if len(self.humans) > 1:
            raise UndoRefusedError(_("With several people, all must agree to take a move back."))
        may_uncover = self.may_peek or len(self.seats) == 1
        for point in range(self._at - 1, -1, -1):
            if self._is_decision(point):
                if not may_uncover and self._uncovered(point, self._at):
                    raise UndoRefusedError(_("You can't undo a revealed card (see Settings)."))
                return point
        raise UndoRefusedError(_("Nothing to undo."))

    @property
    def takebacks(self) -> tuple[Takeback, ...]:
        """The moves of this deal that one of several people can ask to take back, the last mover first.

        Empty after the end.
        """
        if self.outcome is not None:
            return ()
        moves = ((point, self._positions[point + 1].seat) for point in range(self._at - 1, -1, -1))
        return takebacks_among(self.humans, moves)

    def take_back(self, takeback: Takeback) -> None:
        """Take a move back as all people agreed, and forget it and all that came after it.

        UndoRefusedError if it cannot be asked for now, and whatever error the journal raises if it cannot keep it.
        """
        if takeback not in self.takebacks:
            raise UndoRefusedError(_("This move can't be taken back any more."))
        self.forget_after(takeback.point)

    def forget_after(self, point: int) -> None:
        """Go back to a point, and forget what came after it once the journal says so."""
        if self.journal is not None:
            self.journal.undo(self.last - point)
        del self._positions[point + 1 :]
        self._at = point

    def redo(self) -> None:
        """Go on to the next decision, or to the last point; UndoRefusedError if nothing was undone."""
        self._check_may_go_back()
        if self._at == self.last:
            raise UndoRefusedError(_("Nothing to redo."))
        self._go_to_next_decision()

    def _go_to_next_decision(self) -> None:
        for point in range(self._at + 1, self.last + 1):
            if self._is_decision(point) or point == self.last:
                self._at = point
                return

    def go_to(self, point: int) -> None:
        """Show a point; ValueError if the game has no such point."""
        if not 0 <= point <= self.last:
            raise ValueError(f"the game has the points 0 to {self.last}, not {point}")
        self._at = point

    def fork(self, seats: Sequence[Seat]) -> "Session[StateT, ActionT, EventT]":
        """A new session of the same game, played to the point shown, without a journal; this one stays as it is.

        It is assisted if what came after that point showed something.
        """
        branch = Session(self.game, self.options, seats, positions=self._positions[: self._at + 1])
        is_assisted = branch.outcome is None and (self.standing.is_assisted or self._peeked())
        branch.standing = branch.standing._replace(is_assisted=is_assisted)
        return branch

    @property
    def path(self) -> Path | None:
        """The file that the game is kept in; None if it is kept nowhere."""
        return None if self.journal is None or not self.journal.path.name else self.journal.path

    def secure(self) -> None:
        """See that the journal has all of the game; the journal's error if it cannot."""
        if self.journal is not None:
            self.journal.secure()

    def take_news(self) -> str:
        """A sentence if the game had to be saved anew, or a program failed, since this was last asked; else empty."""
        fault, self.fault = self.fault, ""
        return fault or ("" if self.journal is None else self.journal.take_news())

    def close(self) -> None:
        """Release the journal, without moves that stay undone. Forced ones are kept: they would come again."""
        for program in filter(None, self.programs.values()):
            program.end(self.outcome)
        if self.journal is not None:
            try:
                while self._at < self.last and self._is_forced():
                    self._at += 1
                self._forget_undone()
                if self.hints or self.last != self._sat_down_at:  # else nobody did anything
                    self._get_up()
            finally:
                self.journal.close()

    def _forget_undone(self) -> None:
        """Forget what was undone, and mark the game as assisted if that was a peek."""
        if self._at == self.last:
            return
        if not self.standing.is_assisted and self._peeked():
            if self.journal is not None:
                self.journal.note(ASSISTED)  # before the undo: a program that is killed in between has marked the game
            self.standing = self.standing._replace(is_assisted=True)
        self.forget_after(self._at)

    def _peeked(self) -> bool:
        """Whether the people who play know more than at the point shown: cards that they saw, or what others did.

        Where a deal is due they do not: it is made anew.
        """
        if self.game.rules.deal_due(self.state):
            return False
        undone = self._positions[self._at + 1 :]
        return self._uncovered(self._at, self.last) or any(
            position.seat not in self.humans or any(event.shows_hidden for event in position.events)
            for position in undone
        )

    def _uncovered(self, start: int, end: int) -> bool:
        """Whether a card was turned up after point ``start``, up to point ``end``, and the people who play saw it."""
        events = (event for position in self._positions[start + 1 : end + 1] for event in position.events)
        seen = self.game.rules.observe_event
        return any(
            event.irreversible and (not self.humans or any(seen(event, seat) == event for seat in self.humans))
            for event in events
        )

    def _check_may_go_back(self) -> None:
        """UndoRefusedError once the game is over."""
        if self.is_over:
            raise UndoRefusedError(_("The game is over: it can't be undone."))

    def _is_forced(self) -> bool:
        """Whether what was done at the point shown was the only legal action there."""
        return len(self.game.rules.legal_actions(self.state)) == 1

    def _is_decision(self, point: int) -> bool:
        if any(position.is_played_on for position in self._positions[point + 1 : point + 2]):
            return False
        seat = self.game.rules.to_act(self._positions[point].state)
        return seat is not None and (not self.humans or seat in self.humans)


AnySession = Session[Any, Any, Any]
"""A session of a game that the caller does not need to know."""


def last_shared(one: Sequence[SeatAction], other: Sequence[SeatAction]) -> int:
    """The last point up to which two games went alike."""
    return next((point for point, (a, b) in enumerate(zip(one, other)) if a != b), min(len(one), len(other)))
