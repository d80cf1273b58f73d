"""Files of Piskvork and Gomocup: read, written, and refused in sentences."""

import random
from pathlib import PurePath

import pytest

from engine.core.errors import NotationError
from engine.core.game import find_game
from engine.records.edits import add_move, set_comment
from engine.records.formats import find_format, formats
from engine.records.tree import ROOT, GameTree, Node, Record

PSQ = formats()["psq"]()

GOMOCUP = """Piskvorky 20x20, 11:11, 1
10,10,0
11,11,1500
10,11,12
C:\\brains\\pbrain-alpha.exe
beta
2,Standard
"""


def test_a_game_of_gomocup() -> None:
    (record,) = PSQ.read(GOMOCUP)
    assert str(record.game.rules_text()) == "columns=20,rows=20,win=exactly_five"
    assert dict(record.headers) == {"White": "beta", "Black": "pbrain-alpha.exe", "Result": "1-0"}
    moves = [record.tree.move_text(number) for number in record.tree.main_line()[1:]]
    assert moves == ["j11", "k10", "j10"], "y is counted from the top"
    assert [record.tree[number].commands for number in record.tree.main_line()[1:]] == [
        (),
        ("emt 0:00:01.500",),
        ("emt 0:00:00.012",),
    ]


def test_found_by_name_and_by_looks() -> None:
    assert find_format("games/1.PSQ").name == find_format(text=GOMOCUP).name == "psq"
    assert find_format(PurePath("x.pgn")).name == "pgn"


def test_a_line_ends_the_game() -> None:
    text = "Piskvorky 15x15, 0:0, 0\n" + "".join(f"{k},1,0\n{k},2,0\n" for k in range(1, 5)) + "5,1,0\n-1\n"
    (record,) = PSQ.read(text)
    assert record.headers["Result"] == "1-0"
    assert record.tree.position(record.tree.main_line()[-1]).outcome() is not None


def test_the_rules_asked_for_where_the_file_has_none() -> None:
    game = find_game("caro").with_rules("win=caro,look=points")
    record = PSQ.read_game("Piskvorky 10x12, 0:0, 0\n1,1,0\n-1\n", game=game)
    assert record.game.rules_text() == "columns=10,rows=12,win=caro,look=points"


def random_record(rng: random.Random) -> Record:
    rules = {"columns": rng.randint(5, 22), "rows": rng.randint(5, 22), "win": rng.choice(("caro", "renju"))}
    game = find_game("caro").with_rules(",".join(f"{name}={value}" for name, value in rules.items()))
    nodes = {ROOT: Node(ROOT, None)}
    position = game.start()
    for number in range(rng.randint(0, 60)):
        if position.outcome() is not None:
            break
        move = rng.choice(position.legal_moves())
        commands = (f"emt 0:{rng.randint(0, 59):02}:00.{rng.randint(1, 999):03}",) if rng.random() < 0.5 else ()
        nodes[number] = Node(
            number, nodes[number].parent, nodes[number].move, (number + 1,), commands=nodes[number].commands
        )
        nodes[number + 1] = Node(number + 1, number, move, commands=commands)
        position = position.play(move)
    outcome = position.outcome()
    result = outcome.result if outcome else rng.choice(("1-0", "0-1", "1/2-1/2"))
    return Record({"White": "Lê An", "Black": "β", "Result": result}, GameTree(game, nodes))


def test_round_trip() -> None:
    rng = random.Random(11)
    for _ in range(40):
        record = random_record(rng)
        (read,) = PSQ.read(PSQ.write([record]))
        assert read.same_as(record)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "line 1: there is no game 1; the text has 0"),
        ("hello", "line 1: expected “Piskvorky 15x15, 11:11, 0”, found 'hello'"),
        ("Piskvorky 30x30, 0:0, 0\n", "line 1: columns=30: must be at most 22"),
        ("Piskvorky 15x15, 0:0, 0\n1,1,0\n\n16,1,0\n", "line 4: 16,1,0 is not on a board of 15 × 15"),
        ("Piskvorky 15x15, 0:0, 0\n1,1,0\n1,1,0\n", "line 3: a15: the cell is occupied"),
    ],
)
def test_files_that_are_none(text: str, reason: str) -> None:
    with pytest.raises(NotationError) as refused:
        PSQ.read(text, strict=True) or PSQ.read_game(text)
    assert str(refused.value).replace(", game 1, ply 2", "") == reason


def test_hostile_text() -> None:
    rng = random.Random(5)
    for _ in range(400):
        text = list(GOMOCUP)
        for _ in range(rng.randint(1, 12)):
            text[rng.randrange(len(text))] = rng.choice("0123456789,x:\n -é٣\x00\x0c")
        try:
            PSQ.games("".join(text))
            PSQ.read("".join(text))
        except NotationError as error:
            assert str(error)


def test_what_would_be_lost_is_refused() -> None:
    (record,) = PSQ.read(GOMOCUP)
    with pytest.raises(NotationError, match="holds one game, not 2"):
        PSQ.write([record, record])
    cotoan = find_game("cotoan")()
    with pytest.raises(NotationError, match="only records of Caro; save as"):
        PSQ.write([Record({}, GameTree(cotoan, {ROOT: Node(ROOT, None)}))])
    noted = set_comment(record.tree, 1, "!").apply(record.tree)
    varied = add_move(record.tree, ROOT, 0).apply(record.tree)
    for tree in (noted, varied):
        with pytest.raises(NotationError, match="moves only"):
            PSQ.write([Record(record.headers, tree)])


@pytest.mark.parametrize("name", ["0\\", "x\\homo-1", "x\\?", "A\\B", "C:\\brains\\x.exe", "a/1,2", "x\\ y"])
def test_names_are_read_the_same_again(name: str) -> None:
    """Managers write the paths of programs; a path that ends in what is no name stays whole."""
    (record,) = PSQ.read(f"Piskvorky 15x15, 0:0, 0\n{name}\nhomo-2\n-1\n")
    (again,) = PSQ.read(PSQ.write([record]))
    assert again.same_as(record) and again.headers["White"] in (name, name.replace("\\", "/").split("/")[-1].strip())


@pytest.mark.parametrize(
    "name", ["1,2", "1,2,3", "1,Freestyle", "12", "-1", "homo-1", "homo-2", ".\\1,2", ".\\A", "Nguyễn Văn A", "a b"]
)
def test_a_name_that_looks_like_another_line_is_kept(name: str) -> None:
    tree = GameTree.start(find_game("caro")().with_rules("columns=15,rows=15"))
    tree = add_move(tree, ROOT, tree.position(ROOT).legal_moves()[0]).apply(tree)
    text = PSQ.write([Record({"White": name, "Black": "B", "Result": "*"}, tree)])
    (again,) = PSQ.read(text)
    kept = "A" if name == ".\\A" else name  # a path is read as its last part, as Piskvork shows it
    assert again.headers["White"] == kept
    assert again.headers["Black"] == "B"
    assert PSQ.read(PSQ.write([again]))[0].same_as(again)
