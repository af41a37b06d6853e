/** What left the tables is read here, as if it had not. */
import type pg from 'pg';
import type { GameEvent } from '~/contract/game';
import type { AgentTurn } from '../agent-store';
import { DatabaseError, messageOf } from '../database-error';
import type { StoredEvent } from '../event-store';
import { groupAt, type OpenedFile, openArchiveFile, type RowGroup, readGroup } from './archive-file';
import { type ArchivePlace, isMissing } from './archive-place';
import { type ArchiveRow, digestOf } from './archive-rows';

/** Of each some tens of megabytes at most: a replay asks page by page, an export match after match, and both ask for what was read a moment ago. */
const MOST_GROUPS = 4;
const MOST_FILES = 16;

export interface Reference {
  matchId: string;
  file: string;
  firstRow: number;
  events: number;
  turns: number;
  receipts: number;
  sha256: string;
}

export const REFERENCE_COLUMNS = `match_id AS "matchId", file, first_row AS "firstRow", events, turns, receipts, sha256`;

/** In one look: a match that is brought back at this moment is in the one or in the other. */
const FIND = `
SELECT ${REFERENCE_COLUMNS}, EXISTS (SELECT FROM match_event WHERE match_event.match_id = $1) AS "isBack"
FROM (SELECT $1::text AS asked) AS question LEFT JOIN match_archive ON match_id = asked`;

const WITH_TURNS = `SELECT ${REFERENCE_COLUMNS} FROM match_archive WHERE match_id = ANY($1::text[]) AND turns > 0 ORDER BY file, first_row`;

export class ArchiveReader {
  private readonly database: Pick<pg.ClientBase, 'query'>;
  private readonly place: ArchivePlace;
  private readonly files = new LastUsed<OpenedFile>(MOST_FILES);
  private readonly groups = new LastUsed<RowGroup>(MOST_GROUPS);

  constructor(database: Pick<pg.ClientBase, 'query'>, place: ArchivePlace) {
    this.database = database;
    this.place = place;
  }

  /** null: it is not archived. `back`: it was, a moment ago: look into the tables again. */
  async find(matchId: string): Promise<Reference | 'back' | null> {
    const { rows } = await this.database.query<Partial<Reference> & { isBack: boolean }>(FIND, [matchId]);
    const [row] = rows;
    if (row?.file != null) return row as Reference;
    return row?.isBack ? 'back' : null;
  }

  /** null: it is not archived. `back`: as `find`. */
  async events(matchId: string, after: number, limit: number): Promise<StoredEvent[] | 'back' | null> {
    const found = await this.find(matchId);
    if (found === null || found === 'back') return found;
    if (after >= found.events) return [];
    const rows = await this.rowsOf(found);
    return rows.slice(after, Math.min(found.events, after + limit)).map(eventOf);
  }

  /** By turn, then seat. */
  async turns(matchId: string): Promise<AgentTurn[]> {
    const found = await this.find(matchId);
    if (found === null || found === 'back' || found.turns === 0) return [];
    const rows = await this.rowsOf(found);
    return rows.filter(({ kind }) => kind === 'turn').map(agentTurnOf);
  }

  /** Of those of them that are archived and have turns of agents: by turn, then seat. */
  async turnsAmong(matchIds: readonly string[]): Promise<{ matchId: string; turns: AgentTurn[] }[]> {
    if (matchIds.length === 0) return [];
    const { rows } = await this.database.query<Reference>(WITH_TURNS, [matchIds]);
    const found: { matchId: string; turns: AgentTurn[] }[] = [];
    for (const reference of rows) {
      const turns = (await this.rowsOf(reference)).filter(({ kind }) => kind === 'turn').map(agentTurnOf);
      found.push({ matchId: reference.matchId, turns });
    }
    return found;
  }

  async receipt(matchId: string, seat: string, key: string): Promise<{ id: string; answer: unknown } | null> {
    const found = await this.find(matchId);
    if (found === null || found === 'back' || found.receipts === 0) return null;
    const row = (await this.rowsOf(found)).find((one) => one.kind === 'receipt' && one.seat === seat && one.name === key);
    return row ? { id: String(row.place), answer: row.answer === null ? null : (JSON.parse(row.answer) as unknown) } : null;
  }

  /** Checked: these are the rows that left the tables. */
  async rowsOf(reference: Reference): Promise<ArchiveRow[]> {
    const { file, firstRow, events, turns, receipts } = reference;
    let rows: ArchiveRow[];
    try {
      const group = await this.groupOf(file, firstRow);
      rows = group.rows.slice(firstRow - group.first, firstRow - group.first + events + turns + receipts);
    } catch (fault) {
      throw this.unreadable(reference, isMissing(fault) ? 'it is missing' : messageOf(fault), fault);
    }
    if (digestOf(rows) !== reference.sha256) throw this.unreadable(reference, 'its rows are not those that were written');
    return rows;
  }

  /** Nothing of the file is kept: whoever asks again finds it as it is then. */
  private unreadable({ matchId, file }: Reference, why: string, cause?: unknown): DatabaseError {
    this.files.forget((key) => key === file);
    this.groups.forget((key) => key.startsWith(`${file} `));
    const sentence = `Match ${matchId} is archived in ${file}, and that file cannot be read: ${why}. Bring the file back from a copy, then try again.`;
    return new DatabaseError('archive_unreadable', sentence, cause);
  }

  private async groupOf(file: string, row: number): Promise<RowGroup> {
    const opened = await this.files.get(file, async () => openArchiveFile(await this.place.open(file)));
    const bounds = groupAt(opened, row);
    if (bounds === null) throw new Error('it has fewer rows than were written');
    return this.groups.get(`${file} ${bounds.first}`, () => readGroup(opened, bounds));
  }
}

/** What was used last stays; what failed is tried again. */
class LastUsed<T> {
  private readonly kept = new Map<string, Promise<T>>();
  private readonly most: number;

  constructor(most: number) {
    this.most = most;
  }

  get(key: string, make: () => Promise<T>): Promise<T> {
    const found = this.kept.get(key) ?? make();
    this.kept.delete(key);
    this.kept.set(key, found);
    found.catch(() => this.kept.delete(key));
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= this.most) break;
      this.kept.delete(oldest);
    }
    return found;
  }

  forget(isGone: (key: string) => boolean): void {
    for (const key of this.kept.keys()) if (isGone(key)) this.kept.delete(key);
  }
}

function eventOf({ place, text, at }: ArchiveRow): StoredEvent {
  return { seq: place, json: text, event: JSON.parse(text) as GameEvent, recordedAt: new Date(at) };
}

/** As `turnOf` of the tables reads it. */
function agentTurnOf({ place, text, requests, prompt }: ArchiveRow): AgentTurn {
  const asked = requests ?? (prompt === null ? '{}' : `{"decide":${prompt}}`);
  return { ...(JSON.parse(text) as AgentTurn), turn: place, requests: JSON.parse(asked) as AgentTurn['requests'] };
}
