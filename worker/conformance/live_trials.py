"""The tests of the protocol of games without turns: those of the others where they mean the
same, and what is different."""

from dataclasses import replace

from worker.conformance.live_dialogue import LiveDialogue
from worker.conformance.report import Figures
from worker.conformance.subject import Subject
from worker.conformance.trials import TRIALS, Trial, disturbed, explained

_TICKS = 10
_FAR_OFF_MS = 100_000
# White's pawn and Black's are on their way, and a knight has arrived.
_COURSE = ("10 w 1 c3", "1020 w 12 e4", "1060 b 28 e5")


def _ticks(subject: Subject) -> Figures:
    with subject.dialogue() as dialogue:
        assert isinstance(dialogue, LiveDialogue)
        dialogue.open(subject.limit)
        dialogue.play(subject.patience, turns=_TICKS)
        return {"ticks": _TICKS, "orders": dialogue.orders, "rejected": dialogue.rejected}


def _resume(subject: Subject) -> Figures:
    with (
        explained("a match resumed at the state in Start.position"),
        subject.dialogue(_COURSE) as dialogue,
    ):
        dialogue.open(subject.limit)
        dialogue.play(subject.patience, turns=_TICKS)
    return {}


def _repeated(subject: Subject) -> Figures:
    return disturbed(subject, 0, "a TickOver that came twice")


def _wrong_time(subject: Subject) -> Figures:
    return disturbed(subject, _FAR_OFF_MS, "a TickOver of another time")


_ALIKE = {trial.name: trial for trial in TRIALS}

LIVE_TRIALS = (
    _ALIKE["ready"],
    _ALIKE["ping"],
    Trial(
        "ticks", "answers each TickOver with a TickDone that repeats its time", _ticks, basic=True
    ),
    _ALIKE["unknown"],
    _ALIKE["next-match"],
    Trial("resume", "goes on from the state in Start", _resume),
    replace(_ALIKE["cancelled"], asks="plays on after a stream was cancelled in a tick"),
    Trial("repeated-tick", "survives a TickOver that comes twice", _repeated),
    Trial("wrong-time", "survives a TickOver of another time", _wrong_time),
    _ALIKE["truncated"],
    _ALIKE["oversized"],
)
