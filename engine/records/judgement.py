"""The judgement of a move of a record by an algorithm, and its text in an evaluation note.

A judgement contains the scores that searches found, not the class of the move (``engine.analysis.verdict``), which
depends on thresholds that the user can change.
"""

import re
from dataclasses import dataclass
from typing import Self

from engine.core.outcome import Player
from engine.core.score import WIN, WIN_BOUND, Score
from engine.records.escapes import decode, encode_name

MOST_PLIES = 8
"""Maximum number of plies of a best line that is stored."""

_SCORE = re.compile(r"(#?)([+-]?)([0-9]{1,18})")


MOST_CHECKS = 2
"""Maximum number of checks of a judgement."""
CHECKS = tuple(f"check{number}" for number in range(1, MOST_CHECKS + 1))
"""Names of the fields of the checks."""


@dataclass(frozen=True, slots=True)
class Check:
    """What a different search, with more effort, found about a judged move (``engine.analysis.checking``).

    Attributes:
        after: score of the position with only the move played, from FIRST's point of view.
        other: score of the best of the other moves, from FIRST's point of view, or None if it is not known.
        line: the best of the other moves and its principal variation, in coordinate notation, or an empty tuple.
        depth: depth in plies that both searches completed, or None for an algorithm without depths.
    """

    after: Score
    other: Score | None = None
    line: tuple[str, ...] = ()
    depth: int | None = None

    def __post_init__(self) -> None:
        for name in ("after", "other"):
            score: Score | None = getattr(self, name)
            if score is not None:
                object.__setattr__(self, name, score.pov(Player.FIRST))

    def to_text(self) -> str:
        """Return the check as text for ``from_text``, such as ``+31,-20,12,e2e4 e7e5``."""
        other = "" if self.other is None else write_score(self.other)
        depth = "" if self.depth is None else str(self.depth)
        return f"{write_score(self.after)},{other},{depth},{encode_name(' '.join(self.line))}"

    @classmethod
    def from_text(cls, text: str) -> Self | None:
        """Return the check that ``to_text`` wrote as ``text``, or None if the text is not valid."""
        after, sign, rest = text.partition(",")
        other, second, rest = rest.partition(",")
        depth, third, line = rest.partition(",")
        scores = read_score(after), read_score(other) if other else None
        if not (sign and second and third) or scores[0] is None or (other and scores[1] is None):
            return None
        if depth and not re.fullmatch("[0-9]{1,4}", depth):
            return None
        return cls(scores[0], scores[1], tuple(decode(line).split()), int(depth) if depth else None)


@dataclass(frozen=True, slots=True)
class Judgement:
    """The scores of a position before and after a move of the record.

    Attributes:
        line: the best move and its principal variation, in coordinate notation. It has at least one move.
        before: score of the position before the move, from FIRST's point of view. It is never worse, for the side that
            moved, than ``after``.
        after: score of the position after the move, from FIRST's point of view.
        depth: depth in plies of ``before``, or None for an algorithm without depths. ``after`` is from a search one ply
            less deep, so that both end at the same ply.
        other: score of the best of the other moves, from FIRST's point of view, or None if it was not searched. It is
            searched if the move played is the best one.
        changed: whether the move played became the best one by the search of the position after it.
        approximate: whether the algorithm cannot be restricted to one move, so that ``after`` is always from a search
            of the next position.
        offers: whether the move sacrifices material (``engine.analysis.checking.offers_material``).
        strong: whether the reviewer is stronger than the search that checks it, as an external engine is than ours.
        checks: the checks by a different search in the order of their effort, or None if the review did not check its
            verdicts, as those of earlier versions.

    Raises:
        ValueError: if ``line`` is empty.
    """

    line: tuple[str, ...]
    before: Score
    after: Score
    depth: int | None = None
    other: Score | None = None
    changed: bool = False
    approximate: bool = False
    offers: bool = False
    strong: bool = False
    checks: tuple[Check, ...] | None = None

    def __post_init__(self) -> None:
        if not self.line:
            raise ValueError("a judgement needs a best move")
        for name in ("before", "after", "other"):
            score: Score | None = getattr(self, name)
            if score is not None:
                object.__setattr__(self, name, score.pov(Player.FIRST))

    @property
    def best(self) -> str:
        """The best move, in coordinate notation."""
        return self.line[0]

    def to_fields(self) -> list[str]:
        """Return the fields ``name=value`` of the judgement in an evaluation note, for ``from_fields``."""
        fields = [
            f"best={encode_name(' '.join(self.line))}",
            f"before={write_score(self.before)}",
            f"after={write_score(self.after)}",
        ]
        if self.depth is not None:
            fields.append(f"judged={self.depth}")
        if self.other is not None:
            fields.append(f"other={write_score(self.other)}")
        fields += [f"{name}=1" for name in _MARKS if getattr(self, name)]
        if self.checks is not None:
            fields.append(f"checks={len(self.checks)}")
            fields += [f"{name}={each.to_text()}" for name, each in zip(CHECKS, self.checks, strict=False)]
        return fields

    @classmethod
    def from_fields(cls, fields: dict[str, str]) -> Self | None:
        """Return the judgement with the fields of ``to_fields``, or None if it is incomplete or not valid."""
        line = tuple(decode(fields.get("best", "")).split())
        before, after = read_score(fields.get("before", "")), read_score(fields.get("after", ""))
        other = read_score(fields["other"]) if "other" in fields else None
        depth = fields.get("judged")
        if not line or before is None or after is None or ("other" in fields and other is None):
            return None
        if (depth is not None and not re.fullmatch("[0-9]{1,4}", depth)) or any(
            fields.get(name, "1") != "1" for name in _MARKS
        ):
            return None
        checks = None
        if "checks" in fields:
            found = [Check.from_text(fields[name]) for name in CHECKS if name in fields]
            checks = tuple(each for each in found if each is not None)
            if str(len(checks)) != fields["checks"] or len(checks) < len(found):
                return None
        return cls(
            line, before, after, None if depth is None else int(depth), other, "changed" in fields,
            "approximate" in fields, "offers" in fields, "strong" in fields, checks,
        )  # fmt: skip


_MARKS = ("changed", "approximate", "offers", "strong")
"""Names of the fields that are present only if they are true, in the order of the attributes."""
FIELDS = frozenset(("best", "before", "after", "judged", "other", *_MARKS, "checks", *CHECKS))
"""Names of the fields of a judgement in an evaluation note."""


def write_score(score: Score) -> str:
    """Return a score from FIRST's point of view as text: ``+7``, ``-3``, ``0``, ``#5`` or ``#-5``."""
    score = score.pov(Player.FIRST)
    value, plies = score.value, score.win_in
    if plies is not None:
        return f"#{'-' if value < 0 else ''}{abs(plies)}"
    return f"{'-' if value < 0 else '+' if value > 0 else ''}{abs(value)}"


def read_score(text: str) -> Score | None:
    """Return the score that ``write_score`` wrote as ``text``, or None if the text is not valid."""
    match = _SCORE.fullmatch(text)
    if match is None:
        return None
    value = int(match[3])
    if match[1]:
        if value >= WIN - WIN_BOUND:
            return None
        value = WIN - value
    elif value > WIN_BOUND:
        return None
    return Score(-value if match[2] == "-" else value, Player.FIRST)
