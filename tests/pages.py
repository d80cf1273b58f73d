"""The examples of the pages for developers: files, changes and the command of a page."""

import re
import shlex

from tests.sources import ROOT

DEVELOPERS = ROOT / "docs" / "developers"


def page_of(name: str) -> str:
    """The text of a page."""
    return (DEVELOPERS / f"{name}.md").read_text(encoding="utf-8")


def files_of(page: str) -> dict[str, str]:
    """The files of a page: a path alone on a line, followed by a block of code."""
    return {
        name: text + "\n"
        for name, text in re.findall(r"^`([\w./]+)`:\n\n```(?!diff)\w+\n(.*?)\n```$", page, re.MULTILINE | re.DOTALL)
    }


def changes_of(page: str) -> list[tuple[str, str, str]]:
    """The changes of existing files: path, old lines and new lines of each block ``diff`` that follows a path."""
    found = []
    for name, block in re.findall(r"^`([\w./]+)`:\n\n```diff\n(.*?)\n```$", page, re.MULTILINE | re.DOTALL):
        lines = block.split("\n")
        assert all(line[:1] in ("", " ", "-", "+") for line in lines)
        old, new = ("".join(f"{line[1:]}\n" for line in lines if line[:1] != sign) for sign in "+-")
        found.append((name, old, new))
    return found


def command_of(page: str) -> list[str]:
    """The words of the command with which a page is done."""
    found = re.search(r"^You need: .*You are done when: \*\*`([^`]+)`\*\*", page, re.MULTILINE)
    assert found is not None
    return shlex.split(found[1])
