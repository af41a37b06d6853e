/** Wants, promises and proposed plans, in sentences. */
import type { Names } from '../../../describe';
import type { PlanDropped, PlanProposed, PromiseEnded, PromiseMade, WantPosted } from '../bargain-events';
import type { ToldOpenEvent } from './told';
import { and, capital, headOf, money, ownerOf, toOf } from './words';

const TYPES = ['want_posted', 'want_closed', 'promise_made', 'promise_ended', 'plan_proposed', 'plan_vetoed', 'plan_dropped'] as const;

export type ToldBargain = Extract<ToldOpenEvent, { type: (typeof TYPES)[number] }>;

export function isBargain(event: ToldOpenEvent): event is ToldBargain {
  return TYPES.some((type) => type === event.type);
}

export function describeBargain(event: ToldBargain, names: Names): string {
  switch (event.type) {
    case 'want_posted':
      return wanted(event, names);
    case 'want_closed':
      return `${capital(ownerOf(event.lab_id, names))} want ${event.want_id} ${WANT_OVER[event.status]}.`;
    case 'promise_made':
      return promised(event, names);
    case 'promise_ended':
      return promiseOver(event, names);
    case 'plan_proposed':
      return proposed(event, names);
    case 'plan_vetoed':
      return `${headOf(event.lab_id, names)} vetoed plan ${event.plan_id}.`;
    case 'plan_dropped':
      return dropped(event, names);
  }
}

const WANT_OVER = { filled: 'was filled', withdrawn: 'was withdrawn', expired: 'expired' } as const;

function wanted({ want }: WantPosted, names: Names): string {
  const least = want.min_reliability > 0 ? `, reliability at least ${want.min_reliability}` : '';
  const words = want.message === '' ? '' : ` “${want.message}”`;
  const window = want.from_round === want.to_round ? `in round ${want.from_round}` : `in rounds ${want.from_round} to ${want.to_round}`;
  return `${headOf(want.lab_id, names)} wants ${want.hours} GPU-hours ${window}${least}, for ${money(want.payment_cents)} (${want.want_id}).${words}`;
}

function promised({ promise }: PromiseMade, names: Names): string {
  const { from_lab_id, to_lab_id, block_ids, until_round, price_cents, bond_cents, message } = promise;
  const words = message === '' ? '' : ` “${message}”`;
  return `${headOf(from_lab_id, names)} promised to hold ${and(block_ids)} for ${toOf(to_lab_id, names)} until round ${until_round}, at ${money(price_cents)}, with a bond of ${money(bond_cents)}.${words}`;
}

function promiseOver({ why, promise_id, from_lab_id, to_lab_id, refund_cents, forfeit_cents }: PromiseEnded, names: Names): string {
  const [giver, other] = [headOf(from_lab_id, names), headOf(to_lab_id, names)];
  const back = refund_cents > 0 ? `; the bond of ${money(refund_cents)} returns to ${toOf(from_lab_id, names)}` : '';
  if (why === 'broken')
    return `${giver} broke the promise ${promise_id}: the bond of ${money(forfeit_cents)} goes to ${toOf(to_lab_id, names)}.`;
  if (why === 'taken') return `${other} accepted the promise ${promise_id}${back}.`;
  if (why === 'declined') return `${other} declined the promise ${promise_id}${back}.`;
  return why === 'lapsed'
    ? `The promise ${promise_id} was kept but not used${back}.`
    : `The promise ${promise_id} ended without penalty, because a block is gone${back}.`;
}

function proposed({ coalition_id, proposal }: PlanProposed, names: Names): string {
  const works = proposal.plan.map(({ job_id, block_ids }) => `${and(block_ids)} for ${job_id}`);
  const worth =
    proposal.total_cents === null || proposal.surplus_cents === null
      ? ''
      : `; it makes ${money(proposal.total_cents)}, ${money(proposal.surplus_cents)} more than it costs`;
  return `${headOf(proposal.lab_id, names)} proposed plan ${proposal.plan_id} to ${coalition_id}: ${and(works)}${worth}.`;
}

function dropped({ plan_id, why, lab_id }: PlanDropped, names: Names): string {
  return `${capital(ownerOf(lab_id, names))} plan ${plan_id} ${why === 'vetoed' ? 'was vetoed' : 'was not carried out and has lapsed'}.`;
}
