/** For tests: a chat request with every field set. */
import type { ChatRequest } from './chat-model';

export function chatRequest(more: Partial<ChatRequest> = {}): ChatRequest {
  return {
    model: 'small',
    adapter: null,
    messages: [
      { role: 'system', content: 'You trade.' },
      { role: 'user', content: 'Your move?' },
    ],
    sampling: { temperature: 0, topP: 1, topK: 0, seed: 7, maxTokens: 64, stop: [] },
    schema: null,
    timeoutMs: 30_000,
    ...more,
  };
}
