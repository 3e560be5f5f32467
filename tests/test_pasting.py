"""What people paste: every line that is written is read back after what messengers do to it, and no text fails."""

import html
import re
from collections.abc import Callable
from datetime import date
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clockspades.daily.daily import deal_of, own_deal
from clockspades.duel.duel_lines import Challenge, Opening, write_line
from clockspades.engine.share import SharedDeal, to_paste, write_code
from clockspades.engine.text import UserError, printable
from clockspades.games.catalogue import GAMES, offers
from clockspades.network.meeting.invitation import EXAMPLE, EXAMPLE_CLUB, Invitation
from clockspades.network.meeting.short_codes import EXAMPLE_CODE, ShortCode, code_line
from clockspades.pasting import ClubAddress, Pasted, misplaced, read_as, read_pasted
from tests.pseudo import spoken

CLOGS = GAMES[3]
DEAL = SharedDeal(CLOGS, CLOGS.configure({"players": 3}), 7)
CODE = write_code(*DEAL)
CHALLENGE = Challenge(bytes(range(20)), DEAL, 1, ("steady", "steady"), "Zoë")
OPENING = Opening(b"seal!", b"mark", b"0123456789abcdef", Random(7).getrandbits(2000))
OWN = own_deal(date(2026, 11, 27))
EXTRA = deal_of(date(2026, 11, 26), *offers()[5])
TUNNEL = Invitation("late-night.example.org", 443, EXAMPLE.code, path="/a/table")
DAY = "Clockspades daily {} · {} · won · 7 moves ■■□■ · C304-9297"

WRITTEN: dict[str, Pasted] = {
    EXAMPLE.line: EXAMPLE,
    str(EXAMPLE): EXAMPLE,
    TUNNEL.line: TUNNEL,
    code_line(EXAMPLE_CODE): ShortCode(EXAMPLE_CODE),
    EXAMPLE_CODE: ShortCode(EXAMPLE_CODE),
    to_paste("Clockspades", "Clogs", "Ana won, 5 to 3", command=f"play --code {CODE}"): DEAL,
    CODE: DEAL,
    write_line(CHALLENGE, "Clogs"): CHALLENGE,
    write_line(OPENING, "Spades for two"): OPENING,
    to_paste(DAY.format(OWN.day, OWN.preset.title), command=f"daily --date {OWN.day}"): OWN,
    DAY.format(OWN.day, OWN.preset.title): OWN,
    to_paste(
        DAY.format(EXTRA.day, EXTRA.preset.title), command=f"daily {EXTRA.preset.name} --date {EXTRA.day}"
    ): EXTRA,
    f"clockspades host spades --at {EXAMPLE_CLUB}": ClubAddress(EXAMPLE_CLUB),
    f"clockspades host spades --at '{EXAMPLE_CLUB}'": ClubAddress(EXAMPLE_CLUB),
}  # fmt: skip
"""Lines that the program writes, or that its documents show, and what they say."""


def smart(line: str) -> str:
    """The line as a phone types it: curly quotes, dashes, and a capital to begin with."""
    quotes = iter("‘’" * 20)
    line = re.sub("'", lambda _: next(quotes), line).replace("--", "—")
    return line[0].upper() + line[1:]


CHANGES: dict[str, Callable[[str], str]] = {
    "smart": smart,
    "capitals": lambda line: re.sub("[A-Za-z' ]+(?= )", lambda each: each[0].upper(), line),
    "hard blanks": lambda line: line.replace(" ", "\xa0"),
    "wrapped": lambda line: line.replace(" ", "\n").replace("-", "-\n", 2),
    "quoted mail": lambda line: "> " + line.replace(" ", "\r\n> "),
    "escaped": lambda line: (
        html.escape(line.replace("#", "~")).replace("~", "&#35;").replace("·", "&middot;").replace(" ", "&nbsp;")
    ),
    "hidden": lambda line: "\ufeff" + "\u200b".join(re.findall("(?s).{1,7}", line)),
    "other hyphens": lambda line: line.replace("-", "\u2011"),
    "other dots": lambda line: line.replace("·", "•"),
    "no dots": lambda line: line.replace("·", "-"),
    "backslashes": lambda line: line.replace("#", "\\#").replace("-", "\\-"),
    "markdown": lambda line: f"**`{line}`**",
    "quotes": lambda line: f"“{line}”",
    "guillemets": lambda line: f"« {line} ».",
    "sentence": lambda line: f"Look, here: {line}!",
    "chat": lambda line: f"[27/11/26, 21:04] Ana: {line}\n[27/11/26, 21:05] Ana: see you at 8 :-)",
    "message": lambda line: f"Hi Ben,\n\nshall we play tonight? Paste this:\n\n  {line}\n\nSee you at eight – Ana\n",
}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("line", WRITTEN, ids=[f"{number}" for number in range(len(WRITTEN))])
def test_a_line_is_read_after_what_messengers_do_to_it(line: str, change: str) -> None:
    assert read_pasted(CHANGES[change](line)) == WRITTEN[line]


@pytest.mark.parametrize("line", WRITTEN, ids=[f"{number}" for number in range(len(WRITTEN))])
def test_an_english_line_is_read_in_every_language(line: str) -> None:
    with spoken():
        assert read_pasted(line) == WRITTEN[line]


def test_a_line_in_another_language_is_read_in_english() -> None:
    with spoken():
        written = {
            to_paste("Clockspades", CLOGS.title, CLOGS.words.points(5), command=f"play --code {CODE}"): DEAL,
            write_line(CHALLENGE, CLOGS.title): CHALLENGE,
            write_line(OPENING, CLOGS.title): OPENING,
        }
    assert not written.keys() & WRITTEN.keys()
    assert {line: read_pasted(line) for line in written} == written


TEXT = st.sampled_from(sorted(CHANGES.keys() - {"escaped"}))


@given(st.sampled_from([*WRITTEN]), st.lists(TEXT, max_size=2), st.sampled_from([(), ("escaped",), ("escaped",) * 2]))
def test_and_after_several_of_them(line: str, changes: list[str], escaped: tuple[str, ...]) -> None:
    text = line
    for change in (*changes, *escaped):
        text = CHANGES[change](text)
    assert read_pasted(text) == WRITTEN[line]


def assert_is_one_sentence(error: UserError) -> None:
    said = str(error)
    assert said == printable(said)
    assert len(said) < 200
    assert not said.endswith(".")


PIECES = st.sampled_from(
    ["wss://", "#", EXAMPLE.code, ".", "clockspades ", "duel ", "join ", "daily ", "·", "-", "--date ", "2026-11-26",
     "9999-99-99", "5-", "hemisphere", "K13J", "-at ", " ", "\n", "&#", "&gt;", "%23", "%", "[", "]", "@", "\x1b[2J",
     "\udcff", "\0", "１", "٣", "9" * 50, "ssh ", "https://", "é", "u"]
)  # fmt: skip


@given(
    st.text(max_size=200)
    | st.binary(max_size=200).map(lambda data: data.decode("utf-8", "surrogateescape"))
    | st.lists(PIECES, max_size=12).map("".join)
)
def test_any_text_is_read_or_refused_in_one_sentence(text: str) -> None:
    try:
        found = read_pasted(text)
    except UserError as error:
        assert_is_one_sentence(error)
    else:
        assert_is_one_sentence(misplaced(found))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "this is empty: paste the whole line"),
        ("“ \u200b” >", "this is empty"),
        ("hello", "this is no invitation, code or line of a game"),
        ("clockspades join", "this is no invitation, code or line of a game"),
        ("x" * 9000, "this text has more than 8,000 characters"),
        ("\ufdfa" * 1000, "this text has more than 8,000 characters"),
        ("https://table.example.org/#K7M2QX9RTA", "this is a link: open it in a web browser"),
        ("ssh -p 7422 K7M2QX9RTA@host", "this is a command: type it into a terminal"),
        ("k7m2qx9rta", "this is the code of a table in your home: choose the table under “Tables nearby”"),
        ("K7M2Q-X9RTA", "this is the code of a table in your home: choose the table under “Tables nearby”"),
        ("5-hemisphere", "this is half a short code: it has a number and two words"),
        ("5 Hemisphere", "this is half a short code: it has a number and two words"),
        (f"{CODE[:-1]}U", "can't be in one"),
        ("clockspades duel", "the line of the duel is damaged"),
        ("Clockspades daily 2126-11-26 · Clogs", "the deal of 2126-11-26 can't be played"),
        ("wss://192.0.2.7/#K7M2", "has 10 characters, not 4"),
        ("9" * 50, "the number of a deal is at most"),
    ],
)
def test_what_leads_nowhere_is_one_sentence(text: str, says: str) -> None:
    with pytest.raises(UserError, match=re.escape(says)) as refused:
        read_pasted(text)
    assert_is_one_sentence(refused.value)


def test_what_belongs_elsewhere_is_named() -> None:
    for text, says in (
        (EXAMPLE.line, "this is an invitation to a table: enter it with e on the title screen, or"),
        ("wss://club.example.org", "this is the address of a club: enter it with c under “Play with friends”, or with"),
        (" 12,345 ", "this is the number of a deal, 12,345: enter it with e on the title screen, or with"),
        (CODE, "this is a share code of Clogs: enter it with e on the title screen, or with `clockspades play --code`"),
        (write_line(CHALLENGE, "Clogs"), "this is the line of a duel: enter it with e on the title screen, or with"),
        (DAY.format(EXTRA.day, EXTRA.preset.title), "this is the deal of the day of 2026-11-26, Spades: enter it with"),
    ):
        with pytest.raises(UserError, match=f"^{re.escape(says)}"):
            read_as(text, type(None))
    assert read_as("#12345", int) == 12345


@pytest.mark.parametrize("text", ["5-hemisphere-crowfoot now", "at 8 5-hemisphere-crowfoot"])
def test_a_few_words_beside_a_short_code_make_no_share_code_of_it(text: str) -> None:
    assert read_pasted(text) == ShortCode(EXAMPLE_CODE)
