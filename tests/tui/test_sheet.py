"""A score sheet in little room: names are broken into lines, and no column is lost."""

from clockspades.table.trick_widget_models import ScoreSheetModel
from clockspades.tui.screens.sheet import sheet_lines

PARTNERS = ScoreSheetModel(
    ("deal", "who", "bid", "took", "nil", "points", "score", "bags"),
    (
        ("1", "Anastasia and Bartholomew", "blind+5", "10+0", "+200", "+255", "1215", "12 −100"),
        ("", "Tick and Chime", "3+1", "3+0", "", "−40", "−40", "0"),
    ),
    names=frozenset({1}),
)


def shown(model: ScoreSheetModel, room: int) -> list[str]:
    return [line.plain for line in sheet_lines(model, room)]


def test_the_names_of_partners_are_whole_at_sixty_columns() -> None:
    heading, _, *rows = shown(PARTNERS, 56)
    assert all(len(line) <= 56 for line in (heading, *rows))
    words = " ".join(rows).split()
    assert [name in words for name in ("Anastasia", "Bartholomew", "Tick", "Chime")] == [True] * 4
    assert not any("…" in row for row in rows)
    assert rows[0].split()[-4:] == ["+255", "1215", "12", "−100"]


def test_long_names_of_six_players_share_the_room() -> None:
    names = ("Anastasia Petrovna", "Ben", "Bartholomew", "Dot", "Eve", "Maximiliana")
    model = ScoreSheetModel(("deal", *names), (("1", "2", "0", "1", "3", "1", "1"), ("total", *"201311")))
    heading, _, first, total = shown(model, 56)
    assert len(heading) == len(first) == len(total) <= 56
    assert all(name in heading for name in ("Ben", "Dot", "Eve"))
    assert total.split() == ["total", *"201311"]
