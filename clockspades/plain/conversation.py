"""A game in line mode: what happens is told, and what a person types becomes inputs of the table's reducer."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum, auto
from random import Random
from typing import Final

from clockspades.bots.adviser import all_equal
from clockspades.engine.phrases import sentence, share_words
from clockspades.engine.players import Bots
from clockspades.engine.session import AnySession
from clockspades.engine.standing import REPEAT
from clockspades.engine.story import meaning, review
from clockspades.engine.wording import Stakes
from clockspades.language import N_, NC_, _, either, headed, pgettext
from clockspades.plain.choices import command_of, commanded, find_choice, numbered, numbers, shown, what_to_type
from clockspades.plain.plain_table import LineRules, events, names_of_parts, players, tell_from
from clockspades.plain.plain_voice import Voice
from clockspades.plain.talk import EndOfInputError, LeftError, Talk, cards_help, phrases_of, quoted
from clockspades.plain.typed_lines import Lines
from clockspades.saved.log import LogError
from clockspades.table import effects as do
from clockspades.table import inputs as did
from clockspades.table.advice import advice_for
from clockspades.table.effects import Effect
from clockspades.table.inputs import Input
from clockspades.table.keys import terminal
from clockspades.table.model import TableAdvice
from clockspades.table.state import Asking, BotThinking, Cause, Deciding, HandingOver, Over, Preferences, first_state
from clockspades.table.table_session import TableSession
from clockspades.table.update import COMPARING, last_move, update

STILL: Final = Preferences(forced_plays="ask", tempo=0.0, is_still=True)
"""In lines nothing moves or pauses, and a person types forced moves too."""
YES_OR_NO: Final = N_("type {yes} or {no}")
TRY_AGAIN: Final = N_("press Enter to try again, or type {quit}")


class Ending(Enum):
    """Why a conversation is over."""

    GAME_OVER = auto()
    LEFT = auto()
    END_OF_INPUT = auto()


class NextGame(Enum):
    """What is played after a finished game."""

    GAME = auto()
    """The next game of the series."""
    AGAIN = auto()
    """The same deal again."""
    OTHER_SIDE = auto()
    """The same deal, with everybody one seat on."""


class Conversation(Talk):
    """A game between people at one keyboard and bots, in lines of text: what a screen is to a table, without one.

    What is said is what the person at the keyboard sees. Where several people play, the keyboard is passed on
    before anything of the next one's hand is said, and nobody is told of a draw before their own next turn.
    """

    wanted: Preferences = STILL
    """What the settings ask of its table."""

    def __init__(self, session: AnySession, rng: Random, lines: Lines, say: Voice, rules: str, page: int) -> None:
        """``rules`` are the game's as they are to be said; ``page`` is how many lines a terminal shows at once."""
        super().__init__(lines, say)
        self._session, self._rules, self._page = session, rules, page
        self._bots = Bots(session, rng)
        self._table_session = TableSession(session, rng, self._not_saved)
        self._table_rules = LineRules()
        self._state = first_state(session)
        self._at_keyboard: int | None = session.humans[0] if len(session.humans) == 1 else None
        """The person whose hand may stand in the lines above."""
        self._told = {seat: max(0, _last_acted(session, seat) - 1) for seat in (*session.humans, None)}
        """The point up to which each person has heard what happened, None standing for who only watches.

        Where a game is carried on, what they did last is told, and what followed.
        """
        self._error: LogError | None = None
        """Why an action could not be saved, the last time that this happened."""
        self._commands: dict[str, Callable[[int], None]] = {
            "choices": self._ask,
            "hint": self._hint,
            "changes": lambda seat: self._say_all(self._since(seat)),
            "explain": self._explain,
            "undo": self._undo,
            "redo": lambda seat: self._give(did.Redo()),
            "rules": lambda seat: self._say(self._rules),
            "review": lambda seat: self._say(_("You can review the game when it is over.")),
            "save": lambda seat: self._say(commanded("Every move is saved automatically. Type {quit} to leave.")),
            "help": self._help,
        }
        if session.game.words.unseen(session.state, 0):
            self._commands["unseen"] = self._unseen
        if self._state.plays_out:
            self._commands["finish"] = self._commands["claim"] = lambda seat: self._give(did.Finish())
            self._commands["concede"] = lambda seat: self._give(did.Concede())

    def hold(self) -> Ending:
        self._say(self._session.title)
        self._say_all(players(self._session))
        if self._session.standing.is_repeat:
            self._say(_(REPEAT))
        if self._session.humans:
            if self._session.at <= 1:
                self._say(self._session.game.summary_of(self._session.options))
            self._say(commanded("Type {help} for a list of commands."))
        try:
            self._play()
        except EndOfInputError:
            return Ending.END_OF_INPUT
        except LeftError:
            return Ending.LEFT
        self._tell_end()
        return Ending.GAME_OVER

    def ask_after_the_game(
        self, review: Callable[[int], Iterable[str]] | None, *, goes_on: bool, again: bool
    ) -> NextGame | None:
        """Offer the review of a finished game, the same deal ``again``, and the next game if its series goes on.

        Returns what is played next; None for nothing. ``review`` gives the lines of the review for a seat. If only bots
        play, nobody is asked, and the series goes on.
        """
        following = NextGame.GAME if goes_on else None
        sides = again and len(self._session.seats) > 1
        if not self._session.humans or not (review or goes_on or again):
            return following
        what = _what_after({"review": review is not None, "again": again, "other": sides}, goes_on)
        try:
            self._say(sentence(what))
            while typed := self._read(what):
                word, __, name = typed.partition(" ")
                if review is not None and "review" in (command_of(word), _AFTERWARDS.get(word.casefold())):
                    self._review(review, name)
                elif again and "again" in (command_of(typed), _AFTERWARDS.get(typed.casefold())):
                    return NextGame.AGAIN
                elif sides and "other" in (command_of(word), _AFTERWARDS.get(word.casefold())):
                    return NextGame.OTHER_SIDE
                elif not goes_on:
                    return None
                else:
                    self._say(headed(_("The game is over"), f"{what}."))
        except LeftError:
            return None
        return following

    def _review(self, review: Callable[[int], Iterable[str]], name: str) -> None:
        names = self._session.names
        seat = find_choice(name, names) if name else self._session.humans[0]
        if seat is None:
            nobody = N_("Nobody here is called {typed}: type {review} and a name, such as {example}.")
            self._say(commanded(nobody, typed=quoted(name), example=f"review {names[-1]}"))
            return
        self._say(_("Reviewing the game…"))
        self._say_all(review(seat))
        if len(names) > 1 and not name:
            others = (other for number, other in enumerate(names) if number != seat)
            self._say(_("Type {command} to see the game from there.", command=f"review {next(others)}"))

    def _play(self) -> None:
        """Do what each phase of the table waits for, until the game is over."""
        self._give(did.PreferencesChanged(self.wanted._replace(terminal=terminal())))
        self._give(self._table_session.moved(Cause.OPENED))
        while True:
            self._say_note()
            if self._state.can_try_again:
                self._wait_to_try_again()
                continue
            self._tell()
            match self._state.phase:
                case BotThinking(seat):
                    self._give(did.BotChose(self._bots[seat].choose(self._session.sight(seat))))
                case HandingOver(seat):
                    self._wait_for(seat)
                case Asking():
                    self._give(did.Answered(command_of(self._read(commanded(YES_OR_NO))) == "yes"))
                case Deciding():
                    self._take_turn(self._state.near)
                case Over():
                    return

    def _give(self, given: Input) -> None:
        self._state, effects = update(self._table_rules, self._state, given)
        for effect in effects:
            self._run(effect)

    def _run(self, effect: Effect) -> None:
        """Do what the table asks for. Bots are asked in their phase, and nothing moves."""
        match effect:
            case do.RaiseCurtain(seat, words):
                self._pass_keyboard(seat, words)
            case do.AskToTakeBack(_, question):
                self._hide()
                self._say(question)
                self._say(sentence(commanded(YES_OR_NO)))
            case do.Advise():
                pass  # the choices are compared once they have been told
            case _:
                answers = self._table_session.run(effect)
                if news := self._session.take_news():
                    self._say(news)
                if isinstance(effect, do.TakeBack):  # what is done instead is told to all
                    self._told = {seat: min(told, self._session.at) for seat, told in self._told.items()}
                for given in answers:
                    self._give(given)

    def _not_saved(self, error: LogError) -> str:
        """What is said of an action that was not saved. If only bots play, nobody is there to try again."""
        if not self._session.humans:
            raise error
        self._error = error
        return headed(f"{error}. {_('The game waits')}", f"{commanded(TRY_AGAIN)}.")

    def _wait_to_try_again(self) -> None:
        """Try again what could not be saved, when the person is ready; its LogError at the end of the input."""
        try:
            self._read(commanded(TRY_AGAIN))
        except EndOfInputError:
            if self._error is None:
                raise
            raise self._error from None
        self._give(did.Confirm())

    def _pass_keyboard(self, seat: int, words: str) -> None:
        if seat == self._at_keyboard:  # only bots have acted since: it is all in sight still
            self._give(did.CurtainLifted())
            return
        self._hide()
        if words:
            self._say(words)
        name = self._session.names[seat]
        pass_on = N_("Pass the keyboard to {name}. Everyone else, look away. {name}, press Enter when ready.")
        self._say(_(pass_on, name=name))

    def _hide(self) -> None:
        """Move what a person was told out of sight."""
        if self._at_keyboard is not None:
            self._say("\n" * (self._page - 1))
        self._at_keyboard = None

    def _wait_for(self, seat: int) -> None:
        """Wait until the next person is ready, or the last one asks to take their move back."""
        what = N_("press Enter when {name} is ready, or type {undo} or {quit}")
        if last_move(self._state) is None:
            what = N_("press Enter when {name} is ready, or type {quit}")
        what = commanded(what, name=self._session.names[seat])
        typed = self._read(what)
        if not typed:
            self._at_keyboard = seat
            self._give(did.CurtainLifted())
            return
        if command_of(typed) == "undo":
            self._give(did.AskedToTakeBack())
            self._say_note()
        if isinstance(self._state.phase, HandingOver):
            self._say(headed(_("The cards are still hidden"), f"{what}."))

    def _take_turn(self, seat: int) -> None:
        """Say what a person has to decide, and obey until the game moves or somebody else is at the keyboard."""
        before = (self._session.at, self._state.phase)
        session, heard = self._session, [*self._since(seat)]
        for line in session.game.words.survey(session.view(seat), seat, session.names_at_table).hand:
            if not any(each.endswith(line.split(" ", 2)[-1]) for each in heard):  # it has not just been dealt
                self._say(line)
        self._ask(seat)
        while (self._session.at, self._state.phase) == before:
            self._obey(seat, self._read(self._what_to_type(seat)))
            self._say_note()

    def _obey(self, seat: int, typed: str) -> None:
        """Do what was typed. An empty line plays the only choice, or the first where any will do, or asks again."""
        offered = self._session.game.rules.offered(self._session.view(seat))
        action = None
        if typed:
            action = self._heed(typed, self._session, seat, self._commands, self._what_to_type(seat))
        elif len(offered) == 1 or self._state.stakes is Stakes.NOTHING:
            action = offered[0]
        else:
            self._ask(seat)
        if action is not None:
            self._give(did.Chose(action))

    def _say_note(self) -> None:
        """Say what the table says in the place of its prompt, once."""
        if note := self._state.selection.note or self._state.selection.refusal:
            self._say(note)
            self._give(did.ShowNote(""))

    def _tell(self) -> None:
        """Tell what happened since the person at the keyboard, or whoever watches the bots, last heard of it."""
        if self._state.eyes is not None:
            self._tell_to(self._state.eyes if self._session.humans else None)

    def _tell_to(self, seat: int | None) -> None:
        self._say_all(tell_from(self._session, self._told[seat] + 1, seat))
        self._told[seat] = self._session.at

    def _tell_end(self) -> None:
        """Tell everyone how the game ended, its verdict, and the remarks on it."""
        session = self._session
        if len(session.humans) > 1:
            self._told[None] = max(self._told[seat] for seat in session.humans)
            self._tell_to(None)
        self._say("")
        history = [event for position in session.positions for event in position.events]
        seat = session.humans[0] if session.humans else 0
        self._say(session.game.words.ending(history, session.state, session.names_at_table, seat))
        for remark in review(session, session.names_at_table):
            self._say(remark.words)

    def _ask(self, seat: int) -> None:
        session = self._session
        view, names, words = session.view(seat), session.names_at_table, session.game.words
        self._say_all(filter(None, (words.prompt(view, names), words.outlook(view, names))))
        self._say_all(numbered(phrases_of(self._session, seat)))
        if self._state.known is not None:
            self._advice()
        if (stakes := self._state.stakes) is not None:
            self._say(_(stakes.value))
        if (chance := self._state.model.chance) is not None:
            self._say(_("Win chance: {chance}.", chance=share_words(chance)))

    def _advice(self) -> TableAdvice:
        """Advice on the choices, which are compared once, when it is first asked for."""
        if self._state.known is None:
            self._give(did.AskAdvice())
            self._give(did.Cancel())
        if self._state.known is COMPARING:
            player = self._state.model.player
            self._give(did.Advised(player, advice_for(self._table_rules, player)))
        assert self._state.known is not None, "it is asked for where a person decides"
        return self._state.known

    def _what_to_type(self, seat: int) -> str:
        phrases = phrases_of(self._session, seat)
        if len(phrases.english) > 1:
            return commanded("type {choice}, or {help}", choice=what_to_type(phrases))
        (number,), (words,) = numbers(phrases.english), phrases.said()
        return _("type {number}, {words} or {help}", number=number, words=words, help=shown("help"))

    def _hint(self, seat: int) -> None:
        """Say what each choice leads to, by its number; the best first, where they are evaluated."""
        session = self._session
        session.count_hint()
        view, ranked = session.view(seat), self._advice().ranked
        offered, hints = session.game.rules.offered(view), session.game.words.hints(view, session.names_at_table)
        same = all_equal(ranked) if ranked else ""
        told = [(hint, hint.words) for hint in hints]
        if ranked and not same:
            told = [(each.hint, f"{each.hint.words} {each.words}") for each in ranked]
        number = dict(zip(offered, numbers(phrases_of(session, seat).english)))
        for hint, words in told:
            self._say(f"{number[hint.action]}: {words}")
        if same:
            self._say(same)

    def _unseen(self, seat: int) -> None:
        """Say which cards the person in a seat has not seen: that counts as a hint."""
        self._session.count_hint()
        self._say(self._session.game.words.unseen(self._session.view(seat), seat))

    def _explain(self, seat: int) -> None:
        session, names = self._session, self._session.names_at_table
        said = False
        for point in range(_last_acted(session, seat) + 1, session.at + 1):
            if meant := meaning(session, point, names):
                action = session.game.words.describe_first(events(session, point, seat), names)
                self._say(headed(action, " ".join(meant.words)))
                said = True
        if not said:
            self._say(_("There is nothing to explain now."))

    def _since(self, seat: int) -> Iterator[str]:
        return tell_from(self._session, max(1, _last_acted(self._session, seat)), seat)

    def _undo(self, seat: int) -> None:
        at = self._session.at
        self._give(did.Undo())
        if self._session.at < at:
            self._say(_("Move undone."))

    def _help(self, seat: int) -> None:
        """Say what can be typed, by what a player wants."""
        session, phrases = self._session, phrases_of(self._session, seat)
        if len(phrases.english) > 1:
            self._say(_("Move: type {choice}.", choice=what_to_type(phrases)))
        else:
            (number,), (move,) = numbers(phrases.english), phrases.said()
            only = N_("Move: type {number}, {move} or just Enter, which is the only possible move.")
            self._say(_(only, number=number, move=move))
            if len(session.seats) == 1:
                self._say(commanded("More moves: type {finish} to make all until you have a choice."))
        if len(session.seats) > 1 and self._state.plays_out:
            rest = N_(
                "The rest: type {finish} or {claim} once your choices change nothing, or {concede} to give a deal up."
            )
            self._say(commanded(rest))
        self._say(commanded("Choices: type {choices} to list them again, or {hint} for what each leads to."))
        parts = names_of_parts(session, seat)
        self._say(commanded("Table: type {table} for everything, or one part: {parts}.", parts=parts))
        if "unseen" in self._commands:
            self._say(commanded("Memory: type {unseen} for the cards that you have not seen, which counts as a hint."))
        told = N_("Events: type {changes} for those since your last move, or {log} for all.")
        if len(session.seats) > 1:
            told = N_(
                "Events: type {changes} for those since your last move, {explain} for what the others have shown by it,"
                " or {log} for all."
            )
        self._say(commanded(told))
        back = N_("Back: type {undo}, or {redo} for a move that you have undone.")
        if len(session.humans) > 1:
            back = N_("Back: type {undo} to ask the others whether you may take back your last move.")
        self._say(commanded(back))
        self._say(cards_help())
        self._say(commanded("Rules: type {rules}. After the game, type {review} for luck, skill and mistakes."))
        self._say(commanded("Leave: type {quit}. Every move is saved."))


_AFTERWARDS: Final = {"e": "review", "a": "again", "o": "other"}
"""The keys of the screen after the game."""


def _what_after(offers: Mapping[str, bool], goes_on: bool) -> str:
    """What can be typed after the game."""
    words = [word for word, offered in offers.items() if offered]
    if goes_on:
        return _(
            "press Enter for the next game, or type {commands}", commands=either([*map(shown, words), shown("quit")])
        )
    meanings = {
        "review": NC_("after 'type'", "{command} to see luck, skill and mistakes"),
        "again": NC_("after 'type'", "{command} to play the same deal"),
        "other": NC_("after 'type'", "{command} to play it from the other side"),
    }
    told = ", ".join(pgettext("after 'type'", meanings[word], command=shown(word)) for word in words)
    return _("type {commands}, or press Enter to leave", commands=told)


def _last_acted(session: AnySession, seat: int | None) -> int:
    """The point that the last action of a seat led to; 0 before its first, and where there is no seat."""
    acted = (point for point in range(session.at, 0, -1) if seat is not None and session.position(point).seat == seat)
    return next(acted, 0)
