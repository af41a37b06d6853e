import type { GamePack, Lessons } from '~/contract/pack';
import type { Series } from '~/contract/series';
import { bazaarArrays } from './arrays';
import { auditWords } from './audit';
import { classicBazaar } from './classic';
import { bazaarEnv } from './env';
import type { BazaarEvent } from './events';
import { EXPLAIN } from './explain/explain-match';
import { bazaarGuards } from './guards';
import { books, ledger } from './ledger';
import { bazaarPolicies } from './players/policies';
import { bazaarPrompts, trapScene } from './prompts';
import { stepsOf } from './steps';
import { trial } from './trial';
import type { BazaarConfig, BazaarMove, BazaarObservation } from './types';
import { stand } from './view';

// Several deals that count as one.

const MATCHES = 10;

/**
 * Ten matches of one task by the same player, without memory except the player's own. A player that remembers could practice the coming
 * worlds if their seeds followed from a known one, so such a player's seeds are derived from a secret one.
 */
const career: Series<BazaarConfig> = {
  id: 'career',
  title: 'Career',
  summary: 'Ten matches of the same task in ten worlds; the score is the mean.',
  players: 1,
  reveal: 'each',
  next(first, played, { players: [player], seedAt }) {
    if (played.length >= MATCHES || first.mode === 'arena') return null;
    const seed = player?.memory ? seedAt(first.seed, played.length) : (first.seed + played.length) % Number.MAX_SAFE_INTEGER;
    return { config: { ...first, seed }, seats: { [first.mode === 'sell' ? 'seller' : 'buyer']: 0 } };
  },
  score(played) {
    const scores = played.flatMap(({ scores: all }) => Object.values(all).filter((score): score is number => score !== null));
    return [scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0) / scores.length];
  },
};

const lessons: Lessons<BazaarObservation, BazaarMove> = {
  usual: 'linear',
  stray: (seen, draws) =>
    seen.role === 'seller'
      ? { price: draws.uniform(seen.own_private_cost, seen.opening_price) }
      : { action: 'offer', price: draws.uniform(0, seen.own_private_budget) },
  say: (_seen, move) => JSON.stringify(move),
};

export const pack: GamePack<BazaarObservation, BazaarMove, BazaarEvent> = {
  rules: classicBazaar,
  players: bazaarPolicies,
  prompts: bazaarPrompts,
  guards: bazaarGuards,
  guardMode: 'models',
  books,
  ledger,
  series: [career],
  env: bazaarEnv,
  arrays: bazaarArrays,
  steps: stepsOf,
  stand,
  jobs: [EXPLAIN],
  explain: async (events, means) => ({ ok: true, value: await means.run(EXPLAIN, events) }),
  trial,
  audit: auditWords,
  lessons,
  injections: trapScene,
};
