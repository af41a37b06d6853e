'use client';
import type { ReactNode } from 'react';
import { Button } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import { Loading } from '~/kit/states';
import { FailedQuery } from './query-states';

/** The parts of an infinite query of matches that the dialog uses. */
interface MatchPages<Page> {
  data: { pages: Page[] } | undefined;
  isPending: boolean;
  isError: boolean;
  error: unknown;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  refetch: () => unknown;
  fetchNextPage: () => unknown;
}

interface Props<Page> {
  title: string;
  note: string;
  /** Whose matches they are: `its matches`. */
  what: string;
  found: MatchPages<Page>;
  onClose: () => void;
  children: (pages: Page[]) => ReactNode;
}

/** The matches behind a figure, loaded in pages. */
export function MatchesDialog<Page>({ title, note, what, found, onClose, children }: Props<Page>) {
  return (
    <Dialog wide open onOpen={(open) => (open ? undefined : onClose())} title={title} note={note}>
      {found.isPending ? <Loading what={what} /> : null}
      {found.isError ? <FailedQuery what={what} error={found.error} retry={found.refetch} /> : null}
      {found.data ? children(found.data.pages) : null}
      {found.hasNextPage ? (
        <Button className="mt-3" disabled={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
          Show more matches
        </Button>
      ) : null}
    </Dialog>
  );
}
