'use client';
import { clsx } from 'clsx';
import { Eye } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '~/kit/badge';
import { formatCount } from '~/kit/format';
import { Private } from '~/kit/number';
import { roundStep } from '~/kit/round-step';
import type { MatchCard } from '~/live/protocol';
import { MarkGlyph } from '../replay/mark-glyph';
import { StatusBadge } from '../status-badge';
import { ControlButtons } from './control-buttons';
import { naming } from './lighting';
import type { StageView } from './match-parts';

interface Props {
  card: MatchCard;
  view: StageView;
  /** How the market stands, in two or three words. */
  standing: string;
  watchers: number;
  /** Where it was branched from. */
  origin: ReactNode;
  /** What it leads on to once it is over. */
  after: ReactNode;
}

/** Which match this is, what round it is, what has struck, and who may run it. */
export function MatchHead({ card, view, standing, watchers, origin, after }: Props) {
  return (
    <header className="flex flex-wrap items-center gap-x-8 gap-y-2 px-4 py-2.5 sm:px-6">
      <div className="min-w-0">
        <div className="flex items-center gap-2.5">
          <h1 className="truncate font-semibold text-title">{taskTitle(view.task)}</h1>
          <StatusBadge status={card.status} />
          {card.isPrivate ? <Badge>private</Badge> : null}
          {!card.isPrivate && card.visibility === 'public' && card.status === 'running' ? <Badge>public</Badge> : null}
        </div>
        <Facts card={card} view={view} watchers={watchers} />
        {origin}
      </div>
      <RoundClock view={view} standing={standing} />
      <Shocks view={view} />
      <div className="ml-auto flex items-center gap-2">
        {card.fault ? <p className="max-w-md text-red text-small">{card.fault}</p> : null}
        <ControlButtons card={card} />
        {after}
      </div>
    </header>
  );
}

function Facts({ card, view, watchers }: Pick<Props, 'card' | 'view' | 'watchers'>) {
  return (
    <p className="flex flex-wrap gap-x-3 text-ink-2 text-small">
      <span>
        {view.ruleset} v{view.ruleset_version}
        {view.difficulty ? `, ${view.difficulty}` : ''}
      </span>
      <span className="num">seed {view.seed ?? <Private what="The seed" />}</span>
      <span>judge {view.judge_mode}</span>
      {card.guards ? <span title={GUARD_WORDS[card.guards]}>Guards: {card.guards}</span> : null}
      <span className="code">{card.id}</span>
      <span className="num flex items-center gap-1" title="watching now">
        <Eye size={13} aria-hidden />
        {formatCount(watchers)} <span className="sr-only">watching</span>
      </span>
    </p>
  );
}

const GUARD_WORDS = {
  all: 'The game’s hard limits bind scripts, models and programs. People are warned before they hand in.',
  models: 'The game’s hard limits bind models and programs. People are warned before they hand in.',
  off: 'The game’s hard limits bind nobody in this match.',
};

/** The round that stands, and a cell for each that there is. */
function RoundClock({ view, standing }: { view: StageView; standing: string }) {
  const round = Math.min(view.round_index, view.max_rounds);
  const rounds = Array.from({ length: view.max_rounds }, (_, index) => index);
  return (
    <div className="min-w-0">
      <p className="text-small">
        <span className="font-semibold text-title num">{view.finished ? 'Over' : `Round ${round}`}</span>
        <span className="num text-ink-2">{view.finished ? ` in round ${round}` : ` (the last is ${view.max_rounds - 1})`}</span>
        <span className="ml-3 text-ink-2">{standing}</span>
      </p>
      <div aria-hidden className={clsx('mt-1 flex max-w-[24rem]', roundStep(view.max_rounds) === 1 && 'gap-[3px]')}>
        {rounds.map((index) => {
          const struck = view.shocks.some((shock) => shock.round_index === index);
          const over = index < round || (view.finished && index === round);
          const colour = struck ? 'bg-amber-fill' : over ? 'bg-ink-2' : 'bg-line';
          return (
            <span
              key={index}
              className={`h-1.5 ${view.max_rounds > 12 ? 'w-3' : 'w-5'} ${index === round && !view.finished ? 'bg-accent' : colour}`}
            />
          );
        })}
      </div>
    </div>
  );
}

function Shocks({ view }: { view: StageView }) {
  if (view.shocks.length === 0) return null;
  return (
    <ul aria-label="Shocks" className="flex min-w-0 flex-1 basis-56 flex-wrap gap-1.5">
      {view.shocks.map((shock) => (
        <li key={`${shock.round_index}-${shock.kind}`} {...(shock.block_id ? naming('block', shock.block_id) : {})}>
          <span title={shock.text}>
            <Badge tone="amber">
              <MarkGlyph kind="shock" />
              round {shock.round_index}: {shock.kind.replaceAll('_', ' ')}
            </Badge>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** coalition_market → Coalition market. */
export function taskTitle(task: string): string {
  const words = task.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
