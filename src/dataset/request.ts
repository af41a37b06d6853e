/** What a dataset is asked for: read once, from flags or from a screen, and said again as a command. */
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
 * `sft`: chats, a row an action. `arena-sft`: the published sample's shape (classic alone). `preferences`: a better and a worse answer to
 * the same prompt. `trajectories`: a row a seat. `judge`: a row a judged pitch.
 */
export type DatasetFormat = (typeof FORMATS)[number];

export const FILE_FORMS = ['jsonl', 'parquet'] as const;
export type FileForm = (typeof FILE_FORMS)[number];

export const OUTCOMES = ['won', 'gained', 'lost'] as const;
/** won: above zero, and no seat of the match scored more. gained: above zero. lost: below. */
export type SeatOutcome = (typeof OUTCOMES)[number];

export const PAIR_SOURCES = ['playouts', 'verdicts'] as const;
/** playouts: two actions from one state, played out. verdicts: two pitches of one round, as they were judged. */
export type PairSource = (typeof PAIR_SOURCES)[number];

export const SPLIT_NAMES = [...SPLITS.map(({ name }) => name), 'none'] as const;

/** Studied as well as trained on. The others have no use but training, and their rows would not all say that they may not. */
const STUDIED: readonly DatasetFormat[] = ['trajectories', 'judge'];
/** Hold what a seat did as what it should do. */
const TAUGHT: readonly DatasetFormat[] = ['sft', 'arena-sft', 'preferences'];

const name = z.string().min(1, 'a name').max(64, 'a name of at most 64 characters');
const bound = z.number('a number');

export const requestShape = z.strictObject({
  format: z.enum(FORMATS, `one of ${FORMATS.join(', ')}`),
  /** As `readGame` reads it; with `version` the one game whose matches are meant. */
  ruleset: name,
  split: z.enum(SPLIT_NAMES, `one of ${SPLIT_NAMES.join(', ')}`),
  task: name.optional(),
  /** A policy's or an agent's name, as it stands in seats; left out: every seat. */
  player: name.optional(),
  outcome: z.enum(OUTCOMES, `one of ${OUTCOMES.join(', ')}`).optional(),
  /** Only seats with at least this score. */
  minScore: bound.optional(),
  /** Only seats that gained at least this much against autarky, in shares of the world's scale (games whose packs tell worlds). */
  minGain: bound.optional(),
  /** Only seats one of whose pitches got at least this score; of `judge`: only such pitches. */
  minJudge: bound.min(0, 'from 0 to 1').max(1, 'from 0 to 1').optional(),
  /** Only seats without a refused action. */
  cleanOnly: z.boolean().optional(),
  /** Only matches of this tournament. */
  tournament: name.optional(),
  /** Tables with people and programs too, where everybody agreed to it when they sat down. Names stay out all the same. */
  withPeople: z.boolean().optional(),
  /** To be studied, not trained on: no row is trainable, and test seeds are allowed. */
  forAnalysis: z.boolean().optional(),
  /** Of chats and pairs: turns too that a declared policy played because the agent gave no usable action. */
  withFallbacks: z.boolean().optional(),
  /** Of `preferences`: where pairs come from. */
  pairs: z.enum(PAIR_SOURCES, `one of ${PAIR_SOURCES.join(', ')}`).optional(),
  /** Of `preferences`: the policy that plays on after the action, in every seat. */
  rest: name.optional(),
  /** Of the game's rules; absent in what was kept before versions were named: the first. */
  version: z.int().min(1).optional(),
});

type Asked = z.infer<typeof requestShape>;

export type DatasetRequest = { [K in keyof Asked]: Exclude<Asked[K], undefined> };

/** Reads what was asked for; what cannot be had is said with its field. */
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

/** The one game, in the one version, whose matches a request is about. */
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
    return no('minGain', `a gain is against what a seat makes alone in that world, which ${ref.key} does not tell`);
  if (format === 'judge' && !game.can?.hearing) return no('format', `nobody judges words in ${ref.key}`);
  if (pairs === 'verdicts' && !game.can?.hearing?.asked) return no('pairs', `pairs of ${ref.key} are played out alone`);
  if (pairs !== undefined && format !== 'preferences') return no('pairs', 'pairs are of the format preferences');
  if (withFallbacks && !TAUGHT.includes(format)) return no('withFallbacks', `${format} have fallback turns anyway, and say so`);
  return whyNotRest(request, ref.key);
}

function sampledGames(): string {
  const games = GAMES.filter(({ ref }) => packOf(ref).samples !== undefined);
  return games.map(({ ref }) => rulesetWord(ref.key)).join(', ');
}

/** Nothing that trains an agent touches test seeds: they are for analysis alone, where the format has a column that says so. */
function whyNotRange({ format, split, forAnalysis }: DatasetRequest): { why: string; path: string } | null {
  const isStudied = STUDIED.includes(format);
  if (forAnalysis && !isStudied) return no('forAnalysis', `${format} trains; ${STUDIED.join(' and ')} can be written for analysis`);
  if (split !== 'test' || (isStudied && forAnalysis)) return null;
  const remedy = isStudied ? '; --for-analysis writes rows that say they may not train' : '';
  return no('split', `nothing that trains an agent touches test seeds${remedy}`);
}

/** Whoever asks past `readRequest` gets no test seed either. */
export function mayHold(request: DatasetRequest): boolean {
  return whyNotRange(request) === null;
}

function whyNotRest({ format, pairs, rest }: DatasetRequest, game: GameKey): { why: string; path: string } | null {
  if (rest === undefined) return null;
  if (format !== 'preferences' || pairs === 'verdicts') return no('rest', 'only pairs that are played out have one');
  const known = restsFor(game).map(({ id }) => id);
  return known.includes(rest) ? null : no('rest', unknownName('policy', rest, known));
}

/** Who can play a match to its end the same way each time: it draws no numbers of its own. */
export function restsFor(game: GameKey): Policy[] {
  return policiesFor(game).filter((policy) => policy.control === undefined && policy.needsChance === undefined);
}

/** The policy that plays on: the one that was asked for, or the game's usual one. */
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

/** Grows with the columns, and with what is held back: a run that another Mandi began with others is not taken up. */
const ROWS_VERSION = 6;

/** Everything that says what is in it, the hash of its prompt too, in one fixed order: the same text is the same dataset. */
export function identityOf(request: DatasetRequest, form: FileForm, prompt: string | null): string {
  const { version = FIRST_VERSION, ...asked } = request;
  const fields = version === FIRST_VERSION ? asked : { ...asked, version }; // exports that an older Mandi began are gone on with
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

/** The words after `mandi`: what a process is started with, and what a person types. */
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

/** Whole, to be run again. */
export function commandOf(request: DatasetRequest, form: FileForm, out = 'DIR'): string {
  return `npx mandi ${argumentsOf(request, form, out).map(quoted).join(' ')}`;
}

function quoted(word: string): string {
  return /^[\w@.,:=/+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
