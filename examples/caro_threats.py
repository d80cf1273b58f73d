"""Find a long forced win in caro: a search of threats compared with a full search on the same position.

Run from the repository's root: ``python examples/caro_threats.py``.
"""

from engine.core.evaluation import find_evaluation
from engine.core.game import find_game
from engine.search.report import Limit
from engine.search.spec import Spec

# x, to move, wins by fours alone: each answer is forced.
POSITION = "15/15/15/15/5x9/5o4o4/5xoo7/5xxxoo5/5ooxx6/4o2xo6/3xo1x8/3xxxo8/4o10/15/15 x"


def main() -> None:
    game = find_game("caro")()
    position = game.parse_position(POSITION)
    for text, limit in (
        ("threats:level=1", Limit(depth=11)),
        ("negascout:ordering=on", Limit(depth=5)),
    ):
        *_, report = Spec.parse(text).build(find_evaluation("caro")).analyse(position, limit)
        at, line = position, []
        for move in report.pv:
            line.append(game.format_move(at, move, "display"))
            at = at.play(move)
        score = report.score.format() if report.score else "–"
        print(f"{text}: {score} at depth {report.depth}, {report.nodes:,} nodes: {' '.join(line)}")


if __name__ == "__main__":
    main()
