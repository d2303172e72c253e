"""Peach from Python: simulate, run and fit psychoacoustic experiments.

Every function runs the program Peach and returns one of its tables as a pandas data frame. Python computes no number.
"""

from peach.commands import fit, load, plan, simulate, trace
from peach.errors import (
    AccessError,
    ContentError,
    PeachBug,
    PeachError,
    PeachWarning,
    Problem,
    ProgramNotFound,
    RunError,
    Stopped,
    UsageError,
)
from peach.experiments import save
from peach.kinds import Estimate, Listener, Response, Step, Strategy, Track, Trial
from peach.program import find_program, program_version
from peach.tables import columns, units

__version__ = "0.1.0"

__all__ = [
    "AccessError",
    "ContentError",
    "Estimate",
    "Listener",
    "PeachBug",
    "PeachError",
    "PeachWarning",
    "Problem",
    "ProgramNotFound",
    "Response",
    "RunError",
    "Step",
    "Stopped",
    "Strategy",
    "Track",
    "Trial",
    "UsageError",
    "columns",
    "find_program",
    "fit",
    "load",
    "plan",
    "program_version",
    "save",
    "simulate",
    "trace",
    "units",
]
