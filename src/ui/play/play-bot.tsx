'use client';
import type { ReactNode } from 'react';
import type { StartRequest } from '~/contract/game-api';
import type { GameKey } from '~/contract/game-ref';
import { Button } from '~/kit/button';
import { faultOf } from '../api-fault';
import { useOnce } from '../use-once';
import { useTry } from './use-try';

interface Props {
  game: GameKey;
  start: StartRequest;
  /** Of the rules. Default: the newest. */
  version?: number | undefined;
  label: ReactNode;
  look?: 'primary' | 'plain';
  size?: 'small';
}

/** Name of a person who was not asked for one. */
const GUEST = 'Guest';

/** One click to play: creates a table against bots, claims the seat, starts the match. */
export function PlayBot({ game, start: { against, ...start }, version, label, look = 'primary', size }: Props) {
  const attempt = useTry();
  const begin = useOnce(attempt);
  const isBusy = attempt.isPending || attempt.isSuccess;
  return (
    <div>
      <Button
        look={look}
        {...(size && { size })}
        disabled={isBusy}
        onClick={() =>
          begin({ game, ...start, name: GUEST, ...(against !== undefined && { ref: against }), ...(version !== undefined && { version }) })
        }
      >
        {isBusy ? 'Starting…' : label}
      </Button>
      {attempt.error ? (
        <p role="alert" className="mt-2 max-w-xs text-red text-small">
          {faultOf(attempt.error).message}
        </p>
      ) : null}
    </div>
  );
}
