'use client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { policyWords } from '~/contract/player';
import { Button } from '~/kit/button';
import { CopyButton } from '~/kit/copy-button';
import { Dialog } from '~/kit/dialog';
import { SelectField } from '~/kit/field';
import type { MatchCard } from '~/live/protocol';
import type { HeldSeat } from '~/store/match-types';
import { faultOf } from '../api-fault';
import { isLive } from '../matches/card-labels';
import { OlderSwitch } from '../players/older-versions';
import { findPlayer, notReadyAmong } from '../players/player-options';
import { NotReady, PlayerOptions } from '../players/player-select';
import { usePlayers } from '../players/use-players';
import { useTRPC } from '../trpc';
import { useOnce } from '../use-once';
import { useOrigin } from '../use-origin';

interface Own {
  seat: string;
  card: MatchCard;
}

/** Actions on the seat itself: let an agent play, or open it on another device. */
export function SeatMenu({ seat, card }: Own) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Autopilot
      </Button>
      <Dialog open={open} onOpen={setOpen} title="Autopilot" note="Let an agent play for you, or go on playing on another device.">
        <div className="space-y-5">
          <HandOver seat={seat} card={card} onDone={() => setOpen(false)} />
          <OtherDevice seat={seat} card={card} />
        </div>
      </Dialog>
    </>
  );
}

function HandOver({ seat, card, onDone }: Own & { onDone: () => void }) {
  const trpc = useTRPC();
  const players = usePlayers();
  const status = useQuery(trpc.system.status.queryOptions());
  const [policy, setPolicy] = useState('house');
  const handOver = useMutation(trpc.seat.handOver.mutationOptions({ onSuccess: onDone }));
  const handOverOnce = useOnce(handOver);
  const groups = players.groupsFor(card.key).map((group) => ({
    ...group,
    options: group.options.filter(({ control }) => control === undefined || control === 'variant'),
  }));
  const offered = status.data?.isOperator ? groups : groups.filter(({ costs }) => !costs);
  return (
    <div className="space-y-2">
      <SelectField
        label="Agent"
        hint={findPlayer(offered, policy)?.summary}
        value={policy}
        onChange={(event) => setPolicy(event.target.value)}
      >
        <PlayerOptions groups={offered} />
      </SelectField>
      <OlderSwitch older={players.older} />
      <NotReady players={notReadyAmong(offered, [policy])} />
      <p className="text-small text-ink-2">
        It knows only what you know, and plays until you take the seat back. Then you see what it did.
      </p>
      <Button disabled={handOver.isPending} onClick={() => handOverOnce({ id: card.id, seat, policy })}>
        Turn on
      </Button>
      {handOver.isError ? (
        <p role="alert" className="text-red text-small">
          {faultOf(handOver.error).message}
        </p>
      ) : null}
    </div>
  );
}

function OtherDevice({ seat, card }: Own) {
  const trpc = useTRPC();
  const link = useMutation(trpc.seat.deviceLink.mutationOptions());
  const make = useOnce(link);
  const address = `${useOrigin()}${link.data?.path ?? ''}`;
  return (
    <div className="space-y-2 border-t pt-4">
      <h3 className="font-medium text-small">Another device</h3>
      {link.data ? (
        <>
          <p className="code break-all text-small">{address}</p>
          <CopyButton text={address}>Copy the link</CopyButton>
          <p className="text-small text-ink-2">It works once, within ten minutes. Both devices can then play this seat.</p>
        </>
      ) : (
        <Button disabled={link.isPending} onClick={() => make({ id: card.id, seat })}>
          Make a one-time link
        </Button>
      )}
      {link.isError ? (
        <p role="alert" className="text-red text-small">
          {faultOf(link.error).message}
        </p>
      ) : null}
    </div>
  );
}

/** An agent is playing, with a way to take the seat back. */
export function StandIn({ held, card, finished }: { held: HeldSeat; card: MatchCard; finished: boolean }) {
  const { seat } = held;
  const trpc = useTRPC();
  const takeBack = useMutation(trpc.seat.takeBack.mutationOptions());
  if (held.policy === null) return null;
  const over = finished || !isLive(card);
  return (
    <div role="status" className="flex flex-wrap items-center gap-3 rounded-md border border-amber bg-amber-wash px-3 py-2 text-small">
      <p className="min-w-0 flex-1">
        Autopilot: <strong className="font-medium">{policyWords(held.policy)}</strong>{' '}
        {over ? 'played this seat when the match ended.' : 'plays this seat. You can take it back at any time.'}
      </p>
      {over ? null : (
        <Button size="small" disabled={takeBack.isPending} onClick={() => takeBack.mutate({ id: card.id, seat })}>
          Take the seat back
        </Button>
      )}
      {takeBack.isError ? (
        <p role="alert" className="basis-full text-red">
          {faultOf(takeBack.error).message}
        </p>
      ) : null}
    </div>
  );
}
