import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Block } from '../types';
import { type Demand, floorHeight, type Holdings, planFloor, WIDE } from './floor-plan';

function block(id: string, owner: string, shape: Partial<Block>): Block {
  return {
    block_id: id,
    start_round: 0,
    duration: 1,
    gpu_count: 1,
    reliability: 0.9,
    energy_cost: 2,
    owner_lab_id: owner,
    reserved_by: null,
    allocated_to_job_id: null,
    status: 'available',
    ...shape,
  };
}

function market(labs: string[], blocks: Block[], jobs: Demand[] = []): Holdings<Block> {
  return { max_rounds: 5, labs: labs.map((lab_id) => ({ lab_id, jobs })), blocks };
}

const job = (job_id: string, arrival_round: number, deadline_round: number): Demand => ({ job_id, arrival_round, deadline_round });

const blocks = fc
  .array(fc.record({ start_round: fc.nat(4), duration: fc.constantFrom(1, 2, 3), gpu_count: fc.constantFrom(1, 2, 4), owner: fc.nat(2) }), {
    maxLength: 14,
  })
  .map((shapes) => shapes.map(({ owner, ...shape }, place) => block(`b_${place}`, `lab_${owner}`, shape)));

const LABS = ['lab_0', 'lab_1', 'lab_2'];

describe('the floor', () => {
  it('puts blocks of the same rounds below each other and of different rounds side by side', () => {
    const view = market(
      ['lab_0'],
      [
        block('a', 'lab_0', { duration: 2, gpu_count: 2 }),
        block('b', 'lab_0', { start_round: 1 }),
        block('c', 'lab_0', { start_round: 3 }),
      ],
    );
    const tops = planFloor(view, 200, WIDE).bars.map((bar) => bar.top);
    expect(tops).toEqual([WIDE.pad, WIDE.pad + 2 * WIDE.unit, WIDE.pad]);
  });

  it('puts jobs at the foot of the row, below the blocks: those of the same rounds below each other', () => {
    const jobs = [job('a', 0, 2), job('b', 2, 4), job('c', 3, 4)];
    const view = market(['lab_0'], [block('x', 'lab_0', { gpu_count: 4 })], jobs);
    const { demands, bars, rows } = planFloor(view, floorHeight(view, WIDE), WIDE);
    const tops = Object.fromEntries(demands.map(({ jobId, top }) => [jobId, top]));
    expect(tops.c).toBe(tops.a);
    expect((tops.b ?? 0) - (tops.a ?? 0)).toBe(WIDE.lane);
    expect(tops.a).toBeGreaterThanOrEqual((bars[0]?.top ?? 0) + (bars[0]?.height ?? 0));
    expect(Math.max(...demands.map(({ top, height }) => top + height))).toBeLessThanOrEqual(rows[0]?.height ?? 0);
  });

  it('never lets two bars of a lab cover each other, and keeps each within its row', () => {
    fc.assert(
      fc.property(blocks, (all) => {
        const view = market(LABS, all);
        const plan = planFloor(view, floorHeight(view, WIDE), WIDE);
        for (const a of plan.bars) {
          const row = plan.rows.find((one) => one.labId === a.block.owner_lab_id);
          expect(a.top).toBeGreaterThanOrEqual(row?.top ?? 1e9);
          expect(a.top + a.height).toBeLessThanOrEqual((row?.top ?? 0) + (row?.height ?? 0));
          for (const b of plan.bars) if (a !== b) expect(cover(a, b)).toBe(false);
        }
      }),
    );
  });

  it('stays as high as at the opening, whoever owns what later', () => {
    fc.assert(
      fc.property(blocks, fc.array(fc.nat(2), { minLength: 14, maxLength: 14 }), (all, owners) => {
        const height = floorHeight(market(LABS, all), WIDE);
        const later = all.map((one, place) => ({ ...one, owner_lab_id: `lab_${owners[place]}` }));
        const plan = planFloor(market(LABS, later), height, WIDE);
        const end = plan.rows.at(-1);
        expect((end?.top ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual(height + 0.001);
      }),
    );
  });
});

function cover(a: { block: Block; top: number; height: number }, b: { block: Block; top: number; height: number }): boolean {
  const inTime =
    a.block.start_round < b.block.start_round + b.block.duration && b.block.start_round < a.block.start_round + a.block.duration;
  return inTime && a.top < b.top + b.height && b.top < a.top + a.height;
}
