"""Count the chess positions with a best move that searches and external engines solve.

    python examples/strength/best_moves.py --epd FILE --nodes N --spec pvs --spec pvs:futility=off --journal J
    python examples/strength/best_moves.py --epd FILE --cpu 0.2 --spec pvs --engine gnuchess --engine toga2 --journal J
    python examples/strength/best_moves.py --make FILE --games PGN --games PGN --journal J

A position is solved if the move at the end of the limit is a best move. With ``--cpu``, each process is stopped when it
has used this much CPU time, so that other load of the machine has little effect, and each position is searched by all
players before the next one. Changes are chosen on the lines 1, 4, 7 … of a file and judged on the others, so both are
counted. The answers are kept in the folder ``--journal``, and an interrupted run continues there.

``--make`` draws positions from games with the random seed, one of each game. A position is taken if Stockfish has
another move after ``GLANCE`` than after ``LOOK`` nodes, and if the best move after ``THOROUGH`` nodes has ``LEAST_GAP``
more expected points than any other.
"""

import argparse
import contextlib
import queue
import random
import shutil
import statistics
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

import matches
from table import EXTERNALS, read_epd

from engine.asking.external import EngineSpec
from engine.cli.output import Progress
from engine.core.errors import KyVienError
from engine.core.evaluation import find_evaluation
from engine.core.game import Game, find_game
from engine.core.position import Position
from engine.records.collection import Collection
from engine.search.report import Limit
from engine.search.search import Stop
from engine.search.spec import Spec

PROGRAMS = ("gnuchess", "toga2", "stockfish")
POLL_SECONDS = 0.001
"""How often the CPU time of a player is read."""
LONG = "go movetime 60000"
"""The command for a search that ends by the limit of CPU time, or at the engine's greatest depth."""
ANSWER_SECONDS = 120.0
"""How long the answer of an external engine is awaited."""
GLANCE, LOOK, THOROUGH = 100, 10_000, 5_000_000
"""Nodes of Stockfish for the first move of a position, for the choice of the position, and for its confirmation."""
LEAST_GAP = 0.2
"""Least difference of the expected points of the two best moves."""
MEANS = {"cpu": 3, "nodes": 0, "depth": 1}
"""The fields of an answer whose means are columns of the table, with their decimal places."""
FIRST_PLY = 16
"""Positions before this ply are openings."""


class Program:
    """A running UCI engine whose CPU time is limited.

    Args:
        name: name in ``PROGRAMS``.

    Raises:
        SystemExit: if the engine is not installed.
    """

    def __init__(self, name: str) -> None:
        external = EXTERNALS[name]
        program = shutil.which(external.programs[0])
        if program is None:
            raise SystemExit(f"{name} is not installed")
        self._pipe = EngineSpec(name, program, external.arguments).start()
        self._ask("uci", "uciok")
        for option, value in external.options:
            self.set(option, str(value).lower() if isinstance(value, bool) else str(value))

    def close(self) -> None:
        """End the engine."""
        self._pipe.send("quit")
        self._pipe.wait(1.0)
        self._pipe.close()

    def set(self, option: str, value: str) -> None:
        """Set an option."""
        self._pipe.send(f"setoption name {option} value {value}")

    def _ask(self, line: str, answer: str, cpu: float | None = None) -> list[str]:
        """Send a line and return the lines up to the one that begins with ``answer``.

        The engine is asked to stop when it has used ``cpu`` CPU seconds in all, unless this is None.
        """
        self._pipe.send(line)
        lines: list[str] = []
        end = time.monotonic() + ANSWER_SECONDS
        while time.monotonic() < end:
            if cpu is not None and (self._pipe.cpu_seconds() or 0.0) >= cpu:
                self._pipe.send("stop")
                cpu = None
            try:
                received = self._pipe.receive(0.5 if cpu is None else POLL_SECONDS)
            except queue.Empty:
                continue
            if received is None:
                break
            lines.append(received.decode(errors="replace").strip())
            if lines[-1].startswith(answer):
                return lines
        raise SystemExit(f"no answer to {line!r}")

    def search(self, text: str, nodes: int | None = None, cpu: float = 0.0) -> tuple[list[list[str]], float]:
        """Search a position with an empty table.

        Args:
            text: the position.
            nodes: limit of nodes, or None.
            cpu: limit of CPU seconds if there is none of nodes.

        Returns:
            The words of the lines about scores and of the answer, which is last, and the CPU seconds used.
        """
        self._pipe.send("ucinewgame")
        self._ask("isready", "readyok")
        before = self._pipe.cpu_seconds() or 0.0
        self._pipe.send(f"position fen {text}")
        if nodes is None:
            lines = self._ask(LONG, "bestmove", before + cpu)
        else:
            lines = self._ask(f"go nodes {nodes}", "bestmove")
        found = [line.split() for line in lines if line.startswith("bestmove") or " score " in line]
        return found, (self._pipe.cpu_seconds() or 0.0) - before


def value_after(words: Sequence[str], name: str) -> int:
    """Return the number after a word of a UCI line, or 0."""
    return int(words[words.index(name) + 1]) if name in words else 0


# --- solving ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Answer:
    """The answer of a player to a position.

    Attributes:
        move: the move in coordinates.
        cpu: CPU seconds used.
        nodes, depth: nodes and depth reached, or 0 if they are unknown.
        found_at: nodes after which every report has a best move, or None if the last one has none.
    """

    move: str
    cpu: float
    nodes: int
    depth: int
    found_at: int | None = None


def own_answer(position: Position, spec: str, limit: Limit, cpu: float | None, best: Sequence[int]) -> Answer:
    """Return the answer of a new search of this project.

    Args:
        position: the position.
        spec: the search.
        limit: its limit.
        cpu: CPU seconds after which it is stopped, or None.
        best: the best moves, for ``found_at``.
    """
    search = Spec.parse(spec).build(find_evaluation(position.game.name, ""))
    if hasattr(search, "make_ready"):
        search.make_ready(position)
    stop, done = Stop(), threading.Event()
    began = time.process_time()

    def watch(seconds: float) -> None:
        while not done.wait(POLL_SECONDS):
            if time.process_time() - began >= seconds:
                stop.request()
                return

    if cpu is not None:
        threading.Thread(target=watch, args=(cpu,), daemon=True).start()
    found_at = report = None
    for report in search.analyse(position, limit, stop):
        if report.move not in best:
            found_at = None
        elif found_at is None:
            found_at = report.nodes
    used = time.process_time() - began
    done.set()
    assert report is not None and report.move is not None
    move = position.game.format_move(position, report.move, "coordinates")
    return Answer(move, used, report.nodes, report.depth, found_at)


def answer_of(
    player: str, position: Position, arguments: argparse.Namespace, best: Sequence[int], programs: Any
) -> Answer:
    """Return the answer of a search or of an external engine within the limit of ``arguments``."""
    if player in programs:
        lines, used = programs[player].search(position.game.format_position(position), arguments.nodes, arguments.cpu)
        last = lines[-2] if len(lines) > 1 else []
        return Answer(lines[-1][1], used, value_after(last, "nodes"), value_after(last, "depth"))
    limit = Limit(nodes=arguments.nodes or 2**40)
    return own_answer(position, player, limit, None if arguments.nodes else arguments.cpu, best)


def solve(arguments: argparse.Namespace) -> str:
    """Let all players search the positions of ``--epd`` that are missing in their journals, and return the table."""
    game = find_game("chess")()
    positions = read_epd(arguments.epd, game)
    if arguments.only_choosing:
        positions = positions[::3]
    limit = f"{arguments.nodes} nodes" if arguments.nodes else f"{arguments.cpu:g} CPU s"
    paths = {
        player: arguments.journal / f"{arguments.epd.stem}-{matches.file_name(limit)}-{matches.file_name(player)}.jsonl"
        for player in (*arguments.spec, *arguments.engine)
    }
    answers = {player: {each["position"]: each for each in matches.read_lines(path)} for player, path in paths.items()}
    with contextlib.ExitStack() as stack:
        programs = {name: stack.enter_context(contextlib.closing(Program(name))) for name in arguments.engine}
        with Progress(arguments.epd.stem, len(positions)) as step:
            for _, text, best in positions:
                position = game.parse_position(text)
                moves = [game.format_move(position, move, "coordinates") for move in best]
                for player, path in paths.items():
                    if text not in answers[player]:
                        answer = answer_of(player, position, arguments, best, programs)
                        line = {"position": text, **asdict(answer), "solved": answer.move in moves}
                        matches.append_line(path, line)
                        answers[player][text] = line
                step()
    rows = []
    for player in paths:
        own = [answers[player][text] for _, text, _ in positions]
        chosen = own if arguments.only_choosing else own[::3]
        judged = [each for i, each in enumerate(own) if i % 3] if not arguments.only_choosing else []
        rows.append([
            f"`{player}`", limit,
            *(f"{sum(each['solved'] for each in part)} of {len(part)}" for part in (chosen, judged, own)),
            *(f"{statistics.mean(each[name] for each in own):.{places}f}" for name, places in MEANS.items()),
            nodes_to_solution(own, arguments.nodes),
        ])  # fmt: skip
    header = ("player", "limit", "lines 1, 4, 7 …", "other lines", "all", *MEANS, "nodes to solution")
    return matches.markdown_table(header, rows)


def nodes_to_solution(answers: Sequence[dict[str, Any]], nodes: int | None) -> str:
    """Return the geometric mean of the nodes to the solution, in which positions not solved count as ``nodes``."""
    if nodes is None or not any(each["found_at"] for each in answers):
        return "–"
    return f"{statistics.geometric_mean(max(1, each['found_at'] or nodes) for each in answers):,.0f}"


# --- drawing positions ------------------------------------------------------------------------------------------------


def drawn(paths: Sequence[Path], game: Game[Any], seed: int) -> Iterator[tuple[str, Position]]:
    """Yield the name of each game, in an order drawn by the seed, with one of its positions at a time."""
    rng = random.Random(f"best moves {seed}")
    entries = []
    for path in paths:
        collection = Collection.load(path, path.read_bytes())
        count = sum(1 for _ in collection.scan())
        entries += [(collection, index) for index in range(count)]
    rng.shuffle(entries)
    for collection, index in entries:
        try:
            record = collection.record(index, game)
        except KyVienError:
            continue
        if record.tree.game.name != game.name:
            continue
        nodes = record.tree.main_line()[FIRST_PLY:]
        rng.shuffle(nodes)
        players = " - ".join(record.headers.get(key, "?") for key in ("White", "Black"))
        name = f"{players}, {record.headers.get('Date', '?')}".replace('"', "").replace(";", "")
        for node in nodes:
            position = record.tree.position(node)
            if position.outcome() is None:
                yield name, position


def expected(words: Sequence[str]) -> float:
    """Return the expected points, from 0 to 1, of the score of a UCI line."""
    kind, value = words[words.index("score") + 1], int(words[words.index("score") + 2])
    if kind == "mate":
        return 1.0 if value > 0 else 0.0
    return 1 / (1 + 10 ** (-value / 400))


def best_of_two(lines: Sequence[Sequence[str]]) -> tuple[str, float]:
    """Return the best move of a search with two lines, and its expected points minus those of the second best."""
    last = {value_after(words, "multipv"): words for words in lines if "pv" in words}
    if 2 not in last:
        return lines[-1][1], 0.0
    return last[1][last[1].index("pv") + 1], expected(last[1]) - expected(last[2])


def make(arguments: argparse.Namespace) -> None:
    """Write the positions of ``--make``. The positions examined are kept in the folder of the journals."""
    game = find_game("chess")()
    path = arguments.journal / f"{arguments.make.stem}-{arguments.seed}.jsonl"
    known = {each["position"]: each for each in matches.read_lines(path)}
    found: dict[str, str] = {}
    with contextlib.closing(Program("stockfish")) as judge, Progress(arguments.make.stem, arguments.count) as step:
        for name, position in drawn(arguments.games, game, arguments.seed):
            text = game.format_position(position)
            if name in found:
                continue
            if text not in known:
                move, gap, is_taken = "", 0.0, False
                judge.set("MultiPV", "1")
                first, then = (judge.search(text, nodes)[0][-1][1] for nodes in (GLANCE, LOOK))
                if then != first:
                    judge.set("MultiPV", "2")
                    for nodes in (LOOK, THOROUGH):
                        move, gap = best_of_two(judge.search(text, nodes)[0])
                        is_taken = move != first and gap >= LEAST_GAP
                        if not is_taken:
                            break
                known[text] = {"position": text, "name": name, "move": move, "gap": round(gap, 3), "taken": is_taken}
                matches.append_line(path, known[text])
            if known[text]["taken"]:
                move = game.format_move(position, game.parse_move(position, known[text]["move"]))
                fields = " ".join(text.split()[:4])
                found[name] = f'{fields} bm {move}; id "{arguments.make.stem}.{len(found) + 1:03}"; c0 "{name}";'
                step()
                if len(found) == arguments.count:
                    break
    arguments.make.write_text("".join(f"{line}\n" for line in found.values()), encoding="utf-8")


def main(texts: Sequence[str]) -> int:
    """Solve positions and print the table, or make positions."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--epd", type=Path, help="positions with best moves")
    parser.add_argument("--nodes", type=int, help="nodes of a search")
    parser.add_argument("--cpu", type=float, default=0.2, help="CPU seconds of a search, if --nodes is not given")
    parser.add_argument("--spec", action="append", default=[], help="a search; may be repeated")
    parser.add_argument("--engine", action="append", default=[], choices=PROGRAMS, help="an engine; may be repeated")
    parser.add_argument("--only-choosing", action="store_true", help="only the lines 1, 4, 7 …")
    parser.add_argument("--make", type=Path, help="file of positions to make")
    parser.add_argument("--games", type=Path, action="append", default=[], help="games to draw from; may be repeated")
    parser.add_argument("--count", type=int, default=200, help="number of positions to make")
    parser.add_argument("--seed", type=int, default=1, help="random seed of the positions")
    parser.add_argument("--journal", type=Path, required=True, help="folder of the answers")
    arguments = parser.parse_args(texts)
    arguments.journal.mkdir(parents=True, exist_ok=True)
    if arguments.make:
        make(arguments)
    if arguments.epd:
        print(solve(arguments))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
