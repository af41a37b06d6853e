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

/** What every screen stands on: queries, the typed API, tooltips. */
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

/** A change goes alone: in a streamed batch the answer's headers are sent before it is done, and it may want to set a cookie. */
function makeApi() {
  const url = '/api/trpc';
  const links = [splitLink({ condition: ({ type }) => type === 'mutation', true: httpLink({ url }), false: httpBatchStreamLink({ url }) })];
  return createTRPCClient<AppRouter>({ links });
}

/** Nothing is asked again by itself: what changes comes by the stream. Only a server that did not answer is asked once more. */
function makeQueryClient(): QueryClient {
  const retry = (failures: number, error: unknown) => failures < 1 && faultOf(error).code === 'unreachable';
  return new QueryClient({
    defaultOptions: { queries: { staleTime: 30_000, refetchOnWindowFocus: false, retry } },
  });
}
