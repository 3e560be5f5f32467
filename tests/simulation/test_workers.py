"""Work in ranges on an executor: each number once, in order, small ranges first, no more once nobody listens."""

from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Any

import pytest

from clockspades.simulation.workers import Workers


def test_every_number_is_given_out_once() -> None:
    with ThreadPoolExecutor(3) as executor:
        parts = [*Workers(executor, 3).results(list, 5000)]
    assert [number for part in parts for number in part] == [*range(5000)]
    assert len(parts) < 500, "quick work goes out in larger and larger ranges"


def test_long_work_goes_out_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clockspades.simulation.workers._TASK_SECONDS", 0.0)
    with ThreadPoolExecutor(2) as executor:
        assert [*Workers(executor, 2).results(list, 50)] == [[number] for number in range(50)]


def test_an_error_of_a_task_is_raised() -> None:
    def fail(part: range) -> None:
        raise LookupError(f"no {part}")

    with ThreadPoolExecutor(2) as executor, pytest.raises(LookupError, match="no range"):
        list(Workers(executor, 2).results(fail, 50))


class Noting(Executor):
    """Does the first task at once and no other."""

    def __init__(self) -> None:
        self.futures: list[Future[Any]] = []

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        if not self.futures:
            future.set_result(fn(*args, **kwargs))
        self.futures.append(future)
        return future


def test_what_has_not_begun_is_cancelled_when_nobody_listens_any_more() -> None:
    executor = Noting()
    results = Workers(executor, 2).results(list, 50)
    assert next(results) == [0]
    results.close()
    assert len(executor.futures) == 8, "four for each worker"
    assert all(future.cancelled() for future in executor.futures[1:])
