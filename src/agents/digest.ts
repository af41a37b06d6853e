/** Canonical JSON and its digest, which pin an agent. */
import { createHash, randomUUID } from 'node:crypto';
import type { Agent, AgentSpec } from './agent';

/** Keys sorted by code unit, no spaces. Omits what JSON omits. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => (isPlainObject(part) ? sorted(part) : part)) ?? 'null';
}

/** `sha256:…` of the canonical JSON. */
export function digestOf(value: unknown): string {
  return `sha256:${createHash('sha256').update(canonicalJson(value)).digest('hex')}`;
}

/**
 * For an agent to be stored. Digests are public, so one with an address gets a digest that nobody can compute: whoever guesses the rest of
 * it must not be able to try out its secret path. `newest`: its newest version, whose digest the same agent keeps.
 */
export function digestFor(spec: AgentSpec, newest: Pick<Agent, 'spec' | 'digest'> | null): string {
  const hasAddress = spec.kind === 'remote' || (spec.kind === 'model' && spec.server !== undefined);
  if (!hasAddress) return digestOf(spec);
  return newest !== null && canonicalJson(newest.spec) === canonicalJson(spec) ? newest.digest : digestOf({ spec, salt: randomUUID() });
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sorted(object: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}
