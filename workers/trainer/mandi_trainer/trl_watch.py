"""Hears a trainer of TRL, and writes a run's log under this trainer's names. Needs transformers; examples use it too."""

import time
from collections.abc import Mapping

from transformers import TrainerCallback

from .finite import why_stop
from .runs import Run
from .trl_rows import step_of, validation_of


class Told(TrainerCallback):
    """Ends the run as failed where a loss is no number, or where there is nothing to learn from (health.py)."""

    def __init__(self, run: Run, *, samples: int, before: Mapping[str, float] | None = None) -> None:
        """`samples`: of one step. `before`: seconds and tokens of earlier starts; TRL counts from its own start."""
        self.run, self.samples, self.before = run, samples, before or {}
        self.begun = self.step_begun = time.monotonic()
        self.tokens = int(self.before.get("tokens", 0))
        self.best: float | None = None
        self.is_best = False
        # What else is known of the step that is logged next.
        self.more: dict[str, float] = {}

    def seconds(self) -> float:
        return round(self.before.get("seconds", 0.0) + time.monotonic() - self.begun, 1)

    def used(self) -> dict:
        """What else each step tells of itself."""
        return {}

    def on_step_begin(self, args, state, control, **_) -> None:
        self.step_begun = time.monotonic()

    def on_log(self, args, state, control, logs=None, **_) -> None:
        row = {**(logs or {}), "step": state.global_step}
        validation = validation_of(row)
        if validation is not None:
            self.validated(validation)
        figures = step_of(row)
        if figures is None:
            return
        step = int(figures.pop("step"))
        why = why_stop(step, *(float(row.get(name, 0.0)) for name in ("loss", "grad_norm")))
        if why is not None:
            self.run.fail(f"{why} Training stopped; {self.kept()} Try a lower --lr, with --fresh or another --out.")
        if "tokens" in figures:
            figures["tokens"] = self.tokens = int(self.before.get("tokens", 0) + figures["tokens"])
        seconds = {"step_seconds": round(time.monotonic() - self.step_begun, 3), "seconds": self.seconds()}
        self.run.step(step, {**seconds, **figures, "samples": step * self.samples, **self.more, **self.used()})
        self.more = {}

    def come(self) -> dict:
        """How far the run has come, for its end."""
        return {"samples": self.run.card["step"] * self.samples, "seconds": self.seconds(), **({"tokens": self.tokens} if self.tokens else {})}

    def kept(self) -> str:
        last = self.run.out / "last"
        return f"{last} holds the last good checkpoint." if last.is_dir() else "no checkpoint was saved yet."

    def validated(self, figures: dict) -> None:
        step = figures.pop("step")
        self.is_best = self.best is None or figures["loss"] < self.best
        if self.is_best:
            self.best = figures["loss"]
        self.run.validation(step, {**figures, "best": self.is_best})
