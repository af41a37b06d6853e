import { costlyProcedure, operatorProcedure, router, takeTurn } from '../trpc';
import { addAgentInput, agentInput, agentListInput, nullsInput, tryInput, turnsInput } from './inputs';
import { addAgent, listAgents, playNulls, retireAgent, showAgent, showTurns, tryAgent } from './service';
import { tryOutAgent } from './try-out';
import type { AgentCard, AgentSheet, NullMatches, TryOut, TurnsPage } from './types';

/** Whoever can be put into a seat: policies of the house, models, remote programs, people. */
export const agentRouter = router({
  /** The newest version of each, or (`older`) the versions before; those that play a ruleset, where one is named. */
  list: costlyProcedure.input(agentListInput).query(({ ctx, input }): Promise<AgentCard[]> => listAgents(ctx, input)),
  get: costlyProcedure.input(agentInput).query(async ({ ctx, input }): Promise<AgentSheet> => {
    await takeTurn(ctx.shared.readings, ctx.caller.address);
    return showAgent(ctx, input.ref);
  }),
  /** The same name again is a new version. */
  add: operatorProcedure.input(addAgentInput).mutation(async ({ ctx, input }): Promise<AgentCard> => {
    await takeTurn(ctx.shared.creations, ctx.caller.address);
    return addAgent(ctx.shared, input);
  }),
  /** Has it play one turn without keeping it: what would keep it from playing, in words. */
  tryOut: operatorProcedure.input(addAgentInput).mutation(async ({ ctx, input, signal }): Promise<TryOut> => {
    await takeTurn(ctx.shared.creations, ctx.caller.address);
    return tryOutAgent(ctx.shared, input, signal);
  }),
  retire: operatorProcedure.input(agentInput).mutation(({ ctx, input }): Promise<AgentCard> => retireAgent(ctx.shared, input.ref)),
  /** Opens a match against it. May set a cookie: send it as a request of its own. */
  try: operatorProcedure.input(tryInput).mutation(async ({ ctx, input }): Promise<{ matchId: string; hostToken: string | null }> => {
    await takeTurn(ctx.shared.creations, ctx.caller.address);
    return tryAgent(ctx, input);
  }),
  /** The null models play where a model played, all else the same. Asked for twice, nothing is played twice. */
  playNulls: operatorProcedure.input(nullsInput).mutation(async ({ ctx, input }): Promise<NullMatches> => {
    await takeTurn(ctx.shared.creations, ctx.caller.address);
    return playNulls(ctx.shared, input);
  }),
  /** What the agents of a match did, turn by turn, the newest first page by page, as far as the caller may know. */
  turns: costlyProcedure.input(turnsInput).query(async ({ ctx, input }): Promise<TurnsPage> => {
    await takeTurn(ctx.shared.readings, ctx.caller.address);
    return showTurns(ctx, input);
  }),
});
