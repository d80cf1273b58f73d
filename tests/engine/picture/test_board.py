"""Pictures of boards: golden files of every game, identifiers, texts and sizes."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable

import pytest

from engine.core.game import Game, find_game, games
from engine.core.language import set_language
from engine.core.position import Position
from engine.core.surface import Surface
from engine.picture.board import Arrow, Mark, board_svg
from engine.picture.svg import escape, number
from tests.engine.positions import FINISHED

SVG = "{http://www.w3.org/2000/svg}"


def showcase(name: str) -> Position:
    """The position by which a game is shown."""
    cls = find_game(name)
    game: Game = cls.with_rules(cls.showcase.rules)
    position = game.start()
    for text in cls.showcase.moves.split():
        position = position.play(game.parse_move(position, text))
    return position


def readable(svg: str) -> str:
    """One element a line, without the drawings of the pieces, which are in files of their own."""
    plain = re.sub(r"<defs>.*?</defs>", "<defs/>", svg)
    return plain.replace("><", ">\n<") + "\n"


def surface(name: str) -> Surface:
    position = showcase(name)
    return position.game.surface(position)


@pytest.mark.parametrize("name", FINISHED)
def test_the_picture_of_every_game(name: str, golden: Callable[[str, str], None]) -> None:
    shown = surface(name)
    last = shown.columns * shown.rows - 1
    svg = board_svg(shown, last=(0, last), arrows=(Arrow(0, last, "#0072B2", 1.0, "1"),), ids="p", title="Title")
    golden(f"pictures/{name}.svg.txt", readable(svg))


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", sorted(games()))
def test_a_picture_is_well_formed_and_describes_its_content(name: str, theme: str) -> None:
    shown = surface(name)
    root = ET.fromstring(board_svg(shown, theme="dark" if theme == "dark" else "light", title="Red to move"))
    title = root.find(f"{SVG}title")
    assert title is not None and title.text is not None and title.text.startswith("Red to move. ")
    places = [kind.id for kind in shown.kinds]
    pieces = sorted(shown.pieces.items(), key=lambda each: (places.index(each[1]), each[0]))
    said = ", ".join(f"{shown.cell_name(cell)}: {shown.kind(piece).name}" for cell, piece in pieces)
    assert title.text == f"Red to move. {said or 'The board is empty'}"
    assert root.get("role") == "img" and root.get("aria-label") == title.text


@pytest.mark.parametrize("name", sorted(games()))
def test_a_picture_has_one_use_for_each_piece_and_no_broken_reference(name: str) -> None:
    shown = surface(name)
    svg = board_svg(shown, checked=(0,))
    root = ET.fromstring(svg)
    ids = re.findall(r'\bid="([^"]+)"', svg)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'(?:href="|url\()#([^")]+)', svg)) <= set(ids)
    assert len(root.findall(f".//{SVG}use")) == len(shown.pieces)


def test_different_pictures_share_no_identifier() -> None:
    """On one page, two boards of the same pieces must not refer to each other's definitions."""
    found = [set(re.findall(r'\bid="([^"]+)"', board_svg(surface("go"), flip=flip))) for flip in (False, True)]
    assert found[0] and found[0].isdisjoint(found[1])


@pytest.mark.parametrize("name", sorted(games()))
@pytest.mark.parametrize("size", [120, 360, 900])
def test_a_picture_fits_in_its_size(name: str, size: int) -> None:
    root = ET.fromstring(board_svg(surface(name), size=size))
    shown = surface(name)
    width, height = float(root.get("width", 0)), float(root.get("height", 0))
    assert max(width, height) <= size and max(width, height) > size - max(shown.columns, shown.rows) - 45


def test_a_flipped_board_has_the_second_side_at_the_bottom() -> None:
    def place(flip: bool) -> str:
        use = next(each for each in re.findall(r"<use [^>]*>", board_svg(surface("chess"), flip=flip, ids="p")))
        return re.findall(r"translate\(([^)]*)\)", use)[0]

    assert place(False) != place(True)


def test_a_file_has_a_background_and_a_declaration_and_an_element_has_not() -> None:
    shown = surface("tictactoe")
    assert board_svg(shown, inline=False).startswith("<?xml") and "#FAF8F3" in board_svg(shown, inline=False)
    assert "#15161A" in board_svg(shown, inline=False, theme="dark")
    assert board_svg(shown).startswith("<svg ") and "#FAF8F3" not in board_svg(shown)


def test_texts_are_escaped() -> None:
    hostile = "</title><script>alert('1')</script>\x07"
    svg = board_svg(
        surface("tictactoe"), title=hostile, arrows=(Arrow(0, 1, "#000000", label="<", tip=hostile),),
        marks=(Mark(2, "#000000", "text", "<b>"),),
    )  # fmt: skip
    ET.fromstring(svg)
    assert "<script" not in svg and "<b>" not in svg
    assert escape("a\x00<\"'&>") == "a &lt;&quot;&#39;&amp;&gt;"


def test_the_words_are_in_the_language_in_use() -> None:
    set_language("vi")
    try:
        assert ": Đỏ 8, " in board_svg(surface("cotoan"))
    finally:
        set_language("en")


def test_numbers_are_short() -> None:
    assert [number(value) for value in (0, -0.001, 12.0, 0.5, -3.25, 1 / 3)] == ["0", "0", "12", "0.5", "-3.25", "0.33"]
