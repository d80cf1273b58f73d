r"""Trees in LaTeX have the nodes and texts of the tree, and no text of a tree can be a command.

The tests read the bracket notation of *forest* with a small parser, so that they do not need TeX.
"""

import random
import re
from pathlib import Path

import pytest

from engine.core.errors import KyVienError
from engine.core.game import find_game
from engine.picture.forest import MOST_NODES, latex_text, tree_forest
from engine.picture.tree import TreeNode
from engine.search.query import Query
from engine.search.report import Limit
from engine.search.spec import Spec
from engine.searchtree.export import save_tree
from engine.searchtree.export.drawing import tree_latex
from engine.searchtree.files import parse_tree
from engine.searchtree.model import SearchTree
from engine.searchtree.recording import record
from tests.engine.searchtree.handmade import random_tree, search
from tests.engine.searchtree.test_files import small

COMMANDS = {
    "alpha", "beta", "infty", "geq", "leq", "ldots", "checkmark", "times", "circ", "parallel", "scriptsize", "small",
    "textbackslash", "textasciicircum", "textasciitilde", "textless", "textgreater", "textbar", "textquotedbl",
    "textasciigrave", "begin", "end", "definecolor", "documentclass", "usepackage",
}  # fmt: skip
"""Every command that a document may contain."""
HOSTILE = r"}] \input{/etc/passwd} [{x}, $a_b^c$ & 50% #1 ~`'\"<|>--" + "\n\r\x00end"


class Reader:
    """Reader of one tree in brackets: ``[{text}, options [child] …]``. Brackets in braces have no meaning."""

    def __init__(self, text: str) -> None:
        self.text, self.place = text, 0

    def node(self) -> tuple[str, list["object"]]:
        """Return what a node contains before its children, and the children."""
        assert self.text[self.place] == "["
        self.place += 1
        own, children, depth = "", [], 0
        while True:
            sign = self.text[self.place]
            if depth == 0 and sign == "[":
                children.append(self.node())
                continue
            self.place += 1
            if depth == 0 and sign == "]":
                return own.strip(), children
            if sign == "\\":
                sign += self.text[self.place]
                self.place += 1
            else:
                depth += {"{": 1, "}": -1}.get(sign, 0)
                assert depth >= 0
            own += sign


def read(document: str) -> tuple[str, list[object]]:
    """Return the tree of a document, whose other parts are checked."""
    lines = document.splitlines()
    assert lines[0].startswith("% ") and lines[1].startswith("\\documentclass")
    assert lines[-2:] == ["\\end{forest}", "\\end{document}"]
    assert set(re.findall(r"\\([A-Za-z]+)", "\n".join(lines[1:]))) <= COMMANDS
    body = "\n".join(lines[lines.index("\\begin{forest}") + 1 : -2])
    reader = Reader(body)
    reader.place = body.index("\n  [") + 3
    found = reader.node()
    assert not body[reader.place :].strip()
    return found


def check(found: object, node: TreeNode) -> None:
    own, children = found  # type: ignore[misc]
    assert own.startswith(f"{{{latex_text(node.label)}}}, kv{node.shape}")
    assert ("kvunseen" in own) == (not node.visited) and (r"$\parallel$" in own) == node.is_cut
    for text in (node.edge, *node.window):
        assert latex_text(text) in own
    assert len(children) == len(node.children)
    for each, child in zip(children, node.children, strict=True):
        check(each, child)


@pytest.mark.parametrize("seed", range(4))
def test_a_document_contains_the_tree(seed: int) -> None:
    rng = random.Random(seed)

    def grow(depth: int) -> TreeNode:
        children = tuple(grow(depth - 1) for _ in range(rng.randrange(4))) if depth else ()
        return TreeNode(
            str(rng.randrange(-9, 9)), ("max", "min")[depth % 2] if children else "leaf",  # type: ignore[arg-type]
            window=("α = −∞", "β = 3") if rng.random() < 0.5 else (), edge=rng.choice(["", "a1-b2"]),
            visited=rng.random() < 0.8, is_cut=rng.random() < 0.2, on_line=rng.random() < 0.2,
            frame=rng.choice(["", "#2C6E49"]), name=rng.choice(["", "A"]), children=children,
        )  # fmt: skip

    root = grow(4)
    check(read(tree_forest(root, title="A tree")), root)


def test_no_text_is_a_command() -> None:
    root = TreeNode(HOSTILE, "max", name=HOSTILE, window=(HOSTILE,), edge=HOSTILE, children=(TreeNode(HOSTILE),))
    document = tree_forest(root, title=HOSTILE)
    check(read(document), root)
    # The title is a comment, which ends with its line.
    assert len(document.splitlines()) == len(
        tree_forest(TreeNode("", "max", children=(TreeNode(""),)), title="").splitlines()
    )
    assert "\\input" not in "".join(line for line in document.splitlines() if not line.startswith("%"))
    # Each sign alone: none is left out, and none joins the next one to a ligature.
    assert latex_text("-->") == r"-{}-{}\textgreater{}" and latex_text("a\tb") == "a b"
    file = parse_tree(small({"moves": ["", *[HOSTILE] * 6]}, move=("i2", [0, 5, 6])))
    read(tree_latex(file))


def test_a_recorded_tree_is_written_with_its_values_and_windows(tmp_path: Path) -> None:
    tree = search(random_tree(5), "alphabeta")
    save_tree(tmp_path / "tree.tex", tree)
    document = (tmp_path / "tree.tex").read_text(encoding="utf-8")
    found = read(document)
    cut = [node for node in range(len(tree)) if tree.ghosts(node)]

    def compare(found: object, node: int) -> None:
        own, children = found  # type: ignore[misc]
        kept = tree.children(node)
        assert len(children) == len(kept) + (len(tree.ghosts(node)) if node in cut else 0)
        sign = -1 if tree.side(node) else 1
        value = str(sign * tree.number("value", node)).replace("-", "−")
        assert value.removeprefix("+") in own.replace("$-$", "−")
        assert all("kvunseen" in each[0] for each in children[len(kept) :])
        for each, child in zip(children, kept, strict=False):
            assert f"{{{latex_text(tree.move_text(child))}}}" in each[0]
            compare(each, child)

    assert cut
    compare(found, 0)


def test_a_tree_that_is_too_large_gets_a_sentence(tmp_path: Path) -> None:
    def recorded(depth: int) -> SearchTree:
        return record(Query(find_game("tictactoe")().start(), Spec.parse("alphabeta"), "", Limit(depth=depth)))[0]

    tree = recorded(2)
    assert len(tree) <= MOST_NODES and read(tree_latex(tree))
    tree = recorded(4)
    with pytest.raises(KyVienError, match=f"at most 200 nodes; this one has {len(tree)}"):
        save_tree(tmp_path / "tree.tex", tree)
    assert not list(tmp_path.iterdir())
