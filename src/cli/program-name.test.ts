import { expect, test } from 'vitest';
import { programName } from './program-name';

test.each([
  [['worker', 'matches', '--slots', '8'], 'mandi worker matches 7'],
  [['play', '--policy', 'secret'], 'mandi play 7'],
  [['tournament', 'run', 'file.yaml'], 'mandi tournament run 7'],
  [['replay', 'm-1a2b'], 'mandi replay 7'],
  [[], 'mandi 7'],
])('%j', (typed, name) => {
  expect(programName(['node', 'mandi', ...typed], 7)).toBe(name);
});
