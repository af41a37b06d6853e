'use client';
import { useMutation } from '@tanstack/react-query';
import { Button } from '~/kit/button';
import { CopyButton } from '~/kit/copy-button';
import { faultOf } from '../api-fault';
import { useTRPC } from '../trpc';
import { useOrigin } from '../use-origin';
import { useLogAgain } from './use-log-again';

/** For the host: the link to a seat that is kept for a person of the registry. */
export function SitterLink({ id, seat, name }: { id: string; seat: string; name: string }) {
  const trpc = useTRPC();
  const origin = useOrigin();
  const invite = useMutation(trpc.table.invite.mutationOptions(useLogAgain(id)));
  const link = invite.data ? `${origin}${invite.data.path}` : null;
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-1.5">
      {link === null ? null : (
        <>
          <span className="code min-w-0 break-all">{link}</span>
          <CopyButton text={link}>Copy</CopyButton>
        </>
      )}
      <Button
        size="small"
        title="It opens the seat once, within ten minutes"
        disabled={invite.isPending}
        onClick={() => invite.mutate({ id, seat })}
      >
        {link === null ? `Link for ${name}` : 'Another link'}
      </Button>
      {invite.isError ? (
        <span role="alert" className="text-red">
          {faultOf(invite.error).message}
        </span>
      ) : null}
    </span>
  );
}
