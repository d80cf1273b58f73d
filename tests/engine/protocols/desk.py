"""One of our servers without a process: its answers to lines, with a search that is only pretended."""

from collections.abc import Callable, Iterable
from typing import Any

from engine.core.game import Game
from engine.core.outcome import Player
from engine.core.score import Score
from engine.games.caro.game import Caro
from engine.protocols.server import Brain, Hasten, Output, Prepare, Server, Signal, Think
from engine.search.report import Limit, Report

Choose = Callable[[Any], int]


class Squares(Caro):
    """Caro as if UCI and UCCI knew it: any game with a text for positions and moves can be tried with them."""

    def protocol_rules(self, protocol: str) -> Any:
        return {"variant": "squares"} if protocol in ("uci", "ucci") else super().protocol_rules(protocol)


def report_of(move: int | None, turn: Player = Player.FIRST, **fields: Any) -> Report:
    plain: dict[str, Any] = {
        "algorithm": "desk", "depth": 1, "seldepth": 1, "score": Score(7, turn), "move": move,
        "pv": () if move is None else (move,), "nodes": 10, "iteration_nodes": 10, "leaf_evaluations": 0,
        "comparisons": 0, "cutoffs": 0, "table_hits": 0, "seconds": 0.01, "final": True,
    }  # fmt: skip
    return Report(**{**plain, **fields})


class Desk:
    """Serves lines; searches end at once with the move of ``choose``, or when ``finish`` is called.

    Args:
        server: what is tried.
        choose: the move of a search; None: it goes on until ``finish``.
    """

    def __init__(self, server: Server, choose: Choose | None = lambda position: position.legal_moves()[0]) -> None:
        self.server = server
        self.choose = choose
        self.thinks: list[Think] = []
        self.hastens: list[Limit] = []
        self.prepared: list[Prepare] = []
        self.stops = 0
        self.new_games = 0
        self.has_quit = False

    def say(self, *lines: str) -> list[str]:
        """What it answers to some lines."""
        answers: list[str] = []
        for line in lines:
            answers += self._carry(self.server.receive(line))
        return answers

    def finish(self, report: Report | None, seconds: float = 0.01) -> list[str]:
        """The search under way ends."""
        return self._carry(self.server.answered(report, seconds))

    def _carry(self, outputs: Iterable[Output]) -> list[str]:
        answers: list[str] = []
        for output in outputs:
            if isinstance(output, str):
                answers += output.split("\n")
            elif isinstance(output, Think):
                self.thinks.append(output)
                if self.choose is not None:
                    move = self.choose(output.position)
                    report = report_of(move, output.position.turn)
                    answers += self._carry(self.server.reported(report))
                    answers += self._carry(self.server.answered(report, 0.01))
            elif isinstance(output, Hasten):
                self.hastens.append(output.limit)
            elif isinstance(output, Prepare):
                self.prepared.append(output)
            elif output is Signal.STOP:
                self.stops += 1
            elif output is Signal.FORGET:
                self.new_games += 1
            else:
                self.has_quit = True
        return answers


def brain(**fields: Any) -> Brain:
    return Brain("Desk", "1", fields.pop("limit", Limit(seconds=2.0)), **fields)


def serve(cls: type[Server], game: Game, choose: Choose | None = lambda position: position.legal_moves()[0]) -> Desk:
    return Desk(cls(game, brain()), choose)
