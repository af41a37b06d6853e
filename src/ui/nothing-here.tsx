import type { ReactNode } from 'react';
import { ButtonLink } from '~/kit/button';
import { Page } from '~/kit/page';
import { ErrorNote } from '~/kit/states';
import type { Fault } from './api-fault';

interface Props {
  title: string;
  fault: Fault;
  /** The one way on. */
  action?: ReactNode;
}

/** An address that leads to nothing that is here: what the server said of it, and a way on. */
export function NothingHere({ title, fault, action = <ButtonLink href="/watch">All matches</ButtonLink> }: Props) {
  return (
    <Page title={title} width="text">
      <ErrorNote title="There is nothing at this address." code={fault.code} action={action}>
        {fault.message}
      </ErrorNote>
    </Page>
  );
}
