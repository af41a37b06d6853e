'use client';
import { clsx } from 'clsx';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { AskedAct, OtherSeat } from '~/contract/play-screens';
import type { SeatGroup, Stage } from '~/contract/shown';
import { roundText } from '~/games/screens';
import { Button } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import { type Fact, Facts } from '~/kit/facts';
import { naming } from '~/kit/lighting';
import { isAgentRef, PlayerLink } from '~/kit/player-name';
import { SeatChip } from '~/kit/seat-chip';
import { useSeatNames } from '~/kit/seat-names';
import type { MatchCard, SeatCard } from '~/live/protocol';
import { playedBy } from '~/store/match-types';
import { isLive } from '../matches/card-labels';
import { namedPlayer } from '../players/player-options';
import { useSeatedAgents } from '../players/use-players';
import { StatusBadge } from '../status-badge';
import { useServerSkew } from '../table/countdown';

interface Props {
  seat: string;
  card: MatchCard;
  stage: Stage;
  /** Seats that have not moved in this turn. */
  awaited: readonly string[];
  clock: ReactNode;
  /** What the seat's holder can do about the seat itself. */
  menu: ReactNode;
}

/** The seat, round, time left, and awaited seats. */
export function SeatHead({ seat, card, stage, awaited, clock, menu }: Props) {
  const { nameOf } = useSeatNames();
  const [, number, ...rest] = roundText(card.key, stage.round, stage.rounds).split(' ');
  return (
    <header className="flex h-12 max-w-48 shrink-0 items-center gap-x-3 px-3 min-[900px]:h-auto min-[900px]:max-w-none min-[900px]:flex-wrap min-[900px]:gap-x-6 min-[900px]:border-b min-[900px]:px-6 min-[900px]:py-2">
      <a href="#turn" className="sr-only focus:not-sr-only focus:px-2 focus:py-1 max-[899px]:hidden">
        To your turn
      </a>
      <SeatChip seat={seat} size="normal" />
      {/* On a phone, the round is below the name, and the other players and the menu follow in the same row. */}
      <div className="min-w-0 min-[900px]:-ml-3.5 min-[900px]:flex min-[900px]:items-center min-[900px]:gap-x-6">
        <div className="flex items-center gap-2.5">
          <h1 className="truncate font-semibold min-[900px]:text-title">{nameOf(seat)}</h1>
          <span className={clsx('flex', card.status === 'running' && 'max-[899px]:hidden')}>
            <StatusBadge status={card.status} />
          </span>
          <span className="font-semibold text-small min-[900px]:hidden">{clock}</span>
        </div>
        <p className="num truncate text-micro min-[900px]:text-small">
          <span className="font-semibold min-[900px]:text-title">{stage.finished ? 'Over' : `Round ${number}`}</span>
          <span className="text-ink-2">{stage.finished ? '' : ` ${rest.join(' ')}`}</span>
        </p>
      </div>
      <p className="shrink-0 font-semibold text-title max-[899px]:hidden">{clock}</p>
      {stage.finished ? null : (
        <p className="text-small text-ink-2 max-[899px]:hidden">
          {awaited.length === 0 ? 'Closing the round…' : awaited.includes(seat) ? 'Waiting for you.' : 'Waiting for the others.'}
        </p>
      )}
      <div className="ml-auto flex shrink-0 items-center gap-2 max-[899px]:hidden">{menu}</div>
    </header>
  );
}

interface OthersProps {
  seat: string;
  card: MatchCard;
  /** Seats that have not moved in this turn; null: the match is over. */
  awaited: readonly string[] | null;
  groups: readonly SeatGroup[];
  /** What the game knows of a seat. */
  about: (seat: string) => OtherSeat;
  /** Why nothing can be done now; null if something can. */
  locked: string | null;
  onAct: (act: AskedAct) => void;
  /** At the end of the row on a phone. */
  menu: ReactNode;
}

/** The other players in one row that scrolls sideways. A tap says more of one, and offers what can be done. */
export function OtherPlayers({ seat: me, card, awaited, groups, about, locked, onAct, menu }: OthersProps) {
  const { nameOf } = useSeatNames();
  const [open, setOpen] = useState<string | null>(null);
  const agents = useSeatedAgents(card);
  const began = useTurnBegan(card);
  const others: Other[] = card.seats
    .filter(({ seat }) => seat !== me)
    .map((player) => {
      const { seat } = player;
      const known = about(seat);
      const isAwaited = awaited?.includes(seat) ?? false;
      return {
        ...namedPlayer(player, agents),
        player,
        known,
        doing:
          awaited === null || !isLive(card) ? null : doingOf(player, { isAwaited, isPaused: card.status === 'paused', rests: known.rests }),
        group: groups.find(({ members }) => members.length > 1 && members.some((member) => member.seat === seat)) ?? null,
      };
    });
  const shown = others.find(({ player }) => player.seat === open);
  const close = () => setOpen(null);
  return (
    <section aria-label="Other players" className="min-w-0 flex-1 bg-panel max-[899px]:border-l">
      {/* Positioned, so that what only a screen reader hears does not make the page wider. */}
      <ul className="relative flex overflow-x-auto [scrollbar-width:none] min-[900px]:border-b min-[900px]:px-3.5">
        {others.map((other) => (
          <li key={other.player.seat} className="shrink-0 border-r last:border-r-0 min-[900px]:max-w-84 min-[900px]:flex-1">
            <Chip {...{ other, me, began }} onOpen={() => setOpen(other.player.seat)} />
          </li>
        ))}
        <li className="flex shrink-0 items-center px-2 empty:hidden min-[900px]:hidden">{menu}</li>
      </ul>
      <Dialog open={shown !== undefined} onOpen={close} title={shown ? `${shown.name}, ${nameOf(shown.player.seat)}` : ''}>
        {shown === undefined ? null : (
          <Sheet
            {...{ me, began, locked }}
            other={shown}
            onAct={(id) => {
              close();
              onAct({ id, seat: shown.player.seat });
            }}
          />
        )}
      </Dialog>
    </section>
  );
}

interface Other {
  player: SeatCard;
  name: string;
  /** `person`, `language model` */
  kind: string;
  doing: Doing | null;
  known: OtherSeat;
  group: SeatGroup | null;
}

/** What a seat is doing in this turn. */
export interface Doing {
  word: string;
  tone: 'busy' | 'done' | 'away' | 'plain';
  /** It has been thinking since the turn began. */
  isTimed: boolean;
}

const TONES: Record<Doing['tone'], string> = { busy: 'text-accent', done: 'text-green', away: 'text-amber', plain: 'text-ink-2' };

interface ShownProps {
  other: Other;
  me: string;
  /** When the turn began. */
  began: number;
}

function Chip({ other: { player, name, kind, doing, known, group }, me, began, onOpen }: ShownProps & { onOpen: () => void }) {
  return (
    <button
      type="button"
      {...naming('seat', player.seat)}
      onClick={onOpen}
      className="grid h-12 w-full max-w-64 grid-cols-[auto_minmax(0,1fr)] content-center items-center gap-x-2 px-2.5 text-left outline-offset-[-2px] hover:bg-sunk min-[900px]:max-w-none"
    >
      <SeatChip seat={player.seat} size="normal" className="row-span-2" />
      <span className="flex min-w-0 items-baseline gap-1.5 leading-4">
        <span className="truncate font-medium text-small leading-4">{name}</span>{' '}
        <span className="shrink-0 text-ink-2 text-micro">{kind}</span>
      </span>
      <span className="flex min-w-0 items-center gap-1.5 text-micro leading-4">
        {doing === null ? null : <Doings {...{ doing, began }} />}
        {group === null ? null : <With {...{ group, me }} seat={player.seat} />}
        {known.wants?.[0] === undefined ? null : <span className="truncate text-ink-2">{known.wants[0]}</span>}
      </span>
    </button>
  );
}

function Doings({ doing, began }: { doing: Doing; began: number }) {
  return (
    <span className={clsx('flex shrink-0 items-center gap-1 font-medium', TONES[doing.tone])}>
      {doing.tone === 'busy' ? (
        <span aria-hidden className="size-1.5 rounded-full bg-accent motion-safe:animate-[shimmer_600ms_ease-in-out_infinite_alternate]" />
      ) : null}
      <span className="num">
        {doing.word}
        {doing.isTimed ? <Since at={began} /> : null}
      </span>
    </span>
  );
}

/** `, 12 s` */
function Since({ at }: { at: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.floor((now - at) / 1000);
  return seconds < 1 ? null : `, ${seconds} s`;
}

/** Those it acts with. */
function With({ group, seat, me }: { group: SeatGroup; seat: string; me: string }) {
  const { nameOf, colorOf } = useSeatNames();
  const others = group.members.filter((member) => member.seat !== seat);
  return (
    <span className="flex shrink-0 items-center gap-0.5 rounded-sm border border-line-strong px-1" title={group.title}>
      {others.some((member) => member.seat === me) ? 'with you' : <span className="sr-only">with</span>}
      {others
        .filter((member) => member.seat !== me)
        .slice(0, 3)
        .map((member) => (
          <span key={member.seat} className="size-2 rounded-full" style={{ background: colorOf(member.seat) }}>
            <span className="sr-only">{nameOf(member.seat)}</span>
          </span>
        ))}
    </span>
  );
}

interface SheetProps extends ShownProps {
  locked: string | null;
  onAct: (id: string) => void;
}

function Sheet({ other: { player, kind, doing, known, group }, began, locked, onAct }: SheetProps) {
  const { nameOf } = useSeatNames();
  const policy = playedBy(player);
  const wants = known.wants ?? [];
  const whys = [...new Set((known.acts ?? []).flatMap(({ why }) => why ?? []))];
  const agent = policy !== null && isAgentRef(policy) ? policy : null;
  const facts: Fact[] = [
    ['Player', agent === null ? kind : [`${kind}, `, <PlayerLink key="agent" name={agent} />]],
    ...(doing === null ? [] : [['Now', <Doings key="now" {...{ doing, began }} />] as const]),
    ...(group === null ? [] : [['Together', `${group.title}: ${group.members.map((member) => nameOf(member.seat)).join(', ')}`] as const]),
    ...(wants.length === 0 ? [] : [['Market', wants.join('; ')] as const]),
  ];
  return (
    <div className="space-y-4 text-small">
      <Facts facts={facts} />
      {known.acts === undefined || doing === null ? null : (
        <div className="flex flex-wrap gap-2">
          {known.acts.map(({ id, word, why }) => (
            <Button key={id} disabled={locked !== null || why !== null} onClick={() => onAct(id)}>
              {word}
            </Button>
          ))}
        </div>
      )}
      {doing === null
        ? null
        : (locked === null ? whys : [locked]).map((why) => (
            <p key={why} className="text-ink-2">
              {why}
            </p>
          ))}
    </div>
  );
}

/** What a seat does now. Scripts move at once, so they are never said to think. */
export function doingOf(
  player: SeatCard,
  { isAwaited, isPaused, rests }: { isAwaited: boolean; isPaused: boolean; rests: string | undefined },
): Doing {
  const isHeld = player.kind === 'person' || player.kind === 'program';
  const isAway = isHeld && player.policy === null && !player.here;
  if (!isAwaited) {
    const word = rests ?? 'waiting';
    if (isAway) return { word: `${word}, away`, tone: 'away', isTimed: false };
    return { word, tone: rests === undefined ? 'plain' : 'done', isTimed: false };
  }
  if (isAway) return { word: 'away', tone: 'away', isTimed: false };
  if (isPaused) return { word: 'paused', tone: 'plain', isTimed: false };
  if (player.kind === 'script' || (isHeld && player.policy !== null && !isAgentRef(player.policy)))
    return { word: 'to move', tone: 'plain', isTimed: false };
  return { word: 'thinking', tone: 'busy', isTimed: player.kind === 'agent' };
}

/** When this turn began, by this machine's clock: as its own clock says, or when it was first seen here. */
function useTurnBegan({ id, turn, clock }: MatchCard): number {
  const skew = useServerSkew(id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn is first seen once
  const seen = useMemo(() => Date.now(), [turn]);
  return clock === null || clock.deadline === null ? seen : Math.min(seen, Date.parse(clock.deadline) - clock.seconds * 1000 - skew);
}
