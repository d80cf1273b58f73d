"""Exercises: exactly the answers that a minimax or alpha-beta written here gives are accepted, and nothing else."""

import itertools
import math
import re
from collections.abc import Callable, Iterator

import pytest

from engine.core.errors import OptionError
from engine.core.evaluation import find_evaluation, hand_made
from engine.core.handmade import HandmadeTree, node_name, parse_tree
from engine.core.language import set_language
from engine.core.position import Position
from engine.core.score import INFINITY
from engine.searchtree.events import EventKind
from engine.teach.bugs import BUGS, OF_NEGAMAX, steps
from engine.teach.drawing import question, solution, walked
from engine.teach.exercise import Answer, Difficulty, Exercise, Form, State, find_kind, generate, kinds, parse_bound
from engine.teach.lessons import lessons
from engine.teach.origin import position_after
from engine.teach.walk import bound_text, walk_of
from tests.engine.conftest import sampled
from tests.engine.teach import plain

seeds = sampled(8, 200)
FAULTS: dict[str, Callable[[plain.Nested], list[plain.Event]]] = {"bug": plain.alphabeta, "negamax_bug": plain.whole}
"""The kinds that ask for a fault, with the oracle of the search without it."""


def path_of(tree: HandmadeTree, node: int) -> tuple[int, ...]:
    """The places among the children on the way from the root to a node."""
    places: list[int] = []
    while node:
        parent = tree.parents[node]
        places.append(tree.children[parent].index(node))
        node = parent
    return tuple(reversed(places))


def paths_of(tree: HandmadeTree) -> dict[tuple[int, ...], int]:
    """Every node by its path."""
    return {path_of(tree, node): node for node in range(len(tree.values))}


def number(value: float) -> int:
    return (INFINITY if value > 0 else -INFINITY) if math.isinf(value) else int(value)


def expected_nodes(exercise: Exercise) -> set[int]:
    """The nodes of the answer, by the oracle."""
    tree, text = exercise.tree, plain.nested(exercise.tree.text())
    paths = paths_of(tree)
    match exercise.kind:
        case "prune" | "replies":
            seen = set(plain.entered(text))
            return {paths[path] for path in plain.leaf_paths(text) if path not in seen}
        case "next":
            return {paths[plain.entered(text)[exercise.shown]]}
        case "best":
            values = [plain.minimax(each, False) for each in text]
            return {tree.children[0][place] for place, value in enumerate(values) if value == max(values)}
        case "null_window":
            values = [plain.minimax(each, False) for each in text]
            better = [place for place in range(1, len(values)) if values[place] > max(values[:place])]
            return {tree.children[0][place] for place in better}
    raise AssertionError(exercise.kind)


def expected_numbers(exercise: Exercise) -> dict[tuple[int, str], int]:
    """The numbers of the answer, by the oracle."""
    tree, text = exercise.tree, plain.nested(exercise.tree.text())
    b, d = exercise.level.branching, exercise.level.depth
    match exercise.kind:
        case "size":
            return {(-1, "leaves"): b**d, (-1, "nodes"): (b ** (d + 1) - 1) // (b - 1), (-1, "deeper"): b ** (d + 1)}
        case "count":
            return {(-1, "least"): b ** math.ceil(d / 2) + b ** math.floor(d / 2) - 1}
        case "horizon":
            best = [truncated(tree, depth) for depth in range(1, d + 1)]
            assert all(len(each) == 1 for each in best)
            return {(-1, "depth"): 1 + next(at for at in range(d) if all(each == best[-1] for each in best[at:]))}
        case "windows":
            events = {path: event for event in plain.alphabeta(text) if event[0] == "leave" for path in [event[1]]}
            found = {}
            for node in exercise.marked:
                *_, alpha, beta, value = events[path_of(tree, node)]
                for name, each in (("alpha", alpha), ("beta", beta), ("value", value)):
                    found[node, name] = number(each)
            return found
        case "utility":
            ends = {leaf: utility_by_hand(exercise, leaf) for leaf in tree.leaves}
            nested = plain.nested(tree.text(replaced={leaf: str(value) for leaf, value in ends.items()}))
            return {(leaf, "value"): value for leaf, value in {0: plain.minimax(nested), **ends}.items()}
        case "evaluation":
            sums = {leaf: sum_by_hand(exercise, leaf) for leaf in tree.children[0]}
            return {(leaf, "value"): value for leaf, value in {0: max(sums.values()), **sums}.items()}
    sign = -1 if exercise.kind == "negamax" else 1
    return {
        (node, "value"): (sign if len(path) % 2 else 1) * plain.minimax(plain.subtree(text, path), len(path) % 2 == 0)
        for node in exercise.marked
        for path in [path_of(tree, node)]
    }


LINES = ("012", "345", "678", "036", "147", "258", "048", "246")


def utility_by_hand(exercise: Exercise, leaf: int) -> int:
    """The utility of a terminal state of tic-tac-toe for the side that moves at A, from the texts of the positions."""
    assert exercise.origin is not None
    board, mover = str(exercise_position(exercise, leaf)).split()[0].replace("/", ""), exercise.origin.position[-1]
    owners = {board[int(line[0])] for line in LINES if len({board[int(cell)] for cell in line}) == 1} - {"."}
    assert len(owners) == 1 or "." not in board, "a leaf is a terminal state"
    return 0 if not owners else 1 if owners == {mover} else -1


def sum_by_hand(exercise: Exercise, leaf: int) -> int:
    """The evaluation of the position at a leaf for the side that moves at A, from the text of the position alone."""
    assert exercise.origin is not None
    board, *_ = str(exercise_position(exercise, leaf)).split()
    first = 0
    if exercise.origin.game == "chess":
        for each in filter(str.isalpha, board):
            worth = {"P": 1, "N": 3, "B": 3, "R": 5, "Q": 9, "K": 0}[each.upper()]
            first += worth if each.isupper() else -worth
    else:
        cells = {}
        for rank, row in enumerate(board.split("/")):
            file = 0
            for each in re.findall(r"[rb]\d|\d", row):
                if each.isdigit():
                    file += int(each)
                else:
                    cells[11 - rank, file] = each
                    file += 1
        first = sum((1 if each[0] == "r" else -1) * (int(each[1]) or 45) for each in cells.values())
        for attacker, zero, ahead, sign in (("b", 2, 1, -1), ("r", 10, -1, 1)):
            for up, right in ((0, -1), (0, 1), (ahead, -1), (ahead, 0), (ahead, 1)):
                for distance in (1, 2, 3):
                    if cells.get((zero + up * distance, 4 + right * distance), "-")[0] == attacker:
                        first += sign * (4 - distance)
    return -first if exercise.origin.start().side else first


def truncated(tree: HandmadeTree, depth: int) -> set[int]:
    """The best children of the root if static values are used at a depth."""

    def value(node: int, left: int) -> int:
        if not left or not tree.children[node]:
            return tree.values[node]
        return (min if tree.depths[node] % 2 else max)(value(child, left - 1) for child in tree.children[node])

    values = {child: value(child, depth - 1) for child in tree.children[0]}
    return {child for child, each in values.items() if each == max(values.values())}


def levels_of(form: Form) -> Iterator[tuple[str, Difficulty]]:
    for name, kind in kinds().items():
        if kind.form is form and name not in FAULTS:
            yield from ((name, level) for level in kind.levels)


def name_of(value: str | Difficulty) -> str:
    """The name of a parameter of a test."""
    return value if isinstance(value, str) else "-".join(map(str, vars(value).values()))


CHOICES = [*levels_of(Form.NODES), *levels_of(Form.NODE)]


@seeds
@pytest.mark.parametrize(("name", "level"), CHOICES, ids=name_of)
@pytest.mark.diagonal("name", "level")
def test_exactly_the_nodes_of_the_oracle_are_accepted(name: str, level: Difficulty, count: int) -> None:
    kind = find_kind(name)
    # Reading a record takes longer than drawing a tree.
    for seed in range(count // 4 if name == "replies" else count):
        exercise = generate(name, level, seed)
        right, candidates = expected_nodes(exercise), kind.candidates(exercise)
        assert right and right <= candidates
        assert kind.solution(exercise).nodes == right
        assert kind.check(exercise, Answer(nodes=frozenset(right))).is_right
        # One node more or less is enough: the checker compares sets.
        for node in candidates:
            assert not kind.check(exercise, Answer(nodes=frozenset(right ^ {node}))).is_right
        if kind.form is Form.NODE:
            assert len(right) == 1


@seeds
@pytest.mark.parametrize(("name", "level"), [*levels_of(Form.NUMBERS)], ids=name_of)
@pytest.mark.diagonal("name", "level")
def test_exactly_the_numbers_of_the_oracle_are_accepted(name: str, level: Difficulty, count: int) -> None:
    kind = find_kind(name)
    for seed in range(count // 4 if name == "evaluation" else count):
        exercise = generate(name, level, seed)
        right = expected_numbers(exercise)
        assert set(right) == {blank.key for blank in kind.blanks(exercise)}
        assert kind.check(exercise, Answer(numbers=right)).is_right
        for key, value in right.items():
            changed = kind.check(exercise, Answer(numbers=right | {key: value + 1}))
            assert not changed.is_right
            assert [item.state for item in changed.items].count(State.WRONG) == 1
            missing = kind.check(exercise, Answer(numbers={k: v for k, v in right.items() if k != key}))
            assert not missing.is_right and missing.items[0].state is State.MISSING


def orders(tree: HandmadeTree) -> Iterator[dict[int, tuple[int, ...]]]:
    """Every order of the children of all nodes."""
    nodes = [node for node, children in enumerate(tree.children) if children]
    for choice in itertools.product(*(itertools.permutations(tree.children[node]) for node in nodes)):
        yield dict(zip(nodes, choice, strict=True))


def leaves_seen(tree: HandmadeTree, order: dict[int, tuple[int, ...]]) -> int:
    """The leaves that the alpha-beta of the oracle visits in another order."""
    text = plain.nested(tree.text(order=order))
    return len(set(plain.entered(text)) & set(plain.leaf_paths(text)))


@pytest.mark.parametrize(
    "level", [Difficulty(2, 3), pytest.param(Difficulty(3, 2), marks=pytest.mark.slow)], ids=name_of
)
def test_the_orders_with_the_fewest_leaves_are_accepted(level: Difficulty) -> None:
    kind = find_kind("order")
    for seed in range(2):
        exercise = generate("order", level, seed)
        counts = [(leaves_seen(exercise.tree, order), order) for order in orders(exercise.tree)]
        least = min(count for count, _ in counts)
        assert leaves_seen(exercise.tree, {}) > least
        for count, order in counts:
            assert kind.check(exercise, Answer(order=order)).is_right == (count == least)
        assert leaves_seen(exercise.tree, dict(kind.solution(exercise).order)) == least


def test_a_wrong_order_names_the_first_node_whose_best_child_is_not_first() -> None:
    exercise = Exercise("order", Difficulty(3, 2), 0, parse_tree("((2 4 6) (9 8 5) (12 7 8))"))
    kind = find_kind("order")
    verdict = kind.check(exercise, Answer())
    assert not verdict.is_right and [item.name for item in verdict.items] == ["A", "C", "D"]
    twice = kind.check(exercise, Answer(order={0: (1, 1, 2)}))
    assert not twice.is_right
    assert kind.check(exercise, Answer(order={0: (3, 1, 2), 2: (7, 8, 9), 3: (11, 10, 12)})).is_right is False
    assert kind.check(exercise, Answer(order={0: (3, 1, 2), 2: (9, 7, 8), 3: (11, 10, 12)})).is_right


@seeds
@pytest.mark.parametrize(
    ("name", "level"), [(name, lv) for name in FAULTS for lv in find_kind(name).levels], ids=name_of
)
def test_the_first_mistake_is_the_first_step_that_the_oracle_does_not_make(
    name: str, level: Difficulty, count: int
) -> None:
    kind = find_kind(name)
    for seed in range(count):
        exercise = generate(name, level, seed)
        tree = exercise.tree
        paths = paths_of(tree)
        right = [
            (paths[path], kind_ == "enter", *((number(a), number(b), 0) if kind_ == "enter" else (0, 0, number(value))))
            for kind_, path, a, b, value in FAULTS[name](plain.nested(tree.text()))
        ]
        wrong = [(step.node, step.enters, step.alpha, step.beta, step.value) for step in kind.record(exercise)]
        fault = next(other[0] for one, other in itertools.zip_longest(right, wrong) if one != other)
        for node in kind.candidates(exercise):
            assert kind.check(exercise, Answer(nodes=frozenset({node}))).is_right == (node == fault)
        # What follows from the fault is a counterexample: the tree itself.
        sentence = kind.explain(exercise, fault)[-1]
        if wrong[-1][4] != right[-1][4]:
            assert f"the value {bound_text(wrong[-1][4])} instead of {bound_text(right[-1][4])}" in sentence
        elif len(wrong) != len(right):
            assert f"visits {len(wrong) // 2} nodes instead of {len(right) // 2}" in sentence


def test_every_planted_fault_is_asked_about() -> None:
    for name, faults in (("bug", set(BUGS)), ("negamax_bug", set(OF_NEGAMAX))):
        assert {generate(name, level, seed).bug for level in find_kind(name).levels for seed in range(25)} == faults


def test_the_lessons_that_teach_a_search_ask_for_its_faults() -> None:
    assert [lesson.name for lesson in lessons() if {task.kind for task in lesson.tasks} & set(FAULTS)] == [
        "negamax", "alpha-beta",
    ]  # fmt: skip


def test_without_a_fault_the_steps_are_those_of_alphabeta() -> None:
    for seed in range(10):
        tree = generate("prune", Difficulty(2, 4, 2), seed).tree
        walk = walk_of(tree)
        expected = []
        for step in walk.steps():
            node = walk.order[step.visit]
            if step.kind in (EventKind.ENTER, EventKind.LEAF):
                expected.append((node, True, *walk.window(step.visit), 0))
            if step.kind in (EventKind.LEAF, EventKind.RETURN):
                expected.append((node, False, 0, 0, walk.value(step.visit)))
        assert [(each.node, each.enters, each.alpha, each.beta, each.value) for each in steps(tree)] == expected


@pytest.mark.parametrize(("shallow", "deep"), [(1, 0), (3, 0), (2, 1)])
def test_the_tree_has_the_cuts_that_were_wanted(shallow: int, deep: int) -> None:
    """A cut-off is deep if a search with the bound of the parent alone would not make it."""
    for seed in range(10):
        exercise = generate("prune", Difficulty(2, 4, shallow, deep), seed)
        cuts = cuts_of(plain.nested(exercise.tree.text()))
        assert cuts.count("shallow") >= shallow and cuts.count("deep") >= deep


def cuts_of(tree: plain.Nested) -> list[str]:
    """The cut-offs that skip a child: ``shallow`` if the parent's best value causes it, else ``deep``."""
    found = []
    events = plain.alphabeta(tree)
    values: dict[tuple[int, ...], float] = {}
    for kind, path, _, _, value in events:
        if kind == "enter":
            continue
        values[path] = value
        children = plain.subtree(tree, path)
        if isinstance(children, int) or (*path, len(children) - 1) in values:
            continue
        siblings = [values[*path[:-1], place] for place in range(path[-1])]
        is_max = len(path) % 2 == 0
        best = (min if is_max else max)(siblings, default=math.inf if is_max else -math.inf)
        found.append("shallow" if (value >= best if is_max else value <= best) else "deep")
    return found


@pytest.mark.parametrize("level", [Difficulty(2, 2, 5), Difficulty(2, 1, 1)], ids=name_of)
def test_trees_without_the_wanted_cuts_are_refused(level: Difficulty) -> None:
    with pytest.raises(OptionError, match="no tree for"):
        generate("prune", level, 0)


def test_the_seed_decides_everything() -> None:
    for name, kind in kinds().items():
        assert generate(name, kind.levels[0], 5) == generate(name, kind.levels[0], 5)
        assert len({generate(name, kind.levels[0], seed).tree for seed in range(2)}) > 1
    with pytest.raises(OptionError, match="unknown exercise 'x'; available: size, minimax"):
        generate("x")


@pytest.mark.parametrize("seed", [1, pytest.param(range(2, 60), marks=pytest.mark.slow)])
def test_a_search_of_the_real_game_looks_at_the_same_replies(seed: int | range) -> None:
    """The search here is alpha-beta with the plain definition of the evaluation, on positions of the game."""
    kind = find_kind("replies")
    for each in (seed,) if isinstance(seed, int) else seed:
        exercise = generate("replies", Difficulty(3, 2), each)
        tree, origin = exercise.tree, exercise.origin
        assert origin is not None
        position = position_after(origin.game, origin.record, origin.ply)
        assert str(position) == origin.position and origin.title in kind.task(exercise)
        judge, alpha = find_evaluation(origin.game, hand_made(origin.game)), -math.inf
        for node, looked in zip(tree.children[0], origin.looked, strict=True):
            after = position.play(origin.moves[node])
            best, count = math.inf, 0
            for reply in after.legal_moves():
                leaf = after.play(reply)
                assert leaf.outcome() is None
                best, count = min(best, judge.definition(leaf)), count + 1
                if best <= alpha:
                    break
            alpha = max(alpha, best)
            assert (looked.node, looked.visited, looked.replies) == (node, count, len(after.legal_moves()))
            shown = tree.children[node]
            assert {child for child in shown if child in kind.solution(exercise).nodes} == {*shown[count:]}
            assert shown or tree.values[node] == best
            assert [origin.moves[child] for child in shown] == after.legal_moves()[: len(shown)]
            assert all(judge.definition(exercise_position(exercise, child)) == tree.values[child] for child in shown)


def exercise_position(exercise: Exercise, node: int) -> Position:
    """The position of a node in the real game."""
    assert exercise.origin is not None
    return exercise.origin.after(exercise.tree.parents, node)


@pytest.mark.parametrize("level", [Difficulty(3, 4), Difficulty(40, 2), Difficulty(1, 2)], ids=name_of)
@pytest.mark.parametrize("name", ["replies", "evaluation", "utility"])
def test_levels_that_no_real_game_has_are_refused(name: str, level: Difficulty) -> None:
    with pytest.raises(OptionError, match="no tree for"):
        generate(name, level, 0)


def test_sums_of_features_are_explained_term_by_term() -> None:
    """What each side has, the weights and the sum are read from the sentences and compared with the board."""
    kind, games, movers = find_kind("evaluation"), set(), set()
    for seed in range(12):
        exercise = generate("evaluation", Difficulty(2, 1), seed)
        assert exercise.origin is not None
        start = exercise.origin.start()
        games.add(exercise.origin.game)
        movers.add(int(start.side))
        # The question contains the features, and not the sums.
        drawn, task = question(exercise), kind.task(exercise)
        assert [drawn.nodes[leaf].text for leaf in exercise.tree.leaves] == ["?"] * 2 and not drawn.nodes[0].text
        for leaf in exercise.tree.leaves:
            value = sum_by_hand(exercise, leaf)
            *terms, total, _ = kind.explain(exercise, leaf)
            points = []
            for term in terms:
                found = re.fullmatch(r"(.+): \((\d+) − (\d+)\) × (−?\d+) = (−?\d+)\.", term)
                assert found is not None
                label, own, other, weight, product = found.groups()
                assert (int(own) - int(other)) * parse_bound(weight) == parse_bound(product)
                assert f"{label} × {weight}" in task
                first, second = (other, own) if start.side else (own, other)
                assert f"{label}: {start.game.sides[0]} {first}, {start.game.sides[1]} {second}" in task
                points.append(parse_bound(product))
            assert sum(points) == value == exercise.tree.values[leaf]
            sides = total.removeprefix(f"{node_name(leaf)}: ").removesuffix(".").replace("−", "-").split(" = ")
            assert eval(sides[0]) == value == int(sides[1])
            name, scale = {"chess": ("material", 100), "cotoan": ("material_safety", 1)}[exercise.origin.game]
            judge = find_evaluation(exercise.origin.game, name)
            assert -judge.score(exercise_position(exercise, leaf)) == value * scale
        assert kind.explain(exercise, 0) == kind.explain(exercise, -1)[-1:]
        assert kind.explain(exercise, 0)[0].endswith(f"the greatest is {bound_text(max(exercise.tree.values[1:]))}.")
    assert games == {"chess", "cotoan"} and movers == {0, 1}


def test_utilities_are_explained_by_the_end_of_the_game() -> None:
    """The tree contains every move, and the sentence names the side that has won."""
    kind = find_kind("utility")
    winners = set()
    for level in kind.levels:
        for seed in range(8):
            exercise = generate("utility", level, seed)
            assert exercise.origin is not None
            sides = exercise.origin.start().game.sides
            mover = "xo".index(exercise.origin.position[-1])
            assert question(exercise).nodes[exercise.tree.leaves[0]].text == "?"
            assert f"for {sides[mover]}, who moves at A" in kind.task(exercise)
            for node, children in enumerate(exercise.tree.children):
                (sentence,) = kind.explain(exercise, node)
                position = exercise_position(exercise, node)
                assert len(children) == len(position.legal_moves())
                if not children:
                    value = utility_by_hand(exercise, node)
                    winners.add(value)
                    names = {1: f"{sides[mover]} has won", 0: "no one has won", -1: f"{sides[1 - mover]} has won"}
                    assert names[value] in sentence and sentence.endswith(f" {bound_text(value)}.")
    assert winners == {1, 0, -1}


def test_the_solved_negamax_exercise_shows_the_values_that_were_asked_for() -> None:
    exercise = generate("negamax", Difficulty(3, 2), 20)
    made, numbers = solution(exercise), find_kind("negamax").solution(exercise).numbers
    assert "mover" in made.legend and any(value > 0 for value in numbers.values())
    assert all(made.nodes[node].text == bound_text(value) for (node, _), value in numbers.items())
    # Other searches have values for the maximiser, and so do leaves.
    tree = exercise.tree
    plain_walk = walked(walk_of(tree, "negamax"))
    assert "mover" not in plain_walk.legend
    for node in tree.children[0]:
        assert plain_walk.nodes[node].text == bound_text(-numbers[node, "value"])
        assert all(made.nodes[leaf].text == bound_text(tree.values[leaf]) for leaf in tree.children[node])


def test_a_solved_null_window_is_explained_by_a_child_that_is_searched_again() -> None:
    exercise = generate("null_window", Difficulty(4, 2), 36)
    first = min(find_kind("null_window").solution(exercise).nodes)
    (sentence,) = find_kind("null_window").explain(exercise, -1)
    assert f"Is {node_name(first)} worth more" in sentence and "searched again" in sentence


def test_values_of_a_real_game_have_the_unit_of_its_evaluation() -> None:
    """Pictures, sentences, judgement and task write them as players read them, with the comma of Vietnamese."""
    exercise = next(each for seed in range(9) if (each := generate("replies", Difficulty(3, 2), seed)).decimals == 2)
    kind, tree = find_kind("replies"), exercise.tree
    unit = {"cotoan": "points", "chess": "pawns", "xiangqi": "pawns"}[exercise.origin.game if exercise.origin else ""]
    assert f"The scores are in {unit}, for " in kind.task(exercise)

    def written(value: int, point: str = ".") -> str:
        return f"{'+' if value > 0 else '−' if value else ''}{abs(value) // 100}{point}{abs(value) % 100:02}"

    leaves = {node: value for node, value in enumerate(tree.values) if not tree.children[node] and value}
    assert len(leaves) > 3
    for made in (question(exercise), solution(exercise)):
        assert all(made.nodes[node].text == written(value) for node, value in leaves.items())
    root = solution(exercise).nodes[0]
    assert root.text == written(max(tree.values[node] for node in tree.children[0] if not tree.children[node]))
    wrong = Answer(nodes=kind.candidates(exercise))
    texts = {item.node: item.text for item in kind.check(exercise, wrong).items}
    assert all(texts[node] == written(value) for node, value in leaves.items() if node in texts)
    cut = next(node for node in tree.children[0] if tree.children[node])
    assert f"α = {root.text}" in " ".join(kind.explain(exercise, cut)) or root.text == "0"
    set_language("vi")
    try:
        assert all(question(exercise).nodes[node].text == written(value, ",") for node, value in leaves.items())
    finally:
        set_language("en")


def test_a_real_game_names_its_moves_and_its_record_in_the_language_in_use() -> None:
    exercise = generate("replies", Difficulty(3, 2), 1)
    assert exercise.origin is not None
    edges = [node.edge for node in question(exercise).nodes]
    assert edges == list(exercise.origin.texts) == [node.edge for node in solution(exercise).nodes]
    english = exercise.origin.title
    set_language("vi")
    try:
        assert exercise.origin.title != english and exercise.origin.title in find_kind("replies").task(exercise)
    finally:
        set_language("en")


@pytest.mark.parametrize("name", [name for name, kind in kinds().items() if kind.form in (Form.NODES, Form.NODE)])
def test_each_node_that_is_judged_has_its_name_and_the_value_of_a_leaf(name: str) -> None:
    kind = find_kind(name)
    for seed in range(2):
        exercise = generate(name, seed=seed)
        tree, right = exercise.tree, kind.solution(exercise).nodes
        for chosen in (frozenset(), frozenset(range(len(tree.values))), right, frozenset({0})):
            verdict = kind.check(exercise, Answer(chosen))
            states = [State.WRONG, State.MISSING, State.RIGHT]
            assert verdict.is_right == (chosen == right) == (verdict.summary == "Right.")
            found = {item.node: item.state for item in verdict.items}
            missing = {} if kind.form is Form.NODE else dict.fromkeys(right - chosen, State.MISSING)
            assert found == {node: State.RIGHT if node in right else State.WRONG for node in chosen} | missing
            order = [(states.index(item.state), item.node) for item in verdict.items]
            assert order == sorted(order)
            for item in verdict.items:
                leaf = not tree.children[item.node]
                assert item.name == node_name(item.node)
                assert item.text == (bound_text(tree.values[item.node], exercise.decimals) if leaf else "")
            if kind.form is Form.NODE and chosen != right:
                assert verdict.summary == ("Not this one." if chosen else "Choose a node.")
            elif chosen != right:
                assert verdict.summary == (
                    f"{len(chosen & right)} of {len(right)} found, {len(chosen - right)} too many."
                )


def test_the_horizon_names_the_move_that_only_looks_best() -> None:
    kind = find_kind("horizon")
    for level in kind.levels:
        exercise = generate("horizon", level, 5)
        *chosen, last = [each.split(": the search chooses ")[-1].rstrip(".") for each in kind.explain(exercise, 0)]
        assert len(chosen) > 1 and chosen[-2] != chosen[-1]
        assert last.startswith(f"{chosen[-2]} only looks best") and f"depth {len(chosen)} sees it" in last
