"""The declaration of the Exercises view, which has the same page as the Course."""

from engine.core.language import mark
from studio.analysis.workspaces import LEARN, WorkspaceEntry

ENTRY = WorkspaceEntry(
    "exercises", mark("Exercises"), LEARN, page="studio.learn.workspace", help="algorithms", has_record=False
)
