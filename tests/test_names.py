"""A public name of a class or a type means one thing in the whole package."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import clockspades

PACKAGE = Path(clockspades.__file__).parent


def types_of(code: str) -> Iterator[str]:
    """The public classes, aliases and type variables that a module defines, not those that it imports."""
    for node in ast.parse(code).body:
        match node:
            case ast.ClassDef(name):
                names = [name]
            case ast.Assign(targets):
                names = [target.id for target in targets if isinstance(target, ast.Name)]
            case ast.AnnAssign(ast.Name(name), ast.Name("TypeAlias")):
                names = [name]
            case _:
                continue
        yield from (name for name in names if name[0].isupper() and name != name.upper())


def test_no_two_modules_have_a_class_or_an_alias_of_the_same_name() -> None:
    modules = defaultdict[str, list[str]](list)
    for path in sorted(PACKAGE.rglob("*.py")):
        for name in types_of(path.read_text(encoding="utf-8")):
            modules[name].append(str(path.relative_to(PACKAGE)))
    assert {name: places for name, places in modules.items() if len(places) > 1} == {}
