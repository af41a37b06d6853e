import { describe, expect, it } from 'vitest';
import type { Judgement } from '~/contract/game';
import { decide, lapse, rejudge } from '../v1/decide';
import type { OpenEvent } from './events';
import { hearing } from './hearing';
import { RULE_JUDGE } from './rules/pitches';
import { type Table, table } from './testing/table';
import { publish } from './told/publish';

const spare = { block_id: 'b_grant_3', start_round: 5, duration: 2, gpu_count: 2, reliability: 0.8, energy_cost: 1 };
const WORDS = { lab_0: 'Job j_0_0 needs 4 hours by round 7.', lab_1: 'We should have it, for we are nice.' };

/** The pitch round: two labs have pitched, and the third has not taken its turn. */
function pitched(judge: true | 'llm'): { play: Table; events: OpenEvent[] } {
  const job = { gpu_hours_required: 4, value: 108, deadline_round: 7 };
  const labs = [{ jobs: [{ ...job, job_id: 'j_0_0' }] }, { jobs: [{ ...job, job_id: 'j_1_0' }] }, {}];
  const play = table({ judge, labs, grants: [{ pitch_round: 3, block: spare }] }).until(3);
  for (const [lab, message] of Object.entries(WORDS)) play.take(decide(play.state, lab, { action_type: 'make_pitch', message }));
  return { play, events: lapse(play.state) };
}

const judgement: Judgement = {
  judge: 'llm:test/judge-1',
  scores: { lab_0: { score: 0.2, reason: 'dry', quote: null }, lab_1: { score: 0.9, reason: 'warm', quote: 'we are nice' } },
  fallback: null,
  disagreement: 0.1,
};

describe('a judge that is no rule', () => {
  it('is asked in mode llm alone, about every pitch, in an order from the match’s own stream', () => {
    const { play, events } = pitched('llm');
    const heard = hearing(play.state, events);
    expect(heard).toMatchObject({ round: 3, about: expect.stringContaining('2 GPU from round 5') as string, called: { lab_0: ['Lab 0'] } });
    expect(heard?.pitches.map((pitch) => [pitch.seat, pitch.text]).toSorted()).toEqual(Object.entries(WORDS));
    expect(hearing(play.state, events)).toEqual(heard);
    const other = pitched(true);
    expect(hearing(other.play.state, other.events)).toBeNull();
  });

  it('decides; the rule judge’s score stays beside, and the events replay to the same state', () => {
    const { play, events } = pitched('llm');
    const closed = rejudge(play.state, events, judgement);
    play.take(closed);
    expect(play.state.verdicts[0]).toMatchObject({
      judge: 'llm:test/judge-1',
      winner_lab_id: 'lab_1',
      fallback: null,
      disagreement: 0.1,
    });
    const pitches = Object.fromEntries(play.state.verdicts[0]?.pitches.map((pitch) => [pitch.lab_id, pitch]) ?? []);
    expect(pitches.lab_0).toMatchObject({ score: 0.2, rule_score: 1, quote: null });
    expect(pitches.lab_1).toMatchObject({ score: 0.9, rule_score: 0, quote: 'we are nice' });
    expect(play.owner('b_grant_3')).toBe('lab_1');
    expect(play.state.judgement).toBeUndefined();
    expect(play.state.judge_drawn).toBeGreaterThan(0);
  });

  it.each(['late', 'broken', 'failed'] as const)('%s: the rule judge decides, and the verdict says so', (fallback) => {
    const { play, events } = pitched('llm');
    play.take(rejudge(play.state, events, { judge: RULE_JUDGE, scores: {}, fallback, disagreement: null }));
    expect(play.state.verdicts[0]).toMatchObject({ judge: RULE_JUDGE, fallback, winner_lab_id: 'lab_0' });
  });

  it('that nobody asked is absent, and one that left a pitch out has not decided', () => {
    const { play, events } = pitched('llm');
    expect(events.find((event) => event.type === 'pitches_judged')?.verdict.fallback).toBe('absent');
    const { lab_0 } = judgement.scores;
    play.take(rejudge(play.state, events, { ...judgement, scores: lab_0 ? { lab_0 } : {} }));
    expect(play.state.verdicts[0]).toMatchObject({ judge: RULE_JUDGE, winner_lab_id: 'lab_0' });
  });

  it('speaks to the author alone: reason and quote are nobody else’s before the end', () => {
    const { play, events } = pitched('llm');
    const closed = rejudge(play.state, events, judgement);
    play.take(closed);
    const told = closed.map((event) => publish(event, { kind: 'seat', seat: 'lab_0' }, play.state));
    expect(JSON.stringify(told)).toContain('dry');
    expect(JSON.stringify([told, play.sees('lab_0')])).not.toMatch(/warm|"we are nice"/);
    expect(JSON.stringify(play.sees('lab_1'))).toContain('warm');
  });
});
