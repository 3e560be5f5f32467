"""The table's reducer: the state and the effects that follow from an input. Pure, and the same for every game."""

from collections.abc import Callable
from functools import partial
from math import inf
from typing import Any, Final, NamedTuple, TypeAlias

from clockspades.engine.rules import Action
from clockspades.engine.session import Takeback
from clockspades.engine.standing import NOW_PRACTICE, PEEKED
from clockspades.engine.wording import Stakes
from clockspades.language import N_, _
from clockspades.table import effects as do
from clockspades.table import inputs as did
from clockspades.table.commands import CONCEDE, FINISH
from clockspades.table.effects import Effect
from clockspades.table.inputs import Input
from clockspades.table.model import (
    AnyPlayerView,
    AnyTableModel,
    Selection,
    TableAdvice,
    Target,
    TargetKind,
    is_explained,
    last_of_others,
    only_choice,
)
from clockspades.table.moments import LONGEST, SECONDS, Moment
from clockspades.table.state import (
    Arriving,
    Asking,
    AutoPlaying,
    BotThinking,
    Cause,
    Dealing,
    Deciding,
    Failed,
    Finishing,
    HandingOver,
    Over,
    Running,
    ShowingTrick,
    Summary,
    TableState,
    Watching,
)
from clockspades.table.table_rules import AnyTableRules, Choose, Response, Select

State: TypeAlias = TableState[Any, Any]

STOPPING: Final = (did.Confirm, did.Space, did.Cancel)
"""What keys give that only stop cards that turn by themselves. The first two play a forced move at once."""
CLEARING: Final = (*STOPPING, did.LookBack)
"""What keys give that only clear away a finished trick; other keys also do their own thing."""
ACTING: Final = (
    did.KeyPressed, did.Clicked, did.Chose, did.Confirm, did.Space, did.Digit, did.PointAt, did.Pressed, did.Dropped,
    did.Run, did.Finish, did.Concede, did.LookBack,
)  # fmt: skip
"""What keys and the mouse give that can take the game on."""
LOOK: Final = 1.2
"""Seconds for which new cards, or a table that was just opened, are looked at before a bot plays."""
REST: Final = 0.5
"""Seconds that a card lies there before the next of several people sits down."""


class _Comparing(TableAdvice):
    @property
    def words(self) -> str:
        return _("Comparing your choices…")


COMPARING: Final = _Comparing("")
"""Shown until the choices are compared."""
GIVE_UP: Final = N_("Give up the rest of this deal? Your lowest cards will be played. {how} again.")
GIVE_UP_TOGETHER: Final = N_("Ask the others to end this deal? Your lowest cards would be played. {how} again.")
PLAYING_OUT: Final = N_("The rest is played out.")
GIVING_UP: Final = Target(TargetKind.BADGE, 0)
"""What is selected while it is asked if the rest of a deal is given up: the person at the near side."""
UNTIL_KEY: Final = inf
"""Instead of seconds: until a key is pressed."""


class Next(NamedTuple):
    """What an input leads to."""

    state: State
    effects: tuple[Effect, ...] = ()

    def add(self, *effects: Effect) -> "Next":
        return Next(self.state, (*self.effects, *effects))

    def after(self, *effects: Effect) -> "Next":
        """The same, with effects before its own."""
        return Next(self.state, (*effects, *self.effects))


def update(table_rules: AnyTableRules, state: State, given: Input) -> Next:
    """The next state of a table, and the effects to run in their order."""
    match given:
        case did.SessionMoved():
            return _moved(state, given)
        case did.Observed(player):
            return _observed(table_rules, state, player)
        case did.PreferencesChanged(preferences):
            changed = preferences.forced_plays != state.preferences.forced_plays
            state = state._replace(preferences=preferences)
            return _compared(_autoplay(table_rules, state) if changed else Next(state))
        case did.Covered():
            return _covered(table_rules, state)
        case did.Uncovered():
            return _uncovered(table_rules, state)
        case _ if state.player is None:  # nothing is shown yet
            return Next(state)

        # what the session, the bots, the clock and the curtain say
        case did.SessionRefused():
            return _refused(table_rules, state, given)
        case did.ShowNote(words, is_refusal):
            return Next((_refuse if is_refusal else _say)(state, words))
        case did.BotChose(action):
            return Next(state, (_act(state, action),) if isinstance(state.phase, BotThinking) else ())
        case did.Advised(player, advice):
            if state.known is not COMPARING or state.model.player.view is not player.view:
                return Next(state)
            shown = advice if state.advice is COMPARING else state.advice
            return Next(state._replace(known=advice, advice=shown, chance=advice.chance))
        case did.Judged(verdict):
            selection = Selection(shown_trick=state.selection.shown_trick)
            player = state.model.player.deciding()  # with the choices as their player saw them
            return Next(state._replace(phase=Watching(), player=player, selection=selection, advice=verdict))
        case did.Tick(timer):
            return _ticked(table_rules, state) if timer == state.timer else Next(state)
        case did.CurtainLifted():
            return _curtain_lifted(state)
        case did.AskedToTakeBack():
            return _asked_behind_the_curtain(state)
        case did.Answered(agrees):
            return _answered(table_rules, state, agrees)

        # keys and mouse buttons as they go down and up, whatever they do, and what ends movements
        case did.Landed():
            return Next(_landed(state))
        case did.Cancel() if state.finishing is not None and state.finishing.is_elsewhere and state.finishing.hurries:
            return _cancelled(table_rules, state)  # the host may be gone
        case _ if state.finishing is not None:
            return _hurried(table_rules, state, state.finishing, given)
        case did.KeyPressed(gives):
            return _key_pressed(table_rules, state, gives)
        case did.MouseDown(is_on_table):
            return _mouse_down(state, is_on_table)
        case did.Clicked():
            state = _stopped(state) if isinstance(state.phase, AutoPlaying) else state
            return _go_on(table_rules, state) if state.clears and state.rests else Next(state)
        case did.PlaysOut():
            return _plays_out(table_rules, state)
        case did.Stop():
            return Next(_stopped(_landed(state)), (do.Land(),))

        # what the person at the near side did on the table with a key or a click
        case did.Hovered():
            return Next(_hovered(table_rules, state, given))
        case _ if state.is_advised:
            return _advice_answered(table_rules, state, given)
        case did.Chose(action):
            return _decide(table_rules, state, lambda _: Choose(action))
        case did.Confirm():
            return _confirmed(table_rules, state)
        case did.Space():
            if _only_clears(state) or isinstance(state.phase, AutoPlaying | Running):
                return _confirmed(table_rules, state)
            return _decide(table_rules, state, table_rules.space)
        case did.Digit() | did.PointAt() if state.clears:
            return Next(state)
        case did.Digit(number):
            if table_rules.paces and table_rules.next_turn(state.model.player) is not None:
                return _run(table_rules, state, number) if 0 < number <= len(table_rules.paces) else Next(state)
            return _respond(table_rules, state, table_rules.digit(state.model, number))
        case did.ArrowPressed(direction, nearest):
            return _respond(table_rules, state, table_rules.move(state.model, direction, nearest))
        case did.PointAt(target):
            return _respond(table_rules, state, table_rules.letter(state.model, target))
        case did.Pressed(target):
            return _pressed(table_rules, state, target)
        case did.Carried(target) if state.model.player.active:
            return _respond(table_rules, state, table_rules.carry(state.model, target))
        case did.Dropped(target):
            return _dropped(table_rules, state, target)

        # what that person asks for besides
        case did.Cancel():
            return _cancelled(table_rules, state)
        case did.LookBack() if state.rests:
            return _go_on(table_rules, state)
        case did.LookBack():
            return Next(state._replace(selection=table_rules.look_back(state.model)))
        case did.AskUnseen():
            model = state.model
            return Next(_say(state, model.player.game.words.unseen(model.view, model.player.seat)))
        case did.AskMeaning(about):
            return _asked(table_rules, state, about)
        case did.AskAdvice():
            return _advice_asked(state)
        case did.Undo() if len(state.people) > 1:
            return _asked_at_the_table(state)
        case did.Undo() | did.Redo():
            over_forced = _is_alone(state) and state.preferences.forced_plays != "ask"
            return Next(_landed(_let_go(state)), (do.Land(), do.Travel(isinstance(given, did.Redo), over_forced)))
        case did.Run(speed, by) if table_rules.paces:
            if speed is None and not by:
                speed = state.speed % len(table_rules.paces) + 1 if isinstance(state.phase, Running) else state.speed
            return _run(table_rules, state, min(max(speed or state.speed + by, 1), len(table_rules.paces)))
        case did.Finish() | did.Concede() if state.model.player.active and state.plays_out:
            return _finish(table_rules, state, gives_up=isinstance(given, did.Concede))
    return Next(state)


def goes_on(table_rules: AnyTableRules, state: State, given: object) -> bool:
    """Whether the game would go on with an input of the player, or what the table shows until then would end."""
    if not isinstance(given, ACTING) or state.player is None:
        return False
    after, effects = update(table_rules, state, given)
    acts = any(isinstance(effect, do.Act | do.MakeDeal) for effect in effects)
    return acts or type(after.phase) is not type(state.phase)


# -- the course of the game --------------------------------------------------------------------------------


def _moved(state: State, given: did.SessionMoved) -> Next:
    """The session moved: observe it. What a person has just drawn is for them alone, at their next turn."""
    point, cause, phase = given.point, given.cause, state.phase
    eyes = state.eyes
    if cause is Cause.ACTED and len(state.people) > 1 and point.to_act != eyes:
        eyes = None
    effects: tuple[Effect, ...] = (do.Observe(state.near, eyes),)
    if isinstance(phase, BotThinking) and cause is Cause.TRAVELLED:
        effects = (do.DismissBot(), *effects)
    arriving = Arriving(
        cause,
        is_after_bot=isinstance(phase, BotThinking),
        is_running=isinstance(phase, Running) and cause is Cause.ACTED,
        note=_note_on_move(state, given),
    )
    timer = state.timer + 1  # one that runs still was for the point before
    if cause in (Cause.TRAVELLED, Cause.OPENED) and state.finishing is not None and state.finishing.is_elsewhere:
        state = state._replace(finishing=None)
    return Next(state._replace(point=point, eyes=eyes, phase=arriving, timer=timer), effects)


def _note_on_move(state: State, given: did.SessionMoved) -> str:
    """What to say of a move: it was taken back by agreement, or it makes or has made the game practice; else empty."""
    before, (point, cause) = state.point, given
    if before is None:
        return ""
    if isinstance(state.phase, Asking):
        return state.phase.takeback.agreed(state.model.player.names)
    if point.is_practice and not before.is_practice:
        return _(NOW_PRACTICE)
    return _(PEEKED) if cause is Cause.TRAVELLED and point.would_be_assisted and not before.would_be_assisted else ""


def _observed(table_rules: AnyTableRules, state: State, player: AnyPlayerView) -> Next:
    """Show what was observed, and go on. A note stands in place of the prompt, unless a forced move is announced."""
    arriving = state.phase
    following = _arrived(table_rules, state, player)
    is_said = isinstance(following.state.phase, AutoPlaying | HandingOver)
    if not isinstance(arriving, Arriving) or not arriving.note or is_said:
        return following
    return following._replace(state=_say(following.state, arriving.note))


def _arrived(table_rules: AnyTableRules, state: State, player: AnyPlayerView) -> Next:
    """Show what was observed; after a move, show the trick it ended, or go on."""
    arriving = state.phase
    if not isinstance(arriving, Arriving):
        return _show(table_rules, state, player, active=False)
    assert state.point is not None, "what is observed is a point"
    effects: tuple[Effect, ...] = ()
    if arriving.cause is Cause.ACTED and table_rules.shows_tricks and not state.point.is_over:
        state, effects = _show(table_rules, state, player, active=False)
        seconds = _trick_seconds(table_rules, state) if state.selection.shown_trick is not None else None
        if seconds is None and _hands_over(state) and not state.preferences.is_still:
            moves = table_rules.seconds_for(state.model.player) * (state.preferences.tempo or 1.0)
            seconds = moves + REST if moves else None
        if seconds is not None:
            shown = _wait_on_trick(table_rules, state, seconds).after(*effects)
            return _rung(table_rules, shown, arriving)
        player = state.model.player
    following = _proceed(table_rules, state, player, arriving)
    return _rung(table_rules, following.after(*effects), arriving)


def _compared(following: Next) -> Next:
    """Compare the choices beside play, where the table is to say something of them."""
    if not following.state.is_to_compare:
        return following
    state = following.state._replace(known=COMPARING)
    return following._replace(state=state).add(do.Advise(state.model.player))


def _proceed(table_rules: AnyTableRules, state: State, player: AnyPlayerView, arriving: Arriving) -> Next:
    """Go on from the point shown: with a person, a bot, a deal or the end."""
    point = state.point
    assert point is not None, "a table goes on from a point"
    if _hands_over(state):
        return _hand_over(table_rules, state, player, arriving.note)
    seat = point.to_act
    is_person = seat in state.people
    if seat is None:
        state = state._replace(finishing=None)
    state, effects = _show(table_rules, state, player, active=is_person and seat == state.near)
    if not point.is_over and state.selection.shown_trick is not None:
        state = _trick_cleared(state)
    if point.is_over:
        following = Next(state._replace(phase=Over()))
    elif seat is None:
        following = _await_deal(table_rules, state)
    elif not is_person:
        following = _ask_bot(
            table_rules, state, seat, LOOK if arriving.cause is not Cause.ACTED and _pace(state) else 0.0
        )
    elif state.finishing is not None and (played := _played_on(table_rules, state, state.finishing)) is not None:
        following = played
    elif arriving.is_running and table_rules.next_turn(state.model.player) is not None:
        following = _start_timer(table_rules, state._replace(phase=Running()), table_rules.paces[state.speed - 1])
    elif arriving.cause is Cause.TRAVELLED:
        state = state._replace(phase=Deciding(by_hand=True))
        following = Next(state)
    else:
        following = _autoplay(table_rules, state._replace(phase=Deciding(), finishing=None))
    if arriving.catches_up and table_rules.missed_trick(following.state.model.player):
        state = following.state
        following = following._replace(state=state._replace(selection=table_rules.look_back(state.model)))
    if following.state.finishing is not None:
        following = following._replace(state=_say(following.state, _(PLAYING_OUT) if _brisk(following.state) else ""))
    return _compared(following.after(*effects))


def _show(table_rules: AnyTableRules, state: State, player: AnyPlayerView, *, active: bool) -> Next:
    """Show what was observed. Each new point begins with a fresh selection, and cards move from one to the next."""
    before, seat = state.player, state.to_act
    thinker = player.names[seat] if seat is not None and seat not in state.people else ""
    after = player.deciding(active)._replace(thinker=thinker)
    effects: list[Effect] = []
    is_next = before is not None and len(after.history) == len(before.history) + 1
    if before is None or len(after.history) != len(before.history):
        effects.append(do.Land())  # cards stay in the air when only the player to act changes
    selection = state.selection
    rules, view = after.game.rules, after.view
    ends = active and state.plays_out  # but what others still decide is up to them
    ends = ends and (not state.asks_others or rules.settles(view) or rules.is_settled(view))
    settled = after.game.words.settled(view) if ends else ""
    if active and is_next and len(after.names) == 1:
        settled = settled or state.settled  # less can be seen now, as after a redeal of German Clock
    if before is None or before.view != after.view or before.active != after.active:
        moves = state.preferences.tempo > 0 and state.finishing is None
        selection = table_rules.arrive(before if is_next else None, after, moves=moves)
        if settled and state.finishing is None and not state.no_hints:
            how = table_rules.how(state.preferences.terminal, FINISH)
            selection = selection._replace(note=f"{settled} {_('{how} to play it out.', how=how)}")
    if before is not None and is_next and state.finishing is None and (flights := table_rules.moves(before, after)):
        effects.append(do.Animate(flights))
    leaps = isinstance(state.phase, Arriving) and state.phase.cause is Cause.ADVANCED  # over several forced moves
    if is_next or (before is not None and leaps):
        delay = max(SECONDS, table_rules.seconds_for(after)) if is_next else 0.0
        effects += _celebrate(table_rules, state, after, delay, rings=state.preferences.rings)
    state = state._replace(player=after, selection=selection, advice=None, known=None, settled=settled)
    return Next(state, tuple(effects))


def _celebrate(
    table_rules: AnyTableRules, state: State, player: AnyPlayerView, delay: float = 0.0, *, rings: bool = False
) -> tuple[Effect, ...]:
    """Celebrate what happened last, if that is worth it: with the bell, and if anything moves, to be seen."""
    moment, outcome = table_rules.moment(player), player.view.outcome
    if outcome is not None and any(seat in state.people for seat in outcome.winners):
        moment = (moment or Moment(LONGEST, ()))._replace(seconds=LONGEST, is_won=True)
    if moment is None or (state.finishing is not None and state.to_act is not None):
        return ()
    shown = (do.Celebrate(moment, 0.0 if moment.with_cards else delay),) if state.preferences.tempo else ()
    return (*shown, do.Ring(is_turn=False)) if rings and moment.rings else shown


def _ask_bot(table_rules: AnyTableRules, state: State, seat: int, least: float = 0.0) -> Next:
    """Let a bot choose, and not before what happened last was seen."""
    seconds = max(least, _pace(state), _seconds_to_see(table_rules, state))
    seconds = seconds if state.finishing is None else _brisk(state)
    return Next(state._replace(phase=BotThinking(seat)), (do.AskBot(seat, seconds, min(seconds, _pace(state))),))


def _await_deal(table_rules: AnyTableRules, state: State) -> Next:
    """Make the deal that is due; on a key if the deal before is summed up."""
    state = state._replace(phase=Dealing(), chance=None)  # it was that of the last choice in the deal before
    if state.people and table_rules.sums_up(state.model.player):
        return Next(state._replace(phase=Summary()))
    return _start_timer(table_rules, state, _pace(state))


def _rung(table_rules: AnyTableRules, following: Next, arriving: Arriving) -> Next:
    """The same with the bell, if a bot has moved and a person now decides; it rings once."""
    state = following.state
    rings = arriving.is_after_bot and state.preferences.rings and state.to_act in state.people
    if not rings or _played_for_them(table_rules, state) is not None:
        return following
    others = (effect for effect in following.effects if not isinstance(effect, do.Ring))
    return Next(state, (*others, do.Ring()))


def _ticked(table_rules: AnyTableRules, state: State) -> Next:
    """The timer of the phase ended."""
    match state.phase:
        case Dealing():
            return Next(state, (do.MakeDeal(),))
        case AutoPlaying(action):
            return Next(_stopped(state), (_act(state, action),))
        case ShowingTrick():
            return _go_on(table_rules, state)
        case Running():
            turn = table_rules.next_turn(state.model.player)
            return Next(state, () if turn is None else (do.Act(turn),))
    return Next(state)


def _refused(table_rules: AnyTableRules, state: State, given: did.SessionRefused) -> Next:
    """Nothing happened, and why. What could not be saved is tried again with Enter, as is what bots do."""
    state, words = _landed(_let_go(state))._replace(finishing=None), given.words
    if isinstance(state.phase, Asking):
        return _hand_over(table_rules, state, state.model.player, words)
    if isinstance(state.phase, HandingOver):
        return Next(state)  # it is said again when the next move cannot be kept either
    phase = Deciding(again=given.again) if state.to_act in state.people else Failed()
    player = state.model.player._replace(thinker="")
    state = state._replace(phase=phase, player=player)
    told = _refuse if given.again is None and player.active else _say
    return Next(told(state, words), (do.Land(),))


# -- several people at one keyboard ------------------------------------------------------------------------


def _hands_over(state: State) -> bool:
    """Whether the next to decide is a person, but not the one whose cards are shown."""
    return state.to_act in state.people and state.to_act != state.eyes


def _hand_over(table_rules: AnyTableRules, state: State, player: AnyPlayerView, words: str = "") -> Next:
    """Turn the table to the next person, every hand face down, until they lift the curtain, which says ``words``.

    Not under something that another still reads: that may be for nobody else.
    """
    seat = state.to_act
    assert seat is not None, "the table is handed to somebody"
    if state.is_covered:
        waiting = HandingOver(seat, is_waiting=True, words=words)
        return _show(table_rules, state._replace(phase=waiting), player, active=False)
    state = state._replace(near=seat, eyes=None, phase=HandingOver(seat))
    takeback = last_move(state)
    curtain = do.RaiseCurtain(seat, words, None if takeback is None else takeback.seat)
    return Next(state, (do.Observe(seat, None), curtain))


def _curtain_lifted(state: State) -> Next:
    """The next person is ready, and sees their cards and a trick that ended meanwhile."""
    match state.phase:
        case HandingOver(seat, is_waiting=False):
            state = state._replace(eyes=seat, phase=Arriving(Cause.OPENED, catches_up=True), chance=None)
            return Next(state, (do.Observe(seat, seat),))
    return Next(state)


# -- taking back by agreement ------------------------------------------------------------------------------


def last_move(state: State) -> Takeback | None:
    """What the last person who moved can ask the others to take back; None if somebody has just declined that."""
    takeback = next(iter(state.point.takebacks), None) if state.point is not None else None
    return None if takeback == state.declined else takeback


def _asked_at_the_table(state: State) -> Next:
    """Ask the others to take back the last move of the person who decides now, unless one of them has declined."""
    if not isinstance(state.phase, Deciding) or state.point is None:
        return Next(_refuse(state, _("You can ask to take a move back when it is your turn.")))
    takeback = state.point.takeback_of(state.near)
    if takeback is None:
        return Next(_refuse(state, _("Nothing to undo.")))
    if takeback == state.declined:
        return Next(_refuse(state, _("That was declined: your move stands.")))
    following = _ask_the_others(_landed(_let_go(state))._replace(eyes=None), takeback)
    return following.after(do.Land(), do.Observe(state.near, None))


def _asked_behind_the_curtain(state: State) -> Next:
    """Ask the others to take back the last move of the person who made it and has not left the keyboard."""
    if not isinstance(state.phase, HandingOver) or state.phase.is_waiting or state.point is None:
        return Next(state)
    takeback = last_move(state)
    if takeback is None:
        words = N_("That was declined: the move stands." if state.point.takebacks else "Nothing to undo.")
        return Next(_say(state, _(words)))
    return _ask_the_others(state, takeback)


def _ask_the_others(state: State, takeback: Takeback) -> Next:
    asking = Asking(takeback, tuple(seat for seat in state.people if seat != takeback.seat))
    return Next(state._replace(phase=asking), (_question(state, asking),))


def _question(state: State, asking: Asking) -> Effect:
    """The question to the next person who has not answered."""
    assert state.point is not None, "a move is taken back from a point"
    seat = asking.waiting[0]
    return do.AskToTakeBack(seat, asking.takeback.question(state.model.player.names, seat, state.point.number))


def _answered(table_rules: AnyTableRules, state: State, agrees: bool) -> Next:
    """Ask the next person; once all agree, take the move back. If one declines it stands, and the asker is told."""
    if not isinstance(state.phase, Asking):
        return Next(state)
    takeback, (seat, *others) = state.phase.takeback, state.phase.waiting
    if not agrees:
        words = takeback.declined(state.model.player.names, seat)
        return _hand_over(table_rules, state._replace(declined=takeback), state.model.player, words)
    if not others:
        return Next(state, (do.TakeBack(takeback),))
    asking = Asking(takeback, tuple(others))
    return Next(state._replace(phase=asking), (_question(state, asking),))


# -- a trick that is over ----------------------------------------------------------------------------------


def _trick_seconds(table_rules: AnyTableRules, state: State) -> float | None:
    """How long the trick that just ended is shown; infinite until a key is pressed, None for no pause."""
    seconds = state.preferences.trick_seconds
    if state.finishing is not None and state.to_act is not None:
        return 2 * _brisk(state) or None
    if seconds is None:
        return UNTIL_KEY
    if state.preferences.is_still:
        return None
    moment = table_rules.moment(state.model.player)
    celebrated = moment.seconds * state.preferences.tempo if moment is not None else 0.0
    return max(seconds, celebrated) + _seconds_to_see(table_rules, state)


def _wait_on_trick(table_rules: AnyTableRules, state: State, seconds: float) -> Next:
    """Pause, for a while or until a key is pressed; the time does not run while something covers the table."""
    state = state._replace(phase=ShowingTrick(seconds))
    return Next(state) if seconds == UNTIL_KEY or state.is_covered else _start_timer(table_rules, state, seconds)


def _go_on(table_rules: AnyTableRules, state: State) -> Next:
    """Clear away a finished trick, and go on with the game if it waits for that."""
    effects: tuple[Effect, ...] = ()
    if state.selection.shown_trick is not None:
        moves = table_rules.gathering(state.model) if state.finishing is None else ()
        effects = (do.Land(), do.Animate(moves)) if moves else (do.Land(),)
        state = _trick_cleared(_landed(state))
    if isinstance(state.phase, ShowingTrick):
        following = _proceed(table_rules, state, state.model.player, Arriving(Cause.ACTED))
        if isinstance(following.state.phase, Summary):
            following = following.add(*_celebrate(table_rules, state, state.model.player))
    else:
        following = _autoplay(table_rules, state)
    return following.after(*effects)


def _trick_cleared(state: State) -> State:
    return state._replace(selection=state.selection._replace(shown_trick=None, note=""))


def _only_clears(state: State) -> bool:
    """Whether a key that clears away a finished trick does no more than that."""
    return state.rests and not (state.point is not None and state.point.is_over)


# -- what moves by itself ----------------------------------------------------------------------------------


def _start_timer(table_rules: AnyTableRules, state: State, seconds: float) -> Next:
    """Start a timer; the ticks of earlier ones are ignored from now on. Without any time, it ends at once."""
    timer = state.timer + 1
    state = state._replace(timer=timer)
    return Next(state, (do.StartTimer(timer, seconds),)) if seconds > 0 else _ticked(table_rules, state)


def _pace(state: State) -> float:
    """The least seconds that a bot or a deal takes."""
    return 0.0 if state.preferences.is_still else state.preferences.bot_seconds


def _seconds_to_see(table_rules: AnyTableRules, state: State) -> float:
    """How long what happened last moves on the table."""
    preferences = state.preferences
    return 0.0 if preferences.is_still else table_rules.seconds_for(state.model.player) * preferences.tempo


def _is_alone(state: State) -> bool:
    """Whether one person plays against bots.

    People who share a keyboard need their time between two curtains, and in a patience all moves are forced.
    """
    return len(state.people) == 1 < state.seats


def _played_for_them(table_rules: AnyTableRules, state: State) -> Action | None:
    """The forced move that the game makes for the person at the near side; None if they make it."""
    forced = state.preferences.forced_plays
    if not _is_alone(state) or forced == "ask":
        return None
    player = state.model.player
    return _only_choice(state) if forced == "automatic" or table_rules.is_last_card(player) else None


def _only_choice(state: State) -> Action | None:
    """The one action that the person at the near side is offered; None if that is none or several."""
    player = state.model.player
    return only_choice(player.game, player.view, state.near)


def _autoplay(table_rules: AnyTableRules, state: State) -> Next:
    """Announce a forced move, and play it after a moment; Enter plays it at once, any other key stops it."""
    if state.phase != Deciding() or state.rests or state.is_covered or state.is_advised:
        return Next(state)
    action = _played_for_them(table_rules, state)
    if action is None:
        return Next(state)
    state = _say(state._replace(phase=AutoPlaying(action)), table_rules.announce(state.model.player, action))
    return _start_timer(table_rules, state, state.preferences.forced_seconds)


def _run(table_rules: AnyTableRules, state: State, speed: int) -> Next:
    """Turn a card up, and go on with that until something has to be decided or somebody acts."""
    action = table_rules.next_turn(state.model.player)
    state = _stopped(_landed(state))
    if action is None or not isinstance(state.phase, Deciding):
        return Next(state, (do.Land(),))
    return Next(state._replace(phase=Running(), speed=speed), (do.Land(), do.Act(action)))


def _stopped(state: State) -> State:
    """Leave it to the person what to do: no forced move is played, and no card turns by itself."""
    if isinstance(state.phase, AutoPlaying):
        state = _say(state, "")
    return state._replace(phase=Deciding()) if isinstance(state.phase, AutoPlaying | Running) else state


def _landed(state: State) -> State:
    if not state.selection.in_flight:
        return state  # the very same: nothing has to be shown anew
    return state._replace(selection=state.selection._replace(in_flight=False))


def _tried(state: State) -> State:
    """Say no more why what was tried before cannot be done."""
    if not state.selection.refusal:
        return state
    return state._replace(selection=state.selection._replace(refusal=""))


def _covered(table_rules: AnyTableRules, state: State) -> Next:
    """Something lies over the table: end movements, and stop the time; what is played out is over at once."""
    if state.finishing is not None:
        return _hurried(table_rules, state._replace(is_covered=True), state.finishing, did.Stop())
    state = _stopped(_landed(_let_go(state)))
    return Next(state._replace(is_covered=True, timer=state.timer + 1), (do.Land(),))


def _uncovered(table_rules: AnyTableRules, state: State) -> Next:
    """The table is in view again: go on with what waited for that."""
    state = state._replace(is_covered=False)
    match state.phase:
        case ShowingTrick(seconds):
            return _wait_on_trick(table_rules, state, seconds)
        case HandingOver(_, is_waiting=True, words=words):
            return _hand_over(table_rules, state, state.model.player, words)
        case Dealing():
            return _start_timer(table_rules, state, _pace(state))
    return _autoplay(table_rules, state)


# -- what is played out for everybody --------------------------------------------------------------------


def can_finish(table_rules: AnyTableRules, state: State) -> bool:
    """Whether the rest can be played out: something is certain, or there is nothing to choose now."""
    has_turn = not state.asks_others and table_rules.next_turn(state.model.player) is not None
    return state.plays_out and bool(state.settled or has_turn)


def _finish(table_rules: AnyTableRules, state: State, *, gives_up: bool) -> Next:
    """Play out the rest, if that is proved to change nothing, or given up, which is asked for twice."""
    state = _stopped(_landed(state))
    player = state.model.player
    if not gives_up and not can_finish(table_rules, state):
        return Next(_refuse(state, _(player.game.words.unproved)))
    if gives_up and player.game.rules.throw(player.view) is None:
        return Next(_refuse(state, _("There is no deal to give up now.")))
    if gives_up and state.selection.confirming != GIVING_UP:
        how = table_rules.how(state.preferences.terminal, CONCEDE)
        words = GIVE_UP_TOGETHER if state.asks_others else GIVE_UP
        return Next(state._replace(selection=Selection(confirming=GIVING_UP, note=_(words, how=how))))
    if state.asks_others:
        return Next(state._replace(selection=Selection()), (do.AskOthers(gives_up),))
    finishing = Finishing(len(player.history), gives_up or bool(state.settled), gives_up)
    chance = None if gives_up else state.chance
    state = state._replace(player=player.deciding(False), selection=Selection(), finishing=finishing, chance=chance)
    return _played_on(table_rules, state, finishing) or Next(state)


def _plays_out(table_rules: AnyTableRules, state: State) -> Next:
    """Show how the host plays out the rest."""
    player = state.model.player
    finishing = Finishing(len(player.history), is_proved=True, gives_up=False, is_elsewhere=True)
    state = _stopped(_landed(_let_go(state)))
    waits = isinstance(state.phase, Deciding)
    state = state._replace(player=player.deciding(False), selection=Selection(), finishing=finishing, advice=None)
    return _ask_bot(table_rules, state, state.near) if waits else Next(state)


def _played_on(table_rules: AnyTableRules, state: State, finishing: Finishing) -> Next | None:
    """Play on for the person whose rest is played out; None where they have a choice that was not proved away."""
    if finishing.is_elsewhere:
        return _ask_bot(table_rules, state, state.near)
    player = state.model.player
    rules = player.game.rules
    action = _only_choice(state) or (rules.throw if finishing.gives_up else rules.claim)(player.view)
    state = state._replace(player=player.deciding(False))
    if action is not None:
        return _start_timer(table_rules, state._replace(phase=AutoPlaying(action)), _brisk(state))
    return _ask_bot(table_rules, state, state.near) if finishing.is_proved else None


def _brisk(state: State) -> float:
    """The seconds for a move while the rest is played out: fewer and fewer, and two for all together at most."""
    preferences, finishing = state.preferences, state.finishing
    if finishing is None or finishing.hurries or preferences.is_still:
        return 0.0
    return 0.2 * 0.9 ** (len(state.model.player.history) - finishing.since) * preferences.tempo


def _hurried(table_rules: AnyTableRules, state: State, finishing: Finishing, given: Input) -> Next:
    """Wait for nothing any more while the rest is played out. A key or a click does no more than that."""
    if isinstance(given, did.Hovered | did.Clicked) or (isinstance(given, did.KeyPressed) and given.gives is not None):
        return Next(state)  # what the key gives comes next
    state = state._replace(finishing=finishing._replace(hurries=True), clears=isinstance(given, did.MouseDown))
    waits = isinstance(state.phase, AutoPlaying | ShowingTrick)
    return (_ticked(table_rules, state) if waits else Next(state)).after(do.Land())


def _act(state: State, action: Action) -> do.Act:
    """Take an action; after the first of the moves that play out the rest, undo passes over it."""
    return do.Act(action, state.finishing is not None and len(state.model.player.history) > state.finishing.since)


# -- what the player does ----------------------------------------------------------------------------------


def _key_pressed(table_rules: AnyTableRules, state: State, gives: Input | None) -> Next:
    """End movements; what the key itself does comes after this.

    A key that cancels only lets go of a card that is dragged. One that gives the table nothing closes advice. One that
    names a card only clears away a trick that ended: no number was to be seen on a card yet.
    """
    if state.is_advised and gives is None:
        state = state._replace(advice=None)
    if not isinstance(gives, did.Cancel):
        state = _let_go(state)
    clears = isinstance(gives, did.Digit | did.PointAt) and isinstance(state.phase, ShowingTrick)
    state = _tried(_landed(state))._replace(clears=clears)
    if not isinstance(gives, STOPPING):
        state = _stopped(state)
    # looking at the trick that lies there clears nothing
    looks = isinstance(gives, did.AskMeaning) and asked_point(table_rules, state) is not None
    clears = state.rests and not isinstance(gives, CLEARING) and not looks
    following = _go_on(table_rules, state) if clears else Next(state)
    return following.after(do.Land())


def _mouse_down(state: State, is_on_table: bool) -> Next:
    """End movements. The click does no more if cards turned by themselves, or a trick lies there."""
    stops = is_on_table and isinstance(state.phase, Running)
    state = _tried(_landed(_let_go(state)))._replace(clears=state.rests or stops)
    if is_on_table and state.is_advised:
        state = state._replace(advice=None)
    return Next(_stopped(state) if stops else state, (do.Land(),))


def _pressed(table_rules: AnyTableRules, state: State, target: Target) -> Next:
    """A click on a target; one that cleared something away did no more than that."""
    if state.clears:
        return Next(state)
    if target.kind is TargetKind.CHOICE and table_rules.sums_up(state.model.player):  # "Next deal"
        return Next(state) if isinstance(state.phase, Watching) else _confirmed(table_rules, state)
    return _decide(table_rules, state, partial(table_rules.press, target=target), target)


def _confirmed(table_rules: AnyTableRules, state: State) -> Next:
    """Enter: go on with what waits for it, or do what the cursor is on."""
    if _only_clears(state):
        return _go_on(table_rules, state)
    match state.phase:
        case AutoPlaying(action):
            return Next(_stopped(state), (do.Act(action),))
        case Running():
            return Next(_stopped(state))
        case Deciding(again=again) if again is not None:
            return Next(state, (again,))
        case Over():
            return Next(state, (do.OpenResult(),))
        case Summary() | Dealing():
            return Next(state, (do.MakeDeal(),))
        case Failed():
            seat = state.to_act
            return Next(state, (do.MakeDeal(),)) if seat is None else _ask_bot(table_rules, state, seat)
    return _decide(table_rules, state, partial(_chosen, table_rules, state))


def _chosen(table_rules: AnyTableRules, state: State, model: AnyTableModel) -> Response:
    """What Enter does: where any choice will do and none is pointed at, it takes the first."""
    response = table_rules.confirm(model)
    if state.stakes is not Stakes.NOTHING or model.cursor is not None or isinstance(response, Choose):
        return response
    first = model.player.game.rules.offered(model.view)[0]
    return Choose(first, next(iter(table_rules.targets_of(model, first)), None))


def _cancelled(table_rules: AnyTableRules, state: State) -> Next:
    """Escape: cancel what was begun; with nothing begun, leave."""
    if _only_clears(state):
        return _go_on(table_rules, state)
    if isinstance(state.phase, AutoPlaying | Running):
        return Next(_stopped(state))
    nothing = Selection(note=state.selection.note, shown_trick=state.selection.shown_trick)
    cleared = _given_up(state)._replace(selection=Selection())
    return Next(cleared, (do.LeaveTable(),) if state.selection == nothing else ())


def asked_point(table_rules: AnyTableRules, state: State) -> int | None:
    """What the key explains: the action that the pointer or the cursor is on; else the last one that can be explained.

    In a game that of another player, in a replay the one that led to the point shown.
    """
    model = state.model
    for target in (state.hovered, model.cursor):
        point = None if target is None else table_rules.point_of(model, target)
        if point is not None and is_explained(model.player, point):
            return point
    if not isinstance(state.phase, Watching):
        return last_of_others(model.player)
    shown = len(model.player.history)
    return shown if is_explained(model.player, shown) else None


def _asked(table_rules: AnyTableRules, state: State, about: Target | int | None) -> Next:
    """Explain an action, if that can be explained; a click that clears a trick away does no more than that."""
    if about is None:
        point = asked_point(table_rules, state)
    elif state.clears:
        point = None
    else:
        point = about if isinstance(about, int) else table_rules.point_of(state.model, about)
    if point is None or not is_explained(state.model.player, point):
        return Next(state)
    return Next(state, (do.ShowMeaning(point),))


def _advice_asked(state: State) -> Next:
    """Compare the choices of the person who decides."""
    state = _stopped(_landed(state))
    if not state.model.player.active or not isinstance(state.phase, Deciding):
        return Next(state)
    if state.known is not None:  # it was found beside play, or is about to be
        return Next(state._replace(advice=state.known))
    return Next(state._replace(advice=COMPARING, known=COMPARING), (do.Advise(state.model.player),))


def _advice_answered(table_rules: AnyTableRules, state: State, given: Input) -> Next:
    """Enter makes the best choice, once it is known. Escape and the hint's own key only close the advice.

    Everything else closes it too, and does what it always does, to the best choice, on which the cursor is seen.
    """
    advice, closed = state.advice, state._replace(advice=None)
    assert advice is not None, "there is advice"
    match given:
        case did.Confirm():
            return Next(state) if advice.best is None else update(table_rules, closed, did.Chose(advice.best))
        case did.Cancel() | did.AskAdvice():
            return Next(closed)
    if advice.cursor is not None:
        closed = closed._replace(selection=closed.selection._replace(cursor=advice.cursor, typed=False))
    return update(table_rules, closed, given)


def _dropped(table_rules: AnyTableRules, state: State, target: Target | None) -> Next:
    """A card that was dragged is let go. What is said of it then stands until the pointer is on something else."""
    if not state.selection.carried:
        return Next(state)
    state = _let_go(state)._replace(hovered=target or state.hovered)
    return _respond(table_rules, state, table_rules.drop(state.model, target)).after(do.Land())


def _let_go(state: State) -> State:
    """Let a card that is dragged go back where it was."""
    return state._replace(selection=Selection()) if state.selection.carried else state


def _hovered(table_rules: AnyTableRules, state: State, given: did.Hovered) -> State:
    """Explain what the pointer is on. That it has left something else may be heard of after that."""
    if given.kind is TargetKind.CHOICE and table_rules.sums_up(state.model.player):
        return state
    if given.target is not None:
        if given.target == state.hovered:
            return state
        state = state._replace(hovered=given.target)
        return _say(state, table_rules.explain(state.model, given.target))
    if state.hovered is None or state.hovered.kind != given.kind:
        return state
    state, model = state._replace(hovered=None), state.model
    if isinstance(state.phase, AutoPlaying):
        return _say(state, table_rules.announce(model.player, state.phase.action))
    return _say(state, table_rules.reminder(model))


def _decide(
    table_rules: AnyTableRules, state: State, means: Callable[[AnyTableModel], Response], at: Target | None = None
) -> Next:
    """Do what something means while it is the player's turn.

    Out of turn say what it was done to, or what the cursor is on; without either, what the table waits for.
    """
    model = state.model
    if model.player.active:
        return _respond(table_rules, state, means(model))
    pointed = at or model.cursor
    words = table_rules.explain(model, pointed) if pointed is not None else ""
    return _respond(table_rules, state, table_rules.say(model, words or model.player.prompt))


def _respond(table_rules: AnyTableRules, state: State, response: Response) -> Next:
    """Select, or act: an action is asked for a second time where that is set, and refused in the words of the game."""
    match response:
        case Select(selection):
            hovered = _still_hovered(state, selection.cursor)
            return Next(_given_up(_stopped(state))._replace(selection=selection, hovered=hovered))
        case Choose(action, target) if isinstance(state.phase, Deciding | AutoPlaying):
            if action not in state.model.legal and (reason := state.model.player.why_not(action)):
                return Next(_refuse(state, reason))
            if target is not None and state.preferences.confirms and state.selection.confirming != target:
                hovered = _still_hovered(state, target)
                state = state._replace(selection=Selection(target, confirming=target), hovered=hovered)
                return Next(_say(state, table_rules.reminder(state.model)))
            ranked = () if state.known is None else state.known.ranked
            left = next((one.percent / 100 for one in ranked if one.hint.action == action), state.chance)
            return Next(_stopped(state)._replace(chance=left), (do.Act(action),))
    return Next(state)


def _still_hovered(state: State, cursor: Target | None) -> Target | None:
    """What the pointer is on, unless the cursor moves to something else now."""
    return state.hovered if cursor in (None, state.selection.cursor, state.hovered) else None


def _given_up(state: State) -> State:
    """Try no more to do what could not be saved."""
    return state._replace(phase=state.phase._replace(again=None)) if isinstance(state.phase, Deciding) else state


def _refuse(state: State, words: str) -> State:
    """Say why nothing was done, before what is to be done."""
    return state._replace(selection=state.selection._replace(note="", refusal=words))


def _say(state: State, words: str) -> State:
    """Say something in the place of the prompt."""
    return state._replace(selection=state.selection._replace(note=words, refusal=""))
