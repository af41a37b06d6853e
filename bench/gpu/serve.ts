/**
 * The inference worker on a GPU beside the same worker on the processor: real turns of a trained agent with two adapters mixed, at temperature 0.
 * Turns per second by slots, and how many answers are the processor's own, letter for letter. It needs no network:
 *   npx tsx bench/gpu/serve.ts --models ~/mandi/.mandi/models --device cuda
 * docs/inference.md has the steps for a machine without a network, and results.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { type Device, readConfig } from '~/config';
import { readOptions } from '../read-options';
import type { KeptRequest } from './requests';
import { writeSecondAdapter } from './second-adapter';
import { type Answers, NoWorker, type Stage, type StageResult, serveStage } from './stage';

const { values } = readOptions({
  options: {
    models: { type: 'string', default: readConfig().models },
    model: { type: 'string', default: 'smollm2-135m-instruct' },
    device: { type: 'string', default: 'cuda' },
    slots: { type: 'string', default: '1,8,32,128' },
    'cpu-slots': { type: 'string', default: '1,8' },
    'cpu-threads': { type: 'string', default: String(Math.max(1, Math.floor(availableParallelism() / 2))) },
    context: { type: 'string', default: '4096' },
    requests: { type: 'string' },
    worker: { type: 'string' },
    turns: { type: 'string', default: '64' },
    seconds: { type: 'string', default: '12' },
    'cpu-seconds': { type: 'string', default: '30' },
    out: { type: 'string' },
  },
});

await main();

async function main(): Promise<void> {
  const { models, model, worker } = values;
  writeSecondAdapter(models);
  const turns = Number(values.turns);
  const requests = await readRequests(Math.max(turns, 4 * Math.max(...numbers(values.slots))));
  const shared = { models, model, worker, requests, context: Number(values.context) };
  const results: StageResult[] = [];
  const stages = stagesOf(turns);
  let reference: Answers | null = null;
  try {
    for (const stage of stages) {
      const { result, answers } = await serveStage({ ...shared, ...stage }, reference);
      reference ??= answers;
      results.push(result);
      console.log(lineOf(result));
      keep(results);
    }
  } catch (fault) {
    if (!(fault instanceof NoWorker)) throw fault;
    console.error(`The worker on ${fault.device} is gone: ${fault.message}`);
    process.exitCode = 1;
  }
}

type Load = Pick<Stage, 'device' | 'slots' | 'threads' | 'turns' | 'seconds'>;

function stagesOf(turns: number): Load[] {
  const threads = Number(values['cpu-threads']);
  const onProcessor = numbers(values['cpu-slots']).map((slots) => ({
    device: 'cpu' as const,
    slots,
    threads,
    turns,
    seconds: Number(values['cpu-seconds']),
  }));
  const device = values.device as Device;
  const onDevice = numbers(values.slots).map((slots) => ({
    device,
    slots,
    threads: 1,
    turns: Math.max(turns, 4 * slots),
    seconds: Number(values.seconds),
  }));
  return [...onProcessor, ...onDevice];
}

function numbers(list: string): number[] {
  return list.split(',').filter(Boolean).map(Number);
}

/** From the file made beforehand, or from matches played now. */
async function readRequests(count: number): Promise<KeptRequest[]> {
  if (values.requests === undefined) return (await import('./requests')).collectRequests(count);
  const kept = JSON.parse(readFileSync(values.requests, 'utf8')) as KeptRequest[];
  if (kept.length < count) throw new Error(`${values.requests} has ${kept.length} requests, and ${count} are needed`);
  return kept.slice(0, count);
}

function lineOf(result: StageResult): string {
  const { device, slots, threads, turns, seconds, tokens, latency, same, start, memory } = result;
  const beside = same === null ? '' : `; ${same.same} of ${same.of} answers are those of the processor one by one`;
  const remembered = Math.round((100 * tokens.cached) / tokens.prompt);
  return (
    `${device}, ${slots} slots, ${threads} threads: ${(turns / seconds).toFixed(2)} turns/s (${turns} in ${seconds.toFixed(1)} s), ` +
    `${(tokens.completion / seconds).toFixed(0)} tokens/s written, ${(tokens.prompt / turns).toFixed(0)} tokens a prompt (${remembered}% remembered), ` +
    `turn p50 ${latency.p50.toFixed(0)} ms, p95 ${latency.p95.toFixed(0)} ms${beside}; ` +
    `ready after ${start.toFixed(1)} s${memory === null ? '' : `; GPU memory in use ${memory} MiB`}`
  );
}

function keep(results: readonly StageResult[]): void {
  if (values.out === undefined) return;
  const machine = { processor: cpus()[0]?.model ?? 'unknown', cores: cpus().length, gpu: gpuName(), node: process.versions.node };
  writeFileSync(values.out, `${JSON.stringify({ machine, model: values.model, context: Number(values.context), results }, null, 2)}\n`);
}

function gpuName(): string | null {
  try {
    return execFileSync('nvidia-smi', ['--query-gpu=name,driver_version', '--format=csv,noheader'], { encoding: 'utf8' }).trim();
  } catch {
    return null;
  }
}
