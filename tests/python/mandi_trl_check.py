#!/usr/bin/env python3
"""The package mandi with TRL: two steps of GRPO on whole matches, tools where a chat template has them, a refusal by name where it has none.

    python mandi_trl_check.py

The model is a small one with random weights, made here. The last line is "N passed, N failed"; the exit status is 0 only when nothing failed.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import tiny_player
from named_checks import run_all
from trl_check import saved_model, tokenizer

from mandi.trl import MandiTools, NoTools, environment_factory

REPOSITORY = Path(__file__).resolve().parents[2]


def two_steps() -> None:
    """The example trains, and each step has seen whole matches: more than one reply, the turns between them kept out of what is counted."""
    with tempfile.TemporaryDirectory() as scratch:
        tiny_player.main(f"{scratch}/player", False)
        done, steps, card = example(f"{scratch}/player", f"{scratch}/out", "--generations", "8")
    assert done.returncode == 0 and card["status"] == "done", done.stderr[-2000:]
    assert [row["step"] for row in steps] == [1, 2] and all(row["completion_tokens"] > 4 for row in steps), steps
    assert all(row["valid_actions"] > 0.3 for row in steps), steps


def failed_run() -> None:
    """A model that plays nothing trains nothing: the example says so, and does not end well."""
    with tempfile.TemporaryDirectory() as scratch:
        done, steps, card = example(saved_model(tokenizer()), f"{scratch}/out")
    assert [row["step"] for row in steps] == [1, 2], done.stderr[-2000:]
    assert done.returncode == 1 and done.stderr.strip().splitlines()[-1] == card["reason"], done.stderr[-2000:]
    assert card["status"] == "failed" and card["reason"].startswith("No reply held a legal action in all 2 steps"), card


def example(model: str, out: str, *more: str) -> tuple[subprocess.CompletedProcess, list[dict], dict]:
    command = [sys.executable, str(REPOSITORY / "python" / "examples" / "grpo.py"), "--model", model, "--out", out, *more]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    rows = [json.loads(line) for line in (Path(out) / "log.jsonl").read_text().splitlines()]
    return done, [row for row in rows if row["event"] == "step"], json.loads((Path(out) / "run.json").read_text())


def refused_by_name() -> None:
    words = tokenizer()
    words.name_or_path = "tiny-without-tools"
    try:
        environment_factory(words)
    except NoTools as refusal:
        assert str(refusal).startswith("tiny-without-tools has a chat template without tools"), refusal
    else:
        raise AssertionError("a template without tools was taken")


def tools_play_a_match() -> None:
    words = tokenizer()
    words.chat_template = (REPOSITORY / "examples" / "python" / "smollm2_tools.jinja").read_text()
    env = environment_factory(words, "bazaar/open", "quick", seat="buyer_0", opponents="linear")()
    assert isinstance(env, MandiTools)
    sight = env.reset(seed=3)
    while "You can play:" in sight:
        best = "1: accept the best offer" in sight
        sight = env.play(1 if best else 0)
    assert sight == "The match is over."
    assert isinstance(env.get_reward(), float)


def main() -> int:
    return run_all({check.__name__: check for check in (two_steps, failed_run, refused_by_name, tools_play_a_match)})


if __name__ == "__main__":
    raise SystemExit(main())
