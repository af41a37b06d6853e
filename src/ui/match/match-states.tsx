import type { ReactNode } from 'react';
import { ButtonLink } from '~/kit/button';
import { ErrorNote, Loading, Skeleton } from '~/kit/states';

/** A placeholder with the match's layout. */
export function MatchLoading() {
  return (
    <main id="main">
      <Loading what="the match">
        <div className="flex h-[76px] items-center gap-8 px-4 sm:px-6">
          <Skeleton className="h-10 w-72" />
          <Skeleton className="h-10 w-48" />
        </div>
        <div className="flex h-14 items-center border-t px-4 sm:px-6">
          <Skeleton className="h-2 w-full" />
        </div>
        <div className="grid h-[456px] grid-cols-1 gap-3 border-y p-3 min-[900px]:grid-cols-[14rem_1fr_20rem]">
          <Skeleton className="h-full max-[899px]:hidden" />
          <Skeleton className="h-full" />
          <Skeleton className="h-full max-[899px]:hidden" />
        </div>
      </Loading>
    </main>
  );
}

export function NoMatch({ code, message, children }: { code: string; message: string; children?: ReactNode }) {
  return (
    <main id="main" className="mx-auto max-w-xl px-4 py-16">
      <h1 className="mb-4 font-semibold text-display tracking-tight">Match</h1>
      <ErrorNote
        title={code === 'unknown_match' ? 'There is no such match here' : 'This match cannot be shown'}
        code={code}
        action={
          <>
            <ButtonLink href="/watch">All matches</ButtonLink>
            <ButtonLink href="/play/bots">New match</ButtonLink>
          </>
        }
      >
        {message}
      </ErrorNote>
      {children}
    </main>
  );
}
