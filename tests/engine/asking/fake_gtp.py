"""A minimal GTP engine for tests. It supports GTP only with the arguments ``--mode gtp``, and analyses like KataGo."""

import sys

NAMES = ("name", "version", "list_commands", "protocol_version", "boardsize", "komi", "clear_board", "play", "quit")


def say(text: str) -> None:
    """Write a line at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main() -> None:
    """Answer commands until the end of the input."""
    if sys.argv[1:] != ["--mode", "gtp"]:
        say("usage: play on the keyboard")
        return
    answers = {
        "name": "Fake Go", "version": "1", "protocol_version": "2",
        "list_commands": "\n".join((*NAMES, "kata-analyze")),
    }  # fmt: skip
    for line in sys.stdin:
        word = line.split()[0] if line.split() else ""
        if word == "quit":
            say("=\n")
            return
        if word == "kata-analyze":
            say("=\ninfo move C3 visits 5000 winrate 0.75 scoreLead 4.2 order 0 pv C3 D4")
        elif word in NAMES:
            say(f"= {answers.get(word, '')}\n")
        else:
            say("? unknown command\n")


if __name__ == "__main__":
    main()
