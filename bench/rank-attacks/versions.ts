/** One agent registered many times, to profit from the luckiest of its versions. */

import { archetypeTurn } from '../../src/games/gpu-market/open/shared/players/archetypes';
import { mean } from '../../src/statistics/basics';
import type { Entrant } from '../../src/store/tournaments/tournament';
import type { RatedTournament } from '../../src/tournament/leaderboard';
import { type RatedPlayer, ratedBoard } from '../../src/tournament/rank/rated-board';
import { RatedBroadcaster, type RatedPlan } from './play-rated';
import { honest, Ring } from './program';

const NAME = 'ann';
const HOUSE = ['planner', 'selfish', 'cooperative'];

export interface Versions {
  /** Mean score of the luckiest version alone. */
  luckiest: number;
  /** Its place on the board, which counts versions together. */
  counted: RatedPlayer;
  /** The same matches by an agent that was registered once. */
  once: RatedPlayer;
}

/** Each version plays a tournament in new worlds against the same three. */
export async function playVersions(count: number, { task, worlds, season }: Omit<RatedPlan, 'entries'>): Promise<Versions> {
  const broadcaster = new RatedBroadcaster();
  const program = honest({ name: NAME, ring: new Ring(), turn: (observation) => archetypeTurn(observation, 'deceptive') });
  const entry = { name: NAME, program, owner: 'owner ann' };
  const played: RatedTournament[] = [];
  for (let version = 1; version <= count; version += 1) {
    await broadcaster.add(entry);
    const entries = [entry, ...HOUSE.map((name) => ({ name }))];
    played.push(await broadcaster.play({ task, worlds, season: `${season} ${version}`, entries }));
  }
  const means = played.map(({ fixtures }) => mean(fixtures.flatMap(({ result }) => (result?.seats ?? []).flatMap(scoreOf))));
  return { luckiest: Math.max(...means), counted: rowOf(played, task), once: rowOf(asOne(played), task) };
}

function scoreOf({ entrant, score }: { entrant: string | null; score: number | null }): number[] {
  return entrant === NAME && score !== null ? [score] : [];
}

function asOne(played: readonly RatedTournament[]): RatedTournament[] {
  const first = played[0]?.record.entrants.find(({ name }) => name === NAME);
  const same = (one: Entrant): Entrant => (one.name === NAME && first ? { ...one, player: first.player, pin: first.pin } : one);
  return played.map(({ record, fixtures }) => ({ record: { ...record, entrants: record.entrants.map(same) }, fixtures }));
}

function rowOf(played: readonly RatedTournament[], task: string): RatedPlayer {
  const rows = ratedBoard(played, task).filter(({ entrant }) => entrant.name === NAME);
  const [row] = rows;
  if (row === undefined || rows.length > 1) throw new Error(`${rows.length} entries of ${NAME}`);
  return row;
}
