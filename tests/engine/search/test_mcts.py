"""Monte Carlo tree search: statistics, proofs, limits, the tree that is kept, threads, and play in small games."""

import json
import math
import random
import threading
from typing import Any

import pytest

from engine.core.evaluation import KeyEvaluation, find_evaluation
from engine.core.game import find_game, games
from engine.core.options import options_of
from engine.core.outcome import Player
from engine.core.playout import Playout
from engine.core.score import WIN
from engine.search.report import Limit, Line, Report
from engine.search.search import Stop
from engine.search.spec import Spec
from tests.engine.conftest import COMPILED, sampled
from tests.engine.games.test_exchange import random_positions
from tests.engine.positions import random_play
from tests.engine.search.plain import plain_minimax

ROOT, UNIT, DRAW = 2, 1 << 20, 32767
KINDS = ("playout", "evaluation", "mixed")
MANY = 20_000 if COMPILED else 2_000
every_game = pytest.mark.parametrize("name", sorted(games()))


def built(text: str, game: str = "", evaluation: Any = None, seed: int = 0) -> Any:
    judge = evaluation if evaluation is not None else find_evaluation(game)
    return Spec.parse(text).build(judge, seed)


def final(search: Any, position: Any, limit: Limit, **options: Any) -> Report:
    *_, last = search.analyse(position, limit, **options)
    assert last.final
    return last


def children(search: Any, index: int = ROOT) -> list[tuple[int, int, int]]:
    """Move, visits and sum of results of the children of a node."""
    return [(move, visits, total) for _, move, visits, total, _, _ in search.tree.children(index)]


# --- statistics -------------------------------------------------------------------------------------------------------


class Uct:
    """A slow UCT without priors and proofs, in which ``play`` makes every position."""

    def __init__(
        self, position: Any, kind: str, evaluation: Any, exploration: float, expansion: int, rave: int, seed: int
    ) -> None:
        self.kind, self.evaluation, self.exploration, self.expansion = kind, evaluation, exploration, expansion
        self.equivalence = rave
        self.rave: dict[tuple[int, ...], tuple[int, int]] = {}
        self.position = position
        self.playout = Playout(seed * 0x9E3779B97F4A7C15 ^ position.key)
        self.visits: dict[tuple[int, ...], int] = {}
        self.totals: dict[tuple[int, ...], int] = {}
        self.expanded = {()}
        self.nodes = 1

    def judge(self, position: Any, path: tuple[int, ...]) -> int:
        """The result for the first player in units."""
        outcome = position.outcome()
        assert outcome is None
        values = []
        if self.kind != "evaluation":
            self.position.played_out(self.playout, path)
            self.nodes += self.playout.count
            if self.playout.result != 3:
                values.append(self.playout.result * UNIT // 2)
        if self.kind != "playout" or not values:
            score = self.evaluation.definition(position)
            value = int(UNIT / (1 + math.exp(min(30.0, max(-30.0, -2.0 * score / self.evaluation.scale)))))
            value = UNIT // 2 if score == 0 else value
            values.append(value if position.turn is Player.FIRST else UNIT - value)
        return sum(values) // len(values)

    def simulate(self) -> None:
        path: tuple[int, ...] = ()
        here = self.position
        line = [path]
        while True:
            self.visits[path] = self.visits.get(path, 0) + 1
            if path not in self.expanded:
                if self.visits[path] <= self.expansion:
                    break
                self.expanded.add(path)
            path += (self.select(path, here),)
            here = here.play(path[-1])
            self.nodes += 1
            line.append(path)
        value = self.judge(here, path)
        for ply, each in enumerate(line):
            mover = self.position.turn ^ (ply + 1) & 1
            self.totals[each] = self.totals.get(each, 0) + (UNIT - value if mover else value)
        if not self.equivalence:
            return
        # Every move from a node on, in the tree and in the playout, that the side to move at the node made first.
        moves = [*path, *(self.playout.played if self.kind != "evaluation" else ())]
        for ply in range(len(path)):
            side = self.position.turn ^ ply & 1
            first: dict[int, int] = {}
            for at, move in enumerate(moves[ply:], ply):
                first.setdefault(move, self.position.turn ^ at & 1)
            for move, mover in first.items():
                if mover == side:
                    count, total = self.rave.get((*path[:ply], move), (0, 0))
                    amount = (UNIT - value if side else value) >> 13
                    self.rave[(*path[:ply], move)] = count + 1, total + amount

    def select(self, path: tuple[int, ...], here: Any) -> int:
        best, chosen = -1.0, -1
        visits = self.visits[path]
        for move in here.legal_moves():
            own = self.visits.get((*path, move), 0)
            if own == 0:
                return int(move)
            value = self.totals[(*path, move)] / UNIT / own
            count, total = self.rave.get((*path, move), (0, 0))
            if count:
                share = count / (count + own + count * float(own) / self.equivalence)
                value += share * (total / (count * 128.0) - value)
            if visits > 1:
                value += self.exploration * math.sqrt(math.log(visits)) / math.sqrt(own)
            if value > best:
                best, chosen = value, move
        return chosen


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ["chess", "go", "xiangqi"])
@pytest.mark.parametrize("rave", [0, 40])
@pytest.mark.diagonal("kind", "name")
def test_without_priors_it_is_plain_uct(name: str, kind: str, rave: int) -> None:
    """Every visit, every result and every node, by the random seed; with RAVE, also the results of later moves."""
    position = find_game(name).with_rules("size=9" if name == "go" else "").start()
    simulations = 400 if COMPILED else 60
    evaluation = KeyEvaluation(3)
    text = f"mcts:leaf={kind},rave={rave},priors=off,exploration=50,expansion=2,quiescence=off,visits={simulations}"
    search = built(text, evaluation=evaluation, seed=11)
    report = final(search, position, Limit(depth=1))
    plain = Uct(position, kind, evaluation, 0.5, 2, rave, 11)
    for _ in range(simulations):
        plain.simulate()
    paths = [((), ROOT)]
    compared = 0
    while paths:
        path, index = paths.pop()
        for child, move, visits, total, _, proof in search.tree.children(index):
            assert (plain.visits.get((*path, move), 0), plain.totals.get((*path, move), 0)) == (visits, total)
            assert not proof
            assert search.tree.rave(child) == plain.rave.get((*path, move), (0, 0))
            paths.append(((*path, move), child))
            compared += 1
    assert compared >= len(position.legal_moves())
    assert report.nodes == plain.nodes


@every_game
@pytest.mark.parametrize("options", ["", "rave=0", "priors=off", "leaf=playout,rave=500", "leaf=mixed,expansion=1"])
@pytest.mark.diagonal("options", "name")
def test_visits_add_up(name: str, options: str) -> None:
    """The visits of a node are those of its children and those that judged it, and results lie between 0 and 1."""
    for position, _ in random_positions(name, 3):
        search = built(f"mcts:{options}", name, seed=4)
        report = final(search, position, Limit(nodes=3000 if COMPILED else 300))
        visits, _, proof = search.tree.root
        assert sum(each[1] for each in children(search)) == visits
        below = [(index, move) for index, move, *_ in search.tree.children()]
        while below:
            index, _ = below.pop()
            for child, move, count, total, prior, _ in search.tree.children(index):
                assert 0 <= total <= count * UNIT and -100 <= prior <= 100
                below.append((child, move))
        if not proof:
            best = max(children(search), key=lambda each: each[1])
            assert report.visits == best[1] and report.lines[0].visits == report.visits
        assert [line.pv[0] for line in report.lines] == list(dict.fromkeys(line.pv[0] for line in report.lines))
        assert len(report.lines) <= 4 and report.pv == report.lines[0].pv
        for line in report.lines:
            here = position
            for move in line.pv:
                here = here.play(move)


def test_the_score_is_the_chance_in_the_unit_of_the_evaluation() -> None:
    position = (
        find_game("chess").with_rules("").parse_position("r1bqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
    )
    evaluation = find_evaluation("chess")
    report = final(built("mcts", "chess"), position, Limit(nodes=MANY))
    assert report.score is not None and report.chance is not None
    expected = evaluation.scale * math.atanh(2 * report.chance - 1)
    assert abs(report.score.value - expected) <= 1
    assert report.chance > 0.8 and report.depth == 0 and report.seldepth > 0
    worse = final(built("mcts", "chess"), position.play(report.move), Limit(nodes=MANY))
    assert worse.chance is not None and worse.chance < 0.3


def test_reports_keep_visits_and_chances_in_json() -> None:
    position = random_play(find_game("caro")().start(), 2, random.Random(1))[-1]
    for report in built("mcts", "caro").analyse(position, Limit(nodes=3000)):
        assert report.visits and report.chance is not None and len(report.lines) > 1
        assert all(line.visits is not None and line.chance is not None for line in report.lines)
        assert Report.from_dict(json.loads(json.dumps(report.to_dict()))) == report
        data = report.to_dict()
        for change in ({"visits": "7"}, {"visits": 1.5}, {"chance": "half"}, {"chance": True}):
            with pytest.raises(TypeError):
                Report.from_dict(data | change)
        for change in ({"visits": -1}, {"chance": 1.5}, {"chance": -0.1}):
            with pytest.raises(ValueError, match="visits or chance"):
                Report.from_dict(data | change)
    with pytest.raises(TypeError):
        Line.from_list([0, 0, [1], 5])


@pytest.mark.parametrize("lines", [1, 2, 16])
def test_the_number_of_lines(lines: int) -> None:
    search = built(f"mcts:lines={lines}", "go")
    report = final(search, find_game("go").with_rules("size=9").start(), Limit(nodes=MANY))
    tried = sum(each[1] > 0 for each in children(search))
    assert len(report.lines) == (0 if lines == 1 else min(lines, tried)) and tried > 1
    assert [each.visits for each in report.lines] == sorted([each.visits for each in report.lines], reverse=True)


# --- play in games that can be searched to the end --------------------------------------------------------------------


def best_moves(position: Any, evaluation: Any, depth: int) -> set[int]:
    """The moves of the greatest minimax value, regardless of the number of moves to a win."""

    def value(move: int) -> int:
        score = -plain_minimax(position.play(move), depth - 1, evaluation, ply=1)
        return (score > WIN - 1000) * WIN - (score < 1000 - WIN) * WIN or score

    values = {move: value(move) for move in position.legal_moves()}
    return {move for move, each in values.items() if each == max(values.values())}


@pytest.mark.parametrize("options", ["", "rave=100", "leaf=playout,priors=off"])
@pytest.mark.parametrize("rules", ["", "misere=on"])
def test_it_wins_at_nim(rules: str, options: str) -> None:
    position = find_game("nim").with_rules(rules).start()
    search = built(f"mcts:{options}", "nim")
    while position.outcome() is None:
        before = position
        report = final(search, position, Limit(nodes=MANY))
        assert report.move in best_moves(before, search.evaluation, 20)
        position = position.play(report.move)


def test_it_never_loses_at_tictactoe() -> None:
    """Against every reply, from both sides."""
    game = find_game("tictactoe")()
    lost = 0

    def walk(position: Any, own: Player) -> None:
        nonlocal lost
        outcome = position.outcome()
        if outcome is not None:
            lost += outcome.winner is own.other
            return
        if position.turn is own:
            walk(position.play(final(built("mcts", "tictactoe"), position, Limit(nodes=20_000)).move), own)
            return
        for move in position.legal_moves():
            walk(position.play(move), own)

    for own in Player if COMPILED else ():
        walk(game.start(), own)
    assert lost == 0


def trees() -> list[str]:
    (tree,) = [each for each in options_of(find_game("trees").Rules) if each.name == "tree"]
    assert tree.choices is not None
    return [str(each) for each in tree.choices]


@pytest.mark.parametrize("tree", trees())
@pytest.mark.parametrize("leaf", KINDS)
@pytest.mark.diagonal("tree", "leaf")
def test_it_finds_the_minimax_move_of_a_tree(tree: str, leaf: str) -> None:
    position = find_game("trees").with_rules(f"tree={tree}").start()
    evaluation = find_evaluation("trees")
    report = final(built(f"mcts:leaf={leaf}", evaluation=evaluation), position, Limit(nodes=10 * MANY))
    assert report.move in best_moves(position, evaluation, 30)


@pytest.mark.parametrize("name", ["nim", "tictactoe", "caro", "minigo", "go", "chess", "xiangqi", "cotoan"])
@sampled(15 if COMPILED else 3, 200)
def test_what_is_proved_is_true(name: str, count: int) -> None:
    """A proved win or loss is confirmed by alpha-beta at the depth claimed, and one ply deeper.

    Alpha-beta sees the lack of a legal move, such as mate, only where it tries to move.
    """
    proved = 0
    for position, _ in random_positions(name, count):
        search = built("mcts:likely=off,quiescence=off", name)
        report = final(search, position, Limit(nodes=4000 if COMPILED else 400))
        proof = search.tree.root[2]
        assert report.score is not None and report.exhausted == (proof != 0)
        plies = report.score.win_in
        assert (plies is None) == (proof in (0, DRAW))
        if plies is None or abs(plies) > 4:
            continue
        proved += 1
        assert report.chance == (1.0 if plies > 0 else 0.0) and len(report.pv) <= abs(plies)
        truth = final(built("negascout:likely=off,ordering=on", name), position, Limit(depth=abs(plies) + 1))
        if plies > 0:
            assert truth.score is not None and truth.score.win_in is not None and 0 < truth.score.win_in <= plies
            win = position.play(report.move)
            reply = final(built("negascout:likely=off,ordering=on", name), win, Limit(depth=plies))
            assert reply.score is not None and reply.score.win_in is not None and reply.score.win_in <= 0
        else:
            assert truth.score is not None and truth.score.win_in is not None and truth.score.win_in < 0
    assert proved > 0 or not COMPILED or name not in ("nim", "tictactoe", "caro", "minigo")


# --- limits -----------------------------------------------------------------------------------------------------------


@every_game
@pytest.mark.parametrize("options", ["", "leaf=playout", "leaf=mixed", "leaf=evaluation,quiescence=off"])
@pytest.mark.diagonal("options", "name")
def test_the_limit_of_nodes_is_exact(name: str, options: str) -> None:
    position = find_game(name)().start()
    for nodes in (1, 2, 3, 17, 88, 1023, 1024, 1025, 3000 if COMPILED else 1026):
        search = built(f"mcts:{options}", name)
        report = final(search, position, Limit(nodes=nodes))
        assert report.nodes == nodes or search.tree.root[2]
        assert report.move in position.legal_moves()
        visits = search.tree.root[0]
        assert sum(each[1] for each in children(search)) == visits


def test_a_limit_of_depth_alone_is_one_of_visits() -> None:
    position = find_game("go").with_rules("size=9").start()
    search = built("mcts:visits=150", "go")
    assert final(search, position, Limit(depth=3)).nodes > 150 and search.tree.root[0] == 150
    search.forget()
    stop = Stop()
    stop.hasten(Limit(nodes=5000))
    assert final(search, position, Limit(depth=100), stop=stop).nodes >= 5000


def test_stopped_before_it_begins() -> None:
    position = find_game("go").with_rules("size=9").start()
    stop = Stop()
    stop.request()
    report = final(built("mcts", "go"), position, Limit(nodes=1000), stop=stop)
    assert (report.nodes, report.score, report.move) == (0, None, position.legal_moves()[0])


def test_stopped_from_another_thread() -> None:
    position = find_game("go").with_rules("size=9").start()
    stop, search = Stop(), built("mcts", "go")
    reports: list[Report] = []
    ready = threading.Event()

    def work() -> None:
        for report in search.analyse(position, Limit(seconds=1e6), stop):
            reports.append(report)
            ready.set()

    thread = threading.Thread(target=work)
    thread.start()
    try:
        assert ready.wait(60)
    finally:
        stop.request()
        thread.join(timeout=60)
    assert not thread.is_alive() and reports[-1].final and reports[-1].visits


def test_reports_grow() -> None:
    position = find_game("caro")().start()
    reports = [*built("mcts", "caro").analyse(position, Limit(nodes=20 * MANY))]
    assert len(reports) > 2 and [each.final for each in reports] == [False] * (len(reports) - 1) + [True]
    nodes = [each.nodes for each in reports]
    assert nodes == sorted(nodes) and nodes[-1] == 20 * MANY


# --- the tree that is kept --------------------------------------------------------------------------------------------


def test_the_subtree_of_the_next_position_is_kept() -> None:
    position = find_game("go").with_rules("size=9").start()
    search = built("mcts", "go")
    final(search, position, Limit(nodes=20 * MANY))
    index, move, *_ = max(search.tree.children(), key=lambda each: each[2])
    index, reply, below, *_ = max(search.tree.children(index), key=lambda each: each[2])
    expected = children(search, index)
    assert below > 20 and expected
    after = position.play(move).play(reply)
    report = final(search, after, Limit(nodes=1))
    assert search.tree.root[0] == below and children(search) == expected
    assert report.visits == max(each[1] for each in expected) and report.nodes == 1
    # The same position again, then one that was not searched.
    used = search.tree.used
    final(search, after, Limit(nodes=1))
    assert (search.tree.root[0], search.tree.used) == (below, used)
    final(search, find_game("go").with_rules("size=9").start(), Limit(nodes=1))
    assert search.tree.root[0] == 0


def test_a_position_with_an_equal_key_is_another_one() -> None:
    """Positions with equal boards and different histories differ under superko."""
    game = find_game("go").with_rules("size=9")
    search, keys = built("mcts", "go"), set()
    for text in ("A1 C3 B1", "B1 C3 A1"):
        position = game.start()
        for word in text.split():
            position = position.play(game.parse_move(position, word))
        final(search, position, Limit(nodes=1))
        assert search.tree.root[0] == 0
        final(search, position, Limit(nodes=2000))
        keys.add(position.key)
    assert len(keys) == 1


def test_chosen_moves_are_searched_alone_and_leave_no_tree() -> None:
    position = find_game("caro")().start()
    search = built("mcts", "caro")
    final(search, position, Limit(nodes=2000))
    corner = position.legal_moves()[0]
    report = final(search, position, Limit(nodes=2000), only=(corner,))
    assert report.move == corner and [each[0] for each in children(search)] == [corner]
    again = final(search, position, Limit(nodes=2000))
    assert len(children(search)) > 0 and again.same_as(final(built("mcts", "caro"), position, Limit(nodes=2000)))


@every_game
def test_forgetting_makes_a_search_new(name: str) -> None:
    limit = Limit(nodes=3000 if COMPILED else 300)
    search = built("mcts", name, seed=3)
    for position, _ in random_positions(name, 3):
        fresh = [*built("mcts", name, seed=3).analyse(position, limit)]
        search.forget()
        again = [*search.analyse(position, limit)]
        assert len(fresh) == len(again) and all(a.same_as(b) for a, b in zip(fresh, again, strict=True))


@pytest.mark.parametrize("name", ["go", "chess"])
def test_a_full_tree_is_searched_on(name: str) -> None:
    """Without room, no children are added, and the statistics remain consistent."""
    position = find_game(name)().start()
    search = built("mcts:memory_mb=1,expansion=1", name)
    report = final(search, position, Limit(nodes=100 * MANY if COMPILED else 2 * MANY))
    assert search.tree.capacity == 1 << 14 and search.tree.used <= search.tree.capacity
    assert search.tree.used > 0.9 * search.tree.capacity or not COMPILED
    assert report.move in position.legal_moves()
    assert sum(each[1] for each in children(search)) == search.tree.root[0]
    final(search, position.play(report.move), Limit(nodes=MANY))
    assert sum(each[1] for each in children(search)) <= search.tree.root[0]


# --- threads ----------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(not COMPILED, reason="threads need compiled code")
@pytest.mark.parametrize("name", ["go", "chess", "nim"])
@pytest.mark.parametrize("threads", [2, 4])
@pytest.mark.diagonal("name", "threads")
def test_threads_share_one_tree(name: str, threads: int) -> None:
    position = find_game(name)().start()
    search = built(f"mcts:threads={threads}", name)
    alive = set(threading.enumerate())  # a thread of another test may still end
    limit = 200_000
    report = final(search, position, Limit(nodes=limit))
    assert not set(threading.enumerate()) - alive
    assert limit <= report.nodes <= limit + threads * 3000 or search.tree.root[2]
    assert report.move in position.legal_moves()
    visits = search.tree.root[0]
    assert visits == sum(each[1] for each in children(search))
    assert all(0 <= total <= count * UNIT for _, count, total in children(search))
    reports = search.analyse(position, Limit(seconds=1e6))
    next(reports)
    reports.close()
    assert not set(threading.enumerate()) - alive


@pytest.mark.skipif(COMPILED, reason="uncompiled code only")
def test_threads_need_compiled_code() -> None:
    from engine.core.errors import OptionError

    with pytest.raises(OptionError, match="threads"):
        final(built("mcts:threads=2", "nim"), find_game("nim")().start(), Limit(nodes=10))
