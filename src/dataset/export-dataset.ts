/** From stored matches to rows on disk, a match at a time: memory grows neither with the matches nor with the rows. */
import { mkdir, rmdir } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { promptFor, promptHash } from '~/agents/prompt-formats';
import { diversityOf } from '~/eval/pairs/pair-book';
import { withFileLock } from '~/file-lock';
import { packOf } from '~/games/packs';
import type { EventStore } from '~/store/event-store';
import { SIDES, type Side } from './action-counts';
import { cardOf } from './card';
import { endedMatches, newestMatches } from './find-matches';
import { refuseForeign } from './foreign-folder';
import { promptNamed } from './formats';
import { HeldBack } from './held-back';
import { OtherRun } from './journal';
import { rowsOf, whyNotCard } from './match-rows';
import { type PassedOver, passedOver } from './passed-over';
import { commandOf, type DatasetRequest, type FileForm, refOfRequest } from './request';
import { type DatasetFile, ShardWriter } from './shard-writer';
import { pitchPrompt } from './verdicts';

export interface DatasetManifest {
  format: DatasetRequest['format'];
  form: FileForm;
  request: DatasetRequest;
  /** Whole command, to be run again. */
  command: string;
  /** Versions of Mandi and of the rules of its matches. */
  code: string;
  rulesets: Record<string, { matches: number }>;
  /** What it was asked for: of `analysis` no row may train, and its seeds may be test seeds. */
  purpose: 'training' | 'analysis';
  /** Which prompt the chats are asked with; null where rows hold none. */
  prompt: { version: string; hash: string } | null;
  licence: string;
  rows: number;
  /** Of those, how many may train an agent. */
  trainable: number;
  /** The others, by their reason. */
  untrainable: Record<string, number>;
  /** Of the seats asked for, whatever became of them: who was behind each turn. */
  turns: Record<string, number>;
  /** The rows' answers by type: of chats what is said, of pairs what is chosen and what is rejected. */
  actions: Partial<Record<Side, Record<string, number>>>;
  /** By side, how many types used equally often would be as diverse. */
  diversity: Partial<Record<Side, number>>;
  /** Of `preferences`: the share of comparisons that neither side won. */
  tie_rate: number | null;
  warnings: string[];
  counts: Record<string, number>;
  files: DatasetFile[];
}

export interface ExportOptions {
  folder: string;
  form?: FileForm;
  code: string;
  /** Goes on as matches end, until told to stop; of a tournament, until that is over. */
  follow?: boolean;
  rowsAShard?: number;
  signal?: AbortSignal;
  onMatch?(progress: { matches: number; rows: number }): void;
  /** All that has ended is written; it waits for more. */
  onIdle?(): void;
}

/** There while a run writes the folder; of a killed one it is in nobody's way. */
const LOCK = 'export.lock';
const LICENCE = 'CC0-1.0';
const MOST_TIES = 0.3;
/** Counts of several kinds, told apart by their first word. */
const VERSION = 'version ';
const UNTRAINABLE = 'untrainable ';
const TURNS = 'turns ';

/** In the order in which matches ended. Taken up where a killed run of the same request left off; throws `OtherRun`. Without a row nothing stays, nor a folder that was made for it. */
export async function exportDataset(store: EventStore, request: DatasetRequest, options: ExportOptions): Promise<DatasetManifest> {
  const { folder } = options;
  await refuseForeign(folder);
  const made = await mkdir(folder, { recursive: true });
  const refuse = () => {
    throw new OtherRun(`${folder} is being written by another export: wait for its end, stop it, or name another folder.`);
  };
  const manifest = await withFileLock(join(folder, LOCK), () => writeDataset(store, request, options), { waiting: refuse });
  if (manifest.rows === 0 && made !== undefined) await unmake(resolve(folder), resolve(made));
  return manifest;
}

/** Takes back the folders that were made for nothing, from the innermost out; who has put something there meanwhile keeps it. */
async function unmake(folder: string, outermost: string): Promise<void> {
  const isEmpty = await rmdir(folder).then(
    () => true,
    () => false,
  );
  if (isEmpty && folder !== outermost) await unmake(dirname(folder), outermost);
}

async function writeDataset(store: EventStore, request: DatasetRequest, options: ExportOptions): Promise<DatasetManifest> {
  const { folder, form = 'jsonl', code, follow = false, signal, rowsAShard } = options;
  const writer = await ShardWriter.open({ folder, request, form, prompt: promptOf(request)?.hash ?? null, rowsAShard });
  try {
    const onIdle = () => {
      writer.sync();
      options.onIdle?.();
    };
    const held = new HeldBack(store, writer.passed);
    const search = { after: writer.place, recent: writer.recent, held, follow, signal, onIdle };
    for await (const match of endedMatches(store, request, search)) {
      signal?.throwIfAborted();
      if (match.season !== null && !writer.isNew(`match ${match.id}`)) continue;
      writer.passed = held.first;
      const { rows, counts } = await rowsOf(store, match, { request, isNew: (key) => writer.isNew(key) });
      writer.append(match, rows, counts);
      options.onMatch?.({ matches: writer.counts.matches ?? 0, rows: writer.rows });
    }
    const files = writer.rows === 0 ? [] : await writer.files();
    const manifest = manifestOf(request, { form, code, counts: writer.counts, files, folder });
    if (writer.rows === 0) writer.discard();
    else writer.finish(manifest, cardOf(manifest));
    return manifest;
  } catch (fault) {
    writer.leave();
    throw fault;
  }
}

interface Written {
  form: FileForm;
  code: string;
  counts: Record<string, number>;
  files: DatasetFile[];
  folder: string;
}

function manifestOf(request: DatasetRequest, { form, code, counts: all, files, folder }: Written): DatasetManifest {
  const { rows = 0, trainable = 0, ...counts } = all;
  const versions = Object.entries(ofKind(counts, VERSION)).map(([name, matches]) => [name, { matches }]);
  const ties = tieRate(all);
  return {
    format: request.format,
    form,
    request,
    command: commandOf(request, form, isAbsolute(folder) ? basename(folder) : folder),
    code,
    rulesets: Object.fromEntries(versions) as DatasetManifest['rulesets'],
    purpose: request.forAnalysis ? 'analysis' : 'training',
    prompt: promptOf(request),
    licence: LICENCE,
    rows,
    trainable,
    untrainable: ofKind(counts, UNTRAINABLE),
    turns: ofKind(counts, TURNS),
    ...actionsOf(counts),
    tie_rate: ties,
    warnings: ties !== null && ties > MOST_TIES ? [tieWarning(ties)] : [],
    counts: Object.fromEntries(Object.entries(counts).filter(([name]) => !name.includes(' '))),
    files,
  };
}

function actionsOf(counts: Readonly<Record<string, number>>): Pick<DatasetManifest, 'actions' | 'diversity'> {
  const sides = SIDES.flatMap((side) => {
    const types = ofKind(counts, `${side} `);
    const diversity = diversityOf(types);
    return diversity === null ? [] : [{ side, types, diversity }];
  });
  return {
    actions: Object.fromEntries(sides.map(({ side, types }) => [side, types])),
    diversity: Object.fromEntries(sides.map(({ side, diversity }) => [side, diversity])),
  };
}

function ofKind(counts: Readonly<Record<string, number>>, kind: string): Record<string, number> {
  const named = Object.entries(counts).filter(([name]) => name.startsWith(kind));
  return Object.fromEntries(named.map(([name, count]) => [name.slice(kind.length), count]));
}

function promptOf({ format, pairs, ...request }: DatasetRequest): DatasetManifest['prompt'] {
  const { rules, samples } = packOf(refOfRequest(request));
  if (format === 'arena-sft') return samples ? promptNamed(samples.version, samples.system) : null;
  if (format === 'preferences' && pairs === 'verdicts') return pitchPrompt(rules.can?.hearing);
  if (format !== 'sft' && format !== 'preferences') return null;
  const prompt = promptFor(refOfRequest(request));
  return prompt && { version: prompt.version, hash: promptHash(prompt) };
}

/** null: nothing was compared. */
export function tieRate({ compared = 0, tied = 0 }: Record<string, number>): number | null {
  return compared === 0 ? null : tied / compared;
}

export function tieWarning(rate: number): string {
  return `${Math.round(rate * 100)}% of the comparisons were ties: more than ${MOST_TIES * 100}% says that these actions make little difference`;
}

export interface DatasetSample {
  rows: object[];
  /** That were read for them. */
  matches: number;
  counts: Record<string, number>;
}

export interface LookLimits {
  /** Rows. */
  most: number;
  /** That are read for them, however few rows they give. */
  mostMatches?: number;
  /** That are passed over or read. */
  mostLooked?: number;
}

/** Some rows of what would be exported, of its newest matches. */
export async function sampleDataset(
  store: EventStore,
  request: DatasetRequest,
  { most, mostMatches = Number.POSITIVE_INFINITY, mostLooked = Number.POSITIVE_INFINITY }: LookLimits,
): Promise<DatasetSample> {
  const seen = new Set<string>();
  const isNew = (key: string) => seen.size < seen.add(key).size;
  const rows: object[] = [];
  const counts: Record<string, number> = {};
  let looked = 0;
  for await (const match of newestMatches(store, request)) {
    if (match !== null) {
      const found = await rowsOf(store, match, { request, isNew, most: most - rows.length });
      rows.push(...found.rows);
      for (const [name, count] of Object.entries(found.counts)) counts[name] = (counts[name] ?? 0) + count;
    }
    looked += 1;
    if (rows.length >= most || looked >= mostLooked || (counts.matches ?? 0) >= mostMatches) break;
  }
  return { rows: rows.slice(0, most), matches: counts.matches ?? 0, counts };
}

export interface DatasetCount {
  matches: number;
  seats: number;
  /** Counting stopped when so many had been looked at. */
  more: boolean;
  /** What passed all matches over; null: some were found. */
  passedOver: PassedOver | null;
}

/** How many matches and seats the filters find, by their cards alone. */
export async function countDataset(store: EventStore, request: DatasetRequest, mostLooked: number): Promise<DatasetCount> {
  const found = await countCards(store, request, mostLooked);
  return { ...found, passedOver: found.matches > 0 || found.more ? null : await passedOver(store, request) };
}

async function countCards(store: EventStore, request: DatasetRequest, mostLooked: number): Promise<Omit<DatasetCount, 'passedOver'>> {
  const found = { matches: 0, seats: 0, more: false };
  let looked = 0;
  for await (const match of newestMatches(store, request)) {
    if (looked === mostLooked) return { ...found, more: true };
    looked += 1;
    const seats = match === null ? 0 : match.seats.filter((card) => whyNotCard(match, card, request) === null).length;
    found.matches += seats > 0 ? 1 : 0;
    found.seats += seats;
  }
  return found;
}
