/**
 * The observations of one match as JSON, one after the other: byte for byte what JSON.stringify makes of them. Their records, and a
 * lab's lists, are never changed, only replaced: what stood in the last one as well is not written again.
 */
import type { Observation, VisibleLab } from '../types';

/** The last value that was asked for, with its text; a list by its entries, for it is made anew each time. */
interface Last {
  value: unknown;
  text: string;
  isSame(one: unknown, other: unknown): boolean;
}

export class ObservationText {
  readonly #parts = new Map<string, Last>([
    ['task_id', last()],
    ['private_jobs', last()],
    ['owned_blocks', lastList()],
    ['available_blocks', lastList()],
    ['shock_history', lastList()],
    ['visible_labs', lastList(isSameLab)],
    ['active_offers', lastList()],
    ['active_coalitions', lastList()],
    ['message_history', lastList()],
    ['last_action_result', last()],
    ['reward_breakdown', last()],
  ]);

  /** `metadata`: JSON that stands in it as a last field of this name. */
  write(observation: Observation, metadata: string | null = null): string {
    const text = this.#fields(observation);
    return metadata === null ? `{${text}}` : `{${text},"metadata":${metadata}}`;
  }

  /** The names of the fields are the program's own: none needs escaping. */
  #fields(record: object): string {
    let text = '';
    for (const name of Object.keys(record)) {
      const value = (record as Record<string, unknown>)[name];
      text += `${text === '' ? '"' : ',"'}${name}":${name === 'public_market' ? `{${this.#fields(value as object)}}` : this.#text(name, value)}`;
    }
    return text;
  }

  #text(name: string, value: unknown): string {
    const part = this.#parts.get(name);
    if (part === undefined) return JSON.stringify(value);
    if (!part.isSame(part.value, value)) part.text = JSON.stringify(value);
    part.value = value;
    return part.text;
  }
}

function last(isSame: Last['isSame'] = Object.is): Last {
  return { value: undefined, text: '', isSame };
}

function lastList(isSameEntry: Last['isSame'] = Object.is): Last {
  return last((one, other) => isSameList(one as unknown[] | undefined, other as unknown[], isSameEntry));
}

function isSameList(one: readonly unknown[] | undefined, other: readonly unknown[], isSameEntry: Last['isSame']): boolean {
  if (one === undefined || one.length !== other.length) return false;
  for (let i = 0; i < one.length; i++) if (!isSameEntry(one[i], other[i])) return false;
  return true;
}

function isSameLab(one: unknown, other: unknown): boolean {
  const [a, b] = [one as VisibleLab, other as VisibleLab];
  return (
    a.lab_id === b.lab_id &&
    a.public_name === b.public_name &&
    a.reputation === b.reputation &&
    a.public_budget_band === b.public_budget_band &&
    a.public_demand === b.public_demand &&
    a.active_offer_count === b.active_offer_count &&
    a.owned_block_ids === b.owned_block_ids &&
    a.coalition_ids === b.coalition_ids
  );
}
