/**
 * One program at the environment's door: a line in, at most one line out. Protocol and codes are those of the OpenEnv socket, with
 * lines for frames (docs/cli.md, `mandi env`).
 */
import type { Episode } from '~/eval/arena';
import { readReset } from './reset';

export const ERROR_CODES = ['INVALID_JSON', 'UNKNOWN_TYPE', 'VALIDATION_ERROR', 'EXECUTION_ERROR'] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

const MESSAGE_TYPES = ['reset', 'step', 'state', 'close'];

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

export class EnvSession {
  #running: Running | null = null;
  #episodes = 0;
  #closed = false;

  get closed(): boolean {
    return this.#closed;
  }

  /** The answer to one line; null where there is none (a blank line, `close`). */
  answer(line: string): string | null {
    if (line.trim() === '') return null;
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch (cause) {
      return failure('INVALID_JSON', `not JSON: ${reason(cause)}`);
    }
    try {
      return this.#handle(message);
    } catch (cause) {
      return failure('EXECUTION_ERROR', reason(cause));
    }
  }

  #handle(message: unknown): string | null {
    if (!isRecord(message)) return failure('VALIDATION_ERROR', 'a message is an object such as {"type":"reset","data":{}}');
    switch (message.type) {
      case 'reset':
        return this.#reset(message.data);
      case 'step':
        return this.#step(message);
      case 'state':
        return this.#state();
      case 'close':
        this.#closed = true;
        return null;
      default: {
        const what = message.type === undefined ? 'the message has no "type"' : `unknown type ${JSON.stringify(message.type).slice(0, 80)}`;
        return failure('UNKNOWN_TYPE', `${what}; allowed: ${MESSAGE_TYPES.join(', ')}`);
      }
    }
  }

  #reset(data: unknown): string {
    const reading = readReset(data);
    if (!reading.ok) return failure('VALIDATION_ERROR', reading.why);
    const { episode, penalise, episodeId, ignored } = reading.value;
    this.#episodes += 1;
    this.#running = { episode, penalise, episodeId: episodeId ?? `episode-${this.#episodes}`, ignored, steps: 0, done: false };
    return `{"type":"observation","data":{"observation":${JSON.stringify(episode.observe())},"reward":null,"done":false}}`;
  }

  #step(message: Record<string, unknown>): string {
    const running = this.#running;
    if (running === null) return failure('EXECUTION_ERROR', 'there is no episode yet: send {"type":"reset"} first');
    if (!('data' in message)) return failure('VALIDATION_ERROR', 'a step needs "data": the action, e.g. {"action_type":"wait"}');
    if (!running.penalise) {
      const reading = running.episode.readMove(message.data);
      if (!reading.ok) return failure('VALIDATION_ERROR', reading.why);
    }
    const { reward, done, observation } = running.episode.play(message.data);
    if (!running.done) running.steps += 1;
    running.done = done;
    return `{"type":"observation","data":{"observation":${JSON.stringify(observation)},"reward":${reward},"done":${done}}}`;
  }

  #state(): string {
    const running = this.#running;
    if (running === null) return JSON.stringify({ type: 'state', data: { episode_id: null, step_count: 0 } });
    const { episode, episodeId, ignored, steps, penalise } = running;
    const malformed = penalise ? 'penalise' : 'refuse';
    return JSON.stringify({ type: 'state', data: { episode_id: episodeId, step_count: steps, malformed, ignored, ...episode.status() } });
  }
}

/** For the door itself: a line that never became a message. */
export function failure(code: ErrorCode, message: string): string {
  return JSON.stringify({ type: 'error', data: { message, code } });
}

function reason(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
