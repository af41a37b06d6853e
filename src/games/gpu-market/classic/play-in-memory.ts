/** A classic match without a log, for programs that play thousands. */
import type { InPlace, SeatId } from '~/contract/game';
import { ownStreamOf, type Stream } from '~/lib/random/mt19937';
import type { Observation } from '../types';
import type { ClassicConfig } from './config';
import { play } from './decide';
import { evolve } from './evolve';
import { observe, observeAfterEnd } from './observe';
import type { ClassicState } from './state';
import { openMatch } from './world';

/** `stream`: the seed's stream, if the caller holds it. */
export function startMatch(config: ClassicConfig, stream?: Stream): ClassicState {
  let state: ClassicState | null = null;
  for (const event of openMatch(config, stream)) state = evolve(state, event);
  if (state === null) throw new Error('a match opens with an event');
  return state;
}

/** Plays lab_0's move in place and returns its observation; after the end, the same again with `episode_done`. */
export function step(state: ClassicState, move: unknown, stream?: Stream): Observation {
  if (state.finished) return observeAfterEnd(state);
  play(state, move, { stream });
  return observe(state);
}

export function inPlace(config: ClassicConfig): InPlace<ClassicState> {
  return new MatchInPlace(config);
}

/**
 * Holds the stream for the whole match: a shared one would be evicted among many matches and regenerated at every step. A class, because
 * two new closures per match reduce its speed by a tenth.
 */
class MatchInPlace implements InPlace<ClassicState> {
  readonly state: ClassicState;
  readonly #stream: Stream;

  constructor(config: ClassicConfig) {
    this.#stream = ownStreamOf(config.seed);
    this.state = startMatch(config, this.#stream);
  }

  play(_seat: SeatId, move: unknown): void {
    play(this.state, move, { stream: this.#stream });
    if (this.state.finished) this.leave();
  }

  leave(): void {
    this.#stream.forget();
  }
}
