import { useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '../trpc';

/** Refetches the table's log after an action in this console, even if the card does not show it. */
export function useLogAgain(matchId: string): { onSuccess: () => void } {
  const trpc = useTRPC();
  const queries = useQueryClient();
  return { onSuccess: () => void queries.invalidateQueries(trpc.table.log.queryFilter({ id: matchId })) };
}
