import type { ReactNode } from 'react';
import { ButtonLink } from '~/kit/button';
import { Page } from '~/kit/page';
import { ErrorNote } from '~/kit/states';
import type { Fault } from './api-fault';

interface Props {
  title: string;
  fault: Fault;
  /** The one next step. */
  action?: ReactNode;
}

/** For an address without content: the server's message, and a next step. */
export function NothingHere({ title, fault, action = <ButtonLink href="/watch">All matches</ButtonLink> }: Props) {
  return (
    <Page title={title} width="text">
      <ErrorNote title="There is nothing at this address." code={fault.code} action={action}>
        {fault.message}
      </ErrorNote>
    </Page>
  );
}
