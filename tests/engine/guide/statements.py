"""The sentences of lessons and guide that state that something is always or never so."""

import re
from pathlib import Path

RESOURCES = Path(__file__).parents[3] / "resources"
WORDS = {
    "en": re.compile(r"\b(always|never|at\s+least|at\s+most|equals?|cannot)\b", re.IGNORECASE),
    "vi": re.compile(r"\b(luôn|không\s+bao\s+giờ|ít\s+nhất|nhiều\s+nhất|bằng|không\s+thể)\b", re.IGNORECASE),
}
"""The words that make a sentence a statement of this kind, by language."""

_BLOCK = re.compile(r"[-+|!#]|\d+\.\s")
_ENTRY = re.compile(r"^(?:[-+]|\d+\.|#+)\s+(?:`[^`]*`: )?")
_END = re.compile(r"(?<=[.!?])\s+|(?<=[.!?]\*\*)\s+|\s*\|\s*")


def pages(language: str) -> list[Path]:
    """Return the pages of lessons and guide in a language."""
    return [path for folder in ("lessons", "guide") for path in sorted((RESOURCES / folder / language).glob("*.md"))]


def name_of(page: Path) -> str:
    """Return the name of a page, such as ``lessons/order``, which is the same in all languages."""
    return f"{page.parent.parent.name}/{page.stem}"


def statements(page: Path) -> list[str]:
    """Return the sentences of a page that contain one of ``WORDS``, in their order, with single spaces."""
    blocks: list[str] = []
    is_open = False
    for line in page.read_text(encoding="utf-8").splitlines():
        if not line.strip():
            is_open = False
        elif is_open and not _BLOCK.match(line):
            blocks[-1] += f" {line.strip()}"
        else:
            blocks.append(line.strip())
            is_open = True
    sentences = [each for block in blocks for each in _END.split(_ENTRY.sub("", block)) if each]
    return [each for each in sentences if WORDS[page.parent.name].search(each)]
