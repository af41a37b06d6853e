'use client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createTRPCClient, httpBatchStreamLink } from '@trpc/client';
import { createTRPCContext } from '@trpc/tanstack-react-query';
import { type ReactNode, useState } from 'react';
import type { AppRouter } from '~/api/router';
import { TooltipProvider } from './kit/tooltip';

const { TRPCProvider, useTRPC } = createTRPCContext<AppRouter>();

export { useTRPC };

/** What every screen stands on: queries, the typed API, tooltips. */
export function Providers({ children }: { children: ReactNode }) {
  const [queries] = useState(makeQueryClient);
  const [client] = useState(() => createTRPCClient<AppRouter>({ links: [httpBatchStreamLink({ url: '/api/trpc' })] }));
  return (
    <QueryClientProvider client={queries}>
      <TRPCProvider trpcClient={client} queryClient={queries}>
        <TooltipProvider>{children}</TooltipProvider>
      </TRPCProvider>
    </QueryClientProvider>
  );
}

/** Nothing is asked again by itself: what changes comes by the stream. */
function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: { queries: { staleTime: 30_000, refetchOnWindowFocus: false, retry: 1 } },
  });
}
