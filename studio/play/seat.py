"""The players of the two sides of a game, and texts for their names and limits."""

from dataclasses import dataclass

from PySide6.QtCore import QLocale

from engine.analysis.levels import Level, level_of
from engine.contests.contest import join_player
from engine.core.game import Game
from engine.core.language import language, tr
from engine.search.players import strongest_of
from engine.search.report import Limit
from engine.search.spec import AnySpec
from studio.analysis.figures import nodes_text
from studio.look import foreign

THREE_PLIES = Limit(depth=3)


@dataclass(frozen=True, slots=True)
class Seat:
    """The player of a side: a person, an algorithm or an external engine.

    Attributes:
        name: name of the player as in the record, or an empty string to use the name of the side or the engine.
        spec: the algorithm or the external engine, or None for a person.
        evaluation: name of the evaluation for the algorithm, or an empty string for the game's default.
        limit: limit of the search for one move.
        book: whether an engine plays the moves of the game's opening book as long as it has some.
    """

    name: str = ""
    spec: AnySpec | None = None
    evaluation: str = ""
    limit: Limit = THREE_PLIES
    book: bool = False

    @property
    def is_engine(self) -> bool:
        """Whether the player is an algorithm or an external engine."""
        return self.spec is not None

    def level(self, game: type[Game]) -> Level | None:
        """Return the level of a game that plays like this seat, or None if there is none."""
        return None if self.evaluation or self.spec is None else level_of(game, self.spec, self.limit)

    def title(self, side: str, game: type[Game] | None = None) -> str:
        """Return the name for display.

        This is ``name`` if it is not empty. Otherwise it is the name of the level in ``game`` and the algorithm, or
        only the title of the algorithm, the name of the external engine, or ``side`` for a person.
        """
        if self.name:
            return foreign.name(self.name)
        level = None if game is None else self.level(game)
        if level is not None:
            return f"{tr(level.title)} · {self.title(side)}"
        if self.spec is not None and self.spec.is_own:
            return tr(self.spec.title)
        return foreign.name(self.spec.name) if self.spec is not None else side

    def record_name(self) -> str:
        """Return the name for a record's headers.

        This is ``name`` if it is not empty. Otherwise it is the title of the engine with its limit in the language in
        use, such as "NegaScout, depth 3", or an empty string for a person.
        """
        if self.name or self.spec is None:
            return self.name
        words = [foreign.without_isolates(self.title(""))]
        if self.spec.is_limited:
            words.append(limit_text(self.limit).replace("\u2009", " "))
        return ", ".join(words)

    def specification(self) -> str:
        """Return the engine as on the command line, such as ``negascout@depth=3``, or an empty string for a person."""
        if self.spec is None:
            return ""
        return join_player(self.spec.text, self.limit, self.evaluation, book=self.book)


def limit_text(limit: Limit) -> str:
    """Format a limit in the language in use, such as ``depth 4``, ``200 000 nodes`` or ``2 s``."""
    parts = []
    if limit.depth is not None:
        parts.append(tr("depth {depth}", depth=limit.depth))
    if limit.nodes is not None:
        parts.append(nodes_text(limit.nodes))
    if limit.seconds is not None:
        parts.append(tr("{seconds} s", seconds=QLocale(language()).toString(limit.seconds, "g", 6)))
    return ", ".join(parts)


def assistant(game: Game) -> Seat:
    """Return the seat of the engine that moves at the request of a person if no player of the game is an engine."""
    return Seat(spec=strongest_of(game), limit=Limit(nodes=300_000, seconds=3.0))
