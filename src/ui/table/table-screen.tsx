'use client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import type { Me } from '~/api/table-words';
import { seatNamesOf } from '~/games/screens';
import { ButtonLink } from '~/kit/button';
import { Page } from '~/kit/page';
import { Section } from '~/kit/panel';
import { SeatNames } from '~/kit/seat-names';
import { Loading, Skeleton } from '~/kit/states';
import type { MatchCard } from '~/live/protocol';
import { ConnectionBar } from '../match/connection-bar';
import { NothingHere } from '../nothing-here';
import { StatusBadge } from '../status-badge';
import { MindsPanel } from '../thought/minds-panel';
import { useTRPC } from '../trpc';
import { useLiveMatch } from '../use-live-match';
import { HostConsole } from './host-console';
import { Invitation } from './invitation';
import { MySeat } from './my-seat';
import { SeatList } from './seat-list';
import { SitForm } from './sit-form';
import { StartPanel } from './start-panel';
import { settingsWords, taskWords } from './table-words';

/** The table before and beside its match: who sits where; a guest sits down here, the host starts and steers from here. */
export function TableScreen({ matchId }: { matchId: string }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { card: live, connection, waiting, refusal } = useLiveMatch(matchId);
  const table = useQuery(trpc.table.get.queryOptions({ id: matchId }));
  const card = live ?? table.data?.card;
  const me = table.data?.me;
  function again() {
    void queries.invalidateQueries(trpc.table.get.queryFilter({ id: matchId }));
  }
  if (refusal && !card) return <NothingHere title="No such table" fault={refusal} />;
  return (
    <>
      {card && me ? (
        <SeatNames naming={seatNamesOf(card.key)}>
          <Table card={card} me={me} onChanged={again} />
        </SeatNames>
      ) : (
        <TableLoading />
      )}
      <ConnectionBar lost={connection === 'lost'} waiting={waiting} />
    </>
  );
}

function Table({ card, me, onChanged }: { card: MatchCard; me: Me; onChanged: () => void }) {
  useGoToSeat(card, me);
  const inLobby = card.status === 'lobby';
  return (
    <Page
      title={`${taskWords(card.task)}: a table for ${card.seats.length}`}
      lead={settingsWords(card).join(', ')}
      actions={
        <>
          <StatusBadge status={card.status} />
          {inLobby ? null : <ButtonLink href={`/matches/${card.id}`}>Watch the market</ButtonLink>}
        </>
      }
    >
      <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="min-w-0 space-y-8">
          {inLobby && me.seats.length === 0 ? <SitForm card={card} onSeated={onChanged} /> : null}
          {me.seats.map((seat) => (
            <MySeat key={seat} card={card} seat={seat} onLeft={onChanged} />
          ))}
          <Section title="Seats" note={inLobby ? 'Who is here, and who is ready.' : undefined}>
            <SeatList card={card} mine={me.seats} />
          </Section>
          {inLobby ? null : <Thoughts card={card} />}
        </div>
        <div className="space-y-6">
          {inLobby || card.isPrivate ? <Invitation card={card} host={me.host} /> : null}
          {me.host && inLobby ? <StartPanel card={card} /> : null}
          {me.host ? <HostConsole card={card} /> : null}
        </div>
      </div>
    </Page>
  );
}

/** What the agents at this table think, for the host and those whose seats they play; for others it says when. */
function Thoughts({ card }: { card: MatchCard }) {
  const [chosen, setChosen] = useState<number | null>(null);
  return <MindsPanel card={card} round={chosen ?? card.round} onRound={setChosen} />;
}

/** Who waits in the lobby is taken to the seat when the match begins; who comes back later is not. */
function useGoToSeat(card: MatchCard, me: Me) {
  const router = useRouter();
  const waited = useRef(false);
  const [first] = me.seats;
  useEffect(() => {
    if (card.status === 'lobby') waited.current = true;
    else if (waited.current && card.status === 'running' && first !== undefined) router.push(`/matches/${card.id}/seat/${first}`);
  }, [card.status, card.id, first, router]);
}

function TableLoading() {
  return (
    <Page title="Table">
      <Loading what="the table">
        <Skeleton className="h-96 w-full" />
      </Loading>
    </Page>
  );
}
