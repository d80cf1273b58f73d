"""Worksheets: exercises for print, with or without the answers, as data and as one HTML page that needs no network."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.core.handmade import node_name
from engine.core.language import language, tr
from engine.core.options import check_range
from engine.picture.board import board_svg
from engine.picture.svg import escape
from engine.teach import drawing
from engine.teach.exercise import Exercise, Form, find_kind, generate
from engine.teach.lessons import LessonTask
from engine.teach.picture import tree_picture

MOST_EXERCISES = 50
"""Maximum number of exercises of each kind and level."""
BOARD = 260
"""Maximum edge of the board of a real game, in px."""
_STYLE = """
@page { margin: 14mm; }
body { font: 15px/1.45 system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; color: #1F2024; background: #FFFFFF;
  max-width: 900px; margin: 0 auto; padding: 16px; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
h1 { font-size: 22px; margin: 0 0 8px; }
h2 { font-size: 16px; margin: 0 0 4px; }
header p { display: flex; gap: 24px; margin: 0 0 16px; }
header span { flex: 1; border-bottom: 1px solid #6A6E75; padding-bottom: 2px; }
section { break-inside: avoid; border-top: 1px solid #E5E1D8; padding: 14px 0; }
p { margin: 4px 0; white-space: pre-line; }
svg { display: block; max-width: 100%; height: auto; margin: 8px auto; }
.line { display: inline-block; border-bottom: 1px solid #6A6E75; min-width: 72px; height: 1.2em; margin-right: 18px; }
.long { min-width: 420px; }
.answer { border-left: 3px solid #2C6E49; padding-left: 10px; }
.text { font-family: monospace; }
footer { border-top: 1px solid #E5E1D8; margin-top: 12px; padding-top: 8px; font-size: 11px; color: #6A6E75; }
"""
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


@dataclass(frozen=True, slots=True)
class AnswerLine:
    """A line of the space for the answer.

    Attributes:
        node: name of the node that it is about, or an empty string.
        labels: the words, each of which is followed by a line to write on.
        is_long: whether the lines are long.
    """

    node: str
    labels: tuple[str, ...]
    is_long: bool = False


@dataclass(frozen=True, slots=True)
class WorksheetPart:
    """One exercise of a worksheet, in the current language.

    Attributes:
        heading: its number and the question.
        instruction: what is asked.
        pictures: the pictures as SVG, the last of which is the tree.
        tree: the tree as text.
        lines: the space for the answer, or an empty tuple if the answer is given.
        answer: the answer, or an empty string.
        reasons: the explanation of the answer, or an empty string.
    """

    heading: str
    instruction: str
    pictures: tuple[str, ...]
    tree: str
    lines: tuple[AnswerLine, ...] = ()
    answer: str = ""
    reasons: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A worksheet in the current language.

    Attributes:
        title: its title.
        names: what pupils write at the top, or an empty tuple if the answers are given.
        parts: the exercises.
        foot: how the worksheet is made again, or an empty string.
    """

    title: str
    names: tuple[str, ...]
    parts: tuple[WorksheetPart, ...]
    foot: str


def exercises_of(
    tasks: Sequence[LessonTask], count: int, seed: int, on_exercise: Callable[[], object] = lambda: None
) -> list[Exercise]:
    """Return exercises of each kind and level, with a random seed and those that follow it.

    Args:
        tasks: the kinds and levels.
        count: number of exercises of each, 1 to ``MOST_EXERCISES``.
        seed: the first random seed.
        on_exercise: function called after each exercise.

    Raises:
        OptionError: for an unknown kind, a level without trees, or a wrong number.
    """
    check_range("--count", count, 1, MOST_EXERCISES)
    exercises = []
    for task in tasks:
        for number in range(count):
            exercises.append(generate(task.kind, task.level, seed + number))
            on_exercise()
    return exercises


def make_sheet(exercises: Sequence[Exercise], *, answers: bool, command: str = "") -> Sheet:
    """Return a worksheet in the current language.

    Args:
        exercises: the exercises in order.
        answers: whether it contains the answers with their explanations.
        command: the command that makes it again, printed at its end, or an empty string.
    """
    seeds = ", ".join(str(seed) for seed in dict.fromkeys(each.seed for each in exercises))
    return Sheet(
        tr("Worksheet: answers") if answers else tr("Worksheet"),
        () if answers else (tr("Full name"), tr("School class"), tr("Date")),
        tuple(_part(number, each, answers) for number, each in enumerate(exercises, 1)),
        tr("Seed {seed}. The worksheet is made again by: {command}", seed=seeds, command=command) if command else "",
    )


def _part(number: int, exercise: Exercise, answers: bool) -> WorksheetPart:
    kind = find_kind(exercise.kind)
    made = drawing.solution(exercise) if answers else drawing.question(exercise)
    if not answers and kind.form is Form.NUMBERS:
        made = made.marked(exercise.marked)
    text = exercise.tree.text() if answers or not kind.hidden(exercise) else ""
    pictures = [tree_picture(made, title=text or tr(kind.title))]
    if exercise.origin is not None:
        position = exercise.origin.start()
        pictures.insert(0, board_svg(position.game.surface(position), size=BOARD))
    shown = (f"{number}. {tr(kind.question)}", kind.task(exercise), tuple(pictures), text)
    if not answers:
        return WorksheetPart(*shown, _lines(exercise))
    nodes = sorted(kind.solution(exercise).nodes) or sorted(exercise.marked) or [-1]
    sentences = dict.fromkeys(sentence for node in nodes for sentence in kind.explain(exercise, node))
    return WorksheetPart(*shown, (), kind.answer_text(exercise), " ".join(sentences))


def _lines(exercise: Exercise) -> tuple[AnswerLine, ...]:
    """Return the space for the answer."""
    kind = find_kind(exercise.kind)
    match kind.form:
        case Form.NODES:
            return (AnswerLine("", (tr("Nodes:"),), True),)
        case Form.NODE:
            return (AnswerLine("", (tr("Node:"),)),)
        case Form.ORDER:
            return (AnswerLine("", (tr("The tree in the best order:"),), True),)
        case Form.NUMBERS:
            words: dict[int, list[str]] = {}
            for blank in kind.blanks(exercise):
                words.setdefault(blank.node, []).append(f"{tr(blank.label)} =")
            return tuple(AnswerLine(node_name(node) if node >= 0 else "", tuple(each)) for node, each in words.items())


def worksheet(exercises: Sequence[Exercise], *, answers: bool, command: str = "") -> str:
    """Return exercises as an HTML page in the current language. The arguments are those of ``make_sheet``."""
    return sheet_page(make_sheet(exercises, answers=answers, command=command))


def sheet_page(sheet: Sheet) -> str:
    """Return a worksheet as an HTML page."""
    title = escape(sheet.title)
    sections = "\n".join(map(_section, sheet.parts))
    names = f"<p>{''.join(f'<span>{escape(text)}:</span>' for text in sheet.names)}</p>" if sheet.names else ""
    return (
        f'<!DOCTYPE html>\n<html lang="{language()}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{title}</title>\n'
        f"<style>{_STYLE}</style>\n</head>\n<body>\n<header><h1>{title}</h1>{names}</header>\n"
        f"<main>\n{sections}\n</main>\n<footer>{escape(sheet.foot)}</footer>\n</body>\n</html>\n"
    )


def _section(part: WorksheetPart) -> str:
    parts = [
        f"<h2>{escape(part.heading)}</h2>",
        f"<p>{escape(part.instruction)}</p>",
        *part.pictures,
        f'<p class="text">{escape(part.tree)}</p>' if part.tree else "",
        *map(_line, part.lines),
    ]
    if part.answer:
        parts.append(
            f'<div class="answer"><p><strong>{escape(part.answer)}</strong></p><p>{escape(part.reasons)}</p></div>'
        )
    return f"<section>{''.join(parts)}</section>"


def _line(line: AnswerLine) -> str:
    name = f"<strong>{escape(line.node)}</strong> " if line.node else ""
    space = '<span class="line long"></span>' if line.is_long else '<span class="line"></span>'
    return f"<p>{name}{' '.join(f'{escape(label)} {space}' for label in line.labels)}</p>"
