/** From a commit to its receipt by a watcher while the server's child plays a tournament, against the same while it rests. */
import type { Measure, Section } from './section';
import { inBroadcaster, type MatchLatency, watchMatch } from './stream-latency';
import { quantile, ratioOf } from './turns';

const PLAN = [
  { watchers: 1, matches: 30 },
  { watchers: 100, matches: 12 },
];
const AIM_RATIO = 1.5;
const SHARE = 0.95;

export const section: Section = {
  id: 'stream-beside',
  title: 'Stream while a tournament is played, milliseconds',
  async measure({ quick, tell }) {
    const measures: Measure[] = [];
    for (const { watchers, matches } of PLAN) measures.push(await measureWith(watchers, quick ? 2 : matches, tell));
    return measures;
  },
};

function measureWith(count: number, matches: number, tell: (line: string) => void): Promise<Measure> {
  return inBroadcaster(count, async (broadcaster) => {
    const plays: MatchLatency[] = [];
    const rests: MatchLatency[] = [];
    let played = 0;
    for (let turn = 0; turn < matches; turn += 1) {
      tell(`${count} watchers, match ${turn + 1} of ${matches}, with a tournament beside and without`);
      broadcaster.server.order({ do: 'tournament', plays: true });
      const { done } = await broadcaster.server.hear('tournament');
      plays.push(await watchMatch(broadcaster));
      broadcaster.server.order({ do: 'tournament', plays: false });
      played += (await broadcaster.server.hear('tournament')).done - done;
      rests.push(await watchMatch(broadcaster));
    }
    const ratio = ratioOf({ a: plays.map(p95), b: rests.map(p95) });
    return {
      what: `p95, ${count} ${count === 1 ? 'watcher' : 'watchers'}, during a tournament`,
      value: quantile(plays.flatMap(latencies), SHARE),
      unit: 'ms',
      against: { what: 'no tournament', value: quantile(rests.flatMap(latencies), SHARE) },
      ratio,
      aim: { text: `at most ${AIM_RATIO} times`, met: ratio.median <= AIM_RATIO },
      note: `${plays.flatMap(latencies).length} receipts on each side in ${matches} matches; meanwhile the child played ${played} matches of classic coalition_market`,
    };
  });
}

function latencies({ mandi }: MatchLatency): number[] {
  return mandi;
}

function p95({ mandi }: MatchLatency): number {
  return quantile(mandi, SHARE);
}
