'use client';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import type { ReactNode } from 'react';
import type { FixtureCard, TournamentSheet } from '~/api/tournament/types';
import { formatCount } from '~/kit/format';
import { type LobbyList, liveOnes } from '../matches/lobby-list';
import { useLobby } from '../matches/use-lobby';
import { useTRPC } from '../trpc';
import { ProgressLine } from './progress-line';
import { dollarLabel, matchesLabel, paceLabel, percentLabel, spentLabel, timeLeftLabel } from './tournament-labels';

/** Progress, pace, and estimates of the remaining time and cost. */
export function ProgressPanel({ sheet: { card, plan, progress, standings, missing } }: { sheet: TournamentSheet }) {
  const { counts, withPeople, cost, costLeft, tokens, tokensLeft } = progress;
  const { efficiency } = standings;
  return (
    <section aria-label="Progress" className="rounded-lg border bg-panel p-4">
      <ProgressLine counts={counts} />
      <dl className="mt-3 flex flex-wrap gap-x-10 gap-y-3 text-small">
        <Fact name="Playing now" value={formatCount(counts.playing - withPeople)}>
          {counts.playing > 0 ? <WatchOne tournamentId={card.id} playing={counts.playing} /> : null}
        </Fact>
        {counts.scoring > 0 ? <Fact name="Being scored" value={matchesLabel(counts.scoring)} /> : null}
        {withPeople > 0 ? <Fact name="Waiting for people" value={matchesLabel(withPeople)} /> : null}
        <Fact name="Pace" value={paceLabel(progress)} />
        <Fact name="Time left" value={timeLeftLabel(card.status, progress)} />
        {tokens > 0 || cost > 0 ? (
          <>
            <Fact name="Tokens" value={spentLabel({ spent: tokens, left: tokensLeft, most: plan.limits.tokens }, formatCount)} />
            <Fact name="Cost" value={spentLabel({ spent: cost, left: costLeft, most: plan.limits.dollars }, dollarLabel)} />
          </>
        ) : null}
        {efficiency ? (
          <Fact name="Market efficiency" value={`${percentLabel(efficiency)} of the optimum, n = ${formatCount(efficiency.n)}`} />
        ) : null}
      </dl>
      {(card.fault ?? missing) ? (
        <p role="alert" className="mt-3 text-red text-small">
          {card.fault ?? missing}
        </p>
      ) : null}
    </section>
  );
}

function Fact({ name, value, children }: { name: string; value: string; children?: ReactNode }) {
  return (
    <div>
      <dt className="text-ink-2">{name}</dt>
      <dd className="num font-medium">
        {value} {children}
      </dd>
    </div>
  );
}

/** How many of the schedule are compared with the live matches. */
const LOOKED_AT = 20;

/** A link to a match that is live. Short matches of scripts are played in batches and are never live. */
function WatchOne({ tournamentId, playing }: { tournamentId: string; playing: number }) {
  const trpc = useTRPC();
  const { list } = useLobby();
  const found = useQuery(trpc.tournament.fixtures.queryOptions({ id: tournamentId, status: ['playing'], limit: LOOKED_AT }));
  const live = liveAmong(list, found.data?.items ?? []);
  if (live === null) return null;
  return (
    <Link href={`/matches/${live}`} className="ml-1 font-normal text-accent underline underline-offset-2">
      {playing === 1 ? 'Watch it' : `Watch one of the ${formatCount(playing)}`}
    </Link>
  );
}

/** The id of a match of these that is live; null if none is. */
export function liveAmong(lobby: LobbyList, fixtures: readonly Pick<FixtureCard, 'matchId'>[]): string | null {
  const ids = new Set(fixtures.map(({ matchId }) => matchId));
  return liveOnes(lobby).find(({ card }) => ids.has(card.series?.id ?? card.id))?.card.id ?? null;
}
