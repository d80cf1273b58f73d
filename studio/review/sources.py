"""The menu of reviewers: those whose judgements the record contains, and the algorithms of the next review."""

from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu

from engine.core.game import Game
from engine.core.language import tr
from studio.analysis.choice import AnalysisChoice
from studio.analysis.reviewers import fill_reviewers
from studio.document.values import Source, algorithm_title, evaluation_title
from studio.look import foreign
from studio.look.marks import mark_icon
from studio.review.review import GameReview


def fill_sources(menu: QMenu, review: GameReview, choice: AnalysisChoice, game: Game) -> None:
    """Fill a menu with the reviewers in the record and the algorithms of the next review.

    Args:
        menu: the menu.
        review: the review that shows the judgements of the reviewer chosen in the menu.
        choice: the algorithms of the next review, which the menu edits.
        game: the game of the record.
    """
    fill_reviewers(menu, choice, game)
    first = menu.actions()[0] if menu.actions() else None
    group = QActionGroup(menu)
    actions: list[QAction] = []
    for source in review.sources:
        action = QAction(mark_icon(source[0].partition(":")[0]), _title(game, source), menu)
        action.setCheckable(True)
        action.setChecked(source == review.source)
        action.triggered.connect(lambda _=False, source=source: review.show(source))
        group.addAction(action)
        actions.append(action)
    if actions and first is not None:
        menu.insertActions(first, [*actions, menu.insertSeparator(first)])
    title = QAction(tr("The next review is by"), menu)
    title.setEnabled(False)
    if first is not None:
        menu.insertAction(first, title)


def _title(game: Game, source: Source) -> str:
    text = tr("Show: {name}", name=algorithm_title(source[0]))
    if source[1]:
        text += f" · {evaluation_title(game.name, source[1])}"
    return foreign.one_line(text).replace("&", "&&")
