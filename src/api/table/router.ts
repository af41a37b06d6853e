import type { MatchCard } from '~/live/protocol';
import { replaceSilent } from '~/match/table/hand-over';
import { keepSeat } from '~/match/table/keep-seat';
import { controlTable, extendClock, fireShock } from '~/match/table/steer-table';
import { removePerson } from '~/match/table/vacate-seat';
import { hostProcedure } from '../access/seat-access';
import { matchInput } from '../inputs';
import { openProcedure, router } from '../trpc';
import { enterInput, extendInput, keepInput, replaceInput, seatInput, shockInput, tableControlInput } from './inputs';
import { beginMatch, cardAfter, enter, getTable, linkForGuests, linkForHost, linkForSitter, readLog } from './service';
import type { NoteCard, OneTimeLink, TableAnswer, TableInvitation } from './types';

/** A table: who sits where, and what its host may do. */
export const tableRouter = router({
  /** The card, and who the caller is here. */
  get: openProcedure.input(matchInput).query(({ ctx, input }): Promise<TableAnswer> => getTable(ctx, input.id)),
  /** Open seats go to a house policy, and the first round begins. */
  start: hostProcedure.input(matchInput).mutation(({ ctx, input }): Promise<MatchCard> => beginMatch(ctx.shared, input.id)),
  control: hostProcedure
    .input(tableControlInput)
    .mutation(({ ctx, input }): Promise<MatchCard> => cardAfter(controlTable(ctx.shared.services, input.id, input.command))),
  extend: hostProcedure
    .input(extendInput)
    .mutation(({ ctx, input }): Promise<MatchCard> => cardAfter(extendClock(ctx.shared.services, input.id, input.seconds))),
  /** Sends somebody away; their token is good no longer. */
  remove: hostProcedure.input(seatInput).mutation(async ({ ctx, input }): Promise<MatchCard> => {
    const card = await cardAfter(removePerson(ctx.shared.services, input.id, input.seat));
    ctx.shared.checkSeats(input.id);
    return card;
  }),
  /** In the lobby: a free seat is kept for a person of the registry, who comes by the link that `invite` makes. */
  keep: hostProcedure
    .input(keepInput)
    .mutation(({ ctx, input: { id, ...wish } }): Promise<MatchCard> => cardAfter(keepSeat(ctx.shared.services, id, wish))),
  /** A policy plays a silent seat; whoever sits there may take it back. */
  replace: hostProcedure
    .input(replaceInput)
    .mutation(({ ctx, input: { id, ...stand } }): Promise<MatchCard> => cardAfter(replaceSilent(ctx.shared.services, id, stand))),
  shock: hostProcedure
    .input(shockInput)
    .mutation(({ ctx, input: { id, ...shock } }): Promise<MatchCard> => cardAfter(fireShock(ctx.shared.services, id, shock))),
  log: hostProcedure.input(matchInput).query(({ ctx, input }): Promise<{ notes: NoteCard[] }> => readLog(ctx.shared, input.id)),
  /** Opens a seat that is kept for a person of the registry. */
  invite: hostProcedure.input(seatInput).mutation(({ ctx, input }): Promise<OneTimeLink> => linkForSitter(ctx.shared, input)),
  /** A link to a private table, for whoever the host sends it to. */
  invitation: hostProcedure.input(matchInput).mutation(({ ctx, input }): Promise<TableInvitation> => linkForGuests(ctx.shared, input.id)),
  /** Takes an invitation up. Sets a cookie: send it as a request of its own. A program shows the invitation as its bearer instead. */
  enter: openProcedure.input(enterInput).mutation(({ ctx, input }): Promise<{ id: string }> => enter(ctx, input.invitation)),
  /** Opens the host's console on another device. */
  hostLink: hostProcedure.input(matchInput).mutation(({ ctx, input }): Promise<OneTimeLink> => linkForHost(ctx.shared, input.id)),
});
