// What Prometheus is told at /metrics, who may read it, and that the real Prometheus understands it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { REPOSITORY } from '~/config';
import { FIGURES } from '~/start/metrics/metrics';
import { postgresOperations } from '~/store/operations/postgres-operations-store';
import { type FreshDatabase, freshDatabase } from './support/database';
import { hasPrometheus, startPrometheus } from './support/prometheus';
import { startServer, type TestServer, until, watch } from './support/server';

const TOKEN = 'operator-token-of-the-tests';
const operator = { authorization: `Bearer ${TOKEN}` };

let fresh: FreshDatabase;
let server: TestServer;
let matchId: string;
beforeAll(async () => {
  fresh = await freshDatabase('embedded');
  server = await startServer(fresh, { adminToken: TOKEN, operations: postgresOperations(fresh.database) });
  const api = server.apiWith(operator);
  matchId = (await api.match.create.mutate({ task: 'single_trade', seed: 4_711, policy: 'rule_based_expert', pace: 0 })).id;
  await until(async () => (await api.match.get.query({ id: matchId })).status === 'finished');
});
afterAll(async () => {
  await server.stop();
  await fresh.drop();
});

async function scrape(headers: Record<string, string> = operator): Promise<Response> {
  return fetch(`${server.origin}/metrics`, { headers });
}

/** Samples by name and labels, as they stand in the text. */
async function samples(): Promise<Map<string, number>> {
  const lines = (await (await scrape()).text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]));
}

describe('who may read it', () => {
  it('nobody without the token, and nobody with a wrong one', async () => {
    for (const headers of [{}, { authorization: 'Bearer wrong' }] as Record<string, string>[]) {
      const answer = await scrape(headers);
      expect(answer.status).toBe(401);
      expect(await answer.text()).toContain('operator_needed');
    }
  });

  it('the operator, by the token; it is read and nothing else', async () => {
    const answer = await scrape();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    expect((await fetch(`${server.origin}/metrics`, { method: 'POST', headers: operator })).status).toBe(405);
  });

  it('on a machine of its own whoever is on it, and no proxy', async () => {
    const alone = await startServer(fresh);
    try {
      expect((await fetch(`${alone.origin}/metrics`)).status).toBe(200);
      expect((await fetch(`${alone.origin}/metrics`, { headers: { 'x-forwarded-for': '203.0.113.9' } })).status).toBe(401);
    } finally {
      await alone.stop();
    }
  });
});

describe('what it says', () => {
  it('counts matches, processes, connections and refusals', async () => {
    const told = await until(async () => {
      const read = await samples();
      return (read.get('mandi_matches{status="finished"}') ?? 0) > 0 && (read.get('mandi_web_processes') ?? 0) > 0 && read;
    });
    expect(told.get('mandi_database_up')).toBe(1);
    expect(told.get('mandi_info{version="0.0.0-test"}')).toBe(1);
    expect(told.get('mandi_refused_requests_total{code="operator_needed"}')).toBeGreaterThanOrEqual(2);
    expect(told.get('mandi_database_connections{state="busy"}')).toBeGreaterThanOrEqual(0);
    expect(told.get('mandi_database_connections_limit')).toBe(fresh.database.target.limits.poolSize);
    expect(told.get('mandi_database_size_bytes')).toBeGreaterThan(1_000_000);
    for (const queue of ['batches', 'quick', 'slow']) expect(told.get(`mandi_jobs_waiting{queue="${queue}"}`)).toBe(0);
    expect(told.get('mandi_process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
  });

  it("a scripted match's turns and their seconds, once they are written down", async () => {
    const told = await until(async () => {
      const read = await samples();
      return read.has('mandi_turns_total{kind="script"}') && read;
    });
    expect(told.get('mandi_turns_total{kind="script"}')).toBeGreaterThan(0);
    expect(told.get('mandi_turn_seconds_total{kind="script"}')).toBeGreaterThan(0);
  });

  it('sockets and watchers', async () => {
    const socket = await server.connect();
    await watch(socket, matchId);
    const told = await samples();
    expect([told.get('mandi_sockets'), told.get('mandi_watchers'), told.get('mandi_watched_matches')]).toEqual([1, 1, 1]);
    socket.disconnect();
    await until(async () => (await samples()).get('mandi_sockets') === 0);
  });

  it('every figure is told or has nothing to tell yet, and no label holds an id', async () => {
    const text = await (await scrape()).text();
    for (const { name, help } of FIGURES) expect(text).toContain(`# HELP ${name} ${help}\n`);
    expect(text).not.toContain(matchId);
    expect(text).not.toContain(TOKEN);
    expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
  });
});

/** Every query of the Grafana board and every alarm, with Grafana's own variable filled in. */
function queries(): string[] {
  const board = JSON.parse(readFileSync(join(REPOSITORY, 'deploy', 'grafana', 'mandi.json'), 'utf8')) as Board;
  const alerts = parse(readFileSync(join(REPOSITORY, 'deploy', 'alerts.yml'), 'utf8')) as Alerts;
  const shown = board.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '1m')));
  return [...shown, ...alerts.groups.flatMap(({ rules }) => rules.map(({ expr }) => expr))];
}

interface Board {
  panels: { targets: { expr: string }[] }[];
}

interface Alerts {
  groups: { rules: { expr: string }[] }[];
}

describe('the Grafana board and the alarms of deploy/', () => {
  it('name only what /metrics tells, and the labels that it has', async () => {
    const text = await (await scrape()).text();
    const told = new Set([...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name));
    const labels = new Map(FIGURES.map(({ name, labels: own = [] }) => [name, own]));
    const named = queries().flatMap((query) => [...query.matchAll(/\bmandi_\w+/g)].map(([name]) => name));
    expect(named.length).toBeGreaterThan(25);
    expect(named.filter((name) => !told.has(name))).toEqual([]);
    const selected = queries().flatMap((query) => [...query.matchAll(/(mandi_\w+)\{(\w+)/g)]);
    expect(selected.filter(([, name = '', label = '']) => labels.get(name)?.includes(label) !== true).map(([whole]) => whole)).toEqual([]);
  });
});

describe.skipIf(!hasPrometheus)("the real Prometheus (Debian's package prometheus)", () => {
  it('scrapes it by the token, and answers what was counted', async () => {
    const prometheus = await startPrometheus({ target: new URL(server.origin).host, token: TOKEN });
    try {
      const finished = await until(() => prometheus.ask('mandi_matches{status="finished"}'));
      const { rows } = await fresh.database.pool.query<{ n: number }>("SELECT count(*)::int AS n FROM match WHERE status = 'finished'");
      expect(finished).toBe(rows[0]?.n);
      expect(await prometheus.target()).toMatchObject({ health: 'up', lastError: '' });
    } finally {
      await prometheus.stop();
    }
  });

  it('understands every query of the board and every alarm', async () => {
    const prometheus = await startPrometheus({ target: new URL(server.origin).host, token: TOKEN });
    try {
      for (const query of queries()) expect(await prometheus.fault(query), query).toBeNull();
      expect(await prometheus.fault('sum(mandi_matches')).toContain('parse error');
    } finally {
      await prometheus.stop();
    }
  });

  it('is refused with another token', async () => {
    const prometheus = await startPrometheus({ target: new URL(server.origin).host, token: 'wrong' });
    try {
      const target = await until(async () => {
        const now = await prometheus.target();
        return now?.health === 'down' && now;
      });
      expect(target.lastError).toContain('401');
    } finally {
      await prometheus.stop();
    }
  });
});
