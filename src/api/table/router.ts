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

/** A table: its seats, and what its host can do. */
export const tableRouter = router({
  /** The card, and the caller's role. */
  get: openProcedure.input(matchInput).query(({ ctx, input }): Promise<TableAnswer> => getTable(ctx, input.id)),
  /** Built-in policies take open seats, and the first round begins. */
  start: hostProcedure.input(matchInput).mutation(({ ctx, input }): Promise<MatchCard> => beginMatch(ctx.shared, input.id)),
  control: hostProcedure
    .input(tableControlInput)
    .mutation(({ ctx, input }): Promise<MatchCard> => cardAfter(controlTable(ctx.shared.services, input.id, input.command))),
  extend: hostProcedure
    .input(extendInput)
    .mutation(({ ctx, input }): Promise<MatchCard> => cardAfter(extendClock(ctx.shared.services, input.id, input.seconds))),
  /** Removes a holder and revokes their token. */
  remove: hostProcedure.input(seatInput).mutation(async ({ ctx, input }): Promise<MatchCard> => {
    const card = await cardAfter(removePerson(ctx.shared.services, input.id, input.seat));
    ctx.shared.checkSeats(input.id);
    return card;
  }),
  /** In the lobby: reserves a free seat for a registered person, who joins with the link from `invite`. */
  keep: hostProcedure
    .input(keepInput)
    .mutation(({ ctx, input: { id, ...wish } }): Promise<MatchCard> => cardAfter(keepSeat(ctx.shared.services, id, wish))),
  /** A policy plays a silent holder's seat, who may take it back. */
  replace: hostProcedure
    .input(replaceInput)
    .mutation(({ ctx, input: { id, ...stand } }): Promise<MatchCard> => cardAfter(replaceSilent(ctx.shared.services, id, stand))),
  shock: hostProcedure
    .input(shockInput)
    .mutation(({ ctx, input: { id, ...shock } }): Promise<MatchCard> => cardAfter(fireShock(ctx.shared.services, id, shock))),
  log: hostProcedure.input(matchInput).query(({ ctx, input }): Promise<{ notes: NoteCard[] }> => readLog(ctx.shared, input.id)),
  /** A link for a registered person's reserved seat. */
  invite: hostProcedure.input(seatInput).mutation(({ ctx, input }): Promise<OneTimeLink> => linkForSitter(ctx.shared, input)),
  /** A link to a private table. */
  invitation: hostProcedure.input(matchInput).mutation(({ ctx, input }): Promise<TableInvitation> => linkForGuests(ctx.shared, input.id)),
  /** Accepts an invitation. Sets a cookie, so it must not be batched. A program presents the invitation as its bearer instead. */
  enter: openProcedure.input(enterInput).mutation(({ ctx, input }): Promise<{ id: string }> => enter(ctx, input.invitation)),
  /** A link to open the host's console on another device. */
  hostLink: hostProcedure.input(matchInput).mutation(({ ctx, input }): Promise<OneTimeLink> => linkForHost(ctx.shared, input.id)),
});
