#!/usr/bin/env python3
"""Kill the trainer's way of saving at every step, and resume with other settings: needs Python alone, no torch.

    python trainer_check.py

The last line is "N passed, N failed"; the exit status is 0 only when nothing failed.
"""

from __future__ import annotations

import argparse
import gzip
import json
import math
import os
import random
import re
import struct
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Callable

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "workers" / "trainer"))
sys.dont_write_bytecode = True

from mandi_trainer import checkpoints, register  # noqa: E402
from mandi_trainer.arena import Arena  # noqa: E402
from mandi_trainer.finite import broken_tensor, require_finite, why_stop  # noqa: E402
from mandi_trainer.health import LN_2, PATIENCE, Health  # noqa: E402
from mandi_trainer.log import Log  # noqa: E402
from mandi_trainer.menus import OPENING, continuations  # noqa: E402
from mandi_trainer.mix import read_take, taken  # noqa: E402
from mandi_trainer.one_at_a_time import hold  # noqa: E402
from mandi_trainer.pins import COMPARED, refuse_others  # noqa: E402
from mandi_trainer.runs import Run, card_of  # noqa: E402
from mandi_trainer.samples import encode, read_samples, set_apart  # noqa: E402
from mandi_trainer.trl_rows import kind_of, step_of, validation_of  # noqa: E402

KILLED = 9
# What Python tells of before it does it: each is a moment at which the process may die.
DISK = ("open", "os.mkdir", "os.rename", "os.remove", "os.rmdir", "shutil.rmtree")

passed = failed = 0


def check(name: str, ok: bool, detail: Any = "") -> None:
    global passed, failed
    passed, failed = passed + int(ok), failed + int(not ok)
    print(f"ok   - {name}" if ok else f"FAIL - {name}: {detail}")


def save(out: Path, updates: int) -> None:
    def write(folder: Path) -> None:
        for name in ("adapter_model.safetensors", "optimizer.pt", "state.json"):
            (folder / name).write_text(f"{name} after {updates}")

    checkpoints.save(out, updates, write)


def saved(out: Path) -> int:
    return int((out / "last" / "state.json").read_text().split()[-1])


def refusal(work: Callable[[], Any]) -> str:
    """The sentence with which it ends; '' where it does not end."""
    try:
        work()
    except SystemExit as end:
        return str(end.code)
    return ""


def dying(out: Path, at: int, saves: bool) -> None:
    """Run by another process: saves the third checkpoint, or settles, and dies before its `at`-th touch of the disk."""
    left = at

    def die(event: str, args: tuple[Any, ...]) -> None:
        nonlocal left
        if event not in DISK:
            return
        left -= 1
        if left < 0:
            os._exit(KILLED)

    sys.addaudithook(die)
    if saves:
        save(out, 3)
    else:
        checkpoints.settle(out)


def every_death(kind: str, prepare: Callable[[Path], None], expect: tuple[int, ...]) -> None:
    """Dies before the first touch of the disk, the second, … until one lives to its end; after each a whole checkpoint is found."""
    wrong: list[str] = []
    seen: set[int] = set()
    deaths = 0
    for at in range(500):
        with tempfile.TemporaryDirectory() as scratch:
            out = Path(scratch)
            prepare(out)
            code = subprocess.run([sys.executable, __file__, kind, str(out), str(at)], check=False).returncode
            try:
                checkpoints.settle(out)
                seen.add(saved(out))
                left = sorted(path.name for path in out.iterdir())
                if left != ["last"]:
                    wrong.append(f"at {at} there is {left}")
            except (SystemExit, OSError) as fault:
                wrong.append(f"at {at}: {fault}")
            if code == 0:
                break
            deaths += 1
            if code != KILLED:
                wrong.append(f"at {at} it ended with {code}")
    check(f"{kind}: whole after each of {deaths} deaths", deaths >= 5 and not wrong, wrong[:3])
    check(f"{kind}: what was saved last is found", seen == set(expect), seen)


def documented_commands() -> None:
    """Each documented command finds the trainer from the repository's root, by what its own block of commands sets."""
    root = Path(__file__).resolve().parents[2]
    for page in ("docs/training.md", "workers/trainer/README.md"):
        blocks = [block for block in (root / page).read_text().split("```")[1::2] if "python -m mandi_trainer" in block]
        sets = [re.search(r"^export PYTHONPATH=(\S+)$", block, re.MULTILINE) for block in blocks]
        check(f"{page}: its commands say where the trainer is", len(blocks) > 0 and all(sets), sets)
        for found in filter(None, sets):
            env = dict(os.environ, PYTHONPATH=found[1], PYTHONDONTWRITEBYTECODE="1")
            ended = subprocess.run([sys.executable, "-c", "import mandi_trainer"], cwd=root, env=env, capture_output=True, check=False)
            check(f"{page}: they find it", ended.returncode == 0, ended.stderr)


def two_saved(out: Path) -> None:
    save(out, 1)
    save(out, 2)


def between_renames(out: Path) -> None:
    """As a run leaves it that dies when `last` has stepped aside and `fresh` has not taken its place."""
    save(out, 3)
    os.replace(out / "last", out / "later")
    save(out, 2)
    os.replace(out / "last", out / "old")
    os.replace(out / "later", out / "fresh")


def deaths() -> None:
    every_death("save", two_saved, (2, 3))
    every_death("settle", between_renames, (3,))
    with tempfile.TemporaryDirectory() as scratch:
        out = Path(scratch)
        between_renames(out)
        check("a run that died between its two renames goes on from what was written last", (checkpoints.settle(out), saved(out)) == ("fresh", 3))
    with tempfile.TemporaryDirectory() as scratch:
        out = Path(scratch)
        (out / "fresh").mkdir()
        (out / "fresh" / "optimizer.pt").write_text("half")
        check("a run that died in its first save begins from nothing", checkpoints.settle(out) is None and not (out / "fresh").exists())


def damage() -> None:
    with tempfile.TemporaryDirectory() as scratch:
        out = Path(scratch)
        between_renames(out)
        (out / "fresh" / "optimizer.pt").write_text("something else")
        check("where the fresh one is damaged the old one is taken", (checkpoints.settle(out), saved(out)) == ("old", 2))
        (out / "last" / "optimizer.pt").write_text("something else")
        said = refusal(lambda: checkpoints.settle(out))
        check("where none is whole it says why, and what to do", "optimizer.pt is not as it was saved" in said and "--fresh" in said, said)
        said = refusal(lambda: checkpoints.require_whole(out / "last"))
        check("nobody converts or registers a damaged one", "optimizer.pt is not as it was saved" in said, said)
        (out / "last" / "optimizer.pt").unlink()
        check("a missing file is named", checkpoints.fault_of(out / "last") == "optimizer.pt is missing")
        (out / "last" / "complete.json").write_text("{")
        check("a torn mark is no mark", checkpoints.fault_of(out / "last") == "its complete.json cannot be read")
        checkpoints.forget(out)
        check("--fresh removes them", checkpoints.settle(out) is None)
    with tempfile.TemporaryDirectory() as scratch:
        out = Path(scratch)
        between_renames(out)
        said = refusal(lambda: checkpoints.require_whole(out / "last"))
        check("whoever asks for `last` meanwhile is told where a whole one lies", str(out / "fresh") in said, said)


def settings() -> None:
    now = {name: f"{name} now" for name in COMPARED} | {"file": "sha256:" + "a" * 64}
    out = Path("run")
    check("the same settings go on", refusal(lambda: refuse_others(dict(now, minutes=4, device="cuda"), now, out)) == "")
    for name, flag in COMPARED.items():
        before = dict(now, **{name: "sha256:" + "b" * 64 if name == "file" else "then"})
        said = refusal(lambda: refuse_others(before, now, out))
        lines = said.splitlines()
        fits = len(lines) == 3 and flag in lines[1] and "--fresh" in lines[2]
        check(f"another {name} is refused, with its setting and what to do", fits, said)
    said = refusal(lambda: refuse_others({}, now, out))
    check("what an older trainer did not record is told so", said.count("not recorded there") == len(COMPARED), said)


def samples() -> None:
    with tempfile.TemporaryDirectory() as scratch:
        file = Path(scratch) / "samples.jsonl"
        check("samples that are not there", "there are no samples" in refusal(lambda: read_samples(file)))
        roles = ("system", "user", "assistant")
        row = {"messages": [{"role": role, "content": "x"} for role in roles], "seed": 50_000}
        file.write_text(json.dumps(row))
        check("seeds that nobody may train on", "50000 is not a training seed" in refusal(lambda: read_samples(file)))
        file.write_text(json.dumps(dict(row, seed=39_999)))
        check("training seeds are read", len(read_samples(file)) == 1)
        good = json.dumps(dict(row, seed=1))
        broken = {
            "half a line": (good[:40], "not JSON"),
            "a list": ("[]", "not list"),
            "no seed": (json.dumps({"messages": row["messages"]}), "not null"),
            "a seed in words": (json.dumps(dict(row, seed="7")), 'not "7"'),
            "no messages": (json.dumps({"seed": 1}), "messages must be a list"),
            "a message that is text": (json.dumps(dict(row, seed=1, messages=["x"])), "messages must be a list"),
        }
        for name, (line, why) in broken.items():
            file.write_text(f"{good}\n{line}")
            said = refusal(lambda: read_samples(file))
            check(f"{name} is refused with file, line and reason", said.startswith(f"{file}:2: ") and why in said, said)


class Letters:
    """A tokenizer of single characters, in a chat of two lines."""

    eos_token_id = 0

    def apply_chat_template(self, messages: list[dict], **_: Any) -> str:
        return "".join(f"{message['content']}\n" for message in messages)

    def __call__(self, text: Any, **_: Any) -> dict:
        return {"input_ids": [[ord(sign) for sign in one] for one in text] if isinstance(text, list) else [ord(sign) for sign in text]}


def replies() -> None:
    def row(answer: str, worths: dict | None, seed: int = 1) -> dict:
        messages = [{"role": role, "content": content} for role, content in (("system", "s"), ("user", "u"), ("assistant", answer))]
        return {"messages": messages, "seed": seed, **({"worths": worths} if worths else {})}

    example = encode(Letters(), row("<a>", {"<a>": 10.0, "<b>": 2.0}))
    check("a chat is the question, the answer and the end", example.ids == [*map(ord, "s\nu\n<a>"), 0] and example.start == 4, example)
    check("replies that differ in one token are told by it", example.soft is not None and example.soft.at == 5, example)
    shares = example.soft.shares(8.0) if example.soft else {}
    check("the better reply has the larger share", math.isclose(shares.get(ord("b"), 0), 1 / (1 + math.e), rel_tol=1e-9), shares)
    check("at a low temperature it has nearly all", example.soft is not None and example.soft.shares(0.1)[ord("a")] > 0.999)
    check("replies of other lengths are learnt as they are", encode(Letters(), row("<a>", {"<a>": 1, "<bc>": 2})).soft is None)
    check("so is an answer of which nothing is said", encode(Letters(), row("<c>", {"<a>": 1, "<b>": 2})).soft is None)
    rows = [row("<a>", None, seed) for seed in range(100)]
    learnt, held = set_apart(rows, 0.1)
    check("a tenth of the seeds is set apart", len(held) == 10 and not {one["seed"] for one in held} & {one["seed"] for one in learnt})
    check("nothing is, where nobody asks for it", set_apart(rows, 0) == (rows, []))
    with tempfile.TemporaryDirectory() as scratch:
        file = Path(scratch) / "samples.jsonl.gz"
        with gzip.open(file, "wt", encoding="utf-8") as packed:
            packed.write(json.dumps(row("<a>", None)))
        check("samples are read packed", len(read_samples(file)) == 1)
        out = Path(scratch) / "best"
        for updates in (3, 5):
            checkpoints.save_aside(out, updates, lambda folder, n=updates: (folder / "state.json").write_text(str(n)))
        checkpoints.require_whole(out)
        check("the best adapter is kept apart, whole", (out / "state.json").read_text() == "5" and [one.name for one in out.parent.iterdir() if one.is_dir()] == ["best"])


def players() -> None:
    """The arena's protocol, against a program that asks twice."""
    program = "\n".join([
        "import json, sys",
        "say = lambda value: print(json.dumps(value), flush=True)",
        "say({'ready': {'system': 's', 'prompt': 'p'}})",
        "for line in sys.stdin:",
        "    told = json.loads(line)",
        "    if 'matches' in told: matches, picks = told['matches'], []",
        "    else: picks.append(told['picks'])",
        "    if len(picks) < 2: say({'asked': [{'user': str(one), 'letters': 'ab', 'at': at} for at, one in enumerate(matches)]})",
        "    else: say({'done': {'results': [[one, picks[0][at], picks[1][at]] for at, one in enumerate(matches)], 'rows': matches}})",
    ])
    arena = Arena([sys.executable, "-c", program], 2)
    seen: list[int] = []

    def choose(users: Any, menus: Any, places: Any) -> list[str]:
        seen.extend(places)
        return [f"{user}{menu[0]}" for user, menu in zip(users, menus)]

    found = arena.play([10, 11, 12, 13, 14], "asked", choose)
    arena.close()
    check("results come in the order of the matches", found["results"] == [[n, f"{n}a", f"{n}a"] for n in range(10, 15)], found)
    check("each question says of which match it is", sorted(seen) == sorted([0, 1, 2, 3, 4] * 2), seen)
    check("rows of all workers are there", sorted(found["rows"]) == [10, 11, 12, 13, 14])


def safetensors(file: Path, dtype: str, body: bytes, end: int | None = None) -> None:
    header = json.dumps({"lora_A": {"dtype": dtype, "shape": [2], "data_offsets": [0, len(body) if end is None else end]}}).encode()
    file.write_bytes(len(header).to_bytes(8, "little") + header + body)


def numbers() -> None:
    check("a finite update goes on", why_stop(1, 3.5, 0.1) is None)
    check("a loss of NaN stops the run", "Update 2" in (why_stop(2, float("nan"), 0.1) or ""))
    check("an infinite gradient stops the run", "gradient norm is inf" in (why_stop(3, 1.0, float("inf")) or ""))
    with tempfile.TemporaryDirectory() as scratch:
        file = Path(scratch) / "adapter_model.safetensors"
        sound = {"F32": struct.pack("<2f", 1.5, -3e38), "F16": struct.pack("<2e", 1.5, 65504.0), "BF16": b"\x7f\x7f\x80\x3f"}
        wrong = {"F32": struct.pack("<2f", 1, float("nan")), "F16": struct.pack("<2e", float("inf"), 1), "BF16": b"\x80\x3f\xc0\x7f"}
        for dtype in sound:
            safetensors(file, dtype, sound[dtype])
            check(f"{dtype} that is finite is taken", broken_tensor(file) is None, broken_tensor(file))
            safetensors(file, dtype, wrong[dtype])
            said = refusal(lambda: require_finite(Path(scratch)))
            check(f"{dtype} with NaN or infinity is refused by the tensor's name", "lora_A holds a number" in said, said)
        safetensors(file, "F32", sound["F32"], end=16)
        check("a tensor that is cut short", broken_tensor(file) == "lora_A is cut short")
        file.write_bytes(b"\x02\0\0\0\0\0\0\0{]")
        check("a file that is none", "cannot be read" in (broken_tensor(file) or ""))


def logs() -> None:
    with tempfile.TemporaryDirectory() as scratch:
        file = Path(scratch) / "log.jsonl"
        file.write_text('{"event": "begin"}\n{"event": "upd')
        log = Log(file)
        print("     ", end="")
        log.write({"event": "update"})
        events = [json.loads(line)["event"] for line in file.read_text().splitlines()]
        check("half a line that a killed run left is cut", events == ["begin", "update"], events)
        try:
            log.write({"loss": float("nan")})
        except ValueError:
            pass
        check("the log never holds NaN, which is no JSON", "NaN" not in file.read_text())


# What a step of a run in good health looks like, and the one that speaks against it, with a word of the reason.
WELL = {"dpo": {"loss": 0.61, "grad_norm": 1.2}, "grpo": {"loss": 0.0, "grad_norm": 0.4, "reward": 0.2, "reward_std": 0.1, "valid_actions": 0.9, "tool_calls": 0.5}}
ILL = {
    "a DPO loss at ln 2": ("dpo", {"loss": LN_2, "grad_norm": 0.8}, "stayed at ln 2 (0.6931)"),
    "an empty gradient": ("dpo", {"loss": 0.5, "grad_norm": 0.0}, "gradient was empty (norm 0)"),
    "an empty gradient of samples": ("sft", {"loss": 1.0, "grad_norm": 0.0}, "gradient was empty (norm 0)"),
    "rewards without any spread": ("grpo", {**WELL["grpo"], "reward_std": 0.0}, "reward 0.2, spread 0"),
    "groups that are all flat": ("grpo", {**WELL["grpo"], "groups": 4, "flat_groups": 4}, "spread 0"),
    "TRL's share of flat groups": ("grpo", {**WELL["grpo"], "flat_share": 1.0}, "spread 0"),
    "replies without an action": ("grpo", {**WELL["grpo"], "valid_actions": 0.0, "reward_std": 0.0}, "No reply held a legal action"),
    "no tool call": ("grpo", {"reward": 0.0, "reward_std": 0.0, "grad_norm": 0.0, "tool_calls": 0.0}, "no valid tool call"),
}


def health() -> None:
    for name, (kind, step, words) in ILL.items():
        ill = Health(kind)
        early = [ill.take(step) for _ in range(PATIENCE)]
        said = ill.verdict() or ""
        check(f"{name} in every step: the run has failed", words in said and said.count(". ") <= 1, said)
        check(f"{name}: it ends early, not at its first step", early[-1] == said and not any(early[:-1]), early)
        well = Health(kind)
        well.take(WELL.get(kind, {"loss": 1.0, "grad_norm": 1.0}))
        for _ in range(2 * PATIENCE):
            well.take(step)
        check(f"{name} after a good step: nothing speaks against the run", well.verdict() is None, well.verdict())
    check("a run of no step is not judged", Health("grpo").verdict() is None)
    said = Health("dpo", {"lr": 5e-6})
    said.take({"loss": LN_2})
    check("the setting to change is told with its value", "--lr (this run: 5e-06)" in (said.verdict() or "") and "its only step" in (said.verdict() or ""), said.verdict())


def runs() -> None:
    def rows(out: Path) -> list[dict]:
        return [json.loads(line) for line in (out / "log.jsonl").read_text().splitlines()]

    def all_steps(out: Path, kind: str, steps: list[dict], resumed: int = 0) -> str:
        """The sentence it ends with; '' where it ends well."""
        def work() -> None:
            with Run(out, kind, {"lr": 1e-6}, game="bazaar/open", steps=9) as run:
                run.begin(resumed=resumed > 0, step=resumed)
                for at, step in enumerate(steps, start=resumed + 1):
                    run.step(at, step)
                run.end()
        return refusal(work)

    with tempfile.TemporaryDirectory() as scratch:
        out = Path(scratch) / "good"
        check("a good run ends well", all_steps(out, "dpo", [WELL["dpo"], {"loss": LN_2, "kl": None}]) == "")
        card = card_of(out) or {}
        check("its card says so", (card["status"], card["step"], card["kind"], card["game"], "reason" in card) == ("done", 2, "dpo", "bazaar/open", False), card)
        check("its card holds what a page shows", {"format", "name", "command", "began", "started", "updated", "ended", "pid", "settings", "versions", "steps"} <= set(card), card)
        check("each row says what it is", [row["event"] for row in rows(out)] == ["begin", "step", "step", "end"] and all("time" in row and row["kind"] == "dpo" for row in rows(out)))
        check("what was not measured is left out", "kl" not in rows(out)[2], rows(out)[2])

        out = Path(scratch) / "bad"
        said = all_steps(out, "grpo", [{"reward": 0.0, "reward_std": 0.0, "grad_norm": 0.0, "tool_calls": 0.0}] * 2)
        card = card_of(out) or {}
        check("a run without a tool call ends with its reason", said.startswith("The model made no valid tool call in all 2 steps"), said)
        check("card and log carry the status and the reason", (card.get("status"), card.get("reason")) == ("failed", said) and rows(out)[-1]["event"] == "failed" and rows(out)[-1]["reason"] == said, card)
        check("started again without a step more, it has still failed", all_steps(out, "grpo", [], resumed=2) == said and (card_of(out) or {})["status"] == "failed")

        out = Path(scratch) / "resumed"
        check("the first part of a run", all_steps(out, "grpo", [WELL["grpo"]] * 3) == "")
        check("a resumed run is judged with what came before", all_steps(out, "grpo", [{**WELL["grpo"], "reward_std": 0.0}], resumed=3) == "")
        check("it keeps when it began", (card_of(out) or {})["step"] == 4)
        check("steps that were gone back on do not count", "its only step" in all_steps(out, "grpo", [{**WELL["grpo"], "reward_std": 0.0}], resumed=0))

        out = Path(scratch) / "broken"
        try:
            with Run(out, "sft", {}) as run:
                run.begin(resumed=False)
                raise RuntimeError("out of\nmemory")
        except RuntimeError:
            pass
        card = card_of(out) or {}
        check("a run that breaks off has failed, with its fault", (card["status"], card["reason"]) == ("failed", "It broke off with RuntimeError: out of memory"), card)
        try:
            with Run(out, "sft", {}) as run:
                run.begin(resumed=False)
                raise KeyboardInterrupt
        except KeyboardInterrupt:
            pass
        check("Ctrl-C is no failure: the run can go on", (card_of(out) or {})["status"] == "running")
        (out / "run.json").write_text("{")
        check("a torn card is no card", card_of(out) is None)


def rows_of_trl() -> None:
    grpo = {"loss": 0.0, "grad_norm": 0.5, "learning_rate": 1e-6, "num_tokens": 1200.0, "reward": 0.25, "reward_std": 0.1, "frac_reward_zero_std": 0.5,
            "tools/call_frequency": 0.0, "completions/mean_length": 40.0, "entropy": 0.4, "kl": float("nan"), "step_time": 2.5, "epoch": 0.1, "step": 3}
    wanted = {"step": 3, "loss": 0.0, "grad_norm": 0.5, "learning_rate": 1e-6, "tokens": 1200, "reward": 0.25, "reward_std": 0.1, "flat_share": 0.5,
              "tool_calls": 0.0, "completion_tokens": 40.0, "entropy": 0.4, "step_seconds": 2.5}
    check("a step of TRL's GRPO under our names, without what is no number", step_of(grpo) == wanted and kind_of(grpo) == "grpo", step_of(grpo))
    dpo = {"loss": 0.69, "rewards/margins": 0.01, "rewards/accuracies": 0.5, "step": 1}
    check("a step of TRL's DPO", step_of(dpo) == {"step": 1, "loss": 0.69, "margin": 0.01, "accuracy": 0.5} and kind_of(dpo) == "dpo", step_of(dpo))
    check("a row that sums the run up is no step", step_of({"train_runtime": 6.3, "train_loss": 0.69, "step": 1}) is None)
    check("a validation", validation_of({"eval_loss": 0.5, "eval_rewards/accuracies": 0.7, "step": 4}) == {"step": 4, "loss": 0.5, "accuracy": 0.7})
    check("a step is none", validation_of(dpo) is None)


def folders() -> None:
    with tempfile.TemporaryDirectory() as scratch:
        out = Path(scratch)
        with hold(out):
            script = "import sys; from pathlib import Path; from mandi_trainer.one_at_a_time import hold; hold(Path(sys.argv[1]))"
            trainer = Path(checkpoints.__file__).parents[1]
            env = {**os.environ, "PYTHONPATH": str(trainer), "PYTHONDONTWRITEBYTECODE": "1"}
            other = subprocess.run([sys.executable, "-c", script, str(out)], capture_output=True, text=True, env=env, check=False)
        refused = other.returncode == 1 and "another run is writing" in other.stderr
        check("two runs do not share a folder", refused or sys.platform == "win32", other.stderr)


def stops() -> None:
    """A list of stops comes through to the agent: those that are named, else those of the run."""
    def registered(out: Path, run_stops: list[str], *words: str) -> list[str]:
        parser = argparse.ArgumentParser()
        register.add_arguments(parser)
        folder = out / "checkpoint"
        checkpoints.remove(folder)
        folder.mkdir()
        (folder / "run.json").write_text(json.dumps({"base": "sha256:0", "prompt": "bazaar-open-1", "stop": run_stops}))
        (folder / "state.json").write_text("{}")
        safetensors(folder / "adapter_model.safetensors", "F32", struct.pack("<f", 1.0))
        checkpoints.seal(folder, 1)
        (out / "adapter.gguf").write_text("GGUF")
        named = ["--adapter", out / "adapter.gguf", "--checkpoint", folder, "--game", "bazaar/open", "--name", "stopper", "--into", out / "models"]
        register.run(parser.parse_args([*map(str, named), *words]))
        return json.loads((out / "stopper.agent.json").read_text())["spec"]["sampling"]["stop"]

    with tempfile.TemporaryDirectory() as scratch:
        out = Path(scratch)
        check("the run's stops become the agent's, each once", registered(out, ["<|a|>", "<|b|>", "<|a|>"]) == ["<|a|>", "<|b|>"])
        check("stops that are named take their place", registered(out, ["<|a|>"], "--stop", "<|c|>", "--stop", "<|d|>") == ["<|c|>", "<|d|>"])
        check("a run without any has none", registered(out, []) == [])
        many = [word for at in range(9) for word in ("--stop", f"<|{at}|>")]
        check("more than an agent may have are refused", "at most 8 stops" in refusal(lambda: registered(out, [], *many)))
        check("so is one that is too long", "1 to 100 characters" in refusal(lambda: registered(out, [], "--stop", "x" * 101)))


def versions() -> None:
    """The next version of an agent that comes with Mandi has an adapter of its own."""
    with tempfile.TemporaryDirectory() as scratch:
        out = Path(scratch)
        folder = out / "checkpoint"
        folder.mkdir()
        (folder / "run.json").write_text(json.dumps({"base": "sha256:0", "prompt": "bazaar-open-1"}))
        (folder / "state.json").write_text("{}")
        safetensors(folder / "adapter_model.safetensors", "F32", struct.pack("<f", 1.0))
        checkpoints.seal(folder, 1)
        (out / "adapter.gguf").write_text("GGUF")
        parser = argparse.ArgumentParser()
        register.add_arguments(parser)
        named = ["--adapter", str(out / "adapter.gguf"), "--checkpoint", str(folder), "--game", "bazaar/open", "--name", "seller-2", "--into", str(out / "models"), "--built-in"]
        for words, known in (((), ("seller-2", 1)), (("--as", "seller@2"), ("seller", 2))):
            register.run(parser.parse_args([*named, *words]))
            agent = json.loads((out / "models" / "seller-2.json").read_text())["agent"]
            check(f"registered as {known}", ((agent["name"], agent["version"]), agent["spec"]["adapter"]) == (known, "seller-2"), agent)
        check("a version that is none is refused", refusal(lambda: register.run(parser.parse_args([*named, "--as", "seller"]))).startswith("--as seller: NAME@VERSION"))


def mixtures() -> None:
    def row(at: int, answer: str, said: str | None = None) -> dict:
        return {"messages": [{"content": ""}, {"content": f"question {at}"}, {"content": answer}], "seed": at, **({} if said is None else {"said": said})}

    check("a share of what is answered most often, and of what was known", read_take("out/a=b.jsonl=40:0.5:.3") == ("out/a=b.jsonl", 40, 0.5, 0.3), read_take("out/a=b.jsonl=40:0.5:.3"))
    check("without them all is taken", read_take("rows.jsonl=7") == ("rows.jsonl", 7, 1, 1))
    rows = [row(at, "wait" if at % 2 else f"t{at}", "wait") for at in range(40)]
    drawn = taken(rows, 10, 1, 0.3, 100, random.Random(1))
    check("at most the share that the pupil knew", len(drawn) == 10 and sum(one["said"] == one["messages"][2]["content"] for one in drawn) == 3, drawn)
    check("rows without a pupil are not counted", len(taken([row(at, "wait") for at in range(9)], 9, 1, 0.1, 100, random.Random(1))) == 9)
    check("at most the share that waits", sum(one["messages"][2]["content"] == "wait" for one in taken(rows, 10, 0.2, 1, 100, random.Random(1))) <= 2)


def menus() -> None:
    picks = ["t1", "s2 15", "s2 18", "n"]

    def ways(said: str) -> list[str]:
        return continuations(OPENING + said, picks, 2)

    check("a line is ended or followed by another", ways('"t') == ['1"]}', '1","', '1", "'], ways('"t'))
    check("a line with prices has one of them", ways('"s2 1') == ['5"]}', '5","', '5", "', '8"]}', '8","', '8", "'], ways('"s2 1'))
    check("after the most lines the list ends", ways('"n","t') == ['1"]}'] and ways('"n","t1"') == ["]}"], ways('"n","t'))
    check("after a comma the next line begins", ways('"n",') == ['"', ' "'] and ways('"n", ') == ['"'], ways('"n",'))
    check("a whole reply goes on with nothing", ways('"n"]') == ["}"] and ways('"n"]}') == [], ways('"n"]'))


def main() -> int:
    if len(sys.argv) == 4:
        dying(Path(sys.argv[2]), int(sys.argv[3]), sys.argv[1] == "save")
        return 0
    for part in (deaths, damage, settings, samples, replies, players, numbers, logs, health, runs, rows_of_trl, menus, mixtures, folders, stops, versions, documented_commands):
        part()
    print(f"{passed} passed, {failed} failed")
    return 0 if failed == 0 else 1


if __name__ == "__main__":
    raise SystemExit(main())
