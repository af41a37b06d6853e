/**
 * The observations of one match as JSON, one after the other: byte for byte what JSON.stringify makes of them. Their records, and a
 * lab's lists, are never changed, only replaced: what stood in the last one as well is not written again.
 */
import type { WrittenFields } from '~/contract/game';
import type { Observation, VisibleLab } from '../types';

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

/** The list that was written last, with its text. */
class Last {
  #entries: readonly unknown[] = [];
  #text = '[]';

  /** Without `isSame`, an entry is known again only as the very record that it was. */
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

/** As JSON has it. */
function number(value: number): string {
  return Number.isFinite(value) ? `${value}` : 'null';
}
