import type { GameFront } from '~/contract/screens';
import { formatPercent } from '~/kit/format';

/** A script does not mind waiting. */
export const CLOCK_SECONDS = 600;

const COLORS = ['var(--lab-1)', 'var(--lab-2)', 'var(--lab-3)', 'var(--lab-4)'];

/** Buyers of an arena can have any name. */
export const front: GameFront = {
  title: 'Bazaar, classic',
  people: true,
  firstRound: 1,
  scoreText: (score) => `${formatPercent(score)} of the surplus`,
  pages: [
    { path: 'haggle', title: 'Choose an opponent' },
    { path: 'arena', title: 'Arena' },
    { path: 'career', title: 'Career' },
  ],
  about: 'A buyer and a seller haggle over one item, as in the published BazaarBATNA. One side is scored.',
  titles: { career_10: 'Career of ten', amazon_realistic: 'Listed items' },
  rules: { 1: 'bazaar' },
  names: {
    letterOf: (seat) => (seat === 'seller' ? 'S' : seat === 'buyer' ? 'B' : (/\d+$/.exec(seat)?.[0] ?? seat.slice(0, 1).toUpperCase())),
    nameOf: (seat) => (seat === 'seller' ? 'Seller' : seat === 'buyer' ? 'Buyer' : nameOf(seat)),
    colorOf: (seat) => (seat === 'seller' ? 'var(--lab-0)' : seat === 'buyer' ? 'var(--lab-1)' : colorOf(seat)),
  },
  entry: {
    title: 'Haggle over a price',
    sentence: 'The published game: one item, one seller, eight rounds. Name a price, hold out, or walk away.',
    start: { task: 'single_deal' },
    stakes: [
      'You know your budget, the seller knows its cost. Any price in between suits both.',
      'The seller comes down in steps, and walks away if you offer too little for too long.',
      'Your score is the share of what there is to gain that you keep.',
    ],
  },
};

function nameOf(seat: string): string {
  const number = /^buyer_(\d+)$/.exec(seat)?.[1];
  const name = number === undefined ? seat : `Buyer ${number}`;
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}

function colorOf(seat: string): string {
  const number = /^buyer_(\d+)$/.exec(seat)?.[1];
  return COLORS[(number === undefined ? sumOf(seat) : Number(number) - 1) % COLORS.length] ?? 'var(--lab-1)';
}

function sumOf(seat: string): number {
  let sum = 0;
  for (const letter of seat) sum += letter.codePointAt(0) ?? 0;
  return sum;
}
