/** One finished match as rows: which of its seats were asked for, and what they give. */

import { type SplitName, splitOf } from '~/eval/seeds';
import type { AnyGame, GameEvent } from '~/games/game';
import type { OpenEvent } from '~/games/gpu-market/open/events';
import { gameOf } from '~/match/load-match';
import { scoreBeside } from '~/optimum/score-beside';
import type { EventStore } from '~/store/event-store';
import type { SeatCard } from '~/store/match-words';
import type { EndedMatch } from './find-matches';
import { arenaRows, chatRows, type Origin, trajectoryRow } from './formats';
import { preferencePairs } from './preference-pairs';
import { type DatasetRequest, restOf, type SeatOutcome } from './request';
import { type Step, stepsOf } from './steps';
import { judgeRows, pitchPair, verdictsIn } from './verdicts';

export interface MatchRows {
  rows: object[];
  counts: Record<string, number>;
}

export interface RowsAsked {
  request: DatasetRequest;
  /** A row is kept once, by what a model would see of it. */
  isNew(key: string): boolean;
  /** Enough for a look: whatever more the match has is left. */
  most?: number;
}

/** Everything that one match gives, and how much of it was left out and why. */
export async function rowsOf(
  store: EventStore,
  match: EndedMatch,
  { request, isNew, most = Number.POSITIVE_INFINITY }: RowsAsked,
): Promise<MatchRows> {
  const tally = new Tally();
  const read = readMatch(
    match,
    (await store.read(match.id)).map(({ event }) => event),
  );
  if (read === null) return tally.end([], 'unreadable');
  tally.count(`version ${match.game}/${match.ruleset} ${match.rulesetVersion}`);
  const seats = await seatsOf(match, { ...read, request, tally });
  const rows: object[] = [];
  for await (const row of allRows(store, { ...read, match, seats, request })) {
    if (typeof row === 'string') tally.count(row);
    else if (isKept(row, isNew)) rows.push(row);
    else tally.count('repeated');
    if (rows.length >= most) break;
  }
  if (request.format === 'preferences') tally.count('compared', rows.length + tally.of('tied') + tally.of('repeated'));
  if (isTrainable(splitOf(match.seed))) tally.count('trainable', rows.length);
  return tally.end(rows);
}

class Tally {
  readonly #counts: Record<string, number> = { matches: 1 };

  count(name: string, by = 1): void {
    if (by > 0) this.#counts[name] = this.of(name) + by;
  }

  of(name: string): number {
    return this.#counts[name] ?? 0;
  }

  end(rows: object[], why?: string): MatchRows {
    if (why !== undefined) this.count(why);
    return { rows, counts: { ...this.#counts, rows: rows.length } };
  }
}

interface ReadMatch {
  game: AnyGame;
  events: GameEvent[];
  steps: Step[];
}

/** null: this Mandi does not know its rules, or they broke. */
function readMatch(match: EndedMatch, events: GameEvent[]): ReadMatch | null {
  try {
    const game = gameOf(match);
    return { game, events, steps: stepsOf(game, events) };
  } catch {
    return null;
  }
}

interface AskedSeat {
  origin: Origin;
  own: Step[];
  score: number | null;
}

interface Setting extends ReadMatch {
  match: EndedMatch;
  seats: ReadonlyMap<string, AskedSeat>;
  request: DatasetRequest;
}

async function* allRows(store: EventStore, setting: Setting): AsyncGenerator<object | string> {
  const { format } = setting.request;
  if (format === 'judge') {
    yield* judged(store, setting);
    return;
  }
  if (format === 'preferences' && setting.request.pairs === 'verdicts') {
    yield* pitchPairs(setting);
    return;
  }
  for (const { origin, own, score } of setting.seats.values()) {
    if (format === 'sft') yield* chatRows(own, origin);
    else if (format === 'arena-sft') yield* arenaRows(own, origin);
    else if (format === 'trajectories') yield trajectoryRow(own, origin, { score });
    else yield* preferencePairs({ ...setting, origin, steps: own, rest: restOf(setting.request, origin.ruleset) });
  }
}

async function* judged(store: EventStore, { match, events, seats, request }: Setting): AsyncGenerator<object> {
  const verdicts = verdictsIn(events);
  if (verdicts.length === 0) return;
  const bench = { judgeMode: match.judgeMode, panel: await store.judging.panel(match.id), originOf: originsIn(match, seats, request) };
  const least = request.minJudge ?? 0;
  for (const verdict of verdicts) yield* judgeRows(verdict, bench).filter(({ score }) => score >= least);
}

function* pitchPairs({ match, events, seats, request }: Setting): Generator<object | string> {
  const originOf = originsIn(match, seats, request);
  for (const verdict of verdictsIn(events)) {
    const pair = pitchPair(verdict, { events, originOf });
    if (pair !== null) yield pair;
  }
}

/** Labs of classic that have no seat are the house's: they pitch too. */
function originsIn(match: EndedMatch, seats: Setting['seats'], { player }: DatasetRequest): (seat: string) => Origin | null {
  const isHouse = (seat: string) => !match.seats.some((card) => card.seat === seat);
  return (seat) => {
    if (!isHouse(seat)) return seats.get(seat)?.origin ?? null;
    return player === undefined || player === 'house' ? originOf(match, { seat, player: 'house' }) : null;
  };
}

/** The seats that the request is about, with their own steps. */
async function seatsOf(
  match: EndedMatch,
  { steps, events, request, tally }: ReadMatch & { request: DatasetRequest; tally: Tally },
): Promise<Map<string, AskedSeat>> {
  const gains = await gainsOf(events, request);
  const found = new Map<string, AskedSeat>();
  for (const card of match.seats) {
    const own = steps.filter((step) => step.seat === card.seat);
    const score = match.scores?.[card.seat] ?? null;
    const why = whyNotCard(match, card, request) ?? whyNot(card.seat, { own, events, gains, request });
    tally.count(why ?? 'seats');
    if (why === null) found.set(card.seat, { origin: originOf(match, { seat: card.seat, player: playerOf(card) }), own, score });
  }
  return found;
}

/** Solved only for those who ask: it takes longer than all the rest. */
async function gainsOf(events: readonly GameEvent[], { minGain }: DatasetRequest): Promise<Record<string, number> | null> {
  return minGain === undefined ? null : (await scoreBeside(events as readonly OpenEvent[])).gain;
}

/** What the match's own card tells: no event needs to be read for it. */
export function whyNotCard(match: EndedMatch, card: SeatCard, request: DatasetRequest): string | null {
  const score = match.scores?.[card.seat] ?? Number.NEGATIVE_INFINITY;
  if (request.player !== undefined && playerOf(card) !== request.player) return 'other_player';
  if (request.minScore !== undefined && score < request.minScore) return 'score_too_low';
  return request.outcome !== undefined && !isOutcome(match, score, request.outcome) ? 'other_outcome' : null;
}

function isOutcome(match: EndedMatch, score: number, outcome: SeatOutcome): boolean {
  if (outcome === 'lost') return score < 0 && score !== Number.NEGATIVE_INFINITY;
  const best = Math.max(...Object.values(match.scores ?? {}).map((one) => one ?? Number.NEGATIVE_INFINITY));
  return score > 0 && (outcome === 'gained' || score === best);
}

function whyNot(
  seat: string,
  {
    own,
    events,
    gains,
    request,
  }: Pick<ReadMatch, 'events'> & { own: readonly Step[]; gains: Record<string, number> | null; request: DatasetRequest },
): string | null {
  const { minGain, minJudge, cleanOnly, format } = request;
  if (cleanOnly && own.some((step) => step.results.some((result) => !result.ok))) return 'seat_was_refused';
  if (minGain !== undefined && (gains?.[seat] ?? Number.NEGATIVE_INFINITY) < minGain) return 'gain_too_low';
  if (minJudge !== undefined && format !== 'judge' && bestPitch(events, seat) < minJudge) return 'judged_too_low';
  return own.length === 0 ? 'silent_seat' : null;
}

function bestPitch(events: readonly GameEvent[], seat: string): number {
  const scores = verdictsIn(events).flatMap(({ pitches }) => pitches.filter((one) => one.lab_id === seat).map(({ score }) => score));
  return Math.max(Number.NEGATIVE_INFINITY, ...scores);
}

function originOf(match: EndedMatch, { seat, player }: { seat: string; player: string }): Origin {
  const split = splitOf(match.seed);
  return {
    match_id: match.id,
    ruleset: `${match.game}/${match.ruleset}`,
    ruleset_version: match.rulesetVersion,
    task_type: match.task,
    seed: match.seed,
    split,
    seat,
    player,
    trainable: isTrainable(split),
  };
}

/** Nobody's own name. */
function playerOf(card: SeatCard): string {
  return card.kind === 'script' ? card.policy : card.kind;
}

/** Seeds outside the published ranges (those of tables and seasons) measure nobody. */
function isTrainable(split: SplitName): boolean {
  return split === 'train' || split === 'none';
}

/** What a model would see of the row decides; what it would not is one match's alone. */
function isKept(row: object, isNew: RowsAsked['isNew']): boolean {
  if ('messages' in row) return isNew(JSON.stringify(row.messages));
  if ('prompt' in row && 'chosen' in row && 'rejected' in row) return isNew(JSON.stringify([row.prompt, row.chosen, row.rejected]));
  return true;
}
