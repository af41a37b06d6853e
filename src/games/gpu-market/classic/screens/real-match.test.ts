import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AnyGameScreens } from '~/contract/screens';
import type { ShownCard, Thing } from '~/contract/shown';
import { findPolicy } from '~/games/policies';
import { findGame } from '~/games/registry';
import { FrameFold } from '~/live/frames';
import type { Frame } from '~/live/protocol';
import { feedLines, linesUntil } from '~/ui/match/feed-lines';
import { storyteller } from '~/ui/match/use-feed-lines';
import { marksOf } from '~/ui/replay/marks';
import { EMPTY_REEL, type Reel, wind } from '~/ui/replay/reel';
import { makeRuler } from '~/ui/replay/ruler';
import { recordAt } from '../../screens/board-record';
import { floorHeight, planFloor, WIDE } from '../../screens/floor-plan';
import type { MarketView } from '../../view';
import { holdingsOf } from './floor';
import { sharesOf } from './reward-columns';
import { screens } from './screens';

const drawn: AnyGameScreens = screens;

/** The published example, played here and sent through the same frames as to a browser. */
function playExpert(): { frames: Frame[]; views: unknown[] } {
  const [game, policy] = [findGame('gpu-market/classic'), findPolicy('gpu-market/classic', 'rule_based_expert')];
  const config = game?.parseConfig({ task_type: 'coalition_market', seed: 5 });
  if (!game || !policy || !config?.ok) throw new Error('classic and its expert are there');
  const fold = new FrameFold(game, 'all');
  const [frames, views]: [Frame[], unknown[]] = [[], []];
  let state: unknown = null;
  const take = (events: ReturnType<typeof game.open>) => {
    for (const event of events) {
      state = game.evolve(state, event);
      frames.push(fold.take({ seq: frames.length + 1, json: JSON.stringify(event), event, recordedAt: new Date(0) }));
      views.push(structuredClone(game.view(state, { kind: 'all' })));
    }
  };
  take(game.open(config.value));
  while (game.toAct(state).length > 0) take(game.decide(state, 'lab_0', policy.choose(game.observe(state, 'lab_0'))));
  return { frames, views };
}

describe('a real match on screen', () => {
  let played: ReturnType<typeof playExpert>;
  let reel: Reel<MarketView>;
  beforeAll(() => {
    played = playExpert();
    reel = wind<MarketView>(EMPTY_REEL, played.frames).reel;
  });

  it('shows at every instant exactly what the game shows then', () => {
    expect(reel.views).toEqual(played.views);
  });

  it('shares the parts that an event did not touch', () => {
    const kept = reel.views.filter((view, place) => place > 0 && view.blocks === reel.views[place - 1]?.blocks);
    expect(kept.length).toBeGreaterThan(reel.views.length / 2);
  });

  it('marks its shocks and trades on the scrubber, in order of time', () => {
    const marks = marksOf(reel.frames, drawn.feed.markOf);
    const ruler = makeRuler(
      reel.views.map((view) => view.round_index),
      9,
      true,
    );
    const rounds = (kind: string) => marks.filter((mark) => mark.kind === kind).map((mark) => ruler.roundOf(mark.seq));
    expect(rounds('shock')).toEqual([3, 6, 8]);
    expect(rounds('trade')).toEqual([0, 3, 7]);
    const places = marks.map((mark) => ruler.placeOf(mark.seq));
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  it('tells it in sentences under its rounds, and none before its time', () => {
    const roundOf = (seq: number) => reel.views[seq - 1]?.round_index ?? 0;
    const tell = storyteller(drawn, reel.views[0] ?? null);
    const lines = feedLines(reel.frames, roundOf, { words: drawn.feed, tell });
    expect(lines.filter((line) => line.kind === 'round').map((line) => line.round)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    const said = lines.flatMap((line) => (line.kind === 'said' ? [line.text] : []));
    expect(said[0]).toBe('A coalition market opened: 5 labs, 9 rounds, seed 5.');
    expect(said).toContain("Lab A swapped b_1_0 for Lab 0's b_0_0 and paid 5.1 cr.");
    for (const seq of [1, 7, 30, reel.frames.length]) {
      expect(lines.slice(0, linesUntil(lines, seq)).every((line) => line.seq <= seq)).toBe(true);
      expect(lines.slice(linesUntil(lines, seq)).every((line) => line.seq > seq)).toBe(true);
    }
  });

  it('tells of everything that can be named, and of a bought block whose it was', () => {
    const view = reel.views.at(-1);
    const opening = reel.views[0];
    if (!view || !opening) throw new Error('a match opens');
    const instant = { view, opening, frames: reel.frames, at: reel.frames.length, card: { seats: [] } as unknown as ShownCard };
    const told = (thing: Thing) => renderToStaticMarkup(screens.match.Inspector({ ...instant, thing }));
    const things = [...screens.match.thingsOf(view).values()];
    for (const thing of things) expect(told(thing)).toContain(thing.id);
    const bought = things.filter(({ kind, id }) => kind === 'block' && told({ kind, id }).includes('bought from'));
    expect(bought.map(({ id }) => id)).toContain('b_0_0');
    expect(told({ kind: 'block', id: 'b_none' })).toContain('Not on the board at this moment.');
  });

  it('keeps every bar on the floor of the opening', () => {
    const [opening] = reel.views;
    if (!opening) throw new Error('a match opens');
    const height = floorHeight(holdingsOf(opening, recordAt([], 0)), WIDE);
    for (const [place, view] of reel.views.entries()) {
      const record = recordAt(reel.frames, place + 1);
      for (const bar of planFloor(holdingsOf(view, record), height, WIDE).bars) expect(bar.top + bar.height).toBeLessThanOrEqual(height);
    }
  });

  it('adds the columns of each reward up to the reward', () => {
    for (const { last_step: step } of reel.views) {
      if (!step) continue;
      const sum = sharesOf(step).reduce((total, one) => total + one.share, 0);
      expect(sum).toBeCloseTo(step.breakdown.normalized_reward, 3);
    }
  });
});
