import { type ReactNode, Suspense } from 'react';
import { MatchBar } from '~/ui/match-page/match-bar';

interface Props {
  params: Promise<{ id: string }>;
  children: ReactNode;
}

export default async function MatchLayout({ params, children }: Props) {
  return (
    <>
      <Suspense fallback={<div className="h-10 border-b bg-panel" />}>
        <MatchBar matchId={(await params).id} />
      </Suspense>
      {children}
    </>
  );
}
