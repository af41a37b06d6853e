/** For tests and benchmarks: all procedures and their input fields. */
import { z } from 'zod';
import { appRouter } from '../router';

export interface Call {
  path: string;
  isQuery: boolean;
}

interface Procedure {
  _def: { type: string; inputs: readonly unknown[] };
}

/** A valid value per field, so that the others are valid when one is hostile. */
const SAMPLES: Record<string, unknown> = {
  id: 'abcdefghjkmn',
  matchId: 'abcdefghjkmn',
  runId: 'abcdefghjkmn',
  seat: 'lab_0',
  name: 'Ada',
  code: 'x'.repeat(16),
  invitation: 'x'.repeat(32),
  key: 'k',
  round: 0,
  round_index: 0,
  actions: [{ action_type: 'wait' }],
  marks: {},
  policy: 'planner',
  ready: true,
  choice: 'left',
  command: 'abort',
  ref: 'planner',
  ruleset: 'open',
  task: 'single_trade',
  pin: 'x',
  text: 'name: Cup',
  token: 'x'.repeat(20),
  person: 'ann',
  kind: 'energy_spike',
  seconds: 30,
};

export function allCalls(): Call[] {
  const procedures = Object.entries(appRouter._def.procedures) as unknown as [string, Procedure][];
  return procedures.map(([path, { _def }]) => ({ path, isQuery: _def.type === 'query' }));
}

export function fieldsOf(path: string): string[] {
  return Object.keys(shapeOf(path));
}

/** An input with all required fields. */
export function sampleOf(path: string): Record<string, unknown> {
  const required = Object.entries(shapeOf(path)).filter(([, schema]) => !z.safeParse(schema, undefined).success);
  return Object.fromEntries(required.map(([field]) => [field, SAMPLES[field] ?? 'x']));
}

function shapeOf(path: string): Record<string, z.ZodType> {
  const procedure = (appRouter._def.procedures as unknown as Record<string, Procedure>)[path];
  const shapes = (procedure?._def.inputs ?? []).map(unwrapped).map((schema) => (schema instanceof z.ZodObject ? schema.shape : {}));
  return Object.assign({}, ...shapes) as Record<string, z.ZodType>;
}

/** Removes wrappers around an object schema, such as defaults. */
function unwrapped(schema: unknown): unknown {
  let inner = schema;
  while (inner instanceof z.ZodPrefault || inner instanceof z.ZodDefault || inner instanceof z.ZodOptional) inner = inner.unwrap();
  return inner;
}
