/** A match as Markdown, for people: who played, what happened in each round, how it ended. Generated line by line. */

import type { GameEvent } from '~/contract/game';
import { type Names, Narrator, seatNames } from '~/contract/narrator';
import { findGame } from '~/games/registry';
import { roundShown } from '~/games/screens';
import type { MatchCard } from '~/live/protocol';
import { playersText, type SeatSpan } from '~/match/table/seat-players';

export async function* transcript(
  card: MatchCard,
  spans: readonly SeatSpan[],
  events: AsyncIterable<GameEvent | null>,
): AsyncGenerator<string> {
  yield* heading(card, spans);
  const game = findGame(card.key, card.version);
  if (!game) throw new Error(`no rules for ${card.key}@${card.version}`);
  const narrator = new Narrator(game);
  let isUnderRound = false;
  for await (const event of events) {
    for (const piece of event === null ? [] : narrator.tell(event)) {
      if (piece.kind === 'round') yield `\n## Round ${roundShown(card.key, piece.round)}\n\n`;
      else yield `${isUnderRound ? '- ' : ''}${oneLine(piece.line.text)}\n`;
      isUnderRound ||= piece.kind === 'round';
    }
  }
  yield* ending(card, seatNames(narrator.names, card.seats));
}

function* heading(card: MatchCard, spans: readonly SeatSpan[]): Generator<string> {
  const seed = card.seed === null ? 'secret until the end' : String(card.seed);
  const players = card.seats.map((seat) => `${seat.seat}: ${oneLine(playersText(seat, card, spans))}`).join('; ');
  yield `# Match ${card.id}\n\n`;
  yield `${card.game}, ruleset ${card.ruleset} version ${card.version}, task ${card.task}, seed ${seed}, judge ${card.judgeMode}. `;
  yield `Played by ${players}. Created ${card.createdAt}.\n\n`;
}

function* ending(card: MatchCard, names: Names): Generator<string> {
  const order = card.seats.map(({ seat }) => seat); // the database may return them in another order
  const scores = Object.entries(card.scores ?? {})
    .filter(([, score]) => score !== null)
    .sort(([one], [other]) => order.indexOf(one) - order.indexOf(other));
  if (scores.length > 0)
    yield `\nScore: ${scores.map(([seat, score]) => `${names[seat] ?? seat} ${String(score).replace('-', '−')}`).join(', ')}.\n`;
  if (card.status !== 'finished') yield `\nThe match is ${card.status}.${card.fault ? ` ${card.fault}` : ''}\n`;
  else if (card.fault !== null) yield `\n${card.fault}\n`;
}

/** Text by players stays one list item and cannot add Markdown. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*[\]<>|]/g, '\\$&');
}
