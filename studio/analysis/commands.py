"""The declaration of the Analyse workspace."""

from engine.core.language import mark
from studio.analysis.workspaces import ANALYSE, WorkspaceEntry

ENTRY = WorkspaceEntry("analyse", mark("Algorithms"), ANALYSE, docks=("analysis", "moves", "graph"), help="algorithms")
