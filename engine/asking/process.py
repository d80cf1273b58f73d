"""A child process for algorithms that hold the global interpreter lock: plugins, and searches without compiled code.

``python -m engine.asking.process`` reads one JSON line, the request, and writes JSON lines: ``{"ready": true}``,
any number of ``{"live": [nodes, depth, seldepth, cutoffs], "plies": […]}`` and ``{"report": {…}}``, and finally
``{"done": true}`` or ``{"error": {…}}`` (``KyVienError.to_dict``). The answer to a request for the description of a
plugin is ``{"description": {…}}``, followed by ``{"done": true}``. The answer to a request to record a tree is
``{"tree": "…", "report": {…}}``, also after the line ``{"stop": true}``, which ends the search. The process exits at
the end of its standard input, which is reached if the parent process is killed, and kills what a plugin started. Output
printed by an algorithm is written to standard error.
"""

import base64
import dataclasses
import json
import os
import queue
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from engine.asking.child import start_module
from engine.asking.marker import kill_own
from engine.asking.pipe import POLL_SECONDS, Pipe
from engine.asking.plugin import PluginSpec, ask_plugin, description, load_plugin
from engine.core.errors import KyVienError, SearchError
from engine.core.evaluation import find_evaluation
from engine.core.game import find_game
from engine.core.language import mark
from engine.core.options import NoParameters, parse_options
from engine.core.position import Position
from engine.search.query import Query, Run
from engine.search.report import Limit, Report
from engine.search.search import Stop
from engine.search.spec import Spec
from engine.searchtree.watching import WatchedEvaluation, watched

TYPE_CHECKING = False
if TYPE_CHECKING:
    from engine.searchtree.model import SearchTree

# Seconds after the time limit after which a child process that is not done is killed.
GRACE_SECONDS = 0.5
FOREIGN = mark("it is another program")
LIVE_SECONDS = 0.1


class _LateError(SearchError):
    """Raised when the child process has not finished in time."""


# --- in the parent process --------------------------------------------------------------------------------------------


class Child(Pipe):
    """A running child process with one request.

    Attributes:
        nodes, depth, seldepth, cutoffs: the most recently received live counters, or 0 before any are received.
        plies: number of visits at each ply, if a tree is recorded.

    Args:
        request: the request, which ``main`` reads in the child process.
        name: name of the algorithm, for messages.
    """

    def __init__(self, request: Mapping[str, Any], name: str) -> None:
        self.nodes = self.depth = self.seldepth = self.cutoffs = 0
        self.plies: list[int] = []
        # A line may contain a tree, so its length has no limit.
        super().__init__(lambda marked: start_module("engine.asking.process", environment=marked), name, longest=-1)
        # The input stays open: closing it makes the child exit.
        self.send(json.dumps(request))

    def answers(self, stop: Stop, seconds: float | None = None) -> Iterator[dict[str, Any]]:
        """Yield the reports and descriptions that the child sends, until it is done or ``stop`` is requested.

        Raises:
            SearchError: if the child dies, reports an error, sends an invalid line, or is not done within ``seconds``
                plus ``GRACE_SECONDS`` after it is ready.
        """
        deadline: float | None = None
        while not stop.requested:
            try:
                line = self.receive(POLL_SECONDS)
            except queue.Empty:
                if deadline is not None and time.monotonic() > deadline:
                    raise _LateError(
                        "{name} did not answer within {seconds} s", name=self.name, seconds=seconds
                    ) from None
                continue
            if line is None:
                if not stop.requested:
                    raise SearchError("{name} failed: {reason}", name=self.name, reason=self.last_output())
                return
            try:
                answer = json.loads(line)
                if not isinstance(answer, dict):
                    raise TypeError("line")
                if "live" in answer:
                    self.nodes, self.depth, self.seldepth, self.cutoffs = answer["live"]
                    self.plies = [int(each) for each in answer.get("plies", [])]
                    continue
                if "error" in answer:
                    error = SearchError.from_dict(answer["error"])
                    str(error)
            except (ValueError, TypeError, KeyError, IndexError):
                text = line[:80].decode(errors="replace").strip()
                raise SearchError("{name} sent an invalid answer: {text!r}", name=self.name, text=text) from None
            if "error" in answer:
                raise error
            if "done" in answer:
                return
            if "ready" in answer:
                if seconds is not None:
                    deadline = time.monotonic() + seconds + GRACE_SECONDS
                continue
            yield answer


def request_of(query: Query, command: str = "analyse", **rest: Any) -> dict[str, Any]:
    """Return the request that asks a child process for the answer to a query with an algorithm that is no engine."""
    position, spec, game = query.position, query.spec, query.position.game
    return {
        "command": command, "game": game.name, "rules": game.rules_text(), "position": game.format_position(position),
        "history": list(position.history), "evaluation": query.evaluation, "limit": dataclasses.asdict(query.limit),
        "seed": query.seed, "only": list(query.only), "substitute": query.substitute,
        "plugin": str(spec.path) if isinstance(spec, PluginSpec) else "", "name": spec.name,
        "parameters": spec.parameters_text, **rest,
    }  # fmt: skip


def ask_process(query: Query, run: Run) -> Iterator[Report]:
    """Yield the reports of a built-in algorithm or a plugin in a child process. The last report is final.

    If the algorithm is stopped after a report, or is killed after its time limit, its last report is repeated as final.
    Plugins and algorithms with memory ignore ``run.after``.

    Raises:
        SearchError: if the process dies, reports an error, sends an invalid answer, or sends no report in time.
    """
    spec = query.spec
    last = run.after if spec.is_own and not spec.remembers else None
    child = Child(request_of(query, after=None if last is None else last.to_dict()), spec.name)
    try:
        run.begin(child)
        for answer in child.answers(run.stop, query.limit.seconds):
            last = read_report(answer, spec.name)
            yield last
    except _LateError:
        # The reports received before the timeout remain valid.
        if last is None:
            raise
    finally:
        child.close()
    if last is not None and not last.final:
        yield dataclasses.replace(last, final=True)


def watch_plugin(query: Query, stop: Stop, capacity: int) -> tuple["SearchTree", Report]:
    """Run a plugin on a position that notes every move, and return the tree of these moves, and its final report.

    Args:
        query: the query to the plugin.
        stop: flag that stops it.
        capacity: maximum number of moves to note.

    Raises:
        SearchError: if the process dies, reports an error, sends an invalid answer, or sends none in time.
    """
    from engine.core.values import replace
    from engine.searchtree.files import parse_tree

    spec = query.spec
    child = Child(request_of(query, capacity=capacity), spec.name)
    last, tree = None, None
    try:
        for answer in child.answers(stop, query.limit.seconds):
            if "tree" in answer:
                try:
                    tree = parse_tree(base64.b64decode(str(answer["tree"]), validate=True))
                except (ValueError, KyVienError):
                    break
            else:
                last = read_report(answer, spec.name)
    finally:
        child.close()
    if tree is None or last is None:
        raise SearchError("{name} gave no answer", name=spec.name)
    tree.facts = replace(
        tree.facts, algorithm=spec.text, evaluation=query.evaluation, seed=query.seed, only=query.only,
        limit_depth=query.limit.depth, limit_nodes=query.limit.nodes, seconds=last.seconds, unrepeatable=FOREIGN,
    )  # fmt: skip
    return tree, last


def describe_plugin(
    path: Path | str, parameters: str = "", on_start: Callable[[Child], object] | None = None
) -> PluginSpec:
    """Return the spec of a plugin file, which is run in a child process. The call blocks for about 0.2 s.

    Args:
        path: the file.
        parameters: the parameters that differ from the plugin's defaults, as ``k=v,…``.
        on_start: function called with the child process, so that it can be killed.

    Raises:
        SearchError: if the file is not a plugin, or does not answer within 10 seconds.
        OptionError: if the plugin has no such parameter, or if a value is not allowed.
    """
    file = Path(path).resolve()
    child = Child({"command": "describe", "plugin": str(file)}, file.name)
    try:
        if on_start is not None:
            on_start(child)
        for answer in child.answers(Stop(), 10.0):
            try:
                return PluginSpec.from_description(file, answer["description"], parameters)
            except (KeyError, TypeError):
                break
    finally:
        child.close()
    raise SearchError("{name} gave no answer", name=file.name)


def read_report(answer: Mapping[str, Any], name: str) -> Report:
    """Return the report in an answer of a child process.

    Raises:
        SearchError: if there is none. ``name`` is the name of the algorithm.
    """
    try:
        return Report.from_dict(answer["report"])
    except (KeyError, TypeError, ValueError):
        raise SearchError("{name} sent an invalid answer: {text!r}", name=name, text=str(dict(answer))[:80]) from None


# --- in the child process ---------------------------------------------------------------------------------------------


class _Output:
    """Writer of JSON lines to the original standard output.

    Creating the writer redirects the output printed by an algorithm to standard error.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._stream = os.fdopen(os.dup(1), "wb", buffering=0)
        os.dup2(2, 1)
        sys.stdout = sys.stderr

    def write(self, **answer: object) -> None:
        """Write ``answer`` as one line. This method is thread-safe."""
        with self._lock:
            self._stream.write(json.dumps(answer).encode() + b"\n")


def _watch_input(stop: Stop) -> None:
    """Stop the search at any further line, and exit at the end of the input: the parent process has ended."""
    while sys.stdin.buffer.readline():
        stop.request()
    kill_own()
    os._exit(0)


def _watch_counters(search: Any, output: _Output, done: threading.Event) -> None:
    while not done.wait(LIVE_SECONDS):
        plies = {"plies": search.trace.plies()} if search.trace is not None else {}
        output.write(live=[search.nodes, search.depth, search.seldepth, search.cutoffs], **plies)


def _search(request: Mapping[str, Any], position: Position, limit: Limit, output: _Output, stop: Stop) -> None:
    """Write the reports of a built-in algorithm, or the tree that it walks with its final report."""
    done = threading.Event()

    def begin(search: Any) -> None:
        threading.Thread(target=_watch_counters, args=(search, output, done), daemon=True).start()
        output.write(ready=True)

    spec = Spec.parse(f"{request['name']}:{request['parameters']}")
    query = Query(position, spec, request["evaluation"], limit, request["seed"], only=tuple(request["only"]))
    if request["command"] == "record":
        from engine.searchtree.files import tree_bytes
        from engine.searchtree.recording import record_part

        run = Run(stop, on_start=begin)
        tree, report = record_part(query, run, request["capacity"], request["first"], request["last"])
        done.set()
        output.write(tree=base64.b64encode(tree_bytes(tree)).decode(), report=report.to_dict())
        return
    _stop_after(limit, stop)
    after = None if request["after"] is None else Report.from_dict(request["after"])
    for report in spec.answer(query, Run(stop, after, begin)):
        output.write(report=report.to_dict())
    done.set()


def _play(
    plugin: type, request: Mapping[str, Any], position: Position, limit: Limit, output: _Output, stop: Stop
) -> None:
    """Write the reports of a plugin, and the tree of the moves that it makes if a capacity is given."""
    _stop_after(limit, stop)
    judge: Any = find_evaluation(position.game.name, request["evaluation"])
    seen: Any = position
    parameters = parse_options(getattr(plugin, "Parameters", NoParameters), request["parameters"])
    output.write(ready=True)
    watch = None
    if capacity := request.get("capacity"):
        watch, seen = watched(position, capacity)
        judge = WatchedEvaluation(judge)
    for report in ask_plugin(
        plugin, parameters, judge, request["seed"], position, limit, stop, request["only"], seen,
        substitute=request["substitute"],
    ):  # fmt: skip
        output.write(report=report.to_dict())
    if watch is not None:
        output.write(tree=base64.b64encode(watch.tree_bytes(position)).decode())


def _stop_after(limit: Limit, stop: Stop) -> None:
    """Request a stop at the time limit, if there is one."""
    if limit.seconds is not None:
        timer = threading.Timer(limit.seconds, stop.request)
        timer.daemon = True
        timer.start()


def _answer(request: Mapping[str, Any], output: _Output, stop: Stop) -> None:
    plugin = load_plugin(Path(request["plugin"])) if request["plugin"] else None
    if request["command"] == "describe":
        assert plugin is not None
        output.write(description=description(plugin))
        return
    position = find_game(request["game"]).with_rules(request["rules"]).restore(request["position"], request["history"])
    limit = Limit(**request["limit"])
    if plugin is None:
        _search(request, position, limit, output, stop)
    else:
        _play(plugin, request, position, limit.without_aim(), output, stop)


def main() -> None:
    """Read one request from the standard input, write the answers, and exit."""
    output = _Output()
    request = json.loads(sys.stdin.buffer.readline())
    stop = Stop()
    threading.Thread(target=_watch_input, args=(stop,), daemon=True).start()
    code = 0
    try:
        _answer(request, output, stop)
        output.write(done=True)
    except KyVienError as error:
        output.write(error=error.to_dict())
    except BaseException:  # noqa: BLE001 - print any exception of a plugin, SystemExit included, and exit
        traceback.print_exc()
        code = 1
    sys.stderr.flush()
    # Threads started by a plugin must not keep the process alive.
    os._exit(code)


if __name__ == "__main__":
    main()
