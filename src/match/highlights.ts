/** The best of the newest finished matches: the greatest comeback, the biggest coalition, people at the table, else a close or a clear end. */
import { findGame } from '~/games/registry';
import { KeptPromises } from '~/lib/collections/kept-promises';
import { FoldTurns } from '~/live/match-state';
import type { Highlight } from '~/live/protocol';
import type { EventStore, MatchRecord } from '~/store/event-store';
import { isUnsealed, matchCard } from './match-card';

/** What the choice needs of one match. A finished match never changes. */
interface Digest {
  race: Record<string, number[]>;
  /** The winner's largest deficit at the end of a round, and the same as a share of what the last and the first are apart at the end. */
  behind: number;
  comeback: number;
  together: number;
  /** The first's lead over the second at the end, and the same as a share of the largest score. */
  lead: number;
  clearness: number;
}

const LOOKED_AT = 40;
/** Longer matches take too long to read for this. */
const MOST_EVENTS = 6_000;
const MOST_KEPT = 500;
const MOST_CHOSEN = 3;
/** Smaller comebacks are not worth a card. */
const LEAST_COMEBACK = 0.2;

/** Reads each match once per process. */
export class Highlights {
  private readonly digests = new KeptPromises<Digest | null>(MOST_KEPT);
  private readonly turns = new FoldTurns();

  async of(store: Pick<EventStore, 'list' | 'read'>): Promise<Highlight[]> {
    const page = await store.list({ status: ['finished'], isPrivate: false }, { limit: LOOKED_AT });
    const matches = page.items.filter((match) => isShowable(match));
    const digests: (Digest | null)[] = [];
    // One at a time, so that a visit takes no more than its turn.
    for (const match of matches) digests.push(await this.digests.of(match.id, () => digestOf(store, { match, turns: this.turns })));
    return choose(matches.flatMap((match, place) => (digests[place] ? [{ match, digest: digests[place] }] : [])));
  }
}

function isShowable(match: MatchRecord): boolean {
  const scored = Object.values(match.scores ?? {}).filter((score) => score !== null);
  return isUnsealed(match) && match.fault === null && scored.length > 1 && match.head <= MOST_EVENTS;
}

/** Folds a match with its own rules; null: this code does not have them. */
async function digestOf(
  store: Pick<EventStore, 'read'>,
  { match, turns }: { match: MatchRecord; turns: FoldTurns },
): Promise<Digest | null> {
  const game = findGame(match.game, match.version);
  if (game === null) return null;
  const race: Record<string, number[]> = {};
  let [state, round, together]: [unknown, number, number] = [null, 0, 0];
  await turns.each(await store.read(match.id), ({ event }) => {
    state = game.evolve(state, event);
    together = Math.max(together, game.told(event)?.together?.length ?? 0);
    const now = game.clock(state).round;
    if (now === round) return;
    round = now;
    for (const [seat, score] of Object.entries(game.standing?.(state) ?? game.outcome(state).scores))
      if (score !== null) race[seat] = [...(race[seat] ?? []), score];
  });
  return { race, ...comebackOf(race), together, ...leadOf(race) };
}

/** How far behind the winner was. */
export function comebackOf(race: Readonly<Record<string, readonly number[]>>): Pick<Digest, 'behind' | 'comeback'> {
  const ends = Object.entries(race).map(([seat, scores]) => ({ seat, score: scores.at(-1) ?? 0 }));
  const best = Math.max(...ends.map(({ score }) => score));
  const [winner, ...more] = ends.filter(({ score }) => score === best);
  if (winner === undefined || more.length > 0) return { behind: 0, comeback: 0 };
  const own = race[winner.seat] ?? [];
  const leads = own.map((_, round) => Math.max(...Object.values(race).map((scores) => scores[round] ?? 0)));
  const behind = Math.max(0, ...own.map((score, round) => (leads[round] ?? 0) - score));
  const spread = best - Math.min(...ends.map(({ score }) => score));
  return { behind, comeback: spread > 0 ? behind / spread : 0 };
}

/** How far ahead the winner ended. */
export function leadOf(race: Readonly<Record<string, readonly number[]>>): Pick<Digest, 'lead' | 'clearness'> {
  const ends = Object.values(race)
    .map((scores) => scores.at(-1) ?? 0)
    .toSorted((a, b) => b - a);
  const [first = 0, second = first] = ends;
  const largest = Math.max(0, ...ends.map(Math.abs));
  return { lead: first - second, clearness: largest > 0 ? (first - second) / largest : 0 };
}

export interface Candidate {
  match: MatchRecord;
  digest: Digest;
}

/** A different match for each card; `candidates` are newest first, and ties go to the newest. */
export function choose(candidates: readonly Candidate[]): Highlight[] {
  const people = ({ match }: Candidate) => match.seats.filter(({ kind }) => kind === 'person').length;
  const models = ({ match }: Candidate) => (matchCard(match).seats.some(({ kind }) => kind === 'agent') ? 1 : 0);
  const leads = ({ digest }: Candidate) => digest.lead;
  const wishes = [
    { kind: 'people', merit: (one: Candidate) => (people(one) === 0 ? 0 : 1 + models(one)), figure: people, least: 1 },
    { kind: 'together', merit: ({ digest }: Candidate) => digest.together, figure: ({ digest }: Candidate) => digest.together, least: 2 },
    {
      kind: 'swing',
      merit: ({ digest }: Candidate) => digest.comeback,
      figure: ({ digest }: Candidate) => digest.behind,
      least: LEAST_COMEBACK,
    },
    { kind: 'close', merit: ({ digest }: Candidate) => (digest.lead > 0 ? 1 - digest.clearness : -1), figure: leads, least: 0 },
    { kind: 'clear', merit: ({ digest }: Candidate) => (digest.lead > 0 ? digest.clearness : -1), figure: leads, least: 0 },
  ] as const;
  const taken = new Set<string>();
  const chosen = wishes.flatMap(({ kind, merit, figure, least }) => {
    const best = candidates
      .filter((one) => !taken.has(one.match.id) && merit(one) >= least)
      .reduce<Candidate | null>((top, one) => (top === null || merit(one) > merit(top) ? one : top), null);
    if (best === null || taken.size === MOST_CHOSEN) return [];
    taken.add(best.match.id);
    return [{ kind, card: matchCard(best.match), race: best.digest.race, figure: figure(best) }];
  });
  return chosen.toReversed();
}
