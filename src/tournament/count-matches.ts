import { hasOwnerTwice } from '~/agents/owner';
import type { Entrant, TournamentPlan } from '~/store/tournaments/tournament';
import { tableCount, tablesOfRound } from './formats/knockout';
import { windowsOf } from './formats/ladder';
import { everybodyMeets } from './formats/round-robin';
import { activeIn, isTwice, nameOfAgent } from './formats/situation';
import { swissRounds, swissSizes } from './formats/swiss';
import { dealsOwnWorlds, remembers } from './own-worlds';
import { seatsOfPlan } from './seats-of-plan';

/** A tournament of more is surely a slip of the finger. */
export const MOST_MATCHES = 1_000_000;

/** How many stages it has; of a league without an end, one day. */
export function stagesOf({ format, rounds, entrants, tableSize }: TournamentPlan): number {
  if (format === 'swiss') return rounds ?? swissRounds(entrants.length);
  if (format === 'ladder') return rounds ?? entrants.length;
  if (format === 'league') return rounds ?? 1;
  return format === 'knockout' ? knockoutRounds(entrants.length, tableSize) : 1;
}

/**
 * So many matches will be played from stage `from` on (of a league without an end: in its first day); more where `mayBeMore` says so, for
 * who meets is then drawn from results. `who`: its entrants as they are now, for a league's may have come and gone.
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

/** Tables at which somebody sits who remembers: each of their matches has a world of its own. All of them, where results decide who meets. */
function ownTablesOf(plan: TournamentPlan, { from, stages, entrants }: Ahead, tables: number): number {
  if (!entrants.some(remembers)) return 0;
  const isForAll = plan.format === 'round_robin' || plan.format === 'league';
  if (!isForAll) return tables;
  const among = plan.tableSize === 1 ? entrants.length : meetingsOfAll(plan, entrants);
  const rest = entrants.filter((one) => !remembers(one));
  const without = plan.tableSize === 1 ? rest.length : rest.length < plan.tableSize ? 0 : meetingsOfAll(plan, rest);
  return Math.max(0, stages - from) * (among - without);
}

/** Two of one owner may meet at a rated table: they play apart then, which is more matches. */
export function mayBeMore({ kind, format, tableSize, entrants }: TournamentPlan): boolean {
  const mayClash = hasOwnerTwice(entrants.map(({ owner }) => owner)) || isTwice(entrants.map(({ agent }) => agent && nameOfAgent(agent)));
  const isDrawnFromResults = format === 'swiss' || format === 'knockout' || format === 'ladder';
  return kind === 'rated' && isDrawnFromResults && tableSize > 1 && mayClash;
}

interface Ahead {
  from: number;
  stages: number;
  /** Who takes part from there on. */
  entrants: readonly Entrant[];
}

/** Tables of its stages from one on, a table being what sits down together. */
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

/** How many meet at each table of a stage. */
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

/** Before it is known who they are. */
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
