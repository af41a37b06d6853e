import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appRouter } from '~/api/router';
import { strangerAt } from '~/api/testing/stranger-at';
import { exportText } from '~/cli/export-text';
import { replayText } from '~/cli/replay-text';
import { countDataset, exportDataset, sampleDataset } from '~/dataset/export-dataset';
import { type DatasetRequest, FORMATS } from '~/dataset/request';
import { playInto, rowsIn } from '~/dataset/testing/stored-matches';
import { emptyBroadcaster } from '~/live/audience';
import { drawUp } from '~/match/open-match';
import { runMatch } from '~/match/run-match';
import type { Services } from '~/match/services';
import { WakeSignal } from '~/match/wake-signal';
import { MemoryEventStore } from '~/store/memory-event-store';
import type { FixtureResult, TournamentPlan } from '~/store/tournaments/tournament';

const SEED = 7_340_018_211_902_433;
const HOUR_MS = 3_600_000;
const base = mkdtempSync(join(tmpdir(), 'mandi-sealed-'));
let folders = 0;
afterAll(() => rmSync(base, { recursive: true }));

const options = () => ({ folder: join(base, String(folders++)), code: 'test' });
const trajectories: DatasetRequest = { format: 'trajectories', ruleset: 'classic', split: 'none' };
/** In the order of its rows; the journal has none. */
const idsIn = (folder: string) => (rowsIn(folder) as { match_id?: string }[]).flatMap((row) => row.match_id ?? []);

const RESULT: FixtureResult = { seats: [], welfare: null, efficiency: null, unrated: false, rounds: 1, logHash: '' };

/** Its matches ended an hour ago. */
class RatedCup {
  readonly store = new MemoryEventStore('one');
  readonly #services: Services = {
    store: this.store,
    audience: emptyBroadcaster,
    log: { info() {}, warn() {}, error() {} },
    processId: 'one',
    now: () => Date.now() - HOUR_MS,
  };
  #plays = 0;

  async begin(): Promise<void> {
    await this.store.seasons.open({ id: 'season', key: 'key', keyHash: 'hash' });
    const plan = { name: 'cup', tasks: ['coalition_market'] } as unknown as TournamentPlan;
    await this.store.tournaments.create({ id: 'cup', plan, entrants: [], seasonId: 'season', code: 'test' }, []);
  }

  /** A match of a sealed world that is over; the world is played again. `counts`: its result is in. */
  async play(counts = true): Promise<string> {
    const request = { task: 'coalition_market', policy: 'pitching_expert', judgeMode: 'rule' } as const;
    const drawn = drawUp({ ...request, seed: SEED + this.#plays, visibility: 'public' });
    if (!drawn.ok) throw new Error(drawn.why);
    this.#plays += 1;
    const season = { rated: true, season: { id: 'season', index: 0 }, seasonPlay: this.#plays };
    const { id } = await this.store.create({ ...drawn.value.match, ...season }, drawn.value.opening);
    await runMatch(this.#services, id, { wake: new WakeSignal(), signal: new AbortController().signal });
    const stage = this.#plays - 1;
    await this.store.tournaments.schedule('cup', stage, [
      { order: stage, stage, task: 'coalition_market', world: 0, meeting: 'a', rotation: 0, seats: [], matchId: id },
    ]);
    await this.store.tournaments.begin('cup', stage);
    if (counts) await this.store.tournaments.finish('cup', stage, RESULT);
    return id;
  }

  async end(): Promise<void> {
    await this.store.seasons.close('season');
    await this.store.tournaments.setStatus('cup', { from: ['running', 'paused'], to: 'finished' });
  }
}

describe('while others still play its world', () => {
  const cup = new RatedCup();
  let sealed = '';
  beforeAll(async () => {
    await cup.begin();
    sealed = await cup.play();
    expect(await cup.store.get(sealed)).toMatchObject({ status: 'finished', seed: SEED, season: { sealed: true } });
  });

  const asked = FORMATS.flatMap((format): DatasetRequest[] => {
    const plain: DatasetRequest = { ...trajectories, format };
    return [plain, { ...plain, tournament: 'cup' }, { ...plain, forAnalysis: true }, { ...plain, withPeople: true }];
  });

  it.each(asked)('no row, sample or count has its match, nor has a screen: %o', async (request) => {
    const { folder, code } = options();
    expect((await exportDataset(cup.store, request, { folder, code })).rows).toBe(0);
    expect(existsSync(folder)).toBe(false);
    expect((await sampleDataset(cup.store, request, { most: 9 })).rows).toEqual([]);
    expect(await countDataset(cup.store, request, 9)).toMatchObject({ matches: 0, seats: 0 });
    if (request.forAnalysis) return;
    const context = strangerAt({ store: cup.store } as unknown as Services);
    const operator = appRouter.createCaller({ ...context, caller: { ...context.caller, isOperator: true } });
    expect((await operator.data.sample(request)).rows).toEqual([]);
    expect((await operator.data.count(request)).matches).toBe(0);
  });

  it('no command reads it out', async () => {
    await expect(exportText(cup.store, sealed, 'events')).rejects.toThrow('its world stays secret');
    await expect(exportText(cup.store, sealed, 'transcript')).rejects.toThrow('its world stays secret');
    await expect(replayText(cup.store, sealed, undefined)).rejects.toThrow('its world stays secret');
    await expect(replayText(cup.store, sealed, 1)).rejects.toThrow('its world stays secret');
  });
});

it.each(FORMATS)('once its season is closed a match gives its rows: %s', async (format) => {
  const cup = new RatedCup();
  await cup.begin();
  const id = await cup.play();
  await cup.end();
  const { folder, code } = options();
  const { rows } = await exportDataset(cup.store, { ...trajectories, format, tournament: 'cup' }, { folder, code });
  expect(rows).toBeGreaterThan(0);
  expect(await exportText(cup.store, id, 'events')).toContain(String(SEED));
});

it('an export that follows takes a match once its season is closed, though later ones came before it', async () => {
  const cup = new RatedCup();
  await cup.begin();
  const sealed = [await cup.play(), await cup.play()];
  const open = await playInto(cup.store, { task: 'single_trade', seed: SEED, policy: 'rule_based_expert' });
  const stop = new AbortController();
  const { folder, code } = options();
  const follows = exportDataset(cup.store, trajectories, {
    folder,
    code,
    follow: true,
    signal: stop.signal,
    onIdle: () => void cup.end(),
    onMatch: ({ matches }) => matches === 3 && stop.abort(new Error('enough')),
  });
  await expect(follows).rejects.toThrow('enough');
  await exportDataset(cup.store, trajectories, { folder, code });
  expect(idsIn(folder)).toEqual([open, ...sealed]);
});

it('an export of a rated tournament that follows ends with it, and has all its matches', async () => {
  const cup = new RatedCup();
  await cup.begin();
  const sealed = [await cup.play(), await cup.play()];
  const { folder, code } = options();
  const request: DatasetRequest = { ...trajectories, tournament: 'cup' };
  const ends = async () => {
    await cup.store.tournaments.setStatus('cup', { from: ['running'], to: 'cancelled' });
    await cup.store.seasons.close('season'); // its key is told a moment later
  };
  await exportDataset(cup.store, request, { folder, code, follow: true, onIdle: () => void ends() });
  expect(idsIn(folder)).toEqual(sealed);
});

it('an export of a cancelled tournament has its results; a match that ended too late for it is exported as any other', async () => {
  const cup = new RatedCup();
  await cup.begin();
  const result = await cup.play();
  const late = await cup.play(false);
  await cup.store.tournaments.setStatus('cup', { from: ['running'], to: 'cancelled' });
  await cup.end();
  const ofCup = options();
  await exportDataset(cup.store, { ...trajectories, tournament: 'cup' }, ofCup);
  expect(idsIn(ofCup.folder)).toEqual([result]);
  const ofAll = options();
  await exportDataset(cup.store, trajectories, ofAll);
  expect(idsIn(ofAll.folder)).toEqual([result, late]);
});

it('a run that was stopped goes back for what was sealed, stopped in the middle of it or not, and has each match once', async () => {
  const cup = new RatedCup();
  await cup.begin();
  const sealed = [await cup.play(), await cup.play()];
  const late = await playInto(cup.store, { task: 'single_trade', seed: SEED, policy: 'rule_based_expert' });
  const { folder, code } = options();
  const stopAfter = (count: number) => {
    const stop = new AbortController();
    const onMatch = ({ matches }: { matches: number }) => matches >= count && stop.abort(new Error('stopped'));
    return exportDataset(cup.store, trajectories, { folder, code, follow: true, signal: stop.signal, onMatch });
  };
  await expect(stopAfter(1)).rejects.toThrow('stopped');
  expect(idsIn(folder)).toEqual([late]);
  await cup.end();
  await expect(stopAfter(2)).rejects.toThrow('stopped');
  await expect(stopAfter(3)).rejects.toThrow('stopped');
  const { counts } = await exportDataset(cup.store, trajectories, { folder, code });
  expect(idsIn(folder)).toEqual([late, ...sealed]);
  expect(counts.matches).toBe(3);
});
