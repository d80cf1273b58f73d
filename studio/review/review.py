"""The review that the workspace shows: judged moves of the record and of a review in progress."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from engine.analysis.accuracy import DEFAULT, RESAMPLES, Accuracy, accuracies, left_out, played
from engine.analysis.checking import checker_for
from engine.analysis.disagreement import Disagreement, DisagreementFinder
from engine.analysis.insertion import Insertion, insert_lines
from engine.analysis.judging import CHECK, Judging
from engine.analysis.review import judged_note
from engine.analysis.verdict import Thresholds, Verdict, shown, verdict_of, verdicts_of
from engine.core.errors import KyVienError
from engine.core.evaluation import scale_of
from engine.core.files import read_bytes
from engine.core.language import tr
from engine.core.outcome import Player
from engine.records.foreign import file_notes
from engine.records.formats import recognise
from engine.records.tree import EvaluationNote, GameTree
from engine.search.players import strongest_of
from engine.search.query import Query
from engine.search.spec import AnySpec, Spec
from studio.analysis.session import AnalysisSession
from studio.document.values import Source
from studio.review.running import PlanRunner
from studio.review.thresholds import thresholds_for

if TYPE_CHECKING:
    from studio.document.change import Change
    from studio.document.document import Document

COMPANIONS = (Spec.make("greedy"), Spec.make("minimax"))
"""Algorithms that review every game, too, so that the user sees what they would have played."""

LIVE_RESAMPLES = 60
"""Number of samples for the interval of an accuracy during a review, so that the window is not delayed."""


MOST_GAMES = 100
"""Maximum number of games of a file that are searched for disagreements."""


@dataclass(frozen=True, slots=True)
class FoundDisagreement:
    """A disagreement in a game of a file.

    Attributes:
        index: index of the game in its file, from 0.
        tree: the tree of the game.
        disagreement: the disagreement.
    """

    index: int
    tree: GameTree
    disagreement: Disagreement


@dataclass(frozen=True, slots=True)
class Opinion:
    """The best move of another algorithm in the position before a move.

    Attributes:
        algorithm: the algorithm as in the notes of the record.
        best: its best move in coordinate notation.
        agrees: whether this is also the best move of the reviewer.
    """

    algorithm: str
    best: str
    agrees: bool


class GameReview(QObject):
    """The judged moves of the open record.

    Args:
        document: the open record.
        session: the session that runs the searches, with the algorithms, the evaluation and the limit of its choice.
        parent: parent object.
        thresholds: texts of the thresholds by game (``thresholds_for``).

    Attributes:
        runner: the runner of the review in progress.
        finding: the runner of the search for disagreements in progress.
        formula: name of the formula of the accuracy (``FORMULAS``).
    """

    changed = Signal()
    """Emitted when the judged moves or their classes have changed."""
    failed = Signal(str)
    """Emitted with an error message of one sentence when an algorithm fails."""
    finished = Signal()
    """Emitted when a review has ended and its verdicts are checked."""

    def __init__(
        self, document: "Document", session: AnalysisSession, parent: QObject | None = None,
        thresholds: Mapping[str, str] | None = None,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self._document, self._session = document, session
        self._stored = dict(thresholds or {})
        self._thresholds: dict[str, Thresholds] = {}
        self.formula = DEFAULT
        self.runner, self.finding = PlanRunner(session, self), PlanRunner(session, self)
        self._reviewed: dict[Source, tuple[AnySpec, Judging]] = {}
        self._record_number = document.record_number
        self._tree: GameTree | None = None
        self._source: Source | None = None
        self._finders: list[tuple[int, GameTree, DisagreementFinder]] = []
        self._path: Path | None = None
        self._compared: list[AnySpec] = []
        self._computed_for: GameTree | None = None
        self._cache: list[Verdict] | None = None
        self._accuracies: tuple[Accuracy | None, Accuracy | None] | None = None
        self._shown: Source | None = None
        self._is_source_known = False
        self.runner.advanced.connect(self._advanced)
        self.runner.completed.connect(self._completed)
        self.runner.state_changed.connect(self._keep)
        self.runner.failed.connect(self.failed)
        self.finding.failed.connect(self.failed)
        document.changed.connect(self._document_changed)

    # --- what is shown ------------------------------------------------------------------------------------------------

    @property
    def source(self) -> Source | None:
        """The algorithm and the evaluation whose judgements are shown, or None if the game was not reviewed."""
        self._forget_another_tree()
        if not self._is_source_known:
            known = self.sources
            self._shown = self._source if self._source in known else known[0] if known else None
            self._is_source_known = True
        return self._shown

    @property
    def sources(self) -> list[Source]:
        """The algorithms and evaluations that judged moves of the main line, those in progress first."""
        found: dict[Source, int] = dict.fromkeys(self._judgings, 10**6)
        for node in self._document.tree.main_line():
            for note in self._document.tree[node].evaluations:
                if note.judgement is not None and note.algorithm:
                    source = note.algorithm, note.evaluation
                    found[source] = found.get(source, 0) + 1 + (note.depth or 0)
        first = [source for source in found if source in self._judgings]
        reviewers = [spec.text for spec in self._session.choice.reviewers]
        last = [spec.text for spec in COMPANIONS]
        others = [source for source in found if source not in self._judgings]
        ranks = {name: rank for rank, name in enumerate(reviewers)}
        others.sort(key=lambda source: (ranks.get(source[0], len(ranks)), source[0] in last, -found[source]))
        return first + others

    def show(self, source: Source) -> None:
        """Show the judgements of another algorithm."""
        self._source = source
        self.refresh()

    @property
    def thresholds(self) -> Thresholds:
        """The limits between the classes in the game of the record."""
        game = self._document.game.name
        if game not in self._thresholds:
            self._thresholds[game] = thresholds_for(game, self._stored)
        return self._thresholds[game]

    def set_thresholds(self, thresholds: Thresholds) -> None:
        """Set the limits between the classes in the game of the record."""
        self._thresholds[self._document.game.name] = thresholds
        self.refresh()

    def set_formula(self, name: str) -> None:
        """Set the formula of the accuracy."""
        self.formula = name
        self.refresh()

    def refresh(self) -> None:
        """Compute the judged moves again."""
        self._forget()
        self.changed.emit()

    def _forget(self) -> None:
        """Discard what was computed from the record and the review in progress."""
        self._cache = self._accuracies = None
        self._is_source_known = False

    def _forget_another_tree(self) -> None:
        """Discard what was computed from a tree that is not the record's any more.

        Views may ask before ``changed`` of the document arrives here, since other signals are emitted in between.
        """
        if self._computed_for is not self._document.tree:
            self._computed_for = self._document.tree
            self._forget()

    @property
    def _judgings(self) -> dict[Source, tuple[AnySpec, Judging]]:
        """The review in progress by source. It is empty if it is that of another record, whose nodes differ."""
        return self._reviewed if self._record_number == self._document.record_number else {}

    def _set_judgings(self, judgings: dict[Source, tuple[AnySpec, Judging]]) -> None:
        self._reviewed, self._record_number = judgings, self._document.record_number

    @property
    def verdicts(self) -> list[Verdict]:
        """The judged moves of the main line in order of the ply."""
        self._forget_another_tree()
        if self._cache is None:
            self._cache = self._verdicts_of(self.source)
        return self._cache

    def verdict_at(self, node: int) -> Verdict | None:
        """Return the judged move that leads to a node, or None."""
        return next((each for each in self.verdicts if each.node == node), None)

    @property
    def accuracies(self) -> tuple[Accuracy | None, Accuracy | None]:
        """The accuracies of FIRST and SECOND. During a review, the intervals are estimated from fewer samples."""
        self._forget_another_tree()
        if self._accuracies is None:
            resamples = LIVE_RESAMPLES if self.runner.is_running else RESAMPLES
            evaluation = "" if self.source is None else self.source[1]
            moves = played(self.verdicts, self._document.game.name, evaluation)
            self._accuracies = accuracies(moves, self.formula, resamples)
        return self._accuracies

    def left_out(self, player: Player) -> int:
        """Return the number of a player's moves that the formula leaves out because of a forced win or loss."""
        evaluation = "" if self.source is None else self.source[1]
        return left_out(played(self.verdicts, self._document.game.name, evaluation), self.formula, player)

    @property
    def full_count(self) -> int:
        """The number of moves that were judged with the full limit."""
        running = self._judging
        return len(self.verdicts) if running is None else len(running.full)

    @property
    def check_counts(self) -> tuple[int, int]:
        """The numbers of moves that were checked by a different search, and of those that need such a check."""
        marks = [each.checked for each in self.verdicts if each.checked is not None]
        return sum(marks), len(marks)

    @property
    def is_checking(self) -> bool:
        """Whether the verdicts of a review are being checked."""
        running = self._judging
        return self.runner.is_running and running is not None and running.stage == CHECK

    @property
    def can_check(self) -> bool:
        """Whether the record has moves that need a check and a reviewer that is available."""
        done, count = self.check_counts
        return done < count and not self.runner.is_running and self._shown_spec() is not None

    @property
    def given_count(self) -> int:
        """The number of moves of the main line to which another program gave a score in the file."""
        line = self._document.tree.main_line()
        return len(file_notes(self._document.tree, line[1:]))

    @property
    def move_count(self) -> int:
        """The number of moves of the main line."""
        tree = self._document.tree
        return sum(tree[node].move is not None for node in tree.main_line())

    def is_full(self, node: int) -> bool:
        """Whether the move that leads to a node was judged with the full limit."""
        running = self._judging
        return running is None or node in running.full

    @property
    def _judging(self) -> Judging | None:
        source = self.source
        found = None if source is None else self._judgings.get(source)
        return None if found is None else found[1]

    def _verdicts_of(self, source: Source | None) -> list[Verdict]:
        if source is None:
            return []
        tree = self._document.tree
        judging = self._judgings.get(source)
        if judging is None:
            return verdicts_of(tree, *source, self.thresholds)
        return [
            verdict_of(tree, node, found, source[1], self.thresholds)
            for node in tree.main_line()
            if (found := judging[1].judgements.get(node)) is not None
        ]

    def opinions(self, verdict: Verdict) -> list[Opinion]:
        """Return the best moves of the other algorithms in the position before a move."""
        own = self.source
        found: dict[str, str] = {}
        for note in self._document.tree[verdict.node].evaluations:
            if note.judgement is not None and note.algorithm and (note.algorithm, note.evaluation) != own:
                found[note.algorithm] = note.judgement.best
        for source, (_, judging) in self._judgings.items():
            judged = judging.judgements.get(verdict.node)
            if judged is not None and source != own:
                found[source[0]] = judged.best
        best = verdict.best
        return [Opinion(name, move, move == best) for name, move in found.items()]

    def provisional_notes(self) -> dict[int, list[EvaluationNote]]:
        """Return the notes of the review in progress by node, where they are missing with the scores of judgements."""
        notes = self.notes()
        tree = self._document.tree
        for source, (spec, judging) in self._judgings.items():
            for node, found in judging.judgements.items():
                parent = tree[node].parent if node in tree else None
                if node not in judging.full and parent is not None:
                    _, after = shown(found, tree.position(parent).turn, scale_of(tree.game.name, source[1]))
                    note = EvaluationNote(spec.text, found.depth, after, None, "", source[1], found)
                    notes.setdefault(node, []).append(note)
        return notes

    def notes(self) -> dict[int, list[EvaluationNote]]:
        """Return the notes of the review in progress by node."""
        notes: dict[int, list[EvaluationNote]] = {}
        tree = self._document.tree
        for spec, judging in self._judgings.values():
            for node in {**judging.reports, **dict.fromkeys(judging.full)}:
                note = judged_note(tree, node, spec, judging) if node in tree else None
                if note is not None and note.score is not None:
                    notes.setdefault(node, []).append(note)
        return notes

    # --- reviewing ----------------------------------------------------------------------------------------------------

    @property
    def reviewers(self) -> list[AnySpec]:
        """The algorithms of the next review. The first one is the reviewer."""
        chosen = self._session.choice.reviewers_of(self._document.game)
        return [*chosen, *(spec for spec in COMPANIONS if spec not in chosen)]

    def start(self) -> None:
        """Review the main line with the algorithms, the evaluation and the limit chosen. The worst moves come first.

        The verdicts of the first algorithm that has not reviewed the record are shown, or those of the first one if
        all have. The verdicts are checked after the reviews are stored in the record. Those of ``COMPANIONS`` wait for
        ``check`` and are unsure until then.
        """
        self.runner.cancel()
        tree, choice = self._document.tree, self._session.choice
        chosen, limit = choice.evaluation_for(tree.game.name), choice.budget.limit()
        self._tree = tree
        judgings: dict[Source, tuple[AnySpec, Judging]] = {}
        known = {source[0] for source in self.sources}
        specs = sorted(self.reviewers, key=lambda spec: spec in COMPANIONS or spec.text in known)
        if all(spec in COMPANIONS or spec.text in known for spec in specs):
            specs = self.reviewers
        for number, spec in enumerate(specs):
            evaluation = spec.evaluation_used(chosen)
            judging = Judging(
                tree, spec, evaluation, limit, has_shallow=number == 0, with_rest=spec not in COMPANIONS,
                checker=self._checker_of(spec), is_held=True, thresholds=self.thresholds,
            )  # fmt: skip
            judgings[spec.text, evaluation] = spec, judging
        self._set_judgings(judgings)
        self._source = next(iter(judgings))
        self.refresh()
        self.runner.start([judging for _, judging in judgings.values()])

    def check(self) -> None:
        """Check the verdicts that are shown and not checked yet, by a different search, the worst first."""
        spec, source, tree = self._shown_spec(), self.source, self._document.tree
        if spec is None or source is None or self.runner.is_running:
            return
        known = {each.node: each.judgement for each in self.verdicts}
        self._tree = tree
        judging = Judging(
            tree, spec, source[1], self._session.choice.budget.limit(), checker=self._checker_of(spec),
            thresholds=self.thresholds, known=known,
        )  # fmt: skip
        self._set_judgings({source: (spec, judging)})
        self._source = source
        self.refresh()
        self.runner.start([judging])

    def _checker_of(self, spec: AnySpec) -> AnySpec:
        return checker_for(self._document.game, spec, self._session.choice.engines)

    def _shown_spec(self) -> AnySpec | None:
        """Return the algorithm whose verdicts are shown, or None if it is not available."""
        source = self.source
        if source is None:
            return None
        known = {spec.text: spec for spec in [*self.reviewers, *self._session.choice.engines]}
        if source[0] in known:
            return known[source[0]]
        try:
            return Spec.parse(source[0])
        except KyVienError:
            return None

    def cancel(self) -> None:
        """Abandon the review without changing the record."""
        self.runner.cancel()
        self._set_judgings({})
        self.refresh()

    def _forget_disagreements(self) -> None:
        """Abandon the search for disagreements, unless the record is another game of the file that is searched."""
        if self._path is None or self._path != self._document.path:
            self.finding.cancel()
            self._finders = []

    def _advanced(self) -> None:
        self.refresh()

    def _completed(self) -> None:
        """Store the judgements in the record as one edit, and begin to check the verdicts."""
        waiting = [each for spec, each in self._judgings.values() if each.is_held and spec not in COMPANIONS]
        judgings = self._reviewed
        self.store()
        for judging in waiting:
            judging.check()
        waiting = [each for each in waiting if not each.is_finished]
        self._set_judgings(judgings if waiting else {})
        self.refresh()
        if waiting:
            self.runner.start(waiting)
        else:
            self.finished.emit()

    def _keep(self) -> None:
        """Store what was checked so far when the user pauses the checks."""
        if self.runner.is_paused and self.is_checking:
            self.store()

    def store(self) -> None:
        """Store the judgements so far in the record as one edit, unless its moves have changed since the review began.

        The moves that are not judged with the full limit yet are left out.
        """
        notes, tree = self.notes(), self._document.tree
        kept = {
            node: each
            for node, each in notes.items()
            if self._tree is not None and node in tree and tree.position(node) == self._tree.position(node)
        }
        if any(each not in tree[node].evaluations for node, found in kept.items() for each in found):
            self._document.add_evaluations(kept)
        self.refresh()

    def _document_changed(self, change: "Change") -> None:
        if change.record:
            self._source = None
            self._forget_disagreements()
            self.cancel()
        elif change.tree:
            if change.moves and self._tree is not None and self.runner.is_running:
                self._end_if_the_line_changed(self._tree)
            self.refresh()

    def _end_if_the_line_changed(self, before: GameTree) -> None:
        tree = self._document.tree
        if tree.main_line() != before.main_line() or any(
            tree[node].move != before[node].move for node in tree.main_line()
        ):
            self.cancel()

    # --- insertion ----------------------------------------------------------------------------------------------------

    def insert(
        self, wanted: Insertion, words: Mapping[int, dict[str, str]], nodes: Sequence[int] | None = None
    ) -> bool:
        """Insert the best lines of the moves as one edit, and return whether anything was inserted.

        Args:
            wanted: what to insert.
            words: the texts of the fields of a comment by node.
            nodes: the nodes after the moves, or None for all judged moves.
        """
        chosen = [each for each in self.verdicts if nodes is None or each.node in nodes]
        edit = insert_lines(self._document.tree, chosen, wanted, lambda verdict: words.get(verdict.node, {}))
        if edit.is_empty:
            return False
        self._document.push(edit, tr("Insert best lines"))
        return True

    # --- disagreements ------------------------------------------------------------------------------------------------

    @property
    def disagreements(self) -> list[FoundDisagreement]:
        """The disagreements found so far, in order of the game and the ply."""
        found = [
            FoundDisagreement(index, tree, each)
            for index, tree, finder in self._finders
            for each in sorted(finder.found, key=lambda each: (each.ply, each.second))
        ]
        return [
            each
            for each in found
            if each.index != self._document.index or each.disagreement.node in self._document.tree
        ]

    def queries_of(self, found: FoundDisagreement) -> tuple[Query, Query] | None:
        """Return the searches of both algorithms of a disagreement, or None if it is one of an earlier search."""
        for index, _, finder in self._finders:
            if index == found.index and found.disagreement in finder.found:
                return finder.queries_of(found.disagreement)
        return None

    @property
    def compared(self) -> list[AnySpec]:
        """The algorithms of the last search for disagreements, to which the indices refer."""
        return self._compared

    @property
    def searched_games(self) -> int:
        """The number of games of the last search for disagreements."""
        return len(self._finders)

    def find_disagreements(self, *, in_file: bool = False) -> None:
        """Search main lines for disagreements of the first reviewer with the others. The first one is the referee.

        Args:
            in_file: whether to search all games of the file of the record, at most ``MOST_GAMES`` from the open one on,
                instead of the open record.

        Raises:
            KyVienError: if there are fewer than two algorithms, if no algorithm can be the referee, or if the file or
                one of its games cannot be read.
        """
        document, choice = self._document, self._session.choice
        trees = [(document.index, document.tree)]
        path = document.path
        if in_file and path is not None:
            kind, text = recognise(path, read_bytes(path), document.encoding)
            wanted = range(len(kind.games(text)))[document.index :][:MOST_GAMES]
            trees += [(index, kind.read_game(text, index, document.game).tree) for index in wanted[1:]]
        self._compared = self.reviewers
        referee = next((spec for spec in self._compared if spec.is_own), strongest_of(document.game))
        limit = choice.budget.limit()
        self._finders = [
            (
                index,
                tree,
                DisagreementFinder(tree, self._compared, referee, choice.evaluation_for(tree.game.name), limit),
            )
            for index, tree in trees
        ]
        self._path = path
        self.finding.start([finder for _, _, finder in self._finders])
