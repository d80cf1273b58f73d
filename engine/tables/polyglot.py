"""Opening books of PolyGlot (``.bin``), which are read as books of this program.

Source: M. Van den Bergh, *The PolyGlot book format* (hgm.nubati.net/book_format.html). A file is a sequence of entries
of 16 bytes in the order of their keys, with the numbers in big-endian order: the key of a position (8 bytes,
``Game.book_key``), a move (2), its weight (2), and a number that is not used (4). A move has the file and the rank of
its target in the lowest six bits, those of its origin above them, and then the piece of a promotion. Castling is the
move of the king to the square of the rook.

The keys do not show the positions, so these are found by playing the moves of the book from the start of the game.
PolyGlot weighs a move with two for each win and one for each draw. The weight is taken as the number of games, in
which the player who made the move had half of the points.
"""

import struct
from bisect import bisect_left
from collections.abc import Iterator

from engine.core.errors import KyVienError, OptionError
from engine.core.game import game_implied_by
from engine.tables.book import Book, BookMove

_ENTRY = struct.Struct(">QHHI")
_PROMOTIONS = ("", "n", "b", "r", "q")


def read_polyglot(data: bytes, source: str) -> Book:
    """Return the part of a book that can be reached from the start of the game.

    Args:
        data: content of the file.
        source: how the book was made.

    Raises:
        OptionError: if the file is not such a book, or has no move for the start of the game.
    """
    if not data or len(data) % _ENTRY.size:
        raise OptionError("its size is not a multiple of {size} bytes", size=_ENTRY.size)
    count = len(data) // _ENTRY.size
    if any(_key(data, index) > _key(data, index + 1) for index in range(count - 1)):
        raise OptionError("its entries are not in order")
    game = game_implied_by("polyglot")()
    entries: dict[int, dict[str, BookMove]] = {}
    waiting = [game.start()]
    while waiting:
        position = waiting.pop()
        key = game.book_key(position)
        if key is None or position.key in entries:
            continue
        moves: dict[str, BookMove] = {}
        for text, weight in _moves(data, key):
            try:
                move = game.parse_move(position, text)
            except KyVienError:
                continue  # another position with this key, or a damaged entry
            moves[game.format_move(position, move, "coordinates")] = BookMove(weight, weight / 2)
            waiting.append(position.play(move))
        if moves:
            entries[position.key] = moves
    if not entries:
        raise OptionError("it has no move for the start of the game")
    return Book(game, source, entries)


def _key(data: bytes, index: int) -> int:
    at = index * _ENTRY.size
    return int.from_bytes(data[at : at + 8], "big")


def _moves(data: bytes, key: int) -> Iterator[tuple[str, int]]:
    """Yield the moves of a position in coordinates, with weights greater than 0."""
    index = bisect_left(range(len(data) // _ENTRY.size), key, key=lambda place: _key(data, place))
    for found, move, weight, _ in _ENTRY.iter_unpack(data[index * _ENTRY.size :][: 256 * _ENTRY.size]):
        if found != key:
            break
        squares = [f"{'abcdefgh'[move >> shift & 7]}{(move >> shift + 3 & 7) + 1}" for shift in (6, 0)]
        promotion = move >> 12
        if weight and promotion < len(_PROMOTIONS):
            yield "".join([*squares, _PROMOTIONS[promotion]]), weight
