import type { CatalogOverview, RulesetCard } from '~/api/catalog/types';
import { frontOf } from '~/games/screens';
import { readSeed } from '../new-match/read-seed';
import { findPlayer, type PlayerGroup } from '../players/player-options';

/** A seat that somebody may take. */
export const FREE = 'open';

/** A table as the form holds it. */
export interface TableDraft {
  task: string;
  /** By seat, in their order: `open`, a policy's id or an agent's reference. */
  seats: string[];
  judgeMode: string;
  clockSeconds: number;
  delayRounds: number;
  /** In no list: only those who have its link can watch or sit down. */
  isPrivate: boolean;
  /** Empty: the server draws one that nobody knows. */
  seed: string;
}

/** The game that is asked for, else the first in which people can sit; null: this server has none. */
export function tableRuleset(catalog: CatalogOverview, asked: string | null = null): RulesetCard | null {
  const offered = catalog.rulesets.filter(({ key }) => frontOf(key)?.people);
  return offered.find(({ key }) => key === asked) ?? offered[0] ?? null;
}

export function seatIds(ruleset: RulesetCard, task: string): string[] {
  return ruleset.tasks.find((one) => one.id === task)?.places.map(({ seat }) => seat) ?? [];
}

export function seatCount(ruleset: RulesetCard, task: string): number {
  return seatIds(ruleset, task).length;
}

export function firstTableDraft(ruleset: RulesetCard): TableDraft {
  const task = ruleset.tasks.find((one) => one.id === 'coalition_market')?.id ?? ruleset.tasks[0]?.id ?? '';
  return {
    task,
    seats: seatsFor(seatCount(ruleset, task)),
    judgeMode: ruleset.judgeModes.includes('rule') ? 'rule' : (ruleset.judgeModes[0] ?? 'off'),
    clockSeconds: 90,
    delayRounds: 0,
    isPrivate: false,
    seed: '',
  };
}

/** The second seat is kept for somebody of the registry whom an address names: the first is for who sets the table. */
export function withPerson(draft: TableDraft, people: readonly PlayerGroup[], ref: string | null): TableDraft {
  if (ref === null || findPlayer(people, ref) === null) return draft;
  return { ...draft, seats: draft.seats.map((seat, index) => (index === 1 ? ref : seat)) };
}

/** Does anybody sit at this table, or may yet? */
export function hasSitters({ seats }: TableDraft, people: readonly PlayerGroup[]): boolean {
  return seats.some((seat) => seat === FREE || findPlayer(people, seat) !== null);
}

/** Another task: the seats that there still are keep who plays them. */
export function withTask(draft: TableDraft, task: string, count: number): TableDraft {
  return { ...draft, task, seats: seatsFor(count).map((one, index) => draft.seats[index] ?? one) };
}

/** Half of the seats for people, the rest for house labs. */
function seatsFor(count: number): string[] {
  return Array.from({ length: count }, (_, index) => (index < Math.max(1, Math.floor(count / 2)) ? FREE : 'house'));
}

/** As `match.create` takes it; a sentence when the seed cannot be read. */
export function requestOf(draft: TableDraft, ruleset: RulesetCard) {
  const seats = Object.fromEntries(seatIds(ruleset, draft.task).map((seat, index) => [seat, draft.seats[index] ?? FREE]));
  const { task, judgeMode, clockSeconds, delayRounds, isPrivate } = draft;
  return {
    game: ruleset.key,
    version: ruleset.version,
    policy: 'house',
    task,
    seats,
    judgeMode,
    clockSeconds,
    delayRounds,
    isPrivate,
    ...seedOf(draft.seed),
  };
}

export function whyNotSeed(text: string): string | null {
  const reading = readSeed(text);
  return text.trim() === '' || reading.ok ? null : reading.why;
}

function seedOf(text: string): { seed?: number } {
  const reading = readSeed(text);
  return text.trim() !== '' && reading.ok ? { seed: reading.value } : {};
}

/** What will be set, in a sentence. */
export function tableLabel(draft: TableDraft, people: readonly PlayerGroup[] = []): string {
  const free = draft.seats.filter((seat) => seat === FREE).length;
  const kept = draft.seats.filter((seat) => findPlayer(people, seat) !== null).length;
  const parts = [
    ...(free > 0 ? [free === 1 ? 'one free seat' : `${free} free seats`] : []),
    ...(kept > 0 ? [kept === 1 ? 'one kept for a person' : `${kept} kept for people`] : []),
    ...manyPolicies(draft.seats.length - free - kept),
  ].join(', ');
  return `${parts.charAt(0).toUpperCase()}${parts.slice(1)}; ${draft.clockSeconds} seconds for each round, and who stays silent waits.`;
}

function manyPolicies(count: number): string[] {
  return count === 0 ? [] : [count === 1 ? 'one policy' : `${count} policies`];
}
