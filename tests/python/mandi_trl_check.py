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

from trl_check import saved_model, tokenizer

from mandi.trl import MandiTools, NoTools, environment_factory

REPOSITORY = Path(__file__).resolve().parents[2]


def two_steps() -> None:
    """The example trains, and each step has seen whole matches: more than one reply, the turns between them kept out of what is counted."""
    with tempfile.TemporaryDirectory() as out:
        command = [sys.executable, str(REPOSITORY / "python" / "examples" / "grpo.py"), "--model", saved_model(tokenizer()), "--out", out]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    rows = [json.loads(line) for line in done.stdout.splitlines() if line.startswith('{"')]
    steps = [row for row in rows if "reward" in row]
    assert done.returncode == 0 and [row["step"] for row in steps] == [1, 2], done.stderr[-2000:]
    assert all(row["completions/mean_length"] > 16 for row in steps), steps


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
    passed, checks = 0, (two_steps, refused_by_name, tools_play_a_match)
    for check in checks:
        try:
            check()
            passed += 1
            print(f"ok   - {check.__name__}")
        except Exception as error:  # noqa: BLE001 - told, and on with the next
            print(f"FAIL - {check.__name__}: {type(error).__name__}: {error}"[:2500])
    print(f"{passed} passed, {len(checks) - passed} failed")
    return 0 if passed == len(checks) else 1


if __name__ == "__main__":
    raise SystemExit(main())
