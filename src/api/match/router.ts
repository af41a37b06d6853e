import type { Explained } from '~/contract/pack';
import type { Frame, Highlight, MatchCard } from '~/live/protocol';
import { Highlights } from '~/match/highlights';
import type { SeatSpan } from '~/match/table/seat-players';
import { controlInput, createInput, listInput, matchInput, stretchInput } from '../inputs';
import { forkInput } from '../table/inputs';
import { costlyProcedure, openProcedure, operatorProcedure, router, takeTurn } from '../trpc';
import { showExplanation } from './explain';
import { type ShownEvent, showEvents, showFrames, showPlayers } from './pages';
import { branchOff, createMatch, getMatch, listMatches, type MatchPage, playAgain, steerMatch } from './service';

const highlights = new Highlights();

export const matchRouter = router({
  create: operatorProcedure.input(createInput).mutation(async ({ ctx, input }): Promise<MatchCard> => {
    await takeTurn(ctx.shared.creations, ctx.caller.address);
    return createMatch(ctx, input);
  }),
  list: costlyProcedure.input(listInput).query(({ ctx, input }): Promise<MatchPage> => listMatches(ctx, input)),
  /** The best of the newest finished matches, for the home page. */
  highlights: costlyProcedure.query(
    ({ ctx: { shared } }): Promise<Highlight[]> => highlights.of(shared.services.store.lately ?? shared.services.store),
  ),
  get: openProcedure.input(matchInput).query(({ ctx, input }): Promise<MatchCard> => getMatch(ctx, input.id)),
  /** The data of a replay: the same frames as in the live stream. */
  frames: costlyProcedure.input(stretchInput).query(async ({ ctx, input }): Promise<{ card: MatchCard; frames: Frame[] }> => {
    await takeTurn(ctx.shared.replays, ctx.caller.address);
    return showFrames(ctx, input);
  }),
  /** Who played which seat from which event on; empty if no seat changed hands. */
  players: costlyProcedure.input(matchInput).query(({ ctx, input }): Promise<SeatSpan[]> => showPlayers(ctx, input.id)),
  /** The events as anyone may see them now. */
  events: costlyProcedure.input(stretchInput).query(async ({ ctx, input }): Promise<{ events: ShownEvent[]; head: number }> => {
    await takeTurn(ctx.shared.replays, ctx.caller.address);
    return showEvents(ctx, input);
  }),
  /** Why each seat of a finished match ended where it did, for the game's own screens. */
  explain: openProcedure.input(matchInput).query(({ ctx, input, signal }): Promise<Explained> => showExplanation(ctx, input.id, signal)),
  /** Continues from any event of a finished match with other policies or people. */
  fork: operatorProcedure.input(forkInput).mutation(async ({ ctx, input }): Promise<MatchCard> => {
    await takeTurn(ctx.shared.creations, ctx.caller.address);
    return branchOff(ctx, input);
  }),
  /** The same players and settings on another seed. May set a cookie, so it must not be batched. */
  again: operatorProcedure.input(matchInput).mutation(async ({ ctx, input }): Promise<MatchCard> => {
    await takeTurn(ctx.shared.creations, ctx.caller.address);
    return playAgain(ctx, input.id);
  }),
  control: openProcedure.input(controlInput).mutation(({ ctx, input }): Promise<MatchCard> => steerMatch(ctx, input)),
});
