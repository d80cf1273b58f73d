"""The pools by name, as on the command line."""

import re
from collections.abc import Callable

from engine.contests.pools.local import LocalPool
from engine.contests.pools.pool import Pool
from engine.core.errors import OptionError

LOCAL = "local"
_DASK = re.compile(r"dask:((?:tcp|tls)://[^\s/@]+:\d{1,5})")


def check_pool(text: str) -> None:
    """Check the form of a pool's name. Nothing is connected.

    Raises:
        OptionError: if ``text`` is not the name of a pool.
    """
    if text != LOCAL and not _DASK.fullmatch(text):
        raise OptionError("{text!r}: expected local or dask:tcp://HOST:PORT", text=text)


def find_pool(text: str, jobs: int | None, notice: Callable[[str], None]) -> Pool:
    """Return a new pool, which is not open yet.

    Args:
        text: ``local``, ``dask:tcp://HOST:PORT`` or, for an encrypted connection, ``dask:tls://HOST:PORT``.
        jobs: maximum number of games played in parallel, or None for all that the computers allow.
        notice: function called with a sentence for each worker that is refused, by the thread that plays the contest.

    Raises:
        OptionError: if ``text`` is not the name of a pool.
    """
    check_pool(text)
    cluster = _DASK.fullmatch(text)
    if cluster is None:
        return LocalPool(jobs)
    from engine.contests.pools.cluster import ClusterPool

    return ClusterPool(cluster[1], jobs, notice)
