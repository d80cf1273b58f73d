"""The texts that say how much of a search is recorded, and whether it can be repeated."""

from engine.core.language import ngettext, tr
from engine.core.position import Position
from engine.searchtree.model import SearchTree
from studio.analysis import figures
from studio.analysis.parameters import parameters_text
from studio.look import foreign
from studio.tree.recording.recorder import Recorded

MOST_NAME = 80
"""Greatest length of a text of a file in a sentence."""


def count_text(recorded: Recorded) -> str:
    """Return the number of nodes, and how many of them are kept, for the head of the workspace."""
    facts = recorded.tree.facts
    count = figures.grouped(facts.nodes)
    if recorded.tree.is_complete:
        return ngettext("{count} node, kept", "{count} nodes, all kept", facts.nodes, count=count)
    return ngettext("{count} node, complete to ply {ply}", "{count} nodes, complete to ply {ply}", facts.nodes,
                    count=count, ply=facts.complete_to_ply)  # fmt: skip


def same_text(recorded: Recorded) -> str:
    """Return whether the tree is that of the row from which it was opened, or an empty string.

    A row counts the nodes of all depths, and a tree those of one depth, which is therefore named.
    """
    same, depth = recorded.is_same, recorded.tree.facts.depth
    if same is None:
        return ""
    if not depth:
        return tr("✓ same as the row") if same else tr("✗ differs from the row")
    return (
        tr("✓ same as the row at depth {depth}", depth=depth)
        if same
        else tr("✗ differs from the row at depth {depth}", depth=depth)
    )


def note_text(recorded: Recorded, position: Position) -> str:
    """Return sentences about what is not recorded, or an empty string.

    Args:
        recorded: the tree.
        position: the position at the cursor of the record.
    """
    tree = recorded.tree
    facts, kept = tree.facts, figures.grouped(_complete(tree))
    count, rest = figures.grouped(facts.nodes), figures.grouped(facts.nodes - len(tree))
    numbers = {"count": count, "kept": kept, "ply": facts.complete_to_ply, "rest": rest}
    notes = []
    if recorded.file:
        notes.append(_origin_text(recorded))
    if not tree.is_complete and facts.kind != "windows":
        notes.append(
            ngettext("{count} node, of which those down to ply {ply} ({kept}) are kept.",
                     "{count} nodes, of which those down to ply {ply} ({kept}) are kept.", facts.nodes, **numbers)
        )  # fmt: skip
    elif not tree.is_complete and recorded.file and recorded.query is None:
        notes.append(
            ngettext(
                "{count} node. Shown: all down to ply {ply} ({kept}); those below ({rest}) are counted and are not in "
                "the file.",
                "{count} nodes. Shown: all down to ply {ply} ({kept}); those below ({rest}) are counted and are not in "
                "the file.",
                facts.nodes, **numbers,
            )
        )  # fmt: skip
    elif not tree.is_complete and facts.unrepeatable:
        notes.append(
            ngettext(
                "{count} node. Shown: all down to ply {ply} ({kept}); those below ({rest}) are only counted.",
                "{count} nodes. Shown: all down to ply {ply} ({kept}); those below ({rest}) are only counted.",
                facts.nodes, **numbers,
            )
        )  # fmt: skip
    elif not tree.is_complete:
        notes.append(
            ngettext(
                "{count} node. Shown: all down to ply {ply} ({kept}); those below ({rest}) are counted and open on "
                "demand.",
                "{count} nodes. Shown: all down to ply {ply} ({kept}); those below ({rest}) are counted and open on "
                "demand.",
                facts.nodes, **numbers,
            )
        )  # fmt: skip
    if facts.unrepeatable:
        notes.append(tr("This search does not repeat itself: {reason}.", reason=_reason(recorded)))
    if recorded.wanted is not None and recorded.wanted.query.position != position:
        notes.append(tr("This is the tree of the position after ply {ply}.", ply=recorded.wanted.ply))
    return "  ".join(notes)


def _complete(tree: SearchTree) -> int:
    """Return the number of recorded nodes down to the last complete ply, without those that were opened below it."""
    last = tree.facts.complete_to_ply
    return int((tree.column("ply") <= last).sum()) if len(tree) else 0


def _origin_text(recorded: Recorded) -> str:
    """Return the sentence that says from which file a tree is, and of which search."""
    facts, file = recorded.tree.facts, foreign.name(recorded.file)
    if not facts.algorithm:
        return tr("This tree is from the file {file}.", file=file)
    name = foreign.one_line(facts.algorithm, MOST_NAME)
    if facts.depth:
        return tr("This tree is from the file {file}: {name}, depth {depth}.", file=file, name=name, depth=facts.depth)
    return tr("This tree is from the file {file}: {name}.", file=file, name=name)


def _reason(recorded: Recorded) -> str:
    return foreign.one_line(tr(recorded.tree.facts.unrepeatable), MOST_NAME)


def not_in_file_text(recorded: Recorded) -> str:
    """Return why a node of a tree from a file that was not recorded cannot be opened."""
    file = foreign.name(recorded.file)
    if recorded.tree.facts.unrepeatable:
        return tr(
            "This node was counted and is not in the file {file}, and the search does not repeat itself: {reason}.",
            file=file, reason=_reason(recorded),
        )  # fmt: skip
    return tr(
        "This node was counted and is not in the file {file}, which names no search that this program can repeat.",
        file=file,
    )


def title_with_depth(recorded: Recorded) -> str:
    """Return the title of a tree with the parameters and the depth of its search."""
    words = [recorded.title]
    if recorded.wanted is not None and (parameters := parameters_text(recorded.wanted.query.spec)):
        words.append(foreign.one_line(parameters, MOST_NAME))
    if recorded.tree.facts.depth:
        words.append(tr("depth {depth}", depth=recorded.tree.facts.depth))
    return " · ".join(words)
