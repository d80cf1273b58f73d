"""Pictures that follow each other, such as those of the steps of a search, as data for the script of a page.

An element is ``[tag, attributes, content]``, as ``engine.picture.svg`` writes it: the content is a text, a text by
language, or a list of elements. Each different element is stored once. A frame contains the numbers of its elements, as
the changes of an earlier frame.
"""

import json
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterable, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any

from engine.picture.scene import Item
from engine.picture.svg import item_svg

NO_FRAME = -1
"""The frame before a first one, which is empty."""


_KNOWN: dict[Item, list[list[Any]]] = {}
_MOST_KNOWN = 50_000


def element_data(items: Iterable[Item]) -> list[list[Any]]:
    """Return the items of a scene as elements, which must not be changed: most are those of an earlier picture.

    Their points and items are tuples.
    """
    made = []
    for item in items:
        if item not in _KNOWN:
            if len(_KNOWN) >= _MOST_KNOWN:
                _KNOWN.clear()
            _KNOWN[item] = [_element(each) for each in ElementTree.fromstring(f"<g>{item_svg(item)}</g>")]
        made += _KNOWN[item]
    return made


def _element(node: ElementTree.Element) -> list[Any]:
    inside: Any = [_element(each) for each in node] or node.text or ""
    return [node.tag, dict(node.attrib), *([inside] if inside else [])]


def in_languages(pictures: Mapping[str, Sequence[list[Any]]]) -> list[list[Any]]:
    """Return one picture for pictures by language that differ in their texts only."""
    made = []
    for same in zip(*pictures.values(), strict=True):
        texts = {code: each[2] if len(each) > 2 else "" for code, each in zip(pictures, same, strict=True)}
        differs = any(each != same[0] for each in same)
        made.append([*same[0][:2], texts] if differs else same[0])
    return made


class Frames:
    """Frames of elements.

    Attributes:
        elements: the different elements.
        changes: of each frame, the frame that it changes, and ``[place, count, *added]`` for each part of ``count``
            elements that is replaced, from the last one to the first one.
    """

    def __init__(self) -> None:
        self.elements: list[list[Any]] = []
        self.changes: list[list[Any]] = []
        self._frames: list[list[int]] = []
        self._known: dict[str, int] = {}
        # Most elements are those of earlier frames, which are found by identity. This dictionary keeps them alive.
        self._seen: dict[int, tuple[list[Any], int]] = {}

    def add(self, elements: Iterable[list[Any]], base: int) -> int:
        """Add a frame, and return its number.

        Args:
            elements: its elements, from back to front.
            base: the frame that it changes, or ``NO_FRAME``.
        """
        made = [self._number(each) for each in elements]
        before = self._frames[base] if base >= 0 else []
        matcher = SequenceMatcher(None, before, made, autojunk=False)
        parts = [
            [start, end - start, *made[first:last]]
            for tag, start, end, first, last in matcher.get_opcodes()
            if tag != "equal"
        ]
        if not parts and base >= 0:
            return base
        self._frames.append(made)
        self.changes.append([base, *reversed(parts)])
        return len(self.changes) - 1

    def _number(self, element: list[Any]) -> int:
        if id(element) not in self._seen:
            text = json.dumps(element, ensure_ascii=False)
            if text not in self._known:
                self._known[text] = len(self.elements)
                self.elements.append(element)
            self._seen[id(element)] = element, self._known[text]
        return self._seen[id(element)][1]

    def frame(self, number: int) -> list[list[Any]]:
        """Return the elements of a frame."""
        return [self.elements[each] for each in self._frames[number]]
