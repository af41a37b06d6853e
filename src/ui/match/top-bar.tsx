'use client';
import { clsx } from 'clsx';
import { type ReactNode, useState } from 'react';
import type { Stage, StruckShock } from '~/contract/shown';
import { roundShown, roundsAfter } from '~/games/screens';
import { Badge } from '~/kit/badge';
import { formatCount } from '~/kit/format';
import { naming } from '~/kit/lighting';
import { MarkGlyph } from '~/kit/mark-glyph';
import { Private } from '~/kit/number';
import { roundStep } from '~/kit/round-step';
import { DownSign, EyeSign } from '~/kit/signs';
import type { MatchCard } from '~/live/protocol';
import { matchTitle } from '~/store/match-types';
import { StatusBadge } from '../status-badge';
import { taskTitle } from '../task-title';
import { ControlButtons } from './control-buttons';

interface Props {
  card: MatchCard;
  stage: Stage;
  watchers: number;
  /** The match it was forked from, and its tournament or series. */
  origin: ReactNode;
  /** What can be done next; the result, if shown, has its own links. */
  after: ReactNode;
  share: ReactNode;
}

/** Which match this is, its progress, and actions. On a phone, two lines with the rest folded below. */
export function TopBar({ card, stage, watchers, origin, after, share }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <header className="flex flex-wrap items-center gap-x-6 gap-y-1 px-4 py-2 max-[899px]:gap-y-0 max-[899px]:py-0 sm:px-6">
      <div className="flex min-w-0 max-w-full flex-1 items-center gap-2.5 min-[900px]:flex-none">
        <h1 className="truncate font-semibold text-title max-[899px]:text-body" title={matchTitle(card.seats)}>
          {matchTitle(card.seats)}
        </h1>
        <span className="truncate text-ink-2 text-small max-[899px]:hidden">{taskTitle(card)}</span>
        <Badges card={card} />
      </div>
      <div className="flex min-w-0 items-center gap-2 max-[899px]:order-1 max-[899px]:basis-full">
        <RoundClock stage={stage} card={card} />
        <Button open={open} onOpen={setOpen} />
      </div>
      <div className="no-print ml-auto min-[900px]:hidden">{share}</div>
      <div
        className={clsx(
          'flex flex-wrap items-center gap-2 max-[899px]:order-2 max-[899px]:basis-full min-[900px]:ml-auto',
          !open && 'max-[899px]:hidden',
        )}
      >
        {card.fault ? <p className="max-w-md text-red text-small">{card.fault}</p> : null}
        <ControlButtons card={card} />
        {after}
        <div className="no-print max-[899px]:hidden">{share}</div>
      </div>
      <div className={clsx('order-3 basis-full space-y-1', !open && 'max-[899px]:hidden')}>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <Facts card={card} stage={stage} watchers={watchers} />
          {origin}
          <Shocks game={card.key} shocks={stage.shocks ?? []} />
        </div>
      </div>
    </header>
  );
}

function Badges({ card }: { card: MatchCard }) {
  return (
    <>
      <StatusBadge status={card.status} />
      {card.isPrivate ? <Badge>private</Badge> : null}
      {!card.isPrivate && card.visibility === 'public' && card.status === 'running' ? <Badge>public</Badge> : null}
    </>
  );
}

/** On a phone, details and actions are folded to leave room for the market. */
function Button({ open, onOpen }: { open: boolean; onOpen: (open: boolean) => void }) {
  return (
    <button
      type="button"
      aria-expanded={open}
      onClick={() => onOpen(!open)}
      className="no-print ml-auto -my-px flex h-6 shrink-0 items-center gap-1 text-ink-2 text-small min-[900px]:hidden"
    >
      Details <DownSign size={14} aria-hidden className={open ? 'rotate-180' : undefined} />
    </button>
  );
}

function Facts({ card, stage, watchers }: Pick<Props, 'card' | 'stage' | 'watchers'>) {
  return (
    <p className="flex flex-wrap gap-x-3 text-ink-2 text-small">
      <span className="min-[900px]:hidden">{taskTitle(card)}</span>
      <span>{[`${card.ruleset} v${card.version}`, ...(stage.facts ?? [])].join(', ')}</span>
      <span className="num">seed {card.seed ?? <Private what="The seed" />}</span>
      <span>judge {card.judgeMode}</span>
      {card.guards ? <span title={GUARD_LABELS[card.guards]}>guards {card.guards}</span> : null}
      <span className="code">{card.id}</span>
      <span className="num flex items-center gap-1" title="watching now">
        <EyeSign size={13} aria-hidden />
        {formatCount(watchers)} <span className="sr-only">watching</span>
      </span>
    </p>
  );
}

const GUARD_LABELS = {
  all: 'The game’s hard limits are enforced for scripts, models and programs. People are warned before they submit.',
  models: 'The game’s hard limits are enforced for models and programs. People are warned before they submit.',
  off: 'The game’s hard limits are not enforced in this match.',
};

/** The current round, with one cell per round. */
function RoundClock({ stage, card: { key } }: { stage: Stage; card: Pick<MatchCard, 'key'> }) {
  const round = Math.min(stage.round, stage.rounds);
  const rounds = Array.from({ length: stage.rounds }, (_, index) => index);
  return (
    <div className="flex min-w-0 items-center gap-3">
      <p className="truncate text-small" title={`The last round is ${roundShown(key, stage.rounds - 1)}`}>
        <span className="font-semibold num">{stage.finished ? 'Over' : `Round ${roundShown(key, round)}`}</span>
        <span className="num text-ink-2">{stage.finished ? overLabel(key, stage) : roundsAfter(key, stage.rounds)}</span>
        <span className="ml-3 text-ink-2">{stage.standing}</span>
      </p>
      <div aria-hidden className={clsx('flex max-[1399px]:hidden', roundStep(stage.rounds) === 1 && 'gap-[3px]')}>
        {rounds.map((index) => {
          const struck = stage.shocks?.some((shock) => shock.round_index === index);
          const over = index < round || (stage.finished && index === round);
          const color = struck ? 'bg-amber-fill' : over ? 'bg-ink-2' : 'bg-line';
          const width = stage.rounds > 24 ? 'w-0.5' : stage.rounds > 12 ? 'w-2' : 'w-3.5';
          return <span key={index} className={`h-1.5 ${width} ${index === round && !stage.finished ? 'bg-accent' : color}`} />;
        })}
      </div>
    </div>
  );
}

/** Ended in its last round, or earlier. */
function overLabel(key: string, { round, rounds }: Stage): string {
  return round >= rounds - 1 ? ` after ${rounds} rounds` : ` in round ${roundShown(key, round)}${roundsAfter(key, rounds)}`;
}

function Shocks({ game, shocks }: { game: string; shocks: readonly StruckShock[] }) {
  if (shocks.length === 0) return null;
  return (
    <ul aria-label="Shocks" className="flex min-w-0 flex-wrap gap-1.5">
      {shocks.map((shock, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the host may strike like the market in the same round, and the list only grows
        <li key={place} {...(shock.thing ? naming(shock.thing.kind, shock.thing.id) : {})}>
          <span title={shock.text}>
            <Badge tone="amber">
              <MarkGlyph kind="shock" />
              round {roundShown(game, shock.round_index)}: {shock.kind.replaceAll('_', ' ')}
            </Badge>
          </span>
        </li>
      ))}
    </ul>
  );
}
