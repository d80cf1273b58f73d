"""The game, the rules and the headers in the root node of an SGF record."""

import contextlib
import re
from functools import cache

from engine.core.errors import KyVienError, NotationError
from engine.core.game import Game, game_called, games
from engine.core.language import tr
from engine.records.formats.sgf.grammar import Properties, tokens
from engine.records.formats.sgf.values import (
    first,
    pack,
    read_date,
    read_line,
    read_result,
    read_text,
    unpack,
    write_result,
    write_text,
)
from engine.records.tree import HEADER_NAME, RESERVED_HEADERS, Record

HEADERS = {
    "GN": "GameName", "EV": "Event", "RO": "Round", "PC": "Site", "DT": "Date", "PB": "White", "BR": "WhiteRank",
    "BT": "WhiteTeam", "PW": "Black", "WR": "BlackRank", "WT": "BlackTeam", "TM": "TimeLimit", "OT": "Overtime",
    "ON": "Opening", "AN": "Annotator", "SO": "Source", "US": "User", "CP": "Copyright", "GC": "GameComment",
}  # fmt: skip
"""Mapping of properties of the root to the names of the headers that contain their values."""
FACTS = frozenset({"GM", "SZ", "RU", "KM", "HA", "RE", *HEADERS})
"""Properties that define the game and the headers."""

_CONTROL = re.compile(r"([0-9]{1,7}(?:\.[0-9]{1,3})?)\+([0-9]{1,7}(?:\.[0-9]{1,3})?)")
_UNKNOWN = {"?", "????.??.??", ""}


def kind_of(properties: Properties) -> type[Game]:
    """Return the game identified by ``GM``. Games with the same number are distinguished by ``KVG``.

    Raises:
        NotationError: if no game has the number.
    """
    number, variant = first(properties, "GM", "1") or "1", first(properties, "KVG")
    named = {(str(sgf.number), sgf.variant): kind for kind in games().values() if (sgf := kind.sgf) is not None}
    kind = named.get((number, variant)) or named.get((number, ""))
    if kind is None and not number.isdigit() and (called := game_called(number)) in named.values():
        kind = called
    if kind is None:
        known = ", ".join(f"{tr(kind.title)} {number}" for (number, _), kind in named.items())
        raise NotationError("GM[{number}]: unsupported game; supported: {games}", number=number[:10], games=known)
    return kind


def known_games() -> str:
    """Return the translated titles of the games that SGF can represent, separated by commas, for messages."""
    return ", ".join(tr(kind.title) for kind in games().values() if kind.sgf is not None)


def game_of(properties: Properties, default: Game | None, faults: list[KyVienError] | None = None) -> Game:
    """Return the game defined by the properties of a root.

    Rules that the properties do not specify are taken from ``default`` if the properties define the same game. Values
    that are unknown, such as the name of a rule set, are added to ``faults``.

    Raises:
        KyVienError: if the game is unknown, or does not support the board or the rules.
    """
    kind = kind_of(properties)
    game = kind(default.rules if default is not None and default.name == kind.name else None)
    if "KVR" in properties:
        game = kind.with_rules(unpack(properties["KVR"][0]))
    size = first(properties, "SZ") or _usual_size(kind)
    columns, _, rows = size.partition(":")
    rows = rows or columns
    if not all(re.fullmatch("[0-9]{1,3}", each) for each in (columns, rows)):
        raise NotationError("SZ[{size}] is not a valid board size", size=size[:20])
    words: dict[str, str] = {"columns": str(int(columns)), "rows": str(int(rows))}
    words |= {ident: first(properties, ident) for ident in ("RU", "KM", "HA", "KVR") if ident in properties}
    words["AP"] = " ".join(properties.get("AP", ()))
    found = game.with_record_rules("sgf", words)
    if faults is not None and "KVR" not in words:
        # What the game itself writes is known.
        written = found.record_rules("sgf") or {}
        others = {ident: text for ident, text in words.items() if written.get(ident) != text}
        faults += game.unknown_record_rules("sgf", others)
    return found


@cache
def _usual_size(kind: type[Game]) -> str:
    """Return the board size ``columns:rows`` of a game's default rules, which applies to records without ``SZ``."""
    game = kind()
    surface = game.surface(game.start())
    return f"{surface.columns}:{surface.rows}"


def headers_of(properties: Properties) -> dict[str, str]:
    """Return the headers defined by the properties of a root."""
    headers: dict[str, str] = {}
    for ident, name in HEADERS.items():
        if ident in properties:
            raw = properties[ident][0]
            text = read_text(raw) if ident == "GC" else read_line(raw)
            headers[name] = read_date(text) if ident == "DT" else text
    if "RE" in properties:
        read_result(first(properties, "RE"), headers)
    for value in properties.get("KVH", ()):
        name, colon, text = value.partition(":")
        if colon:
            headers[unpack(name)] = unpack(text)
    # Other programs can write names that PGN cannot contain.
    return {
        name: text
        for name, text in headers.items()
        if text and name not in RESERVED_HEADERS and HEADER_NAME.fullmatch(name)
    }


def facts_of(record: Record) -> Properties:
    """Return the properties of a root that define the game and the headers."""
    game = record.game
    headers = {name: text for name, text in record.headers.items() if text not in _UNKNOWN}
    if headers.get("Result") == "*":
        del headers["Result"]
    facts: Properties = {}
    surface = game.surface(game.start())
    sgf = game.sgf
    assert sgf is not None
    facts["GM"] = [str(sgf.number)]
    columns, rows = surface.columns, surface.rows
    facts["SZ"] = [str(columns) if columns == rows else f"{columns}:{rows}"]
    if sgf.variant:
        facts["KVG"] = [sgf.variant]
    facts |= {ident: [text] for ident, text in (game.record_rules("sgf") or {}).items()}
    if game_of(facts, None) != game:
        facts["KVR"] = [pack(game.rules_text())]
    clock = _CONTROL.fullmatch(headers.get("TimeControl", ""))
    if clock is not None and not {"TimeLimit", "Overtime"} & headers.keys():
        facts["TM"], facts["OT"] = [clock[1]], [f"{clock[2]} fischer"]
    for ident, name in HEADERS.items():
        if name in headers:
            text = headers[name]
            if ident == "DT" and (match := re.fullmatch(r"([0-9]{4})\.([0-9]{2}|\?\?)\.([0-9]{2}|\?\?)", text)):
                text = "-".join(part for part in match.groups() if part != "??")
            facts[ident] = [write_text(text)]
    if result := write_result(headers):
        facts["RE"] = [result]
    implied = headers_of(facts)
    private = [
        f"{pack(name).replace(':', '%003a')}:{pack(headers.get(name, ''))}"
        for name in sorted({*headers, *implied})
        if implied.get(name, "") != headers.get(name, "")
    ]
    if private:
        facts["KVH"] = private
    return facts


def root_headers(text: str, start: int, end: int) -> dict[str, str]:
    """Return the headers of the game in ``text[start:end]`` from its first node, without parsing moves."""
    properties: Properties = {}
    ident = ""
    nodes = 0
    for kind, token, _ in tokens(text, start, end):
        if kind == "I":
            ident = re.sub("[a-z]", "", token)
        elif kind == "V" and ident:
            properties.setdefault(ident, []).append(token[1:-1])
        elif kind == "D":
            nodes += token == ";"
            if nodes == 2 or (nodes and token in "()"):
                break
        else:
            break
    headers = headers_of(properties)
    with contextlib.suppress(NotationError):
        headers["Game"] = kind_of(properties).name
    return headers
