/** One call over several backends: divides the time, retries where it may help, and records each attempt. */
import { asFault, BackendFault } from '../backend-fault';
import type { Attempt, ChatReply, ChatRequest, TokenCount } from '../chat-model';
import { within } from '../within';
import type { Gate, RetryOptions, Stage } from './gate';

/** Maximum share of the remaining time for a backend if another could follow. */
const SHARE = 0.6;
const TIMES = 2;
const BASE_MS = 250;
const MOST_MS = 4_000;
/** With less time than this, no attempt is made. */
const LEAST_MS = 20;

interface Waste {
  backend: string;
  tokens: TokenCount;
  /** US dollars if the backend reports it; null: computed from its price. */
  cost: number | null;
}

export class Call {
  /** Tokens of failed attempts. */
  readonly wasted: Waste[] = [];
  private readonly request: ChatRequest;
  private readonly stages: readonly Stage[];
  private readonly options: { retry: RetryOptions; random(): number };
  private readonly attempts: Attempt[] = [];
  private readonly began = performance.now();
  private hasWritten = false;

  /** Each stage is used only if the previous one could not serve or reach the model. */
  constructor(request: ChatRequest, stages: readonly Stage[], options: Call['options']) {
    this.request = request;
    this.stages = stages;
    this.options = options;
  }

  /** Throws only `BackendFault`. */
  async run(): Promise<ChatReply> {
    let last: BackendFault | null = null;
    for (const stage of this.stages) {
      if (last !== null && last.code !== 'unreachable' && last.code !== 'unknown_model') break;
      const gates = stage();
      for (const [index, gate] of gates.entries()) {
        const outcome = await this.tryGate(gate, index === gates.length - 1);
        if (!(outcome instanceof BackendFault)) return outcome;
        last = outcome.code === 'unreachable' && last ? last : outcome;
        if (outcome.code === 'aborted' || this.left < LEAST_MS) throw this.summary(outcome);
      }
    }
    throw this.summary(last ?? new BackendFault('unknown_model', 'There is no backend.'));
  }

  private get left(): number {
    return this.request.timeoutMs - (performance.now() - this.began);
  }

  /** Calls one backend as often as retries are worthwhile. */
  private async tryGate(gate: Gate, isLast: boolean): Promise<ChatReply | BackendFault> {
    const until = performance.now() + (isLast ? this.left : this.left * SHARE);
    for (let tries = 0; ; tries += 1) {
      const shut = gate.circuits.enter(this.request);
      if (shut !== null) return this.passOver(gate, shut);
      const outcome = await this.attempt(gate, until - performance.now());
      if (!(outcome instanceof BackendFault)) return outcome;
      const pause = this.pause(outcome, tries);
      if (pause === null || performance.now() + pause + LEAST_MS > until) return outcome;
      const aborted = await this.sleep(pause);
      if (aborted) return aborted;
    }
  }

  private async attempt(gate: Gate, ms: number): Promise<ChatReply | BackendFault> {
    const { model, circuits } = gate;
    const began = performance.now();
    const isAnother = this.attempts.length > 0;
    let isOver = false;
    let isFirstPiece = true;
    const { onText } = this.request;
    const hear = (piece: string, restart: boolean) => {
      if (isOver) return;
      onText?.(piece, restart || (isFirstPiece && isAnother && this.hasWritten));
      isFirstPiece = false;
      this.hasWritten = true;
    };
    const late = () => `${model.id} did not answer in ${(ms / 1000).toFixed(1)} s.`;
    try {
      const reply = await within({ ms, signal: this.request.signal, late }, (signal) =>
        model.chat({ ...this.request, timeoutMs: Math.max(1, Math.floor(ms)), signal, ...(onText ? { onText: hear } : {}) }),
      );
      circuits.succeeded(this.request);
      return this.complete(gate, reply, began);
    } catch (thrown) {
      const fault = asFault(thrown);
      note(gate, fault, { request: this.request, ms });
      if (fault.spent) {
        const tokens = this.countOf(gate, fault.spent, '');
        this.wasted.push({ backend: model.id, tokens, cost: fault.bill?.cost ?? null });
      }
      const ended = { backend: model.id, fault: fault.code, why: fault.message, ms: Math.round(performance.now() - began) };
      this.attempts.push(...(fault.attempts.length > 0 ? fault.attempts : [ended]));
      return fault;
    } finally {
      isOver = true;
    }
  }

  private complete(gate: Gate, reply: ChatReply, began: number): ChatReply {
    const { id } = gate.model;
    const tokens = this.countOf(gate, reply.tokens, reply.text);
    const backend = reply.backend.startsWith(`${id}/`) ? reply.backend : id; // a backend behind it
    const ended = { backend, fault: null, why: null, ms: Math.round(performance.now() - began) };
    const attempts = [...this.attempts, ...(reply.attempts.length > 0 ? reply.attempts : [ended])];
    const before = Math.round(began - this.began);
    const { queued, first } = reply.timing;
    const timing = {
      queued: before + queued,
      first: first === null ? null : before + first,
      total: Math.round(performance.now() - this.began),
    };
    return { ...reply, tokens, backend, attempts, timing };
  }

  private countOf({ isTrusted }: Gate, tokens: TokenCount, text: string): TokenCount {
    return isTrusted ? tokens : boundedUsage(tokens, this.request, text);
  }

  private passOver({ model }: Gate, shut: string): BackendFault {
    const why = `${model.id} ${shut}`;
    this.attempts.push({ backend: model.id, fault: 'unreachable', why, ms: 0 });
    return new BackendFault('unreachable', why, { again: false });
  }

  /** Milliseconds before the same backend is retried; null: no retry. */
  private pause(fault: BackendFault, tries: number): number | null {
    const { times = TIMES, baseMs = BASE_MS, mostMs = MOST_MS } = this.options.retry;
    if (!fault.again || tries >= times) return null;
    const most = Math.min(baseMs * 2 ** tries, mostMs);
    return Math.max(fault.afterMs ?? 0, most * (1 - this.options.random() / 2));
  }

  private async sleep(ms: number): Promise<BackendFault | null> {
    const { signal } = this.request;
    const forever = () => new Promise<never>(() => {});
    try {
      return await within({ ms, signal, late: () => 'waited' }, forever);
    } catch (thrown) {
      return signal?.aborted ? asFault(thrown) : null;
    }
  }

  private summary(fault: BackendFault): BackendFault {
    const { code, again, afterMs } = fault;
    const facts = { again, afterMs, attempts: this.attempts };
    const withSent = (one: BackendFault) => Object.assign(one, { sent: fault.sent });
    if (code === 'aborted' || this.attempts.length < 2) return withSent(new BackendFault(code, fault.message, facts));
    const tries = this.attempts.map(({ backend, why }) => `${backend}: ${why ?? ''}`);
    return withSent(new BackendFault(code, `No backend answered. ${[...new Set(tries)].join(' ')}`.slice(0, 1_000), facts));
  }
}

/** Results that concern the backend or its model count for their circuits; errors of the caller do not. */
function note(
  { circuits, model, isServer = false }: Gate,
  fault: BackendFault,
  { request, ms }: { request: ChatRequest; ms: number },
): void {
  if (isServer) circuits.left(request);
  else circuits.failed(request, fault, { ms, isWatched: model.state().kind === 'workers' });
}

const CHARACTERS_A_TOKEN = 4;
/** Tokenizers differ, but none needs less than a quarter of the usual number of tokens. */
const SPREAD = 4;
/** For chat templates and a server's own system prompt. */
const SPARE_PROMPT = 1_024;

type Sent = Pick<ChatRequest, 'messages' | 'sampling' | 'schema'>;

/**
 * Limits a backend's token counts to what is plausible, because budgets and costs depend on them and a server may lie. Uses Mandi's own
 * estimate, marked as such, if the count exceeds what was sent and allowed or is too low for the text.
 */
function boundedUsage(tokens: TokenCount, request: Sent, text: string): TokenCount {
  const characters = request.messages.reduce((sum, { content }) => sum + content.length, 0);
  const prompt = Math.ceil(characters / CHARACTERS_A_TOKEN);
  const completion = Math.min(Math.ceil(text.length / CHARACTERS_A_TOKEN), request.sampling.maxTokens);
  const most = () =>
    request.messages.reduce((sum, { content }) => sum + Buffer.byteLength(content), lengthOf(request.schema) + SPARE_PROMPT);
  // Most counts are below the number of characters, so the bytes need not be counted.
  const isPrompt = isWithin(tokens.prompt, prompt / SPREAD, tokens.prompt <= characters ? characters : most());
  const isCompletion = isWithin(tokens.completion, completion / SPREAD, request.sampling.maxTokens);
  const isCached = tokens.cached === null || isWithin(tokens.cached, 0, tokens.prompt);
  if (isPrompt && isCompletion && isCached) return tokens;
  return {
    prompt: isPrompt ? tokens.prompt : prompt,
    cached: isPrompt && isCached ? tokens.cached : null,
    completion: isCompletion ? tokens.completion : completion,
    estimated: true,
  };
}

function lengthOf(schema: Sent['schema']): number {
  return schema === null ? 0 : JSON.stringify(schema).length;
}

function isWithin(value: number, least: number, most: number): boolean {
  return value >= Math.floor(least) && value <= most;
}
