"""The tokens that end a reply: a list, for a chat's end of turn is often another token than the end of text."""

HERE = "\u2063here\u2063"


def stops_of(tokenizer, named: list[str]) -> list[int]:
    """Those that are named, each one token of the vocabulary; where none is, the chat template's end of turn and the end of text."""
    found = named or [mark for mark in (end_of_turn(tokenizer), tokenizer.eos_token) if mark]
    ids = []
    for mark in dict.fromkeys(found):
        token = tokenizer.convert_tokens_to_ids(mark)
        if token is None or tokenizer.convert_ids_to_tokens(token) != mark:
            raise SystemExit(f"--stop {mark}: this is no single token of the base model; name one as its tokenizer writes it, e.g. {tokenizer.eos_token}")
        ids.append(token)
    if not ids:
        raise SystemExit("the base model's tokenizer names no token that ends a reply; name one by --stop")
    return ids


def end_of_turn(tokenizer) -> str | None:
    """What the chat template writes after a reply, where that is one token."""
    chat = [{"role": "user", "content": "?"}, {"role": "assistant", "content": HERE}]
    after = tokenizer.apply_chat_template(chat, tokenize=False).split(HERE)[-1].strip()
    token = tokenizer.convert_tokens_to_ids(after) if after else None
    return after if token is not None and tokenizer.convert_ids_to_tokens(token) == after else None
