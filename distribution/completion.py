"""Shell completion for bash, zsh and fish, made from the parser. shtab writes the scripts."""

from argparse import Action
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

import shtab

from clockspades.cli.arguments import typed
from clockspades.cli.parser import make_parsers
from clockspades.engine.game import AnyGame
from clockspades.engine.header import BOT, HUMAN
from clockspades.games.catalogue import GAMES, offers
from clockspades.saved.log import SUFFIX

SAVED_GAME: Final = {**shtab.glob(f"*{SUFFIX}"), "zsh": f"_files -g '*{SUFFIX}'"}
"""What completes saved games. shtab puts a pattern in brackets for zsh, which reads a single one as qualifiers."""

MOST_VALUES: Final = 12
"""An option with more values than this, such as a target, is completed with its default only."""


def script(shell: str) -> str:
    """The script that completes ``clockspades`` in a shell."""
    parser, commands = make_parsers()
    preamble = _PREAMBLES[shell].format(
        options=_BY_GAME[shell]("_clockspades_options", _option_values),
        bots=_BY_GAME[shell]("_clockspades_bots", lambda game: game.bots),
        human=HUMAN,
        bot=BOT,
    )
    for command in commands.values():
        for action in command._actions:
            _complete(action)
    written = shtab.complete(parser, shell, preamble=preamble)
    return written.replace('"(*):', '"*:') + _ENDS.get(shell, "")  # shtab gives zsh only the first of several files


def _complete(action: Action) -> None:
    """Say what completes an argument, as far as its name tells."""
    match action.metavar:
        case "GAME":
            action.choices = [offer.preset.name for offer in offers()]
        case "KEY=VALUE":
            action.complete = _function("option")  # type: ignore[attr-defined]
        case "A,B":
            action.complete = _function("bot_list")  # type: ignore[attr-defined]
        case "NAME[=KIND]":
            action.complete = _function("seat")  # type: ignore[attr-defined]
        case "PEM" | "OUT":
            action.complete = shtab.FILE  # type: ignore[attr-defined]
        case "DIR":
            action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]
        case _ if action.type is Path:
            action.complete = SAVED_GAME  # type: ignore[attr-defined]


def _function(what: str) -> dict[str, str]:
    """A function of the preamble, as each shell calls it."""
    name = f"_clockspades_complete_{what}"
    return {"bash": name, "zsh": name, "fish": f"({name})"}


def _option_values(game: AnyGame) -> Iterable[str]:
    """Every option of a game with its values, as they are typed."""
    for option in game.options:
        for value in option.values if len(option.values) <= MOST_VALUES else [option.default]:
            yield f"{option.key}={typed(value)}"


def _names(game: AnyGame) -> Iterable[str]:
    """What a game is called with each of its presets."""
    return (preset.name for preset in game.presets)


def _by_game_in_sh(name: str, words: Callable[[AnyGame], Iterable[str]]) -> str:
    """A function of bash and zsh: print the words of the first game among its arguments, or of the default game."""
    cases = "\n".join(f"      {'|'.join(_names(game))}) echo {' '.join(words(game))}; return ;;" for game in GAMES)
    return f"""\
{name}() {{
  local word
  for word in "$@" {GAMES[0].name}; do
    case $word in
{cases}
    esac
  done
}}"""


def _by_game_in_fish(name: str, words: Callable[[AnyGame], Iterable[str]]) -> str:
    """A function of fish: print the words of the first game on the command line, or of the default game."""
    cases = "\n".join(
        f"      case {' '.join(_names(game))}\n        printf '%s\\n' {' '.join(words(game))}\n        return"
        for game in GAMES
    )
    return f"""\
function {name}
  for word in (commandline -opc) {GAMES[0].name}
    switch $word
{cases}
    end
  end
end"""


_BY_GAME: Final = {"bash": _by_game_in_sh, "zsh": _by_game_in_sh, "fish": _by_game_in_fish}

_PREAMBLES: Final = {
    "bash": """\
{options}

{bots}

_clockspades_complete_option() {{
  compgen -W "$(_clockspades_options "${{COMP_WORDS[@]}}")" -- "$1"
}}

_clockspades_complete_bot_list() {{
  local before=
  [[ $1 == *,* ]] && before=${{1%,*}},
  compgen -P "$before" -W "$(_clockspades_bots "${{COMP_WORDS[@]}}")" -- "${{1##*,}}"
}}

_clockspades_complete_seat() {{
  local kinds
  kinds=$(_clockspades_bots "${{COMP_WORDS[@]}}")
  [[ $1 == *=* ]] && compgen -P "${{1%%=*}}=" -W "{human} {bot}${{kinds// / {bot}}}" -- "${{1#*=}}"
}}
""",
    "zsh": """\
{options}

{bots}

_clockspades_complete_option() {{
  compadd -- ${{=$(_clockspades_options $words)}}
}}

_clockspades_complete_bot_list() {{
  compset -P '*,'
  compadd -- ${{=$(_clockspades_bots $words)}}
}}

_clockspades_complete_seat() {{
  local kinds=(${{=$(_clockspades_bots $words)}})
  compset -P '*=' && compadd -- {human} {bot}$^kinds
}}
""",
    "fish": """\
{options}

{bots}

function _clockspades_complete_option
  _clockspades_options
end

function _clockspades_complete_bot_list
  set -l before (string replace -rf '[^,]*$' '' -- (commandline -ct))
  printf '%s\\n' $before(_clockspades_bots)
end

function _clockspades_complete_seat
  set -l name (string match -r '^[^=]*=' -- (commandline -ct))
  printf '%s\\n' {{$name}}{human} {{$name}}{bot}(_clockspades_bots)
end
""",
}
"""Functions in the language of each shell, for arguments that are no file and no fixed word."""

_ENDS: Final = {
    "bash": """

# Bash splits words at = and :. Join them for the function above, and cut what is typed off its completions.
_clockspades() {
  local words=() last=-1 cut= part
  for part in "${COMP_WORDS[@]:0:COMP_CWORD+1}"; do
    if [[ $last -gt 0 && $part == [=:]* ]]; then
      words[last]+=$part
      cut=${words[last]}
    elif [[ $last -gt 0 && -n $part && ${words[last]} == *[=:] ]]; then
      cut=${words[last]}
      words[last]+=$part
    else
      words[++last]=$part
      cut=
    fi
  done
  local COMP_WORDS=("${words[@]}") COMP_CWORD=$last
  _shtab_clockspades
  COMPREPLY=("${COMPREPLY[@]#"$cut"}")
}

complete -o bashdefault -F _clockspades clockspades
"""
}
"""What follows the script of shtab."""
