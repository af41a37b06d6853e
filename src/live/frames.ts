import { compare } from 'fast-json-patch/index.mjs';
import type { AnyGame, Viewer } from '~/contract/game';
import type { MatchRecord, StoredEvent } from '~/store/event-store';
import { isLive } from '~/store/match-order';
import { isSealed } from '~/store/match-record';
import type { Frame } from './protocol';

/** What a viewer sees of a match: everything, the public part, or a seat's view. */
export type Sight = 'all' | 'public' | `seat:${string}`;

/**
 * An open match hides nothing, unless watchers see it late: its first event has the seed, with which scripts can be played ahead, so it is
 * shown like a public one. A public match hides private data until it is over and nobody else plays its world, except that holders see their
 * own seat. In the lobby, holders see only the public part, so that trying one seat after the other reveals nothing.
 */
export function sightOf(
  match: Pick<MatchRecord, 'visibility' | 'status'> & Partial<Pick<MatchRecord, 'delayTurns' | 'season' | 'series'>>,
  seat: string | null = null,
): Sight {
  const { visibility, status, delayTurns = 0 } = match;
  if ((visibility === 'open' && delayTurns === 0) || (isOver(status) && !isSealed(match))) return 'all';
  return seat === null || match.status === 'lobby' ? 'public' : `seat:${seat}`;
}

export function isOver(status: MatchRecord['status']): boolean {
  return !isLive({ status });
}

/** Folds a match's events into frames for one sight. */
export class FrameFold {
  /** Sequence number of the newest folded event. */
  head = 0;
  /** The view after that event if its frame was a beat; `{}` before the first event. */
  view: object = {};
  readonly sight: Sight;
  private state: unknown = null;
  /** The view does not yet include all folded events. */
  private isBehind = false;
  private readonly game: AnyGame;
  private readonly viewer: Viewer;

  constructor(game: AnyGame, sight: Sight) {
    this.game = game;
    this.sight = sight;
    this.viewer = viewerOf(sight);
  }

  /**
   * Turns the next event into the next frame. At a beat, the view is updated. Between beats, frames carry only their events, and the next
   * beat's patch has all their changes.
   */
  take({ seq, event }: StoredEvent, isBeat = true): Frame {
    if (seq !== this.head + 1) throw new Error(`frames: event ${seq} after ${this.head}`);
    this.state = this.game.evolve(this.state, event);
    this.head = seq;
    const shown = this.game.publish(event, this.viewer, this.state);
    const glanced = this.isBehind ? null : (this.game.glance?.(this.state, this.view, event) ?? null);
    if (glanced === null && !isBeat) {
      this.isBehind = true;
      return { seq, event: shown, patch: NOTHING };
    }
    const after = glanced ?? settled(this.view, this.game.view(this.state, this.viewer));
    const patch = compare(this.view, after);
    this.view = after;
    this.isBehind = false;
    return { seq, event: shown, patch: patch.length === 0 ? NOTHING : patch };
  }
}

/** Shared by all frames without a change; frames are immutable. */
const NOTHING: Frame['patch'] = [];

function viewerOf(sight: Sight): Viewer {
  return sight === 'all' || sight === 'public' ? { kind: sight } : { kind: 'seat', seat: sight.slice('seat:'.length) };
}

/**
 * A view may share parts with the state, which the next event changes in place. So the view is copied, sharing what it can with the
 * previous one.
 */
function settled(before: object, view: unknown): object {
  const copy = shareUnchanged(before, view);
  if (typeof copy !== 'object' || copy === null) throw new Error('frames: a view is an object');
  return copy;
}

/**
 * Copies `after` as JSON would, reusing every part of `before` that is equal. Unchanged parts keep their identity, so that a comparison of
 * the two can stop there. `before` must be the result of an earlier call.
 */
export function shareUnchanged(before: unknown, after: unknown): unknown {
  if (typeof after !== 'object' || after === null) return after === 0 ? 0 : after; // JSON has no -0
  return Array.isArray(after) ? shareList(before, after) : shareRecord(before, after as Record<string, unknown>);
}

function shareList(before: unknown, after: readonly unknown[]): unknown[] {
  const old: readonly unknown[] = Array.isArray(before) ? before : [];
  const copy = after.map((item, index) => shareUnchanged(old[index], item));
  const isSame = Array.isArray(before) && before.length === copy.length && copy.every((item, index) => item === before[index]);
  return isSame ? before : copy;
}

function shareRecord(before: unknown, after: Record<string, unknown>): Record<string, unknown> {
  const old = isRecord(before) ? before : {};
  const copy: Record<string, unknown> = {};
  let isSame = isRecord(before);
  let count = 0;
  for (const key of Object.keys(after)) {
    const value = after[key];
    if (value === undefined) continue; // JSON omits it
    const was = Object.hasOwn(old, key) ? old[key] : undefined;
    const shared = shareUnchanged(was, value);
    put(copy, key, shared);
    count += 1;
    if (shared !== was) isSame = false;
  }
  return isSame && Object.keys(old).length === count ? old : copy;
}

/** Defines the key as an own property, even `__proto__`, which an assignment would set as the prototype. */
function put(record: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__') Object.defineProperty(record, key, { value, enumerable: true, writable: true, configurable: true });
  else record[key] = value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
