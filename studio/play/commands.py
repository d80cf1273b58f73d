"""The declaration of the Play workspace."""

from studio.analysis.workspaces import WorkspaceEntry

ENTRY = WorkspaceEntry("play", "Play", "Ctrl+1", docks=("moves", "calculator"))
