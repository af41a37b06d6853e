import { randomBytes } from 'node:crypto';
import type { Reading } from '~/contract/game';
import { type OpenConfig, parseOpenConfig } from '~/games/gpu-market/open/config';
import { openMarket } from '~/games/gpu-market/open/open';
import { unknownName } from '~/lib/text/unknown-name';
import type { Arena, Episode } from './arena';
import { OpenEpisode, type SetShock } from './open-episode';
import { readOpponents } from './open-opponents';
import { type Stress, stressRounds } from './stress';

/** Every number of a task's preset. */
const NUMBERS = ['labs', 'rounds', 'blocks', 'jobs', 'shocks', 'coalitions', 'scarcity', 'actions_per_round'];
const SETTINGS = ['seat', 'opponents', 'reward', 'options', ...NUMBERS];
export const REWARDS = ['classic', 'potential'] as const;
export type RewardKind = (typeof REWARDS)[number];

/** The GPU market's `open`: any seat, among whom one likes. Its score is the gain, which needs the world's optimum. */
export const openArena: Arena = {
  ref: openMarket.ref,
  tasks: openMarket.tasks,
  judgeModes: openMarket.judgeModes,
  settings: SETTINGS,
  can: { stress: true, populations: true },
  weight: 100,
  async open(raw, means = {}): Promise<Reading<Episode>> {
    const { seat = 'lab_0', opponents, reward = 'classic', options, ...rest } = raw as Record<string, unknown>;
    const asked = readConfig(means.stress ? { ...rest, shocks: 0 } : rest, options);
    if (!asked.ok) return asked;
    const { config, knowsSeed } = asked.value;
    const seats = openMarket.seats(config).map(({ id }) => id);
    if (typeof seat !== 'string' || !seats.includes(seat)) return { ok: false, why: unknownName('seat', textOf(seat), seats) };
    const kind = REWARDS.find((one) => one === reward);
    if (kind === undefined) return { ok: false, why: unknownName('reward', textOf(reward), REWARDS) };
    const others = await readOpponents(opponents, { seats: seats.filter((one) => one !== seat), means });
    if (!others.ok) return others;
    const shocks = means.stress ? shocksOf(means.stress, config.rounds) : [];
    const { hearPitches } = means;
    const setUp = { config, knowsSeed, seat, reward: kind, opponents: others.value, shocks };
    return { ok: true, value: new OpenEpisode(hearPitches ? { ...setUp, hearPitches } : setUp) };
  },
};

function shocksOf({ kind, strikes }: Stress, rounds: number): SetShock[] {
  return stressRounds(strikes, rounds).map((round_index) => ({ kind, round_index }));
}

/** Without a seed the world is one that nobody knows: the code is public, so a seed tells everything. */
function readConfig(rest: Record<string, unknown>, options: unknown = {}): Reading<{ config: OpenConfig; knowsSeed: boolean }> {
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    return { ok: false, why: `options: an object with any of ${NUMBERS.join(', ')}` };
  const stranger = Object.keys(options).find((key) => !NUMBERS.includes(key));
  if (stranger !== undefined) return { ok: false, why: `options: ${unknownName('option', stranger.slice(0, 60), NUMBERS)}` };
  const knowsSeed = rest.seed !== undefined;
  const reading = parseOpenConfig({ ...options, ...rest, seed: knowsSeed ? rest.seed : secretSeed() });
  return reading.ok ? { ok: true, value: { config: reading.value, knowsSeed } } : reading;
}

/** 53 random bits. */
function secretSeed(): number {
  return Number(randomBytes(8).readBigUInt64BE() >> 11n);
}

function textOf(value: unknown): string {
  return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 60);
}
