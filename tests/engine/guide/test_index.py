"""Search in the guide: what is found, in which order, and where it leads."""

import pytest

from engine.core.folding import fold
from engine.core.language import set_language
from engine.guide.index import search
from engine.guide.library import find_page


def test_a_name_comes_before_a_text() -> None:
    hits = search("null move")
    assert hits[0].page == "algorithms"
    assert "null_move" in hits[0].excerpt.lower().replace(" ", "_")
    assert len(hits) > 1


def test_every_hit_leads_to_a_block_with_the_words() -> None:
    for text in ("stalemate", "komi", "depth", "perpetual"):
        hits = search(text)
        assert hits, text
        for hit in hits:
            block = find_page(hit.page).blocks[hit.block]
            assert text in fold(f"{block} {hit.title}"), (text, hit)
            assert text in fold(hit.excerpt)


@pytest.mark.parametrize("text", ["tuong", "TƯỚNG", "tướng"])
def test_diacritics_and_case_do_not_matter(text: str) -> None:
    set_language("vi")
    assert search(text) == search("tướng") != []


def test_all_words_are_wanted_also_from_the_heading() -> None:
    hits = search("xiangqi elephant")
    assert any(hit.page == "xiangqi" and "xiangqi" not in fold(hit.excerpt) for hit in hits)
    assert search("xiangqi zugzwangxyz") == []
    assert search("  ") == []


def test_excerpts_and_their_number_are_short() -> None:
    hits = search("e", most=7)
    assert len(hits) == 7
    assert all(len(hit.excerpt.split()) <= 17 for hit in hits)
