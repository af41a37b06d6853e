'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type FormEvent, type ReactNode, useMemo, useState } from 'react';
import type { PanelAnswer } from '~/api/judge/types';
import { seatNamesOf } from '~/games/screens';
import { Button, ButtonLink } from '~/kit/button';
import { TextField } from '~/kit/field';
import { labelled } from '~/kit/names';
import { Page } from '~/kit/page';
import { Panel, Section } from '~/kit/panel';
import { SeatNames } from '~/kit/seat-names';
import { Empty, Loading, Skeleton } from '~/kit/states';
import type { MatchCard } from '~/live/protocol';
import { faultOf } from '../api-fault';
import { namedThings } from '../match/names';
import { isLive } from '../matches/card-labels';
import { NothingHere } from '../nothing-here';
import { useTRPC } from '../trpc';
import { useAgainWhen } from '../use-again-when';
import { useLiveMatch } from '../use-live-match';
import { useOnce } from '../use-once';
import { useScreens } from '../use-screens';
import { BallotRounds } from './ballot-rounds';
import { HostPanel } from './host-panel';
import { PanelResults } from './panel-results';

interface Props {
  matchId: string;
  /** The code of the invitation in the address. */
  invitation: string | null;
}

/** A match's panel: judges give marks, the host invites and closes, and everyone reads the results. */
export function JudgeScreen({ matchId, invitation }: Props) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const panel = useQuery(trpc.judge.panel.queryOptions({ id: matchId }));
  function keep(answer: PanelAnswer) {
    queries.setQueryData(trpc.judge.panel.queryKey({ id: matchId }), answer);
  }
  if (panel.isError && !panel.data) return <NothingHere title="No such panel" fault={faultOf(panel.error)} />;
  return (
    <Page
      title="The panel of judges"
      lead="Invited people read the pitches of this match without names and mark them. Their marks do not affect the match; the rule judge decides."
      actions={<ButtonLink href={`/matches/${matchId}`}>Watch the match</ButtonLink>}
    >
      {panel.data && isLive(panel.data.card) ? <FollowRounds matchId={matchId} onNews={panel.refetch} /> : null}
      {panel.data ? (
        <Body panel={panel.data} invitation={invitation} onAnswer={keep} />
      ) : (
        <Loading what="the panel">
          <Skeleton className="h-96 w-full" />
        </Loading>
      )}
    </Page>
  );
}

interface BodyProps {
  panel: PanelAnswer;
  invitation: string | null;
  onAnswer: (answer: PanelAnswer) => void;
}

function Body({ panel, invitation, onAnswer }: BodyProps) {
  const { me, ballot, closed, results } = panel;
  // a future judge must not read about the labs first
  const isInvited = me.judge === null && invitation !== null && !closed;
  if (isInvited) return <AcceptForm matchId={panel.card.id} code={invitation} onAnswer={onAnswer} />;
  return (
    <SeatNames naming={seatNamesOf(panel.card.key)}>
      <div className="space-y-10">
        {ballot ? (
          <WithNames match={ballot.some((round) => round.opened) ? panel.card : null}>
            {(named) => <BallotRounds panel={panel} ballot={ballot} named={named} onAnswer={onAnswer} />}
          </WithNames>
        ) : null}
        {me.host ? <HostPanel panel={panel} onAnswer={onAnswer} /> : null}
        {results ? (
          <WithNames match={panel.card}>{(named) => <PanelResults panel={panel} results={results} named={named} />}</WithNames>
        ) : null}
        {me.judge === null && !me.host && !closed ? <Outside panel={panel} /> : null}
      </div>
    </SeatNames>
  );
}

interface WithNamesProps {
  /** null: nothing of it may be named yet. */
  match: Pick<MatchCard, 'id' | 'key'> | null;
  children: (named: (text: string) => string) => ReactNode;
}

/** For quoted pitches: things of the match by their names on the board, once its newest state is here. */
function WithNames({ match, children }: WithNamesProps) {
  if (match === null) return children((text) => text);
  return <Named match={match}>{children}</Named>;
}

function Named({ match, children }: WithNamesProps & { match: Pick<MatchCard, 'id' | 'key'> }) {
  const screens = useScreens(match.key);
  const { reel } = useLiveMatch<object>(match.id);
  const view = reel.views.at(-1) ?? null;
  const names = useMemo(() => screens && view && namedThings(screens, view).said, [screens, view]);
  return children((text) => (names ? labelled(text, names) : text));
}

/** The state of a panel that is not open to the reader, or that there is none. */
export function panelLabel({
  invited,
  rounds,
  card,
}: Pick<PanelAnswer, 'invited' | 'rounds'> & { card: Pick<MatchCard, 'status'> }): string {
  if (!invited) return 'This match has no panel.';
  if (rounds > 0) return 'The panel is still judging.';
  return isLive(card) ? 'Nobody has pitched yet.' : 'Nobody pitched in this match.';
}

function Outside({ panel }: { panel: PanelAnswer }) {
  return (
    <Section title="What is public">
      <Empty title={panelLabel(panel)} action={<ButtonLink href="/watch/duels">Vote on pitches</ButtonLink>}>
        {panel.invited
          ? 'Marks and names appear here when the host closes the panel. To judge, you need an invitation from the host.'
          : 'Its host has invited nobody to judge.'}
      </Empty>
    </Section>
  );
}

interface AcceptFormProps {
  matchId: string;
  code: string;
  onAnswer: (answer: PanelAnswer) => void;
}

/** Accepts an invitation and removes the used code from the address. */
function AcceptForm({ matchId, code, onAnswer }: AcceptFormProps) {
  const trpc = useTRPC();
  const router = useRouter();
  const [name, setName] = useState('');
  const accept = useMutation(
    trpc.judge.accept.mutationOptions({
      onSuccess: (answer) => {
        onAnswer(answer);
        router.replace(`/matches/${matchId}/judge`);
      },
    }),
  );
  const acceptOnce = useOnce(accept);
  function submit(event: FormEvent) {
    event.preventDefault();
    acceptOnce({ id: matchId, code, name: name.trim() });
  }
  return (
    <Panel
      title="You are invited to judge"
      note="The link works once; this browser then keeps your place on the panel."
      className="max-w-xl"
    >
      <form onSubmit={submit} className="space-y-4">
        <TextField
          label="Your name"
          hint="Shown to the host, and to everybody once the panel is closed."
          autoComplete="name"
          maxLength={40}
          required
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={accept.isError ? faultOf(accept.error).message : null}
        />
        <Button type="submit" look="primary" disabled={accept.isPending || name.trim() === ''}>
          Join the panel
        </Button>
      </form>
    </Panel>
  );
}

interface FollowRoundsProps {
  matchId: string;
  /** Called when a pitch round was judged or the match is over. */
  onNews: () => unknown;
}

/** While a match runs, updates the ballot from the match's stream. Renders nothing. */
function FollowRounds({ matchId, onNews }: FollowRoundsProps) {
  const { reel, card } = useLiveMatch<{ verdicts?: readonly unknown[] }>(matchId);
  const verdicts = reel.views.at(-1)?.verdicts?.length ?? 0;
  useAgainWhen(`${verdicts} ${card?.status ?? ''}`, onNews);
  return null;
}
