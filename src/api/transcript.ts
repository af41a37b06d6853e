/** A match as Markdown, for people: who played, what happened round by round, how it ended. Made line by line. */

import type { GameEvent, Line } from '~/games/game';
import { describe, type Names, namesOf } from '~/games/gpu-market/describe';
import { describeOpen } from '~/games/gpu-market/open/describe';
import type { ToldOpenEvent } from '~/games/gpu-market/open/told';
import type { ToldEvent, ToldOpening } from '~/games/gpu-market/told-events';
import { findGame } from '~/games/registry';
import type { MatchCard } from '~/live/protocol';
import { playersText, type SeatSpan } from '~/match/table/seat-players';

/** Events that their neighbours tell already. */
const SILENT: ReadonlySet<string> = new Set(['action_resolved', 'round_started', 'reputation_changed', 'turn_taken']);

export async function* transcript(
  card: MatchCard,
  spans: readonly SeatSpan[],
  events: AsyncIterable<GameEvent | null>,
): AsyncGenerator<string> {
  yield* heading(card, spans);
  const narrate = findGame(card.key, card.version)?.narrate;
  if (narrate) {
    yield* narratedLines(narrate, events);
    yield* ending(card, {});
    return;
  }
  let names: Names = {};
  const tell = card.ruleset === 'open' ? tellOpen : describe;
  for await (const event of events) {
    if (event === null) continue;
    const told = event as ToldEvent;
    const round = openingRound(event);
    if (round !== null) {
      names = namesOf(event as ToldOpening);
      yield `${tell(told, names)}\n\n## Round ${round}\n\n`;
    } else if (told.type === 'round_started') {
      yield `\n## Round ${told.round_index}\n\n`;
    } else if (!SILENT.has(told.type) || isRefusal(told)) {
      yield `- ${oneLine(tell(told, names))}\n`;
    }
  }
  yield* ending(card, card.ruleset === 'open' ? names : {});
}

/** Of a game that tells its events itself. */
async function* narratedLines(narrate: (event: GameEvent) => Line | null, events: AsyncIterable<GameEvent | null>): AsyncGenerator<string> {
  let heading: number | undefined;
  for await (const event of events) {
    const line = event && narrate(event);
    if (!line) continue;
    if (line.round !== undefined && line.round !== heading) yield `\n## Round ${line.round}\n\n`;
    heading = line.round ?? heading;
    yield `${line.round === undefined ? '' : '- '}${oneLine(line.text)}\n`;
  }
}

/** The round with which a record begins: the first, or, in a branch of a match that ran, the one it branched in. */
function openingRound(event: GameEvent): number | null {
  if (event.type === 'match_opened') return 0;
  return event.type === 'match_branched' && 'round_index' in event ? Number(event.round_index) : null;
}

/** The events of a match of ruleset open, which share the other ruleset's words in part only. */
function tellOpen(event: unknown, names: Names): string {
  return describeOpen(event as ToldOpenEvent, names);
}

function* heading(card: MatchCard, spans: readonly SeatSpan[]): Generator<string> {
  const seed = card.seed === null ? 'secret until the end' : String(card.seed);
  const players = card.seats.map((seat) => `${seat.seat}: ${oneLine(playersText(seat, card, spans))}`).join('; ');
  yield `# Match ${card.id}\n\n`;
  yield `${card.game}, ruleset ${card.ruleset} version ${card.version}, task ${card.task}, seed ${seed}, judge ${card.judgeMode}. `;
  yield `Played by ${players}. Created ${card.createdAt}.\n\n`;
}

function* ending(card: MatchCard, names: Names): Generator<string> {
  const order = card.seats.map(({ seat }) => seat); // the database has an order of its own
  const scores = Object.entries(card.scores ?? {})
    .filter(([, score]) => score !== null)
    .sort(([one], [other]) => order.indexOf(one) - order.indexOf(other));
  if (scores.length > 0)
    yield `\nScore: ${scores.map(([seat, score]) => `${names[seat] ?? seat} ${String(score).replace('-', '−')}`).join(', ')}.\n`;
  if (card.status !== 'finished') yield `\nThe match is ${card.status}.${card.fault ? ` ${card.fault}` : ''}\n`;
  else if (card.fault !== null) yield `\n${card.fault}\n`;
}

function isRefusal(event: ToldEvent): boolean {
  return event.type === 'action_resolved' && !event.result.ok;
}

/** What somebody wrote stays one item of the list, and no Markdown of its own. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*[\]<>|]/g, '\\$&');
}
