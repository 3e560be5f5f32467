"""The games for those who study them: environments of PettingZoo and Gymnasium, and games of OpenSpiel (docs/lab.md).

The extra ``lab`` has what this needs. The version of an environment changes whenever an action gets another number, or
a seat sees another vector.
"""

from typing import Final

from clockspades.packages import needed

try:
    import gymnasium

    from clockspades.lab.environments import SeatEnv, TableEnv, TableMaker
except ImportError as error:
    raise ImportError(needed("pettingzoo", "clockspades.lab", error)) from error
from clockspades.lab.numbered import NumberedGame, NumberedPoint

__all__ = [
    "NumberedGame",
    "NumberedPoint",
    "SeatEnv",
    "TableEnv",
    "TableMaker",
    "clockwork_spades_v1",
    "clogs_v1",
    "spades_v1",
]  # fmt: skip

clockwork_spades_v1: Final = TableMaker("clockwork-spades", 1)
clogs_v1: Final = TableMaker("clogs", 1)
spades_v1: Final = TableMaker("spades", 1)

for _name in ("clockwork-spades", "clogs", "spades", "watch", "german-clock"):
    _id = _name.title().replace("-", "")
    gymnasium.register(f"clockspades/{_id}-v1", "clockspades.lab:SeatEnv", kwargs={"name": _name})
