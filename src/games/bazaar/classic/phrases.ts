/** The scripted seller's lines. The rules draw which line of a kind is used; the wording is ours and has no effect. */
import type { Personality } from './types';

type Lines = Readonly<Record<string, readonly string[]>>;

const FAIR: Lines = {
  open: ['Have a look. I ask PRICE for it.', 'PRICE, and it is yours.'],
  counter: ['I can come down to PRICE.', 'Let us say PRICE.', 'PRICE is what I can do now.'],
  walk: ['Then we have no deal.', 'I would rather keep it.'],
  accept: ['Agreed.'],
  pressure: ['That is close to my last word.', 'I cannot wait much longer.'],
};

const LINES: Readonly<Record<Personality, Lines>> = {
  default: FAIR,
  deceptive: {
    open: ['Rare piece, this one. PRICE.', 'Others have asked today already. PRICE.'],
    counter: ['For you, PRICE. I lose on it.', 'PRICE, and I should not even say that.', 'My partner would never agree, but PRICE.'],
    walk: ['Somebody else will pay.', 'You are wasting my time.'],
    accept: ['You drive a hard bargain. Take it.'],
    pressure: ['Two people come back for it this evening.', 'I close in five minutes.', 'Tomorrow it costs more.'],
  },
  impatient: {
    open: ['PRICE. Yes or no?', 'Quickly: PRICE.'],
    counter: ['PRICE. Well?', 'Fine, PRICE. Decide.', 'PRICE, I have no time.'],
    walk: ['Enough.', 'No. Next customer.'],
    accept: ['Done.'],
    pressure: ['Make up your mind.', 'I am packing up.'],
  },
  collaborative: {
    open: ['Welcome! I thought of PRICE; what did you have in mind?', 'I would like us both to be happy. Shall we start at PRICE?'],
    counter: ['Would PRICE work for you?', 'I hear you. How about PRICE?', 'Let us meet at PRICE.'],
    walk: ['I am sorry, that does not cover my costs.', 'Perhaps another time.'],
    accept: ['Wonderful, it is yours.'],
    pressure: ['We are nearly there.', 'I would love to settle this today.'],
  },
};

interface Speaking {
  personality: Personality;
  price: number;
}

/** The message of a step, from the lines in the order they were drawn: a counter, then a line that presses the buyer. */
export function sellerMessage(said: readonly string[], speaking: Speaking): string {
  const last = said.at(-1);
  if (last === undefined) return '';
  const first = sellerWords(last, speaking);
  const other = last.startsWith('counter') ? said.at(-2) : undefined;
  return other === undefined ? first : `${first}\n\n${sellerWords(other, speaking)}`;
}

/** Each line by kind and number, split where its price goes. */
const CUT: Readonly<Record<Personality, ReadonlyMap<string, readonly string[]>>> = {
  default: cutLines(LINES.default),
  deceptive: cutLines(LINES.deceptive),
  impatient: cutLines(LINES.impatient),
  collaborative: cutLines(LINES.collaborative),
};

function cutLines(lines: Lines): ReadonlyMap<string, readonly string[]> {
  const cut = Object.entries(lines).flatMap(([kind, of]) => of.map((line, number) => [`${kind}${number}`, line.split('PRICE')] as const));
  return new Map(cut);
}

/** `line`: kind and number as drawn by the rules: `counter2`. */
export function sellerWords(line: string, { personality, price }: Speaking): string {
  const [before = '', after] = CUT[personality].get(line) ?? [];
  return after === undefined ? before : before + Math.round(price * 100) / 100 + after;
}
