"""Parsing of trees from text, and the cells of their nodes on a board.

In a text such as ``((2 5) (1 8))``, numbers are leaves and pairs of brackets are inner nodes. ``4:(1 2)`` is an inner
node with the static value 4.
"""

import re
from functools import cached_property

from engine.core.values import Value

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


class Tree(Value):
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

    @property
    def width(self) -> int:
        """Return the number of columns of the board."""
        return max(self.columns) + 1

    @property
    def step(self) -> int:
        """Return the number of rows from one level to the next.

        It is chosen so that the board is about 0.6 times as high as wide.
        """
        return max(1, round(0.6 * self.width / max(1, *self.depths)))

    @property
    def height(self) -> int:
        """Return the number of rows of the board. The root is in the top row."""
        return max(self.depths) * self.step + 1

    def cell(self, node: int) -> int:
        """Return the cell of a node on the board, ``row * width + column`` with row 0 at the bottom."""
        return (self.height - 1 - self.depths[node] * self.step) * self.width + self.columns[node]

    @property
    def leaves(self) -> tuple[int, ...]:
        """Return the nodes without children."""
        return tuple(node for node, children in enumerate(self.children) if not children)


def parse_tree(text: str) -> Tree:
    """Parse the text of a tree. For the format, see the docstring of the module.

    Raises:
        ValueError: if ``text`` is not a tree.
    """
    words = re.findall(r"-?\d+:?|[()]", text)
    if re.sub(r"\s", "", text) != "".join(words):
        raise ValueError(f"{text!r} is not a tree")
    at = 0
    nodes: list[tuple[int, int, int]] = []  # parent, depth, value, in the order read

    def read(parent: int, depth: int) -> None:
        nonlocal at
        if at == len(words) or words[at] == ")":
            raise ValueError(f"{text!r} is not a tree")
        number, value = len(nodes), 0
        word = words[at]
        at += 1
        if word.endswith(":"):
            value, word = int(word[:-1]), words[at] if at < len(words) else ""
            at += 1
        elif word != "(":
            value = int(word)
        nodes.append((parent, depth, value))
        if word == "(":
            while at < len(words) and words[at] != ")":
                read(number, depth + 1)
            if at == len(words) or words[at - 1] == "(":
                raise ValueError(f"{text!r} is not a tree")
            at += 1

    read(-1, 0)
    if at != len(words):
        raise ValueError(f"{text!r} is not a tree")
    by_level = sorted(range(len(nodes)), key=lambda node: nodes[node][1])
    number = {old: new for new, old in enumerate(by_level)}
    children: list[list[int]] = [[] for _ in nodes]
    for old in by_level[1:]:
        children[number[nodes[old][0]]].append(number[old])
    return Tree(
        tuple(-1 if nodes[old][0] < 0 else number[nodes[old][0]] for old in by_level),
        tuple(map(tuple, children)),
        tuple(nodes[old][2] for old in by_level),
        tuple(nodes[old][1] for old in by_level),
    )
