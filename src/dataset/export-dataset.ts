/** From stored matches to rows on disk, a match at a time: memory does not grow with the number of matches. */
import { createHash } from 'node:crypto';
import { splitOf } from '~/eval/seeds';
import type { GameEvent } from '~/games/game';
import { gameOf } from '~/match/load-match';
import type { EventStore, MatchFilter, MatchRecord } from '~/store/event-store';
import { cursorOf } from '~/store/match-order';
import type { SeatCard } from '~/store/match-words';
import { arenaRows, chatRows, type DatasetFormat, type Origin, trajectoryRow } from './formats';
import { ShardWriter } from './shard-writer';
import { type Step, stepsOf } from './steps';

export interface DatasetRequest {
  format: DatasetFormat;
  ruleset: string;
  task?: string;
  /** A policy's or an agent's name, as it stands in seats; left out: every seat. */
  player?: string;
  /** Only seats with at least this score. */
  minScore?: number;
  /** Only rows of matches in which the seat was refused nothing. */
  cleanOnly?: boolean;
  split: string;
}

export interface DatasetManifest {
  format: DatasetFormat;
  request: DatasetRequest;
  /** Whole command, to be run again. */
  command: string;
  code: string;
  licence: string;
  rows: number;
  counts: Record<string, number>;
  files: { name: string; rows: number; bytes: number; digest: string }[];
}

export interface ExportOptions {
  folder: string;
  command: string;
  code: string;
  rowsAShard?: number;
  signal?: AbortSignal;
  onMatch?(progress: { matches: number; rows: number }): void;
}

const PAGE = 50;
const LICENCE = 'CC0-1.0';

/** Newest first, as the store lists. Taken up where a killed run of the same request left off; throws `OtherRun`. */
export async function exportDataset(store: EventStore, request: DatasetRequest, options: ExportOptions): Promise<DatasetManifest> {
  const writer = new ShardWriter(options.folder, JSON.stringify(request), options.rowsAShard);
  const seen = new Set<string>();
  for await (const line of writer.lines()) isNew(JSON.parse(line) as object, seen);
  let matches = 0;
  try {
    for await (const match of finished(store, request, writer.progress.after)) {
      options.signal?.throwIfAborted();
      const { rows, counts } = await rowsOf(store, match, { request, seen });
      writer.append(cursorOf(match), rows, counts);
      options.onMatch?.({ matches: ++matches, rows: writer.progress.rows });
    }
  } catch (fault) {
    writer.leave();
    throw fault;
  }
  const { rows, counts } = writer.progress;
  const { command, code } = options;
  const manifest = { format: request.format, request, command, code, licence: LICENCE, rows, counts, files: await writer.files() };
  writer.finish(manifest);
  return manifest;
}

/** The first rows of what would be exported, and how many matches were looked at for them. */
export async function sampleDataset(
  store: EventStore,
  request: DatasetRequest,
  most: number,
): Promise<{ rows: object[]; matches: number }> {
  const found: object[] = [];
  let matches = 0;
  for await (const match of finished(store, request, null)) {
    matches += 1;
    found.push(...(await rowsOf(store, match, { request, seen: new Set() })).rows);
    if (found.length >= most) break;
  }
  return { rows: found.slice(0, most), matches };
}

/** Without tables: what people wrote there is theirs, and a seat's card may name the policy that played on for one who left. */
async function* finished(store: EventStore, request: DatasetRequest, after: string | null): AsyncGenerator<MatchRecord> {
  const filter: MatchFilter = { status: ['finished'], ruleset: request.ruleset, ...(request.task !== undefined && { task: request.task }) };
  let cursor = after ?? undefined;
  do {
    const page = await store.list(filter, { cursor, limit: PAGE });
    for (const match of page.items) if (splitOf(match.seed) === request.split && !match.hosted) yield match;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}

interface Asked {
  request: DatasetRequest;
  /** Digests of chats that are written already. */
  seen: Set<string>;
}

async function rowsOf(
  store: EventStore,
  match: MatchRecord,
  { request, seen }: Asked,
): Promise<{ rows: object[]; counts: Record<string, number> }> {
  const counts: Record<string, number> = { matches: 1 };
  const count = (name: string) => {
    counts[name] = (counts[name] ?? 0) + 1;
  };
  const steps = stepsIn(match, await store.read(match.id));
  if (steps === null) return { rows: [], counts: { ...counts, unreadable: 1 } };
  const rows: object[] = [];
  for (const card of match.seats) {
    const own = steps.filter((step) => step.seat === card.seat);
    const why = whyNot(card, { own, score: match.scores?.[card.seat] ?? null, request });
    count(why ?? 'seats');
    if (why) continue;
    for (const row of seatRows(own, { match, card, request })) {
      if (typeof row === 'string') count(row);
      else if (isNew(row, seen)) rows.push(row);
      else count('repeated');
    }
  }
  return { rows, counts: { ...counts, rows: rows.length } };
}

/** null: this Mandi does not know its rules, or they broke. */
function stepsIn(match: MatchRecord, stored: readonly { event: GameEvent }[]): Step[] | null {
  try {
    return stepsOf(
      gameOf(match),
      stored.map(({ event }) => event),
    );
  } catch {
    return null;
  }
}

function seatRows(
  own: readonly Step[],
  { match, card, request }: { match: MatchRecord; card: SeatCard; request: DatasetRequest },
): (object | string)[] {
  const origin = originOf(match, card);
  if (request.format === 'sft') return chatRows(own, origin);
  if (request.format === 'arena-sft') return arenaRows(own, origin);
  const trainable = origin.split === 'train' && (card.kind === 'script' || card.kind === 'open');
  return [trajectoryRow(own, origin, { trainable, score: match.scores?.[card.seat] ?? null })];
}

/** Chats are kept once; a trajectory is its match's alone. */
function isNew(row: object, seen: Set<string>): boolean {
  if (!('messages' in row)) return true;
  const digest = createHash('sha256').update(JSON.stringify(row.messages)).digest('base64').slice(0, 16);
  if (seen.has(digest)) return false;
  seen.add(digest);
  return true;
}

function originOf(match: MatchRecord, card: SeatCard): Origin {
  return {
    match_id: match.id,
    ruleset: `${match.game}/${match.ruleset}`,
    ruleset_version: match.rulesetVersion,
    task_type: match.task,
    seed: match.seed,
    split: splitOf(match.seed),
    seat: card.seat,
    player: playerOf(card),
  };
}

/** Nobody's own name. */
function playerOf(card: SeatCard): string {
  return card.kind === 'script' ? card.policy : card.kind;
}

function whyNot(
  card: SeatCard,
  { own, score, request }: { own: readonly Step[]; score: number | null; request: DatasetRequest },
): string | null {
  if (request.player !== undefined && playerOf(card) !== request.player) return 'other_player';
  if (request.minScore !== undefined && (score ?? Number.NEGATIVE_INFINITY) < request.minScore) return 'score_too_low';
  if (request.cleanOnly && own.some((step) => step.results.some((result) => !result.ok))) return 'seat_was_refused';
  return own.length === 0 ? 'silent_seat' : null;
}
