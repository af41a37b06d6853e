/**
 * A running Mandi as a backend: uses its endpoint with all features of its workers, so that weights are loaded once and every turn shows on
 * its inference page. Checks for it regularly; while there is none, this process serves models itself.
 */
import { z } from 'zod';
import { BackendFault } from '../backend-fault';
import type { BackendState, ChatReply, ChatRequest, ServedModel } from '../chat-model';
import type { BookMark, ServerBackend } from '../gateway/gateway';
import { readEvents } from '../read-events';
import { within } from '../within';
import { SILENCE_MS } from '../worker-protocol';
import {
  ALIVE_EVERY_MS,
  type AskExtension,
  answerExtension,
  ENDPOINT_PATH,
  type ListExtension,
  listExtension,
  pieceExtension,
} from './extension';
import { behind, faultIn, lost } from './server-faults';

export interface ServerPlace {
  /** Without a path: `http://localhost:3000`. */
  url: string;
  /** The required key; null: none. */
  key: string | null;
  /** The required process id (`/api/health`). Absent: any. */
  process?: string;
  /** Other required headers. */
  headers?: Record<string, string>;
}

export interface ServerModelOptions {
  /** Where it should be now; null: nowhere. */
  find(): Promise<ServerPlace | null>;
  /** This program's name on its inference page. */
  caller: string;
  /** Called when it appears or disappears, before any call is sent elsewhere. */
  onChange?(isThere: boolean): void;
  /** Called after it reported what it serves. */
  onLook?(): void;
  lookEveryMs?: number;
  /** Time without data after which it counts as gone. */
  silenceMs?: number;
}

const LOOK_EVERY_MS = 2_000;
const LOOK_MS = 5_000;
/** A busy machine may miss a check or two. */
const MOST_MISSES = 3;
const SILENT_COMMENTS = 3;
const SILENT_SHARE = 0.4;
const MOST_LIST = 8 * 1024 * 1024;
/** A Mandi has already limited its responses; this is for servers that only claim to be one. */
const MOST_STREAM = 16 * 1024 * 1024;

const pieceSchema = z.object({
  choices: z
    .array(z.object({ delta: z.object({ content: z.string().nullish() }).nullish(), finish_reason: z.string().nullish() }))
    .optional(),
  error: z.unknown().optional(),
  mandi: z.unknown().optional(),
});

export class ServerModel implements ServerBackend {
  readonly id = 'mandi';
  private readonly options: ServerModelOptions;
  private readonly looker: NodeJS.Timeout;
  private readonly closing = new AbortController();
  private place: ServerPlace | null = null;
  private list: ListExtension | null = null;
  private looking: Promise<void> | null = null;
  private misses = 0;
  private why: string | null = 'No Mandi runs.';
  private running = 0;
  /** Time of the last response of any kind, as `Date.now`. */
  private lastHeard = 0;

  constructor(options: ServerModelOptions) {
    this.options = options;
    this.looker = setInterval(() => void this.look(), options.lookEveryMs ?? LOOK_EVERY_MS);
    this.looker.unref();
  }

  get isThere(): boolean {
    return this.list !== null;
  }

  /** It is loading a worker's weights and does not list their models yet. */
  get isStarting(): boolean {
    return this.list?.starting ?? false;
  }

  get servesModels(): boolean {
    return this.backends().some(({ kind, serves }) => kind !== 'null' && serves.length > 0);
  }

  /** Checks whether it is available and what it serves. Never rejects; takes at most a few seconds. */
  look(): Promise<void> {
    this.looking ??= this.lookOnce().finally(() => {
      this.looking = null;
    });
    return this.looking;
  }

  /** Checks again, perhaps at another address. */
  forget(): void {
    this.gone('its address has changed');
    void this.look();
  }

  /** Whether it serves all of these models. */
  servesAll(models: readonly ServedModel[]): boolean {
    return models.every(({ name, adapters }) => [null, ...adapters].every((adapter) => this.covers({ model: name, adapter }, [])));
  }

  covers({ model, adapter }: Pick<ChatRequest, 'model' | 'adapter'>, names: readonly string[]): boolean {
    const asked = this.backends().filter(({ id, kind }) => kind !== 'null' && (names.length === 0 || names.includes(id)));
    return asked.some(({ serves }) => serves.some((one) => one.name === model && (adapter === null || one.adapters.includes(adapter))));
  }

  backends(): readonly BackendState[] {
    return this.list?.backends ?? [];
  }

  get book(): BookMark | null {
    return this.list?.book ?? null;
  }

  state(): BackendState {
    return {
      id: this.id,
      kind: 'openai',
      place: this.place === null ? 'nowhere' : new URL(this.place.url).host,
      health: this.isThere ? 'up' : 'down',
      why: this.isThere ? null : this.why,
      serves: this.backends().flatMap(({ serves }) => serves),
      capabilities: { schema: true, adapters: true, batching: true, streaming: true },
      queued: 0,
      running: this.running,
      slots: null,
      isEndpoint: true,
    };
  }

  async chat(request: ChatRequest): Promise<ChatReply> {
    const { place } = this;
    if (place === null || !this.isThere) throw lost(this.id, this.why ?? 'it has stopped');
    const late = () => `${this.id} did not answer in ${(request.timeoutMs / 1000).toFixed(1)} s.`;
    this.running += 1;
    try {
      return await within({ ms: request.timeoutMs, signal: request.signal, late }, (signal) => this.ask(place, request, signal));
    } finally {
      this.running -= 1;
    }
  }

  async close(): Promise<void> {
    clearInterval(this.looker);
    this.closing.abort();
  }

  private get silenceMs(): number {
    return this.options.silenceMs ?? SILENCE_MS;
  }

  /** Detects silence early enough to continue elsewhere within the turn. At least three comments must have been missed. */
  private patience({ timeoutMs }: ChatRequest): number {
    return Math.min(this.silenceMs, Math.max(SILENT_COMMENTS * ALIVE_EVERY_MS, timeoutMs * SILENT_SHARE));
  }

  private async ask(place: ServerPlace, request: ChatRequest, signal: AbortSignal): Promise<ChatReply> {
    const watch = new Watch(this.patience(request));
    const heard = () => {
      this.lastHeard = Date.now();
      watch.heard();
    };
    try {
      const response = await fetch(`${place.url}${ENDPOINT_PATH}/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...authorization(place) },
        body: JSON.stringify(this.bodyOf(request)),
        signal: AbortSignal.any([signal, watch.signal, this.closing.signal]),
        redirect: 'error',
      });
      heard();
      const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
      if (!response.ok || !isStream || response.body === null) {
        throw this.refused(await response.json().catch(() => null), response.status);
      }
      return await this.read(response.body, { request, heard });
    } catch (thrown) {
      if (thrown instanceof BackendFault || signal.aborted) throw thrown;
      throw this.lose(watch.signal.aborted ? `it sent nothing for ${Math.round(watch.ms / 100) / 10} s` : lineFault(thrown), place);
    } finally {
      watch.end();
    }
  }

  private bodyOf({ model, adapter, messages, sampling, schema, timeoutMs, account, backends }: ChatRequest): object {
    const { temperature, topP, topK, seed, maxTokens, stop } = sampling;
    const mandi: AskExtension = {
      adapter,
      backends: [...(backends ?? [])],
      account: { ...account, caller: this.options.caller },
      timeout_ms: Math.max(1, Math.ceil(timeoutMs)),
      restarts: true,
    };
    const format = { type: 'json_schema', json_schema: { name: 'reply', strict: true, schema } };
    return {
      model,
      messages,
      temperature,
      top_p: topP,
      top_k: topK,
      seed,
      max_tokens: maxTokens,
      stop,
      stream: true,
      ...(schema !== null && { response_format: format }),
      mandi,
    };
  }

  private async read(body: ReadableStream<Uint8Array>, { request, heard }: { request: ChatRequest; heard(): void }): Promise<ChatReply> {
    let text = '';
    for await (const data of readEvents(body, { mostBytes: MOST_STREAM, heard })) {
      const piece = pieceSchema.parse(JSON.parse(data));
      if (piece.error !== undefined) throw this.refused(piece, null);
      const [choice] = piece.choices ?? [];
      const words = choice?.delta?.content ?? '';
      if (words !== '') {
        const restart = pieceExtension.safeParse(piece.mandi).success;
        text = restart ? words : text + words;
        request.onText?.(words, restart);
      }
      if (choice?.finish_reason) {
        const { backend, attempts, pin, held, tokens, timing, cost, sent, text: whole = text } = answerExtension.parse(piece.mandi);
        const end = choice.finish_reason === 'length' ? 'length' : 'stop';
        const by = { backend: `${this.id}/${backend}`, attempts: behind(this.id, attempts) };
        return { text: whole, held, end, tokens, timing, ...by, pin, cost, ...(sent && { sent }) };
      }
    }
    throw new Error('it stopped in the middle of its answer');
  }

  /** It responded, but not with a valid reply. */
  private refused(value: unknown, status: number | null): BackendFault {
    const { fault, isLost } = faultIn(value, { id: this.id, status });
    if (isLost) this.gone(fault.message);
    return fault;
  }

  private lose(why: string, place: ServerPlace): BackendFault {
    const fault = lost(this.id, why);
    if (this.place === place) this.gone(fault.message);
    return fault;
  }

  private gone(why: string): void {
    this.why = why;
    this.place = null;
    this.misses = 0;
    if (this.list === null) return;
    this.list = null;
    if (!this.closing.signal.aborted) this.options.onChange?.(false);
  }

  private async lookOnce(): Promise<void> {
    const place = this.place ?? (await this.options.find().catch(() => null));
    if (this.closing.signal.aborted) return;
    if (place === null) {
      this.gone('No Mandi runs');
      return;
    }
    try {
      const list = await listAt(place, this.closing.signal);
      this.misses = 0;
      const isNew = this.list === null;
      this.place = place;
      this.list = list;
      if (isNew) this.options.onChange?.(true);
      this.options.onLook?.();
    } catch (fault) {
      if (this.closing.signal.aborted) return;
      const isSlow = fault instanceof Error && fault.name === 'TimeoutError';
      if (isSlow && Date.now() - this.lastHeard < this.silenceMs) return; // it responds to other calls: busy, not gone
      this.misses += 1;
      if (this.list === null || !isSlow || this.misses >= MOST_MISSES) this.gone(lineFault(fault));
    }
  }
}

async function listAt(place: ServerPlace, closing: AbortSignal): Promise<ListExtension> {
  const signal = AbortSignal.any([AbortSignal.timeout(LOOK_MS), closing]);
  const response = await fetch(`${place.url}${ENDPOINT_PATH}/models`, { headers: authorization(place), signal, redirect: 'error' });
  const text = await response.text();
  if (response.status === 401) throw new Error('it asks for its operator’s token: set MANDI_ADMIN_TOKEN');
  if (!response.ok || text.length > MOST_LIST) throw new Error(`it answered ${response.status}`);
  const { mandi } = z.object({ mandi: listExtension }).parse(JSON.parse(text));
  if (place.process !== undefined && place.process !== mandi.process) throw new Error('another Mandi answers there');
  return mandi;
}

function authorization({ key, headers }: ServerPlace): Record<string, string> {
  return { ...headers, ...(key !== null && { authorization: `Bearer ${key}` }) };
}

/** The system's error code, without addresses or what was sent. */
function lineFault(thrown: unknown): string {
  const cause = thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : thrown;
  if (cause instanceof z.ZodError || cause instanceof SyntaxError) return 'it is not a Mandi, or it is a different version';
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return `the connection to it was lost (${cause.code})`;
  return cause instanceof Error && cause.message !== '' ? cause.message.slice(0, 200) : 'the connection to it was lost';
}

/** Aborts when nothing was received for a while. */
class Watch {
  readonly ms: number;
  private readonly controller = new AbortController();
  private timer: NodeJS.Timeout;

  constructor(ms: number) {
    this.ms = ms;
    this.timer = this.start();
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  heard(): void {
    this.end();
    this.timer = this.start();
  }

  end(): void {
    clearTimeout(this.timer);
  }

  private start(): NodeJS.Timeout {
    return setTimeout(() => this.controller.abort(), this.ms);
  }
}
