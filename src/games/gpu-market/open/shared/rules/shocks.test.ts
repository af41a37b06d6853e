import { describe, expect, it } from 'vitest';
import { lapse, open } from '../../v1/decide';
import { parseOpenConfig } from '../config';
import { evolve } from '../evolve';
import { worldBlocks, worldOf } from '../plans/pairs';
import type { OpenState } from '../state';
import { OPEN_SHOCK_KINDS } from '../types';
import { readShock, scheduleShock } from './shocks';

function market(): { state: OpenState; events: ReturnType<typeof open> } {
  const config = parseOpenConfig({ task_type: 'market_round', seed: 9, shocks: 0 });
  if (!config.ok) throw new Error(config.why);
  const events = open(config.value);
  let state: OpenState | null = null;
  for (const event of events) state = evolve(state, event);
  if (state === null) throw new Error('no opening');
  return { state, events };
}

describe('a shock fired by the organiser', () => {
  it.each(OPEN_SHOCK_KINDS)('%s strikes at the next round’s start, and is part of the world', (kind) => {
    const { state, events } = market();
    const fired = scheduleShock(state, kind);
    if (fired === null) throw new Error('refused');
    let after = evolve(state, fired);
    events.push(fired);
    for (const event of lapse(after)) after = evolve(after, event);
    expect(after.shock_history).toMatchObject([{ kind, round_index: 1 }]);
    expect(worldOf(events).shocks).toMatchObject([{ kind, live: true }]);
    expect(worldBlocks(worldOf(events)).filter((block) => block.lab_id === null)).toHaveLength(kind === 'supply_release' ? 2 : 0);
  });

  it('draws from a stream of its own, another for the second, and none after the last round', () => {
    const { state } = market();
    const first = scheduleShock(state, 'demand_surge');
    expect(scheduleShock(state, 'demand_surge')).toEqual(first);
    if (first === null) throw new Error('refused');
    const second = scheduleShock(evolve(state, first), 'demand_surge');
    expect(second?.shock.jobs[0]?.job.job_id).toBe('j_0_surge_1_live_2');
    expect(second?.shock.jobs[0]?.job.base_value).not.toBe(first.shock.jobs[0]?.job.base_value);
    state.round_index = 7;
    expect(scheduleShock(state, 'energy_spike')).toBeNull();
  });

  it('strikes in the round that was asked for, the next where that has begun', () => {
    const { state } = market();
    const asked = (round_index: number) => {
      const read = readShock(state, { kind: 'energy_spike', round_index });
      return read.ok ? read.value[0]?.shock.round_index : null;
    };
    expect([asked(3), asked(0), asked(8)]).toEqual([3, 1, null]);
    const [scheduled] = (readShock(state, { kind: 'energy_spike', round_index: 2 }) as { ok: true; value: [never] }).value;
    let after = evolve(state, scheduled);
    for (const rounds of [1, 2]) {
      for (const event of lapse(after)) after = evolve(after, event);
      expect(after.shock_history).toHaveLength(rounds - 1);
    }
  });

  it('is of a known kind', () => {
    expect(readShock(market().state, { kind: 'flood' })).toMatchObject({ ok: false });
    expect(readShock(market().state, 'energy_spike')).toMatchObject({ ok: false });
  });
});
