"""Algorithms and limits as callers of the library give them."""

import math
from collections.abc import Iterable
from operator import index
from pathlib import Path
from typing import SupportsFloat, SupportsIndex

from engine.asking.plugin import PluginSpec
from engine.asking.process import describe_plugin
from engine.core.errors import OptionError
from engine.core.options import MOST_SEED, check_range
from engine.search.report import Limit
from engine.search.spec import AnySpec, Spec

DEFAULT_DEPTH = 3
"""Depth in plies if no limit is given."""

AlgorithmLike = AnySpec | str
"""What a function of the library accepts as an algorithm: ``NAME`` or ``NAME:k=v,…``, or an object of the engine."""


def plugin(path: str | Path, parameters: str = "") -> PluginSpec:
    """Return the algorithm of a plugin, a Python file with a class of your own. It runs in another process.

    Args:
        path: the file.
        parameters: the parameters that differ from the plugin's defaults, as ``k=v,…``.

    Raises:
        SearchError: if the file is not a plugin.
        OptionError: if the plugin has no such parameter, or if a value is not allowed.
    """
    return describe_plugin(Path(path), parameters)


def as_spec(value: AlgorithmLike) -> AnySpec:
    """Return the algorithm that a caller gave.

    Raises:
        OptionError: if there is no such algorithm, parameter or value, or if it is neither a text nor an algorithm.
    """
    if isinstance(value, str):
        return Spec.parse(value)
    if isinstance(value, AnySpec):
        return value
    raise OptionError("{value}: expected an algorithm, such as 'negascout:ordering=on'", value=repr(value)[:80])


def as_specs(values: AlgorithmLike | Iterable[AlgorithmLike]) -> list[AnySpec]:
    """Return the algorithms that a caller gave, as a list or as one text in which ``;`` separates them.

    Raises:
        OptionError: as ``as_spec``, or if there is no algorithm.
    """
    if isinstance(values, str):
        values = values.split(";")
    elif isinstance(values, AnySpec):
        values = [values]
    specs = [as_spec(each) for each in values]
    if not specs:
        raise OptionError("at least one algorithm is needed")
    return specs


def whole(name: str, value: int) -> int:
    """Return the whole number ``value`` of an argument called ``name``.

    Raises:
        OptionError: if it is something else.
    """
    # Numbers of numpy are whole numbers, too.
    if isinstance(value, bool) or not isinstance(value, SupportsIndex):
        raise OptionError("{name}={value}: expected a whole number", name=name, value=repr(value)[:80])
    return index(value)


def seed_of(value: int) -> int:
    """Return a random seed that a caller gave.

    Raises:
        OptionError: if it is not a whole number, or out of range.
    """
    seed = whole("seed", value)
    check_range("seed", seed, -MOST_SEED, MOST_SEED - 1)
    return seed


def limit_of(
    specs: Iterable[AnySpec], depth: int | None = None, nodes: int | None = None, seconds: float | None = None
) -> Limit:
    """Return the limit that a caller gave. Without one, it is a depth, unless all algorithms end with a proof.

    Raises:
        OptionError: if a limit is out of range or not a number.
    """
    depth = None if depth is None else whole("depth", depth)
    nodes = None if nodes is None else whole("nodes", nodes)
    if seconds is not None and (isinstance(seconds, bool) or not isinstance(seconds, SupportsFloat)):
        raise OptionError("{name}={value}: expected a number", name="seconds", value=repr(seconds)[:80])
    if depth is None and nodes is None and seconds is None:
        if all(each.solves for each in specs):
            return Limit(nodes=2**62)
        depth = DEFAULT_DEPTH
    try:
        seconds = None if seconds is None else float(seconds)
    except OverflowError:
        seconds = math.inf  # which is out of range
    return Limit(depth, nodes, seconds)
