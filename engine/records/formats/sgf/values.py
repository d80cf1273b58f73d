"""Values of SGF properties: text, numbers, dates, results, annotations, and unknown properties kept as commands."""

import re
from collections.abc import Mapping, Sequence

from engine.records import results
from engine.records.formats.sgf.grammar import Properties
from engine.records.tree import Node, clock_command

OURS = ("KVG", "KVR", "KVH", "KVP", "KVM", "KVE", "KVN", "KVL", "KVC")
SETUP = ("AB", "AW", "AE", "PL")
NOT_KEPT = {"", "FF", "CA", "AP", "B", "W", "C", *SETUP, *OURS}
"""Properties that are not kept as commands, because they are stored in attributes of a node or are constant."""
KEPT = re.compile(r"sgf ([A-Z]{1,64})=(.*)", re.DOTALL)
"""Pattern of a command that stores a property."""

GLYPHS = {
    ("TE", "1"): 1, ("TE", "2"): 3, ("BM", "1"): 2, ("BM", "2"): 4, ("IT", ""): 5, ("DO", ""): 6, ("DM", "1"): 10,
    ("DM", "2"): 11, ("UC", "1"): 13, ("GB", "1"): 16, ("GB", "2"): 18, ("GW", "1"): 17, ("GW", "2"): 19,
}  # fmt: skip
"""Mapping of properties and values of annotations in SGF to equivalent glyphs of PGN. FIRST is black."""

_BREAK = re.compile(r"\r\n?|\n\r")
_SPACES = str.maketrans("\t\f\v", "   ")
_ESCAPE = re.compile(r"\\(?:\n|(.?))")
_DATE = re.compile(r"([0-9]{4})(?:[-.]([0-9]{2}))?(?:[-.]([0-9]{2}))?")
_MARGIN = re.compile(r"[0-9]{1,4}(?:\.[0-9]{1,3})?")
_ENDINGS = {"R": "resignation", "T": "time", "F": "forfeit"}


def read_text(raw: str) -> str:
    """Return the text of a raw value (FF[4], "Text").

    A line break of any kind becomes a line feed, and other white space a space. A line break after a backslash
    disappears, and so does a backslash before any other character.
    """
    text = _BREAK.sub("\n", raw.encode("utf-8", "replace").decode("utf-8")).translate(_SPACES)
    return _ESCAPE.sub(r"\1", text)


def read_line(raw: str) -> str:
    """Return the text of a raw value as a single line."""
    return read_text(raw).replace("\n", " ").strip()


def write_text(text: str) -> str:
    """Return ``text`` escaped as the raw value of an SGF property."""
    text = re.sub(r"\r\n?", "\n", text)
    return re.sub("[\ud800-\udfff]", "\ufffd", text).replace("\\", "\\\\").replace("]", "\\]")


def pack(text: str) -> str:
    """Encode the characters that SGF or a PGN command would change, as ``%`` and four hexadecimal digits."""
    return re.sub(
        "[%,\\[\\]{}\\\\\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]|\\A | \\Z",
        lambda match: f"%{ord(match[0]):04x}",
        text,
    )


def unpack(text: str) -> str:
    """Decode a text that was encoded by ``pack``."""
    return re.sub("%([0-9a-f]{4})", lambda match: chr(int(match[1], 16)), text)


def keep(ident: str, values: Sequence[str]) -> str:
    """Return the command ``sgf IDENT=values``, which stores a property in a node."""
    return f"sgf {ident}={','.join(pack(value) for value in values)}"


def kept_of(node: Node) -> list[tuple[str, list[str]]]:
    """Return the identifier and the raw values of each property stored in a node's commands."""
    found = (KEPT.fullmatch(command) for command in node.commands)
    return [(match[1], [unpack(value) for value in match[2].split(",")]) for match in found if match]


def first(properties: Properties, ident: str, default: str = "") -> str:
    """Return the first value of the property ``ident`` as a single line, or ``default`` if the property is missing."""
    values = properties.get(ident)
    return read_line(values[0]) if values else default


def read_date(text: str) -> str:
    """Convert an SGF date to the format of headers, such as ``2026.11.??``. Any other text is returned unchanged."""
    match = _DATE.fullmatch(text)
    return text if match is None else ".".join((match[1], match[2] or "??", match[3] or "??"))


def read_result(text: str, headers: dict[str, str]) -> None:
    """Add the result to the headers, with the reason or the margin if one is given. ``text`` is the value of ``RE``."""
    found = results.read_result(text)
    if found is None or found.result == "*":
        return
    headers["Result"] = found.result
    written = text.strip()[2:].strip()
    margin = written if _MARGIN.fullmatch(written) else found.margin
    headers |= {name: word for name, word in (("Termination", found.termination), ("Margin", margin)) if word}


def write_result(headers: Mapping[str, str]) -> str:
    """Return the value of ``RE``, or an empty string if the result is unknown."""
    result = headers.get("Result", "*")
    if result == "1/2-1/2":
        return "0"
    if result not in ("1-0", "0-1"):
        return ""
    word = next((word for word, name in _ENDINGS.items() if name == headers.get("Termination")), "")
    return f"{'B' if result == '1-0' else 'W'}+{word or headers.get('Margin', '')}"


def read_glyphs(properties: Properties) -> tuple[tuple[int, ...], set[str]]:
    """Return the glyphs of a node, and the identifiers of the properties that these glyphs express completely."""
    used = {
        ident
        for ident, values in properties.items()
        if len(values) == 1 and (ident, values[0].strip() or ("" if ident in ("IT", "DO") else "1")) in GLYPHS
    }
    nags = tuple(
        sorted(GLYPHS[ident, properties[ident][0].strip() or ("" if ident in ("IT", "DO") else "1")] for ident in used)
    )
    exact = tuple(int(value) for value in properties.get("KVN", ()) if re.fullmatch("[0-9]{1,9}", value))
    if exact and tuple(sorted(GLYPHS[pair] for pair in write_glyphs(exact).items())) == nags:
        nags = tuple(dict.fromkeys(exact))
    return nags, used


def write_glyphs(nags: Sequence[int]) -> dict[str, str]:
    """Return a mapping of identifiers to values of the properties that express the glyphs.

    Glyphs without an SGF property are omitted. At most one property annotates the move, and at most one annotates the
    position.
    """
    pairs = {nag: pair for pair, nag in GLYPHS.items()}
    found: dict[str, str] = {}
    for nag in nags:
        ident, value = pairs.get(nag, ("", ""))
        # SGF allows one annotation of the move (good, bad, doubtful, interesting) and one of the position.
        group = ("TE", "BM", "IT", "DO") if ident in ("TE", "BM", "IT", "DO") else ("DM", "UC", "GB", "GW")
        if ident and not any(each in found for each in group):
            found[ident] = value
    return found


def read_clock(raw: str) -> str | None:
    """Convert the raw value of ``BL`` or ``WL``, a time in seconds, to the command for the time left.

    The result is None if ``raw`` is not a number, or is not less than 10,000 hours.
    """
    match = re.fullmatch(r"([0-9]{1,7})(?:\.([0-9]{1,6}))?", raw.strip())
    if match is None or int(match[1]) >= 36_000_000:
        return None
    fraction = (match[2] or "").rstrip("0")
    return clock_command(int(match[1])) + (f".{fraction}" if fraction else "")


def write_clock(command: str) -> str | None:
    """Return the value of ``BL`` or ``WL`` for a command.

    The result is None if ``read_clock`` would not convert the value back to the same command.
    """
    match = re.fullmatch(r"clk ([0-9]{1,4}):([0-9]{2}):([0-9]{2})(?:\.([0-9]{1,6}))?", command)
    if match is None:
        return None
    time = f"{3600 * int(match[1]) + 60 * int(match[2]) + int(match[3])}{'.' + match[4] if match[4] else ''}"
    return time if read_clock(time) == command else None


def mover(properties: Properties) -> str:
    """Return the colour of the last move of a node, ``B`` or ``W``, or an empty string if there is no move."""
    return next((ident for ident in reversed(properties) if ident in ("B", "W")), "")
