"""Makes a checkpoint of a GGUF adapter, as `convert` wrote it: to go on from it (`train --from`) or to play with it. Llama models."""

import argparse
import json
from pathlib import Path

import torch
from gguf import GGUFReader
from peft import LoraConfig
from safetensors.torch import save_file
from transformers import AutoConfig

from .checkpoints import seal

LAYERS = {
    "attn_q": "self_attn.q_proj",
    "attn_k": "self_attn.k_proj",
    "attn_v": "self_attn.v_proj",
    "attn_output": "self_attn.o_proj",
    "ffn_gate": "mlp.gate_proj",
    "ffn_up": "mlp.up_proj",
    "ffn_down": "mlp.down_proj",
}
SIDES = {"lora_a": "lora_A", "lora_b": "lora_B"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--adapter", type=Path, required=True, help="the adapter, *.gguf; its card beside it says how far it was trained")
    parser.add_argument("--base", type=Path, required=True, help="the base model that it was trained on, a GGUF file")
    parser.add_argument("--out", type=Path, required=True, help="the checkpoint's folder, which must not be there yet")


def run(args: argparse.Namespace) -> None:
    if args.out.exists():
        raise SystemExit(f"--out {args.out} is there already: name another folder")
    state = unpack(args.adapter, args.base, args.out)
    print(f"{args.out}: the adapter after {state['updates']} updates, without its optimizer")


def unpack(adapter: Path, base: Path, out: Path) -> dict:
    """The state of training that its card tells."""
    reader = GGUFReader(adapter)
    alpha = reader.fields.get("adapter.lora.alpha")
    if alpha is None:
        raise SystemExit(f"{adapter} is no LoRA adapter")
    config = AutoConfig.from_pretrained(base.parent, gguf_file=base.name)
    heads = {"attn_q": config.num_attention_heads, "attn_k": config.num_key_value_heads}
    tensors: dict[str, torch.Tensor] = {}
    for tensor in reader.tensors:
        _, block, layer, _, side = tensor.name.split(".")
        weight = torch.from_numpy(tensor.data.copy()).float()
        if side == "lora_b" and layer in heads:
            weight = halves(weight, heads[layer])
        tensors[f"base_model.model.model.layers.{block}.{LAYERS[layer]}.{SIDES[side]}.weight"] = weight.contiguous()
    rank = next(weight.shape[0] for name, weight in tensors.items() if "lora_A" in name)
    targets = sorted({name.split(".")[-3] for name in tensors})
    out.mkdir(parents=True)
    LoraConfig(r=rank, lora_alpha=round(float(alpha.parts[-1][0])), target_modules=targets, task_type="CAUSAL_LM", inference_mode=True).save_pretrained(out)
    save_file(tensors, out / "adapter_model.safetensors", {"format": "pt"})
    card = adapter.with_suffix(".json")
    trained = (json.loads(card.read_text()).get("trained") if card.is_file() else None) or {}
    state = trained.get("state") or {"updates": 0, "samples": 0, "tokens": 0, "seconds": 0.0}
    (out / "state.json").write_text(json.dumps(state))
    (out / "run.json").write_text(json.dumps(trained.get("run") or {}, indent=2))
    seal(out, state["updates"])
    return state


def halves(weight: torch.Tensor, heads: int) -> torch.Tensor:
    """GGUF has the two halves of each head's rows in turn, since it turns neighbors by the position; Transformers has one half after the other."""
    return weight.reshape(heads, -1, 2, weight.shape[1]).swapaxes(1, 2).reshape(weight.shape)
