"""The facts about a recorded tree that are not in its columns: what was searched, and the counts over all visits."""

from collections.abc import Mapping
from typing import Any

from engine.core.values import Value
from engine.search.visit import Reason

KINDS = ("windows", "visits", "proof", "plays")
"""What the nodes of a tree are: visits with a window (alpha-beta and its relatives), nodes of a Monte Carlo search,
nodes of a proof-number search, or the positions that a plugin made."""

REPEATS = ""
"""Value of ``TreeFacts.unrepeatable`` of a search that visits the same nodes if it is repeated."""


class TreeFacts(Value):
    """The facts about a tree.

    Attributes:
        game: identifier of the game, or an empty string for a game that this program does not know.
        rules: its rules, ``k=v,…``.
        position: text of the position at the root.
        history: earlier positions and counters at the root (``Position.history``).
        algorithm: the algorithm with its parameters, ``NAME:k=v,…``.
        evaluation: the evaluation, ``NAME:k=v,…``, or an empty string for the default of the game.
        seed: random seed of the search.
        only: the moves to which the root was restricted, or an empty tuple.
        depth: depth of the iteration that is recorded, or 0 if it was not completed.
        limit_depth, limit_nodes: the limits of the search, or None.
        kind: one of ``KINDS``.
        nodes: number of nodes visited, recorded or not.
        elsewhere: number of nodes visited in the same iteration with other windows at the root, or for other lines.
        repeated: number of visits that search a move again that was searched just before.
        complete_to_ply: greatest ply of which all visits are recorded.
        first: serial number of the first visit recorded.
        attacker: the side whose win a proof-number search tried to prove, 0 or 1.
        by_ply: number of visits at each ply.
        by_reason: number of visits by the number of their reason.
        by_cut_rank: number of cut-offs by the rank of the move that caused them. The last element is for higher ranks.
        by_generated: number of nodes by the number of moves that they generated.
        seconds: time of the whole search, which repeating it takes again.
        unrepeatable: English reason why the search does not visit the same nodes again, translated for display, or an
            empty string if it does.
        moves: texts of moves, if the column ``move`` contains indices of this list instead of moves of the game.
        unit, decimals: unit of the values, and the number of decimals with which they are displayed.
    """

    game: str = ""
    rules: str = ""
    position: str = ""
    history: tuple[int, ...] = ()
    algorithm: str = ""
    evaluation: str = ""
    seed: int = 0
    only: tuple[int, ...] = ()
    depth: int = 0
    limit_depth: int | None = None
    limit_nodes: int | None = None
    kind: str = "windows"
    nodes: int = 0
    elsewhere: int = 0
    repeated: int = 0
    complete_to_ply: int = 0
    first: int = 0
    attacker: int = 0
    by_ply: tuple[int, ...] = ()
    by_reason: tuple[int, ...] = ()
    by_cut_rank: tuple[int, ...] = ()
    by_generated: tuple[int, ...] = ()
    seconds: float = 0.0
    unrepeatable: str = REPEATS
    moves: tuple[str, ...] = ()
    unit: str = ""
    decimals: int = 0

    def to_dict(self) -> dict[str, Any]:
        """Return the facts as plain data for JSON."""
        fields = {name: getattr(self, name) for name in self.__fields__}
        return {name: list(value) if isinstance(value, tuple) else value for name, value in fields.items()}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "TreeFacts":
        """Create facts from the result of ``to_dict``. Unknown fields are ignored.

        Raises:
            ValueError: if a field has another type.
        """
        values: dict[str, Any] = {}
        for name in cls.__fields__:
            if name not in data:
                continue
            default, value = cls.__field_defaults__[name], data[name]
            if isinstance(default, tuple):
                if not isinstance(value, list) or not all(_is(each, *_ELEMENTS.get(name, (int,))) for each in value):
                    raise ValueError(name)
                value = tuple(value)
            elif default is None:
                if value is not None and not _is(value, int):
                    raise ValueError(name)
            elif isinstance(default, float):
                if not (_is(value, int) or isinstance(value, float)) or not 0 <= value < 1e12:
                    raise ValueError(name)
            elif not _is(value, type(default)):
                raise ValueError(name)
            values[name] = value
        facts = cls(**values)
        if facts.kind not in KINDS or not 0 <= facts.decimals <= 6:
            raise ValueError("kind")
        return facts


_ELEMENTS: Mapping[str, tuple[type, int] | tuple[type]] = {"moves": (str,), "history": (int, 2**64)}
"""The types of the elements of fields that are not tuples of signed numbers. Keys of positions have 64 bits."""


def _is(value: object, kind: type, bound: int = 2**63) -> bool:
    return isinstance(value, kind) and not isinstance(value, bool) and (kind is not int or abs(value) < bound)  # type: ignore[arg-type]


class Statistics(Value):
    """Counts over all visits of a tree, which do not depend on how many of them are recorded.

    Attributes:
        nodes: number of visits.
        by_ply: number of visits at each ply.
        by_reason: number of visits by name of the reason, without reasons that do not occur.
        by_cut_rank: number of cut-offs caused by the first move, the second, and so on.
        cutoffs: number of nodes that a move cut off.
        first_cuts: share of the cut-offs that the first move caused, 0 to 1, or None if there are none.
        cut_rank: mean rank of the moves that caused cut-offs, or None. Ranks over 63 count as 64.
        branching: mean number of moves that a node generated, or None.
        effective_branching: the number b for which a tree with b moves in every node has as many nodes, or None.
        repeated: number of visits that search a move again.
    """

    nodes: int
    by_ply: tuple[int, ...]
    by_reason: dict[str, int]
    by_cut_rank: tuple[int, ...]
    cutoffs: int
    first_cuts: float | None
    cut_rank: float | None
    branching: float | None
    effective_branching: float | None
    repeated: int


def statistics_of(facts: TreeFacts) -> Statistics:
    """Return the statistics that follow from the counts in ``facts``."""
    cuts = facts.by_cut_rank
    total = sum(cuts)
    generated = sum(facts.by_generated)
    return Statistics(
        nodes=facts.nodes,
        by_ply=facts.by_ply,
        by_reason={reason_name(i): count for i, count in enumerate(facts.by_reason) if count},
        by_cut_rank=cuts,
        cutoffs=total,
        first_cuts=cuts[1] / total if total else None,
        cut_rank=sum(rank * count for rank, count in enumerate(cuts)) / total if total else None,
        branching=(
            sum(moves * count for moves, count in enumerate(facts.by_generated)) / generated if generated else None
        ),
        effective_branching=_effective_branching(facts.nodes, len(facts.by_ply) - 1),
        repeated=facts.repeated,
    )


def reason_name(number: int) -> str:
    """Return the name of a reason in files and JSON, such as ``fail_low``."""
    return Reason(number).name.lower() if 0 <= number < len(Reason) else f"reason_{number}"


def _effective_branching(nodes: int, plies: int) -> float | None:
    """Return b ≥ 1 with 1 + b + … + b**plies = nodes, by bisection, or None if there is none."""
    if plies < 1 or nodes < plies + 1:
        return None
    low, high = 1.0, float(nodes)
    for _ in range(80):
        middle = (low + high) / 2
        if sum(middle**ply for ply in range(plies + 1)) < nodes:
            low = middle
        else:
            high = middle
    return low
