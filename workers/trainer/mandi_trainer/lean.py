"""A training step of a Llama with LoRA for processors: the same sums as PEFT's, with fewer passes over memory.

The samples of a batch stand one after another without filling. What all of them begin with (the chat template and the system text) is computed
once. What PEFT computes in float32 between layers stays in the base's number format; the adapter's own weights are kept in float32, as ever.
"""

from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn import functional

LEAST_OWN = 1


@dataclass
class Linears:
    """Layers that read the same input: their weights in one matrix, and each one's part of the output."""

    weight: Tensor
    parts: list
    ready: list[Tensor] | None = None


def adapter_of(linears: Linears) -> list[Tensor]:
    """In the base's number format: what narrows the input, of all layers in one matrix, and what widens it, of each."""
    dtype = linears.weight.dtype
    downs = torch.cat([part.lora_A["default"].weight for part in linears.parts]).to(dtype)
    return [downs, *(part.lora_B["default"].weight.to(dtype) for part in linears.parts)]


class WithLora(torch.autograd.Function):
    """x·W and each part's adapter in one step; kept for the way back are x and the narrow product alone."""

    @staticmethod
    def forward(ctx, x: Tensor, weight: Tensor, scale: float, downs: Tensor, *ups: Tensor) -> Tensor:
        y = functional.linear(x, weight)
        narrow = functional.linear(x, downs)
        at, rank = 0, ups[0].shape[1]
        for number, up in enumerate(ups):
            y[:, at : at + up.shape[0]].addmm_(narrow[:, number * rank : (number + 1) * rank], up.T, alpha=scale)
            at += up.shape[0]
        ctx.scale = scale
        ctx.save_for_backward(x, weight, narrow, downs, *ups)
        return y

    @staticmethod
    def backward(ctx, dy: Tensor):
        x, weight, narrow, downs, *ups = ctx.saved_tensors
        at, rank = 0, ups[0].shape[1]
        back, grads = [], []
        for number, up in enumerate(ups):
            own = dy[:, at : at + up.shape[0]]
            back.append(own @ up)
            grads.append((own.T @ narrow[:, number * rank : (number + 1) * rank]) * ctx.scale)
            at += up.shape[0]
        dnarrow = torch.cat(back, 1) * ctx.scale
        dx = None
        if ctx.needs_input_grad[0]:
            dx = dy @ weight
            dx.addmm_(dnarrow, downs)
        return (dx, None, None, dnarrow.T @ x, *grads)


class Lean:
    """`model`: a Llama in which PEFT has put adapters on the linear layers of each block."""

    def __init__(self, model) -> None:
        causal = model.get_base_model()
        config = causal.config
        if config.model_type != "llama" or getattr(config, "attention_bias", False) or getattr(config, "mlp_bias", False):
            raise ValueError(f"lean steps are for Llama models without biases, not {config.model_type}")
        self.causal, self.config = causal, config
        self.head = config.hidden_size // config.num_attention_heads
        self.rotary = causal.model.rotary_emb
        self.blocks = []
        for block in causal.model.layers:
            attention, mlp = block.self_attn, block.mlp
            groups = [[attention.q_proj, attention.k_proj, attention.v_proj], [attention.o_proj], [mlp.gate_proj, mlp.up_proj], [mlp.down_proj]]
            self.blocks.append((block, [Linears(torch.cat([part.base_layer.weight.data for part in group]), group) for group in groups]))
            for group, linears in zip(groups, self.blocks[-1][1], strict=True):
                # One copy: the layers' own weights are views of the joined ones.
                at = 0
                for part in group:
                    size = part.base_layer.weight.shape[0]
                    part.base_layer.weight.data = linears.weight[at : at + size]
                    at += size

    def freeze(self) -> "Lean":
        """For a model that only writes: the adapter's weights are converted once and not in every step."""
        for _, groups in self.blocks:
            for linears in groups:
                linears.ready = [part.detach() for part in adapter_of(linears)]
        return self

    def linear(self, x: Tensor, linears: Linears) -> Tensor:
        return WithLora.apply(x, linears.weight, linears.parts[0].scaling["default"], *(linears.ready or adapter_of(linears)))

    def hidden(self, rows: list[list[int]], wanted: list[list[int]], keep: list | None = None) -> Tensor:
        """The last layer's output at the wanted places of each row, in the order of rows. `keep`: takes each block's keys and values."""
        shared = common(rows)
        device = self.causal.model.embed_tokens.weight.device
        ids = [*rows[0][:shared], *(one for row in rows for one in row[shared:])]
        places = [*range(shared), *(at for row in rows for at in range(shared, len(row)))]
        lengths = [len(row) - shared for row in rows]
        asked, begin = [], shared
        for length, own in zip(lengths, wanted, strict=True):
            asked += [begin + at - shared for at in own]
            begin += length
        with torch.no_grad():
            x = functional.embedding(torch.tensor(ids, device=device), self.causal.model.embed_tokens.weight)
            cos, sin = self.rotary(x, torch.tensor([places], device=device))
        cos, sin = cos[0].unsqueeze(1), sin[0].unsqueeze(1)
        masks = [mask_of(shared, length, device) for length in lengths]
        for number, (block, (qkv, out, wide, narrow)) in enumerate(self.blocks):
            x = x + self.linear(self.attend(self.linear(norm(x, block.input_layernorm), qkv), cos, sin, shared, lengths, masks, keep), out)
            if number == len(self.blocks) - 1:
                # Above the last attention only the asked places matter.
                x = x[torch.tensor(asked, device=device)]
            gate, up = self.linear(norm(x, block.post_attention_layernorm), wide).chunk(2, 1)
            x = x + self.linear(functional.silu(gate) * up, narrow)
        return norm(x, self.causal.model.norm)

    def attend(self, qkv: Tensor, cos: Tensor, sin: Tensor, shared: int, lengths: list[int], masks: list[Tensor], keep: list | None) -> Tensor:
        heads, pairs, size = self.config.num_attention_heads, self.config.num_key_value_heads, self.head
        q, k, v = (part.unflatten(1, (-1, size)) for part in qkv.split([heads * size, pairs * size, pairs * size], 1))
        q, k = turned(q, cos, sin), turned(k, cos, sin)
        if keep is not None:
            keep.append((k, v))
        # [1, heads, places, size]; each pair of keys and values serves several heads.
        q = q.transpose(0, 1).unsqueeze(0)
        k, v = (part.transpose(0, 1).repeat_interleave(heads // pairs, 0).unsqueeze(0) for part in (k, v))
        found = []
        if shared > 0:
            found.append(functional.scaled_dot_product_attention(q[:, :, :shared], k[:, :, :shared], v[:, :, :shared], is_causal=True))
        at = shared
        for length, mask in zip(lengths, masks, strict=True):
            own = slice(at, at + length)
            seen = [torch.cat([part[:, :, :shared], part[:, :, own]], 2) for part in (k, v)]
            found.append(functional.scaled_dot_product_attention(q[:, :, own], *seen, attn_mask=mask))
            at += length
        return torch.cat(found, 2)[0].transpose(0, 1).flatten(1)


def common(rows: list[list[int]]) -> int:
    """How many tokens all rows begin with; each keeps at least one of its own."""
    most = min(len(row) for row in rows) - LEAST_OWN
    for at in range(most):
        if any(row[at] != rows[0][at] for row in rows):
            return at
    return most


def mask_of(shared: int, length: int, device) -> Tensor:
    seen = torch.ones(length, shared + length, dtype=torch.bool, device=device)
    return seen.tril(shared)


def norm(x: Tensor, layer) -> Tensor:
    return functional.rms_norm(x, (x.shape[-1],), layer.weight.to(x.dtype), layer.variance_epsilon)


def turned(x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    half = x.shape[-1] // 2
    return x * cos + torch.cat([-x[..., half:], x[..., :half]], -1) * sin
