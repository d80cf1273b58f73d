"""Pages of the documentation that are written from other sources: guide, lessons, glossary and notebooks."""

import json
import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from pictures import diagram_svg, sample_svg

from engine.core.language import LANGUAGES, language, set_language, tr
from engine.guide.diagram import find_diagram
from engine.guide.keys import KeyFacts, page_keys
from engine.guide.library import find_page, page_names
from engine.guide.page import Block, GuideEntry, GuideTable, Heading, Items, Listing, Page, Paragraph, Picture, spans
from engine.guide.sentences import fact_sentences, statement_sentences
from engine.searchtree.pseudocode import listing_text
from engine.teach.exercise import find_kind
from engine.teach.lessons import Lesson, lessons

ROOT = Path(__file__).parent.parent
TITLES = {"en": "Rules and guide", "vi": "Luật chơi và hướng dẫn"}
"""Title of the guide in each language."""
LESSONS = {"en": "Lessons on searching", "vi": "Bài học về tìm kiếm"}
"""Title of the lessons in each language."""
Show = Callable[[Picture], str]
"""Returns the text in the place of a picture of a page."""
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
                texts |= _guide_page(code, find_page(name))
            texts[f"{code}/index.md"] = _contents(TITLES.get(code, "Guide"), code, page_names())
            for lesson in lessons():
                texts |= _lesson_page(code, lesson)
            names = [lesson.name for lesson in lessons()]
            texts[f"{code}/lessons/index.md"] = _contents(LESSONS.get(code, "Lessons"), code, names)
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


def _contents(title: str, code: str, names: Sequence[str]) -> str:
    """Return a table of contents in one language."""
    entries = "\n".join(names)
    return f"# {title} ({LANGUAGES[code]})\n\n```{{toctree}}\n:maxdepth: 1\n\n{entries}\n```\n"


def _guide_page(code: str, page: Page) -> dict[str, str]:
    """Return a page of the guide and its pictures, by their places."""
    pictures: dict[str, str] = {}

    def show(picture: Picture) -> str:
        diagram = find_diagram(page.name, picture.name)
        file = f"pictures/{page.name}-{picture.name}.svg"
        pictures[f"{code}/{file}"] = diagram_svg(diagram)
        sentences = [_escaped(text) for text in fact_sentences(diagram)]
        sentences += [f"{sign} {_escaped(text)}" for sign, text in statement_sentences(diagram)]
        lines = "\\\n".join(sentences)
        return f"{_image(file, picture.caption)}\n\n{lines}".rstrip()

    return {f"{code}/{page.name}.md": page_text(page, show)} | pictures


def _lesson_page(code: str, lesson: Lesson) -> dict[str, str]:
    """Return the page of a lesson, which ends with its exercises, and its trees, by their places."""
    pictures: dict[str, str] = {}

    def show(picture: Picture) -> str:
        file = f"pictures/{lesson.name}-{picture.name}.svg"
        pictures[f"{code}/lessons/{file}"] = sample_svg(lesson.sample(picture.name), picture.caption)
        return _image(file, picture.caption)

    kinds = [find_kind(task.kind) for task in lesson.tasks]
    tasks = "\n".join(f"{number}. **{tr(kind.title)}**: {tr(kind.question)}" for number, kind in enumerate(kinds, 1))
    command = f"kyvien-engine worksheet --lesson {lesson.number} --output worksheet.html --answers answers.html"
    text = f"{page_text(lesson.page, show)}\n## {tr('Exercises')}\n\n{tasks}\n\n```sh\n{command}\n```\n"
    words = lesson.experiment.text
    choices = "\n".join(f"- {_escaped(choice)}" for choice in words.choices)
    text += f"\n## {tr('Experiment')}\n\n{_escaped(words.question)}\n\n{choices}\n"
    return {f"{code}/lessons/{lesson.name}.md": text} | pictures


def _image(file: str, caption: str) -> str:
    """Return a picture with its caption, which is also read aloud."""
    plain = _escaped("".join(part for _, part in spans(caption)))
    return f"![{plain}]({file})\n\n{_inline(caption)}"


def page_text(page: Page, show: Show) -> str:
    """Return a page in MyST Markdown, in the current language.

    Args:
        page: the page, of the guide or of a lesson.
        show: returns the text in the place of a picture.
    """
    keys = page_keys(page) if page.entries else {}
    return "\n\n".join([f"# {_inline(page.title)}", *(_block(each, keys, show) for each in page.blocks)]) + "\n"


def _block(block: Block, keys: Mapping[str, KeyFacts], show: Show) -> str:
    match block:
        case Heading():
            return f"{'#' * block.level} {_inline(block.text)}"
        case Paragraph():
            return _inline(block.text)
        case Items():
            marks = (f"{number}." if block.is_numbered else "-" for number in range(1, len(block.texts) + 1))
            return "\n".join(f"{mark} {_inline(text)}" for mark, text in zip(marks, block.texts, strict=True))
        case GuideTable():
            rows = [block.header, ("---",) * len(block.header), *block.rows]
            return "\n".join(
                f"| {' | '.join(cell if cell == '---' else _inline(cell) for cell in row)} |" for row in rows
            )
        case GuideEntry():
            return _entry(block, keys.get(block.key))
        case Picture():
            return show(block)
        case Listing():
            return f"```text\n{listing_text(block.name)}\n```"


def _entry(entry: GuideEntry, facts: KeyFacts | None) -> str:
    label = entry.key if facts is None else facts.label
    key = "" if label == entry.key else f" (`{entry.key}`)"
    note = f" *{_escaped(facts.note)}*" if facts is not None and facts.note else ""
    return f"**{_escaped(label)}**{key}: {_inline(entry.text)}{note}"


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
