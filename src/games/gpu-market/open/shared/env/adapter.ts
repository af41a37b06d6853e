/** The GPU market's `open` for programs: any seat, with any other players. The score is the gain, which needs the world's optimum. */
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
import type { Game, Reading, SeatId } from '~/contract/game';
import { gameWords } from '~/contract/game-ref';
import type { WorldBounds } from '~/contract/pack';
import { unknownName } from '~/lib/text/unknown-name';
import { SEATED } from '../../../named-labs';
import { type OpenTurn, readTurn } from '../actions';
import { imbalanceCents, imbalanceWords } from '../books/conservation';
import type { OpenConfig } from '../config';
import type { OpenEvent } from '../events';
import type { OpenFacts } from '../observation';
import { scoreInWorker } from '../optimum/score-in-worker';
import { boundsOf } from '../optimum/world-bounds';
import { worldOf } from '../plans/pairs';
import { type RewardColumn, RewardTeller, type RoundReward } from '../rewards';
import type { OpenState } from '../state';
import { OPEN_SHOCK_KINDS, type OpenShockKind } from '../types';

const DIGITS = 1e6;
const CENTS = 100;

const REWARD_KINDS = ['classic', 'potential'] as const;

/** A seat's observation in any version. */
type Seen = OpenFacts & { legal_actions: readonly object[] };

type Market = Game<OpenConfig, OpenState, OpenEvent, Seen>;

/** A version's rules, and how it parses a program's input for a round. */
interface Rules {
  market: Market;
  readTurn(raw: unknown, round: number): Reading<OpenTurn>;
  told: EnvTold;
}

export function openEnvOf(rules: Rules): EnvAdapter {
  const numbers = numbersOf(rules.market);
  return {
    settings: ['seat', 'opponents', 'reward', 'options', ...numbers],
    help: {
      seat: 'any lab',
      opponents: 'a policy by name for all other seats, a list in their order, or an object by seat',
      reward: 'classic, or potential, which pays in every round',
      options: 'its settings may be given here instead',
    },
    can: { stress: OPEN_SHOCK_KINDS, populations: true },
    weight: 100,
    score: {
      title: 'gain (profit above autarky, in the world’s own unit)',
      scale: 'gain (0: as good as alone, 1: an equal share of all gains of trade)',
      caution:
        'A mean of gains is a mean of ratios with heavy tails: a few worlds may decide it, and worlds in which trade can bring little weigh as much as rich ones. Read it together with the median.',
    },
    seated: SEATED,
    told: rules.told,
    atTable: (place) => atTable(rules, place),
    reset: (settings, means) => reset(rules, settings, means),
  };
}

/** Every number of a task's preset. */
function numbersOf({ tasks, options }: Market): string[] {
  return [...new Set(tasks.flatMap(({ id }) => options(id).map((field) => field.id)))];
}

/** The dense reward in money (the world's scale would reveal others' private data), otherwise the gain at the end. */
function atTable({ readTurn: readMove }: Rules, { seat, reward, means }: TableSeat): TablePart {
  const teller = reward === 'potential' ? new RewardTeller(seat) : null;
  const taken = (): number => (teller?.take() ?? []).reduce((sum, { total }) => sum + total, 0);
  return {
    hear: (event) => teller?.hear(event as OpenEvent),
    seated: () => void taken(),
    legal: (observation) => (observation as Seen).legal_actions,
    readMove,
    handIn(raw, { turn, key }) {
      const read = readTurn(raw);
      return { actions: read.ok ? read.value.actions : [raw], round_index: turn, key };
    },
    async reward({ events, results }) {
      if (teller !== null) return taken() / CENTS;
      return results.length === 0 ? 0 : ((await scoreInWorker(events as OpenEvent[], means)).gain[seat] ?? 0);
    },
  };
}

async function reset(rules: Rules, settings: EnvSettings, means: EnvMeans): Promise<Reading<EnvSession>> {
  const { seat = 'lab_0', opponents, reward = 'classic', options, ...rest } = settings;
  const knowsSeed = rest.seed !== undefined;
  const world = { ...rest, ...(!knowsSeed && { seed: means.secretSeed() }), ...(means.stress && { shocks: 0 }) };
  const { market } = rules;
  const config = readConfig(market, world, options);
  if (!config.ok) return config;
  const seats = market.seats(config.value).map(({ id }) => id);
  if (typeof seat !== 'string' || !seats.includes(seat)) return { ok: false, why: unknownName('seat', textOf(seat), seats) };
  const kind = REWARD_KINDS.find((one) => one === reward);
  if (kind === undefined) return { ok: false, why: unknownName('reward', textOf(reward), REWARD_KINDS) };
  const others = await means.readOpponents(opponents, { seats: seats.filter((one) => one !== seat), usual: 'house' });
  if (!others.ok) return others;
  const part = new MarketPart({ rules, config: config.value, knowsSeed, seat, reward: kind, run: means.run });
  const interferences = means.stress ? shocksOf(means.stress, config.value.rounds) : [];
  const match = { config: config.value, seats: [seat], opponents: others.value, part: part as EnvPart, interferences };
  return { ok: true, value: await means.open(match) };
}

/** A shock as an organizer requests it. They are spread evenly over the match, like a preset's. */
function shocksOf({ kind, strikes }: { kind: string; strikes: number }, rounds: number): { kind: OpenShockKind; round_index: number }[] {
  return stressRounds(strikes, rounds).map((round_index) => ({ kind: kind as OpenShockKind, round_index }));
}

function stressRounds(strikes: number, rounds: number): number[] {
  return Array.from({ length: strikes }, (_, k) => Math.floor(((k + 1) * rounds) / (strikes + 1)));
}

function readConfig(market: Market, world: Record<string, unknown>, options: unknown = {}): Reading<OpenConfig> {
  const numbers = numbersOf(market);
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    return { ok: false, why: `options: an object with any of ${numbers.join(', ')}` };
  const stranger = Object.keys(options).find((key) => !numbers.includes(key));
  if (stranger !== undefined) return { ok: false, why: `options: ${unknownName('option', stranger.slice(0, 60), numbers)}` };
  return market.parseConfig({ ...options, ...world });
}

function textOf(value: unknown): string {
  return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 60);
}

interface OpenSeating {
  rules: Rules;
  config: OpenConfig;
  /** The program chose the seed, so it is not a secret. */
  knowsSeed: boolean;
  seat: string;
  reward: (typeof REWARD_KINDS)[number];
  run: EnvMeans['run'];
}

type Position = EnvPosition<OpenState, OpenEvent>;

/** What the program receives: rewards of the chosen kind, and the score at the end. */
class MarketPart implements EnvPart<OpenState, OpenEvent> {
  readonly #seating: OpenSeating;
  readonly #teller: RewardTeller | null;
  /** The solve starts during the first round; the final step waits for it. */
  #isSolving = false;
  /** The last step's, for a seat that requests the dense reward. */
  #last: { reward: number; columns: Record<RewardColumn, number> } | null = null;
  /** The final score. */
  #scored: Record<string, unknown> | null = null;

  constructor(seating: OpenSeating) {
    this.#seating = seating;
    this.#teller = seating.reward === 'potential' ? new RewardTeller(seating.seat) : null;
  }

  hear(event: OpenEvent): void {
    this.#teller?.hear(event);
  }

  observe(at: Position): Seen {
    if (this.#teller !== null && !this.#isSolving) {
      this.#isSolving = true;
      this.#bounds(at).catch(() => undefined);
    }
    const { rules, seat } = this.#seating;
    const observation = rules.market.observe(at.state, seat);
    if (this.#last === null) return observation;
    const { reward, columns } = this.#last;
    return { ...observation, reward, cumulative_reward: at.cumulative, reward_breakdown: columns };
  }

  legal(observation: unknown): unknown {
    return (observation as Seen).legal_actions;
  }

  readMove(raw: unknown, shown: number): Reading<unknown> {
    return this.#seating.rules.readTurn(raw, shown);
  }

  /** Round numbers and keys matter only at a shared table; here every turn is for the current round. */
  moveOf(raw: unknown): unknown {
    if (raw instanceof HouseTurn) return raw;
    const turn = readTurn(raw);
    return { actions: turn.ok ? turn.value.actions : [] };
  }

  async reward(at: Position): Promise<number> {
    if (this.#teller === null && !at.isOver) return 0;
    const bounds = await this.#bounds(at);
    if (at.isOver) this.#scored = this.#score(at, bounds);
    if (this.#teller === null) return this.#gain(at, bounds);
    const { total, columns } = sumOf(this.#teller.take());
    const shares = Object.entries(columns).map(([column, cents]) => [column, rounded(cents / bounds.scale_cents)]);
    const reward = total / bounds.scale_cents;
    this.#last = { reward, columns: Object.fromEntries(shares) as Record<RewardColumn, number> };
    return reward;
  }

  metadata(): Record<string, unknown> | undefined {
    return this.#scored === null ? undefined : { score: this.#scored };
  }

  status({ isOver }: Position, opponents: Readonly<Record<SeatId, string>>): EnvCard {
    const { rules, config, knowsSeed, seat, reward } = this.#seating;
    return {
      ...gameWords(rules.market.ref),
      task_type: config.task_type,
      difficulty: null,
      seed: knowsSeed || isOver ? config.seed : null,
      judge_mode: config.judge_mode,
      seat,
      opponents,
      reward,
    };
  }

  #bounds({ events, opening }: Position): Promise<WorldBounds> {
    return boundsOf(worldOf(events.slice(0, opening)), this.#seating);
  }

  #profit({ labs }: OpenState): number {
    const lab = labs[this.#seating.seat];
    return lab === undefined ? 0 : lab.budget_cents - lab.start_cents;
  }

  #gain({ state }: Position, { autarky_cents, scale_cents }: WorldBounds): number {
    return (this.#profit(state) - (autarky_cents[this.#seating.seat] ?? 0)) / scale_cents;
  }

  /** The fields of a score sheet; money in units. */
  #score(at: Position, bounds: WorldBounds): Record<string, unknown> {
    const { optimum_cents, autarky_cents, scale_cents, gap } = bounds;
    const profits = Object.values(at.state.labs).reduce((sum, lab) => sum + lab.budget_cents - lab.start_cents, 0);
    const fault = imbalanceWords(imbalanceCents(at.state));
    return {
      gain: rounded(this.#gain(at, bounds)),
      profit: this.#profit(at.state) / 100,
      autarky: (autarky_cents[this.#seating.seat] ?? 0) / 100,
      scale: rounded(scale_cents / 100),
      optimum: optimum_cents / 100,
      efficiency: optimum_cents === 0 ? null : rounded(profits / optimum_cents),
      gap,
      ...(fault !== null && { fault }),
    };
  }
}

function sumOf(rounds: readonly RoundReward[]): Pick<RoundReward, 'total' | 'columns'> {
  const sum = { total: 0, columns: { job_value: 0, trade: 0, coalition_share: 0, grant: 0, energy: 0, shock: 0, penalty: 0 } };
  for (const { total, columns } of rounds) {
    sum.total += total;
    for (const column of Object.keys(sum.columns) as RewardColumn[]) sum.columns[column] += columns[column];
  }
  return sum;
}

function rounded(value: number): number {
  return Math.round(value * DIGITS) / DIGITS + 0;
}
