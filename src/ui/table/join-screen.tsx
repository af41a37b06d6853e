'use client';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { Button } from '~/kit/button';
import { Page } from '~/kit/page';
import { ErrorNote, Loading, Skeleton } from '~/kit/states';
import { faultOf } from '../api-fault';
import { reopenLiveSocket } from '../live-socket';
import { useTRPC } from '../trpc';

interface Props {
  invitation: string;
  /** The code for a judge, if the link invites one. */
  judge: string | null;
}

/** The link to a private table: stores the invitation in this browser and continues to the table. */
export function JoinScreen({ invitation, judge }: Props) {
  const trpc = useTRPC();
  const router = useRouter();
  const enter = useMutation(
    trpc.table.enter.mutationOptions({
      onSuccess: ({ id }) => {
        reopenLiveSocket();
        router.replace(judge === null ? `/matches/${id}` : `/matches/${id}/judge?invitation=${encodeURIComponent(judge)}`);
      },
    }),
  );
  const { mutate } = enter;
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    mutate({ invitation });
  }, [mutate, invitation]);
  const fault = enter.isError ? faultOf(enter.error) : null;
  return (
    <Page title="You are invited" width="text" lead="This link opens a private table in this browser.">
      {fault === null ? (
        <Loading what="the table">
          <Skeleton className="h-24 w-full" />
        </Loading>
      ) : (
        <ErrorNote
          title="This link did not open a table"
          code={fault.code}
          action={<Button onClick={() => mutate({ invitation })}>Try again</Button>}
        >
          {fault.message}
        </ErrorNote>
      )}
    </Page>
  );
}
