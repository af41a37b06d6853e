/** A small game for tests of the platform: two roles, one seat to act in each turn, two turns per round. */
import { z } from 'zod';
import {
  type Clock,
  type Game,
  type GameEvent,
  type Outcome,
  type Reading,
  type Receipt,
  type SeatId,
  unreachable,
  type Viewer,
} from '~/contract/game';
import type { GuardMark } from '~/contract/guard';
import type { OptionField } from '~/contract/options';
import { drawsOf } from '~/lib/random/draws';
import { hearings, narrate, told } from './narrate';
import {
  HIGHEST_PRICE,
  KEY,
  LONGEST_MESSAGE,
  LOWEST_PRICE,
  MOVES,
  type NamePrice,
  type OffersConfig,
  type OffersEvent,
  type OffersMove,
  type OffersObservation,
  type OffersSeat,
  type OffersState,
  type OffersView,
  type Opened,
  type PriceNamed,
  RULESET,
  SEATS,
  type TurnEvent,
  VERSION,
} from './types';

const TASKS = [
  { id: 'haggle', title: 'Haggle', summary: 'Three rounds to agree on a price.', rounds: 3, seats: 'a seller and a buyer' },
  { id: 'long_haggle', title: 'Long haggle', summary: 'Eight rounds to agree on a price.', rounds: 8, seats: 'a seller and a buyer' },
];
const MOST_ROUNDS = 50;

/** The range from which the seller's cost is drawn. */
const COSTS: [number, number] = [10, 60];

const price = z.int().min(LOWEST_PRICE).max(HIGHEST_PRICE);
const configShape = z.strictObject({
  task_type: z.enum(TASKS.map(({ id }) => id)),
  seed: z.int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
  judge_mode: z.literal('off').default('off'),
  rounds: z.int().min(1).max(MOST_ROUNDS).optional(),
  costs: z
    .tuple([price, price])
    .refine(([low, high]) => low <= high)
    .default(COSTS),
  leaving: z.boolean().default(true),
});
const moveShape = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('name_price'), price, message: z.string().min(1).max(LONGEST_MESSAGE).optional() }),
  z.strictObject({ type: z.literal('take_price') }),
  z.strictObject({ type: z.literal('leave_table') }),
]);

export const offers: Game<OffersConfig, OffersState, OffersEvent, OffersObservation, OffersView> = {
  ref: { key: KEY, version: VERSION },
  test: true,
  roles: [
    { id: 'seller', title: 'Seller', weight: 1 },
    { id: 'buyer', title: 'Buyer', weight: 1 },
  ],
  tasks: TASKS,
  judgeModes: ['off'],
  options,
  parseConfig,
  seats: () => SEATS.map((id) => ({ id, role: id, title: id === 'seller' ? 'Seller' : 'Buyer', people: true })),
  open,
  evolve,
  copy: (state) => structuredClone(state),
  toAct: (state) => (state.finished ? [] : [turnOf(state)]),
  readMove,
  decide,
  receive,
  lapse: (state) => (state.finished ? [] : [{ type: 'turn_lapsed', seat: turnOf(state), turn: state.turn }]),
  branch,
  can: { hearing: hearings },
  told,
  replaceable: true,
  observe,
  view,
  publish,
  narrate: (event) => narrate(event as OffersEvent),
  outcome,
  clock,
};

function options(task: string): OptionField[] {
  const usual = TASKS.find(({ id }) => id === task)?.rounds;
  if (usual === undefined) return [];
  const [min, max] = [LOWEST_PRICE, HIGHEST_PRICE];
  return [
    { id: 'rounds', title: 'Rounds', help: 'How many rounds of two turns.', kind: 'int', min: 1, max: MOST_ROUNDS, default: usual },
    { id: 'costs', title: 'Costs', help: "From which the seller's cost is drawn.", kind: 'range', of: 'int', min, max, default: COSTS },
    { id: 'leaving', title: 'Leaving', help: 'May a seat leave the table?', kind: 'flag', default: true },
  ];
}

function parseConfig(raw: unknown): Reading<OffersConfig> {
  const read = configShape.safeParse(raw);
  if (!read.success) {
    const [issue] = read.error.issues;
    return { ok: false, why: issue?.message ?? 'This is no configuration.', path: issue?.path.join('.') ?? '' };
  }
  const { rounds, ...rest } = read.data;
  return { ok: true, value: { ...rest, rounds: rounds ?? TASKS.find(({ id }) => id === rest.task_type)?.rounds ?? 1 } };
}

/** In some worlds no deal is possible: the good is worth less to the buyer than to the seller. */
function open(config: OffersConfig): OffersEvent[] {
  const draws = drawsOf(config.seed);
  const cost = draws.randint(...(config.costs ?? COSTS));
  const value = draws.randint(30, 90);
  return [{ type: 'haggle_opened', ruleset: RULESET, version: VERSION, config, cost, value }];
}

function evolve(before: OffersState | null, event: OffersEvent): OffersState {
  if (event.type === 'haggle_opened') return opened(event);
  if (before === null) throw new Error('offers: a match begins with haggle_opened');
  const state = { ...before, turn: event.turn + 1, history: [...before.history, event] };
  return { ...state, ...changeBy(event), finished: isLast(event, state) };
}

function opened({ config, cost, value }: Opened): OffersState {
  const limits = { seller: cost, buyer: value };
  return { config, limits, turn: 0, history: [], standing: null, agreed: null, finished: false };
}

function changeBy(event: TurnEvent): Partial<OffersState> {
  switch (event.type) {
    case 'price_named':
      return { standing: { seat: event.seat, price: event.price } };
    case 'price_taken':
      return { agreed: event.price };
    case 'table_left':
    case 'move_refused':
    case 'turn_lapsed':
      return {};
    default:
      return unreachable(event);
  }
}

function isLast({ type }: TurnEvent, { turn, config }: OffersState): boolean {
  return type === 'price_taken' || type === 'table_left' || turn >= config.rounds * SEATS.length;
}

function turnOf({ turn }: Pick<OffersState, 'turn'>): OffersSeat {
  return turn % SEATS.length === 0 ? 'seller' : 'buyer';
}

export function readMove(raw: unknown): Reading<OffersMove> {
  const read = moveShape.safeParse(raw);
  if (read.success) return { ok: true, value: read.data };
  const why = `A move has a type (${MOVES.join(', ')}); name_price has a whole price from ${LOWEST_PRICE} to ${HIGHEST_PRICE}.`;
  return { ok: false, why, path: read.error.issues[0]?.path.join('.') ?? '' };
}

type Given = [move: unknown, guarded?: readonly GuardMark[]];

function decide(state: OffersState, seat: SeatId, ...[raw, guarded = []]: Given): OffersEvent[] {
  if (state.finished || seat !== turnOf(state)) return [];
  const place = { seat: turnOf(state), turn: state.turn };
  const move = readMove(raw);
  if (!move.ok) return [{ type: 'move_refused', ...place, why: move.why }];
  const why = whyIllegal(state, place.seat, move.value);
  if (why !== null) return [{ type: 'move_refused', ...place, why }];
  switch (move.value.type) {
    case 'name_price':
      return [priceNamed(place, move.value, guarded)];
    case 'take_price':
      return [{ type: 'price_taken', ...place, price: state.standing?.price ?? 0 }];
    case 'leave_table':
      return [{ type: 'table_left', ...place }];
    default:
      return unreachable(move.value);
  }
}

function priceNamed(place: Pick<PriceNamed, 'seat' | 'turn'>, { price, message }: NamePrice, guarded: readonly GuardMark[]): PriceNamed {
  return { type: 'price_named', ...place, price, ...(message !== undefined && { message }), ...(guarded.length > 0 && { guarded }) };
}

function whyIllegal({ standing, config }: OffersState, seat: OffersSeat, { type }: OffersMove): string | null {
  if (type === 'leave_table' && config.leaving === false) return 'Nobody may leave this table.';
  if (type !== 'take_price') return null;
  if (standing === null) return 'No price is on the table yet.';
  return standing.seat === seat ? 'The price on the table is your own.' : null;
}

function receive(state: OffersState, seat: SeatId, raw: unknown): Receipt {
  const no = (code: string, message: string): Receipt => ({ ok: false, code, message, turn: state.turn });
  const own = SEATS.find((one) => one === seat);
  if (own === undefined) return no('unknown_seat', `There is no seat "${seat}".`);
  if (state.finished) return no('episode_done', 'The match is over.');
  if (own !== turnOf(state)) return no('not_your_turn', `It is the ${turnOf(state)}'s turn.`);
  const move = readMove(raw);
  if (!move.ok) return no('malformed_action', move.why);
  const why = whyIllegal(state, own, move.value);
  if (why !== null) return no('illegal_move', why);
  return { ok: true, code: 'turn_accepted', message: 'The move is taken.', turn: state.turn };
}

/** The seat keeps its own limit; the other seat's limit is drawn again. */
function branch(state: OffersState, seat: SeatId, freshSeed: number): OffersEvent[] {
  const [fresh] = open({ ...state.config, seed: freshSeed }) as [Opened];
  const own = seat === 'seller' ? { cost: state.limits.seller } : { value: state.limits.buyer };
  const known = historyFor(state.history, { kind: 'seat', seat });
  return [{ ...fresh, ...own }, ...known];
}

function observe(state: OffersState, seat: SeatId): OffersObservation {
  const own = SEATS.find((one) => one === seat);
  if (own === undefined) throw new Error(`offers: there is no seat ${seat}`);
  return {
    seat: own,
    ...clock(state),
    limit: state.limits[own],
    standing: state.standing,
    may_leave: state.config.leaving !== false,
    history: historyFor(state.history, { kind: 'seat', seat: own }),
    your_turn: !state.finished && turnOf(state) === own,
    done: state.finished,
  };
}

function view(state: OffersState, viewer: Viewer): OffersView {
  const { standing, history, agreed, finished, limits } = state;
  const shown = (seat: OffersSeat): number | null => (maySee(viewer, seat) ? limits[seat] : null);
  const to_act = finished ? [] : [turnOf(state)];
  return {
    ...clock(state),
    to_act,
    standing,
    history: historyFor(history, viewer),
    agreed,
    finished,
    limits: { seller: shown('seller'), buyer: shown('buyer') },
  };
}

function maySee(viewer: Viewer, seat: OffersSeat): boolean {
  return viewer.kind === 'all' || (viewer.kind === 'seat' && viewer.seat === seat);
}

/** Everything is public except the limits and what reveals them: the seed, and what a guard changed. */
function publish(event: OffersEvent, viewer: Viewer): GameEvent {
  if (viewer.kind === 'all') return event;
  if (event.type !== 'haggle_opened') return maySee(viewer, event.seat) ? event : withoutMarks(event);
  const { cost, value, config, ...rest } = event;
  const { seed: _, ...known } = config;
  const own = viewer.kind === 'public' ? {} : viewer.seat === 'seller' ? { cost } : { value };
  const shown = { ...rest, ...own, config: known };
  return shown;
}

function withoutMarks(event: TurnEvent): TurnEvent {
  if (event.type !== 'price_named') return event;
  const { guarded: _, ...said } = event;
  return said;
}

/** The turns played, as a seat may read them: with the marks of its own guards only. */
function historyFor(history: readonly TurnEvent[], viewer: Viewer): readonly TurnEvent[] {
  return history.map((event) => (maySee(viewer, event.seat) ? event : withoutMarks(event)));
}

function outcome({ finished, agreed, limits }: OffersState): Outcome {
  if (agreed === null) return { finished, scores: { seller: 0, buyer: 0 } };
  return { finished, scores: { seller: agreed - limits.seller, buyer: limits.buyer - agreed } };
}

function clock({ turn, finished, config: { rounds } }: OffersState): Clock {
  return { turn, round: finished ? rounds : Math.floor(turn / SEATS.length), rounds };
}
