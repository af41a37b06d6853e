// `npm run bench`: measures, prints a table, and with --write puts it into docs/bench.md.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { compareCheckouts, comparedMarkdown } from './before-after';
import { asMarkdown, asText, intoDocument, type SectionResult } from './report';
import type { BenchOptions, Section } from './section';

const HELP = `npx mandi bench (or npm run bench --) [--section a,b] [--quick] [--server-url postgresql://…] [--write] [--json]

  --section     some of: classic, open, bazaar, store, stream, stream-beside, export, tournament, audit, inference, openenv, memory, inference-model, edge, flood, python, archive, rows, peers (default: all
                except peers)
  --peers       compares Mandi in turns with OpenSpiel's games (if Python has open_spiel), a bare ws server and a bare INSERT
  --quick       fewer turns: for a look; do not quote its figures
  --server-url  a Postgres server to compare the embedded one with (default: DATABASE_URL; without either that part is left out)
  --matches     how many matches the database of the section rows has (default 10000)
  --kept-url    a Postgres database for section rows that is kept: it is filled once and can be measured again
  --before      the folder of another checkout of Mandi, with its packages: its figures and these in turns, as one Markdown table
  --turns       how many turns with --before (default 6)
  --write       keeps the results in bench/results.json and docs/bench.md
  --json        prints the results as JSON`;

/** Sections that measure Mandi next to another program in the same run. */
const BESIDE = ['peers', 'openenv', 'store'];

const LOADERS: Record<string, () => Promise<Section>> = {
  classic: async () => (await import('./classic')).section,
  open: async () => (await import('./open')).section,
  bazaar: async () => (await import('./bazaar')).section,
  store: async () => (await import('./store-speed')).section,
  stream: async () => (await import('./stream-latency')).section,
  'stream-beside': async () => (await import('./stream-beside')).section,
  export: async () => (await import('./export')).section,
  tournament: async () => (await import('./tournament')).section,
  audit: async () => (await import('./audit')).section,
  inference: async () => (await import('./inference')).section,
  openenv: async () => (await import('./openenv')).section,
  memory: async () => (await import('./idle-memory')).section,
  'inference-model': async () => (await import('./inference-model')).section,
  edge: async () => (await import('./edge')).section,
  flood: async () => (await import('./flood')).section,
  python: async () => (await import('./python')).section,
  archive: async () => (await import('./archive')).section,
  rows: async () => (await import('./rows')).section,
  peers: async () => (await import('./peers')).section,
};

const OPTIONS = {
  section: { type: 'string' },
  peers: { type: 'boolean', default: false },
  quick: { type: 'boolean', default: false },
  'server-url': { type: 'string' },
  matches: { type: 'string' },
  'kept-url': { type: 'string' },
  before: { type: 'string' },
  turns: { type: 'string', default: '6' },
  write: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

const { values } = readArguments();

function readArguments() {
  try {
    return parseArgs({ options: OPTIONS });
  } catch (fault) {
    const [why = ''] = (fault as Error).message.split('. ');
    console.error(`mandi: bench: ${why.replace(/^U/, 'u')}; npx mandi bench --help shows what it takes`);
    process.exit(2);
  }
}

if (values.help) console.log(HELP);
else process.exitCode = await bench();

async function bench(): Promise<number> {
  const ids = idsOf();
  const unknown = ids.filter((id) => !(id in LOADERS));
  if (unknown.length > 0) {
    console.error(`mandi: bench: no section ${unknown.join(', ')}; there are ${Object.keys(LOADERS).join(', ')}`);
    return 2;
  }
  if (values.before !== undefined) return compare(ids, values.before);
  const results: SectionResult[] = [];
  for (const id of ids) results.push(await run(id));
  if (values.json) console.log(JSON.stringify(results, null, 2));
  if (values.write) keep(results);
  return 0;
}

/** Each side runs from its own checkout, one after the other. */
async function compare(sections: readonly string[], before: string): Promise<number> {
  const after = fileURLToPath(new URL('..', import.meta.url));
  const tell = (line: string) => process.stderr.write(`  ${line}\n`);
  const { rows, states } = await compareCheckouts({ before, after, sections, turns: Number(values.turns), quick: values.quick, tell });
  console.log(values.json ? JSON.stringify(rows, null, 2) : `${comparedMarkdown(rows)}\n\n${machine()}; ${states}`);
  return 0;
}

function idsOf(): string[] {
  const named = values.section?.split(',') ?? [];
  if (values.peers) return [...new Set([...named, ...BESIDE])];
  return named.length > 0 ? named : Object.keys(LOADERS).filter((id) => id !== 'peers');
}

async function run(id: string): Promise<SectionResult> {
  const load = loadavg()[0] ?? 0;
  const section = await LOADERS[id]?.();
  if (!section) throw new Error(`bench: ${id} cannot be loaded`);
  process.stderr.write(`${section.title} …\n`);
  const options: BenchOptions = {
    quick: values.quick,
    serverUrl: values['server-url'] ?? process.env.DATABASE_URL ?? null,
    ...(values.matches !== undefined && { matches: Number(values.matches) }),
    ...(values['kept-url'] !== undefined && { keptUrl: values['kept-url'] }),
    tell: (line) => process.stderr.write(`  ${line}\n`),
  };
  const measures = await section.measure(options);
  const command = `npm run bench -- --section ${id}${values.quick ? ' --quick' : ''}`;
  const at = new Date().toISOString().slice(0, 10);
  const result = { id, title: section.title, command, at, machine: machine(), versions: versions(), load, measures };
  if (!values.json) console.log(`${asText(result)}\n`);
  return result;
}

/** Results of sections that were not measured now are kept. */
function keep(results: readonly SectionResult[]): void {
  const store = fileURLToPath(new URL('results.json', import.meta.url));
  const before = existsSync(store) ? (JSON.parse(readFileSync(store, 'utf8')) as SectionResult[]) : [];
  const all = new Map([...before, ...results].map((result) => [result.id, result]));
  const ordered = Object.keys(LOADERS).flatMap((id) => all.get(id) ?? []);
  writeFileSync(store, `${JSON.stringify(ordered, null, 2)}\n`);
  const page = fileURLToPath(new URL('../docs/bench.md', import.meta.url));
  writeFileSync(page, intoDocument(readFileSync(page, 'utf8'), asMarkdown(ordered)));
}

function machine(): string {
  const processors = cpus();
  return `${processors.length} cores (${processors[0]?.model ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform} ${process.arch}`;
}

function versions(): string {
  return `Node ${process.versions.node}, Mandi ${commit()}`;
}

function commit(): string {
  try {
    return execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return 'without git';
  }
}
