/** A match as text for a terminal: by round, each action with its answer and reward, its consequences, and the end. */
import type { AnyGame, GameEvent } from '~/contract/game';
import { type Gain, type Line, type Names, Narrator, type Piece, seatNames } from '~/contract/narrator';
import { roundShown } from '~/games/screens';
import { gameOf } from '~/match/load-match';
import { playersText, type SeatSpan } from '~/match/table/seat-players';
import type { MatchRecord } from '~/store/event-store';
import { trueMinus } from './figure-text';
import { oneLine } from './one-line';

export function transcriptText(match: MatchRecord, events: readonly GameEvent[], spans: readonly SeatSpan[] = []): string {
  const game = gameOf(match);
  const narrator = new Narrator(game);
  const told = events.flatMap((event) => narrator.tell(event)).flatMap(pieceLines(match));
  const names = seatNames(narrator.names, match.seats);
  const others = names === narrator.names ? [] : [`Names: ${Object.entries(narrator.names).map(seatText).join(', ')}`];
  const lines = [...headingLines(match, { names, spans }), ...others, ...told];
  const gain = lastGain(game, events);
  if (gain !== null) lines.push('', ...gainLines(gain));
  return [...lines, ...scoreLines(match, { names, gain, isWhole: events.length >= match.head })].join('\n');
}

/** The seat names used in a match's lines. */
export function namesIn(match: Pick<MatchRecord, 'game' | 'version' | 'seats'>, events: readonly GameEvent[]): Names {
  const narrator = new Narrator(gameOf(match));
  for (const event of events) narrator.tell(event);
  return seatNames(narrator.names, match.seats);
}

function pieceLines({ game, rounds }: Pick<MatchRecord, 'game' | 'rounds'>): (piece: Piece) => string[] {
  let isUnderRound = false;
  return (piece) => {
    if (piece.kind === 'line') return [lineText(piece.line, isUnderRound)];
    const first = !isUnderRound;
    isUnderRound = true;
    const number = roundShown(game, piece.round);
    return ['', first ? `Round ${number} (${rounds} rounds, counted from ${roundShown(game, 0)})` : `Round ${number}`];
  };
}

function lineText({ text, isMove, gain }: Line, isUnderRound: boolean): string {
  if (gain) return `  = ${gain.why.padEnd(22)} reward ${signed(gain.by)}   total ${signed(gain.total)}`;
  if (isMove) return `> ${oneLine(text)}`;
  return `${isUnderRound ? '    ' : ''}${oneLine(text)}`;
}

function lastGain(game: AnyGame, events: readonly GameEvent[]): Gain | null {
  for (const event of events.toReversed()) {
    const gain = game.narrate(event, {})?.gain;
    if (gain) return gain;
  }
  return null;
}

function gainLines({ why, parts }: Gain): string[] {
  const width = Math.max(...Object.keys(parts).map((part) => part.length));
  return [
    `Reward of the last step (${why}):`,
    ...Object.entries(parts).map(([part, value]) => `  ${part.padEnd(width)}  ${signed(value)}`),
  ];
}

/** For a partial transcript, uses the score according to its events, if known. */
function scoreLines(match: MatchRecord, { names, gain, isWhole }: { names: Names; gain: Gain | null; isWhole: boolean }): string[] {
  const { title, decimals } = gameOf(match).scored ?? { title: 'Score', decimals: null };
  const scores = isWhole ? match.scores : gain && { [gain.seat]: gain.total };
  const made = Object.entries(scores ?? {}).filter((entry): entry is [string, number] => entry[1] !== null);
  if (made.length === 0) return [];
  const figure = (score: number) => (decimals === null ? trueMinus(String(score)) : signedOrZero(score, decimals));
  const isOver = isWhole && match.status === 'finished';
  return ['', `${title}${isOver ? '' : ' so far'}: ${made.map(([seat, score]) => `${names[seat] ?? seat} ${figure(score)}`).join(', ')}`];
}

/** Zero has no sign. */
function signedOrZero(score: number, decimals: number): string {
  return Math.abs(score) < 0.5 / 10 ** decimals ? (0).toFixed(decimals) : signed(score, decimals);
}

function seatText([id, name]: [string, string | undefined]): string {
  return name === undefined ? id : `${name} (${id})`;
}

function headingLines(match: MatchRecord, { names, spans }: { names: Names; spans: readonly SeatSpan[] }): string[] {
  const { game, version, task, seed, judgeMode, seats } = match;
  const players = seats
    .map((card) => `${seatText([card.seat, names[card.seat]])} is played by ${playersText(card, match, spans)}`)
    .join('; ');
  return [`${task}, seed ${seed}: ${game} version ${version}, judge ${judgeMode}`, `${players}`];
}

function signed(value: number, places = 4): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(places)}`;
}
