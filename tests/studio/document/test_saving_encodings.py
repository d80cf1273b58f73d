"""After one game of a file was edited, all other games have the same bytes, whatever their encodings are."""

import random
from pathlib import Path

import pytest

from engine.records.collection import Collection
from engine.records.formats import find_format
from engine.records.text import encode
from engine.records.tree import ROOT
from studio.document.document import Document

pytestmark = pytest.mark.usefixtures("qapp")

GAMES = 10
VIETNAMESE = ("Nguyễn Văn An", "Trần Thị Bình", "Phạm Đức Thắng", "Lê Quang Liêm", "Đỗ Hữu Phước")
UBB = (
    "[DhtmlXQ]\n[DhtmlXQ_redname]{}[/DhtmlXQ_redname]\n[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]\n"
    "[DhtmlXQ_comment1]{}[/DhtmlXQ_comment1]\n[/DhtmlXQ]\n"
)
LAST = {
    ".pgn": '[White "{}"]\n[Black "?"]\n\n1. d4 {{x}} *\n', ".sgf": "(;GM[1]SZ[9]PB[{}];B[ee]C[x])\n",
    ".ubb": UBB.replace("{}[/DhtmlXQ_c", "x[/DhtmlXQ_c"),
}  # fmt: skip
SUFFIXES = list(LAST)


def text_of(suffix: str, names: list[str]) -> str:
    if suffix == ".sgf":
        return (
            "\n".join(f"(;GM[1]SZ[9]PB[{name}];B[ee]C[Nước đi hay {k}];W[gc])" for k, name in enumerate(names)) + "\n"
        )
    if suffix == ".ubb":
        return "\n".join(UBB.format(name, f"Nước đi hay {k}") for k, name in enumerate(names))
    return "\n".join(
        f'[White "{name}"]\n[Black "?"]\n\n1. e4 {{Nước đi hay {k}}} e5 *\n' for k, name in enumerate(names)
    )


def windows_1258(text: str) -> bytes:
    data = find_format("x.pgn").encode(text, "cp1258")
    assert data[1] == "cp1258"
    return data[0]


def files(suffix: str) -> dict[str, bytes]:
    names = [f"{VIETNAMESE[k % 5]} {k}" for k in range(GAMES)]
    own = text_of(suffix, names)
    plain = own.replace("Nước đi hay", "un très bon coup, l’idée")
    for name, other in zip(VIETNAMESE, ("Jérôme Côté", "André Muñoz", "Müller", "“Łukasz”", "Françoise"), strict=True):
        plain = plain.replace(name, other if "Ł" not in other else "Øyvind")
    chinese = own.replace("Nước đi hay", "好棋，红方占优势")
    for name, other in zip(VIETNAMESE, ("王天一", "许银川", "吕钦", "赵鑫鑫", "郑惟桐"), strict=True):
        chinese = chinese.replace(name, other)
    foreign = LAST[suffix].format("Jörg")
    return {
        "one name in Latin-1": own.encode() + foreign.encode("latin-1"),
        "Windows-1252": plain.encode("cp1252"),
        "Windows-1258": windows_1258(own),
        "TCVN3": find_format("x.pgn").encode(own, "tcvn3")[0],
        "GB18030": chinese.encode("gb18030"),
        "UTF-16": own.encode("utf-16"),
        "UTF-16 without a mark": own.encode("utf-16-be"),
        "byte order mark": own.encode("utf-8-sig"),
        "a bad byte in each game": own.encode().replace(b"hay", b"hay \xff"),
        "three encodings": own.encode() + plain.encode("cp1252") + chinese.encode("gb18030"),
    }


KINDS = list(files(".pgn"))


def games_of(path: Path) -> list[bytes]:
    collection = Collection.load(path, path.read_bytes())
    list(collection.scan())
    return [collection.data[slice(*collection.span(k))] for k in range(len(collection.entries))]


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "comment", ["a plain comment", "Nước đi rất hay ♘ 好", "more\n“words”"], ids=["ascii", "any", "quotes"]
)
@pytest.mark.diagonal("kind", "suffix", "comment")
def test_one_edited_comment(tmp_path: Path, suffix: str, kind: str, comment: str) -> None:
    path = tmp_path / f"games{suffix}"
    before = files(suffix)[kind]
    path.write_bytes(before)
    old = games_of(path)
    assert len(old) == GAMES * (3 if kind == "three encodings" else 1) + (kind == "one name in Latin-1")
    document = Document()
    document.open(path, 1)
    names = document.record.headers["White"]
    document.set_comment(ROOT, comment)
    document.save()
    new = games_of(path)
    assert new[:1] + new[2:] == old[:1] + old[2:]
    after = path.read_bytes()
    place = before.index(old[1])
    assert after[:place] == before[:place], "a byte order mark is kept, too"
    again = Document()
    again.open(path, 1)
    assert again.tree[ROOT].comment == comment
    assert again.record.headers["White"] == names
    assert again.tree.main_line() and len(again.tree.nodes) == len(document.tree.nodes)
    # Saved again from the same window, by the place that is known, and added to the end.
    document.set_comment(ROOT, "")
    document.save()
    assert games_of(path)[2:] == old[2:]
    again.open(path, 2)
    again.set_comment(ROOT, comment)
    again.save(path, append=True)
    added = games_of(path)
    assert added[2 : len(old)] == old[2:] and len(added) == len(old) + 1
    document.open(path, len(old))
    assert document.tree[ROOT].comment == comment


def test_a_bad_byte_of_the_edited_game_is_written_back(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_bytes(files(".pgn")["a bad byte in each game"])
    document = Document()
    document.open(path, 1)
    node = document.tree.main_line()[1]
    assert document.tree[node].comment.startswith("Nước đi hay \ufffd")
    document.set_comment(ROOT, "edited")
    document.save()
    assert games_of(path)[1].count(b"hay \xff 1") == 1
    assert document.written is not None and document.written.encoding == "utf-8"


@pytest.mark.parametrize("seed", range(20))
def test_any_bytes_in_comments(tmp_path: Path, seed: int) -> None:
    """Random bytes in every game: the others keep theirs, and the record is read as it was saved."""
    rng = random.Random(seed)
    path = tmp_path / "games.pgn"

    def noise() -> bytes:
        return bytes(rng.choice((*range(0x80, 0x100), 0x20, 0x61)) for _ in range(rng.randrange(1, 30)))

    path.write_bytes(b"\n".join(b'[White "%d"]\n\n1. e4 {%s} e5 *\n' % (k, noise()) for k in range(8)))
    old = games_of(path)
    document = Document()
    document.open(path, 3)
    comment = document.tree[1].comment
    document.set_comment(ROOT, "Nước đi hay")
    document.save()
    written = document.written
    assert written is not None
    again = Document()
    again.open(path, 3)
    assert again.tree[ROOT].comment == "Nước đi hay"
    # Bad bytes that were apart in the old encoding may form a letter in UTF-8.
    assert encode(again.tree[1].comment, "utf-8") == encode(comment, "utf-8")
    if not written.is_converted:
        new = games_of(path)
        assert new[:3] + new[4:] == old[:3] + old[4:]


@pytest.mark.slow
@pytest.mark.parametrize("suffix", SUFFIXES)
def test_three_thousand_games(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"games{suffix}"
    text = text_of(suffix, [f"{VIETNAMESE[k % 5]} {k}" for k in range(3000)])
    path.write_bytes(text.encode() + LAST[suffix].format("Jörg").encode("latin-1"))
    old = games_of(path)
    document = Document()
    document.open(path, 1)
    document.set_comment(ROOT, "Nước đi hay")
    document.save()
    new = games_of(path)
    assert len(new) == 3001 and new[:1] + new[2:] == old[:1] + old[2:]
