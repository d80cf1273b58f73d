"""A tidy layout of a small tree: parents above the middle of their children, equal subtrees drawn equally.

It is the method of Reingold and Tilford (IEEE Transactions on Software Engineering 7, 1981): subtrees are laid out one
by one and moved together until their contours have the least distance at every level.
"""

from collections.abc import Mapping, Sequence


def tidy(children: Mapping[int, Sequence[int]], root: int, distance: float = 1.0) -> dict[int, tuple[float, int]]:
    """Return the place of each node: horizontal position and level. The leftmost node is at 0.

    Args:
        children: the children of each node, from left to right. A node that is missing has none.
        root: the root.
        distance: least distance of nodes of one level.
    """
    order, stack = [], [root]
    while stack:
        node = stack.pop()
        order.append(node)
        stack += children.get(node, ())
    shift: dict[int, float] = {}
    left: dict[int, list[float]] = {}
    right: dict[int, list[float]] = {}
    # Children before parents. Contours and shifts are relative to the parent.
    for node in reversed(order):
        contour_left: list[float] = []
        contour_right: list[float] = []
        places: list[float] = []
        for child in children.get(node, ()):
            mine_left, mine_right = left.pop(child), right.pop(child)
            gaps = [there - here for there, here in zip(contour_right, mine_left, strict=False)]
            place = max(gaps) + distance if gaps else 0.0
            places.append(place)
            moved_left = [each + place for each in mine_left]
            moved_right = [each + place for each in mine_right]
            contour_left += moved_left[len(contour_left) :]
            contour_right = moved_right + contour_right[len(moved_right) :]
        middle = (places[0] + places[-1]) / 2 if places else 0.0
        for child, place in zip(children.get(node, ()), places, strict=True):
            shift[child] = place - middle
        left[node] = [0.0] + [each - middle for each in contour_left]
        right[node] = [0.0] + [each - middle for each in contour_right]
    found = {root: (0.0, 0)}
    for node in order:
        x, level = found[node]
        for child in children.get(node, ()):
            found[child] = (x + shift[child], level + 1)
    least = min(x for x, _ in found.values())
    return {node: (x - least, level) for node, (x, level) in found.items()}
