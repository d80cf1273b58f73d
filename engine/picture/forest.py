r"""Pictures of small trees as LaTeX source of the package *forest*, for slides and papers.

Source: S. Živanović, Forest: a PGF/TikZ-based package for drawing linguistic trees (CTAN, package forest).
"""

from collections.abc import Iterator

from engine.core.errors import KyVienError
from engine.picture.tree import MAXIMISER, MINIMISER, TreeNode

MOST_NODES = 200
"""Maximum number of nodes of a picture."""

_SIGNS = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%", "_": r"\_",
    "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "|": r"\textbar{}", '"': r"\textquotedbl{}", "'": "'{}", "`": r"\textasciigrave{}", "-": "-{}",
    "α": r"$\alpha$", "β": r"$\beta$", "∞": r"$\infty$", "−": "$-$", "≥": r"$\geq$", "≤": r"$\leq$", "…": r"\ldots{}",
    "✓": r"$\checkmark$", "✗": r"$\times$", "○": r"$\circ$",
}  # fmt: skip
"""Signs with a meaning in LaTeX, and signs that its usual fonts lack."""

_PREAMBLE = rf"""\documentclass[border=4pt]{{standalone}}
\usepackage[T1]{{fontenc}}
\usepackage{{amssymb}}
\usepackage{{forest}}
\begin{{document}}
% From here to the end of forest: paste this into a document that has the packages above.
\definecolor{{kvmax}}{{HTML}}{{{MAXIMISER[1:]}}}
\definecolor{{kvmin}}{{HTML}}{{{MINIMISER[1:]}}}
\begin{{forest}}
  for tree={{s sep=4mm, l sep=9mm, inner sep=2pt, font=\small}},
  kvmax/.style={{fill=kvmax, text=white, rounded corners=2pt, minimum size=6mm}},
  kvmin/.style={{fill=kvmin, text=white, circle, minimum size=6mm}},
  kvleaf/.style={{draw, rounded corners=1pt, minimum size=5mm}},
  kvunseen/.style={{draw=gray, text=gray, dashed, edge={{gray, dashed}}}},
  kvline/.style={{edge={{line width=1.4pt}}}},
"""
_END = "\\end{forest}\n\\end{document}\n"


def tree_forest(root: TreeNode, *, title: str) -> str:
    """Return a tree as a LaTeX document that contains one *forest* environment.

    All texts of the tree are escaped. Letters other than those of Western European languages need LuaLaTeX or XeLaTeX.

    Args:
        root: the tree.
        title: what the picture shows, in words, which is written as a comment.

    Raises:
        KyVienError: if the tree has more than ``MOST_NODES`` nodes.
    """
    check_size(_count(root))
    return f"% {_one_line(title)}\n{_PREAMBLE}{''.join(_lines(root, 1))}{_END}"


def check_size(count: int) -> None:
    """Check that a tree of ``count`` nodes can be drawn.

    Raises:
        KyVienError: if it has more than ``MOST_NODES`` nodes.
    """
    if count > MOST_NODES:
        raise KyVienError(
            "a tree in LaTeX has at most {most} nodes; this one has {count}", most=MOST_NODES, count=count
        )


def latex_text(text: str) -> str:
    """Return a text as LaTeX, in which no character has another meaning. Control characters become spaces."""
    return "".join(_SIGNS.get(sign, sign) for sign in _one_line(text))


def _one_line(text: str) -> str:
    return "".join(sign if sign.isprintable() else " " for sign in text)


def _count(node: TreeNode) -> int:
    return 1 + sum(map(_count, node.children))


def _lines(node: TreeNode, level: int) -> Iterator[str]:
    start = "  " * level
    options = ", ".join([f"{{{latex_text(node.label)}}}", *_options(node)])
    if not node.children:
        yield f"{start}[{options}]\n"
        return
    yield f"{start}[{options}\n"
    for child in node.children:
        yield from _lines(child, level + 1)
    yield f"{start}]\n"


def _options(node: TreeNode) -> Iterator[str]:
    """Yield the options of a node. A comma, a sign of equality or a bracket is inside of braces only."""
    yield f"kv{node.shape}"
    if not node.visited:
        yield "kvunseen"
    if node.on_line:
        yield "kvline"
    if node.frame:
        red, green, blue = (int(node.frame[place : place + 2], 16) for place in (1, 3, 5))
        yield f"draw={{rgb,255:red,{red};green,{green};blue,{blue}}}, line width=1.2pt"
    edge = ""
    if node.edge:
        edge = rf"node[midway, fill=white, inner sep=1pt, font=\scriptsize]{{{latex_text(node.edge)}}}"
    if node.is_cut:
        edge += r"node[pos=0.25, sloped, inner sep=0pt, font=\scriptsize]{$\parallel$}"
    if edge:
        yield f"edge label={{{edge}}}"
    if node.window:
        words = r"\\".join(latex_text(line if isinstance(line, str) else line.words) for line in node.window)
        yield rf"label={{[font=\scriptsize, align=left]right:{{{words}}}}}"
    if node.name:
        yield rf"label={{[font=\scriptsize]left:{{{latex_text(node.name)}}}}}"
