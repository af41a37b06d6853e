/** Options as a JSON schema: one branch each, grouped by action type. All ids and prices are constants, so a model cannot invent any. */
import type { JsonSchema } from '~/contract/prompt-format';
import { FIELDS, type OpenOption } from './option';

/** The type is chosen first, then the option, so that a type with many options is not more likely. */
export function schemaOf(options: readonly OpenOption[]): JsonSchema {
  return either([...grouped(options, typeOf).values()].map((type) => either([...grouped(type, shapeOf).values()].flatMap(branches))));
}

/** Options that differ only in one id share a branch with a list of ids. */
function branches(alike: readonly OpenOption[]): JsonSchema[] {
  const [first] = alike;
  const field = first === undefined ? null : idFieldOf(first);
  if (first === undefined || field === null) return alike.map((one) => branch(one));
  return [branch(first, { field, ids: alike.map((one) => one.action[field]) })];
}

function grouped(options: readonly OpenOption[], by: (one: OpenOption) => string): Map<string, OpenOption[]> {
  const groups = new Map<string, OpenOption[]>();
  for (const one of options) groups.set(by(one), [...(groups.get(by(one)) ?? []), one]);
  return groups;
}

function typeOf({ action }: OpenOption): string {
  return action.action_type;
}

function shapeOf({ action, price, words }: OpenOption): string {
  return [...FIELDS.filter((field) => action[field] !== undefined), price?.field ?? '', words ?? ''].join(' ');
}

function either(branches: JsonSchema[]): JsonSchema {
  const [only] = branches;
  return branches.length === 1 && only !== undefined ? only : { oneOf: branches };
}

function branch({ action, price, words }: OpenOption, merged?: { field: IdField; ids: unknown[] }): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  for (const field of FIELDS) {
    const value = action[field];
    if (field === price?.field) properties[field] = { enum: price.steps };
    else if (field === merged?.field) properties[field] = { enum: merged.ids };
    else if (field === 'message' && words !== null) properties[field] = { type: 'string', minLength: 1, maxLength: words };
    else if (value !== undefined) properties[field] = literal(value);
  }
  return closed(properties);
}

const ID_FIELDS = ['offer_id', 'coalition_id', 'target_lab_id', 'want_id', 'promise_id'] as const;
type IdField = (typeof ID_FIELDS)[number];

/** The option's only field other than the type, if it is an id. */
function idFieldOf({ action, price }: OpenOption): IdField | null {
  const fields = FIELDS.filter((field) => field !== 'action_type' && action[field] !== undefined);
  const field = ID_FIELDS.find((one) => one === fields[0]);
  return fields.length === 1 && price === null ? (field ?? null) : null;
}

/** A constant. Lists and objects are split into parts, because not every runtime accepts them as constants. */
function literal(value: unknown): JsonSchema {
  if (Array.isArray(value)) {
    if (value.length === 0) return { type: 'array', maxItems: 0 }; // an empty prefixItems is not valid
    return { type: 'array', prefixItems: value.map(literal), minItems: value.length, maxItems: value.length };
  }
  if (typeof value !== 'object' || value === null) return { const: value };
  return closed(Object.fromEntries(Object.entries(value).map(([name, part]) => [name, literal(part)])));
}

function closed(properties: Record<string, JsonSchema>): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}
