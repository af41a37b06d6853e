import { describe, expect, it } from 'vitest';
import type { Hearing, Judgement } from '~/contract/game';
import { MemoryEventStore } from '~/store/memory-event-store';
import { loadMatch } from './load-match';
import { openMatch } from './open-match';
import { playTurn } from './play-turn';
import { runMatch } from './run-match';
import type { Services } from './services';
import { WakeSignal } from './wake-signal';

const silent = { info() {}, warn() {}, error() {} };
const nobody = new Proxy({}, { get: () => () => undefined }) as Services['audience'];

/** Plays a match of six planners that pitch, with this judge; answers its verdicts that heard pitches. */
async function verdictsWith(hearPitches: Services['hearPitches'] | null, judgeMode = 'llm', budget?: Services['budget']) {
  const store = new MemoryEventStore('one');
  const services = {
    store,
    audience: nobody,
    log: silent,
    processId: 'one',
    now: Date.now,
    ...(hearPitches && { hearPitches }),
    ...(budget && { budget }),
  };
  const request = { ruleset: 'open', task: 'coalition_market', seed: 3, judgeMode, policy: 'planner_with_coalitions' };
  const opened = await openMatch(services, request);
  if (!opened.ok) throw new Error(opened.why);
  const end = await runMatch(services, opened.value.id, { wake: new WakeSignal(), signal: new AbortController().signal });
  const stored = await store.read(opened.value.id);
  const judged = stored.flatMap(({ event }) => ('verdict' in event ? [event.verdict as Record<string, unknown>] : []));
  return { end, heard: judged.filter((verdict) => (verdict.pitches as unknown[]).length > 0) };
}

describe('judge mode llm in a match', () => {
  it('the judge is asked once a pitch round, hears no reason and no player, and its scores decide', async () => {
    const asked: Hearing[] = [];
    const { end, heard } = await verdictsWith(async (hearing): Promise<Judgement> => {
      asked.push(hearing);
      const scores: Judgement['scores'] = {};
      for (const [i, { seat }] of hearing.pitches.entries())
        scores[seat] = { score: i === 0 ? 0.9 : 0.1, reason: 'the first', quote: null };
      return { judge: 'first/1', scores, fallback: null, disagreement: 0 };
    });
    expect(end).toBe('over');
    expect(heard.length).toBeGreaterThan(1);
    expect(asked.map(({ round }) => round)).toEqual(heard.map((verdict) => verdict.round_index));
    expect(heard.map((verdict) => verdict.judge)).toEqual(heard.map(() => 'first/1'));
    expect(heard.map((verdict) => verdict.winner_lab_id)).toEqual(asked.map(({ pitches }) => pitches[0]?.seat));
  });

  it('nobody to ask: the rule judge decides as it would have, marked as absent', async () => {
    const [llm, rule] = await Promise.all([verdictsWith(null), verdictsWith(null, 'rule')]);
    expect(llm.heard.map((verdict) => verdict.fallback)).toEqual(llm.heard.map(() => 'absent'));
    expect(llm.heard.map((verdict) => verdict.winner_lab_id)).toEqual(rule.heard.map((verdict) => verdict.winner_lab_id));
    expect(rule.heard[0]).not.toHaveProperty('fallback');
  });

  it('a judge has half of the round’s clock, whoever spoke last, and without a clock what it allows itself', async () => {
    const limits: (number | undefined)[] = [];
    const hear: Services['hearPitches'] = async (_, __, limitMs) => {
      limits.push(limitMs);
      return { judge: 'rule_judge_v2', scores: {}, fallback: 'late', disagreement: null };
    };
    const store = new MemoryEventStore('one');
    const services = { store, audience: nobody, log: silent, processId: 'one', now: Date.now, hearPitches: hear };
    const request = { ruleset: 'open', task: 'coalition_market', seed: 3, judgeMode: 'llm', policy: 'planner_with_coalitions' };
    const opened = await openMatch(services, request);
    if (!opened.ok) throw new Error(opened.why);
    const match = await loadMatch(store, opened.value.id);
    const lease = await store.acquire(opened.value.id, 'one', 60_000);
    if (!match || !lease) throw new Error('no match');
    const clocks = [{ seconds: 10, deadline: null, remaining: null }, null];
    for (let turns = 0; turns < 100 && match.record.finishedAt === null; turns += 1) {
      match.record = { ...match.record, clock: clocks[limits.length] ?? null };
      expect((await playTurn(services, match, { lease })).ok).toBe(true);
    }
    expect(limits.slice(0, 2)).toEqual([5_000, undefined]);
  });

  it('whoever sat or plays there, now or before, is named to nobody: a seat that changed hands has all its names, without those who left the lobby', async () => {
    const heard: Hearing['called'][] = [];
    const store = new MemoryEventStore('one');
    const hearPitches: Services['hearPitches'] = async ({ called }) => {
      heard.push(called);
      return { judge: 'rule_judge_v2', scores: {}, fallback: 'late', disagreement: null };
    };
    const agents = { versions: async () => [{ title: 'Bargain Hunter' }, { title: 'Old Fox' }] } as unknown as Services['agents'];
    const services = { store, audience: nobody, log: silent, processId: 'one', now: Date.now, hearPitches };
    const request = { ruleset: 'open', task: 'coalition_market', seed: 3, judgeMode: 'llm', policy: 'planner_with_coalitions' };
    const opened = await openMatch(services, request);
    if (!opened.ok) throw new Error(opened.why);
    const match = await loadMatch(store, opened.value.id);
    const lease = await store.acquire(opened.value.id, 'one', 60_000);
    if (!match || !lease) throw new Error('no match');
    const note = { at: new Date(), round: 0, turn: 0, by: 'seat', seat: 'lab_0' } as const;
    store.tables.notes = async () => [
      { ...note, kind: 'joined', name: 'Zoe', detail: null },
      { ...note, kind: 'left', name: 'Zoe', detail: null },
      { ...note, kind: 'joined', name: 'Ann', detail: null },
      { ...note, by: 'host', seat: null, kind: 'started', name: null, detail: null },
      { ...note, kind: 'left', name: 'Ann', detail: null },
      { ...note, kind: 'joined', name: 'Ben', detail: null },
      { ...note, kind: 'replaced', name: 'Ben', detail: 'fox@2' },
      { ...note, kind: 'handed_over', name: 'Ben', detail: 'planner_with_coalitions' },
    ];
    const [first, ...others] = match.record.seats;
    if (!first) throw new Error('no seat');
    const ben = { seat: first.seat, kind: 'person', name: 'Ben', ready: true, here: true, policy: 'planner_with_coalitions' } as const;
    match.record = { ...match.record, hosted: true, seats: [ben, ...others] };
    for (let turns = 0; turns < 100 && heard.length === 0; turns += 1)
      await playTurn({ ...services, ...(agents && { agents }) }, match, { lease });
    expect(heard[0]?.lab_0).toEqual(['Lab A', 'Ben', 'Ann', 'fox@2', 'Bargain Hunter', 'Old Fox']);
    expect(heard[0]?.lab_1).toEqual(['Lab B']);
  });

  it('readings go on the account of the match and its tournament; an empty budget pays for none', async () => {
    const accounts: unknown[] = [];
    const hear: Services['hearPitches'] = async (_, account) => {
      accounts.push(account);
      return { judge: 'rule_judge_v2', scores: {}, fallback: 'absent', disagreement: null };
    };
    const { heard } = await verdictsWith(hear, 'llm', async () => ({ tournament: 't1', empty: null }));
    expect(accounts).toEqual(heard.map(() => ({ match: expect.any(String) as string, tournament: 't1' })));
    const empty = await verdictsWith(hear, 'llm', async () => ({ tournament: 't1', empty: 'All is spent.' }));
    expect(empty.heard.map((verdict) => verdict.fallback)).toEqual(empty.heard.map(() => 'absent'));
    expect(accounts).toHaveLength(heard.length);
  });
});
