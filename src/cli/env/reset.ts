/** What a `reset` may say. The ruleset reads its own settings; the door's are `ruleset`, `malformed` and `episode_id`. */
import type { Episode } from '~/eval/arena';
import { ARENAS, findArena } from '~/eval/arenas';
import { unknownName } from '~/eval/unknown-name';
import type { Reading } from '~/games/game';

export interface Reset {
  episode: Episode;
  /** An action that is no action is played as the ruleset's malformed one, instead of being sent back. */
  penalise: boolean;
  episodeId: string | null;
  /** Settings that are none of this door's; `state` names them. */
  ignored: string[];
}

const SETTINGS = ['ruleset', 'task_type', 'task', 'seed', 'difficulty', 'judge_mode', 'malformed', 'episode_id'];
const MALFORMED = ['refuse', 'penalise'];

/** Null and absent settings take their defaults; unknown ones are ignored, as OpenEnv's servers do. */
export function readReset(data: unknown): Reading<Reset> {
  if (data !== undefined && (typeof data !== 'object' || Array.isArray(data))) return refused('the data of a reset is an object');
  const given = Object.entries(data ?? {});
  const ignored = given.map(([key]) => key).filter((key) => !SETTINGS.includes(key));
  const known: Record<string, unknown> = Object.fromEntries(given.filter(([key]) => SETTINGS.includes(key)));
  const { ruleset: rawRuleset, malformed: rawMalformed, episode_id: rawId, task, ...config } = known;
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

function short(value: unknown): string {
  return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 60);
}

function refused(why: string): Reading<never> {
  return { ok: false, why };
}
