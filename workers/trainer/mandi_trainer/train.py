"""Supervised fine-tuning by LoRA: the loss counts the answer's tokens alone, and only for them are logits computed."""

import argparse
import json
import random
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import torch
from peft import LoraConfig, PeftModel, get_peft_model
from safetensors.torch import load_file, save_file

from . import checkpoints
from .base_model import digest_of_base, load_base, load_tokenizer, require_base
from .devices import memory_of, pick_device, pick_dtype
from .digests import digest_of
from .finite import why_stop
from .lean import Lean
from .one_at_a_time import hold
from .pins import refuse_others
from .runs import Run
from .runs import forget as forget_run
from .samples import Example, encode_all, read_samples, set_apart, shuffled
from .validation import fill, validate

TARGETS = "all-linear"


@dataclass
class State:
    """Where a run stands; kept with each checkpoint."""

    updates: int = 0
    samples: int = 0
    tokens: int = 0
    seconds: float = 0.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--samples", type=Path, required=True, help="samples.jsonl, as `npx mandi samples` writes it, or the same with gzip (.gz)")
    parser.add_argument("--base", type=Path, required=True, help="the base model, a GGUF file or a folder of Transformers")
    parser.add_argument("--out", type=Path, required=True, help="folder for checkpoints, log and the adapter")
    parser.add_argument("--rank", type=positive, default=8)
    parser.add_argument("--lr", type=float, default=5e-4)
    parser.add_argument("--batch", type=positive, default=4, help="samples of one update")
    parser.add_argument("--warmup", type=int, default=10, help="updates in which the learning rate rises")
    parser.add_argument("--updates", type=positive, default=1_000, help="at most so many updates")
    parser.add_argument("--minutes", type=float, default=None, help="at most so long, earlier runs of the folder included")
    parser.add_argument("--save-every", type=positive, default=25, help="updates between checkpoints")
    parser.add_argument("--seed", type=int, default=1, help="of the order of samples and the adapter's first values")
    parser.add_argument("--temperature", type=float, default=0.0,
                        help="above 0: replies are learnt in shares, by what the samples say each promises; 0: the taught reply alone")
    parser.add_argument("--validate", type=float, default=0.0, help="share of the seeds held out for validation")
    parser.add_argument("--validate-every", type=positive, default=100, help="updates between validations; the best adapter is kept in OUT/best")
    parser.add_argument("--export", type=Path, default=None, help="folder for the best adapter so far in float16, half as large")
    parser.add_argument("--from", dest="begin_from", type=Path, default=None, help="a checkpoint of another run that this one goes on from, with samples and a learning rate of its own")
    parser.add_argument("--lean", action="store_true", help="steps with fewer passes over memory: faster on a CPU (Llama models)")
    parser.add_argument("--fresh", action="store_true", help="begin anew: checkpoints and log of the folder are removed")
    parser.add_argument("--device", default="auto", help="auto, cpu, mps, cuda, or cuda:1 and so on; one that is not there is an error")
    parser.add_argument("--dtype", default="auto", choices=["auto", "float32", "bfloat16"], help="of the base; the adapter is in float32")
    parser.add_argument("--threads", type=positive, default=1, help="on the CPU; more than one collapses on a busy machine")


def positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text} is no whole number from 1")
    return int(text)


def run(args: argparse.Namespace) -> None:
    device = pick_device(args.device)
    dtype = pick_dtype(args.dtype, device)
    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)
    rows, held = set_apart(read_samples(args.samples), args.validate)
    rows = shuffled(rows, args.seed)
    pins = pins_of(args, device, dtype)
    args.out.mkdir(parents=True, exist_ok=True)
    with hold(args.out):
        found = begin_in(args, pins)
        data = {"file": args.samples.name, "digest": pins["file"], "rows": len(rows)}
        steps = args.updates if args.minutes is None else None
        if found is None and args.begin_from is not None:
            take_log(args.begin_from, args.out)
        with Run(args.out, "sft", settings_of(args), steps=steps, data=data, base=pins["base"], device=device, dtype=str(dtype)) as run:
            tokenizer = load_tokenizer(args.base)
            model, state = open_model(args, device, dtype)
            training = Training(args, model, encode_all(tokenizer, rows), state, pins, run)
            training.held = encode_all(tokenizer, held)
            run.begin(resumed=found is not None, step=state.updates, checkpoint=found, batches=len(training.batches),
                      validation=len(training.held), **pins)
            training.run()


def begin_in(args: argparse.Namespace, pins: dict) -> str | None:
    """Which checkpoint it goes on from, now called `last`; None: from nothing."""
    if args.fresh:
        checkpoints.forget(args.out)
        forget_run(args.out)
    found = checkpoints.settle(args.out)
    if found is not None:
        refuse_others(json.loads((args.out / "last" / "run.json").read_text()), pins, args.out)
    return found


def take_log(checkpoint: Path, out: Path) -> None:
    """What the run that it goes on from had logged up to the checkpoint: one curve for all that was learnt."""
    log, updates = checkpoint.parent / "log.jsonl", json.loads((checkpoint / "state.json").read_text())["updates"]
    if not log.is_file():
        return
    rows = [line for line in log.read_text(encoding="utf-8").splitlines() if (row := json.loads(line)).get("step", 0) <= updates and row["event"] != "end"]
    (out / "log.jsonl").write_text("".join(f"{row}\n" for row in rows), encoding="utf-8")


def pins_of(args: argparse.Namespace, device: str, dtype: torch.dtype) -> dict:
    require_base(args.base)
    settings = settings_of(args)
    return {"base": digest_of_base(args.base), "file": digest_of(args.samples), "device": device, "dtype": str(dtype), "torch": torch.__version__,
            "alpha": 2 * args.rank, "targets": TARGETS, **settings, **({"lean": True} if args.lean else {}),
            **({"from": digest_of(args.begin_from / "adapter_model.safetensors")} if args.begin_from else {}), **({"temperature": args.temperature} if args.temperature > 0 else {}),
            **({"validate": args.validate} if args.validate > 0 else {})}


def settings_of(args: argparse.Namespace) -> dict:
    return {name: getattr(args, name) for name in ("rank", "lr", "batch", "warmup", "updates", "minutes", "seed", "threads")}


def open_model(args: argparse.Namespace, device: str, dtype: torch.dtype):
    """The base with a fresh adapter, or with the folder's last one and the state that belongs to it."""
    base = load_base(args.base, dtype, device)
    last = args.out / "last"
    if last.is_dir():
        model = PeftModel.from_pretrained(base, last, is_trainable=True, torch_device=device)
        return model, State(**json.loads((last / "state.json").read_text()))
    if args.begin_from is not None:
        model = PeftModel.from_pretrained(base, args.begin_from, is_trainable=True, torch_device=device)
        return model, State(**json.loads((args.begin_from / "state.json").read_text()))
    config = LoraConfig(r=args.rank, lora_alpha=2 * args.rank, target_modules=TARGETS, task_type="CAUSAL_LM")
    return get_peft_model(base, config), State()


class Training:
    def __init__(
        self, args: argparse.Namespace, model: PeftModel, examples: list[Example], state: State, pins: dict, run: Run
    ) -> None:
        self.args, self.model, self.state, self.pins, self.log = args, model, state, pins, run
        self.batches = batches_of(examples, args.batch)
        self.held: list[Example] = []
        self.best: float | None = None
        self.device = next(model.parameters()).device
        self.lean = Lean(model) if getattr(args, "lean", False) else None
        self.learnt = [weight for weight in model.parameters() if weight.requires_grad]
        self.optimizer = torch.optim.AdamW(self.learnt, lr=args.lr, weight_decay=0.0)
        before = getattr(args, "begin_from", None)
        kept = next((file for folder in (args.out / "last", before) if folder and (file := folder / "optimizer.pt").is_file()), args.out)
        # Where this run's learning rate begins to rise and to fall.
        self.begun = State() if before is None else State(**json.loads((before / "state.json").read_text()))
        if kept.is_file():
            # By way of the processor: the run may have begun on a GPU that is not there now.
            self.optimizer.load_state_dict(torch.load(kept, map_location="cpu", weights_only=True))

    def run(self) -> None:
        self.model.train()
        while self.progress() < 1:
            self.update()
            if self.held and self.state.updates % self.args.validate_every == 0:
                self.validate()
            if self.state.updates % self.args.save_every == 0:
                self.save()
        self.save()
        if self.held and self.state.updates % self.args.validate_every != 0:
            self.validate()
        self.log.end(**self.usage())

    def progress(self) -> float:
        """0 at the beginning, 1 at the end, by updates or by the clock, whichever is further. A run that goes on from another begins there."""
        by_clock = 0.0 if self.args.minutes is None else share(self.state.seconds, self.begun.seconds, 60 * self.args.minutes)
        return max(share(self.state.updates, self.begun.updates, self.args.updates), by_clock)

    def rate(self) -> float:
        """Rises to `--lr` over the first updates, then falls evenly to nothing."""
        rise = min(1.0, (self.state.updates - self.begun.updates + 1) / max(1, self.args.warmup))
        return self.args.lr * rise * max(0.02, 1 - self.progress())

    def update(self) -> None:
        begun = time.monotonic()
        rate = self.rate()
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        batch = self.batches[self.state.updates % len(self.batches)]
        loss, right = self.learn(batch)
        norm = float(torch.nn.utils.clip_grad_norm_(self.learnt, 1.0))
        self.stop_if_broken(loss, norm)
        self.optimizer.step()
        self.optimizer.zero_grad(set_to_none=True)
        self.count(begun, batch)
        self.log.step(self.state.updates, {"loss": round(loss, 5), "right": right, "of": len(batch), "learning_rate": rate,
                                           "grad_norm": norm, "step_seconds": round(time.monotonic() - begun, 3), **self.usage()})

    def stop_if_broken(self, loss: float, norm: float) -> None:
        """Before the step, so that the adapter and the last checkpoint stay as they were."""
        why = why_stop(self.state.updates + 1, loss, norm)
        if why is None:
            return
        last = self.args.out / "last"
        kept = f"{last} holds the last good checkpoint." if last.is_dir() else "No checkpoint was saved yet."
        self.log.fail(f"{why} Training stopped. {kept} Try a lower --lr (this run: {self.args.lr:g}), with --fresh or another --out.")

    def learn(self, batch: list[Example]) -> tuple[float, int]:
        """The gradient. Also the loss, and how many answers were the likeliest tokens before they were learnt from.

        Shorter samples are filled up at their end: with causal attention nothing looks there, so no mask is needed.
        """
        causal = self.model.get_base_model()
        places = [(row, at) for row, example in enumerate(batch) for at in range(example.start - 1, len(example.ids) - 1)]
        rows, asked = torch.tensor(places, device=self.device).T
        if self.lean is None:
            longest = max(len(example.ids) for example in batch)
            ids = torch.tensor([fill(example.ids, longest) for example in batch], device=self.device)
            hidden = causal.model(input_ids=ids, use_cache=False).last_hidden_state[rows, asked]
        else:
            hidden = self.lean.hidden([example.ids for example in batch], [range(example.start - 1, len(example.ids) - 1) for example in batch])
        logits = causal.lm_head(hidden).float()
        wanted = torch.tensor([batch[row].ids[at + 1] for row, at in places], device=self.device)
        losses = torch.nn.functional.cross_entropy(logits, wanted, reduction="none")
        losses = self.shared(batch, places, logits, losses)
        loss = losses.mean()
        loss.backward()
        wrong = torch.zeros(len(batch), device=self.device).index_add_(0, rows, (logits.argmax(-1) != wanted).float())
        return loss.item(), int((wrong == 0).sum())

    def shared(self, batch: list[Example], places: list[tuple[int, int]], logits: torch.Tensor, losses: torch.Tensor) -> torch.Tensor:
        """The losses, where replies are learnt in shares against those."""
        if self.args.temperature <= 0:
            return losses
        where = {place: index for index, place in enumerate(places)}
        at, tokens, shares = [], [], []
        for row, example in enumerate(batch):
            if example.soft is None:
                continue
            for token, share in example.soft.shares(self.args.temperature).items():
                at.append(where[row, example.soft.at - 1])
                tokens.append(token)
                shares.append(share)
        if not at:
            return losses
        index = torch.tensor(at, device=self.device)
        likely = torch.log_softmax(logits, dim=-1)[index, torch.tensor(tokens, device=self.device)]
        told = torch.zeros_like(losses).index_add_(0, index, -likely * torch.tensor(shares, device=self.device, dtype=likely.dtype))
        is_shared = torch.zeros_like(losses, dtype=torch.bool).index_fill_(0, index, True)
        return torch.where(is_shared, told, losses)

    def count(self, begun: float, batch: list[Example]) -> None:
        self.state.updates += 1
        self.state.samples += len(batch)
        self.state.tokens += sum(len(example.ids) for example in batch)
        self.state.seconds += time.monotonic() - begun

    def usage(self) -> dict:
        """How far it has come, and what that took."""
        state = {"tokens": self.state.tokens, "samples": self.state.samples, "seconds": round(self.state.seconds, 1)}
        return {**state, **memory_of(self.device)}

    def save(self) -> None:
        checkpoints.save(self.args.out, self.state.updates, self.write)
        self.log.checkpoint(self.state.updates, "last", digest_of(self.args.out / "last" / "adapter_model.safetensors"))

    def validate(self) -> None:
        """The adapter that loses least so far is kept apart."""
        begun = time.monotonic()
        found = validate(self.model, self.held)
        is_best = bool(found) and (self.best is None or found["lost"] < self.best)
        self.log.validation(self.state.updates, {**found, "best": is_best, "took": round(time.monotonic() - begun, 1)})
        if not is_best:
            return
        self.best = found["lost"]
        checkpoints.save_aside(self.args.out / "best", self.state.updates, self.write_adapter)
        if self.args.export is not None:
            checkpoints.save_aside(self.args.export, self.state.updates, lambda folder: self.write_adapter(folder, torch.float16))

    def write_adapter(self, folder: Path, dtype: torch.dtype | None = None) -> None:
        """What `convert` and `register` need: no optimizer."""
        self.model.save_pretrained(folder)
        (folder / "README.md").unlink(missing_ok=True)
        if dtype is not None:
            file = folder / "adapter_model.safetensors"
            save_file({name: tensor.to(dtype) for name, tensor in load_file(file).items()}, file, {"format": "pt"})
        (folder / "state.json").write_text(json.dumps(asdict(self.state)))
        (folder / "run.json").write_text(json.dumps(self.pins, indent=2))

    def write(self, folder: Path) -> None:
        self.model.save_pretrained(folder)
        torch.save(self.optimizer.state_dict(), folder / "optimizer.pt")
        (folder / "state.json").write_text(json.dumps(asdict(self.state)))
        (folder / "run.json").write_text(json.dumps(self.pins, indent=2))


def share(now: float, begin: float, end: float) -> float:
    return 1.0 if end <= begin else (now - begin) / (end - begin)


def batches_of(examples: list[Example], size: int) -> list[list[Example]]:
    """Samples of about the same length together; the order stays mixed."""
    batches = []
    for window in range(0, len(examples), 8 * size):
        by_length = sorted(examples[window : window + 8 * size], key=lambda example: len(example.ids))
        found = [by_length[at : at + size] for at in range(0, len(by_length), size)]
        random.Random(window).shuffle(found)
        batches.extend(found)
    return batches
