"""The HTML of a page."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.analysis.verdict import Thresholds
from engine.core.errors import NotationError
from engine.core.language import LANGUAGES, language, mark
from engine.core.outcome import Player
from engine.core.surface import Surface
from engine.page.content import Content, Look, MoveText, ScoreSeries, change, content_of, recorded, usual
from engine.page.marks import mark_words, packed_verdict
from engine.page.moves import moves_html
from engine.page.words import own_words
from engine.picture.board import Board, board_defs, glow, pieces_on
from engine.picture.geometry import PictureGeometry
from engine.picture.ground import ground
from engine.picture.pieces import FILL
from engine.picture.svg import escape
from engine.picture.web import Words, both, color_rules, icon, json_text, packed_text, policy, resource, same
from engine.records.formats import find_format
from engine.records.tree import Record

MOST_BYTES = 300_000
"""Size that a page of a usual game does not exceed. For it, parts are compressed and lines shortened."""
_SIZES = ((8, ()), (8, ("record",)), *((plies, ("record", "data")) for plies in (8, 4, 2, 1)))
"""What to try for that size, in this order: numbers of moves of the lines, and the parts that are compressed.

Old browsers cannot read a compressed part. Without the record, there is no download, and without the data, no replay.
"""
DATA = "data:text/plain;charset=utf-8,"
"""Beginning of the address of the record inside the page."""
_NOT_IN_LINKS = re.compile("[\x00-\x1f\"#%&'<>`\x7f-\x9f\ud800-\udfff]")
_WIDE, _LARGE, _SMALL = 380, 40, 18
"""Intended width of the board, and the largest and smallest edges of its cells, in px."""
_MOST_NAME = 200
"""Maximum number of characters of a name."""
_HIDDEN = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]+")
"""Control characters, and controls of the writing direction, which would reorder the text around a name."""


def page_of(
    record: Record, *, move_text: MoveText = recorded, look: Look = usual, file_name: str = "record.pgn",
    thresholds: Thresholds | None = None,
) -> str:  # fmt: skip
    """Return a record as one HTML page.

    Args:
        record: the record.
        move_text: function that returns the text of a move. The default is the text in records.
        look: function that returns the surface of a position. The default is the game's own.
        file_name: name of the record's file, which decides the format of the record inside the page. It is PGN if no
            format has the suffix of the name, or if the format cannot represent the record.
        thresholds: the limits between the classes of judged moves, or None for the defaults.
    """
    content = content_of(record.tree, move_text, look, thresholds)
    file_name, text = _written(record, file_name)
    for plies, packed in _SIZES:
        link = _packed_link(text) if "record" in packed else _link(text)
        part = _with_lines(content, plies)
        # A comment can contain half of a pair of surrogates, which no file can.
        made = _html(record, part, file_name, link, move_text, is_packed="data" in packed).encode("utf-8", "replace")
        if len(made) <= MOST_BYTES:
            break
    return made.decode()


def _written(record: Record, file_name: str) -> tuple[str, str]:
    """Return the name and the content of the record's file inside the page."""
    try:
        return file_name, find_format(file_name).write([record])
    except NotationError:
        other = f"{Path(file_name).stem}.pgn"
        return other, find_format(other).write([record])


def _with_lines(content: Content, plies: int) -> Content:
    """Return the content with lines of at most ``plies`` moves."""
    series = [
        replace(each, lines={place: (texts[:plies], first) for place, (texts, first) in each.lines.items()})
        for each in content.series
    ]
    return replace(content, series=series)


def style_sheet() -> str:
    """Return the style sheet of a page: the colours of both themes, then the rules of ``kyvien.css``."""
    return color_rules() + resource("kyvien.css")


# --- the parts --------------------------------------------------------------------------------------------------------


def _html(
    record: Record, content: Content, file_name: str, link: str, move_text: MoveText, *, is_packed: bool
) -> str:  # fmt: skip
    code = language()
    words = _words(record)
    script, style = resource("kyvien.js"), style_sheet()
    data = _data(content, words, move_text)
    element = f' data-packed="{packed_text(data)}">' if is_packed else f">{json_text(data)}"
    name = f"{_stem(file_name)}{Path(file_name).suffix.lower()}"
    axis = f'<span class="script">{_shown(words, code, "axis")} · </span>' if content.series else ""
    sides = [_shown(words, code, key) for key in ("first_side", "second_side")]
    return f"""<!doctype html>
<html lang="{code}"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{escape(policy(script, style)).replace("&#39;", "'")}">
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="generator" content="Kỳ Viện">
<meta name="referrer" content="no-referrer"><title>{escape(_title(record, words[code]["game"]))}</title>
<link rel="icon" href="data:,"><style>{style}</style></head>
<body>
<header><h1><bdi>{escape(_title(record, words[code]["game"]))}</bdi></h1>{_shown(words, code, "meta", "meta")}
<a id="download" download="{escape(name)}" {link}
 aria-label="{escape(words[code]["download"])}">{icon("save")}{_shown(words, code, "download", "label")}</a>
<button class="script" id="language" data-l="language">{code.upper()}</button>
<button class="script" id="theme" data-l="dark">{icon("moon")}</button></header>
<main><section class="board">{_player(record, words, code, Player.SECOND, "above")}
<figure>{_board(content, words[code])}</figure>
{_player(record, words, code, Player.FIRST, "below")}
<nav class="script">{_buttons()}</nav></section>
<section class="panel"><div class="legend script"></div>
<div class="strip"></div><div class="list">{moves_html(content, sides, _shown(words, code, "setUp"))}</div>
<aside class="side-panel script"><h2 data-w="comment">{escape(words[code]["comment"])}</h2>
<div class="remark" aria-live="polite"></div><div class="best"></div></aside>
<div class="mistakes script">{_shown(words, code, "mistakes", "title")}<ol></ol></div></section>
<section class="graph script"><div class="tip" hidden></div><svg id="graph" role="img"></svg></section></main>
<footer>{axis}{_shown(words, code, "made")}
 {_shown(words, code, "script", "plain-only")}</footer>
<script type="application/json" id="record"{element}</script>
<script>{script}</script>
</body></html>
"""


def _words(record: Record) -> dict[str, dict[str, str]]:
    """Return all texts that are shown in the language of the page, by language and key."""
    game = record.game
    first, second = (both(side) for side in game.sides)
    found: dict[str, Words] = own_words()
    found |= mark_words()
    found["game"] = both(game.title)
    found["first_side"], found["second_side"] = first, second
    found["made"] = both(mark("made with {program}"), program="Kỳ Viện")
    found["axis"] = both(mark("{side}’s winning chance, %"), side=first)
    found["setUp"] = both(mark("Set up"))
    result = {
        "1-0": both(mark("{side} wins {result}"), side=first, result="1–0"),
        "0-1": both(mark("{side} wins {result}"), side=second, result="0–1"),
        "1/2-1/2": both(mark("draw ½–½")),
        "*": same(""),
    }[record.result]
    found["result"] = result
    date = record.headers.get("Date", "")
    parts = (found["game"], same("" if "?" in date else _plain(date)), result)
    found["meta"] = {code: " · ".join(part[code] for part in parts if part[code]) for code in LANGUAGES}
    return {code: {key: each[code] for key, each in found.items()} for code in LANGUAGES}


def _plain(text: str) -> str:
    """Return a foreign text in one line, without control characters, shortened."""
    line = " ".join(_HIDDEN.sub(" ", text).split())
    return line if len(line) <= _MOST_NAME else line[: _MOST_NAME - 1] + "…"


def _title(record: Record, game: str) -> str:
    """Return the title of a page: the event, else the players, else the game."""
    event = _plain(record.headers.get("Event", ""))
    if event.strip("?- "):
        return event
    names = [_plain(record.headers.get(tag, "")).strip("? ") for tag in ("White", "Black")]
    return " – ".join(names) if all(names) else game


def _stem(file_name: str) -> str:
    return re.sub(r"[^\w. -]+", "_", Path(file_name).stem)[:80] or "record"


def _shown(words: Mapping[str, Mapping[str, str]], code: str, key: str, kind: str = "") -> str:
    """Return a text that follows the language of the page, as an element."""
    name = f' class="{kind}"' if kind else ""
    return f'<span{name} data-w="{key}">{escape(words[code][key])}</span>'


def _buttons() -> str:
    names = {
        "first": "first", "back": "previous", "play": "play", "forward": "next", "last": "last", "": "", "flip": "swap",
    }  # fmt: skip
    return "".join(
        f'<button id="{key}" data-l="{key}">{icon("flip" if key == "flip" else name)}</button>'
        if key
        else '<span class="where"></span>'
        for key, name in names.items()
    )


def _player(record: Record, words: Mapping[str, Mapping[str, str]], code: str, player: Player, place: str) -> str:
    """Return the line above or below the board with the name of a player."""
    tag, key = (("White", "first_side"), ("Black", "second_side"))[player]
    own = record.game.surface(record.tree.position(0)).colors
    fill = (own.first, own.second)[player]
    dot = f'<svg class="dot" viewBox="0 0 10 10" aria-hidden="true"><rect width="10" height="10" fill="{fill}"/></svg>'
    name = _plain(record.headers.get(tag, "")).strip("? ")
    where = '<span class="where side"></span>' if player is Player.FIRST else _shown(words, code, "result", "result")
    return (
        f'<div class="player {place}">{dot}<bdi>{escape(name)}</bdi>{where}{_shown(words, code, key, "side")}</div>'
    )  # fmt: skip


def _geometry(surface: Surface) -> PictureGeometry:
    side = max(_SMALL, min(_LARGE, (_WIDE - 20) // surface.columns))
    return PictureGeometry.with_side(surface, side, flipped=False, named=True)


def _board(content: Content, words: Mapping[str, str]) -> str:
    """Return the board at the end of the main line, with the empty board drawn from both sides."""
    geometry = _geometry(content.surfaces[0])
    empty = replace(content.surfaces[0], pieces={})
    last = Board(content.surfaces[content.main_line()[-1]])
    defs = board_defs([Board(surface) for surface in content.surfaces], geometry, "p") + glow("pcheck")
    plain = ground(empty, geometry, "currentColor", "a")
    turned = ground(empty, replace(geometry, flipped=True), "currentColor", "b")
    pieces = pieces_on(last, geometry, "p")
    title = words["game"]
    return (
        f'<svg id="board" class="names" role="img" xmlns="http://www.w3.org/2000/svg" aria-label="{escape(title)}" '
        f'viewBox="0 0 {geometry.width} {geometry.height}"><title>{escape(title)}</title><defs>{defs}</defs>'
        f'<g class="plain">{plain}</g><g class="turned">{turned}</g><g id="tints"></g><g id="pieces">{pieces}</g>'
        f'<g id="over"></g></svg>'
    )


def _data(content: Content, words: Mapping[str, Mapping[str, str]], move_text: MoveText) -> str:
    """Return what the script needs, as JSON."""
    tree, start = content.tree, content.surfaces[0]
    geometry = _geometry(start)
    used = {piece for surface in content.surfaces for piece in surface.pieces.values()}
    kinds = {kind.id: kind for surface in content.surfaces for kind in surface.kinds if kind.id in used}
    nodes: list[list[Any]] = [[-1, 0, int(tree.position(0).turn), -1, -1, [], []]]
    for step in content.steps:
        each, place = tree[step.node], content.places[step.node]
        assert each.parent is not None
        before, position = tree.position(each.parent), tree.position(step.node)
        shape = None if each.move is None else tree.game.shape(before, each.move)
        above = content.places[each.parent]
        moved = change(content.surfaces[above], content.surfaces[place], shape)
        nodes.append([above, step.ply, int(position.turn), *moved])
    for node, place in content.places.items():
        if checked := tree.game.checked(tree.position(node)):
            nodes[place].append(list(checked))
    data = {
        "words": words,
        "board": [
            geometry.columns, geometry.rows, geometry.side, geometry.left, geometry.top, FILL[start.style],
            start.style == "squares",
        ],
        "names": [list(start.column_names), list(start.row_names)],
        "kinds": {name: both(kind.name) for name, kind in kinds.items()},
        "sides": {code: [words[code]["first_side"], words[code]["second_side"]] for code in LANGUAGES},
        "start": [[cell, start.pieces[cell]] for cell in sorted(start.pieces)],
        "nodes": nodes,
        "main": content.main_series,
        "series": [_packed(each) for each in content.series],
        "verdicts": {
            place: packed_verdict(tree, content.evaluation, each, move_text) for place, each in content.verdicts.items()
        },
    }  # fmt: skip
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _packed(series: ScoreSeries) -> dict[str, Any]:
    return {
        "t": series.title,
        "c": series.color,
        "d": series.dash,
        "s": {place: [text, round(1000 * chance)] for place, (text, chance) in series.scores.items()},
        "l": {place: _packed_line(texts, shape.origin, shape.target) for place, (texts, shape) in series.lines.items()},
    }


def _packed_line(texts: Sequence[str], origin: int | None, target: int | None) -> list[Any]:
    return ["\t".join(texts), -1 if origin is None else origin, -1 if target is None else target]


def _link(text: str) -> str:
    """Return the attributes of a link to a text inside the page, with as few characters as possible escaped."""

    def escaped(match: re.Match[str]) -> str:
        return "".join(f"%{byte:02X}" for byte in match[0].encode("utf-8", "replace"))

    return f'class="button" href="{DATA}{re.sub(_NOT_IN_LINKS, escaped, text)}"'


def _packed_link(text: str) -> str:
    """Return the attributes of a link to a compressed text, which the script converts to ``href``."""
    return f'class="button script" data-packed="{packed_text(text)}"'
