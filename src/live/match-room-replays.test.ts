import { expect, it } from 'vitest';
import type { Game, GameEvent } from '~/contract/game';
import type { MatchRecord, StoredEvent } from '~/store/event-store';
import { MatchFeeds } from './match-feed';
import { MatchRoom, type Member } from './match-room';
import type { MatchCard, WatchAnswer } from './protocol';

const counting = {
  evolve: (state: { n: number } | null) => ({ n: (state?.n ?? 0) + 1 }),
  view: (state: object) => state,
  publish: (event: GameEvent) => event,
} as unknown as Game<unknown, { n: number }, GameEvent, unknown, object>;

it('a replay is counted each time it is asked for, and refused before the match is read', async () => {
  const log: StoredEvent[] = [1, 2, 3].map((seq) => ({
    seq,
    event: { type: 'said' },
    json: '{"type":"said"}',
    recordedAt: new Date(0),
  }));
  let status: MatchRecord['status'] = 'running';
  let reads = 0;
  const store = {
    read: async (_id: string, after = 0) => {
      reads += 1;
      return log.slice(after);
    },
    get: async () => ({ id: 'm1', visibility: 'open', status, head: 3, seats: [], delayTurns: 0 }) as unknown as MatchRecord,
  };
  const voice = { frames: () => {}, card: () => {}, watchers: () => {}, thought: () => {} };
  const cardOf = (match: MatchRecord) => ({ id: match.id, status: match.status }) as MatchCard;
  const roomOf = () => {
    const feeds = new MatchFeeds({ store, gameOf: () => counting, keep: 4 });
    return new MatchRoom({ matchId: 'm1', seat: null, store, feeds, cardOf, voice, onFault: () => {} });
  };
  let left = 2;
  const takeReplay: Member['takeReplay'] = () => Promise.resolve(left-- > 0 ? null : 17);
  const join = (room: MatchRoom, since = 0): Promise<WatchAnswer> =>
    new Promise((resolve) => void room.join({ id: `w${Math.random()}`, takeReplay }, since, resolve));

  expect(await join(roomOf())).toMatchObject({ ok: true });
  expect(left).toBe(2); // it runs: watching is free

  status = 'finished';
  expect(await join(roomOf())).toMatchObject({ ok: true, frames: [{ seq: 1 }, { seq: 2 }, { seq: 3 }] });
  expect(await join(roomOf(), 3)).toMatchObject({ ok: true }); // whoever says to have it all makes the server read it as well
  const before = reads;
  const message = 'Too many replays: try again in 17 s.';
  expect(await join(roomOf(), 3)).toEqual({ ok: false, code: 'too_many_requests', message, retryInS: 17 });
  expect(reads).toBe(before);

  const waiting = roomOf();
  const gone = waiting.join({ id: 'gone' }, 0, () => expect.unreachable());
  waiting.leave('gone');
  await gone;
  expect(left).toBe(-1); // nor is it counted for who left while others were let in
});
