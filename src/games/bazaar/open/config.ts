/** Configurations of a market: five presets with options, and validation. */
import { z } from 'zod';
import type { Reading, TaskCard } from '~/contract/game';
import type { OptionField } from '~/contract/options';
import { type BazaarConfig, JUDGE_MODES, SIDES, TASK_IDS, type TaskId } from './types';

type Preset = Omit<BazaarConfig, 'task_type' | 'seed' | 'judge_mode'>;

const PLAIN = { shocks: 0, pools: false, cues: false, cue_bits: 1, person: null, stock: [1, 1], delivery: [0, 0] } as const;

export const PRESETS: Record<TaskId, Preset> = {
  quick: { ...PLAIN, sellers: 1, buyers: 1, rounds: 16, stock: [1, 1], delivery: [0, 0], cues: true, person: 'buyer' },
  haggle: { ...PLAIN, sellers: 1, buyers: 1, rounds: 12, stock: [1, 1], delivery: [0, 0], cues: true },
  stall: { ...PLAIN, sellers: 1, buyers: 4, rounds: 12, stock: [2, 2], delivery: [0, 0] },
  bazaar: { ...PLAIN, sellers: 3, buyers: 5, rounds: 16, stock: [1, 2], delivery: [0.02, 0.08], shocks: 2 },
  bulk: { ...PLAIN, sellers: 2, buyers: 5, rounds: 16, stock: [3, 4], delivery: [0.1, 0.22], pools: true },
};

const ABOUT: Record<TaskId, [title: string, summary: string]> = {
  quick: ['Quick deal', 'One item, a seller and a buyer, and always a price at which both gain.'],
  haggle: ['Deal or no deal', 'One item, a seller and a buyer. Sometimes no price suits both.'],
  stall: ['Stall', 'One seller with two of the same item, and four buyers.'],
  bazaar: ['Bazaar', 'Three sellers, five buyers, and two shocks on the way.'],
  bulk: ['Bulk', 'Two sellers whose delivery is expensive, and five buyers who can order together.'],
};

export const TASKS: readonly TaskCard[] = TASK_IDS.map((id) => {
  const { rounds, sellers, buyers } = PRESETS[id];
  const [title, summary] = ABOUT[id];
  return { id, title, summary, rounds, seats: `${counted(sellers, 'seller')}, ${counted(buyers, 'buyer')}` };
});

export const MOST_SELLERS = 16;
export const MOST_BUYERS = 48;
const FEWEST_ROUNDS = 6;
const MOST_ROUNDS = 40;
const MOST_STOCK = 9;
const MOST_DELIVERY = 0.5;
const MOST_SHOCKS = 5;
const MOST_BITS = 2;

export function options(task: string): OptionField[] {
  const preset = Object.hasOwn(PRESETS, task) ? PRESETS[task as TaskId] : null;
  if (preset === null) return [];
  const size: OptionField[] = [
    int('sellers', 'Sellers', 'How many sellers there are.', { min: 1, max: MOST_SELLERS, default: preset.sellers }),
    int('buyers', 'Buyers', 'How many buyers there are. Each wants one unit.', { min: 1, max: MOST_BUYERS, default: preset.buyers }),
    {
      id: 'stock',
      title: 'Stock',
      help: 'How many units a seller has, from the fewest to the most.',
      kind: 'range',
      of: 'int',
      min: 1,
      max: MOST_STOCK,
      default: preset.stock,
    },
    {
      id: 'delivery',
      title: 'Delivery',
      help: 'What one delivery costs the seller, as a fraction of the fair price.',
      kind: 'range',
      of: 'number',
      min: 0,
      max: MOST_DELIVERY,
      default: preset.delivery,
    },
    int('shocks', 'Shocks', 'How often the market changes on the way.', { min: 0, max: MOST_SHOCKS, default: preset.shocks }),
    {
      id: 'pools',
      title: 'Pools',
      help: 'Whether buyers can order together and pay for one delivery.',
      kind: 'flag',
      default: preset.pools,
    },
  ];
  const person: OptionField = {
    id: 'person',
    title: 'Your side',
    help: 'The side that the person plays. It can act until the last round.',
    kind: 'choice',
    of: SIDES,
    default: preset.person ?? 'buyer',
  };
  return [
    ...(preset.person === null ? size : [person]),
    int('rounds', 'Rounds', 'How many rounds there are. Sellers act in even rounds, buyers in odd ones.', {
      min: FEWEST_ROUNDS,
      max: MOST_ROUNDS,
      default: preset.rounds,
    }),
    {
      id: 'cues',
      title: 'Cues',
      help: 'Whether seats show how they feel, noisily, in each of their turns.',
      kind: 'flag',
      default: preset.cues,
    },
    {
      id: 'cue_bits',
      title: 'Bits per cue',
      help: 'How many bits one cue reveals about its seat.',
      unit: 'bits',
      kind: 'number',
      min: 0,
      max: MOST_BITS,
      default: preset.cue_bits,
    },
  ];
}

type Limits = { min: number; max: number; default: number };

function int(...[id, title, help, limits]: [id: string, title: string, help: string, limits: Limits]): OptionField {
  return { id, title, help, kind: 'int', ...limits };
}

const part = z.number().min(0).max(MOST_DELIVERY);
const units = z.int().min(1).max(MOST_STOCK);
const rising = ([low, high]: readonly [number, number]) => low <= high;
const shape = z.strictObject({
  task_type: z.enum(TASK_IDS, { error: `task_type: one of ${TASK_IDS.join(', ')}` }),
  seed: z.int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
  judge_mode: z.enum(JUDGE_MODES, { error: `judge_mode: one of ${JUDGE_MODES.join(', ')}` }).default('off'),
  sellers: z.int().min(1).max(MOST_SELLERS).optional(),
  buyers: z.int().min(1).max(MOST_BUYERS).optional(),
  rounds: z.int().min(FEWEST_ROUNDS).max(MOST_ROUNDS).optional(),
  stock: z.tuple([units, units]).refine(rising, 'stock: the fewest first').optional(),
  delivery: z.tuple([part, part]).refine(rising, 'delivery: the least first').optional(),
  shocks: z.int().min(0).max(MOST_SHOCKS).optional(),
  pools: z.boolean().optional(),
  cues: z.boolean().optional(),
  cue_bits: z.number().min(0).max(MOST_BITS).optional(),
  person: z.enum(SIDES).nullable().optional(),
});

/** Options that a game for one person does not allow, because it is small by design. */
const SIZES = ['sellers', 'buyers', 'stock', 'delivery', 'shocks', 'pools'] as const;

export function parseConfig(raw: unknown): Reading<BazaarConfig> {
  const read = shape.safeParse(raw);
  if (!read.success) {
    const [issue] = read.error.issues;
    const path = issue?.path.join('.') ?? '';
    return { ok: false, why: issue?.message ?? 'This is no configuration.', path };
  }
  const { task_type, seed, judge_mode, ...given } = read.data;
  const preset = PRESETS[task_type];
  const own = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<Preset>;
  if (preset.person === null && own.person != null) return { ok: false, why: 'person: only task quick has one', path: 'person' };
  const size = preset.person !== null && SIZES.find((name) => own[name] !== undefined && !isSame(own[name], preset[name]));
  if (size) return { ok: false, why: `${size}: task quick always has one seller, one buyer and one item`, path: size };
  return { ok: true, value: { task_type, seed, judge_mode, ...preset, ...own } };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Rounds with a walk-in customer; none without a judge. */
export function pitchRounds({ rounds, judge_mode }: Pick<BazaarConfig, 'rounds' | 'judge_mode'>): number[] {
  const found: number[] = [];
  if (judge_mode !== 'off') for (let round = 4; round < rounds - 3; round += 4) found.push(round);
  return found;
}

/** The possible last rounds of a seat, earliest first. */
export function deadlinesOf(rounds: number): [number, number, number] {
  return [Math.ceil(rounds / 2) - 1, Math.ceil((3 * rounds) / 4) - 1, rounds - 1];
}

export function counted(n: number, word: string): string {
  return `${n} ${word}${n === 1 ? '' : 's'}`;
}
