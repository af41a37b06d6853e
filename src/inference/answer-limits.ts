/** How large an answer may be, from what its request lets the model write. Generous to servers that think aloud, strict to all others. */

/** Of text, whatever the tokenizer: a token is four characters on average, and seldom more than 16. */
const CHARACTERS_A_TOKEN = 32;
const SPARE_CHARACTERS = 4_000;
/** Names, counts and fingerprints around the text; and in a stream around every token. */
const SPARE_BYTES = 64 * 1024;
const BYTES_A_TOKEN_WHOLE = 192;
const BYTES_A_TOKEN_STREAMED = 1_024;
/** Its text again, its bytes as a list, its id and its log-probability. */
const BYTES_A_LOGPROB = 512;

/** Characters of a text that may have been written with so many tokens. */
export function longestText(maxTokens: number): number {
  return SPARE_CHARACTERS + CHARACTERS_A_TOKEN * maxTokens;
}

/** Bytes of an answer in one piece; one event of a stream is no longer. `logprobs`: they were asked for. */
export function wholeBytes(maxTokens: number, logprobs = false): number {
  return SPARE_BYTES + (BYTES_A_TOKEN_WHOLE + (logprobs ? BYTES_A_LOGPROB : 0)) * maxTokens;
}

/** Bytes of an answer as a stream. */
export function streamBytes(maxTokens: number): number {
  return SPARE_BYTES + BYTES_A_TOKEN_STREAMED * maxTokens;
}
