import type { MatchCard } from '~/live/protocol';
import { replaceSilent } from '~/match/table/hand-over';
import { keepSeat } from '~/match/table/keep-seat';
import { controlTable, extendClock, fireShock } from '~/match/table/steer-table';
import { removePerson } from '~/match/table/vacate-seat';
import { matchInput } from '../inputs';
import { hostProcedure } from '../seat-access';
import { beginMatch, cardAfter, enter, getTable, linkForGuests, linkForHost, linkForSitter, readLog } from '../table-desk';
import { enterInput, extendInput, keepInput, replaceInput, seatInput, shockInput, tableControlInput } from '../table-inputs';
import type { NoteCard, OneTimeLink, TableAnswer, TableInvitation } from '../table-words';
import { openProcedure, router } from '../trpc';

/** A table: who sits where, and what its host may do. */
export const tableRouter = router({
  /** The card, and who the caller is here. */
  get: openProcedure.input(matchInput).query(({ ctx, input }): Promise<TableAnswer> => getTable(ctx, input.id)),
  /** Open seats go to a house policy, and the first round begins. */
  start: hostProcedure.input(matchInput).mutation(({ ctx, input }): Promise<MatchCard> => beginMatch(ctx.desk, input.id)),
  control: hostProcedure
    .input(tableControlInput)
    .mutation(({ ctx, input }): Promise<MatchCard> => cardAfter(controlTable(ctx.desk.services, input.id, input.command))),
  extend: hostProcedure
    .input(extendInput)
    .mutation(({ ctx, input }): Promise<MatchCard> => cardAfter(extendClock(ctx.desk.services, input.id, input.seconds))),
  /** Sends somebody away; their token is good no longer. */
  remove: hostProcedure.input(seatInput).mutation(async ({ ctx, input }): Promise<MatchCard> => {
    const card = await cardAfter(removePerson(ctx.desk.services, input.id, input.seat));
    ctx.desk.checkSeats(input.id);
    return card;
  }),
  /** In the lobby: a free seat is kept for a person of the registry, who comes by the link that `invite` makes. */
  keep: hostProcedure
    .input(keepInput)
    .mutation(({ ctx, input: { id, ...wish } }): Promise<MatchCard> => cardAfter(keepSeat(ctx.desk.services, id, wish))),
  /** A policy plays a silent seat; whoever sits there may take it back. */
  replace: hostProcedure
    .input(replaceInput)
    .mutation(({ ctx, input: { id, ...stand } }): Promise<MatchCard> => cardAfter(replaceSilent(ctx.desk.services, id, stand))),
  shock: hostProcedure
    .input(shockInput)
    .mutation(({ ctx, input: { id, ...shock } }): Promise<MatchCard> => cardAfter(fireShock(ctx.desk.services, id, shock))),
  log: hostProcedure.input(matchInput).query(({ ctx, input }): Promise<{ notes: NoteCard[] }> => readLog(ctx.desk, input.id)),
  /** Opens a seat that is kept for a person of the registry. */
  invite: hostProcedure.input(seatInput).mutation(({ ctx, input }): Promise<OneTimeLink> => linkForSitter(ctx.desk, input)),
  /** A link to a private table, for whoever the host sends it to. */
  invitation: hostProcedure.input(matchInput).mutation(({ ctx, input }): Promise<TableInvitation> => linkForGuests(ctx.desk, input.id)),
  /** Takes an invitation up. Sets a cookie: send it as a request of its own. A program shows the invitation as its bearer instead. */
  enter: openProcedure.input(enterInput).mutation(({ ctx, input }): Promise<{ id: string }> => enter(ctx, input.invitation)),
  /** Opens the host's console on another device. */
  hostLink: hostProcedure.input(matchInput).mutation(({ ctx, input }): Promise<OneTimeLink> => linkForHost(ctx.desk, input.id)),
});
