/** What procedures ask of the hub: a question by name, with its answer or refusal. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import type { DataService } from '~/api/data/service';
import { Refusal, statusOf, wordsOf } from '~/api/errors';
import { answerJson } from '~/api/system/plain-answer';
import type { InferenceState } from '~/inference/inference-types';
import { HUB_KEY, type HubLine, type HubPlace } from './hub-line';

export const HUB_PATH = '/api/hub/';
const CALL_MS = 60_000;

const answerShape = z.object({ value: z.unknown().optional(), error: z.object({ code: z.string(), message: z.string() }).optional() });

/** Of this process; what the hub does for others. */
export interface HubServices {
  data: DataService;
  inference(): InferenceState;
}

/** The exports of the hub, wherever it is. Their files go through `forwardRequest`. */
export function hubDataService(own: DataService, line: Pick<HubLine, 'place'>): DataService {
  function on<K extends 'list' | 'begin' | 'resume' | 'finish' | 'stop' | 'remove'>(method: K): DataService[K] {
    const call = (...given: unknown[]): Promise<unknown> => {
      const { place } = line;
      const here = own[method] as (...args: unknown[]) => Promise<unknown>;
      return place ? callHub(place, `data.${method}`, given) : here(...given);
    };
    return call as DataService[K];
  }
  return {
    list: on('list'),
    begin: on('begin'),
    resume: on('resume'),
    finish: on('finish'),
    stop: on('stop'),
    remove: on('remove'),
    file: (id, name) => own.file(id, name),
    close: () => own.close(),
  };
}

/** As the hub's gateway sees it; this process's own while the hub does not say. */
export async function hubInference(own: () => InferenceState, line: Pick<HubLine, 'place'>): Promise<InferenceState> {
  const { place } = line;
  if (!place) return own();
  return (await callHub(place, 'inference.state', []).catch(() => own())) as InferenceState;
}

/** The other end. Only processes of the same database get here. */
export async function answerHubCall(request: IncomingMessage, response: ServerResponse, { data, inference }: HubServices): Promise<void> {
  const name = (request.url ?? '').slice(HUB_PATH.length).split('?', 1)[0] ?? '';
  const calls: Record<string, (...given: never[]) => unknown> = {
    'data.list': data.list,
    'data.begin': data.begin,
    'data.resume': data.resume,
    'data.finish': data.finish,
    'data.stop': data.stop,
    'data.remove': data.remove,
    'inference.state': inference,
  };
  try {
    const call = Object.hasOwn(calls, name) ? calls[name] : undefined;
    if (!call || request.method !== 'POST') throw new Refusal('not_found', `The hub knows no "${name}".`);
    const given = z.array(z.unknown()).parse(JSON.parse(await text(request))) as never[];
    answerJson(response, 200, { value: (await call(...given)) ?? null });
  } catch (fault) {
    const error = wordsOf(fault);
    answerJson(response, statusOf(error.code), { error });
  }
}

async function callHub(place: HubPlace, name: string, given: unknown[]): Promise<unknown> {
  const gone = new Refusal('unavailable', 'The Mandi process that handles this has just stopped. Try again in a few seconds.');
  const response = await fetch(`${place.url}${HUB_PATH}${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [HUB_KEY]: place.key },
    body: JSON.stringify(given),
    signal: AbortSignal.timeout(CALL_MS),
  }).catch(() => {
    throw gone;
  });
  const { value, error } = answerShape.parse(await response.json().catch(() => ({ error: gone.words })));
  if (error) throw new Refusal(error.code as Refusal['words']['code'], error.message); // as the hub, the same code, has said it
  return value ?? undefined;
}
