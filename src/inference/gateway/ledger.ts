/** What accounts have spent, in this process and others that share the book, and whether they may spend more. */
import { addSums, noSums, type Spent, type Sums } from '~/lib/spending/spending-book';
import type { Account, ChatRequest } from '../chat-model';

/** null: no limit. */
export type Budget = { readonly [What in keyof Spent]: number | null };

export const BUDGETED = ['seat', 'match', 'tournament'] as const;
export type Budgeted = (typeof BUDGETED)[number];
export type Budgets = { readonly [Kind in Budgeted]?: Budget | null };

type AccountKind = Budgeted | 'agent' | 'caller';

export interface Entry {
  readonly kind: AccountKind;
  readonly name: string;
  /** Counted in this process. */
  here: Sums;
  /** Counted by all others, as of the last read. */
  elsewhere: Sums;
  /** When the book was last read, as `performance.now`; null: never. */
  readAt: number | null;
}

/** A call in progress; its tokens are reserved until it is settled. */
export interface Hold {
  /** The server that was to count it could not serve it, so it is counted here. */
  takeOver(): void;
  /** `own`: the part that no server has counted. Default: all of it. */
  settle(spent: Omit<Spent, 'calls'>, own?: Omit<Spent, 'calls'>): void;
}

const MOST_ACCOUNTS = 10_000;
const CHARACTERS_A_TOKEN = 4;

export class Ledger {
  private readonly entries: Record<AccountKind, Map<string, Entry>> = {
    seat: new Map(),
    match: new Map(),
    tournament: new Map(),
    agent: new Map(),
    caller: new Map(),
  };
  private readonly budgets: Budgets;

  constructor(budgets: Budgets) {
    this.budgets = budgets;
  }

  /** Why this call is not allowed; null if it is. */
  refusal(account: Account | undefined): string | null {
    for (const [kind, name] of accountsOf(account)) {
      const limit = this.limitOf(kind);
      const what = limit && overdrawn(sumsOf(this.entries[kind].get(name)), limit);
      if (what) return `The ${kind} has spent its budget of ${what}.`;
    }
    return null;
  }

  /** Accounts with a budget. */
  budgeted(account: Account | undefined): Entry[] {
    return accountsOf(account).flatMap(([kind, name]) => (this.limitOf(kind) ? [this.entry(kind, name)] : []));
  }

  /** Counts the call and reserves its maximum number of tokens until it is settled. `elsewhere`: a server counts those accounts. */
  hold({ account, messages, sampling }: Pick<ChatRequest, 'account' | 'messages' | 'sampling'>, elsewhere: readonly Entry[] = []): Hold {
    const characters = messages.reduce((sum, message) => sum + message.content.length, 0);
    const tokens = Math.ceil(characters / CHARACTERS_A_TOKEN) + sampling.maxTokens;
    const entries = accountsOf(account).map(([kind, name]) => this.entry(kind, name));
    const own = elsewhere.length === 0 ? entries : entries.filter((entry) => !elsewhere.includes(entry));
    return new CallHold(tokens, own, elsewhere);
  }

  /** Largest first. */
  top(kind: Exclude<AccountKind, 'seat'>, count: number): (Spent & { name: string })[] {
    const all = [...this.entries[kind].values()].map((entry) => {
      const { calls, tokens, seconds, dollars } = sumsOf(entry);
      return { name: entry.name, calls, tokens, seconds, dollars };
    });
    return all.sort((a, b) => b.dollars - a.dollars || b.tokens - a.tokens || b.calls - a.calls).slice(0, count);
  }

  private limitOf(kind: AccountKind): Budget | null {
    return kind === 'agent' || kind === 'caller' ? null : (this.budgets[kind] ?? null);
  }

  /** Keeps the most recently used accounts; above 10,000 of a kind, the oldest is dropped. */
  private entry(kind: AccountKind, name: string): Entry {
    const entries = this.entries[kind];
    const entry = entries.get(name) ?? { kind, name, here: noSums(), elsewhere: noSums(), readAt: null };
    entries.delete(name);
    entries.set(name, entry);
    const [oldest] = entries.size > MOST_ACCOUNTS ? entries.keys() : [];
    if (oldest !== undefined) entries.delete(oldest);
    return entry;
  }
}

class CallHold implements Hold {
  private readonly tokens: number;
  private readonly own: readonly Entry[];
  private readonly elsewhere: readonly Entry[];
  private taken: readonly Entry[] = [];

  constructor(tokens: number, own: readonly Entry[], elsewhere: readonly Entry[]) {
    this.tokens = tokens;
    this.own = own;
    this.elsewhere = elsewhere;
    this.begin(own);
  }

  takeOver(): void {
    if (this.taken.length > 0) return;
    this.taken = this.elsewhere;
    this.begin(this.taken);
  }

  settle(all: Omit<Spent, 'calls'>, part = all): void {
    this.end(this.own, all);
    this.end(this.taken, part);
    for (const entry of this.elsewhere) entry.readAt = entry.readAt === null ? null : Number.NEGATIVE_INFINITY; // it has changed there
  }

  private begin(entries: readonly Entry[]): void {
    for (const { here } of entries) {
      here.calls += 1;
      here.held += this.tokens;
    }
  }

  private end(entries: readonly Entry[], spent: Omit<Spent, 'calls'>): void {
    for (const { here } of entries) {
      here.held -= this.tokens;
      here.tokens += spent.tokens;
      here.seconds += spent.seconds;
      here.dollars += spent.dollars;
    }
  }
}

/** A seat belongs to its match: the same name in another match is another account, and without a match there is none. */
function accountsOf(account: Account | undefined): [AccountKind, string][] {
  if (!account) return [];
  const { match, seat, tournament, agent, caller } = account;
  const accounts: [AccountKind, string | undefined][] = [
    ['seat', seat === undefined || match === undefined ? undefined : `${match}/${seat}`],
    ['match', match],
    ['tournament', tournament],
    ['agent', agent],
    ['caller', caller],
  ];
  return accounts.flatMap(([kind, name]) => (name === undefined ? [] : [[kind, name]]));
}

function sumsOf(entry: Entry | undefined): Sums {
  return entry ? addSums(entry.here, entry.elsewhere) : noSums();
}

function overdrawn(entry: Sums, limit: Budget): string | null {
  if (limit.calls !== null && entry.calls >= limit.calls) return `${limit.calls} calls`;
  if (limit.tokens !== null && entry.tokens + entry.held >= limit.tokens) return `${limit.tokens} tokens`;
  if (limit.seconds !== null && entry.seconds >= limit.seconds) return `${limit.seconds} seconds`;
  return limit.dollars !== null && entry.dollars >= limit.dollars ? `${limit.dollars} dollars` : null;
}
