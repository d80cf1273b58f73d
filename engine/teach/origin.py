"""Trees from real games: a position of a sample record, and some moves and replies of a search there.

The sample records are ``resources/records/<game>/<record>.<language>.<suffix>``. Their moves are the same in all
languages.
"""

import random
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from engine.core.evaluation import unit_of
from engine.core.game import find_game, games
from engine.core.language import language
from engine.core.position import Position
from engine.core.values import Value
from engine.records.formats import recognise
from engine.records.tree import Record

_LANGUAGE = "en"
"""The language of the records from which positions are taken."""
ATTEMPTS = 20
"""Number of positions of a record that are tried."""


class Looked(Value):
    """How many replies to a move the search of the game looked at.

    Attributes:
        node: the node of the tree after the move.
        visited: number of the replies visited.
        replies: number of all replies.
    """

    node: int
    visited: int
    replies: int


class Origin(Value):
    """Where a tree is from.

    Attributes:
        game: identifier of the game.
        rules: its rules, ``k=v,…``.
        record: name of the record.
        ply: number of plies of the record before the position.
        position: the position at the root as text.
        moves: the move that leads to each node of the tree, or -1 for the root.
        texts: the moves as text, empty for the root.
        looked: what the search of the game looked at, for each move at the root.
    """

    game: str
    rules: str
    record: str
    ply: int
    position: str
    moves: tuple[int, ...]
    texts: tuple[str, ...]
    looked: tuple[Looked, ...]

    def start(self) -> Position:
        """Return the position at the root."""
        made: Position = find_game(self.game).with_rules(self.rules).parse_position(self.position)
        return made

    def after(self, parents: tuple[int, ...], node: int) -> Position:
        """Return the position of a node.

        Args:
            parents: the parent of each node of the tree.
            node: the node.
        """
        if parents[node] < 0:
            return self.start()
        made: Position = self.after(parents, parents[node]).play(self.moves[node])
        return made

    @property
    def unit(self) -> tuple[str, int]:
        """The English unit of the values, which are those of the game's default evaluation, and their decimals."""
        return unit_of(self.game)

    @property
    def title(self) -> str:
        """The title of the record in the current language."""
        return str(_record(self.game, self.record, language()).headers.get("Event", self.record))


@cache
def sample_names() -> tuple[tuple[str, str], ...]:
    """Return the games and the names of all sample records, sorted."""
    found = []
    for game in sorted(games()):
        folder = _folder(game)
        paths = sorted(folder.iterdir()) if folder.is_dir() else ()
        found += [(game, path.name.split(".")[0]) for path in paths if path.suffixes[:1] == [f".{_LANGUAGE}"]]
    return tuple(found)


def plies(game: str, record: str) -> int:
    """Return the number of plies of the first game of a sample record."""
    return len(_record(game, record, _LANGUAGE).tree.main_line()) - 1


def position_after(game: str, record: str, ply: int) -> Position:
    """Return the position of the first game of a sample record after some plies."""
    tree = _record(game, record, _LANGUAGE).tree
    return tree.position(tree.main_line()[ply])


def _folder(game: str) -> Path:
    import resources

    return Path(resources.__path__[0], "records", game)


@cache
def _record(game: str, record: str, code: str) -> Record:
    """Return the first game of a record, in English if it does not exist in the given language."""
    files = [*_folder(game).glob(f"{record}.{code}.*"), *_folder(game).glob(f"{record}.{_LANGUAGE}.*")]
    found, text = recognise(files[0], files[0].read_bytes())
    return found.read(text)[0]


def sampled(rng: random.Random, samples: Sequence[tuple[str, str]]) -> Iterator[Origin]:
    """Yield random positions of one sample record, without moves.

    There are several, so that games in which few positions are suitable are not left out. They have no history, so that
    the text of the position is enough to repeat a search.

    Args:
        rng: the source of random numbers. Each position is drawn when it is asked for.
        samples: the games and the names of the records, as of ``sample_names``.
    """
    game = rng.choice(sorted({game for game, _ in samples}))
    name = rng.choice([name for each, name in samples if each == game])
    length = plies(game, name)
    for _ in range(ATTEMPTS if length > 1 else 0):
        ply = rng.randrange(1, length)
        position = position_after(game, name, ply)
        yield Origin(game, position.game.rules_text(), name, ply, str(position), (), (), ())
