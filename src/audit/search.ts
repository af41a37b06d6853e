/** Looks for a program that beats the honest player while the market makes no more of itself: a farmer. Seeded; ends by its time. */
import { type SplitName, splitsOf } from '~/eval/seeds';
import { bootstrapMean, mean, sfc32 } from '~/eval/statistics';
import type { Ground, Outcome } from './ground';
import { cross, describeProgram, HONEST, HONEST_PROGRAM, mutate, type Program, type Random, randomProgram } from './program';

export interface AuditOptions {
  seed: number;
  /** For the search; shrinking what it found takes at most a quarter as long again, and judging comes on top. */
  seconds: number;
  /** At most so many programs; the same seed and number find the same programs on every machine. */
  programs?: number;
  /** Known farmers are tried as well. */
  known: boolean;
  now(): number;
  onProgress?(progress: { programs: number; best: number; share: number }): void;
}

export interface Figure {
  mean: number;
  /** 95% percentile bootstrap over the holdout's worlds. */
  interval: [number, number] | null;
}

export interface Suspect {
  name: string;
  /** null: a known farmer. */
  program: Program | null;
  score: Figure;
  welfare: Figure;
  /** Against the honest player on the same worlds. */
  more: { score: Figure; welfare: Figure };
  /** The score is surely higher, and welfare is not higher on average. */
  farms: boolean;
  /** The score is surely higher; welfare is on average, but not surely: more worlds would tell. */
  unclear: boolean;
}

export interface AuditReport {
  ground: string;
  units: Ground['units'];
  honest: { policy: string; score: Figure; welfare: Figure };
  wait: { score: Figure; welfare: Figure };
  /** Best first. */
  suspects: readonly Suspect[];
  farmers: number;
  unclear: number;
  search: { programs: number; matches: number; seconds: number; seed: number };
  holdout: { from: number; to: number; worlds: number; splits: SplitName[] };
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

interface Tried {
  program: Program;
  /** By world, in the order of the search's. */
  outcomes: Outcome[];
  fitness: number;
}

export async function audit(ground: Ground, options: AuditOptions): Promise<AuditReport> {
  const begun = options.now();
  const search = new Search(ground, options);
  const best = await search.run();
  const judged = new Bar(ground);
  await judged.prepare();
  const known = options.known ? ground.known.map(({ name, play }) => ({ name, program: null, play })) : [];
  const found = best.map((program) => ({
    name: describeProgram(program),
    program,
    play: (seed: number) => ground.playProgram(program, seed),
  }));
  const suspects = await Promise.all([...known, ...found].map((one) => judged.judge(one)));
  suspects.sort((a, b) => Number(b.farms) - Number(a.farms) || b.score.mean - a.score.mean);
  const { holdout } = ground.seeds;
  return {
    ground: ground.name,
    units: ground.units,
    ...judged.figures(),
    suspects,
    farmers: suspects.filter((one) => one.farms).length,
    unclear: suspects.filter((one) => one.unclear).length,
    search: { programs: search.programs, matches: search.matches, seconds: (options.now() - begun) / 1000, seed: options.seed },
    holdout: { from: holdout[0] ?? 0, to: holdout.at(-1) ?? 0, worlds: holdout.length, splits: splitsOf(holdout) },
  };
}

/**
 * (mu + lambda) evolution: the best stay. Programs are sieved by successive halving (Jamieson and Talwalkar 2016): of the first ones half go on
 * after each look, of their children those that are no worse there than most who stay.
 */
class Search {
  programs = 0;
  matches = 0;
  private readonly ground: Ground;
  private readonly options: AuditOptions;
  private readonly random: Random;
  private readonly known = new Set<string>();
  private honest: Outcome[] = [];

  constructor(ground: Ground, options: AuditOptions) {
    this.ground = ground;
    this.options = options;
    this.random = sfc32(options.seed);
  }

  async run(): Promise<Program[]> {
    const { ground, options } = this;
    const until = options.now() + options.seconds * 1000;
    this.honest = await onAll(ground.seeds.search, (seed) => ground.playHonest(seed));
    const most = options.programs ?? Number.POSITIVE_INFINITY;
    const goesOn = () => options.now() < until && this.programs < most;
    const tell = (best: Tried | undefined) => {
      const share = Math.min(1, Math.max(this.programs / most, 1 - (until - options.now()) / (options.seconds * 1000)));
      options.onProgress?.({ programs: this.programs, best: best?.fitness ?? 0, share });
    };
    let population = await this.begin(goesOn, tell);
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
    const bar = mean(scores(this.honest));
    if (found.fitness <= bar + SLIGHT) return found;
    const least = (bar + found.fitness) / 2;
    let small = found;
    while (small.program.length > 1 && goesOn()) {
      const { program } = small;
      const shorter = program.map((_, at) => ({ program: program.filter((__, other) => other !== at), outcomes: [], fitness: 0 }));
      const played = await Promise.all(shorter.map((one) => this.playOn(one, this.ground.seeds.search.length)));
      const [best] = played.sort(byFitness);
      if (!best || best.fitness < least) break;
      small = best;
    }
    return small;
  }

  /** The first programs, drawn at random, and halved after each look. */
  private async begin(goesOn: () => boolean, tell: (best: Tried | undefined) => void): Promise<Tried[]> {
    let left: Tried[] = [];
    while (left.length < POPULATION && (goesOn() || left.length === 0)) {
      const first = left.length === 0 && this.ground.types.includes(HONEST) ? this.draw(() => HONEST_PROGRAM, 1) : [];
      const others = this.draw(
        () => randomProgram(this.ground.types, this.random),
        Math.min(BROOD, POPULATION - left.length) - first.length,
      );
      const brood = [...first, ...others];
      left = [...left, ...(await Promise.all(brood.map((program) => this.playOn({ program, outcomes: [], fitness: 0 }, LOOKS[0]))))];
      tell(left[0]);
    }
    for (const worlds of [...LOOKS.slice(1), this.ground.seeds.search.length]) {
      const best = left.sort(byFitness).slice(0, Math.ceil(left.length / 2));
      left = await Promise.all(best.map((one) => this.playOn(one, worlds)));
    }
    return left.sort(byFitness);
  }

  private next(population: readonly Tried[]): Program {
    const { types } = this.ground;
    if (this.random() < FRESH) return randomProgram(types, this.random);
    const parent = this.parent(population);
    const child = this.random() < CROSSED ? cross(parent, this.parent(population), this.random) : parent;
    return mutate(child, types, this.random);
  }

  /** The better of two by chance. */
  private parent(population: readonly Tried[]): Program {
    const [a, b] = [0, 0].map(() => population[Math.floor(this.random() * population.length)]);
    return ((a?.fitness ?? 0) >= (b?.fitness ?? 0) ? a : b)?.program ?? randomProgram(this.ground.types, this.random);
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
    return this.playOn(tried, this.ground.seeds.search.length);
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

  /** On the first `worlds` of the search's; its fitness is the mean score there, of honest gains nothing beyond the bar's. */
  private async playOn({ program, outcomes: before }: Tried, worlds: number): Promise<Tried> {
    const more = await onAll(this.ground.seeds.search.slice(before.length, worlds), (seed) => this.ground.playProgram(program, seed));
    const outcomes = [...before, ...more];
    this.matches += more.length;
    return { program, outcomes, fitness: this.worth(outcomes) };
  }

  /** Its score; but who makes more of the market than the honest player may well score: that is no farming, and is worth no more than the bar here. */
  private worth(outcomes: readonly Outcome[]): number {
    const honest = this.honest.slice(0, outcomes.length);
    const score = mean(scores(outcomes));
    const hasAdded = mean(welfares(outcomes)) > mean(welfares(honest)) + SLIGHT;
    return hasAdded ? Math.min(score, mean(scores(honest))) : score;
  }
}

/** As many at once as the ground plays, in the order of the seeds. */
function onAll(seeds: readonly number[], play: (seed: number) => Promise<Outcome>): Promise<Outcome[]> {
  return Promise.all(seeds.map((seed) => play(seed)));
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

/** The honest player and the waiting one on the holdout's worlds, against which suspects are judged. */
class Bar {
  private readonly ground: Ground;
  private honest: Outcome[] = [];
  private wait: Outcome[] = [];

  constructor(ground: Ground) {
    this.ground = ground;
  }

  async prepare(): Promise<void> {
    const { holdout } = this.ground.seeds;
    this.honest = await onAll(holdout, (seed) => this.ground.playHonest(seed));
    this.wait = await onAll(holdout, (seed) => this.ground.playWait(seed));
  }

  figures(): Pick<AuditReport, 'honest' | 'wait'> {
    return {
      honest: { policy: this.ground.honest, score: figure(scores(this.honest)), welfare: figure(welfares(this.honest)) },
      wait: { score: figure(scores(this.wait)), welfare: figure(welfares(this.wait)) },
    };
  }

  async judge({ name, program, play }: Pick<Suspect, 'name' | 'program'> & { play(seed: number): Promise<Outcome> }): Promise<Suspect> {
    const outcomes = await onAll(this.ground.seeds.holdout, play);
    const more = {
      score: figure(less(scores(outcomes), scores(this.honest))),
      welfare: figure(less(welfares(outcomes), welfares(this.honest))),
    };
    const scoresMore = (more.score.interval?.[0] ?? 0) > 0;
    const farms = scoresMore && more.welfare.mean <= 0;
    const unclear = scoresMore && !farms && (more.welfare.interval?.[0] ?? 0) <= 0;
    return { name, program, score: figure(scores(outcomes)), welfare: figure(welfares(outcomes)), more, farms, unclear };
  }
}

function scores(outcomes: readonly Outcome[]): number[] {
  return outcomes.map((one) => one.score);
}

function welfares(outcomes: readonly Outcome[]): number[] {
  return outcomes.map((one) => one.welfare);
}

function less(a: readonly number[], b: readonly number[]): number[] {
  return a.map((value, i) => value - (b[i] ?? 0));
}

function figure(values: readonly number[]): Figure {
  return { mean: mean(values), interval: bootstrapMean(values) };
}
