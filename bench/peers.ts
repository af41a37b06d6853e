/** Mandi next to OpenSpiel's negotiation and bargaining games: an observation for every decision, in turns within one run. */
import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { bazaarRun, rateIn } from './bazaar';
import type { BenchOptions, Measure, Section } from './section';
import { interleave, median, ratioOf } from './turns';

export const section: Section = {
  id: 'peers',
  title: 'Against OpenSpiel: decisions per CPU second, an observation for each',
  async measure(options) {
    const python = findPython();
    if (python === null) {
      options.tell('no Python with open_spiel (`pip install open_spiel`, or name one in MANDI_PEERS_PYTHON): nothing to compare with');
      return [];
    }
    const measures: Measure[] = [];
    for (const pair of PAIRS) measures.push(await beside(pair, python, options));
    return measures;
  },
};

interface Pair {
  /** The part of Mandi. */
  ours: string;
  /** The OpenSpiel game. */
  theirs: string;
  rate(seconds: number): Promise<number>;
  note: string;
}

const MARKET =
  'the games differ in size: an observation in Mandi is the seat’s whole market with its legal actions, in OpenSpiel a short string; Mandi’s random player seeds a generator for each decision';
const HAGGLING =
  'Mandi’s buyer is the policy patient, each match has a stream seeded anew, and the other side, the step, the observation and the score count; OpenSpiel plays random legal moves for both sides, an observation string for each';

const PAIRS: readonly Pair[] = [
  { ours: 'classic single_trade', theirs: 'negotiation', rate: marketRate, note: MARKET },
  { ours: 'classic single_trade', theirs: 'bargaining', rate: marketRate, note: MARKET },
  { ours: 'bazaar/classic single_deal', theirs: 'bargaining', rate: bazaarRate, note: HAGGLING },
];

function marketRate(seconds: number): Promise<number> {
  return rateOf(process.execPath, ['--import', 'tsx/esm', fileOf('peers-speed.ts'), String(seconds)]);
}

async function bazaarRate(seconds: number): Promise<number> {
  return rateIn(await bazaarRun(seconds));
}

function findPython(): string | null {
  const named = process.env.MANDI_PEERS_PYTHON;
  const pythons = named ? [named] : ['python3', 'python'];
  return pythons.find((one) => spawnSync(one, ['-c', 'import pyspiel']).status === 0) ?? null;
}

async function beside({ ours, theirs, rate, note }: Pair, python: string, { quick, tell }: BenchOptions): Promise<Measure> {
  const seconds = quick ? 1 : 4;
  const mandi = () => rate(seconds);
  const openSpiel = () => rateOf(python, [fileOf('openspiel_speed.py'), theirs, String(seconds)]);
  tell(`${ours} and OpenSpiel's ${theirs}`);
  const turns = await interleave(quick ? 2 : 5, mandi, openSpiel);
  return {
    what: `Mandi, ${ours}, against ${theirs}`,
    value: median(turns.a),
    unit: 'decisions per CPU s',
    against: { what: `OpenSpiel ${theirs}, from Python`, value: median(turns.b) },
    ratio: ratioOf(turns),
    note,
  };
}

function fileOf(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

async function rateOf(program: string, args: readonly string[]): Promise<number> {
  const { stdout } = await promisify(execFile)(program, [...args]);
  const rate = Number(/^(\d+(?:\.\d+)?)$/m.exec(stdout)?.[1]);
  if (!(rate > 0)) throw new Error(`bench: ${args.join(' ')} said ${stdout}`);
  return rate;
}
