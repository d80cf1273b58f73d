"""Queries to external engines that are restricted to some moves, and the losses that a review finds with them."""

from collections import deque
from collections.abc import Iterable
from typing import Any

import pytest

from engine.analysis.judging import Judging, settled
from engine.analysis.verdict import search_note, verdict_of
from engine.asking.external import EngineSpec
from engine.asking.query import answer
from engine.asking.restriction import AFTER_THE_MOVE
from engine.cli.serve import SERVERS
from engine.core.evaluation import Evaluation, find_evaluation
from engine.core.game import find_game
from engine.core.score import WIN
from engine.protocols.server import Output, Think
from engine.records import edits
from engine.records.judgement import Judgement
from engine.records.tree import ROOT, GameTree
from engine.search.query import Query
from engine.search.report import Limit, last_report
from engine.search.spec import AnySpec, Spec
from tests.engine.asking.carried import carried
from tests.engine.protocols.desk import Desk, brain

REFERENCE = Spec.parse("alphabeta")
TWO_ROOKS = "k7/8/8/8/8/8/1R6/2R4K w - - 0 1"
"""1. Ra1 mates at once, and any other move with a rook on the b-file one move later."""


class Searching(Desk):
    """A server that answers with our own search. It ignores ``searchmoves`` if ``obeys`` is false."""

    obeys = True

    def _carry(self, outputs: Iterable[Output]) -> list[str]:
        answers: list[str] = []
        for output in outputs:
            if not isinstance(output, Think):
                answers += super()._carry([output])
                continue
            self.thinks.append(output)
            only = output.only if self.obeys else ()
            assert output.limit is not None
            reports = list(REFERENCE.build(evaluation()).analyse(output.position, output.limit, only=only))
            for report in reports:
                answers += super()._carry(self.server.reported(report))
            answers += super()._carry(self.server.answered(reports[-1], 0.01))
        return answers


def evaluation() -> Evaluation:
    return find_evaluation("chess", "")


class Wire:
    """A carrier without a process. ``log`` has the lines that begin with ``go``."""

    name = "wire"

    def __init__(self, desk: Desk, log: list[str]) -> None:
        self._desk, self._log = desk, log
        self._lines: deque[str] = deque()

    def send(self, *lines: str) -> None:
        self._log += [line for line in lines if line.startswith("go")]
        self._lines.extend(self._desk.say(*lines))

    def receive(self, timeout: float) -> bytes | None:
        return self._lines.popleft().encode() if self._lines else None

    def kill(self) -> None:
        self._lines.clear()

    def wait(self, seconds: float) -> bool:
        return True

    def close(self) -> None:
        pass

    def cpu_seconds(self) -> float | None:
        return None

    def last_output(self, most: int = 1) -> str:
        return "no more"


class Served:
    """A way to start a served engine, which is a new one for each query."""

    def __init__(self, protocol: str = "uci", game: str = "chess", *, obeys: bool = True) -> None:
        self.spec = carried(EngineSpec("friend", "friend", protocol=protocol), self)
        self._game, self._obeys = find_game(game)(), obeys
        self.log: list[str] = []

    def __call__(self, _: EngineSpec) -> Any:
        desk = Searching(SERVERS[self.spec.protocol](self._game, brain()), None)
        desk.obeys = self._obeys
        return Wire(desk, self.log)


def line_of(position: Any, texts: str) -> GameTree:
    game = position.game
    tree = GameTree.start(game, game.format_position(position))
    moves = []
    for text in texts.split():
        moves.append(game.parse_move(position, text))
        position = position.play(moves[-1])
    return edits.add_line(tree, ROOT, moves).apply(tree)


def judged(tree: GameTree, spec: AnySpec, limit: Limit) -> dict[int, Judgement]:
    judging = Judging(tree, spec, "", limit)
    while (task := judging.take()) is not None:
        judging.give(task, list(answer(task.query)))
    assert judging.is_finished
    return judging.judgements


SCHOLAR = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3"
"""Black to move: 3… Nf6 allows mate by 4. Qxf7."""


def test_a_review_by_an_engine_equals_that_by_the_same_search_in_this_process() -> None:
    """The engine is our own search behind UCI, so each loss must be the one of the search itself."""
    tree = line_of(find_game("chess")().parse_position(SCHOLAR), "Nf6 Qxf7")
    served = Served()
    found, expected = judged(tree, served.spec, Limit(depth=2)), judged(tree, REFERENCE, Limit(depth=2))
    assert found == expected
    assert any(each.before != each.after for each in found.values())
    assert not any(each.approximate for each in found.values())
    assert not any(line.endswith(("searchmoves h5f7", "searchmoves g8f6")) for line in served.log)
    # The search of the other moves, which shows whether the best one was the only good one.
    (others,) = (line for line in served.log if "h5h7" in line)
    assert "h5f7" not in others


@pytest.mark.parametrize("obeys", [True, False])
def test_a_restricted_query_returns_the_move_also_if_the_engine_ignores_the_restriction(obeys: bool) -> None:
    game = find_game("chess")()
    position = game.start()
    move = game.parse_move(position, "h4")
    served = Served(obeys=obeys)
    report = settled(list(answer(Query(position, served.spec, "", Limit(depth=3), only=(move,)))))
    assert report is not None and report.score is not None
    expected = last_report(REFERENCE.build(evaluation()).analyse(position, Limit(depth=3), only=(move,)))
    assert expected is not None
    assert (report.score, report.depth, report.move, report.pv[:1]) == (expected.score, 3, move, (move,))
    assert (report.note == AFTER_THE_MOVE) == (not obeys)
    assert served.log == ["go depth 3 searchmoves h2h4", *([] if obeys else ["go depth 2"])]
    several = [move, game.parse_move(position, "a4")]
    reports = list(answer(Query(position, served.spec, "", Limit(depth=1), only=tuple(several))))
    assert bool(reports) == obeys


def test_an_engine_without_the_restriction_searches_after_the_move_one_ply_less_deep() -> None:
    game = find_game("chess")()
    tree = line_of(game.parse_position(TWO_ROOKS), "Rb3 Ka7 Ra1")
    served = Served("uci", obeys=False)
    found, expected = judged(tree, served.spec, Limit(depth=3)), judged(tree, REFERENCE, Limit(depth=3))
    for node, each in found.items():
        assert (each.before, each.after, each.depth) == (
            expected[node].before, expected[node].after, expected[node].depth,
        )  # fmt: skip
        assert each.approximate == (each.after != each.before)
    slow = verdict_of(tree, 1, found[1], "")
    assert slow.before.value == WIN - 1 and slow.kind.name == "good"
    assert slow.to_dict()["approximate"] is True
    assert search_note(found[1]) == "≈ searched after the move, one ply less deep"
    assert search_note(found[3]) == ""
