import { describe, expect, it } from 'vitest';
import { type AuditMeans, type AuditOutcome, type AuditTarget, type Language, type Program, stepOf } from '~/contract/audit';
import type { EnvSession, EnvTurn } from '~/contract/env';
import { envGame } from '~/engine/env-games';
import { playThrough } from '~/eval/play-episode';
import { classicTarget } from '~/games/gpu-market/classic/audit/targets';
import { openTarget } from '~/games/gpu-market/open/shared/audit/targets';
import { evolve } from '~/games/gpu-market/open/shared/evolve';
import { openMarketBy } from '~/games/gpu-market/open/v1/open';
import { sfc32 } from '~/statistics/basics';
import { hole as releasePaysLate } from '../../tests/fixtures/holes/release-pays-late';
import { audit } from './audit';
import { describeProgram, mutate, randomProgram } from './program';
import { auditMeans, findTarget } from './targets';

const LANGUAGE: Language = {
  types: ['work', 'wait', 'send_message', 'release_capacity', 'make_pitch'],
  fieldsOf: () => ['pick', 'things', 'give', 'ask', 'words'],
  longest: 6,
};

/** Eight rounds of a market made for the test: work makes a unit of value and a point; with the hole, so does each third pitch. */
function plantedTarget(hole: boolean): AuditTarget {
  function play(program: Program): AuditOutcome {
    const outcome = { score: 0, welfare: 0 };
    let pitches = 0;
    for (let round = 0; round < 8; round += 1) {
      const step = program[round % program.length];
      if (step?.type === 'work') {
        outcome.score += 1;
        outcome.welfare += 1;
      }
      if (step?.type === 'make_pitch' && step.words === 'keywords') pitches += 1;
    }
    if (hole) outcome.score += 5 * Math.floor(pitches / 3);
    return outcome;
  }
  return {
    name: 'planted/market',
    units: { score: 'points', welfare: 'units' },
    oneUnit: false,
    language: LANGUAGE,
    honest: 'worker',
    seeds: { search: [0, 1, 2, 3], holdout: [10, 11, 12, 13, 14, 15, 16, 17] },
    weight: 1,
    playHonest: async (seed) => ({ ...play([stepOf('work')]), score: 8 + (seed % 2) / 100 }),
    playWait: async () => ({ score: 0, welfare: 0 }),
    playProgram: async (program) => play(program),
    known: [{ name: 'pitcher', play: async () => play([stepOf('make_pitch', { words: 'keywords' })]) }],
  };
}

/** With a hole: whoever releases what it reserved the turn before is paid for it. */
const holedMeans: AuditMeans = {
  ...auditMeans,
  async playEpisode({ rules, env }, settings, moveOf) {
    const opened = await envGame(rules, env).open(settings);
    if (!opened.ok) throw new Error(opened.why);
    const episode = holed(opened.value);
    await playThrough(episode, moveOf);
    return episode;
  },
};

const PAID = 1;

function holed(episode: EnvSession): EnvSession {
  let paid = 0;
  let reserved = false;
  const { state, step } = episode;
  return Object.assign(episode, {
    step(raw: unknown): EnvTurn {
      const { action_type } = raw as { action_type: string };
      const before = episode.state().invalid_actions;
      const turn = step.call(episode, raw);
      if (turn instanceof Promise) throw new Error('classic answers at once');
      const done = state.call(episode).invalid_actions === before;
      if (done && action_type === 'release_capacity' && reserved) paid += PAID;
      reserved = done && action_type === 'reserve_capacity';
      return turn;
    },
    state: () => ({ ...state.call(episode), cumulative_reward: state.call(episode).cumulative_reward + paid }),
  });
}

const setting = { name: 'audited', holdout: {}, means: auditMeans };
const limits = { seed: 1, seconds: 60, programs: 400, known: false, now: () => 0 };

describe('an audit', () => {
  it('finds a hole that was planted, and none where there is none', async () => {
    const found = await audit(plantedTarget(true), limits);
    expect(found.farmers).toBeGreaterThan(0);
    expect(found.suspects[0]).toMatchObject({ farms: true });
    expect(found.suspects[0]?.score.mean).toBeGreaterThanOrEqual(10);
    expect(found.suspects[0]?.welfare.mean).toBeLessThanOrEqual(4);
    expect(found.suspects[0]?.name).toContain('make_pitch');
    const sound = await audit(plantedTarget(false), limits);
    expect(sound.farmers).toBe(0);
  });

  it('shrinks away steps that do nothing', async () => {
    const target = plantedTarget(false);
    const paid = async (program: Program): Promise<AuditOutcome> => ({
      score: program.some(({ type }) => type === 'wait') ? 9 : 0,
      welfare: 0,
    });
    const found = await audit({ ...target, playProgram: paid }, { ...limits, programs: 60 });
    expect(found.suspects.map(({ program }) => program?.map(({ type }) => type))).toContainEqual(['wait']);
    expect(found.suspects[0]?.program).toHaveLength(1);
  });

  it('finds a rule that was planted in classic and pays for nothing, and shrinks to it', async () => {
    const found = await audit(classicTarget('single_trade', { ...setting, means: holedMeans }), { ...limits, seed: 3, programs: 1_200 });
    expect(found.suspects[0]).toMatchObject({ farms: true });
    expect(found.suspects[0]?.score.mean).toBeGreaterThan(PAID);
    const named = found.suspects.map(({ name }) => name.replace(/ \([^)]*\)/g, ''));
    expect(named).toContain('loop: reserve_capacity | release_capacity');
  });

  it('finds a rule that was planted in open and pays little, beside honest work', { timeout: 900_000 }, async () => {
    // Less than a tenth of what the planner earns: who gives its work up for it has lost.
    const apply = releasePaysLate.plant(evolve);
    const found = await audit(openTarget('single_trade', { ...setting, by: openMarketBy, holdout: { worlds: 6 }, apply }), {
      ...limits,
      programs: 8,
      quick: 600,
    });
    const [first] = found.suspects;
    expect(first).toMatchObject({ farms: true });
    expect(first?.where).toMatch(/^blocks_marked in round \d: \d+\.\d0 from nowhere/);
    expect(first?.unexplained?.mean).toBeGreaterThan(0);
    const named = found.suspects.filter((one) => one.farms).map(({ name }) => name.replace(/ \([^)]*\)/g, ''));
    expect(named).toContain('loop: honest | reserve_capacity | release_capacity');
  });

  it('sieves: the first forty programs cost 40 looks at one world, 20 at two more and 10 at the rest', async () => {
    const { search } = await audit(plantedTarget(false), { ...limits, programs: 40 });
    expect(search).toMatchObject({ programs: 40, matches: 40 * 1 + 20 * 2 + 10 * 1 });
  });

  it('of the same seed is the same, and known farmers are tried where they are asked for', async () => {
    const [one, two] = await Promise.all([audit(plantedTarget(true), limits), audit(plantedTarget(true), limits)]);
    expect(one).toEqual(two);
    const known = await audit(plantedTarget(true), { ...limits, programs: 5, known: true });
    expect(known.suspects.find(({ program }) => program === null)).toMatchObject({ name: 'pitcher', farms: true });
  });

  it('finds no farmer in a look at open’s single trades, known ones among them, and names the range it judged on', {
    timeout: 900_000,
  }, async () => {
    const found = await audit(openTarget('single_trade', { ...setting, by: openMarketBy, holdout: { worlds: 6 } }), {
      ...limits,
      programs: 60,
      known: true,
    });
    expect(found.farmers).toBe(0);
    expect(found.suspects.length).toBeGreaterThan(found.suspects.filter(({ program }) => program === null).length);
    expect(found.holdout).toEqual({ from: 40_000, to: 40_005, worlds: 6, splits: ['validation'] });
  });

  it('plays programs that stay short, of known types, and say what they do', () => {
    const random = sfc32(7);
    let program = randomProgram(LANGUAGE, random);
    for (let i = 0; i < 500; i += 1) {
      program = mutate(program, LANGUAGE, random);
      expect(program.length).toBeGreaterThan(0);
      expect(program.length).toBeLessThanOrEqual(6);
      expect(program.every(({ type }) => LANGUAGE.types.includes(type))).toBe(true);
    }
    expect(describeProgram(program)).toMatch(/^loop: /);
  });

  it('plays classic’s published bar: the expert has .6238 on the holdout seeds, the waiting lab nothing made', async () => {
    const target = classicTarget('coalition_market', setting);
    const honest = await Promise.all(target.seeds.holdout.map((seed) => target.playHonest(seed)));
    expect(honest.reduce((sum, { score }) => sum + score, 0) / honest.length).toBeCloseTo(0.6238, 4);
    expect((await target.playWait(50_000)).welfare).toBe(0);
    expect((await target.known[0]?.play(50_000))?.welfare).toBe(0);
  });
});

describe('what is judged on', () => {
  it.each([
    ['classic/single_trade', 0, 11],
    ['open/single_trade', 0, 7],
  ])('%s: a holdout that the search has played is refused', (name, first, last) => {
    expect(findTarget(name, { from: last, worlds: 2 })).toEqual({
      ok: false,
      why: `holdout: the search itself plays seeds ${first}-${last}, seed ${last} among them: judge on others`,
    });
    expect(findTarget(name, { from: last + 1, worlds: 2 })).toMatchObject({ ok: true });
    expect(findTarget(name)).toMatchObject({ ok: true });
  });
});
