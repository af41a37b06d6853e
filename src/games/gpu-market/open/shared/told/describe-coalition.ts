/** Events of coalitions, in sentences. */
import type { Names } from '../../../describe';
import type { CoalitionEnded, CoalitionLeft, CoalitionPledged, PledgeEnded } from '../events';
import type { ToldFounding, ToldOpenEvent, ToldPlan } from './told';
import { and, capital, headOf, money, ownerOf, toOf } from './words';

const TYPES = [
  'coalition_formed',
  'coalition_joined',
  'coalition_declined',
  'coalition_left',
  'coalition_ended',
  'coalition_pledged',
  'pledge_ended',
  'pledge_shrunk',
  'plan_executed',
] as const;

export type ToldOfCoalition = Extract<ToldOpenEvent, { type: (typeof TYPES)[number] }>;

export function isOfCoalition(event: ToldOpenEvent): event is ToldOfCoalition {
  return TYPES.some((type) => type === event.type);
}

export function describeCoalition(event: ToldOfCoalition, names: Names): string {
  switch (event.type) {
    case 'coalition_formed':
      return founded(event, names);
    case 'coalition_joined':
      return `${headOf(event.lab_id, names)} joined coalition ${event.coalition_id}.`;
    case 'coalition_declined':
      return `${headOf(event.lab_id, names)} declined to join coalition ${event.coalition_id}.`;
    case 'coalition_left':
      return left(event, names);
    case 'coalition_ended':
      return over(event, names);
    case 'coalition_pledged':
      return pledged(event, names);
    case 'pledge_ended':
      return pledgeOver(event, names);
    case 'pledge_shrunk':
      return `${and([...event.block_ids, ...event.job_ids])} left ${ownerOf(event.lab_id, names)} pledge to ${event.coalition_id} without penalty.`;
    case 'plan_executed':
      return planned(event, names);
  }
}

function founded({ coalition }: ToldFounding, names: Names): string {
  const others = (coalition.invited ?? []).filter((id) => id !== coalition.founder);
  const asked = others.length === 0 ? '' : ` and invited ${and(others.map((id) => toOf(id, names)))}`;
  const share = coalition.split === 'contribution' ? ` (owners ${Math.round(coalition.owner_share * 100)}%)` : '';
  const words = coalition.message ? ` “${coalition.message}”` : '';
  return `${headOf(coalition.founder, names)} founded coalition ${coalition.coalition_id}${asked}: split ${coalition.split}${share}, bond ${money(coalition.bond_cents)}.${words}`;
}

function left({ lab_id, coalition_id, breach, refund_cents, forfeits }: CoalitionLeft, names: Names): string {
  const lab = headOf(lab_id, names);
  if (!breach) return `${lab} left coalition ${coalition_id}${refund_cents > 0 ? ` and got ${money(refund_cents)} of bond back` : ''}.`;
  const gone = and(forfeits.map((one) => `${money(one.amount_cents)} to ${toOf(one.lab_id, names)}`));
  const back = refund_cents > 0 ? `; with nobody else in it, the bond of ${money(refund_cents)} returns` : '';
  return `${lab} broke a pledge and is out of coalition ${coalition_id}${gone === '' ? back : `; the bond goes ${gone}`}.`;
}

const WHY = {
  match_over: 'the match is over',
  too_few_members: 'too few members are left',
  nobody_joined: 'nobody joined',
} as const;

function over({ coalition_id, why, refunds }: CoalitionEnded, names: Names): string {
  const back = and(refunds.filter((one) => one.amount_cents > 0).map((one) => toOf(one.lab_id, names)));
  return `Coalition ${coalition_id} ended: ${WHY[why]}${back === '' ? '' : `; bonds return to ${back}`}.`;
}

function pledged({ lab_id, coalition_id, pledge }: CoalitionPledged, names: Names): string {
  const least = pledge.reserve_cents > 0 ? `, for at least ${money(pledge.reserve_cents)}` : '';
  return `${headOf(lab_id, names)} pledged ${and([...pledge.block_ids, ...pledge.job_ids])} to coalition ${coalition_id} until round ${pledge.until_round}${least}.`;
}

const PLEDGE_OVER = {
  lapsed: 'lapsed unused',
  used: 'was put to use',
  empty: 'ended with nothing left in it',
  withdrawn: 'was withdrawn',
} as const;

function pledgeOver({ lab_id, coalition_id, why }: PledgeEnded, names: Names): string {
  return `${capital(ownerOf(lab_id, names))} pledge to ${coalition_id} ${PLEDGE_OVER[why]}.`;
}

function planned(event: ToldPlan, names: Names): string {
  const who = and(event.participants.map((id) => toOf(id, names)));
  if (event.plan === undefined) return `Coalition ${event.coalition_id} carried out a joint plan of ${who}.`;
  const work = and(event.plan.map((part) => `${and(part.block_ids)} on ${part.job_id}`));
  const shares = (event.shares ?? []).map((one) => `${toOf(one.lab_id, names)} ${Math.round(one.share * 1000) / 10}%`);
  return `Coalition ${event.coalition_id} carried out a joint plan: ${work}. It will make ${money(event.total_cents ?? 0)}: ${and(shares)}.`;
}
