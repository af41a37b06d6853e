/** The memory that one more idle match costs a server process: paused midway, first without watchers, then with one watcher each. */
import { Child } from './child';
import type { CrowdNews, CrowdOrder, MemoryNews, MemoryOrder } from './memory-words';
import type { Measure, Section } from './section';

const WARM_UP = 20;

export const section: Section = {
  id: 'memory',
  title: 'Memory of an idle match, kilobytes each',
  async measure({ quick, tell }) {
    const count = quick ? 30 : 200;
    const server = new Child<MemoryOrder, MemoryNews>('./memory-server.ts', { nodeArgs: ['--expose-gc'] });
    const crowd = new Child<CrowdOrder, CrowdNews>('./memory-watchers.ts');
    try {
      const { port } = await server.hear('ready');
      const first = await idle(server, WARM_UP);
      await watch(crowd, port, first);
      const empty = await weigh(server);
      tell(`${count} paused matches, nobody watching`);
      const matchIds = await idle(server, count);
      const alone = await weigh(server);
      tell(`${count} paused matches, a watcher each`);
      await watch(crowd, port, matchIds);
      const watched = await weigh(server);
      return [
        inWords('paused, nobody watching', { count, before: empty, after: alone }),
        inWords('and a watcher each, in addition', { count, before: alone, after: watched }),
      ];
    } finally {
      await Promise.all([crowd.stop(), server.stop()]);
    }
  },
};

interface Weight {
  heap: number;
  resident: number;
}

async function idle(server: Child<MemoryOrder, MemoryNews>, count: number): Promise<string[]> {
  server.order({ do: 'idle matches', count });
  return (await server.hear('idle')).matchIds;
}

function weigh(server: Child<MemoryOrder, MemoryNews>): Promise<Weight> {
  server.order({ do: 'weigh' });
  return server.hear('weight');
}

async function watch(crowd: Child<CrowdOrder, CrowdNews>, port: number, matchIds: string[]): Promise<void> {
  crowd.order({ do: 'watch', port, matchIds });
  await crowd.hear('watching');
}

function inWords(what: string, { count, before, after }: { count: number; before: Weight; after: Weight }): Measure {
  const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;
  return {
    what,
    value: (after.heap - before.heap) / count / 1000,
    unit: 'kB',
    note:
      `${count} matches; heap and buffers went from ${megabytes(before.heap)} to ${megabytes(after.heap)}, ` +
      `the resident process from ${megabytes(before.resident)} to ${megabytes(after.resident)} (a process seldom returns memory to the system)`,
  };
}
