/** An episode as a person reads it: what the seat did round by round, and what happened to it. */
import type { GameEvent } from '~/games/game';
import { describe, type Names, namesOf } from '~/games/gpu-market/describe';
import { describeOpen } from '~/games/gpu-market/open/describe';
import type { ToldOpenEvent } from '~/games/gpu-market/open/told';
import type { ToldEvent, ToldOpening } from '~/games/gpu-market/told-events';
import { episodeOf } from './episode';
import type { EvalReport } from './report';

export interface Transcript {
  policy: string;
  score: number;
  /** Actions that the rules refused. */
  invalid: number;
  rounds: { round: number; lines: string[] }[];
}

/** Two players in the same world. */
export interface BeforeAfter {
  task: string;
  seed: number;
  before: Transcript;
  after: Transcript;
}

/** Told by the lines around them. */
const SILENT: ReadonlySet<string> = new Set([
  'turn_taken',
  'round_started',
  'round_closed',
  'match_opened',
  'match_ended',
  'reputation_changed',
]);
const FOR_ALL: ReadonlySet<string> = new Set(['shock_struck', 'grant_offered', 'grant_given']);

export async function transcriptOf(
  reports: readonly EvalReport[],
  name: { task: string; seed: number; policy: string },
): Promise<Transcript | null> {
  const episode = await episodeOf(reports, name);
  if (episode === null) return null;
  const { cumulative_reward, invalid_actions } = episode.status();
  const { ref, seat, events } = episode.record();
  const rounds = roundsOf(events, { seat, isOpen: ref.key === 'gpu-market/open' });
  return { policy: name.policy, score: cumulative_reward, invalid: invalid_actions, rounds };
}

function roundsOf(events: readonly GameEvent[], { seat, isOpen }: { seat: string; isOpen: boolean }): Transcript['rounds'] {
  const rounds: Transcript['rounds'] = [{ round: 0, lines: [] }];
  let names: Names = {};
  for (const event of events) {
    if (event.type === 'match_opened') names = namesOf(event as ToldOpening);
    if (event.type === 'round_started' && 'round_index' in event) rounds.push({ round: Number(event.round_index), lines: [] });
    if (SILENT.has(event.type) || isAgreed(event) || !concerns(event, seat)) continue;
    const line = isOpen ? describeOpen(event as ToldOpenEvent, names) : describe(event as ToldEvent, names);
    rounds.at(-1)?.lines.push(line.replaceAll(/\s+/g, ' ').trim());
  }
  return rounds.filter(({ lines }) => lines.length > 0);
}

/** What an agreed action did is told by the events after it. */
function isAgreed(event: GameEvent): boolean {
  return event.type === 'action_resolved' && (event as GameEvent & { result: { ok: boolean } }).result.ok;
}

/** Is it the seat's own doing, or does it name the seat? */
function concerns(event: GameEvent, seat: string): boolean {
  if (FOR_ALL.has(event.type)) return true;
  const { lab_id } = event as { lab_id?: unknown };
  return typeof lab_id === 'string' ? lab_id === seat : JSON.stringify(event).includes(`"${seat}"`);
}
