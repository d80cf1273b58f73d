"""Which workers are suitable, so that their results can be added to those of a job.

Results that do not depend on time depend on the program only, and not on the computer: workers need the same version,
the same node counts and the same files. If results depend on time, the processors must also be equal in model and
speed.
"""

import statistics
from collections import Counter
from collections.abc import Collection

from engine.core.language import tr
from engine.jobs.profile import Profile

TOLERANCE = 0.1
"""Greatest relative difference of the speeds of two workers of a timed job."""


def clock_reference(profiles: Collection[Profile]) -> Profile:
    """Return the profile with which the others are compared in a timed job, so that at least one worker is accepted.

    It has the most frequent model of processor, and the median speed among these.
    """
    models = Counter(each.processor for each in profiles)
    model = max(sorted(models), key=models.__getitem__)
    speeds = {each.speed: each for each in profiles if each.processor == model}
    return speeds[statistics.median_high(speeds)]


def differences(profile: Profile, program: Profile, clock: Profile | None) -> list[str]:
    """Return what makes a worker unsuitable, as translated phrases, or an empty list.

    Args:
        profile: profile of the worker.
        program: profile of the program that runs the job.
        clock: the worker with which processor and speed are compared in a timed job, or None in other jobs.
    """
    found = []
    if profile.version != program.version:
        found.append(tr("version {found} instead of {wanted}", found=profile.version, wanted=program.version))
    if profile.fingerprint != program.fingerprint:
        words = {"found": profile.fingerprint, "wanted": program.fingerprint}
        found.append(tr("node fingerprint {found} instead of {wanted}", **words))
    missing = [name for name, digest in program.files.items() if profile.files.get(name) != digest]
    found += [tr("{file} is missing or different", file=name) for name in missing]
    if clock is not None and profile.processor != clock.processor:
        found.append(tr("processor {found} instead of {wanted}", found=profile.processor, wanted=clock.processor))
    elif clock is not None and abs(profile.speed - clock.speed) > TOLERANCE * clock.speed:
        speeds = {"found": f"{profile.speed:,.0f}", "wanted": f"{clock.speed:,.0f}"}
        found.append(tr("nodes per second: {found} instead of {wanted}", **speeds))
    return found
