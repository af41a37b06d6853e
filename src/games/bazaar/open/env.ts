/** The market for programs: one or several seats, with any other players. The score is the gain, which needs the world's optimum. */
import { HouseTurn } from '~/contract/actions-of-move';
import type {
  EnvAdapter,
  EnvCard,
  EnvMeans,
  EnvPart,
  EnvPosition,
  EnvSession,
  EnvSettings,
  EnvTold,
  TablePart,
  TableSeat,
} from '~/contract/env';
import type { Reading, SeatId } from '~/contract/game';
import { gameWords } from '~/contract/game-ref';
import { readOptions } from '~/contract/options';
import type { WorldBounds } from '~/contract/pack';
import { unknownName } from '~/lib/text/unknown-name';
import { ACTION_CARDS, moveSchema, toolSchemas } from './actions';
import { options, parseConfig, TASKS } from './config';
import type { BazaarEvent } from './events';
import type { BazaarObservation } from './observation';
import { observe } from './observe';
import { openBazaar } from './open';
import { readMove, readTurn } from './read-move';
import { unitsOf } from './rules/money';
import { DenseTeller } from './score/dense';
import { boundsOf, knownWorld } from './score/worlds';
import type { BazaarState } from './state';
import type { BazaarConfig } from './types';

const REWARDS = ['classic', 'potential'] as const;
const OPTION_IDS = [...new Set(TASKS.flatMap(({ id }) => options(id).map((field) => field.id)))];

const TOLD: EnvTold = {
  about: 'Sellers and buyers haggle over one kind of item. You are one of them, with a limit and a deadline that nobody else knows.',
  move: moveSchema,
  tools: ACTION_CARDS.map(({ type, summary }) => ({
    name: type,
    description: summary,
    schema: toolSchemas[type] ?? {},
    moveOf: (args) => ({ ...args, action_type: type }),
  })),
};

export const bazaarEnv: EnvAdapter = {
  settings: ['seat', 'opponents', 'reward', 'options', ...OPTION_IDS],
  help: {
    seat: 'any seat, such as seller_0 or buyer_2',
    opponents: 'a policy by name for all other seats, a list in their order, or an object by seat',
    reward: 'classic, the gain at the end, or potential, which pays in every round',
    options: 'its settings may be given here instead',
  },
  weight: 20,
  score: {
    title: 'gain (profit in shares of what the whole market could make)',
    scale: 'gain (0: as good as no deal, 1: an equal share of all there was)',
    caution: 'In worlds with little to share, a small profit is a large gain, so read the median with the mean.',
  },
  told: TOLD,
  atTable,
  reset,
};

/** A dense reward is in money, because the scale would reveal the total surplus. */
function atTable({ seat, reward, means }: TableSeat): TablePart<BazaarState, BazaarEvent> {
  const teller = reward === 'potential' ? new DenseTeller(seat) : null;
  const taken = (): number => (teller?.take() ?? []).reduce((sum, { total }) => sum + total, 0);
  return {
    hear: (event) => teller?.hear(event),
    seated: () => void taken(),
    legal: (observation) => (observation as BazaarObservation).legal_actions,
    readMove,
    handIn(raw, { key }) {
      const read = readTurn(raw);
      return { actions: read.ok ? read.value.actions : [raw], key };
    },
    async reward({ events, results, state }) {
      if (teller !== null) return taken() / listOf(state);
      if (results.length === 0) return 0;
      const { scale_cents } = await boundsOf(knownWorld(events), means);
      return (state.seats[seat]?.profit ?? 0) / scale_cents;
    },
  };
}

async function reset(settings: EnvSettings, means: EnvMeans): Promise<Reading<EnvSession>> {
  const { seat, opponents, reward = 'classic', options: more = {}, task_type = 'haggle', seed, judge_mode, ...rest } = settings;
  if (means.stress) return no('shocks: an evaluation cannot set them in this game; use the option shocks');
  if (typeof more !== 'object' || more === null || Array.isArray(more))
    return no(`options: an object with any of ${OPTION_IDS.join(', ')}`);
  const tasks = TASKS.map(({ id }) => id);
  if (typeof task_type !== 'string' || !tasks.includes(task_type)) return no(unknownName('task', textOf(task_type), tasks));
  const given = readOptions(options(task_type), { ...more, ...rest });
  if (!given.ok) return given;
  const knowsSeed = seed !== undefined;
  const world = { task_type, seed: seed ?? means.secretSeed(), ...(judge_mode !== undefined && { judge_mode }), ...given.value };
  const config = parseConfig(world);
  if (!config.ok) return config;
  const seats = openBazaar.seats(config.value).map(({ id }) => id);
  const own = seat ?? seats[0];
  if (typeof own !== 'string' || !seats.includes(own)) return no(unknownName('seat', textOf(own), seats));
  const kind = REWARDS.find((one) => one === reward);
  if (kind === undefined) return no(unknownName('reward', textOf(reward), REWARDS));
  const others = await means.readOpponents(opponents, { seats: seats.filter((one) => one !== own), usual: 'house' });
  if (!others.ok) return others;
  const part = new BazaarPart({ config: config.value, knowsSeed, seat: own, reward: kind, run: means.run });
  return { ok: true, value: await means.open({ config: config.value, seats: [own], opponents: others.value, part }) };
}

function no(why: string): { ok: false; why: string } {
  return { ok: false, why };
}

function textOf(value: unknown): string {
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')).slice(0, 60);
}

interface Seating {
  config: BazaarConfig;
  /** The program chose the seed, so it is not a secret. */
  knowsSeed: boolean;
  seat: string;
  reward: (typeof REWARDS)[number];
  run: EnvMeans['run'];
}

type Position = EnvPosition<BazaarState, BazaarEvent>;

/** What the program receives: rewards of the chosen kind, and the gain at the end. */
class BazaarPart implements EnvPart<BazaarState, BazaarEvent> {
  readonly #seating: Seating;
  readonly #teller: DenseTeller | null;
  #scored: Record<string, unknown> | null = null;
  #gain = 0;

  constructor(seating: Seating) {
    this.#seating = seating;
    this.#teller = seating.reward === 'potential' ? new DenseTeller(seating.seat) : null;
  }

  hear(event: BazaarEvent): void {
    this.#teller?.hear(event);
  }

  observe({ state }: Position): BazaarObservation {
    return observe(state, this.#seating.seat);
  }

  legal(observation: unknown): unknown {
    return (observation as BazaarObservation).legal_actions;
  }

  readMove(raw: unknown): Reading<unknown> {
    return readMove(raw);
  }

  /** Round numbers and keys matter only at a shared table; here every move is for the current round. */
  moveOf(raw: unknown): unknown {
    if (raw instanceof HouseTurn) return raw;
    const turn = readTurn(raw);
    return { actions: turn.ok ? turn.value.actions : [] };
  }

  async reward(at: Position): Promise<number> {
    if (at.isOver) await this.#score(at);
    if (this.#teller !== null) return this.#teller.take().reduce((sum, { total }) => sum + total, 0) / listOf(at.state);
    return at.isOver ? this.#gain : 0;
  }

  metadata(): Record<string, unknown> | undefined {
    return this.#scored === null ? undefined : { score: this.#scored };
  }

  scored() {
    return { score: this.#gain };
  }

  status({ isOver }: Position, opponents: Readonly<Record<SeatId, string>>): EnvCard {
    const { config, knowsSeed, seat, reward } = this.#seating;
    const { task_type, judge_mode } = config;
    return {
      ...gameWords(openBazaar.ref),
      task_type,
      difficulty: null,
      seed: knowsSeed || isOver ? config.seed : null,
      judge_mode,
      seat,
      opponents,
      reward,
    };
  }

  async #score({ state, events }: Position): Promise<void> {
    const bounds: WorldBounds = await boundsOf(knownWorld(events), this.#seating);
    const profit = state.seats[this.#seating.seat]?.profit ?? 0;
    const all = Object.values(state.seats).reduce((sum, one) => sum + one.profit, 0);
    this.#gain = profit / bounds.scale_cents;
    this.#scored = {
      gain: this.#gain,
      profit: unitsOf(profit),
      optimum: unitsOf(bounds.optimum_cents),
      scale: unitsOf(bounds.scale_cents),
      efficiency: bounds.optimum_cents === 0 ? null : all / bounds.optimum_cents,
      deals: state.deals.length,
    };
  }
}

/** The mean list price in cents: the unit of the dense reward. It is public. */
function listOf({ world }: BazaarState): number {
  const lists = world.seats.flatMap(({ list_cents }) => list_cents ?? []);
  return lists.reduce((sum, cents) => sum + cents, 0) / Math.max(1, lists.length);
}
