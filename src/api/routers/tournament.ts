import { matchInput } from '../inputs';
import type { OneTimeLink } from '../table-words';
import {
  inviteTo,
  joinTournament,
  leaderOf,
  leaveTournament,
  listTournaments,
  previewPlan,
  showFixtures,
  showMeetings,
  showTournament,
  startTournament,
  steerTournament,
  tournamentOfMatch,
} from '../tournament-desk';
import {
  fixturesInput,
  inviteInput,
  joinInput,
  leaveInput,
  planInput,
  steerInput,
  tournamentInput,
  tournamentListInput,
} from '../tournament-inputs';
import type {
  FixturePage,
  Leader,
  MatchOfTournament,
  MeetingCard,
  PlanPreview,
  TournamentCard,
  TournamentSheet,
} from '../tournament-words';
import { costlyProcedure, openProcedure, operatorProcedure, router, takeTurn } from '../trpc';

export const tournamentRouter = router({
  list: costlyProcedure
    .input(tournamentListInput)
    .query(({ ctx, input }): Promise<{ items: TournamentCard[]; nextCursor: string | null }> => listTournaments(ctx.desk, input)),
  leader: openProcedure.input(tournamentInput).query(({ ctx, input }): Promise<Leader | null> => leaderOf(ctx.desk, input.id)),
  get: openProcedure
    .input(tournamentInput)
    .query(({ ctx, input, signal }): Promise<TournamentSheet> => showTournament(ctx, input.id, signal)),
  /** Its schedule, in order, or some matches of it. */
  fixtures: costlyProcedure.input(fixturesInput).query(({ ctx, input }): Promise<FixturePage> => showFixtures(ctx, input)),
  meetings: costlyProcedure.input(tournamentInput).query(async ({ ctx, input }): Promise<MeetingCard[]> => {
    await takeTurn(ctx.desk.readings, ctx.caller.address);
    return showMeetings(ctx.desk, input.id);
  }),
  ofMatch: openProcedure
    .input(matchInput)
    .query(({ ctx, input }): Promise<MatchOfTournament | null> => tournamentOfMatch(ctx.desk, input.id)),
  /** How many matches a file would be, or what is wrong with it. Changes nothing. */
  preview: openProcedure.input(planInput).mutation(async ({ ctx, input }): Promise<PlanPreview> => {
    await takeTurn(ctx.desk.readings, ctx.caller.address);
    return previewPlan(ctx, input.text);
  }),
  create: operatorProcedure.input(planInput).mutation(async ({ ctx, input }): Promise<{ id: string }> => {
    await takeTurn(ctx.desk.creations, ctx.caller.address);
    return startTournament(ctx.desk, input.text);
  }),
  control: operatorProcedure.input(steerInput).mutation(({ ctx, input }): Promise<{ id: string }> => steerTournament(ctx.desk, input)),
  /** From its next day on somebody plays in a league. */
  join: operatorProcedure.input(joinInput).mutation(({ ctx, input }): Promise<{ id: string }> => joinTournament(ctx.desk, input)),
  /** A person's seat in a match whose turn has come: a link that opens it once. */
  invite: operatorProcedure.input(inviteInput).mutation(({ ctx, input }): Promise<OneTimeLink> => inviteTo(ctx.desk, input)),
  leave: operatorProcedure.input(leaveInput).mutation(({ ctx, input }): Promise<{ id: string }> => leaveTournament(ctx.desk, input)),
});
