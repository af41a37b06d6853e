'use client';
import { useQuery } from '@tanstack/react-query';
import type { InferenceState } from '~/api/agent-words';
import { ButtonLink } from '~/kit/button';
import { Page } from '~/kit/page';
import { Loading, Skeleton } from '~/kit/states';
import { faultOf } from '../api-fault';
import { ConnectionBar } from '../match/connection-bar';
import { OperatorGate } from '../new-match/operator-gate';
import { FailedQuery } from '../query-states';
import { useTRPC } from '../trpc';
import { Backends } from './backends';
import { Meter } from './meter';
import { ModelNote } from './model-note';
import { Spend } from './spend';
import { Workers } from './workers';

/** The meter's points come every five seconds; what stands in the queue changes faster. */
const AGAIN_MS = 2_000;

/** How language models are served here: backends, workers, speed, faults, what was spent. */
export function InferenceScreen() {
  const trpc = useTRPC();
  const state = useQuery({ ...trpc.inference.state.queryOptions(), staleTime: 0, retry: false, refetchInterval: AGAIN_MS });
  const locked = state.isError && faultOf(state.error).code === 'operator_needed';
  return (
    <Page
      title="Inference"
      lead="Where the models run that play here: what each backend serves and how loaded it is, how fast it writes, what failed, what it cost."
      actions={<ButtonLink href="/agents">Agents</ButtonLink>}
    >
      {state.isPending ? (
        <Loading what="inference">
          <Skeleton className="h-[40rem] w-full" />
        </Loading>
      ) : null}
      {locked ? <OperatorGate what="reading this page" /> : null}
      {state.isError && !locked && !state.data ? <FailedQuery what="inference" error={state.error} retry={state.refetch} /> : null}
      {state.data ? <Body state={state.data} /> : null}
      <ConnectionBar lost={state.isError && state.data !== undefined} />
    </Page>
  );
}

function Body({ state }: { state: InferenceState }) {
  return (
    <div className="space-y-8">
      <ModelNote model={state.model} />
      <Meter meter={state.meter} />
      <Backends backends={state.backends} tries={state.meter.tries} />
      <Workers workers={state.workers} />
      <Spend accounts={state.meter.accounts} />
    </div>
  );
}
