"""Random records for hypothesis: random legal play with variations, set-ups, and notes made to break a file format."""

from hypothesis import settings
from hypothesis import strategies as st

from engine.core.game import Game, find_game
from engine.core.outcome import Player
from engine.core.score import WIN, WIN_BOUND, Score
from engine.records import edits
from engine.records.edits import Edit
from engine.records.judgement import Judgement
from engine.records.tree import ROOT, EvaluationNote, GameTree, Record

fewer_examples = settings(max_examples=25)
"""For tests of random records, most of whose time is the making of the records."""

NASTY = "ab {}[]%\\\n\t\r;:=()\"'$*#-1.u0057d \u00a0\u2028🙂ạ…\ud800"
texts = st.one_of(
    st.text(st.sampled_from(NASTY), max_size=40),
    st.text(max_size=20),
    st.sampled_from(
        [
            "Nước hay! Quân 8 bắt quân 9 bằng 8−5=3.",
            "[%eval 0.17]",
            "[%clk 0:10:00] còn lại",
            "}",
            "{",
            "\\",
            "\\\n",
            "\\u007d",
            "a\\ b\\",
            "one\n\n\ntwo\n",
            " ".join(["đây là một lời bình dài"] * 12),
            "% at the beginning\n% and again",
            "; not a comment",
            "-- 1. e4 1-0 *",
        ]
    ),
)
names = st.text(st.sampled_from("negascout:=,orderi on;[]{}\\u005dạ"), min_size=1, max_size=20)
scores = st.one_of(
    st.integers(-WIN_BOUND, WIN_BOUND),
    st.integers(0, 999).map(lambda n: WIN - n),
    st.integers(0, 999).map(lambda n: n - WIN),
)
judgements = st.builds(
    Judgement,
    st.lists(st.text(st.sampled_from("a1-x=;]}\\\\"), min_size=1, max_size=6), min_size=1, max_size=3).map(tuple),
    st.builds(Score, scores, st.sampled_from(Player)),
    st.builds(Score, scores, st.sampled_from(Player)),
    st.none() | st.integers(0, 100),
    st.none() | st.builds(Score, scores, st.sampled_from(Player)),
    st.booleans(),
    st.booleans(),
)
own_notes = st.builds(
    EvaluationNote,
    names,
    st.none() | st.integers(0, 100),
    st.none() | st.builds(Score, scores, st.sampled_from(Player)),
    st.none() | st.integers(0, 2**59),
    st.sampled_from(["", "x=1", "tt;y=2,3"]),
    st.just("") | names,
    st.none() | judgements,
)
foreign_notes = st.builds(
    EvaluationNote, st.none(), text=st.sampled_from(["0.17", "#-3", "0.17,20", " 1 ", "-0.5  x", "\\u0041"])
)
notes = st.lists(own_notes | foreign_notes, max_size=3)
commands = st.lists(
    st.from_regex(r"(?:clk|csl|emt|tqu2)(?:[ ,\"\[{\\][ -Z\\^-z🙂ạ]{0,12})?", fullmatch=True).filter(
        lambda t: "}" not in t
    ),
    max_size=2,
)
header_names = st.sampled_from(["Event", "Site", "White", "Black", "WhiteElo", "Annotator", "X-1", "tên"])
headers = st.dictionaries(header_names, texts, max_size=5)
results = st.sampled_from([None, "1-0", "0-1", "1/2-1/2", "*", "?"])


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Cờ toán under one of its presets, or with a few options changed."""
    kind = find_game("cotoan")
    rules = draw(st.sampled_from([*kind.presets, "target=10,first=blue", "ops=as,zero_helper=on,no_capture=none"]))
    return kind.with_rules(rules)


@st.composite
def random_edit(draw: st.DrawFn, record: Record) -> Edit:
    """Something a user may do to ``record``."""
    tree = record.tree
    node = draw(st.sampled_from(sorted(tree.nodes)))
    kind = draw(
        st.sampled_from(
            ["move", "move", "move", "move", "line", "comment", "lead", "nag", "evaluations", "commands", "setup"]
            + ["delete", "promote", "main", "headers"]
        )
    )
    position = tree.position(node)
    moves = position.legal_moves()
    if kind in ("move", "line"):
        line = []
        for _ in range(1 if kind == "move" else 4):
            moves = position.legal_moves()
            if moves:
                line.append(draw(st.sampled_from(moves)))
                position = position.play(line[-1])
        return edits.add_line(tree, node, line)
    if kind == "comment":
        return edits.set_comment(tree, node, draw(texts))
    if kind == "lead" and tree.siblings(node)[0] != node:
        return edits.set_lead(tree, node, draw(texts))
    if kind == "nag":
        return edits.toggle_nag(tree, node, draw(st.integers(0, 12) | st.integers(0, 10**9 - 1)))
    if kind == "evaluations":
        return edits.set_evaluations(tree, {node: draw(notes)})
    if kind == "commands":
        return edits.set_commands(tree, node, draw(commands))
    if kind == "setup":
        other = draw(st.sampled_from(sorted(tree.nodes)))
        return edits.set_up(tree, node, tree.game.format_position(tree.position(other)))
    if kind == "delete" and node != ROOT:
        return edits.delete(tree, node)
    if kind == "promote":
        return edits.promote(tree, node)
    if kind == "main":
        return edits.to_main_line(tree, node)
    if kind == "headers":
        return edits.set_headers(record, draw(headers))
    return Edit()


@st.composite
def stone_games(draw: st.DrawFn) -> Game:
    """Go, MiniGo or caro."""
    kind = draw(st.sampled_from(["go", "minigo", "caro"]))
    rules = {
        "go": ["size=5", "size=9,komi=-3.5,handicap=3", "japanese", "aga", "size=6,rule_set=tromp_taylor"]
        + ["size=7,no_surrounded=on,rule_set=japanese,komi=7"],
        "minigo": ["size=5", "size=6,centre=off", "atari Go"],
        "caro": ["Tự do", "Việt Nam", "Swap2", "Renju", "columns=5,rows=9,win=caro,blocked=either,look=points"],
    }[kind]
    return find_game(kind).with_rules(draw(st.sampled_from(rules)))


@st.composite
def records(draw: st.DrawFn, most_edits: int = 25, kinds: st.SearchStrategy[Game] | None = None) -> Record:
    """A record after random edits."""
    facts = draw(headers)
    result = draw(results)
    if result is not None:
        facts["Result"] = result
    record = Record(facts, GameTree.start(draw(games() if kinds is None else kinds)))
    for _ in range(draw(st.integers(0, most_edits))):
        record = draw(random_edit(record)).apply(record)
    return record
