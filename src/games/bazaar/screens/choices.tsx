'use client';
import { type ReactNode, useState } from 'react';
import type { GameApi, StartRequest } from '~/contract/game-api';
import { Badge } from '~/kit/badge';
import { Button } from '~/kit/button';
import { Section } from '~/kit/panel';
import { ErrorNote } from '~/kit/states';

/** An opponent that a person can choose, in any ruleset. */
export interface Choice {
  title: string;
  /** The name and version under which it plays, if that is not its title. */
  ref?: string;
  about: string;
  /** What it is and whether it is ready: `script, ready`. */
  state: string;
  /** Why it cannot play now; null if it can. */
  absent: string | null;
  start: StartRequest;
}

/** One start at a time; `fault` is shown above the choices. */
export function useStart(api: GameApi): { begin(request: StartRequest): void; isBusy: boolean; fault: ReactNode } {
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const begin = (request: StartRequest) => {
    setBusy(true);
    setFault(null);
    api.start(request).catch((error: Error) => {
      setFault(error.message);
      setBusy(false);
    });
  };
  return { begin, isBusy, fault: fault === null ? null : <ErrorNote title="The match did not start">{fault}</ErrorNote> };
}

interface Props {
  title: string;
  note?: string;
  choices: readonly Choice[];
  /** The first choice is the usual one. */
  firstIsUsual?: true;
  begin: (start: StartRequest) => void;
  isBusy: boolean;
}

export function Choices({ title, note, choices, firstIsUsual, begin, isBusy }: Props) {
  return (
    <Section title={title} note={note}>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {choices.map((choice, at) => (
          <li key={choice.ref ?? choice.title} className="flex min-w-0 flex-col gap-2 rounded-lg border bg-panel p-4">
            <p className="flex flex-wrap items-baseline justify-between gap-2">
              <span className="min-w-0 font-semibold text-body">
                {choice.title} {choice.ref === undefined ? null : <span className="code font-normal text-ink-2">{choice.ref}</span>}
              </span>
              <Badge tone={choice.absent === null ? 'plain' : 'amber'}>{choice.state}</Badge>
            </p>
            <p className="text-ink-2 text-small">{choice.about}</p>
            {choice.absent === null ? null : <p className="text-small">{choice.absent}</p>}
            <div className="mt-auto">
              <Button
                size="small"
                look={firstIsUsual && at === 0 ? 'primary' : 'plain'}
                disabled={isBusy || choice.absent !== null}
                aria-label={`${title}: ${choice.title}`}
                onClick={() => begin(choice.start)}
              >
                Start
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
