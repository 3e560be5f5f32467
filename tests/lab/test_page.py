"""The examples of docs/lab.md run as they stand there, but for the one that trains for minutes."""

import re

import pytest

from distribution.lab_page import PAGE

EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::UserWarning")
def test_the_examples_run() -> None:
    pytest.importorskip("pyspiel", reason="OpenSpiel has no package for this platform")
    names: dict[str, object] = {}
    ran = 0
    for example in EXAMPLES:
        code = compile(example, str(PAGE), "exec")
        if "stable_baselines3" not in example:  # it brings PyTorch
            exec(code, names)
            ran += 1
    assert ran == len(EXAMPLES) - 1 > 3
