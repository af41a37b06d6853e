"""Replies to menus, many at a time: the likeliest token each time among those that the menu's grammar allows, as the served model writes them."""

import torch
from torch import Tensor
from torch.nn import functional

from .lean import Lean, common, norm, turned
from .menus import BEGIN, Menus

# Of a reply: four lines with their prices have about thirty.
MOST_TOKENS = 64


class Writer:
    def __init__(self, lean: Lean, tokenizer) -> None:
        self.lean, self.tokenizer = lean, tokenizer
        self.menus = Menus(tokenizer)
        self.begin = tokenizer(BEGIN, add_special_tokens=False)["input_ids"]

    @torch.no_grad()
    def write(self, questions: list[list[int]], menus: list[tuple[list[str], int]]) -> list[str]:
        rows = [[*question, *self.begin] for question in questions]
        kept: list[tuple[Tensor, Tensor]] = []
        hidden = self.lean.hidden(rows, [[len(row) - 1] for row in rows], kept)
        cache = Cache(kept, rows, MOST_TOKENS)
        texts = [BEGIN] * len(rows)
        going = list(range(len(rows)))
        for _ in range(MOST_TOKENS):
            logits = self.lean.causal.lm_head(hidden).float()
            chosen: list[int] = []
            left: list[int] = []
            for at, row in enumerate(going):
                allowed = self.menus.allowed(texts[row], *menus[row])
                picked = allowed[int(logits[at, allowed].argmax())]
                texts[row] += self.menus.texts[picked]
                if not texts[row].endswith("]}"):
                    chosen.append(picked)
                    left.append(at)
            if not left:
                break
            if len(left) < len(going):
                cache.keep(left)
            going = [going[at] for at in left]
            hidden = self.step(chosen, cache)
        return texts

    def step(self, chosen: list[int], cache: "Cache") -> Tensor:
        """One token more of each reply."""
        lean = self.lean
        heads, pairs, size = lean.config.num_attention_heads, lean.config.num_key_value_heads, lean.head
        x = functional.embedding(torch.tensor(chosen), lean.causal.model.embed_tokens.weight)
        cos, sin = lean.rotary(x, cache.lengths.unsqueeze(0))
        cos, sin = cos[0].unsqueeze(1), sin[0].unsqueeze(1)
        mask = (torch.arange(cache.room) <= cache.lengths[:, None])[:, None, None]
        every = torch.arange(len(chosen))
        for (block, (qkv, out, wide, narrow)), (keys, values) in zip(lean.blocks, cache.blocks, strict=True):
            parts = lean.linear(norm(x, block.input_layernorm), qkv).split([heads * size, pairs * size, pairs * size], 1)
            q, k, v = (part.unflatten(1, (-1, size)) for part in parts)
            keys[every, :, cache.lengths] = turned(k, cos, sin)
            values[every, :, cache.lengths] = v
            q = turned(q, cos, sin).unflatten(1, (pairs, heads // pairs))
            seen = functional.scaled_dot_product_attention(q, keys, values, attn_mask=mask)
            x = x + lean.linear(seen.flatten(1), out)
            gate, up = lean.linear(norm(x, block.post_attention_layernorm), wide).chunk(2, 1)
            x = x + lean.linear(functional.silu(gate) * up, narrow)
        cache.lengths += 1
        return norm(x, lean.causal.model.norm)


class Cache:
    """Keys and values of rows that stood one after another, each in its own row with room for a reply."""

    def __init__(self, kept: list[tuple[Tensor, Tensor]], rows: list[list[int]], more: int) -> None:
        self.lengths = torch.tensor([len(row) for row in rows])
        self.room = int(self.lengths.max()) + more
        shared = common(rows)
        self.blocks = []
        for pair in kept:
            both = []
            for part in pair:
                wide = part.new_zeros(len(rows), part.shape[1], self.room, part.shape[2])
                at = shared
                for place, row in enumerate(rows):
                    own = len(row) - shared
                    wide[place, :, :shared] = part[:shared].transpose(0, 1)
                    wide[place, :, shared : shared + own] = part[at : at + own].transpose(0, 1)
                    at += own
                both.append(wide)
            self.blocks.append(tuple(both))

    def keep(self, rows: list[int]) -> None:
        """The others have said all they had to say."""
        at = torch.tensor(rows)
        self.lengths = self.lengths[at]
        self.blocks = [(keys[at], values[at]) for keys, values in self.blocks]
