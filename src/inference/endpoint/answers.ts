/** Replies in OpenAI's format. */
import type { BackendState, ChatReply } from '../chat-model';
import type { AnswerExtension, ListExtension } from './extension';
import type { Ask } from './read-ask';

/** Fields common to all chunks of a response. */
export interface Heading {
  id: string;
  created: number;
  model: string;
}

export function completionOf(heading: Heading, reply: ChatReply, ask: Ask): object {
  const message = { role: 'assistant', content: reply.text, refusal: null };
  return {
    ...about(heading, 'chat.completion'),
    choices: [{ index: 0, message, logprobs: null, finish_reason: reply.end }],
    usage: usageOf(reply),
    mandi: extensionOf(reply, ask),
  };
}

/** A chunk of a stream. `finish`: set on the last one with text. */
export function chunkOf(heading: Heading, delta: { role?: 'assistant'; content?: string }, finish: ChatReply['end'] | null = null): object {
  return { ...about(heading, 'chat.completion.chunk'), choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }] };
}

/** The final chunk with the counts, if requested. */
export function usageChunkOf(heading: Heading, reply: ChatReply): object {
  return { ...about(heading, 'chat.completion.chunk'), choices: [], usage: usageOf(reply) };
}

export function extensionOf({ backend, attempts, pin, held, tokens, timing, cost, sent }: ChatReply, { request }: Ask): AnswerExtension {
  const told = sent && { sent: { ...sent, messages: [...sent.messages] } };
  return { backend, attempts: attempts.map((one) => ({ ...one })), pin, seed: request.sampling.seed, held, tokens, timing, cost, ...told };
}

/** The models offered at this endpoint, without those that another such endpoint serves. */
export function listOf(backends: readonly BackendState[], extension: Omit<ListExtension, 'backends'>): object {
  const shown = backends.filter(({ isEndpoint }) => isEndpoint !== true);
  return {
    object: 'list',
    data: idsOf(shown).map(modelOf),
    mandi: { ...extension, backends: shown } satisfies ListExtension,
  };
}

export function modelOf(id: string): object {
  return { id, object: 'model', created: 0, owned_by: 'mandi' };
}

/** Models, and models with each of their adapters; null models last. */
export function idsOf(backends: readonly BackendState[]): string[] {
  const shown = backends.filter(({ isEndpoint }) => isEndpoint !== true);
  const names = shown.flatMap(({ serves }) =>
    serves.flatMap(({ name, adapters }) => [name, ...adapters.map((adapter) => `${name}+${adapter}`)]),
  );
  return [...new Set(names)];
}

function about({ id, created, model }: Heading, object: string) {
  return { id, object, created, model, system_fingerprint: null };
}

function usageOf({ tokens: { prompt, cached, completion } }: ChatReply): object {
  const details = cached === null ? {} : { prompt_tokens_details: { cached_tokens: cached } };
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion, ...details };
}
