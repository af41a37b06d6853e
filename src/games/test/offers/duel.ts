/** A series of two: each of two players sells once and buys once. */
import type { PlayedInSeries, Series } from '~/contract/series';
import type { OffersConfig } from './types';

/** Far enough from any seed that someone would choose next to it. */
const NEXT_WORLD = 1_000_003;

export const duel: Series<OffersConfig> = {
  id: 'duel',
  title: 'Duel',
  summary: 'Two matches of the same world with the seats changed; who may remember the first plays the second in another world.',
  players: 2,
  reveal: 'end',
  next(first, played, { players }) {
    if (played.length === 0) return { config: first, seats: { seller: 0, buyer: 1 } };
    if (played.length > 1) return null;
    const knows = players.some(({ memory }) => memory);
    const seed = knows ? (first.seed + NEXT_WORLD) % Number.MAX_SAFE_INTEGER : first.seed;
    return { config: { ...first, seed }, seats: { seller: 1, buyer: 0 } };
  },
  score: (played) => [0, 1].map((player) => sumOf(played, player)),
};

function sumOf(played: readonly PlayedInSeries[], player: number): number {
  const own = played.flatMap(({ seats, scores }) => Object.entries(scores).filter(([seat]) => seats[seat] === player));
  return own.reduce((sum, [, score]) => sum + (score ?? 0), 0);
}
