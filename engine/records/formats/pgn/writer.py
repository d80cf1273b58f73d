"""Writer of a single record as PGN."""

import re
from collections.abc import Sequence

from engine.core.game import game_implied_by
from engine.core.outcome import Player
from engine.records.escapes import guard
from engine.records.formats.pgn.private import write_private
from engine.records.formats.pgn.text import ENDINGS, write_text, write_value
from engine.records.notes import write_evaluation
from engine.records.public import Publisher
from engine.records.tree import ROOT, GameTree, Record

WIDTH = 80
"""Maximum line length in characters; a longer token is written on a separate line."""


class _Page:
    """A text composed of tokens, with lines of at most ``WIDTH`` characters."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._column = 0

    def word(self, text: str, glue: bool = False) -> None:
        """Add a token. If ``glue`` is true, no space precedes the token. Line ends inside the token are kept."""
        first = text.partition("\n")[0]
        if self._column == 0:
            pass
        elif glue:
            self._put("")
        elif self._column + 1 + len(first) > WIDTH:
            self._parts.append("\n")
            self._column = 0
        else:
            self._put(" ")
        self._put(text)

    def comment(self, commands: Sequence[str], text: str) -> None:
        """Add a comment with commands and encoded text.

        Lines are broken between the elements of ``commands``, which are commands or parts of them, and at single spaces
        of the text.
        """
        # No line may begin with a character that some programs read as a tag or an escaped line.
        pieces = [*commands, *(re.split(r"(?<![\s\\]) (?![\s%\[])", text) if text else ())]
        pieces[0] = "{" + pieces[0]
        pieces[-1] += "}"
        for piece in pieces:
            self.word(piece)

    def _put(self, text: str) -> None:
        self._parts.append(text)
        _, newline, last = text.rpartition("\n")
        self._column = len(last) if newline else self._column + len(text)

    def text(self) -> str:
        """Return the text composed so far."""
        return "".join(self._parts)


def _write_node(page: _Page, tree: GameTree, number: int, publisher: Publisher) -> None:
    """Write the glyphs and the comment of a node."""
    node = tree[number]
    setup = None if number == ROOT or tree.is_null_move(number) else node.setup
    for nag in node.nags:
        page.word(f"${nag}")
    derived = publisher.text(node)
    evaluations = [derived] if derived else []
    evaluations += [write_evaluation(note) for note in node.evaluations if note.is_foreign]
    commands = [f"[%eval {each}]" for each in evaluations]
    commands += write_private(setup, derived, node.evaluations)
    commands += [f"[%{guard(command)}]" for command in node.commands]
    if commands or node.comment:
        page.comment(commands, write_text(node.comment))


def write_record(record: Record, *, plain: bool = False) -> str:
    """Return the PGN of a record: tags, moves and result.

    Args:
        record: the record.
        plain: whether to omit the tags that only this program reads if PGN without them is of the record's game. They
            are replaced by the tags of other programs for Chess960.
    """
    tree = record.tree
    fixed = {"Game": record.game.name, **record.game.record_tags}
    plain = plain and type(record.game) is game_implied_by("pgn")
    if plain:
        fixed = {}
    players = dict(zip(("White", "Black"), record.game.sides, strict=True)) if record.game.record_tags else {}
    players = {tag: side for tag, side in players.items() if side == tag or side not in record.headers}
    tags = [(players.get(name, name), text) for name, text in record.headers.items() if name not in fixed]
    tags += fixed.items()
    rules = record.game.rules_text()
    if rules and not plain:
        tags.append(("Rules", rules))
    setup = tree[ROOT].setup
    if plain and (record.game.protocol_rules("uci") or {}).get("chess960") == "true":
        tags = [*((name, text) for name, text in tags if name != "Variant"), ("Variant", "Chess960")]
        setup = setup or record.game.format_position(record.game.start())
    if setup is not None:
        tags += [("SetUp", "1"), ("FEN", setup)]
    page, publisher = _Page(), Publisher(tree)
    _write_node(page, tree, ROOT, publisher)
    depth = 0
    for step in tree.walk():
        closing = depth - step.depth + (1 if step.opens else 0)
        for _ in range(closing):
            page.word(")", glue=True)
        depth = step.depth
        node = tree[step.node]
        prefix = "(" if step.opens else ""
        if node.lead and step.opens:
            page.word("(")
            page.comment((), write_text(node.lead, commands=False))
            prefix = ""
        number = f"{step.number}." if step.player is Player.FIRST else f"{step.number}..." if step.resumes else ""
        move = tree.move_text(step.node) or "--"
        page.word(f"{prefix}{number}" if number else f"{prefix}{move}")
        if number:
            page.word(move)
        _write_node(page, tree, step.node, publisher)
    for _ in range(depth):
        page.word(")", glue=True)
    page.word(record.result)
    words = {ours: theirs for theirs, ours in ENDINGS.items()}
    tags = [(name, words.get(text, text) if name == "Termination" else text) for name, text in tags]
    head = "".join(f'[{name} "{write_value(text)}"]\n' for name, text in tags)
    return f"{head}\n{page.text()}\n"
