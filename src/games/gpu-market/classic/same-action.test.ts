import { describe, expect, it } from 'vitest';
import type { Action } from '../types';
import { readAction } from './read-action';
import { isSameAction } from './same-action';

describe('an action asked for again', () => {
  const same: [string, object, object][] = [
    ['the message', { message: 'a' }, { message: 'b' }],
    ['a null spelt out', { payment: null, block_ids: null, conditions: null }, {}],
    ['a payment in digits', { payment: '5.50' }, { payment: 5.5 }],
  ];
  const different: [string, object, object][] = [
    ['another target', { target_lab_id: 'lab_1' }, { target_lab_id: 'lab_2' }],
    ['the same id in another field', { offer_id: 'x' }, { job_id: 'x' }],
    ['a payment of 0 spelt out', { payment: 0 }, {}],
    ['an empty list spelt out', { block_ids: [] }, {}],
    ['empty conditions spelt out', { conditions: {} }, {}],
    ['an empty id', { offer_id: '' }, {}],
    ['a list cut otherwise', { block_ids: ['ab', 'c'] }, { block_ids: ['a', 'bc'] }],
    ['blocks offered or asked for', { block_ids: ['b'] }, { requested_block_ids: ['b'] }],
    ['another payment', { payment: 1 }, { payment: 2 }],
    ['other conditions', { conditions: { a: 1 } }, { conditions: { a: 2 } }],
  ];

  it.each(same)('is the same but for %s', (_, a, b) => {
    expect(isSameAction(read(a), read(b))).toBe(true);
  });

  it.each(different)('is another with %s', (_, a, b) => {
    expect(isSameAction(read(a), read(b))).toBe(false);
  });

  function read(fields: object): Action {
    const reading = readAction({ action_type: 'send_offer', ...fields });
    if (!reading.ok) throw new Error(reading.why);
    return reading.value;
  }
});
