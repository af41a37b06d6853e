/**
 * Models that know nothing: they write what the schema allows, drawn at random or always the first. Seated in the same wrapper as a
 * real model they show what the wrapper alone achieves.
 */
import { BackendFault } from '../backend-fault';
import type { ChatModel, ChatReply, ChatRequest } from '../chat-model';
import { seeded } from './seeded';
import { SchemaFault, writeSchema } from './write-schema';

export type NullKind = 'random' | 'constant';

/** Backend and model of the same name: `null:random` or `null:constant`. Answers at once, counts no tokens, costs nothing. */
export function nullModel(kind: NullKind): ChatModel {
  const id = `null:${kind}`;
  return {
    id,
    async chat(request) {
      if (request.signal?.aborted) throw new BackendFault('aborted', 'The caller gave up.');
      const text = write(request, kind);
      request.onText?.(text, false);
      return replyOf(id, text);
    },
    state: () => ({
      id,
      kind: 'null',
      place: 'this process',
      health: 'up',
      why: null,
      serves: [{ name: id, digest: null, adapters: [], context: null }],
      capabilities: { schema: true, adapters: false, batching: false, streaming: false },
      queued: 0,
      running: 0,
      slots: null,
    }),
    close: async () => {},
  };
}

/** Without a schema: an empty object. */
function write({ schema, sampling }: ChatRequest, kind: NullKind): string {
  try {
    return JSON.stringify(schema === null ? {} : writeSchema(schema, kind === 'random' ? seeded(sampling.seed) : null));
  } catch (fault) {
    throw new BackendFault('refused', fault instanceof SchemaFault ? fault.message : 'The schema cannot be walked.');
  }
}

function replyOf(id: string, text: string): ChatReply {
  return {
    text,
    held: true,
    end: 'stop',
    tokens: { prompt: 0, cached: null, completion: 0 },
    timing: { queued: 0, first: 0, total: 0 },
    backend: id,
    attempts: [{ backend: id, fault: null, why: null, ms: 0 }],
    pin: { model: id, digest: null, adapter: null, adapterDigest: null, runtime: null },
    cost: 0,
  };
}
