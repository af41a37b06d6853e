import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hearings, JUDGE_PROMPT, maskPitch } from './hearings';

const names = { own: 'lab_3', called: { lab_0: ['Lab A', 'Ann'], lab_3: ['Lab D', 'Dora'], lab_13: ['Lab N'] } };

describe('a pitch without names', () => {
  it.each([
    ['Lab D needs it for j_3_0, not Lab A.', '[this lab] needs it for [job 1], not [another lab].'],
    ['j_3_1 and J_3_0; again j_3_1', '[job 1] and [job 2]; again [job 1]'],
    ['lab_13 has j_13_0 and j_13_surge_9', '[another lab] has [another lab’s job 1] and [another lab’s job 2]'],
    ['job 3_1, by Dora (LAB_3)', 'job [job 1], by [this lab] ([this lab])'],
    ['b_grant_3 beside b_3_0 and b_0_1', '[the operator’s block] beside [block 1] and [block 2]'],
    ['Annual plans, labs, 3.5 hours, 12_000', 'Annual plans, labs, 3.5 hours, [another lab’s job 1]'],
    ['LAB D will pay; lab a and ann will not', '[this lab] will pay; [another lab] and ann will not'],
    ['needs 6 hours by round 7', 'needs 6 hours by round 7'],
  ])('%s', (text, masked) => expect(maskPitch(text, names)).toBe(masked));

  it('takes names as they are, whatever signs they have', () => {
    expect(maskPitch('A.*b says $& hello', { own: 'lab_0', called: { lab_1: ['A.*b'] } })).toBe('[another lab] says $& hello');
  });
});

it('the words that a model judges by are those of every earlier report', () => {
  expect(JUDGE_PROMPT.version).toBe('judge-1');
  expect(createHash('sha256').update(JUDGE_PROMPT.text).digest('hex')).toBe(
    '2942150f150b8deca9a6096f41042453c070c08f6b0f901871aa6675722c2ce4',
  );
});

it('labs are called by their letters, as far as these go', () => {
  expect(['lab_0', 'lab_25', 'lab_26', 'seller'].map((seat) => hearings.namesOf(seat))).toEqual([['Lab A'], ['Lab Z'], [], []]);
});
