/** The configuration of a match of version 2: all of version 1, and how many jobs need two other labs. */
import { z } from 'zod';
import type { Reading } from '~/contract/game';
import type { OptionField } from '~/contract/options';
import { issueWords } from '~/lib/text/issue-words';
import { type OpenConfig, openOptions, parseOpenConfig } from '../shared/config';
import { OPEN_TASKS, type OpenTask } from '../shared/types';

const COMPLEMENTS: Record<OpenTask, number> = { single_trade: 0, market_round: 2, coalition_market: 3, grand_market: 8 };
const MOST = 64;

export interface OpenConfig2 extends OpenConfig {
  /** Jobs that need a block from each of two other labs, at most one per lab. */
  complements: number;
}

const given = z.object({
  complements: z.int().min(0).max(MOST).nullish(),
  seed: z.unknown().optional(),
  seed_hex: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'has to be 64 hexadecimal digits')
    .nullish(),
});
/** With 256 bits of seed, the number seed is the first 53 of them. */
const SEED_BITS = 53n;
const ALL_BITS = 256n;

/** Reads a configuration; fields set to null count as left out, and unknown ones are ignored. */
export function parseOpenConfig2(raw: unknown): Reading<OpenConfig2> {
  const read = parseOpenConfig(raw);
  if (!read.ok) return read;
  const more = given.safeParse(raw ?? {});
  if (!more.success) {
    const [issue] = more.error.issues;
    const path = issue?.path.join('.') ?? '';
    return { ok: false, why: `${path} ${issue === undefined ? 'cannot be read' : issueWords(issue)}.`, path };
  }
  const { complements, seed, seed_hex } = more.data;
  const value = { ...read.value, complements: complements ?? COMPLEMENTS[read.value.task_type] };
  if (seed_hex === undefined || seed_hex === null) return { ok: true, value };
  const first = Number(BigInt(`0x${seed_hex}`) >> (ALL_BITS - SEED_BITS));
  if (seed !== undefined && seed !== null && seed !== first)
    return { ok: false, why: `seed: with this seed_hex it is ${first}; leave it out.`, path: 'seed' };
  return { ok: true, value: { ...value, seed: first, seed_hex } };
}

export function openOptions2(task: string): OptionField[] {
  const known = OPEN_TASKS.find((one) => one === task);
  if (known === undefined) return [];
  const words = {
    id: 'complements',
    title: 'Complements',
    help: 'How many jobs need a block of each of two other labs; at most one per lab.',
  };
  return [...openOptions(task), { ...words, kind: 'int', min: 0, max: MOST, default: COMPLEMENTS[known] }];
}
