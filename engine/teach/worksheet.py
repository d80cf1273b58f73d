"""Worksheets: exercises as one HTML page for print, with or without the answers. The page needs no network."""

from collections.abc import Sequence

from engine.core.handmade import node_name
from engine.core.language import language, tr
from engine.picture.svg import escape
from engine.picture.tree import TreeNode, tree_svg
from engine.teach import drawing
from engine.teach.exercise import Exercise, Form, find_kind

_STYLE = """
@page { margin: 14mm; }
body { font: 15px/1.45 system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; color: #1F2024; background: #FFFFFF;
  max-width: 900px; margin: 0 auto; padding: 16px; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
h1 { font-size: 22px; margin: 0 0 8px; }
h2 { font-size: 16px; margin: 0 0 4px; }
header p { display: flex; gap: 24px; margin: 0 0 16px; }
header span { flex: 1; border-bottom: 1px solid #6A6E75; padding-bottom: 2px; }
section { break-inside: avoid; border-top: 1px solid #E5E1D8; padding: 14px 0; }
p { margin: 4px 0; }
svg { display: block; max-width: 100%; height: auto; margin: 8px auto; }
.line { display: inline-block; border-bottom: 1px solid #6A6E75; min-width: 72px; height: 1.2em; margin-right: 18px; }
.long { min-width: 420px; }
.answer { border-left: 3px solid #2C6E49; padding-left: 10px; }
.text { font-family: monospace; }
footer { border-top: 1px solid #E5E1D8; margin-top: 12px; padding-top: 8px; font-size: 11px; color: #6A6E75; }
"""
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
_WIDE, _USUAL = 104, 0
"""Distance of leaves with windows, and 0 for the usual distance, in px."""


def worksheet(exercises: Sequence[Exercise], *, answers: bool, command: str = "") -> str:
    """Return exercises as an HTML page in the current language.

    Args:
        exercises: the exercises in order.
        answers: whether the page contains the answers with their explanations.
        command: the command that makes the page again, printed at its end, or an empty string.
    """
    title = tr("Worksheet: answers") if answers else tr("Worksheet")
    sections = "\n".join(_section(number, each, answers) for number, each in enumerate(exercises, 1))
    names = "" if answers else f"<p>{''.join(f'<span>{escape(text)}:</span>' for text in _names())}</p>"
    seeds = ", ".join(str(seed) for seed in dict.fromkeys(each.seed for each in exercises))
    foot = tr("Seed {seed}. The worksheet is made again by: {command}", seed=seeds, command=command) if command else ""
    return (
        f'<!DOCTYPE html>\n<html lang="{language()}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{escape(title)}</title>\n'
        f"<style>{_STYLE}</style>\n</head>\n<body>\n<header><h1>{escape(title)}</h1>{names}</header>\n"
        f"<main>\n{sections}\n</main>\n<footer>{escape(foot)}</footer>\n</body>\n</html>\n"
    )


def _names() -> tuple[str, ...]:
    return tr("Full name"), tr("School class"), tr("Date")


def _section(number: int, exercise: Exercise, answers: bool) -> str:
    kind = find_kind(exercise.kind)
    made = drawing.solution(exercise) if answers else drawing.question(exercise)
    if not answers and kind.form is Form.NUMBERS:
        made = made.marked(exercise.marked)
    picture = tree_svg(tree_node(made), title=exercise.tree.text(), apart=_WIDE if exercise.bug else _USUAL)
    parts = [
        f"<h2>{number}. {escape(tr(kind.question))}</h2>",
        f"<p>{escape(tr(kind.instruction))}</p>",
        picture,
        f'<p class="text">{escape(exercise.tree.text())}</p>',
        _answer(exercise) if answers else _blanks(exercise),
    ]
    return f"<section>{''.join(parts)}</section>"


def _answer(exercise: Exercise) -> str:
    """Return the answer and its explanation."""
    kind = find_kind(exercise.kind)
    nodes = sorted(kind.solution(exercise).nodes) or sorted(exercise.marked) or [-1]
    sentences = dict.fromkeys(sentence for node in nodes for sentence in kind.explain(exercise, node))
    return (
        f'<div class="answer"><p><strong>{escape(kind.answer_text(exercise))}</strong></p>'
        f"<p>{escape(' '.join(sentences))}</p></div>"
    )


def _blanks(exercise: Exercise) -> str:
    """Return the lines on which to write the answer."""
    kind = find_kind(exercise.kind)
    match kind.form:
        case Form.NODES:
            return f'<p>{escape(tr("Nodes:"))} <span class="line long"></span></p>'
        case Form.NODE:
            return f'<p>{escape(tr("Node:"))} <span class="line"></span></p>'
        case Form.ORDER:
            return f'<p>{escape(tr("The tree in the best order:"))} <span class="line long"></span></p>'
        case Form.NUMBERS:
            words: dict[int, list[str]] = {}
            for blank in kind.blanks(exercise):
                line = f'{escape(tr(blank.label))} = <span class="line"></span>'
                words.setdefault(blank.node, []).append(line)
            names = {node: f"<strong>{node_name(node)}</strong> " if node >= 0 else "" for node in words}
            return "".join(f"<p>{names[node]}{' '.join(lines)}</p>" for node, lines in words.items())


def tree_node(made: drawing.Drawing, node: int = 0) -> TreeNode:
    """Return a drawing as data for ``tree_svg``."""
    each = made.nodes[node]
    return TreeNode(
        label=each.text,
        shape=each.shape.value,
        name=each.name,
        window=tuple(text for text in (each.alpha, each.beta) if text),
        edge=each.edge,
        visited=not each.is_faint,
        is_cut=each.is_cut,
        on_line=each.is_main,
        frame="#C2963B" if each.is_chosen else "",
        children=tuple(tree_node(made, child) for child in each.children),
    )
