/** `mandi export` without a match: a dataset of many matches, as files or as a sample. */

import { splitOfPlan, whyNotOfTournament } from '~/api/data/of-tournament';
import type { GameRef } from '~/contract/game-ref';
import { asWritten } from '~/dataset/columns';
import { type DatasetManifest, exportDataset, sampleDataset, tieRate } from '~/dataset/export-dataset';
import { refuseForeign } from '~/dataset/foreign-folder';
import { OtherRun } from '~/dataset/journal';
import { lineOf } from '~/dataset/line-of';
import { otherGames, type PassedOver, type PassedOverBy, passedOver } from '~/dataset/passed-over';
import { type DatasetFormat, type DatasetRequest, FILE_FORMS, type FileForm, readRequest, refOfRequest } from '~/dataset/request';
import { closeThreads } from '~/engine/threads';
import { codeId } from '~/eval/code-digest';
import { readGame } from '~/games/read-game';
import type { EventStore } from '~/store/event-store';
import { goesOn, type TournamentRecord } from '~/store/tournaments/tournament';
import { withDatabase } from '../database-services';
import { Interrupted, NothingWritten, UsageError } from '../exits';
import { type GameFlags, namedGame } from '../new-command';
import { print, refuseUnwritableFolder } from '../output';
import { findTournament } from '../tournament-labels';

export interface DatasetFlags extends GameFlags {
  format: DatasetFormat;
  out?: string;
  files: string;
  task?: string;
  player?: string;
  split?: string;
  outcome?: string;
  minScore?: string;
  minGain?: string;
  minJudge?: string;
  clean?: boolean;
  tournament?: string;
  withPeople?: boolean;
  forAnalysis?: boolean;
  withFallbacks?: boolean;
  pairs?: string;
  rest?: string;
  follow?: boolean;
  sample?: string;
}

export async function exportMany(flags: DatasetFlags): Promise<void> {
  const form = formOf(flags.files);
  const { sample, out } = flags;
  refuseWrongFilters(flags);
  if (sample !== undefined && flags.follow) throw new UsageError('choose one of --sample and --follow');
  if (sample !== undefined && out !== undefined) throw new UsageError('choose --sample to print rows or --out to write all of them');
  try {
    if (sample !== undefined) return await printSample(flags, wholeNumber('--sample', sample));
    if (out === undefined) throw new UsageError('name a folder for the dataset with --out, or print rows with --sample 3');
    await writeSet(flags, { folder: out, form, follow: flags.follow === true });
  } finally {
    await closeThreads();
  }
}

async function printSample(flags: DatasetFlags, most: number): Promise<void> {
  const { rows, counts, why, others } = await withStore(flags, async (store, asked) => {
    const found = await sampleDataset(store, asked, { most });
    const others = found.rows.length > 0 ? await otherGamesText(store, asked, flags) : '';
    return { ...found, others, why: found.rows.length > 0 ? '' : noRowText(asked, found.counts, await passedOver(store, asked)) };
  });
  if (others !== '') process.stderr.write(`mandi: ${others}\n`);
  if (rows.length === 0) process.stderr.write(`mandi: ${why}\n`);
  const ties = tieRate(counts);
  if (ties !== null) process.stderr.write(`mandi: ${counts.tied ?? 0} of ${counts.compared ?? 0} comparisons were ties\n`);
  if (rows.length > 0) await print(rows.map((row) => lineOf(asWritten(flags.format, row))).join(''));
}

async function writeSet(flags: DatasetFlags, { folder, form, follow }: { folder: string; form: FileForm; follow: boolean }): Promise<void> {
  const stop = new AbortController();
  const onInterrupt = () => stop.abort(new Interrupted('stopped; run the same command again to continue'));
  process.once('SIGINT', onInterrupt);
  process.once('disconnect', onInterrupt); // the server that started it is gone
  const telling = teller(follow);
  try {
    await refuseUnwritableFolder(folder);
    await refuseForeign(folder);
    const options = { folder, form, follow, code: codeId(), signal: stop.signal, onMatch: telling.tell, onIdle: telling.report };
    const { manifest, why, others } = await withStore(flags, async (store, request) => {
      const written = await exportDataset(store, request, options);
      const others = written.rows > 0 ? await otherGamesText(store, request, flags) : '';
      return {
        manifest: written,
        others,
        why: written.rows > 0 ? '' : noRowText(request, written.counts, await passedOver(store, request)),
      };
    });
    telling.stop();
    if (manifest.rows === 0) throw new NothingWritten(`nothing written: ${why}`);
    for (const warning of manifest.warnings) process.stderr.write(`mandi: ${warning}\n`);
    await print(textOf(folder, manifest));
    if (others !== '') process.stderr.write(`mandi: ${others}\n`);
  } catch (fault) {
    throw fault instanceof OtherRun ? new UsageError(fault.message) : fault;
  } finally {
    telling.stop();
    process.off('SIGINT', onInterrupt);
    process.off('disconnect', onInterrupt);
    if (process.connected) process.disconnect();
  }
}

/** If no game was named: that the default left others out, and how to export them. Empty: nothing was left out, or a game was named. */
export async function otherGamesText(store: EventStore, request: DatasetRequest, named: DatasetFlags): Promise<string> {
  if (named.game !== undefined || named.ruleset !== undefined || named.tournament !== undefined) return '';
  const others = await otherGames(store, request);
  const [first] = others;
  if (first === undefined) return '';
  const list = others.map(({ game, matches }) => `${matches} of ${game}`).join(', ');
  return `a dataset has one game, by default ${refOfRequest(request).key}; left out: matches of other games (${list}). --game ${first.game} exports those`;
}

/** First of all, because nobody types a folder for a dataset that cannot be. What depends on a tournament is not known yet. */
function refuseWrongFilters(flags: DatasetFlags): void {
  if (flags.tournament === undefined) requestOf({ split: 'train', ...flags });
  else for (const [name, flag] of Object.entries(SCORE_FLAGS)) numberOf(flag, flags[name as keyof typeof SCORE_FLAGS]);
}

/** Reports errors in flags before a database is started, unless they depend on a tournament. */
async function withStore<T>(flags: DatasetFlags, work: (store: EventStore, request: DatasetRequest) => Promise<T>): Promise<T> {
  const { tournament, split = 'train' } = flags;
  if (tournament !== undefined)
    return withDatabase(
      async ({ services }) =>
        work(services.store, requestOf(ofTournament(unsealedOf(await findTournament(services, tournament), flags), flags))),
      { takesLong: true },
    );
  const request = requestOf({ ...flags, split });
  return withDatabase(({ services: { store } }) => work((!flags.follow && store.lately) || store, request), { takesLong: true });
}

/** Returns the tournament; throws `UsageError` if its worlds are still sealed, unless the export waits for its end. */
export function unsealedOf(tournament: TournamentRecord, { follow = false, sample }: DatasetFlags): TournamentRecord {
  const { id, seasonId, status } = tournament;
  if (seasonId === null || !goesOn(status) || (follow && sample === undefined)) return tournament;
  throw new UsageError(`tournament ${id} is rated and ${status}; its worlds are sealed until it is over. --follow waits for that`);
}

/** Sets the tournament's ruleset and range. Throws `UsageError` if a filter contradicts it. */
export function ofTournament({ id, plan }: TournamentRecord, flags: DatasetFlags): DatasetFlags {
  const { game, ruleset, version } = namedGame(flags);
  const { task, split } = flags as Pick<Parameters<typeof whyNotOfTournament>[1], 'task' | 'split'>;
  const wrong = whyNotOfTournament(plan, { game, ruleset, version, task, split });
  if (wrong !== null) throw new UsageError(`--${wrong.path}: ${wrong.why}; leave --${wrong.path} out`);
  return { split: splitOfPlan(plan), ...flags, game: plan.game, rules: String(plan.version), tournament: id };
}

/** How many matches were considered, why they gave no rows, and which filters excluded the rest. */
export function noRowText(request: DatasetRequest, counts: Readonly<Record<string, number>>, passed: PassedOver): string {
  const { ruleset, split, task, player, tournament } = request;
  const named = Object.entries({ split, ruleset, task, player, tournament }).flatMap(([what, word]) => (word ? [`${what} ${word}`] : []));
  const { matches = 0, seats = 0 } = counts;
  const players = player !== undefined && seats === 0 && passed.players.length > 0 ? [`players there: ${passed.players.join(', ')}`] : [];
  const silent = request.format === 'judge' && seats > 0 ? ['no pitch in them was judged'] : [];
  const left = [leftOut(counts), ...players, ...silent].filter(Boolean).join('; ');
  return `no row in ${matches} finished matches of ${named.join(', ')}${left === '' ? '' : ` (left out: ${left})`}; ${passedText(request, passed)}`;
}

/** Each filter by its flag. */
function passedText({ ruleset, version, task, split, tournament }: DatasetRequest, { looked, more, by }: PassedOver): string {
  const whose = tournament === undefined ? '' : ' of the tournament';
  if (looked === 0) return `no match${whose} is finished yet${whose === '' ? ': npx mandi play --save keeps one' : ''}`;
  const words: Record<PassedOverBy, string> = {
    other_ruleset: `not of --ruleset ${ruleset} (the default is classic)`,
    other_version: `not of --rules ${version}`,
    other_task: `not of --task ${task}`,
    other_split: `not of --split ${split}`,
    branch_of_other_split: `branches from another range than --split ${split}`,
    sealed: 'of worlds that are still sealed',
    branch_of_sealed: 'branches from worlds that are still sealed',
    with_people: 'tables of people and programs, without --with-people',
    private: 'private tables, which are never exported',
    no_consent: 'tables where somebody did not agree to exports',
    cancelled: 'cancelled',
    other_tournament: 'of another tournament',
  };
  const passed = Object.entries(by).map(([why, count]) => `${count} ${words[why as PassedOverBy]}`);
  const all = `${more ? 'the newest ' : ''}${looked}${whose}`;
  return passed.length === 0 ? `all ${all} pass the filters of matches` : `passed over of ${all}: ${passed.join(', ')}`;
}

const TELL_MS = 1000;

/** Progress output: one updated line on a terminal, occasional lines otherwise while following, and messages to a parent process. */
function teller(follow: boolean): Teller {
  const isTerminal = process.stderr.isTTY;
  let last = 0;
  let shown = false;
  let untold: Progress | null = null;
  function report(): void {
    if (untold === null) return;
    const { matches, rows } = untold;
    untold = null;
    last = Date.now();
    if (process.connected) process.send?.({ matches, rows });
    if (!isTerminal && !follow) return;
    shown = isTerminal;
    process.stderr.write(`${isTerminal ? '\r' : ''}${rows} rows from ${matches} matches${isTerminal ? '' : '\n'}`);
  }
  return {
    tell(progress) {
      untold = progress;
      if (Date.now() - last >= TELL_MS) report();
    },
    report,
    stop() {
      report();
      if (shown) process.stderr.write('\n');
      shown = false;
    },
  };
}

interface Progress {
  matches: number;
  rows: number;
}

interface Teller {
  tell(progress: Progress): void;
  /** Reports pending progress immediately. */
  report(): void;
  stop(): void;
}

const SCORE_FLAGS = { minScore: '--min-score', minGain: '--min-gain', minJudge: '--min-judge' } as const;
const FIELD_FLAGS: Readonly<Record<string, string>> = {
  ...SCORE_FLAGS,
  forAnalysis: '--for-analysis',
  withFallbacks: '--with-fallbacks',
};

/** Throws `UsageError` with the flag. */
export function requestOf(flags: DatasetFlags): DatasetRequest {
  const { format, split, task, player, outcome, tournament, pairs, rest, clean, withPeople, forAnalysis, withFallbacks } = flags;
  const named = { task, player, outcome, tournament, pairs, rest, cleanOnly: clean, withPeople, forAnalysis, withFallbacks };
  const bounds = { minScore: numberOf('--min-score', flags.minScore), minGain: numberOf('--min-gain', flags.minGain) };
  const { key, version } = gameOf(flags);
  const given = { format, game: key, split, version, ...named, ...bounds, minJudge: numberOf('--min-judge', flags.minJudge) };
  const read = readRequest(Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)));
  if (read.ok) return read.value;
  const { path = '', why } = read;
  throw new UsageError(why.replace(`${path}:`, `${FIELD_FLAGS[path] ?? `--${path}`}:`));
}

/** Throws `UsageError`. */
function gameOf(flags: GameFlags): GameRef {
  const game = readGame(namedGame(flags));
  if (!game.ok) throw new UsageError(`--${game.path === 'version' ? 'rules' : game.path}: ${game.why}`);
  return game.value.ref;
}

function formOf(text: string): FileForm {
  const form = FILE_FORMS.find((known) => known === text);
  if (form === undefined) throw new UsageError(`--files: "${text}" is not one of ${FILE_FORMS.join(', ')}`);
  return form;
}

function numberOf(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) throw new UsageError(`${flag}: "${text}" is not a number`);
  return value;
}

function wholeNumber(flag: string, text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new UsageError(`${flag}: "${text}" is not a whole number from 1`);
  return Number(text);
}

function textOf(folder: string, { rows, trainable, counts, files, tie_rate }: DatasetManifest): string {
  const left = leftOut(counts);
  const ties = tie_rate === null ? [] : [`ties: ${counts.tied ?? 0} of ${counts.compared ?? 0} comparisons`];
  return [
    `${count(rows, 'row')} (${trainable} to train on) from ${counts.matches === 1 ? '1 match' : `${counts.matches ?? 0} matches`}, ${count(files.length, 'file')} in ${folder}, with manifest.json`,
    ...ties,
    ...(left === '' ? [] : [`left out: ${left}`]),
    '',
  ].join('\n');
}

function count(n: number, one: string): string {
  return `${n} ${one}${n === 1 ? '' : 's'}`;
}

const NOT_LEFT_OUT = ['matches', 'seats', 'compared', 'tied', 'rows', 'trainable'];

function leftOut(counts: Readonly<Record<string, number>>): string {
  const left = Object.entries(counts).filter(([name]) => !NOT_LEFT_OUT.includes(name) && !name.includes(' '));
  return left.map(([name, count]) => `${count} ${name.replaceAll('_', ' ')}`).join(', ');
}
