/** A match's rounds gone through again: what each seat saw, what it did, and what it let lie. */
import type { OpenAction } from '../shared/actions';
import type { OpenEvent, RoundClosed, TurnTaken } from '../shared/events';
import { evolve } from '../shared/evolve';
import { observe } from '../shared/observe';
import { type OpenState, windowEnd } from '../shared/state';
import { isOldAction } from '../shared/types';
import type { RoundExplained } from './explanation';
import { reckonRound } from './missed';

/** By seat, a line for each round in which it could act. */
export function roundsOf(events: readonly OpenEvent[]): Record<string, RoundExplained[]> {
  const bySeat: Record<string, RoundExplained[]> = {};
  let state: OpenState | null = null;
  let begun = -1;
  for (const [place, event] of events.entries()) {
    if (state !== null && isOfTurns(event) && event.round_index > begun) {
      begun = event.round_index;
      const turns = turnsFrom(events, place);
      for (const seat of Object.keys(state.labs)) {
        if (state.labs[seat]?.finished === true) continue;
        const reckoned = reckonRound(observe(state, seat), actionsOf(turns.get(seat)));
        bySeat[seat] = [...(bySeat[seat] ?? []), { ...reckoned, seq: place, idle: [] }];
      }
    }
    state = evolve(state, event);
  }
  if (state !== null) addIdle(bySeat, state);
  return bySeat;
}

/** A round's turns begin with the first of these that bears its number: a turn, or its close when nobody spoke. */
function isOfTurns(event: OpenEvent): event is TurnTaken | RoundClosed {
  return event.type === 'turn_taken' || event.type === 'round_closed';
}

/** All turns of the round that begins here; an organiser's shock may lie between them. */
function turnsFrom(events: readonly OpenEvent[], from: number): Map<string, TurnTaken> {
  const turns = new Map<string, TurnTaken>();
  for (let place = from; ; place++) {
    const event = events[place];
    if (event === undefined || event.type === 'round_closed') return turns;
    if (event.type === 'turn_taken') turns.set(event.lab_id, event);
  }
}

function actionsOf(turn: TurnTaken | undefined): OpenAction[] {
  return turn?.turn.actions.flatMap(({ action }) => (action !== null && isOldAction(action) ? action : [])) ?? [];
}

/** A block that nobody ever put to work, in the last round of its window; what a shock took was not left idle. */
function addIdle(bySeat: Record<string, RoundExplained[]>, end: OpenState): void {
  for (const block of Object.values(end.blocks)) {
    if (block.allocated_to_job_id !== null || block.failed_round !== null) continue;
    const over = windowEnd(block, end.config.rounds);
    const hours = block.gpu_count * Math.max(0, over - Math.max(block.start_round, block.release_round));
    const line = bySeat[block.owner_lab_id]?.find((one) => one.round_index === over - 1);
    if (hours > 0) line?.idle.push({ block_id: block.block_id, hours });
  }
}
