'use client';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { useMemo } from 'react';
import type { GameKey } from '~/contract/game-ref';
import { seatNamesOf } from '~/games/screens';
import { Page } from '~/kit/page';
import { SeatNames } from '~/kit/seat-names';
import { Loading } from '~/kit/states';
import { NothingHere } from '../nothing-here';
import { FailedQuery } from '../query-states';
import { useTRPC } from '../trpc';
import { useScreens } from '../use-screens';
import { useGameApi } from './use-game-api';

interface Props {
  game: GameKey;
  path: string;
  title: string;
}

/** A game's own page. There is none for a game that this server does not offer. */
export function GamePage({ game, path, title }: Props) {
  const trpc = useTRPC();
  const catalog = useQuery(trpc.catalog.overview.queryOptions());
  if (catalog.isError) return <FailedQuery what="the games on this server" error={catalog.error} retry={catalog.refetch} />;
  if (catalog.isPending) return <Waiting title={title} />;
  if (catalog.data.rulesets.some(({ key }) => key === game)) return <Own game={game} path={path} title={title} />;
  return <NothingHere title={title} fault={{ code: 'unknown_game', message: `This server does not offer ${game}.` }} />;
}

function Own({ game, path, title }: Props) {
  const Own = useScreens(game)?.pages?.[path];
  const api = useGameApi(game);
  const asked = useSearchParams();
  const query = useMemo(() => Object.fromEntries(asked.entries()), [asked]);
  if (!Own) return <Waiting title={title} />;
  return (
    <Page title={title}>
      <SeatNames naming={seatNamesOf(game)}>
        <Own api={api} query={query} />
      </SeatNames>
    </Page>
  );
}

function Waiting({ title }: { title: string }) {
  return (
    <Page title={title}>
      <Loading what="the page" />
    </Page>
  );
}
