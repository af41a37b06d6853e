import { expect, test } from 'vitest';
import { panelLabel } from './judge-screen';

const card = { status: 'running' } as const;

test('nobody reads of a panel that is still judging where nobody was invited', () => {
  expect(panelLabel({ invited: false, rounds: 4, card })).toBe('This match has no panel.');
  expect(panelLabel({ invited: true, rounds: 0, card })).toBe('Nobody has pitched yet.'); // a pitch round may have been judged without a pitch
  expect(panelLabel({ invited: true, rounds: 4, card })).toBe('The panel is still judging.');
  expect(panelLabel({ invited: true, rounds: 0, card: { status: 'finished' } })).toBe('Nobody pitched in this match.');
});
