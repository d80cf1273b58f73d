"""Plugins, which are algorithms in plain Python files: interface, queries, and validation of their answers.

A plugin is a file with one class::

    class Nimble:
        name = "nimble"                  # identifier; the class' name in lower case if left out
        title = "Nimble"                 # shown to users; the name if left out

        def choose(self, position):      # returns a legal move, or (move, score) with an integer score for the mover
            return position.legal_moves()[0]

Instead of ``choose``, the class may have a method ``analyse(self, position, limit, stop)``, which yields reports. Each
report is a ``Report``, a dictionary of some fields of a report
(``{"move": 7, "depth": 2, "score": 3, "nodes": 120, "pv": [7, 9]}``), a pair of move and score, or only a move.
The class can define ``Parameters``, a dataclass whose fields are made with ``engine.core.options.option``. Users change
these options in a form.

Before each query, the attributes ``self.parameters``, ``self.evaluation``, ``self.seed`` and ``self.only`` are set.
``self.only`` is a tuple of the moves to which the choice is restricted, or an empty tuple if the choice is not
restricted.

The file is run only in a child process (``engine.asking.process`` or a worker of a contest).
"""

import dataclasses
import hashlib
import importlib.util
import inspect
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.asking.restriction import after_the_move, before_the_move
from engine.core.errors import SearchError
from engine.core.files import is_file
from engine.core.options import NoParameters, Option, options_class, options_of, parse_options
from engine.core.outcome import Player
from engine.core.position import Position
from engine.core.score import WIN, Score
from engine.search.query import Query, Run
from engine.search.report import Limit, Report
from engine.search.search import Stop, find_algorithm
from engine.search.spec import AnySpec


@dataclass(frozen=True)
class PluginSpec(AnySpec):
    """A plugin with its parameters.

    ``describe_plugin`` creates the spec of a file.

    Attributes:
        path: absolute path of the file.
        name: identifier.
        title: name shown to users, never translated.
        options: options of the parameters, for a form.
        parameters: an instance of ``Parameters``, or None for the defaults.
    """

    path: Path
    name: str
    title: str
    options: tuple[Option, ...] = ()
    parameters: Any = None

    def __post_init__(self) -> None:
        if self.parameters is None:
            object.__setattr__(self, "parameters", self.Parameters())

    @property
    def Parameters(self) -> type:
        """The class of the options, whose instances are ``parameters``."""
        return options_class(self.options)

    def with_parameters(self, parameters: Any) -> "PluginSpec":
        """Return the same plugin with other parameters."""
        return dataclasses.replace(self, parameters=parameters)

    @property
    def records_tree(self) -> bool:
        """Whether the moves that it makes can be noted: always (``engine.asking.process.watch_plugin``)."""
        return True

    def stored(self) -> dict[str, Any]:
        """Return the path, the parameters and the description, so that no code is run to show the plugin."""
        return {"plugin": str(self.path), "parameters": self.parameters_text, "description": self.describe()}

    def answer(self, query: Query, run: Run) -> Iterator[Report]:
        """Yield the reports of the plugin, which runs in a child process."""
        from engine.asking.process import ask_process

        return ask_process(query, run)

    def stamp(self) -> tuple[int, int]:
        """Return the modification time (ns) and the size (bytes) of the file, which identify its version.

        Both numbers are 0 if the file does not exist.
        """
        try:
            status = self.path.stat()
        except OSError:
            return 0, 0
        return status.st_mtime_ns, status.st_size

    def describe(self) -> dict[str, Any]:
        """Return the name, the title and the options as plain data for ``from_description``."""
        return {"name": self.name, "title": self.title, "options": [each.to_dict() for each in self.options]}

    @classmethod
    def from_description(cls, path: Path, description: Mapping[str, Any], parameters: str = "") -> "PluginSpec":
        """Return the spec of a plugin.

        Args:
            path: absolute path of the file.
            description: the name, the title and the options, as returned by ``describe`` or ``description``.
            parameters: the parameters that differ from the defaults, as ``k=v,…``.

        Raises:
            OptionError: for an unknown parameter, or a value that is not allowed.
            KeyError, TypeError: if ``description`` is malformed.
        """
        options = tuple(Option.from_dict(fields) for fields in description["options"])
        spec = cls(path, description["name"], description["title"], options)
        return spec.with_parameters(parse_options(spec.Parameters, parameters)) if parameters else spec


def file_digest(path: Path) -> str:
    """Return the SHA-256 of a file in hexadecimal, or an empty string if it is not a readable file."""
    try:
        if not path.is_file():
            return ""
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except (OSError, ValueError):  # ValueError: a path with a null character
        return ""


def load_plugin(path: Path) -> type:
    """Run a plugin file and return its class. This function may be called only in a child process.

    Raises:
        SearchError: if the file cannot be read or does not define exactly one plugin class.
        Exception: any exception that the file raises.
    """
    if not is_file(path):
        raise SearchError("{path} does not exist", path=str(path))
    spec = importlib.util.spec_from_file_location(f"kyvien_plugin_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise SearchError("{path} is not a Python file", path=str(path))
    module = importlib.util.module_from_spec(spec)
    # Dataclasses look up their module in sys.modules.
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    found = [
        each
        for each in vars(module).values()
        if inspect.isclass(each)
        and each.__module__ == module.__name__
        and (callable(getattr(each, "choose", None)) or callable(getattr(each, "analyse", None)))
    ]
    if len(found) != 1:
        raise SearchError(
            "{path}: expected one class with a method choose or analyse, found {count}",
            path=str(path), count=len(found),
        )  # fmt: skip
    return found[0]


def plugin_name(cls: type) -> str:
    """Return the identifier of a plugin: the attribute ``name`` of its class, or the class' name in lower case."""
    return str(getattr(cls, "name", "") or cls.__name__.lower())


def description(cls: type) -> dict[str, Any]:
    """Return the name, the title and the options of a plugin's class as plain data."""
    options = [each.to_dict() for each in options_of(getattr(cls, "Parameters", NoParameters))]
    name = plugin_name(cls)
    return {"name": name, "title": str(getattr(cls, "title", "") or name), "options": options}


def ask_plugin(
    cls: type, parameters: Any, evaluation: Any, seed: int, position: Position, limit: Limit, stop: Stop,
    only: Sequence[int] = (), seen: Any = None, *, substitute: bool = False,
) -> Iterator[Report]:  # fmt: skip
    """Yield the validated reports of a plugin. The last report is final.

    This function may be called only in a child process. If ``only`` is not empty, the move of each report must be one
    of its moves. ``seen`` is the object that the plugin receives as its position, such as a watched position, or None
    for ``position``. ``parameters`` and other arguments become its attributes.

    With ``substitute``, a plugin that ignores ``only`` is no error. If ``only`` has one move, the plugin is then asked
    about the position after it, as an external engine is (``engine.asking.restriction``). Otherwise it has no report.

    Raises:
        SearchError: if an answer is an illegal move or malformed, or if there is no answer.
        Exception: any exception that the plugin raises.
    """
    name = plugin_name(cls)
    started = time.perf_counter()
    if not position.has_legal_move():
        for report in find_algorithm("random")().analyse(position, limit):
            yield dataclasses.replace(report, algorithm=name, cpu_seconds=None)
        return
    plugin = cls()
    plugin.parameters, plugin.evaluation, plugin.seed = parameters, evaluation, seed
    plugin.only = tuple(only)
    if callable(getattr(plugin, "analyse", None)):
        answers = iter(plugin.analyse(position if seen is None else seen, limit, stop))
    else:
        answers = iter([plugin.choose(position if seen is None else seen)])
    last: Report | None = None
    for answer in answers:
        last = _report(name, answer, position, time.perf_counter() - started)
        if only and last.move not in only:
            if substitute:
                if len(only) == 1:
                    after, shorter = position.play(only[0]), after_the_move(limit)
                    reports = ask_plugin(cls, parameters, evaluation, seed, after, shorter, stop)
                    yield from (before_the_move(each, only[0]) for each in reports)
                return
            raise SearchError(
                "{name} answered {move}, which is not one of the moves to choose from", name=name, move=last.move
            )
        yield last
    if last is None:
        raise SearchError("{name} gave no answer", name=name)
    yield dataclasses.replace(last, final=True)


def _report(name: str, answer: object, position: Position, seconds: float) -> Report:
    """Convert an answer of a plugin to a report. The answer may have any form that the plugin interface allows.

    Raises:
        SearchError: if the answer is invalid.
    """
    fields: dict[str, Any]
    if isinstance(answer, Report):
        fields = {field.name: getattr(answer, field.name) for field in dataclasses.fields(Report)}
    elif isinstance(answer, Mapping):
        fields = dict(answer)
    elif isinstance(answer, tuple) and len(answer) == 2:
        fields = {"move": answer[0], "score": answer[1]}
    else:
        fields = {"move": answer}
    known = {field.name for field in dataclasses.fields(Report)}
    for unknown in fields.keys() - known:
        raise SearchError("{name} answered {field}, which is not a field of a report", name=name, field=repr(unknown))
    pv = fields.get("pv") or ()
    if not isinstance(pv, list | tuple):
        raise SearchError(
            "{name} answered a principal variation that is not a list: {value}", name=name, value=repr(pv)
        )
    move = fields.get("move", pv[0] if pv else None)
    line = tuple(pv) or (move,)
    if line[0] != move:
        raise SearchError("{name} answered a principal variation that does not begin with its move", name=name)
    at = position
    for each in line:
        if not _is_integer(each) or each not in at.legal_moves():
            raise SearchError("{name} answered {move}, which is not a legal move", name=name, move=repr(each))
        at = at.play(int(each))
    counts: dict[str, Any] = {}
    for field in ("depth", "seldepth", "nodes", "iteration_nodes", "leaf_evaluations", "comparisons", "cutoffs",
                  "table_hits", "leaves"):  # fmt: skip
        value = fields.get(field, 0)
        if not _is_integer(value) or not 0 <= value < 2**62:
            raise SearchError(
                "{name} returned an invalid value for {field}: {value}", name=name, field=field, value=repr(value)
            )
        counts[field] = int(value)
    return Report(
        algorithm=name, score=_score(name, fields.get("score"), position.turn), move=int(line[0]),
        pv=tuple(int(each) for each in line), seconds=seconds, final=False, note=str(fields.get("note", "")),
        exhausted=fields.get("exhausted") is True, **counts,
    )  # fmt: skip


def _score(name: str, value: object, turn: Player) -> Score | None:
    if isinstance(value, Score):
        value = value.pov(turn).value
    if value is None:
        return None
    if not isinstance(value, int) or isinstance(value, bool) or not -WIN <= value <= WIN:
        raise SearchError(
            "{name} returned an invalid value for {field}: {value}", name=name, field="score", value=repr(value)
        )
    return Score(value, turn)


def _is_integer(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
