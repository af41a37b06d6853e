import { benchmarkRouter } from './routers/benchmark';
import { catalogRouter } from './routers/catalog';
import { matchRouter } from './routers/match';
import { systemRouter } from './routers/system';
import { router } from './trpc';

/** Everything that can be asked of Mandi at /api/trpc. Plain JSON: no transformer on either side. */
export const appRouter = router({
  catalog: catalogRouter,
  match: matchRouter,
  benchmark: benchmarkRouter,
  system: systemRouter,
});

export type AppRouter = typeof appRouter;
