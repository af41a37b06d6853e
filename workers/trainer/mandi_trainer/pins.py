"""What a run was trained on and how: a resumed one must have the same."""

from pathlib import Path

# What must not change within a run, and how it is given. Not among them: how long it goes on (--updates, --minutes, --save-every) and where
# (--device, --threads).
COMPARED = {
    "file": "--samples",
    "base": "--base",
    "rank": "--rank",
    "alpha": "twice --rank",
    "targets": "set by this trainer",
    "lr": "--lr",
    "batch": "--batch",
    "warmup": "--warmup",
    "seed": "--seed",
    "temperature": "--temperature",
    "validate": "--validate",
    "dtype": "--dtype",
}
SHOWN = {"file": "samples", "base": "base model", "targets": "layers", "lr": "learning rate"}


# Of runs by TRL.
COMPARED_BY_TRL = {
    "kind": "the command",
    "file": "--pairs",
    "base": "--base",
    "adapter": "--adapter",
    "game": "--game",
    "task": "--task",
    "seat": "--seat",
    "opponents": "--opponents",
    "rank": "--rank",
    "lr": "--lr",
    "batch": "--batch",
    "generations": "--generations",
    "beta": "--beta",
    "seed": "--seed",
    "validate": "--validate",
    "stop": "--stop",
    "dtype": "--dtype",
}

# Of runs of `learn`.
COMPARED_BY_LEARN = {
    **{name: f"--{name.replace('_', '-')}" for name in (
        "base", "rank", "lr", "own_lr", "batch", "own_batch", "warmup", "temperature", "demos", "rounds", "round_seeds", "own_seeds", "own_group", "dev_seeds",
        "sft_updates", "round_updates", "own_steps", "measure_every", "patience", "seed", "dtype", "from")},
    "prompt": "the arena's",
}


def refuse_others(before: dict, now: dict, out: Path, compared: dict[str, str] = COMPARED) -> None:
    """Exits where this is another run than the one whose checkpoint lies in the folder."""
    differ = [name for name in compared if before.get(name) != now.get(name)]
    if not differ:
        return
    lines = [f"  {SHOWN.get(name, name)} ({compared[name]}): {shown(before.get(name))} there, {shown(now.get(name))} here" for name in differ]
    raise SystemExit(
        f"the checkpoint in {out} belongs to another run:\n" + "\n".join(lines)
        + "\nGive the same again to go on with it, name another --out, or begin anew with --fresh (it removes what is there)."
    )


def shown(value: object) -> str:
    text = "not recorded" if value is None else str(value)
    return f"{text[:19]}…" if text.startswith("sha256:") else text
