"""Pages of the documentation that are written from other sources: the guide, the glossary and the notebooks."""

import json
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

from engine.core.language import LANGUAGES, language, set_language
from engine.face.text import text_board
from engine.guide.diagram import find_diagram
from engine.guide.keys import Facts, page_keys
from engine.guide.library import find_page, page_names
from engine.guide.page import Block, Entry, Heading, Items, Page, Paragraph, Picture, Table, spans

ROOT = Path(__file__).parent.parent
TITLES = {"en": "Rules and guide", "vi": "Luật chơi và hướng dẫn"}
"""Title of the guide in each language."""
_MARKS = {"": "", "strong": "**", "emphasis": "*", "code": "`"}
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|$~])")


def write_pages(folder: Path) -> None:
    """Write all pages to a folder, which is created. Files that have not changed are left alone."""
    before = language()
    try:
        texts = {}
        for code in LANGUAGES:
            set_language(code)
            for name in page_names():
                texts[f"{code}/{name}.md"] = page_text(find_page(name))
            texts[f"{code}/index.md"] = _contents(code)
    finally:
        set_language(before)
    texts["glossary.md"] = glossary_text((ROOT / "resources/translations/glossary.toml").read_text(encoding="utf-8"))
    for file in sorted((ROOT / "examples" / "notebooks").glob("*.ipynb")):
        texts[f"notebooks/{file.stem}.md"] = notebook_text(file.read_text(encoding="utf-8"))
    for name, text in texts.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


def _contents(code: str) -> str:
    """Return the table of contents of the guide in one language."""
    entries = "\n".join(page_names())
    title = TITLES.get(code, "Guide")
    return f"# {title} ({LANGUAGES[code]})\n\n```{{toctree}}\n:maxdepth: 1\n\n{entries}\n```\n"


def page_text(page: Page) -> str:
    """Return a page of the guide in MyST Markdown, in the current language."""
    keys = page_keys(page)
    return "\n\n".join([f"# {_inline(page.title)}", *(_block(page, each, keys) for each in page.blocks)]) + "\n"


def _block(page: Page, block: Block, keys: Mapping[str, Facts]) -> str:
    match block:
        case Heading():
            return f"{'#' * block.level} {_inline(block.text)}"
        case Paragraph():
            return _inline(block.text)
        case Items():
            marks = (f"{number}." if block.is_numbered else "-" for number in range(1, len(block.texts) + 1))
            return "\n".join(f"{mark} {_inline(text)}" for mark, text in zip(marks, block.texts, strict=True))
        case Table():
            rows = [block.header, ("---",) * len(block.header), *block.rows]
            return "\n".join(
                f"| {' | '.join(cell if cell == '---' else _inline(cell) for cell in row)} |" for row in rows
            )
        case Entry():
            return _entry(block, keys.get(block.key))
        case Picture():
            return _picture(page, block)


def _entry(entry: Entry, facts: Facts | None) -> str:
    label = entry.key if facts is None else facts.label
    key = "" if label == entry.key else f" (`{entry.key}`)"
    note = f" *{_escaped(facts.note)}*" if facts is not None and facts.note else ""
    return f"**{_escaped(label)}**{key}: {_inline(entry.text)}{note}"


def _picture(page: Page, picture: Picture) -> str:
    """Return the board of a diagram, with its caption."""
    diagram = find_diagram(page.name, picture.name)
    board = text_board(diagram.game.surface(diagram.position))
    return f"```text\n{board}\n```\n\n{_inline(picture.caption)}"


def _inline(text: str) -> str:
    """Convert the marks within a text of the guide to Markdown."""
    return "".join(
        f"{_MARKS[style]}{part if style == 'code' else _escaped(part)}{_MARKS[style]}" for style, part in spans(text)
    )


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text)


def glossary_text(source: str) -> str:
    """Return the glossary as a table with the English and the Vietnamese terms, sorted by the English ones."""
    terms = {}
    for term in tomllib.loads(source)["term"]:
        if "vi" in term:
            terms[_words(term["english"])] = ", ".join(term["vi"])
    rows = "\n".join(
        f"| {_escaped(english)} | {_escaped(terms[english])} |" for english in sorted(terms, key=str.lower)
    )
    head = "# Glossary\n\nThe terms of the program in English and Vietnamese.\n\n| English | Tiếng Việt |\n|---|---|"
    return f"{head}\n{rows}\n"


def _words(pattern: str) -> str:
    """Return the words that a regular expression of the glossary describes, without plural endings."""
    plain = re.sub(r"\([^)]*\)\?|\[[^]]*\]\?", "", pattern)
    plain = re.sub(r"\(([^)|]*)[^)]*\)", r"\1", plain).replace("[- ]", " ").replace("-?", "-")
    plain = re.sub(r"s?\?", "", plain)
    return ", ".join(dict.fromkeys(plain.split("|")))


def notebook_text(source: str) -> str:
    """Return a notebook as Markdown, with the texts that its cells printed."""
    parts = []
    for cell in json.loads(source)["cells"]:
        text = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(text)
            continue
        parts.append(f"```python\n{text}\n```")
        for output in cell["outputs"]:
            shown = output.get("data", {}).get("text/plain", output.get("text", ""))
            if shown:
                parts.append(f"```text\n{''.join(shown).rstrip()}\n```")
    return "\n\n".join(parts) + "\n"
