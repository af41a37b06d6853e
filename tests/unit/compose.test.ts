// No container engine is needed to see that the scaled set-up holds together: what names what, and nothing runs as root.

import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readText } from './repository';

interface Service {
  image?: string;
  depends_on?: Record<string, unknown> | string[];
  environment?: Record<string, string>;
  volumes?: string[];
  profiles?: string[];
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
