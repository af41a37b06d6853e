import { expect, it } from 'vitest';
import { readOpenTurn } from '../shared/actions';
import { readOpenTurn2 } from './actions';

const want = { action_type: 'post_want', from_round: 3, to_round: 5, hours: 4, payment: 20, expires_in: 1 };

it('a program may say all that version 2 knows, and nothing else', () => {
  expect(readOpenTurn2([want, { action_type: 'join_coalition', coalition_id: 'c_1', at_once: true }], 2).ok).toBe(true);
  expect(readOpenTurn2([{ ...want, wish: 1 }], 2)).toMatchObject({ ok: false });
});

it('version 1 knows none of it', () => {
  expect(readOpenTurn([want], 2).ok).toBe(false);
  expect(readOpenTurn([{ action_type: 'join_coalition', coalition_id: 'c_1', at_once: true }], 2).ok).toBe(false);
});
