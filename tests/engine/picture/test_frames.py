"""Frames of pictures: the changes, applied as the script of a page does, give the elements again."""

import random
import xml.etree.ElementTree as ElementTree
from typing import Any

from engine.picture.colors import PAGE
from engine.picture.frames import NO_FRAME, Frames, element_data, in_languages
from engine.picture.scene import Circle, Item, Layer, Path, Pen, Rect, Text
from engine.picture.svg import item_svg


def frames_of(changes: list[list[Any]]) -> list[list[int]]:
    """The numbers of the elements of each frame, as the script computes them."""
    frames: list[list[int]] = []
    for base, *parts in changes:
        made = [] if base < 0 else list(frames[base])
        for place, count, *added in parts:
            made[place : place + count] = added
        frames.append(made)
    return frames


def test_the_changes_of_random_frames_give_the_frames() -> None:
    rng, made = random.Random(1), Frames()
    known = [
        [["text", {"x": str(rng.randint(0, 9))}, rng.choice("ab")] for _ in range(rng.randint(0, 12))]
        for _ in range(60)
    ]
    numbers: list[int] = []
    for place, elements in enumerate(known):
        numbers.append(made.add(elements, rng.choice([NO_FRAME, *numbers[:place]])))
    frames = frames_of(made.changes)
    for number, elements in zip(numbers, known, strict=True):
        assert [made.elements[each] for each in frames[number]] == elements
    assert len(made.elements) == len({str(each) for elements in known for each in elements})
    assert made.add(known[5], numbers[5]) == numbers[5]


ITEMS: list[Item] = [
    Rect(1, 2, 3, 4, PAGE.gold, Pen(PAGE.text, 2, (4, 3)), 5, 0.5), Circle(1, 2, 3, PAGE.chosen),
    Path(((0, 0), (1, 2)), Pen("#123456")), Text(5, 6, "α < β & γ", 11, PAGE.text, halo=PAGE.ground),
    Layer((Rect(0, 0, 1, 1, PAGE.line, is_hatched=True),), 3, 4, opacity=0.5),
]  # fmt: skip


def test_elements_are_those_of_the_svg() -> None:
    def svg(element: list[Any]) -> ElementTree.Element:
        made = ElementTree.Element(element[0], element[1])
        for inside in element[2:]:
            if isinstance(inside, str):
                made.text = inside
            else:
                made.extend(map(svg, inside))
        return made

    for item in ITEMS:
        written = "".join(ElementTree.tostring(svg(each), encoding="unicode") for each in element_data([item]))
        assert ElementTree.canonicalize(f"<g>{written}</g>") == ElementTree.canonicalize(f"<g>{item_svg(item)}</g>")
    assert any("var(--gold)" in str(each) for each in element_data(ITEMS)) and "url(#hatch)" in str(element_data(ITEMS))


def test_only_texts_differ_between_languages() -> None:
    line = ["path", {"d": "M0 0"}]
    pictures = {"vi": [line, ["text", {"x": "1"}, "nút"]], "en": [line, ["text", {"x": "1"}, "node"]]}
    assert in_languages(pictures) == [line, ["text", {"x": "1"}, {"vi": "nút", "en": "node"}]]
