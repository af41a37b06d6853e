'use client';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { GameEvent } from '~/contract/game';
import type { PlaySlots } from '~/contract/play-screens';
import { policyWords } from '~/contract/player';
import type { AnyGameScreens } from '~/contract/screens';
import { roundShown } from '~/games/screens';
import { Button } from '~/kit/button';
import { Sentence } from '~/kit/sentence';
import type { MatchCard } from '~/live/protocol';
import { namedThings } from '../match/names';
import { isLive } from '../matches/card-labels';
import type { Reel } from '../replay/reel';
import { useTRPC } from '../trpc';
import { useAgainWhen } from '../use-again-when';

interface Props {
  screens: AnyGameScreens;
  play: PlaySlots<object, unknown, unknown>;
  card: MatchCard;
  seat: string;
  reel: Reel;
  /** The policy that plays the seat now; null: its holder plays. */
  policy: string | null;
}

/** What an agent did while it played this seat: while it plays, and afterwards until its holder has read it. */
export function AutopilotLog({ screens, play, card, seat, reel, policy }: Props) {
  const span = useAutopilot({ card, seat, policy });
  const [read, setRead] = useState(0);
  const acts = useMemo(
    () => (span === null ? [] : actsIn(reel, span, { seat, did: play.did, roundOf: (view) => screens.match.stage(view).round })),
    [span, reel, seat, play, screens],
  );
  const view = reel.views.at(-1) ?? null;
  const names = useMemo(() => namedThings(screens, view).said, [screens, view]);
  if (span === null || span.from === read) return null;
  const isOn = policy !== null && isLive(card);
  const player = policyWords(span.player);
  const title = isOn ? `What ${player} has done so far` : `What ${player} did for you`;
  return (
    <details open={!isOn} className="rounded-md border bg-panel px-3 py-2 text-small">
      <summary className="font-medium">
        {title} <span className="num font-normal text-ink-2">({acts.length === 1 ? '1 action' : `${acts.length} actions`})</span>
      </summary>
      <ol aria-label={title} className="mt-2 max-h-64 space-y-1 overflow-y-auto">
        {acts.map(({ seq, round, text }) => (
          <li key={seq} className="flex gap-2">
            <span className="num w-16 shrink-0 text-ink-2">Round {roundShown(card.key, round)}</span>
            <span className="min-w-0 [overflow-wrap:anywhere]">
              <Sentence text={text} names={names} />
            </span>
          </li>
        ))}
        {acts.length === 0 ? <li className="text-ink-2">Nothing.</li> : null}
      </ol>
      {isOn ? null : (
        <Button size="small" className="mt-2" onClick={() => setRead(span.from)}>
          Got it
        </Button>
      )}
    </details>
  );
}

function useAutopilot({ card, seat, policy }: Pick<Props, 'card' | 'seat' | 'policy'>): AutopilotSpan | null {
  const trpc = useTRPC();
  const players = useQuery({
    ...trpc.match.players.queryOptions({ id: card.id }),
    enabled: card.hosted,
    staleTime: Number.POSITIVE_INFINITY,
  });
  useAgainWhen(policy ?? '', players.refetch);
  return useMemo(() => lastAutopilot((players.data ?? []).filter((one) => one.seat === seat)), [players.data, seat]);
}

/** A period in which an agent played a seat for its holder. */
export interface AutopilotSpan {
  player: string;
  /** The first event of the period, and the first event after it. */
  from: number;
  to: number;
}

/** The current period, or the last one. `spans`: who played this seat, from which event on, in order. null: nobody has played for its holder. */
export function lastAutopilot(spans: readonly { from: number; player: string }[]): AutopilotSpan | null {
  const place = spans.findLastIndex(({ player }) => AGENT_FOR.test(player));
  const span = spans[place];
  const player = span && AGENT_FOR.exec(span.player)?.[1];
  return span === undefined || player === undefined
    ? null
    : { player, from: span.from, to: spans[place + 1]?.from ?? Number.POSITIVE_INFINITY };
}

/** `planner for Ben` */
const AGENT_FOR = /^([a-z0-9_@.-]+) for /;

interface Told {
  seat: string;
  did: ((event: GameEvent, seat: string) => string | null) | undefined;
  roundOf: (view: object) => number;
}

/** What the seat did in this period, in order, with its round. */
export function actsIn(
  { frames, views }: Pick<Reel, 'frames' | 'views'>,
  { from, to }: AutopilotSpan,
  { seat, did, roundOf }: Told,
): { seq: number; round: number; text: string }[] {
  return frames.flatMap(({ seq, event }, place) => {
    const text = seq < from || seq >= to || event === null ? null : (did?.(event, seat) ?? null);
    if (text === null) return [];
    // The actions of a round are resolved before its last event; the view before it is still of that round.
    return [{ seq, round: roundOf(views[place - 1] ?? views[place] ?? {}), text }];
  });
}
