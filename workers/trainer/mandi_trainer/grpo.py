"""Learning from whole matches (GRPO) by TRL: a chat model plays a seat of a Mandi that runs, over OpenEnv; the reward is the match's score."""

import argparse
from dataclasses import asdict
from typing import TYPE_CHECKING

from .one_at_a_time import hold
from .runs import Run
from .stops import stops_of
from .train import positive

if TYPE_CHECKING:
    from .trl_run import Watch

SETTINGS = ("rank", "lr", "beta", "worlds", "generations", "temperature", "tokens", "length", "warmup", "steps", "seed", "threads")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    from .trl_run import add_common

    parser.add_argument("--url", default="http://127.0.0.1:8000", help="address of `npx mandi env --serve`, or of a server with /openenv; each running match needs a session")
    parser.add_argument("--game", default="bazaar/open")
    parser.add_argument("--task", default=None, help="default: the game's first")
    parser.add_argument("--seat", default=None, help="default: the game's first")
    parser.add_argument("--opponents", default=None, help="the policy in every other seat; default: the game's house players")
    parser.add_argument("--prompt", default=None, help="version of the prompt; default: the newest")
    add_common(parser, positive)
    parser.add_argument("--lr", type=float, default=1e-5)
    parser.add_argument("--beta", type=float, default=0.0, help="the penalty for moving away from the starting model")
    parser.add_argument("--worlds", type=positive, default=2, help="of one step")
    parser.add_argument("--generations", type=positive, default=8, help="matches of each world, which differ only in the sampled replies; at least 2")
    parser.add_argument("--temperature", type=float, default=1.0)
    parser.add_argument("--tokens", type=positive, default=48, help="most of one reply")
    parser.add_argument("--length", type=positive, default=4096, help="most tokens of a whole match; the safe move plays the rest of it")
    parser.add_argument("--first-seed", type=int, default=0, help="first seed of the worlds, within 0-39999")


def run(args: argparse.Namespace) -> None:
    from . import trl_run
    from .matches import Matches, Settings, connector

    if args.generations < 2:
        raise SystemExit("--generations: at least 2, because each match is compared with others of the same world")
    seeds = range(args.first_seed, args.first_seed + args.steps * args.worlds)
    if not 0 <= seeds[0] <= seeds[-1] <= 39_999:
        raise SystemExit(f"--first-seed: worlds {seeds[0]} to {seeds[-1]} go beyond the training seeds 0-39999")
    device, dtype = trl_run.begin(args)
    settings = Settings(args.game, args.task, args.seat, args.opponents, args.prompt or True)
    pins = trl_run.pins_of(args, "grpo", dtype, lr=args.lr, beta=args.beta, batch=args.worlds, generations=args.generations, stop=args.stop,
                           **{name: value for name, value in asdict(settings).items() if name != "prompt"})
    args.out.mkdir(parents=True, exist_ok=True)
    with hold(args.out):
        last, step = trl_run.settle(args, pins)
        told = {name: getattr(args, name) for name in SETTINGS}
        facts = {"steps": args.steps, "game": args.game, "prompt": args.prompt, "base": pins["base"], "device": device, "dtype": str(dtype)}
        with Run(args.out, "grpo", told, **facts) as run:
            run.begin(resumed=last is not None, step=step, **pins)
            matches = Matches(connector(args.url), settings)
            try:
                watch = learn(args, run, (matches, seeds), (last, pins, device, dtype))
            finally:
                matches.close()
            trl_run.finish(args, run, watch)


def learn(args: argparse.Namespace, run: Run, play: tuple, start: tuple) -> "Watch":
    from datasets import Dataset
    from trl import GRPOConfig, GRPOTrainer

    from . import trl_run
    from .base_model import load_tokenizer
    from .rollouts import Rollouts

    matches, seeds = play
    last, pins, device, dtype = start
    tokenizer = load_tokenizer(args.base)
    stops = stops_of(tokenizer, args.stop)
    tokenizer.eos_token = tokenizer.convert_ids_to_tokens(stops[0])
    tokenizer.pad_token = tokenizer.pad_token or tokenizer.eos_token
    rollouts = Rollouts(matches, tokenizer, stops=stops, tokens=args.tokens)
    watch = trl_run.Watch(run, pins, device, samples=args.worlds * args.generations, last=last)

    def rollout(prompts: list, trainer) -> dict:
        played = rollouts.rollout(prompts, trainer)
        watch.more = dict(rollouts.figures)
        return played

    trainer = GRPOTrainer(
        model=trl_run.open_model(args, device, dtype),
        processing_class=tokenizer,
        train_dataset=Dataset.from_list(rollouts.rows(seeds)),
        rollout_func=rollout,
        reward_funcs=rollouts.reward,
        args=GRPOConfig(
            **trl_run.common_settings(args, device, dtype),
            per_device_train_batch_size=args.worlds * args.generations,
            num_generations=args.generations,
            max_completion_length=args.length,
            temperature=args.temperature,
            beta=args.beta,
        ),
        callbacks=[watch],
    )
    trl_run.quieten(trainer)
    trainer.train(resume_from_checkpoint=None if last is None else str(last))
    return watch
