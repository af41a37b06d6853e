/**
 * The search for a world's seed by whoever has this source and all that its seat can see: every number in sight, every number of a
 * published range, and whatever else is guessed. The code is public, so a seed that is found tells everything.
 */

import { round } from '~/lib/numbers';
import type { Draws } from '~/lib/random/draws';
import { type OpenConfig, PRESETS, parseOpenConfig } from '../../config';
import type { OpenObservation, PublicBlock } from '../../observation';
import { drawWorld, openDraws, STREAMS, type World } from '../../world';

/** Training, validation and test worlds: published, so that tables can be made again. */
export const PUBLISHED_RANGES = [{ first: 0, last: 59_999 }] as const;

const LEAST_DIGITS = 1;
const BASES = [10, 16, 36] as const;

export interface FoundWorld {
  seed: number;
  world: World;
}

/** The world that these blocks come from, if its seed is a published one or stands somewhere in sight. */
export function findSeed(observation: OpenObservation, sights: readonly string[] = []): FoundWorld | null {
  const config = settingOf(observation);
  if (config === null) return null;
  const first = observation.public_market.blocks.find((block) => block.owner_lab_id === 'lab_0' && block.block_id.startsWith('b_0_'));
  if (first === undefined) return null;
  const told = numbersIn([JSON.stringify(observation), ...sights].join(' '));
  for (const seed of told) if (isWorld(seed, { config, first, observation })) return { seed, world: worldAt(config, seed) };
  for (const range of PUBLISHED_RANGES) {
    for (let seed = range.first; seed <= range.last; seed++) {
      if (isWorld(seed, { config, first, observation })) return { seed, world: worldAt(config, seed) };
    }
  }
  return null;
}

/** Every whole number in the text, read in the bases that ids are written in. */
function numbersIn(text: string): Set<number> {
  const found = new Set<number>();
  for (const word of text.match(/[0-9a-z]+/gi) ?? []) {
    for (const base of BASES) {
      const number = Number.parseInt(word, base);
      if (word.length >= LEAST_DIGITS && Number.isSafeInteger(number)) found.add(number);
    }
  }
  return found;
}

/** The match's setting as a seat can tell it; judge mode and shocks do not move the world's first draws. */
function settingOf({ task_type, max_rounds, visible_labs, public_market, private_jobs }: OpenObservation): OpenConfig | null {
  const labs = visible_labs.length + 1;
  const first = (i: number) => public_market.blocks.filter((block) => block.block_id.startsWith(`b_${i}_`)).length;
  const blocks = Math.round((first(0) + first(1)) / 2);
  const preset = PRESETS[task_type as keyof typeof PRESETS];
  const jobs = preset?.jobs ?? private_jobs.length;
  const read = parseOpenConfig({
    task_type,
    labs,
    rounds: max_rounds,
    blocks,
    jobs,
    shocks: Math.min(preset?.shocks ?? 0, max_rounds - 1),
  });
  return read.ok ? read.value : null;
}

interface Evidence {
  config: OpenConfig;
  first: PublicBlock;
  observation: OpenObservation;
}

/** A look at the first block first: it turns down almost all. */
function isWorld(seed: number, { config, first, observation }: Evidence): boolean {
  if (!isFirstBlock(openDraws({ seed }, [STREAMS.world, 0]), first, config.rounds)) return false;
  const blocks = new Map(observation.public_market.blocks.map((block) => [block.block_id, block]));
  return worldAt(config, seed).labs.every((lab) =>
    lab.blocks.every((drawn) => {
      const shown = blocks.get(drawn.block_id);
      return shown?.start_round === drawn.start_round && shown.energy_cost === drawn.energy_cost && shown.gpu_count === drawn.gpu_count;
    }),
  );
}

function isFirstBlock(draws: Draws, block: PublicBlock, rounds: number): boolean {
  draws.choice([-1, 1]);
  draws.uniform(100, 200);
  const duration = draws.choice([1, 2, 3]);
  const gpu_count = draws.choice([1, 2, 4]);
  if (duration !== block.duration || gpu_count !== block.gpu_count) return false;
  if (draws.randint(2, Math.max(2, rounds - duration)) !== block.start_round) return false;
  draws.random(); // reliability, which a shock may have changed
  return round(draws.uniform(0.3, 1.2) * duration * gpu_count, 2) === block.energy_cost;
}

function worldAt(config: OpenConfig, seed: number): World {
  return drawWorld({ ...config, seed });
}
