"""Writer of a single record as UBB text."""

from collections import deque
from collections.abc import Iterator

from engine.core.errors import NotationError
from engine.core.game import games
from engine.core.language import tr
from engine.records.formats.ubb.fields import write_value
from engine.records.formats.ubb.headers import CONSTANT, FIELDS, OTHER, PREFIX, RESULTS
from engine.records.formats.xqf import PIECES
from engine.records.tree import ROOT, GameTree, Record


def _point(cell: int) -> str:
    return f"{cell % 9}{9 - cell // 9}"


def _points(tree: GameTree) -> str:
    """Return the points of the 32 pieces at the root.

    Raises:
        NotationError: if a side has more pieces of a kind than a set has.
    """
    pieces = tree.game.setup(tree.position(ROOT)).pieces
    # The pieces of a side are listed from its left as seen by Red, as at the start.
    cells = sorted(pieces, key=lambda cell: (cell % 9, cell))
    points = []
    for side in "rb":
        for kind in PIECES:
            cell = next((cell for cell in cells if pieces[cell] == side + kind), None)
            points.append("99" if cell is None else _point(cell))
            if cell is not None:
                cells.remove(cell)
    if cells:
        raise NotationError("a .ubb file has no place for more pieces than a set has; save as .pgn")
    return "".join(points)


def _headers(record: Record) -> Iterator[tuple[str, str]]:
    """Yield the name and the value of the fields that are headers."""
    headers = dict(record.headers)
    for name, value in CONSTANT.items():
        yield name, headers.pop(PREFIX + name, value)
    if title := headers.pop("Title", headers.get("Event", "")):
        yield "title", title
    for tag, value in headers.items():
        if tag == "Result":
            yield "result", RESULTS[record.result]
            continue
        yield FIELDS.get(tag, tag[len(PREFIX) :] if tag.startswith(PREFIX) else f"{OTHER}{tag}"), value
    for side in ("red", "black"):
        player = headers.get("White" if side == "red" else "Black", "")
        team = headers.get(f"{side.title()}Team", "")
        if player and f"{PREFIX}{side}" not in headers:
            yield side, f"{team} {player}".strip()
    if rules := record.game.rules_text():
        yield f"{OTHER}Rules", rules


def _moves(tree: GameTree) -> Iterator[tuple[str, str]]:
    """Yield the fields of the main line, the variations and the comments."""
    names = tree.game.surface(tree.position(ROOT))
    cells = {names.cell_name(cell): _point(cell) for cell in range(90)}
    comments = [("comment0", tree[ROOT].comment)]
    last = 0
    waiting = deque([(0, "movelist", 1, tree[ROOT].children[0] if tree[ROOT].children else None)])
    while waiting:
        number, name, ply, node = waiting.popleft()
        moves = []
        while node is not None:
            text = tree.move_text(node, "coordinates")
            moves.append(cells[text[: len(text) // 2]] + cells[text[len(text) // 2 :]])
            comments.append((f"comment{number}_{ply}" if number else f"comment{ply}", tree[node].comment))
            siblings = tree.siblings(node)
            if node == siblings[0]:
                for other in siblings[1:]:
                    last += 1
                    waiting.append((last, f"move_{number}_{ply}_{last}", ply, other))
            node, ply = next(iter(tree[node].children), None), ply + 1
        yield name, "".join(moves)
        if name == "movelist":
            yield "length", str(len(moves))
    yield from (each for each in comments if each[1])


def write_record(record: Record) -> str:
    """Return a record as UBB text.

    Raises:
        NotationError: if the text cannot hold the record.
    """
    tree, game = record.tree, record.game
    if game.record_rules("ubb") is None:
        known = ", ".join(tr(kind.title) for kind in games().values() if kind().record_rules("ubb") is not None)
        raise NotationError("a .ubb file holds only records of {games}; save as .pgn", games=known)
    for node in tree.nodes.values():
        if node.nags or node.evaluations or node.commands or node.lead or (node.setup is not None and node.id != ROOT):
            raise NotationError(
                "a .ubb file holds no glyphs, evaluations, clocks, comments before moves or positions within the game; "
                "save as .pgn, or export a copy"
            )
    fields = [each for each in _headers(record) if each[1]]
    if (setup := tree[ROOT].setup) is not None:
        fields.append(("fen", setup))
    fields += [("binit", _points(tree)), *_moves(tree)]
    lines = (f"[DhtmlXQ_{name}]{write_value(text)}[/DhtmlXQ_{name}]\n" for name, text in fields)
    return f"[DhtmlXQ]\n{''.join(lines)}[/DhtmlXQ]\n"
