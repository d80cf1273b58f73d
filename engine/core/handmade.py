"""Trees written as text, from which hand-made games, exercises and worksheets are made.

In a text such as ``((2 5) (1 8))``, numbers are leaves and pairs of brackets are inner nodes. ``4:(1 2)`` is an inner
node with the static value 4. Commas may be used in place of spaces.
"""

import random
import re
from collections.abc import Mapping, Sequence
from functools import cached_property

from engine.core.errors import NotationError, OptionError
from engine.core.language import Plural, mark
from engine.core.options import check_range
from engine.core.values import Value

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
MOST_NODES = 128
"""Maximum number of nodes of a tree."""
MOST_VALUE = 999
"""Greatest absolute value of a node."""
ERRORS: Mapping[str, str] = {
    "closed": mark("character {place}: a number or “(” is expected before “)”"),
    "static": mark("character {place}: a “(” is expected after “{word}”"),
    "open": mark("the “(” at character {place} is not closed"),
    "empty": mark("the text contains no tree; an example is {example}"),
    "more": mark("character {place}: the tree ends before “{word}”"),
    "sign": mark("character {place}: “{letter}” is neither a number nor a bracket"),
    "value": mark("character {place}: values are from −{most} to {most}"),
    "large": Plural(
        "the tree has {count} node; there may be {most}", "the tree has {count} nodes; there may be {most}"
    ),
}
"""What can be wrong with the text of a tree. A page with a field for trees contains the same texts."""
EXAMPLE = "((3 12 8) (2 4 6))"


class HandmadeTree(Value):
    """A tree as arrays over its nodes, which are numbered level by level from the root.

    Attributes:
        parents: parent of each node, -1 for the root.
        children: children of each node, left to right.
        values: value of each node for the maximiser. An inner node has its static value, or 0 if it has none.
        depths: depth of each node, 0 for the root.
    """

    parents: tuple[int, ...]
    children: tuple[tuple[int, ...], ...]
    values: tuple[int, ...]
    depths: tuple[int, ...]

    @cached_property
    def columns(self) -> tuple[int, ...]:
        """Return the column of each node.

        Leaves are in every other column. An inner node is midway between its first and its last child.
        """
        places = [0] * len(self.values)
        free = 0

        def place(node: int) -> None:
            nonlocal free
            for child in self.children[node]:
                place(child)
            if self.children[node]:
                places[node] = (places[self.children[node][0]] + places[self.children[node][-1]]) // 2
            else:
                places[node] = free
                free += 2

        place(0)
        return tuple(places)

    @cached_property
    def width(self) -> int:
        """Return the number of columns of the board."""
        return max(self.columns) + 1

    @cached_property
    def step(self) -> int:
        """Return the number of rows from one level to the next.

        It is chosen so that the board is about 0.6 times as high as wide.
        """
        return max(1, round(0.6 * self.width / max(1, *self.depths)))

    @cached_property
    def height(self) -> int:
        """Return the number of rows of the board. The root is in the top row."""
        return max(self.depths) * self.step + 1

    def cell(self, node: int) -> int:
        """Return the cell of a node on the board, ``row * width + column`` with row 0 at the bottom."""
        return (self.height - 1 - self.depths[node] * self.step) * self.width + self.columns[node]

    @cached_property
    def leaves(self) -> tuple[int, ...]:
        """Return the nodes without children."""
        return tuple(node for node, children in enumerate(self.children) if not children)

    @cached_property
    def depth(self) -> int:
        """Return the depth of the deepest leaf."""
        return max(self.depths)

    @property
    def uniform(self) -> tuple[int, int] | None:
        """Return the number of children of every inner node and the depth of every leaf, or None if they differ."""
        counts = {len(children) for children in self.children if children}
        depths = {self.depths[leaf] for leaf in self.leaves}
        return (counts.pop(), depths.pop()) if len(counts) == len(depths) == 1 else None

    def order(self) -> tuple[int, ...]:
        """Return the nodes depth first, from left to right, which is the order of their numbers in the text."""
        found: list[int] = []
        waiting = [0]
        while waiting:
            node = waiting.pop()
            found.append(node)
            waiting += reversed(self.children[node])
        return tuple(found)

    def text(
        self,
        node: int = 0,
        order: Mapping[int, Sequence[int]] | None = None,
        replaced: Mapping[int, str] | None = None,
    ) -> str:
        """Return the text of the tree below a node, which ``parse_tree`` reads.

        Args:
            node: the node.
            order: a mapping of nodes to their children in another order. A child that is missing is left out.
            replaced: a mapping of nodes to the texts of other trees that take their places.
        """
        if replaced is not None and node in replaced:
            return replaced[node]
        children = self.children[node] if order is None else order.get(node, self.children[node])
        value = self.values[node]
        if not self.children[node]:
            return str(value)
        inside = " ".join(self.text(child, order, replaced) for child in children)
        return f"{value}:({inside})" if value else f"({inside})"


def node_name(node: int) -> str:
    """Return the name of a node.

    Nodes are named level by level. The name of the root is ``A``. The next names are the other ``LETTERS``, and then
    ``A1``, ``B1`` and so on.
    """
    round_, letter = divmod(node, len(LETTERS))
    return LETTERS[letter] + (str(round_) if round_ else "")


_WORD = re.compile(r"[-−]?[0-9]+:?|[()]|[\s,]+")


def parse_tree(text: str) -> HandmadeTree:
    """Parse the text of a tree. For the format, see the docstring of the module.

    Raises:
        NotationError: if ``text`` is not a tree, or a tree that is too large. The message contains what is wrong and
            the place, counted in characters from 1.
    """
    words = _words(text)
    at = 0
    nodes: list[tuple[int, int, int]] = []  # parent, depth, value, in the order read

    def read(parent: int, depth: int) -> None:
        nonlocal at
        word, place = words[at]
        if word == ")":
            raise NotationError(ERRORS["closed"], place=place)
        number, value = len(nodes), 0
        at += 1
        if word.endswith(":"):
            value = _value(word[:-1], place)
            word, place = words[at]
            if word != "(":
                raise NotationError(ERRORS["static"], place=place, word=f"{value}:")
            at += 1
        elif word != "(":
            value = _value(word, place)
        nodes.append((parent, depth, value))
        if word == "(":
            while words[at][0] != ")":
                if not words[at][0]:
                    raise NotationError(ERRORS["open"], place=place)
                read(number, depth + 1)
            if words[at - 1][0] == "(":
                raise NotationError(ERRORS["closed"], place=words[at][1])
            at += 1

    if not words[0][0]:
        raise NotationError(ERRORS["empty"], example=EXAMPLE)
    read(-1, 0)
    if words[at][0]:
        raise NotationError(ERRORS["more"], place=words[at][1], word=words[at][0])
    by_level = sorted(range(len(nodes)), key=lambda node: nodes[node][1])
    number = {old: new for new, old in enumerate(by_level)}
    children: list[list[int]] = [[] for _ in nodes]
    for old in by_level[1:]:
        children[number[nodes[old][0]]].append(number[old])
    return HandmadeTree(
        tuple(-1 if nodes[old][0] < 0 else number[nodes[old][0]] for old in by_level),
        tuple(map(tuple, children)),
        tuple(nodes[old][2] for old in by_level),
        tuple(nodes[old][1] for old in by_level),
    )


def _words(text: str) -> list[tuple[str, int]]:
    """Return the words of the text of a tree with their places, and an empty word for its end.

    Raises:
        NotationError: if there are other characters, or more than ``MOST_NODES`` nodes.
    """
    words: list[tuple[str, int]] = []
    at = 0
    while at < len(text):
        match = _WORD.match(text, at)
        if match is None:
            raise NotationError(ERRORS["sign"], place=at + 1, letter=text[at])
        word = match[0].replace("−", "-")
        if word[0] in "()-" or word[0].isdecimal():
            words.append((word, at + 1))
        at = match.end()
    # Checked before reading, which is recursive.
    count = sum(word != ")" and not word.endswith(":") for word, _ in words)
    if count > MOST_NODES:
        raise NotationError(ERRORS["large"], count=count, most=MOST_NODES)
    return [*words, ("", len(text) + 1)]


def _value(word: str, place: int) -> int:
    digits = word.lstrip("-").lstrip("0")
    if len(digits) > len(str(MOST_VALUE)):
        raise NotationError(ERRORS["value"], place=place, most=MOST_VALUE)
    return -int(digits or 0) if word.startswith("-") else int(digits or 0)


def random_tree(branching: int, depth: int, rng: random.Random, low: int = 0, high: int | None = None) -> HandmadeTree:
    """Return a tree with ``branching`` children at every inner node and all leaves at ``depth``.

    The leaves have different values if there are enough numbers, so that no two moves are equally good.

    Args:
        branching: number of children, at least 1.
        depth: depth of the leaves, at least 1.
        rng: source of random numbers.
        low: least value of a leaf.
        high: greatest value of a leaf, or None for the least number that is at least 20 and leaves every second value
            unused.

    Raises:
        OptionError: if the tree would be too large, or a bound is out of range.
    """
    check_range("branching", branching, 1, MOST_NODES)
    check_range("depth", depth, 1, MOST_NODES)
    count = sum(branching**level for level in range(min(depth, MOST_NODES) + 1))
    if count > MOST_NODES:
        raise OptionError(ERRORS["large"], count=count, most=MOST_NODES)
    leaves = branching**depth
    high = max(low + 20, low + 2 * leaves) if high is None else high
    check_range("low", low, -MOST_VALUE, MOST_VALUE)
    check_range("high", high, low, MOST_VALUE)
    numbers = range(low, high + 1)
    values = iter(rng.sample(numbers, leaves) if len(numbers) >= leaves else rng.choices(numbers, k=leaves))

    def text(height: int) -> str:
        return f"({' '.join(text(height - 1) for _ in range(branching))})" if height else str(next(values))

    return parse_tree(text(depth))
