'use client';
import Link from 'next/link';
import { useEffect, useState } from 'react';
import type { OfferedPlayer, PageProps } from '~/contract/game-api';
import type { ShownCard } from '~/contract/shown';
import { Button, ButtonLink } from '~/kit/button';
import { SelectField } from '~/kit/field';
import { Panel, Section } from '~/kit/panel';
import { ErrorNote } from '~/kit/states';
import { type Column, Table } from '~/kit/table';
import { CLOCK_SECONDS } from './front';
import { useTry } from './reveal';

const HOUSE = 'house';

/** Two games that count as one, against a friend by link, an agent, or a bot. */
export function DuelPage({ api }: PageProps) {
  const { run, isBusy, fault } = useTry();
  const [players, setPlayers] = useState<readonly OfferedPlayer[]>([]);
  const [why, setWhy] = useState<string | null>(null);
  const [against, setAgainst] = useState(HOUSE);
  useEffect(() => {
    api.players().then(
      (all) => setPlayers(all.filter(({ kind, ready }) => ready && kind !== 'null' && kind !== 'person')),
      (error: Error) => setWhy(error.message),
    );
  }, [api]);
  const begin = (other: string, isPrivate = false) =>
    run(() => api.series({ kind: 'duel', task: 'quick', players: ['you', other], clockSeconds: CLOCK_SECONDS, isPrivate }));
  return (
    <div className="space-y-6">
      <p className="max-w-2xl text-small">
        You sell in the first game and buy in the second. The second game has a different item, new limits and new deadlines, so what you
        learned in the first does not help. Limits and results are shown when both games are over. Your score is the sum of both gains.
      </p>
      {fault}
      <div className="grid gap-4 sm:grid-cols-2">
        <Panel
          title="A friend"
          note="You get a private table. Make an invitation link there, send it, and start when your friend is there."
        >
          <Button look="primary" disabled={isBusy} onClick={() => begin('open', true)}>
            {isBusy ? 'Starting…' : 'Duel a friend'}
          </Button>
        </Panel>
        <Panel title="A bot" note="It begins right away.">
          <div className="flex flex-wrap items-end gap-3">
            <SelectField label="Against" value={against} onChange={(event) => setAgainst(event.target.value)}>
              <option value={HOUSE}>House</option>
              {players
                .filter(({ ref }) => ref !== HOUSE)
                .map(({ ref, title }) => (
                  <option key={ref} value={ref}>
                    {title}
                  </option>
                ))}
            </SelectField>
            <Button disabled={isBusy} onClick={() => begin(against)}>
              Duel this bot
            </Button>
          </div>
          {why === null ? null : <ErrorNote title="The agents could not be listed">{why}</ErrorNote>}
        </Panel>
      </div>
    </div>
  );
}

interface Size {
  id: string;
  title: string;
  sellers: number;
  buyers: number;
}

const SIZES: readonly Size[] = [
  { id: 'lane', title: 'Lane', sellers: 2, buyers: 5 },
  { id: 'hall', title: 'Hall', sellers: 5, buyers: 12 },
  { id: 'great', title: 'Great hall', sellers: 10, buyers: 30 },
];
const LOOKED_AT = 60;
const MANY_SEATS = 3;

/** Many sellers and buyers at the same time, to watch or join. */
export function HallPage({ api }: PageProps) {
  const { run, isBusy, fault } = useTry();
  const [size, setSize] = useState('hall');
  const [cards, setCards] = useState<readonly ShownCard[] | null>(null);
  const [why, setWhy] = useState<string | null>(null);
  useEffect(() => {
    api.matches(LOOKED_AT).then(
      (all) => setCards(all.filter(({ seats }) => seats.length >= MANY_SEATS)),
      (error: Error) => setWhy(error.message),
    );
  }, [api]);
  const chosen = SIZES.find(({ id }) => id === size) ?? SIZES[0];
  const begin = (as: 'seller' | 'buyer' | null) => {
    if (!chosen) return;
    const { sellers, buyers } = chosen;
    const options = { sellers, buyers, pools: true };
    // The person gets the first seat that is not named; watchers name all seats.
    const named = [...(as === 'seller' ? [] : seatIds('seller', sellers)), ...(as === null ? seatIds('buyer', buyers) : [])];
    const seats = Object.fromEntries(named.map((seat) => [seat, HOUSE]));
    run(() => api.start({ task: 'bulk', options, seats, clockSeconds: CLOCK_SECONDS, ...(as === null && { watch: true as const }) }));
  };
  return (
    <div className="space-y-6">
      <p className="max-w-2xl text-small">
        Many sellers and buyers haggle over the same kind of item at the same time. Sellers have stock, and buyers can order together. The
        drawing shows who haggles with whom, the pools, prices over time and, once limits are public, the band of efficient prices.
      </p>
      {fault}
      <Panel title="Open a hall" note="House bots take all other seats.">
        <div className="flex flex-wrap items-end gap-3">
          <SelectField label="Size" value={size} onChange={(event) => setSize(event.target.value)}>
            {SIZES.map(({ id, title, sellers, buyers }) => (
              <option key={id} value={id}>
                {title}: {sellers} sellers, {buyers} buyers
              </option>
            ))}
          </SelectField>
          <Button look="primary" disabled={isBusy} onClick={() => begin(null)}>
            {isBusy ? 'Starting…' : 'Watch the hall'}
          </Button>
          <Button disabled={isBusy} onClick={() => begin('buyer')}>
            Join as a buyer
          </Button>
          <Button disabled={isBusy} onClick={() => begin('seller')}>
            Join as a seller
          </Button>
          <ButtonLink href="/play/people?game=bazaar/open">Play with people</ButtonLink>
        </div>
      </Panel>
      <Section title="Halls on this server" note="Rated matches are shown some rounds late.">
        {why === null ? null : <ErrorNote title="The halls could not be listed">{why}</ErrorNote>}
        {cards === null || cards.length === 0 ? (
          <p className="text-ink-2 text-small">{cards === null ? '' : 'None yet.'}</p>
        ) : (
          <Table caption="Halls, the newest first" columns={HALLS} rows={cards} rowKey={({ id }) => id} />
        )}
      </Section>
    </div>
  );
}

function seatIds(side: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => `${side}_${at}`);
}

const HALLS: Column<ShownCard>[] = [
  {
    key: 'match',
    head: 'Match',
    cell: ({ id, status }) => (
      <Link href={`/matches/${id}`} className="text-accent underline underline-offset-2">
        {status === 'running' || status === 'paused' ? 'Watch' : status === 'lobby' ? 'Join' : 'Replay'} {id}
      </Link>
    ),
  },
  { key: 'task', head: 'Task', cell: ({ task }) => task },
  { key: 'seats', head: 'Seats', align: 'right', cell: ({ seats }) => seats.length },
  { key: 'people', head: 'People', align: 'right', cell: ({ seats }) => seats.filter(({ kind }) => kind === 'person').length },
  { key: 'status', head: 'Status', cell: ({ status }) => status },
];
