import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from './support/database';
import { faultOf } from './support/fault-of';
import { startServer, type TestServer, until, watch } from './support/server';

let fresh: FreshDatabase;
let mandi: TestServer;
beforeAll(async () => {
  fresh = await freshDatabase('embedded');
  mandi = await startServer(fresh);
});
afterAll(async () => {
  await mandi.stop();
  await fresh.drop();
});

const quick = { task: 'market_round', seed: 5, policy: 'rule_based_expert', pace: 0 };
const slow = { task: 'coalition_market', seed: 5, policy: 'rule_based_expert', pace: 60 };

async function finished(input: Parameters<TestServer['api']['match']['create']['mutate']>[0] = quick): Promise<string> {
  const { id } = await mandi.api.match.create.mutate(input);
  await until(async () => (await mandi.api.match.get.query({ id })).status === 'finished');
  return id;
}

describe('the catalogue', () => {
  it('names everything there is to choose from', async () => {
    const overview = await mandi.api.catalog.overview.query();
    expect(overview.mandi.version).toBe('0.0.0-test');
    expect(overview.rulesets[0]).toMatchObject({ game: 'gpu-market', ruleset: 'classic', judgeModes: ['off', 'rule'] });
    expect(overview.rulesets[0]?.tasks.map((task) => task.id)).toEqual(['single_trade', 'market_round', 'coalition_market']);
    expect(overview.policies.map((policy) => policy.id)).toContain('rule_based_expert');
    expect(overview.actions).toHaveLength(14);
    expect(overview.actions.find((action) => action.type === 'accept_offer')?.fields).toEqual([
      { name: 'offer_id', type: 'string', required: true },
    ]);
    expect(overview.rewardColumns).toHaveLength(11);
    expect(overview.seedRanges).toContainEqual({ name: 'test', first: 50_000, last: 59_999 });
  });
});

describe('creating a match', () => {
  it('answers with its card and plays it to its end', async () => {
    const card = await mandi.api.match.create.mutate(quick);
    expect(card).toMatchObject({ task: 'market_round', seed: 5, visibility: 'open', rounds: 5 });
    expect(card.status).toMatch(/^(running|finished)$/); // on a busy machine it is over by the time of the answer
    const end = await until(async () => {
      const now = await mandi.api.match.get.query({ id: card.id });
      return now.status === 'finished' && now;
    });
    expect(end.scores?.lab_0).toBeTypeOf('number');
    expect(end.finishedAt).not.toBeNull();
  });

  it('takes any training seed where none is given', async () => {
    const { seed } = await mandi.api.match.create.mutate({ task: 'single_trade', policy: 'wait', pace: 0 });
    expect(seed).toBeGreaterThanOrEqual(0);
    expect(seed).toBeLessThanOrEqual(39_999);
  });

  it.each([
    ['an unknown task', { task: 'bazaar' }, 'unknown_task', 'bazaar'],
    ['an unknown policy', { policy: 'oracle' }, 'unknown_policy', 'oracle'],
    ['an unknown ruleset', { ruleset: 'chess' }, 'unknown_ruleset', 'chess'],
    ['an unknown judge', { judgeMode: 'jury' }, 'bad_input', 'jury'],
    ['a negative seed', { seed: -1 }, 'bad_input', 'seed'],
    ['a fraction for a seed', { seed: 1.5 }, 'bad_input', 'seed'],
    ['a seed over 2^53-1', { seed: 2 ** 53 }, 'bad_input', 'seed'],
    ['a pace of 61 s', { pace: 61 }, 'bad_input', 'pace'],
    ['an unknown field', { budget: 5 }, 'bad_input', 'budget'],
    ['an unknown visibility', { visibility: 'secret' }, 'bad_input', 'visibility'],
  ])('refuses %s by name', async (...[, part, code, word]) => {
    const fault = await faultOf(mandi.api.match.create.mutate({ ...quick, ...part } as never));
    expect(fault).toMatchObject({ code, status: 400 });
    expect(fault.message).toContain(word);
  });

  it('takes the largest seed there is', async () => {
    const { seed } = await mandi.api.match.create.mutate({ ...quick, seed: Number.MAX_SAFE_INTEGER });
    expect(seed).toBe(Number.MAX_SAFE_INTEGER);
  });
});

describe('reading matches', () => {
  it('lists them newest first, page by page, each once', async () => {
    for (let more = 0; more < 5; more += 1) await finished({ ...quick, seed: 900 + more });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await mandi.api.match.list.query({ limit: 2, task: 'market_round', cursor });
      seen.push(...page.items.map((item) => item.id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.length).toBeGreaterThanOrEqual(5);
  });

  it('filters by seed, policy and status', async () => {
    const id = await finished({ ...quick, seed: 77, policy: 'always_accept' });
    const { items } = await mandi.api.match.list.query({ seed: 77, policy: 'always_accept', status: ['finished'] });
    expect(items.map((item) => item.id)).toEqual([id]);
    expect((await mandi.api.match.list.query({ seed: 77, policy: 'wait' })).items).toEqual([]);
  });

  it('gives frames and events in stretches that fit together', async () => {
    const id = await finished();
    const { card, frames } = await mandi.api.match.frames.query({ id });
    expect(frames.map((frame) => frame.seq)).toEqual(Array.from({ length: card.head }, (_, index) => index + 1));
    const first = await mandi.api.match.events.query({ id, limit: 10 });
    const rest = await mandi.api.match.events.query({ id, after: 10 });
    expect(first.head).toBe(card.head);
    expect([...first.events, ...rest.events].map((one) => one.event)).toEqual(frames.map((frame) => frame.event));
  });

  it.each(['get', 'frames', 'events'] as const)('%s says that there is no such match', async (procedure) => {
    expect(await faultOf(mandi.api.match[procedure].query({ id: 'nosuchmatch' }))).toMatchObject({ code: 'unknown_match', status: 404 });
  });

  it('lists the first page, and the stored reports, when nothing is sent', async () => {
    expect(await mandi.api.match.list.query()).toEqual(await mandi.api.match.list.query({}));
    const bare = await fetch(`${mandi.origin}/api/trpc/match.list`);
    expect(bare.status).toBe(200);
    expect(await mandi.api.benchmark.latest.query()).toEqual(await mandi.api.benchmark.latest.query({}));
  });

  it('refuses a cursor that it did not give out', async () => {
    expect(await faultOf(mandi.api.match.list.query({ cursor: 'rubbish' }))).toMatchObject({ code: 'bad_cursor', status: 400 });
  });

  it('refuses pages over 100 and stretches over 2000', async () => {
    expect(await faultOf(mandi.api.match.list.query({ limit: 101 }))).toMatchObject({
      code: 'bad_input',
      message: 'limit: a whole number from 1 to 100',
    });
    expect(await faultOf(mandi.api.match.events.query({ id: 'x', limit: 2001 }))).toMatchObject({ code: 'bad_input' });
  });
});

describe('controlling a match', () => {
  it('pauses, steps, resumes and aborts', async () => {
    const { id } = await mandi.api.match.create.mutate(slow);
    const status = async () => (await mandi.api.match.get.query({ id })).status;
    await mandi.api.match.control.mutate({ id, command: 'pause' });
    await until(async () => (await status()) === 'paused');
    const { head } = await mandi.api.match.get.query({ id });
    await mandi.api.match.control.mutate({ id, command: 'step' });
    await until(async () => (await mandi.api.match.get.query({ id })).head > head);
    expect(await status()).toBe('paused');
    await mandi.api.match.control.mutate({ id, command: 'resume' });
    await until(async () => (await status()) === 'running');
    expect(await faultOf(mandi.api.match.control.mutate({ id, command: 'step' }))).toMatchObject({ code: 'not_paused', status: 409 });
    await mandi.api.match.control.mutate({ id, command: 'abort' });
    await until(async () => (await status()) === 'aborted');
    expect(await faultOf(mandi.api.match.control.mutate({ id, command: 'resume' }))).toMatchObject({ code: 'match_over', status: 409 });
  });

  it('knows neither strange commands nor strange matches', async () => {
    const strange = mandi.api.match.control.mutate({ id: 'x', command: 'explode' as 'pause' });
    expect(await faultOf(strange)).toMatchObject({ code: 'bad_input', status: 400 });
    expect(await faultOf(mandi.api.match.control.mutate({ id: 'x', command: 'pause' }))).toMatchObject({
      code: 'unknown_match',
      status: 404,
    });
  });
});

describe('the benchmark', () => {
  it('has the report that comes with Mandi, then the one it computed', async () => {
    const before = await mandi.api.benchmark.latest.query({ ruleset: 'classic' });
    expect(before.reports.map((report) => report.meta.splits)).toEqual([['train'], ['test']]);
    const { runId } = await mandi.api.benchmark.recompute.mutate({ ruleset: 'classic' });
    const again = await mandi.api.benchmark.recompute.mutate({ ruleset: 'classic' });
    expect(again.runId).toBe(runId);
    const end = await until(async () => {
      const now = await mandi.api.benchmark.progress.query({ runId });
      return now.status !== 'running' && now;
    }, 60_000);
    expect(end).toMatchObject({ status: 'finished', fault: null });
    expect(end.done).toBe(end.total);
    const after = await mandi.api.benchmark.latest.query({ ruleset: 'classic' });
    expect(after.reports).toEqual(end.reports);
    expect(after.reports.map((report) => report.rows)).toEqual(before.reports.map((report) => report.rows));
  });

  it('says what it does not know', async () => {
    expect(await faultOf(mandi.api.benchmark.progress.query({ runId: 'x' }))).toMatchObject({ code: 'unknown_run', status: 404 });
    expect(await faultOf(mandi.api.benchmark.recompute.mutate({ ruleset: 'chess' }))).toMatchObject({
      code: 'unknown_ruleset',
      status: 400,
    });
  });
});

describe('reports', () => {
  it('are made of policies and agents, kept, and play their own episodes again as matches', async () => {
    const benchmark = await mandi.api.benchmark.latest.query({ ruleset: 'classic' });
    const { id } = await mandi.api.report.create.mutate({ policies: 'null-random,rule_based_expert', tasks: 'market_round', seeds: '3' });
    const end = await until(async () => {
      const now = await mandi.api.benchmark.progress.query({ runId: id });
      return now.status !== 'running' && now;
    }, 60_000);
    expect(end).toMatchObject({ status: 'finished', fault: null });
    const report = await mandi.api.report.get.query({ id });
    expect(report.command).toMatch(/--policies null-random@\d+,rule_based_expert .*--nulls$/);
    const rows = report.tables[0]?.rows ?? [];
    expect(rows.map(({ role }) => role)).toEqual(['contestant', 'null', 'null', 'null', 'null', 'null', 'farmer']);
    expect(JSON.stringify(report)).not.toContain('"moves"');
    for (const { policy, scores = [] } of rows.filter((row) => /^(null-random|rule_based|wait)/.test(row.policy))) {
      const name = { id, task: 'market_round', seed: 3, policy };
      const { matchId } = await mandi.api.report.replay.mutate(name);
      expect((await mandi.api.report.replay.mutate(name)).matchId).toBe(matchId);
      const match = await mandi.api.match.get.query({ id: matchId });
      const kind = policy.startsWith('null-') ? 'agent' : 'script';
      expect(match).toMatchObject({ status: 'finished', task: 'market_round', seed: 3, seats: [{ kind, policy }] });
      expect(match.scores?.lab_0).toBeCloseTo(scores[0] ?? Number.NaN, 9);
    }
    expect((await mandi.api.report.list.query()).items[0]).toMatchObject({ id, ruleset: 'classic' });
    for (const [kind, words] of [
      ['html', '<!doctype html>'],
      ['md', '# Evaluation'],
      ['csv', 'section,policy'],
    ] as const) {
      const file = await fetch(`http://127.0.0.1:${mandi.server.port}/api/reports/${id}/report.${kind}`);
      expect(file.headers.get('content-disposition')).toBe(`attachment; filename="mandi-report-${id}.${kind}"`);
      expect(await file.text()).toContain(words);
    }
    expect(await mandi.api.benchmark.latest.query({ ruleset: 'classic' })).toEqual(benchmark);
  });

  it('say what they do not know', async () => {
    expect(await faultOf(mandi.api.report.get.query({ id: 'x' }))).toMatchObject({ code: 'unknown_run', status: 404 });
    expect(await faultOf(mandi.api.report.create.mutate({ policies: 'expret' }))).toMatchObject({ code: 'bad_input', status: 400 });
    const stressed = { policies: 'wait', tasks: 'single_trade', seeds: '0', robustness: {} };
    expect(await faultOf(mandi.api.report.create.mutate(stressed))).toMatchObject({ code: 'bad_input' });
    const populated = { ruleset: 'open', policies: 'planner,greedy', tasks: 'single_trade' };
    const mixed = mandi.api.report.create.mutate({ ...populated, seeds: '0,40000', populations: {} });
    expect(await faultOf(mixed)).toMatchObject({ code: 'bad_input', message: expect.stringContaining('seeds of one range') as string });
    const many = { ...populated, policies: 'all', tasks: 'grand_market', seeds: '40000-40099', populations: {} };
    expect(await faultOf(mandi.api.report.create.mutate(many))).toMatchObject({
      message: expect.stringContaining('More than 20000') as string,
    });
    const id = 'x';
    expect(await faultOf(mandi.api.report.replay.mutate({ id, task: 't', seed: 0, policy: 'p' }))).toMatchObject({ code: 'unknown_run' });
  });
});

describe('the system', () => {
  it('says where it runs, and that nobody needs a token on this machine', async () => {
    expect(await mandi.api.system.status.query()).toEqual({
      version: '0.0.0-test',
      loopback: true,
      operatorNeeded: false,
      isOperator: true,
      database: 'embedded',
      node: process.version,
    });
  });
});

describe('files', () => {
  it('gives the events as they are stored, byte for byte, a line each', async () => {
    const id = await finished();
    const answer = await fetch(`${mandi.origin}/api/matches/${id}/events.jsonl`);
    expect(answer.headers.get('content-type')).toContain('application/jsonl');
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="mandi-${id}.events.jsonl"`);
    const stored = await mandi.store.read(id);
    const lines = stored.map((one) => `{"seq":${one.seq},"recordedAt":"${one.recordedAt.toISOString()}","event":${one.json}}\n`);
    expect(await answer.text()).toBe(lines.join(''));
  });

  it('gives a transcript that a person can read', async () => {
    const id = await finished();
    const text = await (await fetch(`${mandi.origin}/api/matches/${id}/transcript.md`)).text();
    expect(text).toContain(`# Match ${id}`);
    expect(text).toContain('## Round 3');
    expect(text).toMatch(/Score: lab_0 −?[\d.]+\./);
    expect(text).not.toContain('undefined');
  });

  it.each([
    ['/api/matches/nosuchmatch/events.jsonl', 404, 'unknown_match'],
    ['/api/matches/nosuchmatch/transcript.md', 404, 'unknown_match'],
    ['/api/matches/x/everything.zip', 404, 'not_found'],
    ['/api/nowhere', 404, 'not_found'],
    ['/', 404, 'not_found'],
  ])('%s is %d', async (path, status, code) => {
    const answer = await fetch(`${mandi.origin}${path}`);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ error: { code } });
  });

  it('answers for its health', async () => {
    const answer = await fetch(`${mandi.origin}/api/health`);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ ok: true, version: '0.0.0-test' });
  });
});

describe('two processes on one database', () => {
  it('show their watchers what the other one plays, and play no match twice', async () => {
    const other = await startServer(fresh);
    try {
      const { id } = await mandi.api.match.create.mutate({ task: 'market_round', seed: 31, policy: 'rule_based_expert', pace: 0.3 });
      const socket = await other.connect();
      const seen: number[] = [];
      const ended = new Promise<void>((resolve) => {
        socket.on('frames', (message) => seen.push(...message.frames.map((frame) => frame.seq)));
        socket.on('card', (card) => card.status === 'finished' && resolve());
      });
      const answer = await watch(socket, id);
      if (!answer.ok) throw new Error(answer.code);
      seen.unshift(...answer.frames.map((frame) => frame.seq));
      await ended;
      const { head } = await other.api.match.get.query({ id });
      expect(seen).toEqual(Array.from({ length: head }, (_, index) => index + 1));
    } finally {
      await other.stop();
    }
  });

  it('let either one control a match', async () => {
    const other = await startServer(fresh);
    try {
      const { id } = await mandi.api.match.create.mutate(slow);
      await other.api.match.control.mutate({ id, command: 'abort' });
      await until(async () => (await mandi.api.match.get.query({ id })).status === 'aborted');
    } finally {
      await other.stop();
    }
  });

  it('take over what the other leaves behind when it stops', async () => {
    const other = await startServer(fresh);
    const { id } = await other.api.match.create.mutate({ ...slow, pace: 0.2 });
    await other.stop();
    await until(async () => (await mandi.api.match.get.query({ id })).status === 'finished');
  });
});

it('logs no fault over all of this', () => {
  expect(mandi.logged).toEqual([]);
});
