"""A child process that searches a file of games for a position, so that the caller does not block.

``python -m engine.records.searcher`` reads one JSON line, the request. Its keys are ``path`` and ``digest`` of the
file, its ``encoding`` (null to recognise it), ``game``, ``rules`` and ``position`` as text, and ``indices`` of the
games to search (null for all games). The
process answers in JSON lines: ``{"hit": [index, node]}`` for each game with the position, ``{"done": games}`` as
progress, and at the end ``{"finished": games, "unread": count, "reason": error}`` or ``{"error": error}``. An error is
that of ``KyVienError.to_dict``; ``reason`` is that of the first game that could not be read, or null. The process exits
at the end of its standard input.
"""

import json
import os
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from engine.core.errors import KyVienError, NotationError
from engine.core.files import read_bytes
from engine.core.game import find_game
from engine.core.position import Position
from engine.records.collection import Collection

# Seconds between two progress lines.
_PROGRESS_SECONDS = 0.1


def request(
    path: Path, digest: str, position: Position, indices: list[int] | None = None, encoding: str | None = None
) -> dict[str, Any]:
    """Return a request for ``main``, which is sent as one line of JSON.

    Args:
        path: the file of games.
        digest: digest of the file (``Collection.digest``), or an empty string to skip the check for changes.
        position: the position to search for.
        indices: indices of the games to search, or None for all games.
        encoding: the encoding that the reader has chosen for the file, or None.
    """
    game = position.game
    return {
        "path": str(path), "digest": digest, "game": game.name, "rules": game.rules_text(),
        "position": game.format_position(position), "indices": indices, "encoding": encoding,
    }  # fmt: skip


def answers(asked: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the answers to the request ``asked``.

    Raises:
        KyVienError: if the file or the position cannot be read, or if the digest of the file differs from the digest of
            the request.
    """
    game = find_game(asked["game"]).with_rules(asked["rules"])
    position = game.parse_position(asked["position"])
    path = Path(asked["path"])
    collection = Collection.load(path, read_bytes(path), asked.get("encoding"))
    if asked["digest"] and asked["digest"] != collection.digest:
        raise NotationError("{name} was changed since it was opened; open it again", name=path.name)
    for _ in collection.scan():
        pass
    count, reported = 0, time.monotonic()
    unread: list[KyVienError] = []
    for looked in collection.find(position, asked["indices"]):
        count += 1
        if looked.node is not None:
            yield {"hit": [looked.entry, looked.node]}
        if looked.error is not None:
            unread.append(looked.error)
        if time.monotonic() - reported > _PROGRESS_SECONDS:
            reported = time.monotonic()
            yield {"done": count}
    yield {"finished": count, "unread": len(unread), "reason": unread[0].to_dict() if unread else None}


def _end_with_input() -> None:
    while sys.stdin.buffer.readline():
        pass
    os._exit(0)


def main() -> None:
    """Read one request from the standard input, write the answers, and exit."""
    asked = json.loads(sys.stdin.buffer.readline())
    threading.Thread(target=_end_with_input, daemon=True).start()
    try:
        for answer in answers(asked):
            _write(answer)
    except KyVienError as error:
        _write({"error": error.to_dict()})
    sys.stdout.flush()
    os._exit(0)


def _write(answer: Mapping[str, Any]) -> None:
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
