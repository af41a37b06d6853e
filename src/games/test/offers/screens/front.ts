import type { GameFront } from '~/contract/screens';

const LETTERS: Readonly<Record<string, string>> = { seller: 'S', buyer: 'B' };
const NAMES: Readonly<Record<string, string>> = { seller: 'Seller', buyer: 'Buyer' };

export const front: GameFront = {
  about: 'Two sides offer each other a number in turns, until one accepts.',
  names: {
    letterOf: (seat) => LETTERS[seat] ?? '?',
    nameOf: (seat) => NAMES[seat] ?? seat,
    colorOf: (seat) => (seat === 'seller' ? 'var(--lab-0)' : 'var(--lab-1)'),
  },
  people: true,
  pages: [{ path: 'prices', title: 'Agreed prices' }],
  entry: {
    title: 'Haggle',
    sentence: 'One good, a seller and a buyer, a few turns to agree on a price.',
    start: { task: 'haggle' },
  },
};
