import { matchInput } from '../inputs';
import { costlyProcedure, openProcedure, router } from '../trpc';
import { acceptInput, roundInput, sheetInput, voteInput } from './inputs';
import { accept, closePanel, draw, give, invite, openRound, showPanel, vote } from './service';
import type { DuelAnswer, Invitation, PanelAnswer, VoteAnswer } from './types';

/** People's judgments of pitches: a panel of invited judges, and duels for anyone. Changes may set cookies, so they must not be batched. */
export const judgeRouter = router({
  /** The panel as the caller may see it: a judge's ballot, a host's results, or everything once it is closed. */
  panel: costlyProcedure.input(matchInput).query(({ ctx, input }): Promise<PanelAnswer> => showPanel(ctx, input.id)),
  /** For the host, or the operator of a match without one: a link for one more judge. */
  invite: openProcedure.input(matchInput).mutation(({ ctx, input }): Promise<Invitation> => invite(ctx, input.id)),
  accept: openProcedure.input(acceptInput).mutation(({ ctx, input }): Promise<PanelAnswer> => accept(ctx, input)),
  /** A judge's marks for all pitches of a round. They can be changed until the judge opens the round or the host closes the panel. */
  give: openProcedure.input(sheetInput).mutation(({ ctx, input }): Promise<PanelAnswer> => give(ctx, input)),
  open: openProcedure.input(roundInput).mutation(({ ctx, input }): Promise<PanelAnswer> => openRound(ctx, input)),
  close: openProcedure.input(matchInput).mutation(({ ctx, input }): Promise<PanelAnswer> => closePanel(ctx, input.id)),
  /** Two pitches for this browser to choose from, and the results of all duels so far. */
  draw: costlyProcedure.mutation(({ ctx }): Promise<DuelAnswer> => draw(ctx)),
  vote: costlyProcedure.input(voteInput).mutation(({ ctx, input }): Promise<VoteAnswer> => vote(ctx, input)),
});
