import { expect, test } from 'vitest';
import { panelWords } from './judge-screen';

test('nobody reads of a panel that is still judging where nobody was invited', () => {
  expect(panelWords({ invited: false, rounds: 4 })).toBe('This match has no panel.');
  expect(panelWords({ invited: true, rounds: 0 })).toBe('No pitch round has been judged yet.');
  expect(panelWords({ invited: true, rounds: 4 })).toBe('The panel is still judging.');
});
