'use client';
import type { ReactNode } from 'react';
import { Button } from '~/kit/button';
import { CopyButton } from '~/kit/copy-button';
import { formatCount } from '~/kit/format';
import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight, Pause, Play } from '~/kit/icons';
import { Tooltip } from '~/kit/tooltip';
import { PACES, type Pace } from './cursor';
import { type Cursor, instantAddress } from './use-cursor';

const PLAY_NAMES: Record<Pace, string> = { story: 'Play', fast: 'Play', step: 'Next event' };

/** Buttons for play, step, start and end. */
export function TransportButtons({ cursor, over }: { cursor: Cursor; over: boolean }) {
  const { wish, playing } = cursor;
  const freezes = !playing && !over && cursor.behind === 0;
  const name = playing ? 'Stop playing' : freezes ? (cursor.following ? 'Pause here' : 'Follow live again') : PLAY_NAMES[cursor.pace];
  return (
    <div className="flex items-center" role="toolbar" aria-label="Time">
      <Tool name="Go to the start" keys="Home" onPress={() => wish({ kind: 'go', seq: 1 })}>
        <ChevronFirst size={16} aria-hidden />
      </Tool>
      <Tool name="One event back" keys="←" onPress={() => wish({ kind: 'step', by: -1 })}>
        <ChevronLeft size={16} aria-hidden />
      </Tool>
      <Tool name={name} keys="Space" onPress={() => wish({ kind: 'toggle' })} strong>
        {playing || (freezes && cursor.following) ? <Pause size={16} aria-hidden /> : <Play size={16} aria-hidden />}
      </Tool>
      <Tool name="One event forward" keys="→" onPress={() => wish({ kind: 'step', by: 1 })}>
        <ChevronRight size={16} aria-hidden />
      </Tool>
      <Tool name={over ? 'Go to the end' : 'Go to live'} keys="End" onPress={() => wish({ kind: 'follow' })}>
        <ChevronLast size={16} aria-hidden />
      </Tool>
    </div>
  );
}

const PACE_NAMES: Record<Pace, string> = { story: 'Story', fast: 'Fast', step: 'Step' };

/** Replay speed: time to read, eight times as fast, or one event per press. */
export function PaceSelect({ cursor }: { cursor: Cursor }) {
  return (
    <select
      aria-label="Playback speed"
      className="h-8 rounded-md border border-transparent bg-transparent px-1 text-ink-2 text-small hover:bg-sunk hover:text-ink"
      value={cursor.pace}
      onChange={(event) => cursor.wish({ kind: 'pace', pace: event.target.value as Pace })}
    >
      {PACES.map((pace) => (
        <option key={pace} value={pace}>
          {PACE_NAMES[pace]}
        </option>
      ))}
    </select>
  );
}

/** The reader's position relative to the present. Reserves its space, so that nothing moves. */
export function Whereabouts({ cursor, head, over }: { cursor: Cursor; head: number; over: boolean }) {
  const standing = 'flex h-8 w-48 shrink-0 items-center text-small max-[899px]:order-1 max-[899px]:w-auto min-[900px]:justify-end';
  const quiet = `${standing} max-[899px]:hidden`;
  if (cursor.following && !over) {
    return (
      <div className={standing}>
        <span className="flex items-center gap-1.5 font-medium text-accent">
          <span aria-hidden className="size-2 rounded-full bg-accent" /> live, event {formatCount(head)}
        </span>
      </div>
    );
  }
  if (over) {
    return (
      <div className={quiet}>
        <span className="num text-ink-2">
          event {formatCount(cursor.at)} of {formatCount(head)}
        </span>
      </div>
    );
  }
  return (
    <div className={standing}>
      <button
        type="button"
        onClick={() => cursor.wish({ kind: 'follow' })}
        className="h-7 rounded-full bg-accent px-3 font-medium text-on-accent hover:bg-accent-hover"
      >
        Back to live{cursor.behind > 0 ? <span className="num">, {formatCount(cursor.behind)} behind</span> : null}
      </button>
    </div>
  );
}

export function CopyInstant({ cursor }: { cursor: Cursor }) {
  return (
    <CopyButton text={() => instantAddress(cursor.at)}>
      Link<span className="max-[1199px]:sr-only"> to this moment</span>
    </CopyButton>
  );
}

function Tool({
  name,
  keys,
  strong,
  onPress,
  children,
}: {
  name: string;
  keys: string;
  strong?: boolean;
  onPress: () => void;
  children: ReactNode;
}) {
  return (
    <Tooltip
      content={
        <>
          {name} <kbd className="code text-ink-2">{keys}</kbd>
        </>
      }
    >
      <Button look={strong ? 'plain' : 'quiet'} size="icon" aria-label={name} onClick={onPress}>
        {children}
      </Button>
    </Tooltip>
  );
}
