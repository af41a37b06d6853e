/** The cost of the worst 25 inputs of each parser when an outsider sends them to every procedure, one after the other. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { LOAD_TEST_LIMITS } from '~/api/access/limits';
import type { ReportStore } from '~/api/report/types';
import { allCalls, type Call, fieldsOf, sampleOf } from '~/api/testing/all-calls';
import { WORST_BODIES, WORST_FILES, WORST_TEXTS } from '~/lib/testing/worst-inputs';
import { type RunningServer, serve } from '~/server';
import { openBenchStore } from './bench-store';
import type { BenchOptions, Measure, Section } from './section';

const NS_PER_MS = 1e6;
const SHOWN = 60;

interface Asked {
  what: string;
  path: string;
  body: string;
}

interface Cost {
  what: string;
  ms: number;
  stall: number;
}

export const section: Section = { id: 'edge', title: 'The costliest requests that a stranger can send', measure };

async function measure({ quick, serverUrl, tell }: BenchOptions): Promise<Measure[]> {
  const { store, close } = await openBenchStore(serverUrl);
  const reports: ReportStore = { list: async () => [], get: async () => null } as never;
  const log = { info() {}, warn() {}, error() {} };
  const edge = {
    host: '127.0.0.1',
    port: 0,
    portIsFixed: true,
    origins: [],
    adminToken: 'token-of-this-benchmark',
    limits: LOAD_TEST_LIMITS,
  };
  const rest = { store, reports, database: 'embedded', processId: 'bench', log, version: 'bench', site: 'none', showcase: false } as const;
  const server = await serve({ ...edge, ...rest });
  try {
    const measures: Measure[] = [];
    const calls: Call[] = [];
    for (const call of allCalls()) if (!(await isForOperators(server, call))) calls.push(call);
    const kinds: [string, Asked[]][] = [
      [
        'bodies of JSON',
        calls.flatMap(({ path }) => Object.entries(WORST_BODIES).map(([name, body]) => ({ what: `${path}: ${name}`, path, body }))),
      ],
      ['texts in each field', inFields(calls, WORST_TEXTS)],
      ['files in each field', inFields(calls, WORST_FILES)],
    ];
    for (const [kind, all] of kinds) measures.push(...(await measureKind(server, kind, quick ? all.filter((_, i) => i % 10 === 0) : all)));
    tell(`${calls.length} procedures answer strangers`);
    return measures;
  } finally {
    await server.stop();
    await close();
  }
}

function inFields(calls: readonly Call[], worst: Record<string, string>): Asked[] {
  return calls.flatMap(({ path }) =>
    fieldsOf(path).flatMap((field) =>
      Object.entries(worst).map(([name, value]) => ({
        what: `${path} ${field}: ${name}`,
        path,
        body: JSON.stringify({ ...sampleOf(path), [field]: value }),
      })),
    ),
  );
}

async function measureKind(server: RunningServer, kind: string, all: readonly Asked[]): Promise<Measure[]> {
  const costs: Cost[] = [];
  for (const asked of all) costs.push(await costOf(server, asked));
  const slowest = worstBy(costs, 'ms');
  const stalled = worstBy(costs, 'stall');
  const sorted = costs.map(({ ms }) => ms).toSorted((a, b) => a - b);
  return [
    { what: `${kind}: median of ${costs.length} requests`, value: sorted[Math.floor(sorted.length / 2)] ?? 0, unit: 'ms' },
    { what: `${kind}: the slowest`, value: slowest.ms, unit: 'ms', note: slowest.what.slice(0, SHOWN) },
    {
      what: `${kind}: the longest stall of the serving thread`,
      value: stalled.stall,
      unit: 'ms',
      note: stalled.what.slice(0, SHOWN),
    },
  ];
}

function worstBy(costs: readonly Cost[], by: 'ms' | 'stall'): Cost {
  return costs.reduce((worst, one) => (one[by] > worst[by] ? one : worst), { what: '', ms: 0, stall: 0 });
}

/** Queries also use POST where an address cannot hold the input: it is refused unread, at the cost of reading a body. */
async function costOf(server: RunningServer, { what, path, body }: Asked): Promise<Cost> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const began = performance.now();
  await post(server, path, body);
  const ms = performance.now() - began;
  delay.disable();
  return { what, ms, stall: Number.isFinite(delay.max) ? delay.max / NS_PER_MS : 0 };
}

async function post({ port }: RunningServer, path: string, body: string): Promise<string> {
  const query =
    allCalls().find((one) => one.path === path)?.isQuery === true && !/\p{Cs}/u.test(body) ? `?input=${encodeURIComponent(body)}` : '';
  const isShort = query !== '' && query.length < 15_000;
  const answer = await fetch(`http://127.0.0.1:${port}/api/trpc/${path}${isShort ? query : ''}`, {
    method: isShort ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json' },
    ...(!isShort && { body }),
  });
  return answer.text();
}

async function isForOperators(server: RunningServer, { path }: Call): Promise<boolean> {
  return (await post(server, path, '{}')).includes('operator_needed');
}
