import { useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '../trpc';

/** What was done from this console stands in the table's log at once, whether or not it shows on the card. */
export function useLogAgain(matchId: string): { onSuccess: () => void } {
  const trpc = useTRPC();
  const queries = useQueryClient();
  return { onSuccess: () => void queries.invalidateQueries(trpc.table.log.queryFilter({ id: matchId })) };
}
