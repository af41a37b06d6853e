/** The order of lists of matches (newest first), the cursors into it, and what a filter finds: the same in every store. */
import type { MatchFilter, MatchRecord } from './event-store';

/** A cursor that this code did not make. */
export class BadCursor extends Error {
  override readonly name = 'BadCursor';
  readonly code = 'bad_cursor';
}

export const LIVE_STATUSES = ['running', 'paused'] as const;

export function isLive(record: Pick<MatchRecord, 'status'>): boolean {
  return record.status === 'running' || record.status === 'paused';
}

/** Who asks by seed finds no match whose seed is still a secret: else asking would tell it. */
export function matches(record: MatchRecord, filter: MatchFilter): boolean {
  if (filter.status && !filter.status.includes(record.status)) return false;
  if (filter.ruleset !== undefined && record.ruleset !== filter.ruleset) return false;
  if (filter.task !== undefined && record.task !== filter.task) return false;
  if (filter.policy !== undefined && !record.seats.some((seat) => seat.policy === filter.policy)) return false;
  if (filter.seed === undefined) return true;
  return record.seed === filter.seed && (record.visibility === 'open' || !isLive(record));
}

/** The place after this match. */
export function cursorOf(record: Pick<MatchRecord, 'createdAt' | 'id'>): string {
  return Buffer.from(`${record.createdAt.getTime()} ${record.id}`).toString('base64url');
}

export function readCursor(cursor: string): { createdAt: Date; id: string } {
  const found = /^(\d{1,15}) ([a-z0-9]+)$/.exec(Buffer.from(cursor, 'base64url').toString());
  if (!found?.[1] || !found[2]) throw new BadCursor('This cursor was not made by Mandi: begin the list anew.');
  return { createdAt: new Date(Number(found[1])), id: found[2] };
}
