"""One sentence for each step of a replay, a caption with what comes next, and the questions before the decisions.

The sentences are those of the explainer (``engine.searchtree.explanation``), with the window and the values of the
moment. Every sentence is a claim that tests verify.
"""

from collections.abc import Callable, Iterator, Mapping

from engine.core.language import language, mark
from engine.core.values import Value
from engine.search.visit import Flag
from engine.searchtree.events import Event, EventKind, Known, NodeState, SearchEvents, SourceKind, Style
from engine.searchtree.explanation import (
    AT_LEAST,
    AT_MOST,
    EXACTLY,
    MOVES,
    SURE,
    TEMPLATES,
    Explainer,
    Moment,
    Sentence,
    SentencePart,
    Text,
    explain,
)

STEPS: Mapping[str, str] = {
    "before": mark("{search} has not begun yet."),
    "begin": mark("The search begins at {node} with {window}; {mover} moves here."),
    "begin_full": mark("The search begins at {node}; {mover} moves here."),
    "enter": mark("{node} is entered with {window}; {mover} moves here."),
    "enter_full": mark("{node} is entered; {mover} moves here."),
    "raises": mark("{child} {worth}. {mover} moves {at}, so {node} {gets}: {change}."),
    "stays": mark("{child} {worth}: for {mover} no better than {limit}, so {letter} stays {at}."),
    "stays_own": mark("{child} {worth}, that is {own} for {mover}: no better than {limit}, so {letter} stays {at}."),
    "first": mark("{child} {worth}. {mover} moves {at}, so {node} {gets}."),
    "read": mark("{child} {worth}."),
    "better": mark("{child} {worth}: better for {mover} than {best}, so {node} {gets}."),
    "better_own": mark("{child} {worth}, that is {own} for {mover}: better than {best}, so {node} {gets}."),
    "keeps": mark("{child} {worth}: for {mover} no better than {best}, so {node} {gets}, as before."),
    "keeps_own": mark(
        "{child} {worth}, that is {own} for {mover}: no better than {best}, so {node} {gets}, as before."
    ),
    "asked_yes": mark("{search} only asks whether {here} is worth more than {low} for {owner}: yes, it {worth}."),
    "asked_no": mark("{search} only asks whether {here} is worth more than {low} for {owner}: no, it {worth}."),
    "answer_yes": mark("The answer is yes: {child} {worth}."),
    "answer_no": mark("The answer is no: {child} {worth}."),
    "cut": mark("{low} ≥ {high} {at}: {rest} need not be looked at."),
    "cut_asked": mark("{low} ≥ {high} {at}: for this question, {rest} need not be looked at."),
    "goes_on": mark("{low} < {high} {at}, so {following} is looked at, too."),
    "again_needed": mark(
        "{low} < {value} < {high} {at}: the exact value of {child} is needed, so it is searched again."
    ),
    "again_worse": mark("{value} {sign} {limit} {at}: for {mover}, {child} is no better, so it is not searched again."),
    "again_enough": mark("{value} {sign} {limit} {at}: {child} is good enough, so it is not searched again; {change}."),
    "end": mark("The search is over: {child} {worth}."),
    "reason": mark("{sure} since {source} at ply {ply}."),
    "null_window": mark("No value lies between {low} and {high}, so the answer is yes or no."),
    "next_enter": mark("Next: {node} is entered."),
    "next_leaf": mark("Next: the leaf {node} is read."),
    "next_folded": mark("Next: the search of {node} in one step."),
    "folded": mark("Visits below that are not replayed here: {count}."),
    "next_question": mark("Next: a question about {node}."),
    "next_again": mark("Next: {node} is searched again."),
    "next_cut": mark("Next: α and β are compared {at}."),
    "next_best": mark("Next: {child} is compared with {best}, the best value {at} so far."),
    "next_test": mark("Next: must {child} be searched again?"),
    "next_return": mark("Next: {node} goes back to {parent}."),
    "next_end": mark("Next: {node} is finished."),
}
"""The English sentences of steps, by the name of their claim, translated for display."""

WORTH: Mapping[Known, str] = {
    Known.EXACT: mark("is worth {value}"), Known.LEAST: mark("is worth at least {value}"),
    Known.MOST: mark("is worth at most {value}"),
}  # fmt: skip
WORTH_FOR: Mapping[Known, str] = {
    Known.EXACT: mark("is worth {value} for {side}"), Known.LEAST: mark("is worth at least {value} for {side}"),
    Known.MOST: mark("is worth at most {value} for {side}"),
}  # fmt: skip
"""What a node is worth, without and with the side that the value is for."""
AT, AFTER = mark("at {node}"), mark("after {node}")
"""Where the search is: at a node of a hand-made tree or at the root, or after a move of a game."""
CHANGE = {"α": mark("α rises from {old} to {new}"), "β": mark("β falls from {old} to {new}")}
FROM = mark("{limit} (from {source})")
UNKNOWN_VALUE = mark("has no value yet")

MOST_NAMED = 4
"""Moves that a sentence names. If there are more, it contains their number."""
QUESTIONS = ("asks", "asks_most", "asks_least", "yes", "no", "again", "visited", "trimmed")
"""Claims of the explainer that are not about the value of a node."""


class Narration(Value):
    """What is written about a step.

    Attributes:
        sentence: what happened, with the nodes that it names.
        caption: why, if the sentence does not contain it, and what comes next.
    """

    sentence: Sentence
    caption: tuple[Sentence, ...]

    @property
    def text(self) -> str:
        """The sentence."""
        return self.sentence.text

    @property
    def caption_text(self) -> str:
        """The caption."""
        return " ".join(each.text for each in self.caption)

    @property
    def named(self) -> tuple[SentencePart, ...]:
        """The parts of the sentence that name nodes. One that was never visited has no node, but a line of moves."""
        return tuple(part for part in self.sentence.parts if part.node >= 0 or part.line)


class Prediction(Value):
    """A question before a decision of the search.

    Attributes:
        step: number of steps after which it is asked.
        kind: kind of the decision.
        title: the question in short.
        question: what is known, and the question.
        answers: the two answers.
        right: index of the right one.
        explanation: the sentence about the decision.
    """

    step: int
    kind: EventKind
    title: str
    question: Sentence
    answers: tuple[Sentence, Sentence]
    right: int
    explanation: Sentence


TITLES: Mapping[EventKind, str] = {
    EventKind.CUT: mark("Cut or go on?"), EventKind.BEST: mark("A new best value?"),
    EventKind.AGAIN: mark("Search again?"),
}  # fmt: skip
PREDICTIONS: Mapping[str, str] = {
    "ask_cut": mark("{at}, {low} and {high}. Not looked at yet: {rest}. What does {search} do?"),
    "ask_best": mark("{mover} moves {at} and has {best} so far. {child} {worth}."),
    "ask_again": mark("{at}, {low} and {high}. The null window showed: {child} {worth}."),
    "do_cut": mark("Leave {node}"),
    "do_go_on": mark("Look at {following}"),
    "do_best": mark("{child} is better"),
    "do_keep": mark("{best} stays the best"),
    "do_again": mark("Search {child} again"),
    "do_not_again": mark("Do not search {child} again"),
}
"""The English texts of predictions, by their names, translated for display."""
NEXT_MOVE = mark("the next move")


def narrate(
    events: SearchEvents, step: int, code: str = "", *, side: int | None = 0,
    number: Callable[[int], str] | None = None,
) -> Narration:  # fmt: skip
    """Return what is written about the last of ``step`` events, or, for 0, before the first one.

    Args:
        events: the events, at least one.
        step: number of steps, from 0 to the number of events.
        code: code of the language, or an empty string for the current one.
        side: the side for which all values are, 0 or 1, or None for the side to move, as in negamax.
        number: function that writes a value, or None for ``value_text``.
    """
    return _Narrator(events, step, code or language(), side, number).narration()


def predict(
    events: SearchEvents, step: int, code: str = "", *, side: int | None = 0,
    number: Callable[[int], str] | None = None,
) -> Prediction | None:  # fmt: skip
    """Return the question about the event after ``step`` events, or None if it is not a decision.

    The arguments are those of ``narrate``.
    """
    if step >= len(events) or not events.events[step].is_decision:
        return None
    return _Narrator(events, step + 1, code or language(), side, number).prediction()


class _Narrator(Explainer):
    """What is written about one event."""

    templates = {**TEMPLATES, **STEPS, **PREDICTIONS}

    def __init__(
        self, events: SearchEvents, step: int, code: str, side: int | None, number: Callable[[int], str] | None
    ) -> None:
        self.events, self.step, self.point = events, step, side
        self.event: Event = events.events[max(0, step - 1)]
        is_end = self.event.kind in (EventKind.LEAF, EventKind.RETURN)
        node = self.event.visit if is_end and not self.event.is_used else events.place(self.event)
        super().__init__(events.tree, node, code, side, Moment.EVENT, number)

    # --- parts of sentences -------------------------------------------------------------------------------------------

    @property
    def now(self) -> NodeState:
        """What is known about the node after the event."""
        state = self.events.node(self.node, self.step)
        assert state is not None
        return state

    @property
    def was(self) -> NodeState:
        """What was known about the node before the event."""
        return self.events.node(self.node, self.step - 1) or self.now

    def end_text(self, end: str, state: NodeState) -> str:
        """Return an end of the current window, such as ``α = 5``. ``end`` is its name for the side to move."""
        value = state.alpha if end == "alpha" else state.beta
        return f"{'α' if (end == 'alpha') == (self.sign > 0) else 'β'} = {self.score(value)}"

    def ends(self, state: NodeState) -> dict[str, Text]:
        """Return α and β of the current window, in this order, as the parts ``low`` and ``high``."""
        first, second = ("alpha", "beta")[:: self.sign]
        return {"low": self.end_text(first, state), "high": self.end_text(second, state)}

    @property
    def letter(self) -> str:
        """The bound that the side to move narrows."""
        return "α" if self.sign > 0 else "β"

    def worth(self, visit: int, side: int | None = None, *, is_named: bool = True) -> tuple[SentencePart, ...]:
        """Return what a visit is worth: for the side of all values, or else for ``side``, which is named."""
        state = self.events.node(visit, self.step)
        if state is None or state.known not in (Known.EXACT, Known.LEAST, Known.MOST):
            return self.fill(UNKNOWN_VALUE)
        owner = self.owner if side is None else side
        if owner != self.tree.side(visit):
            state = state.turned()
        if not is_named or (self.point is not None and side is None):
            return self.fill(WORTH[state.known], value=self.number(state.score))
        return self.fill(WORTH_FOR[state.known], value=self.number(state.score), side=self.side_name(owner))

    def own_worth(self, visit: int) -> tuple[SentencePart, ...]:
        """Return what a visit is worth for the side to move at the node, without a verb: ``at least 3``."""
        state = self.events.node(visit, self.step)
        assert state is not None
        state = state if self.mover == self.tree.side(visit) else state.turned()
        template = {Known.LEAST: AT_LEAST, Known.MOST: AT_MOST}.get(state.known, EXACTLY)
        return self.fill(template, value=self.number(state.score))

    def at(self, node: int) -> tuple[SentencePart, ...]:
        """Return where the search is if it is at a node."""
        is_move = not self.is_drawing and not self.tree.is_same_position(node)
        return self.fill(AFTER if is_move else AT, node=self.place(node))

    def child_parts(self, child: int) -> dict[str, Text]:
        """Return the parts about a child whose value is used: for the side that moves there, if values are for it."""
        parts: dict[str, Text] = {
            "child": self.place(child), "node": self.place(self.node), "at": self.at(self.node)
        }  # fmt: skip
        parts["worth"] = self.worth(child, None if self.point is not None else self.tree.side(child))
        parts["gets"] = self.worth(self.node, is_named=False)
        parts["letter"] = self.letter
        if self.point is None:
            parts["own"] = self.own_worth(child)
        return parts

    def claim(self, name: str) -> str:
        """Return the name of the sentence in the point of view in use."""
        return name if self.point is not None else f"{name}_own"

    @property
    def change(self) -> tuple[SentencePart, ...]:
        """How the event changed the bound that the side to move narrows."""
        old, new = self.score(self.was.alpha), self.score(self.now.alpha)
        return self.fill(CHANGE[self.letter], old=old, new=new)

    def window_parts(self, state: NodeState) -> tuple[SentencePart, ...]:
        """Return the window with the ancestors that its bounds come from."""
        found: list[SentencePart] = []
        for end in ("alpha", "beta")[:: self.sign]:
            source = state.alpha_from if end == "alpha" else state.beta_from
            text = self.end_text(end, state)
            found += [SentencePart(", ")] if found else []
            if source.kind is SourceKind.ABOVE:
                found += self.fill(FROM, limit=text, source=self.place(source.visit))
            else:
                found.append(SentencePart(text))
        return tuple(found)

    def rest(self) -> tuple[SentencePart, ...]:
        """Return the moves of the node that were not looked at so far: their names, or their number."""
        names = self.names_left()
        if 0 < len(names) <= MOST_NAMED:
            found: list[SentencePart] = []
            for name in names:
                found += [SentencePart(", "), name] if found else [name]
            return tuple(found)
        return self.fill(MOVES, count=self.event.left)

    def names_left(self) -> list[SentencePart]:
        """Return the moves of the node that were not looked at so far, or none if they are unknown."""
        position = self.tree.position(self.node)
        if position is None or self.tree.facts.moves or self.event.left > MOST_NAMED:
            return []
        last = self.events.subject(self.event)
        seen = {self.tree.number("move", each) for each in self.tree.children(self.node) if each <= last}
        # Some games search only likely moves.
        every = ([move for move in moves if move not in seen] for moves in (
            position.legal_moves(), position.likely_moves()))  # fmt: skip
        left = next((moves for moves in every if len(moves) == self.event.left), [])
        line = self.tree.line(self.node)
        texts = [str(position.game.format_move(position, move, "display")) for move in left]
        return [SentencePart(text, -1, (*line, move)) for text, move in zip(texts, left, strict=True)]

    # --- the sentence -------------------------------------------------------------------------------------------------

    def narration(self) -> Narration:
        """Return the sentence and the caption."""
        if not self.step:
            return Narration(self.say("before", search=self.search), tuple(self.following()))
        sentence = self.sentence()
        return Narration(sentence, (*self.reasons(sentence.claim), *self.following()))

    def sentence(self) -> Sentence:
        """Return what happened."""
        match self.event.kind:
            case EventKind.ENTER:
                return self.entered()
            case EventKind.CUT:
                return self.cut_or_not()
            case EventKind.BEST:
                return self.best_or_not()
            case EventKind.AGAIN:
                return self.again_or_not()
            case _:
                return self.used() if self.event.is_used else self.ended()

    def entered(self) -> Sentence:
        here, state = self.place(self.node), self.now
        if self.events.style is Style.RECORDED and (asked := next(self.question(), None)) is not None:
            return asked
        if state.is_question:
            if self.is_open:
                return self.say("asks_most" if self.asked > 0 else "asks_least", search=self.search)
            return self.say("asks", here=here, low=self.number(self.asked), search=self.search)
        if self.visit.flags & Flag.REPEATED:
            return self.say("again", here=here, window=self.window)
        name = "begin" if self.node == self.events.top else "enter"
        if self.events.style is Style.FULL:
            return self.say(f"{name}_full", node=here)
        return self.say(name, node=here, window=self.window_parts(state))

    @property
    def asked(self) -> int:
        """The number that a question is about: whether the node is worth more."""
        return min(self.sign * self.visit.alpha, self.sign * self.visit.beta)

    def used(self) -> Sentence:
        child = self.event.visit
        parts = self.child_parts(child)
        if self.events.style is Style.FULL:
            return self.say("first", **parts)
        if self.now.alpha > self.was.alpha:
            return self.say("raises", change=self.change, **parts)
        return self.say(self.claim("stays"), limit=self.end_text("alpha", self.now), **parts)

    def ended(self) -> Sentence:
        child, state = self.event.visit, self.now
        worth, style = self.worth(child), self.events.style
        if child == self.events.top:
            return self.say("end", child=self.place(child), worth=worth)
        if style is Style.RECORDED or state.known is Known.NOTHING:
            side = self.point
            found = explain(self.tree, child, self.code, side=side, moment=Moment.EVENT, number=self.number)
            made = next((each for each in found if each.claim not in QUESTIONS), found[0])
            return Sentence(made.claim, (self.place(child), SentencePart(": "), *made.parts), made.values)
        if state.is_question and not self.is_open:
            answer = "yes" if self.sign * self.visit.value > self.asked else "no"
            if self.event.kind is EventKind.RETURN:
                return self.say(f"answer_{answer}", child=self.place(child), worth=worth)
            return self.say(
                f"asked_{answer}", here=self.place(child), low=self.number(self.asked), search=self.search, worth=worth
            )
        return self.say("read", child=self.place(child), worth=worth)

    def best_or_not(self) -> Sentence:
        name = "better" if self.event.answer else "keeps"
        return self.say(self.claim(name), best=self.score(self.was.score), **self.child_parts(self.event.child))

    def cut_or_not(self) -> Sentence:
        parts = {**self.ends(self.now), "at": self.at(self.node)}
        if not self.event.answer:
            return self.say("goes_on", following=self.place(self.events.next_child(self.event)), **parts)
        return self.say("cut_asked" if self.now.is_question else "cut", rest=self.rest(), **parts)

    def again_or_not(self) -> Sentence:
        child, was = self.event.child, self.was
        score = -self.tree.number("value", child)
        parts: dict[str, Text] = {
            "child": self.place(child), "at": self.at(self.node), "value": self.score(score)
        }  # fmt: skip
        if self.event.answer:
            return self.say("again_needed", **self.ends(was), **parts)
        is_enough = score >= was.beta
        parts["sign"] = "≥" if is_enough == (self.sign > 0) else "≤"
        parts["limit"] = self.end_text("beta" if is_enough else "alpha", was)
        if is_enough:
            return self.say("again_enough", change=self.change, **parts)
        return self.say("again_worse", **parts)

    # --- the caption --------------------------------------------------------------------------------------------------

    def reasons(self, claim: str) -> Iterator[Sentence]:
        """Yield why the sentence is true, if it does not contain it."""
        if claim in ("asks", "asked_yes", "asked_no"):
            yield self.say("null_window", **self.ends(self.now))
        if claim == "cut":
            source = self.now.beta_from
            if source.kind is SourceKind.ABOVE:
                above = self.events.node(source.visit, self.step)
                assert above is not None
                side = self.tree.side(source.visit)
                is_own = side == self.tree.side(self.node)
                child = (above.beta_from if is_own else above.alpha_from).visit
                value = self.bound_for(side)
                sure = self.fill(
                    SURE[side != self.owner],
                    side=self.side_name(side),
                    bound=value,
                    limit=self.end_text("beta", self.now),
                )
                yield self.say("reason", sure=sure, source=self.place(child), ply=self.tree.number("ply", child))
        if claim == "end" and (best := self.tree.best_child(self.node)) is not None:
            yield self.say("best", node=best, move=self.place(best))
        if self.event.kind in (EventKind.LEAF, EventKind.RETURN):
            visit = self.event.visit
            if self.tree.is_trimmed(visit):
                yield Explainer(self.tree, visit, self.code, self.point, Moment.EVENT, self.number).below()
            elif self.events.is_folded(visit):
                yield self.say("folded", count=self.tree.number("subtree", visit) - 1)

    def bound_for(self, side: int) -> tuple[SentencePart, ...]:
        """Return β of the node, as it is called for the side to move, as what the other side has at least."""
        template = AT_LEAST if side == self.owner else AT_MOST
        return self.fill(template, value=self.score(self.now.beta))

    def following(self) -> Iterator[Sentence]:
        """Yield what comes next."""
        if self.step >= len(self.events):
            return
        event = self.events.events[self.step]
        node = self.events.place(event)
        parts: dict[str, Text] = {"node": self.place(event.visit), "at": self.at(event.visit)}
        match event.kind:
            case EventKind.ENTER | EventKind.LEAF:
                state = self.events.node(event.visit, self.step + 1)
                is_inner = event.kind is EventKind.ENTER or self.events.style is Style.RECORDED
                claim = "next_enter" if is_inner else "next_leaf"
                if event.kind is EventKind.LEAF and self.tree.number("visits", event.visit):
                    claim = "next_folded"
                if self.tree.number("flags", event.visit) & Flag.REPEATED:
                    claim = "next_again"
                elif state is not None and state.is_question:
                    claim = "next_question"
                yield self.say(claim, **parts)
            case EventKind.CUT:
                yield self.say("next_cut", **parts)
            case EventKind.BEST:
                best = self.events.node(event.visit, self.step)
                assert best is not None
                if self.tree.side(event.visit) != (
                    self.owner if self.point is not None else self.tree.side(event.visit)
                ):
                    best = best.turned()
                yield self.say("next_best", child=self.place(event.child), best=self.number(best.score), **parts)
            case EventKind.AGAIN:
                yield self.say("next_test", child=self.place(event.child))
            case EventKind.RETURN if node != event.visit:
                yield self.say("next_return", parent=self.place(node), **parts)
            case EventKind.RETURN:
                yield self.say("next_end", **parts)

    # --- predictions --------------------------------------------------------------------------------------------------

    def prediction(self) -> Prediction:
        """Return the question that the event answers."""
        event, was = self.event, self.was
        at = self.at(self.node)
        child = self.place(event.child)
        worth = self.worth(event.child)
        best = self.score(was.score)
        match event.kind:
            case EventKind.CUT:
                names = self.names_left() if self.is_drawing else []
                following = names[0] if names else self.local(NEXT_MOVE)
                question = self.say("ask_cut", at=at, rest=self.rest(), search=self.search, **self.ends(was))
                answers = self.say("do_cut", node=self.place(self.node)), self.say("do_go_on", following=following)
            case EventKind.BEST:
                question = self.say("ask_best", at=at, best=best, child=child, worth=worth)
                answers = self.say("do_best", child=child), self.say("do_keep", best=best)
            case _:
                question = self.say("ask_again", at=at, child=child, worth=worth, **self.ends(was))
                answers = self.say("do_again", child=child), self.say("do_not_again", child=child)
        title = self.local(TITLES[event.kind])
        return Prediction(self.step - 1, event.kind, title, question, answers, int(not event.answer), self.sentence())
