import { describe, expect, it } from 'vitest';
import type { Game, GameEvent } from '~/contract/game';
import type { MatchRecord, StoredEvent } from '~/store/event-store';
import { MatchFeeds } from './match-feed';
import { MatchRoom } from './match-room';
import type { FramesMessage, MatchCard } from './protocol';

const sayings = {
  evolve: (state: object | null) => state ?? {},
  view: (state: object) => state,
  publish: (event: GameEvent) => event,
} as unknown as Game<unknown, object, GameEvent, unknown, object>;

function record(part: Partial<MatchRecord>): MatchRecord {
  return { id: 'm1', visibility: 'open', status: 'running', head: 0, seats: [], delayTurns: 0, ...part } as MatchRecord;
}

function says(seq: number): StoredEvent {
  const event = { type: 'said' };
  return { seq, event, json: JSON.stringify(event), recordedAt: new Date(0) };
}

describe('a private match', () => {
  it('is not told to a watcher whose seat and invitation are gone', async () => {
    const heard: FramesMessage[] = [];
    const log: StoredEvent[] = [];
    let sitter = 'Ben';
    const now = () =>
      record({ isPrivate: true, head: log.length, seats: [{ seat: 'lab_0', kind: 'person', name: sitter }] as MatchRecord['seats'] });
    const store = { read: async (_id: string, after = 0) => log.slice(after), get: async () => now() };
    const feeds = new MatchFeeds({ store, gameOf: () => sayings, keep: 4 });
    const voice = { frames: (message: FramesMessage) => void heard.push(message), card: () => {}, watchers: () => {}, thought: () => {} };
    const cardOf = (match: MatchRecord) => ({ id: match.id, status: match.status }) as MatchCard;
    const faults: unknown[] = [];
    const room = new MatchRoom({ matchId: 'm1', seat: null, store, feeds, cardOf, voice, onFault: (fault) => faults.push(fault) });
    const expelled: string[] = [];
    await room.join({ id: 'ben', mayHear: async () => sitter === 'Ben', expel: () => expelled.push('ben') }, 0, () => {});
    await room.join({ id: 'host', mayHear: async () => true, expel: () => expelled.push('host') }, 0, () => {});
    sitter = 'Cleo';
    log.push(says(1));
    room.tell(now(), [says(1)]);
    await room.join({ id: 'late', mayHear: async () => true }, 0, () => {});
    expect(expelled).toEqual(['ben']);
    expect(room.watchers).toBe(2);
    expect(faults).toEqual([]);
  });
});
