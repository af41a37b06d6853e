/**
 * One program at the environment's endpoint over lines: each line gets at most one response. Protocol and codes are those of the OpenEnv
 * socket, with lines instead of frames (docs/cli.md, `mandi env`).
 */

import { type EnvGame, envGames, readEnvGame } from '~/engine/env-games';
import { means } from '~/engine/means';
import { after, type Soon } from '~/lib/play/soon';
import { unknownName } from '~/lib/text/unknown-name';
import { EpisodeService, type Refused, type Shown } from './episode-service';
import { answerTo, failure, isRecord, STEP_NEEDS_DATA, unknownType } from './messages';

const MESSAGE_TYPES = ['reset', 'step', 'state', 'call', 'close'];

export class LineSession {
  readonly #service = new EpisodeService();
  #closed = false;

  get closed(): boolean {
    return this.#closed;
  }

  /** The response to one line; null if there is none (a blank line, `close`). Lines are processed in order. */
  answer(line: string): Soon<string | null> {
    if (line.trim() === '') return null;
    return answerTo(line, (message) => this.#handle(message));
  }

  #handle(message: Record<string, unknown>): Soon<string | null> {
    switch (message.type) {
      case 'reset':
        return after(this.#service.reset(message.data), shown);
      case 'step':
        if (!('data' in message)) return failure('VALIDATION_ERROR', STEP_NEEDS_DATA);
        return after(this.#service.step(message.data), shown);
      case 'state':
        return JSON.stringify({ type: 'state', data: this.#service.state() });
      case 'call':
        return callLine(message.data);
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

// `{"type":"call"}`: a query of a game's own functions, which needs no episode.

const NEEDS = 'a call needs "data": an object with "function" and its arguments';

function callLine(data: unknown): Soon<string> {
  if (!isRecord(data)) return failure('VALIDATION_ERROR', NEEDS);
  const { function: name, game, ruleset, ...input } = data;
  if (typeof name !== 'string') return failure('VALIDATION_ERROR', NEEDS);
  const read = game === undefined && ruleset === undefined ? null : readEnvGame({ game, ruleset });
  if (read?.ok === false) return failure('VALIDATION_ERROR', read.why);
  const games: readonly EnvGame[] = read ? [read.value] : envGames();
  const found = games.find(({ calls }) => Object.hasOwn(calls, name))?.calls[name];
  if (!found) {
    const known = games.flatMap(({ calls }) => Object.keys(calls));
    return failure(
      'VALIDATION_ERROR',
      known.length === 0 ? 'this game has no functions to call' : unknownName('function', name.slice(0, 60), known),
    );
  }
  return after(found.answer(input, means), (answer) =>
    answer.ok ? JSON.stringify({ type: 'result', data: answer.value }) : failure('VALIDATION_ERROR', answer.why),
  );
}
