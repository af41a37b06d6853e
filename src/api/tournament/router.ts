import { gameFilter, matchInput } from '../inputs';
import type { OneTimeLink } from '../table/types';
import { costlyProcedure, openProcedure, operatorProcedure, router, takeTurn } from '../trpc';
import {
  fixturesInput,
  inviteInput,
  joinInput,
  leaveInput,
  planInput,
  steerInput,
  tournamentInput,
  tournamentListInput,
  whyInput,
} from './inputs';
import {
  inviteTo,
  joinTournament,
  leaderOf,
  leaveTournament,
  listDemos,
  listTournaments,
  previewPlan,
  showFixtures,
  showMeetings,
  showTournament,
  startTournament,
  steerTournament,
  tournamentOfMatch,
} from './service';
import type { FixturePage, Leader, MatchOfTournament, MeetingCard, PlanPreview, TournamentCard, TournamentSheet } from './types';
import { showWhy, type WhySheet } from './why';

export const tournamentRouter = router({
  list: costlyProcedure
    .input(tournamentListInput)
    .query(({ ctx, input }): Promise<{ items: TournamentCard[]; nextCursor: string | null }> => listTournaments(ctx.shared, input)),
  /** What this Mandi played by itself when it was new: of each game one, or none. */
  demo: openProcedure.query(({ ctx }): Promise<TournamentCard[]> => listDemos(ctx.shared)),
  /** Of the tournament of a game, or of any, that says most: its table, what its entrants did, and the matches to watch. null: none is over. */
  why: costlyProcedure.input(whyInput).query(async ({ ctx, input }): Promise<WhySheet | null> => {
    await takeTurn(ctx.shared.readings, ctx.caller.address);
    return showWhy(ctx.shared, gameFilter(input).game ?? null);
  }),
  leader: openProcedure.input(tournamentInput).query(({ ctx, input }): Promise<Leader | null> => leaderOf(ctx.shared, input.id)),
  get: openProcedure
    .input(tournamentInput)
    .query(({ ctx, input, signal }): Promise<TournamentSheet> => showTournament(ctx, input.id, signal)),
  /** Its schedule, in order, or some matches of it. */
  fixtures: costlyProcedure.input(fixturesInput).query(({ ctx, input }): Promise<FixturePage> => showFixtures(ctx, input)),
  meetings: costlyProcedure.input(tournamentInput).query(async ({ ctx, input }): Promise<MeetingCard[]> => {
    await takeTurn(ctx.shared.readings, ctx.caller.address);
    return showMeetings(ctx.shared, input.id);
  }),
  ofMatch: openProcedure
    .input(matchInput)
    .query(({ ctx, input }): Promise<MatchOfTournament | null> => tournamentOfMatch(ctx.shared, input.id)),
  /** How many matches a file would be, or what is wrong with it. Changes nothing. */
  preview: openProcedure.input(planInput).mutation(async ({ ctx, input, signal }): Promise<PlanPreview> => {
    await takeTurn(ctx.shared.readings, ctx.caller.address);
    return previewPlan(ctx, input.text, signal);
  }),
  create: operatorProcedure.input(planInput).mutation(async ({ ctx, input }): Promise<{ id: string }> => {
    await takeTurn(ctx.shared.creations, ctx.caller.address);
    return startTournament(ctx.shared, input.text);
  }),
  control: operatorProcedure.input(steerInput).mutation(({ ctx, input }): Promise<{ id: string }> => steerTournament(ctx.shared, input)),
  /** From its next day on somebody plays in a league. */
  join: operatorProcedure.input(joinInput).mutation(({ ctx, input }): Promise<{ id: string }> => joinTournament(ctx.shared, input)),
  /** A person's seat in a match whose turn has come: a link that opens it once. */
  invite: operatorProcedure.input(inviteInput).mutation(({ ctx, input }): Promise<OneTimeLink> => inviteTo(ctx.shared, input)),
  leave: operatorProcedure.input(leaveInput).mutation(({ ctx, input }): Promise<{ id: string }> => leaveTournament(ctx.shared, input)),
});
