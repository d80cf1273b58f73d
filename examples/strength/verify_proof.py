"""Check a proof of a win with the rules alone, without any search.

Run from the repository's root, for example:

    kyvien-engine analyse --game minigo --rules size=5 --algorithm pn --proof proof.jsonl
    python examples/strength/verify_proof.py proof.jsonl

See ``engine/analysis/proofs.py`` for the format. The program follows the winner's moves from the file and all legal
moves of the loser, and checks that every line ends with a win of the winner. Where the rules depend on earlier
positions, every line is followed to its end; otherwise a position is followed once.
"""

import json
import sys
from pathlib import Path
from typing import Any

from engine.core.errors import KyVienError
from engine.core.game import find_game
from engine.core.outcome import Player


class ProofError(Exception):
    """A proof is not valid. The message contains the reason."""


def read(text: str) -> tuple[Any, Player, dict[str, str]]:
    """Return the position that is proved, the winner, and the winner's moves by the text of the position.

    Raises:
        ProofError: if the text is not a proof.
    """
    try:
        head, *rows = [json.loads(line) for line in text.splitlines()]
        if head["format"] != "kyvien-proof-1":
            raise ProofError(f"unknown format {head['format']!r}")
        game = find_game(head["game"]).with_rules(head["rules"])
        position = game.restore(head["position"], head["history"])
        moves = {row["position"]: row["move"] for row in rows}
        winner = Player(head["winner"])
    except (ValueError, KeyError, TypeError, KyVienError) as error:
        raise ProofError(f"not a proof: {error}") from None
    if len(moves) != len(rows):
        raise ProofError("two moves for one position")
    return position, winner, moves


def verify(text: str) -> int:
    """Check a proof, and return the number of positions visited.

    Raises:
        ProofError: if it is not valid.
    """
    position, winner, moves = read(text)
    game, visited = position.game, 0
    sees_history = position.can_recur or any(position.play(move).history for move in position.legal_moves()[:1])
    done, line = set[str](), list[str]()  # line: the positions from the first to the present one
    waiting: list[tuple[Any, int]] = [(position, 0)]
    while waiting:
        here, ply = waiting.pop()
        del line[ply:]
        visited += 1
        outcome, text = here.outcome(), game.format_position(here)
        if outcome is not None:
            if outcome.winner is not winner:
                raise ProofError(f"{winner.name} does not win at the end of the line: {text}")
            continue
        if text in line:
            raise ProofError(f"a line returns to the same position: {text}")
        line.append(text)
        if text in done:
            continue
        if not sees_history:
            done.add(text)
        if here.turn is not winner:
            waiting.extend((here.play(move), ply + 1) for move in here.legal_moves())
            continue
        if text not in moves:
            raise ProofError(f"no move for the position {text}")
        try:
            move = game.parse_move(here, moves[text])
        except KyVienError as error:
            raise ProofError(str(error)) from None
        waiting.append((here.play(move), ply + 1))
    return visited


def main() -> None:
    """Check the file named on the command line, and print the result."""
    if len(sys.argv) != 2:
        raise SystemExit("usage: verify_proof.py FILE")
    try:
        visited = verify(Path(sys.argv[1]).read_text(encoding="utf-8"))
    except (ProofError, OSError, UnicodeDecodeError) as error:
        raise SystemExit(f"not valid: {error}") from None
    print(f"valid: {visited:,} positions visited")


if __name__ == "__main__":
    main()
