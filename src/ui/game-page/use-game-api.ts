'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useMemo } from 'react';
import { listedKind } from '~/agents/agent';
import type { AgentCard } from '~/api/agent/types';
import type { GameApi, OfferedPlayer, SeriesStart } from '~/contract/game-api';
import type { GameKey } from '~/contract/game-ref';
import { faultOf } from '../api-fault';
import { useFork } from '../fork/fork-dialog';
import { MYSELF } from '../fork/fork-draft';
import { reopenLiveSocket } from '../live-socket';
import { useTry } from '../play/use-try';
import { useTRPC } from '../trpc';

/** Seconds per turn of a branch, for which the person chose none. */
const CLOCK_SECONDS = 300;

/** Name of a person who was not asked for one. */
const GUEST = 'Guest';

/** The functions that a game's pages can use. */
export function useGameApi(game: GameKey): GameApi {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { mutateAsync: begin } = useTry();
  const { mutateAsync: fork } = useFork();
  const { mutateAsync: beginSeries } = useSeries();
  return useMemo(
    () => ({
      start: ({ against, watch, ...start }) =>
        said(begin({ game, ...start, name: watch ? null : GUEST, ...(against !== undefined && { ref: against }) }).then(() => undefined)),
      series: (request) => said(beginSeries({ game, ...request }).then(() => undefined)),
      replace: ({ matchId, by, ...replaced }) =>
        said(
          fork({
            id: matchId,
            replaced,
            as: null,
            seats: { [replaced.seat]: by ?? MYSELF },
            name: GUEST,
            clockSeconds: CLOCK_SECONDS,
          }).then(() => undefined),
        ),
      players: () => said(queries.fetchQuery(trpc.agent.list.queryOptions({ game })).then((cards) => cards.map(offered))),
      matches: (limit) => said(queries.fetchQuery(trpc.match.list.queryOptions({ game, limit })).then(({ items }) => items)),
      explain: (id) => said(queries.fetchQuery(trpc.match.explain.queryOptions({ id }))),
    }),
    [trpc, queries, begin, beginSeries, fork, game],
  );
}

const YOU = 'you';
const ANYBODY = 'open';

/** Sequential, because each request may set a cookie. Starts immediately if nobody else is awaited. */
function useSeries() {
  const trpc = useTRPC();
  const router = useRouter();
  const create = useMutation(trpc.series.create.mutationOptions());
  const claim = useMutation(trpc.seat.claim.mutationOptions());
  const start = useMutation(trpc.table.start.mutationOptions());
  return useMutation({
    mutationFn: async ({ players, clockSeconds = CLOCK_SECONDS, ...request }: SeriesStart & { game: GameKey }) => {
      const open = players.map((one) => (one === YOU ? ANYBODY : one));
      const { matches, seatings } = await create.mutateAsync({
        ...request,
        players: open,
        ...(open.includes(ANYBODY) && { clockSeconds }),
      });
      const [first] = matches;
      if (!first) throw new Error('The series has no match.');
      const place = players.indexOf(YOU);
      const seat = Object.keys(seatings[0] ?? {}).find((one) => seatings[0]?.[one] === place);
      if (seat !== undefined) {
        await claim.mutateAsync({ id: first.id, seat, name: GUEST });
        reopenLiveSocket();
        if (!players.includes(ANYBODY)) await start.mutateAsync({ id: first.id });
      }
      return `/matches/${first.id}`;
    },
    onSuccess: (address) => router.push(address),
  });
}

function offered({ ref, agent: { title, summary, spec }, ready, notReady }: AgentCard): OfferedPlayer {
  return { ref, title, summary, kind: listedKind(spec), isTrained: spec.kind === 'model' && spec.adapter !== null, ready, notReady };
}

/** Converts an error to a sentence. */
function said<T>(answer: Promise<T>): Promise<T> {
  return answer.catch((error: unknown) => {
    throw new Error(faultOf(error).message, { cause: error });
  });
}
