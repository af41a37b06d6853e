import { expect, test } from 'vitest';
import { replay } from '~/contract/game';
import { writeSchema } from '~/inference/null/null-model';
import { drawsOf } from '~/lib/random/draws';
import type { TakenAction } from '../../shared/actions';
import type { OpenState } from '../../shared/state';
import type { OpenObservation2 } from '../observation';
import { openMarket2 } from '../open';
import { plannerTurn2 } from '../players/planner';
import { venturePlannerTurn2 } from '../players/venture';
import { openPrompts2 } from './formats';

const format = openPrompts2.find(({ version }) => version === 'open-3');
if (format === undefined) throw new Error('no prompt');
const { decide } = format;

function opening(config: Record<string, unknown>): OpenState {
  const read = openMarket2.parseConfig(config);
  if (!read.ok) throw new Error(read.why);
  return replay(openMarket2, openMarket2.open(read.value));
}

type Look = (seen: OpenObservation2, value: unknown) => void;

/** Seats play what is drawn from their schema, or what is planned. */
function play(config: Record<string, unknown>, { look, planned }: { look: Look; planned?: (seen: OpenObservation2) => unknown }): void {
  const draws = drawsOf(7);
  let state = opening(config);
  while (!state.finished) {
    for (const seat of openMarket2.toAct(state)) {
      const seen = openMarket2.observe(state, seat);
      const value = writeSchema(decide.schema(seen), () => draws.random());
      look(seen, value);
      const move = planned !== undefined && draws.random() < 0.7 ? planned(seen) : value;
      for (const event of openMarket2.decide(state, seat, move)) state = openMarket2.evolve(state, event);
    }
  }
}

/** Each of these is offered wherever it is legal. */
const ALWAYS = ['take_promise', 'decline_promise', 'make_promise', 'withdraw_want', 'veto_plan', 'withdraw_pledge'];

const COALITIONS = { task_type: 'coalition_market', seed: 5, labs: 4, rounds: 8, judge_mode: 'rule' };

test('whatever the schema lets through is legal, and what version 2 adds is drawn too', { timeout: 300_000 }, () => {
  const drawn = new Map<string, number>();
  const offered = new Set<string>();
  const look: Look = (seen, value) => {
    const read = decide.read(seen, value);
    expect(read).toMatchObject({ ok: true });
    if (!read.ok) return;
    const { action_type } = read.value as TakenAction;
    drawn.set(action_type, (drawn.get(action_type) ?? 0) + 1);
    expect(JSON.parse(decide.say(seen, read.value))).toEqual(value);
    const schema = JSON.stringify(decide.schema(seen));
    for (const { action_type } of seen.legal_actions) {
      if (!ALWAYS.includes(action_type)) continue;
      expect(schema).toContain(`"${action_type}"`);
      offered.add(action_type);
    }
  };
  for (const seed of [5, 6, 7]) {
    play({ ...COALITIONS, seed }, { look, planned: venturePlannerTurn2 });
    play({ ...COALITIONS, seed }, { look });
    play({ task_type: 'market_round', seed, judge_mode: 'rule' }, { look, planned: plannerTurn2 });
  }
  for (const type of ['post_want', 'make_promise', 'propose_plan']) expect(drawn.get(type) ?? 0, type).toBeGreaterThan(0);
  expect(offered).toContain('take_promise');
});

test('the prompt says what the seat owes and what is on the table, and stays within its room', () => {
  const told = { owed: 0, plans: 0, wants: 0 };
  play(COALITIONS, {
    planned: venturePlannerTurn2,
    look(seen) {
      const { user, system } = decide.prompt(seen, []);
      expect(user.length).toBeLessThan(4_000);
      expect(system).toContain('promise');
      if (seen.promises.some((one) => one.from_lab_id === seen.controlled_lab_id) && / you hold /.test(user)) told.owed += 1;
      if (/c_\d+_plan_\d+ by lab_/.test(user)) told.plans += 1;
      if (/ you want \d+h /.test(user)) told.wants += 1;
    },
  });
  expect(told.owed + told.wants).toBeGreaterThan(0);
});

test('what is not on the list is refused with what may be', () => {
  const seen = openMarket2.observe(opening(COALITIONS), 'lab_0');
  const why = (value: unknown) => {
    const read = decide.read(seen, value);
    return read.ok ? null : read.why;
  };
  expect(why({ action_type: 'fill_want', want_id: 'w_1', block_ids: [] })).toMatch(/^fill_want is not legal now; legal are /);
  expect(why({ action_type: 'post_want', payment: 3 })).toBe('hours is missing: a want says how many hours are wanted.');
  expect(why({ action_type: 'post_want', hours: 2, from_round: 4, to_round: 3 })).toBe('to_round 3 is before from_round 4.');
  expect(why({ action_type: 'make_promise', target_lab_id: 'lab_9', block_ids: [] })).toMatch(/^target_lab_id cannot be "lab_9"; it is /);
  expect(why({ action_type: 'make_promise', target_lab_id: 'lab_1', block_ids: ['b_0_0'], until_round: 99 })).toMatch(
    /^until_round cannot be 99; it is from 1 to /,
  );
  expect(why({ action_type: 'post_want', hours: 2, payment: 3 })).toBeNull();
});
