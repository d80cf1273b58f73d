r"""Text inside PGN tokens: comments with their embedded commands, and tag values.

Characters that a comment cannot contain are written ``\uXXXX`` (``engine.records.escapes``).
"""

import re
from collections.abc import Sequence

from engine.records.escapes import CONTROL, code, decode, decode_sign, guard

ENDINGS = {"time forfeit": "time"}
"""Values of the tag ``Termination`` in the standard, with the values that replace them in records.

All other values are unchanged.
"""
_COMMAND_NAME = re.compile(r"[A-Za-z0-9_]+(?![A-Za-z0-9_])")


def take_commands(raw: str) -> tuple[list[str], str]:
    """Return the commands embedded in a comment, without their brackets, and the rest of the comment."""
    commands, rest = [], []
    at = 0
    start = raw.find("[%")
    end = -1
    while start >= 0:
        if end < start:
            end = raw.find("]", start)
            if end < 0:
                break
        if _COMMAND_NAME.match(raw, start + 2, end):
            # A line end inside a command was inserted by a program that wraps lines.
            command = raw[start + 2 : end]
            if "\n" in command:
                command = " ".join(part.strip(" \t") for part in command.split("\n"))
            # A brace in nested braces, or a control character, has a code from here on.
            commands.append(guard(command))
            rest.append(raw[at:start].strip(" \t\n"))
            at = end + 1
            start = raw.find("[%", at)
        else:
            start = raw.find("[%", start + 2)
    rest.append(raw[at:].strip(" \t\n"))
    return commands, " ".join(part for part in rest if part)


def read_text(raw: str) -> str:
    """Decode the text of a comment, given the content of its braces without the commands."""
    return decode(_joined(raw.strip(" \t\n").split("\n")))


def _joined(lines: Sequence[str]) -> str:
    """Join the lines of a comment.

    The separator is a newline after a backslash, two newlines in place of an empty line, and a space elsewhere.
    """
    parts: list[str] = []
    soft = False
    for index, line in enumerate(lines):
        # The first character of a Windows line end may have become a space.
        ended = line.removesuffix(" ")
        hard = index < len(lines) - 1 and ended.endswith("\\")
        text = ended[:-1] if hard else line
        if soft:
            text = text.lstrip(" \t")
        if not hard and index < len(lines) - 1:
            text = text.rstrip(" \t")
        if soft and not text and not hard:
            parts[-1] = "\n\n"
            continue
        parts += [text, "\n" if hard else " "]
        soft = not hard
    return "".join(parts[:-1])


def write_text(text: str, commands: bool = True) -> str:
    """Return a text encoded for use between braces, where lines may be broken at single spaces.

    Args:
        text: the text.
        commands: whether ``[%`` would be read as the start of a command and must be escaped.
    """
    if not text:
        return ""
    text = re.sub(r"\\(?=u[0-9a-f]{4}|\n)", lambda match: code(match[0]), text)
    if commands:
        text = re.sub(r"\[(?=%)", lambda match: code(match[0]), text)
    text = re.sub(f"{CONTROL}|}}", lambda match: code(match[0]), text)
    text = re.sub(r"\A[ \t\n]|[ \t\n]\Z", lambda match: code(match[0]), text)
    return text.replace("\n", "\\\n")


def read_value(raw: str) -> str:
    """Decode the value of a tag, given the content of its quotes. A line end in it was inserted by a program."""
    if "\n" in raw:
        raw = " ".join(part.strip(" \t") for part in raw.split("\n"))
    return re.sub(r'\\(?:(["\\])|u([0-9a-f]{4}))', lambda match: match[1] or decode_sign(match[2]), raw)


def write_value(text: str) -> str:
    """Encode the value of a tag for use between quotes."""
    text = text.replace("\\", "\\\\").replace('"', '\\"')
    return re.sub(f"{CONTROL}|[\n\t]", lambda match: code(match[0]), text)
