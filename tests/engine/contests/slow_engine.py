"""An engine for chess that takes its time in the way its first argument names; its second argument is a log of ``go``.

``prompt``: answers at once; ``late``: answers, but long after its time; ``deaf``: never answers;
``waits``: answers as soon as it receives ``stop``.
"""

import sys
import time
from pathlib import Path

from engine.core.game import find_game

LATE_SECONDS = 0.4


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main(way: str, log: Path) -> None:
    game = find_game("chess")()
    best = ""
    for line in sys.stdin:
        words = line.split()
        if words == ["uci"]:
            say("id name Slow\nuciok")
        elif words == ["isready"]:
            say("readyok")
        elif words == ["quit"]:
            return
        elif words[:1] == ["position"]:
            position = game.start()
            for text in words[3:]:
                position = position.play(game.parse_move(position, text))
            best = f"bestmove {game.format_protocol_move(position, position.legal_moves()[0])}"
        elif words[:1] == ["go"]:
            with log.open("a") as file:
                file.write(line)
            if way == "late":
                time.sleep(LATE_SECONDS)
            if way in ("prompt", "late"):
                say(f"info depth 1 nodes 7 score cp 3 pv {best.split()[1]}\n{best}")
        elif words == ["stop"] and way == "waits":
            say(best)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
