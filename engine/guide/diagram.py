"""Diagrams: positions with statements about moves, which are checked against the rules of the game.

A file ``resources/guide/diagrams/<page>.toml`` contains one table per diagram. The pages of all languages share this
file, so that they show the same positions. All keys of a table are optional:

- ``game``: identifier of the game; by default the name of the page;
- ``rules``: rule options as ``k=v,…``, or the name of a preset;
- ``position``: text of the initial position; by default the start of the game;
- ``line``: moves played from the initial position; the diagram shows the position after them;
- ``allowed``: legal moves in the position shown;
- ``refused``: illegal moves in the position shown;
- ``complete``: if true, the legal moves listed are all legal moves;
- ``wins``, ``draws``, ``loses``: legal moves that end the game with this result for the mover;
- ``continues``: legal moves that do not end the game;
- ``reach``: for each name of a cell, the names of the cells that the game's calculator reaches with the piece there;
- ``outcome``: winner (``first``, ``second`` or ``draw``) and termination, separated by a space, if the game is over in
  the position shown; without this key, the game must not be over;
- ``check``: if true, the side to move is in check;
- ``missed``: legal moves that the search of ``search`` misses;
- ``search``: an algorithm such as ``pvs:null_move=on``, whose recorded search of the position opens in *Tree*;
- ``depth``: the depth of that search;
- ``node``: moves from the position to the node of that search that is selected;
- ``count``: result of the count, for a finished game whose points are counted;
- ``dead``: names of cells whose groups are removed as dead before the count.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from engine.core.errors import IllegalMoveError, KyVienError, NotationError
from engine.core.game import Game, find_game
from engine.core.language import tr
from engine.core.outcome import Outcome, Player
from engine.core.position import Position
from engine.core.surface import MoveShape, Surface

Kind = Literal["allowed", "refused", "wins", "draws", "loses", "continues", "missed"]
KINDS: tuple[Kind, ...] = ("allowed", "wins", "draws", "loses", "continues", "missed", "refused")


class DiagramError(KyVienError):
    """Raised if the rules contradict a diagram."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement of a diagram about a move.

    Attributes:
        kind: kind of the statement, which is the key of the table.
        text: text of the move in the table.
        move: the move, or None if it is refused.
        cell: cell on which the mark of a refused move is drawn, or None if there is none.
        reason: reason why the move is illegal, in the current language, or an empty string for a legal move.
    """

    kind: Kind
    text: str
    move: int | None = None
    cell: int | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Diagram:
    """A position with statements that agree with the rules of its game.

    Attributes:
        name: name of the diagram in its file.
        game: the game with the diagram's rules.
        setup: text of the initial position, or None for the start of the game.
        moves: moves played from the initial position.
        positions: the initial position and the position after each move. The last position is shown.
        statements: statements about moves. Statements about legal moves are first.
        reach: a mapping of the cell of a piece to the cells that the calculator reaches with this piece.
        dead: cells whose groups are dead in the count.
        result: result of the count, or an empty string if the diagram has none.
        outcome: outcome of the game in the position shown, or None if the game is not over.
        search: the algorithm whose search of the position opens, or an empty string for the position itself.
        evaluation: the evaluation of that search. Searches of diagrams name it, because a default may change.
        depth: depth of that search in plies.
        node: moves from the position to the node of that search that is selected.
    """

    name: str
    game: Game
    setup: str | None
    moves: tuple[int, ...]
    positions: tuple[Position, ...]
    statements: tuple[Statement, ...]
    reach: Mapping[int, tuple[int, ...]]
    dead: tuple[int, ...]
    result: str
    outcome: Outcome | None
    search: str = ""
    evaluation: str = ""
    depth: int = 0
    node: tuple[int, ...] = ()

    @property
    def position(self) -> Position:
        """Return the position shown."""
        return self.positions[-1]

    def shapes(self, *kinds: Kind) -> list[MoveShape]:
        """Return the effects on the surface of the legal moves in all statements of the given kinds."""
        moves = (each.move for each in self.statements if each.kind in kinds)
        return [self.game.shape(self.position, move) for move in moves if move is not None]


@cache
def _source(page: str) -> Mapping[str, Mapping[str, Any]]:
    import tomllib
    from pathlib import Path

    import resources

    path = Path(resources.__path__[0], "guide", "diagrams", f"{page}.toml")
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def diagram_names(page: str) -> tuple[str, ...]:
    """Return the names of a page's diagrams in the order of the file."""
    return tuple(_source(page))


def find_diagram(page: str, name: str) -> Diagram:
    """Return a diagram of a page.

    Raises:
        KyVienError: if there is no such diagram, its table is invalid, or the rules contradict it.
    """
    if name not in _source(page):
        raise NotationError("there is no diagram {name!r}", name=name)
    return build_diagram(name, page, _source(page)[name])


_KEYS: dict[str, type] = {
    "game": str, "rules": str, "position": str, "line": list, "complete": bool, "reach": dict, "outcome": str,
    "check": bool, "count": str, "dead": list, "search": str, "evaluation": str, "depth": int,
    "node": list, **{str(kind): list for kind in KINDS},
}  # fmt: skip


def build_diagram(name: str, page: str, source: Mapping[str, Any]) -> Diagram:
    """Build a diagram from a table.

    Args:
        name: name of the diagram.
        page: name of the page, which is the default of the key ``game``.
        source: the table, with the keys listed in the documentation of this module.

    Raises:
        DiagramError: if the rules contradict the table.
        KyVienError: if the table is invalid.
    """
    for key, value in source.items():
        if key not in _KEYS or not isinstance(value, _KEYS[key]):
            raise NotationError("diagram {name}: {key} is not a key with such a value", name=name, key=key)
    game = find_game(source.get("game", page)).with_rules(source.get("rules", ""))
    setup = source.get("position")
    moves, positions = _played(game.start() if setup is None else game.parse_position(setup), source.get("line", ()))
    position = positions[-1]
    surface = game.surface(position)
    statements = tuple(
        _statement(name, game, position, surface, kind, text) for kind in KINDS for text in source.get(kind, ())
    )
    listed = {each.move for each in statements if each.move is not None}
    if source.get("complete") and listed != set(position.legal_moves()):
        others = sorted(set(position.legal_moves()) - listed)
        raise DiagramError(
            "diagram {name}: {moves} are legal, too",
            name=name, moves=", ".join(game.format_move(position, move) for move in others),
        )  # fmt: skip
    if source.get("check", False) and not game.checked(position):
        raise DiagramError("diagram {name}: the side to move is not in check", name=name)
    outcome = position.outcome()
    _check_outcome(name, outcome, source.get("outcome", ""))
    cells = {surface.cell_name(cell): cell for cell in range(surface.columns * surface.rows)}
    try:
        reach = {cells[start]: tuple(cells[end] for end in ends) for start, ends in source.get("reach", {}).items()}
        dead = tuple(cells[each] for each in source.get("dead", ()))
    except KeyError as error:
        raise NotationError("diagram {name}: {text} is not a cell", name=name, text=error.args[0]) from None
    for start, ends in reach.items():
        found = {row.target for row in game.reckonings(position, start) if row.target is not None}
        if found != set(ends):
            raise DiagramError(
                "diagram {name}: the calculator arrives at {cells}",
                name=name, cells=", ".join(map(surface.cell_name, sorted(found))),
            )  # fmt: skip
    result = source.get("count", "")
    if result and not game.has_count:
        raise DiagramError("diagram {name}: the points of this game are not counted", name=name)
    if result and (counted := game.count(position, dead).result) != result:
        raise DiagramError("diagram {name}: the count is {result}", name=name, result=counted)
    node, _ = _played(position, source.get("node", ()))
    return Diagram(
        name, game, setup, tuple(moves), tuple(positions), statements, reach, dead, result, outcome,
        source.get("search", ""), source.get("evaluation", ""), source.get("depth", 0), tuple(node),
    )  # fmt: skip


def _played(position: Position, texts: Sequence[str]) -> tuple[list[int], list[Position]]:
    """Return the moves with the given texts, and the position with the position after each of them."""
    moves, positions = list[int](), [position]
    for text in texts:
        moves.append(position.game.parse_move(positions[-1], text))
        positions.append(positions[-1].play(moves[-1]))
    return moves, positions


def _statement(name: str, game: Game, position: Position, surface: Surface, kind: Kind, text: str) -> Statement:
    """Return a statement of the given kind about the move ``text``, after checking it against the rules.

    Raises:
        DiagramError: if the rules contradict the statement.
        NotationError: if ``text`` is not a move.
    """
    try:
        move = game.parse_move(position, text)
    except IllegalMoveError as error:
        if kind == "refused":
            reason = str(error).removeprefix(f"{text}: ")
            return Statement(kind, text, None, _last_cell(surface, text), reason)
        raise DiagramError("diagram {name}: {error}", name=name, error=error) from None
    if kind == "refused":
        raise DiagramError("diagram {name}: {move} is legal", name=name, move=text)
    outcome = position.play(move).outcome()
    winner = None if outcome is None else outcome.winner
    mover = position.turn
    found = {
        "wins": winner is mover,
        "loses": winner is mover.other,
        "draws": outcome is not None and winner is None,
        "continues": outcome is None,
        "allowed": True,
        "missed": True,
    }
    if not found[kind]:
        ending = "–" if outcome is None else f"{outcome.result} ({tr(outcome.termination.value)})"
        raise DiagramError("diagram {name}: after {move} the result is {result}", name=name, move=text, result=ending)
    return Statement(kind, text, move)


def _check_outcome(name: str, outcome: Outcome | None, expected: str) -> None:
    """Compare the outcome of a position with ``expected``, the value of the key ``outcome`` or an empty string.

    Raises:
        DiagramError: if they differ.
    """
    found = ""
    if outcome is not None:
        winner = "draw" if outcome.winner is None else "first" if outcome.winner is Player.FIRST else "second"
        found = f"{winner} {outcome.termination.value}"
    if found != expected:
        raise DiagramError("diagram {name}: the outcome is {outcome!r}", name=name, outcome=found)


def _last_cell(surface: Surface, text: str) -> int | None:
    """Return the last cell whose name occurs in the text of a move, or None if there is none."""
    names = {surface.cell_name(cell).lower(): cell for cell in range(surface.columns * surface.rows)}
    found = [names[word] for word in _words(names, text.lower())]
    return found[-1] if found else None


def _words(names: Mapping[str, int], text: str) -> Sequence[str]:
    # Longer names come first, so that e10 is not read as e1.
    pattern = "|".join(re.escape(each) for each in sorted(names, key=len, reverse=True))
    words: list[str] = re.findall(pattern, text)
    return words
