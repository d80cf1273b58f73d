"""A record as PGN for other programs: standard evaluations and glyphs of the review, and no notes of our own.

The text is a copy: algorithms, judgements, counts of the score and drawings of other formats are omitted, and each
position that was set up after the beginning starts another game, with its own ``FEN``, except after a null move, which
is written ``--``. A position has the evaluation of the review, or that of another program in the form of lichess,
whatever its form was in the file.

Sources: *Portable Game Notation Specification and Implementation Guide* (1994), for tags, glyphs and ``FEN``;
``engine.records.public`` for the command ``[%eval …]``.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from engine.analysis.verdict import Thresholds, verdicts_of
from engine.records.bare import parts_of
from engine.records.escapes import CONTROL
from engine.records.foreign import file_notes
from engine.records.formats.pgn.writer import write_record
from engine.records.public import Publisher, Source, public_text, reviewer_of
from engine.records.tree import EvaluationNote, GameTree, Node, Record

ROSTER = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?", "Result": "*"}
"""The tags that every game has, in their order, with the values for unknown facts."""
STANDARD = frozenset(("clk", "emt", "egt", "mct", "csl", "cal"))
"""Names of the commands that other programs read."""
QUALITY = frozenset(range(1, 10))
"""Glyphs for the quality of a move. A move has at most one."""


def plain_pgn(record: Record, thresholds: Thresholds | None = None) -> str:
    """Return the text of a record as PGN for other programs, which may have several games.

    The moves get the glyphs of the review (``with_glyphs``).

    Args:
        record: the record.
        thresholds: the limits between the classes of judged moves, or None for the defaults.
    """
    tree = with_glyphs(record.tree, reviewer_of(record.tree), thresholds)
    headers = {name: _clean(text) for name, text in {**ROSTER, **record.headers}.items()}
    evaluations = _evaluations(tree)

    def change(node: Node) -> Node:
        text = evaluations.get(node.id)
        notes = () if text is None else (EvaluationNote(None, text=text),)
        commands = tuple(each for each in node.commands if each.partition(" ")[0] in STANDARD)
        return replace(
            node, evaluations=notes, commands=commands, comment=_clean(node.comment), lead=_clean(node.lead)
        )  # fmt: skip

    starts = {node for node in tree.nodes if tree[node].setup is not None and not tree.is_null_move(node)}
    games = parts_of(tree, starts, headers, change)
    return "\n".join(write_record(game, plain=True) for game in games)


def plain_games(records: Sequence[Record], thresholds: Thresholds | None = None) -> str:
    """Return the text of several records as ``plain_pgn`` writes each of them."""
    return "\n".join(plain_pgn(record, thresholds) for record in records)


def with_glyphs(tree: GameTree, reviewer: Source, thresholds: Thresholds | None = None) -> GameTree:
    """Return a tree in which the judged moves of the main line have the glyph of their class.

    A move keeps the glyph for its quality that the author has given it. A class without a glyph, as that of an unsure
    move, adds none.

    Args:
        tree: the tree.
        reviewer: the algorithm and the evaluation that judged the moves.
        thresholds: the limits between the classes, or None for the defaults.
    """
    nodes = dict(tree.nodes)
    for verdict in verdicts_of(tree, *reviewer, thresholds) if reviewer[0] else ():
        node, nag = tree[verdict.node], verdict.kind.nag
        if nag is not None and not QUALITY.intersection(node.nags):
            nodes[node.id] = replace(node, nags=(nag, *node.nags))
    return GameTree(tree.game, nodes)


def _evaluations(tree: GameTree) -> dict[int, str]:
    """Return the texts of ``[%eval …]`` by node."""
    publisher, texts = Publisher(tree), dict[int, str]()
    for number, note in file_notes(tree, tree.nodes).items():
        places = publisher.places(note)
        if note.score is not None and places is not None:
            depth = "" if note.depth is None else f",{note.depth}"
            texts[number] = f"{public_text(note.score, places)}{depth}"
    for node in tree.nodes.values():
        if derived := publisher.text(node):
            texts[node.id] = derived
    return texts


def _clean(text: str) -> str:
    """Return a text in one line, without characters that a comment cannot contain and that we would encode."""
    text = re.sub(CONTROL, " ", text).replace("{", "(").replace("}", ")").replace("[%", "[ %")
    return " ".join(text.split()).replace("\\", "/")
