import { benchmarkRouter } from './routers/benchmark';
import { catalogRouter } from './routers/catalog';
import { judgeRouter } from './routers/judge';
import { matchRouter } from './routers/match';
import { seatRouter } from './routers/seat';
import { systemRouter } from './routers/system';
import { tableRouter } from './routers/table';
import { router } from './trpc';

/** Everything that can be asked of Mandi at /api/trpc. Plain JSON: no transformer on either side. */
export const appRouter = router({
  catalog: catalogRouter,
  match: matchRouter,
  table: tableRouter,
  seat: seatRouter,
  judge: judgeRouter,
  benchmark: benchmarkRouter,
  system: systemRouter,
});

export type AppRouter = typeof appRouter;
