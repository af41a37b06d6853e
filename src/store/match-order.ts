/** Order of match lists (newest first), their cursors, and filters. Shared by all stores. */
import type { ControlCommand, MatchFilter, MatchRecord, Order } from './event-store';
import { isSealed } from './match-record';
import { playedBy } from './match-types';

/** A cursor that this code did not create. */
export class BadCursor extends Error {
  override readonly name = 'BadCursor';
  readonly code = 'bad_cursor';
}

export const LIVE_STATUSES = ['lobby', 'running', 'paused'] as const;

/** Not over. */
export function isLive(record: Pick<MatchRecord, 'status'>): boolean {
  return LIVE_STATUSES.some((status) => status === record.status);
}

/** Started and not over. */
export function isUnderWay(record: Pick<MatchRecord, 'status'>): boolean {
  return record.status === 'running' || record.status === 'paused';
}

/** A filter by seed leaves out matches whose seed is secret; otherwise a search would reveal it. */
export function matches(record: MatchRecord, filter: MatchFilter): boolean {
  if (filter.isPrivate !== undefined && record.isPrivate !== filter.isPrivate) return false;
  if (filter.begins !== undefined && !record.id.startsWith(filter.begins)) return false;
  if (filter.status && !filter.status.includes(record.status)) return false;
  if (filter.game !== undefined && record.game !== filter.game) return false;
  if (filter.version !== undefined && record.version !== filter.version) return false;
  if (filter.task !== undefined && record.task !== filter.task) return false;
  if (filter.policy !== undefined && !record.seats.some((seat) => playedBy(seat) === filter.policy)) return false;
  if (filter.people && !record.seats.some(({ kind }) => kind === 'person')) return false;
  if (filter.seed === undefined) return true;
  return record.seed === filter.seed && !isSealed(record) && (!isLive(record) || (record.visibility === 'open' && record.delayTurns === 0));
}

/** The cursor that continues after this match. */
export function cursorOf(record: Pick<MatchRecord, 'createdAt' | 'id'>): string {
  return Buffer.from(`${record.createdAt.getTime()} ${record.id}`).toString('base64url');
}

export function readCursor(cursor: string): { createdAt: Date; id: string } {
  const found = /^(\d{1,15}) ([a-z0-9]+)$/.exec(Buffer.from(cursor, 'base64url').toString());
  if (!found?.[1] || !found[2]) throw new BadCursor('This cursor was not made by Mandi. Start the list again.');
  return { createdAt: new Date(Number(found[1])), id: found[2] };
}

/** Orders that change a match's status. */
export const STEERING = ['pause', 'resume', 'abort'] as const;

export function isSteering(order: Order): boolean {
  return STEERING.some((command) => command === order.command);
}

export function orderOf(asked: ControlCommand | Order): Order {
  return typeof asked === 'string' ? { command: asked } : asked;
}
