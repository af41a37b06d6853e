import type { Explained } from '~/contract/pack';
import type { Frame, MatchCard } from '~/live/protocol';
import type { SeatSpan } from '~/match/table/seat-players';
import { controlInput, createInput, listInput, matchInput, stretchInput } from '../inputs';
import { forkInput } from '../table/inputs';
import { costlyProcedure, openProcedure, operatorProcedure, router, takeTurn } from '../trpc';
import { showExplanation } from './explain';
import { type ShownEvent, showEvents, showFrames, showPlayers } from './pages';
import { branchOff, createMatch, getMatch, listMatches, playAgain, steerMatch } from './service';

export const matchRouter = router({
  create: operatorProcedure.input(createInput).mutation(async ({ ctx, input }): Promise<MatchCard> => {
    await takeTurn(ctx.shared.creations, ctx.caller.address);
    return createMatch(ctx, input);
  }),
  list: costlyProcedure
    .input(listInput)
    .query(({ ctx, input }): Promise<{ items: MatchCard[]; nextCursor: string | null }> => listMatches(ctx, input)),
  get: openProcedure.input(matchInput).query(({ ctx, input }): Promise<MatchCard> => getMatch(ctx, input.id)),
  /** What a replay is made of: the same frames that the live stream sends. */
  frames: costlyProcedure.input(stretchInput).query(async ({ ctx, input }): Promise<{ card: MatchCard; frames: Frame[] }> => {
    await takeTurn(ctx.shared.replays, ctx.caller.address);
    return showFrames(ctx, input);
  }),
  /** Who played which seat from which event on; empty where no seat changed hands. */
  players: costlyProcedure.input(matchInput).query(({ ctx, input }): Promise<SeatSpan[]> => showPlayers(ctx, input.id)),
  /** The events as anybody may see them at the moment. */
  events: costlyProcedure.input(stretchInput).query(async ({ ctx, input }): Promise<{ events: ShownEvent[]; head: number }> => {
    await takeTurn(ctx.shared.replays, ctx.caller.address);
    return showEvents(ctx, input);
  }),
  /** Why each seat of a finished match ended where it did, as its game's own screens show it. */
  explain: openProcedure.input(matchInput).query(({ ctx, input, signal }): Promise<Explained> => showExplanation(ctx, input.id, signal)),
  /** Plays on from any event of a finished match, with other policies or people. */
  fork: operatorProcedure.input(forkInput).mutation(async ({ ctx, input }): Promise<MatchCard> => {
    await takeTurn(ctx.shared.creations, ctx.caller.address);
    return branchOff(ctx, input);
  }),
  /** The same players and settings on another seed. May set a cookie: send it as a request of its own. */
  again: operatorProcedure.input(matchInput).mutation(async ({ ctx, input }): Promise<MatchCard> => {
    await takeTurn(ctx.shared.creations, ctx.caller.address);
    return playAgain(ctx, input.id);
  }),
  control: openProcedure.input(controlInput).mutation(({ ctx, input }): Promise<MatchCard> => steerMatch(ctx, input)),
});
