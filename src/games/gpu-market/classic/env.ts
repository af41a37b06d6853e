/** The published environment for programs: lab_0 among house labs. */
import type { EnvAdapter, EnvPart, EnvPosition } from '~/contract/env';
import type { Reading, WrittenFields } from '~/contract/game';
import { gameWords } from '~/contract/game-ref';
import { after } from '~/lib/play/soon';
import type { MarketEvent } from '../events';
import { marketTold } from '../guide';
import { SEATED } from '../named-labs';
import { strangeField } from '../strange-field';
import type { Observation, VisibleLab } from '../types';
import { classic } from './classic';
import type { ClassicConfig } from './config';
import { legalActions } from './legal';
import { observe, observeAfterEnd } from './observe';
import { ACTION_FIELDS } from './read-action';
import type { ClassicState } from './state';

const SEAT = 'lab_0';
const WORDS = gameWords(classic.ref);

export const classicEnv = {
  settings: ['difficulty', 'seat', 'opponents', 'reward'],
  help: { seat: SEAT, opponents: 'house', reward: 'classic' },
  decided: ['labs', 'rounds'],
  seated: SEATED,
  told: marketTold,
  reset(settings, means) {
    if (means.stress) return { ok: false, why: 'shocks: ruleset classic has its own, which nobody can set; ruleset open lets you' };
    const { seat, opponents, reward, ...config } = settings;
    const why = refusal({ seat, opponents, reward });
    if (why !== null) return { ok: false, why };
    const reading = classic.parseConfig(config);
    if (!reading.ok) return reading;
    const match = { config: reading.value, seats: [SEAT], opponents: new Map(), part: new ClassicPart(reading.value) as EnvPart };
    return after(means.open(match), (value) => ({ ok: true, value }));
  },
} satisfies EnvAdapter;

/** Settings of ruleset `open` that classic does not have. */
function refusal({ seat = SEAT, opponents = 'house', reward = 'classic' }: Record<string, unknown>): string | null {
  if (seat !== SEAT) return 'seat: in ruleset classic yours is lab_0; every seat can be played in ruleset open';
  if (opponents !== 'house') return 'opponents: in ruleset classic the house labs play the other seats; ruleset open lets you name others';
  if (reward !== 'classic') return 'reward: ruleset classic has its own reward in every step ("classic"); "potential" is ruleset open\'s';
  return null;
}

/** A class, so that short episodes create no closures. */
class ClassicPart implements EnvPart<ClassicState, MarketEvent> {
  readonly #config: ClassicConfig;
  readonly #text = new ObservationText();

  constructor(config: ClassicConfig) {
    this.#config = config;
  }

  observe({ state }: EnvPosition<ClassicState, MarketEvent>): unknown {
    return observe(state);
  }

  write(observation: unknown, written: WrittenFields = {}): string {
    return this.#text.write(observation as Observation, written);
  }

  legal(observation: unknown): unknown {
    return legalActions(observation as Observation);
  }

  readMove(raw: unknown): Reading<unknown> {
    const reading = classic.readMove(raw);
    const strange = reading.ok ? strangeField('action', raw, ACTION_FIELDS) : null;
    return strange === null ? reading : { ok: false, why: strange };
  }

  /** Not from the observation, which after the last round shows the settlement instead of the move's result. */
  refused({ last_step }: ClassicState): number {
    return last_step?.result.ok === false ? 1 : 0;
  }

  reward({ state }: EnvPosition<ClassicState, MarketEvent>): number {
    return (state.settlement ?? state.last_step)?.breakdown.normalized_reward ?? 0;
  }

  total({ cumulative }: ClassicState): number {
    return cumulative;
  }

  afterEnd(state: ClassicState): unknown {
    return observeAfterEnd(state);
  }

  status() {
    const { task_type, difficulty, seed, judge_mode } = this.#config;
    return { game: WORDS.game, ruleset: WORDS.ruleset, version: WORDS.version, task_type, difficulty, seed, judge_mode };
  }
}

// Serializes consecutive observations of one match exactly like JSON.stringify. Their records and a lab's lists are immutable, so parts
// shared with the previous observation are not serialized again.

export class ObservationText {
  readonly #jobs = new Last();
  readonly #owned = new Last();
  readonly #available = new Last();
  readonly #shocks = new Last();
  readonly #labs = new Last();
  readonly #offers = new Last();
  readonly #coalitions = new Last();
  readonly #messages = new Last();

  write(seen: Observation, written: WrittenFields = {}): string {
    return `{${standing(seen)},${this.#own(seen)},${this.#market(seen)},${this.#talk(seen)},${results(seen, written)}}`;
  }

  #own(seen: Observation): string {
    const budget = number(seen.controlled_lab_budget);
    const lab = `"controlled_lab_id":"${seen.controlled_lab_id}","controlled_lab_budget":${budget}`;
    const reputation = `"controlled_lab_reputation":${number(seen.controlled_lab_reputation)}`;
    return `${lab},${reputation},"private_jobs":${this.#jobs.list(seen.private_jobs)},"owned_blocks":${this.#owned.list(seen.owned_blocks)}`;
  }

  #market({ public_market: market, visible_labs }: Observation): string {
    const blocks = `"available_blocks":${this.#available.list(market.available_blocks)}`;
    const shocks = `"shock_history":${this.#shocks.list(market.shock_history)}`;
    const labs = this.#labs.list(visible_labs, isSameLab);
    return `"public_market":{${blocks},"market_pressure":"${market.market_pressure}",${shocks}},"visible_labs":${labs}`;
  }

  #talk(seen: Observation): string {
    const offers = `"active_offers":${this.#offers.list(seen.active_offers)}`;
    const coalitions = `"active_coalitions":${this.#coalitions.list(seen.active_coalitions)}`;
    return `${offers},${coalitions},"message_history":${this.#messages.list(seen.message_history)}`;
  }
}

function standing({ task_id, difficulty, round_index, max_rounds }: Observation): string {
  return `"task_id":${JSON.stringify(task_id)},"difficulty":"${difficulty}","round_index":${round_index},"max_rounds":${max_rounds}`;
}

function results(seen: Observation, { reward_breakdown = JSON.stringify(seen.reward_breakdown), metadata }: WrittenFields): string {
  const result = `"last_action_result":${JSON.stringify(seen.last_action_result)}`;
  const rewards = `"reward":${number(seen.reward)},"cumulative_reward":${number(seen.cumulative_reward)}`;
  const besides = metadata === undefined ? '' : `,"metadata":${metadata}`;
  return `${result},${rewards},"reward_breakdown":${reward_breakdown},"done":${seen.done}${besides}`;
}

/** The last serialized list, with its text. */
class Last {
  #entries: readonly unknown[] = [];
  #text = '[]';

  /** Without `isSame`, an entry is recognized only by identity. */
  list<Entry>(entries: readonly Entry[], isSame?: (one: Entry, other: Entry) => boolean): string {
    if (!isSameList(this.#entries as readonly Entry[], entries, isSame)) this.#text = JSON.stringify(entries);
    this.#entries = entries;
    return this.#text;
  }
}

function isSameList<Entry>(one: readonly Entry[], other: readonly Entry[], isSame?: (one: Entry, other: Entry) => boolean): boolean {
  if (one === other) return true;
  if (one.length !== other.length) return false;
  for (let i = 0; i < one.length; i++) {
    const [a, b] = [one[i] as Entry, other[i] as Entry];
    if (a !== b && (isSame === undefined || !isSame(a, b))) return false;
  }
  return true;
}

function isSameLab(one: VisibleLab, other: VisibleLab): boolean {
  return (
    one.lab_id === other.lab_id &&
    one.public_name === other.public_name &&
    one.reputation === other.reputation &&
    one.public_budget_band === other.public_budget_band &&
    one.public_demand === other.public_demand &&
    one.active_offer_count === other.active_offer_count &&
    one.owned_block_ids === other.owned_block_ids &&
    one.coalition_ids === other.coalition_ids
  );
}

/** As in JSON. */
function number(value: number): string {
  return Number.isFinite(value) ? `${value}` : 'null';
}
