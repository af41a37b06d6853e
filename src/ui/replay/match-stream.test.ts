import { describe, expect, it, vi } from 'vitest';
import type { Frame, MatchCard, WatchAnswer } from '~/live/protocol';
import type { LiveSocket } from '../live-socket';
import { MatchStream } from './match-stream';
import { headOf } from './reel';

type Answer = (late: Error | null, answer: WatchAnswer) => void;

/** The little of a socket that a stream uses, driven by hand. */
class HandSocket {
  connected = false;
  active = true;
  asked: { since: number; seat?: string; answer: Answer }[] = [];
  left: string[] = [];
  opened = 0;
  private readonly heard = new Map<string, (message?: unknown) => void>();

  on(name: string, listener: (message?: unknown) => void) {
    this.heard.set(name, listener);
  }
  off(name: string) {
    this.heard.delete(name);
  }
  timeout() {
    return this;
  }
  disconnect() {
    return this;
  }
  connect() {
    this.opened += 1;
    this.say('connect');
    return this;
  }
  emit(name: string, request: { matchId: string; since: number; seat?: string }, answer: Answer) {
    if (name === 'watch') this.asked.push({ ...request, answer });
    else this.left.push(request.matchId);
  }
  say(name: string, message?: unknown) {
    if (name === 'connect') this.connected = true;
    if (name === 'disconnect') this.connected = false;
    this.heard.get(name)?.(message);
  }
}

const card = { id: 'm1', head: 0 } as MatchCard;
const frames = (...seqs: number[]): Frame[] => seqs.map((seq) => ({ seq, event: null, patch: [{ op: 'add', path: '/n', value: seq }] }));

function watching() {
  const socket = new HandSocket();
  const stream = new MatchStream<{ n: number }>('m1', () => socket as unknown as LiveSocket);
  const stop = stream.subscribe(() => {});
  socket.say('connect');
  return { socket, stream, stop };
}

function answer(socket: HandSocket, ...seqs: number[]) {
  socket.asked.at(-1)?.answer(null, { ok: true, card, frames: frames(...seqs), watchers: 1 });
}

describe('following a match', () => {
  it('asks for everything, then takes what comes', () => {
    const { socket, stream } = watching();
    answer(socket, 1, 2);
    socket.say('frames', { matchId: 'm1', frames: frames(3) });
    socket.say('frames', { matchId: 'another', frames: frames(4) });
    expect(socket.asked.map((one) => one.since)).toEqual([0]);
    expect(stream.snapshot().reel.views.at(-1)).toEqual({ n: 3 });
    expect(stream.snapshot().connection).toBe('open');
  });

  it('keeps frames that overtake the answer', () => {
    const { socket, stream } = watching();
    socket.say('frames', { matchId: 'm1', frames: frames(3) });
    answer(socket, 1, 2);
    expect(headOf(stream.snapshot().reel)).toBe(3);
    expect(socket.asked).toHaveLength(1);
  });

  it('notices a gap and asks for what it missed, once', () => {
    const { socket, stream } = watching();
    answer(socket, 1);
    socket.say('frames', { matchId: 'm1', frames: frames(3) });
    socket.say('frames', { matchId: 'm1', frames: frames(4) });
    expect(socket.asked.map((one) => one.since)).toEqual([0, 1]);
    answer(socket, 2, 3, 4);
    expect(headOf(stream.snapshot().reel)).toBe(4);
  });

  it('catches up after the line was lost, and keeps what it had meanwhile', () => {
    const { socket, stream } = watching();
    answer(socket, 1, 2);
    socket.say('disconnect');
    expect(stream.snapshot().connection).toBe('lost');
    expect(headOf(stream.snapshot().reel)).toBe(2);
    socket.say('connect');
    answer(socket, 3);
    expect(socket.asked.at(-1)?.since).toBe(2);
    expect(stream.snapshot()).toMatchObject({ connection: 'open', watchers: 1 });
  });

  it('asks again when the server did not answer in time', () => {
    const { socket, stream } = watching();
    socket.asked[0]?.answer(new Error('timeout'), undefined as never);
    expect(stream.snapshot().connection).toBe('lost');
    answer(socket, 1);
    expect(socket.asked).toHaveLength(2);
    expect(stream.snapshot().connection).toBe('open');
  });

  it('begins anew when a public match opens its books', () => {
    const { socket, stream } = watching();
    answer(socket, 1, 2);
    const opened: Frame[] = [{ seq: 1, event: null, patch: [{ op: 'add', path: '/seed', value: 5 }] }];
    socket.say('frames', { matchId: 'm1', frames: opened, anew: true });
    expect(stream.snapshot().reel.views).toEqual([{ seed: 5 }]);
  });

  it('says why there is nothing to watch', () => {
    const { socket, stream } = watching();
    socket.asked[0]?.answer(null, { ok: false, code: 'unknown_match', message: 'There is no match m1.' });
    expect(stream.snapshot().refusal?.code).toBe('unknown_match');
  });

  it('waits where there were too many replays, keeps what it has, and asks again by itself', () => {
    vi.useFakeTimers();
    try {
      const { socket, stream } = watching();
      socket.asked[0]?.answer(null, { ok: true, card, frames: frames(1, 2), watchers: 1, more: true });
      socket.asked[1]?.answer(null, { ok: false, code: 'too_many_requests', message: 'Too many replays at once.', retryInS: 17 });
      expect(stream.snapshot()).toMatchObject({ refusal: null, waiting: expect.stringContaining('within 17 s') as string });
      vi.advanceTimersByTime(16_900);
      expect(socket.asked).toHaveLength(2);
      vi.advanceTimersByTime(200);
      expect(socket.asked[2]?.since).toBe(2);
      answer(socket, 3);
      expect(stream.snapshot().waiting).toBeNull();
      expect(headOf(stream.snapshot().reel)).toBe(3);
    } finally {
      vi.useRealTimers();
    }
  });

  it('leaves the room when nobody looks any more', () => {
    const { socket, stop } = watching();
    stop();
    expect(socket.left).toEqual(['m1']);
  });
});

describe('following one’s own seat', () => {
  function seated() {
    const socket = new HandSocket();
    const stream = new MatchStream<{ n: number }>('m1', () => socket as unknown as LiveSocket, 'lab_1');
    stream.subscribe(() => {});
    socket.say('connect');
    return { socket, stream };
  }

  it('asks for that seat’s view and takes no other’s frames', () => {
    const { socket, stream } = seated();
    answer(socket, 1);
    socket.say('frames', { matchId: 'm1', frames: frames(2) });
    socket.say('frames', { matchId: 'm1', seat: 'lab_2', frames: frames(2) });
    expect(headOf(stream.snapshot().reel)).toBe(1);
    socket.say('frames', { matchId: 'm1', seat: 'lab_1', frames: frames(2) });
    expect(headOf(stream.snapshot().reel)).toBe(2);
    expect(socket.asked.map((one) => one.seat)).toEqual(['lab_1']);
  });

  it('opens the line anew once, where it is older than the seat’s cookie, and believes the second refusal', () => {
    const { socket, stream } = seated();
    const refuse = () => socket.asked.at(-1)?.answer(null, { ok: false, code: 'not_your_seat', message: 'No.' });
    refuse();
    expect(socket.opened).toBe(1);
    expect(stream.snapshot().refusal).toBeNull();
    expect(socket.asked).toHaveLength(2);
    refuse();
    expect(socket.opened).toBe(1);
    expect(stream.snapshot().refusal?.code).toBe('not_your_seat');
  });

  it('says when the seat is taken away', () => {
    const { socket, stream } = seated();
    answer(socket, 1);
    socket.say('unseated', { matchId: 'm1', seat: 'lab_2' });
    expect(stream.snapshot().refusal).toBeNull();
    socket.say('unseated', { matchId: 'm1', seat: 'lab_1' });
    expect(stream.snapshot().refusal?.code).toBe('not_your_seat');
  });
});

describe('a database that is away while a watcher comes back', () => {
  it('is no reason to say that there is nothing to watch: the watcher asks again', async () => {
    vi.useFakeTimers();
    try {
      const { socket, stream } = watching();
      answer(socket, 1, 2);
      socket.say('disconnect');
      socket.say('connect');
      socket.asked.at(-1)?.answer(null, { ok: false, code: 'database_unreachable', message: 'The database does not answer.' });
      expect(stream.snapshot()).toMatchObject({ refusal: null, connection: 'lost' });
      const asks = socket.asked.length;
      await vi.advanceTimersByTimeAsync(5_000);
      expect(socket.asked.length).toBe(asks + 1);
      answer(socket, 3);
      expect(stream.snapshot()).toMatchObject({ refusal: null, connection: 'open' });
      expect(headOf(stream.snapshot().reel)).toBe(3);
    } finally {
      vi.useRealTimers();
    }
  });
});
