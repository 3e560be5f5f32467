"""Share codes: what they say, what is typed wrong in them, and the cards that they deal."""

import time
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clockspades.cards import format_cards
from clockspades.engine.game import Game
from clockspades.engine.header import Header, Seat
from clockspades.engine.options import Option, OptionValue
from clockspades.engine.session import AnySession, Session
from clockspades.engine.share import (
    ALPHABET,
    DEALS,
    EXAMPLE,
    KEY,
    CodeError,
    _remainder,
    code_of,
    generator,
    read_code,
    read_number,
    write_code,
)
from clockspades.games.catalogue import GAMES
from clockspades.games.clockwork.clockwork_game import ClockworkSpades

GAME = GAMES[0]
SEATS = (Seat("Ana"), Seat("Tick", "bot:random"))
numbers = st.integers(0, DEALS - 1)
games = st.sampled_from(GAMES)
codes = st.builds(
    lambda number, first: write_code(GAME, GAME.configure({"first": first}), number), numbers, st.integers(0, 1)
)


def with_check(characters: str) -> str:
    """These characters with the check that goes with them."""
    return characters + ALPHABET[_remainder([*map(ALPHABET.index, characters), 0])]


# -- there and back ----------------------------------------------------------------------------------------


@given(st.data(), games, numbers)
def test_a_code_says_what_it_was_made_of(data: st.DataObject, game: Game[Any, Any, Any], number: int) -> None:
    options = {option.key: data.draw(st.sampled_from(option.values)) for option in game.options}
    code = write_code(game, options, number)
    conflict = game.conflict(options)
    if conflict:
        with pytest.raises(CodeError, match="is not valid for") as refused:
            read_code(code, GAMES)
        assert conflict in str(refused.value)
    else:
        assert read_code(code, GAMES) == (game, options, number)


@given(codes)
def test_a_code_is_read_however_it_is_typed(code: str) -> None:
    told = read_code(code, GAMES)
    for typed in (code.lower(), code.replace("-", ""), code.replace("-", " "), code.replace("-", "–"), f" {code}\n"):
        assert read_code(typed, GAMES) == told
    assert read_code(code.replace("0", "o").replace("1", "l"), GAMES) == told
    assert read_code(code.replace("0", "O").replace("1", "I"), GAMES) == told


def test_no_two_games_begin_with_the_same_letter() -> None:
    letters = [game.letter for game in GAMES]
    assert len({*letters}) == len(letters)
    assert {*letters} <= {*ALPHABET}


# -- versions ----------------------------------------------------------------------------------------------

RELEASED = Path(__file__).with_name("share_codes_1.txt")
"""Codes of version 1 as people have them, each with its number, game and options. They never change.

They are all option sets of every game; of a range of numbers the first, the last, the default and, in Spades, the
highest target of a short game.
"""
DEALT = "3cd785849e20c193"
"""How the SHA-256 of all first deals of those codes begins."""


def test_codes_that_were_released_deal_the_same_games_for_ever() -> None:
    dealt = sha256()
    for line in RELEASED.read_text(encoding="utf-8").splitlines():
        code, number, name, *pairs = line.split(" ")
        told = dict(pair.split("=") for pair in pairs)
        shared = read_code(code, GAMES)
        assert (shared.game.name, str(shared.number)) == (name, number)
        assert {key: str(shared.options[key]) for key in told} == told
        deal = shared.game.rules.deal(shared.game.rules.initial(shared.options), generator(shared.number))
        dealt.update(format_cards(deal.cards).encode())
    assert dealt.hexdigest()[: len(DEALT)] == DEALT


@pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])
def test_every_version_names_every_option_and_the_newest_has_all_values(game: Game[Any, Any, Any]) -> None:
    for table in game.shared_options:
        for key, values in table.items():
            assert [game.option(key).check(value) for value in values] == [*values]
            assert len({*values}) == len(values)
        assert {*table} == {option.key for option in game.options}
    newest = game.shared_options[-1]
    assert {key: {*values} for key, values in newest.items()} == {
        option.key: {*option.values} for option in game.options
    }


class Widened(ClockworkSpades):
    """A later form of a game, with a new value, a new option and a second version of its codes."""

    options = (  # type: ignore[assignment]
        ClockworkSpades.options[0],
        ClockworkSpades.options[1]._replace(values=(0, 1, None)),
        Option("pace", "Pace", "calm", ("brisk", "calm")),
    )
    shared_options = (  # type: ignore[assignment]
        {**ClockworkSpades.shared_options[0], "pace": ("calm",)},
        {"rules": ("pagat", "gamerules"), "first": (0, 1, None), "pace": ("brisk", "calm")},
    )


@given(numbers, st.sampled_from(["pagat", "gamerules"]), st.integers(0, 1))
def test_a_later_version_leaves_codes_as_they_were(number: int, rules: str, first: int) -> None:
    options: dict[str, OptionValue] = {"rules": rules, "first": first}
    later = Widened()
    code = write_code(GAME, options, number)
    assert read_code(code, [later]) == (later, {**options, "pace": "calm"}, number)
    assert write_code(later, {**options, "pace": "calm"}, number) == code, "the oldest version that has all values"
    for more in ({"pace": "brisk"}, {"first": None, "pace": "calm"}):
        newer = write_code(later, {**options, **more}, number)
        assert newer.startswith("K2")
        assert read_code(newer, [later]) == (later, {**options, **more}, number)
        with pytest.raises(CodeError, match=f"^the share code {newer} is from a newer version of clockspades$"):
            read_code(newer, GAMES)


# -- wrong codes -------------------------------------------------------------------------------------------


@given(st.data(), codes)
def test_one_wrong_character_is_caught(data: st.DataObject, code: str) -> None:
    at = data.draw(st.sampled_from([at for at, character in enumerate(code) if character != "-"]))
    wrong = data.draw(st.sampled_from([character for character in ALPHABET if character != code[at]]))
    with pytest.raises(CodeError, match="has a typo: a character is wrong, missing or swapped"):
        read_code(code[:at] + wrong + code[at + 1 :], GAMES)


@given(st.data(), codes)
def test_two_swapped_characters_are_caught(data: st.DataObject, code: str) -> None:
    plain = code.replace("-", "")
    one = data.draw(st.integers(0, len(plain) - 1))
    others = [at for at in range(len(plain)) if plain[at] != plain[one]]
    other = data.draw(st.sampled_from(others))
    swapped = [*plain]
    swapped[one], swapped[other] = plain[other], plain[one]
    with pytest.raises(CodeError, match="has a typo"):
        read_code("".join(swapped), GAMES)


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("", f"'' is not a share code; one looks like {EXAMPLE}"),
        ("K1", f"'K1' is not a share code; one looks like {EXAMPLE}"),
        ("K1U0-0000-0000", f"'K1U0-0000-0000' is not a share code: 'U' can't be in one; one looks like {EXAMPLE}"),
        ("K1\x1b[2J", f"'K1\\x1b[2J' is not a share code: '\\x1b' can't be in one; one looks like {EXAMPLE}"),
        (
            with_check("Z1000000000"),
            f"the share code {with_check('Z1000000000')} is for a game that this version of clockspades does not have",
        ),
        (
            "5KHP-EFBC",
            "5KHP-EFBC is the code of a finished deal of the day: it stands for the moves and deals no cards",
        ),
        (
            with_check("K2000000000"),
            f"the share code {with_check('K2000000000')} is from a newer version of clockspades",
        ),
        (
            with_check("Z9AB"),
            f"the share code {with_check('Z9AB')} is for a game that this version of clockspades does not have",
        ),
        (
            with_check("K0000000000"),
            f"the share code {with_check('K0000000000')} is not valid for Clockwork Spades; one looks like {EXAMPLE}",
        ),
        (
            with_check("K1ZZZZZZZZZ"),
            f"the share code {with_check('K1ZZZZZZZZZ')} is not valid for Clockwork Spades; one looks like {EXAMPLE}",
        ),
        (
            with_check("K100000000"),
            f"the share code {with_check('K100000000')} is not valid for Clockwork Spades; one looks like {EXAMPLE}",
        ),
    ],
)
def test_each_kind_of_wrong_code_is_named(typed: str, sentence: str) -> None:
    with pytest.raises(CodeError) as caught:
        read_code(typed, GAMES)
    assert str(caught.value) == sentence


@given(st.text(max_size=40))
def test_other_text_is_no_code(text: str) -> None:
    with pytest.raises(CodeError):
        read_code(text, GAMES)


# -- what is dealt -----------------------------------------------------------------------------------------


# -- codes in logs -----------------------------------------------------------------------------------------


def dealt(number: int, code: object = None) -> AnySession:
    """A game with its deal made, and such a code in its log."""
    session: AnySession = Session(GAME, GAME.configure({}), SEATS, header=header(code))
    session.deal(generator(number))
    return session


def header(code: object, **options: OptionValue) -> Header:
    """The header of a log with such a code."""
    extra = {} if code is None else {KEY: code}
    return Header(GAME.name, GAME.configure(options), SEATS, "2026-11-21T10:00:00Z", extra)  # type: ignore[arg-type]


def test_a_game_that_its_code_deals_has_that_code() -> None:
    code = write_code(GAME, GAME.configure({}), 7)
    assert code_of(dealt(7, code)) == code
    assert code_of(dealt(7, code.lower())) == code


@pytest.mark.parametrize("told", [None, 7, "", "nonsense", ["K"], write_code(GAME, GAME.configure({}), 8)])
def test_a_game_that_no_code_deals_has_none(told: object) -> None:
    assert code_of(dealt(7, told)) == ""


def test_a_code_of_a_megabyte_is_refused_in_no_time() -> None:
    code = with_check("K1" + "A" * 500_000)
    start = time.process_time()
    with pytest.raises(CodeError, match="is not valid for Clockwork Spades"):
        read_code(code, GAMES)
    assert time.process_time() - start < 5


# -- numbers -----------------------------------------------------------------------------------------------


@given(numbers)
def test_a_number_is_read_however_it_is_written(number: int) -> None:
    for text in (f"{number}", f"#{number:,}", f" {number:_} ", f"{number:,}".replace(",", " "), f"00{number}"):
        assert read_number(text) == number


@pytest.mark.parametrize("text", ["", "#", "5#5", "-5", "1.5", "1e3", "²", "٣", "5a", EXAMPLE])
def test_what_is_no_number_is_none(text: str) -> None:
    assert read_number(text) is None


@pytest.mark.parametrize("text", [str(DEALS), "9" * 5000, "0" * 50])
def test_a_number_that_is_too_large_is_refused(text: str) -> None:
    with pytest.raises(CodeError, match=r"^the number of a deal is at most 1,099,511,627,775$"):
        read_number(text)
