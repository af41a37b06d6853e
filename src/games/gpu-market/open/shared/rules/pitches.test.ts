import { describe, expect, it } from 'vitest';
import { type Table, table } from '../testing/table';
import { findClaims } from './claims';

const spare = { block_id: 'b_grant_3', start_round: 5, duration: 2, gpu_count: 2, reliability: 0.8, energy_cost: 1 };

/** Two labs, each with a job of four hours (worth 108 and 54). The spare block delivers four hours in time. */
function market(): Table {
  return table({
    judge: true,
    labs: [
      {
        jobs: [
          { job_id: 'j_0_0', gpu_hours_required: 4, value: 108, deadline_round: 7 },
          { job_id: 'j_0_1', min_reliability: 0.85 },
        ],
      },
      { jobs: [{ job_id: 'j_1_0', gpu_hours_required: 4, value: 54, deadline_round: 7 }] },
    ],
    grants: [{ pitch_round: 3, block: spare }],
  });
}

const pitch = (message: string, more: object = {}) => ({ action_type: 'make_pitch', message, ...more });
const scores = (play: Table) => Object.fromEntries(play.state.verdicts[0]?.pitches.map((one) => [one.lab_id, one.score]) ?? []);

describe('a pitch', () => {
  it('is heard in pitch rounds alone, and has words', () => {
    const play = market();
    expect(play.does('lab_0', pitch('We need this block.'))).toEqual(['not_pitch_round']);
    play.until(3);
    expect(play.sees('lab_0').public_market.pitch_for_block_id).toBe('b_grant_3');
    expect(play.does('lab_0', pitch('Please.'), pitch('   Please.     '))).toEqual(['empty_pitch', 'empty_pitch']);
  });

  it('wins by true claims on a job that the block serves; the block comes with the next round', () => {
    const play = market().until(3);
    play.play({
      lab_0: pitch('Job j_0_0 needs 4 hours by round 7.'),
      lab_1: pitch('Job j_1_0 needs 4 GPU hours, and its deadline is round 7. Truly, honestly, it is vital.'),
    });
    expect(scores(play)).toEqual({ lab_0: 1, lab_1: 0.75 });
    expect([play.owner('b_grant_3'), play.sees('lab_0').owned_blocks.map((block) => block.block_id)]).toEqual(['lab_0', ['b_grant_3']]);
  });

  it('earns nothing by words, one field, or a job that the block is too unreliable for', () => {
    const play = market().until(3);
    play.play({
      lab_0: pitch('Urgent deadline, fair allocation, guaranteed value! Job j_0_0 needs 4 hours. j_0_1: 2 hours, by round 6.'),
      lab_1: pitch('We are the best lab by far.'),
    });
    expect(scores(play)).toEqual({ lab_0: 0, lab_1: 0 });
    expect([play.owner('b_grant_3'), play.status('b_grant_3')]).toEqual(['operator', 'spent']);
  });

  it('loses .3 for each false claim, the same twice being one, and another’s job is false', () => {
    const play = market().until(3);
    play.play({
      lab_0: pitch('Job j_0_0 needs 4 hours by round 7 and is worth 500. Yes, worth 500!'),
      lab_1: pitch('Two facts about j_1_0 and one about another.', {
        claims: [
          { job_id: 'j_1_0', field: 'hours', value: 4 },
          { job_id: 'j_1_0', field: 'reliability', value: 0.7 },
          { job_id: 'j_0_0', field: 'hours', value: 4 },
        ],
      }),
    });
    expect(scores(play).lab_0).toBeCloseTo(0.7, 9);
    expect(scores(play).lab_1).toBeCloseTo(0.45, 9);
  });

  it('counts only the last of a turn, against the facts before it', () => {
    const play = market().until(3);
    play.play({
      lab_0: [
        pitch('Job j_0_0 needs 99 hours by round 1.'),
        { ...pitch('Job j_0_0 needs 4 hours by round 7.'), action_type: 'counter_pitch', target_lab_id: 'nobody' },
      ],
    });
    expect(scores(play)).toEqual({ lab_0: 1 });
  });

  it('shows its score to all, its claims to its author alone', () => {
    const play = market().until(3);
    play.play({ lab_0: pitch('Job j_0_0 needs 4 hours by round 7.') });
    expect(play.sees('lab_1').public_market.verdicts[0]?.pitches[0]).toMatchObject({ score: 1, claims: null, reason: null });
    expect(play.sees('lab_0').public_market.verdicts[0]?.pitches[0]?.claims).toEqual([
      { job_id: 'j_0_0', field: 'hours', value: 4, quote: 'needs 4 hours', fact: 4, verdict: true },
      { job_id: 'j_0_0', field: 'deadline', value: 7, quote: 'by round 7', fact: 7, verdict: true },
    ]);
    expect(play.sees('lab_1').message_history.at(-1)?.message).toContain('j_0_0');
  });
});

describe('claims in a person’s own words', () => {
  it.each([
    ['j_0_1 needs eight GPU-hours', [['j_0_1', 'hours', 8]]],
    [
      'For j_0_1: twenty-four hrs, due in round seven.',
      [
        ['j_0_1', 'hours', 24],
        ['j_0_1', 'deadline', 7],
      ],
    ],
    [
      'We must have 6h for job J_2_0 no later than round 5',
      [
        ['j_2_0', 'hours', 6],
        ['j_2_0', 'deadline', 5],
      ],
    ],
    [
      'j_0_1 pays us $92.40 and wants 82% reliability',
      [
        ['j_0_1', 'value', 92.4],
        ['j_0_1', 'reliability', 0.82],
      ],
    ],
    [
      'j_0_0 is worth 40; j_0_2 has a deadline of 9',
      [
        ['j_0_0', 'value', 40],
        ['j_0_2', 'deadline', 9],
      ],
    ],
    ['Give us the block, we always pay 100 times over in 3 rounds', []],
  ])('%s', (text, claims) => {
    expect(findClaims(text).map(({ job_id, field, value }) => [job_id, field, value])).toEqual(claims);
  });

  it('quotes the words', () => {
    expect(findClaims('Job j_0_1 needs eight GPU-hours.')[0]?.quote).toBe('needs eight GPU-hours');
  });
});
