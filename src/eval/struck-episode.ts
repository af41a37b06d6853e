/** One episode of a robustness grid once more: the same world, struck as often, by the same moves. */
import { readGame } from '~/games/read-game';
import type { Episode } from './arena';
import { type EpisodeName, replayEpisode, seedsOf } from './episode';
import type { RobustnessPoint } from './robustness';
import type { Stress } from './stress';
import type { Study } from './study';

export interface StruckName extends EpisodeName {
  stress: Stress;
}

/** null: it was not played there, or its moves were not kept. */
export async function struckEpisodeOf(
  { reports, robustness }: Pick<Study, 'reports' | 'robustness'>,
  name: StruckName,
): Promise<Episode | null> {
  const { task, seed, policy, stress } = name;
  const judgeMode = reports[0]?.meta.judge_mode;
  if (robustness === null || judgeMode === undefined) return null;
  const { ruleset, version, points } = robustness;
  const played = readGame({ ruleset, version });
  const place = seedsOf(robustness).indexOf(seed);
  const isMeant = (point: RobustnessPoint) =>
    point.policy === policy &&
    point.task === task &&
    point.strikes === stress.strikes &&
    (stress.strikes === 0 || point.kind === stress.kind);
  const point = points.find(isMeant);
  const moves = point?.moves?.[place];
  if (!played.ok || point === undefined || place === -1 || (policy.includes('@') && moves === undefined)) return null;
  return replayEpisode({ game: played.value.ref.key, version, judgeMode, stress }, { ...name, moves });
}
