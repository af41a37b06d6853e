/** Checks an export's filters against a tournament. */
import { isSameRef, refOf, refText } from '~/contract/game-ref';
import type { DatasetRequest } from '~/dataset/request';
import { type RawGame, readGame } from '~/games/read-game';
import type { TournamentPlan } from '~/store/tournaments/tournament';

/** The seed range of a tournament's worlds. Seasons use seeds outside of the published ranges. */
export function splitOfPlan({ source }: Pick<TournamentPlan, 'source'>): DatasetRequest['split'] {
  return source.range === 'season' ? 'none' : source.range;
}

/** Which filter contradicts the requested tournament, so that no match could pass; null if none does. */
export function whyNotOfTournament(
  plan: Pick<TournamentPlan, 'game' | 'version' | 'tasks' | 'source'>,
  asked: RawGame & { task?: string | undefined; split?: DatasetRequest['split'] | undefined },
): { path: 'ruleset' | 'task' | 'split'; why: string } | null {
  const { tasks } = plan;
  const split = splitOfPlan(plan);
  const named = readGame(asked, plan.game);
  const meant = readGame({ ...asked, version: asked.version ?? plan.version }, plan.game); // if the game has no version, use the tournament's
  if (named.ok && !(meant.ok && isSameRef(meant.value.ref, refOf(plan))))
    return { path: 'ruleset', why: `the tournament plays ${refText(refOf(plan))}, not ${refText(named.value.ref)}` };
  if (asked.task !== undefined && !tasks.includes(asked.task))
    return { path: 'task', why: `the tournament plays ${tasks.join(', ')}, not ${asked.task}` };
  if (asked.split !== undefined && asked.split !== split)
    return {
      path: 'split',
      why: `the tournament is played on ${split === 'none' ? 'seeds outside all ranges' : `${split} seeds`}, not on ${asked.split === 'none' ? 'seeds outside them' : `${asked.split} seeds`}`,
    };
  return null;
}
