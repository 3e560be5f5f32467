"""What a response makes of a model."""

from clockspades.table.model import AnyTableModel
from clockspades.table.table_rules import Response, Select


def after(model: AnyTableModel, response: Response) -> AnyTableModel:
    """The model with what the player has selected now."""
    assert isinstance(response, Select), response
    return model._replace(selection=response.selection)
