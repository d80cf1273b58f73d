"""The command ``network``, which shows what a network learnt, verifies its file, and installs it."""

import argparse
from typing import Any

from engine.cli.output import Progress, print_json, print_table
from engine.core.errors import OptionError
from engine.core.evaluation import NETWORK, find_evaluation, format_evaluation, hand_made
from engine.core.files import check_writable, exists, read_bytes, reason_of, write_bytes, write_text
from engine.core.language import ngettext, tr
from engine.networks.file import SUFFIX, NetworkData, read_network
from engine.networks.learnt import POSITIONS, evaluation_maps, facts_of, page, sample, text_map
from engine.networks.network import Network, NetworkParameters, user_folder


def network(options: argparse.Namespace) -> None:
    """Show, verify or install a network."""
    data = read_network(options.file)
    if options.action == "install":
        _install(options)
    elif options.action == "verify":
        _verify(options, data)
    else:
        _show(options, data)


def _install(options: argparse.Namespace) -> None:
    """Copy a network to the user's folder, so that the window lists it.

    Raises:
        OptionError: if another network has this name.
    """
    path, data = user_folder() / f"{options.file.stem}{SUFFIX}", read_bytes(options.file)
    if exists(path) and read_bytes(path) != data:
        raise OptionError("{path} cannot be written: {reason}", path=path, reason=tr("another file has this name"))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OptionError("{path} cannot be written: {reason}", path=path, reason=reason_of(error)) from None
    write_bytes(path, data)
    if options.json:
        print_json({"file": str(path)})
    else:
        print(tr("written to {file}", file=path))


def _evaluation(options: argparse.Namespace, data: NetworkData) -> Network:
    text = format_evaluation(NETWORK, NetworkParameters(file=str(options.file)))
    found = find_evaluation(data.header.game, text)
    assert isinstance(found, Network)
    return found


def _verify(options: argparse.Namespace, data: NetworkData) -> None:
    """Compare the scores of positions with the definition.

    Raises:
        OptionError: if a score is different.
    """
    evaluation = _evaluation(options, data)
    positions = sample(data.game, 100)
    with Progress(tr("Comparing scores"), len(positions)) as step:
        for position, score in zip(positions, evaluation.scores_of(positions), strict=True):
            if score != evaluation.definition(position):
                raise OptionError("{file}: the score of a position is not that of the definition", file=options.file)
            step()
    if options.json:
        print_json({"digest": data.digest, "positions": len(positions), "valid": True})
        return
    print(ngettext("valid: {count} position is scored as defined", "valid: {count} positions are scored as defined",
                   len(positions)))  # fmt: skip


def _show(options: argparse.Namespace, data: NetworkData) -> None:
    """Print the header and a map of each piece, or write them as a page next to the maps of another evaluation."""
    game, header = data.game, data.header
    evaluation = _evaluation(options, data)
    others = [find_evaluation(game.name, against)] if (against := options.against or hand_made(game.name)) else []
    judges: list[Any] = [evaluation, *(others if options.html else [])]
    if options.html:
        check_writable(options.html)
    positions = sample(game)
    with Progress(tr("Removing and placing pieces"), POSITIONS * len(judges)) as step:
        columns = [evaluation_maps(judge, positions, step) for judge in judges]
    surface = game.surface(game.start())
    if options.html:
        write_text(options.html, page(data, columns))
        print(tr("written to {file}", file=options.html))
        return
    if options.json:
        pieces = {piece.kind.id: {surface.cell_name(cell): round(effect) for cell, effect in piece.effects.items()}
                  for piece in columns[0].maps}  # fmt: skip
        print_json({**vars(header), "digest": data.digest, "made": dict(header.made),
                    "results": [dict(each) for each in header.results], "pieces": pieces})  # fmt: skip
        return
    print_table("", (tr("Network"), ""), facts_of(data), left=2)
    for piece in columns[0].maps:
        print()
        print(f"{tr(piece.kind.name)} ({tr(header.unit)})")
        for line in text_map(surface, piece, header.decimals):
            print(line)
