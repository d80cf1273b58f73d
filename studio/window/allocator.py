"""Settings of the C library's allocator."""

import ctypes
import sys

_TRIM_THRESHOLD, _MMAP_THRESHOLD, _ARENA_MAX = -1, -3, -8
"""Parameters of ``mallopt`` in the header ``malloc.h`` of glibc."""
_LARGE = 256 << 10
"""Size in bytes above which a block is mapped separately, and is unmapped when it is freed."""
_MOST_FREE = 1 << 20
"""Maximum number of free bytes kept at the end of the heap."""


def return_freed_memory() -> None:
    """Let the allocator return freed memory to the system. Call this function before threads are started.

    By default, glibc has a heap for each thread, and each heap keeps as much free memory as twice the largest block
    freed so far, up to 64 MiB. A thread that indexed a file of 1.6 MB kept up to 15 MiB. Do nothing with other
    C libraries.
    """
    if sys.platform == "linux" and (mallopt := getattr(ctypes.CDLL(None), "mallopt", None)) is not None:
        for parameter, value in ((_MMAP_THRESHOLD, _LARGE), (_TRIM_THRESHOLD, _MOST_FREE), (_ARENA_MAX, 1)):
            mallopt(parameter, value)
