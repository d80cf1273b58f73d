"""What holds of every registered format, on hostile input and on random records; a new one is tested unasked.

- A text is read as records, or refused by a ``NotationError`` of one line that names a place; nothing else is raised.
- ``recognises``, ``games``, ``scan``, ``signs`` and ``may_hold`` never fail; a game found in a text can be read alone.
- What is written is read back: the same moves, and from then on the same record. A format that writes no record has
  a sample in ``tests/golden/formats``, so that reading is tried on more than nonsense.
"""

import random
import re
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.core.errors import NotationError
from engine.core.game import Game, games
from engine.records import edits
from engine.records.formats import Extract, Format, formats
from engine.records.tree import ROOT, GameTree, Record
from tests.engine.conftest import GOLDEN, sampled
from tests.engine.positions import random_play
from tests.engine.records.random_records import records

every_format = pytest.mark.parametrize("name", sorted(formats()))

PLACE = re.compile(r"(?:line|byte) [1-9][0-9]*\b")
LONG = 2000
"""Repetitions in texts that are long or deep: more than Python may recurse, few enough to be read in a second."""

PIECES = (
    "", " ", "\n", "\r", "\t", "\0", "\x1a", "\ufeff", "\ud800", "\udfff", "\u2028", "😀", "ạ", "٣", "½",
    "(", ")", "[", "]", "{", "}", ";", ":", ",", "\\", '"', "%", "$", "!", "?", "*", "-", "--", "/", ".", "<",
    "[%", "(;", "$-1", "1.", "1-0", "0", "-1", "00", "9" * 30, "9" * 5000, "-" + "9" * 30, "$" + "9" * 5000,
    "1e999", "nan", "0x7f", "a1", "zz", "tt", "aa:zz", "B[]", "null", "{[%clk 99:99:99]}",
    "{[%eval x;d=" + "9" * 99 + "]}", " %",
)  # fmt: skip
"""Pieces put into samples."""

TEXTS = (
    *PIECES,
    *(piece * LONG for piece in PIECES if 0 < len(piece) < 10),
    *(opening + " " + closing for opening in PIECES[:40] for closing in PIECES[:40:7]),
    "\0" * LONG + "\n",
    "a\n" * LONG,
    "\n" * LONG + "x",
    "\r" * LONG + "x",
    '[Game "' + "x" * LONG + '"]\n',
    "1. " + "e4 (" * LONG,
    "1. e4 " + "$1" * LONG,
    "(;B[aa]" * LONG,
    "(;SZ[" + "9" * LONG + "])",
    "(;GM[1]" + "C[" * LONG,
    "Piskvorky " + "9" * LONG + "x15, 11:11, 0",
    "Piskvorky 15x15, 11:11, 0\n" + "1,1,1\n" * LONG,
    "XQ" + "\xff" * LONG,
    "XQ\x0a" + "\0" * LONG,
)
"""Texts that no format should stumble over, whatever it is."""

DATA = (
    b"", b"\0", b"\xff", b"\xff\xfe", b"\xfe\xff", b"\xff\xfe\0", b"\xef\xbb\xbf", b"\x80" * 100, b"\xc3",
    b"\xed\xa0\x80", b"\x1f\x8b\x08\0", b"\x89PNG\r\n\x1a\n", b"PK\x03\x04", b"(;C[\xc0\xd3])", b'[White "\xe9\xa0"]',
    bytes(range(256)) * 8, "(;C[ạ])".encode("utf-16"), "1. e4 {ạ}".encode("utf-32"), b"(;CA[big5]C[\x81])",
)  # fmt: skip
"""Files that are not what they seem."""


# --- the laws ---------------------------------------------------------------------------------------------------------


def check_text(kind: Format, text: str, game: Game | None = None) -> list[Record]:
    """Read a text in every way; return the records in it.

    Raises:
        AssertionError: if the format breaks its contract; with the text.
    """
    try:
        return _read_in_every_way(kind, text, game)
    except Exception as error:
        shown = text if len(text) < 300 else f"{text[:150]!r} … {text[-100:]!r} ({len(text)} characters)"
        raise AssertionError(f"{kind.name}: {type(error).__name__}: {error}\non {shown!r}") from error


def _read_in_every_way(kind: Format, text: str, game: Game | None) -> list[Record]:
    assert kind.recognises(text) in (True, False)
    found = kind.games(text)
    assert list(kind.scan(text)) == found
    end = 0
    for extract in found:
        assert end <= extract.start < extract.end <= len(text)
        if "\r" not in text:
            assert extract.line == text.count("\n", 0, extract.start) + 1
        assert all(isinstance(each, str) for pair in extract.headers.items() for each in pair)
        end = extract.end
    refused(kind, text, len(found))
    refused(kind, text, -1)
    read: list[Record] = []
    for index, extract in enumerate(found):
        try:
            record = kind.read_game(text, index, game)
        except NotationError as error:
            check_sentence(error, with_place=True)
            continue
        record.tree.check()
        assert kind.read_game(text[extract.start : extract.end], 0, game).same_as(record), "read alone it is another"
        position = record.tree.position(record.tree.main_line()[-1])
        assert kind.may_hold(text[extract.start : extract.end], position) is True
        for node in record.tree.nodes.values():
            assert all(sign.cell >= 0 for sign in kind.signs(record.game, node))
        read.append(record)
    return read


def refused(kind: Format, text: str, index: int) -> None:
    """Check that a game which is not in the text is refused."""
    with pytest.raises(NotationError) as caught:
        kind.read_game(text, index)
    check_sentence(caught.value, with_place=True)


def check_sentence(error: NotationError, with_place: bool = False) -> None:
    """Check that an error is one line, and names a place where it should."""
    assert str(error).strip() and "\n" not in str(error), repr(str(error))
    assert not with_place or PLACE.match(str(error)), f"no place in {str(error)!r}"


def check_data(kind: Format, data: bytes) -> None:
    """Read bytes as a file.

    Raises:
        AssertionError: if anything but a ``NotationError`` with a place is raised.
    """
    try:
        text = kind.decode(data)
    except NotationError as error:
        check_sentence(error, with_place=True)
        return
    except Exception as error:
        raise AssertionError(f"{kind.name}: {type(error).__name__}: {error}\non {data[:200]!r}") from error
    check_text(kind, text)


def moves_of(record: Record) -> list[tuple[int, str]]:
    """The moves of a record in the order of print, with the depth of their variations."""
    return [(step.depth, record.tree.move_text(step.node)) for step in record.tree.walk()]


def check_round_trip(kind: Format, record: Record) -> bool:
    """Write a record, read it, write and read it again; return whether the format holds it.

    Raises:
        AssertionError: if the moves are others, or the record read is another the second time.
    """
    try:
        text = kind.write([record])
    except NotationError as error:
        check_sentence(error)
        return False
    (read,) = check_text(kind, text, record.game)
    assert moves_of(read) == moves_of(record), f"{kind.name} lost moves in\n{text}"
    again = kind.read_game(kind.write([read]), 0, record.game)
    assert again.same_as(read), f"{kind.name} reads another record the second time, from\n{text}"
    return True


def check_several(kind: Format, both: Sequence[Record]) -> bool:
    """Write records into one text and read them; return whether the format holds several.

    Raises:
        AssertionError: if they are not found again.
    """
    try:
        text = kind.write(both)
    except NotationError as error:
        check_sentence(error)
        return False
    read = [kind.read_game(text, index, each.game) for index, each in enumerate(both)]
    assert len(kind.games(text)) == len(both)
    assert [moves_of(each) for each in read] == [moves_of(each) for each in both]
    return True


# --- what they are tried on -------------------------------------------------------------------------------------------


def plain_record(game: Game, rng: random.Random, plies: int) -> Record:
    """A line of random moves without notes, which every format for the game should hold."""
    codes = []
    position: Any = game.start()
    for after in random_play(position, plies, rng)[1:]:
        codes.append(next(move for move in position.legal_moves() if position.play(move) == after))
        position = after
    tree = GameTree.start(game)
    return Record({"White": "An", "Black": "Bình"}, edits.add_line(tree, ROOT, codes).apply(tree))


def plain_records(seed: int = 0) -> Iterator[Record]:
    """A record of every game under each of its presets."""
    rng = random.Random(seed)
    for cls in games().values():
        for preset in ["", *cls.presets]:
            yield plain_record(cls.with_rules(preset), rng, 8)


def samples(kind: Format) -> list[str]:
    """Texts of the format: written, else the golden files."""
    found = []
    for record in plain_records():
        try:
            found.append(kind.write([record]))
        except NotationError as error:
            check_sentence(error)
    golden = (path for path in sorted((GOLDEN / "formats").iterdir()) if path.suffix in kind.suffixes)
    return [*found, *(kind.decode(path.read_bytes()) for path in golden)]


def damaged(text: str, rng: random.Random) -> str:
    """A text with some places changed."""
    for _ in range(rng.randint(1, 4)):
        start = rng.randrange(len(text) + 1)
        end = min(len(text), start + rng.choice((0, 0, 1, 2, 9, 40)))
        put = rng.choice((rng.choice(PIECES), text[end : end + rng.randint(0, 30)], text[:start][-20:]))
        text = text[:start] + put + text[end:]
    return text


def hostile_texts(kind: Format, texts: Sequence[str], seed: int = 0, count: int = 60) -> Iterator[str]:
    """Texts of no format, and samples cut off or damaged."""
    yield from TEXTS
    rng = random.Random(seed)
    for text in rng.sample(texts, min(len(texts), count // 2)):
        lines = text.split("\n")
        yield from ("\n".join(lines[:number]) for number in range(min(len(lines), 6)))
        yield from (line for line in lines[:6])
    for _ in range(count if texts else 0):
        text = rng.choice(texts)
        yield text[: rng.randrange(len(text) + 1)]
        yield damaged(text, rng)


def check_hostile(kind: Format, texts: Sequence[str], count: int = 60) -> None:
    """Read hostile texts and files, made of samples of the format; ``count`` is a measure of their number.

    Raises:
        AssertionError: if the format breaks its contract on one.
    """
    for text in hostile_texts(kind, texts, count=count):
        check_text(kind, text)
    for data in DATA:
        check_data(kind, data)
    rng = random.Random(1)
    for text in texts[:3]:
        whole = text.encode("utf-8", "surrogatepass")
        for _ in range(20):
            at = rng.randrange(len(whole) + 1)
            check_data(kind, whole[:at] + rng.randbytes(rng.randint(0, 3)) + whole[at + rng.randint(0, 3) :])


# --- the tests --------------------------------------------------------------------------------------------------------


@every_format
@sampled(12, 60)
def test_hostile_texts_are_refused_with_a_place(name: str, count: int) -> None:
    kind = formats()[name]()
    texts = samples(kind)
    assert texts, f"tests/golden/formats needs a sample, as {name} writes nothing"
    for text in texts:
        assert check_text(kind, text), "a sample is read"
    check_hostile(kind, texts, count)


@every_format
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_any_text_and_any_bytes(name: str, data: st.DataObject) -> None:
    kind = formats()[name]()
    check_text(kind, data.draw(st.text() | st.text(st.sampled_from("".join(PIECES[:40])))))
    check_data(kind, data.draw(st.binary()))


@every_format
def test_plain_records_of_every_game_are_held_or_refused(name: str) -> None:
    kind = formats()[name]()
    held = [check_round_trip(kind, record) for record in plain_records(1)]
    pairs = [check_several(kind, [record, record]) for record in plain_records(2)]
    assert any(held) or not any(pairs)
    if not any(held):
        assert any(path.suffix in kind.suffixes for path in (GOLDEN / "formats").iterdir())


@st.composite
def any_games(draw: st.DrawFn) -> Game:
    """Any game under any of its presets."""
    cls = games()[draw(st.sampled_from(sorted(games())))]
    return cls.with_rules(draw(st.sampled_from(["", *cls.presets])))


@every_format
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(record=records(12, any_games()))
def test_random_records_are_held_or_refused(name: str, record: Record) -> None:
    check_round_trip(formats()[name](), record)


# --- the test of the tests --------------------------------------------------------------------------------------------


class Planted(Format):
    """One game a text: a head, and a line of moves of nim. ``fault`` names how it breaks its contract."""

    name, title, suffixes = "planted", "Planted", (".planted",)
    fault = ""

    def recognises(self, text: str) -> bool:
        return text.startswith("planted")

    def games(self, text: str) -> list[Extract]:
        if self.fault == "games" and "\0" in text:
            raise ValueError("a NUL")
        begin = len(text) - len(text.lstrip())
        end = len(text) + (self.fault == "extents")
        return [Extract({}, begin, end, text[:begin].count("\n") + 1)] if text.strip() else []

    def read_game(self, text: str, index: int = 0, game: Game | None = None) -> Record:
        if index or not text.strip():
            raise NotationError("line 1: there is no game {number}", number=index + 1)
        lines = text.lstrip().split("\n")
        if not lines[0].startswith("planted"):
            place = "" if self.fault == "place" else "line 1: "
            raise NotationError("{place}no head", place=place)
        played = games()["nim"]()
        if self.fault == "index":
            lines[1]
        tree = GameTree.start(played)
        node = ROOT
        for word in " ".join(lines[1:]).split()[: 2 if self.fault == "loses" else None]:
            try:
                move = played.parse_move(tree.position(node), word)
            except NotationError as error:
                raise NotationError("line 2: {reason}", reason=str(error)) from None
            tree = edits.add_move(tree, node, move).apply(tree)
            node = tree.main_line()[-1]
        return Record({"White": f"x{len(text)}"} if self.fault == "grows" else {}, tree)

    def write(self, records: Sequence[Record]) -> str:
        if len(records) != 1 or records[0].game.name != "nim" or records[0].game.rules_text():
            raise NotationError("only one game of nim")
        tree = records[0].tree
        if any(len(node.children) > 1 or node.setup for node in tree.nodes.values()):
            raise NotationError("only moves")
        padding = " " * len(records[0].headers.get("White", ""))
        return f"planted{padding}\n{' '.join(tree.move_text(node) for node in tree.main_line()[1:])}"


def try_everything(kind: Format) -> None:
    """Try a format on all that the tests above try one on."""
    check_hostile(kind, samples(kind))
    held = [check_round_trip(kind, record) for record in plain_records(1)]
    assert any(held)


def test_a_sound_format_passes() -> None:
    try_everything(Planted())


@pytest.mark.parametrize(
    ("fault", "found"),
    [
        ("index", "planted: IndexError: list index out of range"),
        ("games", "planted: ValueError: a NUL"),
        ("extents", "planted: AssertionError"),
        ("place", "no place in 'no head'"),
        ("loses", "planted lost moves"),
        ("grows", "planted: AssertionError: read alone it is another|another record the second time"),
    ],
)
def test_a_format_that_breaks_the_contract_is_found(fault: str, found: str) -> None:
    kind = Planted()
    kind.fault = fault
    with pytest.raises(AssertionError, match=found):
        try_everything(kind)
