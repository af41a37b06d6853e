import { boardsOf, showEvidence, showLeaderboard } from '../leaderboard-desk';
import { boardInput, evidenceInput } from '../tournament-inputs';
import type { BoardCard, EvidenceMatch, LeaderboardTable } from '../tournament-words';
import { costlyProcedure, router, takeTurn } from '../trpc';

/** Who is how good, from rated matches alone. */
export const leaderboardRouter = router({
  /** Where there is anything to show; those of a task together, the usual one first. */
  boards: costlyProcedure.query(({ ctx }): Promise<BoardCard[]> => boardsOf(ctx.desk)),
  get: costlyProcedure.input(boardInput).query(async ({ ctx, input }): Promise<LeaderboardTable> => {
    await takeTurn(ctx.desk.readings, ctx.caller.address);
    return showLeaderboard(ctx.desk, input);
  }),
  /** The matches behind an entry. */
  evidence: costlyProcedure.input(evidenceInput).query(async ({ ctx, input }): Promise<{ items: EvidenceMatch[]; next: number | null }> => {
    await takeTurn(ctx.desk.readings, ctx.caller.address);
    return showEvidence(ctx.desk, input);
  }),
});
