"""Export of trees: a table of the nodes, pictures, and a page for the browser."""

from pathlib import Path

from engine.core.errors import OptionError
from engine.core.files import check_writable, write_text
from engine.searchtree.model import SearchTree

ENDINGS = (".kvtree", ".csv", ".svg", ".html", ".tex")


def check_name(path: Path) -> None:
    """Check that a tree can be written to a file.

    Raises:
        OptionError: if the name has none of ``ENDINGS``.
        FileError: if the file cannot be written.
    """
    if path.suffix.lower() not in ENDINGS:
        raise OptionError("{file}: expected a name that ends in {endings}", file=path.name, endings=", ".join(ENDINGS))
    check_writable(path)


def save_tree(path: Path, tree: SearchTree, node: int = 0) -> None:
    """Write a tree to a file. The ending of its name determines the format. A page replays the line to ``node``.

    Raises:
        OptionError, FileError: as ``check_name``.
        KyVienError: if the tree has more nodes than the format can show.
    """
    check_name(path)
    match path.suffix.lower():
        case ".kvtree":
            from engine.searchtree.files import write_tree

            write_tree(path, tree)
        case ".csv":
            from engine.searchtree.export.table import tree_csv

            write_text(path, tree_csv(tree))
        case ".svg":
            from engine.searchtree.export.drawing import tree_picture

            write_text(path, tree_picture(tree))
        case ".tex":
            from engine.searchtree.export.drawing import tree_latex

            write_text(path, tree_latex(tree))
        case ".html":
            from engine.searchtree.export.page import tree_page

            write_text(path, tree_page(tree, node))
