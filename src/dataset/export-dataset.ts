/** Writes rows of stored matches to disk, one match at a time, so that memory use does not depend on their number. */
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
  /** The complete command, to repeat the export. */
  command: string;
  /** Version of Mandi and of the rules of its matches. */
  code: string;
  rulesets: Record<string, { matches: number }>;
  /** Its purpose: rows for `analysis` are never trainable, and may use test seeds. */
  purpose: 'training' | 'analysis';
  /** The prompt of the chats; null if rows have none. */
  prompt: { version: string; hash: string } | null;
  licence: string;
  rows: number;
  /** Number of rows that may train an agent. */
  trainable: number;
  /** The other rows, by reason. */
  untrainable: Record<string, number>;
  /** Number of turns of the requested seats by origin, whether or not they gave rows. */
  turns: Record<string, number>;
  /** The rows' answers by type: what chats say, and what pairs choose and reject. */
  actions: Partial<Record<Side, Record<string, number>>>;
  /** By side, the number of equally frequent types with the same diversity. */
  diversity: Partial<Record<Side, number>>;
  /** For `preferences`: share of comparisons without a winner. */
  tie_rate: number | null;
  warnings: string[];
  counts: Record<string, number>;
  files: DatasetFile[];
}

export interface ExportOptions {
  folder: string;
  form?: FileForm;
  code: string;
  /** Continues as matches end until stopped; for a tournament, until it is over. */
  follow?: boolean;
  rowsAShard?: number;
  signal?: AbortSignal;
  onMatch?(progress: { matches: number; rows: number }): void;
  /** Called when everything that has ended is written. */
  onIdle?(): void;
}

/** Exists while a run writes to the folder; a killed run's lock does not block others. */
const LOCK = 'export.lock';
const LICENCE = 'CC0-1.0';
const MOST_TIES = 0.3;
/** Prefixes of the different kinds of counts. */
const VERSION = 'version ';
const UNTRAINABLE = 'untrainable ';
const TURNS = 'turns ';

/**
 * In the order in which matches ended. Continues a killed run of the same request; throws `OtherRun`. Without rows, leaves neither files
 * nor a folder created for them.
 */
export async function exportDataset(store: EventStore, request: DatasetRequest, options: ExportOptions): Promise<DatasetManifest> {
  const { folder } = options;
  await refuseForeign(folder);
  const made = await mkdir(folder, { recursive: true });
  const refuse = () => {
    throw new OtherRun(`${folder} is being written by another export: wait until it ends, stop it, or name another folder.`);
  };
  const manifest = await withFileLock(join(folder, LOCK), () => writeDataset(store, request, options), { waiting: refuse });
  if (manifest.rows === 0 && made !== undefined) await unmake(resolve(folder), resolve(made));
  return manifest;
}

/** Removes folders created in vain, innermost first, unless someone has put files there. */
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

/** The format that rows are written in, unless an agent was asked in another one of its own; null: none. */
export function promptOf({ format, pairs, ...request }: DatasetRequest): DatasetManifest['prompt'] {
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
  /** Number of matches read. */
  matches: number;
  counts: Record<string, number>;
}

export interface LookLimits {
  /** Maximum number of rows. */
  most: number;
  /** Maximum number of matches to read, however few rows they give. */
  mostMatches?: number;
  /** Maximum number of matches to consider. */
  mostLooked?: number;
}

/** Some rows of the export, from its newest matches. */
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
  /** There are more matches than were considered. */
  more: boolean;
  /** Why no match passed; null if some did. */
  passedOver: PassedOver | null;
}

/** How many matches and seats pass the filters, judged by their cards. */
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
