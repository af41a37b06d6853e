import { ratedTasks, showEvidence, showLeaderboard } from '../leaderboard-desk';
import { boardInput, evidenceInput } from '../tournament-inputs';
import type { EvidenceMatch, LeaderboardTable } from '../tournament-words';
import { openProcedure, router, takeTurn } from '../trpc';

/** Who is how good, from rated matches alone. */
export const leaderboardRouter = router({
  /** Where there is anything to show. */
  tasks: openProcedure.query(({ ctx }): Promise<{ ruleset: string; task: string }[]> => ratedTasks(ctx.desk)),
  get: openProcedure.input(boardInput).query(({ ctx, input }): Promise<LeaderboardTable> => {
    takeTurn(ctx.desk.readings, ctx.caller.address);
    return showLeaderboard(ctx.desk, input.ruleset, input.task);
  }),
  /** The matches behind an entry. */
  evidence: openProcedure.input(evidenceInput).query(({ ctx, input }): Promise<{ items: EvidenceMatch[]; next: number | null }> => {
    takeTurn(ctx.desk.readings, ctx.caller.address);
    return showEvidence(ctx.desk, input);
  }),
});
