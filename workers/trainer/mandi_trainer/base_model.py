"""The base model: a GGUF file, dequantised once (packed weights would be unpacked anew in every step), or a folder as Transformers saves it."""

import hashlib
from pathlib import Path

import torch
from transformers import AutoModelForCausalLM, AutoTokenizer, GgufConfig

from .digests import digest_of


def require_base(base: Path) -> None:
    if base.is_dir() and not (base / "config.json").is_file():
        raise SystemExit(f"--base {base}: this folder has no config.json; name a folder saved by Transformers, or a GGUF file")
    if not base.exists():
        raise SystemExit(f"--base {base}: there is no such file; `npx mandi models list` shows the folder of models")


def digest_of_base(base: Path) -> str:
    """Of a folder: of its files' digests, in the order of their names."""
    if base.is_file():
        return digest_of(base)
    files = sorted(path for path in base.iterdir() if path.is_file())
    lines = "".join(f"{path.name} {digest_of(path)}\n" for path in files)
    return f"sha256:{hashlib.sha256(lines.encode()).hexdigest()}"


def load_tokenizer(base: Path):
    if base.is_dir():
        return AutoTokenizer.from_pretrained(base)
    return AutoTokenizer.from_pretrained(base.parent, gguf_file=base.name)


def load_base(base: Path, dtype: torch.dtype, device: str):
    if base.is_dir():
        return AutoModelForCausalLM.from_pretrained(base, dtype=dtype).to(device)
    model = AutoModelForCausalLM.from_pretrained(
        base.parent, gguf_file=base.name, dtype=dtype, quantization_config=GgufConfig(dequantize=True)
    )
    # What is left of its packed form would make others refuse to train it.
    if hasattr(model.config, "quantization_config"):
        del model.config.quantization_config
    model.is_quantized = False
    return model.to(device)
