"""The menu in which the user selects the algorithms that analyse whole games."""

from PySide6.QtWidgets import QMenu

from engine.core.game import Game
from engine.core.language import tr
from studio.analysis.choice import AnalysisChoice, reviewing, spec_title
from studio.analysis.parameters import parameters_text
from studio.look import foreign
from studio.look.marks import mark_icon


def fill_reviewers(menu: QMenu, choice: AnalysisChoice, game: Game) -> None:
    """Fill ``menu`` with checkable items for the default reviewers, the algorithms of ``choice`` and all engines.

    Algorithms that cannot play ``game`` are omitted.
    """
    menu.clear()
    offered = list(
        dict.fromkeys([*choice.default_reviewers, *map(reviewing, choice.specs), *choice.reviewers, *choice.engines])
    )
    for spec in offered:
        if not spec.plays(game):
            continue
        words = [word for word in (tr(spec_title(spec)), parameters_text(spec)) if word]
        action = menu.addAction(mark_icon(spec.name), foreign.one_line(" · ".join(words)).replace("&", "&&"))
        action.setCheckable(True)
        action.setChecked(choice.reviews(spec))
        action.triggered.connect(lambda on, spec=spec: choice.set_reviews(spec, on))
