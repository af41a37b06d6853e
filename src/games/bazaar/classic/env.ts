/** The published game for programs: its wire format, field by field, and its pure functions. */
import type {
  EnvAdapter,
  EnvMeans,
  EnvOpponents,
  EnvPart,
  EnvPosition,
  EnvScored,
  EnvSession,
  EnvSettings,
  EnvTold,
  EnvTool,
  EnvTurn,
} from '~/contract/env';
import type { Reading } from '~/contract/game';
import { gameWords } from '~/contract/game-ref';
import { after, type Soon } from '~/lib/play/soon';
import { unknownName } from '~/lib/text/unknown-name';
import { envCalls } from './calls/calls';
import { classicBazaar } from './classic';
import { parseConfig } from './config';
import type { BazaarEvent } from './events';
import { arenaView } from './observe';
import { readBuyerMove, readSellerMove } from './read-move';
import { seatsOf } from './rules/opening';
import type { BazaarState } from './state';
import { ACTIONS, type BazaarConfig, PlacedBid } from './types';
import { wireOf } from './wire';

const OWN = ['mode', 'seller_personality', 'listings', 'episodes', 'buyers', 'strategy', 'opening_price'];

/** An evaluation stops a match that does not end by itself. */
const MOST_STEPS = 400;

const PRICE = { type: ['number', 'string', 'boolean', 'null'], description: 'An offer without a price is half the budget.' };
const WORDS = { type: 'string', description: 'Words to the seller. They bind nobody.' };
const BUYS = { type: 'object', properties: { action: { enum: ACTIONS }, price: PRICE, message: WORDS }, required: ['action'] };
const SELLS = { type: 'object', properties: { price: { type: 'number' } }, required: ['price'] };
const BIDS = { type: 'object', properties: { actions: { type: 'object', additionalProperties: BUYS } }, required: ['actions'] };

const TOOLS: readonly EnvTool[] = [
  {
    name: 'haggle_offer',
    description: 'Offers a price for the thing on sale.',
    schema: {
      type: 'object',
      properties: { price: { type: 'number', minimum: 0 }, message: WORDS },
      required: ['price'],
      additionalProperties: false,
    },
    moveOf: (args) => ({ ...args, action: 'offer' }),
  },
  toolOf('accept', "Accepts the seller's current price."),
  toolOf('walk', 'Leaves without a deal.'),
  {
    name: 'haggle_ask',
    description: 'Names a price to the buyer, where the seat sells.',
    schema: { type: 'object', properties: { price: { type: 'number' } }, required: ['price'], additionalProperties: false },
    moveOf: (args) => args,
  },
];

const TOLD: EnvTold = {
  about: 'In the bazaar a buyer haggles with a seller over the price of one thing.',
  move: { anyOf: [BUYS, SELLS, BIDS] },
  action: BUYS,
  tools: TOOLS,
};

function toolOf(action: string, description: string): EnvTool {
  const schema = { type: 'object', properties: { message: WORDS }, required: [], additionalProperties: false };
  return { name: `haggle_${action}`, description, schema, moveOf: (args) => ({ ...args, action }) };
}

export const bazaarEnv: EnvAdapter = {
  settings: [...OWN, 'seat', 'opponents'],
  help: {
    seat: 'in mode arena one buyer, the others are played for you; left out: you play them all, by {"actions": {buyer: move}}',
    opponents: 'in mode arena with a seat: a policy by name for all others, a list in their order, or an object by seat',
  },
  fields: {
    buyers: {
      anyOf: [
        { type: 'integer', minimum: 2, maximum: 12 },
        { type: 'array', items: { type: 'string', pattern: '^[a-z][a-z0-9_]*$' }, minItems: 2, maxItems: 12 },
      ],
      description: 'The bazaar, mode arena: how many buyers, or their ids. By default 3.',
    },
    listings: {
      type: 'array',
      items: {
        type: 'object',
        properties: { name: { type: 'string' }, actual_price: { type: 'number' }, discounted_price: { type: 'number' } },
        required: ['name', 'actual_price', 'discounted_price'],
      },
      description: 'The bazaar, task amazon_realistic: what is sold. By default 13 made-up rows; []: none.',
    },
  },
  score: {
    title: 'score (share of the surplus, as the published game reckons it)',
    scale: 'score (0: no deal or all to the seller, 1: all to the buyer)',
    caution:
      'A buyer that only waits scores .98 of 1 in most tasks: no row of this ruleset is evidence of skill without a null policy beside it.',
  },
  calls: envCalls,
  told: TOLD,
  reset,
};

function reset({ seat, opponents, ...settings }: EnvSettings, means: EnvMeans): Soon<Reading<EnvSession>> {
  if (means.stress) return { ok: false, why: 'shocks: there are none in the bazaar' };
  const read = parseConfig(settings);
  if (!read.ok) return read;
  const config: BazaarConfig = { ...read.value, step_limit: null };
  const seats = seatsOf(config);
  if (seat !== undefined && (typeof seat !== 'string' || !seats.includes(seat)))
    return { ok: false, why: unknownName('seat', String(JSON.stringify(seat)).slice(0, 60), seats) };
  const own = typeof seat === 'string' ? [seat] : seats;
  if (own.length < seats.length) return amongOthers({ config, seats, own, opponents }, means);
  return opponents === undefined ? open(config, own, means) : { ok: false, why: 'opponents: nobody else is to be played here' };
}

function open(config: BazaarConfig, own: readonly string[], means: EnvMeans): Soon<Reading<EnvSession>> {
  const part = new BazaarPart(config, own) as EnvPart;
  return after(means.open({ config, seats: own, opponents: NOBODY, part }), (session) => ({
    ok: true,
    value: own.length > 1 ? new ArenaSession(session, config) : session,
  }));
}

const NOBODY: EnvOpponents = new Map();

interface Among {
  config: BazaarConfig;
  seats: readonly string[];
  own: readonly string[];
  opponents: unknown;
}

async function amongOthers({ config, seats, own, opponents }: Among, means: EnvMeans): Promise<Reading<EnvSession>> {
  const others = await means.readOpponents(opponents, { seats: seats.filter((one) => !own.includes(one)), usual: 'smart' });
  if (!others.ok) return others;
  const part = new BazaarPart(config, own) as EnvPart;
  return { ok: true, value: await means.open({ config, seats: own, opponents: others.value, part }) };
}

type At = EnvPosition<BazaarState, BazaarEvent>;

/** A class, so that short episodes create no closures. */
class BazaarPart implements EnvPart<BazaarState, BazaarEvent> {
  /** Invalid moves are never played; the published game returns an error. */
  readonly strict = true;
  readonly mostSteps = MOST_STEPS;
  readonly #config: BazaarConfig;
  readonly #seats: readonly string[];

  constructor(config: BazaarConfig, seats: readonly string[]) {
    this.#config = config;
    this.#seats = seats;
  }

  observe({ state }: At): unknown {
    return this.#seen(state, false);
  }

  readMove(raw: unknown): Reading<unknown> {
    return this.#config.mode === 'sell' ? readSellerMove(raw) : readBuyerMove(raw);
  }

  refused({ components }: BazaarState): number {
    return 'invalid_accept' in components ? 1 : 0;
  }

  reward({ state }: At): number | null {
    return this.#config.mode === 'task' ? state.reward : null;
  }

  total({ total }: BazaarState): number {
    return total;
  }

  /** The response after the end. */
  answerAfterEnd(state: BazaarState): EnvTurn {
    return { observation: this.#seen(state, true), reward: this.#config.mode === 'task' ? 0 : null, done: true };
  }

  scored({ state }: At): EnvScored {
    const { records, total } = state;
    const [seat = ''] = this.#seats;
    return {
      score: classicBazaar.outcome(state).scores[seat] ?? 0,
      figures: {
        surplus: records.map((one) => one.normalized_surplus),
        deal_rate: records.map(({ outcome }) => (outcome === 'deal' ? 1 : 0)),
        rounds: records.map(({ rounds_taken }) => rounds_taken),
        reward: [records.length === 0 ? 0 : total / records.length],
      },
    };
  }

  status() {
    const { task_type, seed, judge_mode, mode } = this.#config;
    return { ...gameWords(classicBazaar.ref), task_type, difficulty: null, seed, judge_mode, mode };
  }

  #seen(state: BazaarState, after: boolean): unknown {
    const [seat = ''] = this.#seats;
    const isOneOfMany = this.#config.mode === 'arena' && this.#seats.length === 1;
    return isOneOfMany ? arenaView(state, seat) : wireOf(state, { after });
  }
}

/** One program plays all buyers of an arena: a step has their moves in the order they are processed; a missing buyer does not bid. */
class ArenaSession implements EnvSession {
  readonly strict = true;
  readonly mostSteps = MOST_STEPS;
  readonly #session: EnvSession;
  readonly #buyers: readonly string[];

  constructor(session: EnvSession, { buyers }: BazaarConfig) {
    this.#session = session;
    this.#buyers = buyers;
  }

  get seats() {
    return this.#session.seats;
  }

  get turn() {
    return this.#session.turn;
  }

  observe() {
    return this.#session.observe();
  }

  legal() {
    return BIDS;
  }

  readMove(raw: unknown): Reading<Record<string, unknown>> {
    const named = typeof raw === 'object' && raw !== null && 'actions' in raw ? raw.actions : undefined;
    if (typeof named !== 'object' || named === null || Array.isArray(named))
      return { ok: false, why: `actions: an object with a move for any of ${this.#buyers.join(', ')}` };
    for (const [seat, move] of Object.entries(named)) {
      if (!this.#buyers.includes(seat)) return { ok: false, why: `actions: ${unknownName('buyer', seat.slice(0, 60), this.#buyers)}` };
      const read = readBuyerMove(move);
      if (!read.ok) return { ...read, why: `${seat}: ${read.why}` };
    }
    return { ok: true, value: named as Record<string, unknown> };
  }

  step(raw: unknown) {
    const read = this.readMove(raw);
    if (!read.ok) throw new Error(read.why);
    const order = Object.keys(read.value);
    const moves = this.#buyers.map((seat) => {
      const at = order.indexOf(seat);
      return [seat, at === -1 ? new PlacedBid(undefined, order.length) : new PlacedBid(read.value[seat], at)] as const;
    });
    return this.#session.step({ moves: Object.fromEntries(moves) });
  }

  afterEnd() {
    return this.#session.afterEnd?.() ?? null;
  }

  scored(): EnvScored {
    return this.#session.scored?.() ?? { score: 0 };
  }

  state() {
    return this.#session.state();
  }

  logs() {
    return this.#session.logs();
  }

  close() {
    this.#session.close?.();
  }
}
