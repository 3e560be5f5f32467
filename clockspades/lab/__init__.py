"""The games for those who study them: environments of PettingZoo and Gymnasium, and games of OpenSpiel (docs/lab.md).

The extra ``lab`` has what this needs. The version of an environment changes whenever an action gets another number, or
a seat sees another vector.
"""

from typing import Final

import gymnasium

from clockspades.lab.environments import PatienceEnv, TableEnv, TableMaker
from clockspades.lab.numbered import NumberedGame, Point

__all__ = [
    "NumberedGame", "PatienceEnv", "Point", "TableEnv", "TableMaker", "clockwork_spades_v1", "clogs_v1", "spades_v1",
]  # fmt: skip

clockwork_spades_v1: Final = TableMaker("clockwork-spades", 1)
clogs_v1: Final = TableMaker("clogs", 1)
spades_v1: Final = TableMaker("spades", 1)

for _id, _name in (("Watch", "watch"), ("GermanClock", "german-clock")):
    gymnasium.register(f"clockspades/{_id}-v1", "clockspades.lab:PatienceEnv", kwargs={"name": _name})
