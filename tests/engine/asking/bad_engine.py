"""An engine that misbehaves in the way its first argument names; it speaks just enough UCI or GTP for that."""

import contextlib
import os
import signal
import subprocess
import sys
import time


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def uci(way: str) -> None:
    for line in sys.stdin:
        words = line.split()
        if words == ["uci"]:
            if way == "mute":
                continue
            if way == "noisy start":
                say("Welcome!\n\nidn name\noption\noption name\noption name A type spin default x min y max z\n"
                    "option name B type combo default q var a\n"
                    "option name  type\noption name C type check default true\n"
                    "option name class type spin default 3 min 1 max 9\nid\nid name")  # fmt: skip
            say("id name Bad\nid author Nobody\noption name Level type spin default 3 min 0 max 9\nuciok")
        elif words == ["isready"]:
            if way != "deaf":
                say("readyok")
        elif words == ["quit"]:
            if way == "stays":
                continue
            return
        elif words[:1] == ["go"]:
            go(way)


def go(way: str) -> None:
    if way == "dies":
        sys.stderr.write("first line\nsegmentation fault in eval.c\nout of squares\n")
        sys.stderr.flush()
        os._exit(3)
    if way == "hangs":
        while True:
            time.sleep(60)
    if way == "floods":
        with contextlib.suppress(BrokenPipeError):
            while True:
                sys.stdout.write("info string flood\n" * 1000)
    if way == "endless line":
        with contextlib.suppress(BrokenPipeError):
            while True:
                sys.stdout.write("x" * 100_000)
    if way == "illegal":
        say("bestmove a1")
    elif way == "nonsense":
        say("bestmove \N{SNOWMAN}\N{SNOWMAN}")
    elif way == "empty":
        say("bestmove")
    elif way == "none":
        say("bestmove (none)")
    elif way == "noisy":
        say("info\ninfo depth\ninfo depth x pv\ninfo depth 3 score cp pv b1\ninfo score mate 99999 pv b1\n"
            "info depth 2 nodes -5 score cp 12 lowerbound pv b1\n"
            "info depth 2 seldepth 9 nodes 77 score cp 12 pv b1 c1 b1\n"
            "info multipv 2 depth 2 score cp 5 pv c1\ninfo string info depth 9 pv c1\ninfo nodes 99999999999999999999\n"
            "readyok\nuciok\nbestmove b1 ponder c1")  # fmt: skip
    elif way == "grandchild":
        _have_a_child()
        time.sleep(600)
    elif way == "orphan":
        _have_a_child()
        say("bestmove b1")
    elif way.startswith(("session", "daemon")):
        leave_a_process(daemon=way.startswith("daemon"))
        if way.endswith("hangs"):
            time.sleep(600)
        say("bestmove b1")
    elif way == "complains":
        sys.stderr.write("oh dear\n" * 1_000_000)
        say("bestmove b1")
    else:
        say("info depth 1 score cp 20 nodes 5 pv b1\nbestmove b1")


def _have_a_child() -> None:
    # It holds none of our pipes: only its group shows whose it is.
    null = subprocess.DEVNULL
    command = [sys.executable, "-c", "import time; time.sleep(600)", *sys.argv[2:]]
    subprocess.Popen(command, stdin=null, stdout=null, stderr=null)


def leave_a_process(*, daemon: bool) -> None:
    """Fork a process that leaves the session, ignores SIGTERM and keeps the pipes, or as a daemon closes them."""
    reader, writer = os.pipe()
    if os.fork():
        os.close(writer)
        os.read(reader, 1)  # until it has left
        return
    os.setsid()
    if daemon and os.fork():
        os._exit(0)
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGPIPE):
        signal.signal(number, signal.SIG_IGN)
    if daemon:
        for stream in range(3):
            os.close(stream)
    os.close(writer)
    time.sleep(600)


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    if sys.argv[1] == "silent":
        time.sleep(600)
    elif sys.argv[1] == "gone":
        sys.exit("no licence")
    else:
        uci(sys.argv[1])
