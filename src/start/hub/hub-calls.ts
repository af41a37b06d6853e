/** Calls of procedures to the hub, by name, with result or refusal. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import type { DataService } from '~/api/data/service';
import { Refusal, statusOf, wordsOf } from '~/api/errors';
import { answerJson } from '~/api/system/plain-answer';
import type { TrainingRuns } from '~/api/training/runs';
import type { InferenceState } from '~/inference/inference-types';
import { traceHeaders } from '~/lib/tracing/trace';
import { HUB_KEY, type HubLine, type HubPlace } from './hub-line';

export const HUB_PATH = '/api/hub/';
const CALL_MS = 60_000;

const answerShape = z.object({ value: z.unknown().optional(), error: z.object({ code: z.string(), message: z.string() }).optional() });

/** This process's services, which the hub provides to others. */
export interface HubServices {
  data: DataService;
  training: TrainingRuns;
  inference(): InferenceState;
}

/** The hub's exports, wherever the hub is. Files are fetched with `forwardRequest`. */
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

/** The training runs on the hub's machine, and the logs imported there. Of who asks, the hub is told only whether it is the operator. */
export function hubTrainingRuns(own: TrainingRuns, line: Pick<HubLine, 'place'>): TrainingRuns {
  async function on<K extends keyof TrainingRuns>(
    method: K,
    ...given: Parameters<TrainingRuns[K]>
  ): Promise<Awaited<ReturnType<TrainingRuns[K]>>> {
    const { place } = line;
    const here = own[method] as (...args: unknown[]) => Promise<unknown>;
    const answer = place ? await callHub(place, `training.${method}`, given) : await here.apply(own, given);
    return (answer ?? null) as Awaited<ReturnType<TrainingRuns[K]>>;
  }
  return {
    list: ({ isOperator }) => on('list', { isOperator }),
    get: (id, { isOperator }) => on('get', id, { isOperator }),
    import: (log) => on('import', log),
    remove: (id) => on('remove', id),
  };
}

/** The state of the hub's gateway; this process's own if the hub does not answer. */
export async function hubInference(own: () => InferenceState, line: Pick<HubLine, 'place'>): Promise<InferenceState> {
  const { place } = line;
  if (!place) return own();
  return (await callHub(place, 'inference.state', []).catch(() => own())) as InferenceState;
}

/** The hub's side. Only processes of the same database can call it. */
export async function answerHubCall(
  request: IncomingMessage,
  response: ServerResponse,
  { data, training, inference }: HubServices,
): Promise<void> {
  const name = (request.url ?? '').slice(HUB_PATH.length).split('?', 1)[0] ?? '';
  const calls: Record<string, (...given: never[]) => unknown> = {
    'data.list': data.list,
    'data.begin': data.begin,
    'data.resume': data.resume,
    'data.finish': data.finish,
    'data.stop': data.stop,
    'data.remove': data.remove,
    'training.list': (sight: never) => training.list(sight),
    'training.get': (id: never, sight: never) => training.get(id, sight),
    'training.import': (log: never) => training.import(log),
    'training.remove': (id: never) => training.remove(id),
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
    headers: { 'content-type': 'application/json', [HUB_KEY]: place.key, ...traceHeaders() },
    body: JSON.stringify(given),
    signal: AbortSignal.timeout(CALL_MS),
  }).catch(() => {
    throw gone;
  });
  const { value, error } = answerShape.parse(await response.json().catch(() => ({ error: gone.words })));
  if (error) throw new Refusal(error.code as Refusal['words']['code'], error.message); // rethrown as the hub, which runs the same code, reported it
  return value ?? undefined;
}
