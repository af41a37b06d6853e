import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type FixtureRecord, FORMATS, type TournamentPlan } from '~/store/tournaments/tournament';
import { countMatches, mayBeMore } from './count-matches';
import { nextStage, pointsOf } from './draw-schedule';
import { largestMatching } from './formats/matching';
import { choose } from './formats/round-robin';
import { seatsOfPlan } from './seats-of-plan';
import { seedOfWorld } from './seed-of-world';
import { byNumber, entrantOf, named, noise, type PlayedOut, planOf, playOut, recordOf, type ScoreOf } from './testing/play-out';

/** Plans of all formats with few entrants. */
const plans = fc
  .record({
    format: fc.constantFrom(...FORMATS),
    count: fc.integer({ min: 2, max: 9 }),
    size: fc.integer({ min: 1, max: 4 }),
    owners: fc.integer({ min: 2, max: 4 }),
    rated: fc.boolean(),
    task: fc.constantFrom('single_trade', 'market_round'),
    worlds: fc.integer({ min: 1, max: 2 }),
    rotation: fc.constantFrom('full', 'none'),
    nulls: fc.constantFrom([], ['wait']),
  })
  .map(({ count, size, owners, rated, task, ...rest }): TournamentPlan => {
    const tableSize = Math.min(size, count, task === 'single_trade' ? 2 : 4);
    const rounds = rest.format === 'league' ? 3 : null;
    const kind = rated ? 'rated' : 'exhibition';
    // The owners of two neighbours differ, so that somebody can meet whatever the table's size.
    const entrants = named(count, (i) => (rated && tableSize <= owners ? `owner ${i % owners}` : null));
    return planOf({ ...rest, kind, task, tableSize, rounds, entrants });
  });

function seated({ seats }: Pick<FixtureRecord, 'seats'>): string[] {
  return seats.flatMap(({ entrant }) => entrant ?? []);
}

function forAll(check: (plan: TournamentPlan, result: PlayedOut) => void): void {
  fc.assert(
    fc.property(plans, (plan) => check(plan, playOut(plan, noise))),
    { numRuns: 50 },
  );
}

describe('in every format', () => {
  it('orders count up from 0, every seat is filled, nobody sits twice at a table', () => {
    forAll((plan, { fixtures }) => {
      expect(fixtures.map(({ order }) => order)).toEqual(fixtures.map((_, i) => i));
      for (const fixture of fixtures) {
        expect(fixture.seats.map(({ seat }) => seat)).toEqual(seatsOfPlan(plan)(fixture.task));
        expect(new Set(seated(fixture)).size).toBe(seated(fixture).length);
        for (const { entrant, player } of fixture.seats) expect(entrant ?? player).toBeTruthy();
      }
    });
  });

  it('full rotation seats each entrant of a meeting once in each seat of each world', () => {
    forAll((plan, { fixtures }) => {
      if (plan.rotation !== 'full') return;
      const places = new Map<string, string[]>();
      for (const { world, meeting, seats } of fixtures) {
        for (const { seat, entrant } of seats) {
          if (entrant === null) continue;
          const key = `${world} ${meeting} ${entrant}`;
          places.set(key, [...(places.get(key) ?? []), seat]);
        }
      }
      const all = [...seatsOfPlan(plan)(plan.tasks[0] ?? '')].sort();
      for (const seats of places.values()) expect(seats.toSorted()).toEqual(all);
    });
  });

  it('all who play in a stage play the same worlds and seatings, null policies too', () => {
    forAll((_plan, { fixtures, record }) => {
      for (let stage = 0; stage < record.stages; stage += 1) {
        const worlds = new Map<string, Set<string>>();
        for (const fixture of fixtures.filter((one) => one.stage === stage)) {
          for (const name of seated(fixture)) {
            worlds.set(name, (worlds.get(name) ?? new Set()).add(`${fixture.task} ${fixture.world} ${fixture.rotation}`));
          }
        }
        const [first, ...rest] = [...worlds.values()].map((one) => [...one].sort());
        for (const other of rest) expect(other).toEqual(first);
      }
    });
  });

  it('in a world a seat without an entrant is filled by the same one, whoever else sits there', () => {
    const plan = planOf({ entrants: named(3), tableSize: 2, others: ['greedy', 'planner', 'random'], worlds: 4 });
    const fillers = new Map<string, Set<string | null>>();
    for (const { world, seats } of playOut(plan, noise).fixtures) {
      for (const { seat, entrant, player } of seats) {
        if (entrant !== null) continue;
        fillers.set(`${world} ${seat}`, (fillers.get(`${world} ${seat}`) ?? new Set()).add(player));
      }
    }
    for (const players of fillers.values()) expect(players.size).toBe(1);
    expect(new Set([...fillers.values()].flatMap((one) => [...one])).size).toBe(3);
  });

  it('rated, agents of one owner never share a table', () => {
    forAll((plan, { fixtures, record }) => {
      if (plan.kind !== 'rated') return;
      for (const fixture of fixtures) {
        const owners = seated(fixture).flatMap((name) => record.entrants.find((one) => one.name === name)?.owner ?? []);
        expect(new Set(owners).size).toBe(owners.length);
      }
    });
  });

  it('the schedule is the same in whatever order results come in', () => {
    fc.assert(
      fc.property(plans, fc.infiniteStream(fc.integer({ min: 0, max: 1_000 })), (plan, stream) => {
        const shuffle = (all: readonly FixtureRecord[]) =>
          all
            .map((one) => ({ one, at: Number(stream.next().value) }))
            .sort((a, b) => a.at - b.at)
            .map(({ one }) => one);
        const shuffled = playOut(plan, noise, { order: shuffle }).fixtures.sort((a, b) => a.order - b.order);
        expect(shuffled).toEqual(playOut(plan, noise).fixtures);
      }),
      { numRuns: 40 },
    );
  });

  it('a stage waits for the one before, and a failed match holds nobody up', () => {
    const plan = planOf({ format: 'swiss', entrants: named(4), worlds: 1 });
    const record = recordOf(plan);
    const stage = nextStage(record, [], seatsOfPlan(plan));
    if (typeof stage === 'string') throw new Error(stage);
    const [first, ...rest] = playOut(plan, noise).fixtures.filter((one) => one.stage === 0);
    if (!first) throw new Error('nothing was drawn');
    const running: FixtureRecord = { ...first, status: 'playing', result: null };
    expect(nextStage({ ...record, stages: 1 }, [running, ...rest], seatsOfPlan(plan))).toBe('wait');
    const failing: ScoreOf = (name, fixture) => (fixture.order % 2 === 0 ? null : noise(name, fixture));
    expect(playOut(plan, failing).record.stages).toBe(2);
    expect(playOut(plan, () => null).record.stages).toBe(2);
  });

  it('as many matches as were counted beforehand', () => {
    forAll((plan, { fixtures }) => {
      if (mayBeMore(plan)) expect(fixtures.length).toBeGreaterThanOrEqual(countMatches(plan));
      else expect(fixtures.length).toBe(countMatches(plan));
    });
  });

  it('as many of later stages as were counted when the first was drawn', () => {
    forAll((plan, { fixtures }) => {
      const later = fixtures.filter(({ stage }) => stage > 0).length;
      if (mayBeMore(plan)) expect(later).toBeGreaterThanOrEqual(countMatches(plan, 1));
      else expect(later).toBe(countMatches(plan, 1));
    });
  });
});

test('a round robin has every group at a table, in new worlds for each task', () => {
  const plan = planOf({ task: undefined, tasks: ['single_trade', 'market_round'], entrants: named(5), tableSize: 2, worlds: 3, nulls: [] });
  const { fixtures } = playOut(plan, noise);
  expect(fixtures).toHaveLength(choose(5, 2) * 3 * (2 + 4));
  expect(new Set(fixtures.map(({ meeting }) => meeting)).size).toBe(10);
  const tasks = new Map(fixtures.map(({ world, task }) => [world, task]));
  for (const { world, task } of fixtures) expect(tasks.get(world)).toBe(task);
});

test('classic seats one: each plays the same worlds alone', () => {
  const plan = planOf({ ruleset: 'classic', task: 'single_trade', entrants: ['expert', 'hoarder'], worlds: 2, nulls: ['wait'] });
  expect(plan.tableSize).toBe(1);
  const { fixtures } = playOut(plan, noise);
  expect(fixtures.map(({ world, seats }) => `${world} ${seats[0]?.entrant}`)).toEqual([
    '0 rule_based_expert',
    '0 greedy_hoarder',
    '0 wait',
    '1 rule_based_expert',
    '1 greedy_hoarder',
    '1 wait',
  ]);
});

describe('a knock-out', () => {
  it('has one winner, who is never beaten, and whoever is beaten plays no more', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 17 }), fc.integer({ min: 1, max: 4 }), (count, size) => {
        const plan = planOf({
          format: 'knockout',
          entrants: named(count),
          tableSize: Math.min(size, count),
          worlds: 1,
          rotation: 'none',
          nulls: [],
        });
        const { record, fixtures } = playOut(plan, noise);
        const points = [...(pointsOf(record, fixtures) ?? [])];
        expect(points.filter(([, won]) => won === record.stages)).toHaveLength(1);
        for (const [name, won] of points) {
          const last = Math.max(-1, ...fixtures.filter((one) => seated(one).includes(name)).map(({ stage }) => stage));
          expect(last).toBeLessThanOrEqual(won);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('the best wins, the first of the seeding sits out where the bracket is not full', () => {
    const plan = planOf({ format: 'knockout', entrants: named(5), worlds: 1, nulls: [] });
    const { record, fixtures } = playOut(plan, byNumber);
    expect(pointsOf(record, fixtures)?.get('e4')).toBe(3);
    const first = fixtures.filter(({ stage }) => stage === 0);
    expect(new Set(first.map(({ meeting }) => meeting))).toEqual(new Set(['e3 | e4']));
  });

  it('rated, one script under two names, or two versions of one agent, never share a table', () => {
    const twice = { kind: 'rated', tableSize: 2, worlds: 1, nulls: [], rotation: 'none' };
    for (const [a, b] of [
      ['planner', 'planner'],
      ['mine@1', 'mine@2'],
    ]) {
      const entrants = [{ name: 'a', agent: a, owner: 'Ada' }, { name: 'b', agent: b }, 'greedy'];
      const plan = planOf({ ...twice, entrants });
      const drawn = nextStage(recordOf(plan), [], seatsOfPlan(plan));
      expect(Array.isArray(drawn) && drawn.map(({ meeting }) => meeting)).toEqual(['a | greedy', 'b | greedy']);
      expect(countMatches(plan)).toBe(2);
      expect(mayBeMore({ ...plan, format: 'knockout' })).toBe(true);
      const open = planOf({ ...twice, kind: 'exhibition', entrants });
      expect(countMatches(open)).toBe(3);
    }
  });

  it('two of one owner in a rated final play the same worlds, each at a table of its own', () => {
    const plan = planOf({ format: 'knockout', kind: 'rated', entrants: named(4, (i) => (i >= 2 ? 'ada' : null)), worlds: 1, nulls: [] });
    const { record, fixtures } = playOut(plan, byNumber);
    const final = fixtures.filter(({ stage }) => stage === 1);
    expect(new Set(final.map(({ meeting }) => meeting))).toEqual(new Set(['e2 | e3']));
    for (const fixture of final) expect(seated(fixture)).toHaveLength(1);
    expect(pointsOf(record, fixtures)?.get('e3')).toBe(2);
  });
});

describe('Swiss', () => {
  it('repeats no pair while that can be avoided, and nobody sits out twice before all have', () => {
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 9 }), fc.integer({ min: 1, max: 9 }), (count, rounds) => {
        const plan = planOf({ format: 'swiss', rounds, entrants: named(count), worlds: 1, rotation: 'none', nulls: [] });
        const { fixtures } = playOut(plan, noise);
        const met = new Set<string>();
        const byes = new Map(plan.entrants.map(({ name }) => [name, 0]));
        for (let stage = 0; stage < rounds; stage += 1) {
          const pairs = [...new Set(fixtures.filter((one) => one.stage === stage).map(({ meeting }) => meeting))];
          const players = pairs.flatMap((pair) => pair.split(' | '));
          const out = plan.entrants.map(({ name }) => name).filter((name) => !players.includes(name));
          for (const name of out) {
            expect(byes.get(name)).toBe(Math.min(...byes.values()));
            byes.set(name, (byes.get(name) ?? 0) + 1);
          }
          const fresh = pairs.filter((pair) => !met.has(pair)).length;
          const could = largestMatching(
            players.length,
            (a, b) => !met.has(`${players[a]} | ${players[b]}`) && !met.has(`${players[b]} | ${players[a]}`),
          );
          expect(fresh).toBe(could.filter((one) => one !== -1).length / 2);
          for (const pair of pairs) met.add(pair).add(pair.split(' | ').reverse().join(' | '));
        }
      }),
      { numRuns: 40 },
    );
  });

  it('a bye is worth a point, and equals meet equals', () => {
    const plan = planOf({ format: 'swiss', rounds: 2, entrants: named(5), worlds: 1, nulls: [] });
    const { record, fixtures } = playOut(plan, byNumber);
    const points = pointsOf(record, fixtures);
    expect([...(points?.values() ?? [])].reduce((sum, one) => sum + one, 0)).toBe(6);
    const second = new Set(fixtures.filter(({ stage }) => stage === 1).map(({ meeting }) => meeting));
    expect(second).toEqual(new Set(['e3 | e1', 'e4 | e2']));
  });

  it('of eight entrants the best has won all of three rounds', () => {
    const plan = planOf({ format: 'swiss', entrants: named(8), worlds: 1, nulls: [] });
    const { record, fixtures } = playOut(plan, byNumber);
    expect(record.stages).toBe(3);
    expect(pointsOf(record, fixtures)?.get('e7')).toBe(3);
  });
});

describe('a league', () => {
  it('who joins plays from that day on, who leaves plays no more; each day has worlds of its own', () => {
    const plan = planOf({ format: 'league', rounds: 4, entrants: named(3), worlds: 1, tableSize: 2, nulls: [] });
    const { record, fixtures } = playOut(plan, noise, {
      between(now) {
        if (now.stages === 1) now.entrants.push(entrantOf({ name: 'late', joined: 1 }));
        if (now.stages === 2) now.entrants = now.entrants.map((one) => (one.name === 'e0' ? { ...one, left: 2 } : one));
      },
    });
    const days = (name: string) => [...new Set(fixtures.filter((one) => seated(one).includes(name)).map(({ stage }) => stage))];
    expect(days('late')).toEqual([1, 2, 3]);
    expect(days('e0')).toEqual([0, 1]);
    expect(days('e1')).toEqual([0, 1, 2, 3]);
    expect([...new Set(fixtures.map(({ world }) => world))]).toEqual([0, 1, 2, 3]);
    const all = [...(pointsOf(record, fixtures)?.values() ?? [])].reduce((sum, one) => sum + one, 0);
    expect(all).toBe(3 + 6 + 3 + 3);
  });

  it('waits while fewer than two are in, and goes on when somebody joins', () => {
    const plan = planOf({ format: 'league', entrants: named(1), worlds: 1, tableSize: 2, nulls: [] });
    const record = recordOf(plan);
    expect(nextStage(record, [], seatsOfPlan(plan))).toBe('wait');
    record.entrants.push(entrantOf({ name: 'late' }));
    expect(nextStage(record, [], seatsOfPlan(plan))).toHaveLength(4);
  });

  it('without an end is over when its range has no worlds left: never a seed of another range', () => {
    const source = { range: 'validation', from: 49_995 };
    const plan = planOf({ format: 'league', entrants: named(2), worlds: 2, source, rotation: 'none', nulls: [] });
    const { record, fixtures } = playOut(plan, noise);
    expect(record.stages).toBe(2);
    expect(new Set(fixtures.map(({ world }) => seedOfWorld(plan, world, null)))).toEqual(new Set([49_995, 49_996, 49_997, 49_998]));
  });

  it('of a ruleset with a single seat compares all who played the day', () => {
    const plan = planOf({
      format: 'league',
      ruleset: 'classic',
      task: 'single_trade',
      rounds: 2,
      worlds: 1,
      nulls: [],
      entrants: classicThree(),
    });
    const { record, fixtures } = playOut(plan, byNumber);
    expect(Object.fromEntries(pointsOf(record, fixtures) ?? [])).toEqual({ e0: 0, e1: 1, e2: 2 });
  });
});

function classicThree(): Record<string, string>[] {
  return Array.from({ length: 3 }, (_, i) => ({ name: `e${i}`, agent: 'rule_based_expert' }));
}

test('a ladder of n rounds sorts whoever is always better above', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 12 }), (count) => {
      const plan = planOf({ format: 'ladder', entrants: named(count), worlds: 1, rotation: 'none', nulls: [] });
      const { record, fixtures } = playOut(plan, byNumber);
      for (const [name, rung] of pointsOf(record, fixtures) ?? []) expect(rung).toBe(Number(name.slice(1)) + 1);
    }),
    { numRuns: 11 },
  );
});
