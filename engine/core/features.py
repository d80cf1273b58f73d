"""Features that an evaluation finds in a position, and their sums: the score, its terms, and data for fitting weights.

An evaluation that is a sum of weighted features is defined by them. Its fast C code computes the same score in another
way.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from engine.core.evaluation import Term
from engine.core.values import Value

Amount = tuple[int, int]
"""The amounts, or the scores, of a feature in the middlegame and in the endgame."""

FULL_FACTOR = 16
"""Factor of an endgame score that is not reduced."""
TEMPO = "tempo"
"""Name of the weight for the right to move. The factor of the endgame does not apply to it."""


class Features(Value):
    """The features of a position, and how their middlegame and endgame scores are blended.

    Attributes:
        phase: the phase, from 0 (endgame) to ``full``.
        full: the phase of the middlegame.
        found: the side (0 or 1), the name of the weight and the amounts of each feature.
        factor: factor of the endgame score, in sixteenths (``FULL_FACTOR``).
    """

    phase: int
    full: int
    found: Sequence[tuple[int, str, Amount]]
    factor: int = FULL_FACTOR

    def score(self, side: int, worth: Callable[[str, Amount], Amount]) -> int:
        """Return the score for the side to move, which is ``side``. It is rounded towards 0, and so is the tempo.

        Args:
            side: side to move.
            worth: returns the scores of a feature from the name of its weight and its amounts.
        """
        middle = ending = tempo = 0
        for owner, name, amount in self.found:
            early, late = worth(name, amount)
            if name == TEMPO:
                tempo += int((early * self.phase + late * (self.full - self.phase)) / self.full)
            else:
                middle += -early if owner else early
                ending += -late if owner else late
        total = FULL_FACTOR * middle * self.phase + self.factor * ending * (self.full - self.phase)
        score = int(total / (FULL_FACTOR * self.full))
        return (-score if side else score) + tempo

    def terms(
        self, labels: Sequence[str], place_of: Callable[[str], int], worth: Callable[[str, Amount], Amount]
    ) -> tuple[Term, ...]:
        """Return a term for each label, which is the sum of the blended scores of its features.

        Args:
            labels: English names of the terms.
            place_of: returns the place in ``labels`` of a weight.
            worth: returns the scores of a feature from the name of its weight and its amounts.
        """
        sums = [[0.0, 0.0] for _ in labels]
        for side, name, amount in self.found:
            early, late = worth(name, amount)
            score = early * self.phase + late * self._share(name) * (self.full - self.phase)
            sums[place_of(name)][side] += score / self.full
        return tuple(Term(label, *row) for label, row in zip(labels, sums, strict=True))

    def amounts(
        self, weights: Mapping[str, Any], percentages: Collection[str] = ()
    ) -> tuple[float, dict[str, tuple[float, float]]]:
        """Return the coefficients of the weights in the score, for ``examples/tune_evaluation.py``.

        Args:
            weights: the weights by name.
            percentages: names of the weights that are percentages, the amounts of which are hundredths.

        Returns:
            The phase, from 0 (endgame) to 1 (middlegame), and for each of ``weights`` its coefficients in the
            middlegame and in the endgame, those of side 0 minus those of side 1. The coefficients in the endgame
            contain the factor of the present weights.
        """
        sums = dict.fromkeys(weights, (0.0, 0.0))
        for side, name, (early, late) in self.found:
            part = (0.01 if name in percentages else 1.0) * (-1 if side else 1)
            sums[name] = sums[name][0] + part * early, sums[name][1] + part * self._share(name) * late
        return self.phase / self.full, sums

    def _share(self, name: str) -> float:
        """Return the part of the endgame score of a weight that counts."""
        return 1.0 if name == TEMPO else self.factor / FULL_FACTOR
