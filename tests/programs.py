"""Programs of the system that some tests start."""

import os
import shutil

import pytest


def installed(name: str) -> str:
    """Where a program is. Without it a test is skipped, or fails if CI is set: nobody looks for skipped tests there."""
    found = shutil.which(name)
    if found is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(f"{name} is not installed here")
    return found
