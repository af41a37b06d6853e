/** Queries for programs that need no episode: the published game's pure functions. */
import type { EnvCall } from '~/contract/env';
import type { Json, Reading } from '~/contract/game';
import { round } from '~/lib/numbers';
import { drawsOf, GaussDraws } from '~/lib/random/draws';
import { ownStreamOf } from '~/lib/random/mt19937';
import { unknownName } from '~/lib/text/unknown-name';
import { parseConfig } from '../config';
import { evolve } from '../evolve';
import { copyState, openMatch, play } from '../match';
import { BUYERS, chooseAs } from '../players/buyers';
import { readBuyerMove } from '../read-move';
import { BUYER } from '../rules/opening';
import { budgetOf } from '../rules/records';
import type { BazaarState } from '../state';
import { ACTIONS, type BazaarConfig, type BuyerMove, type BuyerSeen, type DealOutcome } from '../types';
import { GuardedSeller } from './guard';
import { highlight } from './highlight';
import { type JudgedEntry, judge } from './judge';
import { parseReply } from './parse';
import { type Proposal, steer } from './steer';

type Input = Readonly<Record<string, unknown>>;

const ANY = { type: 'object' };
const TEXT = { type: 'string' };
const NUMBER = { type: 'number' };
const SEED = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
const MAYBE_NUMBER = { type: ['number', 'null'] };
const MOVE = { type: 'object', properties: { action: { enum: ACTIONS }, price: MAYBE_NUMBER }, required: ['action'] };

export const envCalls: Readonly<Record<string, EnvCall>> = {
  steer: {
    summary: "The published buyer's wrapper: what becomes of a proposed move. Versions 1 and 2.",
    takes: taking({ version: { enum: [1, 2] }, observation: ANY, proposal: MOVE }),
    answer({ version, observation, proposal }) {
      if (version !== 1 && version !== 2) return no('version: 1 or 2');
      if (!isObject(observation)) return no('observation: an object');
      const read = readProposal(proposal);
      return read.ok ? yes(steer(observation, read.value, version)) : read;
    },
  },
  parse: {
    summary: "The published reading of a model's reply.",
    takes: taking({ text: TEXT, fallback_price: NUMBER }),
    answer({ text, fallback_price: fallback }) {
      if (typeof text !== 'string') return no('text: a text');
      return typeof fallback === 'number' ? yes(parseReply(text, fallback)) : no('fallback_price: a number');
    },
  },
  highlight: {
    summary: 'Words that betray urgency, deception, confidence or condition, with their places.',
    takes: taking({ message: TEXT }),
    answer: ({ message }) => (typeof message === 'string' ? yes(highlight(message)) : no('message: a text')),
  },
  guard: {
    summary: 'What the published guards make of the replies of a seller that a model plays.',
    takes: taking({ asking_price: {}, reservation_price: {}, persona: {}, turns: { type: 'array', items: ANY } }, ['turns']),
    answer: guarded,
  },
  judge: {
    summary: 'Which of two conversations the buyer did better in, by rule.',
    takes: taking({ a: { type: 'array', items: ANY }, b: { type: 'array', items: ANY }, budget: NUMBER, cost: NUMBER }),
    answer({ a, b, budget, cost }) {
      if (!isEntries(a) || !isEntries(b)) return no('a and b: lists of objects with role, action and price');
      if (typeof budget !== 'number' || typeof cost !== 'number') return no('budget and cost: numbers');
      return yes({ winner: judge({ a, b, budget, cost }) });
    },
  },
  counterfactual: {
    summary: 'The published "what if": a match of these actions, played again from a round on.',
    takes: taking({
      task_type: TEXT,
      seed: SEED,
      actions: { type: 'array', items: MOVE },
      from_round: { type: 'integer' },
      alternative: MOVE,
    }),
    answer: replayed,
  },
  policy: {
    summary: 'What a scripted buyer does where it sees this.',
    takes: taking({ policy: { enum: BUYERS }, seed: SEED, observation: ANY }, ['policy', 'observation']),
    answer({ policy, seed = 0, observation }) {
      const buyer = BUYERS.find((one) => one === policy);
      if (buyer === undefined) return no(unknownName('policy', String(policy).slice(0, 60), BUYERS));
      if (!isObject(observation)) return no('observation: an object');
      if (typeof seed !== 'number' || !Number.isSafeInteger(seed) || seed < 0) return no('seed: a whole number from 0');
      return yes(chooseAs(buyer, observation as unknown as BuyerSeen, drawsOf(seed)));
    },
  },
};

function taking(properties: Readonly<Record<string, object>>, required: readonly string[] = Object.keys(properties)): object {
  return { type: 'object', properties, required };
}

function guarded({ asking_price, reservation_price, persona, turns }: Input): Reading<Json> {
  if (!Array.isArray(turns) || !turns.every(isObject)) return no('turns: a list of {offer, reply}');
  const seller = new GuardedSeller({ asking: asking_price, reservation: reservation_price, persona });
  const rows = turns.map(({ offer, reply }) => seller.answer({ offer: typeof offer === 'number' ? offer : null, reply }));
  return yes({ reservation: seller.reservation, persona: seller.persona, rows });
}

function replayed({ actions, from_round: fromRound, alternative, ...settings }: Input): Reading<Json> {
  const config = parseConfig(settings);
  if (!config.ok) return config;
  if (config.value.mode !== 'task') return no('mode: a counterfactual is of mode task');
  if (typeof fromRound !== 'number') return no('from_round: a whole number');
  if (!Array.isArray(actions)) return no('actions: a list of moves');
  const moves: BuyerMove[] = [];
  for (const one of [...(actions as unknown[]), alternative]) {
    const read = readBuyerMove(one);
    if (!read.ok) return read;
    moves.push(read.value);
  }
  const other = moves.pop();
  if (other === undefined) return no('alternative: a move');
  return yes(counterfactual({ config: config.value, actions: moves, fromRound, alternative: other }));
}

function readProposal(raw: unknown): Reading<Proposal> {
  if (!isObject(raw)) return no('proposal: an object');
  const { action, price = null, message } = raw;
  const named = ACTIONS.find((one) => one === action);
  if (named === undefined) return no(`proposal.action: one of ${ACTIONS.join(', ')}`);
  if (price !== null && typeof price !== 'number') return no('proposal.price: a number or null');
  return { ok: true, value: { action: named, price, message: typeof message === 'string' ? message : null } };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isEntries(value: unknown): value is JudgedEntry[] {
  return Array.isArray(value) && value.every(isObject);
}

/** Our functions return plain JSON. */
function yes(value: object): Reading<Json> {
  return { ok: true, value: value as unknown as Json };
}

function no(why: string): Reading<never> {
  return { ok: false, why };
}

// The published "what if": a match replayed from a round on. It keeps the records of both, which is a bug, preserved for comparison.

interface Asked {
  config: BazaarConfig;
  actions: readonly BuyerMove[];
  fromRound: number;
  alternative: BuyerMove;
}

interface Counterfactual {
  original_outcome: DealOutcome | null;
  original_price: number | null;
  original_score: number;
  counterfactual_outcome: DealOutcome | null;
  counterfactual_price: number | null;
  counterfactual_score: number;
  divergence_round: number;
  counterfactual_history: { round: number; action: string; price: number | null; reward: number; done: boolean }[];
}

function counterfactual({ config, actions, fromRound, alternative }: Asked): Counterfactual | { error: 'no_snapshot' } {
  const original = begun({ ...config, step_limit: null });
  const stream = ownStreamOf(config.seed);
  const snapshots = new Map<number, BazaarState>();
  for (const action of actions) {
    if (original.finished) break;
    snapshots.set(original.round, copyState(original));
    step(original, action, stream);
  }
  const snapshot = snapshots.get(fromRound);
  if (snapshot === undefined || fromRound < 0) return { error: 'no_snapshot' };
  const { records, career, score } = original;
  // An episode of the branch is its last one.
  const branch = { ...copyState(snapshot), config: { ...snapshot.config, episodes: 0 }, records, career, score };
  const history: Counterfactual['counterfactual_history'] = [];
  for (let action = alternative; ; action = goOn(branch)) {
    step(branch, action, stream);
    const { round: at, reward, finished: done } = branch;
    history.push({ round: at, action: action.action, price: action.price ?? null, reward: round(reward ?? 0, 4), done });
    if (done || at >= branch.seller.rounds) break;
  }
  const [before, after] = [records.at(-1), branch.records.at(-1)];
  return {
    original_outcome: before?.outcome ?? null,
    original_price: before?.agreed_price ?? null,
    original_score: round(score, 4),
    counterfactual_outcome: after?.outcome ?? null,
    counterfactual_price: after?.agreed_price ?? null,
    counterfactual_score: round(branch.score, 4),
    divergence_round: fromRound,
    counterfactual_history: history,
  };
}

function begun(config: BazaarConfig): BazaarState {
  let state: BazaarState | null = null;
  for (const event of openMatch(config)) state = evolve(state, event);
  if (state === null) throw new Error('bazaar: a match opens with an event');
  return state;
}

function step(state: BazaarState, move: BuyerMove, stream: ReturnType<typeof ownStreamOf>): void {
  play({ state, draws: new GaussDraws(stream, state), log: null }, BUYER, move);
}

/** The buyer's moves in the branch. */
function goOn(state: BazaarState): BuyerMove {
  const budget = budgetOf(state);
  if (state.ask <= 0.6 * budget) return { action: 'accept' };
  return { action: 'offer', price: round(Math.min(0.85 * state.ask, 0.7 * budget), 2) };
}
