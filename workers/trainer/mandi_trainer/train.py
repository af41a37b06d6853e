"""Supervised fine-tuning by LoRA: the loss counts the answer's tokens alone, and only for them are logits computed."""

import argparse
import json
import os
import random
import resource
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import torch
from peft import LoraConfig, PeftModel, get_peft_model

from .base_model import load_base, load_tokenizer
from .samples import Example, digest_of, encode, read_rows, shuffled


@dataclass
class State:
    """Where a run stands; kept with each checkpoint."""

    updates: int = 0
    samples: int = 0
    tokens: int = 0
    seconds: float = 0.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--samples", type=Path, required=True, help="samples.jsonl, as `npx mandi samples` writes it")
    parser.add_argument("--base", type=Path, required=True, help="the base model, a GGUF file")
    parser.add_argument("--out", type=Path, required=True, help="folder for checkpoints, log and the adapter")
    parser.add_argument("--rank", type=int, default=8)
    parser.add_argument("--lr", type=float, default=5e-4)
    parser.add_argument("--batch", type=int, default=4, help="samples of one update")
    parser.add_argument("--warmup", type=int, default=10, help="updates in which the learning rate rises")
    parser.add_argument("--updates", type=int, default=1_000, help="at most so many updates")
    parser.add_argument("--minutes", type=float, default=None, help="at most so long, earlier runs of the folder included")
    parser.add_argument("--save-every", type=int, default=25, help="updates between checkpoints")
    parser.add_argument("--seed", type=int, default=1, help="of the order of samples and the adapter's first values")
    parser.add_argument("--device", default="auto", help="auto, cpu, cuda or mps")
    parser.add_argument("--dtype", default="auto", choices=["auto", "float32", "bfloat16"])
    parser.add_argument("--threads", type=int, default=1, help="on the CPU; more than one collapses on a busy machine")


def run(args: argparse.Namespace) -> None:
    device = pick_device(args.device)
    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)
    args.out.mkdir(parents=True, exist_ok=True)
    tokenizer = load_tokenizer(args.base)
    rows = shuffled(read_rows(args.samples), args.seed)
    model, state = open_model(args, device)
    Training(args, model, [encode(tokenizer, row) for row in rows], state).run()


def pick_device(name: str) -> str:
    if name != "auto":
        return name
    if torch.cuda.is_available():
        return "cuda"
    return "mps" if torch.backends.mps.is_available() else "cpu"


def pick_dtype(name: str, device: str) -> torch.dtype:
    """On the CPU plain floats: few processors compute in bfloat16, the others convert."""
    if name == "auto":
        return torch.bfloat16 if device == "cuda" else torch.float32
    return getattr(torch, name)


def open_model(args: argparse.Namespace, device: str):
    """The base with a fresh adapter, or with the folder's last one and the state that belongs to it."""
    base = load_base(args.base, pick_dtype(args.dtype, device), device)
    last = args.out / "last"
    if last.is_dir():
        model = PeftModel.from_pretrained(base, last, is_trainable=True)
        return model, State(**json.loads((last / "state.json").read_text()))
    config = LoraConfig(r=args.rank, lora_alpha=2 * args.rank, target_modules="all-linear", task_type="CAUSAL_LM")
    return get_peft_model(base, config), State()


class Training:
    def __init__(self, args: argparse.Namespace, model: PeftModel, examples: list[Example], state: State) -> None:
        self.args, self.model, self.state = args, model, state
        self.batches = batches_of(examples, args.batch)
        self.device = next(model.parameters()).device
        self.learnt = [weight for weight in model.parameters() if weight.requires_grad]
        self.optimizer = torch.optim.AdamW(self.learnt, lr=args.lr, weight_decay=0.0)
        kept = args.out / "last" / "optimizer.pt"
        if kept.is_file():
            self.optimizer.load_state_dict(torch.load(kept, weights_only=True))

    def run(self) -> None:
        self.model.train()
        self.log({"event": "begin", "resumed": self.state.updates > 0, "batches": len(self.batches), **self.pins()})
        while self.progress() < 1:
            self.update()
            if self.state.updates % self.args.save_every == 0:
                self.save()
        self.save()
        self.log({"event": "end", **asdict(self.state)})

    def progress(self) -> float:
        """0 at the beginning, 1 at the end, by updates or by the clock, whichever is further."""
        by_clock = 0.0 if self.args.minutes is None else self.state.seconds / (60 * self.args.minutes)
        return max(self.state.updates / self.args.updates, by_clock)

    def rate(self) -> float:
        """Rises to `--lr` over the first updates, then falls evenly to nothing."""
        rise = min(1.0, (self.state.updates + 1) / max(1, self.args.warmup))
        return self.args.lr * rise * max(0.02, 1 - self.progress())

    def update(self) -> None:
        begun = time.monotonic()
        rate = self.rate()
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        batch = self.batches[self.state.updates % len(self.batches)]
        loss, right = self.learn(batch)
        norm = torch.nn.utils.clip_grad_norm_(self.learnt, 1.0)
        self.optimizer.step()
        self.optimizer.zero_grad(set_to_none=True)
        self.count(begun, batch)
        self.log({"event": "update", "loss": round(loss, 5), "right": right, "of": len(batch), "lr": rate,
                  "norm": round(float(norm), 4), **self.usage()})

    def learn(self, batch: list[Example]) -> tuple[float, int]:
        """The gradient. Also the loss, and how many answers were the likeliest tokens before they were learnt from.

        Shorter samples are filled up at their end: with causal attention nothing looks there, so no mask is needed.
        """
        longest = max(len(example.ids) for example in batch)
        ids = torch.tensor([example.ids + [0] * (longest - len(example.ids)) for example in batch], device=self.device)
        causal = self.model.get_base_model()
        hidden = causal.model(input_ids=ids, use_cache=False).last_hidden_state
        asked = [hidden[row, example.start - 1 : len(example.ids) - 1] for row, example in enumerate(batch)]
        wanted = [ids[row, example.start : len(example.ids)] for row, example in enumerate(batch)]
        logits = [causal.lm_head(part).float() for part in asked]
        loss = torch.nn.functional.cross_entropy(torch.cat(logits), torch.cat(wanted))
        loss.backward()
        right = sum(bool((part.argmax(-1) == want).all()) for part, want in zip(logits, wanted, strict=True))
        return loss.item(), right

    def count(self, begun: float, batch: list[Example]) -> None:
        self.state.updates += 1
        self.state.samples += len(batch)
        self.state.tokens += sum(len(example.ids) for example in batch)
        self.state.seconds += time.monotonic() - begun

    def usage(self) -> dict:
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        memory = {"rss_mb": peak}
        if self.device.type == "cuda":
            memory["gpu_mb"] = torch.cuda.max_memory_allocated() // 2**20
        return {**asdict(self.state), "seconds": round(self.state.seconds, 1), **memory}

    def pins(self) -> dict:
        names = ("rank", "lr", "batch", "warmup", "updates", "minutes", "seed", "threads")
        settings = {name: getattr(self.args, name) for name in names}
        return {"base": digest_of(self.args.base), "file": digest_of(self.args.samples), "device": str(self.device),
                "dtype": str(next(self.model.get_base_model().parameters()).dtype), "torch": torch.__version__, **settings}

    def log(self, entry: dict) -> None:
        line = json.dumps({"at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), **entry})
        print(line, flush=True)
        with (self.args.out / "log.jsonl").open("a", encoding="utf-8") as file:
            file.write(f"{line}\n")

    def save(self) -> None:
        """Written beside and renamed: a run that is killed leaves a whole checkpoint."""
        fresh, last, old = (self.args.out / name for name in ("fresh", "last", "old"))
        remove(fresh)
        self.model.save_pretrained(fresh)
        torch.save(self.optimizer.state_dict(), fresh / "optimizer.pt")
        (fresh / "state.json").write_text(json.dumps(asdict(self.state)))
        (fresh / "run.json").write_text(json.dumps(self.pins(), indent=2))
        remove(old)
        if last.is_dir():
            os.replace(last, old)
        os.replace(fresh, last)
        remove(old)


def batches_of(examples: list[Example], size: int) -> list[list[Example]]:
    """Samples of about the same length together; the order stays mixed."""
    batches = []
    for window in range(0, len(examples), 8 * size):
        by_length = sorted(examples[window : window + 8 * size], key=lambda example: len(example.ids))
        found = [by_length[at : at + size] for at in range(0, len(by_length), size)]
        random.Random(window).shuffle(found)
        batches.extend(found)
    return batches


def remove(folder: Path) -> None:
    if folder.is_dir():
        for file in folder.iterdir():
            file.unlink()
        folder.rmdir()
