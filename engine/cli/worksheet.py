"""The command that writes exercises for print."""

import argparse
from collections.abc import Iterator
from pathlib import Path

from engine.cli.output import Progress, print_json
from engine.core.errors import OptionError
from engine.core.files import write_text
from engine.core.language import ngettext, set_language, tr
from engine.core.values import replace
from engine.teach.exercise import Difficulty, find_kind
from engine.teach.lessons import find_lesson
from engine.teach.worksheet import (
    Sheet,
    Version,
    WorksheetItem,
    make_key,
    make_sheet,
    make_versions,
    parse_items,
    sheet_page,
)


def worksheet(options: argparse.Namespace) -> None:
    """Write a worksheet in one or several versions for pupils, the answers for the teacher, or both.

    Raises:
        OptionError: if the options name no exercises, or exercises that cannot be made, or two files are the same.
    """
    if options.language:
        set_language(options.language)
    items = tuple(_changed(item, options) for item in _items(options))
    with Progress(tr("Making exercises"), sum(item.count for item in items) * max(1, options.versions)) as step:
        versions = make_versions(items, options.versions, options.seed, step)
    files = list(_files(versions, options))
    if len({path.resolve() for path, _ in files}) < len(files):
        raise OptionError("--answers needs another file than --output")
    for path, sheet in files:
        with Progress(tr("Writing {name}", name=path.name)):
            write_text(path, sheet_page(sheet))
    if options.json:
        print_json([
            {"kind": each.kind, "seed": each.seed, "tree": each.tree.text(),
             "answer": find_kind(each.kind).answer_text(each)}
            | ({"version": version.letter} if version.letter else {})
            | ({"points": version.points[place]} if version.points else {})
            for version in versions
            for place, each in enumerate(version.exercises)
        ])  # fmt: skip
        return
    count = len(versions[0].exercises)
    for path, _ in files:
        print(ngettext("{file}: {count} exercise", "{file}: {count} exercises", count, file=path))


def _files(versions: tuple[Version, ...], options: argparse.Namespace) -> Iterator[tuple[Path, Sheet]]:
    """Yield the files to write with their sheets. Several versions have one file each, and one key sheet."""
    command = " ".join(("kyvien-engine", *options.arguments))
    for version in versions:
        path = options.output
        if version.letter:
            path = path.with_stem(f"{path.stem}-{version.letter}")
        yield path, make_sheet(version, answers=False, title=options.title)
    if options.answers is not None:
        if len(versions) > 1:
            yield options.answers, make_key(versions, title=options.title, command=command)
        else:
            yield options.answers, make_sheet(versions[0], answers=True, title=options.title, command=command)


def _items(options: argparse.Namespace) -> tuple[WorksheetItem, ...]:
    """Return the kinds and levels that the options name.

    Raises:
        OptionError: if there are none, or one is unknown.
    """
    if options.lesson:
        return tuple(WorksheetItem(task.kind, task.level) for task in find_lesson(options.lesson).tasks)
    return parse_items(options.exercises)


def _changed(item: WorksheetItem, options: argparse.Namespace) -> WorksheetItem:
    """Return an item with the numbers that the options change for all items."""
    names = ("branching", "depth", "shallow", "deep")
    changes = {name: getattr(options, name) for name in names if getattr(options, name) is not None}
    level = replace(item.level or Difficulty(), **changes)
    count = item.count if options.count is None else options.count
    points = item.points if options.points is None else options.points
    return replace(item, level=level, count=count, points=points)
