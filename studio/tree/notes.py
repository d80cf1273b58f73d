"""The texts that say how much of a search is recorded, and whether it can be repeated."""

from engine.core.language import tr
from engine.core.position import Position
from studio.analysis import figures
from studio.tree.recorder import Recorded


def count_text(recorded: Recorded) -> str:
    """Return the number of nodes, and how many of them are kept, for the head of the workspace."""
    facts = recorded.tree.facts
    count = figures.grouped(facts.nodes)
    if recorded.tree.is_complete:
        return tr("{count} nodes, all kept", count=count)
    return tr("{count} nodes, complete to ply {ply}", count=count, ply=facts.complete_to_ply)


def same_text(recorded: Recorded) -> str:
    """Return whether the tree is that of the row from which it was opened, or an empty string."""
    same = recorded.is_same
    return "" if same is None else tr("✓ same as the row") if same else tr("✗ differs from the row")


def note_text(recorded: Recorded, position: Position) -> str:
    """Return sentences about what is not recorded, or an empty string.

    Args:
        recorded: the tree.
        position: the position at the cursor of the record.
    """
    tree = recorded.tree
    facts, kept = tree.facts, figures.grouped(len(tree))
    count = figures.grouped(facts.nodes)
    notes = []
    if not tree.is_complete and facts.kind != "windows":
        notes.append(
            tr("{count} nodes, of which the {kept} down to ply {ply} are kept.",
               count=count, kept=kept, ply=facts.complete_to_ply)
        )  # fmt: skip
    elif not tree.is_complete:
        notes.append(
            tr(
                "{count} nodes. Shown: all {kept} down to ply {ply}; the {rest} below are counted and open on "
                "demand.",
                count=count, kept=kept, ply=facts.complete_to_ply, rest=figures.grouped(facts.nodes - len(tree)),
            )
        )  # fmt: skip
    if facts.unrepeatable:
        notes.append(tr("This search does not repeat itself: {reason}.", reason=tr(facts.unrepeatable)))
    if recorded.wanted.position != position:
        notes.append(tr("This is the tree of the position after ply {ply}.", ply=recorded.wanted.ply))
    return "  ".join(notes)
