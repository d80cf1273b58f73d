"""Sentences that explain a node of a search tree. Every sentence is a claim about the search that tests verify.

All values in the sentences about a node are for one side. A bound is called certain only if it was proved: nodes that
a search passed over, and values that depend on them, are called assumptions. What holds for the whole search is said
only if no other visit contradicts it.
"""

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from functools import cached_property
from string import Formatter
from typing import ClassVar, TypeAlias

from engine.core.errors import KyVienError
from engine.core.game import find_game
from engine.core.language import Plural, language, mark, translate
from engine.core.score import WIN, WIN_BOUND, Score
from engine.core.values import Value
from engine.search.search import find_algorithm
from engine.search.spec import Spec
from engine.search.visit import Flag, Reason, Skip
from engine.searchtree.model import SearchTree
from engine.searchtree.node import Fate, Visit
from engine.searchtree.origins import OriginKind
from engine.searchtree.storage import StorageKind, storage

TEMPLATES: Mapping[str, str] = {
    "cut": mark("{mover} may stop here: with {move}, {owner} gets {bound}."),
    "cut_last": mark("With {move}, {owner} gets {bound}."),
    "cut_assumed": mark("{mover} stops here: with {move}, {owner} gets {bound}, by steps that prove nothing."),
    "sibling": mark("But {sure} since {source} at ply {ply}, so {other} need not come here."),
    "ancestor": Plural(
        "But {sure} since {source} at ply {ply}, so {other} need not let the game come here. This is a deep cut-off: "
        "the bound comes from {count} ply higher.",
        "But {sure} since {source} at ply {ply}, so {other} need not let the game come here. This is a deep cut-off: "
        "the bound comes from {count} plies higher.",
    ),
    "low_certain": mark("But {sure} since {source} at ply {ply}, so the exact value does not matter here."),
    "assumed": mark("But {counts} since {source} at ply {ply}, by steps that prove nothing."),
    "table": mark("But {counts} since {source} at ply {ply}, by an entry of the table."),
    "stands": mark("But {counts} at ply {ply} without a capture, by the evaluation."),
    "aspiration": mark(
        "{limit} is an end of the window around the value expected, in which the root was searched: if the value of "
        "the root is outside, the root is searched again."
    ),
    "answer": mark("{limit} is one unit from the value that the questions found."),
    "asked": mark("{limit} comes from the question that the search asked before about {source}."),
    "narrowed": mark("No win or loss can be shorter, so values beyond {limit} do not matter."),
    "probe": mark("{limit} belongs to a test that decides about another node."),
    "last": mark("This was the last move, so nothing was saved."),
    "never": Plural(
        "The other move was never looked at in this search to depth {depth}: the value of the root does not depend on "
        "it.",
        "The other {count} moves were never looked at in this search to depth {depth}: the value of the root does not "
        "depend on them.",
    ),
    "later": mark("Not looked at in this visit ({moves}); the search returns here later."),
    "earlier": mark("Not looked at in this visit ({moves}); the search was here before."),
    "not_here": mark("Not looked at in this visit: {moves}."),
    "low": Plural("The only move gives {owner} {bound}.", "All {count} moves give {owner} {bound}."),
    "low_some": mark("The moves that were searched ({count}) give {owner} {bound}."),
    "low_assumed": mark("The moves that were searched ({count}) give {owner} {bound}, by steps that prove nothing."),
    "low_none": mark("No move was searched, and {owner} is assumed to get {bound}."),
    "low_quiet": mark(
        "In quiescence, the evaluation {standing} and the captures searched ({count}) give {owner} {bound}."
    ),
    "asks": mark("{search} only asks whether {here} is worth more than {low} for {owner}."),
    "yes": mark("The answer is yes: {bound}."),
    "no": mark("The answer is no: {bound}."),
    "asks_most": mark("{search} looks only for an upper bound here, because its window is above every possible value."),
    "asks_least": mark("{search} looks only for a lower bound here, because its window is below every possible value."),
    "again": mark("{here} is searched again, in the window {window}."),
    "exact": mark("The value {value} for {owner} is exact: it lies in the window {window}."),
    "exact_assumed": mark(
        "The value {value} for {owner} lies in the window {window}, but steps that prove nothing lead to it."
    ),
    "questions": Plural("Found by {count} question: {answers}.", "Found by {count} questions: {answers}."),
    "best": mark("The best move for {mover} is {move}."),
    "best_assumed": mark("The best move found for {mover} is {move}."),
    "raised": Plural("{change} once, at move {ranks}.", "{change} {count} times, at moves {ranks}."),
    "table_exact": mark(
        "The table knows this position from a search of depth {stored}: the value is {value} for {owner}."
    ),
    "table_bound": mark(
        "The table knows this position from a search of depth {stored}: {owner} gets {bound}, which is enough."
    ),
    "stored_here": mark("The entry was stored during this search to depth {depth}, at ply {ply} after {line}."),
    "stored_root": mark("The entry was stored during this search to depth {depth}, at the root."),
    "stored_below": mark(
        "The entry was stored during this search to depth {depth}, by a visit below {source} at ply {ply} that was "
        "counted but not recorded."
    ),
    "stored_below_root": mark(
        "The entry was stored during this search to depth {depth}, by a visit that was counted but not recorded."
    ),
    "stored_window": mark(
        "The entry was stored before this tree, when the root was searched to depth {depth} with another window."
    ),
    "stored_iteration": mark("The entry was stored before this tree, when the root was searched to depth {depth}."),
    "stored_analysis": mark("The entry was stored before this tree, by an earlier analysis."),
    "stored_unknown": mark("It is not recorded which visit stored the entry."),
    "stand_pat": mark("{mover} need not capture: the evaluation {value} for {owner} is already enough ({limit})."),
    "leaf": mark("The depth ends here. The evaluation is {value} for {owner}."),
    "drawn_leaf": mark("{here} is a leaf with the value {value} for {owner}."),
    "visited": mark("It is visited, because {parent} may not be left before it: α is still less than β ({window})."),
    "won": mark("The game is over: {mover} has won."),
    "lost": mark("The game is over: {other} has won."),
    "over": mark("The game is over, with the value {value} for {owner}."),
    "stopped": mark("The search was stopped in this node, so nothing is known about its value."),
    "cycle": mark(
        "Passed over without proof: the position occurred before in this line, which counts as {value} for {owner}."
    ),
    "mate_distance": mark("No win or loss from here can be shorter than one found elsewhere, so no move is searched."),
    "razored": mark(
        "Passed over without proof: the evaluation is much worse for {mover} than {floor}, and captures alone give "
        "{owner} {bound}."
    ),
    "futile": mark(
        "Passed over without proof: the evaluation {value} for {owner} is so much better for {mover} than {limit} that "
        "a search of depth {depth} is assumed not to change it."
    ),
    "null_move": mark(
        "Passed over without proof: null move, reduced by {reduced}. Even if {mover} passes, {owner} gets {bound}, so "
        "a move is assumed to be as good."
    ),
    "probcut": mark(
        "Passed over without proof: with {move}, a search reduced by {reduced} gives {owner} {bound}, much better for "
        "{mover} than {limit}."
    ),
    "singular": mark(
        "Passed over without proof: a shallow search reaches the bound even without the best move, so two moves are "
        "assumed to be better than {limit}."
    ),
    "reduced": mark(
        "This move was searched less deep than others (plies less: {count}), so its value is an assumption."
    ),
    "shortened": mark("The node was searched one ply less deep, because no good first move was known."),
    "extended": mark("The node was searched one ply deeper, because {mover} is in danger."),
    "skipped_late": mark("Quiet moves late in the order that were passed over without proof: {count}."),
    "skipped_futile": mark("Moves that were passed over without proof, because they gain too little: {count}."),
    "skipped_history": mark("Moves that were passed over without proof, because they were bad elsewhere: {count}."),
    "skipped_exchange": mark("Moves that were passed over without proof, because they lose material: {count}."),
    "simulated": mark("Simulations that passed here: {count}. On average, {owner} got {share} of the points."),
    "prior_won": mark("Virtual visits with which the move began, all counted as won: {prior}."),
    "prior_lost": mark("Virtual visits with which the move began, all counted as lost: {prior}."),
    "most_visited": Plural(
        "The move simulated most is {move}: {most} of {count} simulation.",
        "The move simulated most is {move}: {most} of {count} simulations.",
    ),
    "proved_won": Plural(
        "It is proved that {mover} wins in {count} ply.", "It is proved that {mover} wins in {count} plies."
    ),
    "proved_lost": Plural(
        "It is proved that {mover} loses in {count} ply.", "It is proved that {mover} loses in {count} plies."
    ),
    "proved_drawn": mark("It is proved that the game is drawn."),
    "proof_open": Plural(
        "To prove that {attacker} wins, at least {count} position must be solved; to disprove it, at least {disproof}.",
        "To prove that {attacker} wins, at least {count} positions must be solved; to disprove it, at least "
        "{disproof}.",
    ),
    "proof_found": mark("It is proved that {attacker} wins from here."),
    "proof_failed": mark("It is proved that {attacker} does not reach a win from here by the moves searched."),
    "proof_next": mark("The search would go on with {move}."),
    "played": mark("The algorithm made this move in its own program, so neither its window nor its value is known."),
    "evaluated": mark("It evaluated the position as {value} for {owner}."),
    "trimmed": mark("Visits below that were counted but not recorded: {count}."),
}
"""The English sentences, by the name of their claim, translated for display."""

AT_LEAST, AT_MOST, EXACTLY = mark("at least {value}"), mark("at most {value}"), "{value}"
SURE = mark("{side} is sure of {bound} ({limit})"), mark("{side} is sure that {owner} gets {bound} ({limit})")
COUNTS = mark("{side} counts on {bound} ({limit})"), mark("{side} counts on {owner} getting {bound} ({limit})")
"""Parts of sentences: what a side has, if the values are for it, and if they are for the other side."""
CHANGES = {"α": mark("α rose"), "β": mark("β fell")}
MOVES = Plural("{count} move", "{count} moves")
THE_SEARCH, THE_ROOT = mark("The search"), mark("the root")
MOST_ANSWERS = 8
"""Answers of the questions about the root that are listed."""

DRAWN = 32767
"""Value of the column ``proved`` of a drawn game (``engine.search.tree``)."""

FIRST_SIDE = mark("The first player")
SECOND_SIDE = mark("The second player")


class Moment(StrEnum):
    """When a node is explained: at the EVENT of a replay at which it was left, or at the END of the whole search."""

    EVENT = "event"
    END = "end"


class SentencePart(Value):
    """A part of a sentence.

    Attributes:
        text: its text.
        node: the node that a click on the part selects, or -1 if it is no link.
        line: moves from the root to show on the board, or an empty tuple.
    """

    text: str
    node: int = -1
    line: tuple[int, ...] = ()


Text: TypeAlias = SentencePart | tuple[SentencePart, ...] | str | int


class Sentence(Value):
    """A sentence with its links.

    Attributes:
        claim: name of what it claims, a key of ``TEMPLATES``.
        parts: the parts in order.
        values: the numbers of the claim by name, and the value and the window of the node for the side to move.
    """

    claim: str
    parts: tuple[SentencePart, ...]
    values: dict[str, int]

    @property
    def text(self) -> str:
        """The whole sentence."""
        return "".join(part.text for part in self.parts)


def explain(
    tree: SearchTree, node: int, code: str = "", *, side: int | None = None, moment: Moment = Moment.END,
    number: Callable[[int], str] | None = None,
) -> list[Sentence]:  # fmt: skip
    """Return the sentences about a node, the most important first.

    Args:
        tree: the tree.
        node: the node.
        code: code of the language, or an empty string for the current one.
        side: the side for which all values are, 0 or 1, or None for the side to move at the node.
        moment: whether later visits are taken into account.
        number: function that writes a value, or None for ``value_text``.
    """
    return list(Explainer(tree, node, code or language(), side, moment, number).sentences())


class Explainer:
    """The sentences about one node.

    Args:
        tree, node, code, side, moment, number: the arguments of ``explain``.
    """

    templates: ClassVar[Mapping[str, str]] = TEMPLATES

    def __init__(
        self, tree: SearchTree, node: int, code: str, side: int | None, moment: Moment,
        number: Callable[[int], str] | None,
    ) -> None:  # fmt: skip
        self.tree, self.node, self.moment = tree, node, moment
        self.visit: Visit = tree.visit(node)
        self.code = code
        self.number = number or (lambda value: value_text(value, tree.facts.decimals, code))
        self.mover = tree.side(node)
        self.owner = self.mover if side is None else side
        self.sign = 1 if self.owner == self.mover else -1
        self.names = {
            "mover": SentencePart(self.side_name(self.mover)), "other": SentencePart(self.side_name(self.mover ^ 1)),
            "owner": SentencePart(self.side_name(self.owner)),
        }  # fmt: skip

    # --- parts of sentences -------------------------------------------------------------------------------------------

    @cached_property
    def is_drawing(self) -> bool:
        """Whether the game is a hand-made tree, whose nodes have names and values."""
        return bool(self.tree.facts.game and find_game(self.tree.facts.game).tree_rule)

    def local(self, text: str, count: object = None) -> str:
        """Return a text in the language of the sentences."""
        return translate(text, self.code, count)

    def side_name(self, side: int) -> str:
        """Return the name of a side, 0 or 1, as it is written inside a sentence."""
        names = find_game(self.tree.facts.game).sides if self.tree.facts.game else (FIRST_SIDE, SECOND_SIDE)
        return inside(self.local(names[side]), self.code)

    def fill(self, template: str, **parts: Text) -> tuple[SentencePart, ...]:
        """Return a template with its parts filled in."""
        found: list[SentencePart] = []
        for text, field, _, _ in Formatter().parse(self.local(template, parts.get("count"))):
            if text:
                found.append(SentencePart(text))
            if field is not None:
                part = parts[field] if field in parts else self.names[field]
                found += (
                    part
                    if isinstance(part, tuple)
                    else [part if isinstance(part, SentencePart) else SentencePart(str(part))]
                )
        return tuple(found)

    def say(self, claim: str, **parts: Text) -> Sentence:
        """Return the sentence ``claim`` with its parts filled in, in which capital letters begin sentences."""
        numbers = {name: part for name, part in parts.items() if isinstance(part, int)}
        known = {name: getattr(self.visit, name) for name in ("value", "alpha", "beta")}
        found: list[SentencePart] = []
        for part in self.fill(self.templates[claim], **parts):
            is_first = not found or found[-1].text.endswith(". ")
            # Names of moves and Greek letters remain.
            is_word = part.node < 0 or part.text == self.local(THE_ROOT)
            if is_first and is_word and part.text[:1] not in ("α", "β"):
                part = SentencePart(part.text[:1].upper() + part.text[1:], part.node, part.line)
            found.append(part)
        return Sentence(claim, tuple(found), known | numbers)

    def score(self, value: int) -> str:
        """Return a value of the side to move as text, for the side for which values are."""
        return self.number(self.sign * value)

    def bound(self, value: int, fate: Fate) -> tuple[SentencePart, ...]:
        """Return a value of the side to move with what is known about it, such as ``at least +3``."""
        is_least = (fate is Fate.CUT) == (self.sign > 0)
        template = (AT_LEAST if is_least else AT_MOST) if fate in (Fate.CUT, Fate.LOW) else EXACTLY
        return self.fill(template, value=self.score(value))

    def limit(self, end: str) -> str:
        """Return an end of the window of the node, such as ``α = 5``. ``end`` is its name for the side to move."""
        value = self.visit.alpha if end == "alpha" else self.visit.beta
        return f"{'α' if (end == 'alpha') == (self.sign > 0) else 'β'} = {self.score(value)}"

    @property
    def window(self) -> str:
        """The window of the node, such as ``α = −∞, β = 5``."""
        return ", ".join(self.limit(end) for end in ("alpha", "beta")[:: self.sign])

    def place(self, node: int) -> SentencePart:
        """Return the name of a node: the move that leads to it, or what the root is called."""
        name = self.tree.move_text(node, "display")
        position = None if name or not self.is_drawing else self.tree.position(node)
        name = name or (self.local(THE_ROOT) if position is None else str(position))
        return SentencePart(name, node, self.tree.line(node))

    @property
    def is_open(self) -> bool:
        """Whether the window is above or below every possible value, so that every value answers the question."""
        return self.visit.alpha >= WIN or self.visit.beta <= -WIN

    @property
    def search(self) -> str:
        """The title of the search."""
        try:
            return self.local(find_algorithm(Spec.parse(self.tree.facts.algorithm).name).title)
        except KyVienError:
            return self.local(THE_SEARCH)

    # --- the sentences ------------------------------------------------------------------------------------------------

    def sentences(self) -> Iterator[Sentence]:
        """Yield the sentences."""
        visit, value = self.visit, self.score(self.visit.value)
        if self.tree.facts.kind != "windows":
            yield from self.snapshot()
            if self.tree.is_trimmed(self.node):
                yield self.below()
            return
        yield from self.question()
        match visit.reason:
            case Reason.CUTOFF:
                yield from self.cut()
            case Reason.FAIL_LOW:
                yield from self.low()
            case Reason.EXACT:
                yield from self.exact()
            case Reason.TABLE:
                fate = self.tree.fate(self.node)
                claim = "table_bound" if fate in (Fate.CUT, Fate.LOW) else "table_exact"
                yield self.say(claim, stored=visit.stored, value=value, bound=self.bound(visit.value, fate))
                yield from self.stored(self.node)
            case Reason.STAND_PAT:
                yield self.say("stand_pat", value=value, limit=self.limit("beta"))
                yield from self.origin("beta")
            case Reason.LEAF | Reason.TERMINAL if self.is_drawing:
                yield self.say("drawn_leaf", here=self.place(self.node), value=value)
                if (parent := visit.parent) >= 0 and not self.is_open:
                    yield self.say("visited", parent=self.place(parent), window=self.window)
            case Reason.TERMINAL:
                result = "won" if visit.value > WIN_BOUND else "lost" if visit.value < -WIN_BOUND else "over"
                yield self.say(result, value=value)
            case Reason.LEAF:
                yield self.say("leaf", value=value)
            case _:
                yield from self.pruned()
        yield from self.steps()

    def question(self) -> Iterator[Sentence]:
        """Yield what a null window asks about the node, and the answer; or that the node is searched again."""
        visit, here = self.visit, self.place(self.node)
        if not visit.is_null_window:
            if visit.flags & Flag.REPEATED:
                yield self.say("again", here=here, window=self.window)
            return
        if all(self.tree.bound_origin(self.node, end).kind is not OriginKind.NULL_WINDOW for end in ("alpha", "beta")):
            return
        low = min(self.sign * visit.alpha, self.sign * visit.beta)
        if self.is_open:
            yield self.say("asks_most" if low > 0 else "asks_least", search=self.search)
            return
        yield self.say("asks", here=here, low=self.number(low), search=self.search)
        if visit.is_proved and visit.reason is not Reason.STOPPED:
            bound = self.bound(visit.value, self.tree.fate(self.node))
            yield self.say("yes" if self.sign * visit.value > low else "no", bound=bound)

    def cut(self) -> Iterator[Sentence]:
        """Yield why the node was left."""
        visit = self.visit
        best = self.tree.best_child(self.node)
        is_quiet = visit.depth <= 0 and visit.standing is not None
        is_last = visit.generated > 0 and visit.tried >= visit.generated and not is_quiet
        if best is not None:
            claim = "cut_assumed" if not visit.is_proved else "cut_last" if is_last else "cut"
            yield self.say(claim, move=self.place(best), bound=self.bound(visit.value, Fate.CUT))
        yield from self.origin("beta")
        if visit.never_tried:
            yield self.unseen(visit.never_tried)
        elif is_last:
            yield self.say("last")

    def unseen(self, count: int) -> Sentence:
        """Return what is true of the moves that were not looked at: in the whole search, or only in this visit."""
        claim = "not_here"
        if self.moment is Moment.END:
            others, is_whole = self.tree.visits.others(self.node)
            here, *elsewhere = (self.moves(visit) for visit in (self.node, *others))
            if is_whole and here.union(*elsewhere) == here and self.is_proved:
                claim = "never"
            elif others:
                claim = "later" if others[-1] > self.node else "earlier"
        depth = self.tree.facts.depth or self.tree.number("depth", 0)
        return self.say(claim, count=count, moves=self.fill(MOVES, count=count), depth=depth)

    def moves(self, visit: int) -> set[int]:
        """Return the moves that a visit looked at."""
        return {self.tree.number("move", each) for each in self.tree.places_of_moves(visit)}

    @property
    def is_proved(self) -> bool:
        """Whether no assumption led to the value of the node, its bound or the value of the root."""
        source = self.tree.bound_origin(self.node, "beta").node
        needed = [0, self.node] + ([source] if source >= 0 else [])
        return self.tree.fate(0) is Fate.EXACT and all(self.tree.visit(each).is_proved for each in needed)

    def low(self) -> Iterator[Sentence]:
        """Yield why no move raised alpha."""
        visit, count = self.visit, self.visit.tried
        parts: dict[str, Text] = {
            "count": count, "bound": self.bound(visit.value, Fate.LOW)
        }  # fmt: skip
        claim = "low"
        if visit.depth <= 0 and visit.standing is not None:
            claim, parts["standing"] = "low_quiet", self.score(visit.standing)
        elif not count:
            claim = "low_none"
        elif not visit.is_proved:
            claim = "low_assumed"
        elif count < visit.generated:
            claim = "low_some"
        yield self.say(claim, **parts)
        yield from self.origin("alpha")

    def exact(self) -> Iterator[Sentence]:
        """Yield why the value is exact, and the best move."""
        tree, visit = self.tree, self.visit
        claim = "exact" if visit.is_proved else "exact_assumed"
        yield self.say(claim, value=self.score(visit.value), window=self.window)
        passes = tree.passes(self.node)
        asked = [each for each in passes if tree.visit(each).is_null_window]
        if asked and not tree.is_trimmed(self.node):
            signs = {each: "≥" if (tree.fate(each) is Fate.CUT) == (self.sign > 0) else "≤" for each in asked}
            texts = [f"{signs[each]} {self.score(tree.number('value', each))}" for each in asked[:MOST_ANSWERS]]
            answers = ", ".join(texts) + (", …" if len(asked) > MOST_ANSWERS else "")
            yield self.say("questions", count=len(asked), answers=answers)
        best = tree.best_child(self.node)
        if best is not None:
            claim = "best" if visit.is_proved else "best_assumed"
            yield self.say(claim, node=best, move=self.place(best))
        ranks = [tree.number("rank", child) for child in tree.raises(self.node)]
        if ranks and not passes and not tree.is_trimmed(self.node):
            change = self.fill(CHANGES["α" if self.sign > 0 else "β"])
            text = ", ".join(map(str, ranks))
            yield self.say("raised", change=change, count=len(ranks), ranks=text)

    def snapshot(self) -> Iterator[Sentence]:
        """Yield what is known about a node of a search without windows."""
        match self.tree.facts.kind:
            case "visits":
                yield from self.simulated()
            case "proof":
                yield from self.proof()
            case _:
                yield self.say("played")
                if self.visit.standing is not None:
                    yield self.say("evaluated", value=self.score(self.visit.standing))

    def simulated(self) -> Iterator[Sentence]:
        """Yield what is known about a node of a Monte Carlo search."""
        tree, node = self.tree, self.node
        count, proved = tree.number("simulations", node), tree.number("proved", node)
        if count and tree.parent(node) >= 0:
            # The mean is for the side that made the move.
            mean = tree.number("mean", node)
            percent = f"{(mean if self.sign < 0 else 1_000_000 - mean) / 10_000:.1f} %"
            yield self.say(
                "simulated", count=count,
                share=percent.replace(".", ",") if self.code == "vi" else percent,
            )  # fmt: skip
        if prior := tree.number("prior", node):
            yield self.say("prior_won" if prior > 0 else "prior_lost", prior=abs(prior))
        if proved == DRAWN:
            yield self.say("proved_drawn")
        elif proved:
            claim = "proved_won" if proved > 0 else "proved_lost"
            yield self.say(claim, count=abs(proved) - 1)
        if (best := tree.preferred(node)) is not None:
            most = tree.number("simulations", best)
            yield self.say("most_visited", node=best, move=self.place(best), most=most, count=count)

    def proof(self) -> Iterator[Sentence]:
        """Yield what is known about a node of a proof-number search."""
        tree, node = self.tree, self.node
        numbers = {name: tree.number(name, node) for name in ("proof", "disproof")}
        claim = "proof_found" if not numbers["proof"] else "proof_open" if numbers["disproof"] else "proof_failed"
        attacker = self.side_name(tree.facts.attacker)
        yield self.say(claim, attacker=attacker, count=numbers["proof"], **numbers)
        best = tree.preferred(node)
        if claim == "proof_open" and best is not None:
            yield self.say("proof_next", node=best, move=self.place(best))

    def origin(self, end: str) -> Iterator[Sentence]:
        """Yield where α or β comes from, as it is called for the side to move. The side that has the bound is named."""
        tree, found = self.tree, self.tree.bound_origin(self.node, end)
        kind, source = found.kind, found.node
        if kind is OriginKind.NONE or (kind is OriginKind.NULL_WINDOW and (self.visit.is_null_window or source < 0)):
            return
        value = self.visit.alpha if end == "alpha" else self.visit.beta
        limit = self.limit(end)
        parts: dict[str, Text] = {"limit": limit, "count": found.levels, "node": source}
        if source >= 0:
            side = self.mover if end == "alpha" else self.mover ^ 1
            bound = self.bound(value, Fate.CUT if end == "alpha" else Fate.LOW)
            for name, templates in (("sure", SURE), ("counts", COUNTS)):
                template = templates[side != self.owner]
                parts[name] = self.fill(template, side=self.side_name(side), bound=bound, limit=limit)
            parts |= {"ply": tree.number("ply", source), "source": self.place(source)}
        claim = {
            OriginKind.NULL_WINDOW: "asked", OriginKind.MATE_DISTANCE: "narrowed", OriginKind.STAND_PAT: "stands",
        }.get(kind, str(kind))  # fmt: skip
        if kind in (OriginKind.SIBLING, OriginKind.ANCESTOR):
            claim = "low_certain" if end == "alpha" else claim
            claim = claim if tree.visit(source).is_proved else "assumed"
        yield self.say(claim, **parts)
        if kind is OriginKind.TABLE:
            yield from self.stored(source)

    def stored(self, node: int) -> Iterator[Sentence]:
        """Yield where the entry of the table that decided ``node`` was stored."""
        found = storage(self.tree, node)
        if found is None:
            return
        claim, place = f"stored_{found.kind}", found.node
        parts: dict[str, Text] = {"depth": found.depth, "node": place}
        if place >= 0:
            moves = [each for each in self.tree.path(place) if not self.tree.is_same_position(each)]
            if not moves:
                claim = "stored_root" if found.kind is StorageKind.HERE else "stored_below_root"
            line = " ".join(self.tree.move_text(each, "display") for each in moves)
            parts["line"] = SentencePart(line, place, self.tree.line(place))
            parts |= {"source": self.place(place), "ply": self.tree.number("ply", place)}
        yield self.say(claim, **parts)

    def pruned(self) -> Iterator[Sentence]:
        """Yield why a node was passed over without a search of its moves."""
        tree, visit = self.tree, self.visit
        parts: dict[str, Text] = {
            "value": self.score(visit.value), "bound": self.bound(visit.value, tree.fate(self.node)),
            "floor": self.limit("alpha"), "limit": self.limit("beta"), "depth": visit.depth,
        }  # fmt: skip
        if visit.reason in (Reason.NULL_MOVE, Reason.PROBCUT):
            flag = Flag.AFTER_PASS if visit.reason is Reason.NULL_MOVE else Flag.TRYING_CAPTURE
            tests = [each for each in tree.children(self.node) if tree.number("flags", each) & flag]
            parts["reduced"] = tree.number("reduced", tests[-1]) if tests else "?"
            parts["move"] = self.place(tests[-1]) if tests else "?"
        yield self.say(visit.reason.name.lower(), **parts)

    def steps(self) -> Iterator[Sentence]:
        """Yield the reductions, extensions and skipped moves of the node, and what is not recorded."""
        visit = self.visit
        if visit.reduced > 0 and visit.rank > 0:
            yield self.say("reduced", count=visit.reduced)
        if visit.flags & Flag.SHORTENED:
            yield self.say("shortened")
        if visit.flags & Flag.EXTENDED:
            yield self.say("extended")
        for kind in Skip:
            if count := visit.skipped[kind]:
                yield self.say(f"skipped_{kind.name.lower()}", count=count)
        if self.tree.is_trimmed(self.node):
            yield self.below()

    def below(self) -> Sentence:
        """Return the sentence about the visits below that are not recorded."""
        count = self.visit.subtree - 1
        return self.say("trimmed", count=count)


def inside(name: str, code: str) -> str:
    """Return the name of a side as it is written inside a sentence: in Vietnamese, *bên cực đại* is no proper name."""
    return name[:1].lower() + name[1:] if code == "vi" and name.startswith("Bên ") else name


def value_text(value: int, decimals: int = 0, code: str = "") -> str:
    """Return a value for display: ``+7``, ``−0.35``, ``0`` or ``−∞``, or ``#5`` and ``#−5`` for a win and a loss.

    Args:
        value: the value. From ``WIN`` on it is infinite, because no score is.
        decimals: number of decimals.
        code: code of the language, on which the decimal separator depends. An empty string is the current language.
    """
    from engine.core.outcome import Player

    if abs(value) >= WIN:
        return "+∞" if value > 0 else "−∞"
    score = Score(value, Player.FIRST)
    if score.win_in is not None or value == 0 or not decimals:
        return score.format()
    text = f"{'+' if value > 0 else '−'}{abs(value) / 10**decimals:.{decimals}f}"
    return text.replace(".", ",") if (code or language()) == "vi" else text
