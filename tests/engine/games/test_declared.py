"""A game that is registered here and only declares what it is: formats and protocols hold it without an edit."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

import pytest

from engine.core.game import Game, SgfGame, _registry, games, register
from engine.core.options import build_options
from engine.core.outcome import Player
from engine.core.surface import Sign
from engine.games.caro.game import Caro
from engine.protocols.server.gtp import GtpServer
from engine.records import edits
from engine.records.collection import Collection
from engine.records.formats import find_format, formats, sgf, signs_of
from engine.records.tree import ROOT, GameTree, Record
from tests.engine.protocols.desk import serve


class Pebbles(Caro):
    """Five in a row with pebbles: stones as GTP and SGF know them, on a board of any size."""

    name: ClassVar[str] = "pebbles"
    title: ClassVar[str] = "Pebbles"
    presets: ClassVar = {}
    sgf: ClassVar[SgfGame | None] = SgfGame(77)
    implied_by: ClassVar[frozenset[str]] = frozenset()

    def protocol_rules(self, protocol: str) -> Mapping[str, str] | None:
        return {"boardsize": str(self.columns)} if protocol == "gtp" and self.columns == self.rows else None

    def with_protocol_rules(self, protocol: str, words: Mapping[str, str]) -> Game:
        return self.with_record_rules(protocol, {"columns": words["boardsize"], "rows": words["boardsize"]})

    def record_rules(self, format: str) -> Mapping[str, str] | None:
        return {"RU": self.rules.win} if format == "sgf" else None

    def with_record_rules(self, format: str, words: Mapping[str, str]) -> Game:
        values = {name: int(words[name]) for name in ("columns", "rows")}
        rule = {"win": words["RU"]} if "RU" in words else {}
        return type(self)(build_options(self.Rules, values | rule, self.rules))


class Marbles(Pebbles):
    """Pebbles under another name."""

    name: ClassVar[str] = "marbles"
    sgf: ClassVar[SgfGame | None] = SgfGame(77, "round")


@pytest.fixture(autouse=True)
def registered() -> Iterator[None]:
    games()
    for kind in (Pebbles, Marbles):
        register(kind)
    yield
    for kind in (Pebbles, Marbles):
        del _registry._classes[kind.name]


def line(game: Game, *moves: str) -> Record:
    tree = GameTree.start(game)
    codes = []
    position: Any = game.start()
    for move in moves:
        codes.append(game.parse_move(position, move))
        position = position.play(codes[-1])
    return Record({"White": "An", "Black": "Bình"}, edits.add_line(tree, ROOT, codes).apply(tree))


@pytest.mark.parametrize("kind", [Pebbles, Marbles])
def test_sgf_holds_it(kind: type[Game]) -> None:
    record = line(kind.with_rules("columns=9,rows=7,win=exactly_five"), "a1", "b2", "i7")
    text = sgf.write([record])
    assert "GM[77]" in text and "SZ[9:7]" in text and "RU[exactly_five]" in text
    assert ("KVG[round]" in text) == (kind is Marbles)
    (read,) = sgf.read(text)
    assert read.same_as(record) and type(read.game) is kind
    collection = Collection(text.encode(), find_format("x.sgf"))
    assert [entry.headers["Game"] for entry in collection.scan()] == [kind.name]
    wanted = record.tree.position(2)
    assert [found.node for found in collection.find(wanted)] == [2]


def test_signs_of_sgf_are_shown_on_its_board() -> None:
    (record,) = sgf.read("(;GM[77]SZ[9];B[ai]TR[ai]LB[aa:x])")
    assert signs_of(record.game, record.tree[1]) == [Sign(72, "label", "x"), Sign(0, "triangle")]


def test_points_are_not_written_as_names_unless_declared() -> None:
    with pytest.raises(Exception, match="'h8' is not a point on this board"):
        sgf.read("(;GM[77]SZ[9];B[h8])", strict=True)


def test_the_usual_board_is_the_game_s_own() -> None:
    (record,) = sgf.read("(;GM[77];B[ai])")
    assert record.game == Pebbles()


def test_pgn_holds_it_and_psq_does_not() -> None:
    record = line(Pebbles(), "a1", "b2")
    (read,) = find_format("x.pgn").read(find_format("x.pgn").write([record]))
    assert read.same_as(record)
    for name, cls in formats().items():
        if name not in ("pgn", "sgf"):
            with pytest.raises(Exception, match=r"save as \.pgn"):
                cls().write([record])


def test_gtp_plays_it() -> None:
    desk = serve(GtpServer, Pebbles())
    assert desk.say("boardsize 9", "play black A1", "play white B2", "genmove black") == ["= ", ""] * 3 + ["= b1", ""]
    position = desk.thinks[0].position
    assert position.game.name == "pebbles" and position.game.columns == 9 and position.turn is Player.FIRST
    assert " 1 X X . . . . . . . 1" in desk.say("showboard")
    assert desk.say("clear_board", "set_free_handicap A1 C3", "genmove white") == ["= ", "", "= ", "", "= b1", ""]


def test_gtp_loads_its_records(tmp_path: Any) -> None:
    path = tmp_path / "x.sgf"
    path.write_text(sgf.write([line(Pebbles.with_rules("columns=9,rows=9"), "a1", "b2")]), encoding="utf-8")
    desk = serve(GtpServer, Pebbles())
    assert desk.say(f"loadsgf {path}", "genmove black") == ["= ", "", "= b1", ""]
    path.write_text(sgf.write([line(Marbles.with_rules("columns=9,rows=9"), "a1", "b2")]), encoding="utf-8")
    assert desk.say(f"loadsgf {path}")[0].startswith("? cannot load file: it is a game of ")
