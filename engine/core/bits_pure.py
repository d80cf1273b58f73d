"""The bit operations of ``bits.pxd`` for the uncompiled mode."""


def lowest(word: int) -> int:
    """Index of the lowest bit set in ``word``, which is not 0."""
    return (word & -word).bit_length() - 1


def highest(word: int) -> int:
    """Index of the highest bit set in ``word``, which is not 0."""
    return word.bit_length() - 1


def popcount(word: int) -> int:
    """Number of bits set in ``word``."""
    return word.bit_count()
