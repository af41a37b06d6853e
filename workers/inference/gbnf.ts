/** A JSON Schema as a GBNF grammar: compact JSON (a space after `:` and `,` is allowed), a fixed order of keys, and number bounds kept. */
import type { JsonSchema } from '../../src/contract/prompt-format';
import { integerBetween, numberBetween } from './gbnf-numbers';

export interface SchemaGrammar {
  grammar: string;
  /** null: everything it accepts fits the schema. Otherwise the keywords that it cannot enforce. */
  loose: string[] | null;
}

/** Constraints that no rule here enforces; a schema with one of them gets a grammar that accepts more than the schema. */
const NOT_HELD = [
  'pattern',
  'format',
  'multipleOf',
  'uniqueItems',
  'not',
  'if',
  'allOf',
  'contains',
  'patternProperties',
  'propertyNames',
  'minProperties',
  'dependentRequired',
  'dependentSchemas',
] as const;

const LONGEST_STRING = 1000;
const LONGEST_ARRAY = 200;

const SHARED = {
  blank: '[ ]?',
  char: String.raw`[^"\\\x00-\x1F\x7F] | "\\" (["\\/bfnrt] | "u" [0-9a-fA-F]{4})`,
  any: 'string | number | "true" | "false" | "null" | anyobject | anyarray',
  anyobject: `"{" (string ":" blank any ("," blank string ":" blank any){0,${LONGEST_ARRAY}})? "}"`,
  anyarray: `"[" (any ("," blank any){0,${LONGEST_ARRAY}})? "]"`,
  string: String.raw`"\"" char* "\""`,
  number: '"-"? ("0" | [1-9] [0-9]{0,14}) ("." [0-9]{1,6})?',
  integer: '"-"? ("0" | [1-9] [0-9]{0,14})',
};

/** Throws for input that cannot be a schema. */
export function grammarOf(schema: JsonSchema): SchemaGrammar {
  const writer = new GrammarWriter(schema);
  const root = writer.rule(schema);
  const rules = [...writer.rules, ...Object.entries(SHARED)].map(([name, body]) => `${name} ::= ${body}`);
  return { grammar: [`root ::= ${root}`, ...rules].join('\n'), loose: writer.loose.size === 0 ? null : [...writer.loose].sort() };
}

type Schema = Record<string, unknown>;

class GrammarWriter {
  readonly rules = new Map<string, string>();
  readonly loose = new Set<string>();
  readonly #root: Schema;
  readonly #references = new Map<string, string>();

  constructor(root: JsonSchema) {
    this.#root = root;
  }

  /** The rule for a value of the schema. */
  rule(schema: unknown): string {
    if (schema === true) return 'any';
    if (!isObject(schema)) throw new Error('part of the schema is not a schema');
    for (const keyword of NOT_HELD) if (keyword in schema) this.loose.add(keyword);
    if (typeof schema.$ref === 'string') return this.#reference(schema.$ref);
    if ('const' in schema) return literal(schema.const);
    if (Array.isArray(schema.enum)) return this.#named(choice(schema.enum.map(literal)));
    const branches = schema.oneOf ?? schema.anyOf;
    if (Array.isArray(branches)) return this.#named(choice(branches.map((branch) => this.rule(branch))));
    const types = Array.isArray(schema.type) ? (schema.type as unknown[]) : [schema.type ?? guessType(schema)];
    return this.#named(choice(types.map((type) => this.#ofType(type, schema))));
  }

  #ofType(type: unknown, schema: Schema): string {
    switch (type) {
      case 'object':
        return this.#object(schema);
      case 'array':
        return this.#array(schema);
      case 'string':
        return stringRule(schema);
      case 'integer':
        return integerBetween(lowest(schema, 1), highest(schema, 1)) ?? 'integer';
      case 'number':
        return numberBetween(lowest(schema, 0), highest(schema, 0)) ?? 'number';
      case 'boolean':
        return '("true" | "false")';
      case 'null':
        return '"null"';
      case 'any':
        return 'any';
      default:
        throw new Error(`the schema has a type ${JSON.stringify(type)}`);
    }
  }

  /** Required keys first, then the others, each in the order of `properties`, and no other keys. With no named keys: any object. */
  #object(schema: Schema): string {
    const isAny = schema.properties === undefined && schema.required === undefined && schema.additionalProperties !== false;
    if (isAny) return 'anyobject';
    const properties = isObject(schema.properties) ? Object.entries(schema.properties) : [];
    const required = new Set(Array.isArray(schema.required) ? (schema.required as unknown[]) : []);
    const pairs = properties.map(([key, value]) => ({ key, pair: `${literal(key)} ":" blank ${this.rule(value)}` }));
    const must = pairs.filter(({ key }) => required.has(key)).map(({ pair }) => pair);
    const may = pairs.filter(({ key }) => !required.has(key)).map(({ pair }) => pair);
    if (must.length > 0) return sequence(['"{"', must.join(' "," blank '), ...may.map((pair) => `("," blank ${pair})?`), '"}"']);
    if (may.length === 0) return '"{}"';
    const starts = may.map((pair, at) => sequence([pair, ...may.slice(at + 1).map((later) => `("," blank ${later})?`)]));
    return sequence(['"{"', `${choice(starts)}?`, '"}"']);
  }

  #array(schema: Schema): string {
    const first = Array.isArray(schema.prefixItems) ? schema.prefixItems.map((item) => this.rule(item)) : [];
    if (first.length > 0) return sequence(['"["', first.join(' "," blank '), '"]"']);
    const item = schema.items === undefined ? 'any' : this.rule(schema.items);
    const least = count(schema.minItems, 0);
    const most = Math.min(count(schema.maxItems, LONGEST_ARRAY), Math.max(LONGEST_ARRAY, least));
    if (most === 0) return '"[]"';
    const some = `${item} ("," blank ${item}){${Math.max(0, least - 1)},${most - 1}}`;
    return sequence(['"["', least === 0 ? `(${some})?` : some, '"]"']);
  }

  #reference(reference: string): string {
    const known = this.#references.get(reference);
    if (known !== undefined) return known;
    const name = `ref${this.#references.size}`;
    this.#references.set(reference, name);
    this.rules.set(name, this.rule(this.#find(reference)));
    return name;
  }

  #find(reference: string): unknown {
    const path = reference.startsWith('#/') ? reference.slice(2).split('/') : null;
    if (path === null) throw new Error(`the schema refers to ${reference}, which it does not contain`);
    return path.reduce<unknown>((at, key) => (isObject(at) ? at[key.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined), this.#root);
  }

  /** A named rule, so that a repeated body is written once. */
  #named(body: string): string {
    for (const [name, known] of this.rules) if (known === body) return name;
    const name = `r${this.rules.size}`;
    this.rules.set(name, body);
    return name;
  }
}

function stringRule(schema: Schema): string {
  const least = count(schema.minLength, 0);
  if (schema.maxLength === undefined && least === 0) return 'string';
  const most = Math.max(least, Math.min(count(schema.maxLength, LONGEST_STRING), LONGEST_STRING));
  return String.raw`"\"" char{${least},${most}} "\""`;
}

function guessType(schema: Schema): string {
  if ('properties' in schema) return 'object';
  return 'items' in schema || 'prefixItems' in schema ? 'array' : 'any';
}

/** `step` 1: whole numbers. */
function lowest(schema: Schema, step: number): number | null {
  if (typeof schema.exclusiveMinimum === 'number')
    return step === 1 ? Math.floor(schema.exclusiveMinimum) + 1 : schema.exclusiveMinimum + 1e-6;
  return typeof schema.minimum === 'number' ? schema.minimum : null;
}

function highest(schema: Schema, step: number): number | null {
  if (typeof schema.exclusiveMaximum === 'number')
    return step === 1 ? Math.ceil(schema.exclusiveMaximum) - 1 : schema.exclusiveMaximum - 1e-6;
  return typeof schema.maximum === 'number' ? schema.maximum : null;
}

function count(value: unknown, otherwise: number): number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : otherwise;
}

function literal(value: unknown): string {
  const text = JSON.stringify(value);
  if (text === undefined) throw new Error('the schema has a constant that JSON cannot represent');
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

function choice(options: readonly string[]): string {
  if (options.length === 0) throw new Error('the schema leaves nothing to choose from');
  return options.length === 1 ? String(options[0]) : `(${options.join(' | ')})`;
}

function sequence(parts: readonly string[]): string {
  return parts.join(' ');
}

function isObject(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
