"""The choice of algorithms to compare."""

from PySide6.QtCore import QObject

from engine.core.game import Game
from engine.search.players import REFERENCE
from engine.search.spec import AnySpec, Spec
from engine.search.switches import REFINEMENTS, preset_values
from studio.analysis.choice import AnalysisChoice, Budget, Chosen, default_specs
from studio.analysis.engines import EngineList

NODES = 200_000
"""Nodes for each algorithm when the refinements are compared."""
DEPTH = 3
"""Depth in plies when the textbook searches are compared."""


def compared_choice(engines: EngineList, parent: QObject) -> AnalysisChoice:
    """Return a new choice for the Compare workspace, with the default algorithms and the budget of 3 plies.

    Args:
        engines: the external engines that the user has configured.
        parent: parent object of the choice.
    """
    choice = AnalysisChoice(parent=parent, usual=_usual)
    choice.follow(engines)
    return choice


def _usual(_: type[Game]) -> Chosen:
    specs = tuple(default_specs())
    return Chosen(specs, len(specs) - 1, Budget("depth", DEPTH))


def refinement_specs(game: type[Game]) -> list[AnySpec]:
    """Return the strong search, and the same search without each of the refinements that it uses in ``game``."""
    values = preset_values(game, REFERENCE.parameters.preset)
    return [REFERENCE, *(Spec.make(REFERENCE.name, **{name: "off"}) for name in REFINEMENTS if values[name])]


def choose_refinements(choice: AnalysisChoice, game: type[Game]) -> None:
    """Choose ``refinement_specs``, with equal nodes for all and the complete search as the reference.

    A budget of nodes or of time is kept.
    """
    if choice.budget.kind == "depth":
        choice.set_budget(Budget("nodes", NODES))
    choice.set_specs(refinement_specs(game))
    choice.set_reference(0)


def choose_textbook_searches(choice: AnalysisChoice) -> None:
    """Choose the algorithms and the budget of ``compared_choice``."""
    choice.set_budget(Budget("depth", DEPTH))
    choice.restore_specs()
