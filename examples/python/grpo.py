"""GRPO on the market with TRL: SmolLM2-135M, tools of the environment, two steps on the CPU by default. See README.md."""

import argparse
import sys
from functools import partial
from pathlib import Path

from datasets import Dataset
from trl import GRPOTrainer

from market_env import MarketEnv

HERE = Path(__file__).resolve().parent
# The trainer writes the run's log, and says so where a run cannot have learned.
sys.path.append(str(HERE.parents[1] / "workers" / "trainer"))

from mandi_trainer import small_run  # noqa: E402
from mandi_trainer.trl_watch import Told  # noqa: E402

# How a reply is read: a tool call is JSON between its marks.
RESPONSE = {
    "defaults": {"role": "assistant"},
    "start_anchor": "<|im_start|>assistant\n",
    "fields": {
        "tool_calls": {
            "open": "<tool_call>",
            "close_pattern": r"</tool_call>\s*",
            "repeats": True,
            "content": "json",
            "transform": {"type": "function", "function": "{content}"},
        },
        "content": {"close_pattern": r"<\|im_end\|>\s*", "content": "text"},
    },
}


def load():
    """SmolLM2 with a chat template that can call tools; its own cannot."""
    model, tokenizer = small_run.smollm2()
    tokenizer.chat_template = (HERE / "smollm2_tools.jinja").read_text()
    tokenizer.response_template = RESPONSE
    return model, tokenizer


def train(options: argparse.Namespace, told: Told) -> None:
    model, tokenizer = load()
    prompt = [{"role": "user", "content": "Earn as much as you can."}]
    # A group of generations plays the same seed: their worlds are equal, so what differs is their doing.
    rows = [{"prompt": prompt, "task": "single_trade", "seed": seed, "opponents": "house"} for seed in range(max(8, options.steps))]
    trainer = GRPOTrainer(
        model=model,
        processing_class=tokenizer,
        train_dataset=Dataset.from_list(rows),
        environment_factory=partial(MarketEnv, options.base_url),
        args=small_run.config(options, options.tokens),
        callbacks=[told],
    )
    trainer.train()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("base_url", nargs="?", default="http://127.0.0.1:8000")
    parser.add_argument("--tokens", type=int, default=48, help="of a whole completion, what tools answer included")
    small_run.add_arguments(parser)
    small_run.recorded(parser.parse_args(), "gpu-market/open", train)


if __name__ == "__main__":
    main()
