"""The declaration of the Course view."""

from engine.core.language import mark
from studio.analysis.workspaces import LEARN, WorkspaceEntry

ENTRY = WorkspaceEntry(
    "course", mark("Course"), LEARN, page="studio.learn.workspace", help="algorithms", has_record=False
)
