"""Fit the ``scale`` of an evaluation to the results of self-play games.

    python examples/fit_scale.py --game GAME [--rules k=v,…] [--evaluation NAME[:k=v,…]] [--games N] [--depth N]
                                 [--random-plies N] [--seed N]

The engine plays itself from random openings; the same search with the same evaluation moves on both sides. Every score
that it reports, except forced wins, is a sample together with the result of its game for the side to move (1, 0.5 or
0). Games without an end after ``MOST_PLIES`` plies are not used. The scale is the number s for which
``(1 + tanh(score / s)) / 2``, the share of the evaluation bar, predicts the results best, by least squares. Its
meaning: a side whose score is s scores 88 % in such games.

Squared errors are bounded, so a few large scores in lost games do not decide the fit. The script prints the scale, the
number of games and samples, and the mean squared error with it and with shares of 50 %. If the former is not at least
1 % smaller, the scores do not predict the results, and there is no scale.
"""

import argparse
import math
import random
from typing import Any

from engine.cli.output import Progress
from engine.core.evaluation import find_evaluation
from engine.core.game import find_game
from engine.search.report import Limit
from engine.search.spec import Spec

SPEC = "negascout:ordering=on,quiescence=on"
MOST_PLIES = 240
"""Plies after which a game is abandoned."""
SKIPPED = 2
"""Number of plies after the random ones whose scores are not sampled."""

Sample = tuple[int, float]
"""Score for the side to move, and the result for it."""


def play(game: Any, evaluation: str, limit: Limit, random_plies: int, rng: random.Random) -> list[Sample]:
    """Play one game of the engine against itself and return its samples; empty if it is not used."""
    position = game.start()
    for _ in range(random_plies):
        moves = position.legal_moves()
        if not moves:
            return []
        position = position.play(rng.choice(moves))
    search = Spec.parse(SPEC).build(find_evaluation(game.name, evaluation), rng.getrandbits(31))
    scores: list[tuple[int, int]] = []
    for ply in range(MOST_PLIES):
        outcome = position.outcome()
        if outcome is not None:
            result = 0.5 if outcome.winner is None else 1.0 - outcome.winner
            return [(score, 1 - result if turn else result) for score, turn in scores]
        *_, report = search.analyse(position, limit)
        if ply >= SKIPPED and report.score is not None and report.score.win_in is None:
            scores.append((report.score.value, position.turn))
        position = position.play(report.move)
    return []


def loss(samples: list[Sample], scale: float) -> float:
    """Return the mean squared error of the shares under ``scale``."""
    shares = ((1 + math.tanh(score / scale)) / 2 for score, _ in samples)
    return sum((share - result) ** 2 for share, (_, result) in zip(shares, samples, strict=True)) / len(samples)


def fit(samples: list[Sample]) -> float:
    """Return the scale with the least loss: the best of a geometric series, then refined twice."""
    best, step = 1000.0, 2.0
    for count in (20, 12, 12):
        best = min((best * step**power for power in range(-count, count + 1)), key=lambda each: loss(samples, each))
        step **= 1 / 8
    return best


def main() -> None:
    """Play the games and print the scale."""
    parser = argparse.ArgumentParser(description="Fits the scale of an evaluation to self-play games.")
    parser.add_argument("--game", required=True)
    parser.add_argument("--rules", default="")
    parser.add_argument("--evaluation", default="")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--depth", type=int, default=2)
    parser.add_argument("--random-plies", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    game = find_game(options.game).with_rules(options.rules)
    samples: list[Sample] = []
    with Progress("Playing", options.games) as step:
        for number in range(options.games):
            rng = random.Random(f"{options.seed} {number}")
            samples += play(game, options.evaluation, Limit(depth=options.depth), options.random_plies, rng)
            step()
    if not samples:
        raise SystemExit("no game was long enough for a sample, or none ended: try other --rules or --random-plies")
    if not any(score for score, _ in samples):
        raise SystemExit("no score other than 0: nothing to fit")
    scale = fit(samples)
    if loss(samples, scale) > 0.99 * loss(samples, 1e12):
        raise SystemExit("the scores do not predict the results: no scale fits")
    print(f"scale {scale:.0f}: {options.games} games, {len(samples)} samples, squared error {loss(samples, scale):.4f}",
          f"({loss(samples, 1e12):.4f} with shares of 50 %)")  # fmt: skip


if __name__ == "__main__":
    main()
