"""Rows of TRL's `log_history` under the names of this trainer's log (README.md). Needs nothing but Python."""

import math
from collections.abc import Mapping

NAMES = {
    "loss": "loss",
    "reward": "reward",
    "reward_std": "reward_std",
    "kl": "kl",
    "entropy": "entropy",
    "grad_norm": "grad_norm",
    "learning_rate": "learning_rate",
    "num_tokens": "tokens",
    "step_time": "step_seconds",
    "rewards/accuracies": "accuracy",
    "rewards/margins": "margin",
    "completions/mean_length": "completion_tokens",
    "tools/call_frequency": "tool_calls",
}
WHOLE = ("step", "tokens")


def kind_of(row: Mapping[str, object]) -> str:
    """Which trainer of TRL wrote it."""
    if "reward" in row or "frac_reward_zero_std" in row:
        return "grpo"
    return "dpo" if "rewards/margins" in row else "sft"


def step_of(row: Mapping[str, object]) -> dict[str, float] | None:
    """A step's figures; None: the row is none of a step. What is no finite number is left out, as what was not measured is."""
    if "step" not in row or not ("loss" in row or "reward" in row):
        return None
    found = {ours: float(row[theirs]) for theirs, ours in NAMES.items() if is_number(row.get(theirs))}
    flat = row.get("frac_reward_zero_std")
    if is_number(flat):
        found["flat_share"] = float(flat)
    failed = row.get("tools/failure_frequency")
    if "tool_calls" in found and is_number(failed):
        found["tool_calls"] *= 1 - float(failed)  # a call that is no call of a tool plays nothing
    found["step"] = float(row["step"])
    return {name: int(value) if name in WHOLE else value for name, value in found.items()}


def validation_of(row: Mapping[str, object]) -> dict[str, float] | None:
    """What was measured on rows set apart; None: nothing was."""
    if not is_number(row.get("eval_loss")):
        return None
    found = {"step": int(row["step"]), "loss": float(row["eval_loss"])}
    for theirs, ours in (("eval_rewards/accuracies", "accuracy"), ("eval_rewards/margins", "margin"), ("eval_reward", "reward")):
        if is_number(row.get(theirs)):
            found[ours] = float(row[theirs])
    return found


def is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
