/** The published guards for a model that sells: what happens to each reply, and which counter is kept. */
import { round } from '~/lib/numbers';

export interface GuardSettings {
  /** Numbers, or texts with "$" and ",". */
  asking: unknown;
  reservation: unknown;
  persona: unknown;
}

export interface GuardTurn {
  offer: number | null;
  /** The model's answer; null: none. */
  reply: unknown;
}

export type SellerAction = 'counter' | 'accept' | 'walk';

export interface GuardRow {
  action: SellerAction;
  price: number | null;
  last_counter: number;
}

const USUAL_ASKING = 100;
const RESERVED = 0.78;
const PERSONAS = ['firm', 'flexible', 'deceptive'];
const SELLER_ACTIONS: readonly string[] = ['counter', 'accept', 'walk'];
const TURNS_BEFORE_WALKING = 3;

/** `listed`: the listing's own price. */
export class GuardedSeller {
  readonly asking: number;
  readonly reservation: number;
  readonly persona: string;
  #last: number;
  #turns = 0;

  constructor({ asking, reservation, persona }: GuardSettings, listed: number = USUAL_ASKING) {
    this.asking = moneyOf(asking) ?? listed;
    this.reservation = Math.max(1, Math.min(moneyOf(reservation) ?? RESERVED * this.asking, 0.97 * this.asking));
    this.persona = PERSONAS.find((one) => one === persona) ?? 'default';
    this.#last = this.asking;
  }

  /** The scripted answer, used without a model. */
  answer({ offer, reply }: GuardTurn): GuardRow {
    const scripted = this.#scripted(offer);
    const { action, price } = readReply(reply, scripted);
    const held = this.#held({ action, price, offer });
    this.#turns += 1;
    return { ...held, last_counter: this.#last };
  }

  #scripted(offer: number | null): Wished {
    if (offer === null) return { action: 'counter', price: round(this.#last, 2) };
    if (offer >= this.reservation) return { action: 'accept', price: round(offer, 2) };
    this.#last = offer < 0.5 * this.asking ? Math.max(this.reservation, 0.95 * this.#last) : this.#next(offer);
    return { action: 'counter', price: round(this.#last, 2) };
  }

  #next(offer: number | null): number {
    if (offer === null) return round(Math.max(this.reservation, this.#last), 2);
    const step = Math.max(0.03 * this.asking, 0.35 * Math.max(0, this.#last - offer));
    return round(Math.max(this.#last - step, this.reservation), 2);
  }

  #held({ action, price, offer }: Wished & { offer: number | null }): Wished {
    switch (action) {
      case 'accept':
        return this.#accepted(offer ?? price, offer);
      case 'counter':
        return this.#countered(price ?? this.#next(offer), offer);
      default:
        if (this.#turns >= TURNS_BEFORE_WALKING || offer === null || offer < 0.5 * this.asking) return { action: 'walk', price: null };
        this.#last = this.#next(offer);
        return { action: 'counter', price: this.#last };
    }
  }

  #accepted(at: number | null, offer: number | null): Wished {
    if (at === null || at < this.reservation) return { action: 'counter', price: this.#next(offer) };
    return { action: 'accept', price: round(at, 2) };
  }

  #countered(wished: number, offer: number | null): Wished {
    let price = Math.max(wished, this.reservation);
    if (offer !== null && offer >= this.reservation) return { action: 'accept', price: round(offer, 2) };
    if (offer !== null && price <= offer) price = Math.max(this.reservation, offer + Math.max(1, 0.02 * this.asking));
    this.#last = round(price, 2);
    return { action: 'counter', price: this.#last };
  }
}

interface Wished {
  action: SellerAction;
  price: number | null;
}

function readReply(reply: unknown, scripted: Wished): Wished {
  if (typeof reply !== 'object' || reply === null || Array.isArray(reply) || Object.keys(reply).length === 0) return scripted;
  const { action, price } = reply as Record<string, unknown>;
  const named = typeof action === 'string' ? action.toLowerCase().trim() : '';
  return { action: isSellerAction(named) ? named : scripted.action, price: moneyOf(price) };
}

function isSellerAction(name: string): name is SellerAction {
  return SELLER_ACTIONS.includes(name);
}

function moneyOf(raw: unknown): number | null {
  return numberOf(typeof raw === 'string' ? raw.replaceAll('$', '').replaceAll(',', '') : raw);
}

/** Parses like Python's float(); null if invalid. */
function numberOf(raw: unknown): number | null {
  if (typeof raw === 'number') return raw;
  if (typeof raw === 'boolean') return Number(raw);
  return typeof raw === 'string' && /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(raw) ? Number(raw) : null;
}

/** A message as shown to the other side: long texts are cut, the limit is removed, and blank ones are replaced. */
export function guardedText(text: string, { reservation, stock }: { reservation: number; stock: string }): string {
  const printed = [2, 1, 0].map((digits) => reservation.toFixed(digits).replace('.', '\\.'));
  const hidden = text.trim().replace(new RegExp(`(?<![\\p{L}\\p{N}_])(?:${printed.join('|')})(?![\\p{L}\\p{N}_])`, 'gu'), 'my minimum');
  const said = hidden === '' ? stock : hidden;
  const points = Array.from(said);
  return points.length <= LONGEST
    ? said
    : `${points
        .slice(0, LONGEST - 3)
        .join('')
        .trimEnd()}...`;
}

const LONGEST = 320;
