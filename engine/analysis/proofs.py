"""Proofs of wins as text, which can be checked with the rules alone (``examples/strength/verify_proof.py``).

The first line is a JSON object with these keys:

- ``format``: ``kyvien-proof-1``.
- ``game`` and ``rules``: the identifier of the game, and its rules for ``Game.with_rules``.
- ``position`` and ``history``: the position that is proved, for ``Game.restore``.
- ``winner``: 0 if the first side wins, or 1 if the second side wins.

Each further line is a JSON object for one position in which the winner is to move: ``position`` is its text, and
``move`` the winning move in coordinates. The lines are ordered by the number of moves since the first position, then by
text. A proof is complete if all replies of the loser lead to such positions or to the end of the game.
"""

import json
from pathlib import Path
from typing import Any

from engine.core.errors import OptionError
from engine.core.files import write_text
from engine.core.outcome import Player
from engine.core.position import Position
from engine.search.report import Report

FORMAT = "kyvien-proof-1"


def write_proof(path: Path, search: Any, position: Position, report: Report) -> int:
    """Write the proof that ``report`` claims to a file, and return the number of positions of the winner in it.

    Args:
        path: the file.
        search: the proof-number search that has just analysed ``position``.
        position: the position.
        report: the last report of the analysis.

    Raises:
        OptionError: if the report is not a proved win or loss.
        FileError: if the file cannot be written.
    """
    lines = proof_lines(search, position, report)
    write_text(path, "".join(f"{line}\n" for line in lines))
    return len(lines) - 1


def proof_lines(search: Any, position: Position, report: Report) -> list[str]:
    """Return the lines of a proof. The arguments are those of ``write_proof``.

    Raises:
        OptionError: if the report is not a proved win or loss, or if the proof cannot be completed.
    """
    if not report.proved or report.score is None or not report.score.value:
        raise OptionError("no win or loss was proved, so there is no proof to write")
    game = position.game
    winner = position.turn if report.score.value > 0 else position.turn.other
    head = {
        "format": FORMAT, "game": game.name, "rules": game.rules_text(), "position": game.format_position(position),
        "history": list(position.history), "winner": int(winner),
    }  # fmt: skip
    moves = _moves_of(search, position, winner)
    rows = sorted((ply, text, move) for text, (ply, move) in moves.items())
    return [json.dumps(each, ensure_ascii=False) for each in (head, *({"position": t, "move": m} for _, t, m in rows))]


def _moves_of(search: Any, position: Position, winner: Player) -> dict[str, tuple[int, str]]:
    """Return the ply and the winning move of each position of the proof in which the winner is to move, by text.

    All legal replies of the loser are followed, also those that the search did not need to try.
    """
    game = position.game
    moves: dict[str, tuple[int, str]] = {}
    replied: set[str] = set()
    waiting = [(position, 0)]
    while waiting:
        here, ply = waiting.pop()
        outcome = here.outcome()
        text = game.format_position(here)
        if outcome is not None:
            if outcome.winner is not winner:
                raise OptionError("the proof could not be completed at {position}", position=text)
        elif here.turn is not winner:
            if text not in replied:
                replied.add(text)
                waiting.extend((here.play(move), ply + 1) for move in here.legal_moves())
        elif text not in moves:
            try:
                move = search.winning_move(here, ply)
            except LookupError:
                raise OptionError("the proof could not be completed at {position}", position=text) from None
            moves[text] = ply, game.format_move(here, move, "coordinates")
            waiting.append((here.play(move), ply + 1))
    return moves
