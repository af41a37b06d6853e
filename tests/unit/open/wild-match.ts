/** A match played wildly, with all that came from outside kept: turns, a clock that ran out, an organiser's shocks. */

import type { Chooser } from '~/engine/memory-run';
import type { OpenEvent } from '~/games/gpu-market/open/shared/events';
import { evolve } from '~/games/gpu-market/open/shared/evolve';
import type { OpenObservation } from '~/games/gpu-market/open/shared/observation';
import { observe } from '~/games/gpu-market/open/shared/observe';
import { awaited } from '~/games/gpu-market/open/shared/rules/rounds';
import { scheduleShock } from '~/games/gpu-market/open/shared/rules/shocks';
import type { OpenState } from '~/games/gpu-market/open/shared/state';
import { OPEN_SHOCK_KINDS, type OpenShockKind } from '~/games/gpu-market/open/shared/types';
import { decide, lapse, open } from '~/games/gpu-market/open/v1/decide';
import { Draws } from '~/lib/random/draws';
import { streamOf } from '~/lib/random/mt19937';
import { type AnyMatch, wildPlayer } from './wild-play';

export type Doing = { turn: unknown; seat: string } | { lapse: true } | { shock: OpenShockKind };

export interface WildMatch extends AnyMatch {
  doings: Doing[];
  events: OpenEvent[];
  state: OpenState;
}

const LAPSES = 0.04;
const LIVE_SHOCKS = 0.02;

export function playWild(match: AnyMatch): WildMatch {
  const chance = new Draws(streamOf(match.players, [98]), 0);
  const players = new Map<string, Chooser<OpenObservation>>();
  const doings: Doing[] = [];
  const events = open(match.config);
  let state = foldAll(events);
  function happen(doing: Doing): void {
    doings.push(doing);
    for (const event of outcomeOf(state, doing)) {
      events.push(event);
      state = evolve(state, event);
    }
  }
  while (!state.finished) {
    if (chance.random() < LIVE_SHOCKS) happen({ shock: chance.choice(OPEN_SHOCK_KINDS) });
    for (const seat of awaited(state)) {
      const player = players.get(seat) ?? wildPlayer(match.players, seat);
      players.set(seat, player);
      happen({ turn: player(observe(state, seat)), seat });
    }
    // A clock that runs out strikes right after a round's start: nobody has spoken yet.
    if (!state.finished && chance.random() < LAPSES) happen({ lapse: true });
  }
  return { ...match, doings, events, state };
}

/** What came of it. */
export function outcomeOf(state: OpenState, doing: Doing): OpenEvent[] {
  if ('lapse' in doing) return lapse(state);
  if ('turn' in doing) return decide(state, doing.seat, doing.turn);
  const scheduled = scheduleShock(state, doing.shock);
  return scheduled === null ? [] : [scheduled];
}

export function foldAll(events: readonly OpenEvent[]): OpenState {
  let state: OpenState | null = null;
  for (const event of events) state = evolve(state, event);
  if (state === null) throw new Error('no opening');
  return state;
}
