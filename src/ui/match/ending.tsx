'use client';
import { clsx } from 'clsx';
import { type ReactNode, useMemo, useState } from 'react';
import type { AnyGameScreens, Decided, Moment } from '~/contract/screens';
import { Button, ButtonLink } from '~/kit/button';
import { formatDelta, formatFixed, formatNumber, formatPercent } from '~/kit/format';
import type { NamedThings } from '~/kit/names';
import { SeatChip } from '~/kit/seat-chip';
import { useSeatNames } from '~/kit/seat-names';
import { Sentence } from '~/kit/sentence';
import { ChartSign, ForkSign } from '~/kit/signs';
import { Skeleton } from '~/kit/states';
import type { MatchCard } from '~/live/protocol';
import { ForkDialog } from '../fork/fork-dialog';
import { InstantLink } from './instant-link';
import { Rematch } from './rematch';
import { type Figures, resultWords } from './result-words';
import { useExplanation } from './revealed';
import { byGain, calledAt, type Place, playerAt, standingsOf } from './standing';
import type { StoryItem } from './story-lines';
import { biggestMoves } from './turning-points';

interface Props {
  screens: AnyGameScreens;
  card: MatchCard;
  views: readonly object[];
  story: readonly StoryItem[];
  names: NamedThings;
  tell: (seq: number) => string;
  /** Whether the match can be explained. */
  isExplained: boolean;
  share: ReactNode;
  onGo: (seq: number) => void;
}

/** The result: who won and by how much, what decided it, and what to do next. */
export function Ending({ screens, card, views, story, names, tell, isExplained, share, onGo }: Props) {
  const [forking, setForking] = useState(false);
  const { nameOf } = useSeatNames();
  const view = views.at(-1) ?? {};
  const seats = useMemo(() => card.seats.map(({ seat }) => seat), [card.seats]);
  const { score, groupsOf } = screens.match;
  const explains = screens.end.decided !== undefined && isExplained;
  const { explanation, isComing } = useExplanation(card.id, explains);
  const decided = useMemo(() => (explanation === null ? null : (screens.end.decided?.(explanation) ?? null)), [explanation, screens]);
  const standing = standingsOf(score, seats, { view, before: [], groups: groupsOf?.(view) ?? [] });
  const gains = (screens.end.gains === undefined ? null : decided?.gains) ?? null;
  const isRanking = screens.end.gains !== undefined && explains && isComing;
  // Nobody is called the winner while the score is still being computed.
  const places = gains !== null ? byGain(standing, gains) : isRanking ? standing.map((place) => ({ ...place, rank: null })) : standing;
  const moments = useMemo(
    () => decided?.moments ?? (explains && isComing ? null : biggestMoves(story, views, { score, seats, nameOf })),
    [decided, explains, isComing, story, views, score, seats, nameOf],
  );
  const round = screens.match.stage(view).round;
  const { Result } = screens.end;
  return (
    <section aria-label="Result" className="grid gap-x-8 gap-y-4 p-4 sm:p-5 min-[900px]:grid-cols-2">
      <div className="min-w-0">
        <Headline
          card={card}
          places={places}
          unit={score.unit}
          own={screens.end.headline?.(view, card) ?? null}
          profit={screens.end.gains === undefined ? null : score.title}
          gains={gains}
        />
        <ol className="mt-3 space-y-1">
          {places.map((place) => (
            <Row key={place.seat} {...{ place, card, score }} best={places[0]?.value ?? null} gain={gains?.[place.seat] ?? null} />
          ))}
        </ol>
        {screens.end.gains !== undefined && explains && card.status === 'finished' ? (
          <p role="status" className="mt-2 text-small">
            {gainsLabel({ gains, isComing, meaning: screens.end.gains })}
          </p>
        ) : null}
        {Result && card.status === 'finished' ? (
          <div className="mt-3">
            <Result view={view} card={card} explanation={explanation} />
          </div>
        ) : null}
        <Share decided={decided} />
      </div>
      <div className="min-w-0 space-y-3">
        <TurningPoints moments={moments} {...{ names, tell, onGo }} />
        {decided?.missed ? <Missed moment={decided.missed} {...{ names, tell, onGo }} /> : null}
      </div>
      <div className="no-print flex flex-wrap gap-2 min-[900px]:col-span-2">
        {explains && screens.end.Explain ? (
          <ButtonLink href={`/matches/${card.id}/explain`}>
            <ChartSign size={14} aria-hidden /> Analysis
          </ButtonLink>
        ) : null}
        {card.hosted || card.series ? null : <Rematch card={card} />}
        <Button onClick={() => setForking(true)}>
          <ForkSign size={14} aria-hidden /> Fork
        </Button>
        {share}
      </div>
      <ForkDialog open={forking} onOpen={setForking} card={card} at={views.length} round={round} />
    </section>
  );
}

interface HeadlineProps extends Figures {
  card: MatchCard;
  /** The game's own text. */
  own: string | null;
}

function Headline({ card, places, own, ...figures }: HeadlineProps) {
  const { nameOf } = useSeatNames();
  const words =
    card.status !== 'finished'
      ? `The match was ${card.status}`
      : (own ?? resultWords({ places, ...figures }, (seat) => calledAt(card.seats, seat, nameOf)));
  return <h2 className="font-semibold text-title">{words}</h2>;
}

interface RowProps {
  place: Place;
  /** The winner's figure. */
  best: number | null;
  card: MatchCard;
  score: AnyGameScreens['match']['score'];
  /** The score; null if the game has none or it is unknown. */
  gain: number | null;
}

function Row({ place: { seat, value, rank, note }, best, card, score, gain }: RowProps) {
  const { nameOf } = useSeatNames();
  const player = playerAt(card.seats, seat);
  const margin = value === null || best === null || value === best ? '' : formatDelta(value - best);
  const figure = value === null ? 'private' : `${score.unit === '' ? formatNumber(value) : formatDelta(value)} ${score.unit}`.trim();
  return (
    <li
      className={clsx(
        'grid items-center gap-x-2 rounded-sm px-1.5 text-small',
        gain === null ? 'grid-cols-[1.5rem_auto_minmax(0,1fr)_auto_4.5rem]' : 'grid-cols-[1.5rem_auto_minmax(0,1fr)_auto_8rem]',
        rank === 1 ? 'bg-accent-wash py-1.5 font-semibold' : 'py-0.5',
      )}
    >
      <span className="num text-ink-2">{rank === null ? '' : `${rank}.`}</span>
      <SeatChip seat={seat} />
      <span className="min-w-0 sm:truncate">
        {player.isAlone ? player.name : nameOf(seat)}
        <span className="ml-2 font-normal text-ink-2 text-micro max-sm:ml-0 max-sm:block max-sm:break-words">
          {[player.isAlone ? nameOf(seat) : player.name, note].filter(Boolean).join(', ')}
        </span>
      </span>
      <span className="num text-right">{gain === null ? figure : `gain ${formatFixed(gain, 2)}`}</span>
      <span className="num text-right font-normal text-ink-2">{gain === null ? margin : `${score.title} ${figure}`}</span>
    </li>
  );
}

interface Gains {
  gains: Readonly<Record<string, number>> | null;
  isComing: boolean;
  /** A clause that says what a gain is. */
  meaning: string;
}

/** By what the seats are ranked. */
export function gainsLabel({ gains, isComing, meaning }: Gains): string {
  const score = `The score is the gain (${meaning})`;
  if (gains !== null) return `Ranked by gain. ${score}.`;
  return isComing ? `${score}. It is being computed.` : `${score}. It could not be computed for this match, so the order is by profit.`;
}

/** The share of the best possible total that the seats reached. */
function Share({ decided }: { decided: Decided | null }) {
  if (!decided?.reached) return null;
  const { share, text } = decided.reached;
  return (
    <div className="mt-3">
      <div aria-hidden className="h-1.5 overflow-hidden rounded-full bg-line">
        <div className="h-full bg-green" style={{ width: `${Math.max(0, Math.min(1, share)) * 100}%` }} />
      </div>
      <p className="mt-1 text-ink-2 text-small">
        <span className="num font-medium text-ink">{formatPercent(share)}</span> {text}
      </p>
    </div>
  );
}

type Told = Pick<Props, 'names' | 'tell' | 'onGo'>;

function TurningPoints({ moments, names, tell, onGo }: Told & { moments: readonly Moment[] | null }) {
  return (
    <div>
      <h3 className="font-semibold text-small">Turning points</h3>
      {moments === null ? (
        <div role="status" className="mt-1 space-y-2">
          <span className="sr-only">Working out what decided the match</span>
          <Skeleton className="h-9" />
          <Skeleton className="h-9" />
          <Skeleton className="h-9" />
        </div>
      ) : null}
      {moments?.length === 0 ? <p className="mt-1 text-ink-2 text-small">No single moment stands out.</p> : null}
      <ol className="mt-1 divide-y text-small">
        {(moments ?? []).map((moment) => (
          <li key={`${moment.seq} ${moment.text}`}>
            <OneMoment {...{ moment, names, tell, onGo }} />
          </li>
        ))}
      </ol>
    </div>
  );
}

function Missed({ moment, ...told }: Told & { moment: Moment }) {
  return (
    <div className="text-small">
      <h3 className="font-semibold">Best missed move</h3>
      <OneMoment moment={moment} {...told} />
    </div>
  );
}

function OneMoment({ moment: { seq, text, note }, names, tell, onGo }: Told & { moment: Moment }) {
  const said = text ?? tell(seq);
  return (
    <div className="flex gap-3 py-1.5">
      <p className="min-w-0 flex-1 break-words">
        <Sentence text={said} names={names} /> <span className="text-ink-2">{note}</span>
      </p>
      <InstantLink seq={seq} onGo={onGo} name={`Show this moment: ${said}`} className="shrink-0 text-accent">
        show
      </InstantLink>
    </div>
  );
}
