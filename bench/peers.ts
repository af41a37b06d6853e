/** Mandi beside OpenSpiel's negotiation and bargaining games: random legal play with an observation for every decision, in turns within one run. */
import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { BenchOptions, Measure, Section } from './section';
import { interleave, median, ratioOf } from './turns';

const GAMES = ['negotiation', 'bargaining'];

export const section: Section = {
  id: 'peers',
  title: 'Beside OpenSpiel: decisions per CPU second, random legal play, an observation for each',
  async measure(options) {
    const python = findPython();
    if (python === null) {
      options.tell('no Python with open_spiel (`pip install open_spiel`, or name one in MANDI_PEERS_PYTHON): nothing to stand beside');
      return [];
    }
    const measures: Measure[] = [];
    for (const game of GAMES) measures.push(await beside(game, python, options));
    return measures;
  },
};

function findPython(): string | null {
  const named = process.env.MANDI_PEERS_PYTHON;
  const pythons = named ? [named] : ['python3', 'python'];
  return pythons.find((one) => spawnSync(one, ['-c', 'import pyspiel']).status === 0) ?? null;
}

async function beside(game: string, python: string, { quick, tell }: BenchOptions): Promise<Measure> {
  const seconds = quick ? 1 : 4;
  async function mandi(): Promise<number> {
    return rateIn(process.execPath, ['--import', 'tsx/esm', fileOf('peers-speed.ts'), String(seconds)]);
  }
  async function openSpiel(): Promise<number> {
    return rateIn(python, [fileOf('openspiel_speed.py'), game, String(seconds)]);
  }
  tell(`classic single_trade and OpenSpiel's ${game}`);
  const turns = await interleave(quick ? 2 : 5, mandi, openSpiel);
  return {
    what: `Mandi, classic single_trade, beside ${game}`,
    value: median(turns.a),
    unit: 'decisions per CPU s',
    against: { what: `OpenSpiel ${game}, from Python`, value: median(turns.b) },
    ratio: ratioOf(turns),
    note: 'the games differ in size: an observation of Mandi is the whole market of a seat with its legal actions, one of OpenSpiel a short string; Mandi’s random player seeds a generator for each decision',
  };
}

function fileOf(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

async function rateIn(program: string, args: readonly string[]): Promise<number> {
  const { stdout } = await promisify(execFile)(program, [...args]);
  const rate = Number(/^(\d+(?:\.\d+)?)$/m.exec(stdout)?.[1]);
  if (!(rate > 0)) throw new Error(`bench: ${args.join(' ')} said ${stdout}`);
  return rate;
}
