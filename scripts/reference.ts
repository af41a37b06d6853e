// Writes docs/reference.md from the code: commands, settings, procedures.
//   npx tsx scripts/reference.ts [--write]
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Command, Option } from 'commander';
import { z } from 'zod';
import { appRouter } from '~/api/router';
import { bareProcedure, operatorProcedure } from '~/api/trpc';
import { programFor } from '~/cli/main';
import { ENVIRONMENT } from '~/config';

export const REFERENCE = fileURLToPath(new URL('../docs/reference.md', import.meta.url));

interface Procedure {
  _def: { type: string; inputs: z.ZodType[]; middlewares: unknown[] };
}

export async function referenceText(): Promise<string> {
  const names = (await programFor([])).commands.map((command) => command.name());
  const commands = [];
  for (const name of names) {
    const found = (await programFor([name])).commands.find((one) => one.name() === name);
    if (found) commands.push(...commandText(found, ['mandi']));
  }
  const procedures = Object.entries(appRouter._def.procedures as unknown as Record<string, Procedure>);
  return [
    '# Reference',
    '',
    'Every command with its options, every setting, and every procedure of the API. `npx tsx scripts/reference.ts --write` writes this page from the code, and a test compares the two. [Command line](cli.md) shows commands with their output, [Connect your code](connect.md) the other ways in.',
    '',
    '## Commands',
    '',
    ...commands,
    '## Settings',
    '',
    'Set them in the environment or in a file `.env` (`.env.example` has them all). The environment wins.',
    '',
    ...table(
      ['setting', 'default', 'what it does'],
      ENVIRONMENT.map(({ name, default: usual, description }) => [`\`${name}\``, usual === '' ? '' : `\`${usual}\``, description]),
    ),
    '## API',
    '',
    "Procedures of tRPC at `/api/trpc`: a query is `GET /api/trpc/NAME?input=JSON`, a mutation `POST /api/trpc/NAME` with the JSON as its body. Fields with `?` may be left out. Operator only: needs the operator's token, unless you are on the same machine. The others answer everybody, or ask for the token of a seat or a host.",
    '',
    ...table(
      ['procedure', 'kind', 'operator only', 'input'],
      procedures.map(([name, { _def }]) => [
        `\`${name}\``,
        _def.type,
        isOperators(_def.middlewares) ? 'yes' : '',
        fieldsOf(_def.inputs)
          .map((field) => `\`${field}\``)
          .join(', '),
      ]),
    ),
  ].join('\n');
}

function commandText(command: Command, above: readonly string[]): string[] {
  const path = [...above, command.name()];
  const options = command.options.filter(({ hidden }) => !hidden);
  const own = [
    `### \`${path.join(' ')}\``,
    '',
    `${sentence(command.description())} Usage: \`${path.join(' ')} ${command.usage()}\`.`,
    '',
    ...(options.length === 0
      ? []
      : table(
          ['option', 'what it does'],
          options.map((option) => [`\`${option.flags}\``, described(option)]),
        )),
  ];
  return [...own, ...command.commands.filter((child) => child.name() !== 'help').flatMap((child) => commandText(child, path))];
}

/** What help says of an option: its words, its choices, its default, and whether it is required. */
function described({ description, argChoices, defaultValue, defaultValueDescription, mandatory }: Option): string {
  const usual = defaultValueDescription ?? (typeof defaultValue === 'boolean' ? '' : String(defaultValue ?? ''));
  return [
    description,
    argChoices && `(one of: ${argChoices.join(', ')})`,
    usual !== '' && !description.includes('default:') && `(default: ${usual})`,
    mandatory && '(required)',
  ]
    .filter(Boolean)
    .join(' ');
}

function sentence(text: string): string {
  const whole = text.slice(0, 1).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(whole) ? whole : `${whole}.`;
}

function isOperators(middlewares: readonly unknown[]): boolean {
  const [everybodys, operators] = [bareProcedure, operatorProcedure].map(({ _def }) => (_def as unknown as Procedure['_def']).middlewares);
  // The first middleware that everybody's procedures lack is the one that requires the operator.
  const asking = operators?.find((one) => !everybodys?.includes(one));
  return asking !== undefined && middlewares.includes(asking);
}

function fieldsOf(inputs: readonly z.ZodType[]): string[] {
  const fields = new Map<string, boolean>();
  for (const input of inputs) collect(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }), fields);
  return [...fields].map(([name, isNeeded]) => (isNeeded ? name : `${name}?`));
}

interface Shape {
  properties?: Record<string, unknown>;
  required?: string[];
  anyOf?: Shape[];
  allOf?: Shape[];
}

function collect({ properties = {}, required = [], anyOf = [], allOf = [] }: Shape, fields: Map<string, boolean>): void {
  for (const name of Object.keys(properties)) fields.set(name, required.includes(name));
  for (const one of allOf) collect(one, fields);
  // A field that one of several shapes leaves out is optional.
  const kinds = anyOf.map((one) => {
    const own = new Map<string, boolean>();
    collect(one, own);
    return own;
  });
  for (const kind of kinds) {
    for (const [name, isNeeded] of kind) fields.set(name, isNeeded && kinds.every((other) => other.get(name) === true));
  }
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replace(/\|/g, '\\|').replace(/\s*\n\s*/g, ' ')).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line), ''];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = await referenceText();
  if (process.argv.includes('--write')) writeFileSync(REFERENCE, text);
  else if (readFileSync(REFERENCE, 'utf8') !== text) {
    console.error('docs/reference.md differs from the code: npx tsx scripts/reference.ts --write');
    process.exitCode = 1;
  }
}
