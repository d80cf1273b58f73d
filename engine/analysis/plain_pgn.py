"""A record as PGN for other programs: standard evaluations and glyphs of the review, and no notes of our own.

The text is a copy: algorithms, judgements, counts of the score and drawings of other formats are omitted, and each
position that was set up after the beginning starts another game, with its own ``FEN``.

Sources: *Portable Game Notation Specification and Implementation Guide* (1994), for tags, glyphs and ``FEN``; lichess
and python-chess for the commands ``[%eval 0.31]`` and ``[%eval #-3]``: pawns, or moves to mate, from White's point of
view, of the position after the move.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from engine.analysis.verdict import Thresholds, Verdict, verdicts_of
from engine.core.evaluation import unit_of
from engine.core.outcome import Player
from engine.core.score import Score
from engine.records.escapes import CONTROL
from engine.records.formats import find_format
from engine.records.tree import ROOT, GameTree, Node, Record

ROSTER = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?", "Result": "*"}
"""The tags that every game has, in their order, with the values for unknown facts."""
STANDARD = frozenset(("clk", "emt", "egt", "mct", "csl", "cal"))
"""Names of the commands that other programs read."""
QUALITY = frozenset(range(1, 10))
"""Glyphs for the quality of a move. A move has at most one."""
PAWNS = "pawns"
_FOREIGN = re.compile(r"(#-?\d+|[+-]?\d+(\.\d+)?)(,\d+)?")


def plain_pgn(record: Record, thresholds: Thresholds | None = None) -> str:
    """Return the text of a record as PGN for other programs, which may have several games.

    A move gets the glyph of the class in which the review puts it, unless the author has given it one or the class has
    none, as that of an unsure move.

    Args:
        record: the record.
        thresholds: the limits between the classes of judged moves, or None for the defaults.
    """
    tree = record.tree
    algorithm, evaluation = reviewer_of(tree)
    judged = verdicts_of(tree, algorithm, evaluation, thresholds) if algorithm else ()
    verdicts = {each.node: each for each in judged}
    headers = {name: _clean(text) for name, text in {**ROSTER, **record.headers}.items()}
    games = []
    for start in (node for node in tree.nodes if node == ROOT or tree[node].setup is not None):
        part = GameTree(tree.game, dict(_nodes(tree, start, (algorithm, evaluation), verdicts)))
        games.append(Record(headers if start == ROOT else headers | {"Result": "*"}, part))
    return find_format("record.pgn").write(games)


def reviewer_of(tree: GameTree) -> tuple[str, str]:
    """Return the algorithm and the evaluation that judged most moves, or the deepest of these; else empty strings."""
    found: dict[tuple[str, str], tuple[int, int]] = {}
    for node in tree.main_line():
        for note in tree[node].evaluations:
            if note.judgement is not None and note.algorithm:
                count, depth = found.get((note.algorithm, note.evaluation), (0, 0))
                found[note.algorithm, note.evaluation] = count + 1, max(depth, note.judgement.depth or 0)
    return max(found, key=lambda source: found[source], default=("", ""))


def _nodes(
    tree: GameTree, start: int, source: tuple[str, str], verdicts: dict[int, Verdict]
) -> Iterator[tuple[int, Node]]:
    """Yield the nodes below ``start``, which becomes the root, up to the positions that were set up."""
    left = [start]
    while left:
        node = tree[left.pop()]
        children = tuple(child for child in node.children if tree[child].setup is None)
        left += children
        verdict, nags = verdicts.get(node.id), node.nags
        if verdict is not None and verdict.kind.nag is not None and not QUALITY.intersection(nags):
            nags = (verdict.kind.nag, *nags)
        evaluation = _evaluation(tree.game.name, node, source)
        commands = [f"eval {evaluation}"] if evaluation else []
        commands += [each for each in node.commands if each.partition(" ")[0] in STANDARD]
        made = replace(
            node, children=children, nags=nags, evaluations=(), commands=tuple(commands), comment=_clean(node.comment),
            lead=_clean(node.lead),
        )  # fmt: skip
        if node.id == start:
            made = replace(made, id=ROOT, parent=None, move=None)
        elif node.parent == start:
            made = replace(made, parent=ROOT)
        yield made.id, made


def _evaluation(game: str, node: Node, source: tuple[str, str]) -> str:
    """Return the evaluation of a node by the reviewer or, without one, the first one in pawns, or an empty string."""
    for note in sorted(node.evaluations, key=lambda each: (each.algorithm, each.evaluation) != source):
        if note.is_foreign and _FOREIGN.fullmatch(note.text):
            return note.text
        unit, places = unit_of(game, note.evaluation)
        if not note.is_foreign and note.score is not None and unit == PAWNS:
            return _standard(note.score, places)
    return ""


def _standard(score: Score, places: int) -> str:
    """Return a score as in ``[%eval …]``, or an empty string at the end of the game.

    Args:
        score: the score.
        places: number of decimals of a score in pawns.
    """
    score = score.pov(Player.FIRST)
    plies = score.win_in
    if plies is None:
        return f"{score.value / 10**places:.2f}"
    moves = (abs(plies) + 1) // 2
    return f"#{'-' if plies < 0 else ''}{moves}" if moves else ""


def _clean(text: str) -> str:
    """Return a text in one line, without characters that a comment cannot contain and that we would encode."""
    text = re.sub(CONTROL, " ", text).replace("{", "(").replace("}", ")").replace("[%", "[ %")
    return " ".join(text.split()).replace("\\", "/")
