"""The declaration of the Compare workspace."""

from studio.analysis.workspaces import WorkspaceEntry

ENTRY = WorkspaceEntry("compare", "Compare", "Ctrl+3", "studio.compare.workspace")
