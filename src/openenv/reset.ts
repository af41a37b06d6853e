/** Parses a `reset`. The game parses its own settings; this file parses the endpoint's. */

import type { EnvSession } from '~/contract/env';
import type { Reading } from '~/contract/game';
import type { GameKey } from '~/contract/game-ref';
import type { GamePack } from '~/contract/pack';
import { type EnvGame, envGames, readEnvGame } from '~/engine/env-games';
import { packOf } from '~/games/packs';
import { rulesetWord } from '~/games/read-game';
import { after, type Soon } from '~/lib/play/soon';
import { unknownName } from '~/lib/text/unknown-name';
import type { EndpointMeans } from './means';
import { prompted } from './prompted-session';
import { countTasks, splitNames, taskAt } from './tasks';

export interface Reset {
  episode: EnvSession;
  /** Invalid actions are played as the ruleset's malformed action instead of being returned as errors. */
  penalise: boolean;
  episodeId: string | null;
  /** Store the episode as a match. */
  record: boolean;
}

type Fields = Record<string, unknown>;

/** Settings of an episode in any ruleset. */
const SETTINGS = [
  'game',
  'ruleset',
  'version',
  'task_type',
  'task',
  'seed',
  'judge_mode',
  'malformed',
  'episode_id',
  'split',
  'index',
  'record',
  'prompt',
];
/** Settings for a seat at a shared table, whose match exists already. */
const AT_A_TABLE = ['match', 'seat', 'token', 'reward', 'malformed', 'episode_id'];
const MALFORMED = ['refuse', 'penalise'];
const LONGEST_ID = 255;

/**
 * Null and absent settings get their defaults. Unknown ones are refused by name, because ignoring one would set up another episode than
 * requested.
 */
export function readReset(data: unknown, means: EndpointMeans): Soon<Reading<Reset>> {
  if (data !== undefined && (typeof data !== 'object' || Array.isArray(data))) return refused('the data of a reset is an object');
  const given = Object.fromEntries(Object.entries(data ?? {}).filter(([, value]) => value !== null && value !== undefined));
  const own = readOwn(given);
  if (!own.ok) return own;
  return after(given.match === undefined ? openEpisode(given, means) : sitDown(given, means), (opening) =>
    opening.ok ? { ok: true, value: { ...own.value, ...opening.value } } : opening,
  );
}

/** The endpoint's own settings. */
function readOwn({ malformed = 'refuse', episode_id: id }: Fields): Reading<Pick<Reset, 'penalise' | 'episodeId'>> {
  if (typeof malformed !== 'string' || !MALFORMED.includes(malformed))
    return refused(unknownName('malformed', short(malformed), MALFORMED));
  if (id !== undefined && (typeof id !== 'string' || id.length > LONGEST_ID))
    return refused(`episode_id: a text of at most ${LONGEST_ID} characters`);
  return { ok: true, value: { penalise: malformed === 'penalise', episodeId: id ?? null } };
}

type Opening = Pick<Reset, 'episode' | 'record'>;

function openEpisode(given: Fields, means: EndpointMeans): Soon<Reading<Opening>> {
  if (given.token !== undefined) return refused('token: it opens a seat at a shared table; say which by match and seat');
  const record = readRecord(given.record, means);
  if (!record.ok) return record;
  const listed = readListed(given);
  if (!listed.ok) return listed;
  const { game, ruleset, version } = given;
  const played = readEnvGame({ game, ruleset, version }, listed.value.game);
  if (!played.ok) return played;
  const task = readTask(given, listed.value.task);
  if (!task.ok) return task;
  const { settings } = played.value;
  const strange = strangeSetting(given, played.value);
  if (strange !== null) return refused(strange);
  const config = Object.fromEntries(Object.entries(given).filter(([key]) => settings.includes(key)));
  const { seed = listed.value.seed, judge_mode } = given;
  const setUp = { ...config, task_type: task.value, seed, judge_mode };
  return after(played.value.open(withoutGaps(setUp), means), (opening) =>
    opening.ok ? withPrompt(opening.value, { given, record: record.value, prompts: packOf(played.value.ref).prompts }) : opening,
  );
}

/** Where the program wants prompts in place of observations. */
function withPrompt(
  episode: EnvSession,
  { given: { prompt }, record, prompts }: { given: Fields; record: boolean; prompts: GamePack['prompts'] },
): Reading<Opening> {
  if (prompt === undefined || prompt === false) return { ok: true, value: { episode, record } };
  const shown = prompted(episode, prompts, prompt);
  return shown.ok ? { ok: true, value: { episode: shown.value, record } } : shown;
}

/** A sentence on a setting that this ruleset does not have and which rulesets have it; null if all are known. */
function strangeSetting(given: Fields, { ref, settings, decided }: EnvGame): string | null {
  const known = [...SETTINGS, ...settings];
  const name = Object.keys(given).find((key) => !known.includes(key) && !isEmptyOptions(key, given[key]));
  if (name === undefined) return null;
  const owner = envGames().find((game) => game.settings.includes(name));
  if (owner === undefined) return `reset: ${unknownName('setting', short(name), known)}`;
  const task = decided.includes(name) ? ', where the task decides it' : '';
  return `${name}: ruleset ${rulesetWord(ref.key)} does not have this setting${task}; ruleset ${rulesetWord(owner.ref.key)} does`;
}

/** Validators send `options: {}` to any environment; it has no effect. */
function isEmptyOptions(key: string, value: unknown): boolean {
  return key === 'options' && typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

function readRecord(record: unknown = false, { keep }: EndpointMeans): Reading<boolean> {
  if (typeof record !== 'boolean') return refused('record: true or false');
  if (record && !keep) return refused('record: nothing is stored here; the main server (npm start) stores episodes, at /openenv');
  return { ok: true, value: record };
}

function readTask({ task, task_type }: Fields, listed: string | undefined): Reading<unknown> {
  if (task !== undefined && task_type !== undefined && task !== task_type)
    return refused('task and task_type name different tasks; give one of them');
  return { ok: true, value: task_type ?? task ?? listed };
}

/** Resolves a split and an index to a task. Explicit settings take precedence. */
function readListed({ split, index }: Fields): Reading<{ game?: GameKey; task?: string; seed?: number }> {
  if (split === undefined && index === undefined) return { ok: true, value: {} };
  if (split === undefined || index === undefined) return refused('split and index name a task together; give both or neither');
  const names = splitNames().map(({ name }) => name);
  if (typeof split !== 'string' || countTasks(split) === null) return refused(unknownName('split', short(split), names));
  const listed = typeof index === 'number' ? taskAt(split, index) : null;
  if (listed === null) return refused(`index: a whole number from 0 to ${(countTasks(split) ?? 1) - 1} in split ${split}`);
  const { game, task, seed } = listed;
  return { ok: true, value: { game, task, seed } };
}

async function sitDown(given: Fields, { sit }: EndpointMeans): Promise<Reading<Opening>> {
  if (!sit) return refused('match: there are no shared tables here; they are on the main server (npm start), at /openenv');
  const { match, seat, token, reward = 'classic' } = given;
  if (typeof match !== 'string') return refused('match: the id of a match');
  if (typeof seat !== 'string') return refused('seat: which seat of that match, as its card names them');
  if (typeof token !== 'string') return refused('token: the token that the seat was given when it was claimed');
  if (reward !== 'classic' && reward !== 'potential') return refused(unknownName('reward', short(reward), ['classic', 'potential']));
  const strange = Object.keys(given).find((key) => !AT_A_TABLE.includes(key));
  if (strange !== undefined)
    return refused(`${short(strange)}: the match at a shared table is set up already; a reset there takes ${AT_A_TABLE.join(', ')}`);
  const opening = await sit({ match, seat, token, reward });
  if (!opening.ok) return opening;
  return { ok: true, value: { episode: opening.value, record: false } };
}

function withoutGaps(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function short(value: unknown): string {
  return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 60);
}

function refused(why: string): Reading<never> {
  return { ok: false, why };
}
