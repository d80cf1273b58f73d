"""The kinds of exercises, in the order in which they are offered."""

from engine.teach.kinds import utility as utility  # isort: skip
from engine.teach.kinds import values as values  # isort: skip
from engine.teach.kinds import pruning as pruning  # isort: skip
from engine.teach.kinds import ordering as ordering  # isort: skip
from engine.teach.kinds import depth as depth  # isort: skip
from engine.teach.kinds import real as real  # isort: skip
from engine.teach.kinds import faults as faults  # isort: skip
from engine.teach.kinds import weighing as weighing  # isort: skip
