import { labelled } from '~/kit/names';
import type { OpenObservation } from '../../../shared/observation';
import { Appraiser } from '../../../shared/plans/appraise';
import type { Desk } from '../desk-context';
import { actionsOf, blocksSpokenFor, type DraftTurn, NO_DRAFT } from '../draft-turn';
import { drafted } from '../draft-worth';
import { namesSeen } from '../names';

const none = (): void => undefined;

/** The desk of a seat that composes this turn, whose buttons do nothing. */
export function deskOf(observation: OpenObservation, draft: DraftTurn = NO_DRAFT): Desk {
  const standing = new Appraiser(observation);
  const names = namesSeen(observation);
  return {
    matchId: 'm',
    seat: observation.controlled_lab_id,
    observation,
    standing,
    appraiser: standing,
    done: drafted(observation, actionsOf(draft)),
    draft,
    spoken: blocksSpokenFor(draft),
    coming: [],
    locked: null,
    add: none,
    drop: none,
    fill: none,
    remove: none,
    open: none,
    say: (text) => labelled(text, names),
  };
}
