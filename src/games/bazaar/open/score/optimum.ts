/** The maximum total gain with full knowledge and without deadlines, so an upper bound. */

import type { Means } from '~/contract/means';
import { raised } from '../evolve';
import { limitOf, sideOf } from '../rules/world';
import { weightIn } from '../state';
import type { BazaarConfig, SeatWorld, Shock, World } from '../types';

export interface KnownWorld {
  config: BazaarConfig;
  world: World;
  /** Set by an organizer. */
  live: Shock[];
}

/** Up to this many sellers, all sets of delivering sellers are enumerated; beyond, the solver is used. */
const MOST_ENUMERATED = 12;

export interface Optimum {
  cents: number;
  gap: number;
  by_clock: boolean;
}

export async function optimumOf(known: KnownWorld, solve: Means['solve'] | null): Promise<Optimum> {
  const market = marketOf(known);
  const isLarge = known.config.pools && market.sellers.filter(({ delivery }) => delivery > 0).length > MOST_ENUMERATED;
  if (!isLarge) return { cents: exactly(market), gap: 0, by_clock: false };
  if (solve === null) throw new Error('a market of this size needs the solver');
  const solved = await solve(programmeOf(market), { nodes: 20_000, seconds: 60 });
  return { cents: solved.bound, gap: solved.gap, by_clock: solved.byClock };
}

export function exactOptimum(known: KnownWorld): number {
  return exactly(marketOf(known));
}

interface Market {
  /** Units of one owner, with the cost of a common delivery. */
  sellers: { units: number; delivery: number }[];
  /** The joint value of a unit for each seller and buyer. */
  pairs: number[][];
}

function marketOf({ config, world, live }: KnownWorld): Market {
  const shocks = [...world.shocks, ...live];
  const rounds = [1, ...shocks.map(({ round }) => round), ...world.walk_ins.map(({ round }) => round)].filter((round) => round >= 1);
  const last = Math.max(...rounds);
  const offered = (kind: Shock['kind']) => shocks.filter((shock) => shock.kind === kind);
  const bids = [
    ...offered('rival_buyer').map(({ round, price_cents }) => ({ round, price_cents })),
    ...world.walk_ins.map(({ round, bid_cents }) => ({ round, price_cents: bid_cents })),
  ];
  const buyers = [
    ...ofSide(world, 'buyer').map((seat) => limitsOf(seat, shocks)),
    ...bids.map(
      ({ round, price_cents }) =>
        (at: number) =>
          at < round ? null : price_cents,
    ),
  ];
  const sellers = ofSide(world, 'seller').map((seat) => ({
    units: seat.stock,
    delivery: seat.delivery_cents,
    limit: limitsOf(seat, shocks),
  }));
  const asks = offered('rival_seller').map(({ round, price_cents }) => ({
    units: 1,
    delivery: 0,
    limit: (at: number) => (at < round ? null : price_cents),
  }));
  const all = [...sellers, ...asks];
  const pairs = all.map((seller) =>
    buyers.map((buyer) => {
      const worths = rounds.map((round) => {
        const [low, high] = [seller.limit(round), buyer(round)];
        return low === null || high === null ? 0 : weightIn(round) * (high - low - (config.pools ? 0 : seller.delivery));
      });
      return Math.max(0, ...worths);
    }),
  );
  return { sellers: all.map(({ units, delivery }) => ({ units, delivery: config.pools ? weightIn(last) * delivery : 0 })), pairs };
}

function ofSide({ seats }: World, side: 'seller' | 'buyer'): SeatWorld[] {
  return seats.filter(({ seat }) => sideOf(seat) === side);
}

/** A seat's limit in each round, including shocks. */
function limitsOf(seat: SeatWorld, shocks: readonly Shock[]): (round: number) => number {
  const kind = sideOf(seat.seat) === 'seller' ? 'cost_rise' : 'demand_rise';
  const rises = shocks.filter((shock) => shock.kind === kind).sort((a, b) => a.round - b.round);
  return (round) => rises.filter((rise) => rise.round <= round).reduce((limit, { rise }) => raised(limit, rise), limitOf(seat));
}

function exactly({ sellers, pairs }: Market): number {
  const buyers = pairs[0]?.length ?? 0;
  const shared = sellers.flatMap(({ delivery }, at) => (delivery > 0 ? [at] : []));
  let best = 0;
  for (let set = 0; set < 2 ** shared.length; set += 1) {
    const closed = new Set(shared.filter((_, bit) => (set >> bit) % 2 === 0));
    const open = sellers.flatMap(({ units, delivery }, at) => (closed.has(at) ? [] : [{ at, units, delivery }]));
    const rows = open.flatMap(({ at, units }) => Array.from({ length: Math.min(units, buyers) }, () => pairs[at] ?? []));
    best = Math.max(best, bestAssignment(rows) - open.reduce((sum, { delivery }) => sum + delivery, 0));
  }
  return best;
}

/** In LP format: which seller serves which buyer, and who delivers. */
function programmeOf({ sellers, pairs }: Market): string {
  const arcs = pairs.flatMap((row, s) => row.flatMap((worth, b) => (worth > 0 ? [{ s, b, worth, name: `x_${s}_${b}` }] : [])));
  const delivering = sellers.flatMap(({ delivery }, s) => (delivery > 0 ? [{ s, delivery, name: `y_${s}` }] : []));
  const sum = (names: readonly string[]) => names.join(' + ');
  const gain = [...arcs.map(({ worth, name }) => `+ ${worth} ${name}`), ...delivering.map(({ delivery, name }) => `- ${delivery} ${name}`)];
  const ofBuyer = [...new Set(arcs.map(({ b }) => b))].map(
    (b) => `b_${b}: ${sum(arcs.filter((arc) => arc.b === b).map(({ name }) => name))} <= 1`,
  );
  const ofSeller = sellers.flatMap(({ units, delivery }, s) => {
    const own = arcs.filter((arc) => arc.s === s).map(({ name }) => name);
    if (own.length === 0) return [];
    return [delivery > 0 ? `s_${s}: ${sum(own)} - ${units} y_${s} <= 0` : `s_${s}: ${sum(own)} <= ${units}`];
  });
  const linked = arcs.flatMap(({ s, name }) => (sellers[s]?.delivery ? [`l_${name}: ${name} - y_${s} <= 0`] : []));
  const whole = [...arcs.map(({ name }) => name), ...delivering.map(({ name }) => name)];
  if (arcs.length === 0) return 'Maximize\n gain: 0 none\nSubject To\n c: none <= 1\nEnd';
  return `Maximize\n gain: ${gain.join(' ')}\nSubject To\n ${[...ofBuyer, ...ofSeller, ...linked].join('\n ')}\nBinary\n ${whole.join(' ')}\nEnd`;
}

/** The unit of gains: an equal share of the optimum, or of a small part of the list prices if the optimum is near zero. */
export function scaleOf({ config, world }: KnownWorld, optimum_cents: number): number {
  const lists = world.seats.flatMap(({ list_cents }) => list_cents ?? []);
  const mean = lists.reduce((sum, cents) => sum + cents, 0) / Math.max(1, lists.length);
  return Math.max(optimum_cents, 0.05 * mean * Math.min(config.sellers, config.buyers)) / (config.sellers + config.buyers);
}

// The maximum total value of pairs that use each row and each column at most once. Values are at least 0.

/** The Hungarian method with shortest augmenting paths and potentials. Rows are the smaller side. */
export function bestAssignment(worths: readonly (readonly number[])[]): number {
  const columns = worths[0]?.length ?? 0;
  if (worths.length === 0 || columns === 0) return 0;
  return worths.length <= columns ? assign(worths) : assign(transposed(worths));
}

function transposed(worths: readonly (readonly number[])[]): number[][] {
  return (worths[0] ?? []).map((_, column) => worths.map((row) => row[column] ?? 0));
}

/** Assigns one row after the other; rows and columns are counted from 1, and 0 means none. */
function assign(worths: readonly (readonly number[])[]): number {
  const [n, m] = [worths.length, worths[0]?.length ?? 0];
  const rowPotential = new Float64Array(n + 1);
  const columnPotential = new Float64Array(m + 1);
  const rowOf = new Int32Array(m + 1);
  const way = new Int32Array(m + 1);
  for (let row = 1; row <= n; row += 1) {
    rowOf[0] = row;
    let column = 0;
    const least = new Float64Array(m + 1).fill(Number.POSITIVE_INFINITY);
    const isUsed = new Uint8Array(m + 1);
    do {
      isUsed[column] = 1;
      const from = rowOf[column] ?? 0;
      let [step, next] = [Number.POSITIVE_INFINITY, 0];
      for (let j = 1; j <= m; j += 1) {
        if (isUsed[j]) continue;
        const cost = -(worths[from - 1]?.[j - 1] ?? 0) - (rowPotential[from] ?? 0) - (columnPotential[j] ?? 0);
        if (cost < (least[j] ?? 0)) {
          least[j] = cost;
          way[j] = column;
        }
        if ((least[j] ?? 0) < step) [step, next] = [least[j] ?? 0, j];
      }
      for (let j = 0; j <= m; j += 1) {
        if (isUsed[j]) {
          const own = rowOf[j] ?? 0;
          rowPotential[own] = (rowPotential[own] ?? 0) + step;
          columnPotential[j] = (columnPotential[j] ?? 0) - step;
        } else least[j] = (least[j] ?? 0) - step;
      }
      column = next;
    } while (rowOf[column] !== 0);
    do {
      const before = way[column] ?? 0;
      rowOf[column] = rowOf[before] ?? 0;
      column = before;
    } while (column !== 0);
  }
  let sum = 0;
  for (let j = 1; j <= m; j += 1) if (rowOf[j]) sum += worths[(rowOf[j] ?? 0) - 1]?.[j - 1] ?? 0;
  return sum;
}
