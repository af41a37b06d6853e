/**
 * Models without knowledge: they write what the schema allows, at random or always the first choice. In the same wrapper as a real model,
 * they show what the wrapper alone achieves.
 */

import type { JsonSchema } from '~/contract/prompt-format';
import { BackendFault } from '../backend-fault';
import type { ChatModel, ChatReply, ChatRequest } from '../chat-model';

export type NullKind = 'random' | 'constant';

/** Backend and model have the same name: `null:random` or `null:constant`. Answers immediately, counts no tokens, costs nothing. */
export function nullModel(kind: NullKind): ChatModel {
  const id = `null:${kind}`;
  return {
    id,
    async chat(request) {
      if (request.signal?.aborted) throw new BackendFault('aborted', 'The caller gave up.');
      const text = write(request, kind);
      request.onText?.(text, false);
      return replyOf(id, text);
    },
    state: () => ({
      id,
      kind: 'null',
      place: 'this process',
      health: 'up',
      why: null,
      serves: [{ name: id, digest: null, adapters: [], context: null }],
      capabilities: { schema: true, adapters: false, batching: false, streaming: false },
      queued: 0,
      running: 0,
      slots: null,
    }),
    close: async () => {},
  };
}

/** Without a schema, writes an empty object. */
function write({ schema, sampling }: ChatRequest, kind: NullKind): string {
  try {
    return JSON.stringify(schema === null ? {} : writeSchema(schema, kind === 'random' ? seeded(sampling.seed) : null));
  } catch (fault) {
    throw new BackendFault('refused', fault instanceof SchemaFault ? fault.message : 'The schema cannot be walked.');
  }
}

function replyOf(id: string, text: string): ChatReply {
  return {
    text,
    held: true,
    end: 'stop',
    tokens: { prompt: 0, cached: null, completion: 0 },
    timing: { queued: 0, first: 0, total: 0 },
    backend: id,
    attempts: [{ backend: id, fault: null, why: null, ms: 0 }],
    pin: { model: id, digest: null, adapter: null, adapterDigest: null, runtime: null },
    cost: 0,
  };
}

/** splitmix32: the same seed gives the same numbers. */
export function seeded(seed: number): Draw {
  let state = (Math.trunc(seed) ^ Math.trunc(seed / 2 ** 32)) >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    mixed ^= mixed >>> 15;
    return (mixed >>> 0) / 2 ** 32;
  };
}

// Generates a JSON value that a schema allows: the first one, or a random one.

/** A number in [0, 1). */
type Draw = () => number;

const DEEPEST = 32;
const WIDEST = 100;
const FREE_NUMBERS = 100;
const MOST_EXTRA_ITEMS = 3;

/** A schema for which no value can be generated: nothing fits, or it nests forever. */
class SchemaFault extends Error {
  override readonly name = 'SchemaFault';
}

/** `draw` null: always the first choice, the lowest number, the fewest items, and nothing optional. */
export function writeSchema(schema: JsonSchema, draw: Draw | null): unknown {
  return new Writer(schema, draw).write(schema, 0);
}

class Writer {
  private readonly root: JsonSchema;
  private readonly draw: Draw | null;

  constructor(root: JsonSchema, draw: Draw | null) {
    this.root = root;
    this.draw = draw;
  }

  write(schema: unknown, depth: number): unknown {
    if (depth > DEEPEST) throw new SchemaFault(`The schema nests more than ${DEEPEST} deep.`);
    if (schema === true) return null;
    if (!isObject(schema)) throw new SchemaFault('Nothing fits the schema.');
    if ('const' in schema) return schema.const;
    if (Array.isArray(schema.enum)) return this.pick(schema.enum);
    const choices = schema.oneOf ?? schema.anyOf;
    if (Array.isArray(choices)) return this.write(this.pick(choices), depth + 1);
    if (typeof schema.$ref === 'string') return this.write(this.refer(schema.$ref), depth + 1);
    return this.writeType(schema, depth);
  }

  private writeType(schema: JsonSchema, depth: number): unknown {
    const type: unknown = Array.isArray(schema.type) ? this.pick(schema.type) : schema.type;
    switch (type ?? implied(schema)) {
      case 'object':
        return this.writeObject(schema, depth);
      case 'array':
        return this.writeArray(schema, depth);
      case 'integer':
        return this.number(schema, 1);
      case 'number':
        return this.number(schema, 0.01);
      case 'string':
        return this.writeString(schema);
      case 'boolean':
        return this.pick([false, true]);
      case 'null':
        return null;
      default:
        throw new SchemaFault(`The schema's type ${JSON.stringify(type)} is none of JSON's.`);
    }
  }

  private writeObject(schema: JsonSchema, depth: number): Record<string, unknown> {
    const properties = isObject(schema.properties) ? schema.properties : {};
    const required = new Set(Array.isArray(schema.required) ? schema.required : []);
    const chosen = Object.entries(properties).filter(([name]) => required.has(name) || (this.draw !== null && this.draw() < 0.5));
    return Object.fromEntries(chosen.map(([name, part]) => [name, this.write(part, depth + 1)]));
  }

  private writeArray(schema: JsonSchema, depth: number): unknown[] {
    const first = Array.isArray(schema.prefixItems) ? schema.prefixItems : [];
    const fewest = Math.max(count(schema.minItems, 0), first.length);
    const most = Math.min(count(schema.maxItems, fewest + MOST_EXTRA_ITEMS), WIDEST);
    const length = this.whole(Math.min(fewest, WIDEST), Math.max(fewest, schema.items === undefined ? first.length : most));
    return Array.from({ length }, (_, index) => this.write(first[index] ?? schema.items ?? true, depth + 1));
  }

  /** A multiple of `step` (or `multipleOf`) within the bounds. Without bounds: from 0 to 100. */
  private number(schema: JsonSchema, step: number): number {
    const grain = typeof schema.multipleOf === 'number' && schema.multipleOf > 0 ? schema.multipleOf : step;
    const low = bound(schema.minimum) ?? above(schema.exclusiveMinimum, grain) ?? Math.min(0, bound(schema.maximum) ?? 0);
    const high = bound(schema.maximum) ?? below(schema.exclusiveMaximum, grain) ?? Math.max(low, 0) + FREE_NUMBERS;
    if (low > high) throw new SchemaFault(`No number is at least ${low} and at most ${high}.`);
    const from = Math.ceil(round(low / grain));
    const to = Math.floor(round(high / grain));
    return from > to ? low : round(this.whole(from, to) * grain);
  }

  private writeString(schema: JsonSchema): string {
    const length = this.whole(count(schema.minLength, 0), Math.max(count(schema.minLength, 0), count(schema.maxLength, 0) > 0 ? 1 : 0));
    return 'x'.repeat(length);
  }

  private refer(ref: string): unknown {
    if (ref === '#') return this.root;
    let part: unknown = this.root;
    for (const step of ref.replace(/^#\//, '').split('/')) part = isObject(part) ? part[step] : undefined;
    return part;
  }

  private pick(choices: readonly unknown[]): unknown {
    if (choices.length === 0) throw new SchemaFault('The schema leaves no choice.');
    return choices[this.whole(0, choices.length - 1)];
  }

  private whole(low: number, high: number): number {
    return this.draw === null ? low : low + Math.floor(this.draw() * (high - low + 1));
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function implied(schema: JsonSchema): string {
  if ('properties' in schema) return 'object';
  return 'items' in schema || 'prefixItems' in schema ? 'array' : 'null';
}

function bound(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

function above(value: unknown, grain: number): number | null {
  return typeof value === 'number' ? value + grain : null;
}

function below(value: unknown, grain: number): number | null {
  return typeof value === 'number' ? value - grain : null;
}

function count(value: unknown, fallback: number): number {
  return typeof value === 'number' ? value : fallback;
}

/** Removes floating-point noise: 0.1 * 3 becomes 0.3. */
function round(value: number): number {
  return Number(value.toPrecision(12));
}
