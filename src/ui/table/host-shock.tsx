'use client';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { GameFront } from '~/contract/screens';
import { frontOf, roundShown } from '~/games/screens';
import { Button } from '~/kit/button';
import { ConfirmDialog } from '~/kit/confirm-dialog';
import { SelectField } from '~/kit/field';
import { Section } from '~/kit/panel';
import type { MatchCard } from '~/live/protocol';
import { faultOf } from '../api-fault';
import { useTRPC } from '../trpc';
import { useOnce } from '../use-once';
import { useLogAgain } from './use-log-again';

/** Schedules a shock for the start of the next round or later. Everyone sees that it came from the organizer. */
export function HostShock({ card }: { card: MatchCard }) {
  const shocks = frontOf(card.key)?.shocks ?? [];
  const left = card.rounds - card.round - 1;
  return shocks.length > 0 && left > 0 ? <Fire card={card} shocks={shocks} left={left} /> : null;
}

function Fire({ card, shocks, left }: { card: MatchCard; shocks: NonNullable<GameFront['shocks']>; left: number }) {
  const trpc = useTRPC();
  const logged = useLogAgain(card.id);
  const [kind, setKind] = useState(shocks[0]?.kind ?? '');
  const [inRounds, setInRounds] = useState(1);
  const fire = useMutation(trpc.table.shock.mutationOptions(logged));
  const fireOnce = useOnce(fire);
  const [asking, setAsking] = useState(false);
  const rounds = Math.min(inRounds, left);
  const title = shocks.find((one) => one.kind === kind)?.title ?? kind;
  function submit(event: FormEvent) {
    event.preventDefault();
    setAsking(true);
  }
  return (
    <Section title="Fire a shock" note="Everybody will see that it came from you.">
      <form onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)_7rem] items-end gap-2">
        <SelectField label="Kind" value={kind} onChange={(event) => setKind(event.target.value)}>
          {shocks.map((one) => (
            <option key={one.kind} value={one.kind}>
              {one.title}
            </option>
          ))}
        </SelectField>
        <SelectField label="When" value={rounds} onChange={(event) => setInRounds(Number(event.target.value))}>
          {Array.from({ length: left }, (_, index) => index + 1).map((ahead) => (
            <option key={ahead} value={ahead}>
              round {roundShown(card.key, card.round + ahead)}
            </option>
          ))}
        </SelectField>
        <Button type="submit" size="small" className="col-span-2" disabled={fire.isPending}>
          Fire…
        </Button>
      </form>
      <ConfirmDialog
        open={asking}
        onOpen={setAsking}
        title={`Fire “${title}” in round ${roundShown(card.key, card.round + rounds)}?`}
        note="Everybody sees that it came from you. You cannot take it back, and the match no longer counts in rankings."
        yes="Fire it"
        no="Cancel"
        onYes={() => fireOnce({ id: card.id, kind, inRounds: rounds })}
      />
      <p aria-live="polite" className="mt-1 text-small">
        {fire.isSuccess ? <span className="text-ink-2">Fired. It strikes in the round you chose.</span> : null}
        {fire.isError ? <span className="text-red">{faultOf(fire.error).message}</span> : null}
      </p>
    </Section>
  );
}
