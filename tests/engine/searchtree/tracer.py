"""What the five searches do in a hand-made tree, step by step, and whether the sentences of a replay are true.

The searches are written from their definitions in textbooks, on the tree alone, with recursive functions that note
every step. The sentences are read by patterns written here, in both languages, and every node, side and number in them
is compared with these notes. Nothing here calls the functions that make events or sentences.
"""

import re
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any

from engine.core.handmade import HandmadeTree, node_name

HUGE = 10**9
TITLES = {
    "minimax": "Minimax", "negamax": "Negamax", "alphabeta": "Alpha-beta", "negamax_alphabeta": "Negamax alpha-beta",
    "negascout": "NegaScout",
}  # fmt: skip
SIDES = {"en": ("Maximiser", "Minimiser"), "vi": ("bên cực đại", "bên cực tiểu")}


@dataclass
class Frame:
    """A node on the path, as the search sees it: all values are for the maximiser.

    ``low`` and ``high`` are α and β. ``by`` is the child that set the bound of the side to move, and ``kind`` is what
    the value proves: ``=``, ``≥``, ``≤``, ``~`` (nothing yet, but there is a number) or ``?`` (no number).
    """

    node: int
    low: int
    high: int
    entry: tuple[int, int]
    value: int = 0
    kind: str = "?"
    by: int = -1
    asks: bool = False
    again: bool = False


@dataclass
class Step:
    """One step: what happens, at which node, about which child, and everything known after it.

    ``path`` are the open nodes, ``done`` the last result of every finished node, and ``before`` the frame of the node
    before the step.
    """

    kind: str
    node: int
    child: int = -1
    answer: bool = False
    used: bool = False
    left: tuple[int, ...] = ()
    path: tuple[Frame, ...] = ()
    done: dict[int, Frame] = field(default_factory=dict)
    before: Frame | None = None


class Tracer:
    """The steps of one search.

    Args:
        tree: the tree.
        algorithm: ``minimax``, ``negamax``, ``alphabeta``, ``negamax_alphabeta`` or ``negascout``.
    """

    def __init__(self, tree: HandmadeTree, algorithm: str) -> None:
        self.tree, self.algorithm = tree, algorithm
        self.steps: list[Step] = []
        self.path: list[Frame] = []
        self.done: dict[int, Frame] = {}
        self.values = [self._minimax(node) for node in range(len(tree.values))]
        self.numbers = {node_name(node): node for node in range(len(tree.values))}
        run = {
            "minimax": self._full, "negamax": self._full, "alphabeta": self._alphabeta,
            "negamax_alphabeta": self._alphabeta, "negascout": self._negascout,
        }[algorithm]  # fmt: skip
        run(0, -HUGE, HUGE, False, False)
        self._end(0, "return", used=False)

    def _minimax(self, node: int) -> int:
        below = [self._minimax(child) for child in self.tree.children[node]]
        return (min if self.tree.depths[node] % 2 else max)(below) if below else self.tree.values[node]

    def is_max(self, node: int) -> bool:
        return self.tree.depths[node] % 2 == 0

    # --- notes --------------------------------------------------------------------------------------------------------

    def note(self, kind: str, node: int, before: Frame | None, **more: Any) -> None:
        path = tuple(replace(frame) for frame in self.path)
        self.steps.append(Step(kind, node, path=path, done=dict(self.done), before=before, **more))

    def _enter(self, node: int, low: int, high: int, asks: bool, again: bool) -> Frame:
        frame = Frame(node, low, high, (low, high), asks=asks, again=again)
        if self.tree.children[node]:
            self.path.append(frame)
            self.note("enter", node, None)
        else:
            frame.value, frame.kind = self.tree.values[node], "="
            self.done[node] = frame
        return frame

    def _leave(self, frame: Frame) -> None:
        """A node returns: its value is exact if it lies inside the window of its entry, else a bound."""
        self.path.pop()
        low, high = frame.entry
        frame.kind = "≥" if frame.value >= high else "≤" if frame.value <= low else "="
        self.done[frame.node] = replace(frame)

    def _end(self, child: int, kind: str, *, used: bool, before: Frame | None = None, left: Any = ()) -> None:
        self.note(kind, child, before, used=used, left=tuple(left))

    def _take(self, frame: Frame, child: int) -> None:
        """The side to move compares the value of a child with the best one, and with its own bound."""
        mine = self.done[child]
        better = mine.value > frame.value if self.is_max(frame.node) else mine.value < frame.value
        # A child proves something for the side to move only if it cannot be worse than its number.
        proves = mine.kind in ("=", "≥" if self.is_max(frame.node) else "≤")
        sign = ("≥" if self.is_max(frame.node) else "≤") if proves else "~"
        if frame.kind == "?" or better:
            frame.value, frame.kind = mine.value, sign
        elif mine.value == frame.value and proves:
            frame.kind = sign
        if self.algorithm not in ("minimax", "negamax"):
            if self.is_max(frame.node) and mine.value > frame.low:
                frame.low, frame.by = mine.value, child
            if not self.is_max(frame.node) and mine.value < frame.high:
                frame.high, frame.by = mine.value, child

    # --- the searches -------------------------------------------------------------------------------------------------

    def _full(self, node: int, low: int, high: int, asks: bool, again: bool) -> None:
        """Minimax, and negamax, which does the same."""
        frame = self._enter(node, low, high, asks, again)
        children = self.tree.children[node]
        for place, child in enumerate(children):
            self._full(child, low, high, False, False)
            before, left = replace(frame), children[place + 1 :]
            kind = "return" if self.tree.children[child] else "leaf"
            if place == 0:
                self._take(frame, child)
                self._end(child, kind, used=True, before=before, left=left)
                continue
            self._end(child, kind, used=False, before=before, left=left)
            mine = self.done[child].value
            is_better = mine > frame.value if self.is_max(node) else mine < frame.value
            self._take(frame, child)
            self.note("best", node, before, child=child, answer=is_better, used=True, left=tuple(left))
        if children:
            self._leave(frame)

    def _alphabeta(self, node: int, low: int, high: int, asks: bool, again: bool) -> None:
        frame = self._enter(node, low, high, asks, again)
        children = self.tree.children[node]
        for place, child in enumerate(children):
            self._alphabeta(child, frame.low, frame.high, False, False)
            before, left = replace(frame), children[place + 1 :]
            self._take(frame, child)
            self._end(child, "return" if self.tree.children[child] else "leaf", used=True, before=before, left=left)
            if left and self._cuts(frame, child, left):
                break
        if children:
            self._leave(frame)

    def _cuts(self, frame: Frame, child: int, left: Any) -> bool:
        is_cut = frame.low >= frame.high
        self.note("cut", frame.node, replace(frame), child=child, answer=is_cut, left=tuple(left))
        return is_cut

    def _negascout(self, node: int, low: int, high: int, asks: bool, again: bool) -> None:
        """Every move after the first is asked about with a null window, and searched again if it may be better."""
        frame = self._enter(node, low, high, asks, again)
        children = self.tree.children[node]
        for place, child in enumerate(children):
            left = children[place + 1 :]
            kind = "return" if self.tree.children[child] else "leaf"
            is_wide = frame.high - frame.low > 1
            if place == 0:
                self._negascout(child, frame.low, frame.high, asks, False)
            elif self.is_max(node):
                self._negascout(child, frame.low, frame.low + 1, asks or is_wide, False)
            else:
                self._negascout(child, frame.high - 1, frame.high, asks or is_wide, False)
            before = replace(frame)
            if place and is_wide:
                value = self.done[child].value
                self._end(child, kind, used=False, before=before, left=left)
                is_needed = frame.low < value < frame.high
                if not is_needed:
                    self._take(frame, child)
                self.note("again", node, before, child=child, answer=is_needed, used=not is_needed, left=tuple(left))
                if is_needed:
                    # The window begins one before the number found, so that an equal value is exact, too.
                    ends = (value - 1, frame.high) if self.is_max(node) else (frame.low, value + 1)
                    self._negascout(child, *ends, asks, True)
                    before = replace(frame)
                    self._take(frame, child)
                    self._end(child, kind, used=True, before=before, left=left)
            else:
                self._take(frame, child)
                self._end(child, kind, used=True, before=before, left=left)
            if left and self._cuts(frame, child, left):
                break
        if children:
            self._leave(frame)

    # --- truth --------------------------------------------------------------------------------------------------------

    def frame(self, step: Step, node: int) -> Frame:
        """What is known about a node after a step."""
        return next((frame for frame in step.path if frame.node == node), None) or step.done[node]


# --- sentences --------------------------------------------------------------------------------------------------------

N, S, V = r"(?P<{}>[A-Za-z]\d*)", "(?P<{}>Maximiser|Minimiser|[Bb]ên cực đại|[Bb]ên cực tiểu)", r"(?P<{}>−?\d+|[+−]∞)"
WORTH = (
    r"(?P<{0}>is worth (?:at least |at most )?(?:−?\d+|[+−]∞)(?: for (?:Maximiser|Minimiser))?"
    r"|có giá trị (?:ít nhất là |nhiều nhất là )?(?:−?\d+|[+−]∞)(?: đối với bên cực (?:đại|tiểu))?)"
)
END = r"(?:−?\d+|[+−]∞)(?: \((?:from|từ) [A-Za-z]\d*\))?"
FIELDS = {
    "N": N, "S": S, "V": V, "W": WORTH, "T": "(?P<{}>.+)",
    "R": r"(?P<{}>[A-Za-z]\d*(?:, [A-Za-z]\d*)*|\d+ (?:moves?|nước))",
    "E": r"(?P<{}>[αβ] = (?:−?\d+|[+−]∞))",
    "O": r"(?P<{}>(?:(?:at least|at most|ít nhất|nhiều nhất) )?(?:−?\d+|[+−]∞))",
    "I": rf"(?P<{{}}>α = {END}, β = {END})",
    "C": (
        r"(?P<{}>α (?:rises|tăng) (?:from|từ) \S+ (?:to|lên) [^ .;]+"
        r"|β (?:falls|hạ) (?:from|từ) \S+ (?:to|xuống) [^ .;]+)"
    ),
    "L": "(?P<{}>α|β)", "P": r"(?P<{}>\d+)", "G": "(?P<{}>≥|≤)",
}  # fmt: skip
ASKS = (
    "<T search> only asks whether <N here> is worth more than <V low> for <S owner>",
    "<T search> chỉ hỏi <N here> có giá trị hơn <V low> đối với <S owner> hay không",
)
PATTERNS = {
    "before": ("<T search> has not begun yet.", "<T search> chưa bắt đầu."),
    "begin": (
        "The search begins at <N node> with <I window>; <S mover> moves here.",
        "Bắt đầu tìm từ <N node> với <I window>; ở đây <S mover> đi.",
    ),
    "begin_full": (
        "The search begins at <N node>; <S mover> moves here.", "Bắt đầu tìm từ <N node>; ở đây <S mover> đi.",
    ),
    "enter": (
        "<N node> is entered with <I window>; <S mover> moves here.",
        "Vào <N node> với <I window>; ở đây <S mover> đi.",
    ),
    "enter_full": ("<N node> is entered; <S mover> moves here.", "Vào <N node>; ở đây <S mover> đi."),
    "asks": (f"{ASKS[0]}.", f"{ASKS[1]}."),
    "again": (
        "<N here> is searched again, in the window <I window>.", "<N here> được tìm lại, trong cửa sổ <I window>.",
    ),
    "raises": (
        "<N child> <W worth>. <S mover> moves at <N node>, so <N same> <W gets>: <C change>.",
        "<N child> <W worth>. Ở <N node> <S mover> đi, nên <N same> <W gets>: <C change>.",
    ),
    "first": (
        "<N child> <W worth>. <S mover> moves at <N node>, so <N same> <W gets>.",
        "<N child> <W worth>. Ở <N node> <S mover> đi, nên <N same> <W gets>.",
    ),
    "stays": (
        "<N child> <W worth>: for <S mover> no better than <E limit>, so <L letter> stays at <N node>.",
        "<N child> <W worth>: đối với <S mover> không tốt hơn <E limit>, nên <L letter> ở <N node> giữ nguyên.",
    ),
    "stays_own": (
        "<N child> <W worth>, that is <O own> for <S mover>: no better than <E limit>, so <L letter> stays at "
        "<N node>.",
        "<N child> <W worth>, tức <O own> đối với <S mover>: không tốt hơn <E limit>, nên <L letter> ở <N node> giữ "
        "nguyên.",
    ),
    "read": ("<N child> <W worth>.", "<N child> <W worth>."),
    "better": (
        "<N child> <W worth>: better for <S mover> than <V best>, so <N node> <W gets>.",
        "<N child> <W worth>: đối với <S mover> tốt hơn <V best>, nên <N node> <W gets>.",
    ),
    "better_own": (
        "<N child> <W worth>, that is <O own> for <S mover>: better than <V best>, so <N node> <W gets>.",
        "<N child> <W worth>, tức <O own> đối với <S mover>: tốt hơn <V best>, nên <N node> <W gets>.",
    ),
    "keeps": (
        "<N child> <W worth>: for <S mover> no better than <V best>, so <N node> <W gets>, as before.",
        "<N child> <W worth>: đối với <S mover> không tốt hơn <V best>, nên <N node> vẫn <W gets>.",
    ),
    "keeps_own": (
        "<N child> <W worth>, that is <O own> for <S mover>: no better than <V best>, so <N node> <W gets>, as before.",
        "<N child> <W worth>, tức <O own> đối với <S mover>: không tốt hơn <V best>, nên <N node> vẫn <W gets>.",
    ),
    "asked_yes": (f"{ASKS[0]}: yes, it <W worth>.", f"{ASKS[1]}: có, nút này <W worth>."),
    "asked_no": (f"{ASKS[0]}: no, it <W worth>.", f"{ASKS[1]}: không, nút này <W worth>."),
    "answer_yes": ("The answer is yes: <N child> <W worth>.", "Trả lời: có, <N child> <W worth>."),
    "answer_no": ("The answer is no: <N child> <W worth>.", "Trả lời: không, <N child> <W worth>."),
    "cut": (
        "<E low> ≥ <E high> at <N node>: <R rest> need not be looked at.",
        "<E low> ≥ <E high> ở <N node>: không cần xét <R rest>.",
    ),
    "cut_asked": (
        "<E low> ≥ <E high> at <N node>: for this question, <R rest> need not be looked at.",
        "<E low> ≥ <E high> ở <N node>: để trả lời câu hỏi này, không cần xét <R rest>.",
    ),
    "goes_on": (
        "<E low> < <E high> at <N node>, so <N following> is looked at, too.",
        "<E low> < <E high> ở <N node>, nên xét tiếp <N following>.",
    ),
    "again_needed": (
        "<E low> < <V value> < <E high> at <N node>: the exact value of <N child> is needed, so it is searched again.",
        "<E low> < <V value> < <E high> ở <N node>: cần giá trị chính xác của <N child>, nên tìm lại nút này.",
    ),
    "again_worse": (
        "<V value> <G sign> <E limit> at <N node>: for <S mover>, <N child> is no better, so it is not searched again.",
        "<V value> <G sign> <E limit> ở <N node>: đối với <S mover>, <N child> không tốt hơn, nên không tìm lại.",
    ),
    "again_enough": (
        "<V value> <G sign> <E limit> at <N node>: <N child> is good enough, so it is not searched again; <C change>.",
        "<V value> <G sign> <E limit> ở <N node>: <N child> đã đủ tốt, nên không tìm lại; <C change>.",
    ),
    "end": ("The search is over: <N child> <W worth>.", "Lần tìm đã xong: <N child> <W worth>."),
    # Captions.
    "reason": (
        r"<S sure> is sure (?:of|that <S holder> gets) <O bound> \(<E limit>\) since <N source> at ply <P ply>.",
        r"<S sure> đã chắc chắn (?:được|rằng <S holder> được) <O bound> \(<E limit>\) từ <N source> ở tầng <P ply>.",
    ),
    "null_window": (
        "No value lies between <E low> and <E high>, so the answer is yes or no.",
        "Không có giá trị nào nằm giữa <E low> và <E high>, nên chỉ trả lời có hoặc không.",
    ),
    "best": ("The best move for <S mover> is <N child>.", "Nước tốt nhất của <S mover> là <N child>."),
    "next_enter": ("Next: <N node> is entered.", "Bước tới: vào <N node>."),
    "next_leaf": ("Next: the leaf <N node> is read.", "Bước tới: đọc lá <N node>."),
    "next_question": ("Next: a question about <N node>.", "Bước tới: một câu hỏi về <N node>."),
    "next_again": ("Next: <N node> is searched again.", "Bước tới: tìm lại <N node>."),
    "next_cut": ("Next: α and β are compared at <N node>.", "Bước tới: so α với β ở <N node>."),
    "next_best": (
        "Next: <N child> is compared with <V best>, the best value at <N node> so far.",
        "Bước tới: so <N child> với <V best>, giá trị tốt nhất ở <N node> đến lúc này.",
    ),
    "next_test": ("Next: must <N child> be searched again?", "Bước tới: có phải tìm lại <N child> không?"),
    "next_return": ("Next: <N node> goes back to <N parent>.", "Bước tới: <N node> trả giá trị về <N parent>."),
    "next_end": ("Next: <N node> is finished.", "Bước tới: kết thúc <N node>."),
    # Predictions.
    "ask_cut": (
        "At <N node>, <E low> and <E high>. Not looked at yet: <R rest>. What does <T search> do?",
        "Ở <N node>: <E low>, <E high>. Còn <R rest> chưa xét. <T search> sẽ làm gì?",
    ),
    "ask_best": (
        "<S mover> moves at <N node> and has <V best> so far. <N child> <W worth>.",
        "Ở <N node> <S mover> đi, đến lúc này có <V best>. <N child> <W worth>.",
    ),
    "ask_again": (
        "At <N node>, <E low> and <E high>. The null window showed: <N child> <W worth>.",
        "Ở <N node>: <E low>, <E high>. Cửa sổ rỗng cho biết: <N child> <W worth>.",
    ),
    "do_cut": ("Leave <N node>", "Cắt ở <N node>"), "do_go_on": ("Look at <N following>", "Đi tiếp đến <N following>"),
    "do_best": ("<N child> is better", "<N child> tốt hơn"),
    "do_keep": ("<V best> stays the best", "<V best> vẫn tốt nhất"),
    "do_again": ("Search <N child> again", "Tìm lại <N child>"),
    "do_not_again": ("Do not search <N child> again", "Không tìm lại <N child>"),
}  # fmt: skip
"""What each sentence looks like in English and in Vietnamese."""


def _compiled(text: str) -> re.Pattern[str]:
    text = re.sub(r"(?<!\\)([.?])(?=$| )", r"\\\1", text)
    return re.compile(re.sub(r"<(\w) (\w+)>", lambda found: FIELDS[found[1]].format(found[2]), text) + "$")


READERS = {
    code: {claim: _compiled(texts[place]) for claim, texts in PATTERNS.items()} for place, code in enumerate(SIDES)
}


def number(text: str) -> int:
    """The number of a text such as ``3``, ``−4`` or ``−∞``."""
    return int(text.replace("−", "-").replace("+", "").replace("∞", str(HUGE)))


class Judge:
    """Whether the sentences about the steps of a search are true.

    Args:
        tracer: the steps.
        code: the language of the sentences.
        side: 0 if all values are for the maximiser, or None if they are for the side to move.
    """

    def __init__(self, tracer: Tracer, code: str, side: int | None) -> None:
        self.tracer, self.code, self.side = tracer, code, side
        self.checked: Counter[str] = Counter()

    def problem(self, at: int, text: str, allowed: tuple[str, ...]) -> str:
        """Why the sentence about the last of ``at`` steps is false, or an empty string.

        Args:
            at: number of steps.
            text: the sentence.
            allowed: the claims that the sentence may make.
        """
        for claim in allowed:
            if match := READERS[self.code][claim].match(text):
                fields = {name: part for name, part in match.groupdict().items() if part is not None}
                self.checked[claim] += 1
                return _Check(self, at, claim, fields).problem()
        return f"no pattern of {allowed}"

    def names(self, text: str) -> list[int]:
        """The nodes named in a sentence, in order."""
        claims = [claim for claim, reader in READERS[self.code].items() if reader.match(text)]
        match = READERS[self.code][claims[0]].match(text)
        assert match is not None
        found = []
        for name in READERS[self.code][claims[0]].groupindex:
            part = match.group(name)
            kind = next(k for k, n in re.findall(r"<(\w) (\w+)>", PATTERNS[claims[0]][self.code == "vi"]) if n == name)
            if kind == "N" and part:
                found.append((match.start(name), part))
            if kind in ("I", "R") and part and not part[0].isdigit():
                found += [
                    (match.start(name) + each.start(), each[0])
                    for each in re.finditer(r"\b[A-Za-z]\d*\b(?=[,)]|$)", part)
                ]
        return [self.tracer.numbers[part] for _, part in sorted(found)]


class _Check:
    """The check of one sentence."""

    def __init__(self, judge: Judge, at: int, claim: str, fields: dict[str, str]) -> None:
        self.judge, self.claim, self.fields = judge, claim, fields
        self.tracer = judge.tracer
        steps = self.tracer.steps
        self.step = steps[at - 1] if at else Step("start", 0)
        self.next = steps[at] if at < len(steps) else None

    # --- parts --------------------------------------------------------------------------------------------------------

    def node(self, name: str) -> int:
        return self.tracer.numbers[self.fields[name]]

    def side_of(self, name: str) -> int:
        return SIDES[self.judge.code].index(self.fields[name] if self.judge.code == "en" else self.fields[name].lower())

    def mover(self, node: int) -> int:
        return self.tracer.tree.depths[node] % 2

    def sign(self, node: int) -> int:
        """1 or −1, by which values for the maximiser are multiplied in a sentence about a node."""
        return 1 if self.judge.side == 0 or self.mover(node) == 0 else -1

    def worth(self, text: str, frame: Frame, sign: int, owner: int | None) -> bool:
        """Whether ``is worth at least 3`` is exactly what is known about a node. A side named must be ``owner``."""
        named = [i for i, side in enumerate(SIDES[self.judge.code]) if text.endswith(side)]
        if named != ([] if self.judge.side == 0 or owner is None else [owner]):
            return False
        kind = "≥" if re.search("at least|ít nhất", text) else "≤" if re.search("at most|nhiều nhất", text) else "="
        value = number(re.search(r"−?\d+|[+−]∞", text)[0])  # type: ignore[index]
        known = frame.kind if sign > 0 else {"≥": "≤", "≤": "≥"}.get(frame.kind, frame.kind)
        true = sign * self.tracer.values[frame.node]
        holds = true >= value if kind == "≥" else true <= value if kind == "≤" else true == value
        return kind == known and value == sign * frame.value and holds

    def ends(self, frame: Frame, sign: int) -> tuple[int, int]:
        return (frame.low, frame.high) if sign > 0 else (-frame.high, -frame.low)

    def limit(self, text: str, frame: Frame, sign: int) -> bool:
        """Whether ``α = 3`` is the current end of the window of a node."""
        low, high = self.ends(frame, sign)
        return number(text[4:]) == (low if text[0] == "α" else high)

    def window(self, text: str, node: int, entry: bool) -> bool:
        """Whether the window is that of a node, and its bounds come from the ancestors named."""
        frame, sign = self.tracer.frame(self.step, node), self.sign(node)
        ends = frame.entry if sign > 0 else (-frame.entry[1], -frame.entry[0])
        for part, end, is_low in zip(text.split(", "), ends, ((sign > 0), (sign < 0)), strict=True):
            value, _, source = part[4:].partition(" (")
            if number(value) != end:
                return False
            above = [each for each in self.step.path if each.node != node]
            if source and not entry:
                return False
            if source:
                named = self.tracer.numbers[source.rstrip(")").split()[-1]]
                (found,) = (each for each in above if each.node == named)
                # Its own side has set this bound there, and no node below it has changed it since.
                is_own = self.mover(named) == (0 if is_low else 1)
                if not is_own or found.by < 0 or (found.low if is_low else found.high) != sign * end:
                    return False
            elif (
                entry
                and abs(end) < HUGE
                and not frame.asks
                and not any(each.again or each.asks for each in [*above, frame])
            ):
                return False
        return True

    def changed(self, text: str, node: int) -> bool:
        """Whether ``α rises from 1 to 3`` is what happened to the bound of the side to move."""
        before, after, sign = self.step.before, self.tracer.frame(self.step, node), self.sign(node)
        assert before is not None
        letter = text[0]
        if letter != ("α" if (self.mover(node) == 0) == (sign > 0) else "β"):
            return False
        old, new = (number(each) for each in re.findall(r"(?:from|to|từ|lên|xuống) (\S+)", text))
        place = 0 if letter == "α" else 1
        return (
            old == self.ends(before, sign)[place] and new == self.ends(after, sign)[place]
            and (new > old if letter == "α" else new < old)
        )  # fmt: skip

    def rest(self, text: str) -> bool:
        left = self.step.left if self.step.kind == "cut" else ()
        if text[0].isdigit():
            return int(text.split()[0]) == len(left) > 4
        return [self.tracer.numbers[each] for each in text.split(", ")] == list(left)

    # --- claims -------------------------------------------------------------------------------------------------------

    def problem(self) -> str:
        """Why the sentence is false, or an empty string."""
        for name in ("search",):
            if name in self.fields and self.fields[name] != TITLES[self.tracer.algorithm]:
                return name
        method = getattr(self, f"_{self.claim.removesuffix('_own')}")
        try:
            found = method()
        except (KeyError, ValueError, IndexError, StopIteration) as error:
            return f"{self.claim}: {error!r}"
        return "" if found else self.claim

    def _before(self) -> bool:
        return self.step.kind == "start"

    def _enter(self) -> bool:
        node = self.node("node")
        frame = self.tracer.frame(self.step, node)
        is_window = "window" not in self.fields or self.window(self.fields["window"], node, True)
        is_full = self.tracer.algorithm in ("minimax", "negamax")
        return (
            self.step.kind == "enter" and node == self.step.node == self.step.path[-1].node and is_window
            and self.side_of("mover") == self.mover(node) and not frame.asks and not frame.again
            and ("window" in self.fields) != is_full
        )  # fmt: skip

    _enter_full = _enter

    def _begin(self) -> bool:
        return self._enter() and self.node("node") == 0

    _begin_full = _begin

    def _question(self, node: int) -> bool:
        frame, sign = self.tracer.frame(self.step, node), self.sign(node)
        owner = 0 if self.judge.side == 0 else self.mover(node)
        low, high = frame.entry if sign > 0 else (-frame.entry[1], -frame.entry[0])
        return frame.asks and high - low == 1 and number(self.fields["low"]) == low and self.side_of("owner") == owner

    def _asks(self) -> bool:
        node = self.node("here")
        return self.step.kind == "enter" and node == self.step.node and self._question(node)

    def _again(self) -> bool:
        node = self.node("here")
        frame = self.tracer.frame(self.step, node)
        return (
            self.step.kind == "enter"
            and node == self.step.node
            and frame.again
            and self.window(self.fields["window"], node, False)
        )

    def _child(self) -> bool:
        """The child, its parent and the values are those of a step in which the value of the child is used."""
        step, child, node = self.step, self.node("child"), self.node("node")
        used = step.node if step.kind in ("leaf", "return") else step.child
        owner = 0 if self.judge.side == 0 else self.mover(child)
        sign = self.sign(child)
        if child != used or node != self.tracer.tree.parents[child] or not step.used:
            return False
        if self.side_of("mover") != self.mover(node) or self.node("same" if "same" in self.fields else "node") != node:
            return False
        if not self.worth(self.fields["worth"], step.done[child], sign, owner):
            return False
        if "own" in self.fields:
            text = ("is worth " if self.judge.code == "en" else "có giá trị ") + self.fields["own"]
            own = (
                text + (" for " if self.judge.code == "en" else " đối với ") + SIDES[self.judge.code][self.mover(node)]
            )
            if not self.worth(own, step.done[child], self.sign(node), self.mover(node)):
                return False
        # A value of the node itself is for the side that moves there, which is named before.
        gets = self.fields.get("gets", "")
        return not gets or self.worth(gets, self.tracer.frame(step, node), self.sign(node), None)

    def _raises(self) -> bool:
        return self._child() and self.changed(self.fields["change"], self.node("node"))

    def _first(self) -> bool:
        node = self.node("node")
        return (
            self._child() and self.node("child") == self.tracer.tree.children[node][0] and self.step.before is not None
        )

    def _stays(self) -> bool:
        node, step = self.node("node"), self.step
        frame, before = self.tracer.frame(step, node), step.before
        assert before is not None
        letter = "α" if (self.mover(node) == 0) == (self.sign(node) > 0) else "β"
        value = step.done[self.node("child")].value
        is_better = value > before.low if self.mover(node) == 0 else value < before.high
        return (
            self._child() and self.limit(self.fields["limit"], frame, self.sign(node)) and not is_better
            and self.fields["limit"][0] == self.fields["letter"] == letter
            and (frame.low, frame.high) == (before.low, before.high)
        )  # fmt: skip

    def _read(self) -> bool:
        step, child = self.step, self.node("child")
        owner = 0 if self.judge.side == 0 else self.mover(child)
        return (
            step.kind in ("leaf", "return") and not step.used and child == step.node
            and self.worth(self.fields["worth"], step.done[child], self.sign(child), owner)
        )  # fmt: skip

    def _end(self) -> bool:
        frame = self.step.done[0]
        return self._read() and self.node("child") == 0 and self.next is None and frame.value == self.tracer.values[0]

    def _best_or_not(self, answer: bool) -> bool:
        node, before = self.node("node"), self.step.before
        assert before is not None
        return (
            self.step.kind == "best" and self.step.answer == answer and self._child() and node == self.step.node
            and number(self.fields["best"]) == self.sign(node) * before.value
        )  # fmt: skip

    def _better(self) -> bool:
        return self._best_or_not(True)

    def _keeps(self) -> bool:
        return self._best_or_not(False)

    def _answer(self, is_yes: bool, node: int) -> bool:
        step, frame, sign = self.step, self.step.done[node], self.sign(node)
        owner = 0 if self.judge.side == 0 else self.mover(node)
        low = min(sign * each for each in frame.entry)
        return (
            step.kind in ("leaf", "return") and not step.used and node == step.node and frame.asks
            and (sign * self.tracer.values[node] > low) == (sign * frame.value > low) == is_yes
            and self.worth(self.fields["worth"], frame, sign, owner)
        )  # fmt: skip

    def _answer_yes(self) -> bool:
        return self._answer(True, self.node("child"))

    def _answer_no(self) -> bool:
        return self._answer(False, self.node("child"))

    def _asked_yes(self) -> bool:
        return self._answer(True, self.node("here")) and self._question(self.node("here"))

    def _asked_no(self) -> bool:
        return self._answer(False, self.node("here")) and self._question(self.node("here"))

    def _both(self, frame: Frame) -> bool:
        low, high = self.fields["low"], self.fields["high"]
        sign = self.sign(frame.node)
        return low[0] == "α" and high[0] == "β" and self.limit(low, frame, sign) and self.limit(high, frame, sign)

    def _cut(self) -> bool:
        node, frame = self.node("node"), self.tracer.frame(self.step, self.step.node)
        return (
            self.step.kind == "cut" and self.step.answer and node == self.step.node and self._both(frame)
            and frame.low >= frame.high and self.rest(self.fields["rest"]) and frame.asks == (self.claim == "cut_asked")
            and self._is_useless(frame)
        )  # fmt: skip

    def _is_useless(self, frame: Frame) -> bool:
        """Whether the value of no ancestor depends on the moves left: what the node can still become is not enough."""
        is_max = self.mover(frame.node) == 0
        worst = [
            self.tracer.values[child] for child in self.tracer.tree.children[frame.node] if child not in self.step.left
        ]
        best = (max if is_max else min)(worst)
        return best >= frame.entry[1] if is_max else best <= frame.entry[0]

    _cut_asked = _cut

    def _goes_on(self) -> bool:
        node, frame = self.node("node"), self.tracer.frame(self.step, self.step.node)
        return (
            self.step.kind == "cut" and not self.step.answer and node == self.step.node and self._both(frame)
            and frame.low < frame.high and self.node("following") == self.step.left[0]
        )  # fmt: skip

    def _test(self) -> bool:
        node, child, step = self.node("node"), self.node("child"), self.step
        value = step.done[child].value
        return (
            step.kind == "again" and node == step.node and child == step.child
            and number(self.fields["value"]) == self.sign(node) * value
        )  # fmt: skip

    def _again_needed(self) -> bool:
        before = self.step.before
        assert before is not None
        value = self.step.done[self.node("child")].value
        return self._test() and self.step.answer and self._both(before) and before.low < value < before.high

    def _not_again(self, is_enough: bool) -> bool:
        node, before = self.node("node"), self.step.before
        assert before is not None
        value, limit = number(self.fields["value"]), number(self.fields["limit"][4:])
        is_max, sign = self.mover(node) == 0, self.sign(node)
        letter = "α" if (is_max == is_enough) != (sign > 0) else "β"
        holds = value >= limit if self.fields["sign"] == "≥" else value <= limit
        # Greater values are better for the side to move if they are for it.
        wanted = "≥" if ((is_max == (sign > 0)) == is_enough) else "≤"
        return (
            self._test() and not self.step.answer and self.fields["limit"][0] == letter
            and self.fields["sign"] == wanted and self.limit(self.fields["limit"], before, sign) and holds
        )  # fmt: skip

    def _again_worse(self) -> bool:
        return self._not_again(False) and self.side_of("mover") == self.mover(self.node("node"))

    def _again_enough(self) -> bool:
        return self._not_again(True) and self.changed(self.fields["change"], self.node("node"))

    # --- captions -----------------------------------------------------------------------------------------------------

    def _reason(self) -> bool:
        step, source = self.step, self.node("source")
        here, above = step.node, self.tracer.tree.parents[source]
        frame, sure = self.tracer.frame(step, here), self.side_of("sure")
        (there,) = (each for each in step.path if each.node == above)
        bound = frame.high if self.mover(here) == 0 else frame.low
        owner, sign = (0 if self.judge.side == 0 else self.mover(here)), self.sign(here)
        holder = self.side_of("holder") if "holder" in self.fields else sure
        helps = re.match("at least|ít nhất" if sure == owner else "at most|nhiều nhất", self.fields["bound"])
        true = self.tracer.values[source]
        return (
            step.kind == "cut" and step.answer and sure == self.mover(above) != self.mover(here) and holder == owner
            and there.by == source and helps is not None and self.limit(self.fields["limit"], frame, sign)
            and number(self.fields["bound"].split()[-1]) == number(self.fields["limit"][4:]) == sign * bound
            and (true >= bound if sure == 0 else true <= bound)
            and int(self.fields["ply"]) == self.tracer.tree.depths[source]
            and ("holder" in self.fields) == (sure != owner)
        )  # fmt: skip

    def _null_window(self) -> bool:
        frame = self.tracer.frame(self.step, self.step.node)
        return self._both(frame) and frame.high - frame.low == 1

    def _best(self) -> bool:
        child = self.node("child")
        return (
            self.next is None and self.side_of("mover") == 0 and child in self.tracer.tree.children[0]
            and self.tracer.values[child] == self.tracer.values[0]
        )  # fmt: skip

    def _coming(self, *kinds: str) -> bool:
        return self.next is not None and self.next.kind in kinds

    def _comes(self, kind: str, *, asks: bool = False, again: bool = False) -> bool:
        if self.next is None or self.next.kind != kind or self.node("node") != self.next.node:
            return False
        frame = self.tracer.frame(self.next, self.next.node)
        return frame.asks == asks and frame.again == again

    def _next_enter(self) -> bool:
        return self._comes("enter")

    def _next_leaf(self) -> bool:
        return self._comes("leaf")

    def _next_question(self) -> bool:
        return self._comes("leaf", asks=True) or self._comes("enter", asks=True)

    def _next_again(self) -> bool:
        return self._comes("leaf", again=True) or self._comes("enter", again=True)

    def _next_cut(self) -> bool:
        return self.next is not None and self._coming("cut") and self.node("node") == self.next.node

    def _next_best(self) -> bool:
        if self.next is None or not self._coming("best") or self.next.before is None:
            return False
        node = self.next.node
        best = self.sign(node) * self.next.before.value
        return (
            self.node("node") == node and self.node("child") == self.next.child and number(self.fields["best"]) == best
        )

    def _next_test(self) -> bool:
        return self.next is not None and self._coming("again") and self.node("child") == self.next.child

    def _next_return(self) -> bool:
        if self.next is None or not self._coming("return"):
            return False
        return self.node("node") == self.next.node and self.node("parent") == self.tracer.tree.parents[self.next.node]

    def _next_end(self) -> bool:
        return self.next is not None and self._coming("return") and self.node("node") == self.next.node == 0

    # --- predictions, which are about the last step: what was known before it -----------------------------------------

    def _ask_cut(self) -> bool:
        frame = self.step.before
        assert frame is not None
        return (
            self.step.kind == "cut"
            and self.node("node") == self.step.node
            and self._both(frame)
            and self.rest(self.fields["rest"])
        )

    def _ask(self, kind: str) -> bool:
        node, child, step = self.node("node"), self.node("child"), self.step
        owner = 0 if self.judge.side == 0 else self.mover(node)
        return (
            step.kind == kind and node == step.node and child == step.child
            and self.worth(self.fields["worth"], step.done[child], self.sign(node), owner)
        )  # fmt: skip

    def _ask_best(self) -> bool:
        node, before = self.node("node"), self.step.before
        assert before is not None
        best = number(self.fields["best"]) == self.sign(node) * before.value
        return self._ask("best") and best and self.side_of("mover") == self.mover(node)

    def _ask_again(self) -> bool:
        assert self.step.before is not None
        return self._ask("again") and self._both(self.step.before)

    def _do_cut(self) -> bool:
        return self.node("node") == self.step.node

    def _do_go_on(self) -> bool:
        return self.node("following") == self.step.left[0]

    def _do_best(self) -> bool:
        return self.node("child") == self.step.child

    _do_again = _do_not_again = _do_best

    def _do_keep(self) -> bool:
        assert self.step.before is not None
        return number(self.fields["best"]) == self.sign(self.step.node) * self.step.before.value
