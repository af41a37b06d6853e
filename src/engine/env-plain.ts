/** Resets of games without their own adapter: the program plays one or more seats, configured by the game's option fields. */

import type { EnvMeans, EnvNext, EnvOpponent, EnvOpponents, EnvOutside, EnvResult, EnvSession, EnvSettings } from '~/contract/env';
import type { AnyGame, Reading, SeatId } from '~/contract/game';
import type { GameRef } from '~/contract/game-ref';
import { readOptions } from '~/contract/options';
import type { Series } from '~/contract/series';
import { packOf } from '~/games/packs';
import { findPolicy, policiesFor, standInFor } from '~/games/policies';
import { unknownName } from '~/lib/text/unknown-name';
import { plainPart } from './env-session';
import { seedAt } from './play-series';

const OWN = ['seat', 'seats', 'opponents', 'series', 'options'];

const HELP = {
  seat: 'any seat',
  seats: 'several seats for one program. A step then takes {"moves": {seat: move}}, and pays no single number',
  opponents: 'a policy by name for all other seats, a list in their order, or an object by seat',
  series: 'several matches in one episode. After the step that ends one, the episode continues in the next',
  options: 'its settings may be given here instead',
};

interface Plain {
  settings: readonly string[];
  help: Readonly<Record<string, string>>;
  reset(settings: EnvSettings, means: EnvMeans): Promise<Reading<EnvSession>>;
}

export function plainAdapter(game: AnyGame): Plain {
  const options = game.tasks.flatMap(({ id }) => game.options(id).map((field) => field.id));
  return { settings: [...OWN, ...new Set(options)], help: HELP, reset: (settings, means) => reset(game, settings, means) };
}

type Config = { task_type: string; seed: number; judge_mode: string };

async function reset(game: AnyGame, settings: EnvSettings, means: EnvMeans): Promise<Reading<EnvSession>> {
  if (means.stress) return no('shocks: they cannot be set in this game');
  const { seat, seats, opponents, series } = settings;
  const read = readConfig(game, settings, means);
  if (!read.ok) return read;
  const config = read.value;
  const all = game.seats(config).map(({ id }) => id);
  const own = readSeats({ seat, seats, series }, all);
  if (!own.ok) return own;
  const kind = readSeries(game, series);
  if (!kind.ok) return kind;
  const players = kind.value === null ? null : await seriesOf(game, kind.value, { config, opponents, means });
  if (players?.ok === false) return players;
  const first = players?.value ?? (await oneMatch(game, { config, own: own.value, all, opponents, means }));
  if ('ok' in first) return first;
  const knowsSeed = settings.seed !== undefined;
  const part = plainPart({ game, config, seats: first.seats, knowsSeed });
  return { ok: true, value: await means.open({ ...first, part }) };
}

function readConfig(game: AnyGame, settings: EnvSettings, { secretSeed }: EnvMeans): Reading<Config> {
  const { task_type = game.tasks[0]?.id, seed = secretSeed(), judge_mode, options = {}, ...rest } = settings;
  const tasks = game.tasks.map(({ id }) => id);
  if (typeof task_type !== 'string' || !tasks.includes(task_type)) return no(unknownName('task', textOf(task_type), tasks));
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    return no('options: an object with the options of the game');
  const named = Object.fromEntries(Object.entries(rest).filter(([name]) => !OWN.includes(name)));
  const read = readOptions(game.options(task_type), { ...options, ...named });
  if (!read.ok) return read;
  const config = game.parseConfig({ task_type, seed, ...(judge_mode !== undefined && { judge_mode }), ...read.value });
  if (!config.ok) return config.path ? { ...config, why: `${config.path}: ${config.why}` } : config;
  return { ok: true, value: config.value as Config };
}

/** Default: the first seat open to programs. */
function readSeats({ seat, seats, series }: Record<string, unknown>, all: readonly SeatId[]): Reading<readonly SeatId[]> {
  if (series !== undefined && (seat !== undefined || seats !== undefined))
    return no('series: it decides the seats; leave out seat and seats');
  if (seat !== undefined && seats !== undefined) return no('seat and seats: give one of them');
  const own = seats ?? (seat === undefined ? all.slice(0, 1) : [seat]);
  if (!Array.isArray(own) || own.length === 0 || new Set(own).size < own.length)
    return no(`seats: a list of ${all.join(', ')}, each at most once`);
  const strange = own.find((one) => !all.includes(one as SeatId)) as unknown;
  if (strange !== undefined) return no(unknownName('seat', textOf(strange), all));
  return { ok: true, value: all.filter((one) => own.includes(one)) };
}

function readSeries(game: AnyGame, asked: unknown): Reading<Series | null> {
  if (asked === undefined) return { ok: true, value: null };
  const { series = [] } = packOf(game.ref);
  const found = series.find(({ id }) => id === asked);
  if (found) return { ok: true, value: found };
  return no(
    series.length === 0
      ? 'series: this game has none'
      : unknownName(
          'series',
          textOf(asked),
          series.map(({ id }) => id),
        ),
  );
}

interface Table {
  config: Config;
  opponents: unknown;
  means: EnvMeans;
}

async function oneMatch(
  game: AnyGame,
  { config, own, all, opponents, means }: Table & { own: readonly SeatId[]; all: readonly SeatId[] },
): Promise<EnvNext | (Reading<never> & { ok: false })> {
  const others = await means.readOpponents(opponents, {
    seats: all.filter((seat) => !own.includes(seat)),
    usual: standInFor(game.ref.key),
  });
  return others.ok ? { config, seats: own, opponents: others.value } : others;
}

/** The program is the first player, and one other player plays all the others. A step that ends a match continues in the next one. */
async function seriesOf(
  game: AnyGame,
  series: Series,
  { config, opponents = standInFor(game.ref.key), means }: Table,
): Promise<Reading<EnvNext & { next(results: readonly EnvResult[]): EnvNext | null }>> {
  if (typeof opponents !== 'string') return no('opponents: in a series one name');
  const found = await means.readOpponents(opponents, { seats: ['other'], usual: opponents });
  if (!found.ok) return found;
  const other = found.value.get('other');
  const placed: Readonly<Record<SeatId, number>>[] = [];
  const players = Array.from({ length: series.players }, (_, player) => ({ memory: player === 0 })); // a program may remember earlier matches
  const next = (results: readonly EnvResult[]): EnvNext | null => {
    const played = results.map(({ config: of, scores }, at) => ({ config: of, scores, seats: placed[at] ?? {} }));
    const match = series.next(config, played, { players, seedAt });
    if (match === null) return null;
    placed.push(match.seats);
    const own = Object.keys(match.seats).filter((seat) => match.seats[seat] === 0);
    const rest = Object.keys(match.seats).filter((seat) => match.seats[seat] !== 0);
    return { config: match.config, seats: own, opponents: new Map(other ? rest.map((seat) => [seat, other]) : []) };
  };
  const first = next([]);
  return first === null ? no(`series: ${series.id} has no match of this configuration`) : { ok: true, value: { ...first, next } };
}

function textOf(value: unknown): string {
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')).slice(0, 60);
}

function no(why: string): { ok: false; why: string } {
  return { ok: false, why };
}

/** One name applies to all, a list follows the seat order, an object names seats. `usual` plays seats without a name. */
export async function readOpponents(
  ref: GameRef,
  raw: unknown,
  { seats, usual, outside }: { seats: readonly SeatId[]; usual: string; outside: EnvOutside },
): Promise<Reading<EnvOpponents>> {
  const named = namesBySeat(raw, seats);
  if (!named.ok) return named;
  const opponents = new Map<SeatId, EnvOpponent>();
  for (const seat of seats) {
    const found = await findOpponent(ref, named.value.get(seat) ?? usual, outside);
    if (!found.ok) return found;
    opponents.set(seat, found.value);
  }
  return { ok: true, value: opponents };
}

const SHAPES = 'opponents: a name, a list of names in the order of the other seats, or an object from seat to name';

function namesBySeat(raw: unknown, seats: readonly string[]): Reading<Map<string, string>> {
  if (raw === undefined) return { ok: true, value: new Map() };
  if (typeof raw === 'string') return { ok: true, value: new Map(seats.map((seat) => [seat, raw])) };
  if (typeof raw !== 'object' || raw === null) return { ok: false, why: SHAPES };
  if (Array.isArray(raw) && raw.length > seats.length)
    return { ok: false, why: `opponents: ${raw.length} names for ${seats.length} other seats` };
  const pairs: [string, unknown][] = Array.isArray(raw) ? raw.map((name, at) => [seats[at] ?? '', name]) : Object.entries(raw);
  const names = new Map<string, string>();
  for (const [seat, name] of pairs) {
    if (!seats.includes(seat)) return { ok: false, why: `opponents: ${unknownName('seat', seat.slice(0, 60), seats)}` };
    if (name === null) continue;
    if (typeof name !== 'string') return { ok: false, why: SHAPES };
    names.set(seat, name);
  }
  return { ok: true, value: names };
}

async function findOpponent(ref: GameRef, name: string, { findPlayer, whyNoPlayer }: EnvOutside): Promise<Reading<EnvOpponent>> {
  const policy = findPolicy(ref.key, name);
  if (policy) return { ok: true, value: { ref: policy.id, policy } };
  const agent = (await findPlayer?.(name, ref)) ?? null;
  if (agent !== null) return { ok: true, value: agent };
  const why = (await whyNoPlayer?.(name)) ?? null;
  if (why !== null) return { ok: false, why: `opponents: ${why}` };
  const known = policiesFor(ref.key).map(({ id }) => id);
  const agents = findPlayer ? ', or an agent of this Mandi' : '';
  return { ok: false, why: `opponents: ${unknownName('policy', name.slice(0, 60), known)}${agents}` };
}
