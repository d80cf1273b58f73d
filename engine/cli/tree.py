"""The commands ``tree``, which records the tree of a search, and ``tree-diff``, which compares two recorded trees."""

import argparse
from typing import Any

from engine.cli.arguments import game_of, limit_of, outsiders_of, position_of, spec_of
from engine.cli.output import Progress, note, print_json, print_table
from engine.cli.pictures import parse_numbers
from engine.core.errors import OptionError
from engine.core.evaluation import find_evaluation
from engine.core.files import write_text
from engine.core.language import language, ngettext, tr
from engine.core.position import Position
from engine.search.query import Query, Run
from engine.search.report import Report
from engine.search.search import Stop
from engine.searchtree.answers import MOST_CAPACITY, moves_at, moves_of_root, node_object, open_path, why_object
from engine.searchtree.columns import SNAPSHOT_TYPES
from engine.searchtree.difference import Class, check_comparable
from engine.searchtree.export import check_name, save_tree
from engine.searchtree.facts import reason_name
from engine.searchtree.model import SearchTree
from engine.searchtree.recording import SLOW_SECONDS, record


def tree(options: argparse.Namespace) -> None:
    """Record the tree of a search, and print its counts and the moves at the root, or why a node has its value."""
    game = game_of(options)
    position = position_of(options, game)
    find_evaluation(game.name, options.evaluation)
    spec = spec_of(options.algorithm, outsiders_of(options))
    if not 1 <= options.capacity <= MOST_CAPACITY:
        raise OptionError(
            "{name} is {value}: must be {minimum} to {maximum}",
            name="capacity", value=options.capacity, minimum=1, maximum=MOST_CAPACITY,
        )  # fmt: skip
    if options.output is not None:
        check_name(options.output)
    if (options.strip or options.steps) and (options.output is None or options.output.suffix.lower() != ".html"):
        raise OptionError("--strip: give an output file that ends in .html")
    query = Query(position, spec, options.evaluation, limit_of(options), options.seed)
    with Progress(tr("Searching")) as step:
        recorded, data = _answered(options, query, step)
    if options.json:
        print_json(data)
    elif options.why is not None:
        print(data["text"][language()])
    else:
        _print(recorded, data)


def _answered(options: argparse.Namespace, query: Query, step: Progress) -> tuple[SearchTree, dict[str, Any]]:
    """Record a tree, write it to the file of the options, and return it with what is asked about it."""
    if query.spec.is_own:
        recorded, report = record(query, Run(on_start=step.watch), options.capacity)
    else:
        recorded, report = _watched(query, options.capacity)
    path = _moves(query.position, options.why if options.why is not None else options.focus or "")
    is_asked = options.focus is not None or options.why is not None
    whole = options.focus is not None or (is_asked and not recorded.facts.unrepeatable)
    shown, node = open_path(recorded, path, query, options.capacity, whole=whole, on_repeat=_announce)
    is_strip = options.strip or options.steps
    if options.output is not None:
        from engine.searchtree.export.film import tree_film

        with Progress(tr("Writing {name}", name=options.output.name)):
            last = node if is_asked else 0
            if is_strip:
                write_text(options.output, tree_film(shown, last, parse_numbers("--steps", options.steps)))
            else:
                save_tree(options.output, shown, last)
    if options.why is not None:
        return recorded, why_object(shown, node)
    data = _summary(recorded, query, options.capacity)
    data["score"] = None if report.score is None else report.score.value
    if recorded.facts.kind in ("visits", "proof"):
        data["searched"] = report.nodes
    if options.focus is not None:
        data["focus"] = {"nodes": shown.number("subtree", node), "moves": [*moves_at(shown, node)]}
    return recorded, data


def tree_diff(options: argparse.Namespace) -> None:
    """Compare two recorded trees of one position."""
    from engine.searchtree.files import check_size, read_tree

    if not options.large:
        for each in (options.first, options.second):
            check_size(each)
    trees = list[SearchTree]()
    for each in (options.first, options.second):
        with Progress(tr("Reading {name}", name=each.name)):
            trees.append(read_tree(each))
    first, second = trees
    check_comparable(first, second, options.first.name, options.second.name)
    with Progress(tr("Comparing")):
        difference = first.diff(second)
    found: dict[str, Any] | None = None
    if difference.first_node >= 0:
        owner = first if difference.is_in_first else second
        node = difference.first_node
        classes = difference.first if difference.is_in_first else difference.second
        kind = Class(int(classes[node]))
        name = kind.name.lower() if kind is not Class.ONLY else "only_first" if owner is first else "only_second"
        found = {
            "moves": [owner.move_text(each) for each in owner.path(node) if not owner.is_same_position(each)],
            "kind": name,
            "first": node_object(first, node) if difference.is_in_first else None,
            "second": _partner(difference.is_in_first, difference.partner, second, node),
        }
    data = {
        "same": difference.same, "other_bound": difference.other_bound, "other_value": difference.other_value,
        "only_first": difference.only_first, "only_second": difference.only_second, "first_difference": found,
    }  # fmt: skip
    if not (first.is_complete and second.is_complete):
        data["compared_to_ply"] = difference.ply
        note(tr("Compared down to ply {ply}.", ply=difference.ply))
    if options.json:
        print_json(data)
        return
    for name in ("same", "other_bound", "other_value", "only_first", "only_second"):
        print(f"{name}: {data[name]}")
    if found is not None:
        print(f"first_difference: {' '.join(found['moves']) or tr('the root')} ({found['kind']})")


def _partner(is_in_first: bool, partners: Any, second: SearchTree, node: int) -> dict[str, Any] | None:
    place = int(partners[node]) if is_in_first else node
    return node_object(second, place) if place >= 0 else None


def _watched(query: Query, capacity: int) -> tuple[SearchTree, Report]:
    """Return the tree of the positions that a plugin made, and its report.

    Raises:
        OptionError: for an external engine.
    """
    from engine.asking.process import watch_plugin

    if not query.spec.records_tree:
        raise OptionError("{name} is an external engine, which does not show its tree", name=query.spec.name)
    return watch_plugin(query, Stop(), capacity)


# --- one tree ---------------------------------------------------------------------------------------------------------


def _moves(position: Position, text: str) -> list[int]:
    """Return the moves of a text, separated by spaces.

    Raises:
        NotationError: if a move is not legal.
    """
    moves = []
    for word in text.split():
        moves.append(position.game.parse_move(position, word))
        position = position.play(moves[-1])
    return moves


def _announce(seconds: float) -> None:
    """Print how long the repetition of a search will take, if that is long."""
    if seconds >= SLOW_SECONDS:
        note(tr("repeating the search takes about {seconds} s", seconds=round(seconds)))


def _summary(recorded: SearchTree, query: Query, capacity: int) -> dict[str, Any]:
    """Return the counts of a tree and the visits of the moves at the root."""
    facts = recorded.facts
    whole, moves = moves_of_root(recorded, query, capacity)
    return {
        "algorithm": facts.algorithm,
        "depth": facts.depth,
        "nodes": whole.facts.nodes,
        "kept": len(recorded),
        "complete_to_ply": facts.complete_to_ply,
        "elsewhere": facts.elsewhere,
        "root_visits": 1 + sum(whole.is_same_position(each) for each in whole.children(0)),
        "by_ply": list(whole.facts.by_ply),
        "by_reason": {reason_name(number): count for number, count in enumerate(facts.by_reason) if count},
        "first_cuts": recorded.stats().first_cuts,
        "branching": recorded.stats().branching,
        "root": moves,
    }


def _print(recorded: SearchTree, data: dict[str, Any]) -> None:
    """Print the counts of a tree and the moves at the root as tables."""
    print(
        ngettext("{count} node, {kept} recorded, complete to ply {ply}",
                 "{count} nodes, {kept} recorded, complete to ply {ply}",
                 data["nodes"], kept=data["kept"], ply=data["complete_to_ply"])
    )  # fmt: skip
    if recorded.facts.kind != "windows":
        names = [name for name in SNAPSHOT_TYPES if name in recorded.columns]
        rows = [[each["move"], *(str(each[name]) for name in names), str(each["nodes"])] for each in data["root"]]
        print_table(data["algorithm"], [tr("Move"), *names, tr("Nodes")], rows)
        return
    rows = [
        [each["move"], _end(each["alpha"], "−∞"), _end(each["beta"], "∞"), _end(each["value"], "∞"),
         each["reason"], str(each["nodes"])]
        for each in data["root"]
    ]  # fmt: skip
    columns = [tr("Move"), "α", "β", tr("Score"), tr("Why"), tr("Nodes")]
    print_table(data["algorithm"], columns, rows)


def _end(value: int | None, infinite: str) -> str:
    return infinite if value is None else str(value)
