"""The bit operations of ``bits.pxd`` for uncompiled code."""


def lowest(word: int) -> int:
    """Return the index of the lowest bit set in ``word``, which must not be 0."""
    return (word & -word).bit_length() - 1


def highest(word: int) -> int:
    """Return the index of the highest bit set in ``word``, which must not be 0."""
    return word.bit_length() - 1


def popcount(word: int) -> int:
    """Return the number of bits set in ``word``."""
    return word.bit_count()
