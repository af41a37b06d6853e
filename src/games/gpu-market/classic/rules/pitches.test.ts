import { describe, expect, it } from 'vitest';
import { ARCHETYPES } from '../../types';
import { market, named } from '../market-for-tests';
import { EVIDENCE_TERMS, housePitch } from './pitches';

const SENTENCE = 'Our deadline is round 4 and the job value is high; a fair allocation protects the budget.';

describe('a pitch', () => {
  it('is recorded when nobody judges', () => {
    const after = market().play({ action_type: 'make_pitch', message: SENTENCE });
    expect(after.code).toBe('pitch_recorded');
    expect(named(after.events, 'message_posted').map((posted) => posted.message.to_lab_id)).toEqual([null]);
    expect(named(after.events, 'pitches_judged')).toEqual([]);
  });

  it('is answered by every house lab and judged', () => {
    const after = market({ judge_mode: 'rule' }).play({ action_type: 'counter_pitch', message: SENTENCE, target_lab_id: 'lab_1' });
    expect(after.code).toBe('pitch_judged');
    const labs = after.state.labs.length;
    expect(named(after.events, 'message_posted')).toHaveLength(labs);
    const [verdict] = after.state.verdicts;
    expect(verdict?.pitches.map((pitch) => pitch.lab_id)).toEqual(after.state.labs.map((lab) => lab.lab_id));
    const best = Math.max(...(verdict?.pitches ?? []).map((pitch) => pitch.score));
    expect(verdict?.pitches.find((pitch) => pitch.lab_id === verdict.winner_lab_id)?.score).toBe(best);
    expect(after.state.last_step?.breakdown.judge_argument_score).toBe(verdict?.bonus);
    expect(verdict?.pitches[0]?.evidence).toEqual(['deadline', 'round', 'budget', 'value', 'fair', 'allocation']);
  });

  it.each([
    ['empty_pitch', { message: '12345678901' }],
    ['empty_pitch', { message: '  1234567890\u001c ' }],
    ['empty_pitch', { message: '😀'.repeat(11) }],
    ['pitch_recorded', { message: '😀'.repeat(12) }],
    ['empty_pitch', {}],
    ['unknown_lab', { target_lab_id: 'lab_9', message: SENTENCE }],
    ['pitch_recorded', { target_lab_id: 'lab_0', message: SENTENCE }],
    ['pitch_recorded', { target_lab_id: '', message: SENTENCE }],
  ])('gets %s for %j', (code, fields) => {
    expect(market().play({ action_type: 'make_pitch', ...fields }).code).toBe(code);
  });

  it('below 40 characters is vague', () => {
    const at = market({ judge_mode: 'rule' });
    const long = at.play({ action_type: 'make_pitch', message: 'x'.repeat(40) }).state.verdicts[0]?.pitches[0];
    const short = at.play({ action_type: 'make_pitch', message: 'x'.repeat(39) }).state.verdicts[0]?.pitches[0];
    expect((long?.score ?? 0) - (short?.score ?? 0)).toBeCloseTo(0.08, 9);
    expect([long?.vague, short?.vague]).toEqual([false, true]);
  });
});

describe('house pitches', () => {
  const terms = {
    cooperative: ['coalition', 'fair', 'allocation'],
    selfish: ['gpu-hour', 'reliability'],
    deadline_panicked: ['deadline', 'round', 'gpu-hour', 'queue', 'value', 'allocation'],
    deceptive: [],
    retaliatory: ['round', 'allocation', 'guarantee'],
  };
  const signals = {
    cooperative: 'fairness',
    selfish: 'neutral',
    deadline_panicked: 'urgency',
    deceptive: 'neutral',
    retaliatory: 'coalition',
  };

  it.each(ARCHETYPES)('of a %s lab hold exactly their evidence terms', (archetype) => {
    const { state } = market();
    const lab = state.labs[1];
    if (lab === undefined) throw new Error('no lab');
    const jobs = lab.jobs.map((job) => ({ ...job, deadline_round: 9 }));
    const { message, signal } = housePitch(state, { ...lab, archetype, jobs });
    const found = EVIDENCE_TERMS.filter((term) => message.toLowerCase().includes(term));
    expect([...found].sort()).toEqual([...terms[archetype]].sort());
    expect(signal).toBe(signals[archetype]);
    expect(message.length).toBeGreaterThanOrEqual(40);
  });

  it('turn urgent when a deadline is near, whoever speaks', () => {
    const { state } = market();
    const lab = state.labs[1];
    if (lab === undefined) throw new Error('no lab');
    const jobs = lab.jobs.map((job) => ({ ...job, deadline_round: 2 }));
    expect(housePitch(state, { ...lab, archetype: 'cooperative', jobs }).signal).toBe('urgency');
  });
});
