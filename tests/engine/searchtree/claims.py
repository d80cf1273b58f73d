"""Whether sentences about the search of a hand-made tree are true, judged from their texts and the tree alone.

The texts are read by patterns written here, in both languages. What they claim is compared with plain minimax, with
changed leaves where a sentence claims that leaves do not matter, and with the order of the visits. Nothing here calls
the functions that explain trees.
"""

import re
from collections.abc import Iterable

from engine.core.handmade import HandmadeTree, node_name
from engine.searchtree.model import SearchTree
from tests.engine.searchtree.handmade import leaves_of, minimax, with_leaves

HUGE = 1_000_000
SIDES = {"en": ("Maximiser", "Minimiser"), "vi": ("Bên cực đại", "Bên cực tiểu")}
TITLES = {
    "negascout": ("NegaScout", "NegaScout"), "mtdf": ("MTD(f)", "MTD(f)"),
    "best_first": ("SSS* (best first)", "SSS* (tìm tốt nhất trước)"),
    "pvs": ("Principal variation search", "Tìm kiếm biến chính"),
}  # fmt: skip
FIELDS = {
    "S": "(?P<{}>Maximiser|Minimiser|[Bb]ên cực đại|[Bb]ên cực tiểu)",
    "N": r"(?P<{}>[A-Za-z]\d*)",
    "V": r"(?P<{}>[+−]?\d+|[+−]∞|#−?\d+)",
    "B": r"(?P<{}>(?:(?:at least|at most|ít nhất|nhiều nhất) )?(?:[+−]?\d+|[+−]∞|#−?\d+))",
    "C": r"(?P<{}>\d+)",
    "L": r"(?P<{}>[αβ] = (?:[+−]?\d+|[+−]∞))",
    "W": r"(?P<{}>α = (?:[+−]?\d+|[+−]∞), β = (?:[+−]?\d+|[+−]∞))",
    "R": r"(?P<{}>\d+(?:, \d+)*)",
    "T": r"(?P<{}>.+)",
}
"""Parts of the patterns: a side, a node, a value, a bound, a count, an end of a window, a window, ranks, any text."""
SURE = {
    "en": r"<S sure>(?: is sure of| is sure that <S holder> gets) <B bound> \(<L limit>\)",
    "vi": r"<S sure>(?: đã chắc chắn được| đã chắc chắn rằng <S holder> được) <B bound> \(<L limit>\)",
}
COUNTS = {
    "en": r"<S sure>(?: counts on <B bound>| counts on <S holder> getting <B bound2>) \(<L limit>\)",
    "vi": r"<S sure>(?: tính là đã có <B bound>| tính rằng <S holder> được <B bound2>) \(<L limit>\)",
}
STORED = "The entry was stored during this search to depth <C depth>, "
KEPT = "Mục này được ghi trong chính lần tìm đến độ sâu <C depth> này, "
PATTERNS = {
    "cut": (
        "<S mover> may stop here: with <N move>, <S owner> gets <B bound>.",
        "<S mover> có thể dừng ở đây: với <N move>, <S owner> được <B bound>.",
    ),
    "cut_last": ("With <N move>, <S owner> gets <B bound>.", "Với <N move>, <S owner> được <B bound>."),
    "sibling": (
        f"But {SURE['en']} since <N source> at ply <C ply>, so <S other> need not come here.",
        f"Nhưng {SURE['vi']} từ <N source> ở tầng <C ply>, nên <S other> không cần đi vào đây.",
    ),
    "ancestor": (
        f"But {SURE['en']} since <N source> at ply <C ply>, so <S other> need not let the game come here. This is a "
        "deep cut-off: the bound comes from <C count> plies higher.",
        f"Nhưng {SURE['vi']} từ <N source> ở tầng <C ply>, nên <S other> không cần để ván đi tới đây. Đây là cắt tỉa "
        "sâu: cận đến từ <C count> tầng phía trên.",
    ),
    "low_certain": (
        f"But {SURE['en']} since <N source> at ply <C ply>, so the exact value does not matter here.",
        f"Nhưng {SURE['vi']} từ <N source> ở tầng <C ply>, nên giá trị chính xác ở đây không quan trọng.",
    ),
    "table": (
        f"But {COUNTS['en']} since <N source> at ply <C ply>, by an entry of the table.",
        f"Nhưng {COUNTS['vi']} từ <N source> ở tầng <C ply>, theo một mục của bảng.",
    ),
    "answer": (
        "<L limit> is one unit from the value that the questions found.",
        "<L limit> cách giá trị mà các câu hỏi đã tìm ra một đơn vị.",
    ),
    "asked": (
        "<L limit> comes from the question that the search asked before about <N source>.",
        "<L limit> đến từ câu hỏi mà tìm kiếm đã đặt ra trước đó về <N source>.",
    ),
    "aspiration": (
        "<L limit> is an end of the window around the value expected, in which the root was searched: if the value of "
        "the root is outside, the root is searched again.",
        "<L limit> là một đầu của cửa sổ quanh giá trị dự đoán mà gốc được tìm trong đó: nếu giá trị của gốc nằm "
        "ngoài, gốc được tìm lại.",
    ),
    "last": (
        "This was the last move, so nothing was saved.",
        "Đây là nước cuối cùng nên không tiết kiệm được gì.",
    ),
    "never": (
        "The other (?:<C count> moves were|move was) never looked at in this search to depth <C depth>: the value of "
        "the root does not depend on (?:them|it).",
        "(?:<C count> nước|Nước) còn lại không hề được xét trong lần tìm đến độ sâu <C depth> này: giá trị của gốc "
        "không phụ thuộc vào (?:chúng|nước đó).",
    ),
    "later": (
        r"Not looked at in this visit \(<C count> moves?\); the search returns here later.",
        r"Không xét trong lần thăm này \(<C count> nước\); sau đó tìm kiếm còn quay lại đây.",
    ),
    "earlier": (
        r"Not looked at in this visit \(<C count> moves?\); the search was here before.",
        r"Không xét trong lần thăm này \(<C count> nước\); trước đó tìm kiếm đã đến đây.",
    ),
    "not_here": ("Not looked at in this visit: <C count> moves?.", "Không xét trong lần thăm này: <C count> nước."),
    "low": (
        "(?:All <C count> moves give|The only move gives) <S owner> <B bound>.",
        "(?:Cả <C count> nước|Nước duy nhất) cho <S owner> <B bound>.",
    ),
    "asks": (
        "<T search> only asks whether <N here> is worth more than <V low> for <S owner>.",
        "<T search> chỉ hỏi <N here> có giá trị hơn <V low> đối với <S owner> hay không.",
    ),
    "yes": ("The answer is yes: <B bound>.", "Trả lời: có, <B bound>."),
    "no": ("The answer is no: <B bound>.", "Trả lời: không, <B bound>."),
    "asks_most": (
        "<T search> looks only for an upper bound here, because its window is above every possible value.",
        "<T search> chỉ tìm một cận trên ở đây, vì cửa sổ của nó nằm trên mọi giá trị có thể có.",
    ),
    "asks_least": (
        "<T search> looks only for a lower bound here, because its window is below every possible value.",
        "<T search> chỉ tìm một cận dưới ở đây, vì cửa sổ của nó nằm dưới mọi giá trị có thể có.",
    ),
    "again": (
        "<N here> is searched again, in the window <W window>.",
        "<N here> được tìm lại, trong cửa sổ <W window>.",
    ),
    "exact": (
        "The value <V value> for <S owner> is exact: it lies in the window <W window>.",
        "Giá trị <V value> đối với <S owner> là chính xác: nó nằm trong cửa sổ <W window>.",
    ),
    "questions": ("Found by <C count> questions: <T answers>.", "Tìm ra bằng <C count> câu hỏi: <T answers>."),
    "best": ("The best move for <S mover> is <N move>.", "Nước tốt nhất của <S mover> là <N move>."),
    "raised": (
        "(?P<letter>α rose|β fell) (?:once, at move|<C count> times, at moves) <R ranks>.",
        "(?P<letter>α tăng|β giảm) (?:một lần, ở nước thứ|<C count> lần, ở các nước thứ) <R ranks>.",
    ),
    "table_exact": (
        "The table knows this position from a search of depth <C stored>: the value is <V value> for <S owner>.",
        "Bảng có thế này từ một lần tìm ở độ sâu <C stored>: giá trị là <V value> đối với <S owner>.",
    ),
    "table_bound": (
        "The table knows this position from a search of depth <C stored>: <S owner> gets <B bound>, which is enough.",
        "Bảng có thế này từ một lần tìm ở độ sâu <C stored>: <S owner> được <B bound>, như vậy là đủ.",
    ),
    "stored_here": (f"{STORED}at ply <C ply> after <T line>.", f"{KEPT}ở tầng <C ply> sau <T line>."),
    "stored_root": (f"{STORED}at the root.", f"{KEPT}ở gốc."),
    "stored_before": (
        "The entry was stored before this tree, when the root was searched to depth <C depth>"
        "(?: with another window)?.",
        "Mục này được ghi trước cây này, khi gốc được tìm đến độ sâu <C depth>(?: với một cửa sổ khác)?.",
    ),
    "leaf": (
        "<N here> is a leaf with the value <V value> for <S owner>.",
        "<N here> là lá có giá trị <V value> đối với <S owner>.",
    ),
    "visited": (
        r"It is visited, because <N parent> may not be left before it: α is still less than β \(<W window>\).",
        r"Lá này phải được xét, vì chưa thể rời <N parent>: α còn nhỏ hơn β \(<W window>\).",
    ),
    "trimmed": (
        "Visits below that were counted but not recorded: <C count>.",
        "Số lần thăm bên dưới đã đếm nhưng không ghi lại: <C count>.",
    ),
}  # fmt: skip
"""What each sentence looks like in English and in Vietnamese."""


def _compiled(text: str) -> re.Pattern[str]:
    text = text.rstrip(".") + r"\."
    return re.compile(re.sub(r"<(\w) (\w+)>", lambda found: FIELDS[found[1]].format(found[2]), text) + "$")


READERS = {
    code: {claim: _compiled(texts[place]) for claim, texts in PATTERNS.items()} for place, code in enumerate(SIDES)
}


def number(text: str) -> int:
    """The number of a text such as ``+3``, ``−4`` or ``−∞``."""
    text = text.replace("−", "-").removeprefix("+")
    return int(text.replace("∞", str(10 * HUGE)))


class Oracle:
    """The truth about one search of a hand-made tree.

    Args:
        tree: the tree of the game.
        found: the recorded search. Only its columns are read.
        algorithm: name of the algorithm.
        best: the move that the report of the search names.
    """

    def __init__(self, tree: HandmadeTree, found: SearchTree, algorithm: str, best: int) -> None:
        self.tree, self.algorithm, self.best = tree, algorithm.partition(":")[0], best
        columns = {name: [int(each) for each in found.column(name)] for name in found.columns}
        self.columns = columns
        self.values = [minimax(tree, node) for node in range(len(tree.values))]
        self.numbers = {node_name(node): node for node in range(len(tree.values))}
        self.leaf_values = {tree.values[leaf] for leaf in tree.leaves}
        self.place: list[int] = []
        """The node of the tree of the game of each visit."""
        for visit, parent in enumerate(columns["parent"]):
            is_same = parent < 0 or columns["ply"][visit] == columns["ply"][parent]
            above = 0 if parent < 0 else self.place[parent]
            self.place.append(above if is_same else columns["move"][visit])
        self.children: list[list[int]] = [[] for _ in self.place]
        for visit, parent in enumerate(columns["parent"]):
            if parent >= 0:
                self.children[parent].append(visit)
        self.seen = {node for node in self.place if node}

    def moves(self, visit: int) -> list[int]:
        """The children of the tree of the game that one visit looked at, in order."""
        found = (self.place[each] for each in self.children[visit] if self.place[each] != self.place[visit])
        return list(dict.fromkeys(found))

    def false(self, visit: int, texts: Iterable[str], code: str, side: int | None) -> list[str]:
        """The sentences about a visit that are false, or that no pattern fits, after what they claim.

        Args:
            visit: the visit.
            texts: the sentences.
            code: their language.
            side: the side for which their values are, or None for the side to move.
        """
        owner = self.tree.depths[self.place[visit]] % 2 if side is None else side
        found = []
        for text in texts:
            claim, match = next(
                ((claim, match) for claim, each in READERS[code].items() if (match := each.match(text))), ("", None)
            )
            fields = {} if match is None else {name: part for name, part in match.groupdict().items() if part}
            try:
                is_true = match is not None and self.check(claim, visit, fields, code, owner)
            except (ValueError, KeyError, IndexError):
                is_true = False
            if not is_true:
                found.append(f"{claim or 'unknown'}: {text}")
        return found

    def bounded(self, node: int, text: str, sign: int) -> bool:
        """Whether a bound such as ``at least +3`` holds for a node. Its number must be the value of a leaf."""
        value = number(text.split()[-1])
        true = sign * self.values[node]
        if sign * value not in self.leaf_values:
            return False
        if text.startswith(("at least", "ít nhất")):
            return true >= value
        return true <= value if text.startswith(("at most", "nhiều nhất")) else true == value

    def check(self, claim: str, visit: int, fields: dict[str, str], code: str, owner: int) -> bool:
        """Whether one sentence is true."""
        tree, columns, node = self.tree, self.columns, self.place[visit]
        sign, mover = 1 - 2 * owner, tree.depths[node] % 2
        ends = [(1 - 2 * mover) * columns[name][visit] * sign for name in ("alpha", "beta")]
        low, high = sorted(ends)
        names = [each.casefold() for each in SIDES[code]]

        def side(name: str) -> int:
            return names.index(fields[name].casefold())

        if "owner" in fields and side("owner") != owner:
            return False
        if "here" in fields and self.numbers[fields["here"]] != node:
            return False
        if "mover" in fields and side("mover") != mover:
            return False
        if "window" in fields:
            first, second = (number(each.split(" = ")[1]) for each in fields["window"].split(", "))
            if (first, second) != tuple(_shown(each) for each in (low, high)):
                return False
        if "search" in fields and fields["search"] != TITLES[self.algorithm][code == "vi"]:
            return False
        unseen = len(tree.children[node]) - len(self.moves(visit))
        count = int(fields.get("count") or 1)
        match claim:
            case "cut" | "cut_last":
                move = self.numbers[fields["move"]]
                helps = ("at least", "ít nhất") if owner == mover else ("at most", "nhiều nhất")
                is_bound = fields["bound"].startswith(helps) and move in tree.children[node]
                return is_bound and self.bounded(node, fields["bound"], sign) and self.bounded(
                    move, fields["bound"], sign
                )  # fmt: skip
            case "sibling" | "ancestor" | "low_certain" | "table":
                return self._is_source(claim, visit, fields, code, owner)
            case "answer":
                return abs(number(fields["limit"][4:]) - sign * self.values[0]) == 1
            case "asked":
                source = self.numbers[fields["source"]]
                return source in [self.place[each] for each in range(visit)]
            case "aspiration":
                return self.algorithm == "pvs" and abs(columns["alpha"][0]) < HUGE
            case "last":
                return unseen == 0
            case "never":
                return self._matters_not(visit, count) and int(fields["depth"]) == columns["depth"][0]
            case "later":
                return count == unseen and node in self.place[visit + 1 :]
            case "earlier":
                return count == unseen and node in self.place[:visit]
            case "not_here":
                return count == unseen
            case "low":
                helps = ("at most", "nhiều nhất") if owner == mover else ("at least", "ít nhất")
                is_all = count == len(tree.children[node]) and unseen == 0
                return is_all and fields["bound"].startswith(helps) and self.bounded(node, fields["bound"], sign)
            case "asks":
                return high - low == 1 and number(fields["low"]) == low
            case "yes" | "no":
                is_more = number(fields["bound"].split()[-1]) > low
                return high - low == 1 and is_more == (claim == "yes") and self.bounded(node, fields["bound"], sign)
            case "asks_most":
                return low >= HUGE
            case "asks_least":
                return high <= -HUGE
            case "again":
                earlier = [each for each in self.children[columns["parent"][visit]] if each < visit]
                return node in [self.place[each] for each in earlier]
            case "exact" | "leaf" | "table_exact":
                value = number(fields["value"])
                is_leaf = not tree.children[node]
                inside = low < value < high if claim == "exact" else is_leaf or claim == "table_exact"
                return value == sign * self.values[node] and inside
            case "questions":
                parts = fields["answers"].removesuffix(", …").split(", ")
                words = {"≥": "at least", "≤": "at most"}
                texts = [f"{words[part[0]]} {part[2:]}" for part in parts]
                return count >= len(texts) and all(self.bounded(0, each, sign) for each in texts)
            case "best":
                move = self.numbers[fields["move"]]
                is_best = move in tree.children[node] and self.values[move] == self.values[node]
                return is_best and (node != 0 or move == self.best)
            case "raised":
                ranks = [int(each) for each in fields["ranks"].split(", ")]
                is_right = fields["letter"][0] == ("α" if owner == mover else "β")
                return is_right and count == len(ranks) and ranks == self._raises(visit)
            case "table_bound":
                return self.bounded(node, fields["bound"], sign)
            case "stored_here":
                line = [self.numbers[name] for name in fields["line"].split()]
                is_line = all(tree.parents[child] == parent for parent, child in zip([0, *line], line, strict=False))
                return is_line and int(fields["ply"]) == len(line) and line[-1] in self.place[:visit]
            case "stored_root":
                return 0 in self.place[:visit]
            case "stored_before":
                return self.algorithm == "pvs" and int(fields["depth"]) <= columns["depth"][0]
            case "visited":
                return self.numbers[fields["parent"]] == tree.parents[node] and low < high
            case "trimmed":
                return count == columns["subtree"][visit] - 1
        return False

    def _is_source(self, claim: str, visit: int, fields: dict[str, str], code: str, owner: int) -> bool:
        """Whether a side has a bound by a move that it chose above the node, and was searched before."""
        tree, node = self.tree, self.place[visit]
        names = [each.casefold() for each in SIDES[code]]
        sure, mover = names.index(fields["sure"].casefold()), tree.depths[node] % 2
        source = self.numbers[fields["source"]]
        parent, sign = tree.parents[source], 1 - 2 * owner
        bound = fields.get("bound") or fields["bound2"]
        above = node
        while above not in (0, parent):
            above = tree.parents[above]
        helps = ("at least", "ít nhất") if sure == owner else ("at most", "nhiều nhất")
        limit = fields["limit"].split(" = ")
        numbers = {(1 - 2 * mover) * self.columns[name][visit] * sign for name in ("alpha", "beta")}
        return all((
            bound.startswith(helps),
            bound.split()[-1] == limit[1],
            limit[0] == ("α" if sure == owner else "β"),
            "holder" not in fields or names.index(fields["holder"].casefold()) == owner != sure,
            "holder" in fields or sure == owner,
            tree.depths[parent] % 2 == sure and above == parent and source != node,
            sure == (mover if claim == "low_certain" else mover ^ 1) or claim == "table",
            "other" not in fields or names.index(fields["other"].casefold()) == sure,
            int(fields["ply"]) == tree.depths[source],
            number(limit[1]) in numbers and self.bounded(source, bound, sign),
            source in self.place[:visit],
            claim != "ancestor" or int(fields["count"]) == tree.depths[node] - tree.depths[parent] > 1,
            claim != "sibling" or tree.parents[node] == parent,
        ))  # fmt: skip

    def _matters_not(self, visit: int, count: int) -> bool:
        """Whether no visit came to the other moves, and no value of their leaves changes the value of the root."""
        tree, node = self.tree, self.place[visit]
        others = set(tree.children[node]) - set(self.moves(visit))
        if len(others) != count or others & self.seen:
            return False
        leaves = leaves_of(tree, others)
        changed = (with_leaves(tree, dict.fromkeys(leaves, value)) for value in (-HUGE, HUGE))
        return all(minimax(each, 0) == self.values[0] for each in changed)

    def _raises(self, visit: int) -> list[int]:
        """The ranks of the moves that are better for the side to move than the window and all moves before."""
        sign = 1 - 2 * (self.tree.depths[self.place[visit]] % 2)
        alpha, found = self.columns["alpha"][visit], []
        for rank, move in enumerate(self.moves(visit), 1):
            if sign * self.values[move] > alpha:
                alpha = sign * self.values[move]
                found.append(rank)
        return found


def _shown(value: int) -> int:
    return value if abs(value) < HUGE else 10 * HUGE if value > 0 else -10 * HUGE
