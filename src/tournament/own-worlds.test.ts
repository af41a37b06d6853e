import { describe, expect, it } from 'vitest';
import type { Entrant, Fixture, FixtureRecord, TournamentPlan } from '~/store/tournaments/tournament';
import { countMatches } from './count-matches';
import { nextStage } from './draw-schedule';
import { matchOf } from './fixture-match';
import { seatsOfPlan } from './seats-of-plan';
import { servicesHere } from './testing/begin';
import { entrantOf, named, planOf, recordOf } from './testing/play-out';

const PLAN: TournamentPlan = {
  ...planOf({
    kind: 'rated',
    task: 'market_round',
    tableSize: 2,
    worlds: 3,
    rotation: 'full',
    nulls: ['wait'],
    entrants: named(4, (i) => `owner ${i}`),
  }),
  method: 2,
};

/** e0 and e1 are programs outside, e2 and e3 scripts. */
function entrants(programs = 2): Entrant[] {
  const all = PLAN.entrants.map(
    (one, i): Entrant => ({ ...entrantOf({ ...one, player: one.agent }), kind: i < programs ? 'remote' : 'scripted' }),
  );
  return [...all, { ...entrantOf({ name: 'wait', player: 'wait' }), isNull: true }];
}

function drawn(plan: TournamentPlan, who: Entrant[]): Fixture[] {
  const stage = nextStage({ plan, entrants: who, stages: 0 }, [], seatsOfPlan(plan));
  if (typeof stage === 'string') throw new Error(stage);
  return stage;
}

function of(name: string, fixtures: readonly Fixture[]): Fixture[] {
  return fixtures.filter(({ seats }) => seats.some(({ entrant }) => entrant === name));
}

describe('a sealed world', () => {
  it('is met once, in one seat, by a program that remembers', () => {
    const fixtures = drawn(PLAN, entrants());
    for (const { name } of PLAN.entrants.slice(0, 2)) {
      const worlds = of(name, fixtures).map(({ world }) => world);
      expect(worlds.length).toBe(9);
      expect(new Set(worlds).size).toBe(worlds.length);
    }
  });

  it('is met by no second program, of whatever owner', () => {
    const fixtures = drawn(PLAN, entrants());
    const met = new Map<number, number>();
    for (const { world, seats, meeting } of fixtures) {
      if (seats.some(({ entrant }) => entrant === PLAN.entrants[0]?.name || entrant === PLAN.entrants[1]?.name))
        met.set(world, (met.get(world) ?? 0) + 1);
      expect(meeting).not.toBe('');
    }
    expect([...met.values()].every((times) => times === 1)).toBe(true);
  });

  it('is played beside by the null policy in the very seats of those who met in it', () => {
    const fixtures = drawn(PLAN, entrants());
    for (const { world, seats } of of(PLAN.entrants[0]?.name ?? '', fixtures)) {
      const wanted = seats.flatMap(({ seat, entrant }) => (entrant === null ? [] : [seat])).sort();
      const beside = fixtures.filter((one) => one.world === world && one.meeting === 'wait');
      expect(beside.flatMap((one) => one.seats.flatMap(({ seat, entrant }) => (entrant === 'wait' ? [seat] : []))).sort()).toEqual(wanted);
    }
  });

  it('is shared by scripts as before, in every seat', () => {
    const [fixtures, before] = [drawn(PLAN, entrants()), drawn({ ...PLAN, method: 1 }, entrants())];
    const among = (all: readonly Fixture[]) => of('e2', all).filter(({ seats }) => seats.some(({ entrant }) => entrant === 'e3'));
    expect(among(fixtures).map(({ world, rotation, seats }) => ({ world, rotation, seats }))).toEqual(
      among(before).map(({ world, rotation, seats }) => ({ world, rotation, seats })),
    );
  });

  it('is another one when a program’s match failed and is tried again; scripts play theirs again', async () => {
    const tournament = { ...recordOf(PLAN), entrants: entrants(), seasonId: 'season' };
    const fixtures = drawn(PLAN, tournament.entrants);
    async function worldOf(fixture: Fixture | undefined, attempts: number): Promise<number | undefined> {
      if (fixture === undefined) throw new Error('no match');
      const seats = fixture.seats.map((one) => ({ ...one, player: 'wait' }));
      const again = { ...fixture, seats, attempts, matchId: `m${fixture.order}try${attempts}` } as FixtureRecord;
      const { match } = await matchOf(servicesHere(), { tournament, fixture: again, seasonKey: 'key' });
      return ('record' in match ? match.record : match).season?.index;
    }
    const [program] = of('e0', fixtures);
    const script = of('e2', fixtures).find(({ seats }) => seats.some(({ entrant }) => entrant === 'e3'));
    expect(await worldOf(script, 1)).toBe(await worldOf(script, 0));
    const tries = await Promise.all([0, 1, 2].map((attempts) => worldOf(program, attempts)));
    expect(new Set(tries).size).toBe(3);
    for (const index of tries.slice(1)) expect(fixtures.map(({ world }) => PLAN.source.from + world)).not.toContain(index);
  });

  it.each([0, 1, 2, 4])('is counted before it is played, with %i programs', (programs) => {
    const who = entrants(programs);
    expect(drawn(PLAN, who).length).toBe(countMatches(PLAN, 0, who));
  });

  it('of the first method is dealt as it always was', () => {
    const { method: _, ...old } = PLAN;
    expect(drawn(old, entrants())).toEqual(drawn({ ...old, method: 1 }, entrants(0)));
  });
});
