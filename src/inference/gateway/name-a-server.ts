import type { BackendState } from '../chat-model';

/** What to set where nothing serves a model and no server that speaks OpenAI's protocol is named; '': one is named, and has its own words. */
export function nameAServer(backends: readonly Pick<BackendState, 'kind' | 'isDoor'>[]): string {
  if (backends.some(({ kind, isDoor }) => kind === 'openai' && isDoor !== true)) return '';
  return ' If a server that speaks OpenAI’s protocol serves it, set OPENAI_BASE_URL to its address (http://HOST:PORT/v1) and start Mandi again.';
}
