/** One episode of a run once more: by the script that played it, or by the moves that a model handed in. */
import type { Episode } from './arena';
import type { EvalPlan } from './eval-plan';
import { openEpisode, playOut } from './play-episode';
import { type EvalReport, type EvalRow, refOfMeta } from './report';
import { parseSeedList } from './seeds';

export interface EpisodeName {
  task: string;
  seed: number;
  policy: string;
}

type Rules = Pick<EvalPlan, 'game' | 'version' | 'judgeMode' | 'stress'>;

/** Played to its end: the same seed and the same moves are the same episode, event for event. */
export async function replayEpisode(rules: Rules, name: EpisodeName & { moves?: readonly unknown[] | undefined }): Promise<Episode> {
  const episode = await openEpisode({ ...rules, task: name.task, seed: name.seed });
  if (name.moves === undefined) await playOut(episode, { game: rules.game, policy: name.policy });
  else for (const move of name.moves) await episode.play(move);
  return episode;
}

/** The row that holds an episode, and its place in it; null: no such episode was played in these reports. */
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

/** The episode of a kept or fresh run; null: it was not played there. */
export async function episodeOf(reports: readonly EvalReport[], name: EpisodeName): Promise<Episode | null> {
  const found = findEpisode(reports, name);
  if (found === null) return null;
  const { meta } = found.report;
  const { key: game, version } = refOfMeta(meta);
  return replayEpisode({ game, version, judgeMode: meta.judge_mode }, { ...name, moves: found.row.moves?.[found.place] });
}
