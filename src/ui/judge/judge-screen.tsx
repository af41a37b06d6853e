'use client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { PanelAnswer } from '~/api/judge-words';
import { seatNamesOf } from '~/games/screens';
import { ButtonLink } from '~/kit/button';
import { Page } from '~/kit/page';
import { Section } from '~/kit/panel';
import { SeatNames } from '~/kit/seat-names';
import { Empty, Loading, Skeleton } from '~/kit/states';
import type { MatchCard } from '~/live/protocol';
import { faultOf } from '../api-fault';
import { isLive } from '../matches/card-words';
import { NothingHere } from '../nothing-here';
import { useTRPC } from '../trpc';
import { AcceptForm } from './accept-form';
import { BallotRounds } from './ballot-rounds';
import { FollowRounds } from './follow-rounds';
import { HostPanel } from './host-panel';
import { PanelResults } from './panel-results';

interface Props {
  matchId: string;
  /** The code of an invitation that brought the reader here. */
  invitation: string | null;
}

/** A match's panel: where judges give their marks, the host invites and closes, and everybody reads what it found. */
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
      lead="People who were invited read the pitches of this match without names and give them marks. Their marks decide nothing: the rule judge does."
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
  const { me, ballot, closed } = panel;
  // who is about to judge reads nothing of the labs before
  const isInvited = me.judge === null && invitation !== null && !closed;
  if (isInvited) return <AcceptForm matchId={panel.card.id} code={invitation} onAnswer={onAnswer} />;
  return (
    <SeatNames naming={seatNamesOf(panel.card.key)}>
      <div className="space-y-10">
        {ballot ? <BallotRounds panel={panel} ballot={ballot} onAnswer={onAnswer} /> : null}
        {me.host ? <HostPanel panel={panel} onAnswer={onAnswer} /> : null}
        {panel.results ? <PanelResults panel={panel} results={panel.results} /> : null}
        {me.judge === null && !me.host && !closed ? <Outside panel={panel} /> : null}
      </div>
    </SeatNames>
  );
}

/** What a panel that is not open to the reader is doing; where nobody was asked to judge there is none. */
export function panelWords({
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
      <Empty title={panelWords(panel)} action={<ButtonLink href="/duels">Vote in a duel</ButtonLink>}>
        {panel.invited
          ? 'Marks and names are shown here when the match’s host has closed the panel. To judge, you need an invitation from the host.'
          : 'Its host has invited nobody to judge.'}
      </Empty>
    </Section>
  );
}
