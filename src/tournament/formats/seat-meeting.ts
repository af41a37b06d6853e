/** Meetings become fixtures: the same worlds and seatings for everybody. */
import type { SeatsOf } from '../seats-of-plan';
import type { Entrant, Fixture, FixtureSeat, TournamentPlan } from '../tournament';
import { type Meeting, meetingText, ownersClash } from './situation';

export interface Stage {
  plan: TournamentPlan;
  /** Null policies among them, which play the same worlds beside. */
  entrants: readonly Entrant[];
  stage: number;
  meetings: readonly Meeting[];
  seatsOf: SeatsOf;
}

type Unordered = Omit<Fixture, 'order'>;

/** Who sits down together: all of a meeting, or each alone in the same seats and worlds. */
interface Table {
  meeting: string;
  players: readonly Entrant[];
}

/** World by world, so that a tournament which is broken off has whole worlds. */
export function fixturesOf(stage: Stage, firstOrder: number): Fixture[] {
  const { plan, seatsOf } = stage;
  const tables = tablesOf(stage);
  const fixtures: Fixture[] = [];
  for (let n = 0; n < plan.worlds; n += 1) {
    for (const [t, task] of plan.tasks.entries()) {
      const turn = stage.stage * plan.worlds + n;
      const world = { task, world: turn * plan.tasks.length + t, seats: seatsOf(task), turn };
      for (const table of tables) {
        for (const fixture of seatTable(stage, table, world)) fixtures.push({ order: firstOrder + fixtures.length, ...fixture });
      }
    }
  }
  return fixtures;
}

/** Two of one owner at a rated meeting: then all of it are seated apart. */
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
  /** Counts a task's worlds through all stages. */
  turn: number;
}

function seatTable({ plan, stage }: Stage, { meeting, players }: Table, at: World): Unordered[] {
  const { task, world, seats, turn } = at;
  const rotations = plan.rotation === 'full' ? [...seats.keys()] : [turn % seats.length];
  return rotations.map((rotation) => {
    const seated = seats.map((seat, place): FixtureSeat => ({ seat, entrant: null, player: fillerOf(plan.others, place + turn) }));
    for (const [i, { name, player }] of players.entries()) {
      const place = (rotation + Math.floor((i * seats.length) / players.length)) % seats.length;
      seated[place] = { seat: seats[place] ?? '', entrant: name, player };
    }
    return { stage, task, world, meeting, rotation, seats: seated };
  });
}

/** In a world a seat is filled by the same one whoever else sits there. */
function fillerOf(others: readonly string[], turn: number): string {
  return others[turn % others.length] ?? 'house';
}
