/** A duel: each of two players sells once and buys once. A player that remembers never plays a world twice. */
import type { PlayedInSeries, Series } from '~/contract/series';
import { drawWorld } from './rules/world';
import { exactOptimum, scaleOf } from './score/optimum';
import { twinOf } from './twin';
import type { BazaarConfig } from './types';

export const duel: Series<BazaarConfig> = {
  id: 'duel',
  title: 'Duel',
  summary: 'Two matches with sides exchanged: the same world for players without memory, a twin world for all others.',
  players: 2,
  reveal: 'end',
  next(first, played, { players }) {
    const seatsFor = (seller: number) => ({
      ...Object.fromEntries(Array.from({ length: first.sellers }, (_, i) => [`seller_${i}`, seller])),
      ...Object.fromEntries(Array.from({ length: first.buyers }, (_, i) => [`buyer_${i}`, 1 - seller])),
    });
    if (played.length === 0) return { config: first, seats: seatsFor(0) };
    if (played.length > 1) return null;
    const config = players.some(({ memory }) => memory) ? twinOf(first) : first;
    return { config, seats: seatsFor(1) };
  },
  score: (played) => [0, 1].map((player) => sumOf(played, player)),
};

/** Sums gains, because the surplus differs between worlds. */
function sumOf(played: readonly PlayedInSeries<BazaarConfig>[], player: number): number {
  let sum = 0;
  for (const { config, seats, scores } of played) {
    const known = { config, world: drawWorld(config), live: [] };
    const scale = scaleOf(known, exactOptimum(known)) / 100;
    for (const [seat, score] of Object.entries(scores)) if (seats[seat] === player) sum += (score ?? 0) / scale;
  }
  return sum;
}
