'use client';
import { clsx } from 'clsx';
import { useMemo, useState } from 'react';
import type { ToldOpenEvent } from '~/games/gpu-market/open/shared/told/told';
import { Button } from '~/kit/button';
import { ChevronLeft, ChevronRight } from '~/kit/icons';
import { useDesk, useLive } from '../desk-context';
import { calledLab } from '../words';
import { type Alert, alertsOf, hostShocks } from './alerts';

const TONES: Record<Alert['kind'], string> = {
  shock: 'border-amber bg-amber-wash',
  prize: 'border-accent bg-accent-wash',
  invitation: 'border-accent bg-accent-wash',
  offer: 'border-green bg-green-wash',
};

/** `recent`: events since the last round closed. One line for what needs an answer, most urgent first, each with its answer; the others are one step away. */
export function AlertLine({ recent }: { recent: readonly ToldOpenEvent[] }) {
  const { observation, done, draft, spoken, locked, add, open, say } = useDesk();
  const { card } = useLive();
  const alerts = useMemo(
    () => alertsOf(observation, { done, draft, spoken, called: (lab) => calledLab(lab, card.seats), fromHost: hostShocks(recent) }),
    [observation, done, draft, spoken, card.seats, recent],
  );
  const [chosen, setChosen] = useState('');
  const found = alerts.findIndex(({ key }) => key === chosen);
  const place = Math.max(0, found);
  const alert = alerts[place];
  if (alert === undefined || locked !== null) return null;
  const go = (by: number) => setChosen(alerts[(place + by + alerts.length) % alerts.length]?.key ?? '');
  const { answer } = alert;
  return (
    <section
      aria-label="Needs your answer"
      className={clsx('flex flex-wrap items-center gap-x-2 gap-y-1 rounded-md border px-3 py-1.5 text-small', TONES[alert.kind])}
    >
      <p aria-live="polite" className="min-w-0 flex-1 basis-full sm:basis-0">
        {say(alert.text)}
      </p>
      {answer === null ? null : (
        <Button
          size="small"
          look="primary"
          aria-label={`${answer.word}: ${say(alert.text)}`}
          onClick={() => ('add' in answer ? add(answer.add) : open(answer.open))}
        >
          {answer.word}
        </Button>
      )}
      {alerts.length > 1 ? (
        <span className="ml-auto flex shrink-0 items-center">
          <Button look="quiet" size="icon" aria-label="Previous alert" onClick={() => go(-1)}>
            <ChevronLeft size={16} aria-hidden />
          </Button>
          <span className="num text-ink-2">
            {place + 1} of {alerts.length}
          </span>
          <Button look="quiet" size="icon" aria-label="Next alert" onClick={() => go(1)}>
            <ChevronRight size={16} aria-hidden />
          </Button>
        </span>
      ) : null}
    </section>
  );
}
