/**
 * One program at the environment's door: a line in, at most one line out. Protocol and codes are those of the OpenEnv socket, with
 * lines for frames (docs/cli.md, `mandi env`).
 */

import { after, type Soon } from '~/lib/play/soon';
import { EpisodeDesk, type Refused, type Shown } from './episode-desk';
import { answerTo, failure, STEP_NEEDS_DATA, unknownType } from './messages';

const MESSAGE_TYPES = ['reset', 'step', 'state', 'close'];

export class LineSession {
  readonly #desk = new EpisodeDesk();
  #closed = false;

  get closed(): boolean {
    return this.#closed;
  }

  /** The answer to one line; null where there is none (a blank line, `close`). Lines wait for each other's answers. */
  answer(line: string): Soon<string | null> {
    if (line.trim() === '') return null;
    return answerTo(line, (message) => this.#handle(message));
  }

  #handle(message: Record<string, unknown>): Soon<string | null> {
    switch (message.type) {
      case 'reset':
        return after(this.#desk.reset(message.data), shown);
      case 'step':
        if (!('data' in message)) return failure('VALIDATION_ERROR', STEP_NEEDS_DATA);
        return after(this.#desk.step(message.data), shown);
      case 'state':
        return JSON.stringify({ type: 'state', data: this.#desk.state() });
      case 'close':
        this.#closed = true;
        return null;
      default:
        return unknownType(message.type, MESSAGE_TYPES);
    }
  }
}

function shown(answer: Shown | Refused): string {
  if (!answer.ok) return failure(answer.code, answer.message);
  const { episode, observation, reward, done, metadata } = answer;
  const text = episode.write?.(observation) ?? JSON.stringify(observation);
  const besides = metadata === undefined ? '' : `,"metadata":${JSON.stringify(metadata)}`;
  return `{"type":"observation","data":{"observation":${text},"reward":${reward},"done":${done}${besides}}}`;
}
