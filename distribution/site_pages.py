"""The pages of the site that are made: one for each game, from its own rules and words, and the changelog.

Documents link to the files that these are made of, which a checkout has, and :func:`in_site` turns the links.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from clockspades.engine.characters import characters
from clockspades.engine.game import AnyGame
from clockspades.engine.phrases import capital
from clockspades.games.catalogue import GAMES
from clockspades.language import either, ngettext
from clockspades.tui.texts.prose import parse_picture

ROOT: Final = Path(__file__).parents[1]
PICTURES: Final[Mapping[str, tuple[str, ...]]] = {
    "clockwork-spades": ("table-120x40",),
    "clock": ("clock-120x40", "watch-120x40"),
    "german-clock": ("german-clock-120x40",),
    "clogs": ("clogs-six-120x40", "clogs-two-100x30"),
    "spades": ("spades-120x40", "spades-bid-80x24"),
}
"""By game, the pictures of ``screenshots`` on its page."""


def write_pages(docs: Path) -> None:
    (docs / "games").mkdir(exist_ok=True)
    for game in GAMES:
        (docs / "games" / f"{game.name}.md").write_text("\n\n".join(game_page(game)) + "\n", encoding="utf-8")
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    (docs / "changelog.md").write_text(changes, encoding="utf-8")


def in_site(text: str) -> str:
    """A document with links to the pages of the site, in the place of the files that these are made of."""
    text = text.replace("(../CHANGELOG.md)", "(changelog.md)")
    for game in GAMES:
        text = text.replace(f"(../{rules_file(game)})", f"(games/{game.name}.md)")
    return text


def rules_file(game: AnyGame) -> str:
    """Where the rules of a game are in a checkout."""
    return f"{type(game).__module__.rpartition('.')[0].replace('.', '/')}/rules.md"


def game_page(game: AnyGame) -> Iterator[str]:
    """The page of a game, block by block."""
    title, _, rules = game.rules_text().partition("\n")
    yield title
    for preset in game.presets:
        minutes = ngettext("about {number} minute", "about {number} minutes", preset.minutes)
        yield f"**{preset.title}.** {preset.summary} {preset.nature} It takes {minutes}."
    presets = "\n".join(f"clockspades play {preset.name}" for preset in game.presets)
    yield f"```sh\n{presets}\n```"
    for name in PICTURES[game.name]:
        yield f"![{game.title}](../../screenshots/{name}.svg)"
    for block in rules.strip().split("\n\n"):
        yield f"`{block}`" if parse_picture(block) else block
    yield f"The [rule book](../rules.md#{title.removeprefix('# ').lower().replace(' ', '-')}) has every case."
    if game.options:
        yield "## Options"
        yield "\n".join(
            "\n  - ".join([f"- `{option.key}`: {option.words}", *option.labels.values()]) for option in game.options
        )
    yield "## Bots"
    yield "\n".join(
        f"- **{capital(character.level)}**, `bot:{bot}`. {character.words}"
        f" It is called {either(characters(character.name))}."
        for bot, character in game.bots.items()
    )
