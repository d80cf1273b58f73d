"""Measurement of the memory in use, Qt's included."""

import ctypes
import sys

import pytest

glibc = pytest.mark.skipif(
    sys.platform != "linux" or not hasattr(ctypes.CDLL(None), "mallinfo2"), reason="measured by a function of glibc"
)


class _Figures(ctypes.Structure):
    """The structure ``mallinfo2`` of glibc."""

    _fields_ = tuple(
        (name, ctypes.c_size_t)
        for name in (
            "arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks", "fordblks", "keepcost",
        )
    )  # fmt: skip


def allocated_bytes() -> int:
    """Return the size of all allocated blocks of this process."""
    measure = ctypes.CDLL(None).mallinfo2
    measure.restype = _Figures
    figures = measure()
    return int(figures.uordblks + figures.hblkhd)
