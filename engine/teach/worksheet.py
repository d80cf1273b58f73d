"""Worksheets: exercises for print, with or without the answers, as data and as one HTML page that needs no network."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.core.errors import OptionError
from engine.core.handmade import MOST_NODES, node_name, parse_tree
from engine.core.language import mark, ngettext, tr
from engine.core.options import check_range, format_options, option, parse_options
from engine.core.values import Value
from engine.picture.board import board_svg
from engine.picture.printed import print_page
from engine.picture.svg import escape
from engine.teach import drawing
from engine.teach.exercise import Difficulty, Exercise, Form, find_kind, generate, generate_of_tree
from engine.teach.picture import tree_picture

MOST_EXERCISES = 50
"""Maximum number of exercises of each kind and level."""
MOST_POINTS = 100
"""Maximum number of points of an exercise."""
LETTERS = "ABCD"
"""The letters of the versions of a worksheet."""
SEEDS = 1000
"""Distance of the random seeds of two versions, which is greater than the number of exercises of an item."""
BOARD = 260
"""Maximum edge of the board of a real game, in px."""


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
        heading: its number, the question, and its points if there are any.
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
class AnswerTable:
    """The answers of one version of a worksheet, in the current language.

    Attributes:
        heading: its version.
        header: the words over the columns.
        rows: number, answer and points of each exercise. Without points, there is no third column.
    """

    heading: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A worksheet in the current language.

    Attributes:
        title: its title.
        names: what pupils write at the top, or an empty tuple if the answers are given.
        parts: the exercises.
        foot: how the worksheet is made again, or an empty string. A sheet for pupils has none.
        keys: the answers of all versions, on a key sheet, which has no parts.
    """

    title: str
    names: tuple[str, ...]
    parts: tuple[WorksheetPart, ...]
    foot: str = ""
    keys: tuple[AnswerTable, ...] = ()


class WorksheetItem(Value):
    """Some exercises of a worksheet: a kind, and random trees of a level or one given tree.

    Attributes:
        kind: name of the kind.
        level: the level, or None for the easiest one. It has no effect with a given tree.
        count: number of the exercises, 1 to ``MOST_EXERCISES``.
        points: the points of each, or 0 for a worksheet without points.
        tree: text of the tree, or an empty string for random trees.
    """

    kind: str
    level: Difficulty | None = None
    count: int = 1
    points: int = 0
    tree: str = ""


class _ItemOptions(Value):
    """The options of an item as text. 0 children or a depth of 0 is replaced by that of the easiest level."""

    count: int = option(1, mark("number of the exercises"), minimum=1, maximum=MOST_EXERCISES)
    points: int = option(0, mark("points of each exercise"), minimum=0, maximum=MOST_POINTS)
    branching: int = option(0, mark("children of each node"), minimum=0, maximum=MOST_NODES)
    depth: int = option(0, mark("depth of the trees"), minimum=0, maximum=MOST_NODES)
    shallow: int = option(-1, mark("least number of shallow cut-offs"), minimum=-1, maximum=MOST_NODES)
    deep: int = option(-1, mark("least number of deep cut-offs"), minimum=-1, maximum=MOST_NODES)
    tree: str = option("", mark("a tree as text, in place of random trees"))


_USUAL = _ItemOptions(count=-1, branching=-1, depth=-1, shallow=-2, deep=-2)
"""Values that no item has, so that all numbers of an item are written."""


@dataclass(frozen=True, slots=True)
class Version:
    """One version of a worksheet.

    Attributes:
        letter: its letter, or an empty string if there is only one version.
        exercises: the exercises in order.
        points: the points of each exercise, or an empty tuple.
    """

    letter: str
    exercises: tuple[Exercise, ...]
    points: tuple[int, ...] = ()


def parse_items(text: str) -> tuple[WorksheetItem, ...]:
    """Return the items of ``KIND:k=v,…;KIND;…``, or of ``KIND,KIND,…``.

    The options are ``count``, ``points``, ``branching``, ``depth``, ``shallow``, ``deep`` and ``tree``.

    Raises:
        OptionError: if there is no item, or one has an unknown kind, an unknown option or a wrong value.
    """
    separator = ";" if ";" in text or ":" in text else ","
    items = []
    for part in filter(None, (each.strip() for each in text.split(separator))):
        name, _, rest = part.partition(":")
        options = parse_options(_ItemOptions, rest)
        usual = find_kind(name.strip()).levels[0]
        level = Difficulty(
            options.branching or usual.branching, options.depth or usual.depth,
            usual.shallow if options.shallow < 0 else options.shallow, usual.deep if options.deep < 0 else options.deep,
        )  # fmt: skip
        items.append(WorksheetItem(name.strip(), level, options.count, options.points, options.tree))
    if not items:
        raise OptionError("choose exercises with --exercises or --lesson")
    return tuple(items)


def format_items(items: Sequence[WorksheetItem]) -> str:
    """Return items as text, which ``parse_items`` parses."""
    texts = []
    for item in items:
        level = item.level or find_kind(item.kind).levels[0]
        options = _ItemOptions(item.count, item.points, **vars(level), tree=item.tree)
        texts.append(f"{item.kind}:{format_options(options, _USUAL)}")
    return ";".join(texts)


def make_versions(
    items: Sequence[WorksheetItem], versions: int, seed: int, on_exercise: Callable[[], object] = lambda: None
) -> tuple[Version, ...]:
    """Return the versions of a worksheet. They have the same questions, with other random trees in each version.

    Args:
        items: what the worksheet contains.
        versions: number of versions, 1 to 4.
        seed: the first random seed. Each version begins ``SEEDS`` further.
        on_exercise: function called after each exercise.

    Raises:
        OptionError: for a wrong number, an unknown kind, a level without trees, or a tree that is wrong or about which
            the question cannot be asked.
    """
    check_range("--versions", versions, 1, len(LETTERS))
    made = []
    for version in range(versions):
        exercises: list[Exercise] = []
        points: list[int] = []
        for item in items:
            check_range("--count", item.count, 1, MOST_EXERCISES)
            check_range("--points", item.points, 0, MOST_POINTS)
            for number in range(item.count):
                own = seed + SEEDS * version + number
                if item.tree:
                    exercises.append(generate_of_tree(item.kind, parse_tree(item.tree), own))
                else:
                    exercises.append(generate(item.kind, item.level, own))
                points.append(item.points)
                on_exercise()
        letter = LETTERS[version] if versions > 1 else ""
        made.append(Version(letter, tuple(exercises), tuple(points) if any(points) else ()))
    return tuple(made)


def make_sheet(version: Version, *, answers: bool, title: str = "", command: str = "") -> Sheet:
    """Return a worksheet in the current language.

    Args:
        version: the exercises with their points.
        answers: whether it contains the answers with their explanations. Otherwise it is for pupils, and contains
            neither the seeds nor the command.
        title: its title, or an empty string for the usual one.
        command: the command that makes it again, printed at the end of the answers, or an empty string.
    """
    names = [tr("Full name"), tr("School class"), tr("Date")]
    if version.points:
        names.append(tr("Points of {all}", all=sum(version.points)))
    points = version.points or (0,) * len(version.exercises)
    return Sheet(
        _title(title, version.letter, answers),
        () if answers else tuple(names),
        tuple(
            _part(number, each, worth, answers)
            for number, (each, worth) in enumerate(zip(version.exercises, points, strict=True), 1)
        ),
        _foot((version,), command) if answers else "",
    )


def make_key(versions: Sequence[Version], *, title: str = "", command: str = "") -> Sheet:
    """Return one sheet with the answers of all versions, for the teacher, in the current language.

    Args:
        versions: the versions.
        title: the title of the worksheets, or an empty string for the usual one.
        command: the command that makes them again, printed at the end, or an empty string.
    """
    return Sheet(_title(title, "", True), (), (), _foot(versions, command), tuple(map(_key, versions)))


def _key(version: Version) -> AnswerTable:
    rows = []
    for number, exercise in enumerate(version.exercises, 1):
        points = (str(version.points[number - 1]),) if version.points else ()
        rows.append((str(number), find_kind(exercise.kind).answer_text(exercise), *points))
    header = (tr("Exercise"), tr("Answer"), *((tr("Points"),) if version.points else ()))
    return AnswerTable(tr("Version {letter}", letter=version.letter) if version.letter else "", header, tuple(rows))


def _title(title: str, letter: str, answers: bool) -> str:
    """Return the title of a sheet."""
    if title:
        text = tr("{title}: answers", title=title) if answers else title
    else:
        text = tr("Worksheet: answers") if answers else tr("Worksheet")
    return tr("{title} (version {letter})", title=text, letter=letter) if letter else text


def _foot(versions: Sequence[Version], command: str) -> str:
    """Return how worksheets are made again."""
    if not command:
        return ""
    seeds = ", ".join(
        str(seed) for seed in dict.fromkeys(each.seed for version in versions for each in version.exercises)
    )
    return tr("Seed {seed}. The worksheet is made again by: {command}", seed=seeds, command=command)


def _part(number: int, exercise: Exercise, points: int, answers: bool) -> WorksheetPart:
    kind = find_kind(exercise.kind)
    made = drawing.solution(exercise) if answers else drawing.question(exercise)
    if not answers and kind.form is Form.NUMBERS:
        made = made.marked(exercise.marked)
    text = exercise.tree.text() if answers or not kind.hidden(exercise) else ""
    pictures = [tree_picture(made, title=text or tr(kind.title))]
    if exercise.origin is not None:
        position = exercise.origin.start()
        pictures.insert(0, board_svg(position.game.surface(position), size=BOARD))
    heading = f"{number}. {tr(kind.question)}"
    if points:
        heading = f"{heading} ({ngettext('{count} point', '{count} points', points)})"
    shown = (heading, kind.task(exercise), tuple(pictures), text)
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
    """Return exercises without points as an HTML page in the current language.

    Args:
        exercises: the exercises in order.
        answers: whether the page contains the answers.
        command: the command that makes it again, printed at the end of the answers, or an empty string.
    """
    return sheet_page(make_sheet(Version("", tuple(exercises)), answers=answers, command=command))


def sheet_page(sheet: Sheet) -> str:
    """Return a worksheet as an HTML page."""
    sections = "\n".join((*map(_section, sheet.parts), *map(_table, sheet.keys)))
    names = f"<p>{''.join(f'<span>{escape(text)}:</span>' for text in sheet.names)}</p>" if sheet.names else ""
    foot = f"<footer>{escape(sheet.foot)}</footer>" if sheet.foot else ""
    header = f"<header><h1>{escape(sheet.title)}</h1>{names}</header>"
    return print_page(sheet.title, f"{header}\n<main>\n{sections}\n</main>\n{foot}")


def _table(key: AnswerTable) -> str:
    heading = f"<h2>{escape(key.heading)}</h2>" if key.heading else ""
    head = "".join(f"<th>{escape(text)}</th>" for text in key.header)
    rows = "".join(f"<tr>{''.join(f'<td>{escape(text)}</td>' for text in row)}</tr>" for row in key.rows)
    return f"<section>{heading}<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></section>"


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
