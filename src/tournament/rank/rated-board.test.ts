import { describe, expect, it } from 'vitest';
import type { Entrant, EntrantPin, FixtureRecord, FixtureResult, Method } from '~/store/tournaments/tournament';
import { leaderboardOf, type RatedTournament } from '../leaderboard';
import { entrantOf, planOf } from '../testing/play-out';
import { ratedBoard } from './rated-board';

const TASK = 'market_round';

function pinOf(digest: string): EntrantPin {
  return { code: '0.1.0+abc', ruleset: 'gpu-market/open', rulesetVersion: 1, digest, model: null, prompt: null };
}

function agent(name: string, ownerRecord: string | null, version = 1): Entrant {
  return { ...entrantOf({ name, player: `${name}@${version}`, kind: 'remote', ownerRecord }), pin: pinOf(`${name} ${version}`) };
}

const NULL: Entrant = { ...entrantOf({ name: 'wait', player: 'wait', isNull: true }), pin: pinOf('wait') };

/** A score in a match: of whom, against whom, in which world; `gift`: who gave it to whom. */
interface Made {
  scores: Record<string, number>;
  gift?: [string, string];
}

/** Each match in a world of its own, with the null policy at 0 in the same seats. */
function tournament(id: string, entrants: Entrant[], matches: readonly Made[]): RatedTournament {
  const fixtures: FixtureRecord[] = matches.flatMap(({ scores, gift }, world) => {
    const names = Object.keys(scores);
    const seatOf = (name: string) => `lab_${names.indexOf(name)}`;
    const gifts = gift ? { unrated: true, gifts: [{ from: seatOf(gift[0]), to: seatOf(gift[1]), share: 1 }] } : {};
    const alone = names.map((name) => fixture(world, { wait: 0 }, seatOf(name)));
    return [{ ...fixture(world, scores), result: { ...resultOf(scores), ...gifts } }, ...alone];
  });
  const plan = planOf({ kind: 'rated', task: TASK, tableSize: 2, entrants: entrants.map(({ name }) => ({ name, agent: name })) });
  return {
    record: { id, plan, entrants: [...entrants, NULL], createdAt: new Date(Number(id)) },
    fixtures: fixtures.map((one, order) => ({ ...one, order })),
  };
}

function byMethod(method: Method, { record, fixtures }: RatedTournament): RatedTournament {
  return { fixtures, record: { ...record, plan: { ...record.plan, method } } };
}

function resultOf(scores: Record<string, number>, first = 'lab_0'): FixtureResult {
  const nothing = { refused: 0, timeouts: 0, fallbacks: 0, walkBacks: 0, turns: 8, tokens: 0, cost: 0, fault: null };
  const seats = Object.entries(scores).map(([entrant, score], i) => {
    return { seat: i === 0 ? first : `lab_${i}`, entrant, player: entrant, score, profit: 0, ...nothing };
  });
  return { seats, welfare: 1, efficiency: 0.5, unrated: false, rounds: 8, logHash: 'sha256:0' };
}

function fixture(world: number, scores: Record<string, number>, first = 'lab_0'): FixtureRecord {
  const result = resultOf(scores, first);
  const seats = result.seats.map(({ seat, entrant, player }) => ({ seat, entrant, player }));
  const place = { order: 0, stage: 0, task: TASK, world, meeting: Object.keys(scores).join(' | '), rotation: 0, seats };
  return { ...place, matchId: `m${world}`, status: 'done', attempts: 0, fault: null, result, startedAt: null, finishedAt: null };
}

/** Between -.2 and .2, the same for the same place. */
function luck(i: number): number {
  return ((i * 7919) % 41) / 100 - 0.2;
}

function pairings(names: readonly string[], each: number, make: (pair: [string, string], i: number) => Made): Made[] {
  const pairs = names.flatMap((a, i) => names.slice(i + 1).map((b): [string, string] => [a, b]));
  return pairs.flatMap((pair) => Array.from({ length: each }, (_, i) => make(pair, i)));
}

const HONEST = ['ann', 'bob', 'cid', 'dan'];
const SKILL: Record<string, number> = { ann: 0.5, bob: 0.4, cid: 0.3, dan: 0.2 };
const entrants = HONEST.map((name) => agent(name, `owner ${name}`));
const fair = (pair: [string, string], i: number): Made => ({
  scores: Object.fromEntries(pair.map((name, at) => [name, (SKILL[name] ?? 0) + luck(2 * i + at + name.charCodeAt(0))])),
});

function board(...all: RatedTournament[]) {
  return ratedBoard(all, TASK);
}

function ranks(rows: ReturnType<typeof board>) {
  return rows.filter(({ rank }) => rank !== null).map(({ entrant, rank }) => `${rank} ${entrant.name}`);
}

describe('the rated rank', () => {
  it('follows skill where everybody plays for themselves', () => {
    expect(ranks(board(tournament('1', entrants, pairings(HONEST, 20, fair))))).toEqual(['1 ann', '2 bob', '3 cid', '4 dan']);
  });

  it('is not had below 20 worlds, nor with opponents of two owners', () => {
    const few = board(tournament('1', entrants, pairings(HONEST, 6, fair)));
    expect(few.map(({ rank, rating }) => [rank, rating.why])[0]).toEqual([null, '18 of the 20 worlds that a rank needs.']);
    const three = entrants.slice(0, 3);
    const narrow = board(tournament('1', three, pairings(HONEST.slice(0, 3), 20, fair)));
    expect(narrow[0]?.rating.why).toMatch(/^Opponents of 2 of the 3 owners/);
  });

  it('is not had by who was played by its fallback, which stands below everybody else without a rank', () => {
    const all = tournament('1', entrants, pairings(HONEST, 2, fair)); // too few worlds for a rank
    const origins = { turns: 8, own: 0, repaired: 0, guarded: 0, fallback: 8, walkBacks: 0 };
    const fixtures = all.fixtures.map(({ result, ...one }) => ({
      ...one,
      result: result && { ...result, seats: result.seats.map((seat) => (seat.entrant === 'ann' ? { ...seat, origins } : seat)) },
    }));
    const namesOf = (rows: ReturnType<typeof board>) => rows.map(({ entrant }) => entrant.name);
    expect(namesOf(board(all))[0]).toBe('ann');
    const rows = board({ ...all, fixtures });
    expect(namesOf(rows).at(-1)).toBe('ann');
    expect(rows.at(-1)).toMatchObject({ rank: null, unranked: 'mostly_fallback', elo: null, rating: { bound: null } });
  });

  it('stands with the lead without each opponent', () => {
    const [first] = board(tournament('1', entrants, pairings(HONEST, 20, fair)));
    expect(first?.rating.without.map(({ opponent, lead }) => [opponent, lead?.n])).toEqual([
      ['bob', 40],
      ['cid', 40],
      ['dan', 40],
    ]);
    expect(first?.rating.bound).toBeLessThan(first?.rating.lead?.interval?.[0] ?? 0);
  });

  it('shows the median beside the mean of scores and leads; boards of the first method have none', () => {
    const played = tournament('1', entrants, pairings(HONEST, 20, fair));
    for (const { score, rating } of board(played).filter(({ unranked }) => unranked === null)) {
      expect(Math.abs((score.median ?? 9) - score.mean)).toBeLessThan(0.1);
      expect(rating.lead?.median).toBe(score.median);
    }
    expect(leaderboardOf([played], TASK)[0]?.score).not.toHaveProperty('median');
  });
});

describe('an opponent met in few worlds', () => {
  /** Met in seven worlds by everybody, and spoils them for all but the favorite. */
  const spoiled = HONEST.flatMap((name) =>
    Array.from({ length: 7 }, (_, i): Made => ({ scores: { kim: -4, [name]: (name === 'dan' ? 2 : -6) + luck(i) } })),
  );
  const kim = agent('kim', 'owner kim');
  const played = (method: Method) => {
    const fairOnes = byMethod(method, tournament('1', entrants, pairings(HONEST, 20, fair)));
    return { fairOnes, all: [fairOnes, byMethod(method, tournament('2', [...entrants, kim], spoiled))] };
  };
  const boundsOf = (...all: RatedTournament[]) =>
    Object.fromEntries(board(...all).map(({ entrant, rating }) => [entrant.name, rating.bound]));

  it('moves nobody’s bound, and has no rank; by method 3 it had one', () => {
    const { fairOnes, all } = played(4);
    expect(boundsOf(...all)).toEqual({ ...boundsOf(fairOnes), kim: null });
    expect(board(...all).find(({ entrant }) => entrant.name === 'kim')?.rating.why).toMatch(/^Opponents of 0 of the 3 .* met in 20 worlds/);
    expect(boundsOf(...played(3).all).kim).not.toBeNull();
  });

  it('counts once there are 20', () => {
    const fewer = tournament('1', entrants, pairings(HONEST, 19, fair));
    expect(ranks(board(fewer))).toEqual([]);
    expect(ranks(board(byMethod(3, fewer)))).toHaveLength(4);
    expect(ranks(board(tournament('1', entrants, pairings(HONEST, 20, fair))))).toHaveLength(4);
  });
});

describe('a rank without an interval', () => {
  it('is by the least lead where an agent, which never trades, always makes the same', () => {
    const flat = (pair: [string, string], i: number): Made => ({
      scores: { ...fair(pair, i).scores, ...(pair.includes('dan') && { dan: 0 }) },
    });
    const rows = board(tournament('1', entrants, pairings(HONEST, 20, flat)));
    expect(rows.find(({ entrant }) => entrant.name === 'dan')).toMatchObject({ rank: 4, rating: { bound: 0, why: null } });
  });
});

describe('attacks that gain no rank', () => {
  /** dan is the cheat: last by skill. */
  const cheat = 'dan';
  const helped =
    (helpers: readonly string[], score: number) =>
    (pair: [string, string], i: number): Made => {
      const made = fair(pair, i);
      const helper = pair.find((name) => helpers.includes(name));
      return helper !== undefined && pair.includes(cheat) ? { scores: { ...made.scores, [cheat]: score, [helper]: -1 } } : made;
    };

  it('a feeder under another owner’s name', () => {
    const all = [...entrants, agent('eve', null)];
    const rows = board(tournament('1', all, pairings([...HONEST, 'eve'], 20, helped(['eve'], 4.4))));
    expect(ranks(rows).slice(0, 4)).toEqual(['1 ann', '2 bob', '3 cid', '4 dan']);
    expect(rows.find(({ entrant }) => entrant.name === cheat)?.score.mean).toBeGreaterThan(1);
  });

  it('a sybil ring of three whom nobody has confirmed', () => {
    const ring = ['eve', 'fay', 'gus'];
    const all = [...entrants, ...ring.map((name) => agent(name, null))];
    const rows = board(tournament('1', all, pairings([...HONEST, ...ring], 20, helped(ring, 4.4))));
    expect(ranks(rows).slice(0, 4)).toEqual(['1 ann', '2 bob', '3 cid', '4 dan']);
  });

  it('a kingmaker, who loses to one and spoils the others', () => {
    const all = [...entrants, agent('kim', 'owner kim')];
    const spoil = (pair: [string, string], i: number): Made => {
      const made = fair(pair, i);
      if (!pair.includes('kim')) return made;
      const other = pair.find((name) => name !== 'kim') ?? '';
      return { scores: { ...made.scores, [other]: other === cheat ? 3 : -3 } };
    };
    const rows = board(tournament('1', all, pairings([...HONEST, 'kim'], 20, spoil)));
    expect(ranks(rows).slice(0, 4)).toEqual(['1 ann', '2 bob', '3 cid', '4 dan']);
  });

  it('a kingmaker, where method 2 left out an honest opponent of its favorite for it', () => {
    const all = [...entrants, agent('kim', 'owner kim')];
    /** What differs between opponents besides: bob is hard to play for dan, and easy for the others. */
    const ease = (name: string, pair: readonly string[]) => (pair.includes('bob') && name !== 'bob' ? (name === cheat ? -0.6 : 0.6) : 0);
    const spoil = (pair: [string, string], i: number): Made => {
      const made = Object.entries(fair(pair, i).scores).map(([name, score]) => [name, score + ease(name, pair)] as const);
      const other = pair.find((name) => name !== 'kim') ?? '';
      const worth = other === cheat ? 2 : -2;
      return { scores: { ...Object.fromEntries(made), ...(pair.includes('kim') && { kim: -4, [other]: worth + luck(i) }) } };
    };
    const matches = pairings([...HONEST, 'kim'], 20, spoil);
    const boundBy = (method: Method) => {
      const rows = ratedBoard([byMethod(method, tournament('1', all, matches))], TASK);
      return rows.find(({ entrant }) => entrant.name === cheat)?.rating.bound ?? 0;
    };
    const honest = matches.filter(({ scores }) => scores.kim === undefined);
    const own = honest.flatMap(({ scores }) => scores[cheat] ?? []);
    const truth = own.reduce((sum, one) => sum + one, 0) / own.length;
    expect(boundBy(2)).toBeGreaterThan(truth);
    expect(boundBy(3)).toBeLessThan(truth);
  });

  it('a deserter, whose lost matches are played by its fallback and count', () => {
    const desert = (pair: [string, string], i: number): Made => {
      const made = fair(pair, i);
      const own = made.scores[cheat];
      return own !== undefined && own < (SKILL[cheat] ?? 0) ? { scores: { ...made.scores, [cheat]: -0.5 } } : made;
    };
    const rows = board(tournament('1', entrants, pairings(HONEST, 20, desert)));
    expect(rows.find(({ entrant }) => entrant.name === cheat)?.rating.bound).toBeLessThan(0.1);
  });

  it('a late gift: the receiver’s match is unrated, the giver’s counts', () => {
    const gift = (pair: [string, string], i: number): Made => {
      const made = fair(pair, i);
      return pair.includes(cheat) && pair.includes('cid')
        ? { scores: { ...made.scores, [cheat]: 2.61, cid: -2 }, gift: ['cid', cheat] }
        : made;
    };
    const rows = board(tournament('1', entrants, pairings(HONEST, 20, gift)));
    const [dan, cid] = [cheat, 'cid'].map((name) => rows.find(({ entrant }) => entrant.name === name));
    expect(dan?.rating.lead?.n).toBe(40);
    expect(dan?.rating.lead?.mean).toBeLessThan(0.3);
    expect(cid?.rating.lead?.n).toBe(60);
    expect(cid?.rating.lead?.mean).toBeLessThan(0);
  });

  it('many versions of one agent, of which the luckiest would lead', () => {
    const versions = Array.from({ length: 10 }, (_, v) => {
      const made = pairings(HONEST, 8, fair).map(({ scores }, i) => ({
        scores: { ...scores, ...(scores.ann !== undefined && { ann: 0.43 + luck(31 * v + i) * 4 }) },
      }));
      return tournament(String(v + 1), [agent('ann', 'owner ann', v + 1), ...entrants.slice(1)], made);
    });
    const rows = board(...versions).filter(({ entrant }) => entrant.name === 'ann');
    expect(rows).toHaveLength(1);
    expect(rows[0]?.rating.bound).toBeLessThan(0.43);
    expect(rows[0]?.rating.lead?.n).toBeGreaterThan(200);
  });
});

it('an Elo interval is never of no width: it is as wide as few matches leave it open, or there is none', () => {
  const sure = (pair: [string, string]): Made => ({ scores: Object.fromEntries(pair.map((name) => [name, SKILL[name] ?? 0])) });
  const widths = (each: number) =>
    board(tournament('1', entrants, pairings(HONEST, each, sure))).flatMap(({ elo }) => (elo ? [elo.interval] : []));
  for (const interval of widths(20)) expect((interval?.[1] ?? 0) - (interval?.[0] ?? 0)).toBeGreaterThan(10);
  expect(widths(1).every((interval) => interval === null)).toBe(true); // six worlds
});
