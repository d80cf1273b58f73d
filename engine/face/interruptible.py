"""Searches that Ctrl+C, or the button of a notebook, can stop."""

import contextlib
import threading
from collections.abc import Callable
from typing import TypeVar

from engine.search.search import Stop

T = TypeVar("T")


def run(function: Callable[[Stop], T]) -> T:
    """Return the result of a function that searches, which runs in another thread.

    Compiled code does not notice signals. Therefore the calling thread waits, and stops the search when it is
    interrupted.

    Args:
        function: function that receives the object that stops its search.

    Raises:
        KeyboardInterrupt: if the user interrupts the search, after it has ended.
    """
    stop, results, errors = Stop(), list[T](), list[BaseException]()

    def work() -> None:
        try:
            results.append(function(stop))
        except BaseException as error:  # noqa: BLE001  # raised again in the calling thread
            errors.append(error)

    thread = threading.Thread(target=work, name="analysis", daemon=True)
    thread.start()
    try:
        while thread.is_alive():
            thread.join(1)
    except KeyboardInterrupt:
        stop.request()
        with contextlib.suppress(KeyboardInterrupt):
            thread.join()
        raise
    if errors:
        raise errors[0]
    return results[0]
