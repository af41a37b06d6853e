'use client';
import { clsx } from 'clsx';
import { memo, useMemo } from 'react';
import type { AnyGameScreens, ScoreLine } from '~/contract/screens';
import { Sparkline } from '~/kit/charts/sparkline';
import { formatDelta, formatFixed, formatNumber } from '~/kit/format';
import { naming } from '~/kit/lighting';
import { SeatChip } from '~/kit/seat-chip';
import { useSeatNames } from '~/kit/seat-names';
import { CrownSign } from '~/kit/signs';
import type { MatchCard } from '~/live/protocol';
import type { Reel } from '../replay/reel';
import type { Ruler } from '../replay/ruler';
import { byGain, leadersOf, type Place, type Player, playerAt, standingsOf } from './standing';

interface Props {
  screens: AnyGameScreens;
  card: MatchCard;
  view: object;
  reel: Reel<object>;
  ruler: Ruler;
  at: number;
  /** At the end, in games that score it. */
  gains?: Readonly<Record<string, number>> | null;
}

/** All seats in ranking order at the shown instant. Scrolls sideways inside itself, so that the page does not. */
export function ScoreStrip({ screens, card, view, reel, ruler, at, gains = null }: Props) {
  const { score, groupsOf } = screens.match;
  const seats = useMemo(() => card.seats.map(({ seat }) => seat), [card.seats]);
  const round = ruler.roundOf(at);
  // biome-ignore lint/correctness/useExhaustiveDependencies: rounds that are over do not change
  const before = useMemo(() => roundEnds(reel.views, ruler, round), [round, ruler.startOf(round)]);
  const places = useMemo(
    () => standingsOf(score, seats, { view, before, groups: groupsOf?.(view) ?? [] }),
    [score, groupsOf, seats, view, before],
  );
  const isEnd = screens.match.stage(view).finished;
  const scored = isEnd && screens.end.gains !== undefined ? gains : null;
  const shown = scored === null ? places : byGain(places, scored);
  // The crown is for the score. At the end the figure may not be it, and then nobody has the crown until the score is known.
  const leaders =
    isEnd && screens.end.gains !== undefined
      ? shown.filter(({ rank }) => scored !== null && rank === 1).map(({ seat }) => seat)
      : leadersOf(score, seats, view);
  return (
    <section aria-label="Who is ahead" className="no-print flex border-t bg-panel">
      {score.goal === undefined ? null : (
        <p className="flex w-15 shrink-0 items-center border-r px-2 text-ink-2 text-micro">
          {scored === null ? capital(score.title) : 'Gain'}
          {isEnd ? '' : ' so far'}
        </p>
      )}
      <ol className="flex min-w-0 flex-1 overflow-x-auto [scrollbar-width:thin]">
        {shown.map((place) => (
          <Chip
            key={place.seat}
            place={place}
            score={score}
            player={playerAt(card.seats, place.seat)}
            leads={leaders.includes(place.seat)}
            gain={scored?.[place.seat] ?? null}
            rounds={ruler.rounds}
          />
        ))}
      </ol>
    </section>
  );
}

interface ChipProps {
  place: Place;
  score: Pick<ScoreLine<object>, 'title' | 'unit'>;
  player: Player;
  leads: boolean;
  gain: number | null;
  rounds: number;
}

const Chip = memo(function Chip({ place, score, player, leads, gain, rounds }: ChipProps) {
  const { nameOf, colorOf } = useSeatNames();
  const { seat, value, rank, past, note, group } = place;
  const others = group === null ? [] : group.members.filter((member) => member.seat !== seat);
  return (
    <li
      className={clsx(
        'relative flex-1 border-r last:border-r-0 max-[899px]:min-w-0 max-[899px]:flex-none',
        gain === null ? 'min-w-37' : 'min-w-50',
        leads && 'bg-accent-wash',
      )}
    >
      {/* On a phone the figure stands below the name, and there is no curve: names are not cut. */}
      <button
        type="button"
        {...naming('seat', seat)}
        className="grid h-12 w-full grid-cols-[auto_minmax(0,1fr)_auto] content-center items-center gap-x-1.5 px-2 text-left text-small outline-offset-[-2px] max-[899px]:grid-cols-[auto_auto_auto] max-[899px]:justify-start"
      >
        <SeatChip seat={seat} />
        <span className="truncate font-medium leading-5 max-[899px]:col-span-2 max-[899px]:max-w-56">
          {player.isAlone ? player.name : nameOf(seat)}
          {player.isAlone || player.name === '' ? null : <span className="ml-1.5 font-normal text-ink-2 text-micro">{player.name}</span>}
          {leads ? ' ' : null}
          {leads ? (
            <CrownSign size={12} role="img" aria-hidden={false} aria-label="leads" className="ml-1 inline align-[-1px] text-accent" />
          ) : null}
        </span>
        <span className="num text-right font-semibold leading-5 max-[899px]:row-start-2 max-[899px]:col-start-2 max-[899px]:text-left">
          {gain !== null ? (
            <>
              <span className="sr-only">gain </span>
              {formatFixed(gain, 2)}
            </>
          ) : value === null ? (
            <span className="font-normal text-ink-3">private</span>
          ) : (
            figure(value, score.unit)
          )}
        </span>
        <span aria-hidden className="num text-center text-ink-2 text-micro max-[899px]:row-start-2 max-[899px]:col-start-1">
          {rank === null ? '' : `${rank}.`}
        </span>
        <span className="flex min-w-0 items-center gap-1.5 truncate text-ink-2 text-micro max-[899px]:row-start-2 max-[899px]:col-start-3">
          {[gain === null || value === null ? null : figure(value, score.unit), note].map((words) =>
            words ? (
              <span key={words} className="shrink-0">
                {words}
              </span>
            ) : null,
          )}
          {group === null ? null : (
            <span className="flex shrink-0 items-center gap-0.5 rounded-sm border border-line-strong px-1" title={group.title}>
              <span className="sr-only">in a coalition with</span>
              <span aria-hidden>+</span>
              {others.slice(0, 3).map((member) => (
                <span key={member.seat} className="size-2 rounded-full" style={{ background: colorOf(member.seat) }}>
                  <span className="sr-only">{nameOf(member.seat)}</span>
                </span>
              ))}
            </span>
          )}
        </span>
        {past.length > 1 ? (
          <Sparkline values={past} room={rounds + 1} color={colorOf(seat)} className="justify-self-end max-[899px]:hidden" />
        ) : (
          <span className="max-[899px]:hidden" />
        )}
      </button>
      {group === null ? null : <span aria-hidden className="absolute inset-x-1 bottom-0 h-0.5 rounded-full bg-ink-2" />}
    </li>
  );
});

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function figure(value: number, unit: string): string {
  return unit === '' ? formatNumber(value) : `${formatDelta(value)} ${unit}`;
}

/** The last view of each finished round, starting with the opening. */
function roundEnds(views: readonly object[], ruler: Ruler, round: number): object[] {
  const ends = Array.from({ length: round }, (_, place) => views[ruler.startOf(place + 1) - 2]);
  return [views[0], ...ends].filter((view) => view !== undefined);
}
