import { costlyProcedure, operatorProcedure, router, takeTurn } from '../trpc';
import { addAgentInput, agentInput, agentListInput, nullsInput, tryInput, turnsInput } from './inputs';
import { addAgent, listAgents, playNulls, retireAgent, showAgent, showTurns, tryAgent } from './service';
import { tryOutAgent } from './try-out';
import type { AgentCard, AgentSheet, NullMatches, TryOut, TurnsPage } from './types';

/** All players for seats: built-in policies, models, remote programs, people. */
export const agentRouter = router({
  /** The newest versions or (`older`) the earlier ones; optionally only those that play a ruleset. */
  list: costlyProcedure.input(agentListInput).query(({ ctx, input }): Promise<AgentCard[]> => listAgents(ctx, input)),
  get: costlyProcedure.input(agentInput).query(async ({ ctx, input }): Promise<AgentSheet> => {
    await takeTurn(ctx.shared.readings, ctx.caller.address);
    return showAgent(ctx, input.ref);
  }),
  /** Adding an existing name creates a new version. */
  add: operatorProcedure.input(addAgentInput).mutation(async ({ ctx, input }): Promise<AgentCard> => {
    await takeTurn(ctx.shared.creations, ctx.caller.address);
    return addAgent(ctx.shared, input);
  }),
  /** Has it play one turn without storing it, and says what would prevent it from playing. */
  tryOut: operatorProcedure.input(addAgentInput).mutation(async ({ ctx, input, signal }): Promise<TryOut> => {
    await takeTurn(ctx.shared.creations, ctx.caller.address);
    return tryOutAgent(ctx.shared, input, signal);
  }),
  retire: operatorProcedure.input(agentInput).mutation(({ ctx, input }): Promise<AgentCard> => retireAgent(ctx.shared, input.ref)),
  /** Creates a match against it. May set a cookie, so it must not be batched. */
  try: operatorProcedure.input(tryInput).mutation(async ({ ctx, input }): Promise<{ matchId: string; hostToken: string | null }> => {
    await takeTurn(ctx.shared.creations, ctx.caller.address);
    return tryAgent(ctx, input);
  }),
  /** Plays null models in a model's seats with everything else unchanged. Repeated calls play nothing twice. */
  playNulls: operatorProcedure.input(nullsInput).mutation(async ({ ctx, input }): Promise<NullMatches> => {
    await takeTurn(ctx.shared.creations, ctx.caller.address);
    return playNulls(ctx.shared, input);
  }),
  /** The agents' turns in a match, newest first, in pages, as far as the caller may see them. */
  turns: costlyProcedure.input(turnsInput).query(async ({ ctx, input }): Promise<TurnsPage> => {
    await takeTurn(ctx.shared.readings, ctx.caller.address);
    return showTurns(ctx, input);
  }),
});
