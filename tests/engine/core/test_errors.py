"""Texts of errors are for users only: no code of the engine or the studio depends on them."""

import ast
from collections.abc import Iterable

import pytest

from engine.core.errors import IllegalMoveError
from engine.core.game import find_game
from engine.core.language import set_language
from tests.sources import FOLDERS, ROOT, nodes_of, sources


def looks(nodes: Iterable[ast.AST]) -> list[int]:
    """Return the lines that compare or search the template of an error."""
    found = []
    for node in nodes:
        if isinstance(node, ast.Compare):
            parts = [node.left, *node.comparators]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            parts = [node.func.value]
        else:
            continue
        if any(isinstance(each, ast.Attribute) and each.attr == "template" for each in parts):
            found.append(node.lineno)
    return found


@pytest.mark.parametrize("text", ["'x' in error.template", "error.template == 'x'", "error.template.startswith('x')"])
def test_looks_are_found(text: str) -> None:
    assert looks(ast.walk(ast.parse(text))) == [1]


@pytest.mark.unsanitized  # no compiled code
@pytest.mark.parametrize("folder", FOLDERS)
def test_no_code_depends_on_the_text_of_an_error(folder: str) -> None:
    files = [path for path in sources() if path.is_relative_to(ROOT / folder)]
    assert len(files) > 100
    named = [path for path in files if "template" in path.read_text(encoding="utf-8")]  # parsing all takes seconds
    found = {str(path): lines for path in named if (lines := looks(nodes_of(path)))}
    assert not found


@pytest.mark.parametrize("language", ["en", "vi"])
def test_the_piece_that_was_meant_is_found_in_every_language(language: str) -> None:
    """Of two knights, one is pinned and the other cannot reach the square; the error names the pinned one."""
    position = find_game("chess")().parse_position("4k3/8/8/8/1b6/2N5/8/N3K3 w - - 0 1")
    set_language(language)
    try:
        with pytest.raises(IllegalMoveError) as pinned:
            position.game.parse_move(position, "Nd5")
        with pytest.raises(IllegalMoveError) as both:
            position.game.parse_move(position, "Ng7")
    finally:
        set_language("en")
    assert "c3" in str(pinned.value) and "c3" not in str(both.value)
