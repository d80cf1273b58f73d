"""Records for the tests of pages."""

import random
from typing import Any

from engine.analysis.review import review_record
from engine.core.game import find_game
from engine.core.outcome import Player
from engine.core.score import Score
from engine.records import edits
from engine.records.judgement import Judgement
from engine.records.tree import ROOT, EvaluationNote, GameTree, Record
from engine.search.report import Limit
from engine.search.spec import Spec

SERIES = ("greedy", "minimax", "negascout:ordering=on")
HOSTILE = '</script><script>window.hacked=1</script><img src=x onerror="window.hacked=1">\'"&\u202e'


def reviewed() -> Record:
    """A record of chess with two mistakes, 2… Qg5 and 3. a3, which was reviewed by alpha-beta to depth 2."""
    game = find_game("chess")()
    tree = GameTree.start(game)
    for text in ("e4", "e5", "Nf3", "Qg5", "a3", "Qd8"):
        node = len(tree) - 1
        tree = edits.add_move(tree, node, game.parse_move(tree.position(node), text)).apply(tree)
    record = Record({"White": "Lan", "Black": "Minh"}, tree)
    return review_record(record, [Spec.make("alphabeta")], "material", Limit(depth=2)).record


def _noise(rng: random.Random) -> str:
    """A field of a note as long as a judgement of a move with a line of eight moves."""
    return "line=" + " ".join(f"{rng.choice('abcdefgh')}{rng.randint(1, 8)}-{rng.randint(10, 99)}" for _ in range(16))


def _random_line(position: Any, rng: random.Random) -> list[int]:
    """At most eight random moves."""
    line: list[int] = []
    while len(line) < 8 and (moves := position.legal_moves()):
        line.append(rng.choice(moves))
        position = position.play(line[-1])
    return line


def crowded_record(name: str, plies: int, algorithms: int, variations: int, seed: int = 1) -> Record:
    """A record of random moves, with a judgement of several algorithms and random lines of eight moves at every ply.

    Every fifth move has a comment, and one move in ``variations`` a variation of eight moves, or none if that is 0.
    """
    rng, played = random.Random(seed), random.Random(seed)
    names = ("greedy", "alphabeta", "pvs", "negascout:quiescence=on,ordering=on", "mcts")[:algorithms]
    tree, node = GameTree.start(find_game(name)()), ROOT
    notes: dict[int, list[EvaluationNote]] = {}
    for ply in range(1, plies + 1):
        position, game = tree.position(node), tree.game
        move = played.choice([each for each in position.legal_moves() if position.play(each).legal_moves()])
        tree = edits.add_move(tree, node, move).apply(tree)
        child = tree[node].children[0]
        own = notes[child] = []
        for algorithm in names:
            at, texts = position, []
            for each in _random_line(position, rng):
                texts.append(game.format_move(at, each, "coordinates"))
                at = at.play(each)
            scores = [Score(rng.randint(-900, 900), Player.FIRST) for _ in range(4)]
            judgement = Judgement(tuple(texts), scores[1], scores[2], 4, scores[3])
            own.append(EvaluationNote(algorithm, 4, scores[0], 123_456, judgement=judgement))
        if variations and ply % variations == 0:
            line = _random_line(position, rng)
            if line[0] != move:
                tree = edits.add_line(tree, node, line).apply(tree)
        if ply % 5 == 0:
            tree = edits.set_comment(tree, child, f"A comment on ply {ply}, which is about as long as usual.").apply(
                tree
            )
        node = child
    tree = edits.set_evaluations(tree, notes).apply(tree)
    return Record({"Event": "Test", "White": "Lan", "Black": "Minh"}, tree)


def random_record(name: str, plies: int, seed: int = 1, *, evaluated: bool = False) -> Record:
    """A record of random moves, with a variation at ply 1, a comment and glyphs where it is long enough."""
    rng = random.Random(seed)
    tree = GameTree.start(find_game(name)())
    node = ROOT
    notes: dict[int, list[EvaluationNote]] = {}
    for ply in range(plies):
        position = tree.position(node)
        moves = [move for move in position.legal_moves() if position.play(move).legal_moves()]
        if not moves:
            break
        if evaluated:
            notes[node] = [
                EvaluationNote(spec, 3 + index, Score(rng.randint(-30, 30), Player.FIRST), 1234, _noise(rng))
                for index, spec in enumerate(SERIES)
            ]
        edit = edits.add_move(tree, node, rng.choice(moves))
        tree = edit.apply(tree)
        child = tree[node].children[0]
        if ply == 1:
            others = [move for move in moves if move != tree[child].move]
            if others:
                tree = edits.add_move(tree, node, others[0]).apply(tree)
        node = child
    line = tree.main_line()
    if len(line) > 3:
        tree = edits.set_comment(tree, line[2], "A comment.\nIn two lines.").apply(tree)
        tree = edits.set_nags(tree, line[3], (4, 14)).apply(tree)
    tree = edits.set_evaluations(tree, notes).apply(tree) if notes else tree
    return Record({"Event": "Test", "White": "Lan", "Black": "Minh", "Result": "1-0", "Date": "2026.11.23"}, tree)
