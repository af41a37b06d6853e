/** A dataset request: parsed from flags or a screen, and converted back to a command. */
import { z } from 'zod';
import type { AnyGame, Reading } from '~/contract/game';
import type { GameKey, GameRef } from '~/contract/game-ref';
import type { Policy } from '~/contract/policy';
import { SPLITS } from '~/eval/seeds';
import { packOf } from '~/games/packs';
import { findPolicy, policiesFor } from '~/games/policies';
import { gameFlags, readGame, rulesetWord } from '~/games/read-game';
import { GAMES } from '~/games/registry';
import { unknownName } from '~/lib/text/unknown-name';

export const FORMATS = ['sft', 'arena-sft', 'preferences', 'trajectories', 'judge'] as const;
/**
 * `sft`: chats, one row per action. `arena-sft`: the published sample format (classic only). `preferences`: a better and a worse answer to
 * the same prompt. `trajectories`: one row per seat. `judge`: one row per judged pitch.
 */
export type DatasetFormat = (typeof FORMATS)[number];

export const FILE_FORMS = ['jsonl', 'parquet'] as const;
export type FileForm = (typeof FILE_FORMS)[number];

export const OUTCOMES = ['won', 'gained', 'lost'] as const;
/** won: above zero, and the match's highest score. gained: above zero. lost: below zero. */
export type SeatOutcome = (typeof OUTCOMES)[number];

export const PAIR_SOURCES = ['playouts', 'verdicts'] as const;
/** playouts: two actions in one state, played out. verdicts: two pitches of one round, by their scores. */
export type PairSource = (typeof PAIR_SOURCES)[number];

export const SPLIT_NAMES = [...SPLITS.map(({ name }) => name), 'none'] as const;

/**
 * Formats for research as well as training. The others are useful only for training, and some of their rows could not be marked as
 * untrainable.
 */
const STUDIED: readonly DatasetFormat[] = ['trajectories', 'judge'];
/** Formats that present a seat's action as correct. */
const TAUGHT: readonly DatasetFormat[] = ['sft', 'arena-sft', 'preferences'];

const name = z.string().min(1, 'a name').max(64, 'a name of at most 64 characters');
const bound = z.number('a number');

export const requestShape = z.strictObject({
  format: z.enum(FORMATS, `one of ${FORMATS.join(', ')}`),
  /** In the format of `readGame`; with `version`, the game of the matches. */
  ruleset: name,
  split: z.enum(SPLIT_NAMES, `one of ${SPLIT_NAMES.join(', ')}`),
  task: name.optional(),
  /** Name of a policy or an agent, as in seats. Default: every seat. */
  player: name.optional(),
  outcome: z.enum(OUTCOMES, `one of ${OUTCOMES.join(', ')}`).optional(),
  /** Only seats with at least this score. */
  minScore: bound.optional(),
  /** Only seats with at least this gain against autarky, in units of the world's scale (for games with worlds). */
  minGain: bound.optional(),
  /** Only seats with a pitch of at least this score; for `judge`, only such pitches. */
  minJudge: bound.min(0, 'from 0 to 1').max(1, 'from 0 to 1').optional(),
  /** Only seats without refused actions. */
  cleanOnly: z.boolean().optional(),
  /** Only matches of this tournament. */
  tournament: name.optional(),
  /** Also tables with people and programs who all agreed. Without names. */
  withPeople: z.boolean().optional(),
  /** For research only: no row is trainable, and test seeds are allowed. */
  forAnalysis: z.boolean().optional(),
  /** For chats and pairs: also turns that a declared policy played because the agent gave no usable action. */
  withFallbacks: z.boolean().optional(),
  /** For `preferences`: where pairs come from. */
  pairs: z.enum(PAIR_SOURCES, `one of ${PAIR_SOURCES.join(', ')}`).optional(),
  /** For `preferences`: the policy that plays on after the action, in every seat. */
  rest: name.optional(),
  /** Version of the rules. Absent in requests from before there were versions: the first. */
  version: z.int().min(1).optional(),
});

type Asked = z.infer<typeof requestShape>;

export type DatasetRequest = { [K in keyof Asked]: Exclude<Asked[K], undefined> };

/** Parses a request; an error names its field. */
export function readRequest(raw: unknown): Reading<DatasetRequest> {
  const { game: family, version, ...asked } = { ...(typeof raw === 'object' ? raw : null) } as Record<string, unknown>;
  const game = readGame({ game: family, ruleset: asked.ruleset, version });
  if (!game.ok && (family ?? asked.ruleset) !== undefined)
    return game.path === undefined ? game : { ok: false, ...no(game.path, game.why) };
  if (game.ok && (family ?? asked.ruleset) !== undefined) asked.ruleset = rulesetWord(game.value.ref.key);
  const read = requestShape.safeParse(asked);
  if (!read.success) {
    const [issue] = read.error.issues;
    const path = issue?.path.join('.') ?? '';
    return { ok: false, why: `${path || 'the request'}: ${issue?.message ?? 'not valid'}`, path };
  }
  if (!game.ok) return game;
  const request: DatasetRequest = { ...read.data, version: game.value.ref.version };
  const wrong = whyNot(request, game.value);
  return wrong === null ? { ok: true, value: request } : { ok: false, ...wrong };
}

const FIRST_VERSION = 1;

/** The game and version of a request's matches. */
export function refOfRequest({ ruleset, version = FIRST_VERSION }: Pick<DatasetRequest, 'ruleset' | 'version'>): GameRef {
  const game = readGame({ ruleset, version });
  if (!game.ok) throw new Error(`a dataset of no game: ${game.why}`);
  return game.value.ref;
}

function whyNot(request: DatasetRequest, game: AnyGame): { why: string; path: string } | null {
  const { format, task, minGain, pairs, withFallbacks } = request;
  const { ref, tasks: cards } = game;
  const tasks = cards.map(({ id }) => id);
  if (task !== undefined && !tasks.includes(task)) return no('task', unknownName('task', task, tasks));
  const barred = whyNotRange(request);
  if (barred !== null) return barred;
  if (format === 'arena-sft' && !packOf(ref).samples) return no('format', `arena-sft is the published shape of ${sampledGames()}`);
  if (minGain !== undefined && packOf(ref).gains === undefined)
    return no('minGain', `${ref.key} has no gains, because it does not compute what a seat would make alone`);
  if (format === 'judge' && !game.can?.hearing) return no('format', `no judge hears words in ${ref.key}`);
  if (pairs === 'verdicts' && !game.can?.hearing?.asked)
    return no('pairs', `${ref.key} has no verdicts; its pairs come only from playouts`);
  if (pairs !== undefined && format !== 'preferences') return no('pairs', 'pairs go only with format preferences');
  if (withFallbacks && !TAUGHT.includes(format)) return no('withFallbacks', `${format} always contain fallback turns, and mark them`);
  return whyNotRest(request, ref.key);
}

function sampledGames(): string {
  const games = GAMES.filter(({ ref }) => packOf(ref).samples !== undefined);
  return games.map(({ ref }) => rulesetWord(ref.key)).join(', ');
}

/** Test seeds must not be used for training, so they are allowed only for analysis in formats with a column that says so. */
function whyNotRange({ format, split, forAnalysis }: DatasetRequest): { why: string; path: string } | null {
  const isStudied = STUDIED.includes(format);
  if (forAnalysis && !isStudied)
    return no('forAnalysis', `${format} is for training; only ${STUDIED.join(' and ')} can be written for analysis`);
  if (split !== 'test' || (isStudied && forAnalysis)) return null;
  const remedy = isStudied ? '; --for-analysis allows them, and marks every row as not for training' : '';
  return no('split', `test seeds are never used for training${remedy}`);
}

/** A second check, for callers that bypass `readRequest`. */
export function mayHold(request: DatasetRequest): boolean {
  return whyNotRange(request) === null;
}

function whyNotRest({ format, pairs, rest }: DatasetRequest, game: GameKey): { why: string; path: string } | null {
  if (rest === undefined) return null;
  if (format !== 'preferences' || pairs === 'verdicts') return no('rest', 'only pairs that are played out have one');
  const known = restsFor(game).map(({ id }) => id);
  return known.includes(rest) ? null : no('rest', unknownName('policy', rest, known));
}

/** Policies that play deterministically, without random numbers. */
export function restsFor(game: GameKey): Policy[] {
  return policiesFor(game).filter((policy) => policy.control === undefined && policy.needsChance === undefined);
}

/** The policy that plays on: the requested one, or the game's default. */
export function restOf({ rest }: Pick<DatasetRequest, 'rest'>, game: GameKey): Policy {
  const all = restsFor(game);
  const found =
    rest === undefined ? (all.find(({ playsOn }) => playsOn) ?? all.find(({ standIn }) => standIn) ?? all[0]) : findPolicy(game, rest);
  if (!found) throw new Error(`nobody plays ${game} on`);
  return found;
}

function no(path: string, why: string): { why: string; path: string } {
  return { path, why: `${path}: ${why}` };
}

/** Increased when columns or exclusions change, so that runs of an older version are not continued. */
const ROWS_VERSION = 6;

/** Everything that determines the content, including the prompt's hash, in a fixed order: equal texts are the same dataset. */
export function identityOf(request: DatasetRequest, form: FileForm, prompt: string | null): string {
  const { version = FIRST_VERSION, ...asked } = request;
  const fields = version === FIRST_VERSION ? asked : { ...asked, version }; // exports from an older Mandi are continued
  return JSON.stringify([ROWS_VERSION, form, prompt, ...Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1))]);
}

const FLAGS: readonly [keyof DatasetRequest, string][] = [
  ['format', '--format'],
  ['split', '--split'],
  ['task', '--task'],
  ['player', '--player'],
  ['outcome', '--outcome'],
  ['minScore', '--min-score'],
  ['minGain', '--min-gain'],
  ['minJudge', '--min-judge'],
  ['tournament', '--tournament'],
  ['pairs', '--pairs'],
  ['rest', '--rest'],
  ['cleanOnly', '--clean'],
  ['withPeople', '--with-people'],
  ['forAnalysis', '--for-analysis'],
  ['withFallbacks', '--with-fallbacks'],
];

/** The arguments after `mandi`, for starting a process and for display. */
export function argumentsOf(request: DatasetRequest, form: FileForm, out: string): string[] {
  const words = FLAGS.map(([field, flag]) => {
    const value = request[field];
    if (value === undefined || value === false) return [];
    return value === true ? [flag] : [flag, String(value)];
  });
  const [format = [], ...others] = words;
  return [
    'export',
    ...format,
    ...gameFlags(refOfRequest(request)).split(' '),
    ...others.flat(),
    ...(form === 'jsonl' ? [] : ['--files', form]),
    '--out',
    out,
  ];
}

/** The complete command, to repeat the export. */
export function commandOf(request: DatasetRequest, form: FileForm, out = 'DIR'): string {
  return `npx mandi ${argumentsOf(request, form, out).map(quoted).join(' ')}`;
}

function quoted(word: string): string {
  return /^[\w@.,:=/+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
