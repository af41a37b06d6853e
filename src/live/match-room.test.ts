import jsonPatch from 'fast-json-patch';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Game, GameEvent, Viewer } from '~/contract/game';
import type { MatchRecord, StoredEvent } from '~/store/event-store';
import { MatchFeeds } from './match-feed';
import { MatchRoom, type Member, MOST_BYTES_TOLD } from './match-room';
import type { FramesMessage, MatchCard, WatchAnswer } from './protocol';

/** A game in which numbers are said; every third is a secret. */
interface Said extends GameEvent {
  type: 'said';
  number: number;
  text?: string;
}
const sayings = {
  evolve: (state: { said: number[] } | null, event: Said) => {
    const next = state ?? { said: [] };
    next.said.push(event.number); // in place, as games may
    return next;
  },
  view: (state: { said: number[] }, viewer: Viewer) => ({ said: viewer.kind === 'all' ? state.said : state.said.filter(isPublic) }),
  publish: (event: Said, viewer: Viewer) => (viewer.kind === 'all' || isPublic(event.number) ? event : null),
} as unknown as Game<unknown, { said: number[] }, Said, unknown, object>;

function isPublic(number: number): boolean {
  return number % 3 !== 0;
}

function record(part: Partial<MatchRecord>): MatchRecord {
  return { id: 'm1', visibility: 'open', status: 'running', head: 0, seats: [], delayTurns: 0, ...part } as MatchRecord;
}

function says(seq: number, bytes = 0): StoredEvent {
  const event = { type: 'said', number: seq, ...(bytes > 0 && { text: 'x'.repeat(bytes) }) };
  return { seq, event, json: JSON.stringify(event), recordedAt: new Date(0) };
}

type Welcome = Extract<WatchAnswer, { ok: true }>;

/** A log that can be slow, and a room over it whose words are kept. */
function makeRoom(visibility: MatchRecord['visibility'] = 'open') {
  const log: StoredEvent[] = [];
  const heard: FramesMessage[] = [];
  const faults: unknown[] = [];
  let status: MatchRecord['status'] = 'running';
  let reads = 0;
  const store = {
    read: async (_id: string, after = 0, limit = 1000) => {
      reads += 1;
      await new Promise((resolve) => setTimeout(resolve, 2));
      return log.slice(after, after + limit);
    },
    get: async (id: string) => {
      await new Promise((resolve) => setTimeout(resolve, 2));
      return id === 'm1' ? record({ visibility, status, head: log.length }) : null;
    },
  };
  const feeds = new MatchFeeds({ store, gameOf: () => sayings, keep: 4 });
  const voice = { frames: (message: FramesMessage) => void heard.push(message), card: () => {}, watchers: () => {}, thought: () => {} };
  const cardOf = (match: MatchRecord) => ({ id: match.id, status: match.status }) as MatchCard;
  const room = new MatchRoom({ matchId: 'm1', seat: null, store, feeds, cardOf, voice, onFault: (fault) => faults.push(fault) });
  return {
    room,
    heard,
    faults,
    reads: () => reads,
    commit(count = 1, bytes = 0) {
      const fresh = Array.from({ length: count }, (_, index) => says(log.length + index + 1, bytes));
      log.push(...fresh);
      room.tell(record({ visibility, status, head: log.length }), fresh);
    },
    commitElsewhere(count = 1) {
      for (let more = 0; more < count; more += 1) log.push(says(log.length + 1));
    },
    end() {
      status = 'finished';
      room.tell(record({ visibility, status, head: log.length }), []);
    },
    staleNews: () => room.tell(record({ visibility, status: 'running', head: log.length }), []),
    /** The answer; `heard` from then on: what was said before was not for this watcher. */
    async join(since = 0): Promise<Welcome> {
      return new Promise((resolve, reject) => {
        void room.join({ id: `w${Math.random()}` }, since, (answer) => {
          heard.length = 0;
          if (answer.ok) resolve(answer);
          else reject(new Error(answer.code));
        });
      });
    },
    /** Until nothing more is said for a while; a busy machine is given time. */
    async settled(): Promise<void> {
      for (let quiet = 0; quiet < 3; ) {
        const before = heard.length;
        await new Promise((resolve) => setTimeout(resolve, 20));
        quiet = heard.length === before ? quiet + 1 : 0;
      }
    },
  };
}

/** Applies what a watcher received, as a screen does; complains about gaps. */
function screenOf(answer: Welcome, later: FramesMessage[]): { head: number; view: unknown } {
  let head = 0;
  let view: object = {};
  for (const message of [{ matchId: 'm1', frames: answer.frames }, ...later]) {
    if ('anew' in message && message.anew) [head, view] = [0, {}];
    for (const frame of message.frames) {
      if (frame.seq <= head) throw new Error(`frame ${frame.seq} came twice`);
      if (frame.seq !== head + 1) throw new Error(`gap before ${frame.seq}`);
      view = jsonPatch.applyPatch(view, structuredClone(frame.patch)).newDocument;
      head = frame.seq;
    }
  }
  return { head, view };
}

let broadcaster: ReturnType<typeof makeRoom>;
beforeEach(() => {
  broadcaster = makeRoom();
});

describe('a room', () => {
  it('gives who joins what there is, and later news to everybody once', async () => {
    broadcaster.commit(3);
    const answer = await broadcaster.join();
    expect(answer.frames.map((frame) => frame.seq)).toEqual([1, 2, 3]);
    broadcaster.commit(2);
    broadcaster.commit(1);
    await broadcaster.settled();
    expect(broadcaster.heard.flatMap((message) => message.frames.map((frame) => frame.seq))).toEqual([4, 5, 6]);
    expect(screenOf(answer, broadcaster.heard)).toEqual({ head: 6, view: { said: [1, 2, 3, 4, 5, 6] } });
  });

  it('loses and doubles nothing when commits come while somebody catches up', async () => {
    broadcaster.commit(200);
    const joined = broadcaster.join();
    for (let commits = 0; commits < 20; commits += 1) broadcaster.commit(3);
    const answer = await joined;
    broadcaster.commit(5);
    await broadcaster.settled();
    expect(screenOf(answer, broadcaster.heard).head).toBe(265);
  });

  it('brings who comes back only what was missed', async () => {
    broadcaster.commit(10);
    const answer = await broadcaster.join(7);
    expect(answer.frames.map((frame) => frame.seq)).toEqual([8, 9, 10]);
    expect(answer.anew).toBeUndefined();
  });

  it('starts anew with somebody who has seen more than there is', async () => {
    broadcaster.commit(2);
    const answer = await broadcaster.join(9);
    expect(answer).toMatchObject({ anew: true });
    expect(answer.frames).toHaveLength(2);
  });

  it('reads the log where the news leave a gap', async () => {
    await broadcaster.join();
    broadcaster.commitElsewhere(4);
    broadcaster.commit(1);
    await broadcaster.settled();
    expect(broadcaster.heard.flatMap((message) => message.frames.map((frame) => frame.seq))).toEqual([1, 2, 3, 4, 5]);
  });

  it('needs no reading for news that follow on', async () => {
    await broadcaster.join();
    const before = broadcaster.reads();
    broadcaster.commit(3);
    await broadcaster.settled();
    expect(broadcaster.reads()).toBe(before);
  });

  it('says so when there is no such match', async () => {
    const voice = { frames() {}, card() {}, watchers() {}, thought() {} };
    const feeds = new MatchFeeds({ store: { read: async () => [] }, gameOf: () => sayings, keep: 1 });
    const cardOf = () => ({}) as MatchCard;
    const lost = new MatchRoom({ matchId: 'm2', seat: null, store: { get: async () => null }, feeds, cardOf, voice, onFault() {} });
    const answer = await new Promise<WatchAnswer>((resolve) => void lost.join({ id: 'w' }, 0, resolve));
    expect(answer).toMatchObject({ ok: false, code: 'unknown_match' });
  });
});

describe('a public match', () => {
  beforeEach(() => {
    broadcaster = makeRoom('public');
  });

  it('keeps its secrets while it runs and opens its books at the end', async () => {
    broadcaster.commit(4);
    const answer = await broadcaster.join();
    expect(answer.frames[2]).toEqual({ seq: 3, event: null, patch: [] });
    expect(answer.frames.map((frame) => frame.event)).toMatchObject([{ number: 1 }, { number: 2 }, null, { number: 4 }]);
    broadcaster.commit(2);
    broadcaster.end();
    await broadcaster.settled();
    expect(broadcaster.heard.map((message) => [message.anew, message.frames.length])).toEqual([
      [undefined, 2],
      [true, 6],
    ]);
    expect(screenOf(answer, broadcaster.heard).view).toEqual({ said: [1, 2, 3, 4, 5, 6] });
  });

  it('begins anew with who comes back after the end', async () => {
    broadcaster.commit(4);
    broadcaster.end();
    const answer = await broadcaster.join(2);
    expect(answer.anew).toBe(true);
    expect(answer.frames).toHaveLength(4);
  });

  it('does not close its books again over old news', async () => {
    broadcaster.commit(3);
    await broadcaster.join();
    broadcaster.end();
    await broadcaster.settled();
    broadcaster.staleNews();
    await broadcaster.settled();
    expect(broadcaster.heard).toHaveLength(1);
    expect(broadcaster.faults).toEqual([]);
  });
});

describe('a match larger than a message may be', () => {
  const bytesOf = (message: object) => Buffer.byteLength(JSON.stringify(message));

  /** Asks as a client does, until it has everything. */
  async function catchUp(since = 0): Promise<Welcome[]> {
    const member: Member = { id: 'w' };
    const answers: Welcome[] = [];
    for (let head = since; ; ) {
      const answer = await new Promise<WatchAnswer>((resolve) => void broadcaster.room.join(member, head, resolve));
      if (!answer.ok) throw new Error(answer.code);
      answers.push(answer);
      if (!answer.more) return answers;
      head = answer.frames.at(-1)?.seq ?? head;
    }
  }

  it.each(['open', 'public'] as const)('comes in several answers, over as well as under way (%s)', async (visibility) => {
    broadcaster = makeRoom(visibility);
    broadcaster.commit(40, 300_000);
    for (const isOver of [false, true]) {
      if (isOver) broadcaster.end();
      const answers = await catchUp();
      expect(answers.length).toBeGreaterThan(3);
      for (const answer of answers) expect(bytesOf(answer)).toBeLessThan(MOST_BYTES_TOLD + 10_000);
      expect(answers.flatMap(({ frames }) => frames.map(({ seq }) => seq))).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
    }
  });

  it('is told in several messages when a public match opens its books', async () => {
    broadcaster = makeRoom('public');
    broadcaster.commit(40, 300_000);
    await broadcaster.join();
    broadcaster.end();
    await broadcaster.settled();
    expect(broadcaster.heard.length).toBeGreaterThan(3);
    for (const message of broadcaster.heard) expect(bytesOf(message)).toBeLessThan(MOST_BYTES_TOLD + 10_000);
    expect(broadcaster.heard.map(({ anew }) => anew)).toEqual([true, ...broadcaster.heard.slice(1).map(() => undefined)]);
    expect(broadcaster.heard.flatMap(({ frames }) => frames.map(({ seq }) => seq))).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
  });

  it('has frames that are larger than a message, each in one of its own', async () => {
    broadcaster.commit(3, MOST_BYTES_TOLD + 1);
    expect((await catchUp()).length).toBe(3);
  });
});

describe("a seat's room", () => {
  const sits = (name: string) => [{ seat: 's', kind: 'person', name, ready: true, here: true, policy: null }] as MatchRecord['seats'];

  function makeSeatRoom() {
    const log: StoredEvent[] = [];
    const heard: FramesMessage[] = [];
    let seats = sits('Ada');
    const now = () => record({ visibility: 'public', head: log.length, seats });
    const store = { read: async (_: string, after = 0) => log.slice(after), get: async () => now() };
    const feeds = new MatchFeeds({ store, gameOf: () => sayings, keep: 4 });
    const voice = { frames: (message: FramesMessage) => void heard.push(message), card: () => {}, watchers: () => {}, thought: () => {} };
    const room = new MatchRoom({ matchId: 'm1', seat: 's', store, feeds, cardOf: () => ({}) as MatchCard, voice, onFault() {} });
    return {
      room,
      heard,
      /** So many events in one append. */
      commit(count: number) {
        const fresh = Array.from({ length: count }, (_, index) => says(log.length + index + 1));
        log.push(...fresh);
        room.tell(now(), fresh);
      },
      seat(name: string) {
        seats = sits(name);
        room.tell(now(), []);
      },
      join: (member: Member, since = 0) => new Promise<WatchAnswer>((resolve) => void room.join(member, since, resolve)),
      settled: () => new Promise((resolve) => setTimeout(resolve, 30)),
    };
  }

  it('names its seat in what it says', async () => {
    const table = makeSeatRoom();
    await table.join({ id: 'w' });
    table.commit(2);
    await table.settled();
    expect(table.heard.map(({ seat, frames }) => [seat, frames.length])).toEqual([['s', 2]]);
  });

  it('puts out whoever holds the seat no longer, before anything more is said', async () => {
    const table = makeSeatRoom();
    let holds = true;
    let heardWhenExpelled = -1;
    const expel = (): void => {
      heardWhenExpelled = table.heard.length;
    };
    await table.join({ id: 'w', mayHear: async () => holds, expel });
    table.commit(1);
    holds = false;
    table.seat('Bo');
    table.commit(1);
    await table.settled();
    expect(heardWhenExpelled).toBe(1);
    expect(table.room.watchers).toBe(0);
  });

  it('puts out whose token was taken away, asked to look', async () => {
    const table = makeSeatRoom();
    let holds = true;
    let isOut = false;
    const expel = (): void => {
      isOut = true;
    };
    await table.join({ id: 'w', mayHear: async () => holds, expel });
    holds = false;
    table.room.check();
    await table.settled();
    expect(isOut).toBe(true);
  });

  it('starts anew with who has seen a part of what is shown at one stroke', async () => {
    const table = makeSeatRoom();
    table.commit(3);
    table.commit(3);
    expect(await table.join({ id: 'a' }, 6)).toMatchObject({ ok: true, frames: [] });
    expect(await table.join({ id: 'b' }, 4)).toMatchObject({ ok: true, anew: true });
  });
});
