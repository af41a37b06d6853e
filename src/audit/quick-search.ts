/**
 * Searches for accounting faults with quick matches, like a fuzzer: programs that reach something new are kept, mutated and combined, and
 * any unexplained cent is a find. Finds are shrunk and then changed to pay as much as possible.
 */

import { FIELDS, type Field, type Look, type Program, type Quick, type Step } from '~/contract/audit';
import { cross, describeProgram, mutate, type Random, randomProgram } from './program';

export interface Leak {
  program: Program;
  /** Mean over the search's worlds, in cents. */
  own: number;
  all: number;
  where: string | null;
}

export interface QuickOptions {
  random: Random;
  seeds: readonly number[];
  /** Called before each chunk with the number of programs so far. */
  goesOn(programs: number): boolean;
}

/** Programs per call, and concurrent calls. Constants, so that the number of threads does not affect the result. */
const BATCH = 12;
const LANES = 4;
const KEPT = 400;
const FRESH = 0.25;
const CROSSED = 0.3;
/** After the first finds, continues for about as many programs again, in case there are others. */
const ENOUGH_FINDS = 24;
const SHRUNK = 6;
const LEAKS = 3;
/** Minimum factor by which a change must increase the amount. */
const BETTER = 1.1;

interface Find {
  program: Program;
  seed: number;
  look: Look;
}

export class QuickSearch {
  programs = 0;
  matches = 0;
  private readonly quick: Quick;
  private readonly options: QuickOptions;
  private readonly reached = new Set<number>();
  private readonly kept: Program[];
  private readonly finds: Find[] = [];
  private firstFind = 0;

  constructor(quick: Quick, options: QuickOptions) {
    this.quick = quick;
    this.options = options;
    this.kept = [...quick.idioms];
  }

  async run(): Promise<Leak[]> {
    for (const seed of this.options.seeds.slice(0, 2)) await this.lookAt(this.quick.idioms, seed);
    for (let chunk = 0; this.options.goesOn(this.programs) && !this.isEnough(); chunk += 1) {
      const lanes = Array.from({ length: LANES }, (_, lane) => ({
        seed: this.options.seeds[(chunk * LANES + lane) % this.options.seeds.length] ?? 0,
        programs: Array.from({ length: BATCH }, () => this.draw()),
      }));
      const looks = await Promise.all(lanes.map(({ programs, seed }) => this.quick.look(programs, seed)));
      for (const [i, lane] of lanes.entries()) this.note(lane.programs, { seed: lane.seed, looks: looks[i] ?? [] });
      await new Promise(setImmediate);
    }
    return this.leaks();
  }

  private isEnough(): boolean {
    if (this.finds.length === 0) return false;
    return this.finds.length >= ENOUGH_FINDS || this.programs > 2 * this.firstFind + 500;
  }

  private draw(): Program {
    const { language } = this.quick;
    const { random } = this.options;
    const chance = random();
    if (chance < FRESH) return randomProgram(language, random);
    const parent = this.anyKept();
    const child = chance < FRESH + CROSSED ? cross(parent, this.anyKept(), { language, random }) : parent;
    let program = mutate(child, language, random);
    while (random() < 0.4) program = mutate(program, language, random);
    return program;
  }

  private anyKept(): Program {
    return this.kept[Math.floor(this.options.random() * this.kept.length)] ?? [];
  }

  private async lookAt(programs: readonly Program[], seed: number): Promise<void> {
    this.note(programs, { seed, looks: await this.quick.look(programs, seed) });
  }

  private note(programs: readonly Program[], { seed, looks }: { seed: number; looks: readonly Look[] }): void {
    for (const [i, look] of looks.entries()) {
      const program = programs[i];
      if (program === undefined) continue;
      this.programs += 1;
      this.matches += 1;
      if (look.all !== 0) {
        this.firstFind ||= this.programs;
        this.finds.push({ program, seed, look });
      }
      const fresh = look.reached.filter((what) => !this.reached.has(what));
      if (fresh.length === 0) continue;
      for (const what of fresh) this.reached.add(what);
      this.kept.push(program);
      if (this.kept.length > KEPT) this.kept.splice(this.quick.idioms.length, 1);
    }
  }

  /** The shrunk finds, one per event at which the books go wrong, best first. */
  private async leaks(): Promise<Leak[]> {
    const gains = (find: Find) => (find.look.own > 0 ? 0 : 1);
    const promising = [...this.finds].sort((a, b) => gains(a) - gains(b) || a.program.length - b.program.length).slice(0, SHRUNK);
    const leaks = new Map<string, Leak>();
    for (const find of promising) {
      const small = await this.shrink(find);
      const leak = await this.raise(small);
      const where = await this.quick.trace(leak.program, find.seed);
      const place = where?.split(' in round')[0] ?? describeProgram(leak.program);
      const known = leaks.get(place);
      if (known === undefined || leak.own > known.own) leaks.set(place, { ...leak, where });
    }
    return [...leaks.values()].sort((a, b) => b.own - a.own).slice(0, LEAKS);
  }

  /** The fewest and simplest steps that keep half of the amount. */
  private async shrink({ program, seed, look }: Find): Promise<Find> {
    const least = measure(look) / 2;
    const keeps = async (others: readonly Program[]): Promise<number> => {
      const looks = await this.quick.look(others, seed);
      this.matches += others.length;
      return looks.findIndex((one) => measure(one) >= least && one.own > 0 === look.own > 0);
    };
    let small = program;
    for (let shorter = withoutOne(small); shorter.length > 0; shorter = withoutOne(small)) {
      const at = await keeps(shorter);
      if (at < 0) break;
      small = shorter[at] ?? small;
    }
    for (let plainer = plainerByOne(small); plainer.length > 0; plainer = plainerByOne(small)) {
      const at = await keeps(plainer);
      if (at < 0) break;
      small = plainer[at] ?? small;
    }
    return { program: small, seed, look };
  }

  /** Makes single changes that increase the mean over all worlds. */
  private async raise({ program }: Find): Promise<Omit<Leak, 'where'>> {
    const [found, alone] = await this.means([program, inOneSeat(program)]);
    let best = found ?? { program, own: 0, all: 0 };
    if (alone !== undefined && alone.own >= best.own / 2 && alone.own > 0) best = alone;
    for (let at = 0; at < program.length; at += 1) {
      for (const field of this.quick.language.fieldsOf(program[at]?.type ?? '')) {
        const others = FIELDS[field].filter((value) => value !== best.program[at]?.[field]);
        const changed = others.map((value) => best.program.map((step, i): Step => (i === at ? { ...step, [field]: value } : step)));
        for (const one of await this.means(changed)) {
          if (one.own > BETTER * best.own || (one.own > 0 && best.own <= 0)) best = one;
        }
      }
    }
    return best;
  }

  private async means(programs: readonly Program[]): Promise<Omit<Leak, 'where'>[]> {
    const { seeds } = this.options;
    const looks = await Promise.all(seeds.map((seed) => this.quick.look(programs, seed)));
    this.matches += programs.length * seeds.length;
    return programs.map((program, i) => {
      const sum = (what: 'own' | 'all') => looks.reduce((all, one) => all + (one[i]?.[what] ?? 0), 0) / seeds.length;
      return { program, own: sum('own'), all: sum('all') };
    });
  }
}

function measure({ own, all }: Look): number {
  return own > 0 ? own : all;
}

function withoutOne(program: Program): Program[] {
  return program.length < 2 ? [] : program.map((_, at) => program.filter((__, other) => other !== at));
}

/** Variants with one more field at its default. */
function plainerByOne(program: Program): Program[] {
  const byOne = program.flatMap((step, at) => {
    const said = (Object.keys(FIELDS) as Field[]).filter((field) => step[field] !== FIELDS[field][0]);
    return said.map((field) => program.map((one, i): Step => (i === at ? { ...one, [field]: FIELDS[field][0] } : one)));
  });
  return program.some(({ seat }) => seat !== 'own') ? [inOneSeat(program), ...byOne] : byOne;
}

function inOneSeat(program: Program): Program {
  return program.map((step): Step => ({ ...step, seat: 'own' }));
}
