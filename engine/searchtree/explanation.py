"""Sentences that explain a node of a search tree. Every sentence is a claim about the search that tests verify.

Values in a sentence are for the side that it names. A bound is called certain only if it was proved: nodes that a
search passed over, and values that depend on them, are called assumptions.
"""

from collections.abc import Iterator, Mapping
from string import Formatter

from engine.core.game import find_game
from engine.core.language import catalogue, language, mark
from engine.core.score import INFINITY, WIN_BOUND, Score
from engine.core.values import Value
from engine.search.visit import Flag, Reason, Skip
from engine.searchtree.model import SearchTree
from engine.searchtree.node import Fate, Visit
from engine.searchtree.origins import Origin, OriginKind
from engine.searchtree.storage import StorageKind, storage

TEMPLATES: Mapping[str, str] = {
    "cut": mark("{mover} may stop here: with {move}, {mover} gets at least {value}."),
    "cut_assumed": mark("{mover} stops here: with {move}, {mover} gets at least {value}, by steps that prove nothing."),
    "beta_sibling": mark(
        "But {other} has {bound} for certain since {source} at ply {ply}, so {other} will not come here."
    ),
    "beta_ancestor": mark(
        "But {other} has {bound} for certain since {source} at ply {ply}, so {other} will not let the game come here. "
        "This is a deep cut-off: the bound comes from {levels} plies higher."
    ),
    "beta_assumed": mark("But {other} is assumed to have {bound} since {source} at ply {ply}."),
    "beta_table": mark("But {other} has {bound} since {source} at ply {ply}, by an entry of the table."),
    "beta_stand_pat": mark("But {other} has {bound} at ply {ply} without a capture, by the evaluation."),
    "beta_aspiration": mark(
        "The root was searched in a window around the value expected. The bound {bound} for {mover} is an end of it: "
        "if the value of the root is outside, the root is searched again."
    ),
    "beta_null_window": mark("The search only asked whether {mover} gets {bound}. The answer is yes."),
    "beta_mate_distance": mark("No win can be shorter, so {bound} for {mover} is the most that matters."),
    "beta_probe": mark("The bound {bound} for {mover} belongs to a test that decides about another node."),
    "never_one": mark("The other move was never looked at: the value of the root does not depend on it."),
    "never": mark("The other {count} moves were never looked at: the value of the root does not depend on them."),
    "never_assumed": mark("Moves that were never looked at: {count}."),
    "low": mark("All {count} moves give {mover} at most {value}."),
    "low_one": mark("The only move gives {mover} at most {value}."),
    "low_some": mark("The moves that were searched ({count}) give {mover} at most {value}."),
    "low_none": mark("No move was searched, and {mover} is assumed to get at most {value}."),
    "low_quiet": mark(
        "In quiescence, neither the evaluation {standing} nor the captures searched ({count}) give {mover} more than "
        "{value}."
    ),
    "alpha_certain": mark(
        "{mover} already has {bound} for certain since {source} at ply {ply}. How bad it is exactly does not matter: "
        "only “at most {value}” is known."
    ),
    "alpha_assumed": mark("{mover} is assumed to have {bound} already since {source} at ply {ply}."),
    "alpha_table": mark("{mover} already has {bound} since {source} at ply {ply}, by an entry of the table."),
    "alpha_stand_pat": mark("{mover} already has {bound} at ply {ply} without a capture, by the evaluation."),
    "alpha_aspiration": mark(
        "The root was searched in a window around the value expected, and {bound} for {mover} is an end of it: if the "
        "value of the root is outside, the root is searched again."
    ),
    "alpha_null_window": mark("The search only asked whether {mover} gets more than {bound}. The answer is no."),
    "alpha_mate_distance": mark("No loss can be shorter, so {bound} for {mover} is the least that matters."),
    "alpha_probe": mark("The bound {bound} for {mover} belongs to a test that decides about another node."),
    "question_no": mark("Only a question: does {here} give {other} more than {bound}? The answer is no."),
    "question_yes": mark("Only a question: does {here} give {other} more than {bound}? The answer is yes: {least}."),
    "again": mark("{here} is searched again, between {alpha} and {beta} for {other}."),
    "exact": mark("The value {value} for {mover} is exact."),
    "exact_assumed": mark("The value {value} for {mover} lies in the window, but steps that prove nothing lead to it."),
    "best": mark("The best move is {move}."),
    "raised_once": mark("Alpha rose once, at move {ranks}."),
    "raised": mark("Alpha rose {count} times, at moves {ranks}."),
    "table_exact": mark(
        "The table knows this position from a search of depth {stored}: the value is {value} for {mover}."
    ),
    "table_least": mark(
        "The table knows this position from a search of depth {stored}: {mover} gets at least {value}, which is enough."
    ),
    "table_most": mark(
        "The table knows this position from a search of depth {stored}: {mover} gets at most {value}, which is enough."
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
    "stand_pat": mark("{mover} need not capture: the evaluation {value} already reaches {bound}."),
    "leaf": mark("The depth ends here. The evaluation is {value} for {mover}."),
    "won": mark("The game is over: {mover} has won."),
    "lost": mark("The game is over: {other} has won."),
    "over": mark("The game is over, with the value {value} for {mover}."),
    "stopped": mark("The search was stopped in this node, so nothing is known about its value."),
    "cycle": mark(
        "Passed over without proof: the position occurred before in this line, which counts as {value} for {mover}."
    ),
    "mate_distance": mark("No win or loss from here can be shorter than one found elsewhere, so no move is searched."),
    "razored": mark(
        "Passed over without proof: the evaluation is far below {alpha}, and captures alone give {mover} at most "
        "{value}."
    ),
    "futile": mark(
        "Passed over without proof: the evaluation {value} for {mover} is so far above {bound} that a search of depth "
        "{depth} is assumed not to change it."
    ),
    "null_move": mark(
        "Passed over without proof: null move, reduced by {reduced}. Even with a pass, {mover} gets at least {value}, "
        "so a move is assumed to get as much."
    ),
    "probcut": mark(
        "Passed over without proof: with {move}, a search reduced by {reduced} gives {mover} at least {value}, well "
        "above {bound}."
    ),
    "singular": mark(
        "Passed over without proof: a shallow search reaches the bound even without the best move, so two moves are "
        "assumed to exceed {bound}."
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
    "simulated": mark(
        "Simulations that passed here: {count}. On average, {other}, who moved here, got {share} of the points."
    ),
    "prior_won": mark("Virtual visits with which the move began, all counted as won: {prior}."),
    "prior_lost": mark("Virtual visits with which the move began, all counted as lost: {prior}."),
    "most_visited": mark("The move simulated most is {move}: {count} of {total} simulations."),
    "proved_won": mark("It is proved that {mover} wins in {plies} plies."),
    "proved_lost": mark("It is proved that {mover} loses in {plies} plies."),
    "proved_drawn": mark("It is proved that the game is drawn."),
    "proof_open": mark(
        "To prove that {attacker} wins, at least {proof} positions must be solved; to disprove it, at least {disproof}."
    ),
    "proof_found": mark("It is proved that {attacker} wins from here."),
    "proof_failed": mark("It is proved that {attacker} does not reach a win from here by the moves searched."),
    "proof_next": mark("The search would go on with {move}."),
    "played": mark("The algorithm made this move in its own program, so neither its window nor its value is known."),
    "evaluated": mark("It evaluated the position as {value} for {mover}."),
    "trimmed": mark("Visits below that were counted but not recorded: {count}."),
}
"""The English sentences, by the name of their claim, translated for display."""

DRAWN = 32767
"""Value of the column ``proved`` of a drawn game (``engine.search.tree``)."""

FIRST_SIDE = mark("The first player")
SECOND_SIDE = mark("The second player")


class Part(Value):
    """A part of a sentence.

    Attributes:
        text: its text.
        node: the node that a click on the part selects, or -1 if it is no link.
        line: moves from the root to show on the board, or an empty tuple.
    """

    text: str
    node: int = -1
    line: tuple[int, ...] = ()


class Sentence(Value):
    """A sentence with its links.

    Attributes:
        claim: name of what it claims, a key of ``TEMPLATES``.
        parts: the parts in order.
        values: the numbers of the claim by name. Values are for the side to move at the node.
    """

    claim: str
    parts: tuple[Part, ...]
    values: dict[str, int]

    @property
    def text(self) -> str:
        """The whole sentence."""
        return "".join(part.text for part in self.parts)


def explain(tree: SearchTree, node: int, code: str = "") -> list[Sentence]:
    """Return the sentences about a node, the most important first.

    Args:
        tree: the tree.
        node: the node.
        code: code of the language, or an empty string for the current one.
    """
    return list(_Explanation(tree, node, code or language()).sentences())


class _Explanation:
    """The sentences about one node."""

    def __init__(self, tree: SearchTree, node: int, code: str) -> None:
        self.tree, self.node = tree, node
        self.visit: Visit = tree.visit(node)
        self.code = code
        self.texts = catalogue(code)
        side = tree.side(node)
        self.names = {"mover": Part(self.side_name(side)), "other": Part(self.side_name(side ^ 1))}

    def side_name(self, side: int) -> str:
        names = (FIRST_SIDE, SECOND_SIDE)
        if self.tree.facts.game:
            names = find_game(self.tree.facts.game).sides
        return self.texts.get(names[side], names[side])

    def say(self, claim: str, values: Mapping[str, int] | None = None, **parts: Part) -> Sentence:
        """Return the sentence ``claim`` with its parts filled in."""
        template = self.texts.get(TEMPLATES[claim], TEMPLATES[claim])
        known = {**self.names, **parts}
        found: list[Part] = []
        for text, field, _, _ in Formatter().parse(template):
            if text:
                found.append(Part(text))
            if field is not None:
                found.append(known[field])
        return Sentence(claim, tuple(found), dict(values or {}))

    def score(self, value: int) -> Part:
        text = value_text(value, self.tree.facts.decimals, self.code)
        return Part(text)

    def move(self, node: int) -> Part:
        return Part(self.tree.move_text(node, "display"), node, self.tree.line(node))

    # --- the sentences ------------------------------------------------------------------------------------------------

    def sentences(self) -> Iterator[Sentence]:
        """Yield the sentences."""
        visit = self.visit
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
                kind = {Fate.CUT: "table_least", Fate.LOW: "table_most"}.get(self.tree.fate(self.node), "table_exact")
                yield self.say(kind, self.numbers(), stored=Part(str(visit.stored)), value=self.score(visit.value))
                yield from self.stored(self.node)
            case Reason.STAND_PAT:
                yield self.say("stand_pat", self.numbers(), value=self.score(visit.value), bound=self.score(visit.beta))
                yield from self.origin("beta")
            case Reason.TERMINAL:
                result = "won" if visit.value > WIN_BOUND else "lost" if visit.value < -WIN_BOUND else "over"
                yield self.say(result, self.numbers(), value=self.score(visit.value))
            case Reason.LEAF:
                yield self.say("leaf", self.numbers(), value=self.score(visit.value))
            case _:
                yield from self.pruned()
        yield from self.steps()

    def numbers(self) -> dict[str, int]:
        visit = self.visit
        return {"value": visit.value, "alpha": visit.alpha, "beta": visit.beta}

    def question(self) -> Iterator[Sentence]:
        """Yield what a null window asks about the move that led to the node, and the answer; or what is asked again."""
        tree, visit = self.tree, self.visit
        if visit.rank == 0:
            return
        here = self.move(self.node)
        if visit.is_null_window and tree.bound_origin(self.node, "alpha").kind is OriginKind.NULL_WINDOW:
            bound = self.score(-visit.beta)
            if visit.value >= visit.beta:
                yield self.say("question_no", self.numbers(), here=here, bound=bound)
            elif visit.value <= visit.alpha:
                least = self.score(-visit.value)
                yield self.say("question_yes", self.numbers(), here=here, bound=bound, least=least)
        elif visit.flags & Flag.REPEATED:
            ends = {"alpha": self.bound(-visit.beta), "beta": self.bound(-visit.alpha)}
            yield self.say("again", self.numbers(), here=here, **ends)

    def bound(self, value: int) -> Part:
        if abs(value) == INFINITY:
            return Part("∞" if value > 0 else "−∞")
        return self.score(value)

    def cut(self) -> Iterator[Sentence]:
        visit = self.visit
        best = self.tree.best_child(self.node)
        if best is not None:
            claim = "cut" if visit.is_proved else "cut_assumed"
            yield self.say(claim, self.numbers(), move=self.move(best), value=self.score(visit.value))
        yield from self.origin("beta")
        if count := visit.never_tried:
            is_proved = visit.is_proved and not self.rests_on_assumption("beta")
            claim = ("never_one" if count == 1 else "never") if is_proved else "never_assumed"
            yield self.say(claim, {"count": count}, count=Part(str(count)))

    def low(self) -> Iterator[Sentence]:
        visit = self.visit
        count = visit.tried
        claim = "low_one" if count == 1 else "low" if count else "low_none"
        if sum(visit.skipped) or count < visit.generated:
            claim = "low_some" if count else "low_none"
        parts = {"count": Part(str(count)), "value": self.score(visit.value)}
        if visit.depth <= 0 and visit.standing is not None:
            claim, parts["standing"] = "low_quiet", self.score(visit.standing)
        yield self.say(claim, {**self.numbers(), "count": count}, **parts)
        yield from self.origin("alpha")

    def exact(self) -> Iterator[Sentence]:
        visit = self.visit
        claim = "exact" if visit.is_proved else "exact_assumed"
        yield self.say(claim, self.numbers(), value=self.score(visit.value))
        best = self.tree.best_child(self.node)
        if best is not None:
            yield self.say("best", {"node": best}, move=self.move(best))
        ranks = [self.tree.number("rank", child) for child in self.tree.raises(self.node)]
        if ranks and not self.tree.is_trimmed(self.node):
            claim = "raised_once" if len(ranks) == 1 else "raised"
            yield self.say(
                claim,
                {"count": len(ranks)},
                count=Part(str(len(ranks))),
                ranks=Part(", ".join(str(rank) for rank in ranks)),
            )

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
                    yield self.say("evaluated", {"value": self.visit.standing}, value=self.score(self.visit.standing))

    def simulated(self) -> Iterator[Sentence]:
        """Yield what is known about a node of a Monte Carlo search."""
        tree, node = self.tree, self.node
        count, proved = tree.number("simulations", node), tree.number("proved", node)
        if count and tree.parent(node) >= 0:
            percent = f"{tree.number('mean', node) / 10_000:.1f} %"
            share = Part(percent.replace(".", ",") if self.code == "vi" else percent)
            yield self.say("simulated", {"count": count}, count=Part(str(count)), share=share)
        if prior := tree.number("prior", node):
            claim = "prior_won" if prior > 0 else "prior_lost"
            yield self.say(claim, {"prior": prior}, prior=Part(str(abs(prior))))
        if proved == DRAWN:
            yield self.say("proved_drawn")
        elif proved:
            claim = "proved_won" if proved > 0 else "proved_lost"
            yield self.say(claim, {"plies": abs(proved) - 1}, plies=Part(str(abs(proved) - 1)))
        if (best := tree.preferred(node)) is not None:
            most = tree.number("simulations", best)
            parts = {"move": self.move(best), "count": Part(str(most)), "total": Part(str(count))}
            yield self.say("most_visited", {"node": best, "count": most}, **parts)

    def proof(self) -> Iterator[Sentence]:
        """Yield what is known about a node of a proof-number search."""
        tree, node = self.tree, self.node
        proof, disproof = tree.number("proof", node), tree.number("disproof", node)
        claim = "proof_found" if proof == 0 else "proof_failed" if disproof == 0 else "proof_open"
        attacker = Part(self.side_name(tree.facts.attacker))
        parts = {"attacker": attacker, "proof": Part(str(proof)), "disproof": Part(str(disproof))}
        yield self.say(claim, {"proof": proof, "disproof": disproof}, **parts)
        best = tree.preferred(node)
        if claim == "proof_open" and best is not None:
            yield self.say("proof_next", {"node": best}, move=self.move(best))

    def rests_on_assumption(self, bound: str) -> bool:
        origin = self.tree.bound_origin(self.node, bound)
        return origin.node >= 0 and not self.tree.visit(origin.node).is_proved

    def origin(self, bound: str) -> Iterator[Sentence]:
        """Yield where a bound comes from. β is named for the other side, which has it, and α for the side to move."""
        origin: Origin = self.tree.bound_origin(self.node, bound)
        value = self.visit.alpha if bound == "alpha" else self.visit.beta
        numbers = {**self.numbers(), "bound": value, "node": origin.node}
        kind = origin.kind
        if kind is OriginKind.NONE:
            return
        if kind is OriginKind.NULL_WINDOW:
            if bound == "beta" or self.visit.rank == 0 or origin.node < 0:
                yield self.say(f"{bound}_null_window", numbers, bound=self.score(value))
            return
        if kind in (OriginKind.ASPIRATION, OriginKind.MATE_DISTANCE, OriginKind.PROBE):
            yield self.say(f"{bound}_{kind}", numbers, bound=self.score(value))
            return
        parts = {
            "bound": self.score(value if bound == "alpha" else -value),
            "ply": Part(str(self.tree.number("ply", origin.node))),
            "levels": Part(str(origin.levels)),
            "value": self.score(self.visit.value),
        }
        if kind is not OriginKind.STAND_PAT:
            parts["source"] = self.move(origin.node)
        if kind in (OriginKind.TABLE, OriginKind.STAND_PAT):
            claim = f"{bound}_{kind}"
        elif not self.tree.visit(origin.node).is_proved:
            claim = f"{bound}_assumed"
        elif bound == "alpha":
            claim = "alpha_certain"
        else:
            claim = f"beta_{kind}"
        yield self.say(claim, numbers, **parts)
        if kind is OriginKind.TABLE:
            yield from self.stored(origin.node)

    def stored(self, node: int) -> Iterator[Sentence]:
        """Yield where the entry of the table that decided ``node`` was stored."""
        found = storage(self.tree, node)
        if found is None:
            return
        claim, place = f"stored_{found.kind}", found.node
        parts = {"depth": Part(str(found.depth))}
        if place >= 0:
            moves = [each for each in self.tree.path(place) if not self.tree.is_same_position(each)]
            if not moves:
                claim = "stored_root" if found.kind is StorageKind.HERE else "stored_below_root"
            line = " ".join(self.tree.move_text(each, "display") for each in moves)
            parts["line"] = Part(line, place, self.tree.line(place))
            parts["source"] = self.move(place)
            parts["ply"] = Part(str(self.tree.number("ply", place)))
        yield self.say(claim, {"node": place, "depth": found.depth}, **parts)

    def pruned(self) -> Iterator[Sentence]:
        """Yield why a node was passed over without a search of its moves."""
        tree, visit = self.tree, self.visit
        claim = visit.reason.name.lower()
        parts = {
            "value": self.score(visit.value), "bound": self.score(visit.beta), "alpha": self.score(visit.alpha),
            "depth": Part(str(visit.depth)),
        }  # fmt: skip
        if visit.reason in (Reason.NULL_MOVE, Reason.PROBCUT):
            flag = Flag.AFTER_PASS if visit.reason is Reason.NULL_MOVE else Flag.TRYING_CAPTURE
            tests = [each for each in tree.children(self.node) if tree.number("flags", each) & flag]
            parts["reduced"] = Part(str(tree.number("reduced", tests[-1])) if tests else "?")
            parts["move"] = self.move(tests[-1]) if tests else Part("?")
        yield self.say(claim, self.numbers(), **parts)

    def steps(self) -> Iterator[Sentence]:
        """Yield the reductions, extensions and skipped moves of the node, and what is not recorded."""
        visit = self.visit
        if visit.reduced > 0 and visit.rank > 0:
            yield self.say("reduced", {"count": visit.reduced}, count=Part(str(visit.reduced)))
        if visit.flags & Flag.SHORTENED:
            yield self.say("shortened")
        if visit.flags & Flag.EXTENDED:
            yield self.say("extended")
        for kind in Skip:
            if count := visit.skipped[kind]:
                yield self.say(f"skipped_{kind.name.lower()}", {"count": count}, count=Part(str(count)))
        if self.tree.is_trimmed(self.node):
            yield self.below()

    def below(self) -> Sentence:
        """Return the sentence about the visits below that are not recorded."""
        count = self.visit.subtree - 1
        return self.say("trimmed", {"count": count}, count=Part(str(count)))


def value_text(value: int, decimals: int = 0, code: str = "") -> str:
    """Return a value for display: ``+7``, ``−0.35`` or ``0``, or ``#5`` and ``#−5`` for a win and a loss in 5 plies.

    Args:
        value: the value.
        decimals: number of decimals.
        code: code of the language, on which the decimal separator depends. An empty string is the current language.
    """
    from engine.core.outcome import Player

    score = Score(value, Player.FIRST)
    if score.win_in is not None or value == 0 or not decimals:
        return score.format()
    text = f"{'+' if value > 0 else '−'}{abs(value) / 10**decimals:.{decimals}f}"
    return text.replace(".", ",") if (code or language()) == "vi" else text
