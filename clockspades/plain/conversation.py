"""A game in line mode: what happens is told, and what a person types is done."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from enum import Enum, auto
from functools import partial
from random import Random
from typing import Final

from clockspades.bots.advice import advise, adviser
from clockspades.engine.actions import Action
from clockspades.engine.phrases import listed, sentence
from clockspades.engine.players import Bots, Dealer
from clockspades.engine.rules import IllegalActionError
from clockspades.engine.session import NOW_PRACTICE, PEEKED, AnySession, Takeback, UndoRefusedError
from clockspades.engine.story import meaning, review
from clockspades.engine.text import printable
from clockspades.plain.choices import find_choice, numbered
from clockspades.plain.lines import LineError, Lines
from clockspades.plain.plain_table import describe_table, events, names_of_parts, part_of_table, players, tell_from
from clockspades.plain.voice import CARDS_HELP, Voice
from clockspades.saved.archive import REPEAT
from clockspades.saved.log import LogError
from clockspades.table.moves import act_while_forced

LONGEST_QUOTE: Final = 40
"""Characters of a line that was not understood that are said again."""


class Ending(Enum):
    """Why a conversation is over."""

    GAME_OVER = auto()
    LEFT = auto()
    END_OF_INPUT = auto()


class Next(Enum):
    """What is played after a finished game."""

    GAME = auto()
    """The next game of the series."""
    AGAIN = auto()
    """The same deal again."""
    OTHER_SIDE = auto()
    """The same deal, with everybody one seat on."""


class _LeftError(Exception):
    """The person leaves, or there is no more input; the game is not over."""

    def __init__(self, ending: Ending) -> None:
        self.ending = ending


class Conversation:
    """A game between people at one keyboard and bots, in lines of text.

    What is said is what the person at the keyboard sees. Where several people play, the keyboard is passed on
    before anything of the next one's hand is said, and nobody is told of a draw before their own next turn.
    """

    def __init__(self, session: AnySession, rng: Random, lines: Lines, say: Voice, rules: str, page: int) -> None:
        """``rules`` are the game's as they are to be said; ``page`` is how many lines a terminal shows at once."""
        self._session, self._lines, self._say = session, lines, say
        self._rules, self._page = rules, page
        self._bots = Bots(session, rng)
        self._dealer = Dealer(session, rng)
        self._at_keyboard: int | None = session.humans[0] if len(session.humans) == 1 else None
        self._told = {seat: _last_seen(session, seat) for seat in (*session.humans, None)}
        """The point up to which each person has heard what happened, None standing for who only watches."""
        self._declined: Takeback | None = None
        """What somebody last did not agree to take back: it is not asked for again."""
        self._commands: dict[str, Callable[[int], None]] = {
            "choices": self._ask,
            "hint": self._hint,
            "table": self._table,
            "changes": self._changes,
            "explain": self._explain,
            "log": self._log,
            "undo": self._undo,
            "redo": self._redo,
            "rules": self._say_rules,
            "review": self._review_later,
            "save": self._save,
            "help": self._help,
            "quit": self._quit,
        }
        if len(session.seats) == 1:
            self._commands["finish"] = self._finish

    def hold(self) -> Ending:
        """Play until the game is over or the person leaves. LogError where an action cannot be kept."""
        self._say(self._session.title)
        self._say_all(players(self._session))
        if self._session.is_repeat:
            self._say(REPEAT)
        if self._session.humans:
            self._say("Type help for a list of commands.")
        try:
            self._play()
        except _LeftError as left:
            return left.ending
        self._tell_end()
        return Ending.GAME_OVER

    def ask_after_the_game(
        self, review: Callable[[int], Iterable[str]] | None, *, goes_on: bool, again: bool
    ) -> Next | None:
        """Offer the review of a finished game, the same deal ``again``, and the next game if its series goes on.

        Returns what is played next; None for nothing. ``review`` gives the lines of the review for a seat. If only bots
        play, nobody is asked, and the series goes on.
        """
        following = Next.GAME if goes_on else None
        sides = again and len(self._session.seats) > 1
        if not self._session.humans or not (review or goes_on or again):
            return following
        what = _what_after(review is not None, goes_on, again, sides)
        try:
            self._say(sentence(what))
            while typed := self._read(what):
                word, _, name = typed.partition(" ")
                if review is not None and word.casefold() in _REVIEW:
                    self._review(review, name)
                elif again and typed.casefold() in _AGAIN:
                    return Next.AGAIN
                elif sides and word.casefold() in _OTHER_SIDE:
                    return Next.OTHER_SIDE
                elif not goes_on or typed.casefold() in _QUIT:
                    return None
                else:
                    self._say(f"The game is over: {what}.")
        except _LeftError:
            return None
        return following

    def _review(self, review: Callable[[int], Iterable[str]], name: str) -> None:
        """Say the review for the player of a name, or else for the first person."""
        names = self._session.names
        seat = find_choice(name, names) if name else self._session.humans[0]
        if seat is None:
            self._say(f"Nobody here is called {_quoted(name)}: type review and a name, such as review {names[-1]}.")
            return
        self._say("Reviewing the game…")
        self._say_all(review(seat))
        if len(names) > 1 and not name:
            others = (other for number, other in enumerate(names) if number != seat)
            self._say(f"Type review {next(others)} to see the game from there.")

    # -- the course of the game ------------------------------------------------------------------------

    def _play(self) -> None:
        session = self._session
        while session.outcome is None:
            self._save_or_ask(self._dealer.deal)
            if len(session.humans) < 2:
                self._tell(self._at_keyboard)
            seat = session.to_act
            if seat is None:
                continue  # the deal was the last action
            if session.seats[seat].is_human:
                self._take_turn(seat)
            else:
                self._save_or_ask(partial(session.act, self._bots[seat].choose(session.sight(seat))))

    def _take_turn(self, seat: int) -> None:
        """Let a person do one thing that leads to another point of the game."""
        at = self._session.at
        if seat != self._at_keyboard:
            self._pass_keyboard(seat)
        if self._session.at != at:
            return  # the last player took their move back
        self._tell(seat)
        self._hand(seat)
        self._ask(seat)
        while self._session.at == at and self._at_keyboard == seat:
            self._obey(seat, self._read(self._what_to_type(seat)))

    def _pass_keyboard(self, seat: int) -> None:
        """Move what another person was told out of sight, and wait for the next one; the last one may take back."""
        name, at = self._session.names[seat], self._session.at
        self._hide()
        self._say(f"Pass the keyboard to {name}. Everyone else, look away. {name}, press Enter when ready.")
        undo = "undo or " if self._session.takebacks else ""
        what = f"press Enter when {name} is ready, or type {undo}quit"
        while typed := self._read(what):
            if typed.casefold() in _QUIT:
                raise _LeftError(Ending.LEFT)
            if _ALIASES.get(typed.casefold(), typed.casefold()) == "undo":
                self._ask_to_take_back(next(iter(self._session.takebacks), None))
                if self._session.at != at:
                    return
            self._say(f"The cards are still hidden: {what}.")
        self._at_keyboard = seat

    def _hide(self) -> None:
        """Move what a person was told out of sight."""
        if self._at_keyboard is not None:
            self._say("\n" * (self._page - 1))
        self._at_keyboard = None

    def _ask_to_take_back(self, takeback: Takeback | None) -> None:
        """Ask the other people, one after the other, whether a move may be taken back; if all agree, take it back."""
        session, names = self._session, self._session.names
        if takeback is None:
            self._say("Nothing to undo.")
            return
        if takeback == self._declined:
            self._say("That was declined: the move stands.")
            return
        self._hide()
        for seat in session.humans:
            if seat == takeback.seat:
                continue
            self._say(takeback.question(names, seat, session.at))
            self._say("Type yes or no.")
            if self._read("type yes or no").casefold() not in _YES:
                self._declined = takeback
                self._say(takeback.declined(names, seat))
                return
        with suppress(LogError):  # the next move tells it
            session.take_back(takeback)
        self._told = {seat: min(told, session.at) for seat, told in self._told.items()}
        self._say(takeback.agreed(names))

    def _obey(self, seat: int, typed: str) -> None:
        """Do what was typed, or say what can be."""
        session = self._session
        offered = session.game.rules.offered(session.view(seat))
        word = typed.casefold()
        command = self._commands.get(_ALIASES.get(word, word))
        if command is not None:
            command(seat)
            return
        part = part_of_table(session, seat, word)
        if part is not None:
            self._say_all(part)
            return
        chosen = find_choice(typed, self._phrases(seat)) if typed else 0 if len(offered) == 1 else None
        if chosen is not None:
            self._act(offered[chosen])
        elif typed:
            self._say(f"{_quoted(typed)} is not one of the choices: {self._what_to_type(seat)}.")
        else:
            self._ask(seat)

    def _act(self, action: Action) -> None:
        """Do what was chosen, or say why the rules refuse it; and if the game is practice from now on, say so."""
        was_practice = self._session.is_practice
        try:
            self._save_or_ask(partial(self._session.act, action))
        except IllegalActionError as error:
            self._say(str(error))
        if self._session.is_practice and not was_practice:
            self._say(NOW_PRACTICE)

    def _save_or_ask(self, step: Callable[[], None]) -> None:
        """Take a step of the game, which saves it. While it cannot be saved, ask whether to try again."""
        while True:
            try:
                step()
            except LogError as error:
                what = "press Enter to try again, or type quit"
                self._say(f"{error}. The game waits: {what}.")
                typed = self._answer() if self._session.humans else None
                if typed is None:
                    raise
                if typed.casefold() in _QUIT:
                    raise _LeftError(Ending.LEFT) from error
            else:
                news = self._session.take_news()
                if news:
                    self._say(news)
                return

    def _answer(self) -> str | None:
        """The next line; empty if it cannot be read, None at the end of the input."""
        try:
            return self._lines.read()
        except LineError:
            return ""

    def _read(self, what: str) -> str:
        """The next line that can be read; of one that cannot, why is said, and what can be typed."""
        while (line := self._lines.ask(what, self._say)) is not None and self._say.obeys(line):
            pass
        if line is None:
            raise _LeftError(Ending.END_OF_INPUT)
        return line

    # -- what is said ----------------------------------------------------------------------------------

    def _tell(self, seat: int | None) -> None:
        """Tell what happened since the person in a seat last heard of it."""
        self._tell_from(self._told[seat] + 1, seat)
        self._told[seat] = self._session.at

    def _tell_from(self, first: int, seat: int | None) -> None:
        """Tell what happened from a point on, as a seat saw it."""
        self._say_all(tell_from(self._session, first, seat))

    def _tell_end(self) -> None:
        """Tell everyone how the game ended, its verdict, and the remarks on it."""
        session = self._session
        if len(session.humans) > 1:
            self._told[None] = max(self._told[seat] for seat in session.humans)
            self._tell(None)
        else:
            self._tell(self._at_keyboard)
        self._say("")
        self._say(session.game.words.verdict(session.state, session.names))
        for remark in review(session):
            self._say(remark.words)

    def _ask(self, seat: int) -> None:
        """Ask for an action, and list the choices."""
        session = self._session
        self._say(session.game.words.prompt(session.view(seat), session.names))
        self._say_all(numbered(self._phrases(seat)))

    def _what_to_type(self, seat: int) -> str:
        phrases = self._phrases(seat)
        if len(phrases) == 1:
            return f"type 1, {phrases[0]} or help"
        return f"type a number from 1 to {len(phrases)}, words such as {phrases[0]}, or help"

    def _phrases(self, seat: int) -> tuple[str, ...]:
        game = self._session.game
        return tuple(game.words.phrase(action) for action in game.rules.offered(self._session.view(seat)))

    def _say_all(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._say(line)

    # -- commands --------------------------------------------------------------------------------------

    def _finish(self, seat: int) -> None:
        """Make the moves of a patience that leave no choice, up to the first that does."""
        at = self._session.at
        self._save_or_ask(partial(act_while_forced, self._session, seat))
        if self._session.at == at:
            self._say(f"You have a choice: {self._what_to_type(seat)}.")

    def _hint(self, seat: int) -> None:
        """Say what each choice leads to, by its number; the best first, where they are evaluated."""
        session = self._session
        view = session.view(seat)
        offered, hints = session.game.rules.offered(view), session.game.words.hints(view, session.names)
        bot = adviser(session.game, hints)
        if bot is None:
            told = [(hint, hint.words) for hint in hints]
        else:
            told = [(advice.hint, f"{advice.hint.words} {advice.words}") for advice in advise(bot, view, hints)]
        for hint, words in told:
            self._say(f"{offered.index(hint.action) + 1}: {words}")

    def _explain(self, seat: int) -> None:
        """Say what the others have shown since the person in a seat last acted."""
        session = self._session
        said = False
        for point in range(_last_acted(session, seat) + 1, session.at + 1):
            if shown := meaning(session, point):
                action = session.game.words.describe_first(events(session, point, seat), session.names)
                self._say(f"{action}: {' '.join(shown.words)}")
                said = True
        if not said:
            self._say("There is nothing to explain now.")

    def _hand(self, seat: int) -> None:
        session = self._session
        self._say_all(session.game.words.survey(session.view(seat), seat, session.names).hand)

    def _table(self, seat: int) -> None:
        self._say_all(describe_table(self._session, seat))

    def _changes(self, seat: int) -> None:
        """Tell what happened from the seat's last move on."""
        self._tell_from(max(1, _last_acted(self._session, seat)), seat)

    def _log(self, seat: int) -> None:
        self._tell_from(1, seat)

    def _undo(self, seat: int) -> None:
        if len(self._session.humans) > 1:
            self._ask_to_take_back(next((each for each in self._session.takebacks if each.seat == seat), None))
            return
        was_peek = self._session.would_be_assisted
        try:
            self._session.undo()
        except UndoRefusedError as error:
            self._say(str(error))
        else:
            self._say("Move undone.")
            if self._session.would_be_assisted and not was_peek:
                self._say(PEEKED)

    def _redo(self, seat: int) -> None:
        try:
            self._session.redo()
        except UndoRefusedError as error:
            self._say(str(error))

    def _say_rules(self, seat: int) -> None:
        self._say(self._rules)

    def _review_later(self, seat: int) -> None:
        self._say("You can review the game when it is over.")

    def _save(self, seat: int) -> None:
        self._say("Every move is saved automatically. Type quit to leave.")

    def _help(self, seat: int) -> None:
        """Say what can be typed, by what a player wants."""
        session, phrases = self._session, self._phrases(seat)
        if len(phrases) == 1:
            self._say(f"Move: type 1, {phrases[0]} or just Enter, which is the only possible move.")
            if len(session.seats) == 1:
                self._say("More moves: type finish to make all until you have a choice.")
        else:
            self._say(f"Move: type a number from 1 to {len(phrases)}, or words such as {phrases[0]}.")
        self._say("Choices: type choices to list them again, or hint for what each leads to.")
        self._say(f"Table: type table for everything, or one part: {names_of_parts(session, seat)}.")
        explain = ", explain for what the others have shown by it" if len(session.seats) > 1 else ""
        self._say(f"Events: type changes for those since your last move{explain}, or log for all.")
        if len(session.humans) == 1:
            self._say("Back: type undo, or redo for a move that you have undone.")
        else:
            self._say("Back: type undo to ask the others whether you may take back your last move.")
        self._say(CARDS_HELP)
        self._say("Rules: type rules. After the game, type review for luck, skill and mistakes.")
        self._say("Leave: type quit. Every move is saved.")

    def _quit(self, seat: int) -> None:
        raise _LeftError(Ending.LEFT)


def _what_after(can_review: bool, goes_on: bool, again: bool, sides: bool) -> str:
    """What can be typed after the game."""
    offers = {"review": "to see luck, skill and mistakes"} if can_review else {}
    offers |= {"again": "to play the same deal"} if again else {}
    offers |= {"other": "to play it from the other side"} if sides else {}
    if goes_on:
        return f"press Enter for the next game, or type {listed([*offers, 'quit'], 'or')}"
    return f"type {', '.join(' '.join(offer) for offer in offers.items())}, or press Enter to leave"


def _quoted(typed: str) -> str:
    """What was typed, in quotation marks; only its beginning if it is long."""
    return f'"{printable(typed if len(typed) <= LONGEST_QUOTE else typed[: LONGEST_QUOTE - 1] + "…")}"'


def _last_seen(session: AnySession, seat: int | None) -> int:
    """The point at which a seat last acted: what it did and what followed is told when a game is carried on."""
    return max(0, _last_acted(session, seat) - 1)


def _last_acted(session: AnySession, seat: int | None) -> int:
    """The point that the last action of a seat led to; 0 before its first, and where there is no seat."""
    acted = (point for point in range(session.at, 0, -1) if seat is not None and session.position(point).seat == seat)
    return next(acted, 0)


_ALIASES: Final = {
    "h": "hint",
    "c": "choices",
    "t": "table",
    "x": "explain",
    "why": "explain",
    "l": "log",
    "u": "undo",
    "r": "redo",
    "?": "help",
    "q": "quit",
    "exit": "quit",
}
"""Other ways to say a command, the keys of the screens among them."""
_REVIEW: Final = {"review", "e"}
_AGAIN: Final = {"again", "a"}
_OTHER_SIDE: Final = {"other", "o"}
_QUIT: Final = {"quit", "q", "exit"}
_YES: Final = {"yes", "y"}
