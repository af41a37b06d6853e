/**
 * The single entry point to language models. A call tries the backends that serve its model in order, ends within its time limit, is
 * charged to its accounts, and lists the result of each attempt in `attempts`.
 */
import type { Spent } from '~/lib/spending/spending-book';
import { MATCH, SEAT, TOURNAMENT, traced } from '~/lib/tracing/trace';
import { asFault, BackendFault } from '../backend-fault';
import {
  type BackendState,
  type ChatFaultCode,
  type ChatModel,
  type ChatReply,
  type ChatRequest,
  isForAll,
  nameAServer,
  type TokenCount,
} from '../chat-model';
import type { MeterReading } from '../inference-types';
import { Absences } from './absences';
import type { BookKeeper } from './book-keeper';
import type { BreakerOptions } from './breaker';
import { Call } from './call';
import { Circuits } from './circuits';
import type { Gate, RetryOptions, Stage } from './gate';
import { BUDGETED, type Budgeted, type Budgets, type Entry, Ledger } from './ledger';
import { mergedStates } from './merged-states';
import { Meter } from './meter';
import { allTokens, costOf, type Price, sumOfTokens } from './price';

export interface GatewayOptions {
  /** In the order in which they are tried. */
  backends: readonly ChatModel[];
  /** A running Mandi, tried before all of them. Its answer is final unless it is unreachable or does not serve the model. */
  server?: ServerBackend | null;
  /** Called if no backend here serves a request. Returns one that can serve it soon; null if none can. */
  standby?(request: ChatRequest): ChatModel | null;
  /** Price of a backend's model; null or absent: free. */
  priceOf?(backend: string, model: string): Price | null;
  budgets?: Budgets;
  /** Stores budget usage where other processes can read it. Absent: usage starts at zero with this process. */
  keeper?: BookKeeper | null;
  breaker?: BreakerOptions;
  retry?: RetryOptions;
  /** How long a turn waits for a model that was served before; at most half of its time. */
  patienceMs?: number;
  /** Milliseconds since 1970, and a number in [0, 1); replaced in tests. */
  now?(): number;
  random?(): number;
}

export interface CallOptions {
  /** Only these, in this order. []: any that serve the model. */
  backends?: readonly string[];
}

export interface Gateway extends ChatModel {
  chat(request: ChatRequest, options?: CallOptions): Promise<ChatReply>;
  backends(): BackendState[];
  /** Adds a backend for calls that name it. If the name exists, keeps the existing one. */
  add(model: ChatModel): void;
  reading(): MeterReading;
  /** Where budgets are stored; null: nowhere. */
  book(): BookMark | null;
}

/** A Mandi with its own gateway. */
export interface ServerBackend extends ChatModel {
  /** It is available and has a model that serves this, at the named backends if any. */
  covers(request: ChatRequest, backends: readonly string[]): boolean;
  /** Its backends according to its last report; none while it is unavailable. */
  backends(): readonly BackendState[];
  /** Where it stores budget usage according to its last report; null: nowhere that others can read. */
  readonly book: BookMark | null;
}

/** The book, and the kinds of accounts stored in it. */
export interface BookMark {
  id: string;
  kinds: readonly Budgeted[];
}

/** The accounts of a call. Each call is counted once: what a server counts in the same book is not counted here. */
interface Bill {
  entries: readonly Entry[];
  elsewhere: readonly Entry[];
  /** The server could not serve the call, so it is counted here. */
  takeOver(): void;
}

interface Served {
  /** The server, if it is to be tried first; then `found` is empty. */
  serverStage: Stage | null;
  here: Stage;
  found: readonly Gate[];
  timeoutMs: number;
}

const ACCOUNTS_SHOWN = 20;
/** A worker that is started again serves after a few seconds, unless its weights are large. */
const PATIENCE_MS = 10_000;

export function makeGateway(options: GatewayOptions): Gateway {
  return new BackendGateway(options);
}

class BackendGateway implements Gateway {
  readonly id = 'gateway';
  private readonly options: GatewayOptions;
  private readonly gates: Gate[];
  private readonly serverGate: Gate | null;
  private readonly ledger: Ledger;
  private readonly meter: Meter;
  private readonly absences = new Absences();

  constructor(options: GatewayOptions) {
    const now = options.now ?? Date.now;
    this.options = options;
    this.gates = [];
    for (const model of options.backends) this.add(model);
    this.serverGate = options.server ? { model: options.server, circuits: new Circuits({}, now), isServer: true, isTrusted: true } : null;
    this.ledger = new Ledger(options.budgets ?? {});
    this.meter = new Meter(now, () => this.sum('queued'));
  }

  chat(request: ChatRequest, options: CallOptions = {}): Promise<ChatReply> {
    const { match, seat, tournament, agent } = request.account ?? {};
    const facts = () => ({
      [MATCH]: match,
      [SEAT]: seat,
      [TOURNAMENT]: tournament,
      'mandi.agent': agent,
      'gen_ai.request.model': request.model,
    });
    const outcome = ({ tokens }: ChatReply) => ({
      'gen_ai.usage.input_tokens': tokens.prompt,
      'gen_ai.usage.output_tokens': tokens.completion,
    });
    return traced('model call', { facts, outcome }, () => this.ask(request, options));
  }

  private async ask(request: ChatRequest, { backends = [] }: CallOptions): Promise<ChatReply> {
    const { keeper = null, retry = {}, random = Math.random } = this.options;
    const entries = keeper ? this.ledger.budgeted(request.account) : [];
    if (keeper && entries.length > 0) await keeper.look(entries);
    const overdrawn = this.ledger.refusal(request.account);
    if (overdrawn) throw this.refuse('over_budget', overdrawn);
    const { serverStage, here, found, timeoutMs } = this.served(request, backends) ?? (await this.servedSoon(request, backends));
    const bill: Bill = { entries, elsewhere: serverStage ? this.countedThere(entries) : [], takeOver: () => undefined };
    const stages = serverStage ? [serverStage, this.afterServer(here, bill)] : [() => found];
    return this.metered(request, new Call({ ...request, timeoutMs, backends }, stages, { retry, random }), bill);
  }

  add(model: ChatModel): void {
    if (this.gates.some((gate) => gate.model.id === model.id)) return;
    const { breaker = {}, now = Date.now } = this.options;
    this.gates.push({ model, circuits: new Circuits(breaker, now), isTrusted: model.state().kind === 'null' });
  }

  book(): BookMark | null {
    const { keeper, budgets = {} } = this.options;
    const kinds = BUDGETED.filter((kind) => budgets[kind]);
    return keeper && kinds.length > 0 ? { id: keeper.bookId, kinds } : null;
  }

  backends(): BackendState[] {
    const { server } = this.options;
    return server ? mergedStates(server.backends(), this.ownBackends()) : this.ownBackends();
  }

  private ownBackends(): BackendState[] {
    return this.gates.map(({ model, circuits }) => {
      const state = model.state();
      const { openFor } = circuits.backend;
      if (openFor === null || state.health === 'down') return state;
      return { ...state, health: 'open', why: `${state.why ?? 'It failed repeatedly.'} Next try in ${Math.ceil(openFor / 1000)} s.` };
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
    const kinds = ['agent', 'match', 'tournament', 'caller'] as const;
    const accounts = kinds.flatMap((kind) =>
      this.ledger.top(kind, ACCOUNTS_SHOWN).map(({ dollars, ...spent }) => ({ kind, ...spent, cost: dollars })),
    );
    return { ...this.meter.reading(), accounts };
  }

  async close(): Promise<void> {
    await Promise.all([...this.gates.map(({ model }) => model.close()), this.options.server?.close()]);
    await this.options.keeper?.close();
  }

  private async metered(request: ChatRequest, call: Call, bill: Bill): Promise<ChatReply> {
    const began = performance.now();
    const { keeper } = this.options;
    const hold = this.ledger.hold(request, bill.elsewhere);
    if (bill.elsewhere.length > 0) {
      bill.takeOver = () => {
        hold.takeOver();
        void keeper?.note(bill.elsewhere);
      };
    }
    this.meter.began();
    const own = bill.entries.filter((entry) => !bill.elsewhere.includes(entry));
    if (keeper && own.length > 0) await keeper.note(own);
    const outcome = await call.run().catch(asFault);
    const [reply, fault] = outcome instanceof BackendFault ? [null, outcome] : [outcome, null];
    const ms = performance.now() - began;
    const waste = this.wasteOf(call.wasted, request);
    const cost = waste.cost + this.costOf(reply, request);
    const spent = { tokens: allTokens(reply?.tokens ?? null) + allTokens(waste.tokens), seconds: ms / 1000, dollars: cost };
    hold.settle(spent, bill.elsewhere.length > 0 ? this.spentHere({ reply, call, ms }, request) : spent);
    if (keeper && bill.entries.length > 0) await keeper.note(bill.entries);
    this.meter.ended({ ms, fault: fault?.code ?? null, tokens: reply?.tokens ?? null, cost });
    this.meter.tried(outcome.attempts);
    if (reply !== null) return { ...reply, cost };
    if (call.wasted.length > 0) fault.bill = waste;
    throw fault;
  }

  /** Excludes what the server counts itself. */
  private spentHere({ reply, call, ms }: { reply: ChatReply | null; call: Call; ms: number }, request: ChatRequest): Omit<Spent, 'calls'> {
    const server = this.options.server?.id;
    const own = reply === null || reply.backend.split('/', 1)[0] === server ? null : reply;
    const waste = this.wasteOf(
      call.wasted.filter(({ backend }) => backend !== server),
      request,
    );
    return {
      tokens: allTokens(own?.tokens ?? null) + allTokens(waste.tokens),
      seconds: ms / 1000,
      dollars: waste.cost + this.costOf(own, request),
    };
  }

  private wasteOf(wasted: Call['wasted'], request: ChatRequest): { tokens: TokenCount; cost: number } {
    return {
      tokens: sumOfTokens(wasted.map(({ tokens }) => tokens)),
      cost: wasted.reduce((sum, { backend, tokens, cost }) => sum + (cost ?? this.costAt(backend, request, tokens)), 0),
    };
  }

  private costOf(reply: ChatReply | null, request: ChatRequest): number {
    return reply === null ? 0 : reply.cost + this.costAt(reply.backend, request, reply.tokens);
  }

  /** The server's stage if it is to be tried first, and those of this process. */
  private stagesFor(request: ChatRequest, names: readonly string[]): [Stage | null, Stage] {
    const { server } = this.options;
    const here = () => this.gatesFor(request, names);
    const first = this.serverGate;
    const isAsked = first !== null && request.isRelayed !== true && server?.covers(request, names) === true;
    return [isAsked ? () => [first] : null, here];
  }

  /** Who serves a request now; null: nobody. */
  private served(request: ChatRequest, names: readonly string[]): Served | null {
    const [serverStage, here] = this.stagesFor(request, names);
    const found = serverStage ? [] : here(); // once per call: listing what a pool of workers serves is its most expensive part
    if (serverStage === null && found.length === 0) return null;
    this.absences.served(nameOf(request, names));
    return { serverStage, here, found, timeoutMs: request.timeoutMs };
  }

  /** A turn waits a little for a model that may come back. */
  private async servedSoon(request: ChatRequest, names: readonly string[]): Promise<Served> {
    const began = performance.now();
    const name = nameOf(request, names);
    const mayReturn = this.absences.isKnown(name) || this.options.server?.state().health === 'up';
    if (request.account?.match !== undefined && mayReturn) {
      const ms = Math.min(this.options.patienceMs ?? PATIENCE_MS, request.timeoutMs / 2);
      await this.absences.wait(name, { isServed: () => this.served(request, names) !== null, ms, signal: request.signal });
    }
    const served = this.served(request, names);
    if (served === null) throw this.refuse('unknown_model', `${missing(request, names)}${nameAServer(this.backends())}`);
    return { ...served, timeoutMs: Math.max(1, Math.floor(request.timeoutMs - (performance.now() - began))) };
  }

  private afterServer(here: Stage, bill: Bill): Stage {
    return () => {
      const gates = here();
      if (gates.length > 0) bill.takeOver();
      return gates;
    };
  }

  /** Of these accounts, those that the server counts in the same book. */
  private countedThere(entries: readonly Entry[]): Entry[] {
    const book = this.options.server?.book ?? null;
    if (book === null || book.id !== this.options.keeper?.bookId) return [];
    return entries.filter(({ kind }) => book.kinds.some((one) => one === kind));
  }

  /** The gates of this process. If none serves the request now, adds one that can soon. */
  private gatesFor(request: ChatRequest, names: readonly string[]): Gate[] {
    const open = request.isRelayed === true ? this.gates.filter(({ model }) => model.state().isEndpoint !== true) : this.gates;
    const gates =
      names.length > 0
        ? names.flatMap((name) => open.filter(({ model }) => model.id === name))
        : open.filter(({ model }) => isForAll(model.state()) && serves(model.state(), request));
    if (gates.some(({ model }) => serves(model.state(), request))) return gates;
    const standby = this.options.standby?.(request) ?? null;
    const isWished = standby !== null && (names.length === 0 || names.includes(standby.id));
    return isWished ? [...new Set([...gates, ...open.filter(({ model }) => model === standby)])] : gates;
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

function serves({ serves: models }: BackendState, { model, adapter }: ChatRequest): boolean {
  return models.some((one) => one.name === model && (adapter === null || one.adapters.includes(adapter)));
}

function nameOf({ model, adapter }: ChatRequest, names: readonly string[]): string {
  return [model, adapter, ...names].join(' ');
}

function missing({ model, adapter }: ChatRequest, names: readonly string[]): string {
  if (names.length > 0) return `There is no backend ${names.join(' or ')}.`;
  return `No backend serves ${model}${adapter === null ? '' : ` with the adapter ${adapter}`}.`;
}
