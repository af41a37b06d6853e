/** A tournament's results by match: one row per seat of each finished match. */
import { withoutKeyName } from '~/agents/agent-turn';
import { isMostlyFallback } from '~/lib/play/whose-play';
import type { TableColumn, TableRow } from '~/lib/tables/result-table';
import type { EventStore } from '~/store/event-store';
import type { FixtureRecord, SeatResult, TournamentRecord } from '~/store/tournaments/tournament';
import { isSealed } from './sealed/sealed-standings';

/** In this order; documented in docs/tournaments.md. */
export const RESULT_COLUMNS: readonly TableColumn[] = [
  { name: 'tournament', kind: 'text', what: 'id of the tournament' },
  { name: 'match', kind: 'whole', what: 'place in the schedule, from 1' },
  { name: 'match_id', kind: 'text', what: 'id of the match' },
  { name: 'status', kind: 'text', what: '`done` or `failed`' },
  { name: 'stage', kind: 'whole', what: 'round or day, from 1' },
  { name: 'task', kind: 'text', what: 'task of the ruleset' },
  { name: 'world', kind: 'whole', what: 'number of the world in the tournament, from 1; the same number is the same world' },
  { name: 'rotation', kind: 'whole', what: 'which seating of this world, from 1' },
  { name: 'meeting', kind: 'text', what: 'who met: names, separated by vertical bars' },
  { name: 'seat', kind: 'text', what: 'the seat' },
  { name: 'entrant', kind: 'text', what: 'who played it; empty: a stand-in' },
  { name: 'player', kind: 'text', what: 'the policy, agent or person in the seat' },
  { name: 'score', kind: 'number', what: 'what ratings and standings use' },
  { name: 'profit', kind: 'number', what: 'money made, where the ruleset has such' },
  { name: 'welfare', kind: 'number', what: 'of the whole market' },
  { name: 'efficiency', kind: 'number', what: 'welfare over the optimum' },
  { name: 'unrated', kind: 'flag', what: 'the match is unrated, and its score does not count' },
  { name: 'sealed', kind: 'flag', what: 'scores are hidden until the season closes' },
  { name: 'rounds', kind: 'whole', what: 'rounds played' },
  { name: 'turns', kind: 'whole', what: 'turns of this seat' },
  { name: 'refused', kind: 'whole', what: 'actions that the rules refused' },
  { name: 'timeouts', kind: 'whole', what: 'turns that were late' },
  { name: 'own', kind: 'whole', what: 'turns of a model or program that were its own; empty for scripts and people' },
  { name: 'repaired', kind: 'whole', what: 'turns after a second try' },
  { name: 'guarded', kind: 'whole', what: 'turns that a hard limit changed' },
  { name: 'fallbacks', kind: 'whole', what: 'turns that the fallback played' },
  { name: 'over_budget', kind: 'whole', what: 'of fallbacks: a budget was spent' },
  { name: 'not_asked', kind: 'whole', what: 'of fallbacks: not asked for another reason; in the others it was asked and could not answer' },
  { name: 'walk_backs', kind: 'whole', what: 'times it walked back its own offer or proposal' },
  { name: 'tokens', kind: 'whole', what: 'tokens of models' },
  { name: 'cost', kind: 'number', what: 'US dollars' },
  { name: 'fault', kind: 'text', what: 'why the match failed, or the most frequent reason of this seat’s fallbacks' },
  { name: 'log_hash', kind: 'text', what: 'SHA-256 of the event log; empty while sealed' },
  { name: 'started_at', kind: 'text', what: 'ISO 8601, UTC' },
  { name: 'finished_at', kind: 'text', what: 'ISO 8601, UTC' },
  { name: 'series', kind: 'text', what: 'id of the series, where each meeting is one; `match_id` is empty then' },
  { name: 'score_of', kind: 'text', what: '`own`, or `fallback` where the fallback played most turns of this seat' },
];

/** Rows per page; other work runs between pages. */
const PAGE = 250;

/** In schedule order. */
export async function* resultRows(store: Pick<EventStore, 'tournaments' | 'seasons'>, record: TournamentRecord): AsyncGenerator<TableRow> {
  const sealed = await isSealed(store, record);
  for (let after = -1; ; ) {
    const page = await store.tournaments.fixtures(record.id, { status: ['done', 'failed'] }, { after, limit: PAGE });
    for (const fixture of page) yield* rowsOf(record, fixture, sealed);
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = last.order;
  }
}

function rowsOf({ id, plan }: TournamentRecord, { result, ...fixture }: FixtureRecord, sealed: boolean): TableRow[] {
  const { order, stage, world, rotation, seats, startedAt, finishedAt, matchId, fault, task, meeting, status } = fixture;
  const match = {
    tournament: id,
    match: order + 1,
    match_id: plan.series === undefined ? matchId : null,
    status,
    stage: stage + 1,
    task,
    world: world + 1,
    rotation: rotation + 1,
    meeting,
    sealed,
    started_at: startedAt?.toISOString() ?? null,
    finished_at: finishedAt?.toISOString() ?? null,
    series: plan.series === undefined ? null : matchId,
  };
  if (result === null) return seats.map(({ seat, entrant, player }) => ({ ...match, seat, entrant, player, fault }));
  const { welfare, efficiency, unrated, rounds, logHash } = result;
  const shown: TableRow = sealed ? {} : { welfare, efficiency, log_hash: logHash };
  return result.seats.map((seat) => ({ ...match, ...shown, unrated, rounds, ...seatCells(seat, sealed) }));
}

function seatCells({ seat, entrant, player, score, profit, origins, ...counts }: SeatResult, sealed: boolean): TableRow {
  const { refused, timeouts, fallbacks, walkBacks, turns, tokens, cost, fault } = counts;
  return {
    seat,
    entrant,
    player,
    ...(sealed ? {} : { score, profit }),
    turns,
    refused,
    timeouts,
    own: origins?.own ?? null,
    repaired: origins?.repaired ?? null,
    guarded: origins?.guarded ?? null,
    fallbacks,
    over_budget: origins ? (origins.overBudget ?? 0) : null,
    not_asked: origins ? (origins.notAsked ?? 0) : null,
    walk_backs: walkBacks,
    tokens,
    cost,
    fault: fault === null ? null : withoutKeyName(fault),
    score_of: isMostlyFallback({ turns, fallback: origins ? fallbacks : null }) ? 'fallback' : 'own',
  };
}
