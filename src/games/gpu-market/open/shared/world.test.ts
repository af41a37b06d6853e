import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseOpenConfig } from './config';
import { type BlockOpening, OPEN_TASKS, type PlannedShock } from './types';
import { drawWorld, openDraws, publicName, STREAMS, shuffle, type World } from './world';

/** Drawn by `fixtures/draw_worlds.py`, an independent implementation. */
const drawnByPython = JSON.parse(readFileSync(new URL('fixtures/worlds.json', import.meta.url), 'utf8')) as Record<string, unknown>;

function configOf(raw: object) {
  const read = parseOpenConfig(raw);
  if (!read.ok) throw new Error(read.why);
  return read.value;
}

const blockRow = (b: BlockOpening) => [b.block_id, b.start_round, b.duration, b.gpu_count, b.reliability, b.energy_cost];

function shockRow(shock: PlannedShock) {
  const jobs = shock.jobs.map(({ job: j }) => {
    return [
      j.job_id,
      j.gpu_hours_required,
      j.urgency_multiplier,
      j.min_reliability,
      j.base_value,
      j.partial_credit_allowed,
      j.deadline_round,
    ];
  });
  return [
    shock.round_index,
    shock.kind,
    shock.block_id,
    jobs,
    shock.blocks.map(({ block, price_cents }) => [...blockRow(block), price_cents]),
  ];
}

function worldRow(world: World, orders: number[][]) {
  const labs = world.labs.map((lab) => [
    lab.budget_cents,
    lab.blocks.map(blockRow),
    lab.jobs.map((j) => [
      j.job_id,
      j.arrival_round,
      j.gpu_hours_required,
      j.deadline_round,
      j.base_value,
      j.urgency_multiplier,
      j.min_reliability,
      j.partial_credit_allowed,
      j.private_notes,
    ]),
  ]);
  return [labs, world.shocks.map(shockRow), world.grants.map(({ block }) => blockRow(block)), orders];
}

describe('a seed becomes a world', () => {
  it.each(Object.keys(drawnByPython))('%s is the world that CPython draws', (key) => {
    const [task_type, seed] = key.split('-');
    const config = configOf({ task_type, seed: Number(seed), judge_mode: 'rule' });
    const order = openDraws(config, [STREAMS.order, 0]);
    const orders = [0, 1, 2].map(() => shuffle(order, config.labs));
    expect(worldRow(drawWorld(config), orders)).toEqual(drawnByPython[key]);
  });

  it('draws grants only where pitches are judged, and nothing else moves', () => {
    const off = drawWorld(configOf({ task_type: 'grand_market', seed: 3 }));
    const rule = drawWorld(configOf({ task_type: 'grand_market', seed: 3, judge_mode: 'rule' }));
    expect(off.grants).toEqual([]);
    expect(rule.grants.map((grant) => grant.pitch_round)).toEqual([3, 6, 9, 12]);
    expect({ ...rule, grants: [] }).toEqual(off);
  });

  it('names the 64th lab too', () => {
    expect([0, 25, 26, 63].map(publicName)).toEqual(['Lab A', 'Lab Z', 'Lab AA', 'Lab BL']);
  });
});

describe('a configuration', () => {
  it('fills in the preset of its task, and any number may be overridden', () => {
    expect(configOf({ task_type: 'coalition_market' })).toMatchObject({
      labs: 6,
      rounds: 12,
      blocks: 4,
      jobs: 3,
      shocks: 3,
      seed: 42,
      scarcity: 1.3,
    });
    expect(configOf({ task_type: 'coalition_market', labs: 64, rounds: 9, actions_per_round: 1 })).toMatchObject({
      labs: 64,
      rounds: 9,
      actions_per_round: 1,
    });
  });

  it.each([
    [{ task_type: 'no_such' }, 'task_type'],
    [{ seed: -1 }, 'seed'],
    [{ seed: 0.5 }, 'seed'],
    [{ seed: 2 ** 53 }, 'seed'],
    [{ labs: 1 }, 'labs'],
    [{ labs: 65 }, 'labs'],
    [{ rounds: 3 }, 'rounds'],
    [{ rounds: 6, shocks: 6 }, 'shocks'],
    [{ judge_mode: 'jury' }, 'judge_mode'],
  ])('%j is refused, naming the field', (raw, path) => {
    expect(parseOpenConfig(raw)).toMatchObject({ ok: false, path });
  });

  it.each([
    [{ labs: 64, blocks: 9, jobs: 8 }, 'at most 4096, not 64 × 9 × 8 = 4608'],
    [{ labs: 64, blocks: 12, jobs: 12, rounds: 40 }, 'at most 4096, not 64 × 12 × 12 = 9216'],
  ])('%j, for which the house takes too long, is refused with its size and what is allowed', (numbers, why) => {
    const read = parseOpenConfig({ task_type: 'grand_market', ...numbers });
    expect(read).toMatchObject({ ok: false, path: 'labs', why: expect.stringContaining(why) as string });
  });

  it.each([
    { labs: 64, blocks: 8, jobs: 8 },
    { labs: 5, blocks: 12, jobs: 12 },
  ])('%j may be played', (numbers) => {
    expect(parseOpenConfig({ task_type: 'grand_market', ...numbers }).ok).toBe(true);
  });

  it.each(OPEN_TASKS)('%s may be played by 64 labs', (task_type) => {
    expect(parseOpenConfig({ task_type, labs: 64 }).ok).toBe(true);
  });
});
