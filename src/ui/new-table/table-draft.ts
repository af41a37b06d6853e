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

/** The games at whose tables two people or more can sit. */
export function tableRulesets({ rulesets }: Pick<CatalogOverview, 'rulesets'>): RulesetCard[] {
  return rulesets.filter((one) => frontOf(one.key)?.people && smallestTask(one) !== undefined);
}

/** The game that is asked for, else the first in which people can sit; null: this server has none. */
export function tableRuleset(catalog: Pick<CatalogOverview, 'rulesets'>, asked: string | null = null): RulesetCard | null {
  const offered = tableRulesets(catalog);
  return offered.find(({ key }) => key === asked) ?? offered[0] ?? null;
}

/** The first of those with the fewest seats for more than one. */
function smallestTask({ tasks }: RulesetCard): RulesetCard['tasks'][number] | undefined {
  const shared = tasks.filter(({ places }) => places.length > 1);
  return shared.toSorted((one, other) => one.places.length - other.places.length)[0];
}

export function seatIds(ruleset: RulesetCard, task: string): string[] {
  return ruleset.tasks.find((one) => one.id === task)?.places.map(({ seat }) => seat) ?? [];
}

export function seatCount(ruleset: RulesetCard, task: string): number {
  return seatIds(ruleset, task).length;
}

/** Seconds. Nobody who learns the game is hurried. */
const FIRST_CLOCK = 600;

/** Small, with time and without a judge: a first evening. */
export function firstTableDraft(ruleset: RulesetCard): TableDraft {
  const task = smallestTask(ruleset)?.id ?? '';
  return {
    task,
    seats: seatsFor(seatCount(ruleset, task)),
    judgeMode: ruleset.judgeModes.includes('off') ? 'off' : (ruleset.judgeModes[0] ?? 'off'),
    clockSeconds: FIRST_CLOCK,
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

/** Up to this many seats are all for people. */
const FEW_SEATS = 3;

/** Of a small table all seats are for people, of a larger one half; house players take the rest. */
function seatsFor(count: number): string[] {
  const free = count <= FEW_SEATS ? count : Math.floor(count / 2);
  return Array.from({ length: count }, (_, index) => (index < free ? FREE : 'house'));
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

/** `90 seconds`, `10 minutes` */
export function clockLabel(seconds: number): string {
  return seconds % 60 === 0 && seconds > 60 ? `${seconds / 60} minutes` : `${seconds} seconds`;
}

/** What will be set, in a sentence. */
export function tableLabel(draft: TableDraft, people: readonly PlayerGroup[] = []): string {
  const free = draft.seats.filter((seat) => seat === FREE).length;
  const kept = draft.seats.filter((seat) => findPlayer(people, seat) !== null).length;
  const parts = [
    ...(free > 0 ? [free === 1 ? 'one free seat' : `${free} free seats`] : []),
    ...(kept > 0 ? [kept === 1 ? 'one kept for a person' : `${kept} kept for people`] : []),
    ...manyBots(draft.seats.length - free - kept),
  ].join(', ');
  return `${parts.charAt(0).toUpperCase()}${parts.slice(1)}. ${clockLabel(draft.clockSeconds)} for each turn; anyone who doesn't submit one passes.`;
}

function manyBots(count: number): string[] {
  return count === 0 ? [] : [count === 1 ? 'one bot' : `${count} bots`];
}
