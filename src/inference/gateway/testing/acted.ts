import { BackendFault } from '../../backend-fault';
import type { BackendState, ChatModel, ChatReply, ChatRequest } from '../../chat-model';

/** What a backend does in one call. */
export type Act = (request: ChatRequest) => Promise<ChatReply> | ChatReply;

export interface Acted extends ChatModel {
  calls: ChatRequest[];
}

/** A backend that does what the test says, call by call; the last act is repeated. */
export function acted(id: string, ...acts: Act[]): Acted {
  const calls: ChatRequest[] = [];
  const state: BackendState = {
    id,
    kind: 'openai',
    place: id,
    health: 'up',
    why: null,
    serves: [{ name: 'small', digest: null, adapters: ['classic'], context: null }],
    capabilities: { schema: true, adapters: true, batching: false, streaming: true },
    queued: 0,
    running: 0,
    slots: 4,
  };
  return {
    id,
    calls,
    state: () => state,
    close: async () => {},
    async chat(request) {
      calls.push(request);
      const act = acts[Math.min(calls.length, acts.length) - 1];
      if (!act) throw new Error('nothing to do');
      return act(request);
    },
  };
}

export function says(text: string): Act {
  return (request) => {
    request.onText?.(text, false);
    return {
      text,
      held: true,
      end: 'stop',
      tokens: { prompt: 1_000, cached: 400, completion: 50 },
      timing: { queued: 0, first: 1, total: 2 },
      backend: '',
      attempts: [],
      pin: { model: 'small', digest: null, adapter: null, adapterDigest: null, runtime: null },
      cost: 0,
    };
  };
}

export function fails(...[code, message, facts]: ConstructorParameters<typeof BackendFault>): Act {
  return () => Promise.reject(new BackendFault(code, message, facts));
}
