"""The five searches as pseudo-code, fail-soft like those of the program, and the lines that each step executes.

A test executes the text of the pseudo-code and compares the lines.
"""

from collections.abc import Callable, Iterator, Mapping

from engine.core.errors import OptionError
from engine.core.language import language, mark, translate
from engine.core.score import INFINITY
from engine.core.values import Value
from engine.search.spec import Spec
from engine.search.visit import Flag
from engine.searchtree.events import Event, EventKind, NodeState, SearchEvents, Style
from engine.searchtree.explanation import value_text

BOTH, MAXIMISER, MINIMISER = -1, 0, 1
"""The sides of a line: that of a half of the code for one side, or both."""


class CodeLine(Value):
    """A line of pseudo-code.

    Attributes:
        name: what it does, unique among the lines of its side.
        indent: number of levels of indentation.
        text: English text, translated for display, in which words between ``**`` are keywords.
        side: the side for which it is, or ``BOTH``.
    """

    name: str
    indent: int
    text: str
    side: int = BOTH


class PseudoCode(Value):
    """A search as pseudo-code, whose lines are numbered from 1.

    Attributes:
        function: its name in the code.
        lines: the lines.
    """

    function: str
    lines: tuple[CodeLine, ...]

    @property
    def has_halves(self) -> bool:
        """Whether the two sides have lines of their own, so that all values are for the maximiser."""
        return any(line.side != BOTH for line in self.lines)

    def number(self, name: str, side: int) -> int:
        """Return the number of a line. If the sides have separate lines, it is that of ``side``."""
        return next(
            number for number, line in enumerate(self.lines, 1) if line.name == name and line.side in (side, BOTH)
        )

    def text(self, number: int, code: str = "") -> str:
        """Return the text of a line in a language, by default the current one. Keywords are between ``**``."""
        return translate(self.lines[number - 1].text, code or language())


class Execution(Value):
    """What a step executes.

    Attributes:
        line: the number of the line to mark.
        lines: the numbers of all lines that the step executes, in this order. A line that calls the function is
            executed when the call returns.
        numbers: the line to mark with numbers: ``min(+∞, 1) = 1``.
        question: the same before the step, if it is a decision: ``2 ≥ 1 ?``. Otherwise it is empty.
    """

    line: int
    lines: tuple[int, ...]
    numbers: str
    question: str = ""


LEAF = mark("**if** node is a leaf: **return** its value")
OWN_LEAF = mark("**if** node is a leaf: **return** its value for the side to move")
MAX_MOVES, OTHERWISE = mark("**if** the maximiser moves:"), mark("**else**:")
EACH, FIRST = mark("**for each** child c:"), mark("**if** c is the first child:")
CUT, RETURN = mark("**if** α ≥ β: **cut**"), mark("**return** v")


def _half(side: int, *lines: tuple[str, int, str]) -> Iterator[CodeLine]:
    """Yield the lines of one side."""
    for name, indent, text in lines:
        yield CodeLine(name, indent, text, side)


def _lines(*lines: tuple[str, int, str]) -> tuple[CodeLine, ...]:
    return tuple(_half(BOTH, *lines))


MINIMAX = PseudoCode("MINIMAX", (
    *_lines(("function", 0, mark("**function** MINIMAX(node)")), ("leaf", 1, LEAF), ("side", 1, MAX_MOVES)),
    *_half(MAXIMISER, ("start", 2, "v ← −∞"), ("each", 2, EACH), ("take", 3, "w ← MINIMAX(c)"),
           ("best", 3, mark("**if** w > v: v ← w")), ("return", 2, RETURN)),
    CodeLine("else", 1, OTHERWISE),
    *_half(MINIMISER, ("start", 2, "v ← +∞"), ("each", 2, EACH), ("take", 3, "w ← MINIMAX(c)"),
           ("best", 3, mark("**if** w < v: v ← w")), ("return", 2, RETURN)),
))  # fmt: skip
NEGAMAX = PseudoCode("NEGAMAX", _lines(
    ("function", 0, mark("**function** NEGAMAX(node)")), ("leaf", 1, OWN_LEAF), ("start", 1, "v ← −∞"),
    ("each", 1, EACH), ("take", 2, "w ← −NEGAMAX(c)"), ("best", 2, mark("**if** w > v: v ← w")), ("return", 1, RETURN),
))  # fmt: skip
ALPHABETA = PseudoCode("AB", (
    *_lines(("function", 0, mark("**function** AB(node, α, β)")), ("leaf", 1, LEAF), ("side", 1, MAX_MOVES)),
    *_half(MAXIMISER, ("start", 2, "v ← −∞"), ("each", 2, EACH), ("value", 3, "v ← max(v, AB(c, α, β))"),
           ("bound", 3, "α ← max(α, v)"), ("cut", 3, CUT), ("return", 2, RETURN)),
    CodeLine("else", 1, OTHERWISE),
    *_half(MINIMISER, ("start", 2, "v ← +∞"), ("each", 2, EACH), ("value", 3, "v ← min(v, AB(c, α, β))"),
           ("bound", 3, "β ← min(β, v)"), ("cut", 3, CUT), ("return", 2, RETURN)),
))  # fmt: skip
NEGAMAX_ALPHABETA = PseudoCode("NAB", _lines(
    ("function", 0, mark("**function** NAB(node, α, β)")), ("leaf", 1, OWN_LEAF), ("start", 1, "v ← −∞"),
    ("each", 1, EACH), ("value", 2, "v ← max(v, −NAB(c, −β, −α))"), ("bound", 2, "α ← max(α, v)"), ("cut", 2, CUT),
    ("return", 1, RETURN),
))  # fmt: skip
NEGASCOUT = PseudoCode("NS", _lines(
    ("function", 0, mark("**function** NS(node, α, β)")), ("leaf", 1, OWN_LEAF), ("start", 1, "v ← −∞"),
    ("each", 1, EACH), ("first", 2, FIRST), ("full", 3, "w ← −NS(c, −β, −α)"), ("else", 2, OTHERWISE),
    ("ask", 3, "w ← −NS(c, −α − 1, −α)"), ("test", 3, mark("**if** α < w < β:")), ("again", 4, "w ← −NS(c, −β, 1 − w)"),
    ("value", 2, "v ← max(v, w)"), ("bound", 2, "α ← max(α, v)"), ("cut", 2, CUT), ("return", 1, RETURN),
))  # fmt: skip
CODES: Mapping[str, PseudoCode] = {
    "minimax": MINIMAX, "negamax": NEGAMAX, "alphabeta": ALPHABETA, "negamax_alphabeta": NEGAMAX_ALPHABETA,
    "negascout": NEGASCOUT,
}  # fmt: skip
"""The pseudo-code of each search."""


def listing(algorithm: str) -> tuple[tuple[CodeLine, str], ...]:
    """Return the lines of the pseudo-code of a search, each with its text in the current language.

    Raises:
        OptionError: if there is no pseudo-code of this search.
    """
    if algorithm not in CODES:
        raise OptionError("there is no pseudo-code of {name!r}", name=algorithm)
    code = CODES[algorithm]
    return tuple((line, code.text(number)) for number, line in enumerate(code.lines, 1))


def listing_text(algorithm: str) -> str:
    """Return the pseudo-code of a search as plain text, in the current language.

    Raises:
        OptionError: if there is no pseudo-code of this search.
    """
    return "\n".join("    " * line.indent + text.replace("**", "") for line, text in listing(algorithm))


def code_of(events: SearchEvents) -> PseudoCode | None:
    """Return the pseudo-code of a recorded search, or None if it has none: another search, or one with quiescence."""
    if events.style is Style.RECORDED or Spec.parse(events.tree.facts.algorithm).option("quiescence", False):
        return None
    return CODES[events.algorithm]


def execute(
    events: SearchEvents,
    step: int,
    number: Callable[[int], str] | None = None,
    name: Callable[[int], str] | None = None,
) -> Execution:
    """Return what the last of ``step`` events executes.

    Args:
        events: the events of a search that has pseudo-code.
        step: number of steps, from 1.
        number: function that writes a value, or None for ``value_text``.
        name: function that returns the name of a visit, or None for its move.
    """
    found = code_of(events)
    assert found is not None
    decimals = events.tree.facts.decimals
    return _Executor(
        events, step, found, number or (lambda value: value_text(value, decimals)),
        name or (lambda visit: events.tree.move_text(visit, "display") or "•"),
    ).execution()  # fmt: skip


class _Executor:
    """The lines of one event."""

    def __init__(
        self,
        events: SearchEvents,
        step: int,
        code: PseudoCode,
        number: Callable[[int], str],
        name: Callable[[int], str],
    ) -> None:
        self.events, self.step, self.code, self.number, self.name = events, step, code, number, name
        self.event: Event = events.events[step - 1]
        self.place = events.place(self.event)
        self.side = events.tree.side(self.place)
        # The first player is the maximiser.
        self.is_turned = code.has_halves and self.side == MINIMISER

    def line(self, name: str, side: int | None = None) -> int:
        """Return the number of a line, by default of the side that moves at the node that uses a value or decides."""
        return self.code.number(name, self.side if side is None else side)

    def state(self, step: int) -> NodeState:
        """Return the state of this node, with its values as the code has them."""
        found = self.events.node(self.place, step)
        assert found is not None
        return found.turned() if self.is_turned else found

    def execution(self) -> Execution:
        match self.event.kind:
            case EventKind.ENTER:
                return self.enter()
            case EventKind.CUT:
                state = self.state(self.step)
                return self.decision("cut", f"{self.number(state.alpha)} ≥ {self.number(state.beta)}")
            case EventKind.BEST:
                return self.decision("best", self.comparison())
            case EventKind.AGAIN:
                before = self.state(self.step - 1)
                parts = [self.number(each) for each in (before.alpha, self.score(self.event.child), before.beta)]
                made = self.decision("test", " < ".join(parts))
                more = () if self.event.answer else tuple(self.use())
                return Execution(made.line, (*made.lines, *more), made.numbers, made.question)
            case _:
                return self.leave()

    def score(self, child: int) -> int:
        """Return the value of a child as the code has it at this node."""
        score = -self.events.tree.number("value", child)
        return -score if self.is_turned else score

    def enter(self) -> Execution:
        lines = list(self.way(self.event.visit))
        lines += [self.line("function"), self.line("leaf")]
        if self.code.has_halves:
            lines += [self.line("side")] + [self.line("else")] * (self.side == MINIMISER)
        lines.append(self.line("start"))
        state = self.state(self.step)
        ends = "" if self.events.style is Style.FULL else f", {self.number(state.alpha)}, {self.number(state.beta)}"
        return Execution(
            self.line("function"), tuple(lines), f"{self.code.function}({self.name(self.event.visit)}{ends})"
        )

    def way(self, visit: int) -> Iterator[int]:
        """Yield the lines between the last event and the call of the function for a visit."""
        tree = self.events.tree
        if visit == self.events.top:
            return
        parent = tree.parent(visit)
        side = tree.side(parent)
        if tree.number("flags", visit) & Flag.REPEATED:
            return
        yield self.line("each", side)
        if self.events.style is Style.ASKING:
            yield self.line("first", side)
            if visit != parent + 1:
                yield self.line("else", side)

    def leave(self) -> Execution:
        """Return the lines of a leaf or a finished node, and of the use of its value."""
        event, tree = self.event, self.events.tree
        lines: list[int] = []
        if event.kind is EventKind.LEAF:
            lines += self.way(event.visit)
            # The lines below a node whose moves are not recorded or not replayed are not listed.
            lines += [] if tree.number("visits", event.visit) else [self.line("function"), self.line("leaf")]
        else:
            lines.append(self.line("return", tree.side(event.visit)))
        if event.visit == self.events.top:
            return Execution(lines[-1], tuple(lines), f"v = {self.number(self.state(self.step).score)}")
        call = self.call(event.visit)
        lines.append(self.line(call))
        if not event.is_used:
            return Execution(lines[-1], tuple(lines), f"w = {self.number(self.score(event.visit))}")
        if call == "ask":
            lines.append(self.line("test"))
        lines += self.use()
        if self.events.style is Style.FULL:
            return Execution(self.line("best"), tuple(lines), f"{self.comparison()} ✓")
        before, after = self.state(self.step - 1), self.state(self.step)
        letter, ends = ("min", (before.beta, after.beta)) if self.is_turned else ("max", (before.alpha, after.alpha))
        numbers = f"{letter}({self.number(ends[0])}, {self.number(after.score)}) = {self.number(ends[1])}"
        return Execution(self.line("bound"), tuple(lines), numbers)

    def call(self, child: int) -> str:
        """Return the name of the line that called the function for a child."""
        match self.events.style:
            case Style.FULL:
                return "take"
            case Style.PRUNING:
                return "value"
        if self.events.tree.number("flags", child) & Flag.REPEATED:
            return "again"
        return "full" if child == self.place + 1 else "ask"

    def use(self) -> Iterator[int]:
        """Yield the lines that use the value of a child, with the comparison that nothing depends on after the last."""
        match self.events.style:
            case Style.FULL:
                yield self.line("best")
                return
            case Style.ASKING:
                yield self.line("value")
        yield self.line("bound")
        if not self.event.left:
            yield self.line("cut")

    def comparison(self) -> str:
        """Return the comparison of the value of a child with the best one before: ``5 < 2``."""
        before = self.events.node(self.place, self.step - 1)
        assert before is not None
        child = self.events.subject(self.event)
        best = -INFINITY if before.score_from < 0 else before.score
        best = -best if self.is_turned else best
        return f"{self.number(self.score(child))} {'<' if self.is_turned else '>'} {self.number(best)}"

    def decision(self, name: str, text: str) -> Execution:
        line = self.line(name)
        return Execution(line, (line,), f"{text} {'✓' if self.event.answer else '✗'}", f"{text} ?")
