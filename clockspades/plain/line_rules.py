"""The rules for a table in line mode, where nothing can be pointed at."""

from collections.abc import Sequence
from typing import Any, ClassVar

from clockspades.table.commands import Command
from clockspades.table.model import AnyTableModel, Target
from clockspades.table.table_rules import Nothing, Response, TableRules
from clockspades.table.widget_models import ResultModel


class LineRules(TableRules[Any, Any]):
    """The same for every game: an action is chosen by its name, and all else is told in words."""

    commands: ClassVar[tuple[Command, ...]] = ()
    parts = ()

    def targets(self, model: AnyTableModel) -> tuple[Target, ...]:
        return ()

    def explain(self, model: AnyTableModel, target: Target) -> str:
        return ""

    def confirm(self, model: AnyTableModel) -> Response:
        return Nothing()

    def press(self, model: AnyTableModel, target: Target) -> Response:
        return Nothing()

    def digit(self, model: AnyTableModel, number: int) -> Response:
        return Nothing()

    def keys(self, model: AnyTableModel, *, is_running: bool) -> tuple[Command, ...]:
        return ()

    def result(self, state: Any, happened: Sequence[Any]) -> ResultModel:
        return ResultModel()
