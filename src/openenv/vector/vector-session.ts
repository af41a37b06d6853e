/**
 * A program that steps many matches together: a line in, a response out, as with `mandi env --stdio`. Numbers are little-endian arrays, as
 * base64 in the line or as bytes after it.
 */
import type { Soon } from '~/lib/play/soon';
import { answerTo, failure, isRecord, unknownType } from '../messages';
import { batchAnswer } from './batch-answer';
import { listGames, planCard, readPlan } from './open-vector';
import { type RowAction, VectorEnv } from './vector-env';

/** A line without its line end, or a line with its end and the bytes after it. */
type Said = string | Uint8Array;

const MESSAGE_TYPES = ['games', 'begin', 'reset', 'step', 'leave', 'close'];

export class VectorSession {
  readonly #envs = new Map<number, VectorEnv>();
  #opened = 0;
  #closed = false;

  get closed(): boolean {
    return this.#closed;
  }

  answer(line: string): Soon<Said | null> {
    if (line.trim() === '') return null;
    return answerTo(line, (message) => this.#handle(message));
  }

  #handle(message: Record<string, unknown>): Soon<Said | null> {
    const data = isRecord(message.data) ? message.data : {};
    switch (message.type) {
      case 'games':
        return said('games', listGames());
      case 'begin':
        return this.#begin(data);
      case 'reset':
        return this.#reset(data);
      case 'step':
        return this.#step(data);
      case 'leave':
        return this.#leave(data);
      case 'close':
        this.#closed = true;
        for (const env of this.#envs.values()) env.close();
        return null;
      default:
        return unknownType(message.type, MESSAGE_TYPES);
    }
  }

  async #begin(data: Record<string, unknown>): Promise<string> {
    const plan = await readPlan(data);
    if (!plan.ok) return refused(plan.why);
    const env = new VectorEnv(plan.value);
    this.#opened += 1;
    this.#envs.set(this.#opened, env);
    return said('begun', { env: this.#opened, rows: env.rows, ...planCard(plan.value) });
  }

  /** Default: every match. Without seeds each uses the next. */
  #reset(data: Record<string, unknown>): Said {
    const env = this.#find(data);
    if (env === null) return refused(this.#unknown(data));
    const { matches = Array.from({ length: env.plan.matches }, (_, i) => i), seeds = [] } = data;
    if (!isList(matches, (one) => isWhole(one) && one < env.plan.matches))
      return refused(`matches: a list of numbers from 0 to ${env.plan.matches - 1}`);
    if (!isList(seeds, (one) => one === null || isWhole(one))) return refused('seeds: a list of whole numbers, or null for the next');
    return batchAnswer(env.reset(matches as number[], seeds as (number | null)[]), env.plan.form);
  }

  #step(data: Record<string, unknown>): Soon<Said> {
    const env = this.#find(data);
    if (env === null) return refused(this.#unknown(data));
    const { actions } = data;
    if (!Array.isArray(actions) || actions.length !== env.rows) return refused(`actions: a list with one for each of the ${env.rows} rows`);
    if (!actions.every(isAction))
      return refused(
        'actions: each is a place of the menu, a list of places, {"move": …}, {"reply": text}, or null to wait with its match',
      );
    return env.step(actions).then((batch) => batchAnswer(batch, env.plan.form));
  }

  #leave(data: Record<string, unknown>): string {
    const env = this.#find(data);
    if (env === null) return refused(this.#unknown(data));
    env.close();
    this.#envs.delete(data.env as number);
    return said('left', { env: data.env });
  }

  #find({ env }: Record<string, unknown>): VectorEnv | null {
    return typeof env === 'number' ? (this.#envs.get(env) ?? null) : null;
  }

  #unknown({ env }: Record<string, unknown>): string {
    const open = [...this.#envs.keys()].join(', ');
    return `env: ${String(JSON.stringify(env)).slice(0, 20)} is not open; ${open === '' ? 'send {"type":"begin"} first' : `open are ${open}`}`;
  }
}

function isAction(raw: unknown): raw is RowAction {
  if (raw === null || isWhole(raw)) return true;
  if (Array.isArray(raw)) return raw.length > 0 && raw.length <= 16 && raw.every(isWhole);
  return isRecord(raw) && ('move' in raw || typeof raw.reply === 'string');
}

function isList<One>(raw: unknown, fits: (one: unknown) => boolean): raw is One[] {
  return Array.isArray(raw) && raw.every(fits);
}

function isWhole(raw: unknown): raw is number {
  return typeof raw === 'number' && Number.isSafeInteger(raw) && raw >= 0;
}

function said(type: string, data: object): string {
  return JSON.stringify({ type, data });
}

function refused(why: string): string {
  return failure('VALIDATION_ERROR', why);
}
