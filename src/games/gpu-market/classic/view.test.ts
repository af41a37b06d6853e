import { describe, expect, it } from 'vitest';
import { classic } from './classic';
import { market, named } from './market-for-tests';

const PUBLIC = { kind: 'public' } as const;
const ALL = { kind: 'all' } as const;
const SEAT = { kind: 'seat', seat: 'lab_0' } as const;
const PITCH = 'Our deadline is round 4 and the job value is high; a fair allocation protects the budget.';

describe('the view of a seat', () => {
  it('holds its own budget, jobs, offers and rewards, not those of others, nor the seed', () => {
    const view = classic.view(market().next({ action_type: 'wait' }).state, SEAT);
    expect(view.seed).toBeNull();
    expect(view.labs[0]?.jobs).toHaveLength(3);
    expect(view.labs[0]?.budget).toBeGreaterThan(0);
    expect(view.labs[1]).toMatchObject({ jobs: null, budget: null, archetype: null });
    expect(view.offers.length).toBeGreaterThanOrEqual(4);
    expect(view.curves.lab_0).toHaveLength(1);
    expect(view.last_step?.result.code).toBe('waited');
  });
});

describe('the verdict of a pitch', () => {
  it('is for all, but a pitch made to one lab only is not', () => {
    const open = market({ judge_mode: 'rule' }).next({ action_type: 'make_pitch', message: PITCH });
    expect(classic.view(open.state, PUBLIC).verdicts[0]?.pitches[0]?.pitch).toBe(PITCH);
    const secret = market({ judge_mode: 'rule' }).next({ action_type: 'make_pitch', message: PITCH, target_lab_id: 'lab_1' });
    const [shown] = classic.view(secret.state, PUBLIC).verdicts;
    expect(shown?.pitches[0]).toMatchObject({ pitch: null, evidence: [], reason: '', pressure: null, need: null });
    expect(JSON.stringify(classic.view(secret.state, PUBLIC))).not.toContain(PITCH);
    expect(shown?.pitches[0]?.score).toBe(secret.state.verdicts[0]?.pitches[0]?.score);
    expect(classic.view(secret.state, ALL).verdicts).toEqual(secret.state.verdicts);
  });
});

describe('the settlement', () => {
  it('stands beside the last action', () => {
    let at = market({ difficulty: 'easy' });
    for (let i = 0; i < 3; i++) at = at.next({ action_type: 'wait' });
    const view = classic.view(at.state, ALL);
    expect([view.last_step?.result.code, view.settlement?.result.code, view.finished]).toEqual(['waited', 'final_settlement', true]);
  });
});

describe('an event', () => {
  it('of a deal is told to the public without its price, to a party in full', () => {
    const after = market().play({ action_type: 'accept_offer', offer_id: 'o_1' });
    const [deal] = named(after.events, 'offer_accepted');
    if (deal === undefined) throw new Error('no deal');
    expect(classic.publish(deal, PUBLIC, after.state)).toEqual({ ...deal, payment: null });
    expect(classic.publish(deal, SEAT, after.state)).toEqual(deal);
  });

  it('of the opening tells a seat its own jobs only, and no shock to come', () => {
    const config = classic.parseConfig({ task_type: 'coalition_market', seed: 5 });
    if (!config.ok) throw new Error(config.why);
    const [opened] = classic.open(config.value);
    if (opened?.type !== 'match_opened') throw new Error('no opening');
    const told = classic.publish(opened, SEAT, market().state);
    expect(told).toMatchObject({
      seed: null,
      draws: null,
      shocks: [],
      labs: [{ jobs: opened.labs[0]?.jobs }, { jobs: null, budget: null }, {}, {}, {}],
    });
  });
});

describe('a seat that classic does not have', () => {
  it('cannot be played or shown', () => {
    expect(() => classic.decide(market().state, 'lab_1', { action_type: 'wait' })).toThrow();
    expect(() => classic.observe(market().state, 'lab_1')).toThrow();
  });
});
