/** All audit targets, derived from the games' packs. */
import {
  type AuditMeans,
  type AuditOutcome,
  type AuditTarget,
  type AuditWords,
  HONEST,
  type Program,
  type SeedRange,
  seedsOf,
} from '~/contract/audit';
import type { AnyGame, Reading } from '~/contract/game';
import type { GameRef } from '~/contract/game-ref';
import { imbalanceOf } from '~/contract/ledger';
import type { GamePack } from '~/contract/pack';
import type { Policy } from '~/contract/policy';
import { envGame } from '~/engine/env-games';
import { playMatch } from '~/engine/memory-run';
import { playThrough } from '~/eval/play-episode';
import { packOf } from '~/games/packs';
import { readGame, rulesetWord } from '~/games/read-game';
import { findGame, GAMES } from '~/games/registry';
import { unknownName } from '~/lib/text/unknown-name';

interface Listed {
  name: string;
  make(holdout: Partial<SeedRange>): AuditTarget;
}

/** The functions passed to games that define their own targets. */
export const auditMeans: AuditMeans = {
  play: playMatch,
  async playEpisode({ rules, env }, settings, moveOf) {
    const opened = await envGame(rules, env).open(settings);
    if (!opened.ok) throw new Error(opened.why);
    await playThrough(opened.value, moveOf);
    return opened.value;
  },
};

/** Of every version of every game. */
function listed(): Listed[] {
  return GAMES.flatMap(listedIn);
}

function listedIn(rules: AnyGame): Listed[] {
  const pack = packOf(rules.ref);
  const { audit } = pack;
  if (audit === undefined) return [];
  const ids = 'targets' in audit ? audit.targets : rules.tasks;
  return ids.map((one) => {
    const name = targetName(rules.ref, one.id);
    return {
      name,
      make: (holdout) => ('make' in one ? one.make({ name, holdout, means: auditMeans }) : plainTarget(pack, one.id, { name, holdout })),
    };
  });
}

/** A target's name, e.g. `classic/coalition_market`, or `open@2/market_round` if there are several versions. Default task: the first. */
export function targetName({ key, version }: GameRef, task?: string): string {
  const isAlone = GAMES.filter(({ ref }) => ref.key === key).length < 2;
  return `${rulesetWord(key)}${isAlone ? '' : `@${version}`}/${task ?? findGame(key, version)?.tasks[0]?.id ?? ''}`;
}

/** All targets as `RULESET/TASK`; with `+coalitions` for a field of planners that form and join them. */
export function targetNames(): string[] {
  return listed().map(({ name }) => name);
}

/**
 * By name, e.g. `classic/coalition_market`, with the ruleset in any accepted form and its default version if none is named. Refuses holdout
 * seeds that the search uses.
 */
export function findTarget(name: string, holdout: Partial<SeedRange> = {}): Reading<AuditTarget> {
  const all = listed();
  const found = all.find((one) => one.name === plainName(name));
  if (!found)
    return {
      ok: false,
      why: unknownName(
        'task to audit',
        name,
        all.map((one) => one.name),
      ),
    };
  const target = found.make(holdout);
  const { search, holdout: judged } = target.seeds;
  const seen = judged.find((seed) => search.includes(seed));
  return seen === undefined
    ? { ok: true, value: target }
    : {
        ok: false,
        why: `holdout: the search itself plays seeds ${search.at(0)}-${search.at(-1)}, seed ${seen} among them: judge on others`,
      };
}

function plainName(name: string): string {
  const end = name.lastIndexOf('/');
  const read = end < 0 ? null : readGame({ ruleset: name.slice(0, end) });
  return read?.ok ? targetName(read.value.ref, name.slice(end + 1)) : name;
}

const SEARCH = { from: 0, worlds: 12 };
const HOLDOUT = { from: 40_000, worlds: 30 };

export interface PlainTargetOptions {
  name: string;
  holdout?: Partial<SeedRange>;
}

/**
 * A target for one task of any game: the program plays a seat of each role in turn, and the game's reference player the rest. `pack`: must
 * have audit words and the task.
 */
export function plainTarget(
  pack: Pick<GamePack, 'rules' | 'audit' | 'books'>,
  task: string,
  { name, holdout }: PlainTargetOptions,
): AuditTarget {
  const words = wordsOf(pack);
  const { units, oneUnit, honest, known, language } = words;
  const setting = { pack, task };
  const idle: Player = { id: 'idle', choose: (seen) => words.idle(seen) };
  return {
    name,
    units,
    oneUnit,
    language,
    honest: honest.id,
    seeds: { search: seedsOf(SEARCH), holdout: seedsOf({ ...HOLDOUT, ...holdout }) },
    weight: 1,
    playHonest: (seed) => playIn(setting, seed, () => honest),
    playWait: (seed) => playIn(setting, seed, () => idle),
    playProgram: (program, seed) => playIn(setting, seed, () => playerOf(program, pack)),
    known: known.map((farmer) => ({ name: farmer.id, play: (seed) => playIn(setting, seed, () => farmer) })),
  };
}

type Player = Pick<Policy, 'id' | 'choose'>;
type Setting = { pack: Pick<GamePack, 'rules' | 'audit' | 'books'>; task: string };

function wordsOf({ rules, audit }: Setting['pack']): AuditWords {
  if (!audit || 'targets' in audit) throw new Error(`${named(rules.ref)} has no words for audits`);
  return audit;
}

function named({ key, version }: GameRef): string {
  return `${key}@${version}`;
}

/** Repeats the program's steps, one per turn; skips steps that are not possible. */
function playerOf(program: Program, pack: Setting['pack']): Player {
  const { honest, idle, moveOf } = wordsOf(pack);
  let turn = -1;
  return {
    id: 'program',
    choose(seen, chance) {
      turn += 1;
      for (let tried = 0; tried < program.length; tried += 1) {
        const index = (turn + tried) % program.length;
        const step = program[index];
        if (step?.type === HONEST) return honest.choose(seen, chance);
        const move = step && moveOf(step, seen, { round: turn, index });
        if (move) return move;
      }
      return idle(seen);
    },
  };
}

/** One world, played once per role that has a seat in this task; returns the weighted means over roles. */
async function playIn({ pack, task }: Setting, seed: number, newPlayer: () => Player): Promise<AuditOutcome> {
  const { rules } = pack;
  const read = rules.parseConfig({ task_type: task, seed });
  if (!read.ok) throw new Error(read.why);
  const seats = rules.seats(read.value);
  const roles = rules.roles.filter(({ id }) => seats.some(({ role }) => role === id));
  const total = roles.reduce((sum, { weight }) => sum + weight, 0);
  const mean = { score: 0, welfare: 0, unexplained: 0 };
  for (const { id, weight } of roles) {
    const of = seats.filter(({ role }) => role === id);
    const own = of[seed % of.length];
    if (!own) throw new Error(`nobody plays ${id} in ${named(rules.ref)}`);
    const { score, welfare, unexplained } = playAs(pack, read.value, { seat: own.id, player: newPlayer() });
    const share = weight / total;
    mean.score += share * score;
    mean.welfare += share * welfare;
    mean.unexplained += share * unexplained;
  }
  const { unexplained, ...outcome } = mean;
  return { ...outcome, ...(unexplained !== 0 && { unexplained }) };
}

function playAs(pack: Setting['pack'], config: unknown, { seat, player }: { seat: string; player: Player }): Required<AuditOutcome> {
  const { rules, books } = pack;
  const { others } = wordsOf(pack);
  const { state, events } = playMatch(rules, config, {
    playerOf: (one) => (seen, chance) => (one === seat ? player : others).choose(seen, chance),
  });
  const told = books(events);
  return { score: rules.outcome(state).scores[seat] ?? 0, welfare: told.entered - told.left, unexplained: imbalanceOf(told) };
}
