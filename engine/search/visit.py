"""What a search records about one visit to a position: the reason of its value, further facts, and the layout."""

import enum
import struct

from engine.core.values import Value


class Reason(enum.IntEnum):
    """The reason why a node returned its value. The numbers are equal to those in ``trace.pxd``.

    CYCLE is a position that occurred before in the search, MATE_DISTANCE a node in which no win or loss can be shorter
    than one found elsewhere. RAZORED, FUTILE, NULL_MOVE, PROBCUT and SINGULAR are nodes that were pruned after a search
    of captures, by their evaluation, after a pass, by a capture that a reduced search confirmed, and because two moves
    exceed the window. Numbers are never changed, because files contain them.
    """

    EXACT = 0
    CUTOFF = 1
    FAIL_LOW = 2
    TABLE = 3
    STAND_PAT = 4
    TERMINAL = 5
    LEAF = 6
    STOPPED = 7
    CYCLE = 8
    MATE_DISTANCE = 9
    RAZORED = 10
    FUTILE = 11
    NULL_MOVE = 12
    PROBCUT = 13
    SINGULAR = 14


class Skip(enum.IntEnum):
    """The reason why moves were not searched. The numbers are equal to those in ``trace.pxd``.

    LATE moves are late in the order of quiet moves, FUTILE moves gain too little, HISTORY are moves with bad
    statistics, and EXCHANGE moves lose material on their target.
    """

    LATE = 0
    FUTILE = 1
    HISTORY = 2
    EXCHANGE = 3


class Flag(enum.IntFlag):
    """Facts about one visit. The numbers are equal to those in ``trace.pxd``, and never changed.

    The first five are visits that test whether a node may be pruned or a move extended, and are no moves of its loop:
    AFTER_PASS follows a pass, VERIFYING confirms the result of a pass, TRYING_CAPTURE is a capture tried for ProbCut,
    EXCLUDING searches the position without one move, and RAZORING is the quiescence that decides on razoring.
    TABLE_MOVE and KILLER_MOVE are the origins of the move. REPEATED is another search of the move searched just before.
    SHORTENED and EXTENDED nodes changed their own depth. NARROWED nodes raised alpha or lowered beta because no shorter
    win or loss is possible. The value of an ASSUMED node depends on a step that proves nothing, such as a reduction.
    """

    AFTER_PASS = 1
    VERIFYING = 2
    TRYING_CAPTURE = 4
    EXCLUDING = 8
    RAZORING = 16
    TABLE_MOVE = 32
    KILLER_MOVE = 64
    REPEATED = 128
    SHORTENED = 256
    EXTENDED = 512
    NARROWED = 1024
    ASSUMED = 2048


PROBE_FLAGS = Flag.AFTER_PASS | Flag.VERIFYING | Flag.TRYING_CAPTURE | Flag.EXCLUDING | Flag.RAZORING
"""The flags of visits that are not one of the moves that a node tries."""

NOT_EVALUATED = 2_000_001
"""Value of ``standing`` if a node was not evaluated."""

NO_STAMP = -1
"""Stamp of a visit that is not recorded (``engine.search.trace.Trace``)."""

UNKNOWN_WRITER = -1
"""Value of ``writer`` of a node that no entry of the table decided, or if it is unknown which visit wrote the entry."""

EARLIER_WRITER = -2
"""Value of ``writer`` if an earlier analysis wrote the entry. If another iteration of the same analysis did, its depth
is subtracted; it is the depth of the recorded iteration if the root was searched before with another window."""

FIELDS = (
    ("serial", "q"), ("subtree", "q"), ("writer", "q"), ("parent", "i"), ("move", "i"), ("alpha", "i"), ("beta", "i"),
    ("value", "i"), ("visits", "i"), ("standing", "i"), ("generated", "H"), ("tried", "H"), ("rank", "H"),
    ("late", "H"), ("futile", "H"), ("history", "H"), ("exchange", "H"), ("ply", "h"), ("depth", "h"),
    ("reduced", "h"), ("stored", "h"), ("flags", "H"), ("reason", "B"), ("spare", "B"), ("room", "H"),
)  # fmt: skip
"""The fields of a node in ``Trace.data``: name and type as in the module ``struct``, without padding."""

LAYOUT = struct.Struct("<" + "".join(kind for _, kind in FIELDS))
"""Layout of one node in ``Trace.data``, 80 bytes, little-endian."""


class TraceNode(Value):
    """One visit of a search to a position.

    Attributes:
        serial: number of the visit in the order of visits, from 0. Visits that are not recorded are counted.
        subtree: number of visits below this one, including itself.
        writer: serial number of the visit that wrote the entry of the table that decided the node, or a negative
            number: ``UNKNOWN_WRITER``, or ``EARLIER_WRITER`` and below.
        parent: index of the parent among the recorded nodes, or -1 for the first one.
        move: the move that led to the position, -1 for the root, or -2 for a pass that the rules do not allow.
        ply: distance from the root.
        depth: number of plies still to search. It is 0 or less in quiescence.
        alpha: lower bound of the window, for the side to move.
        beta: upper bound of the window, for the side to move.
        value: returned value, for the side to move, or 0 if the search was stopped in the node.
        reason: reason why the value was returned.
        visits: number of children visited. A child with the ply of its parent is another search of the same
            position, for example to confirm that a move may be pruned.
        generated: number of moves that the node generated.
        tried: number of moves that the node searched. It is less than ``visits`` if moves were searched again.
        rank: place of the move among those that its parent tried, from 1, or 0 if it is not one of them.
        reduced: number of plies by which the depth was reduced. It is negative if the depth was extended.
        stored: depth of the entry of the table that decided the node.
        standing: evaluation of the position, or ``NOT_EVALUATED``.
        flags: further facts.
        skipped: numbers of moves that were not searched, by ``Skip``.
    """

    serial: int
    subtree: int
    writer: int
    parent: int
    move: int
    alpha: int
    beta: int
    value: int
    visits: int
    standing: int
    generated: int
    tried: int
    rank: int
    skipped: tuple[int, ...]
    ply: int
    depth: int
    reduced: int
    stored: int
    flags: Flag
    reason: Reason
