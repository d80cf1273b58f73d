"""The fields of UBB text that are headers of a record."""

from collections.abc import Iterable, Iterator, Mapping

from engine.records.formats.ubb.fields import Field, read_value
from engine.records.results import read_result
from engine.records.tree import RESERVED_HEADERS

PREFIX = "DhtmlXQ_"
OTHER = "tag_"
"""Beginning of the names of fields for tags that have no field."""
FIELDS = {
    "Event": "event", "Date": "date", "Site": "place", "Round": "round", "White": "redname", "Black": "blackname",
    "RedTeam": "redteam", "BlackTeam": "blackteam", "WhiteElo": "redrating", "BlackElo": "blackrating",
    "Opening": "open", "Annotator": "remark", "Author": "author",
}  # fmt: skip
"""The field of each tag that has one, apart from ``title`` and ``result``."""
CONSTANT = {"ver": "www_dpxq_com", "init": "500,350"}
"""Fields that every text has, with the values for most of them: the program, and the size of the picture."""
RESULTS = {"1-0": "红胜", "0-1": "黑胜", "1/2-1/2": "和棋", "*": "未知"}
_CONTENT = frozenset(("movelist", "binit", "fen", "length"))
_SIDES = ("Red", "Black")
_TAGS = {field: tag for tag, field in FIELDS.items()}
_WHOLE = {"red": ("redteam", "redname"), "black": ("blackteam", "blackname")}
"""Fields with the team and the name of a player."""


def is_header(name: str) -> bool:
    """Whether the field with this name, in lower case, is a header."""
    return bool(name) and name not in _CONTENT and not name.startswith(("move_", "comment"))


def is_known(name: str) -> bool:
    """Whether the field with this name, in lower case, is a header or contains the first position and the moves."""
    return is_header(name) or name in _CONTENT


def headers_of(fields: Iterable[Field]) -> Mapping[str, str]:
    """Return the headers by tag, in the order of the text."""
    found: dict[str, dict[str, None]] = {}
    names: dict[str, str] = {}
    for field in fields:
        if is_header(field.name) and (value := read_value(field.text)):
            found.setdefault(field.name, {})[value] = None
            names.setdefault(field.name, field.written)
    values = {name: "\n".join(texts) for name, texts in found.items()}
    for whole, parts in _WHOLE.items():
        known = [values[part] for part in parts if part in values]
        if whole in values and parts[1] not in values:
            team = values.get(parts[0], "")
            values[parts[1]] = values.pop(whole).removeprefix(team).strip() or team
        elif values.get(whole) in (" ".join(known), known[-1] if known else ""):
            del values[whole]
    title = values.pop("title", "")
    if title and values.setdefault("event", title) != title:
        values["title"] = title
    return dict(_tagged(values, names))


def _tagged(values: Mapping[str, str], names: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the tag and the value of each field."""
    for name, value in values.items():
        if name == "title":
            yield "Title", value
        elif name == "result":
            found = read_result(value, _SIDES)
            unknown = value == RESULTS["*"]
            yield "Result", "*" if found is None else found.result
            if found is None and not unknown:
                yield "Termination", value
        elif name in _TAGS:
            yield _TAGS[name], value
        elif CONSTANT.get(name) == value:
            continue
        elif name.startswith(OTHER) and len(name) > len(OTHER):
            tag = names[name][len(OTHER) :]
            if tag not in RESERVED_HEADERS:
                yield tag, value
        else:
            yield f"{PREFIX}{names.get(name, name)}", value
