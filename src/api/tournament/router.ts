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
import { type AgentPlace, showPlaces, showWhy, type WhySheet } from './why';

export const tournamentRouter = router({
  list: costlyProcedure
    .input(tournamentListInput)
    .query(({ ctx, input }): Promise<{ items: TournamentCard[]; nextCursor: string | null }> => listTournaments(ctx.shared, input)),
  /** The demo leagues that this Mandi played when it was new: at most one per game. */
  demo: openProcedure.query(({ ctx }): Promise<TournamentCard[]> => listDemos(ctx.shared)),
  /**
   * Of the tournaments of a game (or of any), the most informative one: its table, what its entrants did, and matches to watch. null if
   * none is over.
   */
  why: costlyProcedure.input(whyInput).query(async ({ ctx, input }): Promise<WhySheet | null> => {
    await takeTurn(ctx.shared.readings, ctx.caller.address);
    return showWhy(ctx.shared, gameFilter(input).game ?? null);
  }),
  /** The places of agents in the most informative tournament of each game. */
  places: costlyProcedure.query(async ({ ctx }): Promise<AgentPlace[]> => {
    await takeTurn(ctx.shared.readings, ctx.caller.address);
    return showPlaces(ctx.shared);
  }),
  leader: openProcedure.input(tournamentInput).query(({ ctx, input, signal }): Promise<Leader | null> => leaderOf(ctx, input.id, signal)),
  get: openProcedure
    .input(tournamentInput)
    .query(({ ctx, input, signal }): Promise<TournamentSheet> => showTournament(ctx, input.id, signal)),
  /** Its schedule in order, or selected matches. */
  fixtures: costlyProcedure.input(fixturesInput).query(({ ctx, input }): Promise<FixturePage> => showFixtures(ctx, input)),
  meetings: costlyProcedure.input(tournamentInput).query(async ({ ctx, input }): Promise<MeetingCard[]> => {
    await takeTurn(ctx.shared.readings, ctx.caller.address);
    return showMeetings(ctx.shared, input.id);
  }),
  ofMatch: openProcedure
    .input(matchInput)
    .query(({ ctx, input }): Promise<MatchOfTournament | null> => tournamentOfMatch(ctx.shared, input.id)),
  /** The number of matches of a file, or its errors. Changes nothing. */
  preview: openProcedure.input(planInput).mutation(async ({ ctx, input, signal }): Promise<PlanPreview> => {
    await takeTurn(ctx.shared.readings, ctx.caller.address);
    return previewPlan(ctx, input.text, signal);
  }),
  create: operatorProcedure.input(planInput).mutation(async ({ ctx, input }): Promise<{ id: string }> => {
    await takeTurn(ctx.shared.creations, ctx.caller.address);
    return startTournament(ctx.shared, input.text);
  }),
  control: operatorProcedure.input(steerInput).mutation(({ ctx, input }): Promise<{ id: string }> => steerTournament(ctx.shared, input)),
  /** Adds an entrant to a league, from its next day on. */
  join: operatorProcedure.input(joinInput).mutation(({ ctx, input }): Promise<{ id: string }> => joinTournament(ctx.shared, input)),
  /** For a person whose match is ready: a link that opens their seat once. */
  invite: operatorProcedure.input(inviteInput).mutation(({ ctx, input }): Promise<OneTimeLink> => inviteTo(ctx.shared, input)),
  leave: operatorProcedure.input(leaveInput).mutation(({ ctx, input }): Promise<{ id: string }> => leaveTournament(ctx.shared, input)),
});
