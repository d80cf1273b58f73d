"""The reader of pages."""

import pytest

from engine.core.errors import NotationError
from engine.core.language import set_language
from engine.guide.page import GuideEntry, GuideTable, Heading, Items, Paragraph, Picture, parse_page, shown_texts, spans

SOURCE = """
# A page

A paragraph
of two lines.

## Section

- one
- two, which is
  continued

1. first
2. second
+ `size=9`: small
+ `size`: lines of
  the board
![A caption with *words*.](start)
![Another.](other-1)

### Part

| a | b |
|---|---|
| 1 | 2 |
| 3 | – |
Text after the table.
"""


def test_blocks() -> None:
    page = parse_page("go", SOURCE)
    assert (page.name, page.title) == ("go", "A page")
    assert list(page.blocks) == [
        Paragraph("A paragraph of two lines."),
        Heading("Section", 2),
        Items(("one", "two, which is continued"), False),
        Items(("first", "second"), True),
        GuideEntry("size=9", "small"),
        GuideEntry("size", "lines of the board"),
        Picture("start", "A caption with *words*."),
        Picture("other-1", "Another."),
        Heading("Part", 3),
        GuideTable(("a", "b"), (("1", "2"), ("3", "–"))),
        Paragraph("Text after the table."),
    ]
    assert [each.key for each in page.entries] == ["size=9", "size"]
    assert [each.name for each in page.pictures] == ["start", "other-1"]


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("A paragraph.", "the page has no title"),
        ("# One\n\n# Two", "line 3: a page has one title"),
        ("# One\n\n![caption](Bad Name)", "line 3: '![caption](Bad Name)' is not complete"),
        ("# One\n+ `key` without a colon", "line 2: '+ `key` without a colon' is not complete"),
        ("# One\n| a | b |\n| 1 | 2 |\n| 3 | 4 |", "line 2: a table has a header, a row of dashes and rows"),
        ("# One\n| a | b |\n|---|---|\n| 1 |", "line 2: rows of different lengths"),
    ],
)
def test_what_is_no_page_is_refused_with_its_line(source: str, message: str) -> None:
    with pytest.raises(NotationError) as refused:
        parse_page("go", source)
    assert str(refused.value) == message


def test_spans() -> None:
    text = "**Bold** and *soft*: `8d5x9d9` <b>, [[Agrees]]"
    assert list(spans(text)) == [
        ("strong", "Bold"), ("", " and "), ("emphasis", "soft"), ("", ": "), ("code", "8d5x9d9"), ("", " <b>, "),
        ("emphasis", "Agrees"),
    ]  # fmt: skip
    set_language("vi")
    assert list(spans(text))[-1] == ("emphasis", "Khớp")
    assert shown_texts(text) == ["Agrees"]
    assert list(spans("**[[Agrees]]**: x")) == [("strong", "Khớp"), ("", ": x")]
    assert shown_texts("**[[Agrees]]**") == ["Agrees"]
