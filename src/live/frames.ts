import { compare } from 'fast-json-patch/index.mjs';
import type { AnyGame, Viewer } from '~/games/game';
import type { MatchRecord, StoredEvent } from '~/store/event-store';
import { isLive } from '~/store/match-order';
import type { Frame } from './protocol';
import { shareUnchanged } from './share-unchanged';

/** What the watchers of a match see of it, all of them the same: everything, or what is public. */
export type Sight = 'all' | 'public';

/** An open match hides nothing; a public one hides private things until it is over. */
export function sightOf(match: Pick<MatchRecord, 'visibility' | 'status'>): Sight {
  return match.visibility === 'open' || isOver(match.status) ? 'all' : 'public';
}

export function isOver(status: MatchRecord['status']): boolean {
  return !isLive({ status });
}

/** Folds a match's events, one after the other, into frames for one sight. */
export class FrameFold {
  /** Sequence number of the newest event folded in. */
  head = 0;
  /** The view after it; `{}` before the first. */
  view: object = {};
  readonly sight: Sight;
  private state: unknown = null;
  private readonly game: AnyGame;
  private readonly viewer: Viewer;

  constructor(game: AnyGame, sight: Sight) {
    this.game = game;
    this.sight = sight;
    this.viewer = { kind: sight };
  }

  /** The next event in order becomes the next frame. */
  take({ seq, event }: StoredEvent): Frame {
    if (seq !== this.head + 1) throw new Error(`frames: event ${seq} after ${this.head}`);
    this.state = this.game.evolve(this.state, event);
    const after = settled(this.view, this.game.view(this.state, this.viewer));
    const frame = { seq, event: this.game.publish(event, this.viewer, this.state), patch: compare(this.view, after) };
    this.view = after;
    this.head = seq;
    return frame;
  }
}

/** A view may share parts with the state, which the next event changes in place; so it is copied, and shares what it can with the view before. */
function settled(before: object, view: unknown): object {
  const copy = shareUnchanged(before, view);
  if (typeof copy !== 'object' || copy === null) throw new Error('frames: a view is an object');
  return copy;
}
