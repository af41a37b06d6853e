/** Results of duels: how often each kind of player's pitch was preferred, with intervals. */
import type { DuelTally } from '~/store/judge-store';

export interface DuelStanding {
  player: string;
  duels: number;
  wins: number;
  ties: number;
  losses: number;
  /** Share of wins, with ties as half. */
  rate: number;
  /** Wilson's interval, 95%. */
  interval: [number, number];
}

export interface DuelTable {
  votes: number;
  voters: number;
  /** Only duels between different players; best first. */
  standings: DuelStanding[];
  /** Share of preferences for the left side, ties as half. Far from one half, position matters. */
  left: { rate: number; interval: [number, number] } | null;
}

export function duelTable({ counts, voters }: DuelTally): DuelTable {
  const players = new Map<string, { wins: number; ties: number; losses: number }>();
  for (const { leftPlayer, rightPlayer, choice, times } of counts) {
    if (leftPlayer === rightPlayer) continue;
    count(players, leftPlayer, { [choice === 'tie' ? 'ties' : choice === 'left' ? 'wins' : 'losses']: times });
    count(players, rightPlayer, { [choice === 'tie' ? 'ties' : choice === 'right' ? 'wins' : 'losses']: times });
  }
  const standings = [...players].map(([player, { wins, ties, losses }]) => {
    const duels = wins + ties + losses;
    const rate = (wins + ties / 2) / duels;
    return { player, duels, wins, ties, losses, rate, interval: wilson(rate, duels) };
  });
  const votes = counts.reduce((sum, { times }) => sum + times, 0);
  const lefts = counts.reduce((sum, { choice, times }) => sum + (choice === 'left' ? times : choice === 'tie' ? times / 2 : 0), 0);
  return {
    votes,
    voters,
    standings: standings.sort((a, b) => b.rate - a.rate || b.duels - a.duels || (a.player < b.player ? -1 : 1)),
    left: votes === 0 ? null : { rate: lefts / votes, interval: wilson(lefts / votes, votes) },
  };
}

/** Wilson's score interval at 95% (Wilson 1927), which has a width even if everyone agrees. */
export function wilson(rate: number, n: number): [number, number] {
  const z = 1.959963984540054;
  const centre = (rate + (z * z) / (2 * n)) / (1 + (z * z) / n);
  const half = (z / (1 + (z * z) / n)) * Math.sqrt((rate * (1 - rate)) / n + (z * z) / (4 * n * n));
  return [Math.max(0, centre - half), Math.min(1, centre + half)];
}

function count(
  players: Map<string, { wins: number; ties: number; losses: number }>,
  player: string,
  { wins = 0, ties = 0, losses = 0 }: { wins?: number; ties?: number; losses?: number },
): void {
  const found = players.get(player) ?? { wins: 0, ties: 0, losses: 0 };
  players.set(player, { wins: found.wins + wins, ties: found.ties + ties, losses: found.losses + losses });
}
