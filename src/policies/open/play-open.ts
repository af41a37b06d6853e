/** Plays a whole match of ruleset `open` in memory: every seat's turn from its own observation. */
import type { OpenConfig } from '~/games/gpu-market/open/config';
import { decideBy, open } from '~/games/gpu-market/open/decide';
import type { OpenEvent } from '~/games/gpu-market/open/events';
import { evolve } from '~/games/gpu-market/open/evolve';
import type { OpenObservation } from '~/games/gpu-market/open/observation';
import { openMarket } from '~/games/gpu-market/open/open';
import type { Apply } from '~/games/gpu-market/open/proceedings';
import type { OpenState } from '~/games/gpu-market/open/state';
import type { Draws } from '~/games/random/draws';
import { askPolicy } from '../ask-policy';
import type { Policy } from '../policy';

/** Who plays a seat in memory: a turn for an observation, and the seat's own numbers for those that draw. */
export type OpenPlayer = (observation: OpenObservation, chance?: Draws) => unknown;

export interface PlayedMatch {
  state: OpenState;
  events: OpenEvent[];
}

export function playOpen(config: OpenConfig, playerOf: (seat: string) => OpenPlayer, watch?: (match: PlayedMatch) => void): PlayedMatch {
  return playBy({ apply: evolve, watch }, config, playerOf);
}

interface Manner {
  /** What applies events: `evolve`, or in a test the rules with a planted fault. */
  apply: Apply;
  /** Called before each round's turns and at the end. */
  watch?: ((match: PlayedMatch) => void) | undefined;
}

/** `playOpen` by rules in which a test may have planted a fault. */
export function playBy({ apply, watch }: Manner, config: OpenConfig, playerOf: (seat: string) => OpenPlayer): PlayedMatch {
  const events = open(config);
  let state: OpenState | null = null;
  for (const event of events) state = apply(state, event);
  if (state === null) throw new Error('playOpen: no opening');
  const match: PlayedMatch = { state, events };
  const players = new Map<string, Pick<Policy, 'choose' | 'needsChance'>>();
  while (!match.state.finished) {
    watch?.(match);
    for (const seat of openMarket.toAct(match.state)) {
      const player = players.get(seat) ?? drawing(playerOf(seat));
      players.set(seat, player);
      const move = askPolicy(openMarket, player, { state: match.state, seat });
      for (const event of decideBy(apply, match.state, { seat, move })) {
        events.push(event);
        match.state = apply(match.state, event);
      }
    }
  }
  watch?.(match);
  return match;
}

function drawing(player: OpenPlayer): Pick<Policy, 'choose' | 'needsChance'> {
  return { needsChance: true, choose: player };
}
