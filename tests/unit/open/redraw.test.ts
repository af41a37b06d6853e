import { describe, expect, it } from 'vitest';
import { house } from '~/games/gpu-market/open/players/policies';
import { evolve } from '~/games/gpu-market/open/shared/evolve';
import { redraw } from '~/games/gpu-market/open/shared/redraw';
import { openMarket } from '~/games/gpu-market/open/v1/open';
import { beginnings, proveRedraw } from './prove-redraw';
import { configOf } from './wild-play';

describe('a market redrawn for a seat', () => {
  proveRedraw({ seed: 24, matches: 15, minutes: 1 });

  it('has another future, other jobs and other money for another seed', () => {
    const states = beginnings(configOf({ task_type: 'coalition_market', seed: 4, judge_mode: 'rule' }), () => house.choose);
    const state = states[4];
    if (state === undefined) throw new Error('no round 4');
    const [one, other] = [redraw(state, 'lab_2', 1), redraw(state, 'lab_2', 2)];
    expect(one.shocks.filter((shock) => shock.round_index > 4)).not.toEqual(state.shocks.filter((shock) => shock.round_index > 4));
    expect(one.jobs.j_0_0).not.toEqual(other.jobs.j_0_0);
    expect(one.labs.lab_0?.budget_cents).not.toBe(other.labs.lab_0?.budget_cents);
    expect(one.jobs.j_2_0).toEqual(state.jobs.j_2_0);
    expect(one.grants.map((grant) => grant.pitch_round)).toEqual(state.grants.map((grant) => grant.pitch_round));
    expect(one.config.seed).toBe(1);
  });
});

describe('a match branched from a running one', () => {
  const states = beginnings(configOf({ task_type: 'market_round', seed: 6 }), () => house.choose);
  const state = states[3];
  if (state === undefined) throw new Error('no round 3');
  const [event] = openMarket.branch?.(state, 'lab_1', 9) ?? [];
  if (event === undefined) throw new Error('no branch');

  it('begins where its event says, which keeps the state for itself', () => {
    const begun = evolve(null, event);
    expect(begun).toEqual(redraw(state, 'lab_1', 9));
    begun.round_index = 99;
    expect(evolve(null, event).round_index).toBe(3);
    expect(openMarket.toAct(evolve(null, event))).toHaveLength(4);
  });

  it('tells nobody what was drawn for the others', () => {
    const begun = evolve(null, event);
    for (const viewer of [{ kind: 'public' }, { kind: 'seat', seat: 'lab_1' }] as const) {
      const told = openMarket.publish(event, viewer, begun);
      expect(Object.keys(told ?? {}).sort()).toEqual(['lab_id', 'labs', 'round_index', 'ruleset', 'type', 'version']);
    }
    expect(openMarket.publish(event, { kind: 'all' }, begun)).toBe(event);
  });
});
