/** What a `reset` may say. The ruleset reads its own settings; the door's are `ruleset`, `malformed` and `episode_id`. */
import type { Episode } from '~/eval/arena';
import { ARENAS, findArena } from '~/eval/arenas';
import { unknownName } from '~/eval/unknown-name';
import type { Reading } from '~/games/game';
import { countTasks, splitNames, taskAt } from './tasks';

export interface Reset {
  episode: Episode;
  /** An action that is no action is played as the ruleset's malformed one, instead of being sent back. */
  penalise: boolean;
  episodeId: string | null;
  /** Settings that are none of this door's; `state` names them. */
  ignored: string[];
}

const SETTINGS = ['ruleset', 'task_type', 'task', 'seed', 'difficulty', 'judge_mode', 'malformed', 'episode_id', 'split', 'index'];
const MALFORMED = ['refuse', 'penalise'];

/** Null and absent settings take their defaults; unknown ones are ignored, as OpenEnv's servers do. */
export function readReset(data: unknown): Reading<Reset> {
  if (data !== undefined && (typeof data !== 'object' || Array.isArray(data))) return refused('the data of a reset is an object');
  const given = Object.entries(data ?? {});
  const ignored = given.map(([key]) => key).filter((key) => !SETTINGS.includes(key));
  const known: Record<string, unknown> = Object.fromEntries(given.filter(([key]) => SETTINGS.includes(key)));
  const { ruleset: rawRuleset, malformed: rawMalformed, episode_id: rawId, split, index, task: rawTask, ...named } = known;
  const listed = readListed(split, index);
  if (!listed.ok) return listed;
  const wished = withoutNulls({ task: rawTask, ...named });
  const { task, ...config }: Record<string, unknown> = {
    ...(wished.task_type === undefined ? listed.value : { seed: listed.value.seed }),
    ...wished,
  };
  const ruleset = rawRuleset ?? 'classic';
  const rulesets = ARENAS.map((arena) => arena.ruleset);
  const arena = typeof ruleset === 'string' ? findArena(ruleset) : null;
  if (arena === null) return refused(unknownName('ruleset', short(ruleset), rulesets));
  const malformed = rawMalformed ?? 'refuse';
  if (typeof malformed !== 'string' || !MALFORMED.includes(malformed))
    return refused(unknownName('malformed', short(malformed), MALFORMED));
  if (rawId !== undefined && rawId !== null && (typeof rawId !== 'string' || rawId.length > 255)) {
    return refused('episode_id: a text of at most 255 characters');
  }
  const taskType = config.task_type ?? undefined;
  if (taskType !== undefined && (task ?? taskType) !== taskType)
    return refused('task and task_type name different tasks; give one of them');
  const opening = arena.open({ ...config, task_type: taskType ?? task });
  if (!opening.ok) return opening;
  return { ok: true, value: { episode: opening.value, penalise: malformed === 'penalise', episodeId: rawId ?? null, ignored } };
}

/** A task of the task routes, where a split and an index name one; a task or a seed that is named besides has the last word. */
function readListed(split: unknown, index: unknown): Reading<{ task?: string; seed?: number }> {
  if (split === undefined || split === null || index === undefined || index === null) return { ok: true, value: {} };
  if (typeof split !== 'string' || countTasks(split) === null)
    return refused(
      unknownName(
        'split',
        short(split),
        splitNames().map(({ name }) => name),
      ),
    );
  const listed = typeof index === 'number' ? taskAt(split, index) : null;
  if (listed === null) return refused(`index: a whole number from 0 to ${(countTasks(split) ?? 1) - 1} in split ${split}`);
  return { ok: true, value: { task: listed.task, seed: listed.seed } };
}

function withoutNulls(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));
}

function short(value: unknown): string {
  return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 60);
}

function refused(why: string): Reading<never> {
  return { ok: false, why };
}
