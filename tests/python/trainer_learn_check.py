#!/usr/bin/env python3
"""`mandi_trainer learn`: killed in every stage and resumed to the same weights, and ended early where validation says so.

    python trainer_learn_check.py "node --import tsx bench/bazaar-arena.ts"

The model is made here (tiny_player.py). The last line is "N passed, N failed"; the exit status is 0 only when nothing failed.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

import tiny_player
from named_checks import rows_of, run_all, trainer
from safetensors.torch import load_file

from mandi_trainer import checkpoints
from mandi_trainer.learn_state import Stand, interval_of, judge

SCRATCH = tempfile.TemporaryDirectory(prefix="mandi-trainer-learn-")
BASE = Path(SCRATCH.name)


def words_of(out: Path, *more: str) -> list[str]:
    counts = ["--demos", "2", "--first", "1", "--sft-updates", "20", "--rounds", "1", "--round-seeds", "1", "--round-updates", "3", "--own-steps", "2",
              "--own-seeds", "1", "--own-group", "2", "--dev-seeds", "2", "--measure-every", "1", "--save-every", "9"]
    rest = ["--batch", "4", "--own-batch", "8", "--warmup", "1", "--rank", "4", "--lr", "3e-3", "--own-lr", "1e-3", "--test-seeds", "40000-40000"]
    return ["learn", "--base", str(BASE / "player"), "--arena", sys.argv[1], "--workers", "2", "--out", str(out), "--device", "cpu", *counts, *rest, *more]


def stages_of(out: Path) -> list[str]:
    return [row["stage"] for row in rows_of(out, "begin") if row["resumed"]]


def same(one: Path, other: Path, of: str) -> bool:
    weights, others = (load_file(folder / of / "adapter_model.safetensors") for folder in (one, other))
    return weights.keys() == others.keys() and all((weights[name] == others[name]).all() for name in weights)


def resumed() -> None:
    """Six deaths, in different stages: weights, the kept adapter, every sample and every final figure are those of the run that lived."""
    whole, killed = BASE / "whole", BASE / "killed"
    ended = trainer(words_of(whole))
    assert ended.returncode == 0, ended.stderr[-3000:]
    checkpoints.require_whole(whole / "last")
    deaths = 0
    while deaths < 30:
        ended = trainer(words_of(killed), dying=2)
        if ended.returncode == 0:
            break
        assert ended.returncode == -9, ended.stderr[-3000:]
        deaths += 1
    seen = set(stages_of(killed))
    assert deaths >= 5 and {"sft", "dagger 1", "own"} <= seen, (deaths, seen)
    assert same(whole, killed, "last") and same(whole, killed, "best"), f"other weights after {deaths} deaths"
    assert (whole / "rows.jsonl").read_text() == (killed / "rows.jsonl").read_text()
    assert (whole / "final.json").read_text() == (killed / "final.json").read_text()
    gains = [[(row["stage"], row["gain"], row["best"]) for row in rows_of(out, "validation")] for out in (whole, killed)]
    assert gains[0] == list(dict.fromkeys(gains[1])), gains


def others_refused() -> None:
    refused = trainer(words_of(BASE / "whole", "--own-lr", "5e-4"))
    assert refused.returncode == 1 and "--own-lr): 0.001 there, 0.0005 here" in refused.stderr, refused.stderr[-800:]


def ended_early() -> None:
    """Steps that wreck the model are not kept, and learning ends before its last step."""
    out = BASE / "wrecked"
    ended = trainer(words_of(out, "--own-lr", "3", "--own-steps", "6", "--patience", "1", "--rounds", "0"))
    assert ended.returncode == 0, ended.stderr[-3000:]
    measures = rows_of(out, "validation")
    kept = [row["stage"] for row in measures if row["best"]]
    last = measures[-1]
    assert last["best"] is False and last["lead"] <= 0 and last["stage"] != "own", measures
    assert json.loads((out / "last" / "learn.json").read_text())["stopped"], "why it ended is in the checkpoint"
    assert "ended early" in rows_of(out, "note")[-1]["why"]
    assert json.loads((out / "best" / "state.json").read_text())["updates"] == next(row["step"] for row in reversed(measures) if row["stage"] == kept[-1])
    again = trainer(words_of(out, "--own-lr", "3", "--own-steps", "6", "--patience", "1", "--rounds", "0"))
    assert again.returncode == 0 and len(rows_of(out, "validation")) == len(measures), "a run that ended early learns nothing more"


def judged() -> None:
    seeds = [str(seed) for seed in range(12)]
    stand = Stand()
    assert judge(stand, {seed: 0.5 for seed in seeds}, 3).is_best
    worse = judge(stand, {seed: 0.2 + 0.01 * at for at, seed in enumerate(seeds)}, 9)
    assert not worse.is_best and worse.lead_interval[1] < 0 and "excludes 0" in worse.stop, worse
    noisy = judge(stand, {seed: 0.49 + (0.3 if at % 2 else -0.3) for at, seed in enumerate(seeds)}, 3)
    assert not noisy.is_best and noisy.stop is None, noisy
    third = judge(stand, {seed: 0.49 + (0.3 if at % 2 else -0.3) for at, seed in enumerate(seeds)}, 3)
    assert "3 measures in a row" in third.stop, third
    better = judge(stand, {seed: 0.6 for seed in seeds}, 3)
    assert better.is_best and stand.behind == 0 and better.stop is None
    assert interval_of([0.1] * 7) is None and interval_of([0.1] * 12) is None
    low, high = interval_of([float(one) for one in range(20)])
    assert low < 9.5 - 2.09 * 5.92 / 20**0.5 + 0.5 and high > 9.5 + 2.09 * 5.92 / 20**0.5 - 0.5, (low, high)


def main() -> int:
    tiny_player.main(str(BASE / "player"), False)
    return run_all({"what is kept, and when it ends": judged, "killed in every stage": resumed, "other settings": others_refused, "ended early": ended_early})


if __name__ == "__main__":
    raise SystemExit(main())
