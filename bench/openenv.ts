/**
 * Steps per second through the OpenEnv endpoint, against a bare Node `ws` server that answers with text of the same length, in turns in one
 * run.
 */
import { Child } from './child';
import type { EndpointNews, EndpointOrder, LoadNews, LoadOrder, Side } from './openenv-words';
import type { BenchOptions, Measure, Section } from './section';
import { interleave, median, ratioOf } from './turns';

const SOCKETS = [1, 8, 256, 2_000];
const AIM = 0.6;

export const section: Section = {
  id: 'openenv',
  title: 'OpenEnv endpoint: steps per second, market_round of ruleset classic',
  async measure(options) {
    const server = new Child<EndpointOrder, EndpointNews>('./openenv-server.ts');
    const load = new Child<LoadOrder, LoadNews>('./openenv-load.ts');
    try {
      const { port, barePort } = await server.hear('ready');
      const measures: Measure[] = [];
      for (const count of SOCKETS) {
        load.order({ do: 'connect', port, barePort, count });
        await load.hear('connected');
        measures.push(await measureWith(load, count, options));
      }
      return measures;
    } finally {
      await Promise.all([server.stop(), load.stop()]);
    }
  },
};

async function measureWith(load: Child<LoadOrder, LoadNews>, count: number, options: BenchOptions): Promise<Measure> {
  const ms = options.quick ? 500 : 3_000;
  const p50s: Record<Side, number[]> = { mandi: [], bare: [] };
  let bytes = 0;
  async function run(side: Side): Promise<number> {
    options.tell(`${count} sockets, ${side}`);
    load.order({ do: 'run', side, ms });
    const ran = await load.hear('ran');
    p50s[side].push(ran.p50);
    if (side === 'mandi') bytes = ran.bytes;
    return ran.perSecond;
  }
  const turns = await interleave(
    options.quick ? 2 : 7,
    () => run('mandi'),
    () => run('bare'),
  );
  const ratio = ratioOf(turns);
  return {
    what: `${count} ${count === 1 ? 'socket' : 'sockets'}, one process`,
    value: median(turns.a),
    unit: 'steps/s',
    against: { what: 'bare ws, same length of answer', value: median(turns.b) },
    ratio,
    aim: { text: `at least ${AIM} of bare ws`, met: ratio.median >= AIM },
    note: `half of the steps within ${median(p50s.mandi).toFixed(2)} ms; an answer has ${Math.round(bytes)} bytes`,
  };
}
