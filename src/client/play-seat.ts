import { type TRPCClient, TRPCClientError } from '@trpc/client';
import type { AppRouter } from '~/api/router';
import type { SeatReward } from '~/api/table/types';
import type { UsualObservation } from '~/games/registry';
import type { MatchCard } from '~/live/protocol';
import { type Line, PASSING } from './line';

/**
 * Called once per turn for the seat's move (a list of actions, where moves are lists). May return a promise, but the turn's clock runs. The
 * observation is in the game's format.
 */
export type Choose<Observation = UsualObservation> = (observation: Observation, reward: SeatReward | null) => object | Promise<object>;

export interface Playing<Observation = UsualObservation> {
  choose: Choose<Observation>;
  /** `potential`: the seat's dense reward for training, also passed to `choose`. Default: `classic`, the score at the end. */
  reward?: 'classic' | 'potential';
  /** Called when rounds have closed since the last call, and at the end with the world's scale. */
  onReward?: (reward: SeatReward) => void;
}

/** How often the match is checked while no news can arrive, because the connection is broken. */
const LOOK_EVERY_MS = 2_000;
/** And while it stands, in case news was lost. */
const LOOK_IN_CASE_MS = 15_000;
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5_000;
/** How long a server that does not answer is asked again. */
const PATIENCE_MS = 120_000;

/** The match changed in the meantime; the next check shows how. */
const OVERTAKEN = new Set(['match_over', 'not_started']);

interface Means {
  api: TRPCClient<AppRouter>;
  line: Pick<Line, 'watch'>;
}

interface Place {
  matchId: string;
  seat: string;
}

interface Sitting extends Playing<never> {
  seat: string;
}

/** Plays a seat to the end of the match. */
export async function playSeat({ api, line }: Means, { matchId, seat }: Place, playing: Playing<never>): Promise<MatchCard> {
  const bell = new Bell();
  const ring = (): void => bell.ring();
  const watching = line.watch(matchId, { seat, onView: ring, onCard: ring });
  try {
    for (;;) {
      const heard = bell.rings;
      const card = await again(() => api.match.get.query({ id: matchId }));
      if (card.finishedAt !== null) {
        await tellTheEnd(api, card, { seat, ...playing });
        return card;
      }
      if (card.status !== 'lobby' && isPlayedByHolder(card, seat)) await playTurn(api, { id: matchId, seat }, playing);
      await bell.sleep(watching.isHeard() ? LOOK_IN_CASE_MS : LOOK_EVERY_MS, heard);
    }
  } finally {
    watching.stop();
  }
}

/** Submits this turn's move unless it is submitted. */
async function playTurn(
  api: Means['api'],
  place: { id: string; seat: string },
  { choose, reward: asked = 'classic', onReward }: Playing<never>,
): Promise<void> {
  try {
    const { observation, turn, handedIn, reward } = await again(() => api.seat.observe.query({ ...place, reward: asked }));
    if (handedIn) return;
    if (reward && reward.rounds.length > 0) onReward?.(reward);
    const chosen: object = await choose(observation as never, reward);
    const move = {
      ...place,
      turn,
      key: crypto.randomUUID(),
      ...(isList(chosen) ? { actions: [...chosen] } : { move: { ...chosen } }),
    };
    await again(() => api.seat.submit.mutate(move)); // the same key: one turn, however often it is sent
  } catch (fault) {
    if (!OVERTAKEN.has(codeOf(fault) ?? '')) throw fault;
  }
}

/** The reward of the last round, which no further turn would report. A match aborted before its start has none. */
async function tellTheEnd(api: Means['api'], { id, status }: MatchCard, { seat, reward: asked, onReward }: Sitting): Promise<void> {
  if (asked !== 'potential' || !onReward || status !== 'finished') return;
  const { reward } = await again(() => api.seat.observe.query({ id, seat, reward: asked }));
  if (reward) onReward(reward);
}

/** False while a policy stands in for the holder. */
function isPlayedByHolder({ seats }: MatchCard, seat: string): boolean {
  const card = seats.find((one) => one.seat === seat);
  return card?.kind === 'program' || card?.kind === 'person' ? card.policy === null : false;
}

/** Retries until there is an answer, through broken connections, restarts and a busy database. A refusal is an answer. */
async function again<T>(ask: () => Promise<T>): Promise<T> {
  const until = Date.now() + PATIENCE_MS;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      return await ask();
    } catch (fault) {
      if (!isPassing(fault) || Date.now() > until) throw fault;
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

function isPassing(fault: unknown): boolean {
  if (!(fault instanceof TRPCClientError)) return false;
  const code = codeOf(fault);
  return code === null || PASSING.has(code); // without a code, nobody or only a proxy answered
}

/** Mandi's error code. */
function codeOf(fault: unknown): string | null {
  const data: unknown = fault instanceof TRPCClientError ? fault.data : null;
  const mandi: unknown = typeof data === 'object' && data !== null && 'mandi' in data ? data.mandi : null;
  return typeof mandi === 'object' && mandi !== null && 'code' in mandi ? String(mandi.code) : null;
}

/** Counts rings, so that one between two checks is not missed. */
class Bell {
  rings = 0;
  private wake: (() => void) | null = null;

  ring(): void {
    this.rings += 1;
    this.wake?.();
  }

  sleep(ms: number, heard: number): Promise<void> {
    if (this.rings > heard) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.wake?.(), ms);
      this.wake = () => {
        clearTimeout(timer);
        this.wake = null;
        resolve();
      };
    });
  }
}

function isList(chosen: object): chosen is readonly unknown[] {
  return Array.isArray(chosen);
}
