import type { CatalogOverview, RulesetCard } from '~/api/catalog/types';
import { frontOf } from '~/games/screens';
import { readSeed } from '../new-match/read-seed';
import { findPlayer, type PlayerGroup } from '../players/player-options';

/** An open seat. */
export const FREE = 'open';

/** The form's state for a table. */
export interface TableDraft {
  task: string;
  /** In seat order: `open`, a policy's id or an agent's reference. */
  seats: string[];
  judgeMode: string;
  clockSeconds: number;
  delayRounds: number;
  /** Not in any list: only people with its link can watch or join. */
  isPrivate: boolean;
  /** Empty: the server draws a secret one. */
  seed: string;
}

/** Games in which at least two people can play. */
export function tableRulesets({ rulesets }: Pick<CatalogOverview, 'rulesets'>): RulesetCard[] {
  return rulesets.filter((one) => frontOf(one.key)?.people && smallestTask(one) !== undefined);
}

/** The requested game, or the first in which people can play; null if there is none. */
export function tableRuleset(catalog: Pick<CatalogOverview, 'rulesets'>, asked: string | null = null): RulesetCard | null {
  const offered = tableRulesets(catalog);
  return offered.find(({ key }) => key === asked) ?? offered[0] ?? null;
}

/** The first of those with the fewest seats, but more than one. */
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

/** Seconds; generous, because people who learn the game need time. */
const FIRST_CLOCK = 600;

/** Small, with much time and without a judge: for a first game. */
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

/** Reserves the second seat for the registered person in the address; the first is for the host. */
export function withPerson(draft: TableDraft, people: readonly PlayerGroup[], ref: string | null): TableDraft {
  if (ref === null || findPlayer(people, ref) === null) return draft;
  return { ...draft, seats: draft.seats.map((seat, index) => (index === 1 ? ref : seat)) };
}

/** Whether a person sits or can sit at this table. */
export function hasSitters({ seats }: TableDraft, people: readonly PlayerGroup[]): boolean {
  return seats.some((seat) => seat === FREE || findPlayer(people, seat) !== null);
}

/** Switches the task and keeps the players of remaining seats. */
export function withTask(draft: TableDraft, task: string, count: number): TableDraft {
  return { ...draft, task, seats: seatsFor(count).map((one, index) => draft.seats[index] ?? one) };
}

/** Up to this many seats are all for people. */
const FEW_SEATS = 3;

/** In a small table all seats are for people, in a larger one half; built-in policies take the rest. */
function seatsFor(count: number): string[] {
  const free = count <= FEW_SEATS ? count : Math.floor(count / 2);
  return Array.from({ length: count }, (_, index) => (index < free ? FREE : 'house'));
}

/** The input of `match.create`, or a sentence if the seed is invalid. */
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

/** A sentence about the table to be created. */
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
