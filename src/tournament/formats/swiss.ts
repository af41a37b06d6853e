import { mean } from '~/statistics/basics';
import { largestMatching } from './matching';
import { outcomesByStage, tablePoints } from './outcome';
import { activeIn, type Format, type Meeting, ownersClash, type Situation } from './situation';

/**
 * Entrants with similar scores meet, with as few repeated pairings as possible. A bye gives one point and is given as late and as rarely as
 * possible.
 */
export const swiss: Format = {
  draw(situation) {
    const { plan, stage, entrants } = situation;
    if (stage >= (plan.rounds ?? swissRounds(entrants.length))) return 'over';
    const ranked = rankingOf(situation);
    const history = historyOf(situation);
    const places = Math.max(2, plan.tableSize);
    return places === 2 ? pairs(situation, ranked, history) : groups({ ranked, history, places });
  },
  points: swissPoints,
};

/** As many rounds as a knockout would have. */
export function swissRounds(entrants: number): number {
  return Math.max(1, Math.ceil(Math.log2(entrants)));
}

/** Sizes of a round's tables. */
export function swissSizes(players: number, places: number): number[] {
  const count = places === 2 ? Math.floor(players / 2) : Math.ceil(players / places);
  return Array.from({ length: count }, (_, i) => (places === 2 ? 2 : Math.ceil((players - i) / count)));
}

/** Points of meetings, plus one per bye. */
function swissPoints(situation: Situation): Map<string, number> {
  const points = tablePoints(situation);
  for (const [name, byes] of historyOf(situation).byes) points.set(name, (points.get(name) ?? 0) + byes);
  return points;
}

interface History {
  /** `a\nb` in both orders, with the number of meetings. */
  met: Map<string, number>;
  byes: Map<string, number>;
}

function historyOf(situation: Situation): History {
  const history: History = { met: new Map(), byes: new Map() };
  for (const [stage, outcomes] of outcomesByStage(situation).entries()) {
    const played = new Set(outcomes.flatMap(({ names }) => names));
    for (const { names } of outcomes) {
      for (const a of names) for (const b of names) if (a !== b) history.met.set(pairKey(a, b), timesMet(history, a, b) + 1);
    }
    for (const { name } of activeIn(situation.entrants, stage)) {
      if (!played.has(name)) history.byes.set(name, (history.byes.get(name) ?? 0) + 1);
    }
  }
  return history;
}

function pairKey(a: string, b: string): string {
  return `${a}\n${b}`;
}

function timesMet({ met }: History, a: string, b: string): number {
  return met.get(pairKey(a, b)) ?? 0;
}

/** Best first: points, then the mean score of the meetings, then the seeding. */
function rankingOf(situation: Situation): string[] {
  const points = swissPoints(situation);
  const scores = new Map<string, number[]>();
  for (const outcome of outcomesByStage(situation).flat()) {
    for (const [name, score] of outcome.scores) scores.set(name, [...(scores.get(name) ?? []), score]);
  }
  function score(name: string): number {
    const known = scores.get(name);
    return known === undefined ? 0 : mean(known);
  }
  return activeIn(situation.entrants, situation.stage)
    .map(({ name }) => name)
    .sort((a, b) => (points.get(b) ?? 0) - (points.get(a) ?? 0) || score(b) - score(a));
}

/** Whether two may be paired, by rank: they have not met, and do not share an owner where that matters. */
type Fresh = (a: number, b: number) => boolean;

function freshPairs(situation: Situation, ranked: readonly string[], history: History): Fresh {
  const n = ranked.length;
  const fresh = new Uint8Array(n * n);
  for (const [i, a] of ranked.entries()) {
    for (const [j, b] of ranked.entries()) {
      if (i !== j && timesMet(history, a, b) === 0 && !ownersClash(situation, [a, b])) fresh[i * n + j] = 1;
    }
  }
  return (a, b) => fresh[a * n + b] === 1;
}

/** Pairs from the top down, each with the nearest possible opponent that keeps the number of repeats below minimal. */
function pairs(situation: Situation, ranked: readonly string[], history: History): Meeting[] {
  const fresh = freshPairs(situation, ranked, history);
  let left = ranked.length % 2 === 0 ? [...ranked.keys()] : withoutBye(ranked, history, fresh);
  let most = pairsAmong(left, fresh);
  const drawn: [number, number][] = [];
  const over: number[] = [];
  while (left.length > 0) {
    const [first = 0, ...rest] = left;
    const other = rest.find((one) => fresh(first, one) && pairsAmong(without(rest, one), fresh) === most - 1);
    if (other === undefined) over.push(first);
    else {
      drawn.push([first, other]);
      most -= 1;
    }
    left = other === undefined ? rest : without(rest, other);
  }
  const meetings = drawn.map((pair) => pair.flatMap((place) => ranked[place] ?? []));
  const repeated = over.flatMap((place) => ranked[place] ?? []);
  return [...meetings, ...repeats(repeated, history)];
}

/** Pairs the rest with those they have met least often. */
function repeats(names: readonly string[], history: History): Meeting[] {
  const [first, ...rest] = names;
  if (first === undefined) return [];
  const [other] = rest.toSorted((a, b) => timesMet(history, first, a) - timesMet(history, first, b));
  return other === undefined ? [] : [[first, other], ...repeats(without(rest, other), history)];
}

/** The lowest ranked with the fewest byes without whom all others can be paired without repeats, if there is one. */
function withoutBye(ranked: readonly string[], { byes }: History, fresh: Fresh): number[] {
  const counts = ranked.map((name) => byes.get(name) ?? 0);
  const fewest = Math.min(...counts);
  const candidates = [...ranked.keys()].filter((place) => counts[place] === fewest).toReversed();
  const left = candidates.map((place) => without([...ranked.keys()], place));
  return left.find((rest) => pairsAmong(rest, fresh) * 2 === rest.length) ?? left[0] ?? [];
}

function without<T>(all: readonly T[], one: T): T[] {
  return all.filter((other) => other !== one);
}

function pairsAmong(places: readonly number[], fresh: Fresh): number {
  const partners = largestMatching(places.length, (a, b) => fresh(places[a] ?? 0, places[b] ?? 0));
  return partners.filter((partner) => partner !== -1).length / 2;
}

/** Fills larger tables from the top down with those whom their players have met least often. Sizes differ by at most one. */
function groups({ ranked, history, places }: { ranked: readonly string[]; history: History; places: number }): Meeting[] {
  let left = [...ranked];
  return swissSizes(ranked.length, places).map((size) => {
    const table: string[] = [];
    while (table.length < size) {
      const least = Math.min(...left.map((name) => seenBy(table, name)));
      const next = left.find((name) => seenBy(table, name) === least) ?? '';
      table.push(next);
      left = without(left, next);
    }
    return table;
  });

  function seenBy(table: readonly string[], name: string): number {
    return table.reduce((sum, other) => sum + timesMet(history, other, name), 0);
  }
}
