/** The configuration of a match. */
import type { Reading } from '~/contract/game';
import type { OptionField } from '~/contract/options';
import { TASK_LIST, USUAL_ARENA_TASK, USUAL_TASK } from './tasks';
import { type BazaarConfig, type Listing, MODES, type Mode, PERSONALITIES, STRATEGIES } from './types';

const USUAL_SEED = 42;
const USUAL_OPENING = 60;
const FEWEST_BUYERS = 2;
const MOST_BUYERS = 12;
const USUAL_BUYERS = 3;
const MOST_LISTINGS = 5_000;
const HIGHEST = 1e9;
const LOWEST_OPENING = -1000;
/** For matches that people may watch, because accepting before any counter would never end. */
const STEP_LIMIT = 400;
const BUYER_ID = /^[a-z][a-z0-9_]*$/;
const LONGEST_ID = 40;

const FIELDS = [
  'task_type',
  'task',
  'seed',
  'judge_mode',
  'mode',
  'seller_personality',
  'listings',
  'episodes',
  'buyers',
  'strategy',
  'opening_price',
  'step_limit',
  'game',
  'ruleset',
  'version',
];

export const TOGETHER: readonly string[] = [
  'The number of buyers is for mode arena; strategy and opening price are for mode sell.',
  'A career is played in mode task: an arena and a seat that sells have one episode.',
];

export function options(id: string): OptionField[] {
  const task = TASK_LIST.find((one) => one.id === id);
  if (!task) return [];
  const fields: OptionField[] = [
    {
      id: 'mode',
      title: 'Mode',
      help: 'task: a buyer against the seller. arena: several buyers against it. sell: the seat sells to a scripted buyer.',
      kind: 'choice',
      of: MODES,
      default: 'task',
    },
    {
      id: 'seller_personality',
      title: 'Seller',
      help: 'How the scripted seller behaves. The buyer is told.',
      kind: 'choice',
      of: PERSONALITIES,
      default: task.personality,
    },
    { id: 'episodes', title: 'Deals', help: 'How many are played.', kind: 'int', min: 1, max: task.episodes, default: task.episodes },
    { id: 'buyers', title: 'Buyers', help: 'In mode arena.', kind: 'int', min: FEWEST_BUYERS, max: MOST_BUYERS, default: USUAL_BUYERS },
    { id: 'strategy', title: 'Buyer', help: 'Who buys in mode sell.', kind: 'choice', of: STRATEGIES, default: 'smart' },
    {
      id: 'opening_price',
      title: 'Opening price',
      help: 'In mode sell: what the seat asks at first. The money of both sides goes by it.',
      kind: 'number',
      min: LOWEST_OPENING,
      max: HIGHEST,
      default: USUAL_OPENING,
    },
  ];
  return fields;
}

const TASK_IDS = TASK_LIST.map(({ id }) => id);

type Fields = Readonly<Record<string, unknown>>;

/** null counts as missing, `task` is an alias of `task_type`, and game, ruleset and version are allowed. */
export function parseConfig(raw: unknown): Reading<BazaarConfig> {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return { ok: false, why: 'A configuration is an object.' };
  const given: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(raw)) {
    if (!FIELDS.includes(key))
      return no(
        key,
        `The bazaar's classic ruleset knows no setting "${key.slice(0, 60)}"; it knows task_type, ${FIELDS.slice(2, 11).join(', ')}.`,
      );
    if (value !== null) given[key] = value;
  }
  const mode = oneOf(given.mode ?? 'task', MODES, 'mode');
  if (!mode.ok) return mode;
  const usualTask = mode.value === 'arena' ? USUAL_ARENA_TASK : USUAL_TASK;
  const task = oneOf(given.task_type ?? given.task ?? usualTask, TASK_IDS, 'task_type');
  if (!task.ok) return task;
  const most = mode.value === 'task' ? (TASK_LIST.find(({ id }) => id === task.value)?.episodes ?? 1) : 1;
  const parts = readParts(given, { mode: mode.value, most });
  return parts.ok ? { ok: true, value: { task_type: task.value, mode: mode.value, ...parts.value } } : parts;
}

type Parts = Omit<BazaarConfig, 'task_type' | 'mode'>;

function readParts(given: Fields, { mode, most }: { mode: Mode; most: number }): Reading<Parts> {
  const { seed = USUAL_SEED, judge_mode = 'off', opening_price = USUAL_OPENING, step_limit = STEP_LIMIT } = given;
  if (!isWhole(seed, 0, Number.MAX_SAFE_INTEGER)) return no('seed', 'A seed is a whole number from 0 to 9007199254740991.');
  if (judge_mode !== 'off') return no('judge_mode', `There is no judge mode ${textOf(judge_mode)}; nothing is judged in the bazaar: off.`);
  if (typeof opening_price !== 'number' || !(opening_price >= LOWEST_OPENING && opening_price <= HIGHEST))
    return no('opening_price', `opening_price: a number from ${LOWEST_OPENING} to ${HIGHEST}; ${textOf(opening_price)} is not`);
  if (!isWhole(step_limit, 1, STEP_LIMIT)) return no('step_limit', `step_limit: a whole number from 1 to ${STEP_LIMIT}`);
  const personality = given.seller_personality === undefined ? null : oneOf(given.seller_personality, PERSONALITIES, 'seller_personality');
  if (personality?.ok === false) return personality;
  const strategy = oneOf(given.strategy ?? 'smart', STRATEGIES, 'strategy');
  if (!strategy.ok) return strategy;
  const listings = readListings(given.listings);
  if (!listings.ok) return listings;
  const buyers = readBuyers(given.buyers);
  if (!buyers.ok) return buyers;
  const episodes = given.episodes ?? most;
  const highest = mode === 'task' ? most : Number.MAX_SAFE_INTEGER;
  if (!isWhole(episodes, 1, highest)) return no('episodes', `episodes: a whole number from 1 to ${most}; ${textOf(episodes)} is not`);
  return {
    ok: true,
    value: {
      seed: seed + 0,
      judge_mode: 'off',
      seller_personality: personality === null ? null : personality.value,
      listings: listings.value,
      episodes: Math.min(episodes, most),
      buyers: buyers.value,
      strategy: strategy.value,
      opening_price: opening_price + 0,
      step_limit,
    },
  };
}

/** The rows of the listing task; an empty list counts as none. */
function readListings(raw: unknown): Reading<readonly Listing[] | null> {
  if (raw === undefined) return { ok: true, value: null };
  if (!Array.isArray(raw) || raw.length > MOST_LISTINGS) return no('listings', `listings: a list of at most ${MOST_LISTINGS} rows`);
  const rows: Listing[] = [];
  for (const [at, row] of (raw as unknown[]).entries()) {
    const read = readListing(row);
    if (read === null)
      return no(
        'listings',
        `listings: row ${at + 1} needs a name, an actual_price and a discounted_price that are numbers from 0; it is ${textOf(row)}`,
      );
    rows.push(read);
  }
  return { ok: true, value: rows };
}

function readListing(row: unknown): Listing | null {
  if (typeof row !== 'object' || row === null) return null;
  const { name, actual_price, discounted_price } = row as Fields;
  if (typeof name !== 'string' || !isPrice(actual_price) || !isPrice(discounted_price)) return null;
  return { name: name.slice(0, 200), actual_price, discounted_price };
}

function isPrice(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= HIGHEST;
}

const THREE: readonly string[] = ['buyer_1', 'buyer_2', 'buyer_3'];

/** A number, or a list of ids. */
function readBuyers(raw: unknown = USUAL_BUYERS): Reading<readonly string[]> {
  if (raw === USUAL_BUYERS) return { ok: true, value: THREE };
  if (isWhole(raw, FEWEST_BUYERS, MOST_BUYERS)) return { ok: true, value: Array.from({ length: raw }, (_, at) => `buyer_${at + 1}`) };
  const why = `buyers: a whole number from ${FEWEST_BUYERS} to ${MOST_BUYERS}, or as many different ids of small letters, digits and _`;
  if (!Array.isArray(raw) || raw.length < FEWEST_BUYERS || raw.length > MOST_BUYERS || new Set(raw).size < raw.length)
    return no('buyers', why);
  const isId = (id: unknown): id is string => typeof id === 'string' && id.length <= LONGEST_ID && BUYER_ID.test(id);
  return raw.every(isId) ? { ok: true, value: raw } : no('buyers', why);
}

function isWhole(value: unknown, min: number, max: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;
}

function oneOf<T extends string>(raw: unknown, list: readonly T[], path: string): Reading<T> {
  const found = list.find((one) => one === raw);
  if (found !== undefined) return { ok: true, value: found };
  return no(path, `There is no ${path} ${textOf(raw)}; choose one of ${list.join(', ')}.`);
}

function textOf(value: unknown): string {
  return (typeof value === 'string' ? `"${value}"` : String(JSON.stringify(value))).slice(0, 60);
}

function no(path: string, why: string): Reading<never> {
  return { ok: false, path, why };
}
