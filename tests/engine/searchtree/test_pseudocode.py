"""The pseudo-code: its text is executed by an interpreter written here, line by line."""

import re
from typing import Any

import pytest

from engine.core.handmade import HandmadeTree, node_name, parse_tree
from engine.core.language import LANGUAGES
from engine.searchtree.events import SearchEvents
from engine.searchtree.pseudocode import CODES, CodeLine, code_of, execute
from engine.teach.walk import bound_text
from tests.engine.conftest import sampled
from tests.engine.searchtree.handmade import minimax, number_of, random_tree, search
from tests.engine.searchtree.recorded import recorded

HUGE = 10**9


class Cut(Exception):  # noqa: N818
    """A loop is left."""


class Interpreter:
    """Executes pseudo-code on a tree, and notes the numbers of the lines.

    A line is noted when it is reached, but one that calls the function when the call has returned.

    Args:
        lines: the lines, in English.
        tree: the tree.
    """

    def __init__(self, lines: tuple[CodeLine, ...], tree: HandmadeTree) -> None:
        self.lines = [(line.indent, line.text.replace("**", "")) for line in lines]
        self.tree = tree
        self.noted: list[int] = []
        head = re.fullmatch(r"function (\w+)\((.+)\)", self.lines[0][1])
        assert head is not None
        self.name, self.parameters = head[1], head[2].split(", ")

    def call(self, *arguments: int) -> int:
        """Call the function."""
        names = dict(zip(self.parameters, arguments, strict=True))
        names |= {"max": max, "min": min, "HUGE": HUGE, self.name: self.call}
        self.noted.append(1)
        result = self.block(1, len(self.lines), names)
        assert result is not None
        return result

    def end(self, at: int) -> int:
        """The place after the lines that belong to the one at a place."""
        indent = self.lines[at][0]
        return next((i for i in range(at + 1, len(self.lines)) if self.lines[i][0] <= indent), len(self.lines))

    def block(self, at: int, end: int, names: dict[str, Any]) -> int | None:
        """Execute the lines from ``at`` to ``end``, and return what they return."""
        was_true = False
        while at < end:
            text, following = self.lines[at][1], self.end(at)
            if text == "else:":
                if not was_true:
                    self.noted.append(at + 1)
                    if (result := self.block(at + 1, following, names)) is not None:
                        return result
            elif text == "for each child c:":
                if (result := self.loop(at, following, names)) is not None:
                    return result
            elif match := re.fullmatch(r"if (.+?):(?: (.+))?", text):
                self.noted.append(at + 1)
                was_true = self.holds(match[1], names)
                if was_true:
                    done = self.single(match[2], names) if match[2] else self.block(at + 1, following, names)
                    if done is not None:
                        return done
            elif text.startswith("return "):
                self.noted.append(at + 1)
                return self.single(text, names)
            else:
                self.single(text, names)
                self.noted.append(at + 1)
            at = following
        return None

    def loop(self, at: int, end: int, names: dict[str, Any]) -> int | None:
        for child in self.tree.children[names["node"]]:
            names["c"] = child
            self.noted.append(at + 1)
            try:
                result = self.block(at + 1, end, names)
            except Cut:
                return None
            if result is not None:
                return result
        return None

    def single(self, text: str, names: dict[str, Any]) -> int | None:
        """Execute one statement, and return what it returns."""
        if text == "cut":
            raise Cut
        if text.startswith("return its value"):
            node = int(names["node"])
            value = self.tree.values[node]
            is_own = text.endswith("for the side to move")
            return -value if is_own and self.tree.depths[node] % 2 else value
        if text.startswith("return "):
            return int(names[text.removeprefix("return ")])
        name, expression = text.split(" ← ")
        names[name] = self.value(expression, names)
        return None

    def value(self, expression: str, names: dict[str, Any]) -> Any:
        plain = expression.replace("−", "-").replace("∞", "HUGE").replace("≥", ">=")
        return eval(plain, {}, names)

    def holds(self, condition: str, names: dict[str, Any]) -> bool:
        node = int(names["node"])
        if condition == "node is a leaf":
            return not self.tree.children[node]
        if condition == "the maximiser moves":
            return self.tree.depths[node] % 2 == 0
        if condition == "c is the first child":
            return bool(names["c"] == self.tree.children[node][0])
        return bool(self.value(condition, names))


@pytest.mark.parametrize("algorithm", CODES)
@sampled(20, 200)
def test_the_steps_execute_the_lines_of_the_code_in_their_order(algorithm: str, count: int) -> None:
    for seed in range(count):
        tree = random_tree(seed)
        interpreter = Interpreter(CODES[algorithm].lines, tree)
        windows = (-HUGE, HUGE) if len(interpreter.parameters) == 3 else ()
        assert interpreter.call(0, *windows) == minimax(tree, 0)
        events = SearchEvents(search(tree, algorithm))
        executed = [execute(events, step) for step in range(1, len(events) + 1)]
        assert [line for each in executed for line in each.lines] == interpreter.noted, seed
        assert all(each.line in each.lines for each in executed)


def test_the_ninth_step_of_the_first_tree_is_line_fourteen() -> None:
    events = SearchEvents(search(parse_tree("((2 5) (1 8))"), "alphabeta"))
    code = CODES["alphabeta"]

    def name(visit: int) -> str:
        return node_name(number_of(events.tree, visit))

    made = [execute(events, step, bound_text, name) for step in range(1, 13)]
    assert [each.line for each in made] == [1, 1, 14, 15, 14, 7, 8, 1, 14, 15, 7, 9]
    assert [each.numbers for each in made[7:]] == [
        "AB(C, 2, +∞)", "min(+∞, 1) = 1", "2 ≥ 1 ✓", "max(2, 2) = 2", "v = 2",
    ]  # fmt: skip
    assert [each.question for each in made[8:10]] == ["", "2 ≥ 1 ?"]
    assert code.text(14) == "β ← min(β, v)" and code.text(15, "vi") == "**nếu** α ≥ β: **cắt**"
    assert code.text(1, "vi") == "**hàm** AB(nút, α, β)" and len(code.lines) == 16


@pytest.mark.parametrize("algorithm", CODES)
def test_the_numbers_at_the_line_are_those_of_the_step(algorithm: str) -> None:
    """They are read and computed again."""
    for seed in range(10):
        events = SearchEvents(search(random_tree(seed), algorithm))
        for step, event in enumerate(events.events, 1):
            text = execute(events, step, bound_text).numbers.replace("−", "-").replace("∞", "HUGE")
            if match := re.fullmatch(r"(.+) ([✓✗])", text):
                assert eval(match[1].replace("≥", ">=").replace("+", ""), {"HUGE": HUGE}) == (match[2] == "✓")
                assert event.answer == (match[2] == "✓") or not event.is_decision
            elif match := re.fullmatch(r"((?:max|min)\(.+\)) = (\S+)", text):
                assert eval(match[1], {"HUGE": HUGE}) == eval(match[2], {"HUGE": HUGE})


def test_lines_are_complete_in_every_language() -> None:
    for code in CODES.values():
        for number, line in enumerate(code.lines, 1):
            for name in LANGUAGES:
                assert code.text(number, name).count("**") == line.text.count("**")


def test_other_searches_have_no_code() -> None:
    for text in ("pvs", "mtdf", "alphabeta:quiescence=on"):
        assert code_of(SearchEvents(recorded("cotoan", text))) is None
    events = SearchEvents(recorded("cotoan", "negascout:ordering=on"))
    assert code_of(events) is CODES["negascout"]
    assert all(execute(events, step).line for step in range(1, len(events) + 1))
