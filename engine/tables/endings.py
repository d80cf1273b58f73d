"""Tables of endings: generation, files, and exact answers about positions.

A file begins with one line of JSON, an object with these keys:

- ``format``: ``kyvien-endings-1``.
- ``game`` and ``rules``: the identifier of the game, and the rules the table is valid for, for ``Game.with_rules``.
- ``material``: the pieces, as in ``Endings``.
- ``positions``: number of values, including those of numbers without a position.
- ``longest``: greatest number of plies to the end of the game.
- ``counts``: for each side to move, the numbers of positions, wins, draws and losses. Symmetrical positions are counted
  once, except for those in which the first piece is on an axis of symmetry.
- ``sha256``: the hexadecimal digest of the values.

The rest is the values by number (``engine.tables.retrograde``), compressed by zlib. The value of a number without a
position is that of the number before it, because the file is then smaller.

The numbers of plies are exact if both sides play for the shortest win, and neither the earlier positions nor a limit of
moves ends the game before. ``EndingLibrary.exact`` answers only if this is so in the position asked about.
"""

import hashlib
import json
import zlib
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from engine.core.endings import LONGEST, Endings
from engine.core.errors import KyVienError, OptionError
from engine.core.files import FileError, exists, read_bytes, user_state_path, write_bytes
from engine.core.game import Game, find_game
from engine.core.language import tr
from engine.core.outcome import Player
from engine.core.position import Position
from engine.core.score import WIN, Score
from engine.core.values import Value
from engine.tables.retrograde import Layout, Retrograde

FORMAT = "kyvien-endings-1"
SUFFIX = ".endings"
ILLEGAL = 255
MOST_HEAD = 4096
"""Maximum length of the first line of a file, in bytes."""
CHUNK = 1 << 16
"""Number of positions that are analysed between two calls of ``on_step``."""
MOST_PIECES = 6
"""Maximum number of pieces of a material."""


class EndingTable(Value):
    """The values of all positions of one material.

    Attributes:
        game: identifier of the game.
        material: the pieces.
        values: the values by number.
        longest: greatest number of plies to the end of the game.
        counts: for each side to move, the numbers of positions, wins, draws and losses.
    """

    game: str
    material: str
    values: bytes
    longest: int
    counts: tuple[tuple[int, int, int, int], ...]


class Exact(Value):
    """The exact value of a position.

    Attributes:
        score: the score for the side to move, which is a win, a loss or 0.
        material: the pieces of the table.
        rules: the rules of the table, or an empty string for the default rules.
        move: a move that keeps the value and, of a win, the number of plies, or None if the table of the material after
            every such move is missing.
    """

    score: Score
    material: str
    rules: str
    move: int | None


def endings_of(game: Game) -> Endings:
    """Return what is needed to tabulate the endings of a game.

    Raises:
        OptionError: if the game has no tables of endings.
    """
    endings = game.endings()
    if endings is None:
        raise OptionError("{game} has no tables of endings", game=game.name)
    return endings


def normal_material(endings: Endings, text: str) -> str:
    """Return a material with its letters in order and the stronger side first.

    Raises:
        OptionError: if the text is not a material, or if no table can contain it.
    """
    word = text.strip().upper()
    for letter, other in endings.synonyms:
        word = word.replace(letter, other)
    royal = endings.letters[0]
    if len(word) > MOST_PIECES or word.count(royal) != 2 or word[0] != royal or not set(word) <= set(endings.letters):
        raise OptionError(
            "{text!r} is not a material: expected the pieces of both sides, at most {most}, such as {example}",
            text=text[:40], most=MOST_PIECES, example=", ".join(endings.materials[:3]),
        )  # fmt: skip
    sides = [sorted(side, key=endings.letters.index) for side in word[1:].split(royal)]
    for letter, limit in zip(endings.letters, endings.limits, strict=True):
        if any(side.count(letter) > limit for side in sides):
            raise OptionError(
                "{material}: a side has at most {limit} × {letter}", material=word, letter=letter, limit=limit
            )
    for letter in endings.one_sided:
        if all(letter in side for side in sides):
            raise OptionError("{material}: only one side may have {letter} in a table", material=word, letter=letter)
    # The side with the strongest piece is first; the end of a side is weaker than every piece.
    sides.sort(key=lambda side: [*(endings.letters.index(letter) for letter in side), len(endings.letters)])
    return "".join(royal + "".join(side) for side in sides)


def material_of(endings: Endings, pieces: Sequence[int]) -> str:
    """Return the normal material of some pieces, given by their numbers in ``Position.put_pieces``."""
    sides = [
        [
            letter
            for letter, own in zip(endings.letters, endings.pieces[side], strict=True)
            for each in pieces
            if each == own
        ]
        for side in (0, 1)
    ]
    return normal_material(endings, "".join("".join(side) for side in sides))


def layout_of(endings: Endings, material: str) -> Layout:
    """Return the numbers of the positions of a normal material.

    Raises:
        OptionError: if there are too many positions.
    """
    letters = endings.letters
    first, second = material[1:].split(letters[0])
    counts = [(0, letters[0]), (1, letters[0]), *((0, each) for each in first), *((1, each) for each in second)]
    swapped = tuple(endings.swap)
    pieces, cells = [], []
    for side, letter in counts:
        kind = letters.index(letter)
        pieces.append(endings.pieces[side][kind])
        allowed = endings.cells[kind]
        cells.append(sorted(allowed if side == 0 else (swapped[cell] for cell in allowed)))
    symmetries = endings.symmetries
    if not set(endings.directed) & set(material):
        symmetries += endings.free_symmetries
    return Layout(pieces, cells, symmetries, list(zip(*endings.pieces, strict=True)), swapped)


def generate(
    game: str, material: str, on_step: Callable[[str, float], None] = lambda material, share: None
) -> dict[str, EndingTable]:
    """Generate the table of a material, and those of all materials that captures and promotions lead to.

    Args:
        game: identifier of the game.
        material: the material.
        on_step: called from time to time with a material and the share of the work on it that is done, 0 to 1.

    Returns:
        The tables by material. The table of ``material`` is the last one.

    Raises:
        OptionError: if there is no such material, or if it has too many positions.
    """
    kind = find_game(game)
    endings = endings_of(kind())
    blank = kind.with_rules(endings.rules).start()
    tables: dict[str, EndingTable] = {}
    layouts: dict[str, Layout] = {}
    wanted = [normal_material(endings, material)]
    layout_of(endings, wanted[0])  # before anything is computed
    while wanted:
        name = wanted[-1]
        layout = layouts.setdefault(name, layout_of(endings, name))
        missing = None
        if name not in tables:
            exits = [(layouts[each], tables[each].values) for each in tables]
            analysis = Retrograde(blank, layout, exits)
            missing = _counted(name, analysis, layout.size, on_step)
        if missing is not None:
            wanted.append(material_of(endings, missing))
            continue
        if name not in tables:
            tables[name] = _table(game, name, analysis, layout.size, on_step)
        wanted.pop()
    return tables


def _counted(
    material: str, analysis: Retrograde, size: int, on_step: Callable[[str, float], None]
) -> Sequence[int] | None:
    """Run the first pass of an analysis. Return None, or the pieces of a material whose table is missing."""
    for start in range(0, size, CHUNK):
        missing: Sequence[int] | None = analysis.count(start, min(size, start + CHUNK))
        if missing is not None:
            return missing
        on_step(material, start / size / 2)
    return None


def _table(
    game: str, material: str, analysis: Retrograde, size: int, on_step: Callable[[str, float], None]
) -> EndingTable:
    """Return the table of an analysis whose first pass is complete."""
    analysis.prepare()
    for start in range(0, size, CHUNK):
        analysis.link(start, min(size, start + CHUNK))
        on_step(material, 0.5 + start / size / 2)
    plies = 0
    while analysis.settle(plies):
        plies += 1
    values = analysis.result()
    counts = []
    longest = 0
    for half in (values[: size // 2], values[size // 2 :]):
        found = Counter(half)
        del found[ILLEGAL]
        wins = sum(count for value, count in found.items() if value and value % 2 == 0)
        losses = sum(count for value, count in found.items() if value % 2)
        counts.append((wins + losses + found[0], wins, found[0], losses))
        longest = max(longest, max(found, default=1) - 1)
    on_step(material, 1.0)
    return EndingTable(game, material, _filled(values), longest, tuple(counts))


def _filled(values: bytes) -> bytes:
    """Return the values with those of numbers without a position replaced by the value before."""
    blank = bytes([ILLEGAL])
    filled = bytearray(values)
    at = filled.find(blank)
    while at >= 0:
        end = at
        while end < len(filled) and filled[end] == ILLEGAL:
            end += 1
        filled[at:end] = bytes([filled[at - 1] if at else 0]) * (end - at)
        at = filled.find(blank, end)
    return bytes(filled)


# --- files ------------------------------------------------------------------------------------------------------------


def write_table(path: Path, table: EndingTable) -> int:
    """Write a table to a file, and return the size of the file in bytes.

    Raises:
        FileError: if the file cannot be written.
    """
    endings = endings_of(find_game(table.game)())
    head = {
        "format": FORMAT, "game": table.game, "rules": endings.rules, "material": table.material,
        "positions": len(table.values), "longest": table.longest, "counts": [list(each) for each in table.counts],
        "sha256": hashlib.sha256(table.values).hexdigest(),
    }  # fmt: skip
    data = json.dumps(head).encode() + b"\n" + zlib.compress(table.values, 9)
    write_bytes(path, data)
    return len(data)


def read_table(path: Path) -> EndingTable:
    """Read a table from a file.

    Raises:
        FileError: if the file cannot be read, or is not a complete table of a known game.
    """
    data = read_bytes(path)
    try:
        return _parsed(data)
    except (KyVienError, ValueError) as error:
        reason = error if isinstance(error, KyVienError) else tr("it is damaged")
        raise FileError("{path} is not a table of endings: {reason}", path=path, reason=reason) from None


def _parsed(data: bytes) -> EndingTable:
    """Return the table in the content of a file.

    Raises:
        KyVienError: if the content belongs to another game, material or format.
        ValueError: if the content is damaged. Errors of the JSON parser and of the conversion of text are included.
    """
    end = data.find(b"\n", 0, MOST_HEAD)
    if end < 0:
        raise ValueError("no head")
    try:
        head = json.loads(data[:end])
    except RecursionError:
        raise ValueError("too deep") from None
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise OptionError("its format is not {format}", format=FORMAT)
    game, material, size, longest = (head.get(key) for key in ("game", "material", "positions", "longest"))
    if not (isinstance(game, str) and isinstance(material, str) and type(size) is int and type(longest) is int):
        raise ValueError("fields")
    endings = endings_of(find_game(game)())
    if normal_material(endings, material) != material or head.get("rules") != endings.rules:
        raise ValueError("material")
    if layout_of(endings, material).size != size:
        raise ValueError("size")
    values = _inflated(data[end + 1 :], size)
    if hashlib.sha256(values).hexdigest() != head.get("sha256") or not max(0, max(values) - 1) == longest <= LONGEST:
        raise ValueError("values")
    return EndingTable(game, material, values, longest, _counts(head.get("counts"), size))


def _inflated(data: bytes, size: int) -> bytes:
    """Return the ``size`` bytes that ``data`` contains in compressed form, without allocating more.

    Raises:
        ValueError: if ``data`` does not contain exactly these bytes.
    """
    inflater = zlib.decompressobj()
    try:
        values = inflater.decompress(data, size + 1)
    except zlib.error:
        raise ValueError("compression") from None
    if len(values) != size or not inflater.eof or inflater.unused_data:
        raise ValueError("length")
    return values


def _counts(found: Any, size: int) -> tuple[tuple[int, int, int, int], ...]:
    """Return the counts in a head.

    Raises:
        ValueError: if they are not those of a table with ``size`` numbers.
    """
    if not isinstance(found, list) or len(found) != 2:
        raise ValueError("counts")
    counts = []
    for row in found:
        whole = isinstance(row, list) and len(row) == 4 and all(type(each) is int and each >= 0 for each in row)
        if not whole or sum(row[1:]) != row[0] or row[0] > size:
            raise ValueError("counts")
        counts.append((row[0], row[1], row[2], row[3]))
    return tuple(counts)


# --- answers ----------------------------------------------------------------------------------------------------------


def shipped_folder() -> Path:
    """Return the folder of the tables that are part of the installation."""
    import resources

    return Path(resources.__path__[0], "endings")


def user_folder() -> Path:
    """Return the folder of the tables that the user has generated."""
    return user_state_path() / "endings"


def file_of(folder: Path, game: str, material: str) -> Path:
    """Return the file of a table in a folder of tables."""
    return folder / game / f"{material}{SUFFIX}"


class EndingLibrary:
    """The tables in some folders, each of which is read when it is needed for the first time.

    Args:
        folders: the folders. A table in an earlier one is used first.

    Attributes:
        faults: one sentence for each file that could not be read. Such a file is ignored.
    """

    def __init__(self, folders: Sequence[Path]) -> None:
        self._folders = list(folders)
        self._tables: dict[tuple[str, str], tuple[EndingTable, Layout] | None] = {}
        self.faults: list[str] = []

    @classmethod
    def usual(cls) -> "EndingLibrary":
        """Return the library of the user's tables and those of the installation."""
        try:
            return cls([user_folder(), shipped_folder()])
        except RuntimeError:  # a user without a home folder
            return cls([shipped_folder()])

    def forget(self) -> None:
        """Read all tables again when they are needed, as new ones may have been generated."""
        self._tables.clear()
        self.faults.clear()

    def find(self, game: str, material: str) -> EndingTable | None:
        """Return the table of a normal material, or None if there is none."""
        known = self._entry(game, material)
        return None if known is None else known[0]

    def _entry(self, game: str, material: str) -> tuple[EndingTable, Layout] | None:
        if (game, material) not in self._tables:
            self._tables[game, material] = self._read(game, material)
        return self._tables[game, material]

    def _read(self, game: str, material: str) -> tuple[EndingTable, Layout] | None:
        for folder in self._folders:
            path = file_of(folder, game, material)
            if not exists(path):
                continue
            try:
                table = read_table(path)
                if (table.game, table.material) == (game, material):
                    return table, layout_of(endings_of(find_game(game)()), material)
                self.faults.append(
                    tr("{path} is not a table of endings: {reason}", path=path, reason=tr("it is damaged"))
                )
            except KyVienError as error:
                self.faults.append(str(error))
        return None

    def value(self, position: Position) -> int | None:
        """Return the value of a position without regard to its history, or None if no table contains it."""
        found = self._look(position)
        return None if found is None else found[1]

    def _look(self, position: Position) -> tuple[str, int] | None:
        """Return the material and the value of a position, or None if no table contains it."""
        placement = position.placement
        if placement is None or len(placement) > MOST_PIECES:
            return None
        endings = position.game.endings()
        if endings is None:
            return None
        try:
            material = material_of(endings, [piece for piece, _ in placement])
        except OptionError:  # both sides have pieces of a kind that only one side may have
            return None
        entry = self._entry(position.game.name, material)
        number = None if entry is None else entry[1].number_of(placement, position.side)
        return None if entry is None or number is None else (material, entry[0].values[number])

    def exact(self, position: Position) -> Exact | None:
        """Return the exact value of a position, or None if it is not known or the game is over.

        It is not known if no table contains the position, or if the history of the position can change the value.
        """
        found = self._look(position)
        if found is None or position.outcome() is not None:
            return None
        material, value = found
        horizon = position.game.ending_horizon(position)
        if (value == 0 and not horizon.draws) or value - 1 > horizon.plies:
            return None
        endings = endings_of(position.game)
        score = Score(_score(value), position.turn)
        return Exact(score, material, endings.rules, self._best(position, value))

    def _best(self, position: Position, value: int) -> int | None:
        """Return the first move that keeps ``value``, or None if it is not known."""
        for move in position.legal_moves():
            after = position.play(move)
            outcome = after.outcome()
            if outcome is None:
                reached = self.value(after)
            elif outcome.winner is None:
                reached = 0
            else:
                reached = 1 if outcome.winner is position.turn else None
            if reached is not None and reached == (value - 1 if value else 0):
                return move
        return None


def _score(value: int) -> int:
    """Return the score of a value for the side to move."""
    if value == 0:
        return 0
    return WIN - (value - 1) if value % 2 == 0 else value - 1 - WIN


def example_of(table: EndingTable, side: Player = Player.FIRST) -> Position | None:
    """Return the first position with the most plies to the end of the game and ``side`` to move, or None without wins.

    The wins of the side are compared, or its losses if it wins no position.
    """
    kind = find_game(table.game)
    endings = endings_of(kind())
    layout = layout_of(endings, table.material)
    blank = kind.with_rules(endings.rules).start()
    start = int(side) * layout.size // 2
    half = table.values[start : start + layout.size // 2]
    for value in sorted(set(half) - {0}, key=lambda each: (each % 2, -each)):
        at = half.find(value)
        while at >= 0:
            position: Position | None = layout.position_of(blank, start + at)
            if position is not None:
                return position
            at = half.find(value, at + 1)
    return None
