"""The declaration of the Match workspace."""

from engine.core.language import mark
from studio.analysis.workspaces import LAB, WorkspaceEntry

ENTRY = WorkspaceEntry("match", mark("Match"), LAB, page="studio.contests.workspace", has_record=False)
