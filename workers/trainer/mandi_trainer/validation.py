"""How well a model chooses on samples that it has not learnt from."""

import torch

from .samples import Example

BATCH = 256


def validate(model, examples: list[Example]) -> dict:
    """Of samples that say what replies promise. `right`: it chose the taught one; `outside`: the likeliest token was no such reply;
    `lost`: how much less than the best the chosen reply promises, in the unit of the samples."""
    chosen = [example for example in examples if example.soft is not None]
    if not chosen:
        return {}
    device = next(model.parameters()).device
    causal = model.get_base_model()
    right = outside = 0
    lost = 0.0
    was_training = model.training
    model.eval()
    ordered = sorted(chosen, key=lambda example: len(example.ids))
    with torch.no_grad():
        for begin in range(0, len(ordered), BATCH):
            batch = ordered[begin : begin + BATCH]
            longest = max(example.soft.at for example in batch)
            ids = torch.tensor([fill(example.ids[: example.soft.at], longest) for example in batch], device=device)
            hidden = causal.model(input_ids=ids, use_cache=False).last_hidden_state
            at = torch.tensor([example.soft.at - 1 for example in batch], device=device)
            logits = causal.lm_head(hidden[torch.arange(len(batch), device=device), at]).float()
            likeliest = logits.argmax(-1).tolist()
            for row, example in enumerate(batch):
                tokens = list(example.soft.worths)
                best = tokens[int(logits[row, torch.tensor(tokens, device=device)].argmax())]
                right += best == example.ids[example.soft.at]
                outside += likeliest[row] not in example.soft.worths
                lost += max(example.soft.worths.values()) - example.soft.worths[best]
    model.train(was_training)
    return {"of": len(chosen), "right": round(right / len(chosen), 4), "outside": round(outside / len(chosen), 4), "lost": round(lost / len(chosen), 3)}


def fill(ids: list[int], length: int) -> list[int]:
    return ids + [0] * (length - len(ids))
