"""A model of a few thousand weights that haggles in Mandi's bazaar: it was taught here, in seconds, to pick a letter. Nothing is downloaded.

    python tiny_player.py folder            # picks letters at random
    python tiny_player.py folder --mute     # knows nothing: no reply of it is an action
"""

from __future__ import annotations

import random
import sys

import torch
from tokenizers import Tokenizer, decoders, models, pre_tokenizers
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

TEMPLATE = (
    "{% for m in messages %}<|{{ m['role'] }}|>{{ m['content'] }}<|turn|>\n{% endfor %}{% if add_generation_prompt %}<|assistant|>{% endif %}"
)
OPEN, CLOSE = '{"pick":"', '"}'
LETTERS = "abcdefghijktw"
SIGNS = "abcdefghijklmnopqrstuvwxyz 0123456789.,:\n"
STEPS = 120


def tokenizer() -> PreTrainedTokenizerFast:
    """Bytes, and what a pick is made of in one token each. A turn ends with another token than a text."""
    marks = ["<|pad|>", "<|end|>", "<|turn|>", "<|system|>", "<|user|>", "<|assistant|>"]
    parts = [OPEN, CLOSE]
    vocabulary = {mark: number for number, mark in enumerate([*marks, *parts, *sorted(pre_tokenizers.ByteLevel.alphabet())])}
    bytewise = Tokenizer(models.BPE(vocab=vocabulary, merges=[]))
    bytewise.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    bytewise.decoder = decoders.ByteLevel()
    bytewise.add_special_tokens(marks)
    bytewise.add_tokens(parts)
    return PreTrainedTokenizerFast(tokenizer_object=bytewise, pad_token="<|pad|>", eos_token="<|end|>", chat_template=TEMPLATE)


def taught(words: PreTrainedTokenizerFast, mute: bool) -> LlamaForCausalLM:
    torch.manual_seed(0)
    config = LlamaConfig(vocab_size=len(words), hidden_size=32, intermediate_size=64, num_hidden_layers=1, num_attention_heads=2,
                         max_position_embeddings=16_384, pad_token_id=words.pad_token_id, eos_token_id=words.eos_token_id)
    model = LlamaForCausalLM(config)
    if mute:
        return model
    draws = random.Random(0)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for _ in range(STEPS):
        texts = ["".join(draws.choice(SIGNS) for _ in range(24)) + f"<|assistant|>{OPEN}{draws.choice(LETTERS)}{CLOSE}<|turn|>" for _ in range(16)]
        ids = torch.tensor([words(text, add_special_tokens=False)["input_ids"] for text in texts])
        labels = ids.clone()
        labels[:, :-4] = -100
        model(input_ids=ids, labels=labels).loss.backward()
        optimizer.step()
        optimizer.zero_grad()
    return model


def main(folder: str, mute: bool) -> None:
    torch.set_num_threads(1)
    words = tokenizer()
    taught(words, mute).save_pretrained(folder)
    words.save_pretrained(folder)


if __name__ == "__main__":
    main(sys.argv[1], "--mute" in sys.argv[2:])
