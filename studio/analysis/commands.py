"""The declaration of the Analyse workspace."""

from studio.analysis.workspaces import WorkspaceEntry

ENTRY = WorkspaceEntry("analyse", "Analyse", "Ctrl+2", docks=("analysis", "moves", "graph"))
