"""The commands ``games``, which lists games and algorithms, and ``perft``, which counts move paths."""

import argparse
import textwrap
import time
from collections.abc import Iterator
from typing import Any

from engine.cli.arguments import game_of, position_of
from engine.cli.output import Progress, print_json, terminal_width
from engine.core.evaluation import evaluations
from engine.core.game import Game, games
from engine.core.language import ngettext, tr
from engine.core.options import Option, check_range, options_of
from engine.core.perft import divide
from engine.search.search import algorithms
from engine.search.switches import REFINEMENTS, preset_values


def list_games(options: argparse.Namespace) -> None:
    """List the games with their rules, evaluations and refinements, and the algorithms with their parameters."""
    known: list[dict[str, Any]] = [
        {
            "name": name,
            "title": tr(cls.title),
            "sides": [tr(side) for side in cls.sides],
            "rules": [_describe_option(each) for each in options_of(cls.Rules)],
            "presets": {preset: dict(values) for preset, values in cls.presets.items()},
            "evaluations": list(evaluations(name)),
            "start": str(cls().start()),
            "refinements": _describe_refinements(cls),
        }
        for name, cls in games().items()
    ]
    searches: list[dict[str, Any]] = [
        {
            "name": name,
            "title": tr(cls.title),
            "parameters": [_describe_option(each) for each in options_of(cls.Parameters)],
        }
        for name, cls in algorithms().items()
    ]
    if options.json:
        print_json({"games": known, "algorithms": searches})
        return
    for entry in known:
        print(f"{entry['name']}: {entry['title']}")
        print(f"  {tr('start')}: {entry['start']}")
        print(f"  {tr('evaluations')}: {', '.join(entry['evaluations']) or '–'}")
        print(f"  {tr('presets')}: {', '.join(entry['presets'])}")
        print(f"  {tr('rules')}:")
        for rule in entry["rules"]:
            print(f"    {rule['name']}={rule['default']}  {rule['help']}{_allowed(rule)}")
        for line in _refinement_lines(entry["refinements"]):
            print(f"  {line}")
    print(f"{tr('algorithms')}:")
    for search in searches:
        print(f"  {search['name']}: {search['title']}")
        for parameter in search["parameters"]:
            print(f"    {parameter['name']}={parameter['default']}  {parameter['help']}{_allowed(parameter)}")


def _describe_refinements(cls: type[Game[Any]]) -> dict[str, dict[str, object]]:
    """Return what ``auto`` means in a game for each switch of the algorithm ``pvs`` with the preset ``strong``.

    The result is a mapping of the names of the switches to the keys ``auto`` (whether the switch is on) and ``reason``
    (why it does not apply to the game, translated, or an empty string).
    """
    values = preset_values(cls, "strong")
    return {name: {"auto": values[name], "reason": tr(cls.unsuitable.get(name, ""))} for name in REFINEMENTS}


def _refinement_lines(refinements: dict[str, dict[str, Any]]) -> Iterator[str]:
    """Yield the lines about the switches: those that are on, and those that are off with the reasons.

    Switches with the same reason are listed together.
    """
    on = [name for name, each in refinements.items() if each["auto"]]
    texts = [f"{tr('on')}: {', '.join(on) or '–'}"]
    off: dict[str, list[str]] = {}
    for name, each in refinements.items():
        if not each["auto"]:
            off.setdefault(each["reason"], []).append(name)
    for reason, names in off.items():
        texts.append(f"{tr('off')}: {', '.join(names)}" + (f" ({reason})" if reason else ""))
    yield f"{tr('refinements of pvs')}:"
    for text in texts:
        yield from textwrap.wrap(text, max(40, terminal_width() - 2), initial_indent="  ", subsequent_indent="    ")


def _describe_option(each: Option) -> dict[str, object]:
    result: dict[str, object] = {"name": each.name, "default": each.format(each.default), "help": tr(each.help)}
    if each.choices is not None:
        result["choices"] = [each.format(choice) for choice in each.choices]
    if each.letters:
        result["letters"] = each.letters
    if each.minimum is not None:
        result["minimum"] = each.minimum
    if each.maximum is not None:
        result["maximum"] = each.maximum
    return result


def _allowed(rule: dict[str, Any]) -> str:
    if "choices" in rule:
        return f" ({', '.join(rule['choices'])})"
    if "minimum" in rule:
        return f" ({rule['minimum']}–{rule['maximum']})"
    return ""


def count_paths(options: argparse.Namespace) -> None:
    """Count the move paths of a position to a given depth (perft).

    Raises:
        OptionError: if the depth is not 1 to 20.
    """
    game = game_of(options)
    position = position_of(options, game)
    check_range("depth", options.depth, 1, 20)
    started, counts = time.perf_counter(), dict[int, int]()
    with Progress(tr("Counting"), len(position.legal_moves())) as step:
        for move, count in divide(position, options.depth, bulk=not options.no_bulk):
            counts[move] = count
            step()
    nodes, seconds = sum(counts.values()), time.perf_counter() - started
    moves = {game.format_move(position, move, "coordinates"): count for move, count in counts.items()}
    if options.json:
        print_json({"nodes": nodes, "seconds": seconds} | ({"moves": moves} if options.divide else {}))
        return
    if options.divide:
        for text, count in moves.items():
            print(f"{text}: {count}")
    print(
        ngettext(
            "{count} node in {seconds} s ({speed} M nodes/s)",
            "{count} nodes in {seconds} s ({speed} M nodes/s)",
            nodes,
            count=f"{nodes:,}",
            seconds=f"{seconds:.3f}",
            speed=f"{nodes / max(seconds, 1e-9) / 1e6:.1f}",
        )
    )
