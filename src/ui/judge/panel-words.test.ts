import { expect, test } from 'vitest';
import { panelWords } from './judge-screen';

test('nobody reads of a panel that is still judging where nobody was invited', () => {
  expect(panelWords({ invited: false, rounds: 4 })).toBe('This match has no panel.');
  expect(panelWords({ invited: true, rounds: 0 })).toBe('Nobody has pitched yet.'); // a pitch round may have been judged without a pitch
  expect(panelWords({ invited: true, rounds: 4 })).toBe('The panel is still judging.');
});
