"""Nothing outside of the work-arounds uses a private name of somebody else's, above all of Textual's.

The first test reads every module of the package. It cannot know the class of an object, so it lets a module use the
private names that it defines itself. The second one looks at what the classes of the screens inherit from Textual.
"""

import ast
import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import clockspades
from clockspades import tui
from clockspades.tui import textual_fixes

ROOT: Final = Path(clockspades.__file__).parent
FIXES: Final = Path(textual_fixes.__file__).parent
FIXES_NAME: Final = textual_fixes.__name__
MODULES: Final = sorted(path for path in ROOT.rglob("*.py") if FIXES not in path.parents)
PUBLIC: Final = {"_replace", "_asdict", "_make", "_fields", "_field_defaults"}
"""Names of named tuples, which only look private."""


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.endswith("_") and name not in PUBLIC  # enum documents `_name_`


def defined_in(tree: ast.AST) -> set[str]:
    """The private names that a module defines: its functions, and what its methods set on themselves."""
    names: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                names.add(name)
            case ast.Attribute(value=ast.Name(id="self" | "cls"), attr=name, ctx=ast.Store()):
                names.add(name)
            case ast.Name(id=name, ctx=ast.Store()):
                names.add(name)
    return names


def foreign(tree: ast.AST) -> Iterator[str]:
    """The private names of others that a module uses."""
    own = defined_in(tree)
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id="os"), attr="_exit"):
                pass  # it only looks private, too
            case ast.Attribute(value=ast.Name(id="self" | "cls")):
                pass  # the other test knows the class
            case ast.Attribute(attr=name) if is_private(name) and name not in own:
                yield ast.unparse(node)
            case ast.ImportFrom(module=module, names=names):
                of_others = [part for part in (module or "").split(".") if is_private(part)]
                yield from of_others + [each.name for each in names if is_private(each.name)]
            case ast.Import(names=names):
                yield from (each.name for each in names if any(map(is_private, each.name.split("."))))


def test_a_private_name_of_somebody_else_is_found() -> None:
    used = "from textual._context import active_app\nimport textual._wait\napp._driver\nself.app._exception\nself._x\n"
    assert sorted(foreign(ast.parse(used))) == ["_context", "app._driver", "self.app._exception", "textual._wait"]
    assert not [*foreign(ast.parse("class A:\n    def _a(self): other._a, state._replace(x=1)"))]


def test_no_module_uses_a_private_name_of_another() -> None:
    found = ((path, [*foreign(ast.parse(path.read_text(encoding="utf-8")))]) for path in MODULES)
    assert [(str(path.relative_to(ROOT)), names) for path, names in found if names] == []


# -- what is inherited -------------------------------------------------------------------------------------


@cache
def classes_of(module: str) -> dict[str, ast.ClassDef]:
    """The classes that a module defines; of two with the same name, the outer one."""
    tree = ast.parse(inspect.getsource(importlib.import_module(module)))
    return {node.name: node for node in reversed([*ast.walk(tree)]) if isinstance(node, ast.ClassDef)}


@cache
def names_of(kind: type) -> set[str]:
    """The private names of a class: those of its body, and those that its methods set or use on themselves."""
    tree = classes_of(kind.__module__)[kind.__name__]
    used = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")
    }
    methods = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
    inherited = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Call) and ast.unparse(node.value) == "super()"
    }
    return {name for name in used | methods | inherited if is_private(name)}


@cache
def of_textual(kind: type) -> set[str]:
    """The private names that a class has from Textual."""
    parents = [parent for parent in kind.__mro__ if parent.__module__.partition(".")[0] == "textual"]
    return {name for parent in parents for name in (*vars(parent), *names_of(parent)) if is_private(name)}


def test_a_private_name_of_textual_is_found() -> None:
    from textual.app import App

    assert {"_exit", "_driver", "_bindings", "_handle_exception"} <= of_textual(App)
    assert {"_handle_exception", "_exception"} <= names_of(importlib.import_module(f"{FIXES_NAME}.quiet_app").QuietApp)


def test_no_class_of_the_screens_uses_or_hides_a_private_name_of_textual() -> None:
    wrong = []
    for found in pkgutil.walk_packages(tui.__path__, f"{tui.__name__}."):
        if found.name.startswith(FIXES_NAME):
            continue
        module = importlib.import_module(found.name)
        for name, kind in vars(module).items():
            if isinstance(kind, type) and kind.__module__ == module.__name__:
                wrong += [f"{found.name}.{name}: {used}" for used in sorted(names_of(kind) & of_textual(kind))]
    assert wrong == []
