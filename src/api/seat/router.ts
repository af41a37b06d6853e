import type { MatchCard } from '~/live/protocol';
import { takeBack } from '~/match/table/hand-over';
import { setReady } from '~/match/table/set-ready';
import type { HostAct } from '~/match/table/table-log';
import { holderProcedure, seatProcedure } from '../access/seat-access';
import { checkInput, claimInput, handOverInput, observeInput, readyInput, redeemInput, seatInput, submitInput } from '../table/inputs';
import { cardAfter } from '../table/service';
import type { Checked, Claimed, Observed, OneTimeLink, Redeemed, TurnReceipt } from '../table/types';
import { openProcedure, router } from '../trpc';
import { actsOfHost, check, claim, handSeatOver, leave, linkForDevice, observe, redeem, submit } from './service';

/** A seat: claim it, play it, hand it over and take it back. Changes may set cookies, so they must not be batched. */
export const seatRouter = router({
  claim: openProcedure.input(claimInput).mutation(({ ctx, input }): Promise<Claimed> => claim(ctx, input)),
  ready: seatProcedure.input(readyInput).mutation(async ({ ctx, input: { id, ...seat } }): Promise<MatchCard> => {
    const card = await cardAfter(setReady(ctx.shared.services, id, seat));
    if (card.status === 'running') ctx.shared.run(id);
    return card;
  }),
  /** Leaves the seat: in the lobby it opens, later a built-in policy plays it. */
  leave: seatProcedure.input(seatInput).mutation(({ ctx, input }): Promise<MatchCard> => leave(ctx, input)),
  observe: holderProcedure.input(observeInput).query(({ ctx, input, signal }): Promise<Observed> => observe(ctx, input, signal)),
  hostActs: seatProcedure.input(seatInput).query(({ ctx, input }): Promise<HostAct[]> => actsOfHost(ctx, input.id)),
  /** Which guards would change this move, and why. Submits nothing; a mutation because a move may be longer than a URL. */
  check: seatProcedure.input(checkInput).mutation(({ ctx, input }): Promise<Checked> => check(ctx, input)),
  /** Submits a turn and waits for its receipt. Retry with the same key after `unanswered` or a lost connection. */
  submit: holderProcedure.input(submitInput).mutation(({ ctx, input }): Promise<TurnReceipt> => submit(ctx.shared, input)),
  handOver: seatProcedure.input(handOverInput).mutation(({ ctx, input }): Promise<MatchCard> => handSeatOver(ctx, input)),
  takeBack: seatProcedure
    .input(seatInput)
    .mutation(({ ctx, input }): Promise<MatchCard> => cardAfter(takeBack(ctx.shared.services, input.id, input.seat))),
  /** A link to open this seat on another device. */
  deviceLink: seatProcedure.input(seatInput).mutation(({ ctx, input }): Promise<OneTimeLink> => linkForDevice(ctx.shared, input)),
  redeem: openProcedure.input(redeemInput).mutation(({ ctx, input }): Promise<Redeemed> => redeem(ctx, input)),
});
