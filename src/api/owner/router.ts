import { z } from 'zod';
import { addOwner, confirmAgents, releaseAgent, removeOwner } from '~/match/owners';
import type { OwnerRecord } from '~/store/owners/owner-store';
import { orRefuse } from '../errors';
import { costlyProcedure, operatorProcedure, router, takeTurn } from '../trpc';

export interface OwnerCard {
  id: string;
  name: string;
  agents: string[];
}

const name = z.string().min(1).max(200);
const agent = z.string().min(1).max(64);

/** Owners of agents. Everyone may read them; only the operator confirms them. */
export const ownerRouter = router({
  list: costlyProcedure.query(async ({ ctx }): Promise<OwnerCard[]> => {
    await takeTurn(ctx.shared.readings, ctx.caller.address);
    return (await ctx.shared.services.store.owners.list()).map(cardOf);
  }),
  add: operatorProcedure.input(z.strictObject({ name })).mutation(async ({ ctx, input }): Promise<OwnerCard> => {
    return cardOf(orRefuse(await addOwner(ctx.shared.services, input.name)));
  }),
  /** `owner`: id or name. */
  confirm: operatorProcedure
    .input(z.strictObject({ owner: name, agents: z.array(agent).min(1).max(100) }))
    .mutation(async ({ ctx, input }): Promise<OwnerCard> => cardOf(orRefuse(await confirmAgents(ctx.shared.services, input)))),
  release: operatorProcedure.input(z.strictObject({ agent })).mutation(async ({ ctx, input }): Promise<null> => {
    return orRefuse(await releaseAgent(ctx.shared.services, input.agent));
  }),
  remove: operatorProcedure.input(z.strictObject({ owner: name })).mutation(async ({ ctx, input }): Promise<null> => {
    return orRefuse(await removeOwner(ctx.shared.services, input.owner));
  }),
});

function cardOf({ id, name: called, agents }: OwnerRecord): OwnerCard {
  return { id, name: called, agents };
}
