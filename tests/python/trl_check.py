#!/usr/bin/env python3
"""Train two steps with TRL on what `mandi export` wrote, unchanged: SFTTrainer on chats, DPOTrainer on preferences.

    python trl_check.py sft-folder preferences-folder

The model is a small one with random weights and a tokenizer of bytes, made here: nothing is downloaded, and only the data is on trial.
The last line is "N passed, N failed"; the exit status is 0 only when nothing failed.
"""

from __future__ import annotations

import json
import math
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

CACHE = tempfile.TemporaryDirectory(prefix="mandi-trl-")
os.environ.update(HF_HOME=CACHE.name, HF_HUB_OFFLINE="1", HF_HUB_DISABLE_TELEMETRY="1", TRL_EXPERIMENTAL_SILENCE="1", WANDB_DISABLED="true")

from datasets import load_dataset  # noqa: E402
from tokenizers import Tokenizer, decoders, models, pre_tokenizers  # noqa: E402
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast  # noqa: E402
from trl import DPOConfig, DPOTrainer, SFTConfig, SFTTrainer  # noqa: E402

TEMPLATE = "{% for m in messages %}<|{{ m['role'] }}|>{{ m['content'] }}<|end|>{% endfor %}{% if add_generation_prompt %}<|assistant|>{% endif %}"
STEPS = 2
COMMON: dict[str, Any] = {
    "max_steps": STEPS,
    "per_device_train_batch_size": 2,
    "max_length": 512,
    "logging_steps": 1,
    "report_to": "none",
    "save_strategy": "no",
    "use_cpu": True,
    "bf16": False,
    "gradient_checkpointing": False,
    "seed": 1,
}


def tokenizer() -> PreTrainedTokenizerFast:
    marks = ["<|pad|>", "<|end|>", "<|system|>", "<|user|>", "<|assistant|>"]
    vocabulary = {mark: number for number, mark in enumerate(marks + sorted(pre_tokenizers.ByteLevel.alphabet()))}
    bytewise = Tokenizer(models.BPE(vocab=vocabulary, merges=[]))
    bytewise.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    bytewise.decoder = decoders.ByteLevel()
    bytewise.add_special_tokens(marks)
    return PreTrainedTokenizerFast(tokenizer_object=bytewise, pad_token="<|pad|>", eos_token="<|end|>", chat_template=TEMPLATE)


def saved_model(words: PreTrainedTokenizerFast) -> str:
    """Where it lies: DPO reads its reference model from there once more."""
    config = LlamaConfig(
        vocab_size=len(words),
        hidden_size=32,
        intermediate_size=64,
        num_hidden_layers=1,
        num_attention_heads=2,
        max_position_embeddings=1024,
        pad_token_id=words.pad_token_id,
        eos_token_id=words.eos_token_id,
        bos_token_id=words.eos_token_id,
    )
    folder = os.path.join(CACHE.name, "model")
    LlamaForCausalLM(config).save_pretrained(folder)
    words.save_pretrained(folder)
    return folder


def rows_of(folder: Path) -> Any:
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    kind = "parquet" if manifest["form"] == "parquet" else "json"
    return load_dataset(kind, data_files=[str(folder / file["name"]) for file in manifest["files"]], split="train")


def losses(trainer: Any) -> list[float]:
    trainer.train()
    return [entry["loss"] for entry in trainer.state.log_history if "loss" in entry]


def main(sft: str, preferences: str) -> int:
    words = tokenizer()
    model = saved_model(words)
    runs = {
        "SFTTrainer": lambda out: SFTTrainer(
            model=model, args=SFTConfig(output_dir=out, **COMMON), train_dataset=rows_of(Path(sft)), processing_class=words
        ),
        "DPOTrainer": lambda out: DPOTrainer(
            model=model, args=DPOConfig(output_dir=out, **COMMON), train_dataset=rows_of(Path(preferences)), processing_class=words
        ),
    }
    passed = 0
    for name, make in runs.items():
        try:
            found = losses(make(os.path.join(CACHE.name, name)))
            good = len(found) == STEPS and all(math.isfinite(loss) and loss > 0 for loss in found)
            print(f"{'ok  ' if good else 'FAIL'} - {name}: losses {found}")
        except Exception as error:  # noqa: BLE001 - told, and on with the next
            good = False
            print(f"FAIL - {name}: {type(error).__name__}: {error}"[:2000])
        passed += good
    print(f"{passed} passed, {len(runs) - passed} failed")
    return 0 if passed == len(runs) else 1


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
