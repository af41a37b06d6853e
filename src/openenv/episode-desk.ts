/** One program's episodes, one after the other: what every door of the environment does, whatever it speaks. */
import type { Episode } from '~/eval/arena';
import { readReset } from './reset';

export const ERROR_CODES = ['INVALID_JSON', 'UNKNOWN_TYPE', 'VALIDATION_ERROR', 'EXECUTION_ERROR'] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

export interface Refused {
  ok: false;
  code: ErrorCode;
  message: string;
}

/** What a move, or a reset, led to. `reward` is null after a reset. */
export interface Shown {
  ok: true;
  observation: unknown;
  reward: number | null;
  done: boolean;
}

interface Running {
  episode: Episode;
  /** An action that is no action is played as the ruleset's malformed one, instead of being sent back. */
  penalise: boolean;
  episodeId: string;
  /** What the reset said that this door does not know. */
  ignored: string[];
  /** Moves that counted: what is sent after the end does not. */
  steps: number;
  done: boolean;
}

export class EpisodeDesk {
  #running: Running | null = null;
  #episodes = 0;

  /** Opens an episode; one that runs goes on when the settings are refused. */
  reset(data: unknown): Shown | Refused {
    const reading = readReset(data);
    if (!reading.ok) return refuse('VALIDATION_ERROR', reading.why);
    const { episode, penalise, episodeId, ignored } = reading.value;
    this.#episodes += 1;
    this.#running = { episode, penalise, episodeId: episodeId ?? `episode-${this.#episodes}`, ignored, steps: 0, done: false };
    return { ok: true, observation: episode.observe(), reward: null, done: false };
  }

  /** Plays an action; one that is none leaves the episode as it was. */
  step(action: unknown): Shown | Refused {
    const running = this.#running;
    if (running === null) return refuse('EXECUTION_ERROR', 'there is no episode yet: send {"type":"reset"} first');
    if (!running.penalise) {
      const reading = running.episode.readMove(action);
      if (!reading.ok) return refuse('VALIDATION_ERROR', reading.why);
    }
    const { reward, done, observation } = running.episode.play(action);
    if (!running.done) running.steps += 1;
    running.done = done;
    return { ok: true, observation, reward, done };
  }

  /** What there is to see, without a move. */
  look(): Shown | Refused {
    const running = this.#running;
    if (running === null) return refuse('EXECUTION_ERROR', 'there is no episode yet: reset first');
    return { ok: true, observation: running.episode.observe(), reward: null, done: running.done };
  }

  /** OpenEnv's two fields, and how the episode stands. */
  state(): Record<string, unknown> {
    const running = this.#running;
    if (running === null) return { episode_id: null, step_count: 0 };
    const { episode, episodeId, ignored, steps, penalise } = running;
    const malformed = penalise ? 'penalise' : 'refuse';
    return { episode_id: episodeId, step_count: steps, malformed, ignored, ...episode.status() };
  }
}

export function refuse(code: ErrorCode, message: string): Refused {
  return { ok: false, code, message };
}
