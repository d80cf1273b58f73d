"""How the costs of records, collections, contests and trees of searches grow with their sizes."""

import random
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from itertools import cycle, islice
from pathlib import Path

from engine.bench.growth import growth, spent
from engine.bench.measures import positions
from engine.bench.rows import Row
from engine.contests.contest import Contest, Contestant
from engine.contests.journal import ContestJournal, read_journal
from engine.contests.result import GameResult
from engine.contests.standings import Standings
from engine.core.evaluation import hand_made
from engine.core.game import Game, find_game
from engine.core.outcome import Termination
from engine.core.position import Position
from engine.records import edits
from engine.records.collection import Collection, HeaderFilter
from engine.records.formats import find_format
from engine.records.tree import ROOT, GameTree, Node, Record
from engine.search.query import Query
from engine.search.report import Limit
from engine.search.spec import Spec
from engine.searchtree.files import read_tree, write_tree
from engine.searchtree.model import SearchTree
from engine.searchtree.recording import record

SIZES = (1_000, 10_000, 100_000)
"""Nodes of records, and games of collections. Contests, and collections searched for a position, have a tenth. If not
everything is measured, all sizes are a tenth of these."""
TREE_SPEC, TREE_POSITION, TREE_DEPTHS = "alphabeta:ordering=on", 2, (4, 5, 6)
"""A search and its depths, for trees of 20,520, 836,620 and 2,291,310 nodes. Otherwise, each is a ply less deep."""
TREE_CAPACITY = 3_000_000
LINE, VARIATION, PLIES = 120, 20, 41
"""Greatest numbers of plies of the main line of a record, of its variations, and of the games of a collection."""
DIFFERENT = 50
"""Number of different games of a collection, which are repeated."""

Cost = tuple[str, int, float]
"""What was measured, its size, and its CPU seconds."""


def measure(name: str, full: bool) -> list[Row]:
    """Measure the CPU time of work with things of three sizes, each some ten times the one before.

    Args:
        name: identifier of the game of the records.
        full: whether the sizes are ``SIZES``, or a tenth of them.
    """
    game = find_game(name)()
    sizes = [size if full else size // 10 for size in SIZES]
    costs = [cost for size in sizes for cost in (*of_record(game, size), *of_collection(game, size))]
    costs += [cost for size in sizes for cost in of_contest(game, size // 10)]
    costs += [cost for depth in TREE_DEPTHS for cost in of_tree(game, depth if full else depth - 1)]
    points: dict[str, list[tuple[int, float]]] = {}
    for title, size, seconds in costs:
        points.setdefault(title, []).append((size, seconds))
    return [growth(title, each) for title, each in points.items()]


def of_record(game: Game, size: int) -> Iterator[Cost]:
    """Yield the costs of saving, opening and changing a record with a number of nodes."""
    tree, last = large_tree(game, size)
    kind = find_format("a.pgn")
    text = kind.write([Record({}, tree)])
    yield "save a record, nodes", size, spent(lambda: kind.write([Record({}, tree)]))
    yield "open a record, nodes", size, spent(lambda: kind.read(text))

    def comment() -> None:
        nonlocal tree
        tree = edits.set_comment(tree, last, tree[last].comment + "a").apply(tree)

    known = {tree[child].move for child in tree[last].children}
    move = next(move for move in tree.position(last).legal_moves() if move not in known)

    def play() -> None:
        edit = edits.add_move(tree, last, move)
        edit.inverse().apply(edit.apply(tree))

    yield "comment in a record, nodes", size, spent(comment)
    yield "a move in a record and its undoing, nodes", size, spent(play)


def of_collection(game: Game, size: int) -> Iterator[Cost]:
    """Yield the costs of listing a file with a number of games, of a filter, and of a search in a tenth of them."""
    records = [Record({"White": f"An {seed}"}, large_tree(game, PLIES, seed)[0]) for seed in range(DIFFERENT)]
    texts = [find_format("a.pgn").write([each]) for each in records]
    data = "\n".join(islice(cycle(texts), size)).encode()
    made: Collection

    def load() -> None:
        nonlocal made
        made = Collection.load("a.pgn", data)
        for entry in made.scan():
            entry.prepare()

    yield "list a collection, games", size, spent(load)
    yield "filter a collection, games", size, spent(lambda: HeaderFilter(player="an 7").select(made.entries))
    tree, indices = records[0].tree, range(size // 10)
    wanted = tree.position(tree.main_line()[PLIES // 2])
    yield "find a position in a collection, games", len(indices), spent(lambda: [*made.find(wanted, indices)])


def of_contest(game: Game, size: int) -> Iterator[Cost]:
    """Yield the costs of reading the journal of a contest with a number of games, and of its standings."""
    players = (Contestant("greedy", Limit(depth=1)), Contestant("random", Limit(depth=1)))
    contest = Contest(game.name, players, games=size, swap=False)
    tree = large_tree(game, PLIES)[0]
    moves = [tree.move_text(node, "coordinates") for node in tree.main_line()[1:]]
    count = len(moves)
    results = [
        GameResult(
            index, 0, 1, "1-0", Termination.RESIGNATION.value, 0, count, "", moves, (1.0, 1.0), (count, count),
            (count // 2, count // 2), 2.0, scores=range(count), depths=[1] * count, sides=[0, 1] * (count // 2),
            move_nodes=range(count), move_seconds=[0.1] * count, cpu_seconds=[0.1] * count,
        )
        for index in range(size)
    ]  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "journal")
        journal = ContestJournal(path, contest)
        for each in results:
            journal.add(each)
        journal.close()
        yield "read the journal of a contest, games", size, spent(lambda: read_journal(path))
    yield "standings of a contest, games", size, spent(lambda: Standings.of(contest, results))


def of_tree(game: Game, depth: int) -> Iterator[Cost]:
    """Yield the costs of recording the tree of a search, of making it ready to be shown, and of its file."""
    position = positions(type(game))[TREE_POSITION]
    query = Query(position, Spec.parse(TREE_SPEC), hand_made(game.name), Limit(depth=depth))
    tree: SearchTree

    def search() -> None:
        nonlocal tree
        tree, _ = record(query, capacity=TREE_CAPACITY)

    seconds = spent(search)
    yield "record a tree, nodes", tree.facts.nodes, seconds
    size = len(tree)
    yield "make a tree ready, nodes", size, spent(lambda: SearchTree(tree.facts, tree.columns, position).groups(0))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "a.kvtree")
        yield "write a tree, nodes", size, spent(lambda: write_tree(path, tree))
        yield "read a tree, nodes", size, spent(lambda: read_tree(path))


def large_tree(game: Game, size: int, seed: int = 0) -> tuple[GameTree, int]:
    """Return a record of random moves with a number of nodes, and a node near the end of its main line.

    The variations are from all positions of the main line in turn, each with a move that the record does not have yet.

    Raises:
        ValueError: if the variations of the game have fewer nodes.
    """
    rng = random.Random(seed)
    nodes = {ROOT: Node(ROOT, None)}

    def add(parent: int, position: Position, most: int) -> Iterator[tuple[int, Position]]:
        """Add a line that begins with a new move, and yield its nodes with their positions."""
        for _ in range(min(most, size - len(nodes))):
            known = {nodes[child].move for child in nodes[parent].children}
            moves = [move for move in position.legal_moves() if move not in known]
            if not moves:
                return
            move, number = rng.choice(moves), len(nodes)
            nodes[parent] = replace(nodes[parent], children=(*nodes[parent].children, number))
            nodes[number] = Node(number, parent, move)
            parent, position = number, position.play(move)
            yield parent, position

    line = [(ROOT, game.start()), *add(ROOT, game.start(), LINE)]
    while len(nodes) < size:
        if not any([*add(node, position, VARIATION)] for node, position in line):
            raise ValueError(f"{game.name} has no record of {size} nodes")
    return GameTree(game, nodes), line[-2][0]
