"""A table without a screen: a session, bots and a clock that run what the table's reducer asks for."""

from math import inf
from random import Random
from typing import Any, assert_never

from clockspades.engine.game import AnyGame
from clockspades.engine.header import Seat
from clockspades.engine.rules import Action
from clockspades.engine.session import AnySession, Session
from clockspades.table import effects as do
from clockspades.table import inputs as did
from clockspades.table.effects import Effect
from clockspades.table.inputs import Input
from clockspades.table.model import TableAdvice, only_choice
from clockspades.table.state import Cause, Preferences, first_state
from clockspades.table.table_rules import AnyTableRules
from clockspades.table.table_session import InTurn, TableSession
from clockspades.table.update import update


class Runner:
    """Runs a table; what takes time waits in :attr:`pending` until :meth:`answer`."""

    def __init__(self, rules: AnyTableRules, session: AnySession, preferences: Preferences, rng: Random) -> None:
        self.rules, self.session, self._rng = rules, session, rng
        self.state = first_state(session)
        self._inputs = InTurn(self._handle)
        self._table_session = TableSession(session, rng, str)
        self.pending: list[Input] = []
        """What a timer, a bot or the curtain will answer."""
        self.acted: list[Action] = []
        """The actions that were taken, in their order."""
        self.ran: list[Effect] = []
        """The effects that were run, in their order."""
        self.refused: list[str] = []
        """Why actions were not taken."""
        self.left = False
        self.give(did.PreferencesChanged(preferences))
        self.moved(Cause.OPENED)

    def give(self, given: Input) -> None:
        """Give an input to the table, and run the effects."""
        self._inputs.give(given)

    def _handle(self, given: Input) -> None:
        self.state, effects = update(self.rules, self.state, given)
        for effect in effects:
            self.run(effect)

    def answer(self, number: int = 0) -> None:
        """Let something that was waited for come."""
        if self.pending:
            self.give(self.pending.pop(number % len(self.pending)))

    def moved(self, cause: Cause) -> None:
        self.give(self._table_session.moved(cause))

    def only_choice(self) -> Action | None:
        near = self.state.near
        return only_choice(self.session.game, self.session.view(near), near)

    def run(self, effect: Effect) -> None:
        """Run an effect of the table."""
        self.ran.append(effect)
        session = self.session
        match effect:
            case do.Observe() | do.Act() | do.MakeDeal() | do.Travel() | do.TakeBack():
                self._ask_session(effect)
            case do.AskBot(seat):
                legal = session.game.rules.legal_actions(session.view(seat))
                self.pending.append(did.BotChose(self._rng.choice(legal)))
            case do.DismissBot():
                self.pending = [given for given in self.pending if not isinstance(given, did.BotChose)]
            case do.StartTimer(timer, seconds):
                assert 0 < seconds < inf, "Textual divides by the seconds of a timer"
                self.pending.append(did.Tick(timer))
            case do.RaiseCurtain():
                self.give(did.Covered())
                self.pending.append(did.CurtainLifted())
            case do.AskToTakeBack():
                self.give(did.Covered())
                self.pending.append(did.Answered(self._rng.random() < 0.7))
            case do.OpenResult() | do.LeaveTable():
                self.left = True
            case do.Animate() | do.Celebrate() | do.Land() | do.Ring() | do.ShowMeaning() | do.AskOthers():
                pass  # nothing of it is in a session
            case do.Advise(player):
                best = player.game.rules.legal_actions(player.view)[0]
                self.pending.append(did.Advised(player, TableAdvice("The best.", best=best)))
            case _:
                assert_never(effect)

    def _ask_session(self, effect: Effect) -> None:
        before = self.session.at
        answers = self._table_session.run(effect)
        if isinstance(effect, do.Act) and self.session.at > before:
            self.acted.append(effect.action)
        for given in answers:
            if isinstance(given, did.SessionRefused):
                self.refused.append(given.words)
            self.give(given)


def seated(game: AnyGame, people: int, **options: Any) -> AnySession:
    """A session with so many people in the first seats and bots in the others, before the deal."""
    configured = game.configure(options)
    kinds = ["human"] * people + [f"bot:{game.quickest_bot}"] * (game.seats(configured) - people)
    return Session(game, configured, [Seat(f"P{number}", kind) for number, kind in enumerate(kinds)])
