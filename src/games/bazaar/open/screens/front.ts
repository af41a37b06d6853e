import type { GameFront } from '~/contract/screens';
import { formatNumber } from '~/kit/format';
import { seatNumber } from '~/kit/seat-hue';

const HUES = 8;
/** Seconds per turn of a person who plays against bots. */
export const CLOCK_SECONDS = 600;

/** What a gain is. */
export const GAINS = '0 means no better than no deal, 1 means an equal share of the most that everyone together could have made';

/** Sellers and buyers are numbered separately and have different colors. */
export const front: GameFront = {
  title: 'Bazaar, open',
  about: 'Sellers and buyers haggle over one kind of item. Each has a secret limit and deadline, and guesses those of the others.',
  titles: { quick: 'Quick deal', haggle: 'Deal or no deal' },
  rules: { 1: 'bazaar-open' },
  names: {
    letterOf: (seat) => `${seat.startsWith('seller') ? 'S' : 'B'}${seatNumber(seat) + 1}`,
    nameOf: (seat) => (seat === 'operator' ? 'The market' : `${seat.startsWith('seller') ? 'Seller' : 'Buyer'} ${seatNumber(seat) + 1}`),
    colorOf: (seat) => `var(--lab-${(seatNumber(seat) * 2 + (seat.startsWith('seller') ? 0 : 1)) % HUES})`,
  },
  pages: [
    { path: 'haggle', title: 'Choose an opponent' },
    { path: 'duel', title: 'Duel' },
    { path: 'hall', title: 'Market hall' },
  ],
  people: true,
  firstRound: 1,
  gains: GAINS,
  scoreText: (score) => `profit ${formatNumber(score)}`,
  shocks: [
    { kind: 'cost_rise', title: 'Costs rise' },
    { kind: 'demand_rise', title: 'Demand rises' },
    { kind: 'rival_seller', title: 'The market sells one' },
    { kind: 'rival_buyer', title: 'The market buys one' },
  ],
  evaluation: { policies: 'linear,planner', tasks: 'haggle', seeds: '40000-40019' },
  entry: {
    title: 'Buy in the bazaar',
    sentence: 'Each side has a secret limit, and there is always a price that suits both. Find a good one for you.',
    start: { task: 'quick', against: 'house_english' },
    stakes: [
      'Every seat has a secret limit: a deal beyond it is a loss.',
      'Waiting costs: later rounds take a part of what a deal earns, and deadlines are secret too.',
      'In bigger markets buyers order together, so that the seller delivers only once.',
    ],
  },
};
