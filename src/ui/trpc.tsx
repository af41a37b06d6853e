'use client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createTRPCClient, httpBatchStreamLink, httpLink, splitLink } from '@trpc/client';
import { createTRPCContext } from '@trpc/tanstack-react-query';
import { type ReactNode, useState } from 'react';
import type { AppRouter } from '~/api/router';
import { TooltipProvider } from '~/kit/tooltip';
import { faultOf } from './api-fault';

const { TRPCProvider, useTRPC } = createTRPCContext<AppRouter>();

export { useTRPC };

/** Providers of every screen: queries, the typed API, tooltips. */
export function Providers({ children }: { children: ReactNode }) {
  const [queries] = useState(makeQueryClient);
  const [client] = useState(makeApi);
  return (
    <QueryClientProvider client={queries}>
      <TRPCProvider trpcClient={client} queryClient={queries}>
        <TooltipProvider>{children}</TooltipProvider>
      </TRPCProvider>
    </QueryClientProvider>
  );
}

/** Mutations are not batched: a streamed batch sends its headers before they are done, and they may set a cookie. */
function makeApi() {
  const url = '/api/trpc';
  const links = [splitLink({ condition: ({ type }) => type === 'mutation', true: httpLink({ url }), false: httpBatchStreamLink({ url }) })];
  return createTRPCClient<AppRouter>({ links });
}

/** No automatic refetching, because changes arrive through the stream. Retries once if the server did not answer. */
function makeQueryClient(): QueryClient {
  const retry = (failures: number, error: unknown) => failures < 1 && faultOf(error).code === 'unreachable';
  return new QueryClient({
    defaultOptions: { queries: { staleTime: 30_000, refetchOnWindowFocus: false, retry } },
  });
}
