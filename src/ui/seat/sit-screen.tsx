'use client';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import type { Redeemed } from '~/api/table/types';
import { Button, ButtonLink } from '~/kit/button';
import { Page } from '~/kit/page';
import { ErrorNote } from '~/kit/states';
import { faultOf } from '../api-fault';
import { reopenLiveSocket } from '../live-socket';
import { useTRPC } from '../trpc';

/** A one-time link. Redeemed by a click, so that link previews do not use it up. */
export function SitScreen({ code }: { code: string }) {
  const trpc = useTRPC();
  const router = useRouter();
  const redeem = useMutation(
    trpc.seat.redeem.mutationOptions({
      onSuccess: (redeemed) => {
        reopenLiveSocket();
        router.replace(placeOf(redeemed));
      },
    }),
  );
  const fault = redeem.isError ? faultOf(redeem.error) : null;
  return (
    <Page
      title="Play on this device"
      width="text"
      lead="This link opens a seat or a host’s console in this browser. It works once, within ten minutes."
    >
      {fault === null ? (
        <Button look="primary" disabled={redeem.isPending || redeem.isSuccess} onClick={() => redeem.mutate({ code })}>
          Open it here
        </Button>
      ) : (
        <ErrorNote title="This link no longer works" code={fault.code} action={<ButtonLink href="/watch">All matches</ButtonLink>}>
          {fault.message} Make a new link on the device that holds the seat.
        </ErrorNote>
      )}
    </Page>
  );
}

function placeOf({ id, role, seat }: Pick<Redeemed, 'id' | 'role' | 'seat'>): string {
  return role === 'judge' || (role !== 'host' && seat === null) ? `/matches/${id}/judge` : `/matches/${id}`;
}
