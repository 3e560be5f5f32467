"""The setup of a game as a function: everything that can be chosen before it, and which deal begins."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from clockspades.engine.game import SEES_ALL, AnyGame, Preset
from clockspades.engine.header import Seat
from clockspades.engine.options import Option
from clockspades.engine.seating import LONGEST_NAME, name_bots
from clockspades.engine.share import EXAMPLE, write_code
from clockspades.forms import setup_form
from clockspades.forms.form_rows import AnswerRow, InRange, OneOf, Picked, Text, Typed
from clockspades.forms.setup_form import CODE, HERE, NUMBER, AskedToPlay, Begin, FocusOn, LookFor, SearchEnded
from clockspades.games.catalogue import GAMES
from clockspades.routes import SetupRoute
from clockspades.saved.series import new_series
from clockspades.saved.setup_choices import SetupChoices, recall

CLOCKWORK, CLOCK, GERMAN_CLOCK, CLOGS, SPADES = GAMES
CARLA, BEST = Seat("Carla"), Seat("", "bot:steady")
ANA, BEN = Seat("Ana"), Seat("Ben")
OTHER_CODE = write_code(CLOCKWORK, {"rules": "gamerules", "first": 1}, 42)
CLOGS_CODE = write_code(CLOGS, CLOGS.configure({"players": 3}), 7)
NEWS = "You have already played this deal today: it does not count."


class Filled:
    """Somebody who fills in the form."""

    def __init__(
        self,
        game: AnyGame = CLOCKWORK,
        choices: SetupChoices | None = None,
        preset: Preset | None = None,
        code: str | None = None,
    ) -> None:
        self.form, self.effects = setup_form.start(game, choices or recall(game, "Carla"), preset, code)

    def tell(self, input: setup_form.SetupInput) -> None:
        self.form, self.effects = setup_form.update(self.form, input)

    def choose(self, key: str, label: str) -> None:
        self.tell(Picked(key, self.labels(key).index(label)))

    def type(self, key: str, text: str) -> None:
        self.tell(Typed(key, text))

    def play(self) -> setup_form.SetupEffect | None:
        """What comes of asking to play."""
        self.tell(AskedToPlay())
        return self.effects[0] if self.effects else None

    def find(self, news: str = "") -> None:
        """Let the search for earlier games end."""
        assert self.form.looked_for is not None
        self.tell(SearchEnded(self.form.looked_for, news))

    @property
    def rows(self) -> tuple[AnswerRow, ...]:
        first, more = setup_form.rows(self.form)
        return first + more

    def row(self, key: str) -> AnswerRow:
        return next(row for row in self.rows if any(answer.key == key for answer in row.answers))

    def answer(self, key: str) -> Any:
        return next(answer for answer in self.row(key).answers if answer.key == key)

    def labels(self, key: str) -> tuple[str, ...]:
        answer = self.answer(key)
        return tuple(map(str, answer.values if isinstance(answer, InRange) else answer.labels))

    def chosen(self, key: str) -> str:
        number: int = self.answer(key).chosen
        return self.labels(key)[number]

    def name(self, number: int) -> str:
        answer = self.answer(f"name-{number}")
        assert isinstance(answer, Text)
        return answer.value

    def shown(self) -> list[str]:
        return [row.label for row in self.rows if row.is_shown]

    def called(self) -> list[str]:
        """The labels of the seats that are taken."""
        return [row.label for row in self.rows if row.is_shown and row.answers[-1].key.startswith("name-")]


def begun(filled: Filled) -> Begin:
    """The game that is begun."""
    effect = filled.play()
    assert isinstance(effect, Begin), effect
    return effect


# -- who plays, and how ----------------------------------------------------------------------------------------


def test_what_is_shown_at_first_is_played() -> None:
    filled = Filled()
    assert [filled.name(0), filled.name(1), filled.answer("name-1").placeholder] == ["Carla", "", "like Hora"]
    assert [filled.chosen(key) for key in ("kind-1", "option-rules", "option-first", "series")] == [
        "Strong",
        "pagat.com",
        "You",
        "One game",
    ]
    assert filled.called() == ["You", "Opponent"]
    chosen = SetupChoices((CARLA, BEST), {"rules": "pagat", "first": 0})
    assert begun(filled) == Begin(chosen, (CARLA, BEST), None, None)


def test_what_was_chosen_is_there_the_next_time() -> None:
    chosen = SetupChoices((ANA, BEN), {"rules": "gamerules", "first": 1}, best_of=5)
    filled = Filled(choices=chosen)
    keys = ("kind-1", "option-rules", "option-first", "series")
    assert [filled.chosen(key) for key in keys] == ["A friend", "gamerules.com", "Ben", "Best of 5"]
    assert begun(filled) == Begin(chosen, (ANA, BEN), new_series(2, 5), None)


def test_each_answer_says_what_it_means() -> None:
    filled = Filled()
    assert filled.labels("kind-1") == ("Strong", "Easy", "X-ray", "A friend")
    assert Filled(CLOGS).labels("kind-5") == ("Strong", "Quick", "Easy", "X-ray", "A friend")
    assert filled.row("kind-1").note == CLOCKWORK.bots["steady"].words
    assert filled.row("option-first").note == "Who plays first."
    assert filled.row("option-rules").note.startswith("The K♠ loses")
    filled.choose("option-rules", "gamerules.com")
    assert filled.row("option-rules").note.startswith("More choices count")
    filled.choose("kind-1", "X-ray")
    assert SEES_ALL in filled.row("kind-1").note
    filled.choose("kind-1", "A friend")
    assert filled.row("kind-1").note == HERE


def test_how_well_a_bot_plays_is_said_where_it_was_measured_and_once() -> None:
    assert all(character.words.endswith(".") for game in GAMES for character in game.bots.values())
    filled = Filled(SPADES)
    known = SPADES.bots["steady"]
    assert [filled.row(f"kind-{number}").note for number in (1, 2, 3)] == [known.words, "", ""]
    filled.choose("kind-2", "Easy")
    assert filled.row("kind-2").note == SPADES.bots["random"].words
    filled.choose("option-mode", "Cutthroat")
    assert filled.row("kind-1").note == known.manner


def test_there_is_room_for_every_note() -> None:
    for game in GAMES:
        filled = Filled(game)
        for row in filled.rows:
            for answer in row.answers:
                if isinstance(answer, OneOf) and row.notes:
                    for number in range(len(answer.labels)):
                        filled.tell(Picked(answer.key, number))
                        note, _, _ = filled.row(answer.key).note.partition(" This changes")
                        is_own = answer.key == "rules" and "marked" in note
                        assert is_own or any(note in other for other in ("", *row.notes)), (game.name, row.label)


def test_a_bot_is_like_those_of_its_level_unless_it_is_given_a_name() -> None:
    filled = Filled()
    for level, name in (("Easy", "Pip"), ("X-ray", "Argus"), ("Strong", "Hora")):
        filled.choose("kind-1", level)
        assert filled.answer("name-1") == Text("name-1", "", f"like {name}", LONGEST_NAME, "Name")
    filled.type("name-1", "Dot")
    filled.choose("kind-1", "Easy")
    assert filled.name(1) == "Dot"
    filled.choose("kind-1", "A friend")
    assert filled.name(1) == "Friend"
    filled.choose("kind-1", "Easy")
    assert filled.name(1) == "Dot", "a name that was given stays, also while a friend sits there"


@pytest.mark.parametrize(
    ("number", "name", "complaint"),
    [
        (0, "", "A name cannot be empty."),
        (0, "  ", "A name cannot be empty."),
        (1, "CARLA", "Two players are called CARLA: give each player a different name."),
    ],
)
def test_a_name_that_cannot_be_is_said_below_it(number: int, name: str, complaint: str) -> None:
    filled = Filled()
    filled.type(f"name-{number}", name)
    wrong = filled.row(f"name-{number}")
    assert (wrong.note, wrong.is_wrong) == (complaint, True)
    assert [row.is_wrong for row in filled.rows].count(True) == 1
    assert filled.play() == FocusOn(f"name-{number}")
    filled.type(f"name-{number}", " Eve")
    assert not filled.row(f"name-{number}").is_wrong
    assert filled.name(number) == " Eve"
    assert begun(filled).chosen.seats[number].name == "Eve"


# -- the options -----------------------------------------------------------------------------------------------


def test_who_begins_is_chosen_by_name_or_by_lot() -> None:
    filled = Filled()
    assert filled.labels("option-first") == ("You", "Opponent", "random")
    filled.type("name-0", "")
    assert filled.labels("option-first") == ("You", "Opponent", "random")
    filled.type("name-0", "Carla")
    filled.type("name-1", "Dot")
    filled.choose("option-first", "Dot")
    assert begun(filled).chosen.options["first"] == 1
    filled.choose("option-first", "random")
    assert filled.chosen("option-first") == "random"
    chosen = begun(filled).chosen
    assert chosen.options["first"] == 0
    assert chosen.by_lot == {"first"}
    filled.choose("option-first", "You")
    assert begun(filled).chosen.by_lot == frozenset()


def test_clockwork_1_lots_decide_who_begins_by_the_rules_of_gamerules() -> None:
    filled = Filled()
    assert filled.chosen("option-first") == "You"
    filled.choose("option-rules", "gamerules.com")
    assert filled.chosen("option-first") == "random"
    assert begun(filled).chosen.by_lot == {"first"}
    filled.choose("option-rules", "pagat.com")
    assert begun(filled).chosen.by_lot == frozenset()
    filled.type("code", "12345")
    filled.choose("option-rules", "gamerules.com")
    filled.find()
    assert begun(filled).chosen.by_lot == frozenset(), "a number deals the same to everyone"


def test_a_series_is_chosen() -> None:
    filled = Filled()
    for best_of, wins in ((3, 2), (5, 3), (7, 4)):
        filled.choose("series", f"Best of {best_of}")
        assert filled.row("series").note.startswith(f"{wins} wins decide it")
        assert begun(filled).series == new_series(2, best_of)
        assert begun(filled).chosen.best_of == best_of
    assert not Filled(CLOCK).row("series").is_shown
    assert begun(Filled(CLOCK, SetupChoices((CARLA,), {"variant": "clock"}, best_of=3))).series is None


def test_many_numbers_are_one_of_a_range_and_other_values_have_their_names(monkeypatch: pytest.MonkeyPatch) -> None:
    options = (
        Option("many", "Many", 50, range(5, 501)),
        Option("floor", "A floor", None, (None, -200)),
        Option("few", "Few", 1, range(20)),
    )
    monkeypatch.setattr(type(CLOCKWORK), "options", (*CLOCKWORK.options, *options))
    filled = Filled()
    assert filled.answer("option-many") == InRange("option-many", range(5, 501), 45)
    assert filled.answer("option-floor") == OneOf("option-floor", ("none", "-200"), 0)
    assert isinstance(filled.answer("option-few"), OneOf)
    filled.tell(Picked("option-many", 0))
    assert begun(filled).chosen.options["many"] == 5


@pytest.mark.parametrize("preset", SPADES.presets, ids=lambda preset: preset.title)
def test_every_option_that_makes_a_difference_has_a_row(preset: Preset) -> None:
    """Spades 17: two know their cards and bid no nil blind; and only a partner can be helped by a failed nil."""
    filled = Filled(SPADES, preset=preset)
    chosen = filled.form.chosen.options
    assert SPADES.preset(chosen) == preset
    filled.choose("more", "shown")
    there = [option for option in SPADES.options if SPADES.matters(option.key, chosen)]
    labels = [option.name.capitalize() for option in there]
    assert filled.shown() == ["Rules", *filled.called(), "More", *labels, "Series", "Deal"]
    headings = [row.heading for row in filled.rows if row.heading]
    assert filled.row("more").note == ""
    filled.choose("more", "hidden")
    assert filled.row("more").note == f"{', '.join(headings[:-1])} and {headings[-1]}.".capitalize()
    assert [row.heading for row in filled.rows if row.heading] == headings, "each stands above the first row of its own"


def test_the_form_names_the_rules_and_marks_what_is_changed_and_takes_it_back() -> None:
    first, second = SPADES.presets[:2]
    filled = Filled(SPADES)
    assert (filled.chosen("rules"), filled.row("rules").note) == ("Classic", first.summary)
    filled.choose("option-bags", "Five")
    filled.choose("option-blind_nil", "Off")
    preset = SPADES.preset(filled.form.chosen.options)
    assert filled.chosen("rules") == setup_form.OWN
    assert filled.row("rules").note.startswith(f"{preset.title}, but for what is marked *: ")
    assert filled.row("option-blind_nil").label == "Blind nil *"
    at = filled.labels("rules").index(setup_form.OWN)
    filled.tell(Picked("rules", at))
    assert filled.chosen("rules") == setup_form.OWN
    filled.tell(Picked("rules", at - 1))
    assert filled.chosen("rules") == SPADES.short_title(preset)
    assert filled.form.chosen.options == SPADES.configure(preset.options)
    assert setup_form.OWN not in filled.labels("rules")
    filled.choose("rules", SPADES.short_title(second))
    assert begun(filled).chosen.options == SPADES.configure(second.options)


def test_what_changes_with_an_option_is_said_below_it() -> None:
    filled = Filled(SPADES)
    filled.choose("option-bags", "Five")
    filled.tell(Picked("option-target", filled.answer("option-target").chosen))
    assert filled.row("option-bags").note.endswith(" This changes target to 250 and bag penalty to 50 points.")
    filled.choose("option-bags", "Off")
    assert filled.chosen("rules") == setup_form.OWN
    assert [option.key for option in SPADES.changed(filled.form.chosen.options)] == ["bags"], "Five was on the way"
    assert "This changes" not in "".join(row.note for row in filled.rows)
    filled.choose("option-bags", "Five")
    filled.choose("option-blind_nil", "Off")
    filled.choose("option-bags", "Ten")
    assert SPADES.changed(filled.form.chosen.options)[0].key == "target", "it was left at Five before"


def test_own_rules_are_there_the_next_time_and_another_preset_leaves_them() -> None:
    own = SPADES.configure({**SPADES.presets[1].options, "blind_nil": "off"})
    last_time = SetupChoices(recall(SPADES, "Carla").seats, own, SPADES.lots(own))
    assert Filled(SPADES, last_time).form.chosen.options == own
    assert Filled(SPADES, last_time, SPADES.presets[1]).form.chosen.options == own
    assert Filled(SPADES, last_time, SPADES.presets[0]).form.chosen.options == SPADES.configure(
        SPADES.presets[0].options
    )


def test_options_follow_what_is_chosen() -> None:
    filled = Filled(SPADES)
    filled.choose("option-dealer", "Right opponent")
    filled.choose("option-players", "Three")
    assert (filled.chosen("option-mode"), filled.chosen("option-dealer")) == ("Cutthroat", "You")
    filled.choose("option-players", "Two")
    filled.choose("option-mode", "Partners")
    assert (filled.chosen("option-players"), filled.called()[2]) == ("Four", "Partner")
    filled.choose("option-mode", "Cutthroat")
    assert filled.chosen("option-players") == "Two"
    filled.choose("option-players", "Four")
    assert filled.called()[2] == "Player 3"
    filled.choose("option-bags", "Five")
    options = begun(filled).chosen.options
    assert SPADES.configure(options) == options
    assert (options["target"], options["bags"], options["bag_penalty"]) == (250, 5, 50)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_whatever_is_answered_what_begins_can_be_played(game: AnyGame) -> None:
    rng, filled = Random(1), Filled(game)
    for _ in range(300):
        row = rng.choice(filled.rows)
        answer = rng.choice(row.answers)
        if isinstance(answer, Text):
            codes = ("", "12345", write_code(game, game.configure({}), 9))
            filled.type(answer.key, rng.choice(codes) if answer.key == "code" else rng.choice(["Ana", "Ben", "", " "]))
        else:
            filled.tell(Picked(answer.key, rng.randrange(len(filled.labels(answer.key)))))
        options = filled.form.chosen.options
        assert game.configure(options) == options
        if filled.form.looked_for is not None:
            filled.find()
        match filled.play():
            case FocusOn(key):
                assert filled.row(key).is_wrong
            case Begin(chosen, seats, _, number):
                assert len(seats) == game.seats(chosen.options)
                assert (number is None) is not bool(filled.answer("code").value)
            case other:
                raise AssertionError(other)


# -- few rows at first -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_six_rows_are_shown_at_first(game: AnyGame) -> None:
    for preset in game.presets:
        assert len(Filled(game, preset=preset).shown()) <= 6


@pytest.mark.parametrize("game", [CLOGS, SPADES], ids=lambda game: game.name)
def test_all_others_are_shown_when_they_are_asked_for(game: AnyGame) -> None:
    filled = Filled(game)
    first, more = setup_form.rows(filled.form)
    assert [row.label for row in more if row.is_shown] == ["More"]
    filled.choose("more", "shown")
    assert all(row.is_shown for row in setup_form.rows(filled.form)[1])
    assert all(filled.row(f"option-{option.key}").note.endswith(".") for option in game.options)
    assert not filled.row("more").note
    filled.choose("more", "hidden")
    assert setup_form.rows(filled.form) == (first, more)
    assert (
        more[0].note
        == {
            CLOGS: "Target, dealer, series and deal.",
            SPADES: "Table, end, bags, bids, nil, tricks and game.",
        }[game]
    )


@pytest.mark.parametrize(
    ("options", "more", "is_open"),
    [
        ({}, {}, False),
        ({"target": 300}, {}, True),
        ({"mode": "cutthroat", "players": 3}, {}, False),
        ({"bags": 5}, {}, False),
        ({"bags": 5, "target": 200}, {}, True),
        ({"dealer": 2}, {"by_lot": frozenset()}, True),
        ({}, {"by_lot": frozenset()}, True),
        ({"dealer": 2}, {}, False),
        ({}, {"best_of": 3}, True),
        ({"mode": "cutthroat", "failed_nil": "help"}, {}, False),
    ],
)
def test_they_are_shown_at_once_if_one_was_changed(options: Any, more: Any, is_open: bool) -> None:
    choices = replace(recall(SPADES, "Carla"), options=SPADES.configure(options))
    filled = Filled(SPADES, replace(choices, **more))
    assert filled.chosen("more") == ("shown" if is_open else "hidden")


# -- the deal --------------------------------------------------------------------------------------------------


def test_a_share_code_sets_its_options_and_deals_its_cards() -> None:
    filled = Filled()
    filled.choose("option-first", "random")
    filled.type("code", OTHER_CODE[:-1].lower() + "0")
    row = filled.row("code")
    assert ("has a typo" in row.note, row.is_wrong) == (True, True)
    filled.type("code", f" {OTHER_CODE.lower()} ")
    assert (filled.chosen("option-rules"), filled.chosen("option-first")) == ("gamerules.com", "Opponent")
    assert (filled.row("code").note, filled.row("code").is_wrong) == (CODE, False)
    filled.find()
    game = begun(filled)
    assert filled.answer("name-1").placeholder == name_bots(CLOCKWORK, game.seats, 42)[1].name
    assert (game.chosen.options, game.number) == ({"rules": "gamerules", "first": 1}, 42)
    assert game.chosen.by_lot == frozenset()


def test_a_wrong_share_code_is_a_sentence_and_begins_no_game() -> None:
    filled = Filled()
    filled.type("code", "K13")
    assert filled.row("code").note == CODE, "it may become a code yet"
    assert filled.play() == FocusOn("code")
    row = filled.row("code")
    assert row.is_wrong
    assert EXAMPLE in row.note
    filled.type("code", "K13J")
    assert filled.row("code").note == CODE
    filled.type("code", "٣")
    assert filled.row("code").is_wrong, "no digits of other scripts"


@pytest.mark.parametrize("code", ["", "12345", OTHER_CODE])
def test_it_can_be_opened_for_a_deal(code: str) -> None:
    filled = Filled(code=code)
    assert filled.effects == (FocusOn("code"), *([LookFor(filled.form.looked_for)] if code else []))
    assert filled.chosen("option-rules") == ("gamerules.com" if code == OTHER_CODE else "pagat.com")
    assert filled.answer("code").value == code


@pytest.mark.parametrize(
    "change", [("option-rules", "pagat.com"), ("option-first", "Opponent"), ("option-first", "random")]
)
def test_changing_an_option_drops_the_share_code(change: tuple[str, str]) -> None:
    code = write_code(CLOCKWORK, {"rules": "gamerules", "first": 0}, 42)
    filled = Filled(code=code)
    filled.choose("series", "Best of 3")
    assert filled.answer("code").value == code
    filled.choose(*change)
    assert filled.answer("code").value == ""
    assert filled.row("code").note == ""
    assert begun(filled).number is None


def test_a_number_deals_its_cards_with_the_options_that_are_chosen() -> None:
    filled = Filled(CLOGS, code="")
    assert filled.chosen("option-dealer") == "random"
    filled.type("code", "#12345")
    assert filled.row("code").note == NUMBER
    assert filled.chosen("option-dealer") == "You", "nothing is left to chance"
    filled.choose("option-players", "3")
    assert filled.answer("code").value == "#12345", "a number goes with any options"
    filled.find()
    game = begun(filled)
    assert (game.chosen.options, game.number) == (CLOGS.configure({"players": 3}), 12345)


def test_a_code_of_another_game_leads_to_its_setup() -> None:
    filled = Filled()
    filled.type("code", f" {CLOGS_CODE}")
    assert filled.row("code").note == "This code deals Clogs. Press Enter to set that up."
    assert filled.play() == SetupRoute("clogs", code=CLOGS_CODE)


# -- a deal that was played before -----------------------------------------------------------------------------


@pytest.mark.parametrize("typed", ["42", OTHER_CODE])
def test_a_deal_that_was_played_before_is_announced_and_played_only_when_asked_again(typed: str) -> None:
    filled = Filled(code=typed)
    filled.find(NEWS)
    assert (filled.row("code").note, filled.row("code").is_wrong) == (NEWS, False)
    assert filled.play() == FocusOn("code")
    assert (filled.row("code").note, filled.row("code").is_wrong) == (f"{NEWS} Press Enter again to play it.", False)
    assert begun(filled).number == 42


def test_a_game_waits_until_it_is_known_whether_its_deal_was_played_before() -> None:
    filled = Filled(code="42")
    assert filled.play() is None
    filled.find(NEWS)
    assert filled.effects == (FocusOn("code"),)
    filled = Filled(code="42")
    assert filled.play() is None
    filled.find()
    assert isinstance(filled.effects[0], Begin)
    filled = Filled(code="42")
    assert filled.play() is None
    filled.type("name-0", "")
    assert filled.play() == FocusOn("name-0")
    filled.find()
    assert not filled.effects, "the last Enter did not ask for the deal"


def test_a_code_that_is_refused_is_shown_though_it_was_hidden() -> None:
    filled = Filled(SPADES)
    filled.type("code", "!")
    assert not filled.row("code").is_shown
    assert filled.play() == FocusOn("code")
    assert filled.row("code").is_shown
