"""An engine that answers each command with the output that its argument lists, as JSON.

The argument maps the first word of a command to a list: a text is written (one byte per character, Latin-1), a number
is a pause in seconds, and null ends the program. The list of the empty word is for the start.
"""

import json
import sys
import time


def act(items: list[str | float | None]) -> None:
    for item in items:
        if item is None:
            sys.exit(3)
        if isinstance(item, str):
            sys.stdout.buffer.write(item.encode("latin-1"))
            sys.stdout.buffer.flush()
        else:
            time.sleep(item)


if __name__ == "__main__":
    answers = json.loads(sys.argv[1])
    act(answers.get("", []))
    for line in sys.stdin:
        act(answers.get(line.split()[0] if line.split() else "", []))
