"""Misuse of public names of the compiled core, in child processes: it raises an exception or is harmless.

Uncompiled code has no memory to corrupt; there, only the exceptions that both have in common are tested.
"""

import contextlib
import copy
import importlib
import pickle
import random
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.core.errors import KyVienError, OptionError, SearchError
from engine.core.evaluation import evaluations, find_evaluation
from engine.core.game import find_game, games
from engine.core.perft import perft
from engine.core.playout import Playout
from engine.search.report import Limit
from engine.search.search import Search, algorithms, find_algorithm
from engine.search.spec import Spec
from engine.search.trace import Trace
from tests.engine.conftest import COMPILED, deep, few
from tests.engine.games.boards import survivors

ROOT = Path(__file__).parents[3]


def start(name: str = "chess") -> Any:
    return find_game(name)().start()


def search(name: str, game: str = "chess", trace: Trace | None = None) -> Search:
    return Spec.make(name).build(find_evaluation(game), 0, trace)


def drain(reports: Iterator[Any]) -> None:
    for _ in reports:
        pass


# --- what is read-only ------------------------------------------------------------------------------------------------


@pytest.mark.skipif(not COMPILED, reason="attributes of uncompiled objects can be written")
@pytest.mark.parametrize("name", sorted(games()))
def test_side_and_key_of_a_position_are_read_only(name: str) -> None:
    position = start(name)
    for attribute in ("side", "key", "ply", "game"):
        before = getattr(position, attribute)
        with pytest.raises(AttributeError):
            setattr(position, attribute, 1)
        assert getattr(position, attribute) == before
    playout = Playout(1)
    for attribute in ("count", "made", "result"):
        with pytest.raises(AttributeError):
            setattr(playout, attribute, 10**6)
    assert playout.played == []


# --- a running search -------------------------------------------------------------------------------------------------

RUNNING = "this search is still running"


@pytest.mark.parametrize("name", sorted(algorithms()))
def test_a_running_search_refuses_a_second_analysis(name: str) -> None:
    """Algorithms that give a single report have ended with it."""
    found = search(name)
    first = found.analyse(start(), Limit(depth=3, nodes=3000))
    assert next(first) is not None
    if find_algorithm(name).deepens:
        with pytest.raises(SearchError, match=RUNNING):
            next(found.analyse(start(), Limit(depth=1)))
    drain(first)
    drain(found.analyse(start(), Limit(depth=1, nodes=3000)))


def _exhaust(found: Search) -> None:
    drain(found.analyse(start(), Limit(depth=2)))


def _close(found: Search) -> None:
    reports: Any = found.analyse(start(), Limit(depth=3))
    next(reports)
    reports.close()


def _break(found: Search) -> None:
    for _ in found.analyse(start(), Limit(depth=3)):
        break


def _collect(found: Search) -> None:
    reports = found.analyse(start(), Limit(depth=3))
    next(reports)
    del reports


def _never_begin(found: Search) -> None:
    found.analyse(start(), Limit(depth=3))


def _stop(found: Search) -> None:
    from engine.search.search import Stop

    stop = Stop()
    for _ in found.analyse(start(), Limit(depth=90), stop):
        stop.request()


def _raise_inside(found: Search) -> None:
    with pytest.raises(ZeroDivisionError):
        for _ in found.analyse(start(), Limit(depth=3)):
            raise ZeroDivisionError


def _wrong_move(found: Search) -> None:
    with pytest.raises(ValueError, match="illegal moves"):
        next(found.analyse(start(), Limit(depth=1), only=(5,)))


def _wrong_game(found: Search) -> None:
    with pytest.raises(ValueError, match="of chess only"):
        next(found.analyse(start("go"), Limit(depth=1)))


@pytest.mark.parametrize(
    "end", [_exhaust, _close, _break, _collect, _never_begin, _stop, _raise_inside, _wrong_move, _wrong_game]
)
@pytest.mark.parametrize("name", ["alphabeta", "pvs", "threats", "mtdf"])
@pytest.mark.diagonal("name", "end")
def test_the_end_of_an_analysis_frees_its_search(name: str, end: Callable[[Search], None]) -> None:
    found = search(name)
    for _ in range(2):
        end(found)
        drain(found.analyse(start(), Limit(depth=1)))


@pytest.mark.parametrize("end", [_close, _break, _collect, _stop, _raise_inside])
@pytest.mark.parametrize("name", ["pvs", "mcts"])
@pytest.mark.diagonal("name", "end")
def test_the_end_of_an_analysis_ends_its_threads(name: str, end: Callable[[Search], None]) -> None:
    found = Spec.make(name, threads=3).build(find_evaluation("chess"))
    for _ in range(2):
        end(found)
        assert not [each for each in threading.enumerate() if "_deepen" in each.name]


# --- numbers ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [2**63, -(2**63) - 1, 2**70, 10**5000], ids=int.bit_length)
def test_a_seed_out_of_range_is_one_sentence(seed: int) -> None:
    with pytest.raises(OptionError, match="seed is "):
        Spec.make("random").build(None, seed)


@pytest.mark.parametrize("value", [10**400, 10**5000, -(10**5000)], ids=int.bit_length)
def test_an_absurd_number_is_shown_by_its_magnitude(value: int) -> None:
    for name in ("depth", "nodes", "seconds"):
        with pytest.raises(OptionError) as raised:
            Limit(**{name: value})
        assert "10^" in str(raised.value) and len(str(raised.value)) < 120


# --- child processes --------------------------------------------------------------------------------------------------

PROBES: dict[str, Callable[[], object]] = {}


def probe(function: Callable[[], object]) -> Callable[[], object]:
    PROBES[function.__name__.strip("_")] = function
    return function


def _written(name: str, attribute: str, values: tuple[int, ...]) -> None:
    position = start(name)
    for value in values:
        try:
            setattr(position, attribute, value)
        except AttributeError:
            continue
        position.legal_moves()
        drain(search("pvs", name).analyse(position, Limit(nodes=2000)))


for _game in sorted(games()):
    PROBES[f"side {_game}"] = lambda name=_game: _written(name, "side", (-1, 2, 1000, 2**31 - 1))  # type: ignore[misc]
    PROBES[f"key {_game}"] = lambda name=_game: _written(name, "key", (0, 1, 2**64 - 1))  # type: ignore[misc]


@probe
def _playout_count() -> None:
    playout = Playout(1)
    playout.count = 10**6
    assert playout.played


@probe
def _playout_most() -> None:
    playout = Playout(1)
    playout.most = -5
    start().played_out(playout)


@probe
def _two_threads_one_search() -> None:
    for name in algorithms():
        found = search(name)

        def go(found: Search = found) -> None:
            for _ in range(10):
                with contextlib.suppress(SearchError):
                    drain(found.analyse(start(), Limit(nodes=10_000)))

        threads = [threading.Thread(target=go) for _ in range(4)]
        for each in threads:
            each.start()
        for each in threads:
            each.join()


@probe
def _interleaved() -> None:
    for name in algorithms():
        found = search(name)
        one = found.analyse(start(), Limit(depth=4, nodes=20_000))
        other = found.analyse(start().play(start().legal_moves()[3]), Limit(depth=4, nodes=20_000))
        for _ in range(6):
            with contextlib.suppress(SearchError):
                next(one, None), next(other, None)


@probe
def _evaluations_of_other_games() -> None:
    for game in games():
        for other in games():
            for kind in evaluations(other).values():
                with contextlib.suppress(ValueError):
                    kind().score(start(game))


@probe
def _one_search_for_several_games() -> None:
    for name in algorithms():
        found = search(name)
        for game in games():
            with contextlib.suppress(ValueError):
                drain(found.analyse(start(game), Limit(nodes=1000)))


@probe
def _trace_initialised_again() -> None:
    trace = Trace(1000)
    thread = threading.Thread(
        target=lambda: drain(search("negascout", trace=trace).analyse(start(), Limit(nodes=1_000_000)))
    )
    thread.start()
    time.sleep(0.05)
    trace.__init__(1)  # type: ignore[misc]
    trace.__init__(500_000)  # type: ignore[misc]
    thread.join()


@probe
def _trace_of_two_searches() -> None:
    trace = Trace(1000)
    threads = [
        threading.Thread(target=lambda: drain(search("negascout", trace=trace).analyse(start(), Limit(nodes=200_000))))
        for _ in range(3)
    ]
    for each in threads:
        each.start()
    for each in threads:
        each.join()


@probe
def _subclasses() -> None:
    base = type(start()).__mro__[1]

    class Wide(base):  # type: ignore[misc, valid-type]
        def generate(self, out: Any) -> int:
            return 10**6

    wide = Wide()
    wide.legal_moves(), wide.copy(), perft(wide, 2)

    class Empty(find_algorithm("negascout")):  # type: ignore[misc]
        def iterate(self, position: Any, depth: int) -> int:
            return 0

    drain(Empty(None, find_evaluation("chess")).analyse(start(), Limit(nodes=1000)))


@probe
def _copies() -> None:
    for name in games():
        position = start(name)
        assert pickle.loads(pickle.dumps(position)) == position
        copy.copy(position).legal_moves(), copy.deepcopy(position).legal_moves()


@probe
def _long_games() -> None:
    for name in ("chess", "xiangqi", "go", "cotoan"):
        rng, position = random.Random(1), start(name)
        for _ in range(1000):
            moves = position.legal_moves()
            if not moves:
                break
            position = position.play(rng.choice(moves))
        drain(search("pvs", name).analyse(position, Limit(nodes=2000)))


@probe
def _deep() -> None:
    perft(start("nim"), 127)
    drain(search("minimax", "trees").analyse(start("trees"), Limit(depth=100)))


@probe
def _one_search_for_several_boards() -> None:
    found = search("pvs", "caro")
    for rules in ("rows=5,columns=5", "rows=22,columns=22", "rows=15,columns=22"):
        drain(found.analyse(find_game("caro").with_rules(rules).start(), Limit(nodes=10_000)))


@deep
@pytest.mark.parametrize("name", PROBES)
def test_probes(name: str) -> None:
    def run(number: int) -> bool:
        try:
            PROBES[name]()
        except (AttributeError, ValueError, TypeError, KyVienError):
            return False
        return True

    assert survivors(1, run)[1] == []


# --- objects without their constructor --------------------------------------------------------------------------------


def compiled_classes() -> list[type]:
    games()
    found = []
    for path in sorted((ROOT / "engine").rglob("*.pxd")):
        if path.with_suffix(".py").exists():
            name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            found += [
                each
                for each in vars(importlib.import_module(name)).values()
                if isinstance(each, type) and each.__module__ == name and not issubclass(each, BaseException)
            ]
    return found


def call_everything(kind: type, tries: int) -> None:
    """Read every attribute of an object made by ``__new__``, and call every method with senseless arguments."""
    values = (0, 1, 5, -1, 300, None, "x", (), [1, 2], 2**40, 1.5, Limit(nodes=100), Playout(1), start(), start("go"))
    skipped = ("__class__", "__new__", "__init_subclass__", "__subclasshook__", "__dict__", "__del__", "__getstate__")
    for name in dir(kind):
        rng = random.Random(name)
        for number in range(0 if name in skipped else tries):
            try:
                found = getattr(kind.__new__(kind), name)
                if callable(found):
                    count = rng.choice((0, 1, 1, 2, 3, 4)) if number else 0
                    result = found(*(rng.choice(values) for _ in range(count)))
                    if hasattr(result, "__next__"):
                        list(zip(range(5), result, strict=False))
            except Exception:  # noqa: BLE001 - any exception will do
                continue


@deep
@pytest.mark.parametrize("tries", few((3, 60), (3,)))
def test_objects_made_without_a_constructor(tries: int) -> None:
    classes = [each for each in compiled_classes() if _can_be_made(each)]
    assert len(classes) > 60

    def run(number: int) -> bool:
        call_everything(classes[number], tries)
        return True

    accepted, failed = survivors(len(classes), run, batch=1)
    assert failed == [] and accepted == len(classes)


def _can_be_made(kind: type) -> bool:
    try:
        kind.__new__(kind)
    except TypeError:
        return False
    return True


def test_a_trace_records_one_search_at_a_time() -> None:
    trace = Trace(1000)
    first, second = (search("negascout", trace=trace) for _ in range(2))
    reports = first.analyse(start(), Limit(nodes=20_000))
    next(reports)
    with pytest.raises(SearchError, match="another search still writes to this trace"):
        next(second.analyse(start(), Limit(nodes=20_000)))
    with pytest.raises(ValueError, match="a search records in this trace"):
        trace.__init__(10)  # type: ignore[misc]
    reports.close()
    drain(second.analyse(start(), Limit(nodes=20_000)))
    assert trace.count
