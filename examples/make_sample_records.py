"""Make the sample records in ``resources/records`` by games between the built-in algorithms, and annotate one of them.

Every game begins with six random moves and continues with searches limited by depth and nodes, so that it is
reproducible. Run from the repository's root; takes about ten seconds if compiled:

    python examples/make_sample_records.py [--output FOLDER] [NAME …]
"""

import argparse
import random
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from engine.core.errors import IllegalMoveError
from engine.core.evaluation import find_evaluation
from engine.core.game import Game, find_game
from engine.core.outcome import Player
from engine.core.position import Position
from engine.records import edits
from engine.records.formats import pgn
from engine.records.tree import ROOT, EvaluationNote, GameTree, Record
from engine.search.report import Limit, Report
from engine.search.search import Spec

OPENING_PLIES = 6
DATE = "2026.11.21"


@dataclass(frozen=True)
class Side:
    """A player: an algorithm, its evaluation, and its limits of depth and nodes."""

    spec: str
    evaluation: str
    depth: int
    nodes: int

    @property
    def name(self) -> str:
        """The name of the player in the record."""
        return f"{self.spec.partition(':')[0]} ({self.evaluation}, d={self.depth})"

    def report(self, position: Position, seed: int = 0) -> Report:
        """Return the final report of a search of a position."""
        search = Spec.parse(self.spec).build(find_evaluation(position.game.name, self.evaluation), seed)
        *_, last = search.analyse(position, Limit(depth=self.depth, nodes=self.nodes))
        return last


SHARP = "ordering=on,quiescence=on"
SAFE_5 = Side(f"negascout:{SHARP}", "material_safety", 5, 300_000)
SAFE_4 = Side(f"negascout:{SHARP}", "material_safety", 4, 200_000)
SAFE_4_PLAIN = Side(f"negamax_alphabeta:{SHARP}", "material_safety", 4, 200_000)
MATERIAL_4 = Side(f"alphabeta:{SHARP}", "material", 4, 300_000)
MATERIAL_5 = Side(f"negascout:{SHARP}", "material", 5, 200_000)


@dataclass(frozen=True)
class Sample:
    """One game to play: first and second player, and the random seed of the opening."""

    event: str
    rules: str
    sides: tuple[Side, Side]
    seed: int
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Remark:
    """An annotation of a move: comment, glyph, and a line to play instead, with its introduction and verdict."""

    move: str
    comment: str = ""
    nag: int | None = None
    instead: Sequence[str] = ()
    lead: str = ""
    verdict: str = ""


MATCH = {"Site": "Kỳ Viện"}
SAMPLES: dict[str, list[Sample]] = {
    "cotoan-dan-diem-ma-thua": [
        Sample("Ván mẫu: dẫn điểm mà thua", "", (MATERIAL_4, SAFE_5), 3, {"Annotator": "Kỳ Viện"}),
    ],
    "cotoan-hon-nhau-mot-diem": [
        Sample("Ván mẫu: hơn nhau một điểm", "", (SAFE_4, SAFE_4_PLAIN), 13),
    ],
    "cotoan-tran-dau-ba-van": [
        Sample("Ván mẫu: trận đấu ba ván", "match=3", (SAFE_4, MATERIAL_5), 16, MATCH | {"Round": "1"}),
        Sample("Ván mẫu: trận đấu ba ván", "match=3", (MATERIAL_5, SAFE_4), 13, MATCH | {"Round": "2"}),
        Sample("Ván mẫu: trận đấu ba ván", "match=3", (SAFE_4, MATERIAL_5), 13, MATCH | {"Round": "3"}),
    ],
    "cotoan-tre-em": [
        Sample("Ván mẫu: luật trẻ em, chỉ cộng và trừ", "Trẻ em", (SAFE_4, SAFE_4_PLAIN), 13),
    ],
}

# The algorithms whose scores annotate the moves of the annotated game.
CRITICS = (
    Side("greedy", "material", 1, 10**9),
    Side("minimax", "material", 3, 10**9),
    Side(f"negascout:{SHARP}", "material_safety", 5, 10**9),
)
FOREWORD = (
    "Đỏ chỉ đếm giá trị quân (material, alpha-beta sâu 4); Xanh còn đo độ an toàn của quân 0 (material_safety, "
    "negascout sâu 5). Ba nước đầu của mỗi bên bốc ngẫu nhiên.\n"
    "Hãy mở biểu đồ đánh giá: đường giá trị quân phần lớn nằm sát 0, đường an toàn quân 0 thì đã báo động từ lâu."
)
REMARKS = {
    8: Remark(
        "7c11-c4",
        "Quân 7 xuống c4: trên đường chéo c4–d3–e2 nó chỉ cách quân 0 của Đỏ hai ô. Đếm quân thì chưa có gì xảy ra.",
        5,
    ),
    10: Remark("8a10-g4", "Quân 8 băng sáu ô chéo tới g4, cũng cách quân 0 hai ô, phía bên kia. Gọng kìm khép dần.", 1),
    12: Remark(
        "9a5-h5",
        "Quân 9 nối đuôi quân 8 trên đường chéo h5–g4–f3–e2. Dọa 9h5x0e2#: 9×8 = 72, hàng đơn vị là 2, đúng ô thứ hai "
        "kể từ quân 8.",
        3,
    ),
    13: Remark(
        "8a8-f3",
        "Phải chắn f3, dù mất quân 8.",
        None,
        ("3c1x7c4", "9h5x0e2#"),
        "Tham lam thì ăn ngay quân 7 (3−1 = 2); đó cũng là ý của thuật toán tham lam:",
        "Mất quân 0 là thua tuyệt đối, bao nhiêu điểm cũng bằng không.",
    ),
    15: Remark("3c1x7c4", "3−1 = 2. Điểm số 7–8."),
    16: Remark("9f3-e3", "Quân 9 đứng ngay trước mặt quân 0. Nó chưa bắt được gì một mình, còn phải chờ bạn."),
    20: Remark("6d11-d6", "Mồi nhử: hễ quân 7 rời d3 thì cặp quân 4 và 1 của Đỏ bắt được quân 6 này (4×1 = 4).", 5),
    21: Remark(
        "7d3-g3",
        "Nước thua. Từ đây Xanh thắng cưỡng bức.",
        4,
        ("3c4-f4", "9e5-h5", "3f4-f3", "9h5x3f3"),
        "Đưa quân 3 về che còn kéo dài được:",
        "Vẫn kém, nhưng chưa hết cờ.",
    ),
    22: Remark("8g4-f4", "Quân 8 sắp sang e4 đứng trước quân 9, và lần này cột e không còn gì che.", 3),
    24: Remark("8f4-e4", "9 sau, 8 trước, e3 trống: lại 9×8 = 72."),
    25: Remark("4d1x6d6", "4×1 = 4. Đỏ dẫn 13–8, chỉ thiếu hai điểm là thắng…"),
    26: Remark("9e5x0e2#", "…nhưng quân 0 đã mất. Đếm quân thôi thì không thấy được trận này."),
}


def play(game: Game, sample: Sample) -> tuple[list[int], Position]:
    """Play a game and return its moves and final position."""
    rng = random.Random(sample.seed)
    position = game.start()
    moves: list[int] = []
    while position.outcome() is None:
        if len(moves) < OPENING_PLIES:
            move = rng.choice(position.legal_moves())
        else:
            chosen = sample.sides[position.turn].report(position, sample.seed).move
            assert chosen is not None
            move = chosen
        moves.append(move)
        position = position.play(move)
    return moves, position


def record_of(sample: Sample) -> Record:
    """Play a sample and return it as a record."""
    game = find_game("cotoan").with_rules(sample.rules)
    moves, end = play(game, sample)
    outcome = end.outcome()
    assert outcome is not None
    tree = GameTree.start(game)
    tree = edits.add_line(tree, ROOT, moves).apply(tree)
    headers = {
        "Event": sample.event,
        "Date": DATE,
        "White": sample.sides[0].name,
        "Black": sample.sides[1].name,
        "Result": outcome.result,
        "Termination": outcome.termination.value,
        **sample.headers,
    }
    return Record(headers, tree)


def annotate(record: Record) -> Record:
    """Return the record with remarks, alternative lines, and the critics' evaluations of every position.

    Raises:
        IllegalMoveError: if the game is not the one for which the remarks were written.
    """
    tree = record.tree
    line = tree.main_line()
    notes = {}
    for node in line:
        position = tree.position(node)
        for critic in CRITICS:
            report = critic.report(position)
            notes.setdefault(node, []).append(
                EvaluationNote(critic.spec, report.depth, report.score, report.nodes, evaluation=critic.evaluation)
            )
    tree = edits.add_evaluations(tree, notes).apply(tree)
    tree = edits.set_comment(tree, ROOT, FOREWORD).apply(tree)
    for ply, remark in REMARKS.items():
        node = line[ply]
        if tree.move_text(node) != remark.move:
            raise IllegalMoveError(f"ply {ply} is {tree.move_text(node)}, but the remark is about {remark.move}")
        tree = edits.set_comment(tree, node, remark.comment).apply(tree)
        if remark.nag is not None:
            tree = edits.set_nags(tree, node, [remark.nag]).apply(tree)
        if remark.instead:
            position, moves = tree.position(line[ply - 1]), []
            for text in remark.instead:
                moves.append(tree.game.parse_move(position, text))
                position = position.play(moves[-1])
            edit = edits.add_line(tree, line[ply - 1], moves)
            first, last = min(number for number in edit.after if number not in tree), edit.cursor_after
            assert last is not None
            tree = edit.apply(tree)
            tree = edits.set_lead(tree, first, remark.lead).apply(tree)
            tree = edits.set_comment(tree, last, remark.verdict).apply(tree)
    return Record(record.headers, tree)


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the sample records named by the arguments, by default all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=Path, default=Path("resources/records"))
    parser.add_argument(
        "names", nargs="*", choices=[[], *SAMPLES], metavar="NAME", help="records to make; default: all"
    )
    options = parser.parse_args(arguments)
    options.output.mkdir(parents=True, exist_ok=True)
    for name in options.names or SAMPLES:
        records = [record_of(sample) for sample in SAMPLES[name]]
        if name == "cotoan-dan-diem-ma-thua":
            records = [annotate(record) for record in records]
        path = options.output / f"{name}.pgn"
        path.write_text(pgn.write(records), encoding="utf-8", newline="\n")
        for record in records:
            end = record.tree.position(record.tree.main_line()[-1])
            tally = record.game.tallies(end)[0].values
            print(
                f"{path.name}: {record.result} by {record.headers['Termination']}, "
                f"{len(record.tree.main_line()) - 1} plies, points {tally[Player.FIRST]}–{tally[Player.SECOND]}"
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
