"""The declaration of the Match workspace."""

from studio.analysis.workspaces import WorkspaceEntry

ENTRY = WorkspaceEntry("match", "Match", "Ctrl+4", "studio.contests.workspace")
