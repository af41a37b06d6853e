// A stranger's clone holds nothing of the machine it was written on: no private path, no address but public ones.
import { describe, expect, test } from 'vitest';
import { ownFiles, readText } from './repository';

/** Hosts that may stand in this repository's files. */
const PUBLIC_HOSTS = [
  /^([\w-]+|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1\]|10\.0\.0\.5|192\.0\.2\.\d+)$/,
  /^(api\.openai\.com|10\.0\.0\.3)$/, // where a key alone asks, and an example of a process beside
  /^(10\.0\.0\.1|8\.8\.8\.8|169\.254\.169\.254)$/, // asked for by tests that must be refused, or that stand for an address outside
  /(^|\.)example(\.(com|org|net|test))?$/,
  /(^|\.)(github\.com|npmjs\.org|npmjs\.com|nodejs\.org|w3\.org|postgresql\.org|prisma\.io|nextjs\.org|playwright\.dev|biomejs\.dev)$/,
  /(^|\.)(schemastore\.org|keepachangelog\.com|semver\.org|ietf\.org|rfc-editor\.org|python\.org|opensource\.org|huggingface\.co|amazonaws\.com|pypi\.org|docs\.ray\.io|scripts\.sil\.org)$/,
];

/** Absolute paths of somebody's machine; written in parts, so that this file holds none. */
const PRIVATE_PATHS = new RegExp(`(^|[\\s"'\`(=:])/(${['work', 'root', 'home/[a-z]+', 'Users/[A-Za-z]+'].join('|')})/`);
const PRIVATE_TOOLS = new RegExp(['\\.libra', 'ry/|\\bfar', 'm-[a-z]+\\b|bash_', 'jobs|\\.mirr', 'or/'].join(''));

const files = ownFiles().filter((path) => path !== 'package-lock.json');

describe('the repository', () => {
  test('names no path of a private machine', () => {
    expect(files.filter((path) => PRIVATE_PATHS.test(readText(path)))).toEqual([]);
    expect(files.length).toBeGreaterThan(20);
  });

  test('names no private tool', () => {
    expect(files.filter((path) => PRIVATE_TOOLS.test(readText(path)))).toEqual([]);
  });

  test('names public addresses alone', () => {
    const strange = files.flatMap((path) =>
      hosts(readText(path))
        .filter((host) => !isPublic(host))
        .map((host) => `${path}: ${host}`),
    );
    expect(strange).toEqual([]);
  });

  test('and a planted one would be seen', () => {
    expect(PRIVATE_PATHS.test(`read '/${'work'}/main/x'`)).toBe(true);
    expect(PRIVATE_TOOLS.test(`see .lib${'rary'}/x`)).toBe(true);
    expect(hosts(`at ${'https'}://mirror.inside:8081/npm`).filter((host) => !isPublic(host))).toEqual(['mirror.inside']);
  });
});

function hosts(text: string): string[] {
  return [...text.matchAll(/\bhttps?:\/\/(\[[0-9a-f:]+\]|[\w.-]+)/gi)].map((match) => match[1] ?? '');
}

function isPublic(host: string): boolean {
  return PUBLIC_HOSTS.some((pattern) => pattern.test(host));
}
