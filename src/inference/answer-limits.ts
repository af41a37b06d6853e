/** Maximum size of a response, derived from the tokens that the request allows. Generous for models that think aloud. */

/** Characters of text per token, for any tokenizer: the average is four, and rarely more than 16. */
const CHARACTERS_A_TOKEN = 32;
const SPARE_CHARACTERS = 4_000;
/** Names, counts and fingerprints around the text, and in a stream around every token. */
const SPARE_BYTES = 64 * 1024;
const BYTES_A_TOKEN_WHOLE = 192;
const BYTES_A_TOKEN_STREAMED = 1_024;
/** The token's text repeated, its bytes as a list, its id and its log-probability. */
const BYTES_A_LOGPROB = 512;

/** Maximum number of characters for this many tokens. */
export function longestText(maxTokens: number): number {
  return SPARE_CHARACTERS + CHARACTERS_A_TOKEN * maxTokens;
}

/** Maximum bytes of a response in one piece, or of one event of a stream. `logprobs`: whether they were requested. */
export function wholeBytes(maxTokens: number, logprobs = false): number {
  return SPARE_BYTES + (BYTES_A_TOKEN_WHOLE + (logprobs ? BYTES_A_LOGPROB : 0)) * maxTokens;
}

/** Maximum bytes of a streamed response. */
export function streamBytes(maxTokens: number): number {
  return SPARE_BYTES + BYTES_A_TOKEN_STREAMED * maxTokens;
}
