"""The steps of a search as they are shown: sentences, numbers, questions and pseudo-code in one point of view."""

from collections.abc import Callable
from functools import cached_property
from typing import Any

from engine.core.language import language, mark, translate
from engine.core.values import Value
from engine.searchtree.events import Event, Known, NodeState, SearchEvents, SourceKind, Style, TreeState
from engine.searchtree.explanation import value_text
from engine.searchtree.narration import Narration, Prediction, narrate, predict
from engine.searchtree.pseudocode import BOTH, Execution, PseudoCode, code_of, execute

BY, SOURCE = mark("by {node}"), mark("from {node}")
"""Where a bound of a node comes from: one of its children, or an ancestor."""


class NodeNumber(Value):
    """A number of a node as text.

    Attributes:
        name: ``α``, ``β`` or ``v``, the value so far.
        source: where it comes from, or an empty string.
        value: the number.
        before: the number before the last step if it changed, or an empty string.
    """

    name: str
    source: str
    value: str
    before: str = ""


class SearchReplay:
    """The steps of a search, of a hand-made tree or of a recorded one, and what is written about each of them.

    A number of steps is from 0, before the first one, to the length of the replay.

    Args:
        events: the events of the search.
        side: the side for which all values are, 0 or 1, or None for the side to move, as in negamax.
        number: function that writes a value, or None for ``value_text``.
        name: function that returns the name of a visit, or None for its move.
        code: code of the language of all texts, or an empty string for the current one.

    Attributes:
        events, side: the arguments.
    """

    def __init__(
        self,
        events: SearchEvents,
        side: int | None = 0,
        number: Callable[[int], str] | None = None,
        name: Callable[[int], str] | None = None,
        code: str = "",
    ) -> None:
        decimals = events.tree.facts.decimals
        self.events, self.side, self._code = events, side, code
        self._number = number or (lambda value: value_text(value, decimals, code))
        self._name = name or (lambda visit: events.tree.move_text(visit, "display") or self._translated(mark("root")))

    def _translated(self, text: str) -> str:
        return translate(text, self._code or language())

    def __len__(self) -> int:
        return len(self.events)

    @cached_property
    def decisions(self) -> tuple[int, ...]:
        """The numbers of steps after which the search has decided something."""
        return tuple(at + 1 for at in self.events.decisions)

    @cached_property
    def code(self) -> PseudoCode | None:
        """The pseudo-code of the search, or None if it has none."""
        return code_of(self.events)

    def is_decision(self, step: int) -> bool:
        """Whether the search decides something in the step after ``step`` steps."""
        return step < len(self) and self.events.events[step].is_decision

    def mover(self, step: int) -> int:
        """Return the side to move at the node in which the search is, or ``BOTH`` before and after the search."""
        path = self.events.state(step).path
        return self.events.tree.side(path[-1]) if path else BOTH

    def narrate(self, step: int) -> Narration:
        """Return what is written about the last of ``step`` steps."""
        return narrate(self.events, step, self._code, side=self.side, number=self._number)

    def predict(self, step: int) -> Prediction | None:
        """Return the question about the step after ``step`` steps, or None if the search decides nothing in it."""
        return predict(self.events, step, self._code, side=self.side, number=self._number)

    def execute(self, step: int) -> Execution | None:
        """Return the lines of pseudo-code of the last of ``step`` steps, or None if the search has no pseudo-code."""
        return execute(self.events, step, self._number, self._name) if self.code is not None and step else None

    # --- edges --------------------------------------------------------------------------------------------------------

    @cached_property
    def _uses(self) -> dict[int, tuple[int, str]]:
        """The number of the step that used the value of a visit, and what it did there, by visit."""
        return {
            self.events.subject(event): (step, self._use(event, step))
            for step, event in enumerate(self.events.events, 1) if event.is_used
        }  # fmt: skip

    def _use(self, event: Event, step: int) -> str:
        """Return what the value of a child did: ``β ↓ 2``, or why it changed nothing: ``5 > 2``."""
        node, child = self.events.place(event), self.events.subject(event)
        before, after = self.events.node(node, step - 1), self.events.node(node, step)
        known = self.events.node(child, step)
        assert before is not None and after is not None and known is not None
        is_full = self.events.style is Style.FULL
        is_better = after.score_from == child if is_full else after.alpha > before.alpha
        sign = 1 if self.side is None or self.events.tree.side(node) == self.side else -1
        value, limit = -sign * known.score, sign * (before.score if is_full else before.alpha)
        if is_better:
            letter = "v" if is_full else "α" if sign > 0 else "β"
            return f"{letter} {'↑' if sign > 0 else '↓'} {self._number(value)}"
        if value == limit and known.known is not Known.EXACT:
            return f"{'≤' if sign > 0 else '≥'} {self._number(value)}"
        return f"{self._number(value)} {'=' if value == limit else '<' if value < limit else '>'} {self._number(limit)}"

    def chip(self, visit: int, step: int) -> tuple[str, bool]:
        """Return what a visit did at the node above it, or ``?`` if it is not decided yet whether it is made.

        The text is empty if neither is so. The second element is whether the last of ``step`` steps did it.
        """
        used, text = self._uses.get(visit, (0, ""))
        if 0 < used <= step:
            return text, used == step
        above = self.events.node(self.events.tree.parent(visit), step) if visit > self.events.top else None
        is_waiting = above is not None and above.is_open and self.events.node(visit, step) is None
        return "?" if is_waiting else "", False

    # --- numbers ------------------------------------------------------------------------------------------------------

    def texts(self, state: NodeState) -> dict[str, Any]:
        """Return the texts of a node: its value, its window, and where its bounds come from.

        The keys are ``text``, ``alpha``, ``beta``, ``alpha_from`` and ``beta_from``. Those that are empty are missing.
        """
        is_own = self.side is None or self.events.tree.side(state.visit) == self.side
        own = state if is_own else state.turned()
        signs = {Known.EXACT: "", Known.LEAST: "≥ ", Known.MOST: "≤ ", Known.SO_FAR: "v "}
        texts = {"text": "" if own.known is Known.NOTHING else f"{signs[own.known]}{self._number(own.score)}"}
        if self.events.style is Style.FULL:
            return texts
        for name, first in zip(("alpha", "beta"), own.entry, strict=True):
            value, source = getattr(own, name), getattr(own, f"{name}_from")
            letter = "α" if name == "alpha" else "β"
            if own.is_open or value == first:
                texts[name] = f"{letter} {self._number(value)}"
            else:
                texts[name] = f"{letter} {self._number(first)} → {self._number(value)}"
            if own.is_open and source.kind in (SourceKind.CHILD, SourceKind.ABOVE):
                words = self._translated(BY if source.kind is SourceKind.CHILD else SOURCE)
                texts[f"{name}_from"] = words.format(node=self._name(source.visit))
        return texts

    def texts_before(self, state: TreeState, visit: int) -> dict[str, str]:
        """Return what the texts were that the last step changed at a visit. Of a finished one, it is ``text`` alone."""
        before = state.before(visit)
        if before is None:
            return {}
        names = ("text", "alpha", "beta") if state[visit].is_open else ("text",)
        texts, was = self.texts(state[visit]), self.texts(before)
        return {name: was[name] for name in names if name in was and was[name] != texts[name]}

    def numbers(self, step: int) -> tuple[str, tuple[NodeNumber, ...]]:
        """Return the name of the node in which the search is, and its numbers: its window if it has one, its value."""
        state, top = self.events.state(step), self.events.top
        visit = state.path[-1] if state.path else top
        if visit not in state:
            return self._name(visit), (NodeNumber("v", "", "—"),)
        texts = self.texts(state[visit])
        was = self.texts_before(state, visit) if visit in state.changed and step < len(self) else {}
        found = []
        for letter, field in (("α", "alpha"), ("β", "beta"), ("v", "text")):
            if field in texts:
                value = texts[field].removeprefix(f"{letter} ") or "—"
                before = was.get(field, "").removeprefix(f"{letter} ")
                found.append(NodeNumber(letter, texts.get(f"{field}_from", ""), value, before))
        return self._name(visit), tuple(found)
