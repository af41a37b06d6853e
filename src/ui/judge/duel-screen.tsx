'use client';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { DuelAnswer } from '~/api/judge/types';
import { policyWords } from '~/contract/player';
import { Button, ButtonLink } from '~/kit/button';
import { Page } from '~/kit/page';
import { Section } from '~/kit/panel';
import { Empty, ErrorNote, Loading, Skeleton } from '~/kit/states';
import { type Column, Table } from '~/kit/table';
import { faultOf } from '../api-fault';
import { useTRPC } from '../trpc';
import { useOnce } from '../use-once';
import { DuelSides } from './duel-sides';
import { isApartFromHalf, rateLabel } from './estimate-labels';

/** Two pitches side by side: which is better? Names are shown after the vote. */
export function DuelScreen() {
  const trpc = useTRPC();
  const [answer, setAnswer] = useState<DuelAnswer | null>(null);
  const draw = useMutation(trpc.judge.draw.mutationOptions({ onSuccess: setAnswer }));
  const vote = useMutation(trpc.judge.vote.mutationOptions());
  const voteOnce = useOnce(vote);
  const { mutate: ask } = draw;
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current) return; // React calls this twice in development, but a duel must be drawn once
    asked.current = true;
    ask();
  }, [ask]);
  function next() {
    vote.reset();
    ask();
  }
  return (
    <Page
      title="Pitch duels"
      lead="Two pitches for a spare block, from finished matches, without names. Choose the more convincing one to see whose they were."
    >
      <div className="space-y-10">
        <Section
          title={vote.data ? 'Your vote is counted' : 'Which pitch is better?'}
          note={answer?.duel ? noteOf(answer.duel, vote.data !== undefined) : undefined}
        >
          {draw.isError ? (
            <ErrorNote
              title="No duel could be drawn."
              code={faultOf(draw.error).code}
              action={<Button onClick={() => ask()}>Try again</Button>}
            >
              {faultOf(draw.error).message}
            </ErrorNote>
          ) : answer === null ? (
            <Loading what="a duel">
              <Skeleton className="h-72 w-full" />
            </Loading>
          ) : answer.duel === null ? (
            <Empty title="No pitch duels right now" action={<ButtonLink href="/play/bots">Set up a match</ButtonLink>}>
              A duel shows two pitches from finished matches, and there is no pair that you have not seen. New matches with the rule judge
              bring more.
            </Empty>
          ) : (
            <DuelSides
              duel={answer.duel}
              reveal={vote.data ?? null}
              busy={vote.isPending || draw.isPending}
              fault={vote.isError ? faultOf(vote.error).message : null}
              onVote={(choice) => voteOnce({ id: answer.duel?.id ?? '', choice })}
              onNext={next}
            />
          )}
        </Section>
        {answer ? <DuelResults table={vote.data?.table ?? answer.table} /> : null}
      </div>
    </Page>
  );
}

function noteOf({ sameRound }: NonNullable<DuelAnswer['duel']>, isTold: boolean): string {
  const where = sameRound ? 'Both pitches are from the same round, for the same block.' : 'They are from different matches.';
  return isTold ? where : `${where} Names and ids are replaced by words in brackets.`;
}

type DuelTable = DuelAnswer['table'];
type Standing = DuelTable['standings'][number];

/** Whose pitches were preferred, over all duels so far. */
function DuelResults({ table }: { table: DuelTable }) {
  return (
    <Section title="So far" note={votesNote(table)}>
      {table.standings.length === 0 ? (
        table.votes > 0 && <p className="text-small text-ink-2">No duel between two different players has been decided yet.</p>
      ) : (
        <Table
          caption="How often each player’s pitch was preferred"
          columns={COLUMNS}
          rows={table.standings}
          rowKey={({ player }) => player}
          className="max-w-3xl"
        />
      )}
    </Section>
  );
}

const COLUMNS: Column<Standing>[] = [
  { key: 'player', head: 'Player', cell: ({ player }) => policyWords(player) },
  {
    key: 'rate',
    head: 'Preferred, 95% interval',
    align: 'right',
    className: 'whitespace-nowrap',
    cell: ({ rate, interval }) => rateLabel(rate, interval),
  },
  { key: 'duels', head: 'Duels', align: 'right', cell: ({ duels }) => duels },
  { key: 'wins', head: 'Won', align: 'right', cell: ({ wins }) => wins },
  { key: 'ties', head: 'Same', align: 'right', cell: ({ ties }) => ties },
  { key: 'losses', head: 'Lost', align: 'right', cell: ({ losses }) => losses },
];

/** Number of votes, and whether the side mattered. */
function votesNote({ votes, voters, left }: DuelTable): string {
  if (left === null) return 'Nobody has voted yet.';
  const counted = `${votes} ${votes === 1 ? 'vote' : 'votes'} from ${voters} ${voters === 1 ? 'browser' : 'browsers'}; “same” counts half.`;
  const side = isApartFromHalf(left.interval)
    ? ' The order seems to matter, although it is random:'
    : ' The order does not seem to matter:';
  return `${counted}${votes >= 20 ? `${side} pitch A was preferred in ${rateLabel(left.rate, left.interval)}.` : ''} Intervals are Wilson intervals that treat votes as independent.`;
}
