/** A match as a person reads it in a terminal: round by round, each action with its answer and its reward, what it led to, the end. */
import type { GameEvent, Line } from '~/games/game';
import { describe, type Names, namesOf } from '~/games/gpu-market/describe';
import type { Rewarded } from '~/games/gpu-market/events';
import type { ToldEvent, ToldOpening } from '~/games/gpu-market/told-events';
import type { RewardBreakdown } from '~/games/gpu-market/types';
import { gameOf } from '~/match/load-match';
import { playersText, type SeatSpan } from '~/match/table/seat-players';
import type { MatchRecord } from '~/store/event-store';
import { trueMinus } from './figure-text';
import { oneLine } from './one-line';
import { openTranscriptLines } from './open-transcript-text';

/** Told by the lines around them. */
const SILENT: ReadonlySet<string> = new Set(['match_opened', 'round_started', 'action_resolved', 'reputation_changed']);

export function transcriptText(match: MatchRecord, events: readonly GameEvent[], spans: readonly SeatSpan[] = []): string {
  const lines = headingLines(match, { names: openNamesIn(match, events), spans });
  const { narrate } = gameOf(match);
  if (narrate)
    return [
      ...lines,
      ...narratedLines(
        match,
        events.flatMap((event) => narrate(event) ?? []),
      ),
    ].join('\n');
  if (match.game === 'gpu-market/open') {
    const isWhole = events.length >= match.head;
    return [...lines, ...openTranscriptLines(events), ...(isWhole ? profitLines(match, namesIn(events)) : [])].join('\n');
  }
  let names: Names = {};
  let last: Rewarded | null = null;
  let ended = false;
  for (const event of events) {
    const told = event as ToldEvent;
    if (told.type === 'match_opened') {
      names = namesOf(told);
      lines.push(`Labs: ${Object.entries(names).map(labText).join(', ')}`);
    }
    lines.push(...eventLines(told, names));
    if (told.type === 'rewarded') last = told;
    if (told.type === 'match_ended') ended = true;
  }
  if (last !== null)
    lines.push('', ...rewardLines(last), '', `Score${ended ? '' : ' so far'}: ${last.lab_id} ${trueMinus(String(last.cumulative))}`);
  return lines.join('\n');
}

/** Of a game that tells its events itself: a heading for each round, and how it stands. */
function narratedLines(match: MatchRecord, told: readonly Line[]): string[] {
  const lines: string[] = [];
  let heading: number | undefined;
  for (const { round, text } of told) {
    if (round !== undefined && round !== heading) lines.push(...roundHeading(round, heading === undefined ? match.rounds : undefined));
    heading = round ?? heading;
    lines.push(`${round === undefined ? '' : '    '}${oneLine(text)}`);
  }
  const scores = match.seats.flatMap(({ seat }) =>
    match.scores?.[seat] == null ? [] : `${seat} ${trueMinus(String(match.scores[seat]))}`,
  );
  return [...lines, ...(scores.length > 0 ? ['', `Score${match.status === 'finished' ? '' : ' so far'}: ${scores.join(', ')}`] : [])];
}

/** As the lines of a match of ruleset open call its labs; of classic there are none: its first lab is "You". */
export function openNamesIn({ game }: Pick<MatchRecord, 'game'>, events: readonly GameEvent[]): Names {
  return game === 'gpu-market/open' ? namesIn(events) : {};
}

/** As the lines above call them. */
function namesIn(events: readonly GameEvent[]): Names {
  const opened = events.find(({ type }) => type === 'match_opened');
  return opened === undefined ? {} : namesOf(opened as ToldOpening);
}

/** What each lab has made; its gain needs the optimum, which the page of the match's explanation shows. */
function profitLines({ scores, status }: MatchRecord, names: Names): string[] {
  const made = Object.entries(scores ?? {}).filter((entry): entry is [string, number] => entry[1] !== null);
  if (made.length === 0) return [];
  const parts = made.map(([seat, profit]) => `${names[seat] ?? seat} ${Math.abs(profit) < 0.005 ? '0.00' : signed(profit, 2)}`);
  return ['', `Profit in cr${status === 'finished' ? '' : ' so far'}: ${parts.join(', ')}`];
}

function labText([id, name]: [string, string | undefined]): string {
  return name === undefined ? id : `${name} (${id})`;
}

function headingLines(match: MatchRecord, { names, spans }: { names: Names; spans: readonly SeatSpan[] }): string[] {
  const { game, version, task, seed, judgeMode, seats } = match;
  const players = seats
    .map((card) => `${labText([card.seat, names[card.seat]])} is played by ${playersText(card, match, spans)}`)
    .join('; ');
  return [`${task}, seed ${seed}: ${game} version ${version}, judge ${judgeMode}`, `${players}`];
}

function eventLines(event: ToldEvent, names: Names): string[] {
  if (event.type === 'match_opened') return roundHeading(0, event.max_rounds);
  if (event.type === 'round_started') return roundHeading(event.round_index);
  if (event.type === 'action_taken') return [`> ${oneLine(describe(event, names))}`];
  if (event.type === 'action_resolved' && !event.result.ok) return [`    ${oneLine(describe(event, names))}`];
  if (event.type === 'rewarded') return [rewardedLine(event)];
  return SILENT.has(event.type) ? [] : [`    ${oneLine(describe(event, names))}`];
}

function roundHeading(round: number, rounds?: number): string[] {
  return ['', rounds === undefined ? `Round ${round}` : `Round ${round} (of ${rounds})`];
}

function rewardedLine({ result, breakdown, cumulative }: Rewarded): string {
  return `  = ${result.code.padEnd(22)} reward ${signed(breakdown.normalized_reward)}   total ${signed(cumulative)}`;
}

function rewardLines({ result, breakdown }: Rewarded): string[] {
  const columns = Object.keys(breakdown) as (keyof RewardBreakdown)[];
  const width = Math.max(...columns.map((column) => column.length));
  return [
    `Reward of the last step (${result.code}):`,
    ...columns.map((column) => `  ${column.padEnd(width)}  ${signed(breakdown[column])}`),
  ];
}

function signed(value: number, places = 4): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(places)}`;
}
