/** Searches for a program whose lead over the honest player exceeds the value it creates. Seeded and limited in time. */

import { type AuditOutcome, type AuditTarget, HONEST, HONEST_WITH, type Program, type Step } from '~/contract/audit';
import { mean, sfc32 } from '~/statistics/basics';
import { onAll, scores, welfares } from './judge';
import { cross, describeProgram, HONEST_PROGRAM, mutate, type Random, randomProgram, randomStep } from './program';

export interface SearchOptions {
  seed: number;
  seconds: number;
  /** When it started, and its deadline. */
  begun: number;
  until: number;
  programs?: number;
  now(): number;
  onProgress?(progress: { programs: number; best: number; share: number }): void;
}

const POPULATION = 40;
/** A program is tried on this many worlds before it is played on more, so that weak ones cost only a few matches. */
const LOOKS = [1, 3] as const;
/** Programs tried concurrently, all from the same parents. A constant, so that the number of threads does not affect the result. */
const BROOD = 8;
/** Maximum number of survivors with equal fitness. */
const EQUALS = 5;
const SUSPECTS = 5;
/** Share of the search's time. */
const SHRINKING = 0.25;
/** Tolerance for rounding errors. */
const SLIGHT = 1e-9;
const FRESH = 0.15;
const CROSSED = 0.3;
/** Share of new programs without honest play, and, among the others, share of those that change one of its numbers. */
const WILD = 0.5;
const CHANGED = 0.4;

interface Tried {
  program: Program;
  /** By world, in the search's order. */
  outcomes: AuditOutcome[];
  fitness: number;
}

/**
 * (mu + lambda) evolution: the best survive. Programs are filtered by successive halving (Jamieson and Talwalkar 2016): of the first
 * programs, half continue after each look; of their children, those that are no worse than most survivors.
 */
export class Search {
  programs = 0;
  matches = 0;
  private readonly target: AuditTarget;
  private readonly options: SearchOptions;
  private readonly random: Random;
  private readonly known = new Set<string>();
  private honest: AuditOutcome[] = [];

  constructor(target: AuditTarget, options: SearchOptions) {
    this.target = target;
    this.options = options;
    this.random = sfc32(options.seed);
  }

  async run(): Promise<Program[]> {
    const { target, options } = this;
    const { until } = options;
    this.honest = await onAll(target.seeds.search, (seed) => target.playHonest(seed));
    const most = options.programs ?? Number.POSITIVE_INFINITY;
    const goesOn = () => options.now() < until && this.programs < most;
    const tell = (best: Tried | undefined) => {
      const passed = (options.now() - options.begun) / (until - options.begun);
      const share = Math.min(1, Math.max(target.quick ? 0.5 + this.programs / most / 2 : this.programs / most, passed));
      options.onProgress?.({ programs: this.programs, best: best?.fitness ?? 0, share });
    };
    let population = await this.begin({ goesOn, most }, tell);
    let bars = this.barsOf(population);
    while (goesOn()) {
      const brood = this.draw(() => this.next(population), Math.min(BROOD, most - this.programs));
      const children = await Promise.all(brood.map((program) => this.look(program, bars)));
      population = survivors([...children.filter((child) => child !== null), ...population]);
      bars = this.barsOf(population);
      tell(population[0]);
      await new Promise(setImmediate); // lets Ctrl-C and other work run
    }
    const best = unlike(population).slice(0, SUSPECTS);
    const last = options.now() + options.seconds * 1000 * SHRINKING;
    const small: Tried[] = [];
    for (const one of best) small.push(await this.shrink(one, () => options.now() < last));
    // If removing steps changed nothing, the short program represents both.
    return unlike([...small, ...best]).map(({ program }) => program);
  }

  /**
   * The fewest steps that keep half of the lead over the honest player, like shrinking in a property test, so that only the exploit is
   * left.
   */
  private async shrink(found: Tried, goesOn: () => boolean): Promise<Tried> {
    if (found.fitness <= SLIGHT) return found;
    const least = found.fitness / 2;
    let small = found;
    while (small.program.length > 1 && goesOn()) {
      const { program } = small;
      const shorter = program.map((_, at) => ({ program: program.filter((__, other) => other !== at), outcomes: [], fitness: 0 }));
      const played = await Promise.all(shorter.map((one) => this.playOn(one, this.target.seeds.search.length)));
      const [best] = played.sort(byFitness);
      if (!best || best.fitness < least) break;
      small = best;
    }
    return small;
  }

  /** The first programs, generated randomly and halved after each look. */
  private async begin(
    { goesOn, most }: { goesOn: () => boolean; most: number },
    tell: (best: Tried | undefined) => void,
  ): Promise<Tried[]> {
    let left: Tried[] = [];
    while (left.length < POPULATION && (goesOn() || left.length === 0)) {
      const first = left.length === 0 && this.target.language.types.includes(HONEST) ? this.draw(() => HONEST_PROGRAM, 1) : [];
      const size = Math.min(BROOD, POPULATION - left.length, Math.max(1, most - this.programs + first.length));
      const others = this.draw(() => this.fresh(), size - first.length);
      const brood = [...first, ...others];
      left = [...left, ...(await Promise.all(brood.map((program) => this.playOn({ program, outcomes: [], fitness: 0 }, LOOKS[0]))))];
      tell(left[0]);
    }
    for (const worlds of [...LOOKS.slice(1), this.target.seeds.search.length]) {
      const best = left.sort(byFitness).slice(0, Math.ceil(left.length / 2));
      left = await Promise.all(best.map((one) => this.playOn(one, worlds)));
    }
    return left.sort(byFitness);
  }

  private next(population: readonly Tried[]): Program {
    const { target, random } = this;
    const { language } = target;
    if (random() < FRESH) return this.fresh();
    const parent = this.parent(population);
    const child = random() < CROSSED ? cross(parent, this.parent(population), { language, random }) : parent;
    return mutate(child, language, random);
  }

  /** Random, or honest play with one change or addition, because most small gains come on top of honest play. */
  private fresh(): Program {
    const { target, random } = this;
    const { language } = target;
    if (!target.oneUnit || !language.types.includes(HONEST) || random() < WILD) return randomProgram(language, random);
    const changes = language.types.filter((type) => type.startsWith(HONEST_WITH));
    const isChange = changes.length > 0 && random() < CHANGED;
    const step: Step = randomStep(isChange ? { ...language, types: changes } : language, random);
    return isChange ? [step] : [...HONEST_PROGRAM, step];
  }

  /** The better of two random ones. */
  private parent(population: readonly Tried[]): Program {
    const [a, b] = [0, 0].map(() => population[Math.floor(this.random() * population.length)]);
    return ((a?.fitness ?? 0) >= (b?.fitness ?? 0) ? a : b)?.program ?? this.fresh();
  }

  /** Up to this many unseen programs, with a limited number of attempts. */
  private draw(make: () => Program, count: number): Program[] {
    const drawn: Program[] = [];
    for (let tries = 0; drawn.length < count && tries < 4 * BROOD; tries += 1) {
      const program = make();
      if (this.isNew(program)) drawn.push(program);
    }
    return drawn;
  }

  /** Plays all worlds; null if it is worse on the first ones than most survivors. */
  private async look(program: Program, bars: readonly number[]): Promise<Tried | null> {
    let tried: Tried = { program, outcomes: [], fitness: 0 };
    for (const [at, worlds] of LOOKS.entries()) {
      tried = await this.playOn(tried, worlds);
      if (tried.fitness < (bars[at] ?? 0)) return null;
    }
    return this.playOn(tried, this.target.seeds.search.length);
  }

  /** For each look, the value that three quarters of the survivors reached. */
  private barsOf(population: readonly Tried[]): number[] {
    return LOOKS.map((worlds) => {
      const reached = population.map(({ outcomes }) => this.worth(outcomes.slice(0, worlds))).sort((a, b) => a - b);
      return reached[Math.floor(reached.length / 4)] ?? 0;
    });
  }

  private isNew(program: Program): boolean {
    const name = describeProgram(program);
    if (this.known.has(name)) return false;
    this.known.add(name);
    this.programs += 1;
    return true;
  }

  /** Plays the search's first `worlds`; see `worth` for its fitness. */
  private async playOn({ program, outcomes: before }: Tried, worlds: number): Promise<Tried> {
    const more = await onAll(this.target.seeds.search.slice(before.length, worlds), (seed) => this.target.playProgram(program, seed));
    const outcomes = [...before, ...more];
    this.matches += more.length;
    return { program, outcomes, fitness: this.worth(outcomes) };
  }

  /**
   * Its lead over the honest player minus the welfare it creates, so that creating value is not farming. If the units differ, a program
   * that creates any welfare has no lead.
   */
  private worth(outcomes: readonly AuditOutcome[]): number {
    const honest = this.honest.slice(0, outcomes.length);
    const lead = mean(scores(outcomes)) - mean(scores(honest));
    const made = mean(welfares(outcomes)) - mean(welfares(honest));
    if (this.target.oneUnit) return lead - Math.max(0, made);
    return made > SLIGHT ? Math.min(lead, 0) : lead;
  }
}

/**
 * The best. Among equals the newest first, because several neutral changes may pay together; but only a few, because otherwise programs
 * that do nothing in addition to honest play would soon be all that is left.
 */
function survivors(newestFirst: readonly Tried[]): Tried[] {
  const sorted = [...newestFirst].sort(byFitness);
  return sorted.filter(({ fitness }, i) => sorted[i - EQUALS]?.fitness !== fitness).slice(0, POPULATION);
}

/** Treats programs with equal results as the same. */
function unlike(population: readonly Tried[]): Tried[] {
  return population.filter(({ fitness }, i) => population.findIndex((other) => Math.abs(other.fitness - fitness) < SLIGHT) === i);
}

function byFitness(a: Tried, b: Tried): number {
  return b.fitness - a.fitness;
}
