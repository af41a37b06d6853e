/** A match of version 2 in memory, for tests and measurements. */
import type { Draws } from '~/lib/random/draws';
import type { OpenEvent } from '../../shared/events';
import type { OpenState } from '../../shared/state';
import type { OpenConfig2 } from '../config';
import type { OpenObservation2 } from '../observation';
import { openMarket2 } from '../open';

export type Player2 = (seen: OpenObservation2, chance: Draws) => unknown;

export function playMatch2(config: OpenConfig2, playerOf: (seat: string) => Player2): { events: OpenEvent[]; state: OpenState } {
  const events = openMarket2.open(config);
  let state = events.reduce<OpenState | null>((so, event) => openMarket2.evolve(so, event), null);
  if (state === null) throw new Error('a match without an opening');
  while (!state.finished) {
    const asked = openMarket2.toAct(state).map((seat) => move(state as OpenState, seat, playerOf(seat)));
    for (const { seat, turn } of asked) {
      for (const event of openMarket2.decide(state, seat, turn)) {
        events.push(event);
        state = openMarket2.evolve(state, event);
      }
    }
  }
  return { events, state };
}

/** Every player chooses before any turn is applied. */
function move(state: OpenState, seat: string, player: Player2): { seat: string; turn: unknown } {
  const chance = openMarket2.chance?.(state, seat);
  if (chance === undefined) throw new Error('the game gives no numbers');
  const turn = player(openMarket2.observe(state, seat), chance);
  return { seat, turn: openMarket2.houseMove?.(turn, chance.drawn) ?? turn };
}
