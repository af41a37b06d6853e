/** The Python package: seat-steps per second, many matches stepped together against one at a time. */
import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { BenchOptions, Measure, Section } from './section';
import { interleave, median, ratioOf } from './turns';

const OWN = fileURLToPath(new URL('../.python/requirements-mandi/bin/python', import.meta.url));
const SCRIPT = fileURLToPath(new URL('python_speed.py', import.meta.url));

const GAMES = [
  { game: 'gpu-market/classic', task: 'coalition_market', aim: 20_000 },
  { game: 'gpu-market/open', task: 'market_round', aim: 5_000 },
  { game: 'bazaar/classic', task: 'single_deal', aim: 20_000 },
  { game: 'bazaar/open', task: 'haggle', aim: 20_000 },
] as const;

export const section: Section = {
  id: 'python',
  title: 'Python: seat-steps per second with the package mandi, compact observations, two Node processes',
  async measure(options) {
    const python = [OWN, 'python3', 'python'].find(
      (one) => (existsSync(one) || !one.includes('/')) && spawnSync(one, ['-c', 'import numpy']).status === 0,
    );
    if (python === undefined) {
      options.tell('no Python with numpy (npm run test:python makes one in .python/requirements-mandi): nothing to measure');
      return [];
    }
    const measures: Measure[] = [];
    for (const played of GAMES) measures.push(await measured(python, played, options));
    return measures;
  },
};

async function measured(python: string, { game, task, aim }: (typeof GAMES)[number], { quick, tell }: BenchOptions): Promise<Measure> {
  tell(`${game}, ${task}`);
  const rate = (matches: number, processes: number) =>
    rateOf(python, [SCRIPT, `${matches}`, `${processes}`, game, task, quick ? '2' : '5']);
  const turns = await interleave(
    quick ? 1 : 5,
    () => rate(256, 2),
    () => rate(1, 1),
  );
  const value = median(turns.a);
  return {
    what: `${game}, ${task}`,
    value,
    unit: 'seat-steps/s',
    against: { what: 'one match at a time, one process', value: median(turns.b) },
    ratio: ratioOf(turns),
    aim: { text: `at least ${aim.toLocaleString('en-US')}`, met: value >= aim },
    note: 'every seat by random legal places that leave no match early; a place is drawn in Python',
  };
}

async function rateOf(python: string, args: readonly string[]): Promise<number> {
  const { stdout } = await promisify(execFile)(python, [...args]);
  const rate = Number(/^(\d+)$/m.exec(stdout)?.[1]);
  if (!(rate > 0)) throw new Error(`bench: ${args.join(' ')} said ${stdout}`);
  return rate;
}
