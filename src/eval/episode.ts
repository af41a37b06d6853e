/** Plays an episode of a run again: by the script that played it, or by the moves that a model submitted. */
import type { EnvSession, Stress } from '~/contract/env';
import { readGame } from '~/games/read-game';
import type { EvalPlan } from './eval-plan';
import { openEpisode, playOut } from './play-episode';
import { type EvalReport, type EvalRow, refOfMeta } from './report';
import type { Robustness, RobustnessPoint } from './robustness';
import { parseSeedList } from './seeds';

export interface EpisodeName {
  task: string;
  seed: number;
  policy: string;
}

type Rules = Pick<EvalPlan, 'game' | 'version' | 'judgeMode' | 'stress' | 'options'>;

/** The same seed and moves give the same episode, event for event. */
export async function replayEpisode(rules: Rules, name: EpisodeName & { moves?: readonly unknown[] | undefined }): Promise<EnvSession> {
  const episode = await openEpisode({ ...rules, task: name.task, seed: name.seed });
  if (name.moves === undefined) await playOut(episode, { game: rules.game, policy: name.policy });
  else for (const move of name.moves) if ((await episode.step(move)).done) break;
  return episode;
}

/** The row of an episode and its place in the row; null: it was not played in these reports. */
export function findEpisode(
  reports: readonly EvalReport[],
  { task, seed, policy }: EpisodeName,
): { report: EvalReport; row: EvalRow; place: number } | null {
  for (const report of reports) {
    const row = report.rows.find((one) => one.task === task && one.policy === policy && seedsOf(one).includes(seed));
    if (row) return { report, row, place: seedsOf(row).indexOf(seed) };
  }
  return null;
}

export function seedsOf({ seeds }: Pick<EvalRow, 'seeds'>): number[] {
  const read = parseSeedList(seeds);
  return read.ok ? read.value : [];
}

/** An episode of a kept or new run; null: it was not played there. */
export async function episodeOf(reports: readonly EvalReport[], name: EpisodeName): Promise<EnvSession | null> {
  const found = findEpisode(reports, name);
  if (found === null) return null;
  const { meta } = found.report;
  const { key: game, version } = refOfMeta(meta);
  return replayEpisode(
    { game, version, judgeMode: meta.judge_mode, options: meta.options },
    { ...name, moves: found.row.moves?.[found.place] },
  );
}

export interface StruckName extends EpisodeName {
  stress: Stress;
}

/** An episode of a robustness grid: the same world with as many shocks. null: it was not played there, or its moves were not kept. */
export async function struckEpisodeOf(
  { reports, robustness }: { reports: readonly EvalReport[]; robustness: Robustness | null },
  name: StruckName,
): Promise<EnvSession | null> {
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
  return replayEpisode({ game: played.value.ref.key, version, judgeMode, stress, options: reports[0]?.meta.options }, { ...name, moves });
}
