"""The functions of ``table.h`` and the constants of ``table.pxd`` in plain Python, for uncompiled code."""

from typing import Any

BOUND_NONE, BOUND_LOWER, BOUND_UPPER, BOUND_EXACT = range(4)
NO_MOVE, NO_EVALUATION, GREATEST_VALUE, TABLE_WIN = 65535, -32768, 30000, 32767


def load_word(words: Any, index: int) -> int:
    """Return a word of the table."""
    return int(words[index])


def lock_word(key: int, data: int) -> int:
    """Return the first word of an entry, as ``kyvien_lock`` in ``table.h`` does."""
    return key ^ data


def pack_entry(move: int, value: int, evaluation: int, depth: int, bound: int, variation: int, generation: int) -> int:
    """Return the data of an entry. The arguments are those of ``Table.keep``, and the layout is that of ``table.h``."""
    low = move & 0xFFFF | (value + 32768 & 0xFFFF) << 16 | (evaluation + 32768 & 0xFFFF) << 32
    return low | (depth & 255) << 48 | (bound & 3) << 56 | (variation & 1) << 58 | (generation & 31) << 59


def entry_move(data: int) -> int:
    """Return the move of an entry."""
    return data & 0xFFFF


def entry_value(data: int) -> int:
    """Return the value of an entry as it is stored."""
    return (data >> 16 & 0xFFFF) - 32768


def entry_evaluation(data: int) -> int:
    """Return the evaluation of an entry, or ``NO_EVALUATION``."""
    return (data >> 32 & 0xFFFF) - 32768


def entry_depth(data: int) -> int:
    """Return the depth of an entry."""
    return data >> 48 & 255


def entry_bound(data: int) -> int:
    """Return the kind of bound of an entry."""
    return data >> 56 & 3


def entry_variation(data: int) -> int:
    """Return 1 if the entry was a node of a principal variation, otherwise 0."""
    return data >> 58 & 1


def entry_generation(data: int) -> int:
    """Return the number of the analysis that wrote the entry, modulo 32."""
    return data >> 59 & 31


def path_key(key: int, move: int) -> int:
    """Return the key of a path of moves, from that of the path without its last move.

    Searches use it in place of the key of a position where a score must belong to one path only.
    """
    mixed = (key ^ (move + 1) * 0x9E3779B97F4A7C15 % 2**64) * 0xBF58476D1CE4E5B9 % 2**64
    return mixed ^ mixed >> 32


def store_word(words: Any, index: int, value: int) -> None:
    """Set a word of the table to a value."""
    words[index] = value


def prefetch_line(words: Any, index: int) -> None:
    """Do nothing; compiled code loads the words from ``index`` into the cache of the processor."""
