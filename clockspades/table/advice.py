"""Advice on a table: what each choice is worth, as badges on the cards themselves, and the best one in a sentence."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from random import Random
from typing import Final

from clockspades.bots.adviser import advise, adviser, all_equal, distinct, equal_words, stakes_of
from clockspades.bots.evaluation import Evaluation, evaluating_bot
from clockspades.engine.phrases import capital, signed_points
from clockspades.engine.rules import Action
from clockspades.engine.wording import Stakes
from clockspades.language import NC_, _, numeral, percent, pgettext
from clockspades.table.glyphs import FULL, Glyphs
from clockspades.table.model import AnyPlayerView, Badge, Selection, TableAdvice, TableModel, Target
from clockspades.table.table_rules import AnyTableRules
from clockspades.table.widget_models import Tone

BEST: Final = NC_("badge", "best")
EQUAL: Final = NC_("badge", "equal")
"""What the badge of a choice that is as good as the best says, if its win chance is not known."""
YOU: Final = NC_("badge", "you")
CHOSEN: Final = NC_("badge", "chosen")


def advice_for(rules: AnyTableRules, player: AnyPlayerView, glyphs: Glyphs = FULL) -> TableAdvice:
    """Advice for a player who decides. It takes a second or so where a bot must compare the choices."""
    hints = distinct(player.game.words.hints(player.view, player.names))
    bot = adviser(player.game, hints)
    if bot is not None:
        ranked = advise(bot, player.view, hints)
        best = ranked[0]
        chances = {one.hint.action: one.percent / 100 for one in ranked}
        equal = [one.hint.action for one in ranked if one.words == best.words]
        words = all_equal(ranked) or _in_words(player, best.hint.action, best.percent / 100, best.points)
        told = judgement(rules, player, words, None, equal, chances, glyphs=glyphs)
        return told._replace(stakes=best.stakes, chance=best.percent / 100, ranked=ranked)
    odds = {hint.action: hint.odds for hint in hints if hint.odds is not None}
    if len(hints) > 1 and len(odds) < len(hints):  # nobody knows which is the best
        return TableAdvice(" ".join(hint.words for hint in hints))
    most = max(odds.values(), default=None)
    equal = [hint.action for hint in hints if odds.get(hint.action) == most]
    words, stakes = _in_words(player, equal[0], most), None
    if most is None and len(player.game.rules.offered(player.view)) > 1:
        stakes = Stakes.NOTHING  # they are all alike, as clogs are
    if most is not None and len(odds) > 1:
        exact = Evaluation({action: (chance,) for action, chance in odds.items()})
        stakes = stakes_of(exact, equal[0], min(odds, key=lambda action: odds[action]))
        words = equal_words(len(equal), round(100 * most)) if len(equal) == len(odds) else words
    told = judgement(rules, player, words, None, equal, odds, glyphs=glyphs)
    return told._replace(stakes=stakes, chance=_chance(player) if most is None else most)


def _chance(player: AnyPlayerView) -> float | None:
    """The win chance of a player who has no choice; None if no bot of the game knows it."""
    bot = evaluating_bot(player.game, Random(0))
    return None if bot is None else max(bot.evaluate(player.view).shares.values())


def _in_words(player: AnyPlayerView, action: Action, chance: float | None, points: float | None = None) -> str:
    """An action, how likely it wins if that is known, and why it may be good.

    Where the game does not say why, the lead in points that it brings on average, if that is known.
    """
    words = player.game.words
    doing, reason = capital(words.doing(action)), words.reason(player.view, action)
    if chance is None:
        return _("{doing}: there is no other choice.", doing=doing)
    share = percent(chance)
    if reason:
        return f"{doing} ({share}). {reason}"
    if points is not None:
        lead = signed_points(points)
        return _("{doing}: win chance {chance}, average lead this deal {lead}.", doing=doing, chance=share, lead=lead)
    return _("{doing}: win chance {chance}.", doing=doing, chance=share)


def judgement(
    rules: AnyTableRules,
    player: AnyPlayerView,
    words: str,
    played: Action | None,
    right: Sequence[Action],
    chances: Mapping[Action, float],
    own: str = YOU,
    glyphs: Glyphs = FULL,
) -> TableAdvice:
    """A verdict on what a player chose, if they have chosen, and which choices are right, the best first.

    ``chances`` are those that are known, and ``own`` is what the badge says on what was chosen. Only several choices
    have badges; the cursor is on the first of the right ones.

    One badge at most says that its choice is the best. The others that are right have its colour, and their figures;
    where what was played is right, no choice is called the best. Where all choices are, advice has no badges.
    """
    tones = dict.fromkeys(right, Tone.BEST)
    if played is not None:
        tones.setdefault(played, Tone.PLAYED)
    for action in sorted(chances, key=lambda action: -chances[action]):
        tones.setdefault(action, Tone.PLAIN)
    model = TableModel(player.deciding(), Selection())
    cursor = next(iter(rules.targets_of(model, right[0])), None)
    badges: dict[Target, Badge] = {}
    is_any = len(right) == len(tones)
    is_alone = len(tones) == 1 or (is_any and played is None)
    best = None if is_any or played in right else right[0]
    for action in dict.fromkeys((right[0], *((played,) if played is not None else ()), *tones)):
        targets, tone = rules.targets_of(model, action), tones[action]
        if is_alone or (len(targets) > 1 and action not in (right[0], played)):
            continue  # cards that are chosen together, as others are with some of them
        word = own if action == played else BEST if action == best else ""
        texts = _texts(tone, chances.get(action), word, glyphs)
        for target in chain.from_iterable(_seen(target, cursor) for target in targets):
            badges.setdefault(target, Badge(target, texts, tone))
    return TableAdvice(words, tuple(badges.values()), right[0], cursor)


def _texts(tone: Tone, chance: float | None, word: str, glyphs: Glyphs) -> tuple[str, ...]:
    """What a badge says, in fewer and fewer cells; ``word`` is empty unless its choice stands out."""
    figure, number = ("", "") if chance is None else (percent(chance), numeral(100 * chance))
    word = pgettext("badge", word or EQUAL) if word or (tone is Tone.BEST and not figure) else ""
    short = {Tone.BEST: glyphs.points_right, Tone.PLAYED: glyphs.wrong}.get(tone, "") if word else ""
    texts = (f"{word} {figure}", f"{short}{figure}" if figure else word, figure, number, short)
    return tuple(dict.fromkeys(text.strip() for text in texts if text.strip()))


def _seen(target: Target, cursor: Target | None) -> Iterator[Target]:
    """Where a choice can be seen: on the whole of a pile, and on its own card in the pile that the cursor is on."""
    whole = target._replace(depth=0)
    yield whole
    if target.depth and cursor is not None and whole == cursor._replace(depth=0):
        yield target
