"""Detection of the protocol and the options of an external engine."""

from collections.abc import Callable, Sequence
from pathlib import Path

from engine.asking.external import PROTOCOLS, Engine, EngineSpec
from engine.asking.known import known_engine
from engine.core.errors import SearchError
from engine.protocols.talk import Identity
from engine.search.search import Stop

TRY_SECONDS = 5.0
"""Timeout in seconds for each protocol when the protocol is detected automatically.

It does not apply to the protocol of a program that is known by name.
"""


def describe_engine(
    name: str,
    program: str,
    arguments: Sequence[str] = (),
    protocol: str = "",
    folder: str = "",
    stop: Stop | None = None,
    on_start: Callable[[Engine], object] | None = None,
) -> tuple[EngineSpec, Identity]:
    """Start a program, detect its protocol and read its options. Return the engine and the identity that it reports.

    A program without arguments that is known by name is started with those that it needs, and with its protocol. If it
    does not reply, it is treated as an unknown one.

    Args:
        name: name of the engine, or an empty string for the name that the engine reports.
        program: the program to start.
        arguments: command-line arguments of the program, or none for those of a known program.
        protocol: one of ``PROTOCOLS``, or an empty string to try each, with a timeout of ``TRY_SECONDS``.
        folder: working directory, as in ``EngineSpec``.
        stop: flag that abandons the attempt.
        on_start: function called with the engine of each attempt, so that it can be killed.

    Raises:
        SearchError: if the program cannot be started or supports none of the protocols.
        StoppedError: once ``stop`` is requested.
    """
    label = name or Path(program).name
    last: SearchError | None = None
    given = tuple(arguments)
    attempts = [(each, given) for each in ([protocol] if protocol else PROTOCOLS)]
    known = None if given else known_engine(Path(program).name)
    own = None if known is None or protocol not in ("", known.protocol) else (known.protocol, known.arguments)
    for each, tried in attempts if own is None else [own, *(each for each in attempts if each != own)]:
        engine = Engine(EngineSpec(label, program, tried, each, folder))
        if not protocol and (each, tried) != own:
            engine.client.patience = TRY_SECONDS
        try:
            if on_start is not None:
                on_start(engine)
            identity = engine.identify(stop)
        except SearchError as error:
            last = error
            continue
        finally:
            engine.close()
        words = tuple(sorted(identity.words)) if each == "uci" else None
        spec = EngineSpec(name or identity.name or label, program, tried, each, folder, identity.options, words=words)
        return spec, identity
    assert last is not None
    if protocol:
        raise last
    names = ", ".join(each.title for each in PROTOCOLS.values())
    if not given:
        raise SearchError(
            "{name} supports none of {names} without an argument, which some programs need: {reason}", name=label,
            names=names, reason=last,
        )  # fmt: skip
    raise SearchError("{name} supports none of {names}: {reason}", name=label, names=names, reason=last)
