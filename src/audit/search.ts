/** Looks for a program that beats the honest player by more than the value that it makes. Seeded; ends by its time. */

import { type AuditOutcome, type AuditTarget, HONEST, HONEST_WITH, type Program, type Step } from '~/contract/audit';
import { mean, sfc32 } from '~/statistics/basics';
import { onAll, scores, welfares } from './judge';
import { cross, describeProgram, HONEST_PROGRAM, mutate, type Random, randomProgram, randomStep } from './program';

export interface SearchOptions {
  seed: number;
  seconds: number;
  /** When it began, and when it ends at the latest. */
  begun: number;
  until: number;
  programs?: number;
  now(): number;
  onProgress?(progress: { programs: number; best: number; share: number }): void;
}

const POPULATION = 40;
/** A program is looked at on so many worlds in all before it is played on more: weak ones cost a match or three, not all. */
const LOOKS = [1, 3] as const;
/** Programs that are looked at at the same time, all of the same parents: a constant, so that the number of threads changes nothing. */
const BROOD = 8;
/** So many of the same fitness stay. */
const EQUALS = 5;
const SUSPECTS = 5;
/** Of the search's time. */
const SHRINKING = 0.25;
/** What arithmetic may add. */
const SLIGHT = 1e-9;
const FRESH = 0.15;
const CROSSED = 0.3;
/** Of fresh programs: without the honest player; of the others, those that change a number of the honest player's. */
const WILD = 0.5;
const CHANGED = 0.4;

interface Tried {
  program: Program;
  /** By world, in the order of the search's. */
  outcomes: AuditOutcome[];
  fitness: number;
}

/**
 * (mu + lambda) evolution: the best stay. Programs are sieved by successive halving (Jamieson and Talwalkar 2016): of the first ones half go on
 * after each look, of their children those that are no worse there than most who stay.
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
      await new Promise(setImmediate); // Ctrl-C and others want to be served
    }
    const best = unlike(population).slice(0, SUSPECTS);
    const last = options.now() + options.seconds * 1000 * SHRINKING;
    const small: Tried[] = [];
    for (const one of best) small.push(await this.shrink(one, () => options.now() < last));
    // Where leaving steps out changed nothing, the short one stands for both.
    return unlike([...small, ...best]).map(({ program }) => program);
  }

  /** The fewest steps that keep half of the lead over the honest player, as a property test shrinks what it has found: what else it did is no part of a hole. */
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

  /** The first programs, drawn at random, and halved after each look. */
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

  /** At random, or the honest player with one thing changed or added: most of what pays a little pays beside honest work. */
  private fresh(): Program {
    const { target, random } = this;
    const { language } = target;
    if (!target.oneUnit || !language.types.includes(HONEST) || random() < WILD) return randomProgram(language, random);
    const changes = language.types.filter((type) => type.startsWith(HONEST_WITH));
    const isChange = changes.length > 0 && random() < CHANGED;
    const step: Step = randomStep(isChange ? { ...language, types: changes } : language, random);
    return isChange ? [step] : [...HONEST_PROGRAM, step];
  }

  /** The better of two by chance. */
  private parent(population: readonly Tried[]): Program {
    const [a, b] = [0, 0].map(() => population[Math.floor(this.random() * population.length)]);
    return ((a?.fitness ?? 0) >= (b?.fitness ?? 0) ? a : b)?.program ?? this.fresh();
  }

  /** So many that were not seen before, if a few tries find them. */
  private draw(make: () => Program, count: number): Program[] {
    const drawn: Program[] = [];
    for (let tries = 0; drawn.length < count && tries < 4 * BROOD; tries += 1) {
      const program = make();
      if (this.isNew(program)) drawn.push(program);
    }
    return drawn;
  }

  /** On all worlds; null: worse on the first ones than most who stay. */
  private async look(program: Program, bars: readonly number[]): Promise<Tried | null> {
    let tried: Tried = { program, outcomes: [], fitness: 0 };
    for (const [at, worlds] of LOOKS.entries()) {
      tried = await this.playOn(tried, worlds);
      if (tried.fitness < (bars[at] ?? 0)) return null;
    }
    return this.playOn(tried, this.target.seeds.search.length);
  }

  /** For each look, what three of four who stay have reached on its worlds. */
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

  /** On the first `worlds` of the search's; see `worth` for its fitness. */
  private async playOn({ program, outcomes: before }: Tried, worlds: number): Promise<Tried> {
    const more = await onAll(this.target.seeds.search.slice(before.length, worlds), (seed) => this.target.playProgram(program, seed));
    const outcomes = [...before, ...more];
    this.matches += more.length;
    return { program, outcomes, fitness: this.worth(outcomes) };
  }

  /**
   * Its lead over the honest player, less the welfare that it creates: who makes what it earns is no farmer. Where the two are in different
   * units, who creates any has no lead.
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
 * The best; of equals the newest first, since several changes that bring nothing one by one may together, and no more than a few, or
 * those who do nothing beside the honest player's work would soon be all there are.
 */
function survivors(newestFirst: readonly Tried[]): Tried[] {
  const sorted = [...newestFirst].sort(byFitness);
  return sorted.filter(({ fitness }, i) => sorted[i - EQUALS]?.fitness !== fitness).slice(0, POPULATION);
}

/** Programs that did equally well are taken for the same one in other words. */
function unlike(population: readonly Tried[]): Tried[] {
  return population.filter(({ fitness }, i) => population.findIndex((other) => Math.abs(other.fitness - fitness) < SLIGHT) === i);
}

function byFitness(a: Tried, b: Tried): number {
  return b.fitness - a.fitness;
}
