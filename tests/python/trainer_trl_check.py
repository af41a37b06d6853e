#!/usr/bin/env python3
"""The trainer's DPO and GRPO, two steps each, killed and resumed, and what it says of runs that cannot have learned.

    python trainer_trl_check.py pairs.jsonl http://127.0.0.1:8000

The model is made here (tiny_player.py). The last line is "N passed, N failed"; the exit status is 0 only when nothing failed.
"""

from __future__ import annotations

import json
import sys
import tempfile
from functools import partial
from pathlib import Path

import tiny_player
from named_checks import rows_of, run_all, trainer
from safetensors.torch import load_file

from mandi_trainer import checkpoints
from mandi_trainer.rollouts import end_of
from mandi_trainer.stops import stops_of

SCRATCH = tempfile.TemporaryDirectory(prefix="mandi-trainer-trl-")
BASE = Path(SCRATCH.name)
PAIRS, URL = sys.argv[1], sys.argv[2]


def words_of(kind: str, base: str, steps: int, out: Path, *more: str) -> list[str]:
    own = {
        "dpo": ["--pairs", PAIRS, "--batch", "2", "--lr", "5e-3"],
        "grpo": ["--url", URL, "--game", "bazaar/open", "--task", "haggle", "--seat", "buyer_0", "--worlds", "2", "--generations", "4",
                 "--tokens", "6", "--length", "6000", "--lr", "1e-3", "--first-seed", "1"],
    }
    return [kind, *own[kind], "--base", str(BASE / base), "--out", str(out), "--steps", str(steps), "--save-every", "1", "--device", "cpu", *more]


def card_of(out: Path) -> dict:
    return json.loads((out / "run.json").read_text())


def two_steps(kind: str) -> None:
    out = BASE / kind
    ended = trainer(words_of(kind, "player", 2, out))
    assert ended.returncode == 0, ended.stderr[-2000:]
    steps = rows_of(out, "step")
    assert [row["step"] for row in steps] == [1, 2], steps
    wanted = {"loss", "grad_norm", "learning_rate", "entropy", "tokens", "samples", "seconds", "kind", "time"}
    wanted |= {"reward", "reward_std", "valid_actions", "own_actions"} if kind == "grpo" else {"accuracy", "margin"}
    assert all(wanted <= set(row) for row in steps), (wanted - set(steps[0]), steps)
    assert steps[1]["tokens"] > steps[0]["tokens"] > 0
    if kind == "grpo":
        assert all(row["valid_actions"] > 0.3 for row in steps) and any(row["reward_std"] > 0 for row in steps), steps
    assert card_of(out)["status"] == "done" and card_of(out)["step"] == 2, card_of(out)
    checkpoints.require_whole(out / "last")
    assert not (out / "unsealed").exists()


def killed(kind: str) -> None:
    out, whole = BASE / f"{kind}-killed", BASE / f"{kind}-whole"
    assert trainer(words_of(kind, "player", 3, out), dying=2).returncode == -9
    assert card_of(out)["status"] == "running" and not (out / "last").exists()
    ended = trainer(words_of(kind, "player", 3, out))
    assert ended.returncode == 0, ended.stderr[-2000:]
    assert [(row["resumed"], row["from"]) for row in rows_of(out, "begin")] == [(False, 0), (True, 2)]
    assert [row["step"] for row in rows_of(out, "step")] == [1, 2, 3]
    tokens = [row["tokens"] for row in rows_of(out, "step")]
    assert tokens == sorted(tokens), tokens
    if kind == "dpo":
        assert trainer(words_of(kind, "player", 3, whole)).returncode == 0
        one, other = (load_file(folder / "last" / "adapter_model.safetensors") for folder in (out, whole))
        assert all((one[name] == other[name]).all() for name in one), "a resumed run ends elsewhere than one that was not killed"
    refused = trainer(words_of(kind, "player", 4, out, "--rank", "4"))
    assert refused.returncode == 1 and "rank (--rank): 8 there, 4 here" in refused.stderr, refused.stderr[-500:]
    assert card_of(out)["status"] == "done", "a refusal changes nothing of the run"


def fails(name: str, words: list[str], why: str) -> None:
    ended = trainer(words)
    out = Path(words[words.index("--out") + 1])
    assert ended.returncode == 1, (name, ended.stdout[-500:], ended.stderr[-1500:])
    last = ended.stderr.strip().splitlines()[-1]
    assert last.startswith(why), (name, last)
    assert (card_of(out)["status"], card_of(out)["reason"]) == ("failed", last), card_of(out)
    assert rows_of(out, "failed")[-1]["reason"] == last


def at_ln_2() -> None:
    fails("ln 2", words_of("dpo", "player", 2, BASE / "still", "--lr", "1e-9"), "The DPO loss stayed at ln 2 (0.6931) in all 2 steps")


def mute() -> None:
    fails("mute", words_of("grpo", "mute", 2, BASE / "mute-run"), "No reply held a legal action in all 2 steps")


def no_server() -> None:
    words = words_of("grpo", "player", 2, BASE / "nobody")
    words[words.index("--url") + 1] = "http://127.0.0.1:9"
    fails("no server", words, "--url http://127.0.0.1:9: no session can be opened there")


def stop_tokens() -> None:
    """Each of the list ends a reply, and answers of pairs end with the first."""
    words = tiny_player.tokenizer()
    turn, end = (words.convert_tokens_to_ids(mark) for mark in ("<|turn|>", "<|end|>"))
    assert stops_of(words, []) == [turn, end], "the template's end of turn, then the end of text"
    assert stops_of(words, ["<|end|>"]) == [end]
    for stop in (turn, end):
        assert end_of([7, 8, stop, 9, turn], [turn, end]) == 3, stop
    assert end_of([7, 8], [turn, end]) == 2
    try:
        stops_of(words, ["<|nowhere|>"])
    except SystemExit as refusal:
        assert "--stop <|nowhere|>" in str(refusal), refusal
    else:
        raise AssertionError("a stop that is no token was taken")


def as_it_is() -> None:
    """TRL's own DPOTrainer takes the file of `mandi pairs` without this trainer."""
    from datasets import load_dataset
    from transformers import AutoModelForCausalLM, AutoTokenizer
    from trl import DPOConfig, DPOTrainer

    rows = load_dataset("json", data_files=PAIRS, split="train", cache_dir=str(BASE / "cache"))
    args = DPOConfig(output_dir=str(BASE / "as-it-is"), max_steps=1, per_device_train_batch_size=2, max_length=2048, logging_steps=1, report_to="none",
                     save_strategy="no", use_cpu=True, bf16=False, gradient_checkpointing=False)
    model = AutoModelForCausalLM.from_pretrained(BASE / "player")
    trained = DPOTrainer(model=model, args=args, train_dataset=rows, processing_class=AutoTokenizer.from_pretrained(BASE / "player"))
    trained.train()
    assert [row["loss"] > 0 for row in trained.state.log_history if "loss" in row] == [True], trained.state.log_history


def main() -> int:
    for name, is_mute in (("player", False), ("mute", True)):
        tiny_player.main(str(BASE / name), is_mute)
    checks = {"stop tokens": stop_tokens, "pairs in TRL as they are": as_it_is, "a loss at ln 2": at_ln_2, "no legal action": mute, "no server": no_server}
    for kind in ("dpo", "grpo"):
        checks |= {f"two steps of {kind}": partial(two_steps, kind), f"{kind} killed": partial(killed, kind)}
    return run_all(checks)


if __name__ == "__main__":
    raise SystemExit(main())
