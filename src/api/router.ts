import { agentRouter } from './agent/router';
import { benchmarkRouter } from './benchmark/router';
import { catalogRouter } from './catalog/router';
import { dataRouter } from './data/router';
import { inferenceRouter } from './inference/router';
import { judgeRouter } from './judge/router';
import { leaderboardRouter } from './leaderboard/router';
import { matchRouter } from './match/router';
import { operationsRouter } from './operations/router';
import { ownerRouter } from './owner/router';
import { reportRouter } from './report/router';
import { seatRouter } from './seat/router';
import { seriesRouter } from './series/router';
import { systemRouter } from './system/router';
import { tableRouter } from './table/router';
import { tournamentRouter } from './tournament/router';
import { trainingRouter } from './training/router';
import { router } from './trpc';

/** All procedures at /api/trpc. Plain JSON without a transformer. */
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
  training: trainingRouter,
  series: seriesRouter,
  operations: operationsRouter,
  system: systemRouter,
});

export type AppRouter = typeof appRouter;
