import type { Chooser } from '~/engine/memory-run';
import type { OpenObservation } from '~/games/gpu-market/open/shared/observation';
import { wildPlayer } from './wild-play';

/** Plays by chance, but takes nothing from anybody, the operator included. */
export function inward(players: number, allocates: boolean): Chooser<OpenObservation> {
  const wild = wildPlayer(players, 'lab_0');
  const is = (kind: string) => kind !== 'accept_offer' && (allocates || kind !== 'allocate_to_job');
  return (observation) => {
    const turn = wild({ ...observation, legal_actions: observation.legal_actions.filter((one) => is(one.action_type)) });
    return Array.isArray(turn) ? turn.filter((one: { action_type?: string } | null) => is(one?.action_type ?? '')) : turn;
  };
}
