import { expect, test } from 'vitest';
import type { FixtureRecord, FixtureStatus, SeatResult } from '~/store/tournaments/tournament';
import { named, noise, planOf, playOut } from '~/tournament/testing/play-out';
import { meetingsOf } from './meetings';

const plan = planOf({ entrants: named(4), nulls: [] });
let order = 0;

/** A match of a meeting; scores by entrant, none while it is open. */
function fixture(stage: number, status: FixtureStatus, scores: Record<string, number>): FixtureRecord {
  const names = Object.keys(scores);
  const seats = names.map((entrant, place) => ({ seat: `lab_${place}`, entrant, player: entrant }));
  const results = seats.map((one) => ({ ...one, score: scores[one.entrant] ?? 0 }) as SeatResult);
  const result = { seats: results, welfare: null, efficiency: null, unrated: false, rounds: 6, logHash: '' };
  order += 1;
  const at = { order, stage, task: 'single_trade', world: order, meeting: names.join(' | '), rotation: 0, seats };
  const never = { matchId: `m${order}`, attempts: 0, fault: null, startedAt: null, finishedAt: null };
  return { ...at, ...never, status, result: status === 'done' ? result : null };
}

function entrant(name: string, isNull = false) {
  return { name, kind: 'scripted' as const, player: name, owner: null, pin: null, isNull, joined: 0, left: null };
}

test('a bracket: who is ahead once all matches of a meeting are over; null policies are in none', () => {
  const entrants = [entrant('a'), entrant('b'), entrant('c'), entrant('d'), entrant('wait', true)];
  const played = [
    fixture(0, 'done', { a: 1, b: 2 }),
    fixture(0, 'done', { a: 4, b: 2 }),
    fixture(0, 'done', { c: 0, d: 1 }),
    fixture(0, 'waiting', { c: 0, d: 0 }),
    fixture(0, 'done', { wait: 0 }),
  ];
  expect(meetingsOf({ plan, entrants, stages: 1 }, played, false)).toEqual([
    {
      stage: 0,
      sides: [
        { entrant: 'a', score: 2.5 },
        { entrant: 'b', score: 2 },
      ],
      ended: true,
      winner: 'a',
    },
    {
      stage: 0,
      sides: [
        { entrant: 'c', score: 0 },
        { entrant: 'd', score: 1 },
      ],
      ended: false,
      winner: null,
    },
  ]);
});

test('of an open season a meeting tells its scores, in two digits, and its winner once whole steps hold it all', () => {
  const { record, fixtures } = playOut(planOf({ format: 'knockout', entrants: named(4), tableSize: 2, worlds: 10, nulls: [] }), noise);
  const [exact] = meetingsOf(record, fixtures, false);
  const [first, second, final] = meetingsOf(record, fixtures, true); // 20 matches each: steps of 20
  expect(first).toMatchObject({ ended: true, winner: exact?.winner });
  expect(first?.sides).toEqual(exact?.sides.map(({ entrant, score }) => ({ entrant, score: Number(score?.toPrecision(2)) })));
  expect(first?.sides).not.toEqual(exact?.sides);
  expect([second?.winner, final?.winner]).not.toContain(null);
  const early = meetingsOf(record, fixtures.slice(0, 39), true);
  expect(early[1]).toMatchObject({ ended: true, winner: null, sides: [{ score: null }, { score: null }] });
  const short = playOut(planOf({ format: 'knockout', entrants: named(4), tableSize: 2, worlds: 7, nulls: [] }), noise);
  for (const { sides, winner } of meetingsOf(short.record, short.fixtures, true)) {
    expect(winner).toBeNull();
    expect(sides.map(({ score }) => score)).toEqual([null, null]);
  }
});
