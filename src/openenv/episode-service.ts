/** One program's consecutive episodes, independent of the protocol. */

import type { EnvSession, EnvTurn } from '~/contract/env';
import type { Reading } from '~/contract/game';
import { after, type Soon } from '~/lib/play/soon';
import type { KeptCall } from '~/lib/sessions/session-keeper';
import { afterTheEnd } from './after-the-end';
import { isTooDeep, TOO_DEEP } from './depth';
import type { Journal } from './journal';
import type { EndpointMeans } from './means';
import { type Reset, readReset } from './reset';

export const ERROR_CODES = ['INVALID_JSON', 'UNKNOWN_TYPE', 'VALIDATION_ERROR', 'EXECUTION_ERROR'] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

export interface Refused {
  ok: false;
  code: ErrorCode;
  message: string;
}

/** The result of a move or a reset. `reward` is null after a reset. */
export interface Shown {
  ok: true;
  observation: unknown;
  /** Its episode, which may have its own serializer. */
  episode: EnvSession;
  reward: number | null;
  done: boolean;
  metadata?: Record<string, unknown>;
}

interface Running {
  episode: EnvSession;
  /** Invalid actions are played as the ruleset's malformed action instead of being returned as errors. */
  penalise: boolean;
  episodeId: string;
  /** Number of moves played, without those sent after the end. */
  steps: number;
  done: boolean;
  /** Whether to store it as a match, and the match's id once stored; null: not requested. */
  record: { match_id: string | null } | null;
}

/** Start of errors that only a reset resolves. */
export const NO_EPISODE = 'there is no episode yet';

export class EpisodeService {
  readonly #means: EndpointMeans;
  readonly #journal: Journal | null;
  #running: Running | null = null;
  #episodes = 0;
  /** The call in progress; later calls wait for it. */
  #busy: Promise<void> | null = null;

  /** `journal`: for sessions that another process may have to continue. */
  constructor(means: EndpointMeans = {}, journal: Journal | null = null) {
    this.#means = means;
    this.#journal = journal;
  }

  /** Opens an episode. If the settings are refused, the current one continues. */
  reset(data: unknown): Soon<Shown | Refused> {
    return this.#inTurn(() =>
      guarded(() =>
        this.#noted(
          'reset',
          data,
          after(readReset(data, this.#means), (reading) => this.#begin(reading)),
        ),
      ),
    );
  }

  /** Plays an action. An invalid action leaves the episode unchanged. */
  step(action: unknown): Soon<Shown | Refused> {
    return this.#inTurn(() => guarded(() => this.#step(action)));
  }

  /** The current observation, without a move. */
  look(): Soon<Shown | Refused> {
    return this.#inTurn(() =>
      guarded((): Shown | Refused => {
        const running = this.#running;
        if (running === null) return refuse('EXECUTION_ERROR', `${NO_EPISODE}: reset first`);
        const { episode, done } = running;
        return { ok: true, episode, observation: episode.observe(), reward: null, done };
      }),
    );
  }

  /** The moves that would be accepted now. */
  legal(): Soon<{ ok: true; legal: unknown } | Refused> {
    return this.#inTurn(() => {
      const running = this.#running;
      if (running === null) return refuse('EXECUTION_ERROR', `${NO_EPISODE}: reset first`);
      try {
        return { ok: true as const, legal: running.episode.legal() };
      } catch (cause) {
        return failed(cause);
      }
    });
  }

  /** OpenEnv's two fields, and the state of the episode. */
  state(): Record<string, unknown> {
    const running = this.#running;
    if (running === null) return { episode_id: null, step_count: 0 };
    const { episode, episodeId, steps, penalise, record } = running;
    const malformed = penalise ? 'penalise' : 'refuse';
    const kept = record === null ? {} : { record };
    return { episode_id: episodeId, step_count: steps, malformed, ...kept, ...episode.state() };
  }

  /** Ends the session and stores an unfinished episode if requested. */
  leave(): void {
    const gone = this.#inTurn(() => this.#abandon());
    if (gone instanceof Promise) gone.catch((fault: unknown) => this.#means.onFault?.(fault));
  }

  #begin(reading: Reading<Reset>): Shown | Refused {
    if (!reading.ok) return refuse('VALIDATION_ERROR', reading.why);
    this.#abandon();
    const { episode, penalise, episodeId, record } = reading.value;
    this.#episodes += 1;
    const { done } = episode.state();
    this.#running = {
      episode,
      penalise,
      steps: 0,
      done,
      episodeId: episodeId ?? `episode-${this.#episodes}`,
      record: record ? { match_id: null } : null,
    };
    return { ok: true, episode, observation: episode.observe(), reward: null, done };
  }

  #step(action: unknown): Soon<Shown | Refused> {
    const running = this.#running;
    if (running === null) return refuse('EXECUTION_ERROR', `${NO_EPISODE}: send {"type":"reset"} first`);
    if (isTooDeep(action)) return refuse('VALIDATION_ERROR', TOO_DEEP);
    if (!running.penalise || running.episode.strict) {
      const reading = running.episode.readMove(action);
      if (!reading.ok) return refuse('VALIDATION_ERROR', reading.why);
    }
    if (running.done) return this.#answer(running, afterTheEnd(running.episode));
    const played = after(running.episode.step(action), (turn) => {
      running.steps += 1;
      running.done = turn.done;
      return this.#answer(running, turn);
    });
    return this.#noted('step', action, played);
  }

  /** Recorded before the response, so that a client that has it can continue elsewhere. Refusals changed nothing and are not recorded. */
  #noted(kind: KeptCall['kind'], sent: unknown, answered: Soon<Shown | Refused>): Soon<Shown | Refused> {
    const journal = this.#journal;
    if (journal === null) return answered;
    return Promise.resolve(answered).then(async (answer) => {
      if (answer.ok) await journal.note(kind, kind === 'reset' ? inThatWorld(sent, answer.episode) : sent, answer);
      return answer;
    });
  }

  #answer(running: Running, turn: EnvTurn): Soon<Shown> {
    const { observation, reward, done, metadata } = turn;
    const shown: Shown = { ok: true, episode: running.episode, observation, reward, done, metadata };
    if (!turn.done || running.record === null || running.record.match_id !== null) return shown;
    return this.#keep(running).then((kept) => ({ ...shown, metadata: { ...turn.metadata, ...kept } }));
  }

  /** The step has been played, so a storage failure is reported along with its result. */
  async #keep({ episode, record }: Running): Promise<Record<string, unknown>> {
    if (record === null || !this.#means.keep) return {};
    try {
      const kept: string[] = [];
      for (const log of episode.logs()) kept.push(await this.#means.keep(log));
      record.match_id = kept.at(-1) ?? null;
      return { match_id: record.match_id, ...(kept.length > 1 && { match_ids: kept }) };
    } catch (fault) {
      this.#means.onFault?.(fault);
      return { match_id: null, record_error: 'the match could not be stored' };
    }
  }

  #abandon(): void {
    const running = this.#running;
    this.#running = null;
    if (running === null) return;
    running.episode.close?.();
    if (running.record?.match_id === null && running.steps > 0) void this.#keep(running);
  }

  #inTurn<T>(work: () => Soon<T>): Soon<T> {
    const now = this.#busy === null ? work() : this.#busy.then(work);
    if (!(now instanceof Promise)) return now;
    const done = (): void => {
      if (this.#busy === held) this.#busy = null;
    };
    const held: Promise<void> = now.then(done, done);
    this.#busy = held;
    return now;
  }
}

/** A reset without a seed generates a world; a replay must generate the same one. At a shared table there is none to generate. */
function inThatWorld(data: unknown, episode: EnvSession): unknown {
  const given = typeof data === 'object' && data !== null ? data : {};
  const config = episode.logs()[0]?.config;
  if ('match' in given || typeof config !== 'object' || config === null || !('seed' in config)) return given;
  return { ...given, seed: config.seed };
}

/** Converts exceptions to refusals. */
function guarded(work: () => Soon<Shown | Refused>): Soon<Shown | Refused> {
  try {
    const shown = work();
    return shown instanceof Promise ? shown.catch(failed) : shown;
  } catch (cause) {
    return failed(cause);
  }
}

function failed(cause: unknown): Refused {
  return refuse('EXECUTION_ERROR', cause instanceof Error ? cause.message : String(cause));
}

export function refuse(code: ErrorCode, message: string): Refused {
  return { ok: false, code, message };
}
