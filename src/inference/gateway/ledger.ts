/** What accounts have spent in this process, and whether they may spend more. */
import type { Account, ChatRequest } from '../chat-model';

export interface Spent {
  calls: number;
  tokens: number;
  seconds: number;
  /** US dollars. */
  dollars: number;
}

/** null: without limit. */
export type Budget = { readonly [What in keyof Spent]: number | null };

export const BUDGETED = ['seat', 'match', 'tournament'] as const;
export type Budgeted = (typeof BUDGETED)[number];
export type Budgets = { readonly [Kind in Budgeted]?: Budget | null };

type AccountKind = Budgeted | 'agent' | 'caller';

interface Entry extends Spent {
  /** Tokens that calls on their way may still use. */
  held: number;
}

/** A call on its way; its tokens are held until it is settled. */
export interface Hold {
  settle(spent: Omit<Spent, 'calls'>): void;
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

  /** Why this call may not be made; null: it may. */
  refusal(account: Account | undefined): string | null {
    for (const [kind, name] of accountsOf(account)) {
      const limit = kind === 'agent' || kind === 'caller' ? null : this.budgets[kind];
      const what = limit && overdrawn(this.entries[kind].get(name) ?? nothing(), limit);
      if (what) return `The ${kind} has spent its budget of ${what}.`;
    }
    return null;
  }

  /** Counts the call at once, and its tokens as if it used all that it may, until it is settled. */
  hold({ account, messages, sampling }: Pick<ChatRequest, 'account' | 'messages' | 'sampling'>): Hold {
    const characters = messages.reduce((sum, message) => sum + message.content.length, 0);
    const tokens = Math.ceil(characters / CHARACTERS_A_TOKEN) + sampling.maxTokens;
    const entries = accountsOf(account).map(([kind, name]) => this.entry(kind, name));
    for (const entry of entries) {
      entry.calls += 1;
      entry.held += tokens;
    }
    return {
      settle(spent) {
        for (const entry of entries) {
          entry.held -= tokens;
          entry.tokens += spent.tokens;
          entry.seconds += spent.seconds;
          entry.dollars += spent.dollars;
        }
      },
    };
  }

  /** Most first. */
  top(kind: Exclude<AccountKind, 'seat'>, count: number): (Spent & { name: string })[] {
    const all = [...this.entries[kind]].map(([name, { calls, tokens, seconds, dollars }]) => ({ name, calls, tokens, seconds, dollars }));
    return all.sort((a, b) => b.dollars - a.dollars || b.tokens - a.tokens || b.calls - a.calls).slice(0, count);
  }

  /** The accounts used last stay; of more than 10,000 of a kind the oldest is forgotten. */
  private entry(kind: AccountKind, name: string): Entry {
    const entries = this.entries[kind];
    const entry = entries.get(name) ?? { ...nothing(), held: 0 };
    entries.delete(name);
    entries.set(name, entry);
    const [oldest] = entries.size > MOST_ACCOUNTS ? entries.keys() : [];
    if (oldest !== undefined) entries.delete(oldest);
    return entry;
  }
}

/** A seat is one of its match: the same name elsewhere is another account, and without a match none. */
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

function overdrawn(entry: Entry, limit: Budget): string | null {
  if (limit.calls !== null && entry.calls >= limit.calls) return `${limit.calls} calls`;
  if (limit.tokens !== null && entry.tokens + entry.held >= limit.tokens) return `${limit.tokens} tokens`;
  if (limit.seconds !== null && entry.seconds >= limit.seconds) return `${limit.seconds} seconds`;
  return limit.dollars !== null && entry.dollars >= limit.dollars ? `${limit.dollars} dollars` : null;
}

function nothing(): Entry {
  return { calls: 0, tokens: 0, seconds: 0, dollars: 0, held: 0 };
}
