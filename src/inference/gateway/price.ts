/** Prices of backends, set by the operator. Models that run here are free. */
import type { TokenCount } from '../chat-model';

/** US dollars per million tokens. `cached`: prompt tokens from the cache; null: same price as the rest. */
export interface Price {
  prompt: number;
  cached: number | null;
  completion: number;
}

export function costOf(tokens: TokenCount, price: Price | null): number {
  if (price === null) return 0;
  const cached = Math.min(tokens.cached ?? 0, tokens.prompt);
  const prompt = (tokens.prompt - cached) * price.prompt + cached * (price.cached ?? price.prompt);
  return (prompt + tokens.completion * price.completion) / 1_000_000;
}

/** Of several calls. */
export function sumOfTokens(counts: readonly TokenCount[]): TokenCount {
  const cached = counts.map((count) => count.cached).filter((count) => count !== null);
  return {
    prompt: counts.reduce((sum, { prompt }) => sum + prompt, 0),
    cached: cached.length === 0 ? null : cached.reduce((sum, count) => sum + count, 0),
    completion: counts.reduce((sum, { completion }) => sum + completion, 0),
  };
}

/** Read and written together. */
export function allTokens(tokens: TokenCount | null): number {
  return tokens ? tokens.prompt + tokens.completion : 0;
}
