"""The experiments of the lessons: Compare or Tree opens with a prepared position, and shows what was predicted."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QBoxLayout

from engine.core.errors import KyVienError
from engine.core.language import ngettext, tr
from engine.core.position import Position
from engine.search.report import Report
from engine.search.spec import AnySpec
from studio.analysis import figures
from studio.analysis.choice import spec_title
from studio.analysis.parameters import parameters_text
from studio.analysis.workspaces import Host
from studio.look import notation
from studio.widgets.notice import NoticeBar
from studio.widgets.workspace import Workspace
from studio.window.filing import Filing
from studio.window.workspaces import Workspaces

if TYPE_CHECKING:
    from engine.teach.lessons import Lesson


class Experiments:
    """Shows the experiment of a lesson in its view, and there a bar with what was predicted and what came out.

    Args:
        host: the open record, and the function that shows a view.
        workspaces: the pages of the views.
        filing: the object that opens a new record, and keeps one that was not saved.
        back: function that shows the lesson with a name, scrolled to the block with an index.

    Attributes:
        bars: the bars of the pages that have shown an experiment.
    """

    def __init__(self, host: Host, workspaces: Workspaces, filing: Filing, back: Callable[[str, int], object]) -> None:
        self._host, self._workspaces, self._filing, self._back = host, workspaces, filing, back
        self.bars: dict[Workspace, NoticeBar] = {}
        host.document.changed.connect(lambda change: self._close() if change.record else None)

    def show(self, lesson: "Lesson", answer: int) -> None:
        """Open the position of an experiment, and run its searches in Compare or Tree.

        Args:
            lesson: the lesson.
            answer: index of the predicted answer.
        """
        experiment, document = lesson.experiment, self._host.document
        try:
            queries = experiment.queries()
            position = queries[0].position
            if (document.game, document.position) != (position.game, position):
                self._filing.show_position(position.game, str(position))
        except KyVienError as error:
            self._host.report_fault(str(error))
            return
        self._close()
        page = self._workspaces[experiment.view]
        reports: list[Report | None] = []
        bar = self._bar(page)
        sentence = partial(statement, lesson, answer, queries[0].position, [each.spec for each in queries], reports)

        def show(found: Sequence[Report | None]) -> None:
            reports[:] = found
            bar.retranslate()

        page.show_queries(queries, show)
        self._host.show(experiment.view)
        back = partial(self._back, lesson.name, -1)
        bar.show_notice(sentence, [(lambda: tr("Back to the lesson"), back)], stays=True)

    def _bar(self, page: Workspace) -> NoticeBar:
        """Return the bar of a page, below its header."""
        if page not in self.bars:
            self.bars[page] = NoticeBar(page)
            layout = page.layout()
            assert isinstance(layout, QBoxLayout)
            layout.insertWidget(1, self.bars[page])
        return self.bars[page]

    def _close(self) -> None:
        """Hide the bars, which are about a record that is no longer open, or about another experiment."""
        for bar in self.bars.values():
            bar.dismiss()


def statement(
    lesson: "Lesson", answer: int, position: Position, specs: Sequence[AnySpec], reports: Sequence[Report | None]
) -> str:
    """Return what was predicted, what came out and what is right, in the language in use.

    Args:
        lesson: the lesson.
        answer: index of the predicted answer.
        position: the position of the experiment.
        specs: the searches.
        reports: the last report of each search, or None for one without a report. Empty while the searches run.
    """
    experiment = lesson.experiment
    choices = experiment.text.choices
    words = [tr("Lesson {number}.", number=lesson.number), tr("You predicted: {answer}.", answer=choices[answer])]
    if not reports:
        return " ".join([*words, tr("Searching…")])
    done = [report for report in reports if report is not None and report.depth >= experiment.depth]
    if len(done) < len(specs):
        return " ".join([*words, tr("The search was stopped before there was a result.")])
    results = [_result(experiment.measure, position, report) for report in done]
    if len(specs) > 1:
        names = [" · ".join(filter(None, (tr(spec_title(spec)), parameters_text(spec)))) for spec in specs]
        results = [f"{name}: {result}" for name, result in zip(names, results, strict=True)]
    words.append(tr("The result: {result}.", result="; ".join(results)))
    is_right = answer == experiment.right
    words.append(tr("Right.") if is_right else tr("The right answer: {answer}.", answer=choices[experiment.right]))
    return " ".join(words)


def _result(measure: str, position: Position, report: Report) -> str:
    """Return what a search has found, as a text in the language in use."""
    if measure == "move":
        return notation.move_text(position, report.move) if report.move is not None else "–"
    if measure == "leaves":
        return ngettext("{count} leaf", "{count} leaves", report.leaves, count=figures.grouped(report.leaves))
    return figures.nodes_text(report.iteration_nodes)
