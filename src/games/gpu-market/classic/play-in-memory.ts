/** A classic match without a log, for programs that play thousands of them. */
import type { InPlace } from '~/contract/game';
import { ownStreamOf, type Stream } from '~/lib/random/mt19937';
import type { Observation } from '../types';
import type { ClassicConfig } from './config';
import { play } from './decide';
import { evolve } from './evolve';
import { observe, observeAfterEnd } from './observe';
import type { ClassicState } from './state';
import { openMatch } from './world';

/** `stream`: that of the seed, where somebody holds it. */
export function startMatch(config: ClassicConfig, stream?: Stream): ClassicState {
  let state: ClassicState | null = null;
  for (const event of openMatch(config, stream)) state = evolve(state, event);
  if (state === null) throw new Error('a match opens with an event');
  return state;
}

/** Plays lab_0's move in place and tells what it sees then; after the end, the same again with `episode_done`. */
export function step(state: ClassicState, move: unknown, stream?: Stream): Observation {
  if (state.finished) return observeAfterEnd(state);
  play(state, move, { stream });
  return observe(state);
}

/** The stream is held for the whole match: among many matches a shared one would be forgotten, and made anew, at every step. */
export function inPlace(config: ClassicConfig): InPlace<ClassicState> {
  const stream = ownStreamOf(config.seed);
  const state = startMatch(config, stream);
  return {
    state,
    play(_seat, move) {
      play(state, move, { stream });
      if (state.finished) stream.forget();
    },
    leave: () => stream.forget(),
  };
}
