import { type Outcome, replay } from '~/contract/game';
import { refOf } from '~/contract/game-ref';
import { packOf } from '~/games/packs';
import { roundText } from '~/games/screens';
import { gameOf } from '~/match/load-match';
import { isOver } from '~/match/match-card';
import { seatPlayers } from '~/match/table/seat-players';
import type { EventStore, MatchRecord, StoredEvent } from '~/store/event-store';
import { CommandFailed, UsageError } from './exits';
import { trueMinus } from './figure-text';
import { findOpened } from './find-match';
import { type Column, textTable } from './text-table';
import { namesIn, transcriptText } from './transcript-text';
import { turnsText } from './turns-text';

/** The transcript of a match, folded again from its events, up to event `at` if given. */
export async function replayText(store: EventStore, id: string, at: number | undefined): Promise<string> {
  const match = await findOpened(store, id);
  const stored = await store.read(match.id);
  if (at !== undefined && at > stored.length) {
    throw new UsageError(`--at ${at}: this match has ${stored.length} events; allowed: 1 to ${stored.length}`);
  }
  const told = at === undefined ? stored : stored.slice(0, at);
  const text = transcriptText(
    match,
    told.map(({ event }) => event),
    await seatPlayers({ store }, match.id),
  );
  const turns = at === undefined && isOver(match) ? await store.agents.turnsOf(match.id) : [];
  const thought = turns.length === 0 ? '' : `${turnsText(turns)}\n\n`;
  return `${text}\n\n${thought}${at === undefined ? verdict(match, stored) : standing(match, told)}`;
}

/** States whether the fold and the match's card agree; a difference is a failure. */
function verdict(match: MatchRecord, stored: readonly StoredEvent[]): string {
  const outcome: Outcome = gameOf(match).outcome(fold(match, stored));
  const names = namesIn(
    match,
    stored.map(({ event }) => event),
  );
  const scores = Object.entries(outcome.scores).map(([seat, score]) => `${names[seat] ?? seat} ${trueMinus(String(score))}`);
  const gap = stored.find(({ seq }, index) => seq !== index + 1);
  const faults = [
    ...(gap === undefined ? [] : [`event ${gap.seq} is out of order`]),
    ...(match.head === stored.length ? [] : [`the match should have ${match.head} events, but ${stored.length} are stored`]),
    ...(outcome.finished === (match.status === 'finished')
      ? []
      : [`stored as ${match.status}, but by its events ${outcome.finished ? 'finished' : 'not finished'}`]),
    ...(match.scores === null || sameScores(match.scores, outcome.scores)
      ? []
      : [`stored scores ${JSON.stringify(match.scores)}, by its events ${JSON.stringify(outcome.scores)}`]),
  ];
  if (faults.length > 0) throw new CommandFailed(`match ${match.id}: the stored outcome does not match its events: ${faults.join('; ')}`);
  const end = outcome.finished
    ? 'the stored outcome'
    : `the state so far (${match.status}, ${roundText(match.game, match.round, match.rounds)})`;
  return `Checked: replaying ${stored.length} events gives ${end}: ${scores.join(', ')}.`;
}

function sameScores(stored: Outcome['scores'], folded: Outcome['scores']): boolean {
  const seats = new Set([...Object.keys(stored), ...Object.keys(folded)]);
  return [...seats].every((seat) => stored[seat] === folded[seat]);
}

function fold(match: MatchRecord, stored: readonly StoredEvent[]): unknown {
  const game = gameOf(match);
  return replay(
    game,
    stored.map(({ event }) => event),
  );
}

/** In the game's own words if it has any, otherwise the scores. */
function standing(match: MatchRecord, told: readonly StoredEvent[]): string {
  const game = gameOf(match);
  const state = fold(match, told);
  const { round, rounds } = game.clock(state);
  const stand = packOf(refOf(match)).stand?.(game.view(state, { kind: 'all' })) ?? { lines: [scoresText(game.outcome(state).scores)] };
  const { summary, table, lines = [] } = stand;
  const last = told.at(-1);
  const head = `After event ${last?.seq} (${last?.event.type}), ${roundText(match.game, round, rounds)}${summary === undefined ? '' : `, ${summary}`}:`;
  return [head, '', ...(table ? [textTable(table.columns.map(columnOf), table.rows), ''] : []), ...lines].join('\n');
}

function columnOf({ title, align }: { title: string; align: 'left' | 'right' }, at: number): Column<readonly string[]> {
  return { title, align, text: (row) => row[at] ?? '' };
}

function scoresText(scores: Outcome['scores']): string {
  const made = Object.entries(scores).map(([seat, score]) => `${seat} ${score === null ? 'none' : trueMinus(String(score))}`);
  return `Score so far: ${made.join(', ')}`;
}
