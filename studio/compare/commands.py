"""The declaration of the Compare workspace."""

from engine.core.language import mark
from studio.analysis.workspaces import LAB, WorkspaceEntry

ENTRY = WorkspaceEntry("compare", mark("Compare"), LAB, page="studio.compare.workspace", help="comparison")
