import { describe, expect, test } from 'vitest';
import type { GameEvent } from '~/contract/game';
import { MemoryEventStore } from '~/store/memory-event-store';
import { isUnsealed, matchCard } from './match-card';
import { newMatchId } from './match-id';
import { drawUp, type MatchRequest, openMatch } from './open-match';

const request: MatchRequest = { task: 'coalition_market', seed: 5, policy: 'rule_based_expert' };
const broadcaster = { events() {}, card() {} };

function open(change: Partial<MatchRequest> = {}): ReturnType<typeof openMatch> {
  return openMatch({ store: new MemoryEventStore('one'), audience: broadcaster }, { ...request, ...change });
}

describe('opening a match', () => {
  test('stores the opening before anybody hears of it', async () => {
    const store = new MemoryEventStore('one');
    const heard: { id: string; stored: Promise<unknown> }[] = [];
    const audience = { events() {}, card: (match: { id: string }) => void heard.push({ id: match.id, stored: store.get(match.id) }) };
    const answer = await openMatch({ store, audience }, request);
    if (!answer.ok) throw new Error(answer.why);
    expect(heard.map((one) => one.id)).toEqual([answer.value.id]);
    expect(await heard[0]?.stored).not.toBeNull();
    expect(answer.value).toMatchObject({
      status: 'running',
      task: 'coalition_market',
      seed: 5,
      pace: 0,
      visibility: 'open',
      judgeMode: 'off',
    });
    expect(answer.value.seats).toEqual([{ seat: 'lab_0', kind: 'script', policy: 'rule_based_expert' }]);
    expect((await store.read(answer.value.id)).map((stored) => stored.event.type)).toContain('match_opened');
  });

  test.each<[string, Partial<Record<keyof MatchRequest, unknown>>]>([
    ['unknown_ruleset', { ruleset: 'checkers' }],
    ['unknown_ruleset', { game: 'chess' }],
    ['unknown_task', { task: 'coalition' }],
    ['unknown_policy', { policy: 'oracle' }],
    ['unknown_policy', { seats: { lab_0: 'oracle' } }],
    ['unknown_seat', { seats: { lab_9: 'wait' } }],
    ['bad_seed', { seed: -1 }],
    ['bad_seed', { seed: 1.5 }],
    ['bad_seed', { seed: 2 ** 53 }],
    ['bad_seed', { seed: Number.NaN }],
    ['bad_pace', { pace: -1 }],
    ['bad_pace', { pace: 61 }],
    ['bad_pace', { pace: Number.NaN }],
    ['bad_visibility', { visibility: 'secret' }],
    ['bad_input', { judgeMode: 'dice' }],
    ['bad_input', { options: { labs: 8 } }],
    ['bad_input', { options: { difficulty: 'harder' } }],
    ['bad_input', { ruleset: 'open', policy: 'house', options: { labs: '8' } }],
    ['bad_input', { ruleset: 'open', policy: 'house', options: { labs: 65 } }],
  ])('%s: %o is refused in a sentence', async (code, change) => {
    const answer = await open(change as Partial<MatchRequest>);
    expect(answer).toMatchObject({ ok: false, code });
    expect(answer.ok ? '' : answer.why).toMatch(/\S{3,}.*\.$/);
  });

  test('a task is made of what its game’s option fields take, numbers, choices and flags alike', async () => {
    const game = { ruleset: 'open', policy: 'house' };
    const large = await open({ ...game, options: { labs: 8, rounds: 10, coalitions: false, scarcity: 1.5 } });
    expect(large).toMatchObject({ ok: true, value: { rounds: 10, config: { labs: 8, coalitions: false, scarcity: 1.5 } } });
    expect(large.ok && large.value.seats).toHaveLength(8);
    expect(await open({ options: { difficulty: 'hard' } })).toMatchObject({ ok: true, value: { config: { difficulty: 'hard' } } });
    expect(await open({ ...game, options: { lab: 8 } })).toMatchObject({
      why: expect.stringContaining('options.lab: unknown option "lab" (did you mean labs?); allowed: ') as string,
    });
  });

  test('the largest seed is one', async () => {
    expect(await open({ seed: Number.MAX_SAFE_INTEGER })).toMatchObject({ ok: true, value: { seed: Number.MAX_SAFE_INTEGER } });
  });

  test('the same request opens the same world under another name', () => {
    const [one, other] = [drawUp(request), drawUp(request)];
    if (!one.ok || !other.ok) throw new Error('refused');
    expect(one.value.opening).toEqual(other.value.opening);
    expect(one.value.match.id).not.toBe(other.value.match.id);
  });

  test('a match id says nothing: it is drawn anew each time', () => {
    const ids = new Set(Array.from({ length: 2000 }, newMatchId));
    expect(ids.size).toBe(2000);
    for (const id of ids) expect(id).toMatch(/^[a-z2-9]{12}$/);
  });
});

describe('the card of a match', () => {
  const secrets = async (visibility: 'open' | 'public', status: 'running' | 'paused' | 'finished' | 'aborted'): Promise<unknown[]> => {
    const answer = await open({ visibility });
    if (!answer.ok) throw new Error(answer.why);
    const match = { ...answer.value, status, scores: { lab_0: 1.25 } };
    expect(isUnsealed(match)).toBe(matchCard(match).seed !== null);
    return [matchCard(match).seed, matchCard(match).scores];
  };

  test.each(['running', 'paused'] as const)('a %s public match keeps its seed and its scores', async (status) => {
    expect(await secrets('public', status)).toEqual([null, null]);
  });

  test.each([
    ['open', 'running'],
    ['public', 'finished'],
    ['public', 'aborted'],
  ] as const)('%s and %s: everything is told', async (visibility, status) => {
    expect(await secrets(visibility, status)).toEqual([5, { lab_0: 1.25 }]);
  });

  test.each(['running', 'paused'] as const)('%s and shown with a delay: neither seed nor scores, until it has ended', async (status) => {
    const answer = await open({ delayTurns: 2 });
    if (!answer.ok) throw new Error(answer.why);
    const match = { ...answer.value, scores: { lab_0: 1.25 } };
    expect(matchCard({ ...match, status })).toMatchObject({ visibility: 'open', seed: null, scores: null });
    expect(matchCard({ ...match, status: 'finished' })).toMatchObject({ seed: 5, scores: { lab_0: 1.25 } });
  });

  test('carries nothing of the configuration or of leases', async () => {
    const answer = await open();
    if (!answer.ok) throw new Error(answer.why);
    const event: GameEvent & Record<string, unknown> = { type: 'card', ...matchCard(answer.value) };
    expect(Object.keys(event)).not.toEqual(expect.arrayContaining(['config']));
    expect(JSON.parse(JSON.stringify(event))).toEqual(event);
  });
});
