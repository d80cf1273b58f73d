"""The answers to the questions that a replay asks before the decisions of a search."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class DecisionPlace:
    """A decision of a search: the tree as text, the algorithm, and the number of steps before it."""

    tree: str
    algorithm: str
    step: int


@dataclass
class Predictions:
    """The first answers of the user, and the decisions that were answered wrongly, which can be asked again.

    Attributes:
        right, total: numbers of right answers and of answers since the start.
        wrong: the decisions that were answered wrongly and not rightly since, each once.
        answered: the decisions that are not asked again in this replay.
    """

    right: int = 0
    total: int = 0
    wrong: list[DecisionPlace] = field(default_factory=list)
    answered: set[DecisionPlace] = field(default_factory=set)

    def begin(self) -> None:
        """Ask every decision again. The numbers and the wrong answers are kept."""
        self.answered.clear()

    def answer(self, asked: DecisionPlace, *, is_right: bool) -> None:
        """Store an answer. Only the first one to a decision in a replay counts."""
        if asked in self.answered:
            return
        self.answered.add(asked)
        self.total += 1
        self.right += is_right
        if not is_right and asked not in self.wrong:
            self.wrong.append(asked)
        if is_right and asked in self.wrong:
            self.wrong.remove(asked)
