"""Preference learning (DPO) by TRL, on pairs of moves; resumable, with sealed checkpoints. A run whose loss stays at ln 2 is a failed run."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from .digests import digest_of
from .one_at_a_time import hold
from .pairs import read_pairs, texts_of
from .runs import Run
from .samples import asked_by, set_apart, shuffled
from .stops import stops_of
from .train import positive

if TYPE_CHECKING:
    from .trl_run import Watch

SETTINGS = ("rank", "lr", "beta", "batch", "warmup", "steps", "seed", "validate", "threads")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    from .trl_run import add_common

    parser.add_argument("--pairs", type=Path, required=True, help="pairs.jsonl, as `npx mandi pairs` writes it, or the same with gzip (.gz)")
    add_common(parser, positive)
    parser.add_argument("--lr", type=float, default=1e-4)
    parser.add_argument("--beta", type=float, default=0.1, help="the penalty for moving away from the starting model")
    parser.add_argument("--batch", type=positive, default=4, help="pairs of one step")
    parser.add_argument("--max-length", type=positive, default=2048, help="most tokens of a prompt with its answer; a longer pair is an error")
    parser.add_argument("--validate", type=float, default=0.0, help="share of the seeds held out for validation")
    parser.add_argument("--validate-every", type=positive, default=25, help="steps between validations; the best adapter is kept in OUT/best")


def run(args: argparse.Namespace) -> None:
    from . import trl_run

    device, dtype = trl_run.begin(args)
    rows, held = set_apart(read_pairs(args.pairs), args.validate)
    pins = trl_run.pins_of(args, "dpo", dtype, file=digest_of(args.pairs), lr=args.lr, beta=args.beta, batch=args.batch, validate=args.validate,
                           stop=args.stop)
    args.out.mkdir(parents=True, exist_ok=True)
    with hold(args.out):
        last, step = trl_run.settle(args, pins)
        data = {"file": args.pairs.name, "digest": pins["file"], "rows": len(rows)}
        settings = {name: getattr(args, name) for name in SETTINGS}
        with Run(args.out, "dpo", settings, steps=args.steps, data=data, base=pins["base"], device=device, dtype=str(dtype)) as run:
            run.begin(resumed=last is not None, step=step, pairs=len(rows), validation=len(held), **pins)
            trl_run.finish(args, run, learn(args, run, (rows, held), (last, pins, device, dtype)))


def learn(args: argparse.Namespace, run: Run, data: tuple[list[dict], list[dict]], start: tuple) -> "Watch":
    from datasets import Dataset
    from trl import DPOConfig, DPOTrainer

    from . import trl_run
    from .base_model import load_tokenizer

    last, pins, device, dtype = start
    tokenizer = load_tokenizer(args.base)
    stops = stops_of(tokenizer, args.stop)
    end = tokenizer.convert_ids_to_tokens(stops[0])
    tokenizer.eos_token = end  # what closes a reply in play; TRL closes answers with it too
    tokenizer.pad_token = tokenizer.pad_token or end
    rows, held = ([encoded(tokenizer, row, args.max_length) for row in texts_of(part, lambda *asked: asked_by(tokenizer, *asked), end)]
                  for part in (shuffled(data[0], args.seed), data[1]))
    watch = trl_run.Watch(run, pins, device, samples=args.batch, last=last)
    trainer = DPOTrainer(
        model=trl_run.open_model(args, device, dtype),
        args=DPOConfig(
            **trl_run.common_settings(args, device, dtype),
            per_device_train_batch_size=args.batch,
            per_device_eval_batch_size=args.batch,
            beta=args.beta,
            max_length=args.max_length,
            eval_strategy="steps" if held else "no",
            eval_steps=args.validate_every if held else None,
        ),
        train_dataset=Dataset.from_list(rows),
        eval_dataset=Dataset.from_list(held) if held else None,
        processing_class=tokenizer,
        callbacks=[watch],
    )
    trl_run.quieten(trainer)
    trainer.train(resume_from_checkpoint=None if last is None else str(last))
    return watch


def encoded(tokenizer, row: dict, most: int) -> dict:
    """A pair that is too long would be cut at its end, where the answer is: nothing would be learned of it."""
    longest = max(len(tokenizer(row["prompt"] + row[side], add_special_tokens=False)["input_ids"]) for side in ("chosen", "rejected"))
    if longest > most:
        raise SystemExit(f"a pair has {longest} tokens, more than --max-length ({most}): raise it, or leave long pairs out")
    return row
