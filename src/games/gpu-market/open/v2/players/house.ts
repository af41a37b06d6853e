/**
 * The house labs under version 2: they trade as in version 1, answer questions, decline offers they will not accept, and join ventures; one
 * in three founds one.
 */
import { once } from '~/lib/once';
import type { Archetype } from '../../../types';
import type { TakenAction } from '../../shared/actions';
import type { OpenObservation } from '../../shared/observation';
import { archetypeTurn, isRespectable, STYLES } from '../../shared/players/archetypes';
import { Desk } from '../../shared/players/desk';
import type { OpenObservation2 } from '../observation';
import { memberActions } from './member';
import { withPitch2 } from './pitch';
import { asShared, deskAfter, withWants } from './planner';
import { answers, asQuestion, type Candour, isBid, withCost } from './talk';
import { venturePlannerTurn2 } from './venture';

/** One lab in this many plans for ventures. */
const PLANS_EVERY = 3;

const CANDOUR: Record<Archetype, Candour> = {
  cooperative: 'open',
  selfish: 'guarded',
  deadline_panicked: 'open',
  deceptive: 'open',
  retaliatory: 'open',
};

export function houseTurn2(seen: OpenObservation2, archetype: Archetype): TakenAction[] {
  const number = Number(seen.controlled_lab_id.slice('lab_'.length));
  const trade = () => traderTurn(seen, archetype);
  if (number % PLANS_EVERY !== 1 || !seen.coalitions_allowed) return trade();
  // The first of them founds a venture in the first round, the next one a round later if it has not been invited by then.
  const founds = ({ round_index }: OpenObservation2) => round_index === Math.floor(number / PLANS_EVERY);
  const turn = venturePlannerTurn2(seen, { founds, trade });
  return withAnswers(seen, { turn, said: answered(seen, archetype, turn) });
}

function traderTurn(seen: OpenObservation2, archetype: Archetype): TakenAction[] {
  const shared = asShared(seen);
  const respected = (lab: string) => archetype !== 'retaliatory' || isRespectable(shared, lab);
  const ventures = memberActions(seen, ({ founder }) => respected(founder));
  const pledged = new Set(ventures.flatMap(({ action_type, block_ids = [] }) => (action_type === 'withdraw_pledge' ? [] : block_ids)));
  const spoken = (now: OpenObservation) => {
    const turn = archetypeTurn(now, archetype);
    const isOpen = CANDOUR[archetype] === 'open';
    const desk = once(() => deskAfter(now as OpenObservation2, turn));
    return turn.map((action) => (isBid(action) ? asQuestion(action, isOpen ? desk() : null) : isOpen ? withCost(action, desk) : action));
  };
  const deals = withWants(seen, spoken).filter(
    (action) => action.action_type !== 'send_offer' || !action.block_ids?.some((id) => pledged.has(id)),
  );
  const all = [...ventures, ...deals];
  const turn = withAnswers(seen, { turn: all, said: answered(seen, archetype, all) });
  const rejection = turn.length < seen.actions_per_round ? rejected(seen, turn) : null;
  return withPitch2(rejection === null ? turn : [...turn, rejection], seen);
}

function answered(seen: OpenObservation2, archetype: Archetype, turn: readonly TakenAction[]): TakenAction[] {
  return answers(seen, { style: STYLES[archetype](asShared(seen)), candour: CANDOUR[archetype] }, turn);
}

/** First what it accepts and allocates, then its answers, then its messages to all. */
function withAnswers(seen: OpenObservation2, { turn, said }: { turn: TakenAction[]; said: TakenAction[] }): TakenAction[] {
  const isCall = (action: TakenAction) =>
    ['send_offer', 'post_want', 'send_message'].includes(action.action_type) && !said.includes(action);
  const firm = turn.filter((action) => !isCall(action));
  return [...firm, ...said, ...turn.filter(isCall)].slice(0, seen.actions_per_round);
}

/** Declines the first private offer that would leave it worse off by its own plan, with a true reason. */
function rejected(seen: OpenObservation2, turn: readonly TakenAction[]): TakenAction | null {
  const desk = once(() => new Desk(asShared(seen), 0));
  const taken = new Set(turn.map(({ offer_id }) => offer_id));
  const poor = seen.active_offers.find(
    (offer) => offer.to_lab_id === seen.controlled_lab_id && !taken.has(offer.offer_id) && desk().valueOf(offer) < 0,
  );
  if (poor === undefined) return null;
  return { action_type: 'reject_offer', offer_id: poor.offer_id, message: 'No: by our own plan we would lose by that.' };
}
