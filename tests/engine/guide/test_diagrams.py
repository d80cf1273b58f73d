"""Every diagram of the guide agrees with the rules, and a diagram that does not is refused."""

from typing import Any

import pytest

from engine.core.errors import KyVienError
from engine.core.language import LANGUAGES, set_language
from engine.guide.diagram import DiagramError, build_diagram, diagram_names, find_diagram
from engine.guide.library import page_names
from engine.guide.sentences import fact_sentences, statement_sentences

ALL = [(page, name) for page in page_names() for name in diagram_names(page)]


@pytest.mark.parametrize(("page", "name"), ALL, ids=lambda word: str(word))
def test_diagram_agrees_with_the_engine(page: str, name: str) -> None:
    """``find_diagram`` refuses a diagram if one of its statements is false; here they are asked once more."""
    diagram = find_diagram(page, name)
    game, position = diagram.game, diagram.position
    legal = set(position.legal_moves())
    for each in diagram.statements:
        if each.kind == "refused":
            assert each.move is None
            assert each.reason
            with pytest.raises(KyVienError):
                game.parse_move(position, each.text)
        else:
            assert each.move in legal
    assert diagram.statements or diagram.result, "a diagram states moves, or a count"
    # What the window opens is this position, with its history.
    after = game.start() if diagram.setup is None else game.parse_position(diagram.setup)
    for move in diagram.moves:
        after = after.play(move)
    assert after == position


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_are_complete_in_every_language(language: str) -> None:
    set_language(language)
    for page, name in ALL:
        diagram = find_diagram(page, name)
        sentences = [*fact_sentences(diagram), *(sentence for _, sentence in statement_sentences(diagram))]
        assert sentences
        assert not any("{" in sentence or "}" in sentence for sentence in sentences), sentences


EIGHT_FIVE = "9/4b04/3b94b2/9/9/3r55/3r85/9/9/4r04/9 r 0 0 0 1"


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ({"position": EIGHT_FIVE, "refused": ["d5d9"]}, "diagram x: d5d9 is legal"),
        ({"position": EIGHT_FIVE, "allowed": ["d5d8", "d5d7"]}, "diagram x: d5d8: "),
        ({"position": EIGHT_FIVE, "wins": ["d5d9"]}, "diagram x: after d5d9 the result is –"),
        ({"position": EIGHT_FIVE, "draws": ["d5d9"]}, "diagram x: after d5d9 the result is –"),
        ({"position": EIGHT_FIVE, "loses": ["d5d9"]}, "diagram x: after d5d9 the result is –"),
        ({"position": EIGHT_FIVE, "rules": "target=none", "wins": ["d5d9"]}, "diagram x: after d5d9"),
        ({"position": EIGHT_FIVE.replace("r 0", "r 6"), "continues": ["d5d9"]}, "the result is 1-0 (points)"),
        ({"position": EIGHT_FIVE.replace("r 0", "r 6"), "loses": ["d5d9"]}, "the result is 1-0 (points)"),
        ({"position": EIGHT_FIVE, "allowed": ["d5d9"], "complete": True}, "are legal, too"),
        ({"position": EIGHT_FIVE, "check": True}, "diagram x: the side to move is not in check"),
        ({"position": EIGHT_FIVE, "outcome": "first zero"}, "diagram x: the outcome is ''"),
        ({"position": EIGHT_FIVE, "reach": {"d5": ["d9", "d8"]}}, "diagram x: the calculator arrives at d7, d9"),
        ({"position": EIGHT_FIVE, "reach": {"z5": []}}, "diagram x: z5 is not a cell"),
        ({"game": "go", "rules": "size=5,komi=0.5", "line": ["pass", "pass"], "outcome": "second score",
          "count": "B+0.5"}, "diagram x: the count is W+0.5"),
        ({"position": EIGHT_FIVE, "count": "B+1"}, "diagram x: the points of this game are not counted"),
        ({"alowed": ["d5d9"]}, "diagram x: alowed is not a key with such a value"),
        ({"allowed": "d5d9"}, "diagram x: allowed is not a key with such a value"),
    ],
)  # fmt: skip
def test_a_false_diagram_is_refused(source: dict[str, Any], message: str) -> None:
    with pytest.raises(KyVienError) as refused:
        build_diagram("x", "cotoan", source)
    assert message in str(refused.value)


def test_what_is_no_move_is_no_refused_move() -> None:
    """A typing error in a move must not pass for a move that is not allowed."""
    with pytest.raises(KyVienError) as refused:
        build_diagram("x", "cotoan", {"position": EIGHT_FIVE, "refused": ["d5d99"]})
    assert not isinstance(refused.value, DiagramError)


def test_marks_of_refused_moves() -> None:
    source = {"position": EIGHT_FIVE, "refused": ["e2e10", "e2e1"]}
    diagram = build_diagram("x", "cotoan", source)
    assert [each.cell for each in diagram.statements] == [9 * 9 + 4, 4]
    castling = find_diagram("chess", "castling-in-check")
    assert [each.cell for each in castling.statements] == [None, None]


def test_diagrams_are_found_by_name_only() -> None:
    with pytest.raises(KyVienError, match="there is no diagram 'nowhere'"):
        find_diagram("cotoan", "nowhere")
