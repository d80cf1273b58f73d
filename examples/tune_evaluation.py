"""Fit the weights of an evaluation to the results of self-play games.

    python examples/tune_evaluation.py --game GAME [--evaluation NAME] [--player NAME] [--games N]
                                       [--nodes N | --depth N] [--seed N] [--jobs N] [--keep FILE | --journal FILE]
                                       [--mix M] [--width W] [--least N]
                                       [--match N] [--match-nodes N]

Without ``--evaluation``, it is ``threats_safety`` of chess and xiangqi, ``threat_cells`` of caro, or
``squares_and_lines`` of cờ toán.

The method is that of Peter Österlund for Texel (“Texel's Tuning Method”, Chess Programming Wiki, 2014): play games,
sample quiet positions, and choose the weights under which a logistic curve over the evaluation best predicts the
results.

The engine plays itself from random openings. At most ``POSITIONS`` quiet positions of each game are sampled: after the
opening, not in check, best move neither a capture nor another move of the quiescence search, score not decided. In caro
they are those in which no side has four stones in a window, also if the score is decided. The evaluation's ``amounts``
returns the coefficients of the weights in its attribute ``tuned``, which are fitted by Newton's method with L2
regularisation towards the present ones. With ``--mix M``, the number that is predicted is a blend of the result, with
the share 1 - M, and of the chance that the score of the search expresses. Every ``HELD_OUT``-th game is excluded from
the fit. The script prints the losses (mean cross-entropy of the results) before and after, and the table to paste into
the module; with ``--match``, also the result of the engine with the new table against itself with the old one.

Several computers can play the games: with ``--journal FILE``, those of a contest of the command line are read, such as
``kyvien-engine match --game chess --first pvs --second pvs --nodes 500 --games 20000 --random-plies 8 --most-plies 240
--journal FILE --pool dask:tcp://HOST:PORT``.

An interrupted run continues with the game after the last one in the file of ``--keep``. No game begins from an opening
of ``examples/strength/openings``, from which matches are played.
"""

import argparse
import concurrent.futures
import functools
import itertools
import json
import math
import multiprocessing
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from engine.cli.output import Progress
from engine.contests.journal import read_journal
from engine.core.errors import KyVienError, OptionError
from engine.core.evaluation import evaluations, find_evaluation
from engine.core.game import find_game
from engine.search.report import Limit
from engine.search.spec import Spec

SPEC = "pvs"
TUNED = {"caro": "threat_cells", "chess": "threats_safety", "cotoan": "squares_and_lines", "xiangqi": "threats_safety"}
"""Name of the evaluation that is fitted if ``--evaluation`` does not name one."""
RANDOM_PLIES = {"caro": 6, "chess": 8, "cotoan": 7, "xiangqi": 8}
SKIPPED = {"caro": 0, "chess": 8, "cotoan": 0, "xiangqi": 8}
"""Number of plies after the random ones whose positions are not sampled."""
POSITIONS = 20
MOST_PLIES = 240
"""Plies after which a game is a draw."""
DECIDED = {"caro": 15_000, "chess": 1200, "cotoan": 100_000, "xiangqi": 1800}
"""Score at which a game is won if the searches of both sides reach it in ``PATIENCE`` plies in a row."""
PATIENCE = 6
HELD_OUT = 5
WIDTH = 0.6
"""Standard deviation of the prior: the expected change of a weight, relative to the weight."""
LEAST_SIZE = {"caro": 20.0, "chess": 8.0, "cotoan": 20.0, "xiangqi": 60.0}
"""A weight that is smaller is expected to change as much as one of this size. The unit is that of the evaluation."""

Weights = dict[str, tuple[int, int]] | dict[str, int]
"""Weights of the middlegame and of the endgame, or one weight for the whole game."""


class Sample(NamedTuple):
    """A quiet position.

    Attributes:
        text: the position as text.
        result: result of its game for FIRST: 1, 0.5 or 0.
        number: number of its game.
        score: score of the search for FIRST, in the unit of the evaluation that played.
    """

    text: str
    result: float
    number: int
    score: int


def play(task: tuple[str, str, int, int, Limit]) -> list[Sample]:
    """Play one game of the engine against itself and return its quiet positions; empty if the opening ends it.

    Args:
        task: game, evaluation of both sides, random seed, number, limit per move.
    """
    name, player, seed, number, limit = task
    rng = random.Random(f"{name} {seed} {number}")
    evaluation = find_evaluation(name, player)
    search = Spec.parse(SPEC).build(evaluation, number)
    decided = DECIDED[name] * (0.1 if evaluation.decimals == 1 else 1)
    position: Any = find_game(name)().start()
    for _ in range(RANDOM_PLIES[name]):
        if position.outcome() is not None:
            return []
        position = position.play(rng.choice(position.likely_moves()))
    if str(position) in reserved(name):
        return []
    quiet, result, run = list[tuple[str, int]](), 0.5, 0
    for ply in range(MOST_PLIES):
        outcome = position.outcome()
        if outcome is not None:
            result = 0.5 if outcome.winner is None else 1.0 - outcome.winner
            break
        *_, report = search.analyse(position, limit)
        value = 0 if report.score is None else report.score.value * (-1 if position.turn else 1)
        run = counted(run, value, decided)
        if abs(run) >= PATIENCE:
            result = 1.0 if run > 0 else 0.0
            break
        if ply >= SKIPPED[name] and (not run or name == "caro") and is_quiet(name, position, report.move):
            quiet.append((str(position), value))
        position = position.play(report.move)
    return [Sample(text, result, number, value) for text, value in rng.sample(quiet, min(POSITIONS, len(quiet)))]


def counted(run: int, value: int, decided: float) -> int:
    """Return the number of scores in a row, ``value`` included, at which FIRST (or, negative, SECOND) has won."""
    return (max(run, 0) + 1) if value >= decided else (min(run, 0) - 1) if value <= -decided else 0


def read_games(name: str, path: Path) -> list[Sample]:
    """Return the quiet positions of the games of a contest, from its journal.

    Raises:
        KyVienError: if the file is not the journal of a contest of this game under its default rules.
    """
    content = read_journal(path)
    contest = content.job
    if contest is None or (contest.game, contest.rules) != (name, ""):
        raise OptionError("{path} has no games of {name} under its default rules", path=path, name=name)
    evaluation = find_evaluation(name, contest.contestants[0].evaluation)
    decided = DECIDED[name] * (0.1 if evaluation.decimals == 1 else 1)
    game, samples = find_game(name)(), list[Sample]()
    for number, played in sorted(content.results.items()):
        position: Any = game.parse_position(played.start) if played.start else game.start()
        quiet, run, first = list[tuple[str, int]](), 0, len(played.moves) - len(played.scores)
        is_left_out = played.is_failed
        for ply, text in enumerate(played.moves, -first):
            move = game.parse_move(position, text)
            is_left_out = is_left_out or (ply == 0 and str(position) in reserved(name))
            value = played.scores[ply] if ply >= 0 else None
            if value is not None:
                run = counted(run, value, decided)
                if ply >= SKIPPED[name] and (not run or name == "caro") and is_quiet(name, position, move):
                    quiet.append((str(position), value))
            position = position.play(move)
        if not is_left_out:
            result = {"1-0": 1.0, "0-1": 0.0}.get(played.result, 0.5)
            chosen = random.Random(f"{name} {number}").sample(quiet, min(POSITIONS, len(quiet)))
            samples += [Sample(text, result, number, value) for text, value in chosen]
    return samples


@functools.cache
def reserved(name: str) -> frozenset[str]:
    """Return the openings of the matches of ``examples/strength``, from which no game of the fit begins."""
    file = Path(__file__).parent / "strength" / "openings" / f"{name}.txt"
    return frozenset(file.read_text(encoding="utf-8").splitlines() if file.exists() else ())


def is_quiet(name: str, position: Any, move: int) -> bool:
    """Whether a position, in which ``move`` is the best move found, is sampled."""
    if name == "caro":
        return not any(fours for _, fours in position.window_sums)
    return bool(position.stands_pat) and move not in position.noisy_moves()


def play_all(name: str, player: str, games: range, limit: Limit, seed: int, jobs: int) -> Iterator[list[Sample]]:
    """Yield the samples of the games with these numbers, in their order."""
    tasks = [(name, player, seed, number, limit) for number in games]
    if jobs == 1:
        yield from map(play, tasks)
        return
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap(play, tasks, chunksize=4)


def gather(arguments: argparse.Namespace, limit: Limit) -> list[Sample]:
    """Return the samples of the games.

    Those that an earlier run stored are read; an interrupted run is continued with the game after the last one stored.
    """
    if arguments.journal is not None:
        try:
            return read_games(arguments.game, arguments.journal)
        except (KyVienError, OSError) as error:
            raise SystemExit(str(error)) from None
    kept: Path | None = arguments.keep
    samples: list[Sample] = []
    if kept is not None and kept.exists():
        text = kept.read_text(encoding="utf-8")
        samples = [Sample(*json.loads(line)) for line in text.splitlines(keepends=True) if line.endswith("\n")]
        if not text.endswith("\n"):  # the last game is incomplete
            samples = [sample for sample in samples if sample.number < samples[-1].number]
            kept.write_text("".join(json.dumps(sample) + "\n" for sample in samples), encoding="utf-8")
    games = range(samples[-1].number + 1 if samples else 0, arguments.games)
    stream = kept.open("a", encoding="utf-8") if kept is not None else None
    with Progress("Playing", arguments.games, games.start) as step:
        for found in play_all(arguments.game, arguments.player, games, limit, arguments.seed, arguments.jobs):
            samples += found
            if stream is not None:
                stream.writelines(json.dumps(sample) + "\n" for sample in found)
                stream.flush()
            step()
    if stream is not None:
        stream.close()
    return samples


def module_of(name: str, evaluation: str) -> Any:
    """Return the module with an evaluation of a game."""
    return sys.modules[evaluations(name)[evaluation].__module__]


def tuned_weights(name: str, evaluation: str) -> Weights:
    """Return the table of weights of an evaluation."""
    weights: Weights = evaluations(name)[evaluation].tuned  # type: ignore[attr-defined]
    return weights


# --- the fit --------------------------------------------------------------------------------------------------------


def table(name: str, evaluation: str, samples: list[Sample]) -> tuple[np.ndarray, np.ndarray]:
    """Return coefficients, ``(samples, n)``, middlegame weights first, and results, ``(samples,)``.

    The results are those of FIRST, or of the side to move if the evaluation depends on it.
    """
    game, judge = find_game(name)(), find_evaluation(name, evaluation)
    weights = tuned_weights(name, evaluation)
    rows, results = [], []
    for sample in samples:
        position = game.parse_position(sample.text)
        amounts = judge.amounts(position)  # type: ignore[attr-defined]
        if isinstance(amounts, dict):
            rows.append(np.array([amounts[name] for name in weights]))
            results.append(1 - sample.result if position.turn else sample.result)
        else:
            pairs = np.array([amounts[1][name] for name in weights])
            rows.append(np.concatenate([amounts[0] * pairs[:, 0], (1 - amounts[0]) * pairs[:, 1]]))
            results.append(sample.result)
    return np.array(rows), np.array(results)


def numbers(weights: Weights) -> np.ndarray:
    """Return the weights as one array, those of the middlegame first."""
    return np.array(list(weights.values()), float).T.ravel()


def named(values: np.ndarray, old: Weights) -> Weights:
    """Return an array of ``numbers`` as weights with the names of ``old``."""
    whole = [int(value) for value in np.round(values)]
    if len(whole) == len(old):
        return dict(zip(old, whole, strict=True))
    half = len(whole) // 2
    return dict(zip(old, zip(whole[:half], whole[half:], strict=True), strict=True))


def loss(scores: np.ndarray, results: np.ndarray) -> float:
    """Return the mean cross-entropy of the results under a logistic curve over scores in its unit."""
    return float(np.mean(np.logaddexp(0, scores) - results * scores))


def curve(scores: np.ndarray, results: np.ndarray) -> float:
    """Return the factor of scores that minimises the loss, by golden-section search."""
    low, high = 1e-4, 0.05
    ratio = (math.sqrt(5) - 1) / 2
    for _ in range(60):
        first, second = high - ratio * (high - low), low + ratio * (high - low)
        if loss(first * scores, results) < loss(second * scores, results):
            high = second
        else:
            low = first
    return (low + high) / 2


def fit(
    amounts: np.ndarray, results: np.ndarray, start: np.ndarray, factor: float, width: float, phases: int, least: float
) -> np.ndarray:
    """Return the weights of least loss, regularised towards ``start``; each game has the weight of one position."""
    half = len(start) // 2 if phases == 2 else len(start)
    size = np.abs(start.reshape(phases, half)).max(axis=0)
    pull = 1 / (width * np.maximum(np.tile(size, phases), least)) ** 2
    weights, scaled = start.copy(), factor * amounts
    for _ in range(12):
        guess = 1 / (1 + np.exp(-scaled @ weights))
        slope = scaled.T @ (guess - results) / POSITIONS + pull * (weights - start)
        bend = (scaled.T * (guess * (1 - guess))) @ scaled / POSITIONS + np.diag(pull)
        weights = weights - np.linalg.solve(bend, slope)
    return np.asarray(weights)


def tune(
    name: str, evaluation: str, samples: list[Sample], mix: float = 0.0, width: float = WIDTH, least: float = 0.0
) -> Weights:
    """Fit the weights of an evaluation, print the losses and return the new weights."""
    least = least or LEAST_SIZE[name]
    old = tuned_weights(name, evaluation)
    start = numbers(old)
    amounts, results = table(name, evaluation, samples)
    held = np.array([sample.number % HELD_OUT == 0 for sample in samples])
    factor = curve(amounts[~held] @ start, results[~held])
    goals = results[~held]
    if mix:
        found = find_game(name)()
        sides = [1 if name != "caro" or not found.parse_position(each.text).turn else -1 for each in samples]
        scores = np.array([each.score for each in samples], float)[~held] * np.array(sides)[~held]
        goals = (1 - mix) * goals + mix / (1 + np.exp(-curve(scores, goals) * scores))
    weights = np.round(fit(amounts[~held], goals, start, factor, width, len(start) // len(old), least))
    for label, rows in (("fitted", ~held), ("held out", held)):
        before, after = (loss(factor * amounts[rows] @ each, results[rows]) for each in (start, weights))
        print(f"{label}: {rows.sum()} positions, loss {before:.5f} before, {after:.5f} after")
    factor = curve(amounts[~held] @ weights, results[~held])
    print(f"a score of {2 / factor:.0f} is worth 88 % of the points (the scale of the evaluation)")
    return named(weights, old)


# --- the match ------------------------------------------------------------------------------------------------------


def answer(pipe: Any, name: str, evaluation: str, weights: Weights, limit: Limit) -> None:
    """Run a player in a child process: receive positions and send moves, until None is received."""
    tuned_weights(name, evaluation).update(weights)  # type: ignore[arg-type]
    module_of(name, evaluation).fill_tables()
    search = Spec.parse(SPEC).build(find_evaluation(name, evaluation), 1)
    while (position := pipe.recv()) is not None:
        *_, report = search.analyse(position, limit)
        pipe.send(report.move)


def match(task: tuple[str, str, int, int, int, Limit, Weights, Weights]) -> list[float]:
    """Play games of new against old weights, each opening with both colours; return the points of the new ones.

    Args:
        task: game, evaluation, random seed, first number, number after the last, limit per move, new and old weights.
    """
    name, evaluation, seed, begin, end, limit, *both = task
    context = multiprocessing.get_context("spawn")
    pipes, players, points = [], [], []
    for weights in both:
        here, there = context.Pipe()
        players.append(context.Process(target=answer, args=(there, name, evaluation, weights, limit)))
        players[-1].start()
        pipes.append(here)
    for number in range(begin, end):
        rng = random.Random(f"match {name} {seed} {number // 2}")
        position: Any = find_game(name)().start()
        for _ in range(RANDOM_PLIES[name]):
            position = position.play(rng.choice(position.likely_moves()))
            if position.outcome() is not None:
                break
        for _ in range(MOST_PLIES):
            if position.outcome() is not None:
                break
            pipe = pipes[(position.side + number) % 2]
            pipe.send(position)
            position = position.play(pipe.recv())
        outcome = position.outcome()
        winner = None if outcome is None else outcome.winner
        points.append(0.5 if winner is None else float((winner + number) % 2 == 0))
    for pipe, player in zip(pipes, players, strict=True):
        pipe.send(None)
        player.join()
    return points


def elo(points: list[float]) -> tuple[float, float]:
    """Return the Elo difference and its 95 % error, from mean and standard deviation of the points."""
    mean = min(max(float(np.mean(points)), 0.001), 0.999)
    error = 1.96 * float(np.std(points)) / math.sqrt(len(points))
    slope = 400 / math.log(10) / (mean * (1 - mean))
    return 400 * math.log10(mean / (1 - mean)), slope * error


def play_match(name: str, evaluation: str, games: int, limit: Limit, seed: int, jobs: int, new: Weights) -> list[float]:
    """Play a match in ``jobs`` processes and return the points of the new weights, game by game."""
    old: Weights = dict(tuned_weights(name, evaluation))  # type: ignore[assignment]
    bounds = [2 * (games * job // (2 * jobs)) for job in range(jobs)] + [games]
    tasks = [(name, evaluation, seed, begin, end, limit, new, old) for begin, end in itertools.pairwise(bounds)]
    if jobs == 1:
        return match(tasks[0])
    with concurrent.futures.ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn")) as pool:
        return [point for points in pool.map(match, tasks) for point in points]


def main(texts: list[str]) -> int:
    """Play the games, fit the weights and print the result."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", choices=tuple(RANDOM_PLIES), required=True)
    parser.add_argument("--evaluation", help="evaluation to fit; by default " + str(TUNED))
    parser.add_argument("--player", default="", help="evaluation of the engine that plays; by default that of the game")
    parser.add_argument("--mix", type=float, default=0.0, help="share of the score of the search in what is predicted")
    parser.add_argument("--width", type=float, default=WIDTH, help="expected change of a weight, relative to it")
    parser.add_argument("--least", type=float, default=0.0, help="size below which all weights may change alike")
    parser.add_argument("--games", type=int, default=2000, help="games to play")
    parser.add_argument("--nodes", type=int, default=500, help="nodes per move")
    parser.add_argument("--depth", type=int, help="depth per move, instead of nodes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=multiprocessing.cpu_count())
    parser.add_argument("--keep", type=Path, help="file for the positions; read if it exists")
    parser.add_argument("--journal", type=Path, help="journal of a contest whose games are read instead of played")
    parser.add_argument("--match", type=int, default=0, help="games of the new weights against the old")
    parser.add_argument("--match-nodes", type=int, default=2000, help="nodes per move in the match")
    arguments = parser.parse_args(texts)
    limit = Limit(depth=arguments.depth) if arguments.depth else Limit(nodes=arguments.nodes)
    samples = gather(arguments, limit)
    print(f"{len({sample.number for sample in samples})} games, {len(samples)} quiet positions")
    evaluation = arguments.evaluation or TUNED[arguments.game]
    weights = tune(arguments.game, evaluation, samples, arguments.mix, arguments.width, arguments.least)
    print("WEIGHTS = {", *(f'    "{name}": {pair},' for name, pair in weights.items()), "}", sep="\n")
    if arguments.match:
        limit = Limit(nodes=arguments.match_nodes)
        points = play_match(arguments.game, evaluation, arguments.match, limit, arguments.seed, arguments.jobs, weights)
        print(f"match: {sum(points):g} of {len(points)}, Elo {{:+.0f}} ± {{:.0f}}".format(*elo(points)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
