import { compare } from 'fast-json-patch/index.mjs';
import type { AnyGame, Viewer } from '~/contract/game';
import type { MatchRecord, StoredEvent } from '~/store/event-store';
import { isLive } from '~/store/match-order';
import { isSealed } from '~/store/match-record';
import type { Frame } from './protocol';

/** What somebody sees of a match: everything, what is public, or what a seat's holder sees. */
export type Sight = 'all' | 'public' | `seat:${string}`;

/**
 * An open match hides nothing; a public one hides private things until it is over (and others play its world no more), but a seat's own
 * from its holder. In the lobby holders see what all see: who tries one seat after the other learns nothing of them.
 */
export function sightOf(
  match: Pick<MatchRecord, 'visibility' | 'status'> & Partial<Pick<MatchRecord, 'season' | 'series'>>,
  seat: string | null = null,
): Sight {
  if (match.visibility === 'open' || (isOver(match.status) && !isSealed(match))) return 'all';
  return seat === null || match.status === 'lobby' ? 'public' : `seat:${seat}`;
}

export function isOver(status: MatchRecord['status']): boolean {
  return !isLive({ status });
}

/** Folds a match's events, one after the other, into frames for one sight. */
export class FrameFold {
  /** Sequence number of the newest event folded in. */
  head = 0;
  /** The view after it, when its frame was a beat; `{}` before the first. */
  view: object = {};
  readonly sight: Sight;
  private state: unknown = null;
  /** Events have passed that the view does not show yet. */
  private isBehind = false;
  private readonly game: AnyGame;
  private readonly viewer: Viewer;

  constructor(game: AnyGame, sight: Sight) {
    this.game = game;
    this.sight = sight;
    this.viewer = viewerOf(sight);
  }

  /**
   * The next event in order becomes the next frame. At a beat the view is brought up to date; where many events come at once, the
   * frames between the beats carry their events, and the beat's patch what all of them have changed.
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

/** One for all frames without a change: there are many, and nobody changes a frame. */
const NOTHING: Frame['patch'] = [];

function viewerOf(sight: Sight): Viewer {
  return sight === 'all' || sight === 'public' ? { kind: sight } : { kind: 'seat', seat: sight.slice('seat:'.length) };
}

/** A view may share parts with the state, which the next event changes in place; so it is copied, and shares what it can with the view before. */
function settled(before: object, view: unknown): object {
  const copy = shareUnchanged(before, view);
  if (typeof copy !== 'object' || copy === null) throw new Error('frames: a view is an object');
  return copy;
}

/**
 * An independent copy of `after` that shares with `before` whatever is equal in both, as JSON would carry it: what has no change is
 * the very same object, so that comparing the two stops there. `before` is such a copy already.
 */
export function shareUnchanged(before: unknown, after: unknown): unknown {
  if (typeof after !== 'object' || after === null) return after === 0 ? 0 : after; // JSON knows no -0
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
    if (value === undefined) continue; // JSON leaves it out
    const was = Object.hasOwn(old, key) ? old[key] : undefined;
    const shared = shareUnchanged(was, value);
    put(copy, key, shared);
    count += 1;
    if (shared !== was) isSame = false;
  }
  return isSame && Object.keys(old).length === count ? old : copy;
}

/** Also under the one name that would else set the record's prototype. */
function put(record: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__') Object.defineProperty(record, key, { value, enumerable: true, writable: true, configurable: true });
  else record[key] = value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
