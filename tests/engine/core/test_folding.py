"""Texts without case and diacritics."""

from engine.core.folding import _plain, fold


def test_folding() -> None:
    assert fold("ĐỖ Thị Hường") == "do thi huong"
    assert fold("Straße") == "strasse"


def test_folding_many_different_characters_does_not_keep_them_all() -> None:
    text = "".join(map(chr, range(0x4E00, 0x4E00 + 6000)))
    assert fold(text) == text
    assert _plain.cache_info().currsize < 5000
