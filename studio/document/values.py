"""The evaluation that the move list shows for each move: whose it is, and its text."""

from collections.abc import Iterable

from engine.core.errors import KyVienError
from engine.core.evaluation import current_name, evaluations
from engine.core.language import tr
from engine.core.outcome import Player
from engine.core.position import Position
from engine.records.tree import EvaluationNote, GameTree, Node
from engine.search.search import Spec, find_algorithm
from studio.look import foreign, scores

Source = tuple[str, str]
"""Identity of the author of evaluations: algorithm with parameters as in records, and name of the evaluation."""


def algorithm_title(text: str) -> str:
    """Return the title of an algorithm as written in records. An unknown algorithm is shown as it is in the record."""
    try:
        return tr(find_algorithm(Spec.parse(text).name).title)
    except KyVienError:
        return foreign.name(text)


def evaluation_title(game: str, name: str) -> str:
    """Return the title of an evaluation of a game. An unknown evaluation is shown as it is in the record."""
    known = evaluations(game)
    plain = name.partition(":")[0]
    return tr(known[plain].title) if plain in known else foreign.name(name)


class Values:
    """The notes that the move list shows, one for each node that has any.

    If the record has notes of the reference, only these are shown; otherwise those of the author of more than half of
    the notes' nodes, the deepest of several. Without such an author, each node shows its deepest note.

    Args:
        tree: the tree.
        reference: the author whose notes are preferred, or None.
    """

    def __init__(self, tree: GameTree, reference: Source | None = None) -> None:
        self._names: dict[str, str] = {}
        self._tree = tree
        self._game = tree.game.name
        self.source = self._find(tree.nodes.values(), reference)
        """The author of all notes shown, or None if each node shows its deepest note."""
        self._notes = {
            node.id: note for node in tree.nodes.values() if (note := self._note(node.evaluations)) is not None
        }

    def note(self, node: int) -> EvaluationNote | None:
        """Return the note shown for a node, or None if there is none."""
        return self._notes.get(node)

    def text(self, node: int) -> str:
        """Return the score of the note shown for a node, from the chosen point of view, or an empty string."""
        note = self._notes.get(node)
        return "" if note is None else self._note_text(note, self._tree.position(node).turn)

    def texts(self) -> set[str]:
        """Return the texts of all notes shown, each once, from the point of view of FIRST, to measure their widths."""
        return {self._note_text(note, Player.FIRST) for note in self._notes.values()}

    def title(self) -> str:
        """Return who made the evaluations shown, with the depth if it is the same for all, or an empty string."""
        notes = self._notes.values()
        authors = {self._source(note) for note in notes}
        if len(authors) != 1:
            return tr("several algorithms") if authors else ""
        ((algorithm, _),) = authors
        if not algorithm:
            return tr("from the record")
        # A search ends before its depth where it finds a forced win.
        depths = {note.depth for note in notes if note.score is not None and note.score.win_in is None}
        depth = depths.pop() if len(depths) == 1 else None
        title = algorithm_title(algorithm)
        return title if depth is None else f"{title} d{depth}"

    def tool_tip(self, node: int) -> list[str]:
        """Return a line on each note of a node, with the note shown first: score, unit, side, author and depth."""
        shown, notes = self._notes.get(node), self._tree.nodes[node].evaluations
        position = self._tree.position(node)
        return [self._line(note, position) for note in sorted(notes, key=lambda note: note is not shown)]

    def _line(self, note: EvaluationNote, position: Position) -> str:
        text = self._note_text(note, position.turn)
        if note.score is None:
            return text
        evaluation = current_name(self._game, note.evaluation)
        first, second = (self._tree.game.side_name(position, player) for player in Player)
        sides = first, second
        words = [scores.explanation(position.turn, sides, self._game, evaluation)]
        if note.algorithm:
            words.append(algorithm_title(note.algorithm))
        if note.depth is not None:
            words.append(tr("depth {depth}", depth=note.depth))
        if evaluation:
            words.append(evaluation_title(self._game, evaluation))
        return f"{text} {' · '.join(words)}"

    def _note_text(self, note: EvaluationNote, turn: Player) -> str:
        """Return the score of a note, or its text if it has no score."""
        if note.score is None:
            return foreign.name(note.text, 40)
        return scores.score_text(note.score, turn, self._game, self._source(note)[1])

    def _source(self, note: EvaluationNote) -> Source:
        name = self._names.get(note.evaluation)
        if name is None:
            name = self._names[note.evaluation] = current_name(self._game, note.evaluation)
        return note.algorithm or "", name

    def _find(self, nodes: Iterable[Node], reference: Source | None) -> Source | None:
        """Return the author of notes that is most similar to the reference, else the main author, or None."""
        count, found = 0, dict[Source, tuple[int, int]]()
        for node in nodes:
            count += bool(node.evaluations)
            for note in node.evaluations:
                source = self._source(note)
                times, depths = found.get(source, (0, 0))
                found[source] = times + 1, depths + (note.depth or 0)
        if reference is not None:
            algorithm = reference[0].partition(":")[0]
            same = [each for each in found if each[0] and each[0].partition(":")[0] == algorithm]
            if same:
                return max(same, key=lambda each: (each == reference, each[0] == reference[0], each[1] == reference[1]))
        main = [each for each, (times, _) in found.items() if 2 * times > count]
        return max(main, key=lambda each: found[each][1] / found[each][0], default=None)

    def _note(self, notes: tuple[EvaluationNote, ...]) -> EvaluationNote | None:
        if self.source is not None:
            notes = tuple(note for note in notes if self._source(note) == self.source)
        return max(notes, key=lambda note: note.depth or 0, default=None)
