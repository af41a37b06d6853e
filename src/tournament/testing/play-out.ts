/** For tests: a tournament played to its end without matches, its scores made up. */

import type { Entrant, Fixture, FixtureRecord, FixtureResult, TournamentPlan, TournamentRecord } from '~/store/tournaments/tournament';
import { nextStage } from '../draw-schedule';
import { readPlan } from '../read-plan';
import { seatsOfPlan } from '../seats-of-plan';

/** By the first method: it needs no eight worlds. */
export function planOf(given: Record<string, unknown>): TournamentPlan {
  const read = readPlan({ name: 'test', task: 'market_round', ...(given.kind === 'rated' ? {} : { method: 1 }), ...given });
  if (!read.ok) throw new Error(read.why);
  return read.value;
}

/** `e0`, `e1`, …, each an agent of its own. */
export function named(count: number, owner: (i: number) => string | null = () => null): Record<string, unknown>[] {
  return Array.from({ length: count }, (_, i) => ({ name: `e${i}`, agent: `agent-${i}`, owner: owner(i) }));
}

export function recordOf(plan: TournamentPlan): TournamentRecord {
  const own = plan.entrants.map(({ name, agent, owner }) => entrantOf({ name, player: agent, owner }));
  const nulls = plan.nulls.map((name) => entrantOf({ name, player: name, isNull: true }));
  const time = { createdAt: new Date(0), finishedAt: null };
  return { id: 't', plan, status: 'running', stages: 0, entrants: [...own, ...nulls], seasonId: null, code: '0', fault: null, ...time };
}

export function entrantOf(given: Partial<Entrant> & { name: string }): Entrant {
  return { kind: 'scripted', player: 'planner', owner: null, pin: null, isNull: false, joined: 0, left: null, ...given };
}

/** An entrant's score in a fixture; null: the match fails for good. */
export type ScoreOf = (entrant: string, fixture: Fixture) => number | null;

/** The same numbers for the same names and places, between 0 and 1. */
export const noise: ScoreOf = (entrant, { world, rotation, stage }) => {
  let hash = 2_166_136_261;
  for (const letter of `${entrant} ${world} ${rotation} ${stage}`) hash = Math.imul(hash ^ letter.charCodeAt(0), 16_777_619);
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
};

/** The higher the number in its name, the better. */
export const byNumber: ScoreOf = (entrant) => Number(entrant.slice(1));

export interface PlayedOut {
  record: TournamentRecord;
  fixtures: FixtureRecord[];
}

/** `order`: results come in by it; `between`: who comes and goes when a stage is over. */
export function playOut(
  plan: TournamentPlan,
  scoreOf: ScoreOf,
  {
    order = (all) => [...all],
    between,
  }: { order?: (all: readonly FixtureRecord[]) => FixtureRecord[]; between?: (record: TournamentRecord) => void } = {},
): PlayedOut {
  const record = recordOf(plan);
  const seatsOf = seatsOfPlan(plan);
  let fixtures: FixtureRecord[] = [];
  for (;;) {
    const stage = nextStage(record, fixtures, seatsOf);
    if (stage === 'over' || stage === 'wait') return { record: { ...record, status: 'finished' }, fixtures };
    fixtures = order([...fixtures, ...stage.map((fixture) => played(fixture, scoreOf))]);
    record.stages += 1;
    between?.(record);
  }
}

export function played(fixture: Fixture, scoreOf: ScoreOf): FixtureRecord {
  const scores = fixture.seats.map(({ entrant }) => (entrant === null ? 0 : scoreOf(entrant, fixture)));
  const times = { startedAt: new Date(0), finishedAt: new Date(0) };
  const base = { ...fixture, matchId: `m${fixture.order}`, attempts: 1, ...times };
  if (scores.includes(null)) return { ...base, status: 'failed', fault: 'it broke', result: null };
  const nothing = { refused: 0, timeouts: 0, fallbacks: 0, walkBacks: 0, turns: 8, tokens: 0, cost: 0, fault: null };
  const seats = fixture.seats.map(({ seat, entrant, player }, i) => {
    const score = scores[i] ?? 0;
    return { seat, entrant, player: player ?? 'person', score, profit: 100 * score, ...nothing };
  });
  const result: FixtureResult = { seats, welfare: 1, efficiency: 0.5, unrated: false, rounds: 8, logHash: 'sha256:0' };
  return { ...base, status: 'done', fault: null, result };
}
