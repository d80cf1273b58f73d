"""The choice of algorithms to compare."""

from PySide6.QtCore import QObject

from studio.analysis.choice import AnalysisChoice, Budget
from studio.analysis.engines import EngineList


def compared_choice(engines: EngineList, parent: QObject) -> AnalysisChoice:
    """Return a new choice for the Compare workspace, with the default algorithms and the budget of 3 plies.

    Args:
        engines: the external engines that the user has configured.
        parent: parent object of the choice.
    """
    choice = AnalysisChoice(parent=parent)
    choice.follow(engines)
    choice.set_budget(Budget("depth", 3))
    return choice
