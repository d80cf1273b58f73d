"""The encodings of files that declare none, and of files that declare a wrong one."""

import pytest

from engine.records.collection import Collection
from engine.records.formats import find_format
from engine.records.text import FileText, decode, encode, known_encoding
from engine.records.tree import Record
from tests.engine.conftest import few

VIETNAMESE = [
    "Nguyễn", "Nguyễn Văn An", "Trần Hưng Đạo", "Lê Lợi", "Phạm Thị Mỹ Hạnh", "NGUYỄN VĂN A", "Đỗ Thị Hà", "Hà Nội",
    "Giải cờ toán toàn quốc", "Thành phố Hồ Chí Minh", "Nước đi hay, bên đỏ thắng thế vì có nhiều quân hơn.",
]  # fmt: skip
WESTERN = [
    "Müller, José", "però ciò è più, può andò così", "gioco può ciò", "Perché no? È già lì", "Não há ações, São João",
    "Jérôme Benoît, Côté", "Ætla ég þangað, Þórður Ólafsson", "Ça été très fort, hôtel forêt", "Señor Núñez",
    "Ångström Öst", "ÇA ÉTÉ FORÊT PIÙ PERÒ", "Über größe", "Nicolò Giannì", "Bùi",
]  # fmt: skip
SENTENCES = [
    "it’s good", "Réti’s idea – {…}".replace("{…}", "(…)"), "L’idée est très simple : attaquer l’aile roi.",
    "“schön” – ok… €", "Der König steht „sicher“, Schwarz verliert", "Ça suffit… l’avantage est à White’s",
    "Señor Núñez jugó “bien” — ¡qué final!", "Não é o melhor – “só” 12 lances", "l’échange, d’après Réti, s’impose",
    "The “best” move; Black’s rook", "A draw – ½ point…",
]  # fmt: skip


def game(name: str) -> str:
    return f'[White "{name}"]\n[Black "X"]\n\n1. e4 e5 *\n'


def written(text: str, encoding: str) -> bytes:
    data = encode(text, encoding)
    assert data is not None
    return data


def read(suffix: str, data: bytes) -> list[Record]:
    return find_format(f"x{suffix}").read(data)


def comment_of(record: Record) -> str:
    return record.tree[1].comment


@pytest.mark.parametrize("encoding", ["cp1258", "tcvn3"])
@pytest.mark.parametrize("name", VIETNAMESE)
def test_old_vietnamese_encodings(name: str, encoding: str) -> None:
    (record,) = read(".pgn", written(game(name), encoding))
    assert record.headers["White"] == name
    (record,) = read(".sgf", written(f"(;GM[1]SZ[9]PB[{name}];B[ee])", encoding))
    assert record.headers["White"] == name


@pytest.mark.parametrize("name", WESTERN)
def test_western_letters(name: str) -> None:
    (record,) = read(".pgn", game(name).encode("latin-1"))
    assert record.headers["White"] == name


@pytest.mark.parametrize(
    ("sentence", "encoding"),
    [
        *((sentence, encoding) for sentence in SENTENCES for encoding in ("cp1252", "cp1250")),
        *((f"Nước “hay” – {name}’s…", encoding) for name in VIETNAMESE[:4] for encoding in ("cp1258", "tcvn3")),
    ],
)
def test_quotes_swallow_no_sign_of_the_format(sentence: str, encoding: str) -> None:
    data = encode(f"1. e4 {{{sentence}}} e5 *\n\n" + game("B"), encoding)
    if data is None:
        assert any(sign in "éèçãóñ¡ª½" for sign in sentence.lower())
        return
    one, two = read(".pgn", data)
    assert (comment_of(one), two.headers["White"]) == (sentence, "B")
    (one,) = read(".sgf", written(f"(;GM[1]SZ[9];B[ee]C[{sentence}];W[cc])", encoding))
    assert (comment_of(one), len(one.tree.nodes)) == (sentence, 3)


# --- the inputs of a review ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("encoding", "white", "black"),
    [
        ("cp1250", "Łukasz Żółć", "Čížek"),
        ("cp1251", "Иванов, Пётр", "Смирнов"),
        ("koi8-r", "Иванов, Пётр", "?"),
        ("utf-16", "Nguyễn Văn An", "?"),
        ("utf-16-be", "Nguyễn Văn An", "?"),
    ],
)
def test_names(encoding: str, white: str, black: str) -> None:
    text = f'[White "{white}"]\n[Black "{black}"]\n\n1. e4 {{хорошо}} e5 *\n'
    (record,) = read(".pgn", text.replace("хорошо", "ok" if encoding == "cp1250" else "хорошо").encode(encoding))
    assert (record.headers["White"], record.headers["Black"]) == (white, black)
    (record,) = read(".psq", f"Piskvorky 15x15, 11:11, 0\n8,8,0\n{white}\nb\n-1\n".encode(encoding))
    assert record.headers["White"] == white


def test_a_quote_before_a_brace_ends_no_comment_of_another_game() -> None:
    one, two = read(".pgn", b'[White "A"]\n\n1. e4 {\x93x\x94} e5 *\n\n[White "B"]\n\n1. d4 {ok} d5 *\n')
    assert (comment_of(one), two.headers["White"], comment_of(two)) == ("“x”", "B", "ok")
    (one,) = read(".sgf", b"(;GM[1]SZ[9]PB[A]C[\x93x\x94];B[ee];W[cc])")
    assert (one.tree[0].comment, len(one.tree.nodes)) == ("“x”", 3)
    (one,) = read(".pgn", b'[White "A"]\n\n1. e4 {\x93sch\xf6n\x94 \x96 ok\x85 \x80} e5 *\n')
    assert comment_of(one) == "“schön” – ok… €"


def test_an_encoding_that_swallows_a_sign_is_out_even_if_its_text_is_likely() -> None:
    data = "1. e4 {中国中国 ".encode("gb18030") + b"\x94} e5 *\n\n" + game("B").encode()
    one, two = read(".pgn", data)
    assert (len(one.tree.nodes), two.headers["White"]) == (3, "B")
    # In a file of which most games are Chinese, too.
    chinese = "\n".join(game("王天一") + "\n1. e4 {红方占优} *\n" for _ in range(5)).encode("gb18030")
    *_, one, two = read(
        ".pgn", chinese + b"\n" + game("A").encode() + b"\n1. e4 {\xd6\xd0\xb9\xfa \x94} e5 *\n\n" + game("B").encode()
    )
    assert (len(one.tree.nodes), two.headers["White"]) == (3, "B")
    # The last byte of this character is a brace, too, but the comment would end in the middle of its text.
    (one,) = read(".pgn", "1. e4 {中国、王天一占优，攠对方} e5 *\n".encode("gb18030"))
    assert comment_of(one) == "中国、王天一占优，攠对方"


def test_one_name_in_another_encoding() -> None:
    games = "\n".join(game(f"Nguyễn Văn {k}") for k in range(5)).encode()
    for last in (0, 2, 5):
        parts = [game(f"Nguyễn Văn {k}").encode() for k in range(5)]
        parts.insert(last, game("Jörg").encode("latin-1"))
        names = [record.headers["White"] for record in read(".pgn", b"\n".join(parts))]
        assert names == [
            *(f"Nguyễn Văn {k}" for k in range(last)),
            "Jörg",
            *(f"Nguyễn Văn {k}" for k in range(last, 5)),
        ]
    collection = Collection.load("x.pgn", games + b"\n" + game("Jörg").encode("latin-1"))
    list(collection.scan())
    assert collection.encodings == {"utf-8": False, "cp1252": True}
    assert [entry.headers["White"] for entry in collection.entries][-1] == "Jörg"
    assert (collection.encoding(0), collection.encoding(5)) == (("utf-8", False), ("cp1252", True))


def test_a_file_that_ends_inside_a_letter() -> None:
    (record,) = read(".pgn", '[White "Nguyễn Văn An"]\n\n1. e4 {Nước đi hay của Tr'.encode() + b"\xe1\xba} *\n")
    assert record.headers["White"] == "Nguyễn Văn An"
    assert comment_of(record).startswith("Nước đi hay của Tr\ufffd")
    assert encode(comment_of(record), "utf-8") == "Nước đi hay của Tr".encode() + b"\xe1\xba"


def test_a_bad_byte_in_declared_utf_8() -> None:
    (record,) = read(".sgf", b"(;GM[1]SZ[9]CA[UTF-8]PB[Nguy\xe1\xbb\x85n]PW[Tr\xe1\xba\xa7n]C[x\xff];B[ee])")
    assert (record.headers["White"], record.headers["Black"]) == ("Nguyễn", "Trần")
    assert encode(record.tree[0].comment, "utf-8") == b"x\xff"
    (record,) = read(".sgf", b"(;GM[1]SZ[9]CA[UTF-8]C[\xc3\xa9 \xe0 \xe8];B[ee])")
    assert record.tree[0].comment[0] == "é" and record.tree[0].comment.count("\ufffd") == 2


# --- declarations ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("declared", "encoding", "name"),
    [
        ("windows-1258", "cp1258", "Bùi Lê"),
        ("CP1258", "cp1258", "Bùi Lê"),
        ("TCVN", "tcvn3", "Nguyễn"),
        ("Windows-1251", "cp1251", "Ян"),
        ("KOI8-R", "koi8-r", "ян"),
        ("Big5", "big5", "王"),
        ("GB2312", "gb18030", "王"),
        ("ISO-8859-2", "iso-8859-2", "Šíp"),
        ("UTF-8", "gb18030", "王天一，红方占优势"),
        ("GB2312", "utf-8", "Nguyễn Văn An, nước đi hay"),
        ("nothing", "gb18030", "王天一，红方占优势"),
    ],
)
def test_a_declaration_is_followed_unless_it_is_impossible(declared: str, encoding: str, name: str) -> None:
    text = f"(;GM[1]SZ[9]CA[{declared}]PB[{name}];B[ee])"
    (record,) = read(".sgf", encode(text, encoding) or b"")
    assert record.headers["White"] == name


def test_the_declaration_of_a_saved_game_is_its_encoding() -> None:
    sgf = find_format("x.sgf")
    (record,) = sgf.read("(;GM[1]SZ[9]CA[GB2312]PB[王天一];B[ee])".encode("gb18030"))
    data, used = sgf.encode(sgf.write([record]), "gb18030")
    assert used == "gb18030" and b"CA[GB18030]" in data
    data, used = sgf.encode(sgf.write([record]), "cp1252")
    assert used == "utf-8" and b"CA[UTF-8]" in data
    assert known_encoding("utf-16") is None


def test_a_chosen_encoding() -> None:
    data = "\n".join(game(f"Nguyễn Văn {k}") for k in range(3)).encode() + b"\n" + game("Jörg").encode("cp1250")
    for chosen, name in ((None, "Jörg"), ("cp1251", "Jцrg"), ("koi8-r", "JЖrg")):
        collection = Collection.load("x.pgn", data, chosen)
        list(collection.scan())
        assert [each.headers["White"] for each in collection.entries][2:] == ["Nguyễn Văn 2", name]
        assert collection.encodings == {"utf-8": False, chosen or "cp1252": chosen is None}
    collection = Collection.load("x.pgn", game("Nguyễn").encode(), "cp1252")
    assert collection.encodings == {"cp1252": False}


# --- bytes and marks -------------------------------------------------------------------------------------------------

ALL = ["utf-8", "utf-16-le", "utf-16-be", "cp1252", "cp1250", "cp1251", "koi8-r", "cp1258", "tcvn3", "gb18030", "big5",
       "cp932", "cp949"]  # fmt: skip


@pytest.mark.parametrize("encoding", few(ALL, ["utf-8", "utf-16-le", "tcvn3", "gb18030", "cp1258"]))
def test_every_byte_has_a_text_and_is_restored(encoding: str) -> None:
    pieces = [bytes([lead, trail]) for lead in range(0x80, 0x100) for trail in range(0x20, 0x100)]
    pieces += [bytes([byte]) for byte in range(256)] + ["\ufffd\U000e0170".encode(), "�".encode(), b"\xd8\x00\xff\xdc"]
    for data in pieces:
        text = decode(data, encoding)
        assert not any("\ud800" <= sign <= "\udfff" for sign in text), data
        back = encode(text, encoding)
        assert back is not None and decode(back, encoding) == text, data
        if encoding in ("utf-8", "cp1252", "cp1250", "cp1251", "koi8-r"):
            assert back == data


def test_marks_are_visible_and_valid_text() -> None:
    text = decode(b"x\xff", "utf-8")
    assert text[:2] == "x\ufffd" and len(text) == 3
    assert text.encode().decode() == text
    assert encode(text, "utf-8") == b"x\xff"
    # A file that contains the characters of a mark is not another file.
    other = text.encode()
    assert decode(other, "utf-8") != text and encode(decode(other, "utf-8"), "utf-8") == other


def test_places_in_a_file_of_several_encodings() -> None:
    pgn = find_format("x.pgn")
    data = b"\xef\xbb\xbf" + game("Nguyễn").encode() + b"\n" + game("Jörg, “x”").encode("cp1252") + b"\n"
    data += game("王天一，红方占优势").encode("gb18030") + b"\n" + game("x\xff").encode("latin-1")
    file = FileText(data, pgn.shape)
    for each in pgn.games(file.text):
        piece = data[file.offset(each.start) : file.offset(each.end)]
        assert piece.startswith(b"[White") and piece.endswith(b"*")
    assert file.offset(len(file.text)) == len(data)
