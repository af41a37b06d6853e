import { expect, it } from 'vitest';
import type { MatchCard } from '~/live/protocol';
import { whyNothing } from './model-trace';

type Own = NonNullable<Parameters<typeof whyNothing>[1]>;

it('a match of rounds 0 to 11 has no round 12 in which anybody decided nothing', () => {
  const card = { rounds: 12, status: 'finished', visibility: 'public' } as MatchCard;
  const own = { counts: { turns: 12 } } as Own;
  expect(whyNothing(card, own, 12)).toBe('The match is over. Pick one of its turns from the marks above.');
  expect(whyNothing(card, own, 11)).toContain('no turn in round 11');
});
