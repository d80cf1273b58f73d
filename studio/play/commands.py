"""The declaration of the Play workspace."""

from studio.analysis.workspaces import PLAY, WorkspaceEntry

ENTRY = WorkspaceEntry("play", PLAY, PLAY, docks=("moves", "calculator"))
