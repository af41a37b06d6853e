import { agentRouter } from './routers/agent';
import { benchmarkRouter } from './routers/benchmark';
import { catalogRouter } from './routers/catalog';
import { dataRouter } from './routers/data';
import { inferenceRouter } from './routers/inference';
import { judgeRouter } from './routers/judge';
import { leaderboardRouter } from './routers/leaderboard';
import { matchRouter } from './routers/match';
import { ownerRouter } from './routers/owner';
import { reportRouter } from './routers/report';
import { seatRouter } from './routers/seat';
import { seriesRouter } from './routers/series';
import { systemRouter } from './routers/system';
import { tableRouter } from './routers/table';
import { tournamentRouter } from './routers/tournament';
import { router } from './trpc';

/** Everything that can be asked of Mandi at /api/trpc. Plain JSON: no transformer on either side. */
export const appRouter = router({
  catalog: catalogRouter,
  match: matchRouter,
  table: tableRouter,
  seat: seatRouter,
  judge: judgeRouter,
  agent: agentRouter,
  owner: ownerRouter,
  inference: inferenceRouter,
  tournament: tournamentRouter,
  leaderboard: leaderboardRouter,
  benchmark: benchmarkRouter,
  report: reportRouter,
  data: dataRouter,
  series: seriesRouter,
  system: systemRouter,
});

export type AppRouter = typeof appRouter;
