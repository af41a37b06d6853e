/** Measures the same sections in another checkout of Mandi and in this one, in turns; one table shows what became faster or slower. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type SectionResult, spell } from './report';
import { median, ratioOf } from './turns';

export interface Asked {
  before: string;
  after: string;
  turns: number;
  sections: readonly string[];
  quick: boolean;
  tell(line: string): void;
}

/** One figure from both, turn by turn. */
export interface Compared {
  section: string;
  what: string;
  unit: string;
  before: number[];
  after: number[];
}

const LARGEST = 64 * 2 ** 20;
/** Their work is the same each time, so that processor time can be compared: that of a whole run, including start and children. */
const FIXED_WORK = ['store', 'stream', 'stream-beside', 'export', 'tournament', 'inference'];
const WHOLE_RUN = 'processor time of the whole run';
/** Lower is better for these units. */
const COSTS = /^(ms|s|µs a turn|kB|MiB)$/;

export async function compareCheckouts({
  before,
  after,
  turns,
  sections,
  quick,
  tell,
}: Asked): Promise<{ rows: Compared[]; states: string }> {
  const rows: Compared[] = [];
  const states = new Set<string>();
  for (const section of sections) {
    const of = new Map<string, Compared>();
    for (let turn = 1; turn <= turns; turn += 1) {
      for (const side of ['before', 'after'] as const) {
        const result = await measured(side === 'before' ? before : after, section, quick);
        states.add(`${side} ${result.versions}`);
        for (const { what, unit, value } of result.measures) {
          const row = of.get(what) ?? { section, what, unit, before: [], after: [] };
          of.set(what, row);
          row[side].push(value);
        }
        tell(
          `${section}, turn ${turn} of ${turns}, ${side}: ${result.measures.map(({ value, unit }) => `${spell(value)} ${unit}`).join(', ')}`,
        );
      }
    }
    rows.push(...[...of.values()].filter((row) => row.before.length === row.after.length));
  }
  return { rows, states: [...states].join('; ') };
}

async function measured(cwd: string, section: string, quick: boolean): Promise<SectionResult> {
  const command = `npm run -s bench -- --section ${section} --json${quick ? ' --quick' : ''} && times >&2`;
  const { stdout, stderr } = await promisify(execFile)('sh', ['-c', command], { cwd, maxBuffer: LARGEST });
  const [result] = JSON.parse(stdout.slice(stdout.indexOf('['))) as SectionResult[];
  if (!result) throw new Error(`bench: ${cwd} measured nothing in ${section}`);
  const value = childSeconds(stderr);
  if (FIXED_WORK.includes(section) && value > 0) result.measures.push({ what: WHOLE_RUN, value, unit: 's' });
  return result;
}

/** The last line of the shell's `times`: user and system seconds of its children. */
function childSeconds(text: string): number {
  const last = [...text.matchAll(/(\d+)m([\d.]+)s (\d+)m([\d.]+)s/g)].at(-1);
  return last === undefined ? 0 : Number(last[1]) * 60 + Number(last[2]) + Number(last[3]) * 60 + Number(last[4]);
}

/** The ratio is the median of the turns' ratios; above 1: faster, or smaller, than before. */
export function comparedMarkdown(rows: readonly Compared[]): string {
  const head = ['section', 'figure', 'unit', 'before', 'after', 'ratio (lowest to highest turn)'];
  return [head, head.map(() => '---'), ...rows.map(cells)].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

function cells({ section, what, unit, before, after }: Compared): string[] {
  const { median: ratio, low, high } = COSTS.test(unit) ? ratioOf({ a: before, b: after }) : ratioOf({ a: after, b: before });
  return [section, what, unit, range(before), range(after), `${ratio.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`];
}

function range(values: readonly number[]): string {
  return `${spell(median(values))} (${spell(Math.min(...values))} to ${spell(Math.max(...values))})`;
}
