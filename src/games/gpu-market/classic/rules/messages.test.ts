import { describe, expect, it } from 'vitest';
import { market, named } from '../market-for-tests';
import { signalOf } from './messages';

describe('a message', () => {
  it.each([
    ['ASAP please', 'urgency'],
    ['a fair deadline', 'urgency'],
    ['mutual gain for a coalition', 'fairness'],
    ['be our partner or never', 'coalition'],
    ['we will Retaliate', 'threat'],
    ['hello', 'neutral'],
    ['', 'neutral'],
  ])('%j signals %s', (text, signal) => {
    expect(signalOf(text)).toBe(signal);
  });

  it('goes to one lab or to all; an empty one goes nowhere', () => {
    const said = (fields: object): (string | null)[] =>
      named(market().play({ action_type: 'send_message', ...fields }).events, 'message_posted').map((posted) => posted.message.to_lab_id);
    expect(said({ message: 'hi', target_lab_id: 'lab_2' })).toEqual(['lab_2']);
    expect(said({ message: 'hi' })).toEqual([null]);
    expect(said({ message: 'hi', target_lab_id: '' })).toEqual(['']);
    expect(said({ message: '' })).toEqual([]);
    expect(said({ message: ' ' })).toEqual([null]);
    expect(said({})).toEqual([]);
  });

  it('cannot go to a lab that does not exist, even with nothing to say', () => {
    expect(market().play({ action_type: 'send_message', target_lab_id: 'lab_9' }).code).toBe('unknown_lab');
  });
});
