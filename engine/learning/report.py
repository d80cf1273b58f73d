"""What a training reports: its stages, its epochs, and how much stronger the network is."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from engine.core.language import ngettext, tr
from engine.learning.training import Epoch
from engine.networks.file import ONE, NetworkData

MOST_ROWS = 12
MOST_PRINTED = 400
"""Greatest number of weights of a network that are printed."""
Verdict = Literal["stronger", "not resolved", "weaker"]


@dataclass(frozen=True)
class Measured:
    """The result of a match of a network against the evaluation before it.

    Attributes:
        condition: ``nodes`` for equal nodes, ``time`` for equal CPU time.
        games: number of games.
        nodes: positions visited for a move by the network and by the other evaluation.
        cpu_milliseconds: median CPU time for a move of each of them, or None if it is unknown.
        elo: Elo difference, positive if the network is stronger.
        low: lower end of the interval of 95 %.
        high: its upper end.
    """

    condition: Literal["nodes", "time"]
    games: int
    nodes: tuple[int, int]
    cpu_milliseconds: tuple[float | None, float | None]
    elo: float
    low: float
    high: float

    @property
    def verdict(self) -> Verdict:
        """Whether the network is stronger, which is not resolved if the interval contains 0."""
        return "stronger" if self.low > 0 else "weaker" if self.high < 0 else "not resolved"

    def to_dict(self) -> dict[str, Any]:
        """Return the result as plain data for JSON."""
        return {**asdict(self), "verdict": self.verdict}

    def texts(self) -> dict[str, str | int]:
        """Return the result as texts and whole numbers, for the header of a file."""
        interval = f"{self.elo:+.0f} [{self.low:+.0f}, {self.high:+.0f}]"
        nodes = "{} v {}".format(*self.nodes)
        return {"condition": self.condition, "games": self.games, "nodes": nodes, "elo": interval}

    def _condition_text(self) -> str:
        own, other = self.nodes
        if self.condition == "nodes":
            return tr("equal nodes ({own})", own=f"{own:,}")
        return tr("equal CPU time (nodes: {own} against {other})", own=f"{own:,}", other=f"{other:,}")

    def sentence(self, name: str) -> str:
        """Return a translated sentence that compares the network with the evaluation ``name``."""
        words: dict[str, Any] = {
            "name": name, "condition": self._condition_text(),
            "elo": f"{self.elo:+.0f}", "low": f"{self.low:+.0f}", "high": f"{self.high:+.0f}",
        }  # fmt: skip
        if self.verdict == "stronger":
            return tr("The network is stronger than {name} at {condition}: {elo} Elo [{low}, {high}].", **words)
        if self.verdict == "weaker":
            return tr("The network is weaker than {name} at {condition}: {elo} Elo [{low}, {high}].", **words)
        return tr(
            "Whether the network is stronger than {name} at {condition} is not resolved: {elo} Elo [{low}, {high}].",
            **words,
        )


def played_sentence(games: int, positions: int) -> str:
    """Return a translated sentence about the stage of the games."""
    return tr(
        "Played: {games}, {positions}.",
        games=ngettext("{count} game", "{count} games", games),
        positions=ngettext("{count} position", "{count} positions", positions),
    )


def replayed_sentence(quiet: int, cheap: int) -> str:
    """Return a translated sentence about the stage of the positions: those of the games, and the cheap ones."""
    return tr(
        "Replayed: {quiet} of the games, {cheap} off the games.",
        quiet=ngettext("{count} position", "{count} positions", quiet),
        cheap=ngettext("{count} position", "{count} positions", cheap),
    )


def epoch_rows(epochs: Sequence[Epoch]) -> list[list[str]]:
    """Return the cells of a table of at most ``MOST_ROWS`` epochs, of which the last is one.

    The columns are number, positions, loss, loss of the positions held out, and loss of their results. The last one is
    left out if it is the loss of the positions held out, because nothing but results is predicted.
    """
    step = -(-len(epochs) // MOST_ROWS)
    count = 5 if any(each.held_out != each.result for each in epochs) else 4
    rows = [
        [str(each.number), f"{each.positions:,}", f"{each.loss:.4f}", f"{each.held_out:.4f}", f"{each.result:.4f}"]
        for each in reversed(epochs[::-step])
    ]
    return [row[:count] for row in rows]


def weight_rows(network: NetworkData) -> list[list[str]]:
    """Return the cells of a table of all weights of a network, or an empty list if it has more than ``MOST_PRINTED``.

    Each row has two names and then a number for each hidden unit: the weights of each piece and cell in the view of
    FIRST, the biases, and the output weights by bucket, those of the side to move before those of the other side, and
    then the offset. A bucket is named by its numbers of pieces, and left out if it has none.
    """
    if len(network.weights) > MOST_PRINTED:
        return []
    game, header = network.game, network.header
    inputs, surface, hidden = game.inputs(), game.surface(game.start()), header.hidden
    rows = [
        [tr(kind.name), surface.cell_name(cell), *_numbers(network.weights, row, hidden, ONE)]
        for number, kind in enumerate(inputs.kinds)
        for cell, row in sorted(inputs.piece_rows(number).items())
    ]
    rows.append([tr("bias"), "", *_numbers(network.bias, 0, hidden, ONE)])
    for bucket in range(header.buckets):
        counts = [count for count in range(surface.rows * surface.columns + 1) if inputs.bucket(count) == bucket]
        if not counts:
            continue
        pieces = "–".join(map(str, sorted({counts[0], counts[-1]})))
        for view, name in enumerate((tr("output, side to move"), tr("output, other side"))):
            place = 2 * bucket + view
            rows.append([name, pieces, *_numbers(network.output, place, hidden, header.output_unit)])
        offset = _numbers(network.offset, bucket, 1, ONE * header.output_unit)
        rows.append([tr("output, constant"), pieces, *offset, *[""] * (hidden - 1)])
    return rows


def _numbers(values: Sequence[int], row: int, hidden: int, one: int) -> list[str]:
    return [f"{value / one:+.2f}" for value in values[row * hidden : (row + 1) * hidden]]
