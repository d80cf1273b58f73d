"""Facts about a game in the root of an SGF record: what is played, by which rules, by whom."""

import re
from typing import Any

from engine.core.errors import NotationError
from engine.core.game import Game, find_game
from engine.core.options import parse_options
from engine.records.formats.sgf.grammar import tokens
from engine.records.formats.sgf.values import (
    Properties,
    first,
    pack,
    read_date,
    read_komi,
    read_line,
    read_result,
    read_text,
    unpack,
    write_result,
    write_text,
)
from engine.records.tree import RESERVED_HEADERS, Record

GAMES = ("go", "minigo", "caro")

HEADERS = {
    "GN": "GameName", "EV": "Event", "RO": "Round", "PC": "Site", "DT": "Date", "PB": "White", "BR": "WhiteRank",
    "BT": "WhiteTeam", "PW": "Black", "WR": "BlackRank", "WT": "BlackTeam", "TM": "TimeLimit", "OT": "Overtime",
    "ON": "Opening", "AN": "Annotator", "SO": "Source", "US": "User", "CP": "Copyright", "GC": "GameComment",
}  # fmt: skip
"""Properties of the game and their headers."""
FACTS = frozenset({"GM", "SZ", "RU", "KM", "HA", "RE", *HEADERS})
"""Properties that give the game and the headers."""

_CONTROL = re.compile(r"([0-9]{1,7}(?:\.[0-9]{1,3})?)\+([0-9]{1,7}(?:\.[0-9]{1,3})?)")
_UNKNOWN = {"?", "????.??.??", ""}

_RULE_SETS = {
    "japanese": "japanese", "jp": "japanese", "korean": "japanese", "kr": "japanese", "chinese": "chinese",
    "cn": "chinese", "zh": "chinese", "aga": "aga", "bga": "aga", "french": "aga", "tromp-taylor": "tromp_taylor",
    "tromp taylor": "tromp_taylor", "nz": "tromp_taylor", "new zealand": "tromp_taylor", "goe": "chinese",
    "ing": "chinese",
}  # fmt: skip
_RULE_NAMES = {"chinese": "Chinese", "japanese": "Japanese", "aga": "AGA", "tromp_taylor": "Tromp-Taylor"}
_WINS = {"freestyle": "five_or_more", "gomoku": "five_or_more", "standard": "exactly_five", "renju": "renju",
         "caro": "caro"}  # fmt: skip
_WIN_NAMES = {"five_or_more": "Freestyle", "exactly_five": "Standard", "renju": "Renju", "caro": "Caro"}


def game_of(properties: Properties, default: Game | None) -> Game:
    """Return the game played, by the properties of a root.

    Raises:
        KyVienError: if it is unknown.
    """
    number = first(properties, "GM", "1") or "1"
    kind = {"1": "go", "4": "caro"}.get(number)
    if kind is None:
        raise NotationError("GM[{number}] is no game this program reads from SGF: Go is 1, caro 4", number=number[:10])
    if kind == "go" and first(properties, "KVG") == "minigo":
        kind = "minigo"
    game = find_game(kind)
    base = default.rules if default is not None and default.name == kind else game().rules
    if "KVR" in properties:
        base = game.with_rules(unpack(properties["KVR"][0])).rules
    size = first(properties, "SZ") or ("15" if kind == "caro" else "19")
    columns, _, rows = size.partition(":")
    rows = rows or columns
    if not all(re.fullmatch("[0-9]{1,3}", each) for each in (columns, rows)):
        raise NotationError("SZ[{size}] is no size of a board", size=size[:20])
    rules = first(properties, "RU").lower()
    changes: dict[str, Any] = {}
    if kind == "caro":
        changes = {"columns": int(columns), "rows": int(rows)}
        if rules in _WINS:
            changes["win"] = _WINS[rules]
    else:
        if int(columns) != int(rows):
            raise NotationError("SZ[{size}]: boards of Go are square here", size=size[:20])
        changes = {"size": int(columns)}
    if kind == "go":
        rule_set = _RULE_SETS.get(rules)
        komi = read_komi(first(properties, "KM"))
        if rule_set is not None:
            changes["rule_set"] = rule_set
            if rule_set == "japanese" and "KVR" not in properties:
                changes["komi"] = 6.5
        if komi is not None and abs(komi) <= 361:
            changes["komi"] = komi
        handicap = first(properties, "HA")
        changes["handicap"] = int(handicap) if re.fullmatch("[2-9]", handicap) else 0
    text = ",".join(
        f"{name}={value:g}" if isinstance(value, float) else f"{name}={value}" for name, value in changes.items()
    )
    return game(parse_options(game.Rules, text, base))


def headers_of(properties: Properties) -> dict[str, str]:
    """Return the headers, by the properties of a root."""
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
    return {name: text for name, text in headers.items() if text and name not in RESERVED_HEADERS}


def facts_of(record: Record) -> Properties:
    """Return the properties of a root that give the game and the headers."""
    game, rules = record.game, record.game.rules
    headers = {name: text for name, text in record.headers.items() if text not in _UNKNOWN}
    if headers.get("Result") == "*":
        del headers["Result"]
    facts: Properties = {}
    surface = game.surface(game.start())
    facts["GM"] = ["4" if game.name == "caro" else "1"]
    columns, rows = surface.columns, surface.rows
    facts["SZ"] = [str(columns) if columns == rows else f"{columns}:{rows}"]
    if game.name == "minigo":
        facts["KVG"] = ["minigo"]
    elif game.name == "caro":
        facts["RU"] = [_WIN_NAMES[rules.win]]
    else:
        facts["RU"] = [_RULE_NAMES[rules.rule_set]]
        facts["KM"] = [f"{rules.komi:g}"]
        if rules.handicap:
            facts["HA"] = [str(rules.handicap)]
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
    told = headers_of(facts)
    private = [
        f"{pack(name).replace(':', '%003a')}:{pack(headers.get(name, ''))}"
        for name in sorted({*headers, *told})
        if told.get(name, "") != headers.get(name, "")
    ]
    if private:
        facts["KVH"] = private
    return facts


def root_headers(text: str, start: int, end: int) -> dict[str, str]:
    """Return the headers of a game by its first node, its moves unread."""
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
    number = first(properties, "GM", "1")
    name = first(properties, "KVG") or {"1": "go", "4": "caro"}.get(number, "")
    return headers | ({"Game": name} if name else {})
