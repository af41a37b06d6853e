import { expect, test } from 'vitest';
import type { EntrantPin } from '~/store/tournaments/tournament';
import { whyOtherAnswered } from './fixture-result';

const PIN: EntrantPin = {
  code: '1',
  ruleset: 'gpu-market/open',
  rulesetVersion: 1,
  digest: null,
  model: { name: 'small', digest: 'sha256:b179', adapter: null },
  prompt: null,
};
const by = (digest: string | null, runtime: string | null) => ({
  pin: { model: 'small', digest, adapter: null, adapterDigest: null, runtime },
});

test('the pinned weights, by one build, are who was pinned; a turn that nobody answered says nothing', () => {
  expect(whyOtherAnswered([by('sha256:b179', 'a'), { pin: null }, by('sha256:b179', 'a')], PIN)).toBeNull();
});

test('an impostor under the same name is named with both digests', () => {
  expect(whyOtherAnswered([by('sha256:b179', 'a'), by('sha256:ffff', 'a')], PIN)).toBe(
    'Other weights than the pinned ones answered 1 of 2 turns: sha256:ffff instead of sha256:b179.',
  );
});

test('a server that tells no weights and changes its build is named', () => {
  const unpinned = { ...PIN, model: { name: 'small', digest: null, adapter: null } };
  expect(whyOtherAnswered([by(null, 'gpt fp1'), by(null, 'gpt fp2')], unpinned)).toBe(
    'Its model changed during the match: 2 builds answered (gpt fp1; gpt fp2).',
  );
});
