/** One socket of the OpenEnv endpoint: each frame gets exactly one response, in order. Protocol: docs/openenv.md. */

import { after, type Soon } from '~/lib/play/soon';
import { EpisodeService, type Refused, type Shown } from './episode-service';
import type { Journal } from './journal';
import { answerRpc } from './json-rpc';
import type { EndpointMeans } from './means';
import { answerTo, failure, isRecord, STEP_NEEDS_DATA, unknownType } from './messages';
import { listedTools, type ToolService, toolAnswer } from './tools';

const MESSAGE_TYPES = ['reset', 'step', 'state', 'mcp', 'close'];
/** Allowed fields of each message, besides its type. */
const ENVELOPES: Record<string, readonly string[]> = { reset: ['data'], step: ['data'], state: [], mcp: ['data'], close: [] };

export class FrameSession implements ToolService {
  readonly service: EpisodeService;
  #closed = false;

  constructor(means: EndpointMeans = {}, journal: Journal | null = null) {
    this.service = new EpisodeService(means, journal);
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** The response to a text frame; null after `close`, which has none. */
  answer(text: string): Soon<string | null> {
    return answerTo(text, (message) => this.#handle(message));
  }

  #handle(message: Record<string, unknown>): Soon<string | null> {
    const { type } = message;
    const envelope = typeof type === 'string' && Object.hasOwn(ENVELOPES, type) ? ENVELOPES[type] : undefined;
    if (envelope === undefined) return unknownType(type, MESSAGE_TYPES);
    const stranger = Object.keys(message).find((key) => key !== 'type' && !envelope.includes(key));
    if (stranger !== undefined)
      return failure('VALIDATION_ERROR', `a ${String(type)} message has no field ${JSON.stringify(stranger).slice(0, 80)}`);
    switch (type) {
      case 'reset':
        return after(this.service.reset(message.data), shown);
      case 'step':
        return 'data' in message ? this.#step(message.data) : failure('VALIDATION_ERROR', STEP_NEEDS_DATA);
      case 'state':
        return JSON.stringify({ type: 'state', data: this.service.state() });
      case 'mcp':
        return after(answerRpc(message.data, { tools: this, sessions: null }), (data) => JSON.stringify({ type: 'mcp', data }));
      default:
        this.#closed = true;
        return null;
    }
  }

  /** Older clients call tools through steps: `list_tools` and `call_tool` are told from actions by their `type`. */
  #step(data: unknown): Soon<string> {
    if (isRecord(data) && data.action_type === undefined && data.type === 'list_tools')
      return toolFrame({ tools: listedTools(this, 'input_schema') });
    if (isRecord(data) && data.action_type === undefined && data.type === 'call_tool') {
      return after(toolAnswer(this, data.tool_name, data.arguments), (answer) =>
        toolFrame({ tool_name: data.tool_name ?? null, ...answer.observation }, answer.reward, answer.done),
      );
    }
    return after(this.service.step(data), shown);
  }
}

/**
 * Data outside of the game's fields is sent as `metadata`, both inside the observation and next to it, because clients read one or the
 * other.
 */
export function observationOf(answer: Shown): { observation: object; reward: number | null; done: boolean; metadata: object | null } {
  const observation = isRecord(answer.observation) ? answer.observation : {};
  const metadata = metadataOf(observation, answer.metadata);
  return {
    observation: metadata === null ? observation : { ...observation, metadata },
    reward: answer.reward,
    done: answer.done,
    metadata,
  };
}

function metadataOf({ reward_breakdown }: Record<string, unknown>, more: Record<string, unknown> | undefined): object | null {
  const metadata = isRecord(reward_breakdown) ? { reward_breakdown, ...more } : more;
  return metadata === undefined || Object.keys(metadata).length === 0 ? null : metadata;
}

function shown(answer: Shown | Refused): string {
  if (!answer.ok) return failure(answer.code, answer.message);
  const { observation: seen, metadata: more } = answer;
  if (answer.episode.write && isRecord(seen) && isRecord(seen.reward_breakdown)) {
    const breakdown = JSON.stringify(seen.reward_breakdown);
    const held = more === undefined ? `{"reward_breakdown":${breakdown}}` : JSON.stringify(metadataOf(seen, more));
    const text = answer.episode.write(seen, { reward_breakdown: breakdown, metadata: held });
    return `{"type":"observation","data":{"observation":${text},"reward":${answer.reward},"done":${answer.done},"metadata":${held}}}`;
  }
  const { metadata, ...data } = observationOf(answer);
  return JSON.stringify({ type: 'observation', data: metadata === null ? data : { ...data, metadata } });
}

function toolFrame(observation: object, reward: number | null = null, done = false): string {
  return JSON.stringify({ type: 'observation', data: { observation, reward, done } });
}
