/** From a commit to its receipt by a watcher, against a bare Socket.IO emit of the same message to as many sockets. */
import { Child } from './child';
import type { BenchOptions, Measure, Section } from './section';
import type { ServerNews, ServerOrder, WatchersNews, WatchersOrder } from './stream-words';
import { median, quantile, ratioOf } from './turns';

/** How many matches are watched, each of about nine turns. */
const PLAN = [
  { watchers: 1, matches: 30 },
  { watchers: 100, matches: 12 },
  { watchers: 1000, matches: 8 },
];
const AIM_RATIO = 1.3;
const AIM_MS = 100;
/** Between turns, so that one turn's last message does not delay the next. */
const REST_MS = 40;

export const section: Section = {
  id: 'stream',
  title: 'Stream: from a commit to a watcher, milliseconds',
  async measure(options) {
    const measures: Measure[] = [];
    for (const { watchers, matches } of PLAN) {
      measures.push(...(await measureWith(watchers, options.quick ? 2 : matches, options)));
    }
    return measures;
  },
};

export interface Broadcaster {
  server: Child<ServerOrder, ServerNews>;
  watchers: Child<WatchersOrder, WatchersNews>;
}

async function measureWith(count: number, matches: number, options: BenchOptions): Promise<Measure[]> {
  return inBroadcaster(count, async (broadcaster) => {
    const found: MatchLatency[] = [];
    for (let turn = 0; turn < matches; turn += 1) {
      options.tell(`${count} watchers, match ${turn + 1} of ${matches}`);
      found.push(await watchMatch(broadcaster));
    }
    return inWords(count, found);
  });
}

/** Runs `work` with a server and this many watchers; one match has been watched already. */
export async function inBroadcaster<Result>(count: number, work: (broadcaster: Broadcaster) => Promise<Result>): Promise<Result> {
  const broadcaster: Broadcaster = { server: new Child('./stream-server.ts'), watchers: new Child('./stream-watchers.ts') };
  try {
    const { port, barePort } = await broadcaster.server.hear('ready');
    broadcaster.watchers.order({ do: 'connect', port, barePort, count });
    await broadcaster.watchers.hear('connected');
    await watchMatch(broadcaster); // warms up both sides, not counted
    return await work(broadcaster);
  } finally {
    await Promise.all([broadcaster.server.stop(), broadcaster.watchers.stop()]);
  }
}

export interface MatchLatency {
  mandi: number[];
  bare: number[];
  bytes: number[];
}

/** A match from its opening to its end, with a bare emit of the same message after each turn. */
export async function watchMatch(broadcaster: Broadcaster): Promise<MatchLatency> {
  broadcaster.server.order({ do: 'open match' });
  const { matchId } = await broadcaster.server.hear('match');
  broadcaster.watchers.order({ do: 'watch', matchId });
  await broadcaster.watchers.hear('watching');
  const found: MatchLatency = { mandi: [], bare: [], bytes: [] };
  for (let over = false; !over; ) {
    const turn = await oneSide(broadcaster, 'play turn');
    over = turn.over;
    found.mandi.push(...turn.latencies);
    found.bytes.push(turn.bytes);
    await rest();
    found.bare.push(...(await oneSide(broadcaster, 'emit bare')).latencies);
    await rest();
  }
  return found;
}

async function oneSide(
  { server, watchers }: Broadcaster,
  what: 'play turn' | 'emit bare',
): Promise<{ latencies: number[]; bytes: number; over: boolean }> {
  server.order({ do: what });
  const { at, head, bytes, over } = await server.hear('told');
  const heard = await watchers.hear('heard');
  const side = what === 'play turn' ? 'mandi' : 'bare';
  if (heard.side !== side || heard.head !== head) throw new Error(`bench: waited for ${side} ${head}, heard ${heard.side} ${heard.head}`);
  return { latencies: heard.at.map((moment) => Number(BigInt(moment) - BigInt(at)) / 1e6), bytes, over };
}

function inWords(count: number, found: readonly MatchLatency[]): Measure[] {
  const all = { mandi: found.flatMap((one) => one.mandi), bare: found.flatMap((one) => one.bare) };
  const who = `${count} ${count === 1 ? 'watcher' : 'watchers'}`;
  const row = (share: number, aim: boolean): Measure => {
    const value = quantile(all.mandi, share);
    const ratio = ratioOf({ a: found.map((one) => quantile(one.mandi, share)), b: found.map((one) => quantile(one.bare, share)) });
    const measure: Measure = {
      what: `p${share * 100}, ${who}`,
      value,
      unit: 'ms',
      against: { what: 'bare emit', value: quantile(all.bare, share) },
      ratio,
    };
    if (aim) measure.aim = { text: `at most ${AIM_RATIO} times, under ${AIM_MS} ms`, met: ratio.median <= AIM_RATIO && value < AIM_MS };
    return measure;
  };
  const kilobytes = median(found.flatMap((one) => one.bytes)) / 1000;
  const note = `${all.mandi.length} receipts in ${found.length} matches; a message has ${kilobytes.toFixed(1)} kB (median)`;
  return [row(0.5, false), { ...row(0.95, true), note }];
}

function rest(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, REST_MS));
}
