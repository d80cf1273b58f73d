"""Profiles of workers: what makes a worker unsuitable for a contest, and with which worker others are compared."""

import dataclasses
import json
import math
from pathlib import Path
from typing import Any

import pytest

import engine
from engine.contests.clock import TimeControl
from engine.contests.contest import Contest, Contestant, PlayerLimit
from engine.contests.worker import Worker
from engine.core.language import set_language
from engine.jobs import profile as profiles
from engine.jobs.pools.suitable import clock_reference, differences
from engine.jobs.profile import Profile, processor_model
from engine.search.report import Limit

PROGRAM = Profile("0.1.0", "abc", "Processor 9", 1_000_000, {"p.py": "12"})
GREEDY = Contestant("greedy", Limit(nodes=100))


def contest(*players: Contestant, **changes: Any) -> Contest:
    return Contest("caro", players or (GREEDY, GREEDY), **changes)


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"version": "0.0.1"}, "version 0.0.1 instead of 0.1.0"),
        ({"fingerprint": "xyz"}, "node fingerprint xyz instead of abc"),
        ({"files": {}}, "p.py is missing or different"),
        ({"files": {"p.py": "13"}}, "p.py is missing or different"),
    ],
)
def test_another_program_is_refused_in_every_contest(changes: dict[str, Any], text: str) -> None:
    other = dataclasses.replace(PROGRAM, **changes)
    assert differences(PROGRAM, PROGRAM, PROGRAM) == differences(PROGRAM, PROGRAM, None) == []
    assert differences(other, PROGRAM, None) == [text]
    set_language("vi")
    assert differences(other, PROGRAM, None) != [text], "translated"


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"processor": "Processor 8"}, "processor Processor 8 instead of Processor 9"),
        ({"processor": "Processor 8", "speed": 1}, "processor Processor 8 instead of Processor 9"),
        ({"speed": 889_999}, "nodes per second: 889,999 instead of 1,000,000"),
        ({"speed": 1_100_001}, "nodes per second: 1,100,001 instead of 1,000,000"),
    ],
)
def test_another_processor_is_refused_in_a_timed_contest(changes: dict[str, Any], text: str) -> None:
    other = dataclasses.replace(PROGRAM, **changes)
    assert differences(other, PROGRAM, None) == []
    assert differences(other, PROGRAM, PROGRAM) == [text]


@pytest.mark.parametrize("speed", [900_000, 1_000_000, 1_100_000])
def test_ten_per_cent_are_allowed(speed: int) -> None:
    assert differences(dataclasses.replace(PROGRAM, speed=speed), PROGRAM, PROGRAM) == []


def test_workers_are_compared_with_the_median_of_the_most_frequent_processor() -> None:
    def worker(processor: str, speed: int) -> Profile:
        return dataclasses.replace(PROGRAM, processor=processor, speed=speed)

    assert clock_reference([worker("a", 9), worker("b", 1), worker("b", 2), worker("b", 5)]) == worker("b", 2)
    assert clock_reference([worker("b", 7)]) == worker("b", 7)
    # Of two workers, the reference is one, not the mean, from which both might differ too much.
    assert clock_reference([worker("a", 100), worker("a", 200)]) == worker("a", 200)
    assert clock_reference([worker("b", 1), worker("a", 1)]) == worker("a", 1), "independent of the order"


@pytest.mark.parametrize(
    ("limit", "expected"),
    [
        (Limit(nodes=10), False),
        (Limit(depth=2), False),
        (Limit(seconds=1.0), True),
        (Limit(nodes=10, seconds=1.0), True),
        (TimeControl(10.0, 0.1), True),
    ],
)
def test_a_contest_is_timed_if_any_player_is(limit: PlayerLimit, expected: bool) -> None:
    assert contest(GREEDY, dataclasses.replace(GREEDY, limit=limit)).is_timed == expected


def test_a_profile_is_the_same_each_time_except_for_the_speed() -> None:
    one = contest(random_plies=4)
    first, second = Worker(one).measure(), Worker(one).measure()
    assert first.speed > 0 and math.isfinite(first.speed)
    assert dataclasses.replace(first, speed=0) == dataclasses.replace(second, speed=0)
    assert first.version == engine.__version__
    assert first.processor == processor_model() != ""
    assert Profile.from_dict(json.loads(json.dumps(dataclasses.asdict(first)))) == first


def test_the_fingerprint_depends_on_the_searches_of_the_contest(monkeypatch: pytest.MonkeyPatch) -> None:
    def fingerprint(*players: Contestant, **changes: Any) -> str:
        return Worker(contest(*players, **changes)).measure().fingerprint

    monkeypatch.setattr(profiles, "ROUNDS", 1)
    known = {
        fingerprint(),
        fingerprint(random_plies=4),
        fingerprint(random_plies=4, seed=1),
        fingerprint(Contestant("negascout", Limit(depth=2)), GREEDY),
    }
    monkeypatch.setattr(profiles, "NODES", profiles.NODES - 1)
    known.add(fingerprint())
    assert len(known) == 5
    assert len({fingerprint(), fingerprint(seed=1)}) == 1, "the seed decides the random moves only"


def test_the_profile_has_the_digests_of_plugins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(profiles, "ROUNDS", 1)
    file = tmp_path / "p.py"
    one = contest(Contestant("p", Limit(nodes=1), plugin=str(file)), GREEDY)
    missing = Worker(one).measure()
    assert missing.files == {str(file): ""}
    file.write_text("class P:\n    def choose(self, position):\n        return 1\n")
    present = Worker(one).measure()
    assert differences(missing, present, None) == [f"{file} is missing or different"]
    file.write_text("# another one")
    assert Worker(one).measure().files[str(file)] not in ("", present.files[str(file)])


@pytest.mark.parametrize(
    "bad", [None, [], {}, {**dataclasses.asdict(PROGRAM), "speed": "9"}, {**dataclasses.asdict(PROGRAM), "files": [1]}]
)
def test_damaged_profiles_are_refused(bad: object) -> None:
    with pytest.raises((ValueError, KeyError, TypeError)):
        Profile.from_dict(bad)  # type: ignore[arg-type]
    assert Profile.from_dict(dataclasses.asdict(PROGRAM) | {"later": 1}) == PROGRAM
