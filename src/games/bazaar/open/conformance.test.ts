import { expect, it } from 'vitest';
import { conform } from '~/engine/conformance/conform';
import { failureText } from '~/engine/conformance/report';
import { pack } from './pack';

it('keeps all laws over 40 matches by chance', () => {
  const { failure, matches } = conform(pack, { seed: 1, matches: 40 });
  expect(failure === null ? '' : failureText(failure)).toBe('');
  expect(matches).toBe(40);
});
