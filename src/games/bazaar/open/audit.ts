/** How to audit the market for scores without created value. */
import { type AuditWords, HONEST, type Place, placeOf, SHARES, type Step } from '~/contract/audit';
import type { Policy } from '~/contract/policy';
import type { BazaarObservation } from './observation';
import { boundOf, type WireAction } from './players/fill-in';
import { linear } from './players/policies';
import { floorOf, milder } from './players/prices';
import { LINEAR, scheduleTurn } from './players/schedule';

const WAIT: WireAction = { action_type: 'wait' };

const others: Policy<BazaarObservation, WireAction> = {
  ...linear,
  choose: (seen) => scheduleTurn(seen, LINEAR)[0] ?? WAIT,
};

export const auditWords: AuditWords<BazaarObservation, WireAction> = {
  units: { score: 'profit of the seat', welfare: 'hundredths that all deals made: worth to the buyers, less costs' },
  oneUnit: false,
  honest: others,
  others,
  known: [],
  language: {
    types: [
      'send_offer',
      'accept_offer',
      'reject_offer',
      'form_coalition',
      'join_coalition',
      'commit_to_coalition',
      'order',
      'send_message',
      'finish',
      HONEST,
    ],
    fieldsOf: (type) =>
      ({
        send_offer: ['ask', 'pick', 'when', 'until'] as const,
        accept_offer: ['pick', 'when'] as const,
        reject_offer: ['pick', 'when'] as const,
        form_coalition: ['ask', 'when'] as const,
        join_coalition: ['ask', 'when'] as const,
        commit_to_coalition: ['ask', 'when'] as const,
        order: ['ask', 'when'] as const,
        send_message: ['when'] as const,
      })[type] ?? ['when'],
    values: { ask: ['cent', 'little', 'half', 'all', 'more'] },
    longest: 5,
  },
  idle: () => WAIT,
  moveOf(step, seen, place) {
    return isDue(step, seen, place) ? actionOf(step, seen, place) : null;
  },
};

function isDue({ when }: Step, { last_turn, turns_left, round, rounds }: BazaarObservation, { round: turn }: Place): boolean {
  switch (when) {
    case 'always':
      return true;
    case 'first round':
      return turn === 0;
    case 'second round':
      return turn === 1;
    case 'middle round':
      return Math.abs(round - rounds / 2) < 1;
    case 'last three rounds':
      return turns_left <= 3;
    case 'last two rounds':
      return turns_left <= 2;
    case 'last round':
      return last_turn;
    case 'odd rounds':
      return turn % 2 === 1;
    case 'even rounds':
      return turn % 2 === 0;
  }
}

function actionOf({ type, ask, pick, until }: Step, seen: BazaarObservation, place: Place): WireAction | null {
  const legal = seen.legal_actions.find(({ action_type }) => action_type === (type === 'order' ? 'commit_to_coalition' : type));
  if (!legal) return null;
  const priced = (): number => Math.max(0.01, Math.round(100 * priceBy(ask, seen)) / 100);
  switch (type) {
    case 'send_offer': {
      const targets = legal.targets ?? [null];
      const target_id = targets[placeOf(pick, targets.length, place)] ?? null;
      const bound = boundOf(seen, { target_id, quantity: 1 });
      const price = bound === null ? priced() : milder(seen, priced(), bound);
      return { action_type: type, target_id, price, quantity: 1, ...(until === 'shortest' && { expires_in: 1 }) };
    }
    case 'accept_offer':
    case 'reject_offer': {
      const ids = legal.offer_ids ?? [];
      const offer_id = ids[placeOf(pick, Math.max(1, ids.length), place)];
      return offer_id === undefined ? null : { action_type: type, offer_id };
    }
    case 'form_coalition':
      return { action_type: type, members: legal.members ?? [], split: 'uniform', reserve: priced() };
    case 'join_coalition':
    case 'commit_to_coalition': {
      const [coalition_id] = legal.coalition_ids ?? [];
      return coalition_id === undefined ? null : { action_type: type, coalition_id, reserve: Math.max(priced(), legal.lowest ?? 0) };
    }
    case 'order': {
      const pool = seen.pools.find(({ coalition_id }) => coalition_id === seen.you.pool);
      const participants = pool?.members ?? [];
      if (!pool || participants.length < 2) return null;
      return {
        action_type: 'send_offer',
        target_id: null,
        price: priced(),
        quantity: participants.length,
        coalition_id: pool.coalition_id,
        participants,
      };
    }
    case 'send_message':
      return {
        action_type: type,
        target_id: null,
        message: 'I have a better offer.',
        claim: { kind: 'rival_offer', price: seen.mean_list_price },
      };
    case 'finish':
      return { action_type: type };
    default:
      return null;
  }
}

/** From the worst price for this seat to one that nobody accepts. */
function priceBy(ask: Step['ask'], seen: BazaarObservation): number {
  if (ask === 'cent') return 0.01;
  const floor = floorOf(seen);
  const far = seen.side === 'seller' ? 2 * seen.mean_list_price : 0.01;
  return floor + SHARES[ask] * (far - floor) * (ask === 'more' ? 1 / 3 : 1);
}
