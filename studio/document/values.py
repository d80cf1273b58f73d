"""The evaluations that the move list shows for the moves, with their author and their texts."""

import re
from collections.abc import Iterable
from contextlib import suppress

from engine.core.errors import KyVienError, OptionError
from engine.core.evaluation import NETWORK, current_name, evaluations, parse_evaluation
from engine.core.language import tr
from engine.core.outcome import Player
from engine.core.position import Position
from engine.records.foreign import file_notes
from engine.records.tree import EvaluationNote, GameTree, Node
from engine.search.search import find_algorithm
from engine.search.spec import Spec
from studio.look import foreign, scores

Source = tuple[str, str]
"""Author of evaluations: the algorithm with its parameters, as written in records, and the name of the evaluation."""


_PLAYER = re.compile(
    r"(?P<spec>[a-z_]+(:[^\s@]*)?)(@depth=(?P<depth>\d+)|@[^\s@]*)*( d(?P<short>\d+))?(?P<rest> \(\d+\))?"
)
"""Pattern of a player as it is written by the command line, with ``@``, or by earlier versions, with ``d3``."""


def algorithm_title(text: str) -> str:
    """Return the title of the algorithm that is written as ``text`` in a record.

    If the algorithm is unknown, return ``text`` in a form that is safe to display. The title of an empty text is that
    of evaluations by other programs.
    """
    if not text:
        return tr("From the file")
    try:
        return tr(find_algorithm(Spec.parse(text).name).title)
    except KyVienError:
        return foreign.name(text)


def player_title(name: str) -> str:
    """Return the name of a player in a record for display.

    The command line and earlier versions of the program write specifications, such as ``negascout:ordering=on@depth=3``
    or ``negascout d3``. For these, the result is the title of the algorithm with its depth, such as "NegaScout, depth
    3". Any other name is returned in a form that is safe to display.
    """
    found = _PLAYER.fullmatch(name)
    if found is None:
        return foreign.name(name)
    try:
        title = tr(find_algorithm(Spec.parse(found["spec"]).name).title)
    except KyVienError:
        return foreign.name(name)
    depth = found["depth"] or found["short"]
    words = [title] if depth is None else [title, tr("depth {depth}", depth=depth)]
    return foreign.name(", ".join(words) + (found["rest"] or ""))


def evaluation_title(game: str, name: str) -> str:
    """Return the title of an evaluation of a game.

    If the evaluation is unknown, return ``name`` in a form that is safe to display.
    """
    plain, cls = name.partition(":")[0], None
    if plain == NETWORK:
        with suppress(OptionError):
            cls, _ = parse_evaluation(game, name)
    else:
        cls = evaluations(game).get(plain)
    if cls is None:
        return foreign.name(name)
    return f"{tr(cls.title)} ({foreign.name(cls.detail)})" if cls.detail else tr(cls.title)


class Values:
    """The evaluation notes that the move list shows, at most one for each node.

    If the record has notes of the reference algorithm, only notes of the author most similar to the reference are
    shown. Otherwise, only notes of the author who evaluated more than half of the evaluated nodes are shown. If there
    are several such authors, the author with the greatest average depth is chosen. Without such an author, the deepest
    note of each node is shown.

    Args:
        tree: the tree.
        reference: the author whose notes are preferred, or None for no preference.
    """

    def __init__(self, tree: GameTree, reference: Source | None = None) -> None:
        self._names: dict[str, str] = {}
        self._tree = tree
        self._game = tree.game.name
        self._others = file_notes(tree, tree.nodes)
        self.source = self._find(tree.nodes.values(), reference)
        """The author of all notes shown, or None if each node shows its deepest note."""
        self._notes = {
            node.id: note for node in tree.nodes.values() if (note := self._note(self._notes_of(node))) is not None
        }

    def follow(self, tree: GameTree) -> None:
        """Use another tree with the same evaluations."""
        self._tree = tree

    def note(self, node: int) -> EvaluationNote | None:
        """Return the note shown for a node, or None if there is none."""
        return self._notes.get(node)

    def text(self, node: int) -> str:
        """Return the text of the note shown for a node, or an empty string if there is no note.

        The text is the score of the note from the chosen point of view, or the text of a note without a score.
        """
        note = self._notes.get(node)
        return "" if note is None else self._note_text(note, self._tree.position(node).turn)

    def texts(self) -> set[str]:
        """Return the different texts of all notes shown. They are used to measure the width of the column."""
        return {self._note_text(note, Player.FIRST) for note in self._notes.values()}

    def title(self) -> str:
        """Return a text that names the author of the notes shown, or an empty string if there are no notes.

        The text also contains the depth if all notes of one algorithm have the same depth.
        """
        notes = self._notes.values()
        authors = {self._source(note) for note in notes}
        if len(authors) != 1:
            return tr("several algorithms") if authors else ""
        ((algorithm, _),) = authors
        if not algorithm:
            return tr("from the file")
        # A search ends before its depth where it finds a forced win.
        depths = {note.depth for note in notes if note.score is not None and note.score.win_in is None}
        depth = depths.pop() if len(depths) == 1 else None
        title = algorithm_title(algorithm)
        return title if depth is None else f"{title} d{depth}"

    def tool_tip(self, node: int) -> list[str]:
        """Return one line for each note of a node. The note that the list shows comes first.

        A line contains the score, the unit and the side of the score, the author and the depth.
        """
        shown, notes = self._notes.get(node), self._notes_of(self._tree.nodes[node])
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

    def _notes_of(self, node: Node) -> tuple[EvaluationNote, ...]:
        """Return the notes of a node, with the score that was understood instead of the texts of other programs."""
        given = self._others.get(node.id)
        if given is None:
            return node.evaluations
        return (*(note for note in node.evaluations if not note.is_foreign), given)

    def _find(self, nodes: Iterable[Node], reference: Source | None) -> Source | None:
        """Return the author whose notes are shown, or None to show the deepest note of each node."""
        count, found = 0, dict[Source, tuple[int, int]]()
        for node in nodes:
            notes = self._notes_of(node)
            count += bool(notes)
            for note in notes:
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
