"""The command that writes exercises for print."""

import argparse

from engine.cli.output import Progress, print_json
from engine.core.errors import OptionError
from engine.core.files import write_text
from engine.core.language import ngettext, set_language, tr
from engine.core.values import replace
from engine.teach.exercise import Difficulty, find_kind
from engine.teach.lessons import LessonTask, find_lesson
from engine.teach.worksheet import exercises_of
from engine.teach.worksheet import worksheet as page


def worksheet(options: argparse.Namespace) -> None:
    """Write a worksheet without answers, with answers, or both."""
    if options.language:
        set_language(options.language)
    if options.answers is not None and options.answers.resolve() == options.output.resolve():
        raise OptionError("--answers needs another file than --output")
    tasks = [LessonTask(task.kind, _level(task.level, options)) for task in _tasks(options)]
    with Progress(tr("Making exercises"), len(tasks) * options.count) as step:
        exercises = exercises_of(tasks, options.count, options.seed, step)
    command = " ".join(("kyvien-engine", *options.arguments))
    for path, answers in ((options.output, False), (options.answers, True)):
        if path is not None:
            with Progress(tr("Writing {name}", name=path.name)):
                write_text(path, page(exercises, answers=answers, command=command))
    if options.json:
        print_json([
            {"kind": each.kind, "seed": each.seed, "tree": each.tree.text(),
             "answer": find_kind(each.kind).answer_text(each)}
            for each in exercises
        ])  # fmt: skip
        return
    for path in (options.output, options.answers):
        if path is not None:
            print(ngettext("{file}: {count} exercise", "{file}: {count} exercises", len(exercises), file=path))


def _tasks(options: argparse.Namespace) -> list[LessonTask]:
    """Return the kinds and levels that the options name.

    Raises:
        OptionError: if there are none, or one is unknown.
    """
    if options.lesson:
        return list(find_lesson(options.lesson).tasks)
    names = [name.strip() for name in options.exercises.split(",") if name.strip()]
    if not names:
        raise OptionError("choose exercises with --exercises or --lesson")
    return [LessonTask(name, find_kind(name).levels[0]) for name in names]


def _level(level: Difficulty, options: argparse.Namespace) -> Difficulty:
    """Return a level with the numbers that the options change."""
    names = ("branching", "depth", "shallow", "deep")
    changes = {name: getattr(options, name) for name in names if getattr(options, name) is not None}
    return replace(level, **changes)
