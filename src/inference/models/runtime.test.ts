import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { REPOSITORY } from '~/config';
import { binariesFor, RUNTIME_NAME, RUNTIME_VERSION } from './runtime';

describe('the binary of a platform', () => {
  test.each([
    ['cpu', 'linux-x64', ['@node-llama-cpp/linux-x64']],
    ['cpu', 'darwin-arm64', ['@node-llama-cpp/mac-arm64-metal']],
    ['cuda', 'linux-x64', ['@node-llama-cpp/linux-x64', '@node-llama-cpp/linux-x64-cuda', '@node-llama-cpp/linux-x64-cuda-ext']],
  ] as const)('%s on %s', (device, machine, expected) => {
    const [platform = '', arch = ''] = machine.split('-');
    expect(binariesFor(device, { platform, arch, glibc: true })).toEqual(expected);
  });

  test.each([
    ['cpu', { platform: 'freebsd', arch: 'x64', glibc: true }, /no prebuilt binary for freebsd x64;/],
    ['cpu', { platform: 'linux', arch: 'x64', glibc: false }, /linux x64 with musl/],
    ['cuda', { platform: 'darwin', arch: 'arm64', glibc: true }, /no prebuilt cuda binary for darwin arm64/],
  ] as const)('%s on %o: there is none, and the sentence says so', (device, platform, sentence) => {
    expect(() => binariesFor(device, platform)).toThrow(sentence);
    expect(() => binariesFor(device, platform)).toThrow(expect.objectContaining({ code: 'unsupported_platform' }));
  });
});

test('everything in the lock has its checksum, and comes from no place of its own', () => {
  const lock = JSON.parse(readFileSync(join(REPOSITORY, 'workers/inference/runtime-lock.json'), 'utf8')) as {
    packages: Record<string, { version?: string; integrity?: string; resolved?: string }>;
  };
  const packages = Object.entries(lock.packages).filter(([place]) => place !== '');
  expect(packages.filter(([, { integrity, resolved }]) => !integrity?.startsWith('sha512-') || resolved !== undefined)).toEqual([]);
  expect(lock.packages[`node_modules/${RUNTIME_NAME}`]?.version).toBe(RUNTIME_VERSION);
});
