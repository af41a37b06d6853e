'use client';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { OPEN_SHOCK_KINDS } from '~/games/gpu-market/open/types';
import { Button } from '~/kit/button';
import { SelectField } from '~/kit/field';
import { Section } from '~/kit/panel';
import type { MatchCard } from '~/live/protocol';
import { faultOf } from '../api-fault';
import { useTRPC } from '../trpc';
import { useOnce } from '../use-once';
import { useLogAgain } from './use-log-again';

const WORDS: Record<(typeof OPEN_SHOCK_KINDS)[number], string> = {
  capacity_failure: 'Capacity failure',
  energy_spike: 'Energy spike',
  demand_surge: 'Demand surge',
  reliability_degradation: 'Reliability degradation',
  supply_release: 'Supply release',
};

/** Fires a shock at the next round's start, or later. Everybody sees that it came from the organiser. */
export function HostShock({ card }: { card: MatchCard }) {
  const trpc = useTRPC();
  const logged = useLogAgain(card.id);
  const [kind, setKind] = useState<string>(OPEN_SHOCK_KINDS[0]);
  const [inRounds, setInRounds] = useState(1);
  const fire = useMutation(trpc.table.shock.mutationOptions(logged));
  const fireOnce = useOnce(fire);
  const left = card.rounds - card.round - 1;
  if (card.ruleset !== 'open' || left < 1) return null;
  function submit(event: FormEvent) {
    event.preventDefault();
    fireOnce({ id: card.id, kind, inRounds: Math.min(inRounds, left) });
  }
  return (
    <Section title="Fire a shock" note="Everybody will see that it came from you.">
      <form onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)_7rem] items-end gap-2">
        <SelectField label="Kind" value={kind} onChange={(event) => setKind(event.target.value)}>
          {OPEN_SHOCK_KINDS.map((one) => (
            <option key={one} value={one}>
              {WORDS[one]}
            </option>
          ))}
        </SelectField>
        <SelectField label="When" value={Math.min(inRounds, left)} onChange={(event) => setInRounds(Number(event.target.value))}>
          {Array.from({ length: left }, (_, index) => index + 1).map((rounds) => (
            <option key={rounds} value={rounds}>
              round {card.round + rounds}
            </option>
          ))}
        </SelectField>
        <Button type="submit" size="small" className="col-span-2" disabled={fire.isPending}>
          Fire it
        </Button>
      </form>
      <p aria-live="polite" className="mt-1 text-small">
        {fire.isSuccess ? <span className="text-ink-2">It is on its way.</span> : null}
        {fire.isError ? <span className="text-red">{faultOf(fire.error).message}</span> : null}
      </p>
    </Section>
  );
}
