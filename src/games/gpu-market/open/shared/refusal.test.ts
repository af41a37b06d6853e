import { describe, expect, it } from 'vitest';
import { type RefusalCode, refuse, refuseOverspend } from './refusal';

const said = (code: RefusalCode, what?: string) => refuse(code, what).message;

describe('a refusal names what was wrong', () => {
  it.each([
    ['unknown_offer', 'o_7', 'There is no offer o_7 for this lab.'],
    ['unowned_block', 'b_1_0', 'b_1_0 belongs to another lab.'],
    ['coalition_size', '; this one would have 17', 'A coalition has 2 to 16 members, founder included; this one would have 17.'],
    [
      'malformed_action',
      'An action is an object with an action_type.',
      'This is not a valid action: An action is an object with an action_type.',
    ],
  ] as const)('%s %s', (code, what, sentence) => {
    expect(said(code, what)).toBe(sentence);
  });

  it('or says it without a name, and as it was written', () => {
    expect(said('unknown_offer')).toBe('There is no offer with that id for this lab.');
    expect(said('unknown_offer', '$& {x}')).toBe('There is no offer $& {x} for this lab.');
  });

  it('says what is missing where money is short', () => {
    expect(refuseOverspend(4500, 3005).message).toBe('There is not enough money for this: it takes 45.00 and 30.05 is left.');
  });
});
