'use client';
import { useMutation, useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useMemo, useState } from 'react';
import type { AnyGameScreens } from '~/contract/screens';
import { Button, ButtonLink } from '~/kit/button';
import { SelectField } from '~/kit/field';
import { Score } from '~/kit/number';
import { Page } from '~/kit/page';
import { Section } from '~/kit/panel';
import { Empty, ErrorNote, Loading, Skeleton } from '~/kit/states';
import { Table } from '~/kit/table';
import type { MatchCard } from '~/live/protocol';
import { playedBy } from '~/store/match-types';
import { faultOf } from '../api-fault';
import { ConnectionBar } from '../connection-bar';
import { scoreLabel } from '../matches/card-labels';
import type { LiveMatch } from '../replay/match-stream';
import { StatusBadge } from '../status-badge';
import { taskTitle } from '../task-title';
import { useTRPC } from '../trpc';
import { UnlockDialog } from '../unlock-dialog';
import { useLiveMatch } from '../use-live-match';
import { useOnce } from '../use-once';
import { useScreens } from '../use-screens';
import { ComparePair } from './compare-pair';
import { PublishedPair } from './published-pair';
import { policyOf, type Side } from './side';

interface Props {
  left: string | null;
  right: string | null;
}

/** Two matches with the same opening, side by side. */
export function CompareScreen({ left, right }: Props) {
  if (left && right) return <Both left={left} right={right} />;
  return (
    <Page title="Compare" lead="Two matches of the same task and seed, side by side and in step: the same opening, played by two policies.">
      {left ? <ChoosePartner matchId={left} /> : <PublishedPair />}
    </Page>
  );
}

function Both({ left, right }: { left: string; right: string }) {
  const [a, b] = [useLiveMatch<object>(left), useLiveMatch<object>(right)];
  const screens = [useScreens(a.card?.key ?? null), useScreens(b.card?.key ?? null)] as const;
  const [one, other] = [useSide(a, screens[0]), useSide(b, screens[1])];
  const refusal = a.refusal ?? b.refusal;
  if (refusal) {
    return (
      <Page title="Compare">
        <ErrorNote title="One of the two matches was not found" code={refusal.code}>
          {refusal.message}
        </ErrorNote>
        <div className="mt-6">
          <PublishedPair />
        </div>
      </Page>
    );
  }
  return (
    <>
      {one && other ? (
        <ComparePair left={one} right={other} />
      ) : (
        <Page title="Compare">
          <Loading what="both matches">
            <Skeleton className="h-64 w-full" />
            <Skeleton className="mt-6 h-96 w-full" />
          </Loading>
        </Page>
      )}
      <ConnectionBar lost={a.connection === 'lost' || b.connection === 'lost'} waiting={a.waiting ?? b.waiting} />
    </>
  );
}

/** A match that has begun, in a game that has screens. */
function useSide({ card, reel }: LiveMatch, screens: AnyGameScreens | null): Side | null {
  const rounds = useMemo(() => (screens ? reel.views.map((view) => screens.match.stage(view).round) : []), [screens, reel]);
  return card && screens && reel.frames.length > 0 ? { card, screens, reel, rounds } : null;
}

/** With one match chosen: which match to compare it with, or who should play its opening again. */
function ChoosePartner({ matchId }: { matchId: string }) {
  const trpc = useTRPC();
  const match = useQuery(trpc.match.get.queryOptions({ id: matchId }));
  if (match.error && !match.data) {
    return (
      <ErrorNote title="The match was not found" action={<ButtonLink href="/watch">All matches</ButtonLink>}>
        {faultOf(match.error).message}
      </ErrorNote>
    );
  }
  if (!match.data) return <Loading what="the match" />;
  const card = match.data;
  if (card.seed === null) {
    return <Empty title="Its seed is still private">You can compare this match when it is over and its seed is public.</Empty>;
  }
  return <Partners card={card} seed={card.seed} />;
}

function Partners({ card, seed }: { card: MatchCard; seed: number }) {
  const trpc = useTRPC();
  const same = useQuery(trpc.match.list.queryOptions({ task: card.task, seed, game: card.key, version: card.version, limit: 50 }));
  const others = (same.data?.items ?? []).filter((one) => one.id !== card.id);
  return (
    <div className="flex flex-col gap-8">
      <p>
        <Link href={`/matches/${card.id}`} className="text-accent underline underline-offset-2">
          {taskTitle(card)}
        </Link>
        , seed <span className="num">{seed}</span>, played by {policyOf(card)}.
      </p>
      <PlayAgain card={card} seed={seed} />
      <Section title="Matches of the same opening">
        {same.isLoading ? <Loading what="matches" /> : null}
        {same.data && others.length === 0 ? <p className="text-ink-2 text-small">None yet. Play the opening again above.</p> : null}
        {others.length > 0 ? (
          <Table<MatchCard>
            caption="Matches of the same task and seed"
            rows={others}
            rowKey={(one) => one.id}
            columns={[
              { key: 'policy', head: 'Played by', cell: (one) => policyOf(one) },
              { key: 'judge', head: 'Judge', cell: (one) => one.judgeMode },
              { key: 'status', head: 'Status', cell: (one) => <StatusBadge status={one.status} /> },
              { key: 'score', head: 'Score', align: 'right', cell: (one) => <CardScore card={one} /> },
              {
                key: 'go',
                head: <span className="sr-only">compare</span>,
                align: 'right',
                cell: (one) => (
                  <ButtonLink size="small" href={`/watch/compare?left=${card.id}&right=${one.id}`}>
                    Compare
                  </ButtonLink>
                ),
              },
            ]}
          />
        ) : null}
      </Section>
    </div>
  );
}

function PlayAgain({ card, seed }: { card: MatchCard; seed: number }) {
  const trpc = useTRPC();
  const router = useRouter();
  const catalog = useQuery(trpc.catalog.overview.queryOptions());
  const ruleset = card.key;
  const policies = (catalog.data?.policies ?? []).filter((policy) => policy.plays.includes(ruleset) && isAnother(policy.id, card));
  const [chosen, setChosen] = useState<string | null>(null);
  const [locked, setLocked] = useState(false);
  const create = useMutation(
    trpc.match.create.mutationOptions({
      onSuccess: (made) => router.push(`/watch/compare?left=${card.id}&right=${made.id}`),
      onError: (error) => setLocked(error.data?.mandi.code === 'operator_needed'),
    }),
  );
  const createOnce = useOnce(create);
  const policy = chosen ?? policies[0]?.id;
  const play = () =>
    policy && createOnce({ game: card.key, version: card.version, task: card.task, seed, policy, judgeMode: card.judgeMode, pace: 0 });
  return (
    <div className="flex flex-wrap items-end gap-3">
      <SelectField
        label="Play the same opening with"
        className="w-72"
        value={policy ?? ''}
        onChange={(event) => setChosen(event.target.value)}
      >
        {policies.map((one) => (
          <option key={one.id} value={one.id}>
            {one.title}
          </option>
        ))}
      </SelectField>
      <Button look="primary" onClick={play} disabled={!policy || create.isPending}>
        {create.isPending ? 'Playing' : 'Play and compare'}
      </Button>
      {create.error && !locked ? (
        <p role="alert" className="text-red text-small">
          {faultOf(create.error).message}
        </p>
      ) : null}
      <UnlockDialog open={locked} onOpen={setLocked} onUnlocked={play} />
    </div>
  );
}

/** Not the policy that already plays every seat. */
function isAnother(policy: string, card: MatchCard): boolean {
  return card.seats.some((seat) => playedBy(seat) !== policy);
}

/** The score of a single scored seat, or the sum of equal seats. */
function CardScore({ card }: { card: MatchCard }) {
  const scores = Object.values(card.scores ?? {}).filter((one) => one !== null);
  if (scores.length > 1)
    return <span className="num">{scoreLabel(card, Math.round(scores.reduce((sum, one) => sum + one, 0) * 100) / 100)}</span>;
  const score = card.scores?.[card.seats[0]?.seat ?? ''];
  return typeof score === 'number' ? <Score value={score} /> : <span className="text-ink-3">none yet</span>;
}
