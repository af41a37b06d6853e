import { boardInput, evidenceInput } from '../tournament/inputs';
import type { BoardCard, EvidenceMatch, LeaderboardTable } from '../tournament/types';
import { costlyProcedure, router, takeTurn } from '../trpc';
import { boardsOf, showEvidence, showLeaderboard } from './service';

/** Rankings from rated matches only. */
export const leaderboardRouter = router({
  /** Boards with entries, grouped by task, the default setting first. */
  boards: costlyProcedure.query(({ ctx }): Promise<BoardCard[]> => boardsOf(ctx.shared)),
  get: costlyProcedure.input(boardInput).query(async ({ ctx, input }): Promise<LeaderboardTable> => {
    await takeTurn(ctx.shared.readings, ctx.caller.address);
    return showLeaderboard(ctx.shared, input);
  }),
  /** The matches behind an entry. */
  evidence: costlyProcedure.input(evidenceInput).query(async ({ ctx, input }): Promise<{ items: EvidenceMatch[]; next: number | null }> => {
    await takeTurn(ctx.shared.readings, ctx.caller.address);
    return showEvidence(ctx.shared, input);
  }),
});
