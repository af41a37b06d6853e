// No container engine is needed to see that the scaled set-up holds together: what names what, and nothing runs as root.

import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { home, readText } from './repository';

interface Service {
  image?: string;
  depends_on?: Record<string, unknown> | string[];
  environment?: Record<string, string>;
  volumes?: string[];
  profiles?: string[];
  command?: string[];
  deploy?: { resources: { reservations: { devices: object[] } } };
}

const compose = parse(readText('docker-compose.yml'), { merge: true }) as {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
};
const dockerfile = readText('Dockerfile');

describe('docker-compose.yml', () => {
  const { services } = compose;

  test('has a database, two web processes and one proxy without being asked', () => {
    const always = Object.keys(services).filter((name) => !services[name]?.profiles);
    expect(always).toEqual(['postgres', 'web-1', 'web-2', 'proxy']);
  });

  test('the proxy sends to both web processes', () => {
    expect(readText('deploy/Caddyfile')).toContain('reverse_proxy web-1:3000 web-2:3000');
    expect(services['web-1']?.environment?.PORT).toBe('3000');
  });

  test('no proxy that is described writes an invitation, which is in an address, into a log of errors', () => {
    const ofCaddy = ['deploy/Caddyfile', 'deploy/kubernetes/base/Caddyfile', 'docs/deployment.md'];
    for (const file of ofCaddy) expect(readText(file)).toMatch(/log \{\s+exclude http\.log\.error\s+\}/);
    expect(readText('docs/deployment.md')).toContain('error_log /var/log/nginx/mandi-error.log crit;');
  });

  test('every service that another waits for exists', () => {
    const named = Object.values(services).flatMap(({ depends_on: waits }) => (Array.isArray(waits) ? waits : Object.keys(waits ?? {})));
    expect(named.length).toBeGreaterThan(2);
    expect(named.filter((name) => !services[name])).toEqual([]);
  });

  test('both web processes share one token and one database', () => {
    expect(services['web-1']).toEqual(services['web-2']);
    expect(services['web-1']?.environment?.DATABASE_URL).toContain('@postgres:5432/mandi');
    expect(services['web-1']?.environment?.MANDI_ADMIN_TOKEN).toMatch(/^\$\{MANDI_ADMIN_TOKEN:\?/);
  });

  test('inference workers for a processor and for a GPU, and tournament workers, come when they are asked for', () => {
    const profiles = Object.fromEntries(Object.entries(services).flatMap(([name, one]) => (one.profiles ? [[name, one.profiles]] : [])));
    expect(profiles).toMatchObject({ 'inference-cpu': ['cpu'], 'inference-cuda': ['cuda'], matches: ['tournaments'] });
    const gpu = services['inference-cuda']?.deploy?.resources.reservations.devices;
    expect(gpu).toEqual([{ driver: 'nvidia', count: 'all', capabilities: ['gpu'] }]);
    expect(services['inference-cpu']?.deploy).toBeUndefined();
    for (const device of ['cpu', 'cuda']) {
      const worker = services[`inference-${device}`];
      expect(String(worker?.command)).toContain(`worker inference --connect ws://web-1:3000 --device ${device}`);
      expect(worker?.environment).not.toHaveProperty('DATABASE_URL'); // a worker sees no database
      expect(worker?.volumes).toEqual(['models:/models']);
    }
  });

  test('both web processes find exports and archived matches in one folder, and tournament workers the latter', () => {
    expect(services['web-1']?.volumes).toEqual(['exports:/data/exports', 'archive:/data/archive']);
    expect(services.matches?.volumes).toEqual(['archive:/data/archive']);
  });

  test('nothing in it is newer than docker-compose 1.29 understands', () => {
    expect(compose).not.toHaveProperty('name');
    for (const service of Object.values(services)) for (const field of ['develop', 'gpus']) expect(service).not.toHaveProperty(field);
  });

  const hasCompose = spawnSync('docker-compose', ['version'], { encoding: 'utf8' }).status === 0;
  test.skipIf(!hasCompose)('docker-compose takes it, with every profile (skipped where docker-compose is not installed)', () => {
    const profiles = ['cpu', 'cuda', 'tournaments', 'workers', 'gpu', 'fetch'].flatMap((name) => ['--profile', name]);
    const env = { ...process.env, POSTGRES_PASSWORD: 'a-password', MANDI_ADMIN_TOKEN: 'a-token-of-an-operator' };
    const run = spawnSync('docker-compose', [...profiles, 'config', '-q'], { cwd: home, env, encoding: 'utf8' });
    expect(run.stderr).toBe('');
    expect(run.status).toBe(0);
    const without = spawnSync('docker-compose', ['config', '-q'], { cwd: home, env: { ...env, MANDI_ADMIN_TOKEN: '' }, encoding: 'utf8' });
    expect(without.status).toBe(1);
  });

  test('the password of Postgres goes into an address as it is, so both files say which characters it may have', () => {
    expect(services['web-1']?.environment?.DATABASE_URL).toMatch(
      /^postgresql:\/\/mandi:\$\{POSTGRES_PASSWORD:\?[^}]+\}@postgres:5432\/mandi$/,
    );
    for (const file of ['docker-compose.yml', '.env.example']) expect(readText(file)).toMatch(/use only letters, digits, - and _/i);
  });

  test('every image from elsewhere is pinned to a full version', () => {
    const theirs = Object.values(services).flatMap(({ image }) => (image && image !== 'mandi' ? [image] : []));
    const bases = ['Dockerfile', 'deploy/openenv/Dockerfile'].flatMap((file) =>
      [...readText(file).matchAll(/^FROM (\S+)/gm)].map(([, name = '']) => name),
    );
    expect(theirs).toHaveLength(2);
    expect(new Set(bases).size).toBe(1);
    const [caddy, postgres, node] = [/^caddy:\d+\.\d+\.\d+-/, /^postgres:\d+\.\d+-/, /^node:\d+\.\d+\.\d+-/]; // Postgres has two numbers
    expect([...theirs, ...bases].filter((name) => ![caddy, postgres, node].some((full) => full.test(name)))).toEqual([]);
  });

  test('volumes that are named are declared', () => {
    const named = Object.values(services)
      .flatMap((service) => service.volumes ?? [])
      .map((volume) => volume.split(':')[0] ?? '');
    expect(named.filter((name) => !name.startsWith('.') && !(name in compose.volumes))).toEqual([]);
  });
});

describe('Dockerfile', () => {
  test('ends as an ordinary user, without the tools of development, with a health check', () => {
    const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
    expect(last).toMatch(/^USER node$/m);
    expect(last).toMatch(/^HEALTHCHECK /m);
    expect(last).not.toMatch(/^USER root$/m);
    expect(dockerfile).toContain('npm prune --omit=dev');
  });

  test('copies what exists', () => {
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap((match) => (match[1] ?? '').split(' '));
    expect(copied).toContain('package-lock.json');
    const missing = copied.filter((path) => path !== '.' && !['scripts', 'prisma'].includes(path) && readText(path) === '');
    expect(missing).toEqual([]);
  });
});
