"""Learns a game's policy by playing: demonstrations, then turns that the pupil itself comes to (DAgger), then its own gains.

The taught policy and the house players run in processes next to it (`--arena`). Stages follow one another, each as long as the clock or a
number of updates says; the adapter that gains most on seeds set apart is kept, and measured against the others at the end. The same command
continues a run that was killed: by numbers of updates it ends with the same weights, by the clock with others.
"""

import argparse
import contextlib
import gzip
import json
import math
import random
import shlex
import statistics
import threading
import time
from dataclasses import dataclass
from pathlib import Path

import torch

from . import checkpoints
from .arena import Arena
from .base_model import digest_of_base, load_tokenizer
from .devices import pick_device, pick_dtype
from .digests import digest_of
from .learn_state import ROWS, Rows, Stand, as_lists, as_state, by_seed, interval_of, judge, read_stand, write_stand
from .one_at_a_time import hold
from .pins import COMPARED_BY_LEARN, refuse_others
from .runs import Run
from .runs import forget as forget_run
from .samples import Example, asked_by, encode_all
from .train import TARGETS, State, Training, open_model, positive
from .validation import fill

TASKS = ("haggle", "stall", "bazaar", "bulk")
ROLES = ("seller", "buyer")
ANSWER = '{"pick":"'
DEV = 38_000
DAGGER = 20_000
OWN = 30_000
CHUNK = 120
LETTERS = "abcdefghijklmnopqrstuvwxyz"
# Below 1, picks that are drawn by chance are nearer to the likeliest.
SHARPNESS = 0.6


@dataclass
class Drawn:
    """A turn whose pick was drawn: of which match, the prompt, the pick by its place in the alphabet, and how likely it was (logarithm)."""

    place: int
    ids: list[int]
    menu: str
    pick: int
    logp: float


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--base", type=Path, required=True, help="the base model, a GGUF file")
    parser.add_argument("--arena", required=True, help="the command that plays, e.g. 'npx tsx bench/bazaar-arena.ts'")
    parser.add_argument("--workers", type=positive, default=2, help="processes that play")
    parser.add_argument("--out", type=Path, required=True, help="folder for the log, the samples and the best adapter")
    parser.add_argument("--export", type=Path, default=None, help="folder for the best adapter so far, in float16")
    parser.add_argument("--rank", type=positive, default=16)
    parser.add_argument("--lr", type=float, default=1e-3)
    parser.add_argument("--own-lr", type=float, default=1.5e-4, help="in the stage of its own gains")
    parser.add_argument("--batch", type=positive, default=64, help="samples per update; all of them are in memory at the same time")
    parser.add_argument("--own-batch", type=positive, default=256, help="turns per update in the stage of its own gains")
    parser.add_argument("--at-once", type=positive, default=512, help="turns played at the same time")
    parser.add_argument("--warmup", type=int, default=30)
    parser.add_argument("--temperature", type=float, default=8.0, help="replies are learnt in shares, by what each promises")
    parser.add_argument("--demos", type=positive, default=2400, help="number of seeds for demonstrations, from 0")
    parser.add_argument("--first", type=positive, default=CHUNK, help="number of seeds with demonstrations before learning starts")
    parser.add_argument("--sft-seconds", type=float, default=120, help="0: no demonstrations, as after --from")
    parser.add_argument("--sft-updates", type=int, default=0, help="number of updates instead of --sft-seconds, after all demonstrations are made")
    parser.add_argument("--from", dest="begin_from", type=Path, default=None, help="an adapter to continue from, as --export writes it")
    parser.add_argument("--rounds", type=int, default=3, help="rounds of DAgger")
    parser.add_argument("--round-seeds", type=positive, default=250)
    parser.add_argument("--round-seconds", type=float, default=20, help="to learn after each round")
    parser.add_argument("--round-updates", type=int, default=0, help="number of updates instead of --round-seconds")
    parser.add_argument("--own-steps", type=int, default=0, help="number of steps instead of --own-seconds")
    parser.add_argument("--own-seconds", type=float, default=60, help="seconds to learn from its own gains; 0: none")
    parser.add_argument("--own-seeds", type=positive, default=40, help="worlds per step of its own gains")
    parser.add_argument("--own-group", type=positive, default=8, help="matches of each world and seat, which differ only by chance")
    parser.add_argument("--dev-seeds", type=positive, default=60, help="validation seeds; below 8 there are no intervals")
    parser.add_argument("--measure-every", type=positive, default=4, help="steps of its own gains between measurements")
    parser.add_argument("--patience", type=positive, default=3, help="stop learning after this many measurements in a row without a better gain")
    parser.add_argument("--save-every", type=positive, default=200, help="updates between checkpoints; each stage and each step of its own gains also ends with one")
    parser.add_argument("--fresh", action="store_true", help="start over: remove the checkpoints and log in the folder")
    parser.add_argument("--test-seeds", default="40000-40199", help="seeds for the measurement at the end")
    parser.add_argument("--seconds", type=float, default=330, help="no stage starts if it would end later than this")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="auto")
    parser.add_argument("--dtype", default="auto", choices=["auto", "float32", "bfloat16"])
    parser.add_argument("--threads", type=positive, default=1)


def run(args: argparse.Namespace) -> None:
    args.out.mkdir(parents=True, exist_ok=True)
    device = pick_device(args.device)
    dtype = pick_dtype(args.dtype, device)
    if args.fresh:
        forget(args.out)
    facts = {"game": "bazaar/open", "base": digest_of_base(args.base), "device": device, "dtype": str(dtype)}
    with hold(args.out), Run(args.out, "learn", settings_of(args), **facts) as run:
        Learner(args, run, device, dtype).run()


def settings_of(args: argparse.Namespace) -> dict:
    names = ("rank", "lr", "own_lr", "batch", "warmup", "temperature", "demos", "sft_seconds", "rounds", "round_seeds", "round_seconds", "own_seconds",
             "own_seeds", "own_group", "dev_seeds", "test_seeds", "seed", "sft_updates", "round_updates", "own_steps", "own_batch", "measure_every", "patience")
    return {name: getattr(args, name) for name in names}


def forget(out: Path) -> None:
    checkpoints.forget(out)
    checkpoints.remove(out / "best")
    (out / ROWS).unlink(missing_ok=True)
    forget_run(out)


def matches_of(seeds, tasks=TASKS, roles=ROLES) -> list[dict]:
    return [{"task": task, "seed": seed, "role": role} for seed in seeds for task in tasks for role in roles]


class Learner:
    def __init__(self, args: argparse.Namespace, run: Run, device: str, dtype: torch.dtype) -> None:
        self.args, self.log, self.device, self.dtype = args, run, device, dtype
        self.begun = time.monotonic()
        torch.manual_seed(args.seed)
        torch.set_num_threads(args.threads)
        torch.set_float32_matmul_precision("high")
        self.random = random.Random(args.seed)
        found = checkpoints.settle(args.out)
        self.arena = Arena(shlex.split(args.arena), args.workers)
        self.pins = {"base": digest_of_base(args.base), "prompt": self.arena.prompt, "device": self.device, "dtype": str(dtype), "torch": torch.__version__,
                     "alpha": 2 * args.rank, "targets": TARGETS, **settings_of(args),
                     **({"from": digest_of(args.begin_from / "adapter_model.safetensors")} if args.begin_from else {})}
        if found is not None:
            refuse_others(json.loads((args.out / "last" / "run.json").read_text()), self.pins, args.out, COMPARED_BY_LEARN)
        self.made: list[dict] = []
        self.lock = threading.Lock()
        self.maker = threading.Thread(target=self.demonstrate, daemon=True)
        self.tokenizer = load_tokenizer(args.base)
        # What Training asks of its settings besides: each stage ends by itself.
        args.updates, args.minutes, args.validate_every = 10**9, None, 10**9
        model, state = open_model(args, self.device, dtype)
        for module in model.modules():
            if hasattr(module, "cast_input_dtype_enabled"):
                module.cast_input_dtype_enabled = dtype != torch.bfloat16  # autocast does it
        self.training = Training(args, model, [], state, self.pins, self.log)
        self.stand, self.waiting, self.drawn_from = Stand(), [], as_lists(self.random.getstate())
        draws: dict = {}
        if found is not None:
            self.stand, draws = read_stand(args.out / "last")
            self.begun -= self.stand.took
        elif (args.out / ROWS).is_file():
            (args.out / ROWS).unlink()
        self.rows = Rows(args.out, self.stand.rows)
        self.examples: list[Example] = encode_all(self.tokenizer, self.chats(self.rows.rows))
        if draws:
            self.draw_again(draws)
        self.tokens = torch.tensor([self.letter(one) for one in LETTERS], device=self.device)
        run.card["prompt"] = self.arena.prompt
        run.begin(resumed=found is not None, step=state.updates, took=self.took(), stage=self.stand.stage or None, **self.pins)

    def took(self) -> float:
        return round(time.monotonic() - self.begun, 1)

    def run(self) -> None:
        """Stages that an earlier start has been through are passed over."""
        args = self.args
        if args.begin_from is not None and self.enters("begin"):
            self.load(args.begin_from)
            self.measure("begin")
        if args.sft_seconds > 0 and self.enters("sft"):
            if args.sft_updates == 0 or self.stand.done == 0:
                self.maker.start()
            if args.sft_updates > 0:
                self.made_all()  # the pool grows no more, so that a resumed run draws from the same
                self.take_made()
            while not self.rows.rows and not self.made and self.maker.is_alive():
                time.sleep(0.2)
            self.learn("sft", args.sft_seconds, args.lr, updates=args.sft_updates)
            self.made_all()
            self.measure("sft")
        for number in range(args.rounds):
            stage = f"dagger {number + 1}"
            if not self.has_time(args.round_seconds + 25, args.round_updates) or not self.enters(stage):
                continue
            if self.stand.done == 0 and self.stand.fresh == 0:
                seeds = range(DAGGER + number * args.round_seeds, DAGGER + (number + 1) * args.round_seeds)
                found = self.arena.play(matches_of(seeds), "asked", self.choose, label=True, wander=0.05)
                self.stand.fresh = len(self.take(found["rows"]))
                self.waiting = []
                self.save()
            self.learn(stage, args.round_seconds, args.lr * 0.5, updates=args.round_updates)
        if args.rounds > 0 and self.enters("dagger"):
            self.measure("dagger")
        if (args.own_seconds > 0 or args.own_steps > 0) and self.has_time(60, args.own_steps) and self.enters("own"):
            try:
                self.learn_own()
            except (RuntimeError, ValueError) as fault:  # what was kept before is still the best
                self.log.write("note", {"stage": "own", "why": f"{type(fault).__name__}: {fault}"[:500], "took": self.took()})
        self.finish()

    def stages(self) -> list[str]:
        return ["begin", "sft", *(f"dagger {number + 1}" for number in range(self.args.rounds)), "dagger", "own", "finish"]

    def enters(self, stage: str) -> bool:
        """False: it is over, or learning has ended early. Whoever is in it already goes on with it."""
        stages, now = self.stages(), self.stand.stage
        if self.stand.stopped is not None or (now and stages.index(now) > stages.index(stage)):
            return False
        if now != stage:
            self.stand.stage, self.stand.done, self.stand.fresh, self.waiting = stage, 0, 0, []
            self.save()
        return True

    # Checkpoints.

    def save(self) -> None:
        """The adapter with its optimizer, where the run stands, and every draw to come."""
        self.stand.rows, self.stand.took = len(self.rows.rows), self.took()
        draws = {"random": as_lists(self.random.getstate()), "drawn_from": self.drawn_from, "waiting": len(self.waiting)}

        def write(folder: Path) -> None:
            self.training.write(folder)
            write_stand(folder, self.stand, draws)

        checkpoints.save(self.args.out, self.training.state.updates, write)
        self.log.checkpoint(self.training.state.updates, "last", digest_of(self.args.out / "last" / "adapter_model.safetensors"))

    def draw_again(self, draws: dict) -> None:
        """The batches that were drawn and not yet learned from."""
        if draws["waiting"] > 0:
            self.drawn_from = draws["drawn_from"]
            self.random.setstate(as_state(self.drawn_from))
            self.waiting = self.batches(self.stand.fresh)[: draws["waiting"]]
        self.random.setstate(as_state(draws["random"]))

    def mixed(self):
        """Where the base is in bfloat16 the adapter computes in it too, and is kept in float32."""
        kind = self.device.split(":")[0]
        return torch.autocast(kind, torch.bfloat16) if self.dtype == torch.bfloat16 else contextlib.nullcontext()

    def has_time(self, seconds: float, count: int = 0) -> bool:
        """A stage that ends by a count has always time."""
        return count > 0 or self.took() + seconds < self.args.seconds

    # Demonstrations.

    def demonstrate(self) -> None:
        """In pieces, so that learning begins with the first."""
        for begin in range(0, self.args.demos, self.args.first):
            if self.args.sft_updates == 0 and self.took() > self.args.sft_seconds + 40:
                break
            seeds = range(begin, min(self.args.demos, begin + self.args.first))
            found = self.arena.play(matches_of(seeds), "planner", label=True, wander=0.25)
            with self.lock:
                self.made.append(found["rows"])
            self.log.write("demonstrated", {"seeds": f"{seeds[0]}-{seeds[-1]}", "rows": len(found["rows"]), "took": self.took()})

    def take(self, rows: list[dict]) -> list[dict]:
        new = self.rows.take(rows)
        self.examples += encode_all(self.tokenizer, self.chats(new))
        return new

    def chats(self, rows: list[dict]) -> list[dict]:
        return [{"messages": [{"role": "system", "content": row.get("system", self.arena.system)}, {"role": "user", "content": row["user"]},
                              {"role": "assistant", "content": row["answer"]}], "worths": row.get("worths"), "seed": row["seed"]} for row in rows]

    def made_all(self) -> None:
        if self.maker.ident is not None:
            self.maker.join()

    def take_made(self) -> None:
        with self.lock:
            made, self.made = self.made, []
        for rows in made:
            self.take(rows)

    # Learning.

    def learn(self, stage: str, seconds: float, rate: float, updates: int = 0) -> None:
        """Draws from all there is; of the newest rows of a round half as much again as their share. `updates`: so many, not `seconds`."""
        training, args, stand = self.training, self.args, self.stand
        until = time.monotonic() + min(seconds, max(0.0, args.seconds - self.took() - 30))
        begun = time.monotonic()
        training.model.train()
        losses, norms, right, count, last = [], [], 0, 0, begun
        while stand.done < updates if updates > 0 else time.monotonic() < until:
            if not self.waiting:
                self.take_made()
                self.drawn_from = as_lists(self.random.getstate())
                self.waiting = self.batches(stand.fresh)
            batch = self.waiting.pop()
            part = stand.done / updates if updates > 0 else (time.monotonic() - begun) / max(1e-9, until - begun)
            rise = min(1.0, (training.state.updates + 1) / max(1, args.warmup))
            now = rate * rise * max(0.05, 1 - part)
            loss, found, norm = self.step(batch, now)
            stand.done += 1
            losses.append(loss)
            norms.append(norm)
            right, count = right + found, count + len(batch)
            if time.monotonic() - last > 5 or stand.done == updates:
                last = time.monotonic()
                self.log.step(training.state.updates, {
                    "stage": stage, "loss": round(sum(losses) / len(losses), 4), "grad_norm": sum(norms) / len(norms), "learning_rate": now,
                    "right": right, "of": count, "pool": len(self.examples), "took": self.took(), **training.usage()})
                losses, norms, right, count = [], [], 0, 0
            if stand.done % args.save_every == 0:
                self.save()

    def step(self, batch: list[Example], rate: float) -> tuple[float, int, float]:
        training = self.training
        begun = time.monotonic()
        for group in training.optimizer.param_groups:
            group["lr"] = rate
        with self.mixed():
            loss, right = training.learn(batch)
        norm = float(torch.nn.utils.clip_grad_norm_(training.learnt, 1.0))
        training.stop_if_broken(loss, norm)
        training.optimizer.step()
        training.optimizer.zero_grad(set_to_none=True)
        training.count(begun, batch)
        return loss, right, norm

    def batches(self, fresh: int) -> list[list[Example]]:
        """Sixteen of them, of samples of about the same length each."""
        size, pool = self.args.batch, self.examples
        drawn = self.random.sample(pool, min(len(pool), 16 * size))
        if fresh > 0:
            drawn[: len(drawn) // 2] = self.random.choices(pool[-fresh:], k=len(drawn) // 2)
        drawn.sort(key=lambda example: len(example.ids))
        found = [drawn[at : at + size] for at in range(0, len(drawn), size)]
        self.random.shuffle(found)
        return found

    # Playing.

    def choose(self, users, menus, places=(), *, drawn: list | None = None) -> list[str]:
        """The likeliest letter of each menu. `drawn`: one by how likely it is, and what was asked and drawn is kept in it."""
        examples = self.questions(users)
        picks = [""] * len(users)
        order = sorted(range(len(users)), key=lambda at: len(examples[at]))
        self.training.model.eval()
        with torch.no_grad(), self.mixed():
            for begin in range(0, len(order), self.args.at_once):
                piece = order[begin : begin + self.args.at_once]
                likely = self.likely([examples[at] for at in piece], [menus[at] for at in piece])
                if drawn is None:
                    chosen = likely.argmax(-1)
                else:
                    chosen = torch.multinomial(likely.exp(), 1)[:, 0]
                told = likely.gather(1, chosen[:, None])[:, 0].tolist()
                for at, pick, logp in zip(piece, chosen.tolist(), told, strict=True):
                    picks[at] = LETTERS[pick]
                    if drawn is not None:
                        drawn.append(Drawn(places[at], examples[at], menus[at], pick, logp))
        return picks

    def likely(self, examples: list[list[int]], menus: list[str]) -> torch.Tensor:
        """By letter the logarithm of how likely it is, sharpened; letters that are not in the menu are impossible."""
        causal = self.training.model.get_base_model()
        longest = max(len(example) for example in examples)
        ids = torch.tensor([fill(example, longest) for example in examples], device=self.device)
        hidden = causal.model(input_ids=ids, use_cache=False).last_hidden_state
        ends = torch.tensor([len(example) - 1 for example in examples], device=self.device)
        logits = causal.lm_head(hidden[torch.arange(len(examples), device=self.device), ends]).float()[:, self.tokens]
        allowed = torch.tensor([[letter in menu for letter in LETTERS] for menu in menus], device=self.device)
        return torch.log_softmax((logits / SHARPNESS).masked_fill(~allowed, -math.inf), -1)

    def questions(self, users) -> list[list[int]]:
        asked = [asked_by(self.tokenizer, self.arena.system, user) for user in users]
        begin = self.tokenizer(ANSWER, add_special_tokens=False)["input_ids"]
        return [[*question, *begin] for question in self.tokenizer(asked, add_special_tokens=False)["input_ids"]]

    def letter(self, letter: str) -> int:
        begin = self.tokenizer(ANSWER, add_special_tokens=False)["input_ids"]
        return self.tokenizer(f'{ANSWER}{letter}"}}', add_special_tokens=False)["input_ids"][len(begin)]

    def measure(self, stage: str) -> None:
        """On seeds that nothing was learnt from. What gains more than the best so far is kept; what does not may end the learning."""
        begun = time.monotonic()
        found = self.arena.play(matches_of(range(DEV, DEV + self.args.dev_seeds)), "asked", self.choose)
        tasks, gains = by_task(found["results"]), by_seed(found["results"])
        judged = judge(self.stand, gains, self.args.patience)
        self.log.validation(self.training.state.updates, {
            "stage": stage, "gain": round(sum(tasks.values()) / len(tasks), 4), "interval": interval_of(list(gains.values())), "by_task": tasks,
            "lead": judged.lead, "lead_interval": judged.lead_interval, "matches": len(found["results"]),
            "seeds": f"{DEV}-{DEV + self.args.dev_seeds - 1}", "best": judged.is_best, "took": self.took(), "for": round(time.monotonic() - begun, 1)})
        if judged.is_best:
            self.keep()
        elif judged.stop is not None:
            self.stand.stopped = judged.stop
            self.log.write("note", {"stage": stage, "why": f"Learning ended early: {judged.stop}.", "took": self.took()})

    def keep(self) -> None:
        training = self.training
        checkpoints.save_aside(self.args.out / "best", training.state.updates, training.write_adapter)
        self.log.checkpoint(training.state.updates, "best", digest_of(self.args.out / "best" / "adapter_model.safetensors"))
        if self.args.export is not None:
            checkpoints.save_aside(self.args.export, training.state.updates, lambda folder: training.write_adapter(folder, torch.float16))

    # Its own gains.

    def learn_own(self) -> None:
        """Policy gradient: the same world and seat several times, with picks drawn by chance; what gained more than the others becomes likelier."""
        args, stand = self.args, self.stand
        begun = time.monotonic()
        until = begun + min(args.own_seconds, args.seconds - self.took() - 40)
        while stand.stopped is None and (stand.done < args.own_steps if args.own_steps > 0 else time.monotonic() < until):
            seeds = [OWN + ((args.seed - 1) * 1_000 + stand.done * args.own_seeds + at) % 7_900 for at in range(args.own_seeds)]
            turns, gains = self.groups(seeds)
            part = stand.done / args.own_steps if args.own_steps > 0 else (time.monotonic() - begun) / (until - begun)
            rate = args.own_lr * max(0.1, 1 - part)
            trained = self.push(turns, rate)
            stand.done += 1
            self.log.step(self.training.state.updates, {"stage": "own", **self.rewards_of(gains), "learning_rate": rate, "took": self.took(),
                                                        **trained, **self.training.usage()})
            goes_on = stand.done < args.own_steps if args.own_steps > 0 else time.monotonic() < until - 8
            if goes_on and stand.done % args.measure_every == 0:
                self.measure(f"own {stand.done}")
            self.save()
        if stand.stopped is None:
            self.measure("own")

    def groups(self, seeds: list[int]) -> tuple[list[tuple["Drawn", float]], list[float]]:
        """Each turn with how much better its match did than the others of its world and seat; and all gains."""
        size = self.args.own_group
        matches = [match for match in matches_of(seeds) for _ in range(size)]
        drawn: list[Drawn] = []
        results = self.arena.play(matches, "asked", lambda *asked: self.choose(*asked, drawn=drawn))["results"]
        gains = [result["gain"] for result in results]
        better: list[float] = []
        for begin in range(0, len(gains), size):
            own = gains[begin : begin + size]
            mean = sum(own) / size
            better += [max(-2.0, min(2.0, (gain - mean) * size / (size - 1))) for gain in own]
        spread = math.sqrt(sum(one * one for one in better) / max(1, len(better))) or 1.0
        return [(turn, better[turn.place] / spread) for turn in drawn if better[turn.place] != 0], gains

    def rewards_of(self, gains: list[float]) -> dict:
        """Of a step's matches: what they gained, and by how much those of one world and seat differ."""
        size = self.args.own_group
        spreads = [statistics.pstdev(gains[begin : begin + size]) for begin in range(0, len(gains), size)]
        return {"reward": round(sum(gains) / max(1, len(gains)), 4), "reward_std": round(sum(spreads) / max(1, len(spreads)), 4),
                "groups": len(spreads), "flat_groups": sum(spread == 0 for spread in spreads)}

    def push(self, turns: list[tuple["Drawn", float]], rate: float) -> dict:
        """One pass over the turns, clipped as in PPO."""
        training, size, micro = self.training, self.args.own_batch, self.args.batch
        for group in training.optimizer.param_groups:
            group["lr"] = rate
        training.model.train()
        self.random.shuffle(turns)
        ratios, norms = [], []
        for begin in range(0, len(turns), size):
            batch = sorted(turns[begin : begin + size], key=lambda turn: len(turn[0].ids))
            begun = time.monotonic()
            total = 0.0
            for at in range(0, len(batch), micro):
                loss, moved = self.push_some(batch[at : at + micro], len(batch))
                total += loss
                ratios.append(moved)
            norm = float(torch.nn.utils.clip_grad_norm_(training.learnt, 0.5))
            training.stop_if_broken(total, norm)
            training.optimizer.step()
            training.optimizer.zero_grad(set_to_none=True)
            training.state.updates += 1
            training.state.samples += len(batch)
            training.state.tokens += sum(len(turn.ids) for turn, _ in batch)
            training.state.seconds += time.monotonic() - begun
            norms.append(norm)
        return {"turns": len(turns), "moved": round(sum(ratios) / max(1, len(ratios)), 4),
                **({"grad_norm": sum(norms) / len(norms)} if norms else {})}

    def push_some(self, batch: list[tuple["Drawn", float]], of: int) -> tuple[float, float]:
        """The gradient of a part of a step; its loss, and how far the picks' likelihoods have moved."""
        with self.mixed():
            likely = self.likely([turn.ids for turn, _ in batch], [turn.menu for turn, _ in batch])
        picks = torch.tensor([turn.pick for turn, _ in batch], device=self.device)
        old = torch.tensor([turn.logp for turn, _ in batch], device=self.device)
        better = torch.tensor([one for _, one in batch], device=self.device)
        ratio = (likely.gather(1, picks[:, None])[:, 0] - old).exp()
        loss = -torch.minimum(ratio * better, ratio.clamp(0.8, 1.2) * better).sum() / of
        loss.backward()
        return loss.item(), float((ratio.detach() - 1).abs().mean())

    # The end.

    def finish(self) -> None:
        """The best adapter against the others on seeds that nothing was learnt from or chosen by, and the samples themselves."""
        args = self.args
        if self.stand.stage != "finish":
            self.stand.stage, self.stand.done, self.stand.fresh, self.waiting = "finish", 0, 0, []
            self.save()
        if (args.out / "best").is_dir():
            self.load(args.out / "best")
        first, last = map(int, args.test_seeds.split("-"))
        matches = matches_of(range(first, last + 1))
        figures: dict = {}
        for player in ("asked", "linear", "greedy", "null", "first", "planner", "planner_menu"):
            if player.startswith("planner") and not self.has_time(-30, args.own_steps):
                break
            results = self.arena.play(matches, player, self.choose if player == "asked" else None)["results"]
            figures["trained" if player == "asked" else player] = results
            self.log.write("final", {"player": "trained" if player == "asked" else player, **by_task(results), "took": self.took()})
            folder = args.export.parent if args.export else args.out
            (folder / "final.json").write_text(json.dumps({"seeds": args.test_seeds, "figures": figures}))
        if self.rows.rows:
            self.write_samples()
        self.arena.close()
        self.log.end(took=self.took(), stopped=self.stand.stopped, **self.training.usage())

    def load(self, folder: Path) -> None:
        from peft.utils.save_and_load import load_peft_weights, set_peft_model_state_dict

        set_peft_model_state_dict(self.training.model, load_peft_weights(str(folder), device=self.device))

    def write_samples(self) -> None:
        folder = self.args.export.parent if self.args.export else self.args.out
        with gzip.open(folder / "samples.jsonl.gz", "wt", compresslevel=4, encoding="utf-8") as file:
            for row in self.rows.rows:
                file.write(f"{json.dumps(row, ensure_ascii=False)}\n")
        self.log.write("samples", {"rows": len(self.rows.rows), "bytes": (folder / "samples.jsonl.gz").stat().st_size, "took": self.took()})


def by_task(results: list[dict]) -> dict[str, float]:
    """Mean gains, sellers and buyers half each."""
    means = {}
    for task in dict.fromkeys(result["task"] for result in results):
        roles = [[one["gain"] for one in results if one["task"] == task and one["role"] == role] for role in ROLES]
        means[task] = round(sum(sum(gains) / len(gains) for gains in roles if gains) / len([gains for gains in roles if gains]), 4)
    return means
