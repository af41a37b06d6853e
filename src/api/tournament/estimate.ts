import { type GameKey, isSameRef, refOf } from '~/contract/game-ref';
import { findPolicy } from '~/games/policies';
import type { TournamentPlan, TournamentRecord } from '~/store/tournaments/tournament';
import type { TournamentStore } from '~/store/tournaments/tournament-store';
import { countMatches, mayBeMore, stagesOf } from '~/tournament/count-matches';
import { rateOf } from './progress';

/** How many of the newest tournaments are searched for a similar one. */
const LOOKED_THROUGH = 50;
const LAST_MATCHES = 100;

export interface Estimate {
  matches: number;
  /** There may be more, depending on results. */
  mayBeMore: boolean;
  stages: number;
  /** A league without an end; the number is for one day. */
  endless: boolean;
  /** Estimated from the newest similar tournament on this Mandi; null if there is none. */
  seconds: number | null;
}

/** The number of matches of a plan, and their duration at the pace of a similar tournament. */
export async function estimate(
  tournaments: Pick<TournamentStore, 'list' | 'counts' | 'fixtures'>,
  plan: TournamentPlan,
): Promise<Estimate> {
  const matches = countMatches(plan);
  const rate = await earlierRate(tournaments, plan);
  const endless = plan.format === 'league' && plan.rounds === null;
  return { matches, mayBeMore: mayBeMore(plan), stages: stagesOf(plan), endless, seconds: rate === null ? null : matches / rate };
}

async function earlierRate(
  tournaments: Pick<TournamentStore, 'list' | 'counts' | 'fixtures'>,
  plan: TournamentPlan,
): Promise<number | null> {
  const { items } = await tournaments.list({ limit: LOOKED_THROUGH });
  for (const record of items.filter((one) => isLike(one, plan))) {
    const { done } = await tournaments.counts(record.id);
    if (done < 2) continue;
    const ended = await tournaments.fixtures(record.id, { status: ['done'] }, { limit: LAST_MATCHES });
    const rate = rateOf(ended);
    if (rate !== null) return rate;
  }
  return null;
}

/** The same rules and tasks, and scripts only in both, or some common agents. */
function isLike({ plan: earlier, entrants }: TournamentRecord, plan: TournamentPlan): boolean {
  if (!isSameRef(refOf(earlier), refOf(plan)) || !plan.tasks.some((task) => earlier.tasks.includes(task))) return false;
  const agents = plan.entrants.flatMap(({ agent }) => (agent === null ? ['a person'] : isAgent(plan.game, agent) ? [agent] : []));
  const before = entrants.filter(({ kind }) => kind !== 'scripted').map(({ player, person }) => player ?? person ?? 'a person');
  if (agents.length === 0) return before.length === 0;
  return agents.every((agent) => before.some((one) => one === agent || one.startsWith(`${agent}@`)));
}

function isAgent(game: GameKey, name: string): boolean {
  return findPolicy(game, name) === null;
}
