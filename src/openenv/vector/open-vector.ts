/** Options for opening matches that are stepped together. */
import type { GameArrays } from '~/contract/arrays';
import type { AnyGame, Reading } from '~/contract/game';
import { refText } from '~/contract/game-ref';
import { readOptions } from '~/contract/options';
import type { GamePack } from '~/contract/pack';
import type { Policy } from '~/contract/policy';
import type { PromptFormat } from '~/contract/prompt-format';
import { readOpponents } from '~/engine/env-plain';
import { packOf } from '~/games/packs';
import { policiesFor, standInFor } from '~/games/policies';
import { readGame, usualTaskOf } from '~/games/read-game';
import { usualGames } from '~/games/registry';
import { unknownName } from '~/lib/text/unknown-name';
import { ARRAY_FORMS, type ArrayForm } from './batch-answer';
import { REWARDS, type VectorSeating } from './vector-table';

export const SHOWS = ['numbers', 'prompt', 'observation', 'legal'] as const;
export type Shows = (typeof SHOWS)[number];

const MOST_MATCHES = 4_096;
const TRAINING = [0, 39_999] as const;

export interface VectorPlan {
  seating: VectorSeating;
  arrays: GameArrays | null;
  format: PromptFormat | null;
  gains: GamePack['gains'] | null;
  matches: number;
  /** Seeds are used in order, starting over after the last. */
  first: number;
  last: number;
  shows: readonly Shows[];
  /** Encoding of arrays in responses. */
  form: ArrayForm;
  /** A finished match is replaced immediately by the next. */
  restarts: boolean;
  task: string;
}

type Fields = Readonly<Record<string, unknown>>;

const KNOWN = [
  'game',
  'ruleset',
  'version',
  'task',
  'judge_mode',
  'options',
  'seats',
  'opponents',
  'reward',
  'gains',
  'matches',
  'first_seed',
  'last_seed',
  'shows',
  'prompt',
  'restarts',
  'arrays',
];

export async function readPlan(raw: Fields): Promise<Reading<VectorPlan>> {
  const given = Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== null));
  const strange = Object.keys(given).find((key) => !KNOWN.includes(key));
  if (strange !== undefined) return no(unknownName('setting', strange.slice(0, 60), KNOWN));
  const { game: name, ruleset, version } = given;
  const game = readGame({ game: name, ruleset, version });
  if (!game.ok) return game;
  const numbers = readNumbers(given);
  if (!numbers.ok) return numbers;
  const shows = readShows(game.value, given);
  if (!shows.ok) return shows;
  const seating = await readSeating(game.value, given, { seed: numbers.value.first, remembers: shows.value.shows.includes('prompt') });
  if (!seating.ok) return seating;
  const { gains } = packOf(game.value.ref);
  if (given.gains === true && !gains) return no(`gains: scores of ${game.value.ref.key} are its own; there are no gains besides`);
  return {
    ok: true,
    value: { ...numbers.value, ...shows.value, ...seating.value, gains: given.gains === true ? gains : null },
  };
}

function readNumbers({ matches = 1, first_seed: first = TRAINING[0], last_seed: last, restarts = true }: Fields) {
  const end = last ?? (typeof first === 'number' ? Math.max(first, TRAINING[1]) : TRAINING[1]);
  if (!isWhole(matches, 1, MOST_MATCHES)) return no(`matches: a whole number from 1 to ${MOST_MATCHES}`);
  if (!isWhole(first, 0, Number.MAX_SAFE_INTEGER)) return no('first_seed: a whole number from 0 to 9007199254740991');
  if (!isWhole(end, first, Number.MAX_SAFE_INTEGER)) return no(`last_seed: a whole number from first_seed (${first}) on`);
  if (typeof restarts !== 'boolean') return no('restarts: true or false');
  return { ok: true as const, value: { matches, first, last: end, restarts } };
}

function readShows(
  game: AnyGame,
  { shows = ['numbers'], prompt, arrays: form = 'base64' }: Fields,
): Reading<Pick<VectorPlan, 'shows' | 'arrays' | 'format' | 'form'>> {
  const list = SHOWS.filter((one) => Array.isArray(shows) && shows.includes(one));
  if (!Array.isArray(shows) || shows.length !== list.length) return no(`shows: a list of ${SHOWS.join(', ')}, each at most once`);
  const { arrays = null, prompts } = packOf(game.ref);
  if (list.includes('numbers') && arrays === null) {
    const able = usualGames().flatMap(({ ref }) => (packOf(ref).arrays ? [ref.key] : []));
    return no(`${game.ref.key} has no arrays; these games do: ${able.join(', ')}`);
  }
  const format = prompt === undefined ? prompts[0] : prompts.find(({ version }) => version === prompt);
  if (list.includes('prompt') && format === undefined) {
    const versions = prompts.map(({ version }) => version);
    return no(versions.length === 0 ? `${game.ref.key} has no prompt` : unknownName('prompt', textOf(prompt), versions));
  }
  const known = ARRAY_FORMS.find((one) => one === form);
  if (known === undefined) return no(unknownName('arrays', textOf(form), ARRAY_FORMS));
  return { ok: true, value: { shows: list, arrays, format: format ?? null, form: known } };
}

interface Besides {
  seed: number;
  remembers: boolean;
}

async function readSeating(
  game: AnyGame,
  { task, judge_mode, options = {}, seats, opponents, reward = 'score' }: Fields,
  { seed, remembers }: Besides,
): Promise<Reading<Pick<VectorPlan, 'seating' | 'task'>>> {
  const tasks = game.tasks.map(({ id }) => id);
  if (task !== undefined && (typeof task !== 'string' || !tasks.includes(task))) return no(unknownName('task', textOf(task), tasks));
  if (typeof options !== 'object' || options === null || Array.isArray(options)) return no('options: an object with options of the game');
  const task_type = task ?? usualTaskOf(game);
  const read = readOptions(game.options(task_type), options as Fields);
  if (!read.ok) return read;
  const world = { ...read.value, task_type, ...(judge_mode !== undefined && { judge_mode }) };
  const first = game.parseConfig({ ...world, seed });
  if (!first.ok) return first;
  const all = game.seats(first.value).map(({ id }) => id);
  const own = seats === undefined || seats === 'all' ? all : seats;
  if (!Array.isArray(own) || own.length === 0 || !own.every((one: unknown) => all.includes(one as string)))
    return no(`seats: "all", or some of ${all.join(', ')}`);
  const mine = all.filter((one) => own.includes(one));
  const kind = REWARDS.find((one) => one === reward);
  if (kind === undefined) return no(unknownName('reward', textOf(reward), REWARDS));
  if (kind === 'potential' && !packOf(game.ref).dense) return no(`reward: ${game.ref.key} has none but its score`);
  const others = await readOthers(
    game,
    opponents,
    all.filter((one) => !mine.includes(one)),
  );
  if (!others.ok) return others;
  const configOf = (of: number): unknown => {
    const config = game.parseConfig({ ...world, seed: of });
    if (!config.ok) throw new Error(config.why);
    return config.value;
  };
  const seating = { game, configOf, seats: mine, others: others.value, reward: kind, remembers };
  return { ok: true, value: { seating, task: task_type } };
}

/** Only scripted policies, which are synchronous. */
async function readOthers(game: AnyGame, raw: unknown, seats: readonly string[]): Promise<Reading<ReadonlyMap<string, Policy>>> {
  if (seats.length === 0 && raw !== undefined)
    return no('opponents: no seat is left for them; leave seats out of "seats", or opponents out');
  const found = await readOpponents(game.ref, raw, { seats, usual: standInFor(game.ref.key), outside: {} });
  if (!found.ok) return found;
  return { ok: true, value: new Map([...found.value].flatMap(([seat, one]) => ('policy' in one ? [[seat, one.policy] as const] : []))) };
}

/** The games that can be opened, for clients that have not chosen one. */
export function listGames(): object[] {
  return usualGames().map((game) => {
    const { arrays, prompts, dense, gains } = packOf(game.ref);
    return {
      game: game.ref.key,
      version: game.ref.version,
      tasks: game.tasks.map(({ id }) => id),
      numbers: arrays?.numbers.length ?? null,
      menu: arrays?.menu.length ?? null,
      rewards: REWARDS.filter((one) => one === 'score' || dense),
      gains: gains !== undefined,
      prompts: prompts.map(({ version }) => version),
      policies: policiesFor(game.ref.key).map(({ id }) => id),
      options: Object.fromEntries(game.options(usualTaskOf(game)).map((field) => [field.id, field.default])),
    };
  });
}

export function planCard({ seating, arrays, format, task, matches, first, last }: VectorPlan): object {
  const { game, seats, others, reward } = seating;
  return {
    game: refText(game.ref),
    task,
    matches,
    first_seed: first,
    last_seed: last,
    seats,
    opponents: Object.fromEntries([...others].map(([seat, { id }]) => [seat, id])),
    reward,
    numbers: arrays?.numbers ?? [],
    menu: arrays?.menu ?? [],
    picks: arrays?.picks ?? 1,
    reward_unit: reward === 'score' ? (arrays?.reward ?? 'score') : 'money',
    prompt: format?.version ?? null,
  };
}

function isWhole(value: unknown, min: number, max: number): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max;
}

function textOf(value: unknown): string {
  return (typeof value === 'string' ? value : String(JSON.stringify(value))).slice(0, 60);
}

function no(why: string): { ok: false; why: string } {
  return { ok: false, why };
}
