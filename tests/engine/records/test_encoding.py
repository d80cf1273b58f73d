"""Encodings of files that declare none."""

import unicodedata

import pytest

from engine.core.errors import NotationError
from engine.records.encoding import decode_as, guess_encoding, utf_16
from engine.records.formats import find_format

TONES = "\u0300\u0309\u0303\u0301\u0323"
VIETNAMESE = [
    "Nguyễn", "Nguyễn Văn An", "Trần Hưng Đạo", "Lê Lợi", "Phạm Thị Mỹ Hạnh", "NGUYỄN VĂN A", "Đỗ Thị Hà", "Hà Nội",
    "Giải cờ toán toàn quốc", "Thành phố Hồ Chí Minh", "Nước đi hay, bên đỏ thắng thế vì có nhiều quân hơn.",
]  # fmt: skip
WESTERN = [
    "Müller, José", "però ciò è più, può andò così", "gioco può ciò", "Perché no? È già lì", "Não há ações, São João",
    "Jérôme Benoît, Côté", "Ætla ég þangað, Þórður Ólafsson", "Ça été très fort, hôtel forêt", "Señor Núñez",
    "Ångström Öst", "ÇA ÉTÉ FORÊT PIÙ PERÒ", "Über größe", "Nicolò Giannì", "Bùi",
]  # fmt: skip


def windows_1258(text: str) -> bytes:
    """Encode as Windows does: a letter, then its tone, unless the letter with the tone has a byte."""
    signs = []
    for sign in unicodedata.normalize("NFC", text):
        try:
            sign.encode("cp1258")
            signs.append(sign)
        except UnicodeEncodeError:
            parts = unicodedata.normalize("NFD", sign)
            letter = unicodedata.normalize("NFC", "".join(each for each in parts if each not in TONES))
            signs.append(letter + "".join(each for each in parts if each in TONES))
    return "".join(signs).encode("cp1258")


def record(name: str) -> str:
    return f'[White "{name}"]\n[Black "X"]\n\n1. e4 e5 *\n'


@pytest.mark.parametrize("name", VIETNAMESE)
def test_vietnamese_of_windows_is_recognised(name: str) -> None:
    data = windows_1258(record(name))
    assert guess_encoding(data) == "cp1258"
    (read,) = find_format("x.pgn").read(data)
    assert read.headers["White"] == name
    assert name in find_format("x.pgn").write([read])
    (read,) = find_format("x.sgf").read(windows_1258(f"(;GM[1]SZ[9]PB[{name}];B[ee])"))
    assert read.headers["White"] == name


@pytest.mark.parametrize("name", WESTERN)
def test_western_letters_remain_latin(name: str) -> None:
    (read,) = find_format("x.pgn").read(record(name).encode("latin-1"))
    assert read.headers["White"] == name


def test_the_encoding_can_be_named() -> None:
    for name in ("windows-1258", "CP1258"):
        (read,) = find_format("x.sgf").read(windows_1258(f"(;GM[1]SZ[9]CA[{name}]PB[Bùi Lê];B[ee])"))
        assert read.headers["White"] == "Bùi Lê"
    assert decode_as(b"Nguy\xea\xden", "cp1258") == "Nguyễn"


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("suffix", [".pgn", ".psq"])
def test_utf_16_is_refused_with_its_name(encoding: str, suffix: str) -> None:
    with pytest.raises(NotationError, match="not UTF-8 but UTF-16; save it as UTF-8 first"):
        find_format(f"x{suffix}").read(record("Nguyễn").encode(encoding))


def test_other_files_are_not_taken_for_utf_16() -> None:
    assert utf_16(b"") is utf_16(b"ab\0cd\0\0ef") is utf_16(b"\0" * 100) is utf_16(record("Nguyễn").encode()) is None
