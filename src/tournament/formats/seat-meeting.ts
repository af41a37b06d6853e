/** Turns meetings into fixtures, with the same worlds and seatings for everyone. */

import { standInFor } from '~/games/policies';
import type { Entrant, Fixture, FixtureSeat, TournamentPlan } from '~/store/tournaments/tournament';
import { dealsOwnWorlds, remembers } from '../own-worlds';
import type { SeatsOf } from '../seats-of-plan';
import { type Meeting, meetingText, ownersClash } from './situation';

export interface Stage {
  plan: TournamentPlan;
  /** Includes null policies, which play the same worlds for comparison. */
  entrants: readonly Entrant[];
  stage: number;
  meetings: readonly Meeting[];
  seatsOf: SeatsOf;
}

type Unordered = Omit<Fixture, 'order'>;

/** A group that plays together: a whole meeting, or each participant alone in the same seats and worlds. */
interface Table {
  meeting: string;
  players: readonly Entrant[];
}

/** Ordered by world, so that an aborted tournament has complete worlds. */
export function fixturesOf(stage: Stage, firstOrder: number): Fixture[] {
  const { plan, seatsOf } = stage;
  const deals = dealsOwnWorlds(plan);
  const tables = tablesOf(stage);
  const [own, shared] = [tables.filter((table) => deals && table.players.some(remembers)), tables.filter(isShared(deals))];
  const isPlayed = !deals || shared.some(({ players }) => players.some(({ isNull }) => !isNull));
  const fixtures: Fixture[] = [];
  const add = (more: readonly Unordered[]) => {
    for (const fixture of more) fixtures.push({ order: firstOrder + fixtures.length, ...fixture });
  };
  for (let n = 0; isPlayed && n < plan.worlds; n += 1) {
    for (const [t, task] of plan.tasks.entries()) {
      const turn = stage.stage * plan.worlds + n;
      // A stage has at most as many worlds as matches, so counting by matches repeats no earlier world.
      const world = (deals ? firstOrder + n * plan.tasks.length : turn * plan.tasks.length) + t;
      for (const table of shared) add(seatTable(stage, table, { task, world, seats: seatsOf(task), turn }));
    }
  }
  let next = firstOrder + (isPlayed ? plan.worlds * plan.tasks.length : 0);
  for (let n = 0; n < plan.worlds; n += 1) {
    for (const task of plan.tasks) {
      for (const table of own) {
        add(seatOwn(stage, table, { task, world: next, seats: seatsOf(task), turn: stage.stage * plan.worlds + n }));
        next += 1;
      }
    }
  }
  return fixtures;
}

function isShared(deals: boolean): (table: Table) => boolean {
  return ({ players }) => !deals || !players.some(remembers);
}

/** One seating, and each null policy alone in each of its seats. */
function seatOwn(stage: Stage, table: Table, at: World): Unordered[] {
  const [played] = seatTable({ ...stage, plan: { ...stage.plan, rotation: 'none' } }, table, at);
  if (played === undefined) return [];
  const nulls = stage.entrants.filter(({ isNull }) => isNull);
  const places = played.seats.flatMap(({ entrant }, place) => (entrant === null ? [] : [place]));
  const beside = nulls.flatMap((one) =>
    places.map((place) => seatAt(stage, { meeting: one.name, players: [one] }, { ...at, rotation: place })),
  );
  return [played, ...beside];
}

/** If a rated meeting has two entrants of one owner, all of its participants play separately. */
function tablesOf({ plan, entrants, meetings }: Stage): Table[] {
  const byName = new Map(entrants.map((one) => [one.name, one]));
  const tables = meetings.flatMap((names) => {
    const players = names.flatMap((name) => byName.get(name) ?? []);
    const meeting = meetingText(names);
    const apart = plan.tableSize === 1 || ownersClash({ plan, entrants }, names);
    return apart ? players.map((one) => ({ meeting, players: [one] })) : [{ meeting, players }];
  });
  const nulls = entrants.filter(({ isNull }) => isNull);
  return [...tables, ...nulls.map((one) => ({ meeting: one.name, players: [one] }))];
}

interface World {
  task: string;
  world: number;
  seats: readonly string[];
  /** Counts a task's worlds over all stages. */
  turn: number;
}

function seatTable(stage: Stage, table: Table, at: World): Unordered[] {
  const { seats, turn } = at;
  const rotations = stage.plan.rotation === 'full' ? [...seats.keys()] : [turn % seats.length];
  return rotations.map((rotation) => seatAt(stage, table, { ...at, rotation }));
}

function seatAt(
  { plan, stage }: Stage,
  { meeting, players }: Table,
  { task, world, seats, turn, rotation }: World & { rotation: number },
): Unordered {
  const seated = seats.map((seat, place): FixtureSeat => ({ seat, entrant: null, player: fillerOf(plan, place + turn) }));
  for (const [i, { name, player }] of players.entries()) {
    const place = (rotation + Math.floor((i * seats.length) / players.length)) % seats.length;
    seated[place] = { seat: seats[place] ?? '', entrant: name, player };
  }
  return { stage, task, world, meeting, rotation, seats: seated };
}

/** The same seat of a world is always filled by the same player. */
function fillerOf({ game, others }: TournamentPlan, turn: number): string {
  return others[turn % others.length] ?? standInFor(game);
}
