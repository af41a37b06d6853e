/** F1: what a stranger can send is read within bounds, by every procedure that answers strangers. How long each takes: `npm run bench -- --section edge`. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

/** How often this thread, which is the server's, has parsed YAML. */
const parsed = vi.hoisted(() => {
  vi.resetModules(); // files share a process: another's server has read the package already
  return { here: 0 };
});
vi.mock('yaml', async (original) => {
  const yaml = await original<typeof import('yaml')>();
  const counted = (...given: Parameters<typeof yaml.parseDocument>) => {
    parsed.here += 1;
    return yaml.parseDocument(...given);
  };
  return { ...yaml, parseDocument: counted };
});

import { readYaml } from '~/agents/read-yaml';
import { LOAD_TEST_LIMITS } from '~/api/access/limits';
import { allCalls, type Call, fieldsOf, sampleOf } from '~/api/testing/all-calls';
import { WORST_BODIES, WORST_FILES, WORST_TEXTS } from '~/lib/testing/worst-inputs';
import { type Asked, ask } from './support/ask';
import { type FreshDatabase, freshDatabase } from './support/database';
import { startServer, type TestServer } from './support/server';

const REFUSALS = [200, 400, 401, 403, 404, 405, 409, 413, 414, 429, 503];

let fresh: FreshDatabase;
let mandi: TestServer;
/** Those that look at what a stranger sends. */
const calls: Call[] = [];
beforeAll(async () => {
  fresh = await freshDatabase('embedded');
  mandi = await startServer(fresh, { adminToken: 'operator-token-of-these-tests', limits: LOAD_TEST_LIMITS });
  for (const call of allCalls()) if (!(await ask(mandi, requestOf(call, '{}'))).text.includes('operator_needed')) calls.push(call);
});
afterAll(async () => {
  await mandi.stop();
  await fresh.drop();
});

function requestOf({ path, isQuery }: Call, body: string): Asked {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.5' };
  const isWhole = !/\p{Cs}/u.test(body); // half a pair has no form in an address
  const address = isQuery && isWhole ? `/api/trpc/${path}?input=${encodeURIComponent(body)}` : '';
  if (address !== '' && address.length < 15_000) return { path: address, headers };
  return { path: `/api/trpc/${path}`, method: 'POST', headers, body };
}

async function expectBounded(call: Call, bodies: Record<string, string>): Promise<void> {
  for (const [name, body] of Object.entries(bodies)) {
    const { status } = await ask(mandi, requestOf(call, body));
    expect([call.path, name, REFUSALS.includes(status) ? 'answered' : status]).toEqual([call.path, name, 'answered']);
  }
}

/** The field among what the procedure needs besides. */
function withField(path: string, field: string, values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, JSON.stringify({ ...sampleOf(path), [field]: value })]));
}

function callOf(path: string): Call {
  const call = allCalls().find((one) => one.path === path);
  if (!call) throw new Error(`there is no ${path}`);
  return call;
}

describe('the worst 25 inputs of each parser', { timeout: 600_000 }, () => {
  it('are 25, and every procedure that answers strangers gets them', () => {
    for (const worst of [WORST_BODIES, WORST_FILES, WORST_TEXTS]) expect(Object.keys(worst)).toHaveLength(25);
    expect(calls.length).toBeGreaterThan(40);
    expect(calls.flatMap(({ path }) => fieldsOf(path)).length).toBeGreaterThan(60);
  });

  it('as bodies of many values: a stranger is refused by count, and before anything is read where only others may ask', async () => {
    const body = JSON.stringify(Object.fromEntries(Array.from({ length: 19_000 }, (_, at) => [`k${at}`, 1])));
    const said = async (path: string) => (await ask(mandi, requestOf({ ...callOf(path), isQuery: false }, body))).text;
    expect(await said('seat.claim')).toContain('too many values: at most 4000');
    expect(await said('match.create')).toContain('"operator_needed"');
  });

  it('as bodies of JSON', async () => {
    for (const call of calls) await expectBounded(call, WORST_BODIES);
  });

  it('as texts in each field', async () => {
    for (const call of calls) for (const field of fieldsOf(call.path)) await expectBounded(call, withField(call.path, field, WORST_TEXTS));
  });

  it('as files in each field, and no file is parsed on the thread that serves everybody', async () => {
    readYaml('is: counted');
    const before = parsed.here;
    expect(before).toBeGreaterThan(0);
    for (const call of calls) for (const field of fieldsOf(call.path)) await expectBounded(call, withField(call.path, field, WORST_FILES));
    expect(parsed.here).toBe(before);
    expect((await ask(mandi, { path: '/api/health' })).status).toBe(200);
    expect(mandi.logged).toEqual([]);
  });
});
