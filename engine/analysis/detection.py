"""Detection of the protocol and the options of an external engine."""

from collections.abc import Callable, Sequence
from pathlib import Path

from engine.analysis.external import PROTOCOLS, Engine, EngineSpec, Start, start_pipe
from engine.core.errors import SearchError
from engine.protocols.talk import Identity
from engine.search.search import Stop

TRY_SECONDS = 5.0
"""Timeout in seconds for each protocol when the protocol is detected automatically."""


def describe_engine(
    name: str,
    program: str,
    arguments: Sequence[str] = (),
    protocol: str = "",
    folder: str = "",
    stop: Stop | None = None,
    on_start: Callable[[Engine], object] | None = None,
    start: Start = start_pipe,
) -> tuple[EngineSpec, Identity]:
    """Start a program, detect its protocol and read its options. Return the engine and the identity that it reports.

    Args:
        name: name of the engine, or an empty string for the name that the engine reports.
        program: the program to start.
        arguments: command-line arguments of the program.
        protocol: one of ``PROTOCOLS``, or an empty string to try each, with a timeout of ``TRY_SECONDS``.
        folder: working directory, as in ``EngineSpec``.
        stop: flag that abandons the attempt.
        on_start: function called with the engine of each attempt, so that it can be killed.
        start: function that starts the program.

    Raises:
        SearchError: if the program cannot be started or supports none of the protocols.
        StoppedError: once ``stop`` is requested.
    """
    label = name or Path(program).name
    last: SearchError | None = None
    for each in [protocol] if protocol else PROTOCOLS:
        engine = Engine(EngineSpec(label, program, tuple(arguments), each, folder), start=start)
        if not protocol:
            engine.client.patience = TRY_SECONDS
        try:
            if on_start is not None:
                on_start(engine)
            identity = engine.greet(stop)
        except SearchError as error:
            last = error
            continue
        finally:
            engine.close()
        words = tuple(sorted(identity.words)) if each == "uci" else None
        spec = EngineSpec(
            name or identity.name or label, program, tuple(arguments), each, folder, identity.options, words=words
        )
        return spec, identity
    assert last is not None
    if protocol:
        raise last
    raise SearchError(
        "{name} supports none of {names}: {reason}", name=label, reason=last,
        names=", ".join(each.title for each in PROTOCOLS.values()),
    )  # fmt: skip
