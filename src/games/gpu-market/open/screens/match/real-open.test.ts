import { beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '~/contract/game';
import type { AnyGameScreens } from '~/contract/screens';
import { playMatch } from '~/engine/memory-run';
import { findPolicy } from '~/games/policies';
import { FrameFold, type Sight } from '~/live/frames';
import type { Frame } from '~/live/protocol';
import { feedLines } from '~/ui/match/feed-lines';
import { storyteller } from '~/ui/match/use-feed-lines';
import { marksOf } from '~/ui/replay/marks';
import { EMPTY_REEL, type Reel, wind } from '~/ui/replay/reel';
import { floorHeight, planFloor } from '../../../screens/floor-plan';
import { OPEN_LABS } from '../../../screens/lab-names';
import type { OpenEvent } from '../../shared/events';
import type { OpenState } from '../../shared/state';
import type { OpenMarketView } from '../../shared/told/view';
import { openMarket } from '../../v1/open';
import { screens } from '../screens';
import { measuresFor } from './open-floor';
import { profitOfAll } from './profit-measure';

const drawn: AnyGameScreens = screens;

interface Played {
  events: OpenEvent[];
  /** The state after each event, as it stood then. */
  states: OpenState[];
}

/** A whole match in memory, every seat played by the same policy. */
function play(task: string, policy: string, seed: number): Played {
  const [config, player] = [openMarket.parseConfig({ task_type: task, seed, judge_mode: 'rule' }), findPolicy('gpu-market/open', policy)];
  if (!config.ok || !player) throw new Error('the task and its policy are there');
  const { events } = playMatch(openMarket, config.value, { playerOf: () => (observation, chance) => player.choose(observation, chance) });
  let state: OpenState | null = null;
  const states = events.map((event) => {
    state = openMarket.evolve(state, structuredClone(event));
    return openMarket.copy(state);
  });
  return { events, states };
}

/** The frames as they come in over the wire. */
function framesFor({ events }: Played, sight: Sight): Frame[] {
  const fold = new FrameFold(openMarket, sight);
  return events.map((event, place) => {
    const copy = structuredClone(event);
    const frame = fold.take({ seq: place + 1, json: JSON.stringify(copy), event: copy, recordedAt: new Date(0) });
    return JSON.parse(JSON.stringify(frame)) as Frame;
  });
}

const VIEWERS: { sight: Sight; viewer: Viewer }[] = [
  { sight: 'all', viewer: { kind: 'all' } },
  { sight: 'public', viewer: { kind: 'public' } },
  { sight: 'seat:lab_1', viewer: { kind: 'seat', seat: 'lab_1' } },
];

describe.each([
  ['coalition_market', 'random', 7],
  ['market_round', 'planner', 5],
])('an open match on screen: %s of %s, seed %i', (task, policy, seed) => {
  let record: Played;
  beforeAll(() => {
    record = play(task, policy, seed);
  });

  it.each(VIEWERS)('shows $sight at every instant exactly what the game shows then', ({ sight, viewer }) => {
    const { reel } = wind<OpenMarketView>(EMPTY_REEL, framesFor(record, sight));
    expect(reel.views).toHaveLength(record.events.length);
    for (const [place, state] of record.states.entries()) {
      expect(reel.views[place]).toEqual(JSON.parse(JSON.stringify(openMarket.view(state, viewer))));
    }
  });

  it.each(VIEWERS)('has a whole sentence for every event that $sight is told', ({ sight }) => {
    const tell = storyteller(drawn, openMarket.view(stateAt(record, 0), { kind: 'public' }));
    for (const frame of framesFor(record, sight)) {
      const sentence = tell(frame);
      expect(sentence).toMatch(/[.”]$/);
      expect(sentence).not.toMatch(/undefined|null|NaN|\[object|lab_\d/);
    }
  });

  it('keeps every bar within its row on a floor that never changes its height', () => {
    const { reel } = wind<OpenMarketView>(EMPTY_REEL, framesFor(record, 'all'));
    const measures = measuresFor(record.states[0] ? Object.keys(record.states[0].labs).length : 0, false);
    const rows = (view: OpenMarketView) => ({ ...view, labs: [...view.labs, { lab_id: 'operator', least: 44 }] });
    const height = floorHeight(rows(viewIn(reel, 0)), measures);
    for (const view of reel.views) {
      for (const bar of planFloor(rows(view), height, measures).bars) expect(bar.top + bar.height).toBeLessThanOrEqual(height + 0.01);
    }
  });

  it('marks what the record has: trades, coalitions, pitches, shocks, settlements', () => {
    const marks = marksOf(framesFor(record, 'all'), drawn.feed.markOf);
    const count = (kind: string) => marks.filter((mark) => mark.kind === kind).length;
    const events = (type: string) => record.events.filter((event) => event.type === type).length;
    expect(count('trade')).toBe(events('offer_accepted'));
    expect(count('shock')).toBe(events('shock_struck'));
    expect(count('settlement')).toBeGreaterThan(0);
    expect(marks.every((mark) => screens.feed.marks.some(({ kind }) => kind === mark.kind))).toBe(true);
  });

  it('ends its curve where the accounts end', () => {
    const { reel } = wind<OpenMarketView>(EMPTY_REEL, framesFor(record, 'all'));
    const total =
      record.states.at(-1) &&
      Object.values(openMarket.outcome(stateAt(record, -1)).scores).reduce<number>((sum, one) => sum + (one ?? 0), 0);
    expect(profitOfAll.points(reel.views, []).at(-1)?.y).toBeCloseTo(total ?? Number.NaN, 2);
  });
});

describe('what a watcher of a public match is told', () => {
  it('is nothing private: no job of anybody, no price of a deal between two, no reason of a verdict', () => {
    const record = withPrivateDeal();
    const opening = openMarket.view(stateAt(record, 0), { kind: 'public' });
    const frames = framesFor(record, 'public');
    const lines = feedLines(frames, () => 0, { words: drawn.feed, tell: storyteller(drawn, opening) });
    const said = lines.flatMap((line) => (line.kind === 'said' ? [line] : []));
    expect(said.length).toBeGreaterThan(20);
    const pitches = new Set(
      frames.filter((frame) => frame.event?.type === 'pitches_judged' || frame.event?.type === 'message_posted').map((frame) => frame.seq),
    );
    for (const line of said.filter((one) => !pitches.has(one.seq))) expect(line.text).not.toMatch(/\bj_\d/);
    const closed = new Set(record.events.flatMap((event, place) => (event.type === 'offer_accepted' && !event.open ? [place + 1] : [])));
    for (const line of said.filter((one) => closed.has(one.seq))) expect(line.text).not.toMatch(/ cr/);
    expect(said.filter((line) => closed.has(line.seq)).length).toBeGreaterThan(0);
  });
});

it('has a word on the feed, or deliberately none, for every kind of event', () => {
  const kinds = new Map<string, string | null>();
  for (const record of [
    play('coalition_market', 'random', 3),
    play('market_round', 'planner', 3),
    play('coalition_market', 'planner_with_coalitions', 3),
  ]) {
    for (const event of record.events) kinds.set(event.type, drawn.feed.topicOf(event) ?? kinds.get(event.type) ?? null);
  }
  const silent = [...kinds].flatMap(([type, topic]) => (topic === null ? [type] : [])).sort();
  expect(silent).toEqual(['reputation_changed', 'round_closed', 'turn_taken']);
  expect(OPEN_LABS.nameOf('lab_27')).toBe('Lab AB');
});

/** A match in which two labs deal with each other alone, whatever policies come to prefer. */
function withPrivateDeal(): Played {
  for (const policy of ['house', 'planner', 'cooperative']) {
    for (const seed of [4, 5, 6]) {
      const record = play('market_round', policy, seed);
      if (record.events.some((event) => event.type === 'offer_accepted' && !event.open)) return record;
    }
  }
  throw new Error('no policy makes private deals any more');
}

function stateAt(record: Played, place: number): OpenState {
  const state = record.states.at(place);
  if (!state) throw new Error('no such instant');
  return state;
}

function viewIn(reel: Reel<OpenMarketView>, place: number): OpenMarketView {
  const view = reel.views[place];
  if (!view) throw new Error('no such instant');
  return view;
}
