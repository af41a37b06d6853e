/** Scripted players of the classic ruleset. Each buys by its own rule and sells like the published scripted seller. */
import type { Policy } from '~/contract/policy';
import type { Draws } from '~/lib/random/draws';
import { GuardedSeller } from '../calls/guard';
import type { BazaarMove, BazaarObservation, SellerMove, SellerObservation } from '../types';
import { type BuyerId, chooseAs } from './buyers';

const PLAYS = ['bazaar/classic'] as const;

type Player = Policy<BazaarObservation, BazaarMove>;
type Card = Pick<Player, 'title' | 'summary'> & Partial<Pick<Player, 'control' | 'standIn' | 'needsChance'>>;

const CARDS: Readonly<Record<BuyerId, Card>> = {
  linear: { title: 'Linear', summary: 'Raises its offer in equal steps, and accepts an ask that is no higher than its next offer.' },
  patient: { title: 'Patient', summary: 'Repeats one offer until the seller stops conceding, then accepts the ask.' },
  smart: {
    title: 'Smart',
    summary: 'Raises in steps, more slowly while the seller concedes, and watches for deadlines and bluffs.',
    standIn: true,
  },
  naive: { title: 'Naive', summary: 'Offers four fifths of the first ask, then a little more, then accepts.' },
  aggressive: { title: 'Aggressive', summary: 'Aims for a third of its budget, and walks away if it does not get it.' },
  rule_based: { title: 'Rule-based', summary: 'Moves a random part of the way to the first ask each round.', needsChance: true },
  lowball: { title: 'Lowball', summary: 'Always offers a twentieth of the first ask.', control: 'null' },
  constant: { title: 'Constant', summary: 'Offers three tenths of its budget in every round.', control: 'null' },
  constant_steered_1: {
    title: 'Constant, steered (version 1)',
    summary: 'The constant offer inside the published wrapper, version 1: shows what the wrapper does without a model.',
    control: 'null',
  },
  constant_steered_2: {
    title: 'Constant, steered (version 2)',
    summary: 'The constant offer inside the published wrapper, version 2.',
    control: 'null',
  },
};

export const bazaarPolicies: readonly Player[] = Object.entries(CARDS).map(([id, card]) => ({
  id,
  plays: PLAYS,
  ...card,
  choose: (seen: BazaarObservation, chance?: Draws) => (seen.role === 'seller' ? sell(seen) : chooseAs(id as BuyerId, seen, chance)),
}));

/** Cost plus five percent: the published seller's reserve. */
export const RESERVE = 1.05;

/** The published scripted seller, computed from the buyer's offers. To accept, it asks for the buyer's own offer. */
export function sell({ opening_price, own_private_cost, history }: SellerObservation): SellerMove {
  const seller = new GuardedSeller({ asking: opening_price, reservation: RESERVE * own_private_cost, persona: 'firm' });
  let price = opening_price;
  for (const { actor, action, price: offer } of history) {
    if (actor !== 'buyer' || action !== 'offer') continue;
    price = seller.answer({ offer, reply: null }).price ?? price;
  }
  return { price };
}
