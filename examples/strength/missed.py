"""Find positions with a best move that one kind of pruning misses.

    python examples/strength/missed.py --epd tests/golden/chess/wac300.epd

For each switch of ``PRUNING``, a position is found if at some depth ``pvs`` has a best move with the switch off and
none with the switch on, and if in the tree of the latter the switch removed the next move of the winning line: the node
after some of its moves returned for this reason, or did not search the next one. The line is the principal variation of
a search with the switch off that is ``FURTHER`` plies deeper. The evaluation is made by hand, so that the positions are
the same with another network. Each position is printed as a diagram of the guide, which opens the tree of that search
at that node (``resources/guide/diagrams/algorithms.toml``).
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from table import read_epd

from engine.core.evaluation import find_evaluation, hand_made
from engine.core.game import find_game
from engine.core.position import Position
from engine.search.query import Query
from engine.search.report import Limit, Report
from engine.search.spec import Spec
from engine.search.visit import PROBE_FLAGS, Reason, Skip
from engine.searchtree.model import SearchTree
from engine.searchtree.recording import record

PRUNING: dict[str, Reason | Skip] = {
    "null_move": Reason.NULL_MOVE,
    "reverse_futility": Reason.FUTILE,
    "razoring": Reason.RAZORED,
    "probcut": Reason.PROBCUT,
    "futility": Skip.FUTILE,
    "late_pruning": Skip.LATE,
    "history_pruning": Skip.HISTORY,
    "exchange_pruning": Skip.EXCHANGE,
    "delta": Skip.FUTILE,
    "few_evasions": Skip.LATE,
}
"""The switches that prune, and what a recorded tree states about what they did."""
IN_QUIESCENCE = ("delta", "few_evasions")
FURTHER = 3
"""How much deeper the winning line is searched."""


def reports(position: Position, spec: str, depth: int) -> dict[int, Report]:
    """Return the last report of a new search at each depth up to ``depth``."""
    search = Spec.parse(spec).build(find_evaluation(position.game.name, hand_made(position.game.name)))
    return {each.depth: each for each in search.analyse(position, Limit(depth=depth))}


def missed_at(tree: SearchTree, line: Sequence[int], what: Reason | Skip, in_quiescence: bool) -> int | None:
    """Return how many moves of a line lead to the node at which its next move was removed, or None.

    Args:
        tree: the tree of the search that misses the line.
        line: the moves of the line, of which the side to move at the root makes every other one.
        what: the reason of the removal.
        in_quiescence: whether the node must be in quiescence. Otherwise it must not be.
    """
    for length in range(1, len(line)):
        node = tree.follow(line[:length])
        if node is None:
            return None
        visit = tree.visit(node)
        if visit.flags & PROBE_FLAGS or (visit.depth <= 0) != in_quiescence:
            continue
        if isinstance(what, Reason):
            if visit.reason is what:
                return length
        elif (
            visit.skipped[what]
            and visit.reason is Reason.FAIL_LOW
            and tree.follow(line[: length + 1]) is None
            and length % 2 == 0
        ):
            return length
    return None


def missed(position: Position, best: Sequence[int], switch: str, deepest: int) -> tuple[int, tuple[int, ...]] | None:
    """Return the depth at which a switch makes a search miss the best move, and the moves to the node, or None."""
    on, off = (reports(position, f"pvs:{switch}={value}", deepest) for value in ("on", "off"))
    line: tuple[int, ...] = ()
    for depth in on.keys() & off.keys():
        if on[depth].move in best or off[depth].move not in best:
            continue
        line = line or reports(position, f"pvs:{switch}=off", deepest + FURTHER)[deepest + FURTHER].pv
        if not line or line[0] not in best:
            return None
        evaluation = hand_made(position.game.name)
        tree, _ = record(Query(position, Spec.parse(f"pvs:{switch}=on"), evaluation, Limit(depth=depth), 0))
        length = missed_at(tree, line, PRUNING[switch], switch in IN_QUIESCENCE)
        if length is not None:
            return depth, line[:length]
    return None


def diagram(position: Position, switch: str, depth: int, moves: Sequence[int]) -> str:
    """Return the diagram (``engine.guide.diagram``) of a search that misses the best move, the first of ``moves``."""
    words, root = [], str(position)
    for move in moves:
        words.append(f'"{position.game.format_move(position, move, "coordinates")}"')
        position = position.play(move)
    return (
        f'[missed-{switch.replace("_", "-")}]\ngame = "{position.game.name}"\nposition = "{root}"\n'
        f'missed = [{words[0]}]\nsearch = "pvs:{switch}=on"\nevaluation = "{hand_made(position.game.name)}"\n'
        f"depth = {depth}\nnode = [{', '.join(words)}]\n"
    )


def main(texts: Sequence[str]) -> int:
    """Print the first positions of each switch."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--epd", type=Path, required=True, help="positions with best moves")
    parser.add_argument("--depth", type=int, default=8, help="greatest depth of a search")
    parser.add_argument("--switch", action="append", default=[], choices=PRUNING, help="a switch; may be repeated")
    parser.add_argument("--most", type=int, default=1, help="positions of each switch")
    arguments = parser.parse_args(texts)
    game = find_game("chess")()
    positions = read_epd(arguments.epd, game)
    for switch in arguments.switch or PRUNING:
        count = 0
        for name, text, best in positions:
            position = game.parse_position(text)
            found = missed(position, best, switch, arguments.depth)
            if found is not None:
                print(f"# {name}\n{diagram(position, switch, *found)}", flush=True)
                count += 1
                if count == arguments.most:
                    break
        if count == 0:
            print(f"# {switch}: none\n", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
