'use client';
import { Button } from '~/kit/button';
import { ErrorNote } from '~/kit/states';
import { faultOf } from './api-fault';

/** A failed query: the server's message, and one next step. */
export function FailedQuery({ what, error, retry }: { what: string; error: unknown; retry: () => unknown }) {
  const fault = faultOf(error);
  return (
    <ErrorNote title={`Mandi could not load ${what}.`} code={fault.code} action={<Button onClick={() => void retry()}>Try again</Button>}>
      {fault.message}
    </ErrorNote>
  );
}
