"""The examples of docs/lab.md run as they stand there, but for the one that needs PyTorch."""

import re
from typing import Any

import numpy as np
import pytest

from distribution.lab_page import PAGE

EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


def test_the_examples_run() -> None:
    pytest.importorskip("pyspiel", reason="OpenSpiel has no package for this platform")
    names: dict[str, Any] = {}
    for example in EXAMPLES:
        code = compile(example, str(PAGE), "exec")
        if "stable_baselines3" not in example:
            exec(code, names)
    assert len(EXAMPLES) == 6


def test_what_learns_from_comparisons_gets_better_than_their_mean() -> None:
    names: dict[str, Any] = {"__name__": "lab_example"}
    exec(next(example for example in EXAMPLES if "sklearn" in example), names)
    studied = [each for seed in range(1) for each in names["study"](seed)]
    rows, worths = (np.concatenate(part) for part in zip(*studied))
    model = names["HistGradientBoostingRegressor"](max_iter=20, min_samples_leaf=20, random_state=1).fit(rows, worths)
    gained = [worths[np.argmax(model.predict(rows))] for rows, worths in studied]
    assert np.mean(gained) > 0.005
    assert 0 <= names["wins"](model, "random", 4) <= 1
