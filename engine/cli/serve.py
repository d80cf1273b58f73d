"""The command ``serve``, which runs an algorithm as an engine for other programs on standard input and output."""

import argparse
import dataclasses
import os
import queue
import sys
import threading
import time
from collections.abc import Iterable, Mapping
from typing import IO, Any

import engine
from engine.asking.query import answer
from engine.cli.arguments import game_of, limit_of, outsiders_of, specs_of
from engine.core.errors import KyVienError, OptionError
from engine.core.evaluation import find_evaluation
from engine.core.game import Game
from engine.core.options import build_options, options_of
from engine.protocols.server import Brain, Hasten, Output, Prepare, Server, Signal, Think
from engine.protocols.server.gomocup import GomocupServer
from engine.protocols.server.gtp import GtpServer
from engine.protocols.server.uci import UcciServer, UciServer
from engine.search.kept import KeptSearch
from engine.search.players import strongest_of
from engine.search.query import Query, Run
from engine.search.report import Limit, Report
from engine.search.search import Stop
from engine.search.spec import AnySpec

SERVERS: dict[str, type[Server]] = {each.protocol: each for each in (UciServer, UcciServer, GtpServer, GomocupServer)}
"""The server class of each protocol."""

_ENDLESS = Limit(depth=100)

Event = str | Report | tuple[Report | None, float] | None
"""A line of input, a report of a search, the last report and the seconds of a finished search, or None after the input.

The last report is None if a search yielded no report.
"""


def serve(options: argparse.Namespace) -> None:
    """Run an algorithm as an engine for another program, then exit.

    Raises:
        OptionError: if the algorithm is an external engine, if there are several algorithms, or if the protocol does
            not support the game.
    """
    game = game_of(options)
    find_evaluation(game.name, options.evaluation)
    spec, *others = specs_of(options.algorithm or strongest_of(game).text, outsiders_of(options))
    if others or spec.is_external:
        raise OptionError("{text!r}: expected one algorithm", text=options.algorithm)
    none = options.depth is None and options.nodes is None and options.seconds is None
    limit = Limit(seconds=2.0) if none else limit_of(options)
    run_server(options.protocol, game, spec, options.evaluation, limit, options.seed)


class Runner:
    """Runner of a protocol server, which passes lines to and from the server and runs each of its searches in a thread.

    The server is one player: the search keeps its memory until the other program announces a new game.

    Args:
        server: the protocol server to run.
        spec: the algorithm that searches.
        evaluation: name of the evaluation, or an empty string for the game's default.
        seed: random seed.
        output: stream to which lines are written. It is flushed after each line.
    """

    def __init__(self, server: Server, spec: AnySpec, evaluation: str, seed: int, output: IO[bytes]) -> None:
        self._server = server
        self._spec = spec
        self._evaluation = evaluation
        self._seed = seed
        self._output = output
        self._events: queue.SimpleQueue[Event] = queue.SimpleQueue()
        self._kept = KeptSearch()
        self._stop = Stop()
        self._ended = False

    def read(self, lines: Iterable[bytes]) -> None:
        """Queue the lines of the input, then None. This method runs in a separate thread."""
        for line in lines:
            self._events.put(line.decode(errors="replace"))
        self._events.put(None)

    def run(self) -> None:
        """Process the queue until the other program requests the exit or closes the input.

        If the server's ``ends_with_input`` is False, the method processes all lines received before the end of the
        input, including the searches that they request, and then returns.
        """
        closed = False
        while not self._ended and not (closed and not self._server.busy):
            event = self._events.get()
            if event is None:
                closed = True
                if self._server.ends_with_input:
                    self._stop.request()
                    return
            elif isinstance(event, str):
                self._carry(self._server.receive(event))
            elif isinstance(event, Report):
                self._carry(self._server.reported(event))
            else:
                self._carry(self._server.answered(*event))

    def _carry(self, outputs: Iterable[Output]) -> None:
        for output in outputs:
            if isinstance(output, str):
                self._output.write(f"{output}\n".encode())
                self._output.flush()
            elif isinstance(output, Think):
                self._stop = Stop()
                threading.Thread(target=self._think, args=(output, self._stop), daemon=True).start()
            elif isinstance(output, Hasten):
                self._stop.hasten(output.limit)
            elif isinstance(output, Prepare):
                self._prepare(output)
            elif output is Signal.FORGET:
                self._kept.forget()
            else:
                self._stop.request()
                if output is Signal.QUIT:
                    self._ended = True
                    return

    def _prepare(self, request: Prepare) -> None:
        query = Query(request.position, self._spec_with(request.values), self._evaluation, _ENDLESS, self._seed)
        try:
            self._kept.prepare(query)
        except KyVienError as error:
            print(error, file=sys.stderr)

    def _spec_with(self, values: Mapping[str, Any]) -> AnySpec:
        """Return the algorithm with the values that the other program changed."""
        parameters = build_options(type(self._spec.parameters), values, self._spec.parameters)
        return self._spec.with_parameters(parameters)

    def _think(self, think: Think, stop: Stop) -> None:
        began = time.perf_counter()
        last: Report | None = None
        spec = self._spec_with(think.values)
        query = Query(think.position, spec, self._evaluation, think.limit or _ENDLESS, self._seed, only=think.only)
        try:
            for last in answer(query, Run(stop, kept=self._kept)):
                self._events.put(last)
        except KyVienError as error:
            # The other program still receives a move; the reason for the failed search goes to standard error.
            print(error, file=sys.stderr)
        self._events.put((last, time.perf_counter() - began))


def brain_of(spec: AnySpec, limit: Limit | None = None) -> Brain:
    """Return the description of an algorithm for other programs, in which the values of ``spec`` are the defaults.

    In slow mode, in which a search with several threads fails, other programs cannot set a greater number of threads.

    Args:
        spec: the algorithm that plays.
        limit: limit of a search for which the other program sets no limit, or None for two seconds.
    """
    options = [
        dataclasses.replace(each, default=getattr(spec.parameters, each.name))
        for each in options_of(type(spec.parameters))
    ]
    if not engine.is_compiled() and spec.is_own:
        options = [
            dataclasses.replace(each, maximum=each.default) if each.name == "threads" else each for each in options
        ]
    return Brain(f"KyVien {spec.text}", engine.__version__, limit or Limit(seconds=2.0), tuple(options))


def run_server(
    protocol: str, game: Game, spec: AnySpec, evaluation: str = "", limit: Limit | None = None, seed: int = 0
) -> None:
    """Serve a protocol on standard input and output until the other program ends it, then exit the process.

    Args:
        protocol: one of ``SERVERS``.
        game: the game to play.
        spec: the algorithm that plays.
        evaluation: name of the evaluation, or an empty string for the game's default.
        limit: limit for a move for which the other program sets no limit, or None for two seconds.
        seed: random seed.

    Raises:
        OptionError: if the protocol does not support the game.
    """
    server = SERVERS[protocol](game, brain_of(spec, limit))
    # Output printed by a plugin goes to standard error: standard output carries the protocol only.
    output = os.fdopen(os.dup(1), "wb", buffering=0)
    sys.stdout = sys.stderr
    runner = Runner(server, spec, evaluation, seed, output)
    threading.Thread(target=runner.read, args=(sys.stdin.buffer,), daemon=True).start()
    runner.run()
    sys.stderr.flush()
    # Exit without waiting for a search that is still being stopped.
    os._exit(0)
