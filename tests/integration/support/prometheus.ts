/** The real Prometheus, from Debian's package `prometheus`, in front of one server. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from './server';

export const hasPrometheus = spawnSync('prometheus', ['--version']).status === 0;

export interface Prometheus {
  /** The value of an expression's only series; null: there is none yet. */
  ask(expression: string): Promise<number | null>;
  /** Why it cannot answer an expression; null: it can. */
  fault(expression: string): Promise<string | null>;
  /** What it says of its only target: `up`, `down` or `unknown`, and its last error. */
  target(): Promise<{ health: string; lastError: string } | null>;
  stop(): Promise<void>;
}

export async function startPrometheus({ target, token }: { target: string; token: string }): Promise<Prometheus> {
  const folder = mkdtempSync(join(tmpdir(), 'mandi-prometheus-'));
  const port = await freePort();
  const config = {
    global: { scrape_interval: '1s' },
    scrape_configs: [{ job_name: 'mandi', authorization: { credentials: token }, static_configs: [{ targets: [target] }] }],
  };
  writeFileSync(join(folder, 'prometheus.yml'), JSON.stringify(config)); // JSON is YAML
  const flags = [
    `--config.file=${join(folder, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
  ];
  const child = spawn('prometheus', flags, { stdio: 'ignore' });
  const base = `http://127.0.0.1:${port}`;
  await until(async () => (await fetch(`${base}/-/ready`).catch(() => null))?.ok);
  async function read<T>(path: string): Promise<T> {
    return ((await (await fetch(`${base}${path}`)).json()) as { data: T }).data;
  }
  return {
    async ask(expression) {
      const { result } = await read<{ result: { value: [number, string] }[] }>(`/api/v1/query?query=${encodeURIComponent(expression)}`);
      return result[0] ? Number(result[0].value[1]) : null;
    },
    async fault(expression) {
      const answer = await fetch(`${base}/api/v1/query?query=${encodeURIComponent(expression)}`);
      return ((await answer.json()) as { error?: string }).error ?? null;
    },
    async target() {
      return (await read<{ activeTargets: { health: string; lastError: string }[] }>('/api/v1/targets')).activeTargets[0] ?? null;
    },
    async stop() {
      await ended(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const place = probe.address();
      probe.close(() => (place && typeof place === 'object' ? resolve(place.port) : reject(new Error('no free port'))));
    });
  });
}
