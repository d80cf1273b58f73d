"""Scores in records that other programs evaluated, understood from their commands, comments and properties.

Nothing is changed or stored: the notes of this module are derived from a tree, and the texts remain in the file. The
first form of this table that a node has counts. All scores are of the position after the move. “Mover” is the side that
made the move.

==================================  ======================  ============================================================
Form                                Point of view           Source
==================================  ======================  ============================================================
``[%eval 0.17]`` and others         FIRST                   ``engine.records.public``
``[%evp 0,34,17,20,…]``             FIRST, by ply           ChessBase, in the first comment (oschess-cb-bridge, “Both
                                                            forms”; chess.stackexchange.com, question 26990)
``+0.16/13 0.07s``, ``-M5/20 1s``   mover                   cutechess, ``chessgame.cpp``; fastchess, ``pgn_builder.cpp``
``d=25, …, wv=0.33, …``             FIRST                   TCEC, ``tceccutechess/projects/lib/src/chessgame.cpp``
``SBKV[45.81]``                     FIRST, chance in %      Sabaki (issue 479) and analyze-sgf
``KT[…]``                           FIRST, chance           KaTrain, ``game_node.py``: the third value is JSON
``LZ[0.7.4 45.8 1.2k …]``           mover, chance in %      Lizzie and LizzieYzy, ``SGFParser.java``
``0.45 0.55 0.00 -0.5 v=100``       SECOND, chance          KataGo, ``cpp/dataio/sgf.cpp``: win, loss, no result, score
``Win rate: B 53.2%``               the side named          comments of KaTrain and analyze-sgf in English
==================================  ======================  ============================================================

A mate in comments of cutechess, and of fastchess since its pull request 696, is counted in plies from the position
before the move (cutechess issue 873): odd for the side that mates, and even for the side that is mated. A number of the
other parity can only be one of moves, as earlier versions of fastchess wrote it. All others are read as plies.
A number alone in a comment, as pgn-extract and Scid write it, is not read, because it could be anything.
The chance of winning is expressed as a score of the game's default evaluation (``engine.core.chance``).
"""

import base64
import binascii
import json
import re
import zlib
from collections.abc import Iterable, Iterator
from functools import lru_cache

from engine.core.chance import chance_value
from engine.core.evaluation import scale_of
from engine.core.outcome import Player
from engine.core.score import WIN, WIN_BOUND, Score
from engine.records.formats.sgf.values import KEPT, unpack
from engine.records.public import pawn_places, read_centipawns, read_public, score_of
from engine.records.tree import ROOT, EvaluationNote, GameTree, Node

Found = tuple[Score, int | None]
"""A score, and the depth in plies if it is known."""

_MOVER = re.compile(
    r"\s*(?:(?P<pawns>[+-]?\d{1,6}\.\d{1,3})|(?P<sign>[+-]?)M(?P<mate>\d{1,3}))/(?P<depth>\d{1,4})(?=[\s,]|$)", re.ASCII
)
_TCEC = re.compile(
    r"(?:^|[\s,])wv=(?:(?P<pawns>[+-]?\d{1,6}\.\d{1,3})|(?P<sign>[+-]?)M(?P<mate>\d{1,3}))(?=[\s,;]|$)", re.ASCII
)
_TCEC_DEPTH = re.compile(r"(?:^|[\s,])d=(\d{1,4})(?=[\s,;]|$)", re.ASCII)
_PROFILE = re.compile(r"evp\s+(\d{1,4}),\s*(\d{1,4})((?:,\s*-?\d{1,6})+)\s*", re.ASCII)
_KATAGO = re.compile(r"(?:^|\s)([01]\.\d\d) ([01]\.\d\d) ([01]\.\d\d) -?\d{1,4}\.\d(?= v=\d)", re.ASCII)
_NAMED = re.compile(r"\bWin rate: (B|W)(?:lack|hite)? (\d{1,3}(?:\.\d{1,3})?)\s?%", re.ASCII)
_LIZZIE = re.compile(r"\S+ (\d{1,3}(?:[.,]\d{1,6})?) (?!0(?:\s|$))\d", re.ASCII)
_PERCENT = re.compile(r"\s*\d{1,3}(?:\.\d{1,20})?\s*", re.ASCII)
_MOST_BYTES = 4_000_000
"""Maximum size of the data of a node that KaTrain compressed."""


def file_notes(tree: GameTree, nodes: Iterable[int]) -> dict[int, EvaluationNote]:
    """Return the scores of other programs in a record, by node, as notes without an algorithm.

    The scores have the unit of the game's default evaluation.

    Args:
        tree: the tree.
        nodes: the nodes to search for scores. Nodes without one are not in the result.
    """
    places = pawn_places(tree.game.name)
    if places is None and not tree.game.shows_chance:
        return {}
    profile = {} if places is None else _profile(tree, places)
    found = {}
    for number in nodes:
        if places is None:
            chance = next(_chances(tree, tree[number]), None)
            score = None if chance is None else _of_chance(tree, chance)
            best: Found | None = None if score is None else (score, None)
        else:
            best = next(_scores(tree, tree[number], places, profile), None)
        if best is not None:
            found[number] = EvaluationNote(None, best[1], best[0])
    return found


# --- chess and xiangqi ------------------------------------------------------------------------------------------------


def _scores(tree: GameTree, node: Node, places: int, profile: dict[int, Score]) -> Iterator[Found]:
    """Yield the scores of a node in the order of the forms."""
    for note in node.evaluations:
        if note.is_foreign and (given := read_public(note.text, tree.position(node.id), places)) is not None:
            yield given
    if node.id in profile:
        yield profile[node.id], None
    if "/" not in node.comment and "wv=" not in node.comment:
        return
    mover = tree.position(node.id).turn.other
    for line in node.comment.split("\n"):
        match = _MOVER.match(line)
        if match is not None and (score := _written(match, mover, mover, places)) is not None:
            yield score, int(match["depth"])
        match = _TCEC.search(line)
        if match is not None and (score := _written(match, Player.FIRST, mover, places)) is not None:
            depth = _TCEC_DEPTH.search(line)
            yield score, None if depth is None else int(depth[1])


def _written(match: re.Match[str], viewer: Player, mover: Player, places: int) -> Score | None:
    """Return the score that a program for tournaments wrote from the point of view of ``viewer``."""
    if match["pawns"]:
        score = score_of(float(match["pawns"]) * 10**places)
        return None if score is None else Score(score.value, viewer).pov(Player.FIRST)
    count, winner = int(match["mate"]), viewer.other if match["sign"] == "-" else viewer
    is_odd = winner is mover
    plies = count if count % 2 == is_odd else 2 * count - is_odd
    # The position after the move is one ply nearer.
    if not 0 < plies <= WIN - WIN_BOUND:
        return None
    return Score(WIN - (plies - 1), winner).pov(Player.FIRST)


def _profile(tree: GameTree, places: int) -> dict[int, Score]:
    """Return the scores by node of the main line in the evaluation profile of ChessBase."""
    for command in tree[ROOT].commands:
        match = _PROFILE.fullmatch(command)
        if match is not None:
            line, first = tree.main_line(), int(match[1])
            values = [int(text) for text in match[3].split(",")[1:]]
            scores = zip(line[first:], (read_centipawns(value, places) for value in values), strict=False)
            return {node: score for node, score in scores if score is not None}
    return {}


# --- chances of winning -----------------------------------------------------------------------------------------------


def _of_chance(tree: GameTree, chance: float) -> Score | None:
    """Return the score of the default evaluation with a chance of winning of FIRST, 0 to 1."""
    scale = scale_of(tree.game.name)
    return Score(chance_value(chance, scale), Player.FIRST) if scale and 0 <= chance <= 1 else None


def _chances(tree: GameTree, node: Node) -> Iterator[float]:
    """Yield FIRST's chances of winning at a node, 0 to 1: those of properties, then those of the comment."""
    for command in node.commands:
        found = _of_property(command) if command.startswith("sgf ") else None
        if found is not None:
            of_mover, chance = found
            yield 1 - chance if of_mover and tree.position(node.id).turn is Player.FIRST else chance
    if (match := _KATAGO.search(node.comment)) is not None:
        yield float(match[2]) + float(match[3]) / 2
    if (match := _NAMED.search(node.comment)) is not None:
        yield float(match[2]) / 100 if match[1] == "B" else 1 - float(match[2]) / 100


@lru_cache(maxsize=1024)
def _of_property(command: str) -> tuple[bool, float] | None:
    """Return whether the chance in a property of SGF is that of the side that moved, not Black's, and the chance.

    The result is None for other properties, and for values that are not understood.
    """
    match = KEPT.fullmatch(command)
    if match is None:
        return None
    values = [unpack(value) for value in match[2].split(",")]
    if match[1] == "SBKV" and _PERCENT.fullmatch(values[0]):
        return False, float(values[0]) / 100
    if match[1] == "LZ" and (given := _LIZZIE.match(values[0])) is not None:
        return True, float(given[1].replace(",", ".")) / 100
    chance = _katrain(values[2]) if match[1] == "KT" and len(values) > 2 else None
    return None if chance is None else (False, chance)


def _katrain(value: str) -> float | None:
    """Return Black's chance of winning in the third value of KaTrain's property, or None."""
    try:
        unpacked = zlib.decompressobj(wbits=31).decompress(base64.b64decode(value, validate=True), _MOST_BYTES)
        chance = json.loads(unpacked)["root"]["winrate"]
    except (binascii.Error, zlib.error, ValueError, KeyError, TypeError, RecursionError):
        return None
    return float(chance) if isinstance(chance, int | float) and 0 <= chance <= 1 else None
