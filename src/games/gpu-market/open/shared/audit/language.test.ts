import { beforeAll, expect, it } from 'vitest';
import { randomStep } from '~/audit/program';
import { stepOf } from '~/contract/audit';
import { playMatch } from '~/engine/memory-run';
import { ACTION_FIELDS } from '~/games/gpu-market/open/shared/actions';
import { QUICK_LANGUAGE } from '~/games/gpu-market/open/shared/audit/language';
import { movesOf } from '~/games/gpu-market/open/shared/audit/moves';
import { parseOpenConfig } from '~/games/gpu-market/open/shared/config';
import type { OpenObservation } from '~/games/gpu-market/open/shared/observation';
import { venturePlannerTurn } from '~/games/gpu-market/open/shared/players/venture';
import { OPEN_ACTION_TYPES, type OpenActionType } from '~/games/gpu-market/open/shared/types';
import { openMarket } from '~/games/gpu-market/open/v1/open';
import { sfc32 } from '~/statistics/basics';

const TERMS = ['block_ids', 'requested_block_ids', 'payment', 'requested_payment', 'conditions', 'expires_in'];
const PLEDGE = ['coalition_id', 'block_ids', 'job_ids', 'reserve', 'until_round'];

/** The fields that the rules read of each action. */
const READ: Record<OpenActionType, readonly string[]> = {
  send_offer: ['target_lab_id', 'message', ...TERMS],
  counter_offer: ['offer_id', ...TERMS],
  accept_offer: ['offer_id'],
  reject_offer: ['offer_id'],
  make_pitch: ['message', 'claims'],
  counter_pitch: ['message', 'claims'],
  reserve_capacity: ['block_ids'],
  release_capacity: ['block_ids'],
  form_coalition: ['members', 'split', 'owner_share', 'bond'],
  join_coalition: PLEDGE,
  commit_to_coalition: PLEDGE,
  decline_coalition: ['coalition_id'],
  leave_coalition: ['coalition_id'],
  allocate_to_job: ['job_id', 'block_ids', 'coalition_id', 'plan'],
  send_message: ['message', 'target_lab_id', 'coalition_id'],
  wait: [],
  finish: [],
};

const STEPS = 40_000;
const seen: OpenObservation[] = [];
/** The fields that programs submitted, by action type, with their values as text. */
const said = new Map<string, Map<string, Set<string>>>();

beforeAll(() => {
  const config = parseOpenConfig({ task_type: 'coalition_market', seed: 40_000, judge_mode: 'rule' });
  if (!config.ok) throw new Error(config.why);
  playMatch(openMarket, config.value, {
    playerOf: () => (observation) => {
      seen.push(observation);
      return venturePlannerTurn(observation);
    },
  });
  const random = sfc32(5);
  for (let i = 0; i < STEPS; i += 1) {
    const observation = seen[Math.floor(random() * seen.length)] as OpenObservation;
    const partner = observation.visible_labs[0]?.lab_id ?? null;
    for (const move of movesOf([{ ...randomStep(QUICK_LANGUAGE, random), when: 'always' }], { observation, partner })) note(move);
  }
});

function note(move: unknown): void {
  if (typeof move !== 'object' || move === null) return;
  const { action_type, ...fields } = move as { action_type: string };
  const known = said.get(action_type) ?? new Map<string, Set<string>>();
  said.set(action_type, known);
  for (const [name, value] of Object.entries(fields)) known.set(name, (known.get(name) ?? new Set()).add(JSON.stringify(value)));
}

it('an audit’s programs say every action, with every field that the rules read of it', () => {
  expect(Object.values(READ).flat()).toEqual(expect.arrayContaining(ACTION_FIELDS.filter((name) => name !== 'action_type')));
  for (const type of OPEN_ACTION_TYPES) {
    expect([...(said.get(type)?.keys() ?? [])], type).toEqual(expect.arrayContaining([...READ[type]]));
  }
});

it('each field takes many values: conditions with deposits, amounts from a cent to more than there is, every split, malformed input', () => {
  const values = (type: OpenActionType, field: string) => [...(said.get(type)?.get(field) ?? [])];
  const conditions = [...values('send_offer', 'conditions'), ...values('counter_offer', 'conditions')].join();
  for (const name of ['must_not_resell', 'must_use_by_round', 'penalty', 'coalition_only', 'must_sing']) expect(conditions).toContain(name);
  for (const field of ['payment', 'requested_payment']) {
    const amounts = values('send_offer', field)
      .map((text) => Number(JSON.parse(text)))
      .filter(Number.isFinite);
    expect(amounts).toContain(0.01);
    expect(Math.min(...amounts)).toBeLessThan(0);
    expect(Math.max(...amounts)).toBeGreaterThan(Math.max(...seen.map((one) => one.controlled_lab_budget)));
  }
  for (const split of ['equal', 'contribution', 'shapley']) expect(values('form_coalition', 'split')).toContain(JSON.stringify(split));
  expect(values('form_coalition', 'bond').length).toBeGreaterThan(2);
  expect(values('join_coalition', 'reserve').length).toBeGreaterThan(2);
  expect(values('send_offer', 'expires_in').length).toBeGreaterThan(2);
  expect(values('send_offer', 'payment').some((text) => text.startsWith('"'))).toBe(true); // a number as text
});

it('is done by either seat of one owner, at the beginning, in the middle and at the end', () => {
  expect(QUICK_LANGUAGE.fieldsOf('send_offer')).toEqual(expect.arrayContaining(['seat', 'when', 'fault']));
  const observation = seen[0] as OpenObservation;
  const due = (when: 'first round' | 'last round') => movesOf([stepOf('wait', { when })], { observation, partner: null }).length;
  expect([due('first round'), due('last round')]).toEqual([1, 0]);
});
