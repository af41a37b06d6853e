/**
 * Looks for planted holes: each of tests/fixtures/holes by an audit that is not told what it looks for, one row per hole.
 * `npx tsx bench/planted-holes.ts [--holes a,b] [--minutes 10] [--seed 1] [--programs N] [--quick N] [--resume FOLDER]`.
 * With --resume, each hole's audit keeps a journal in the folder and goes on from it: the minutes of all runs together count.
 */
import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type AuditReport, audit, onThreads } from '../src/audit/audit';
import { headerOf, Journal } from '../src/audit/journal';
import type { Suspect } from '../src/audit/judge';
import { HOLE_ENTRY, holeNames } from '../tests/fixtures/holes/hole-names';
import { holedTarget } from '../tests/fixtures/holes/holed-target';
import { readOptions } from './read-options';

const { values } = readOptions({
  options: {
    holes: { type: 'string' },
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    programs: { type: 'string' },
    quick: { type: 'string' },
    worlds: { type: 'string', default: '30' },
    resume: { type: 'string' },
    threads: { type: 'string' },
  },
});

const all = holeNames();
const asked = values.holes?.split(',') ?? all;
const unknown = asked.filter((name) => !all.includes(name));
if (unknown.length > 0) throw new Error(`no hole ${unknown.join(', ')}; there is ${all.join(', ')}`);

console.log(
  '| hole | market | found | smallest program | money from nowhere per world | lead over planner | programs, quick + full | CPU s |',
);
console.log('|---|---|---|---|---|---|---|---|');
let found = 0;
for (const name of asked) {
  const { row, isFound } = await look(name);
  found += Number(isFound);
  console.log(row);
}
console.log(`\n${found} of ${asked.length} found`);

async function look(name: string): Promise<{ row: string; isFound: boolean }> {
  const { target: holed, hole } = await holedTarget(name, Number(values.worlds));
  const options = {
    seed: Number(values.seed),
    known: false,
    seconds: Number(values.minutes) * 60,
    ...(values.programs !== undefined && { programs: Number(values.programs) }),
    ...(values.quick !== undefined && { quick: Number(values.quick) }),
  };
  const journal = values.resume === undefined ? null : journalOf(name, { folder: values.resume, header: headerOf(holed, options) });
  const threads = onThreads(holed, Number(values.threads ?? availableParallelism()), HOLE_ENTRY);
  const before = process.cpuUsage();
  const report = await audit(journal === null ? threads.target : journal.wrap(threads.target), {
    ...options,
    now: () => (journal === null ? Date.now() : journal.now()),
    onProgress: ({ programs, share }) => process.stderr.write(`${name}: ${programs} programs, ${Math.floor(share * 100)}%\r`),
  });
  await threads.close();
  const { user, system } = process.cpuUsage(before);
  return rowOf({ name, task: hole.task, report, cpu: (user + system) / 1e6 });
}

function journalOf(name: string, { folder, header }: { folder: string; header: ReturnType<typeof headerOf> }): Journal {
  mkdirSync(folder, { recursive: true });
  const opened = Journal.open(join(folder, `${name}.jsonl`), header, Date.now);
  if (!opened.ok) throw new Error(opened.why);
  return opened.value;
}

function rowOf({ name, task, report, cpu }: { name: string; task: string; report: AuditReport; cpu: number }) {
  const best = report.suspects.find((one) => one.farms);
  const cells = best === undefined ? ['no', '', '', ''] : ['yes', smallest(report).name, told(best.unexplained), told(best.more.score)];
  const { quick, programs } = report.search;
  return { row: `| ${[name, task, ...cells, `${quick} + ${programs}`, cpu.toFixed(0)].join(' | ')} |`, isFound: best !== undefined };
}

/** Of those that farm, the one with the shortest name, that is, the fewest words. */
function smallest({ suspects }: AuditReport): Suspect {
  const farmers = suspects.filter((one) => one.farms).sort((a, b) => a.name.length - b.name.length);
  const [first] = farmers;
  if (first === undefined) throw new Error('nobody farms');
  return first;
}

function told(figure: Suspect['unexplained']): string {
  if (figure === null) return '';
  if (figure.interval === null) return `${figure.mean.toFixed(2)} (too alike for an interval)`;
  const [low, high] = figure.interval;
  return `${figure.mean.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`;
}
