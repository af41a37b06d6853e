'use client';
import Link from 'next/link';
import { useEffect, useState } from 'react';
import type { PageProps } from '~/contract/game-api';
import { playerWords } from '~/contract/player';
import type { ShownCard } from '~/contract/shown';
import { Button } from '~/kit/button';
import { ErrorNote, Loading } from '~/kit/states';
import { type Column, Table } from '~/kit/table';

const SHOWN = 20;

const COLUMNS: Column<ShownCard>[] = [
  {
    key: 'match',
    head: 'Match',
    cell: ({ id }) => (
      <Link href={`/matches/${id}`} className="code text-accent hover:underline">
        {id}
      </Link>
    ),
  },
  { key: 'players', head: 'Players', cell: ({ seats }) => seats.map(playerWords).join(' against ') },
  { key: 'seller', head: 'Seller’s gain', align: 'right', cell: ({ scores }) => scores?.seller ?? 'private' },
  { key: 'buyer', head: 'Buyer’s gain', align: 'right', cell: ({ scores }) => scores?.buyer ?? 'private' },
];

/** A page of the game's own: how the newest matches divided the gain. */
export function Prices({ api }: PageProps) {
  const [cards, setCards] = useState<readonly ShownCard[] | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  useEffect(() => {
    api.matches(SHOWN).then(setCards, (error: Error) => setFault(error.message));
  }, [api]);
  const play = () => void api.start({ task: 'haggle' }).catch((error: Error) => setFault(error.message));
  return (
    <div className="space-y-4">
      <Button look="primary" onClick={play}>
        Haggle with a bot
      </Button>
      {fault === null ? null : <ErrorNote title="That did not work">{fault}</ErrorNote>}
      {cards === null ? (
        <Loading what="the matches" />
      ) : (
        <Table caption="Newest matches" columns={COLUMNS} rows={cards} rowKey={({ id }) => id} />
      )}
    </div>
  );
}
