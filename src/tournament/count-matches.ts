import { hasOwnerTwice } from '~/agents/owner';
import type { Entrant, TournamentPlan } from '~/store/tournaments/tournament';
import { tableCount, tablesOfRound } from './formats/knockout';
import { windowsOf } from './formats/ladder';
import { everybodyMeets } from './formats/round-robin';
import { activeIn, isTwice, nameOfAgent } from './formats/situation';
import { swissRounds, swissSizes } from './formats/swiss';
import { dealsOwnWorlds, remembers } from './own-worlds';
import { seatsOfPlan } from './seats-of-plan';

/** A larger tournament is almost certainly a mistake. */
export const MOST_MATCHES = 1_000_000;

/** Number of stages; 1 day for a league without an end. */
export function stagesOf({ format, rounds, entrants, tableSize }: TournamentPlan): number {
  if (format === 'swiss') return rounds ?? swissRounds(entrants.length);
  if (format === 'ladder') return rounds ?? entrants.length;
  if (format === 'league') return rounds ?? 1;
  return format === 'knockout' ? knockoutRounds(entrants.length, tableSize) : 1;
}

/**
 * Number of matches from stage `from` on (for a league without an end: of its first day). There may be more if `mayBeMore` is set, because
 * then results decide who meets. `who`: the current entrants, because those of a league change.
 */
export function countMatches(plan: TournamentPlan, from = 0, who: readonly Entrant[] = asPlanned(plan)): number {
  const seats = seatsOfPlan(plan);
  const rotations = plan.tasks.reduce((sum, task) => sum + (plan.rotation === 'full' ? seats(task).length : 1), 0);
  const stages = stagesOf(plan);
  const entrants = activeIn(who, from).filter(({ isNull }) => !isNull);
  const tables = tablesOf(plan, { from, stages, entrants });
  const own = dealsOwnWorlds(plan) ? ownTablesOf(plan, { from, stages, entrants }, tables) : 0;
  const besideOwn = 1 + (plan.tableSize === 1 ? 1 : Math.min(plan.tableSize, entrants.length)) * plan.nulls.length;
  const shared = tables - own;
  const besideShared = shared === 0 ? 0 : (stages - from) * plan.nulls.length;
  return ((shared + besideShared) * rotations + own * besideOwn * plan.tasks.length) * plan.worlds;
}

/** Tables with an entrant that remembers; each of their matches has its own world. All tables if results decide who meets. */
function ownTablesOf(plan: TournamentPlan, { from, stages, entrants }: Ahead, tables: number): number {
  if (!entrants.some(remembers)) return 0;
  const isForAll = plan.format === 'round_robin' || plan.format === 'league';
  if (!isForAll) return tables;
  const among = plan.tableSize === 1 ? entrants.length : meetingsOfAll(plan, entrants);
  const rest = entrants.filter((one) => !remembers(one));
  const without = plan.tableSize === 1 ? rest.length : rest.length < plan.tableSize ? 0 : meetingsOfAll(plan, rest);
  return Math.max(0, stages - from) * (among - without);
}

/** Two entrants of one owner may meet at a rated table; they then play separately, which is more matches. */
export function mayBeMore({ kind, format, tableSize, entrants }: TournamentPlan): boolean {
  const mayClash = hasOwnerTwice(entrants.map(({ owner }) => owner)) || isTwice(entrants.map(({ agent }) => agent && nameOfAgent(agent)));
  const isDrawnFromResults = format === 'swiss' || format === 'knockout' || format === 'ladder';
  return kind === 'rated' && isDrawnFromResults && tableSize > 1 && mayClash;
}

interface Ahead {
  from: number;
  stages: number;
  /** The entrants from there on. */
  entrants: readonly Entrant[];
}

/** Number of tables from a stage on. A table is a group that plays together. */
function tablesOf(plan: TournamentPlan, { from, stages, entrants }: Ahead): number {
  const { format, tableSize } = plan;
  if (format === 'round_robin' || format === 'league') {
    return Math.max(0, stages - from) * (tableSize === 1 ? entrants.length : meetingsOfAll(plan, entrants));
  }
  const n = plan.entrants.length;
  let tables = 0;
  let left = n;
  for (let stage = 0; stage < stages; stage += 1) {
    const met = sizesOf(plan, stage, left).filter((size) => size > 1);
    if (stage >= from) tables += tableSize === 1 ? met.reduce((sum, size) => sum + size, 0) : met.length;
    if (format === 'knockout') left -= met.reduce((sum, size) => sum + size - 1, 0);
  }
  return tables;
}

/** Sizes of the tables of a stage. */
function sizesOf({ format, tableSize }: TournamentPlan, stage: number, left: number): number[] {
  const places = Math.max(2, tableSize);
  const players = Array.from({ length: left }, (_, i) => String(i));
  if (format === 'knockout') return tablesOfRound(players, places).map(({ length }) => length);
  if (format === 'ladder') return windowsOf(players, stage, places).map(({ length }) => length);
  return swissSizes(left, places);
}

function meetingsOfAll(plan: TournamentPlan, entrants: readonly Entrant[]): number {
  return entrants.length < 2 ? 0 : everybodyMeets({ plan, entrants: entrants.map(fromTheStart), stage: 0, fixtures: [] }).length;
}

function fromTheStart(entrant: Entrant): Entrant {
  return { ...entrant, joined: 0, left: null };
}

/** Placeholders before the entrants are known. */
function asPlanned({ entrants }: TournamentPlan): Entrant[] {
  const there = { kind: 'scripted', pin: null, isNull: false, joined: 0, left: null } as const;
  return entrants.map(({ name, owner, agent }) => ({ ...there, name, owner, player: agent }));
}

function knockoutRounds(entrants: number, tableSize: number): number {
  const places = Math.max(2, tableSize);
  let rounds = 0;
  for (let left = entrants; left > 1; left = tableCount(left, places)) rounds += 1;
  return rounds;
}
