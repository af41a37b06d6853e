/** An episode as text: what the seat did round by round, and what happened to it. */
import type { EnvLog } from '~/contract/env';
import type { AnyGame } from '~/contract/game';
import { Narrator } from '~/contract/narrator';
import { packOf } from '~/games/packs';
import { findGame } from '~/games/registry';
import { episodeOf } from './episode';
import type { EvalReport } from './report';

export interface Transcript {
  policy: string;
  score: number;
  /** Refused actions. */
  invalid: number;
  rounds: { round: number; lines: string[] }[];
  /** What the player played, where the game does not say once for all. */
  seats?: string[];
}

/** Two players in the same world. */
export interface BeforeAfter {
  task: string;
  seed: number;
  before: Transcript;
  after: Transcript;
}

export async function transcriptOf(
  reports: readonly EvalReport[],
  name: { task: string; seed: number; policy: string },
): Promise<Transcript | null> {
  const episode = await episodeOf(reports, name);
  if (episode === null) return null;
  const { cumulative_reward, invalid_actions } = episode.state();
  const [log] = episode.logs();
  if (!log) throw new Error('a session has at least one match');
  const { ref, seats, events } = log;
  const game = findGame(ref.key, ref.version);
  if (!game) throw new Error(`no rules for ${ref.key}@${ref.version}`);
  const played = game.seats(log.config).flatMap(({ id, title }) => (seats.includes(id) ? [title] : []));
  return {
    policy: name.policy,
    score: cumulative_reward,
    invalid: invalid_actions,
    rounds: roundsOf(game, { seats, events }),
    ...(packOf(ref).env?.seated === undefined && { seats: played }),
  };
}

/** Keeps the player's actions, events that name it, and events that matter to everybody. */
function roundsOf(game: AnyGame, { seats, events }: Pick<EnvLog, 'seats' | 'events'>): Transcript['rounds'] {
  const narrator = new Narrator(game);
  const rounds: Transcript['rounds'] = [{ round: 0, lines: [] }];
  for (const piece of events.flatMap((event) => narrator.tell(event))) {
    if (piece.kind === 'round') rounds.push({ round: piece.round, lines: [] });
    else if (isAbout(piece.line.seats, seats)) rounds.at(-1)?.lines.push(piece.line.text.replaceAll(/\s+/g, ' ').trim());
  }
  return rounds.filter(({ lines }) => lines.length > 0);
}

function isAbout(named: readonly string[] | undefined, seats: readonly string[]): boolean {
  return named === undefined || seats.some((seat) => named.includes(seat));
}
