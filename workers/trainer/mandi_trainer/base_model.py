"""The base model out of its GGUF file, dequantised once: packed weights would be unpacked anew in every step."""

from pathlib import Path

import torch
from transformers import AutoModelForCausalLM, AutoTokenizer, GgufConfig


def load_tokenizer(gguf: Path):
    return AutoTokenizer.from_pretrained(gguf.parent, gguf_file=gguf.name)


def load_base(gguf: Path, dtype: torch.dtype, device: str):
    model = AutoModelForCausalLM.from_pretrained(
        gguf.parent, gguf_file=gguf.name, dtype=dtype, quantization_config=GgufConfig(dequantize=True)
    )
    return model.to(device)
