/** House players that speak: the same prices, each with a line from a bank. The words are chosen from public facts alone. */
import { KINDS } from '../listings/kinds';
import type { BazaarObservation } from '../observation';
import type { Side } from '../types';
import type { WireAction } from './fill-in';
import { type BazaarPolicy, houseTurn, PLAYS } from './policies';
import { ownPrices } from './prices';

const LANGUAGES = ['english', 'hinglish'] as const;
type Language = (typeof LANGUAGES)[number];
/** The first price, another price, the same price again. */
type Occasion = 'open' | 'move' | 'hold';
const PERSONAS = ['warm', 'brisk'] as const;
type Persona = (typeof PERSONAS)[number];

/** `PRICE` and `THING` are filled in; `/` separates lines. Hinglish avoids forms that depend on anybody's gender, and claims nothing that could be false. */
export const BANK: Record<Language, Record<Side, Record<Persona, Record<Occasion, string>>>> = {
  english: {
    seller: {
      warm: {
        open: 'Hello! I would like PRICE for the THING./Take your time and look at it. I ask PRICE./PRICE for the THING. What do you think?',
        move: 'For you, PRICE./I can come down a little: PRICE./Shall we say PRICE?',
        hold: 'I would stay at PRICE for now./PRICE is a fair price, I think./Think it over. It is still PRICE.',
      },
      brisk: {
        open: 'PRICE for the THING. Yes?/PRICE, as you see it./The THING is PRICE.',
        move: 'Fine, PRICE./PRICE. Better?/I came down: PRICE.',
        hold: 'Still PRICE./As I said, PRICE./PRICE. Your turn.',
      },
    },
    buyer: {
      warm: {
        open: 'Hello! Would you take PRICE for the THING?/I like the THING. PRICE?/I could give you PRICE for it.',
        move: 'All right, PRICE then./I can go up a little: PRICE./Could we meet at PRICE?',
        hold: 'For now I stay at PRICE./PRICE is what I offer./Would you think about PRICE again?',
      },
      brisk: {
        open: 'PRICE for the THING./PRICE. Deal?/PRICE, and we shake hands.',
        move: 'PRICE then./I went up: PRICE./PRICE. Now you.',
        hold: 'No, PRICE./PRICE, as I said./I stay at PRICE.',
      },
    },
  },
  hinglish: {
    seller: {
      warm: {
        open: 'Namaste ji! THING ke liye PRICE rakha hai./Aaram se dekh lijiye, PRICE mein de denge./Ji, PRICE bol rahe hain. Aap bataiye?',
        move: 'Chaliye, aapke liye PRICE./Thoda kam kar dete hain ji, PRICE./PRICE kar lete hain, theek hai?',
        hold: 'Ji, abhi PRICE hi rahega./PRICE sahi daam hai ji./Aaram se sochiye, abhi bhi PRICE.',
      },
      brisk: {
        open: 'THING, PRICE. Lena hai?/Seedha rate bol rahe hain, PRICE./PRICE lagega bhai.',
        move: 'Chalo PRICE, ab bolo./PRICE. Ab theek hai?/Thoda kam kiya, PRICE.',
        hold: 'Bola na, PRICE./Rate wahi hai bhai, PRICE./PRICE. Ab aap bolo.',
      },
    },
    buyer: {
      warm: {
        open: 'Namaste ji, PRICE mein de dijiye na?/THING dekh liya ji, PRICE theek rahega?/Hum PRICE de sakte hain ji.',
        move: 'Chaliye, PRICE de dete hain./Thoda badha diya ji, PRICE./PRICE mein kar lijiye na?',
        hold: 'Abhi PRICE hi de rahe hain ji./PRICE mein kar dijiye na?/Hamari taraf se PRICE hi hai.',
      },
      brisk: {
        open: 'PRICE. Pakka karein?/THING ke PRICE denge, bolo./PRICE mein done?',
        move: 'Chalo PRICE./PRICE, ab de do./Badha diya, PRICE. Pakka?',
        hold: 'PRICE hi bola tha bhai./Abhi bhi PRICE./PRICE. Ab aap thoda kam karo.',
      },
    },
  },
};

const NAMES: Record<Language, Map<string, string>> = {
  english: new Map(KINDS.map(({ id, name }) => [id, name])),
  hinglish: new Map(KINDS.map(({ id, name_hi }) => [id, name_hi])),
};

/** The line that goes with a price. Listing, seat, round and public prices decide it, so it tells nothing about limit, deadline or temperament. */
export function lineFor(seen: BazaarObservation, price: number, language: Language): string {
  const { seat, side, round, listing } = seen;
  const before = ownPrices(seen).at(-1);
  const occasion = before === undefined ? 'open' : before === price ? 'hold' : 'move';
  const persona = PERSONAS[sumOf(`${listing.id} ${seat}`) % PERSONAS.length] ?? 'warm';
  const lines = BANK[language][side][persona][occasion].split('/');
  const line = lines[(sumOf(listing.id) + (round >> 1)) % lines.length] ?? '';
  const said = line.replaceAll('PRICE', String(price)).replaceAll('THING', NAMES[language].get(listing.kind) ?? listing.kind);
  return `${said[0]?.toUpperCase() ?? ''}${said.slice(1)}`;
}

function sumOf(text: string): number {
  return Array.from(text).reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0);
}

export const speakers: readonly BazaarPolicy[] = LANGUAGES.map((language) => {
  const called = language === 'english' ? 'English' : 'Hinglish';
  return {
    id: `house_${language}`,
    title: `House, in ${called}`,
    summary: `Plays as House does, and says a line in ${called} with each price.`,
    plays: PLAYS,
    control: 'variant',
    needsChance: true,
    choose: (seen, chance) => houseTurn(seen, chance, null).map((action) => spoken(seen, action, language)),
  };
});

function spoken(seen: BazaarObservation, action: WireAction, language: Language): WireAction {
  if (action.action_type !== 'send_offer' || action.price === undefined) return action;
  return { ...action, message: lineFor(seen, action.price, language) };
}
