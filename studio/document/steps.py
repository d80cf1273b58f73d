"""The steps of a presentation that shows a record: its moves."""

from dataclasses import replace

from studio.document.document import Document
from studio.widgets.presented import Presented


def presented_moves(document: Document, parts: Presented) -> Presented:
    """Return ``parts`` with the moves of the line at the cursor of ``document`` as steps."""

    def place() -> tuple[int, int]:
        return document.tree.ply(document.cursor), len(document.line()) - 1

    return replace(
        parts, place=place, step=lambda by: document.forward() if by > 0 else document.back(),
        to_end=lambda by: document.to_end() if by > 0 else document.to_start(),
    )  # fmt: skip
