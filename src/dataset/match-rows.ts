/** The rows of one finished match: which seats were requested, and their rows. */

import { promptFor } from '~/agents/prompt-formats';
import type { AnyGame, GameEvent } from '~/contract/game';
import { means } from '~/engine/means';
import { splitOf } from '~/eval/seeds';
import { packOf } from '~/games/packs';
import { gameOf } from '~/match/load-match';
import type { EventStore } from '~/store/event-store';
import type { PanelRecord } from '~/store/judge-store';
import type { SeatCard } from '~/store/match-types';
import { actionsIn } from './action-counts';
import { type ActionOrigin, Actors } from './actors';
import { arenaRows, chatRows, type Origin, type Taught, type TrajectoryRow, trajectoryRow } from './formats';
import type { EndedMatch } from './held-back';
import { preferencePairs } from './preference-pairs';
import { type DatasetRequest, restOf, type SeatOutcome } from './request';
import { type Step, stepsOf } from './steps';
import { type Trainable, trainableOf, trainableOfMatch } from './trainable';
import { type Bench, judgeRows, pitchPair, verdictsIn } from './verdicts';

/** The player name of labs that the rules play. */
const BY_THE_RULES = 'house' satisfies ActionOrigin;

export interface MatchRows {
  rows: object[];
  counts: Record<string, number>;
}

export interface RowsAsked {
  request: DatasetRequest;
  /** Each row is written once, identified by what a model sees of it. */
  isNew(key: string): boolean;
  /** Maximum number of rows, for a preview. */
  most?: number;
}

/** All rows of one match, with counts of what was skipped and why. */
export async function rowsOf(
  store: EventStore,
  match: EndedMatch,
  { request, isNew, most = Number.POSITIVE_INFINITY }: RowsAsked,
): Promise<MatchRows> {
  const tally = new Tally();
  const events = (await store.read(match.id)).map(({ event }) => event);
  const read = readMatch(match, events);
  if (read === null) return tally.end([], 'unreadable');
  tally.count(`version ${match.game} ${match.version}`);
  const setting = { ...read, match, request, actors: await Actors.of(store, match) };
  const seats = await seatsOf(store, setting);
  tell(tally, seats, setting.actors);
  const rows: object[] = [];
  for await (const made of allRows(store, { ...setting, seats })) {
    if (typeof made === 'string') tally.count(made);
    else if (!isKept(made.row, isNew)) tally.count('repeated');
    else {
      rows.push(made.row);
      for (const action of actionsIn(made.row)) tally.count(action);
      tally.count(made.from.trainable ? 'trainable' : `untrainable ${made.from.trainable_reason}`);
    }
    if (rows.length >= most) break;
  }
  if (request.format === 'preferences') tally.count('compared', rows.length + tally.of('tied') + tally.of('repeated'));
  return tally.end(rows);
}

/** Counts the turns of requested seats by origin, and the other seats by reason. */
function tell(tally: Tally, seats: Iterable<MatchSeat>, actors: Actors): void {
  for (const { why, own } of seats) {
    tally.count(why ?? 'seats');
    if (why === null) for (const step of own) tally.count(`turns ${actors.originOf(step)}`);
  }
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

/** null: this code does not have its rules, or they failed. */
function readMatch(match: EndedMatch, events: GameEvent[]): ReadMatch | null {
  try {
    const game = gameOf(match);
    const isWritten = promptFor(game.ref)?.write !== undefined;
    return { game, events, steps: stepsOf(game, events, isWritten ? match : undefined) };
  } catch {
    return null;
  }
}

/** A seat with a card, requested or not. */
interface MatchSeat {
  origin: Origin;
  own: Step[];
  score: number | null;
  /** Why it is not requested; null if it is. */
  why: string | null;
}

interface Sought extends ReadMatch {
  match: EndedMatch;
  request: DatasetRequest;
  actors: Actors;
}

interface Setting extends Sought {
  seats: readonly MatchSeat[];
}

/** A row, and the seat that determines whether it is trainable. */
interface Made {
  row: object;
  from: Trainable;
}

async function* allRows(store: EventStore, setting: Setting): AsyncGenerator<Made | string> {
  const { format, pairs } = setting.request;
  if (format === 'judge') yield* judged(setting, await store.judging.panel(setting.match.id));
  else if (format === 'preferences' && pairs === 'verdicts') yield* pitchPairs(setting);
  else
    for (const seat of setting.seats.filter(({ why }) => why === null))
      for await (const row of seatRows(seat, setting)) yield typeof row === 'string' ? row : { row, from: seat.origin };
}

async function* seatRows({ origin, own, score }: MatchSeat, setting: Setting): AsyncGenerator<object | string> {
  const { actors, request } = setting;
  const taught = { actors, withFallbacks: request.withFallbacks === true };
  const { format } = request;
  if (format === 'sft') yield* chatRows(own, origin, taught);
  else if (format === 'arena-sft') yield* arenaSeat(setting, { own, origin, taught });
  else if (format === 'trajectories') yield trajectoryRow(own, origin, { score, actors });
  else yield* preferencePairs({ ...setting, origin, steps: own, taught, rest: restOf(request, origin.ruleset) });
}

function arenaSeat(
  { game }: Setting,
  { own, origin, taught }: Pick<MatchSeat, 'own' | 'origin'> & { taught: Taught },
): (object | string)[] {
  const { samples } = packOf(game.ref);
  return samples && saysTrainable(origin) ? arenaRows(own, origin, { ...taught, samples }) : ['seat_not_trainable'];
}

/** The published format lacks this column, so only the seed range can decide whether its rows may train. */
function saysTrainable({ trainable, trainable_reason }: Trainable): boolean {
  return trainable || trainable_reason === 'validation_seeds';
}

function* judged(setting: Setting, panel: PanelRecord): Generator<Made> {
  const { game, match, events, request } = setting;
  const least = request.minJudge ?? 0;
  const bench = { judgeMode: match.judgeMode, panel, ...pitchersOf(setting) };
  for (const verdict of verdictsIn(game, events))
    for (const row of judgeRows(verdict, bench)) if (row.score >= least) yield { row, from: row };
}

function* pitchPairs(setting: Setting): Generator<Made | string> {
  const { game, events, seats, match, request } = setting;
  const mayTrain = (seat: string) =>
    seats.find(({ origin }) => origin.seat === seat)?.origin ?? trainableOfMatch(splitOf(match.seed), request);
  const bench = { events, hearing: game.can?.hearing, mayTrain, withFallbacks: request.withFallbacks === true, ...pitchersOf(setting) };
  for (const verdict of verdictsIn(game, events)) {
    const pair = pitchPair(verdict, bench);
    if (pair !== null) yield typeof pair === 'string' ? pair : { row: pair, from: pair };
  }
}

/** Seats played by the rules have no card, but make pitches too. */
function pitchersOf({ game, match, seats, request, steps, events, actors }: Setting): Pick<Bench, 'originOf' | 'byOf' | 'turnOf'> {
  const isHouse = (seat: string) => !match.seats.some((card) => card.seat === seat);
  const trainable = trainableOfMatch(splitOf(match.seed), request);
  const stepOf = (seat: string, { round, pitch }: { round: number; pitch: string }) =>
    steps.findLast((one) => one.seat === seat && one.round <= round && one.actions.some((action) => says(action, pitch)));
  return {
    originOf(seat) {
      if (!isHouse(seat)) return seats.find(({ origin, why }) => why === null && origin.seat === seat)?.origin ?? null;
      return isHouseAsked(seat, { game, events }, request) ? originOf(match, { seat, player: BY_THE_RULES }, trainable) : null;
    },
    byOf(seat, said) {
      if (isHouse(seat)) return BY_THE_RULES;
      const step = stepOf(seat, said);
      return step === undefined ? 'unknown' : actors.originOf(step);
    },
    turnOf: (seat, said) => stepOf(seat, said)?.turn ?? null,
  };
}

/** House labs have neither score nor gain nor refusals, so filters by these exclude them. */
function isHouseAsked(seat: string, read: Pick<ReadMatch, 'game' | 'events'>, request: DatasetRequest): boolean {
  const { player, outcome, minScore, minGain, minJudge, cleanOnly, format } = request;
  if (outcome !== undefined || minScore !== undefined || minGain !== undefined || cleanOnly) return false;
  if (minJudge !== undefined && format !== 'judge' && bestPitch(read, seat) < minJudge) return false;
  return player === undefined || player === BY_THE_RULES;
}

function says(action: unknown, pitch: string): boolean {
  return typeof action === 'object' && action !== null && 'message' in action && action.message === pitch;
}

/** Every seat of the match with its own steps. */
async function seatsOf(store: EventStore, { game, match, steps, events, request, actors }: Sought): Promise<MatchSeat[]> {
  const gains = await gainsOf({ game, events }, request);
  const split = splitOf(match.seed);
  const found: MatchSeat[] = [];
  for (const card of match.seats) {
    const own = steps.filter((step) => step.seat === card.seat);
    const why = whyNotCard(match, card, request) ?? whyNot(card.seat, { game, own, events, gains, request });
    const trainable = await trainableOf({ card, split, turns: actors.turnsOf(card.seat) }, store.agents, request);
    const origin = originOf(match, { seat: card.seat, player: playerOf(card) }, trainable);
    found.push({ origin, own, score: match.scores?.[card.seat] ?? null, why });
  }
  return found;
}

/** Computed on request only, because it takes longer than everything else. */
async function gainsOf(
  { game, events }: Pick<ReadMatch, 'game' | 'events'>,
  { minGain }: DatasetRequest,
): Promise<Record<string, number> | null> {
  return minGain === undefined ? null : ((await packOf(game.ref).gains?.(events, means)) ?? null);
}

/** Decided from the match's card, without reading events. */
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
    game,
    events,
    gains,
    request,
  }: Pick<ReadMatch, 'game' | 'events'> & { own: readonly Step[]; gains: Record<string, number> | null; request: DatasetRequest },
): string | null {
  const { minGain, minJudge, cleanOnly, format } = request;
  if (cleanOnly && own.some((step) => step.results.some((result) => !result.ok))) return 'seat_was_refused';
  if (minGain !== undefined && (gains?.[seat] ?? Number.NEGATIVE_INFINITY) < minGain) return 'gain_too_low';
  if (minJudge !== undefined && format !== 'judge' && bestPitch({ game, events }, seat) < minJudge) return 'judged_too_low';
  return own.length === 0 ? 'silent_seat' : null;
}

function bestPitch({ game, events }: Pick<ReadMatch, 'game' | 'events'>, seat: string): number {
  const scores = verdictsIn(game, events).flatMap(({ words }) => words.filter((one) => one.seat === seat).map(({ score }) => score));
  return Math.max(Number.NEGATIVE_INFINITY, ...scores);
}

function originOf(
  match: EndedMatch,
  { seat, player }: { seat: string; player: string },
  { trainable, trainable_reason }: Trainable,
): Origin {
  return {
    match_id: match.id,
    ruleset: match.game,
    ruleset_version: match.version,
    task_type: match.task,
    seed: match.seed,
    split: splitOf(match.seed),
    seat,
    player,
    trainable,
    trainable_reason,
    series: match.series?.id ?? null,
    series_place: match.series?.place ?? null,
  };
}

/** Without personal names. */
export function playerOf(card: SeatCard): string {
  return card.kind === 'script' ? card.policy : card.kind;
}

function isKept(row: object, isNew: RowsAsked['isNew']): boolean {
  return isNew(JSON.stringify(keyOf(row as Record<string, unknown>)));
}

/** The identity of a row: what it teaches, regardless of player and match. */
function keyOf(row: Record<string, unknown>): unknown[] {
  if ('messages' in row) return [row.messages];
  if ('chosen' in row) return [row.prompt, row.chosen, row.rejected];
  if ('steps' in row) return [row.ruleset, row.ruleset_version, row.task_type, row.seed, row.seat, row.score, lived(row.steps)];
  return [row.ruleset, row.judge, row.pitch, row.facts, row.score, row.rule_score, row.reason, row.quote, row.panel];
}

function lived(steps: unknown): unknown {
  return (steps as TrajectoryRow['steps']).map(({ origin: _origin, tokens: _tokens, written: _written, stages: _stages, ...step }) => step);
}
