import jsonPatch from 'fast-json-patch';
import { describe, expect, it } from 'vitest';
import { askPolicy } from '~/contract/ask-policy';
import type { AnyGame, GameEvent, Viewer } from '~/contract/game';
import { findPolicy } from '~/games/policies';
import { findGame } from '~/games/registry';
import type { MatchRecord, StoredEvent } from '~/store/event-store';
import { FrameFold } from './frames';
import { MatchFeeds } from './match-feed';
import type { Frame } from './protocol';

interface Played {
  game: AnyGame;
  log: StoredEvent[];
  /** By append: the head after it, and the turn that is played then. */
  appends: { head: number; turn: number }[];
}

/** As it was stored: nothing in it is shared. */
function eventOf(json: string): GameEvent {
  return JSON.parse(json) as GameEvent;
}

function required<T>(thing: T | null | undefined): T {
  if (thing === null || thing === undefined) throw new Error('nothing there');
  return thing;
}

/** A match of the open market, played by the random policy; every turn is an append of its own, or a whole round is. */
function play(labs: number, { together, seed = 11 }: { together: boolean; seed?: number }): Played {
  const game = required(findGame('gpu-market/open'));
  const policy = required(findPolicy('gpu-market/open', 'random'));
  const config = game.parseConfig({ task_type: 'coalition_market', labs, seed, rounds: 6, judge_mode: 'rule' });
  if (!config.ok) throw new Error(config.why);
  const log: StoredEvent[] = [];
  const appends: Played['appends'] = [];
  let state: unknown = null;
  let at = 0;
  function append(events: readonly object[]): void {
    at += 5;
    for (const event of events) {
      const json = JSON.stringify(event);
      log.push({ seq: log.length + 1, json, event: eventOf(json), recordedAt: new Date(at) });
      state = game.evolve(state, eventOf(json));
    }
    appends.push({ head: log.length, turn: game.clock(state).turn });
  }
  append(game.open(config.value));
  while (game.toAct(state).length > 0) {
    const moves = game.toAct(state).map((seat) => ({ seat, move: askPolicy(game, policy, { state, seat }) }));
    const kept: object[] = [];
    let next = game.copy(state);
    for (const { seat, move } of moves) {
      const events = game.decide(next, seat, move);
      for (const event of events) next = game.evolve(next, eventOf(JSON.stringify(event)));
      if (together) kept.push(...events);
      else append(events);
    }
    if (together) append(kept);
  }
  return { game, log, appends };
}

function recordOf({ log }: Played, part: Partial<MatchRecord> = {}): MatchRecord {
  const { labs } = required(log[0]).event as unknown as { labs: { lab_id: string }[] };
  const seats = labs.map(({ lab_id }) => ({ seat: lab_id, kind: 'script', policy: 'random' }));
  return { id: 'm', visibility: 'public', status: 'running', head: log.length, round: 0, delayTurns: 0, seats, ...part } as MatchRecord;
}

function feedsOf({ game, log }: Played): MatchFeeds {
  const read = async (_: string, after = 0, limit = 1000) =>
    log.slice(after, after + limit).map((stored) => ({ ...stored, event: eventOf(stored.json) }));
  return new MatchFeeds({ store: { read }, gameOf: () => game, keep: 4 });
}

/** The view after each frame, as a screen would have it. */
function viewsOf(frames: readonly Frame[]): unknown[] {
  let view: object = {};
  return frames.map(({ patch }) => {
    view = jsonPatch.applyPatch(view, structuredClone(patch), false, false).newDocument;
    return view;
  });
}

/** What the game itself shows at each event. */
function truth({ game, log }: Played, viewer: Viewer): unknown[] {
  let state: unknown = null;
  return log.map(({ json }) => {
    state = game.evolve(state, eventOf(json));
    return JSON.parse(JSON.stringify(game.view(state, viewer))) as unknown;
  });
}

const SIGHTS: [string | null, Viewer][] = [
  [null, { kind: 'public' }],
  ['lab_0', { kind: 'seat', seat: 'lab_0' }],
  ['lab_2', { kind: 'seat', seat: 'lab_2' }],
];

describe('the frames of a match', () => {
  it('show its watchers each event’s view where few sit there', async () => {
    const played = play(4, { together: false });
    const feed = await feedsOf(played).at(recordOf(played));
    expect(viewsOf(feed.frames)).toEqual(truth(played, { kind: 'public' }));
  });

  it.each([
    ['turn by turn', false],
    ['round by round', true],
  ])('show a seat what the game shows it after every append, %s', async (_, together) => {
    const played = play(12, { together });
    for (const [seat, viewer] of SIGHTS) {
      const feed = await feedsOf(played).at(recordOf(played), [], seat);
      const views = viewsOf(feed.frames);
      const right = truth(played, viewer);
      for (const { head } of played.appends) expect(views[head - 1]).toEqual(right[head - 1]);
    }
  });

  it('are the same whether the events came one append after the other or all from the log', async () => {
    const played = play(12, { together: true });
    for (const [seat] of SIGHTS) {
      const live = feedsOf(played);
      let before = 0;
      for (const { head } of played.appends) {
        await live.at(recordOf(played, { head }), played.log.slice(before, head), seat);
        before = head;
      }
      const [grown, read] = [await live.at(recordOf(played), [], seat), await feedsOf(played).at(recordOf(played), [], seat)];
      expect(grown.frames).toEqual(read.frames);
      expect(grown.isBeat(required(played.appends[1]).head)).toBe(true);
      expect(grown.isBeat(required(played.appends[1]).head - 1)).toBe(false);
    }
  });

  it('of many sights that are fed with the very same events do not disturb each other', async () => {
    const played = play(12, { together: true });
    const feeds = feedsOf(played);
    const seats = [null, 'lab_0', 'lab_1', 'lab_2'];
    let before = 0;
    for (const { head } of played.appends) {
      const fresh = played.log.slice(before, head);
      for (const seat of seats) await feeds.at(recordOf(played, { head }), fresh, seat);
      before = head;
    }
    for (const [seat, viewer] of SIGHTS) {
      const feed = await feeds.at(recordOf(played), [], seat);
      expect(feed.view).toEqual(truth(played, viewer).at(-1));
    }
  });

  it('are everybody’s and whole once it is over, and stay so over old news', async () => {
    const played = play(4, { together: true });
    const feeds = feedsOf(played);
    expect((await feeds.at(recordOf(played), [], 'lab_1')).sight).toBe('seat:lab_1');
    const whole = await feeds.at(recordOf(played, { status: 'finished' }), [], 'lab_1');
    expect(whole.sight).toBe('all');
    expect(await feeds.at(recordOf(played))).toBe(whole);
    expect(await feeds.at(recordOf(played), [], 'lab_2')).toBe(whole);
  });
});

describe('a match shown late', () => {
  it.each([1, 2])('shows its watchers no event of the last %i turns, and its seats all', async (delayTurns) => {
    const played = play(4, { together: true });
    const feeds = feedsOf(played);
    const turns: number[] = [];
    let state: unknown = null;
    for (const { json } of played.log) {
      state = played.game.evolve(state, eventOf(json));
      turns.push(played.game.clock(state).turn);
    }
    let before = 0;
    for (const { head, turn } of played.appends) {
      const record = recordOf(played, { head, turn, delayTurns });
      const feed = await feeds.at(record, played.log.slice(before, head));
      const seen = turns.slice(0, head).filter((one, index) => index === 0 || one <= turn - delayTurns);
      expect(feed.head).toBe(seen.length);
      expect((await feeds.at(record, [], 'lab_0')).head).toBe(head);
      before = head;
    }
    expect((await feeds.at(recordOf(played, { status: 'finished', delayTurns }))).head).toBe(played.log.length);
  });
});

describe('a fold', () => {
  it('is behind between two beats, and right at the next', () => {
    const played = play(4, { together: true });
    const fold = new FrameFold(played.game, 'all');
    const frames = played.log.map((stored, index) => fold.take({ ...stored, event: eventOf(stored.json) }, index % 7 === 6));
    const views = viewsOf(frames);
    const right = truth(played, { kind: 'all' });
    for (let beat = 6; beat < views.length; beat += 7) expect(views[beat]).toEqual(right[beat]);
  });
});
