/**
 * The one door to language models. A call tries the backends that serve its model in order; it ends within its time whatever they do,
 * is paid for by its accounts, and says in `attempts` what became of each try.
 */
import { asFault, BackendFault } from '../backend-fault';
import type { BackendState, ChatFaultCode, ChatModel, ChatReply, ChatRequest, TokenCount } from '../chat-model';
import type { MeterReading } from '../inference-words';
import { Breaker, type BreakerOptions } from './breaker';
import { Call } from './call';
import type { Gate, RetryOptions } from './gate';
import { type Budgets, Ledger } from './ledger';
import { Meter } from './meter';
import { costOf, type Price } from './price';

export interface GatewayOptions {
  /** In the order in which they are tried. */
  backends: readonly ChatModel[];
  /** What a backend's model costs; null or nothing: free. */
  priceOf?(backend: string, model: string): Price | null;
  budgets?: Budgets;
  breaker?: BreakerOptions;
  retry?: RetryOptions;
  /** Milliseconds since 1970, and a number from 0 up to 1; others in tests. */
  now?(): number;
  random?(): number;
}

export interface CallOptions {
  /** Only these, in this order. []: whichever serve the model. */
  backends?: readonly string[];
}

export interface Gateway extends ChatModel {
  chat(request: ChatRequest, options?: CallOptions): Promise<ChatReply>;
  backends(): BackendState[];
  reading(): MeterReading;
}

const ACCOUNTS_SHOWN = 20;

export function makeGateway(options: GatewayOptions): Gateway {
  return new BackendGateway(options);
}

class BackendGateway implements Gateway {
  readonly id = 'gateway';
  private readonly options: GatewayOptions;
  private readonly gates: readonly Gate[];
  private readonly ledger: Ledger;
  private readonly meter: Meter;

  constructor(options: GatewayOptions) {
    const now = options.now ?? Date.now;
    this.options = options;
    this.gates = options.backends.map((model) => ({ model, breaker: new Breaker(options.breaker ?? {}, now) }));
    this.ledger = new Ledger(options.budgets ?? {});
    this.meter = new Meter(now, () => this.sum('queued'));
  }

  async chat(request: ChatRequest, { backends = [] }: CallOptions = {}): Promise<ChatReply> {
    const overdrawn = this.ledger.refusal(request.account);
    if (overdrawn) throw this.refuse('over_budget', overdrawn);
    const gates = this.gatesFor(request, backends);
    if (gates.length === 0) throw this.refuse('unknown_model', missing(request, backends));
    const call = new Call(request, gates, { retry: this.options.retry ?? {}, random: this.options.random ?? Math.random });
    return this.metered(request, call);
  }

  backends(): BackendState[] {
    return this.gates.map(({ model, breaker }) => {
      const state = model.state();
      const { openFor } = breaker;
      if (openFor === null || state.health === 'down') return state;
      return { ...state, health: 'open', why: `${state.why ?? 'It failed again and again.'} Next try in ${Math.ceil(openFor / 1000)} s.` };
    });
  }

  state(): BackendState {
    const states = this.backends();
    const best = states.find((state) => state.health === 'up') ?? states.find((state) => state.health === 'unknown') ?? states[0];
    const slots = states.map((state) => state.slots);
    return {
      id: this.id,
      kind: best?.kind ?? 'workers',
      place: states.map((state) => state.id).join(', '),
      health: best?.health ?? 'down',
      why: best ? best.why : 'There is no backend.',
      serves: states.flatMap((state) => state.serves),
      capabilities: best?.capabilities ?? { schema: false, adapters: false, batching: false, streaming: false },
      queued: this.sum('queued'),
      running: this.sum('running'),
      slots: slots.includes(null) ? null : slots.reduce<number>((sum, count) => sum + (count ?? 0), 0),
    };
  }

  reading(): MeterReading {
    const kinds = ['agent', 'match', 'tournament'] as const;
    const accounts = kinds.flatMap((kind) =>
      this.ledger.top(kind, ACCOUNTS_SHOWN).map(({ dollars, ...spent }) => ({ kind, ...spent, cost: dollars })),
    );
    return { ...this.meter.reading(), accounts };
  }

  async close(): Promise<void> {
    await Promise.all(this.gates.map(({ model }) => model.close()));
  }

  private async metered(request: ChatRequest, call: Call): Promise<ChatReply> {
    const began = performance.now();
    const hold = this.ledger.hold(request);
    this.meter.began();
    const outcome = await call.run().catch(asFault);
    const [reply, fault] = outcome instanceof BackendFault ? [null, outcome] : [outcome, null];
    const ms = performance.now() - began;
    const waste = {
      tokens: sumOf(call.wasted.map(({ tokens }) => tokens)),
      cost: call.wasted.reduce((sum, { backend, tokens }) => sum + this.costAt(backend, request, tokens), 0),
    };
    const cost = waste.cost + (reply === null ? 0 : reply.cost + this.costAt(reply.backend, request, reply.tokens));
    hold.settle({ tokens: total(reply?.tokens ?? null) + total(waste.tokens), seconds: ms / 1000, dollars: cost });
    this.meter.ended({ ms, fault: fault?.code ?? null, tokens: reply?.tokens ?? null, cost });
    this.meter.tried(outcome.attempts);
    if (reply !== null) return { ...reply, cost };
    if (call.wasted.length > 0) fault.bill = waste;
    throw fault;
  }

  private gatesFor(request: ChatRequest, names: readonly string[]): Gate[] {
    if (names.length > 0) return names.flatMap((name) => this.gates.filter(({ model }) => model.id === name));
    return this.gates.filter(({ model }) => serves(model.state(), request));
  }

  private costAt(backend: string, request: ChatRequest, tokens: TokenCount): number {
    return costOf(tokens, this.options.priceOf?.(backend, request.model) ?? null);
  }

  private refuse(code: ChatFaultCode, why: string): BackendFault {
    this.meter.refused(code);
    return new BackendFault(code, why);
  }

  private sum(what: 'queued' | 'running'): number {
    return this.gates.reduce((sum, { model }) => sum + model.state()[what], 0);
  }
}

function sumOf(counts: readonly TokenCount[]): TokenCount {
  const cached = counts.map((count) => count.cached).filter((count) => count !== null);
  return {
    prompt: counts.reduce((sum, { prompt }) => sum + prompt, 0),
    cached: cached.length === 0 ? null : cached.reduce((sum, count) => sum + count, 0),
    completion: counts.reduce((sum, { completion }) => sum + completion, 0),
  };
}

function serves({ serves: models }: BackendState, { model, adapter }: ChatRequest): boolean {
  return models.some((one) => one.name === model && (adapter === null || one.adapters.includes(adapter)));
}

function missing({ model, adapter }: ChatRequest, names: readonly string[]): string {
  if (names.length > 0) return `There is no backend ${names.join(' or ')}.`;
  return `No backend serves ${model}${adapter === null ? '' : ` with the adapter ${adapter}`}.`;
}

function total(tokens: TokenCount | null): number {
  return tokens ? tokens.prompt + tokens.completion : 0;
}
