"""The pages of the guide: one page for each game, and the articles."""

from collections.abc import Sequence
from functools import cache

from engine.core.game import Game, find_game, games
from engine.core.language import LANGUAGES, language, mark, tr
from engine.core.options import options_of
from engine.guide.page import Block, GuideEntry, Heading, Page, Paragraph, parse_page

ARTICLES: dict[str, str] = {
    "algorithms": mark("Algorithms"), "comparison": mark("Reading a comparison"),
    "review": mark("Reading a review"), "cluster": mark("Several computers"), "knowledge": mark("Endings and books"),
    "presenting": mark("Text size and presentation"), "tested": mark("How it is tested"),
}  # fmt: skip
"""Names of the articles, with their English titles in menus."""


def find_page(name: str) -> Page:
    """Return the page of a game, or an article, in the current language.

    A page that exists only in another language is returned in that language. For a game without a page, a page that
    lists its rule options is generated.

    Raises:
        OptionError: if there is neither such a game nor such an article.
    """
    for code in (language(), *LANGUAGES):
        page = _page(name, code)
        if page is not None:
            return page
    return generated_page(find_game(name)())


def page_names() -> list[str]:
    """Return the names of all pages: the games, then the articles."""
    return [*games(), *ARTICLES]


@cache
def _page(name: str, code: str) -> Page | None:
    import os

    import resources

    if name not in ARTICLES:
        find_game(name)  # A name that is not a game must not become part of a path.
    path = f"{resources.__path__[0]}/guide/{code}/{name}.md"
    if not os.path.exists(path):  # noqa: PTH110  # importing pathlib takes longer than reading a page
        return None
    with open(path, encoding="utf-8") as file:  # noqa: PTH123
        return parse_page(name, file.read())


def generated_page(game: Game) -> Page:
    """Return a page that lists the sides, the rule options and the presets of a game, with the texts of the engine."""
    first, second = game.sides
    blocks: list[Block] = [
        Paragraph(tr("{first} moves first, {second} second.", first=tr(first), second=tr(second))),
        Paragraph(tr("This game has no page yet. Its rule options:")),
        Heading(tr("Rule options"), 2),
    ]
    blocks += [GuideEntry(each.name, tr(each.help)) for each in options_of(game.Rules)]
    if game.presets:
        blocks.append(Heading(tr("Presets"), 2))
        blocks += [GuideEntry(preset, "") for preset in game.presets]
    return Page(game.name, tr(game.title), tuple(blocks))


def unexplained(page: Page, keys: Sequence[str]) -> list[str]:
    """Return the keys that no entry of a page explains."""
    known = {entry.key for entry in page.entries}
    return [key for key in keys if key not in known]
