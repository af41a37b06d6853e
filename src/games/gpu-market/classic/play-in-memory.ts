/** A classic match without a log, for programs that play thousands of them. */
import type { Stream } from '../../random/mt19937';
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
