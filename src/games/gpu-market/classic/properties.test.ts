/** What must hold whatever is played: random moves, sensible ones and nonsense, on random seeds. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { replay, type Viewer } from '~/contract/game';
import { ownStreamOf } from '~/lib/random/mt19937';
import { describe as sentence } from '../describe';
import type { MarketEvent } from '../events';
import { ACTION_TYPES } from '../types';
import { classic } from './classic';
import { play } from './decide';
import { ObservationText } from './env';
import { observe } from './observe';
import { startMatch, step } from './play-in-memory';
import { publish } from './publish';
import type { ClassicState } from './state';

const id = (kind: string): fc.Arbitrary<string> =>
  fc
    .tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 4 }))
    .map(([i, j]) => (kind === 'lab' ? `lab_${i}` : `${kind}_${i}_${j}`));
const numbered = (kind: string): fc.Arbitrary<string> => fc.integer({ min: 1, max: 12 }).map((n) => `${kind}_${n}`);
const blocks = fc.array(
  fc.oneof({ weight: 3, arbitrary: fc.integer({ min: 0, max: 3 }).map((j) => `b_0_${j}`) }, { weight: 1, arbitrary: id('b') }),
  {
    maxLength: 3,
  },
);
const TEXTS = ['', 'x', 'urgent: we need a fair deal before the deadline', 'never again, or we retaliate', '😀'.repeat(501)];

const move = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record(
      {
        action_type: fc.constantFrom(...ACTION_TYPES.filter((type) => type !== 'finish')),
        target_lab_id: id('lab'),
        offer_id: numbered('o'),
        coalition_id: fc.integer({ min: 1, max: 3 }).map((n) => `c_${n}`),
        job_id: fc.integer({ min: 0, max: 2 }).map((j) => `j_0_${j}`),
        block_ids: blocks,
        requested_block_ids: fc.array(id('b'), { maxLength: 2 }),
        payment: fc.oneof(
          fc.integer({ min: -2, max: 90 }),
          fc.double({ min: 0, max: 60, noNaN: true }),
          fc.constantFrom('7.5', true, 'inf'),
        ),
        message: fc.constantFrom(...TEXTS),
        conditions: fc.constantFrom({}, { must_not_resell: true }),
      },
      { requiredKeys: ['action_type'] },
    ),
  },
  { weight: 1, arbitrary: fc.anything() },
  { weight: 1, arbitrary: fc.constant({ action_type: 'finish' }) },
);

const match = fc.record({
  config: fc.record({
    task_type: fc.constantFrom('single_trade' as const, 'market_round' as const, 'coalition_market' as const),
    difficulty: fc.constantFrom('easy' as const, 'medium' as const, 'hard' as const),
    judge_mode: fc.constantFrom('off' as const, 'rule' as const),
    seed: fc.oneof(fc.integer({ min: 0, max: 1000 }), fc.maxSafeNat()),
  }),
  moves: fc.array(move, { minLength: 10, maxLength: 10 }),
});
type Match = typeof match extends fc.Arbitrary<infer T> ? T : never;

const ALL: Viewer = { kind: 'all' };
const PUBLIC: Viewer = { kind: 'public' };

function check(holds: (drawn: Match) => void): void {
  fc.assert(fc.property(match, holds), { numRuns: 150 });
}

/** The state and the log after each move. */
function* played({ config, moves }: Match): Generator<{ state: ClassicState; events: MarketEvent[]; move: unknown }> {
  const events = classic.open(config);
  const state = replay(classic, events);
  for (const one of moves) {
    if (state.finished) return;
    const fresh = classic.decide(state, 'lab_0', one);
    for (const event of fresh) classic.evolve(state, event);
    events.push(...fresh);
    yield { state, events, move: one };
  }
}

describe('any classic match', () => {
  it('replays from its events, through JSON, to the same state byte for byte', () => {
    check((drawn) => {
      for (const { state, events } of played(drawn)) {
        const again = JSON.parse(JSON.stringify(events)) as MarketEvent[];
        expect(JSON.stringify(replay(classic, again))).toBe(JSON.stringify(state));
      }
    });
  });

  it('is the same played in place, with and without a log, as decided and applied', () => {
    check((drawn) => {
      const inPlace = startMatch(drawn.config);
      const silent = startMatch(drawn.config);
      const log: MarketEvent[] = classic.open(drawn.config);
      for (const { state, events, move: one } of played(drawn)) {
        play(inPlace, one, { log });
        play(silent, one);
        expect(JSON.stringify(inPlace)).toBe(JSON.stringify(state));
        expect(JSON.stringify(silent)).toBe(JSON.stringify(state));
        expect(JSON.stringify(log)).toBe(JSON.stringify(events));
      }
    });
  });

  it('is written the cheaper way as JSON.stringify has it, step after step, by draws of its own', () => {
    check((drawn) => {
      const stream = ownStreamOf(drawn.config.seed);
      const state = startMatch(drawn.config, stream);
      const text = new ObservationText();
      expect(text.write(observe(state))).toBe(JSON.stringify(observe(state)));
      for (const one of drawn.moves) {
        const seen = step(state, one, stream);
        expect(text.write(seen)).toBe(JSON.stringify(seen));
        expect(text.write(seen, { metadata: '{"x":1}' })).toBe(JSON.stringify({ ...seen, metadata: { x: 1 } }));
        if (state.round_index % 3 === 0) stream.forget();
      }
      const played = startMatch(drawn.config);
      for (const one of drawn.moves) step(played, one);
      expect(JSON.stringify(state)).toBe(JSON.stringify(played));
    });
  });

  it('is not changed by deciding, nor by playing on in a copy', () => {
    check((drawn) => {
      for (const { state } of played(drawn)) {
        const before = JSON.stringify(state);
        for (const one of drawn.moves) classic.decide(state, 'lab_0', one);
        const copy = classic.copy(state);
        for (const one of drawn.moves) play(copy, one);
        classic.observe(state, 'lab_0');
        classic.view(state, ALL);
        expect(JSON.stringify(state)).toBe(before);
      }
    });
  });

  it('keeps its money and its blocks', () => {
    check((drawn) => {
      const opening = startMatch(drawn.config);
      const money = sum(opening.labs.map((lab) => lab.budget));
      const ids = opening.blocks.map((block) => block.block_id).sort();
      for (const { state } of played(drawn)) {
        expect(sum(state.labs.map((lab) => lab.budget))).toBeCloseTo(money, 6);
        expect(state.labs.flatMap((lab) => lab.block_ids).sort()).toEqual(ids);
        for (const lab of state.labs) {
          for (const blockId of lab.block_ids) {
            expect(state.blocks.find((block) => block.block_id === blockId)?.owner_lab_id).toBe(lab.lab_id);
          }
        }
      }
    });
  });

  it('ends, and nothing happens after the end', () => {
    check((drawn) => {
      const state = startMatch(drawn.config);
      for (const one of drawn.moves) play(state, one);
      expect(state.finished).toBe(true);
      expect(classic.toAct(state)).toEqual([]);
      expect(classic.decide(state, 'lab_0', { action_type: 'wait' })).toEqual([]);
    });
  });

  it('tells each event in a sentence, and holds nothing that JSON cannot carry', () => {
    check((drawn) => {
      for (const { state, events } of played(drawn)) {
        expect(JSON.parse(JSON.stringify(state))).toEqual(state);
        for (const event of events) expect(sentence(event, namesIn(state))).toMatch(/^\S.*[.!?”]$/s);
      }
    });
  });
});

describe('what the public is shown of a running match', () => {
  it('holds nothing private: no job, budget, archetype, offer, seed, reward or result', () => {
    check((drawn) => {
      for (const { state, events } of played(drawn)) {
        const told = events.map((event) => publish(event, PUBLIC, state)).filter((event) => event !== null);
        for (const shown of [classic.view(state, PUBLIC), ...told]) expect(secretsIn(shown, state)).toEqual([]);
        expect(classic.view(state, PUBLIC).curves).toEqual({});
        for (const event of told) expect(sentence(event, namesIn(state))).toMatch(/^\S.*[.!?”]$/s);
      }
    });
  });

  it('says the same of two matches that differ in private things only', () => {
    check((drawn) => {
      for (const { state } of played(drawn)) {
        const other = classic.copy(state);
        other.seed += 1;
        other.draws += 1;
        other.cumulative += 1;
        other.curve = [];
        other.last_step = null;
        other.offers = [];
        other.labs = other.labs.map((lab) => ({
          ...lab,
          archetype: null,
          budget: lab.budget + 1e-6,
          jobs: lab.jobs.map((job) => ({ ...job, base_value: 1 })),
        }));
        expect(classic.view(other, PUBLIC)).toEqual(classic.view(state, PUBLIC));
      }
    });
  });
});

describe('what those who may see everything are shown', () => {
  it('is complete, and every event as it is', () => {
    check((drawn) => {
      for (const { state, events } of played(drawn)) {
        const view = classic.view(state, ALL);
        expect(view.seed).toBe(state.seed);
        expect(view.labs.map((lab) => [lab.budget, lab.archetype, lab.jobs])).toEqual(
          state.labs.map((lab) => [lab.budget, lab.archetype, lab.jobs]),
        );
        expect([view.blocks, view.offers, view.messages, view.verdicts]).toEqual([
          state.blocks,
          state.offers,
          state.messages,
          state.verdicts,
        ]);
        expect(view.curves.lab_0).toEqual(state.curve);
        for (const event of events) expect(publish(event, ALL, state)).toBe(event);
      }
    });
  });
});

/** Paths at which something private stands. */
function secretsIn(shown: unknown, state: ClassicState, path = ''): string[] {
  if (typeof shown === 'string') {
    const told = /\bj_\d/.test(shown) && !path.endsWith('/pitch') && !path.endsWith('/message');
    return told ? [`${path}: ${shown}`] : [];
  }
  if (typeof shown === 'number') return shown === state.seed && shown > 1000 ? [path] : [];
  if (shown === null || typeof shown !== 'object') return [];
  return Object.entries(shown).flatMap(([key, value]) => {
    const secret = SECRET.has(key) && value !== null && !(Array.isArray(value) && value.length === 0);
    return secret ? [`${path}/${key}`] : secretsIn(value, state, `${path}/${key}`);
  });
}

const SECRET = new Set([
  'seed',
  'draws',
  'budget',
  'archetype',
  'jobs',
  'job_id',
  'offers',
  'payment',
  'value',
  'completed',
  'result',
  'breakdown',
  'cumulative',
  'repeats',
  'bonus',
  'pressure',
  'need',
  'reserved_by',
  'allocated_to_job_id',
]);

function namesIn(state: ClassicState): Record<string, string> {
  return Object.fromEntries(state.labs.map((lab) => [lab.lab_id, lab.public_name]));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
