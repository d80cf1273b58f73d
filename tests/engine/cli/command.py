"""Run commands in this process."""

import json
from typing import Any

import pytest

from engine.cli.main import main


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    """Run a command and return what it prints as JSON."""
    assert main([*arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Run a command that is refused and return the sentence."""
    with pytest.raises(SystemExit) as stopped:
        main(list(arguments))
    assert stopped.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1, "one sentence"
    return err
